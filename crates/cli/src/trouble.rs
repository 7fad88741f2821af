//! What can go wrong at the command line, and the exit status that says so.

use std::{
    fmt,
    io::{self, Write, stderr},
    process::ExitCode,
};

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub enum Trouble {
    /// Bad input: what is wrong, where, and what to do about it.
    Input(String),
    /// A check failed; its report has been printed.
    Failed,
    /// Nobody reads our output any more, which is fine.
    Closed,
}

impl Trouble {
    /// Bad input.
    pub fn input(message: impl fmt::Display) -> Trouble {
        Trouble::Input(message.to_string())
    }

    /// Tells the person at the terminal and gives the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            Trouble::Input(message) => {
                tell(format_args!("gloryhex: {message}"));
                ExitCode::from(2)
            }
            Trouble::Failed => ExitCode::from(1),
            Trouble::Closed => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Trouble::Closed,
            _ => Trouble::Input(format!("cannot read or write: {error}")),
        }
    }
}

/// Prints a line for the person at the terminal. That nobody reads it is no reason to stop.
pub fn tell(line: impl fmt::Display) {
    let _ = writeln!(stderr(), "{line}");
}

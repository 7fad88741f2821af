//! Lines from the person at the keyboard. At a terminal they can be edited, and Up brings earlier ones back;
//! from a pipe they are read as they come.

use crate::trouble::Trouble;
use rustyline::{DefaultEditor, error::ReadlineError};
use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

/// Where lines come from.
pub enum Keyboard {
    /// A terminal.
    Terminal(Box<DefaultEditor>),
    /// A pipe or a file.
    Pipe,
}

impl Keyboard {
    /// The keyboard of this process.
    pub fn open() -> Keyboard {
        if !stdin().is_terminal() || !stdout().is_terminal() {
            return Keyboard::Pipe;
        }
        // A terminal too simple for editing is read like a pipe.
        match DefaultEditor::new() {
            Ok(editor) => Keyboard::Terminal(Box::new(editor)),
            Err(_) => Keyboard::Pipe,
        }
    }

    /// The next line; `None` at the end of input, or when the person presses Ctrl-C.
    pub fn line(&mut self, out: &mut impl Write, prompt: &str) -> Result<Option<String>, Trouble> {
        match self {
            Keyboard::Pipe => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let mut line = String::new();
                if stdin().lock().read_line(&mut line)? == 0 {
                    writeln!(out)?;
                    return Ok(None);
                }
                Ok(Some(line))
            }
            Keyboard::Terminal(editor) => {
                out.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => {
                        // A line that cannot be kept is only missing from the history.
                        let _ = editor.add_history_entry(line.trim());
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(Trouble::input(format!(
                        "the keyboard cannot be read: {error}"
                    ))),
                }
            }
        }
    }
}

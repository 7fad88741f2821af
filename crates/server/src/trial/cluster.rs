//! A PostgreSQL cluster of the trial's own, made with the machine's binaries and thrown away.

use crate::error::{Oops, Result};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// A cluster; stopped and removed when dropped.
pub struct Cluster {
    folder: PathBuf,
    binaries: PathBuf,
    /// Where it is.
    pub url: String,
}

/// Whether this process may do everything.
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}

/// The newest PostgreSQL binaries on this machine, if there are any.
pub fn binaries() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .filter(|folder| folder.join("initdb").exists())
        .collect();
    found.sort();
    found.pop()
}

impl Cluster {
    /// Makes and starts a cluster in a folder.
    ///
    /// # Errors
    /// The binaries cannot be run.
    pub fn start(folder: PathBuf, binaries: PathBuf) -> Result<Cluster> {
        fs::create_dir_all(&folder).map_err(Oops::internal)?;
        let place = folder.display().to_string();
        let cluster = Cluster {
            url: format!("postgres://postgres@localhost/postgres?host={place}"),
            folder,
            binaries,
        };
        if is_root() {
            // PostgreSQL refuses to run as root.
            let mut own = Command::new("chown");
            finish(own.arg("postgres").arg(&cluster.folder))?;
        }
        let data = cluster.data();
        cluster.run("initdb", &["-A", "trust", "-U", "postgres", "-D", &data])?;
        cluster.wake()?;
        Ok(cluster)
    }
    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }
    /// Starts it, once it is made or was stopped.
    ///
    /// # Errors
    /// It does not start.
    pub fn wake(&self) -> Result<()> {
        let place = self.folder.display();
        // A socket in its own folder: no port that somebody else might have taken.
        let options = format!("-c listen_addresses= -c unix_socket_directories={place}");
        let log = self.folder.join("log").display().to_string();
        let data = self.data();
        self.run(
            "pg_ctl",
            &[
                "-D", &data, "-w", "-t", "600", "-l", &log, "-o", &options, "start",
            ],
        )
    }
    /// Stops it as a crash would.
    ///
    /// # Errors
    /// It does not stop.
    pub fn stop(&self) -> Result<()> {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"])
    }
    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let path: &Path = &self.binaries.join(program);
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(path);
                command
            }
            false => Command::new(path),
        };
        finish(command.args(arguments).current_dir("/"))
    }
}

/// Runs a command to its end.
///
/// # Errors
/// It cannot be run, or fails.
pub fn finish(command: &mut Command) -> Result<()> {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null());
    let done = quiet.stderr(Stdio::null()).status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Oops::invalid(format!("{command:?}: {status}"))),
        Err(error) => Err(Oops::invalid(format!("{command:?}: {error}"))),
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.stop();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

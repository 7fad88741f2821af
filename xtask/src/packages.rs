//! Programs that the tests need beside Rust and Node: what is missing is installed where `apt-get` can do so.
//!
//! What cannot be had is said by whoever needs it, and counts as a failure there.

use crate::shell::answers;
use std::{fs, path::PathBuf, process::Command, process::Stdio};

/// Finds something, and installs a Debian package for it if it is not there.
pub fn have<T>(what: &str, package: &str, found: impl Fn() -> Option<T>) -> Option<T> {
    if let Some(there) = found() {
        return Some(there);
    }
    println!("xtask: no {what} on this machine; installing Debian's `{package}` with apt-get");
    let install = ["install", "--yes", "--no-install-recommends", package];
    // The lists of packages may be missing or old; they are fetched only then.
    if !apt(&install) && apt(&["update"]) {
        apt(&install);
    }
    found()
}

/// The folder with PostgreSQL's programs, which the server's tests start clusters of their own with.
pub fn postgres() -> Option<PathBuf> {
    let programs = |folder: &PathBuf| folder.join("initdb").exists();
    let found = || {
        let named = std::env::var_os("GLORYHEX_PG_BIN").map(PathBuf::from);
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
        let debian = versions.flatten().map(|entry| entry.path().join("bin"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let on_path: Vec<PathBuf> = std::env::split_paths(&path).collect();
        named
            .into_iter()
            .chain(debian)
            .chain(on_path)
            .find(programs)
    };
    have("PostgreSQL", "postgresql", found)
}

/// SQLite's own program, which backups are made with.
pub fn sqlite() -> Option<()> {
    have("sqlite3", "sqlite3", || {
        answers("sqlite3", &["--version"]).then_some(())
    })
}

fn apt(words: &[&str]) -> bool {
    let root = answers("sh", &["-c", "test \"$(id -u)\" = 0"]);
    let mut command = match root {
        true => Command::new("apt-get"),
        false => {
            let mut sudo = Command::new("sudo");
            sudo.args(["-n", "apt-get"]);
            sudo
        }
    };
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args(["-qq", "-o", "Dpkg::Use-Pty=0"])
        .args(words)
        .stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

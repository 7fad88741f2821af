//! The browser client's checks: packages, types, unit tests, the build, and a browser against the real server.
//!
//! Everything is a command that a person could type in `web/`. A browser that is missing is installed where
//! `apt-get` can do so; what cannot be had is said and counts as a failure, never as a pass.

use crate::{
    packages,
    shell::{Count, answers, cargo, counted, game, target},
    site,
};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

const BROWSERS: [&str; 3] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/snap/bin/chromium",
];

/// `npm` in the client's folder.
pub fn npm(root: &Path, words: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command
        .current_dir(root.join("web"))
        .env("NO_COLOR", "1")
        .env_remove("FORCE_COLOR")
        .args(words);
    command
}

/// What can be checked of the client without a browser.
fn check(root: &Path) -> Count {
    if !answers("npm", &["--version"]) {
        return missing(
            "npm was not found. Install Node.js 20 or newer (https://nodejs.org) and run this again.",
        );
    }
    let mut count = Count::default();
    for words in [
        &["ci", "--no-audit", "--no-fund"][..],
        &["run", "--silent", "check"],
        &["run", "--silent", "test:unit"],
        &["run", "--silent", "build", "--", "--logLevel", "warn"],
    ] {
        let part = counted(npm(root, words));
        count.add(part);
        if part.failed > 0 {
            println!("web: npm {} failed", words.join(" "));
            return count;
        }
    }
    count
}

/// Every check of the client with a game built for it. `rest` is handed on to the browser tests, e.g. the name of one of
/// their files.
pub fn test(root: &Path, rest: &[String]) -> Count {
    let built = counted(cargo(
        root,
        &["build", "--quiet", "--package", "gloryhex-cli"],
    ));
    if built.failed > 0 {
        return built;
    }
    test_built(root, rest)
}

/// Every check of the client with the game that is built already.
pub fn test_built(root: &Path, rest: &[String]) -> Count {
    let mut count = check(root);
    if count.failed > 0 {
        return count;
    }
    let Some(browser) = browser() else {
        count.add(missing(
            "there is no Chromium, and it could not be installed with apt-get. Install Debian's package \
             `chromium`, or name a browser with CHROMIUM=/path/to/chromium, and run this again.",
        ));
        return count;
    };
    let site = target(root).join("site");
    if let Err(problem) = site::write(root, &site) {
        count.add(missing(&problem));
        return count;
    }
    let mut tests = npm(root, &["run", "--silent", "test:browser", "--"]);
    tests
        .args(rest)
        .env("CHROMIUM", browser)
        .env("GLORYHEX_BIN", game(root))
        .env("GLORYHEX_SITE", site);
    count.add(counted(tests));
    count
}

fn missing(what: &str) -> Count {
    println!("web: {what}");
    Count::one(false)
}

/// A browser of this machine; Debian's is installed if there is none.
fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        return Some(named).filter(|path| path.exists());
    }
    let found = || {
        BROWSERS
            .iter()
            .map(PathBuf::from)
            .find(|path| path.exists())
    };
    packages::have("Chromium", "chromium", found)
}

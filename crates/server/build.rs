//! Builds the web client for release builds, so that one command makes everything.
//!
//! `GLORYHEX_NO_WEB=1` leaves it out. Other builds serve what is in `web/dist`, if anything is.

use std::{path::Path, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=GLORYHEX_NO_WEB");
    println!("cargo:rerun-if-changed=build.rs");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    for part in [
        "src",
        "public",
        "index.html",
        "package-lock.json",
        "vite.config.ts",
    ] {
        println!("cargo:rerun-if-changed={}", web.join(part).display());
    }
    // Other builds read the client from here, and must know where before it is first built.
    let dist = web.join("dist");
    if let Err(error) = std::fs::create_dir_all(&dist) {
        println!("cargo:warning={}: {error}", dist.display());
    }
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let wanted = std::env::var_os("GLORYHEX_NO_WEB").is_none();
    if !release || !wanted || !web.join("package.json").exists() {
        return;
    }
    let npm = |arguments: &[&str]| {
        Command::new("npm")
            .args(arguments)
            .current_dir(&web)
            .output()
    };
    if npm(&["--version"]).is_err() {
        println!(
            "cargo:warning=the web client is left out: npm was not found. Install Node.js 20 or newer \
             (https://nodejs.org) and build again, or set GLORYHEX_NO_WEB=1 to silence this."
        );
        return;
    }
    let mut steps: Vec<&[&str]> = vec![&["run", "build"]];
    if !installed(&web) {
        steps.insert(0, &["ci", "--no-audit", "--no-fund"]);
    }
    for step in steps {
        match npm(step) {
            Ok(output) if output.status.success() => {}
            Ok(output) => panic!(
                "npm {} failed in web/:\n{}\n{}",
                step.join(" "),
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            ),
            Err(error) => panic!("npm {}: {error}", step.join(" ")),
        }
    }
}

/// Whether the client's packages are there and no older than the lock file.
fn installed(web: &Path) -> bool {
    let changed = |path: &str| web.join(path).metadata().and_then(|m| m.modified()).ok();
    changed("node_modules/.package-lock.json") >= changed("package-lock.json")
}

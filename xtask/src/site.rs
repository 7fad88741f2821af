//! `cargo xtask site FOLDER`: the game as files for any static host, with the engine inside the page.
//!
//! Everything is a command that a person could type: the engine for the browser, its JavaScript (`xtask/bindgen`), `wasm-opt`
//! from npm, the client by Vite. What is written here is the list of files that the service worker keeps.

use crate::{
    shell::{answers, cargo, target},
    web::npm,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

const TARGET: &str = "wasm32-unknown-unknown";
/// Tells a site from a folder with something else in it.
const MARK: &str = "version.json";

/// Writes a site.
pub fn site(root: &Path, rest: &[String]) -> ExitCode {
    let [folder] = rest else {
        eprintln!("usage: cargo xtask site FOLDER");
        return ExitCode::from(2);
    };
    let folder = std::env::current_dir().unwrap_or_default().join(folder);
    match write(root, &folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::from(1)
        }
    }
}

/// Writes a site into a folder that is empty, is not there, or holds a site.
pub fn write(root: &Path, folder: &Path) -> Result<(), String> {
    let there = fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some());
    if there && !folder.join(MARK).exists() {
        return Err(format!(
            "{} is not empty and holds no site; name another folder",
            folder.display()
        ));
    }
    have_target()?;
    let target = target(root);
    let engine = engine(root, &target)?;
    let name = format!("/engine/{:08x}", digest_of(&engine).map_err(told(&engine))?);
    let mut build = npm(root, &["run", "--silent", "build", "--"]);
    build
        .args([
            "--mode",
            "site",
            "--logLevel",
            "warn",
            "--emptyOutDir",
            "--outDir",
        ])
        .arg(folder)
        .env("VITE_ENGINE", &name);
    run(build)?;
    copy(&engine, &folder.join(&name[1..])).map_err(told(folder))?;
    finish(root, folder, &name).map_err(told(folder))?;
    println!(
        "{}: put it on any static host, at the root or in a folder",
        folder.display()
    );
    Ok(())
}

/// The compiler for the browser is installed if it is missing.
fn have_target() -> Result<(), String> {
    let found = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    let there = found.is_ok_and(|found| {
        Path::new(String::from_utf8_lossy(&found.stdout).trim()).exists() && found.status.success()
    });
    if there || answers("rustup", &["target", "add", TARGET]) {
        return Ok(());
    }
    Err(format!(
        "the engine cannot be compiled for a browser; run `rustup target add {TARGET}` and try again"
    ))
}

/// Makes the engine for the browser, and gives the folder it is in.
fn engine(root: &Path, target: &Path) -> Result<PathBuf, String> {
    let words = [
        "build",
        "--quiet",
        "--profile",
        "page",
        "--package",
        "gloryhex-page",
    ];
    let mut build = cargo(root, &words);
    build.args(["--target", TARGET]);
    run(build)?;
    let folder = target.join("engine");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(told(&folder))?;
    let program = target.join(TARGET).join("page/gloryhex_page.wasm");
    let mut bindgen = cargo(root, &["run", "--quiet", "--package", "bindgen", "--"]);
    bindgen.arg(&program).arg(&folder);
    run(bindgen)?;
    if !root.join("web/node_modules/.bin/wasm-opt").exists() {
        run(npm(root, &["ci", "--no-audit", "--no-fund"]))?;
    }
    let wasm = folder.join("gloryhex_bg.wasm");
    let mut optimise = npm(root, &["exec", "--", "wasm-opt", "-O2"]);
    optimise.arg(&wasm).arg("-o").arg(&wasm);
    run(optimise)?;
    let mut data = Command::new("node");
    data.arg(root.join("web/site/data.mjs")).arg(&folder);
    run(data)?;
    for path in files(&folder).map_err(told(&folder))? {
        if path.to_string_lossy().ends_with(".d.ts") {
            fs::remove_file(&path).map_err(told(&path))?;
        }
    }
    Ok(folder)
}

/// The page for addresses that a host does not know, the service worker, and the version.
fn finish(root: &Path, folder: &Path, engine: &str) -> io::Result<()> {
    fs::copy(folder.join("index.html"), folder.join("404.html"))?;
    let mut list = Vec::new();
    let mut all = FNV;
    for path in files(folder)? {
        let bytes = fs::read(&path)?;
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy();
        let name = format!("/{}", name.replace('\\', "/"));
        all = fnv(fnv(all, name.as_bytes()), &bytes);
        let lasting = name.starts_with("/assets/") || name.starts_with("/engine/");
        if name == "/404.html" {
            continue;
        }
        list.push(match lasting {
            true => format!("[\"{name}\",null]"),
            false => format!("[\"{name}\",{}]", fnv(FNV, &bytes)),
        });
    }
    let worker = fs::read_to_string(root.join("web/site/sw.js"))?
        .replace("__VERSION__", &format!("{all:08x}"))
        .replace("__FILES__", &format!("[{}]", list.join(",")));
    fs::write(folder.join("sw.js"), worker)?;
    let version = format!("{{\"version\":\"{all:08x}\",\"engine\":\"{engine}\"}}\n");
    fs::write(folder.join(MARK), version)
}

const FNV: u32 = 0x811c_9dc5;

/// FNV-1a, as the service worker counts it.
fn fnv(from: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(from, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

fn digest_of(folder: &Path) -> io::Result<u32> {
    let mut hash = FNV;
    for path in files(folder)? {
        hash = fnv(hash, &fs::read(path)?);
    }
    Ok(hash)
}

/// All files in a folder, in the same order everywhere.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => found.push(path),
        }
    }
    found.sort();
    Ok(found)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    for path in files(from)? {
        let place = to.join(path.strip_prefix(from).unwrap_or(&path));
        fs::create_dir_all(place.parent().unwrap_or(to))?;
        fs::copy(&path, place)?;
    }
    Ok(())
}

fn told(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

fn run(mut command: Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("this failed: {command:?}")),
        Err(error) => Err(format!("cannot run {command:?}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_counted_as_the_service_worker_does() {
        // Published values of FNV-1a.
        assert_eq!(fnv(FNV, b""), 0x811c_9dc5);
        assert_eq!(fnv(FNV, b"a"), 0xe40c_292c);
        assert_eq!(fnv(FNV, b"foobar"), 0xbf9c_f968);
    }

    #[test]
    fn a_folder_with_something_else_in_it_is_left_alone() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let refused = write(root, &root.join("src"));
        assert!(refused.is_err_and(|why| why.contains("holds no site")));
        assert!(root.join("src/site.rs").exists());
    }
}

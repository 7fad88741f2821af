//! Names the rules that are played by: a digest of the sources they are written in, so that a game can be
//! told from one of another version.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The crates whose sources decide what happens in a game.
const RULES: [&str; 5] = ["hexgrid", "model", "cardlang", "engine", "editions"];

fn main() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for name in RULES {
        let folder = crates.join(name).join("src");
        println!("cargo:rerun-if-changed={}", folder.display());
        for file in files(&folder) {
            let text = fs::read(&file).unwrap_or_default();
            // Line ends differ between machines, rules do not.
            for byte in text.into_iter().filter(|byte| *byte != b'\r') {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
    }
    println!("cargo:rustc-env=GLORYHEX_RULES={:08x}", digest >> 32);
}

/// All files in a folder, in the same order everywhere.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return found;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

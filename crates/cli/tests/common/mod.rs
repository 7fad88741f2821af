//! What the tests of the program share: folders made anew, and paths as words of a command.

use std::path::{Path, PathBuf};

/// A folder with one file in it, made anew.
pub fn folder(name: &str, file: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("it can be made");
    std::fs::write(folder.join(file), text).expect("it can be written");
    folder
}

/// A path as a word of a command.
pub fn shown(path: &Path) -> &str {
    path.to_str().expect("a path in letters")
}

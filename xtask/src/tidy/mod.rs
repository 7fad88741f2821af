//! What the layout of the repository must keep to. One file per family of checks.

mod editions;
mod manifest;
mod source;
mod text;

use std::{fs, path::Path};

/// Names of checks with what each found, and remarks that fail nothing.
#[derive(Default)]
pub struct Report {
    /// Each check with its faults.
    pub checks: Vec<(&'static str, Vec<String>)>,
    /// Remarks.
    pub notes: Vec<String>,
}

/// A text file of the repository.
pub struct File {
    /// Path from the root, with forward slashes.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Runs every check.
pub fn check(root: &Path) -> Report {
    let mut files = Vec::new();
    collect(root, root, &mut files);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut report = Report::default();
    manifest::check(&files, &mut report);
    source::check(&files, &mut report);
    editions::check(&files, &mut report);
    text::check(&files, &mut report);
    report
}

/// Folders that hold nothing of ours.
const SKIPPED: &[&str] = &["target", "node_modules", "dist", ".git"];

fn collect(root: &Path, folder: &Path, files: &mut Vec<File>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if SKIPPED.iter().any(|skipped| name == *skipped) {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if let (Ok(text), Ok(short)) = (fs::read_to_string(&path), path.strip_prefix(root)) {
            files.push(File {
                path: short.to_string_lossy().replace('\\', "/"),
                text,
            });
        }
    }
}

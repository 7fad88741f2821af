//! The content that commands work with: that of this program, and the packs named with `--content`.

use crate::trouble::{Trouble, tell};
use gloryhex_editions::{Content, pack::Files};
use std::{
    path::PathBuf,
    sync::{Arc, OnceLock},
};

static CONTENT: OnceLock<Arc<Content>> = OnceLock::new();
static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Adds packs; everything wrong with them is told.
pub fn add(folders: &[PathBuf]) -> Result<(), Trouble> {
    let mut files = Files::core();
    for folder in folders {
        files.add(folder);
    }
    if let Some(problem) = files.problems.first() {
        return Err(Trouble::input(problem));
    }
    let (content, problems) = files.build();
    if !problems.is_empty() {
        for problem in &problems {
            tell(problem);
        }
        tell(format_args!(
            "gloryhex: nothing was done, because the content has errors: {}",
            problems.len()
        ));
        return Err(Trouble::Failed);
    }
    let _ = CONTENT.set(Arc::new(content));
    let _ = FOLDERS.set(folders.to_vec());
    Ok(())
}

/// The packs that were added.
pub fn folders() -> &'static [PathBuf] {
    FOLDERS.get().map_or(&[], Vec::as_slice)
}

/// The content.
pub fn content() -> &'static Arc<Content> {
    CONTENT.get_or_init(|| match Content::load(&[]) {
        Ok(content) => Arc::new(content),
        Err(problems) => {
            for problem in &problems {
                tell(problem);
            }
            std::process::exit(1)
        }
    })
}

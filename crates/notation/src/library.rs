//! The content a text can name: cards, warbands and boards.

use crate::problem::Problem;
use gloryhex_cardlang::Catalog;
use gloryhex_hexgrid::{BoardFile, Sheet};
use gloryhex_model::slug_of;
use std::{fs, path::Path, sync::Arc};

/// Cards, warbands and boards.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Cards and warbands of every edition.
    pub catalog: Arc<Catalog>,
    /// Boards of every edition.
    pub boards: Vec<BoardFile>,
}

impl Library {
    /// Reads the boards below a `data` folder.
    ///
    /// # Errors
    /// Every file that cannot be read and everything wrong in those that can.
    pub fn load(data: &Path) -> Result<Library, Vec<Problem>> {
        let mut library = Library::default();
        let mut problems = Vec::new();
        let mut files = Vec::new();
        list(&data.join("boards"), "board", &mut files, &mut problems);
        for path in files {
            let file = path.display().to_string();
            match fs::read_to_string(&path) {
                Ok(text) => match Sheet::parse(&file, &text) {
                    Ok(board) => library.boards.push(board),
                    Err(errors) => problems.extend(errors.into_iter().map(|error| {
                        let mut problem = Problem::here(error.column, error.message);
                        problem = problem.at(&file, error.line);
                        problem
                    })),
                },
                Err(error) => problems.push(Problem::here(1, error.to_string()).at(&file, 1)),
            }
        }
        if problems.is_empty() {
            Ok(library)
        } else {
            Err(problems)
        }
    }

    /// The boards of an edition.
    pub fn boards_of(&self, edition: &str) -> impl Iterator<Item = &BoardFile> {
        self.boards.iter().filter(move |b| b.edition == edition)
    }
    /// The board of this name in the edition, or failing that in any.
    pub fn board(&self, edition: &str, name: &str) -> Option<&BoardFile> {
        let slug = slug_of(name);
        let named = |board: &&BoardFile| slug_of(board.name()) == slug;
        self.boards_of(edition)
            .find(named)
            .or_else(|| self.boards.iter().find(named))
    }
}

/// Every file below a folder whose name ends so, in order of name.
pub(crate) fn list(
    folder: &Path,
    ending: &str,
    found: &mut Vec<std::path::PathBuf>,
    problems: &mut Vec<Problem>,
) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let file = folder.display().to_string();
            problems.push(Problem::here(1, error.to_string()).at(&file, 1));
            return;
        }
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            list(&path, ending, found, problems);
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
}

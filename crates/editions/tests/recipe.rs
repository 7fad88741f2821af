//! The recipe "Add a verb" of CONTRIBUTING.md names every place its example is in, and no other.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rows of the recipe: a file, and what stands in it.
fn rows() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("it is there");
    let recipe = text.split("## Add a verb").nth(1).expect("the recipe");
    let recipe = recipe.split("\n## ").next().unwrap_or_default();
    let rows = recipe.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        let cell = |nth: usize| {
            let cell = cells[nth].trim().trim_matches('|').trim();
            cell.trim_matches('`').to_owned()
        };
        (cell(0), cell(1))
    })
    .collect()
}

/// Source files of the crates, tests left out.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it opens").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn everything_the_recipe_for_a_verb_names_is_there() {
    let rows = rows();
    assert!(rows.len() > 5, "{rows:?}");
    for (file, says) in rows {
        let text = fs::read_to_string(root().join(&file)).unwrap_or_default();
        assert!(text.contains(&says), "{file} does not say `{says}`");
    }
}

#[test]
fn the_recipe_for_a_verb_names_every_file_and_at_most_eight() {
    let named: BTreeSet<String> = rows().into_iter().map(|(file, _)| file).collect();
    assert!(named.len() <= 8, "{named:?}");
    let mut files = Vec::new();
    for name in fs::read_dir(root().join("crates"))
        .expect("it opens")
        .flatten()
    {
        sources(&name.path().join("src"), &mut files);
    }
    for file in files {
        let text = fs::read_to_string(&file).expect("it is text");
        let speaks = [
            "Instr::Spend(",
            "instr::Spend ",
            "step!(Spend ",
            "\"exhaust\"",
            "exhaust;",
        ];
        let speaks_of_it = speaks.iter().any(|word| text.contains(word));
        let place = file.strip_prefix(root()).expect("it is inside");
        let place = place.to_string_lossy().into_owned();
        assert!(
            !speaks_of_it || named.contains(&place),
            "{place} speaks of the verb and is not named"
        );
    }
}

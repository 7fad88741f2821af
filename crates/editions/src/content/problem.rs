//! What is wrong with what somebody asked for: a name that does not exist, and which one may have been meant.

use gloryhex_model::slug_of;
use std::fmt;

/// Something wrong with content or with what was asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(pub String);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Problem {}

/// The longest name that is compared with others, in letters.
const LONGEST: usize = 64;

/// What was not found, what exists, and what may have been meant.
pub fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Problem {
    let known: Vec<&str> = known.collect();
    // No name is so long; looking for what is near such a one would take long.
    if name.chars().nth(LONGEST).is_some() {
        let begins: String = name.chars().take(LONGEST).collect();
        return Problem(format!(
            "there is no {kind} whose name begins with `{begins}`. Known: {}.",
            known.join(", ")
        ));
    }
    let near = known
        .iter()
        .min_by_key(|candidate| distance(&slug_of(candidate), &slug_of(name)))
        .filter(|candidate| distance(&slug_of(candidate), &slug_of(name)) <= 3 + name.len() / 4);
    let hint = match near {
        Some(near) => format!("; did you mean `{near}`?"),
        None => ".".to_owned(),
    };
    Problem(format!(
        "there is no {kind} called `{name}`{hint} Known: {}.",
        known.join(", ")
    ))
}

/// Edits between two words.
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let cost = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

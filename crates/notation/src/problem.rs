//! What is wrong with a text somebody wrote, and the nearest thing they may have meant.

use std::fmt;

/// Something wrong in a file: where, what was expected and, if there is one, a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, as given by the caller; empty for a line typed by hand.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// What might help; empty for nothing.
    pub hint: String,
}

impl Problem {
    /// A problem in a single line of text.
    pub fn here(column: usize, message: impl Into<String>) -> Problem {
        Problem {
            file: String::new(),
            line: 1,
            column,
            message: message.into(),
            hint: String::new(),
        }
    }
    /// The same problem with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = hint.into();
        self
    }
    /// The same problem with the nearest of the known words as a hint, if one is near.
    #[must_use]
    pub fn did_you_mean<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Problem {
        match nearest(word, known) {
            Some(near) => self.hint(format!("did you mean `{near}`?")),
            None => self,
        }
    }
    /// The message and the hint, without the place.
    pub fn told(&self) -> String {
        match self.hint.as_str() {
            "" => self.message.clone(),
            hint => format!("{} ({hint})", self.message),
        }
    }
    /// The same problem in a line of a file.
    #[must_use]
    pub fn at(mut self, file: &str, line: usize) -> Problem {
        file.clone_into(&mut self.file);
        self.line = line;
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file.is_empty() {
            write!(f, "column {}: {}", self.column, self.message)?;
        } else {
            let Problem {
                file, line, column, ..
            } = self;
            write!(f, "{file}:{line}:{column}: {}", self.message)?;
        }
        if self.hint.is_empty() {
            Ok(())
        } else {
            write!(f, " ({})", self.hint)
        }
    }
}

impl std::error::Error for Problem {}

/// A file's bytes as text.
///
/// # Errors
/// They are no UTF-8; where they stop being it is said.
pub fn text_of(file: &str, bytes: Vec<u8>) -> Result<String, Problem> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Problem::here(column, "this is not text: expected UTF-8")
            .at(file, before.matches('\n').count() + 1)
    })
}

/// No name is so long; what is longer is no slip, and looking for what is near it would take long.
const LONGEST: usize = 64;

/// The known word nearest to `word`, if it is near enough to be a slip.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 4 * LONGEST || word.chars().count() > LONGEST {
        return None;
    }
    let limit = 1 + word.chars().count() / 4;
    known
        .into_iter()
        .filter(|other| other.len() <= 4 * LONGEST)
        .map(|other| (distance(word, other), other))
        .filter(|(far, other)| *far <= limit || !word.is_empty() && other.starts_with(word))
        .min_by_key(|(far, _)| *far)
        .map(|(_, other)| other)
}

/// How many letters must be changed, added, left out or swapped to make one word the other.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_strangers_are_not() {
        let known = ["attack", "charge", "drive-back"];
        assert_eq!(nearest("atack", known), Some("attack"));
        assert_eq!(nearest("cahrge", known), Some("charge"));
        assert_eq!(nearest("drive", known), Some("drive-back"));
        assert_eq!(nearest("pass", known), None);
        let long = "drive-back".repeat(1000);
        assert_eq!(nearest("drive-back", [long.as_str()]), None);
        assert_eq!(nearest(&long, known), None);
        assert_eq!(nearest(&long, [long.as_str()]), None, "it is not looked at");
    }

    #[test]
    fn bytes_that_are_no_text_are_located() {
        assert_eq!(text_of("a.md", b"one\ntwo".to_vec()).unwrap(), "one\ntwo");
        let problem = text_of("a.md", b"one\ntw\xff".to_vec()).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "a.md:2:3: this is not text: expected UTF-8"
        );
    }

    #[test]
    fn a_problem_says_where() {
        let problem = Problem::here(7, "no such fighter").did_you_mean("orcc", ["orc"]);
        assert_eq!(
            problem.clone().at("a.md", 3).to_string(),
            "a.md:3:7: no such fighter (did you mean `orc`?)"
        );
        assert_eq!(
            problem.to_string(),
            "column 7: no such fighter (did you mean `orc`?)"
        );
    }
}

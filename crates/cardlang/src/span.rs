//! Places in source text, and messages about them.
//!
//! A diagnostic names what is wrong, shows the line with a caret under it, and where possible says what to write instead.

use std::fmt::Write as _;

/// A stretch of bytes in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// First byte.
    pub from: u32,
    /// The byte after the last.
    pub to: u32,
}

impl Span {
    /// From the start of this one to the end of the other.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            from: self.from,
            to: other.to.max(self.to),
        }
    }
}

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to do about it, or empty.
    pub help: String,
}

impl Diagnostic {
    /// An error without help.
    pub fn new(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            message: message.into(),
            span,
            help: String::new(),
        }
    }

    /// Adds help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = help.into();
        self
    }

    /// The message with its place, the source line, a caret and the help.
    pub fn render(&self, path: &str, source: &str) -> String {
        let (line, column) = place(source, self.span.from);
        let start = line_start(source, self.span.from);
        let text = source[start..].lines().next().unwrap_or("");
        let marked = |at: usize| {
            let byte = start + at;
            byte >= self.span.from as usize && byte < self.span.to as usize
        };
        // Of a very long line only what is near the mark is shown.
        let before = (column as usize - 1).min(text.chars().count());
        let from = if text.len() > MAX_SHOWN {
            before.saturating_sub(MAX_SHOWN / 2)
        } else {
            0
        };
        let near = text.char_indices().skip(from).take(MAX_SHOWN);
        let shown: String = near.clone().map(|(_, c)| visible(c)).collect();
        let width = near.filter(|(at, _)| marked(*at)).count().max(1);
        let gutter = line.to_string();
        let pad = " ".repeat(gutter.len());
        let mut out = String::new();
        let _ = writeln!(out, "error: {}", self.message);
        let _ = writeln!(out, "{pad}--> {path}:{line}:{column}");
        let _ = writeln!(out, "{pad} |");
        let _ = writeln!(out, "{gutter} | {shown}");
        let indent = " ".repeat(before - from);
        let _ = writeln!(out, "{pad} | {indent}{}", "^".repeat(width));
        if !self.help.is_empty() {
            let _ = writeln!(out, "{pad} = help: {}", self.help);
        }
        out
    }
}

/// Most characters of a line that are shown.
const MAX_SHOWN: usize = 160;

/// Tabs and other signs without a width of one take one place.
fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

fn line_start(source: &str, byte: u32) -> usize {
    let byte = (byte as usize).min(source.len());
    source.as_bytes()[..byte]
        .iter()
        .rposition(|b| *b == b'\n')
        .map_or(0, |at| at + 1)
}

/// Line and column of a byte, both from 1; columns count characters.
pub fn place(source: &str, byte: u32) -> (u32, u32) {
    let byte = (byte as usize).min(source.len());
    let start = line_start(source, byte as u32);
    let line = source.as_bytes()[..start]
        .iter()
        .filter(|b| **b == b'\n')
        .count()
        + 1;
    let column = String::from_utf8_lossy(&source.as_bytes()[start..byte])
        .chars()
        .count()
        + 1;
    (line as u32, column as u32)
}

/// Where the lines of a source begin, to find the line of a byte quickly.
#[derive(Clone, Debug, Default)]
pub struct Lines(Vec<u32>);

impl Lines {
    /// The lines of a source.
    pub fn of(source: &str) -> Lines {
        let ends = source.bytes().enumerate().filter(|(_, b)| *b == b'\n');
        Lines(ends.map(|(at, _)| at as u32 + 1).collect())
    }

    /// The line of a byte, from 1.
    pub fn line(&self, byte: u32) -> u32 {
        self.0.partition_point(|start| *start <= byte) as u32 + 1
    }
}

/// The candidate nearest to a misspelt word, if one is near enough to be worth suggesting.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + word.chars().count() / 4;
    candidates
        .into_iter()
        .filter(|c| c.len().abs_diff(word.len()) <= limit)
        .map(|c| (distance(word, c), c))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, c)| (*d, c.len()))
        .map(|(_, c)| c)
}

/// Edit distance with swaps of neighbours counted once.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1)
                .min(rows[i][j - 1] + 1)
                .min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_word_is_suggested_and_a_far_one_is_not() {
        assert_eq!(
            nearest("adjacnt", ["adjacent", "inspired"]),
            Some("adjacent")
        );
        assert_eq!(nearest("frined", ["friend", "friends"]), Some("friend"));
        assert_eq!(nearest("cover", ["inspired"]), None);
    }

    #[test]
    fn a_diagnostic_points_at_its_word() {
        let source = "ploy \"é\" {\n  push é 1\n}";
        let from = source.rfind('é').unwrap() as u32;
        let diagnostic =
            Diagnostic::new(Span { from, to: from + 2 }, "no such name").help("write a name");
        assert_eq!(
            diagnostic.render("x.card", source),
            "error: no such name\n --> x.card:2:8\n  |\n2 |   push é 1\n  |        ^\n  = help: write a name\n"
        );
    }
}

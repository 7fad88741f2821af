//! The words of a line: plain words, quoted names and semicolons, each with its column.
//!
//! Comments and drawn maps are not looked at here.

use crate::problem::Problem;
use std::ops::RangeInclusive;

/// A word of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word, without quotation marks.
    pub text: &'a str,
    /// Whether it stood in quotation marks.
    pub quoted: bool,
    /// Where it begins, counted from 1.
    pub column: usize,
}

/// Splits a line into words. A semicolon is a word of its own, and so is a colon after a word.
///
/// # Errors
/// A quotation mark that is never closed.
pub fn tokens(line: &str) -> Result<Vec<Token<'_>>, Problem> {
    let mut found = Vec::new();
    let mut rest = line.char_indices().enumerate().peekable();
    while let Some(&(nth, (start, c))) = rest.peek() {
        let column = nth + 1;
        if c.is_whitespace() {
            rest.next();
        } else if c == '"' {
            rest.next();
            let end = loop {
                match rest.next() {
                    Some((_, (at, '"'))) => break at,
                    Some(_) => {}
                    None => {
                        return Err(Problem::here(
                            column,
                            "this quotation mark is never closed: expected another `\"`",
                        ));
                    }
                }
            };
            found.push(Token {
                text: &line[start + 1..end],
                quoted: true,
                column,
            });
        } else if c == ';' {
            rest.next();
            found.push(Token {
                text: ";",
                quoted: false,
                column,
            });
        } else {
            let mut end = line.len();
            while let Some(&(_, (at, c))) = rest.peek() {
                if c.is_whitespace() || c == '"' || c == ';' {
                    end = at;
                    break;
                }
                rest.next();
            }
            let word = &line[start..end];
            let bare = word.strip_suffix(':').filter(|bare| !bare.is_empty());
            found.push(Token {
                text: bare.unwrap_or(word),
                quoted: false,
                column,
            });
            if let Some(bare) = bare {
                found.push(Token {
                    text: ":",
                    quoted: false,
                    column: column + bare.chars().count(),
                });
            }
        }
    }
    Ok(found)
}

/// Reads the words of a line one after the other.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    list: Vec<Token<'a>>,
    at: usize,
    end: usize,
}

impl<'a> Words<'a> {
    /// The words of a line.
    ///
    /// # Errors
    /// As [`tokens`].
    pub fn of(line: &'a str) -> Result<Words<'a>, Problem> {
        Ok(Words::from(
            tokens(line)?,
            line.trim_end().chars().count() + 1,
        ))
    }
    /// These words; the line ends at column `end`.
    pub fn from(list: Vec<Token<'a>>, end: usize) -> Words<'a> {
        Words { list, at: 0, end }
    }
    /// The next word, which stays.
    pub fn peek(&self) -> Option<Token<'a>> {
        self.list.get(self.at).copied()
    }
    /// Whether all words have been read.
    pub fn is_done(&self) -> bool {
        self.at >= self.list.len()
    }
    /// The column of the next word, or of the end of the line.
    pub fn column(&self) -> usize {
        self.peek().map_or(self.end, |token| token.column)
    }
    /// Reads the next word if it is this one.
    pub fn eat(&mut self, word: &str) -> bool {
        let is = self.peek().is_some_and(|t| !t.quoted && t.text == word);
        self.at += usize::from(is);
        is
    }
    /// Reads the next word.
    ///
    /// # Errors
    /// The line is over: `what` was expected.
    pub fn word(&mut self, what: &str) -> Result<Token<'a>, Problem> {
        let token = self.peek().ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(token)
    }
    /// Reads what is left of the line as text, with single spaces.
    pub fn rest(&mut self) -> String {
        let mut text = String::new();
        for token in &self.list[self.at.min(self.list.len())..] {
            if !text.is_empty() && (token.quoted || !matches!(token.text, ":" | ";")) {
                text.push(' ');
            }
            let mark = if token.quoted { "\"" } else { "" };
            text.extend([mark, token.text, mark]);
        }
        self.at = self.list.len();
        text
    }
    /// Reads the next word if it is in quotation marks.
    ///
    /// # Errors
    /// It is not: `what` in quotation marks was expected.
    pub fn quoted(&mut self, what: &str) -> Result<Token<'a>, Problem> {
        match self.peek() {
            Some(token) if token.quoted => {
                self.at += 1;
                Ok(token)
            }
            _ => Err(self.expected(&format!("{what} in quotation marks"))),
        }
    }
    /// Reads a whole number.
    ///
    /// # Errors
    /// It is not one: `what` was expected.
    pub fn number<N: std::str::FromStr>(&mut self, what: &str) -> Result<N, Problem> {
        let here = self.clone();
        let token = self.word(what)?;
        match token.text.parse() {
            Ok(number) if !token.quoted => Ok(number),
            _ => Err(here.expected(what)),
        }
    }
    /// Reads a whole number within a range.
    ///
    /// # Errors
    /// It is not one (`what` was expected), or it lies outside.
    pub fn number_in(&mut self, what: &str, range: RangeInclusive<u8>) -> Result<u8, Problem> {
        let here = self.clone();
        let number: u32 = self.number(what)?;
        match u8::try_from(number).ok().filter(|n| range.contains(n)) {
            Some(number) => Ok(number),
            None => {
                let (least, most) = (range.start(), range.end());
                Err(here.expected(&format!("{what}, {least} to {most}")))
            }
        }
    }
    /// Says that all words should have been read.
    ///
    /// # Errors
    /// They have not.
    pub fn finish(&self) -> Result<(), Problem> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end of the line")),
        }
    }
    /// The problem that something else was expected here.
    pub fn expected(&self, what: &str) -> Problem {
        let found = match self.peek() {
            Some(token) if token.quoted => format!("\"{}\"", token.text),
            Some(token) => format!("`{}`", token.text),
            None => "the end of the line".to_owned(),
        };
        Problem::here(self.column(), format!("expected {what}, found {found}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_quotes_and_columns() {
        let found = tokens("1: play \"Ready for Action\"; pass").unwrap();
        let texts: Vec<_> = found.iter().map(|t| (t.text, t.column)).collect();
        let expected = [
            ("1", 1),
            (":", 2),
            ("play", 4),
            ("Ready for Action", 9),
            (";", 27),
            ("pass", 29),
        ];
        assert_eq!(texts, expected);
        assert!(found[3].quoted);
    }

    #[test]
    fn an_open_quotation_is_reported() {
        let problem = tokens("play \"Ready").unwrap_err();
        assert_eq!(problem.column, 6);
    }

    #[test]
    fn what_was_expected_is_said() {
        let mut words = Words::of("turn x").unwrap();
        assert!(words.eat("turn"));
        let problem = words.number::<u8>("a number").unwrap_err();
        assert_eq!(
            problem.to_string(),
            "column 6: expected a number, found `x`"
        );
    }
}

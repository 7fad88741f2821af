//! Source text to tokens. Never fails: what cannot be read becomes a diagnostic and is passed over.

use crate::span::{Diagnostic, Span};

/// A word, number, string or sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word: letters, digits and underscores, beginning with a letter.
    Word,
    /// A number.
    Number,
    /// Text in double quotes.
    Text,
    /// A sign: braces, brackets, comparison and so on.
    Sign,
    /// The end of the file.
    End,
}

/// A token; its text is a slice of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its text; a string without its quotes.
    pub text: &'a str,
    /// Where it is, quotes included.
    pub span: Span,
}

const SIGNS: [&str; 16] = [
    "..", ">=", "<=", "!=", "{", "}", "(", ")", ",", ":", "=", "<", ">", "+", "-", "*",
];

/// All tokens of a source, ending with [`Kind::End`], and what could not be read.
pub fn lex(source: &str) -> (Vec<Token<'_>>, Vec<Diagnostic>) {
    let mut tokens = Vec::with_capacity(source.len() / 4);
    let mut errors = Vec::new();
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let span = |to: usize| Span {
            from: at as u32,
            to: to as u32,
        };
        if byte.is_ascii_whitespace() {
            at += 1;
        } else if byte == b'#' {
            at += source[at..].find('\n').unwrap_or(source.len() - at);
        } else if byte.is_ascii_alphabetic() || byte == b'_' {
            let len = run(&bytes[at..], |b| b.is_ascii_alphanumeric() || b == b'_');
            tokens.push(Token {
                kind: Kind::Word,
                text: &source[at..at + len],
                span: span(at + len),
            });
            at += len;
        } else if byte.is_ascii_digit() {
            let len = run(&bytes[at..], |b| b.is_ascii_digit());
            tokens.push(Token {
                kind: Kind::Number,
                text: &source[at..at + len],
                span: span(at + len),
            });
            at += len;
        } else if byte == b'"' {
            let rest = &source[at + 1..];
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            match line.find('"') {
                Some(len) => {
                    tokens.push(Token {
                        kind: Kind::Text,
                        text: &line[..len],
                        span: span(at + len + 2),
                    });
                    at += len + 2;
                }
                None => {
                    let to = at + 1 + line.len();
                    errors.push(
                        Diagnostic::new(span(to), "this text has no closing quote")
                            .help("end it with `\"` on the same line"),
                    );
                    tokens.push(Token {
                        kind: Kind::Text,
                        text: line,
                        span: span(to),
                    });
                    at = to;
                }
            }
        } else if let Some(sign) = SIGNS.iter().find(|s| source[at..].starts_with(**s)) {
            tokens.push(Token {
                kind: Kind::Sign,
                text: &source[at..at + sign.len()],
                span: span(at + sign.len()),
            });
            at += sign.len();
        } else {
            let len = source[at..].chars().next().map_or(1, char::len_utf8);
            let shown = &source[at..at + len];
            errors.push(Diagnostic::new(
                span(at + len),
                format!("`{}` means nothing here", shown.escape_debug()),
            ));
            at += len;
        }
    }
    let end = Span {
        from: source.len() as u32,
        to: source.len() as u32,
    };
    tokens.push(Token {
        kind: Kind::End,
        text: "",
        span: end,
    });
    (tokens, errors)
}

fn run(bytes: &[u8], keep: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|b| !keep(*b)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_numbers_texts_signs_and_comments() {
        let (tokens, errors) = lex("push a_1 2..3 # no\n\"O'Brien\" >=");
        let texts: Vec<&str> = tokens.iter().map(|t| t.text).collect();
        assert_eq!(texts, ["push", "a_1", "2", "..", "3", "O'Brien", ">=", ""]);
        assert!(errors.is_empty());
    }

    #[test]
    fn an_open_text_and_a_strange_sign_are_reported_together() {
        let (_, errors) = lex("ploy \"Open\n € x");
        let messages: Vec<&str> = errors.iter().map(|e| e.message.as_str()).collect();
        assert_eq!(
            messages,
            ["this text has no closing quote", "`€` means nothing here"]
        );
    }
}

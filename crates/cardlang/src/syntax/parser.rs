//! Tokens to syntax tree, by recursive descent with one token of look-ahead.
//!
//! Parsing never stops at an error: a broken card is reported once and passed over, and the parser
//! goes on with the next. Cards, fighters and decks are here; [`super::body`] has what is inside them.

use super::body::CLAUSES;
use super::lexer::{Kind, Token, lex};
use super::written::*;
use crate::span::{Diagnostic, Span, nearest, place};
use crate::verbs::STATEMENTS;

/// Words that begin an entry of a file.
pub(crate) const ITEMS: [&str; 8] = [
    "objective",
    "ploy",
    "spell",
    "upgrade",
    "plot",
    "warscroll",
    "warband",
    "deck",
];

/// How deeply blocks and expressions can be nested.
const MAX_DEPTH: u32 = 64;

/// How many parts a condition, a sum or a block can have.
const MAX_PARTS: usize = 100;

/// The reason to leave a broken entry; the diagnostic is already recorded.
pub(crate) struct Broken;
pub(crate) type Parsed<T> = Result<T, Broken>;

pub(crate) struct Parser<'a> {
    source: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: u32,
    /// Braces not yet closed, outermost first.
    open: Vec<Span>,
    /// The entry being read.
    entry: &'a str,
    /// How much of the entry could not be read.
    pub(crate) flaws: Flaws,
    pub(crate) errors: Vec<Diagnostic>,
}

/// Reads a file: what could be understood, and every error.
pub fn parse(source: &str) -> (File, Vec<Diagnostic>) {
    let (tokens, errors) = lex(source);
    let mut parser = Parser {
        source,
        tokens,
        at: 0,
        depth: 0,
        open: Vec::new(),
        entry: "",
        flaws: Flaws::None,
        errors,
    };
    let file = parser.file();
    (file, parser.errors)
}

impl<'a> Parser<'a> {
    fn file(&mut self) -> File {
        let mut file = File::default();
        if self.eat("edition") {
            match self.any_word("the name of the edition") {
                Ok(word) => (file.edition, file.edition_span) = (word.text, word.span),
                Err(Broken) => self.recover(),
            }
        } else if self.peek().kind != Kind::End {
            let span = self.peek().span;
            let error = Diagnostic::new(span, "a file begins with its edition");
            self.errors
                .push(error.help("write `edition` and its name on the first line"));
        }
        while self.peek().kind != Kind::End {
            let before = self.at;
            self.open.clear();
            self.flaws = Flaws::None;
            self.entry = match self.peek_second() {
                name if name.kind == Kind::Text => name.text,
                _ => "",
            };
            match self.item() {
                Ok(item) => file.items.push(item),
                Err(Broken) => {
                    file.broken.push(self.entry.to_owned());
                    if self.at == before {
                        self.at += 1;
                    }
                    self.recover();
                }
            }
        }
        file
    }

    /// Goes on to the next word that can begin an entry, at the start of a card.
    fn recover(&mut self) {
        self.depth = 0;
        while self.peek().kind != Kind::End {
            if self.at_entry() {
                return;
            }
            self.at += 1;
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let token = self.peek();
        match token.text {
            "warband" if token.kind == Kind::Word => self.warband().map(Item::Warband),
            "deck" if token.kind == Kind::Word => self.deck().map(Item::Deck),
            text if token.kind == Kind::Word && ITEMS.contains(&text) => {
                self.card().map(Item::Card)
            }
            text => {
                let mut error = Diagnostic::new(
                    token.span,
                    format!(
                        "expected a card, a warband or a deck, found {}",
                        shown(token)
                    ),
                );
                if let Some(near) = nearest(text, ITEMS) {
                    error = error.help(format!("did you mean `{near}`?"));
                } else {
                    error = error.help(format!("an entry begins with {}", listed(&ITEMS)));
                }
                self.errors.push(error);
                Err(Broken)
            }
        }
    }

    fn card(&mut self) -> Parsed<Card> {
        let kind = self.any_word("a kind of card")?;
        let name = self.text("the card's name")?;
        let start = kind.span;
        let mut card = Card {
            kind,
            name,
            value: 0,
            cast: Vec::new(),
            labels: Vec::new(),
            users: Vec::new(),
            given: None,
            number: String::new(),
            house: false,
            follows: String::new(),
            weapons: Vec::new(),
            clauses: Vec::new(),
            flaws: Flaws::None,
            span: start,
        };
        while !self.at_sign("{") && !self.lacks_brace() {
            let word = self.any_word("`{`")?;
            match word.text.as_str() {
                "glory" | "cost" => card.value = self.number()?,
                "cast" => card.cast = self.faces()?,
                "number" => card.number = self.text("a number in quotes")?.text,
                "follows" => card.follows = self.text("which text it follows")?.text,
                "house" => card.house = true,
                "for" => card.users = self.users()?,
                "labels" | "label" => card.labels = self.words("a label")?,
                _ => {
                    let known = [
                        "glory", "cost", "cast", "number", "follows", "house", "for", "labels",
                    ];
                    return self.unknown(&word, "property of a card", &known);
                }
            }
        }
        self.open_brace()?;
        let whole = matches!(card.kind.text.as_str(), "ploy" | "spell");
        while !self.at_sign("}") && self.peek().kind != Kind::End {
            if self.at_word("weapon") {
                let weapon = self.weapon()?;
                card.weapons.push(weapon);
            } else if self.at_word("given") {
                self.at += 1;
                self.word("where")?;
                card.given = Some(self.expr()?);
            } else {
                let clause = self.clause_if_readable(whole)?;
                card.clauses.extend(clause);
            }
        }
        card.span = start.to(self.peek().span);
        self.sign("}")?;
        card.flaws = self.flaws;
        Ok(card)
    }

    fn users(&mut self) -> Parsed<Vec<(bool, Word)>> {
        let mut users = Vec::new();
        loop {
            let not = self.eat("not");
            let token = self.peek();
            if token.kind != Kind::Text && token.kind != Kind::Word {
                return self.expected("a fighter's name in quotes, or a label");
            }
            users.push((not, self.take_word()));
            if !self.eat_sign(",") {
                return Ok(users);
            }
        }
    }

    fn deck(&mut self) -> Parsed<Deck> {
        let start = self.any_word("deck")?.span;
        let name = self.text("the deck's name")?;
        let mut deck = Deck {
            name,
            format: None,
            warband: None,
            house: false,
            cards: None,
            span: start,
        };
        loop {
            if self.eat("format") {
                deck.format = Some(self.any_word("`ready`, `pool` or `built`")?);
            } else if self.eat("warband") {
                deck.warband = Some(self.text("the warband's name")?);
            } else if self.eat("house") {
                deck.house = true;
            } else {
                break;
            }
        }
        if self.eat_sign("{") {
            let mut cards = Vec::new();
            while self.peek().kind == Kind::Text {
                cards.push(self.take_word());
                self.eat_sign(",");
            }
            deck.span = start.to(self.peek().span);
            self.sign("}")?;
            deck.cards = Some(cards);
        }
        Ok(deck)
    }

    // Small steps.

    pub(crate) fn peek(&self) -> Token<'a> {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }
    pub(crate) fn peek_second(&self) -> Token<'a> {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }
    /// How many tokens have been read.
    pub(crate) fn at(&self) -> usize {
        self.at
    }
    pub(crate) fn step(&mut self) {
        self.at += 1;
    }
    /// How deep in blocks, expressions and braces this is.
    pub(crate) fn depth(&self) -> (u32, usize) {
        (self.depth, self.open.len())
    }
    /// Leaves what was entered since, braces included.
    pub(crate) fn back_to(&mut self, (depth, braces): (u32, usize)) -> Parsed<()> {
        self.depth = depth;
        while self.open.len() > braces {
            if self.peek().kind == Kind::End || self.at_entry() {
                return Err(Broken);
            }
            if !self.eat_sign("{") && !self.eat_sign("}") {
                self.at += 1;
            }
        }
        Ok(())
    }
    pub(crate) fn at_word(&self, word: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Word && token.text == word
    }
    pub(crate) fn at_sign(&self, sign: &str) -> bool {
        let token = self.peek();
        token.kind == Kind::Sign && token.text == sign
    }
    pub(crate) fn eat(&mut self, word: &str) -> bool {
        let here = self.at_word(word);
        self.at += usize::from(here);
        here
    }
    pub(crate) fn eat_sign(&mut self, sign: &str) -> bool {
        let here = self.at_sign(sign);
        if here {
            match sign {
                "{" => self.open.push(self.peek().span),
                "}" => drop(self.open.pop()),
                _ => {}
            }
            self.at += 1;
        }
        here
    }
    pub(crate) fn word(&mut self, word: &str) -> Parsed<()> {
        if self.eat(word) {
            Ok(())
        } else {
            self.expected(&format!("`{word}`"))
        }
    }
    pub(crate) fn sign(&mut self, sign: &str) -> Parsed<()> {
        if self.eat_sign(sign) {
            Ok(())
        } else {
            self.expected(&format!("`{sign}`"))
        }
    }
    pub(crate) fn take_word(&mut self) -> Word {
        let token = self.peek();
        self.at += 1;
        Word {
            text: token.text.to_owned(),
            span: token.span,
        }
    }
    pub(crate) fn any_word(&mut self, what: &str) -> Parsed<Word> {
        if self.peek().kind == Kind::Word && !self.is_unclosed() {
            Ok(self.take_word())
        } else {
            self.expected(what)
        }
    }
    pub(crate) fn text(&mut self, what: &str) -> Parsed<Word> {
        if self.peek().kind == Kind::Text {
            Ok(self.take_word())
        } else {
            self.expected(&format!("{what} in quotes"))
        }
    }
    pub(crate) fn number(&mut self) -> Parsed<i16> {
        let token = self.peek();
        if token.kind != Kind::Number {
            return self.expected("a number");
        }
        self.at += 1;
        match token.text.parse::<i16>() {
            Ok(n) if n <= 999 => Ok(n),
            _ => {
                self.errors.push(
                    Diagnostic::new(token.span, "no number in the game is that large")
                        .help("write at most 999"),
                );
                Ok(0)
            }
        }
    }
    pub(crate) fn words(&mut self, what: &str) -> Parsed<Vec<Word>> {
        let mut words = vec![self.any_word(what)?];
        while self.eat_sign(",") {
            words.push(self.any_word(what)?);
        }
        Ok(words)
    }
    pub(crate) fn faces(&mut self) -> Parsed<Vec<Word>> {
        let mut words = Vec::new();
        while matches!(self.peek().text, "focus" | "channel") && self.peek().kind == Kind::Word {
            words.push(self.take_word());
        }
        if words.is_empty() {
            self.expected("`focus` or `channel`")
        } else {
            Ok(words)
        }
    }
    pub(crate) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        self.expected_help(what, "")
    }
    pub(crate) fn expected_help<T>(&mut self, what: &str, help: &str) -> Parsed<T> {
        if self.is_unclosed() {
            return self.unclosed();
        }
        let token = self.peek();
        let message = format!("expected {what}, found {}", shown(token));
        self.errors
            .push(Diagnostic::new(token.span, message).help(help));
        Err(Broken)
    }

    // Braces.

    /// Whether the next entry of the file begins here.
    pub(crate) fn at_entry(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Word
            && ITEMS.contains(&token.text)
            && self.peek_second().kind == Kind::Text
    }
    /// Whether the entry should have ended by now.
    fn is_unclosed(&self) -> bool {
        !self.open.is_empty() && (self.at_entry() || self.peek().kind == Kind::End)
    }
    /// Reports the innermost brace that is never closed.
    pub(crate) fn unclosed<T>(&mut self) -> Parsed<T> {
        let Some(open) = self.open.last().copied() else {
            return self.expected("`}`");
        };
        let (line, _) = place(self.source, open.from);
        let token = self.peek();
        let before = match token.kind {
            Kind::End => "the end of the file".to_owned(),
            _ => {
                let name = self.peek_second().text.escape_debug();
                format!("`{} \"{name}\"`", token.text)
            }
        };
        let entry = self.entry.escape_debug();
        let message = format!("a `}}` is missing in \"{entry}\", opened at line {line}");
        let help = format!("write `}}` before {before}");
        // The message stands where the brace was opened, as that is what must be looked at.
        let error = Diagnostic::new(open, message).help(help);
        if self.errors.last() != Some(&error) {
            self.errors.push(error);
        }
        Err(Broken)
    }
    /// Whether what stands inside a card comes before its brace.
    fn lacks_brace(&self) -> bool {
        let token = self.peek();
        token.kind == Kind::Word
            && (STATEMENTS.contains(&token.text)
                || CLAUSES.contains(&token.text)
                || matches!(token.text, "given" | "when"))
    }
    /// The brace before a block. Where only the brace is missing, reading goes on behind it.
    pub(crate) fn open_brace(&mut self) -> Parsed<()> {
        if self.eat_sign("{") {
            return Ok(());
        }
        if !self.lacks_brace() {
            return self.expected("`{`");
        }
        let token = self.peek();
        let entry = self.entry.escape_debug();
        let message = format!("a `{{` is missing in \"{entry}\"");
        let help = format!("write `{{` before `{}`", token.text);
        self.errors
            .push(Diagnostic::new(token.span, message).help(help));
        self.flaws = self.flaws.max(Flaws::Statement);
        self.open.push(token.span);
        Ok(())
    }
    /// Whether the token is the first of its line.
    pub(crate) fn begins_line(&self) -> bool {
        let before = &self.source[..self.peek().span.from as usize];
        before.trim_end_matches([' ', '\t']).ends_with('\n')
    }
    pub(crate) fn unknown<T>(&mut self, word: &Word, what: &str, known: &[&str]) -> Parsed<T> {
        let error = Diagnostic::new(word.span, format!("`{}` is no {what}", word.text));
        let help = match nearest(&word.text, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", listed(known)),
        };
        self.errors.push(error.help(help));
        Err(Broken)
    }
    /// Enters a nested block or expression.
    pub(crate) fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let span: Span = self.peek().span;
            self.errors
                .push(Diagnostic::new(span, "this is nested too deeply to follow"));
            return Err(Broken);
        }
        Ok(())
    }
    /// Refuses something with too many parts.
    pub(crate) fn not_too_long(&mut self, parts: usize) -> Parsed<()> {
        if parts <= MAX_PARTS {
            return Ok(());
        }
        let span: Span = self.peek().span;
        let error = Diagnostic::new(span, "this is too long to follow");
        let help = format!("nothing has more than {MAX_PARTS} parts; say it in pieces");
        self.errors.push(error.help(help));
        Err(Broken)
    }
    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

fn shown(token: Token<'_>) -> String {
    match token.kind {
        Kind::End => "the end of the file".to_owned(),
        Kind::Text => format!("the text \"{}\"", token.text.escape_debug()),
        _ => format!("`{}`", token.text),
    }
}

/// `a`, `b` and `c`.
pub(crate) fn listed(words: &[&str]) -> String {
    let mut quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    quoted.dedup();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

//! Finding a verb's row by its word, and the list of all words that begin a statement.

use super::{
    Kind, Operand, ROWS, Row,
    moments::{MOMENTS, Moment},
};
use serde::{Deserialize, Serialize};

/// A verb that has a row, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain(u8);

impl Plain {
    /// The verb with a word. Two verbs can have one word if only one of them begins with how many.
    pub fn of(word: &str, counts: bool) -> Option<Plain> {
        let mut known = (0u8..).zip(&ROWS).filter(|(_, row)| row.word == word);
        let first = known.clone().next();
        let meant = known.find(|(_, row)| row.begins_with_an_amount() == counts);
        meant.or(first).map(|(place, _)| Plain(place))
    }
    /// Whether a verb with a word can be done to all of something.
    pub fn takes_all(word: &str) -> bool {
        let all = |row: &Row| matches!(row.operands, [first, ..] if matches!(first.kind, Kind::AmountOrAll));
        ROWS.iter().any(|row| row.word == word && all(row))
    }
    /// Its row.
    pub fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0) % ROWS.len()]
    }
}

impl Row {
    /// The moments at which alone it can be used, if it cannot be used at any.
    pub fn moments(&self) -> Option<&'static [Moment]> {
        let mut found = MOMENTS.iter().filter(|(word, _)| *word == self.word);
        found.next().map(|(_, moments)| *moments)
    }
    /// Whether it gives something a name.
    pub fn names(&self) -> bool {
        let name = |operand: &Operand| matches!(operand.kind, Kind::Name(_));
        self.operands.iter().any(name)
    }
    fn begins_with_an_amount(&self) -> bool {
        let first = self.operands.first();
        first.is_some_and(|first| matches!(first.kind, Kind::Amount | Kind::AmountOrAll))
    }
}

/// Words that begin a statement with a shape of its own.
const SHAPED: [&str; 20] = [
    "choose", "pick", "random", "name", "if", "may", "one", "each", "roll", "scatter", "push",
    "place", "lift", "let", "effect", "order", "turns", "then", "do", "gather",
];

/// Every word that begins a statement.
pub(crate) const STATEMENTS: [&str; SHAPED.len() + ROWS.len()] = {
    let mut all = [""; SHAPED.len() + ROWS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < SHAPED.len() {
            SHAPED[at]
        } else {
            ROWS[at - SHAPED.len()].word
        };
        at += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_verbs_with_one_word_the_next_word_tells_which() {
        let reads = |counts| Plain::of("take", counts).map(|verb| verb.row().reads);
        assert_eq!(reads(true), Some("take {0} unspent glory from {1}"));
        assert_eq!(reads(false), Some("remove {0} of {2's} {1} tokens"));
        assert_eq!(Plain::of("fly", false), None);
    }

    #[test]
    fn how_a_verb_reads_speaks_of_no_operand_that_it_lacks() {
        for row in &ROWS {
            let beyond = format!("{{{}", row.operands.len());
            assert!(!row.reads.contains(&beyond), "{}", row.word);
        }
    }
}

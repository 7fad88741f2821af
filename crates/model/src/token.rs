//! Tokens a fighter can have.

use serde::{Deserialize, Serialize};

/// A token beside a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Token {
    /// The fighter made a Move.
    Move,
    /// The fighter made a Charge.
    Charge,
    /// The fighter is on Guard.
    Guard,
    /// The fighter is staggered.
    Stagger,
    /// The fighter was raised.
    Raise,
}

impl Token {
    /// How many kinds there are.
    pub const COUNT: usize = Token::Raise as usize + 1;
    /// Every token.
    pub const ALL: [Token; Token::COUNT] = [
        Token::Move,
        Token::Charge,
        Token::Guard,
        Token::Stagger,
        Token::Raise,
    ];

    /// The word used in card files and notation.
    pub fn word(self) -> &'static str {
        match self {
            Token::Move => "move",
            Token::Charge => "charge",
            Token::Guard => "guard",
            Token::Stagger => "stagger",
            Token::Raise => "raise",
        }
    }

    /// Reads the word used in card files and notation.
    pub fn from_word(word: &str) -> Option<Token> {
        Token::ALL.into_iter().find(|t| t.word() == word)
    }
}

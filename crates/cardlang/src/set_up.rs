//! How a fighter's game begins and ends, where that is not as everybody's does: on which side, where it is placed, and what
//! it becomes instead of going out of action.

use serde::{Deserialize, Serialize};

/// When and where a fighter is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Deploys {
    /// In turn, on a starting hex.
    #[default]
    InTurn,
    /// Right after the friend who answers to the name with this number, as near as possible.
    Beside(u16),
    /// Right after the friend who answers to the name with this number, in an adjacent empty hex that is no starting hex and
    /// has no feature token, or as near as there is one.
    NextTo(u16),
    /// Before the first round, in any empty hex.
    BeforeFirst,
    /// In turn, on a starting hex, or in an empty hex of enemy territory that is no starting hex and has no feature token.
    Abroad,
    /// Not by the rules of set-up.
    Never,
}

/// How a fighter's game begins, and what it becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetUp {
    /// Whether its Inspired side is up.
    pub inspired: bool,
    /// When and where it is placed.
    pub deploys: Deploys,
    /// Whether its card is turned over instead of going out of action; the other side is not an Inspired one then.
    pub becomes: bool,
}

/// One thing that a card says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Begins {
    /// Its Inspired side is up.
    Inspired,
    /// It is placed in a way of its own.
    Deploys(Deploys),
    /// It becomes who is on the other side of its card, by the number of the name, instead of going out of action.
    Becomes(u16),
}

impl SetUp {
    /// Notes one thing more.
    pub fn note(&mut self, begins: Begins) {
        match begins {
            Begins::Inspired => self.inspired = true,
            Begins::Deploys(deploys) => self.deploys = deploys,
            Begins::Becomes(_) => self.becomes = true,
        }
    }
}

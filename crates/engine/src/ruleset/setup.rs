//! In what the editions differ before the first round: boards, tokens, hands, deploying.

use serde::{Deserialize, Serialize};

/// A step of set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum SetupStep {
    /// Roll off for the boards, choose and place them; or choose the shared board and territories.
    Boards,
    /// Place objective / feature tokens.
    Tokens,
    /// Draw starting hands and replace them.
    Hands,
    /// Place the fighters.
    Deploy,
}

/// Rolling off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum RollOff {
    /// Four dice each: criticals, then single supports, then double supports.
    FourDice,
    /// One attack die each: critical, swords, hammer, double support, single support.
    OneDie,
}

/// Battlefields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum BoardRule {
    /// Each player brings a board; joining must complete this many hexes.
    OneEach {
        /// Along long edges.
        long: u8,
        /// Along short edges.
        short: u8,
        /// With three or four players boards only lie as in the fixed layouts.
        fixed_layouts: bool,
    },
    /// One board is shared.
    Shared,
}

/// Who chooses a board first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum FirstBoard {
    /// The loser of the roll-off.
    Loser,
    /// Whoever the winner of the roll-off picks.
    WinnersPick,
    /// The winner picks the shared board's side and a territory.
    WinnerPicksSide,
}

/// Tokens on the battlefield.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct TokenRule {
    /// Numbered tokens, by number of players.
    pub numbered: [u8; 5],
    /// Numbers are dealt to the players, who know their own.
    pub dealt: bool,
    /// All are turned to their numbered side when placed.
    pub revealed: bool,
    /// Each player may add a token without a number.
    pub extra_gloom: bool,
    /// The last token may be placed on an edge hex.
    pub last_may_use_edge: bool,
    /// The first token goes to neutral territory and each territory must hold one in the end.
    pub each_territory: bool,
    /// The reverse of a numbered token gives cover.
    pub reverse_is_cover: bool,
    /// The player who does not choose the side places first (otherwise whoever chose the first board).
    pub second_places_first: bool,
}

/// Replacing a starting hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Mulligan {
    /// Replaced cards are out of the game.
    Discarded,
    /// Replaced cards are shuffled back.
    ShuffledBack,
}

/// Who deploys first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum FirstDeploy {
    /// Whoever the winner of a roll-off picks.
    WinnersPick,
    /// The same of two players; with three or four the winner (Nightvault p.2).
    WinnersPickOfTwo,
    /// Whoever placed the last token.
    LastToken,
}

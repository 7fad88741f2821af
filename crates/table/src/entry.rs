//! What is stored about a game: the plan it was made by, and one entry after the other.
//!
//! The plan and the entries are everything: a game is rebuilt from them alone. Chance follows from the
//! plan's secret seed and an entry's position, so a choice that was taken back never tells the dice of
//! the next one.

use gloryhex_engine::{Choice, Seed};
use gloryhex_protocol::{ClockRules, DeckList, MatchScore, SeatKind};
use serde::{Deserialize, Serialize};

/// How a game was made. Never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Edition.
    pub edition: String,
    /// Names of variants.
    pub variant: Vec<String>,
    /// The seats.
    pub seats: Vec<PlannedSeat>,
    /// Names of the boards that can be chosen; empty for the core set.
    pub boards: Vec<String>,
    /// Names of the boards that seats have settled on before the game, by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_boards: Vec<String>,
    /// One ticket opens all human seats.
    pub hot_seat: bool,
    /// Listed in the lobby.
    pub public: bool,
    /// Clocks.
    pub clock: Option<ClockRules>,
    /// The match it belongs to.
    pub series: Option<MatchScore>,
    /// Secret; chance follows from it, by the generator it names.
    pub seed: Seed,
    /// The beginning of another game that this one continues.
    pub prelude: Option<Inputs>,
    /// Chance begins anew after every so many choices; not so in games of the first versions.
    #[serde(default)]
    pub marked: bool,
    /// Before the choice of this number chance begins anew from this seed: so it says in the file that the game was
    /// read from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<(u32, Seed)>,
    /// The result counts for the ratings of both players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
}

/// The variant that sudden death rounds are played by.
pub const SUDDEN_DEATH: &str = "sudden-death";

impl Plan {
    /// The plan of the game before sudden death rounds.
    #[must_use]
    pub fn without_sudden_death(&self) -> Plan {
        let mut plan = self.clone();
        plan.variant.retain(|way| way != SUDDEN_DEATH);
        plan
    }
}

/// A seat of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedSeat {
    /// Who plays.
    pub kind: SeatKind,
    /// Display name, empty if whoever joins chooses it.
    pub name: String,
    /// Warband, empty if whoever joins chooses it.
    pub warband: String,
    /// Deck.
    pub deck: Option<DeckList>,
}

/// All that a game on the table follows from: chance and choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// The seed of chance.
    pub seed: Seed,
    /// Before the choice of this number (from 0) chance began anew from this seed.
    pub reseeds: Vec<(u32, Seed)>,
    /// The choices.
    pub choices: Vec<Choice>,
}

/// A choice that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The position it was stored at.
    pub at: u32,
    /// Whose.
    pub seat: u8,
    /// In notation, for people.
    pub choice: String,
    /// Exactly.
    pub exact: Choice,
    /// Made for a player who did not want to be asked: taken back together with what came before it.
    #[serde(default)]
    pub auto: bool,
}

/// An entry. Its position is where it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Entry {
    /// All seats are filled from the start; nobody has to join.
    Begin,
    /// Somebody took a seat.
    Join {
        /// Which.
        seat: u8,
        /// Display name.
        name: String,
        /// Warband.
        warband: String,
        /// Deck.
        deck: Option<DeckList>,
        /// When, in Unix milliseconds, if the game has clocks.
        #[serde(default, skip_serializing_if = "unknown")]
        when: u64,
        /// The id of somebody who took a name; nobody has to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
    },
    /// A choice.
    Choose {
        /// Whose.
        seat: u8,
        /// In notation, for people.
        choice: String,
        /// Exactly.
        exact: Choice,
        /// Milliseconds taken off the seat's clock.
        spent: u32,
        /// Made for a player who did not want to be asked.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        auto: bool,
        /// When, in Unix milliseconds, if the game has clocks.
        #[serde(default, skip_serializing_if = "unknown")]
        when: u64,
    },
    /// A player wants to take a choice back.
    AskUndo {
        /// Who.
        seat: u8,
        /// The position to go back to.
        to: u32,
    },
    /// Another player answers.
    AnswerUndo {
        /// Who.
        seat: u8,
        /// Whether they agree.
        agree: bool,
        /// Milliseconds that the decision had run; they are taken off the clock of whoever takes back.
        #[serde(default, skip_serializing_if = "none")]
        spent: u32,
        /// When, in Unix milliseconds, if the game has clocks.
        #[serde(default, skip_serializing_if = "unknown")]
        when: u64,
    },
    /// A choice is taken back without asking.
    TakeBack {
        /// By whom.
        seat: u8,
        /// The position to go back to.
        to: u32,
        /// Milliseconds that the decision had run; they are taken off the clock of whoever takes back.
        #[serde(default, skip_serializing_if = "none")]
        spent: u32,
        /// When, in Unix milliseconds, if the game has clocks.
        #[serde(default, skip_serializing_if = "unknown")]
        when: u64,
    },
    /// A player offers a draw or no longer does.
    OfferDraw {
        /// Who.
        seat: u8,
        /// Whether the offer stands.
        offer: bool,
    },
    /// Another player answers.
    AnswerDraw {
        /// Who.
        seat: u8,
        /// Whether they agree.
        agree: bool,
    },
    /// A player leaves the game.
    Leave {
        /// Who.
        seat: u8,
        /// Why.
        why: Leaving,
    },
    /// The game goes on under another version of the program, from a position stored at this entry, with
    /// chance begun anew.
    GoOn {
        /// The version.
        engine: String,
        /// The content it goes on with.
        content: String,
    },
    /// A player wants another game.
    Again {
        /// Who.
        seat: u8,
    },
    /// The next game was made.
    Next {
        /// Its id.
        game: String,
    },
}

/// Why a player left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// Gave up.
    Resigned,
    /// Ran out of time.
    Time,
    /// Went away and did not come back in time.
    Away,
}

/// Whether a time is not known: nothing is written then.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn unknown(when: &u64) -> bool {
    *when == 0
}

/// Whether no time was spent: nothing is written then.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn none(spent: &u32) -> bool {
    *spent == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_from_before_ciphers_keep_their_dice() {
        let old = r#"{"edition":"nightvault","variant":[],"seats":[],"boards":[],"hot_seat":false,"public":false,
            "clock":null,"series":null,"seed":17,"prelude":{"seed":3,"reseeds":[[2,5]],"choices":[]}}"#;
        let plan: Plan = serde_json::from_str(old).unwrap();
        assert_eq!(plan.seed, Seed::Fast(17));
        let prelude = plan.prelude.unwrap();
        assert_eq!(
            (prelude.seed, prelude.reseeds),
            (Seed::Fast(3), vec![(2, Seed::Fast(5))])
        );
    }
}

//! What is written about a tournament: the plan it was made by, and what happened to it.

use crate::PlayerId;
use serde::{Deserialize, Serialize};

/// How a tournament was made. Never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// Which edition is played.
    pub edition: String,
    /// Who meets whom.
    pub format: Format,
    /// The variants its games are played by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variant: Vec<String>,
    /// The boards that can be chosen in its games; empty for those of the core set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<String>,
    /// Games in a match: 1 or 3.
    pub best_of: u8,
    /// Whether its games are rated.
    pub rated: bool,
    /// The format in which decks are built; nothing if no decks are registered.
    pub decks: Option<String>,
    /// The day by whose lists of forbidden and limited cards decks are judged, as `2025-02-09`; nothing for the newest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lists: Option<String>,
    /// The clocks that its games begin with, as the server writes them; nothing without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Whether everybody sees the registered decks before the end.
    pub open_decks: bool,
    /// The days for a round, in a league; nothing if the organiser calls the next one.
    pub deadline: Option<Deadline>,
    /// Who organises it.
    pub organiser: PlayerId,
    /// Lots are drawn by this number.
    pub lots: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Format {
    /// So many rounds, each between players who have done about as well.
    Swiss {
        /// How many.
        rounds: u8,
    },
    /// Everybody meets everybody.
    RoundRobin,
    /// Whoever loses is out.
    Elimination,
    /// A Swiss, then the best of it play a bracket.
    SwissCut {
        /// Rounds of the Swiss.
        rounds: u8,
        /// How many play the bracket: 2, 4, 8, 16 or 32.
        cut: u8,
    },
}

/// How long a round of a league takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deadline {
    /// Days for a round.
    pub days: u8,
    /// Days after that in which a match can be made up for.
    pub late: u8,
}

/// Somebody in the list of those who entered, by number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Entrant(pub u32);

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Verdict {
    /// It was played.
    Played {
        /// Games won by each side.
        won: [u8; 2],
        /// Glory of each side in all games.
        glory: [u16; 2],
        /// The side that a tie-breaker made the winner of a match drawn in games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<u8>,
    },
    /// One side did not come, or gave the match up before it began.
    Forfeit {
        /// Which, 0 or 1.
        side: u8,
    },
    /// Neither side came.
    Neither,
}

impl Verdict {
    /// The side that won.
    pub fn winner(self) -> Option<usize> {
        match self {
            Verdict::Played {
                won: [one, other],
                decided,
                ..
            } => match one.cmp(&other) {
                std::cmp::Ordering::Greater => Some(0),
                std::cmp::Ordering::Less => Some(1),
                std::cmp::Ordering::Equal => decided.map(usize::from),
            },
            Verdict::Forfeit { side } => Some(1 - usize::from(side)),
            Verdict::Neither => None,
        }
    }
    /// Whether it was played and nobody won.
    pub fn drawn(self) -> bool {
        self.played() && self.winner().is_none()
    }
    /// Whether it was played at all.
    pub fn played(self) -> bool {
        matches!(self, Verdict::Played { .. })
    }
    /// Glory of each side.
    pub fn glory(self) -> [u16; 2] {
        match self {
            Verdict::Played { glory, .. } => glory,
            Verdict::Forfeit { .. } | Verdict::Neither => [0; 2],
        }
    }
}

/// Something that happened to a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub when: u64,
    /// What.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Deed {
    /// Somebody enters.
    Enter {
        /// Who; nobody for a guest whom the organiser wrote down.
        player: Option<PlayerId>,
        /// The name to show.
        name: String,
        /// Rating when entering, by which they are seeded; 0 for none.
        #[serde(default)]
        seeding: u32,
        /// The registered warband and deck, as the server reads them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        list: Option<String>,
    },
    /// Somebody leaves.
    Drop {
        /// Who.
        entrant: Entrant,
    },
    /// The next round begins with these pairs; they are written down so that no other version pairs otherwise.
    Round {
        /// The pairs: two, or one who rests, or in a bracket nobody at all.
        pairs: Vec<[Option<Entrant>; 2]>,
    },
    /// A game was made for a pair.
    Game {
        /// The table, from 0, in the last round.
        table: u32,
        /// The game.
        game: String,
    },
    /// A match, whose games follow one another, was made for a pair.
    Match {
        /// The table, from 0, in the last round.
        table: u32,
        /// The match.
        id: String,
    },
    /// A match of the last round ended.
    Told {
        /// The table.
        table: u32,
        /// How.
        verdict: Verdict,
    },
    /// A result is set right.
    Correct {
        /// The round, from 0.
        round: u32,
        /// The table.
        table: u32,
        /// How it really ended.
        verdict: Verdict,
        /// Why, for everybody to read.
        reason: String,
    },
    /// The time for a round is over: whoever has not played has lost.
    Close,
    /// The organiser stops everything for a while, or goes on.
    Pause {
        /// Whether it is stopped.
        on: bool,
    },
    /// Matches that are made from now on have other clocks.
    Clock {
        /// Which, as the server writes them; nothing for none.
        clock: Option<String>,
    },
    /// It ends here, with the standings as they are.
    End,
}

/// Who wants something of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A player.
    Player(PlayerId),
    /// The server itself, which knows how games ended and what time it is.
    House,
}

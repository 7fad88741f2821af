//! What the game remembers for objectives: deeds of fighters in this phase, counts per player.

use serde::{Deserialize, Serialize};

/// Something a fighter did or suffered in the current action phase; cleared when the next begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Deed {
    /// Made a Move action (also inside a Charge).
    Moved,
    /// Made a Charge action.
    Charged,
    /// Made an Attack action.
    Attacked,
    /// Made a successful Attack action.
    Succeeded,
    /// Made a Range 1 Attack action in the current activation on a target with more supporters than the attacker.
    OutsupportedNow,
    /// Took an enemy fighter out of action.
    TookOut,
    /// Was dealt damage.
    WasHurt,
    /// Was the target of an Attack action.
    WasTargeted,
    /// Moved through a hex occupied by an enemy.
    MovedThroughEnemy,
    /// Cast a spell.
    Cast,
    /// Was taken out of action in this phase.
    WentOut,
    /// Was raised or returned in this phase.
    Returned,
    /// Used a fighter's action in the current activation.
    ActedNow,
    /// Attacked in the current activation.
    AttackedNow,
    /// Failed a Range 1 or 2 attack in the current activation.
    FailedNow,
    /// Cannot be activated again in this phase because an effect said so.
    Spent,
    /// Stood on a feature token when the current activation began, where some card asks for it.
    BeganOnToken,
}

impl Deed {
    /// How many deeds there are.
    pub const COUNT: usize = Deed::BeganOnToken as usize + 1;
}

/// A counter of a fighter or a player that cards at a table have given a name, by the place of the name among
/// those at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Named(u8);

impl Named {
    /// How many names a fighter, or a player, has room for.
    pub const COUNT: usize = 6;

    /// The counter with a place; `None` if there is no room for so many names.
    pub const fn new(place: u8) -> Option<Named> {
        if (place as usize) < Named::COUNT {
            Some(Named(place))
        } else {
            None
        }
    }
    /// The place of its name.
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}

/// The name of a counter among all that warbands, plots and cards have given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CounterId(pub u8);

impl CounterId {
    /// How many names there can be.
    pub const MOST: usize = 16;
}

/// Who has counters of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CountedFor {
    /// Fighters.
    Fighter,
    /// Players.
    Player,
}

/// A count kept per player. Phase counts are cleared when the next action phase begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Counter {
    /// Enemy fighters taken out by this warband in this phase.
    TakenOut,
    /// Enemy leaders taken out by this warband in this phase.
    LeadersTakenOut,
    /// Attack actions made in this phase.
    Attacks,
    /// Attack actions outside Charges made in this phase.
    FreeAttacks,
    /// Spells cast in this phase.
    Spells,
    /// Reactions resolved in this phase.
    Reactions,
    /// Delves in this phase.
    Delves,
    /// Objectives scored in this round.
    ScoredThisRound,
    /// Turns taken in this phase.
    Turns,
    /// A warband's own tracker (kept for the whole game).
    Tracker,
    /// Fighters of any warband taken out in this phase (same for all seats).
    AnyoneOut,
    /// Fighters of any warband taken out by this one in this phase, its own among them.
    FightersTakenOut,
}

impl Counter {
    /// How many counters there are.
    pub const COUNT: usize = Counter::FightersTakenOut as usize + 1;
}

//! A choice as four bytes, and the list of choices offered.
//!
//! What the bytes mean depends on the verb; the text notation of a choice lives in the notation
//! crate, the legality of a choice with the frame that asks for it.

use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{FighterId, Seat};
use serde::{Deserialize, Serialize};

/// What kind of choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Verb {
    /// Pick a player. `a` seat.
    Seat,
    /// Choose a board. `a` index of the sheet.
    Board,
    /// Join the board. `a` + 256 × `b` index into [`Table::placements`](crate::Table::placements).
    Join,
    /// Take a territory of the shared board. `a` region of the grid.
    Territory,
    /// Place a token. `a` hex, `b` which of one's dealt tokens (0 where nobody knows them).
    PlaceToken,
    /// Do not add a token.
    NoToken,
    /// Keep or replace the starting hand. `a` bits: 1 objectives, 2 power cards; 0 keeps.
    Mulligan,
    /// Deploy. `a` fighter, `b` hex.
    Deploy,
    /// Move. `a` fighter, `b` hex, `c` hazards entered on the way, as bits of the list of hazards.
    Move,
    /// Charge. As Move.
    Charge,
    /// Attack. `a` fighter, `b` target, `c` weapon.
    Attack,
    /// Guard. `a` fighter.
    Guard,
    /// Draw a power card.
    Draw,
    /// Discard an objective and draw one. `a` objective slot.
    Exchange,
    /// Begin to Focus.
    Focus,
    /// Pass: an activation, one's part of a power step, or a chance to react.
    Pass,
    /// A printed action. `a` fighter, `b` source slot, `c` clause.
    Action,
    /// Use a weapon ability. `a` keyword, 255 for none; `b` 1 if critical-only.
    Ability,
    /// Re-roll a die. `a` face, 255 for no re-roll.
    Reroll,
    /// Drive the target back. `a` hex.
    DriveBack,
    /// Grapple: push the target. `a` hex.
    Grapple,
    /// Leave things where they are.
    Stay,
    /// Follow up into the target's hex.
    Overrun,
    /// Stand fast (`a` 1) or not (`a` 0).
    StandFast,
    /// The next target of a series. `b` target.
    Next,
    /// Play a ploy, gambit or spell. `a` slot, `b` caster or 255.
    Play,
    /// Give an upgrade. `a` slot, `b` fighter.
    Upgrade,
    /// Delve. `a` fighter.
    Delve,
    /// Use a warscroll ability. `a` source slot, `b` clause.
    Use,
    /// React. `a` source slot, `b` fighter or 255, `c` clause.
    React,
    /// A fighter, as a card's target. `a` fighter.
    Fighter,
    /// A hex, as a card's target. `a` hex.
    Hex,
    /// A token, as a card's target. `a` index.
    Feature,
    /// A card, as a card's target. `a` slot, `b` seat.
    Card,
    /// One of several options. `a` number from 0.
    Option,
    /// Yes (`a` 1) or no (`a` 0).
    Confirm,
    /// Score an objective. `a` objective slot.
    Score,
    /// Discard a card. `a` source slot.
    Discard,
    /// Finished with a set.
    Done,
    /// A die, where their order matters. `a` face.
    Die,
}

/// A choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// What kind.
    pub verb: Verb,
    /// First detail.
    pub a: u8,
    /// Second detail.
    pub b: u8,
    /// Third detail.
    pub c: u8,
}

impl std::fmt::Debug for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}({},{},{})", self.verb, self.a, self.b, self.c)
    }
}

impl Choice {
    /// Passing.
    pub const PASS: Choice = Choice::new(Verb::Pass, 0, 0, 0);
    /// Finishing a set.
    pub const DONE: Choice = Choice::new(Verb::Done, 0, 0, 0);
    /// Leaving things where they are.
    pub const STAY: Choice = Choice::new(Verb::Stay, 0, 0, 0);

    /// A choice from its parts.
    pub const fn new(verb: Verb, a: u8, b: u8, c: u8) -> Choice {
        Choice { verb, a, b, c }
    }
    /// A choice about a seat.
    pub fn seat(seat: Seat) -> Choice {
        Choice::new(Verb::Seat, seat.0, 0, 0)
    }
    /// A choice of a verb and a hex.
    pub fn hex(verb: Verb, hex: HexId) -> Choice {
        Choice::new(verb, hex.0, 0, 0)
    }
    /// A choice of a verb and a fighter.
    pub fn fighter(verb: Verb, fighter: FighterId) -> Choice {
        Choice::new(verb, fighter.0, 0, 0)
    }
    /// The first detail as a fighter.
    pub fn fighter_a(self) -> FighterId {
        FighterId(self.a)
    }
    /// The first detail as a hex.
    pub fn hex_a(self) -> HexId {
        HexId(self.a)
    }
    /// The second detail as a hex.
    pub fn hex_b(self) -> HexId {
        HexId(self.b)
    }
}

/// The choices offered: a buffer made once and used again. A probe only counts them and never
/// touches the heap.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    list: Vec<Choice>,
    probing: bool,
    real: u32,
}

impl Choices {
    /// An empty list with room for any decision.
    pub fn new() -> Choices {
        Choices {
            list: Vec::with_capacity(2048),
            probing: false,
            real: 0,
        }
    }
    /// A list that only counts.
    pub fn probe() -> Choices {
        Choices {
            list: Vec::new(),
            probing: true,
            real: 0,
        }
    }
    /// Empties the list.
    pub fn clear(&mut self) {
        self.list.clear();
        self.real = 0;
    }
    /// Adds a choice.
    #[inline]
    pub fn push(&mut self, choice: Choice) {
        if self.probing {
            self.real += u32::from(Choices::is_real(choice));
        } else {
            self.list.push(choice);
        }
    }
    /// Adds a choice for every hex of a set, as its second detail.
    #[inline]
    pub fn push_hexes(&mut self, verb: Verb, a: u8, hexes: HexSet, c: u8) {
        if self.probing {
            let count = hexes.len() as u32;
            self.real += count * u32::from(Choices::is_real(Choice::new(verb, a, 0, c)));
        } else {
            let list = &mut self.list;
            hexes.each(|hex| list.push(Choice::new(verb, a, hex.0, c)));
        }
    }
    /// Whether this is a probe that has found something: whoever lists may stop.
    #[inline]
    pub fn enough(&self) -> bool {
        self.probing && self.real > 0
    }
    /// How many choices there are besides passing and finishing.
    pub fn real(&self) -> u32 {
        let listed = self.list.iter().filter(|choice| Choices::is_real(**choice));
        self.real + listed.count() as u32
    }
    /// Whether there is any choice besides passing and finishing.
    pub fn has_real(&self) -> bool {
        self.real > 0 || self.list.iter().any(|choice| Choices::is_real(*choice))
    }
    fn is_real(choice: Choice) -> bool {
        !matches!(choice.verb, Verb::Pass | Verb::Done)
    }
    /// Whether this only counts.
    #[inline]
    pub fn is_probe(&self) -> bool {
        self.probing
    }
    /// The choices.
    pub fn as_slice(&self) -> &[Choice] {
        &self.list
    }
}

impl std::ops::Deref for Choices {
    type Target = [Choice];
    fn deref(&self) -> &[Choice] {
        &self.list
    }
}

//! What happened, for people: each event carries the rule behind it.
//!
//! Events are written to a log that may be absent, so batch play pays nothing for them. An event may
//! hold what only one seat may know; views cut that out.

use crate::{attack::WeaponIx, effect::Source, state::Ending};
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{CardId, CounterId, Die, Face, FighterId, Keyword, Roll, Rule, Seat, Token};
use serde::{Deserialize, Serialize};

/// Who or what caused damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum By {
    /// A fighter, by an attack, an upgrade or a spell.
    Fighter(FighterId),
    /// A player's card.
    Warband(Seat),
    /// A hex.
    Hazard,
    /// A rule of the game that belongs to nobody.
    Nobody,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// What.
    pub what: What,
    /// By which rule.
    pub rule: Rule,
}

/// Something that happened, in detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum What {
    RolledOff {
        seat: Seat,
        roll: Roll,
    },
    WonRollOff {
        seat: Seat,
    },
    LostRollOff {
        seat: Seat,
    },
    Picked {
        by: Seat,
        seat: Seat,
    },
    BoardChosen {
        seat: Seat,
        sheet: u8,
    },
    BoardPlaced {
        seat: Seat,
    },
    TerritoryTaken {
        seat: Seat,
        side: u8,
    },
    TokenPlaced {
        seat: Seat,
        hex: HexId,
    },
    TokenRevealed {
        index: u8,
        number: u8,
    },
    TokenFlipped {
        index: u8,
        numbered: bool,
    },
    TokenMoved {
        index: u8,
        hex: HexId,
    },
    TokenRemoved {
        index: u8,
    },
    HandReplaced {
        seat: Seat,
        which: u8,
    },
    Deployed {
        fighter: FighterId,
        hex: HexId,
    },
    RoundBegan {
        round: u8,
    },
    TurnBegan {
        seat: Seat,
        number: u8,
    },
    PowerStepBegan {
        seat: Seat,
    },
    EndPhaseBegan {
        seat: Seat,
    },
    Passed {
        seat: Seat,
    },
    Moved {
        fighter: FighterId,
        from: HexId,
        to: HexId,
    },
    Pushed {
        fighter: FighterId,
        from: HexId,
        to: HexId,
    },
    Placed {
        fighter: FighterId,
        hex: HexId,
    },
    Charged {
        fighter: FighterId,
    },
    Guarded {
        fighter: FighterId,
    },
    Acted {
        fighter: FighterId,
        source: Source,
        clause: u8,
    },
    TokenGiven {
        fighter: FighterId,
        token: Token,
    },
    TokenLost {
        fighter: FighterId,
        token: Token,
    },
    Attacked {
        attacker: FighterId,
        target: FighterId,
        weapon: WeaponIx,
    },
    AbilityPicked {
        keyword: Keyword,
    },
    Rolled {
        seat: Seat,
        die: Die,
        roll: Roll,
    },
    Rerolled {
        seat: Seat,
        from: gloryhex_model::Face,
        to: gloryhex_model::Face,
    },
    /// A card turned a die of a roll.
    Turned {
        seat: Seat,
        from: gloryhex_model::Face,
        to: gloryhex_model::Face,
    },
    /// A card leaves a die of a roll out.
    LeftOut {
        seat: Seat,
        face: gloryhex_model::Face,
    },
    Succeeded {
        attacker: FighterId,
        target: FighterId,
        critical: bool,
    },
    Drew {
        attacker: FighterId,
        target: FighterId,
    },
    Failed {
        attacker: FighterId,
        target: FighterId,
    },
    BrokenOff {
        attacker: FighterId,
        target: FighterId,
    },
    WasTrapped {
        fighter: FighterId,
    },
    DroveBack {
        fighter: FighterId,
        to: HexId,
    },
    Overran {
        fighter: FighterId,
    },
    StoodFast {
        fighter: FighterId,
    },
    Damaged {
        fighter: FighterId,
        amount: u8,
        by: By,
    },
    Healed {
        fighter: FighterId,
        amount: u8,
    },
    TakenOut {
        fighter: FighterId,
        by: By,
    },
    Returned {
        fighter: FighterId,
        hex: HexId,
    },
    Inspired {
        fighter: FighterId,
    },
    Uninspired {
        fighter: FighterId,
    },
    TurnedOver {
        fighter: FighterId,
    },
    Gained {
        seat: Seat,
        glory: u8,
    },
    Spent {
        seat: Seat,
        glory: u8,
    },
    Tracked {
        seat: Seat,
        step: u8,
    },
    CountersAdded {
        fighter: FighterId,
        seat: Seat,
        counter: CounterId,
        n: u8,
    },
    CountersRemoved {
        fighter: FighterId,
        seat: Seat,
        counter: CounterId,
        n: u8,
    },
    CardDrawn {
        seat: Seat,
        slot: u8,
    },
    CardDiscarded {
        source: Source,
    },
    /// A card was shown from the top of its deck.
    Raided {
        source: Source,
    },
    /// A card was shown to a player, or to all if it is nobody.
    CardShown {
        source: Source,
        to: Seat,
    },
    /// A player named an objective of the pool, by its number in the catalogue.
    CardNamed {
        seat: Seat,
        title: CardId,
    },
    /// A die with this face was added to a roll.
    Included {
        seat: Seat,
        face: Face,
    },
    /// A card of the hand was shown and put under its deck.
    Stored {
        source: Source,
    },
    /// A raided card was put back on top of its deck, or under it.
    PutBack {
        source: Source,
        top: bool,
    },
    CardPlayed {
        source: Source,
    },
    UpgradeGiven {
        source: Source,
        fighter: FighterId,
    },
    UpgradeLost {
        source: Source,
        fighter: FighterId,
    },
    Reacted {
        source: Source,
        clause: u8,
    },
    Scored {
        source: Source,
        glory: u8,
    },
    Revealed {
        source: Source,
    },
    Delved {
        fighter: FighterId,
        index: u8,
    },
    SpellCast {
        caster: FighterId,
    },
    SpellFailed {
        caster: FighterId,
    },
    Backlash {
        caster: FighterId,
    },
    HexChanged {
        hex: HexId,
        kinds: Kind,
    },
    EffectBegan {
        source: Source,
    },
    EffectEnded {
        source: Source,
    },
    TokensCleared,
    GameOver {
        ending: Ending,
    },
}

/// Where events go.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The events, oldest first.
    pub events: Vec<Event>,
}

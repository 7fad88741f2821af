//! What counts how much when an opponent judges a position, as plain figures.
//!
//! The figures belong to an edition and lie on the table beside its rules; who judges by them, and how, is
//! not known here.

use serde::{Deserialize, Serialize};

/// What counts how much, in glory points where not said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// A fighter who stands.
    pub alive: f32,
    /// Its strength in attack.
    pub strength: f32,
    /// Being Inspired, beyond better figures.
    pub inspired: f32,
    /// An upgrade on a fighter.
    pub upgrade: f32,
    /// A card in hand.
    pub card: f32,
    /// An unspent glory point.
    pub purse: f32,
    /// A token held.
    pub hold: f32,
    /// An end-phase objective whose condition holds now, at the start of a round and at its end.
    pub met: [f32; 2],
    /// One that asks for places and whose condition holds now, at the start of a round.
    pub kept: f32,
    /// One whose condition does not hold now.
    pub unmet: f32,
    /// One that asks for places which are within reach, as a share of what is hoped for.
    pub near: f32,
    /// A surge objective.
    pub surge: f32,
    /// The best attack of the player who acts next.
    pub tempo: f32,
    /// The best attack of a player who acts later.
    pub menace: f32,
    /// The second best attack, as a share of the best.
    pub second: f32,
    /// A fighter who may still act in this round, by the part of it that is left.
    pub fresh: f32,
    /// One who may still charge, likewise.
    pub ready: f32,
    /// Being on Guard, likewise.
    pub guard: f32,
    /// Being out of everybody's reach and reaching nobody, per hex.
    pub far: f32,
    /// The same to somebody bold.
    pub idle: f32,
    /// How much of the others' threats counts to somebody bold; 1 where nobody is.
    pub fear: f32,
    /// From a lead in glory points to a chance to win.
    pub slope: f32,
    /// How much steeper that is at the end.
    pub late: f32,
    /// Turns a search plays on at a glance before it judges; it never plays on past a round.
    pub ahead: u8,
    /// The same in the last round, where a search has iterations to spare. Enough turns to reach the end
    /// leave nothing to judge but who has won.
    pub last: u8,
    /// How promising it looks to a search to play a card below the root. Where that is less than
    /// passing, the tree does not follow every card of every hand it imagines, and comes to see what
    /// the others do next.
    pub play: f32,
    /// The same where a search has iterations to spare for cards.
    pub spare_play: f32,
}

impl Weights {
    /// Where nothing was measured.
    pub const PLAIN: Weights = Weights {
        alive: 0.45,
        strength: 0.35,
        inspired: 0.15,
        upgrade: 0.35,
        card: 0.12,
        purse: 0.10,
        hold: 0.12,
        met: [0.45, 0.97],
        kept: 0.6,
        unmet: 0.25,
        near: 1.0,
        surge: 0.40,
        tempo: 0.80,
        menace: 0.45,
        second: 0.35,
        fresh: 0.0,
        ready: 0.0,
        guard: 0.0,
        far: 0.02,
        idle: 0.20,
        fear: 0.40,
        slope: 0.45,
        late: 1.6,
        ahead: 0,
        last: 0,
        play: 0.30,
        spare_play: 0.30,
    };
}

impl Default for Weights {
    fn default() -> Self {
        Weights::PLAIN
    }
}

/// The two sets of figures that were found for an edition.
#[derive(Clone, Copy, Debug, PartialEq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Weighing {
    /// For who asks no objective what it wants, as greedy players do.
    pub greedy: Weights,
    /// For who asks them, as a search does.
    pub keen: Weights,
}

//! What counts how much when a position is judged, by edition.
//!
//! The figures follow a logistic regression of the winner on what a position is made of, the one that
//! `gloryhex lab fit --edition E --games N` makes, from 250 games of Shadespire, 150 of Nightvault and
//! 110 each of the others that greedy played against itself with every sixteenth choice at random.
//! Figures without meaning (negative, or within the noise) were set to something small, so another run
//! gives similar figures, not these. The regression, which also knows a bias for the warbands, explained
//! who won with a log loss of 0.47 in Shadespire, 0.46 in Nightvault and 0.41 in Embergard, where
//! [`Weights::default`] had 0.60, 0.48 and 0.52.

use gloryhex_engine::Ruleset;

/// What counts how much, in glory points where not said otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// One whose condition does not hold now.
    pub unmet: f32,
    /// A surge objective.
    pub surge: f32,
    /// The best attack of the player who acts next.
    pub tempo: f32,
    /// The best attack of a player who acts later.
    pub menace: f32,
    /// The second best attack, as a share of the best.
    pub second: f32,
    /// Being out of everybody's reach and reaching nobody, per hex.
    pub far: f32,
    /// From a lead in glory points to a chance to win.
    pub slope: f32,
    /// How much steeper that is at the end.
    pub late: f32,
    /// Turns a search plays on at a glance before it judges; it never plays on past a round.
    pub ahead: u8,
}

/// Where nothing was measured.
const PLAIN: Weights = Weights {
    alive: 0.45,
    strength: 0.35,
    inspired: 0.15,
    upgrade: 0.35,
    card: 0.12,
    purse: 0.10,
    hold: 0.12,
    met: [0.45, 0.97],
    unmet: 0.25,
    surge: 0.40,
    tempo: 0.80,
    menace: 0.45,
    second: 0.35,
    far: 0.02,
    slope: 0.45,
    late: 1.6,
    ahead: 0,
};

/// Shadespire.
const SHADESPIRE: Weights = Weights {
    alive: 0.72,
    strength: 0.56,
    inspired: 0.24,
    upgrade: 0.56,
    card: 0.15,
    purse: 0.30,
    hold: 0.30,
    met: [0.20, 1.10],
    unmet: 0.04,
    surge: 0.10,
    tempo: 0.85,
    menace: 0.48,
    second: 0.35,
    far: 0.10,
    slope: 0.34,
    late: 0.80,
    ahead: 8,
};

/// Nightvault.
const NIGHTVAULT: Weights = Weights {
    alive: 0.14,
    strength: 0.10,
    inspired: 0.04,
    upgrade: 0.10,
    card: 0.10,
    purse: 0.10,
    hold: 0.40,
    met: [0.20, 0.90],
    unmet: 0.04,
    surge: 0.12,
    tempo: 0.90,
    menace: 0.50,
    second: 0.35,
    far: 0.02,
    slope: 0.65,
    late: 0.80,
    ahead: 0,
};

/// Harrowdeep.
const HARROWDEEP: Weights = Weights {
    alive: 0.34,
    strength: 0.26,
    inspired: 0.11,
    upgrade: 0.26,
    card: 0.10,
    purse: 0.10,
    hold: 0.15,
    met: [0.43, 1.10],
    unmet: 0.04,
    surge: 0.40,
    tempo: 0.90,
    menace: 0.50,
    second: 0.35,
    far: 0.02,
    slope: 0.47,
    late: 0.80,
    ahead: 0,
};

/// Embergard.
const EMBERGARD: Weights = Weights {
    alive: 0.11,
    strength: 0.09,
    inspired: 0.04,
    upgrade: 0.09,
    card: 0.03,
    purse: 0.02,
    hold: 0.20,
    met: [0.15, 0.85],
    unmet: 0.04,
    surge: 0.05,
    tempo: 0.70,
    menace: 0.40,
    second: 0.35,
    far: 0.02,
    slope: 0.50,
    late: 0.80,
    ahead: 0,
};

impl Default for Weights {
    fn default() -> Self {
        PLAIN
    }
}

impl Weights {
    /// What was found for an edition.
    pub fn of(rules: &Ruleset) -> &'static Weights {
        match rules.name.as_ref() {
            "shadespire" => &SHADESPIRE,
            "nightvault" => &NIGHTVAULT,
            "harrowdeep" => &HARROWDEEP,
            "embergard" => &EMBERGARD,
            _ => &PLAIN,
        }
    }
}

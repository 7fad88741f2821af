//! What counts how much when a position is judged, by edition.
//!
//! There are two sets. `greedy` is greedy's, who asks no objective what it wants: it follows the
//! logistic regression that `gloryhex lab fit --edition E --games N` makes, from 110 to 250 games of
//! greedy against itself. `keen` is the search's, who asks: the same regression with every
//! figure a part of its own, as `gloryhex lab fit --keen --late 1.6` makes it, but from 1200 games of
//! each edition played at a glance, which is no player of that command; for Shadespire and Embergard
//! averaged with 500 and 250 games of greedy. Figures without meaning (negative, or within the noise) were
//! set to something small, so another run gives similar figures, not these. On games kept aside the log loss
//! fell from 0.444 to 0.437 in Nightvault, from 0.416 to 0.402 in Shadespire, from 0.471 to 0.462 in
//! Harrowdeep and from 0.415 to 0.406 in Embergard. `idle`, `fear` and everything from `ahead` on were
//! tried out in games, not fitted.
//!
//! Who explains best does not play best: figures half way to those of 400 games of search:60 in Shadespire
//! (log loss 0.474 instead of 0.486) won 59 % of 160 games against greedy where these won 70 %. They put more
//! on guard, on tokens held and on threats, which winners have but which do not win. So figures from the
//! command are to be tried in an arena before they go in here.

use gloryhex_model::{Weighing, Weights};

/// More turns than a round has.
const TO_THE_END: u8 = 40;

/// What was found for Shadespire.
pub const SHADESPIRE: Weighing = Weighing {
    greedy: SHADESPIRE_GREEDY,
    keen: SHADESPIRE_KEEN,
};

/// What was found for Nightvault.
pub const NIGHTVAULT: Weighing = Weighing {
    greedy: NIGHTVAULT_GREEDY,
    keen: NIGHTVAULT_KEEN,
};

/// What was found for Harrowdeep.
pub const HARROWDEEP: Weighing = Weighing {
    greedy: HARROWDEEP_GREEDY,
    keen: HARROWDEEP_KEEN,
};

/// What was found for Embergard.
pub const EMBERGARD: Weighing = Weighing {
    greedy: EMBERGARD_GREEDY,
    keen: EMBERGARD_KEEN,
};

/// Shadespire.
const SHADESPIRE_GREEDY: Weights = Weights {
    alive: 0.72,
    strength: 0.56,
    inspired: 0.24,
    upgrade: 0.56,
    card: 0.15,
    purse: 0.30,
    hold: 0.30,
    met: [0.20, 1.10],
    kept: 0.6,
    unmet: 0.04,
    near: 1.0,
    surge: 0.10,
    tempo: 0.85,
    menace: 0.48,
    second: 0.35,
    fresh: 0.0,
    ready: 0.0,
    guard: 0.0,
    far: 0.10,
    idle: 0.20,
    fear: 0.40,
    slope: 0.34,
    late: 0.80,
    ahead: 0,
    last: 0,
    play: 0.30,
    spare_play: 0.30,
};

/// Nightvault.
const NIGHTVAULT_GREEDY: Weights = Weights {
    alive: 0.14,
    strength: 0.10,
    inspired: 0.04,
    upgrade: 0.10,
    card: 0.10,
    purse: 0.10,
    hold: 0.40,
    met: [0.20, 0.90],
    kept: 0.6,
    unmet: 0.04,
    near: 1.0,
    surge: 0.12,
    tempo: 0.90,
    menace: 0.50,
    second: 0.35,
    fresh: 0.0,
    ready: 0.0,
    guard: 0.0,
    far: 0.02,
    idle: 0.20,
    fear: 0.40,
    slope: 0.65,
    late: 0.80,
    ahead: 0,
    last: 0,
    play: 0.30,
    spare_play: 0.30,
};

/// Harrowdeep.
const HARROWDEEP_GREEDY: Weights = Weights {
    alive: 0.34,
    strength: 0.26,
    inspired: 0.11,
    upgrade: 0.26,
    card: 0.10,
    purse: 0.10,
    hold: 0.15,
    met: [0.43, 1.10],
    kept: 0.6,
    unmet: 0.04,
    near: 1.0,
    surge: 0.40,
    tempo: 0.90,
    menace: 0.50,
    second: 0.35,
    fresh: 0.0,
    ready: 0.0,
    guard: 0.0,
    far: 0.02,
    idle: 0.20,
    fear: 0.40,
    slope: 0.47,
    late: 0.80,
    ahead: 0,
    last: 0,
    play: 0.30,
    spare_play: 0.30,
};

/// Embergard.
const EMBERGARD_GREEDY: Weights = Weights {
    alive: 0.11,
    strength: 0.09,
    inspired: 0.04,
    upgrade: 0.09,
    card: 0.03,
    purse: 0.02,
    hold: 0.20,
    met: [0.15, 0.85],
    kept: 0.6,
    unmet: 0.04,
    near: 1.0,
    surge: 0.05,
    tempo: 0.70,
    menace: 0.40,
    second: 0.35,
    fresh: 0.0,
    ready: 0.0,
    guard: 0.0,
    far: 0.02,
    idle: 0.20,
    fear: 0.40,
    slope: 0.50,
    late: 0.80,
    ahead: 0,
    last: 0,
    play: 0.30,
    spare_play: 0.30,
};

/// Shadespire, objectives asked.
const SHADESPIRE_KEEN: Weights = Weights {
    alive: 0.28,
    strength: 0.40,
    inspired: 0.35,
    upgrade: 0.15,
    card: 0.16,
    purse: 0.05,
    hold: 0.02,
    met: [0.65, 1.20],
    kept: 0.75,
    unmet: 0.30,
    near: 0.35,
    surge: 0.60,
    tempo: 0.78,
    menace: 0.50,
    second: 0.60,
    fresh: 0.0,
    ready: 0.12,
    guard: 0.06,
    far: 0.13,
    idle: 0.20,
    fear: 0.40,
    slope: 0.42,
    late: 1.6,
    ahead: 2,
    last: 2,
    play: -0.20,
    spare_play: 0.05,
};

/// Nightvault, objectives asked.
const NIGHTVAULT_KEEN: Weights = Weights {
    alive: 0.05,
    strength: 0.46,
    inspired: 0.04,
    upgrade: 0.15,
    card: 0.05,
    purse: 0.05,
    hold: 0.05,
    met: [0.60, 0.96],
    kept: 0.4,
    unmet: 0.04,
    near: 0.2,
    surge: 0.08,
    tempo: 1.04,
    menace: 0.86,
    second: 0.80,
    fresh: 0.0,
    ready: 0.0,
    guard: 0.06,
    far: 0.05,
    idle: 0.20,
    fear: 1.00,
    slope: 0.50,
    late: 1.6,
    ahead: 0,
    last: 0,
    play: 0.30,
    spare_play: 0.30,
};

/// Harrowdeep, objectives asked.
const HARROWDEEP_KEEN: Weights = Weights {
    alive: 0.65,
    strength: 0.17,
    inspired: 0.12,
    upgrade: 0.15,
    card: 0.12,
    purse: 0.05,
    hold: 0.45,
    met: [0.41, 1.06],
    kept: 0.45,
    unmet: 0.04,
    near: 0.25,
    surge: 0.2,
    tempo: 1.40,
    menace: 1.22,
    second: 0.80,
    fresh: 0.0,
    ready: 0.17,
    guard: 0.03,
    far: 0.02,
    idle: 0.20,
    fear: 0.40,
    slope: 0.40,
    late: 1.6,
    ahead: 0,
    last: TO_THE_END,
    play: 0.30,
    spare_play: 0.30,
};

/// Embergard, objectives asked.
const EMBERGARD_KEEN: Weights = Weights {
    alive: 0.70,
    strength: 0.22,
    inspired: 0.40,
    upgrade: 0.35,
    card: 0.20,
    purse: 0.05,
    hold: 0.02,
    met: [0.70, 1.00],
    kept: 0.4,
    unmet: 0.10,
    near: 0.70,
    surge: 0.40,
    tempo: 1.22,
    menace: 1.07,
    second: 0.20,
    fresh: 0.0,
    ready: 0.0,
    guard: 0.40,
    far: 0.15,
    idle: 0.20,
    fear: 1.00,
    slope: 0.30,
    late: 1.6,
    ahead: 2,
    last: 2,
    play: -0.20,
    spare_play: -0.20,
};

//! One game played to its end by a policy, without touching the heap once its buffers are warm.

use crate::{
    digest::Digest,
    seed::{derive, scramble},
};
use gloryhex_engine::{Choice, Choices, Ending, Game, Pending, Seeded, Table, Windows};
use gloryhex_model::Seat;
use std::{hash::Hasher, sync::Arc};

/// Decisions in one game before it counts as endless.
pub const MAX_DECISIONS: u64 = 50_000;

/// How choices are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Every choice on the list is equally likely.
    #[default]
    Random,
}

impl Policy {
    /// Every policy with its name.
    pub const NAMES: &'static [(&'static str, Policy)] = &[("random", Policy::Random)];

    /// Picks from a list that is not empty.
    #[inline]
    pub fn pick(self, choices: &[Choice], mind: &mut Seeded) -> Choice {
        choices[self.place(choices.len(), mind)]
    }

    /// The place of the pick in a list of so many choices.
    #[inline]
    fn place(self, count: usize, mind: &mut Seeded) -> usize {
        match self {
            Policy::Random => mind.below(count as u32) as usize,
        }
    }
}

/// What was counted over one or many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Decisions, those with a single option included.
    pub decisions: u64,
    /// Decisions with more than one option.
    pub choices: u64,
    /// Options of those decisions, all together.
    pub options: u64,
    /// Games won, by seat.
    pub won: [u64; 4],
    /// Games that nobody won.
    pub draws: u64,
    /// The games' digests, added up: the order of play does not matter.
    pub hash: u64,
}

impl Tally {
    /// Adds another tally.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.choices += other.choices;
        self.options += other.options;
        for (won, more) in self.won.iter_mut().zip(other.won) {
            *won += more;
        }
        self.draws += other.draws;
        self.hash = self.hash.wrapping_add(other.hash);
    }
}

/// Why a game did not come to its end. Always a bug of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game's own seed.
    pub seed: u64,
    /// Decisions made before, if known.
    pub decision: Option<u64>,
    /// What went wrong.
    pub what: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (game seed {:#018x}", self.what, self.seed)?;
        if let Some(decision) = self.decision {
            write!(f, ", decision {decision}")?;
        }
        write!(f, ")")
    }
}

impl std::error::Error for Fault {}

/// The two streams of random numbers of a game: the dice and cards, and the players' minds. They are
/// apart so that a replay needs the first seed and the choices only.
pub struct Streams {
    /// Dice and draws.
    pub chance: Seeded,
    /// Choices.
    pub mind: Seeded,
}

impl Streams {
    /// The streams of a game's seed.
    pub fn new(seed: u64) -> Streams {
        Streams {
            chance: Seeded::new(Streams::chance_seed(seed)),
            mind: Seeded::new(derive(seed, 1)),
        }
    }
    /// The seed of dice and draws.
    pub fn chance_seed(seed: u64) -> u64 {
        derive(seed, 0)
    }
}

/// Plays one game from set-up to its end and adds it to the tally.
pub fn play(
    table: &Arc<Table>,
    windows: Windows,
    policy: Policy,
    seed: u64,
    list: &mut Choices,
    tally: &mut Tally,
) -> Result<(), Fault> {
    play_watched(table, windows, policy, seed, list, tally, |_, _, _| Ok(()))
}

/// As [`play`]; `watch` sees every decision before it is made and can end the game with a complaint.
#[inline]
pub fn play_watched(
    table: &Arc<Table>,
    windows: Windows,
    policy: Policy,
    seed: u64,
    list: &mut Choices,
    tally: &mut Tally,
    mut watch: impl FnMut(&Game, Seat, &Choices) -> Result<(), String>,
) -> Result<(), Fault> {
    let mut streams = Streams::new(seed);
    let mut game = Game::new(Arc::clone(table), windows);
    let mut digest = Digest::new();
    let mut decisions = 0;
    let fault = |decision, what: String| Fault {
        seed,
        decision: Some(decision),
        what,
    };
    let mut pending = game.go_on(&mut streams.chance, None, list);
    loop {
        let seat = match pending {
            Pending::Decide(seat) => seat,
            Pending::Over => break,
            Pending::Chance(_) => return Err(fault(decisions, "chance was left undecided".into())),
            Pending::Fault => return Err(fault(decisions, "an internal limit was reached".into())),
        };
        watch(&game, seat, list).map_err(|what| fault(decisions, what))?;
        let picked = match list.len() {
            0 | 1 => list.nth(0),
            several => {
                tally.choices += 1;
                tally.options += several as u64;
                list.nth(policy.place(several, &mut streams.mind))
            }
        };
        let Some(choice) = picked else {
            return Err(fault(decisions, "a decision without choices".into()));
        };
        digest.word(packed(choice));
        decisions += 1;
        if decisions > MAX_DECISIONS {
            return Err(fault(decisions, "the game does not end".into()));
        }
        pending = game.make(choice, &mut streams.chance, None, list);
    }
    match game.ending() {
        Ending::Glory(seat) | Ending::TieBreak(seat, _) => tally.won[seat.ix()] += 1,
        Ending::Draw(_) => tally.draws += 1,
        Ending::Running => {
            return Err(fault(
                decisions,
                "the game is over and has no ending".into(),
            ));
        }
    }
    digest.word(Digest::of(&game.state));
    tally.games += 1;
    tally.decisions += decisions;
    tally.hash = tally.hash.wrapping_add(scramble(digest.finish() ^ seed));
    Ok(())
}

/// A choice as one number.
pub fn packed(choice: Choice) -> u64 {
    u64::from(u32::from_le_bytes([
        choice.verb as u8,
        choice.a,
        choice.b,
        choice.c,
    ]))
}

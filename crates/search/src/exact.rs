//! What a position is worth exactly: every choice, every fall of the dice, to the end of the game.
//!
//! Only positions near the end allow this, where nothing is hidden that could still matter: the last turn, with the
//! opponents' hands empty. A seat picks what wins most often, everybody else what wins least often for it. Of choices that
//! win equally often the one with more glory to spare is picked.

use gloryhex_engine::{Ask, Choice, Choices, Game, Later, Outcome, Pending, contest::GameResult};
use gloryhex_model::{Die, Roll, Seat};
use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
};

/// What a position or a choice comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// The share of games won; a drawn one is half a win.
    pub wins: f64,
    /// The glory in hand over the best of the others, on average.
    pub lead: f64,
}

impl Worth {
    fn add(&mut self, other: Worth, share: f64) {
        self.wins += share * other.wins;
        self.lead += share * other.lead;
    }
    fn order(self) -> f64 {
        self.wins + self.lead * 1e-6
    }
}

/// The position is too large to be looked at whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// Rolls and decisions one after the other, at most: what goes round in circles is not looked at for ever.
const DEEPEST: u32 = 60;

/// Looks at positions whole.
pub struct Exact {
    seat: Seat,
    /// Positions it may still look at.
    left: u32,
    known: HashMap<u64, Worth>,
    list: Choices,
    depth: u32,
    rolls: HashMap<(u8, u8), Vec<(Roll, f64)>>,
}

/// Every roll of `n` dice with its share.
fn rolls(die: Die, n: u8) -> Vec<(Roll, f64)> {
    let mut shares: Vec<(Roll, f64)> = vec![(Roll::EMPTY, 1.0)];
    for _ in 0..n {
        let mut next: Vec<(Roll, f64)> = Vec::new();
        for (roll, share) in shares {
            for face in die.sides() {
                let mut more = roll;
                more.add(face);
                match next.iter_mut().find(|(known, _)| *known == more) {
                    Some((_, known)) => *known += share / 6.0,
                    None => next.push((more, share / 6.0)),
                }
            }
        }
        shares = next;
    }
    shares
}

/// Mixes eight bytes at a time: a state has four thousand of them, and nobody chooses them to collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(eight));
        }
    }
    fn write_u64(&mut self, part: u64) {
        self.0 = (self.0.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

fn key(game: &Game) -> u64 {
    let mut mixer = Mixer::default();
    game.state.hash(&mut mixer);
    mixer.finish()
}

impl Exact {
    /// Looks through the eyes of a seat, at so many positions at most.
    pub fn new(seat: Seat, most: u32) -> Exact {
        Exact {
            seat,
            left: most,
            known: HashMap::new(),
            list: Choices::new(),
            depth: 0,
            rolls: HashMap::new(),
        }
    }

    /// What each choice of the pending decision is worth to the seat, in the order of the list.
    ///
    /// # Errors
    /// The position is too large.
    pub fn choices(&mut self, game: &Game) -> Result<Vec<(Choice, Worth)>, TooLarge> {
        let mut list = Choices::new();
        game.choices(&mut list);
        let worth = |choice: &Choice| {
            let mut next = game.clone();
            next.play_unchecked(*choice, &mut Later, None);
            Ok((*choice, self.worth(next)?))
        };
        list.iter().map(worth).collect()
    }

    /// What a position is worth.
    ///
    /// # Errors
    /// The position is too large.
    pub fn worth(&mut self, game: Game) -> Result<Worth, TooLarge> {
        if self.depth == DEEPEST {
            return Err(TooLarge);
        }
        self.depth += 1;
        let worth = self.look(game);
        self.depth -= 1;
        worth
    }

    fn look(&mut self, mut game: Game) -> Result<Worth, TooLarge> {
        // What can only be decided one way needs no second look.
        let pending = loop {
            let pending = game.advance(&mut Later, None);
            let Pending::Decide(_) = pending else {
                break pending;
            };
            game.choices(&mut self.list);
            match self.list.len() {
                1 => game.play_unchecked(self.list[0], &mut Later, None),
                _ => break pending,
            }
        };
        match pending {
            Pending::Over => Ok(self.over(&game)),
            Pending::Fault => Err(TooLarge),
            Pending::Chance(ask) => self.chance(&game, ask),
            Pending::Decide(seat) => {
                let key = key(&game);
                if let Some(known) = self.known.get(&key) {
                    return Ok(*known);
                }
                self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
                let own = seat == self.seat;
                let mut best: Option<Worth> = None;
                for (_, worth) in self.choices(&game)? {
                    let better = |best: Worth| match own {
                        true => worth.order() > best.order(),
                        false => worth.order() < best.order(),
                    };
                    if best.is_none_or(better) {
                        best = Some(worth);
                    }
                }
                let best = best.ok_or(TooLarge)?;
                self.known.insert(key, best);
                Ok(best)
            }
        }
    }

    fn over(&self, game: &Game) -> Worth {
        let result = GameResult::of(game);
        let own = i32::from(result.glory[self.seat]);
        let others = game.state.all_seats().filter(|seat| *seat != self.seat);
        let best = others.map(|seat| i32::from(result.glory[seat])).max();
        Worth {
            wins: match result.winner {
                Some(seat) if seat == self.seat => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            },
            lead: f64::from(own - best.unwrap_or(0)),
        }
    }

    fn chance(&mut self, game: &Game, ask: Ask) -> Result<Worth, TooLarge> {
        let outcomes: Vec<(Outcome, f64)> = match ask {
            Ask::Dice { die, n, .. } => {
                let all = self
                    .rolls
                    .entry((die as u8, n))
                    .or_insert_with(|| rolls(die, n));
                let all = all.iter();
                all.map(|(roll, share)| (Outcome::Dice(*roll), *share))
                    .collect()
            }
            Ask::Power { among, .. } | Ask::Objective { among, .. } | Ask::Number { among } => {
                let share = 1.0 / f64::from(among.count_ones().max(1));
                let picks = (0..64u8).filter(|n| among >> n & 1 == 1);
                picks.map(|n| (Outcome::Pick(n), share)).collect()
            }
        };
        let mut sum = Worth::default();
        for (outcome, share) in outcomes {
            let mut next = game.clone();
            next.supply(outcome);
            sum.add(self.worth(next)?, share);
        }
        Ok(sum)
    }
}

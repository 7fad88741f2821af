//! What a position is worth exactly: every choice, every fall of the dice, to the end of the game.
//!
//! Only positions near the end allow this, where nothing is hidden that could still matter: the last turn, with the
//! opponents' hands empty. A seat picks what wins most often, everybody else what wins least often for it. Once somebody has
//! found a choice that cannot be bettered, a sure win or a sure loss, the others of that decision are not looked at.

use crate::settle::only;
use gloryhex_engine::{
    Ask, Attack, Choice, Choices, Game, Later, Outcome, Pending, Sort, Verb, contest::GameResult,
};
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
}

/// Choices after which it is guessed how much all of them need.
const SAMPLE: u64 = 4;
/// How many times more than there is the guess must be for giving up.
const TIMES: u64 = 2;

/// Shares that differ by less are the same; sums of shares are not exact.
const EQUAL: f64 = 1e-9;

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
    /// The choices of the decision that was come to last.
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

    /// What each of the choices on offer is worth to the seat, in their order.
    ///
    /// # Errors
    /// The position is too large. That is told as soon as the first choices, taken here and there from the list, have used up so
    /// much that all of them would need several times as much as there is.
    pub fn choices(
        &mut self,
        game: &Game,
        offered: &[Choice],
    ) -> Result<Vec<(Choice, Worth)>, TooLarge> {
        let mut here_and_there: Vec<u32> = (0..offered.len() as u32).collect();
        here_and_there.sort_by_key(|n| n.wrapping_mul(0x9e37_79b1));
        let mut worths = vec![Worth::default(); offered.len()];
        let most = u64::from(self.left);
        for (tried, n) in (1..).zip(here_and_there) {
            worths[n as usize] = self.worth(game, offered[n as usize])?;
            let used = most - u64::from(self.left);
            if tried >= SAMPLE && used * offered.len() as u64 > TIMES * most * tried {
                return Err(TooLarge);
            }
        }
        Ok(offered.iter().copied().zip(worths).collect())
    }

    /// What a choice is worth.
    ///
    /// # Errors
    /// The position is too large.
    pub fn worth(&mut self, game: &Game, choice: Choice) -> Result<Worth, TooLarge> {
        let (next, pending) = self.after(game, choice);
        self.look(next, pending)
    }

    /// Every end that a choice comes to if everybody picks what is best for them, with the share of games it ends so.
    ///
    /// # Errors
    /// The position is too large.
    pub fn ends(
        &mut self,
        game: &Game,
        choice: Choice,
        each: &mut dyn FnMut(&Game, f64),
    ) -> Result<(), TooLarge> {
        let (next, pending) = self.after(game, choice);
        self.follow(next, pending, 1.0, each)
    }

    /// Follows a position to its ends; `share` of the games come to it.
    fn follow(
        &mut self,
        game: Game,
        pending: Pending,
        share: f64,
        each: &mut dyn FnMut(&Game, f64),
    ) -> Result<(), TooLarge> {
        match pending {
            Pending::Over => each(&game, share),
            Pending::Fault => return Err(TooLarge),
            Pending::Chance(ask) => {
                for (outcome, part) in self.outcomes(ask) {
                    let (next, pending) = self.with(&game, outcome);
                    self.follow(next, pending, share * part, each)?;
                }
            }
            Pending::Decide(seat) => {
                let (choice, _) = self.best(&game, seat)?;
                let (next, pending) = self.after(&game, choice);
                self.follow(next, pending, share, each)?;
            }
        }
        Ok(())
    }

    /// The game after a choice, and what it waits for then.
    fn after(&mut self, game: &Game, choice: Choice) -> (Game, Pending) {
        let mut next = game.clone();
        let pending = next.make(choice, &mut Later, None, &mut self.list);
        self.settle(next, pending)
    }

    /// The game with an outcome that it waited for, and what it waits for then.
    fn with(&mut self, game: &Game, outcome: Outcome) -> (Game, Pending) {
        let mut next = game.clone();
        next.supply(outcome);
        let pending = next.go_on(&mut Later, None, &mut self.list);
        self.settle(next, pending)
    }

    /// Goes on to where something is to be decided or rolled: what can only be decided one way needs no second look. An attack that
    /// is over stays in its place until another takes it; it is wiped out, so that attacks that came to the same with other dice
    /// are followed once. The choices of the decision are then on the list.
    fn settle(&mut self, mut game: Game, mut pending: Pending) -> (Game, Pending) {
        loop {
            let under_way = usize::from(game.state.n_attacks);
            game.state.attacks[under_way..].fill(Attack::NONE);
            match only(&self.list) {
                Some(only) => pending = game.make(only, &mut Later, None, &mut self.list),
                None => return (game, pending),
            }
        }
    }

    /// What whoever decides picks from the list: of equals an objective to score, then what leaves everything as it is.
    fn best(&mut self, game: &Game, seat: Seat) -> Result<(Choice, Worth), TooLarge> {
        let own = seat == self.seat;
        let mut order: Vec<Choice> = self.list.iter().copied().collect();
        order.sort_by_key(|choice| (choice.verb != Verb::Score, choice.verb.sort() != Sort::Idle));
        let mut best: Option<(Choice, Worth)> = None;
        for choice in order {
            let worth = self.worth(game, choice)?;
            let better = best.is_none_or(|(_, best)| match own {
                true => worth.wins > best.wins + EQUAL,
                false => worth.wins < best.wins - EQUAL,
            });
            if better {
                best = Some((choice, worth));
            }
            let sure = if own { 1.0 } else { 0.0 };
            if (worth.wins - sure).abs() < EQUAL {
                break;
            }
        }
        best.ok_or(TooLarge)
    }

    fn look(&mut self, game: Game, pending: Pending) -> Result<Worth, TooLarge> {
        if self.depth == DEEPEST {
            return Err(TooLarge);
        }
        self.depth += 1;
        let worth = self.look_on(game, pending);
        self.depth -= 1;
        worth
    }

    fn look_on(&mut self, game: Game, pending: Pending) -> Result<Worth, TooLarge> {
        match pending {
            Pending::Over => Ok(self.over(&game)),
            Pending::Fault => Err(TooLarge),
            Pending::Chance(ask) => {
                let mut sum = Worth::default();
                for (outcome, share) in self.outcomes(ask) {
                    let (next, pending) = self.with(&game, outcome);
                    sum.wins += share * self.look(next, pending)?.wins;
                }
                Ok(sum)
            }
            Pending::Decide(seat) => {
                let key = key(&game);
                if let Some(known) = self.known.get(&key) {
                    return Ok(*known);
                }
                self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
                let (_, best) = self.best(&game, seat)?;
                self.known.insert(key, best);
                Ok(best)
            }
        }
    }

    fn over(&self, game: &Game) -> Worth {
        Worth {
            wins: match GameResult::winner_of(game.ending()) {
                Some(seat) if seat == self.seat => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            },
        }
    }

    /// Whatever can come of a roll or a draw, with its share.
    fn outcomes(&mut self, ask: Ask) -> Vec<(Outcome, f64)> {
        match ask {
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
        }
    }
}

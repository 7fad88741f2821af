//! What a position is worth exactly: every choice, every fall of the dice, to the end of the game.
//!
//! Only positions near the end allow this, where nothing is hidden that could still matter: the last turn, with the
//! opponents' hands empty. A seat picks what wins most often, everybody else what wins least often for it. Once somebody has
//! found a choice that cannot be bettered, a sure win or a sure loss, the others of that decision are not looked at.

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
    /// The position is too large. That is told as soon as the first choices, taken here and there from the list, have used up so
    /// much that all of them would need several times as much as there is.
    pub fn choices(&mut self, game: &Game) -> Result<Vec<(Choice, Worth)>, TooLarge> {
        let mut list = Choices::new();
        game.choices(&mut list);
        let mut here_and_there: Vec<u32> = (0..list.len() as u32).collect();
        here_and_there.sort_by_key(|n| n.wrapping_mul(0x9e37_79b1));
        let mut worths = vec![Worth::default(); list.len()];
        let most = u64::from(self.left);
        for (tried, n) in (1..).zip(here_and_there) {
            let mut next = game.clone();
            next.play_unchecked(list[n as usize], &mut Later, None);
            worths[n as usize] = self.worth(next)?;
            let used = most - u64::from(self.left);
            if tried >= SAMPLE && used * list.len() as u64 > TIMES * most * tried {
                return Err(TooLarge);
            }
        }
        Ok(list.iter().copied().zip(worths).collect())
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

    /// Every end that a position comes to if everybody picks what is best for them, with the share of games it ends so.
    ///
    /// # Errors
    /// The position is too large.
    pub fn ends(
        &mut self,
        mut game: Game,
        share: f64,
        each: &mut dyn FnMut(&Game, f64),
    ) -> Result<(), TooLarge> {
        match self.settle(&mut game) {
            Pending::Over => each(&game, share),
            Pending::Fault => return Err(TooLarge),
            Pending::Chance(ask) => {
                for (outcome, part) in self.outcomes(ask) {
                    let mut next = game.clone();
                    next.supply(outcome);
                    self.ends(next, share * part, each)?;
                }
            }
            Pending::Decide(seat) => {
                let (choice, _) = self.best(&game, seat)?;
                game.play_unchecked(choice, &mut Later, None);
                self.ends(game, share, each)?;
            }
        }
        Ok(())
    }

    /// Goes on to where something is to be decided or rolled: what can only be decided one way needs no second look. An attack that
    /// is over stays in its place until another takes it; it is wiped out, so that attacks that came to the same with other dice
    /// are followed once.
    fn settle(&mut self, game: &mut Game) -> Pending {
        loop {
            let pending = game.advance(&mut Later, None);
            let under_way = usize::from(game.state.n_attacks);
            game.state.attacks[under_way..].fill(Attack::NONE);
            let Pending::Decide(_) = pending else {
                return pending;
            };
            game.choices(&mut self.list);
            match self.list.len() {
                1 => game.play_unchecked(self.list[0], &mut Later, None),
                _ => return pending,
            }
        }
    }

    /// What whoever decides picks: of equals an objective to score, then what leaves everything as it is.
    fn best(&mut self, game: &Game, seat: Seat) -> Result<(Choice, Worth), TooLarge> {
        let own = seat == self.seat;
        let mut list = Choices::new();
        game.choices(&mut list);
        let mut order: Vec<Choice> = list.iter().copied().collect();
        order.sort_by_key(|choice| (choice.verb != Verb::Score, choice.verb.sort() != Sort::Idle));
        let mut best: Option<(Choice, Worth)> = None;
        for choice in order {
            let mut next = game.clone();
            next.play_unchecked(choice, &mut Later, None);
            let worth = self.worth(next)?;
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

    fn look(&mut self, mut game: Game) -> Result<Worth, TooLarge> {
        match self.settle(&mut game) {
            Pending::Over => Ok(self.over(&game)),
            Pending::Fault => Err(TooLarge),
            Pending::Chance(ask) => {
                let mut sum = Worth::default();
                for (outcome, share) in self.outcomes(ask) {
                    let mut next = game.clone();
                    next.supply(outcome);
                    sum.wins += share * self.worth(next)?.wins;
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

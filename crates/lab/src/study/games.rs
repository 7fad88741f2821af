//! Playing the games of a study and keeping a ledger of them.

use super::head;
use crate::{playout::MAX_DECISIONS, seed::derive};
use gloryhex_engine::{
    Choices, Ending, Event, Game, Log, Pending, Seeded, Source, Table, What, Windows,
};
use gloryhex_model::Seat;
use gloryhex_search::Kind;
use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

/// Two sides that meet, and what they are called in the study.
#[derive(Clone)]
pub struct Pairing {
    /// The table, first side in seat 0.
    pub table: Arc<Table>,
    /// The first side.
    pub first: String,
    /// The second side.
    pub second: String,
    /// The warbands of both.
    pub warbands: [String; 2],
    /// The decks of both, by names that tell apart decks of other cards.
    pub decks: [String; 2],
}

/// What is studied.
#[derive(Clone)]
pub struct Study {
    /// Names what is studied; a ledger of another study is refused.
    pub title: String,
    /// The edition.
    pub edition: String,
    /// The hash of the content.
    pub content: u64,
    /// Who plays both sides.
    pub player: Kind,
    /// The pairings.
    pub pairings: Vec<Pairing>,
    /// Games of each pairing.
    pub games: u64,
    /// Seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Number of the pairing.
    pub pairing: u32,
    /// Number of the game.
    pub number: u64,
    /// The winning side, 0 or 1; 2 for a draw.
    pub winner: u8,
    /// Glory of both sides.
    pub glory: [u8; 2],
    /// The side that took the first turn of the first round.
    pub first_turn: u8,
    /// Decisions.
    pub decisions: u32,
    /// Rounds played.
    pub rounds: u8,
    /// Fighters taken out, of both sides.
    pub out: [u8; 2],
    /// For each side, the cards drawn, played and scored, as slots.
    pub cards: [[u128; 3]; 2],
}

/// The finished games of a study, in memory and in a file.
pub struct Ledger {
    path: Option<PathBuf>,
    head: String,
    done: BTreeMap<(u32, u64), Outcome>,
}

const COLUMNS: &str = "pairing,game,winner,glory0,glory1,first,decisions,rounds,out0,out1,drawn0,played0,scored0,drawn1,played1,scored1";

impl Study {
    /// Plays what the ledger does not hold yet. `told` hears of every game; `stop` ends it early.
    pub fn run(
        &self,
        ledger: &mut Ledger,
        stop: &AtomicBool,
        told: &(dyn Fn() + Sync),
    ) -> io::Result<()> {
        let mut todo: Vec<(u32, u64)> = Vec::new();
        for number in 0..self.games {
            for pairing in 0..self.pairings.len() as u32 {
                if ledger.done.contains_key(&(pairing, number)) {
                    told();
                } else {
                    todo.push((pairing, number));
                }
            }
        }
        let mut file = ledger.open()?;
        let next = AtomicUsize::new(0);
        let kept: Mutex<(&mut Ledger, io::Result<()>)> = Mutex::new((ledger, Ok(())));
        let file = Mutex::new(&mut file);
        let work = || {
            let mut list = Choices::new();
            while !stop.load(Ordering::Relaxed) {
                let Some((pairing, number)) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else {
                    break;
                };
                let Some(outcome) = self.play(*pairing, *number, &mut list, stop) else {
                    break;
                };
                let line = outcome.line();
                let written = match file.lock() {
                    Ok(mut file) => match file.as_mut() {
                        Some(file) => writeln!(file, "{line}").and_then(|()| file.flush()),
                        None => Ok(()),
                    },
                    Err(_) => Ok(()),
                };
                let Ok(mut kept) = kept.lock() else { break };
                kept.0.done.insert((*pairing, *number), outcome);
                if let Err(error) = written {
                    kept.1 = Err(error);
                    break;
                }
                told();
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        kept.into_inner().map_or(Ok(()), |kept| kept.1)
    }
    /// Plays one game. Odd games swap who has the better of chance: the same seed, the other order.
    fn play(
        &self,
        pairing: u32,
        number: u64,
        list: &mut Choices,
        stop: &AtomicBool,
    ) -> Option<Outcome> {
        let table = &self.pairings[pairing as usize].table;
        let seed = derive(derive(self.seed, u64::from(pairing)), number);
        let mut chance = Seeded::new(derive(seed, 0));
        let mut players = [1, 2].map(|nth| self.player.player(derive(seed, nth)));
        let mut game = Game::new(Arc::clone(table), Windows::Playable);
        let mut log = Log::default();
        let mut outcome = Outcome {
            pairing,
            number,
            winner: 2,
            glory: [0; 2],
            first_turn: 0,
            decisions: 0,
            rounds: 0,
            out: [0; 2],
            cards: [[0; 3]; 2],
        };
        let mut pending = game.go_on(&mut chance, Some(&mut log), list);
        loop {
            for event in log.events.drain(..) {
                outcome.note(table, &event);
            }
            let Pending::Decide(seat) = pending else {
                break;
            };
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            if list.is_empty() || u64::from(outcome.decisions) >= MAX_DECISIONS {
                break;
            }
            outcome.decisions += 1;
            let seed = derive(seed, 100 + u64::from(outcome.decisions));
            let choice = players[seat.ix() % 2].decide(&game, seat, list, seed);
            pending = game.make(choice, &mut chance, Some(&mut log), list);
        }
        for seat in [0, 1] {
            outcome.glory[seat] = game.state.seats.0[seat].glory;
        }
        outcome.rounds = game.state.clock.round;
        if let Ending::Glory(seat) | Ending::TieBreak(seat, _) = game.ending() {
            outcome.winner = seat.0;
        }
        Some(outcome)
    }
}

impl Outcome {
    fn note(&mut self, table: &Table, event: &Event) {
        let mut card = |seat: Seat, slot: u8, what: usize| {
            if seat.ix() < 2 && slot < 128 {
                self.cards[seat.ix()][what] |= 1 << slot;
            }
        };
        match event.what {
            What::CardDrawn { seat, slot } => card(seat, slot, 0),
            What::CardPlayed { source } | What::UpgradeGiven { source, .. } => {
                card(source.seat, source.slot, 1);
            }
            What::Scored { source, .. } => card(source.seat, source.slot, 2),
            What::TakenOut { fighter, .. } => {
                let side = table.owner(fighter).ix().min(1);
                self.out[side] = self.out[side].saturating_add(1);
            }
            What::TurnBegan { seat, number: 1 } if self.rounds == 0 => {
                self.first_turn = seat.0;
                self.rounds = 1;
            }
            _ => {}
        }
    }
    fn line(&self) -> String {
        let [[d0, p0, s0], [d1, p1, s1]] = self.cards;
        format!(
            "{},{},{},{},{},{},{},{},{},{},{d0:x},{p0:x},{s0:x},{d1:x},{p1:x},{s1:x}",
            self.pairing,
            self.number,
            self.winner,
            self.glory[0],
            self.glory[1],
            self.first_turn,
            self.decisions,
            self.rounds,
            self.out[0],
            self.out[1],
        )
    }
    fn parse(line: &str) -> Option<Outcome> {
        let fields: Vec<&str> = line.split(',').collect();
        let [
            pairing,
            number,
            winner,
            g0,
            g1,
            first,
            decisions,
            rounds,
            o0,
            o1,
            rest @ ..,
        ] = fields.as_slice()
        else {
            return None;
        };
        let hex = |ix: usize| u128::from_str_radix(rest.get(ix)?, 16).ok();
        Some(Outcome {
            pairing: pairing.parse().ok()?,
            number: number.parse().ok()?,
            winner: winner.parse().ok()?,
            glory: [g0.parse().ok()?, g1.parse().ok()?],
            first_turn: first.parse().ok()?,
            decisions: decisions.parse().ok()?,
            rounds: rounds.parse().ok()?,
            out: [o0.parse().ok()?, o1.parse().ok()?],
            cards: [[hex(0)?, hex(1)?, hex(2)?], [hex(3)?, hex(4)?, hex(5)?]],
        })
    }
    /// Points of the first side.
    pub fn points(&self) -> f64 {
        match self.winner {
            0 => 1.0,
            1 => 0.0,
            _ => 0.5,
        }
    }
}

impl Ledger {
    /// A ledger in memory.
    pub fn new(study: &Study) -> Ledger {
        Ledger {
            path: None,
            head: study.head(),
            done: BTreeMap::new(),
        }
    }
    /// A ledger in a file; games that are in it already are not played again.
    pub fn at(study: &Study, path: &Path) -> io::Result<Ledger> {
        let mut ledger = Ledger {
            path: Some(path.to_owned()),
            ..Ledger::new(study)
        };
        if !path.exists() {
            return Ok(ledger);
        }
        let mut lines = BufReader::new(std::fs::File::open(path)?).lines();
        let head = lines.next().transpose()?.unwrap_or_default();
        if let Some(why) = head::difference(&head, &ledger.head) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!(
                    "{} {why}; choose another folder or remove it",
                    path.display()
                ),
            ));
        }
        for line in lines {
            // The last line may have been cut short by an interruption; that game is played again.
            if let Some(outcome) = Outcome::parse(&line?) {
                ledger
                    .done
                    .insert((outcome.pairing, outcome.number), outcome);
            }
        }
        Ok(ledger)
    }
    fn open(&self) -> io::Result<Option<std::fs::File>> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        let mut file = std::fs::File::create(path)?;
        writeln!(file, "{}\n{COLUMNS}", self.head)?;
        for outcome in self.done.values() {
            writeln!(file, "{}", outcome.line())?;
        }
        Ok(Some(file))
    }
    /// The finished games, in order.
    pub fn games(&self) -> impl Iterator<Item = &Outcome> {
        self.done.values()
    }
    /// The finished games of a pairing.
    pub fn of(&self, pairing: u32) -> impl Iterator<Item = &Outcome> {
        self.done
            .range((pairing, 0)..=(pairing, u64::MAX))
            .map(|(_, outcome)| outcome)
    }
}

/// The slot of an objective among all of a seat's cards.
pub fn objective_slot(nth: usize) -> u8 {
    Source::OBJECTIVES + nth as u8
}

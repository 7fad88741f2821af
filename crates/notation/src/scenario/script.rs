//! Chance as a script: faces and cards in the order they come.

use crate::names::Names;
use gloryhex_engine::{Ask, Chance, Outcome, Source};
use gloryhex_model::{Die, Face, Roll, Seat, slug_of};
use std::{collections::VecDeque, sync::Arc};

/// Scripted chance. An outcome that is not there yet is waited for.
#[derive(Debug)]
pub struct Script {
    /// Faces still to be rolled.
    pub dice: VecDeque<Face>,
    /// Cards still to be drawn.
    pub draws: VecDeque<String>,
    /// What did not fit, if anything.
    pub fault: Option<String>,
    names: Arc<Names>,
}

impl Script {
    /// An empty script.
    pub fn new(names: Arc<Names>) -> Script {
        Script {
            dice: VecDeque::new(),
            draws: VecDeque::new(),
            fault: None,
            names,
        }
    }

    fn roll(&mut self, die: Die, n: u8, seat: Seat) -> Option<Outcome> {
        let n = usize::from(n);
        if self.dice.len() < n {
            return None;
        }
        let faces: Vec<Face> = self.dice.iter().take(n).copied().collect();
        if let Some(wrong) = faces.iter().find(|face| !die.sides().contains(face)) {
            let seat = seat.number();
            let die = die_word(die);
            self.fault = Some(format!(
                "seat {seat} to roll {n} {die} dice, got `{}` in the script",
                wrong.word()
            ));
            return None;
        }
        self.dice.drain(..n);
        Some(Outcome::Dice(Roll::of(&faces)))
    }

    fn draw(&mut self, seat: Seat, among: u64, first: u8) -> Option<Outcome> {
        let slots = || (0..64u8).filter(move |slot| among >> slot & 1 == 1);
        let names = Arc::clone(&self.names);
        let name = |slot: u8| {
            let slot = first + slot;
            names.card(Source { seat, slot })
        };
        let Some(next) = self.draws.front() else {
            return (among.count_ones() == 1).then(|| Outcome::Pick(among.trailing_zeros() as u8));
        };
        let wanted = slug_of(next);
        if let Some(slot) = slots().find(|slot| slug_of(name(*slot)) == wanted) {
            self.draws.pop_front();
            return Some(Outcome::Pick(slot));
        }
        let deck: Vec<String> = slots().map(|slot| format!("\"{}\"", name(slot))).collect();
        self.fault = Some(format!(
            "seat {} to draw one of {}, got \"{next}\" in the script",
            seat.number(),
            deck.join(", ")
        ));
        None
    }
}

impl Chance for Script {
    fn decide(&mut self, ask: Ask) -> Option<Outcome> {
        if self.fault.is_some() {
            return None;
        }
        match ask {
            Ask::Dice { die, n, seat } => self.roll(die, n, seat),
            Ask::Power { seat, among } => self.draw(seat, among, 0),
            Ask::Objective { seat, among } => self.draw(seat, among, Source::OBJECTIVES),
            Ask::Number { among } => Some(Outcome::Pick(among.trailing_zeros() as u8)),
        }
    }
}

fn die_word(die: Die) -> &'static str {
    match die {
        Die::Attack => "attack",
        Die::Defence => "defence",
        Die::Magic => "magic",
    }
}

/// What chance is waited for, in words.
pub fn waiting(ask: Ask) -> String {
    match ask {
        Ask::Dice { die, n, seat } => {
            format!("{n} {} dice of seat {}", die_word(die), seat.number())
        }
        Ask::Power { seat, .. } => format!("a power card that seat {} draws", seat.number()),
        Ask::Objective { seat, .. } => format!("an objective that seat {} draws", seat.number()),
        Ask::Number { .. } => "the number of a token".to_owned(),
    }
}

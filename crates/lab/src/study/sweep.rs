//! One number is varied, and the win rate of who has it follows.

use super::{Ledger, Sheet, Study, page};
use crate::stats::Rate;
use gloryhex_engine::Table;
use gloryhex_model::{FighterDef, slug_of};
use std::ops::RangeInclusive;

/// A number that can be varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knob {
    /// A figure of one fighter, on both sides of its card.
    Fighter {
        /// Its name, or the beginning of it.
        name: String,
        /// Which figure.
        figure: Figure,
    },
    /// A number of the rules.
    Rule(RuleNumber),
}

/// A figure of a fighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Figure {
    Move,
    Defence,
    Wounds,
    Bounty,
    Range,
    Dice,
    Damage,
}

/// A number of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RuleNumber {
    Rounds,
    Turns,
    LethalDamage,
}

impl Figure {
    /// Every figure with its name.
    pub const NAMES: [(&'static str, Figure); 7] = [
        ("move", Figure::Move),
        ("defence", Figure::Defence),
        ("wounds", Figure::Wounds),
        ("bounty", Figure::Bounty),
        ("range", Figure::Range),
        ("dice", Figure::Dice),
        ("damage", Figure::Damage),
    ];
}

impl RuleNumber {
    /// Every number with its name.
    pub const NAMES: [(&'static str, RuleNumber); 3] = [
        ("rounds", RuleNumber::Rounds),
        ("turns", RuleNumber::Turns),
        ("lethal-damage", RuleNumber::LethalDamage),
    ];
}

impl Knob {
    /// The values that can be played with.
    pub fn range(&self) -> RangeInclusive<u8> {
        match self {
            Knob::Fighter { figure, .. } => match figure {
                Figure::Move | Figure::Bounty | Figure::Defence => 0..=12,
                Figure::Range | Figure::Dice => 1..=12,
                Figure::Wounds => 1..=30,
                Figure::Damage => 1..=15,
            },
            Knob::Rule(RuleNumber::Rounds | RuleNumber::Turns) => 1..=12,
            Knob::Rule(RuleNumber::LethalDamage) => 0..=15,
        }
    }
    /// Turns the knob at a table; `false` if nobody there has it. Only the first seat's fighters.
    pub fn turn(&self, table: &mut Table, value: u8) -> bool {
        match self {
            Knob::Fighter { name, figure } => {
                let wanted = slug_of(name);
                let mut found = false;
                for entrant in &mut table.entrants {
                    if entrant.seat.0 == 0 && slug_of(&entrant.def.name).starts_with(&wanted) {
                        set(&mut entrant.def, *figure, value);
                        found = true;
                    }
                }
                found
            }
            Knob::Rule(RuleNumber::Rounds) => {
                table.rules.rounds = value;
                true
            }
            Knob::Rule(RuleNumber::Turns) => {
                table.rules.turns = [0, 0, value, value, value];
                true
            }
            Knob::Rule(RuleNumber::LethalDamage) => {
                table.rules.lethal_damage = value;
                true
            }
        }
    }
}

fn set(def: &mut FighterDef, figure: Figure, value: u8) {
    for side in &mut def.sides {
        match figure {
            Figure::Move => side.movement = value,
            Figure::Defence => side.defence = value,
            Figure::Wounds => side.wounds = value,
            Figure::Bounty => side.bounty = value,
            Figure::Range | Figure::Dice | Figure::Damage => {
                for weapon in &mut side.weapons {
                    match figure {
                        Figure::Range => weapon.range = value,
                        Figure::Dice => weapon.dice = value,
                        _ => weapon.damage = value,
                    }
                }
            }
        }
    }
}

/// The win rate of the first side at each value; pairings are in the order of `values`.
pub fn sweep(study: &Study, ledger: &Ledger, values: &[u8]) -> (Sheet, Vec<(f64, Rate)>) {
    let mut sheet = Sheet::new(&["value", "games", "points", "rate", "low", "high"]);
    let mut points = Vec::new();
    for (ix, value) in values.iter().enumerate().take(study.pairings.len()) {
        let games = ledger.of(ix as u32).count() as u64;
        let won: f64 = ledger.of(ix as u32).map(super::Outcome::points).sum();
        let rate = Rate::wilson(won, games as f64);
        points.push((f64::from(*value), rate));
        sheet.rows.push(vec![
            u64::from(*value).into(),
            games.into(),
            won.into(),
            rate.rate.into(),
            rate.low.into(),
            rate.high.into(),
        ]);
    }
    (sheet, points)
}

/// The page.
pub fn to_page(
    sheet: &Sheet,
    points: &[(f64, Rate)],
    across: &str,
    title: &str,
    facts: &[(&str, String)],
) -> String {
    let drawing = page::line(points, across);
    page::page(title, facts, &format!("{drawing}{}", page::table(sheet)))
}

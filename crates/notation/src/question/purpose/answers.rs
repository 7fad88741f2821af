//! What is said beside the answers to a card's question: what saying yes does, what a hex is picked for, what a number
//! counts.

use super::{Measure, Reader, asking};
use crate::names::Names;
use gloryhex_cardlang::{Instr, instr};
use gloryhex_engine::Game;

/// What saying yes to a card does, as "push Mannok", if that can be told.
pub(crate) fn offer(game: &Game, names: &Names) -> Option<String> {
    let (source, Instr::May(_), at) = asking(game)? else {
        return None;
    };
    let reader = Reader {
        names,
        code: game.table.code(source)?,
        card: game.state.card()?,
    };
    reader.does(at + 1)
}

/// What a hex is picked for, as "Push Mannok to".
pub(crate) fn destination(game: &Game, names: &Names) -> Option<String> {
    let (source, instr, _) = asking(game)?;
    let reader = Reader {
        names,
        code: game.table.code(source)?,
        card: game.state.card()?,
    };
    match instr {
        Instr::Push(instr::Push { who, .. }) => Some(format!("Push {} to", reader.name(who))),
        Instr::Place(instr::Place { who, .. }) => Some(format!("Place {} in", reader.name(who))),
        Instr::Scatter(_) | Instr::Orient(_) => Some("Point the critical to".to_owned()),
        _ => None,
    }
}

/// An amount that a card asks for, with what it is an amount of: "2 hexes".
pub(crate) fn amount(game: &Game, names: &Names, n: u8) -> Option<String> {
    let (source, Instr::ChooseNumber(instr::ChooseNumber { slot, .. }), at) = asking(game)? else {
        return None;
    };
    let reader = Reader {
        names,
        code: game.table.code(source)?,
        card: game.state.card()?,
    };
    let (one, many) = match reader.measure(slot, at + 1) {
        Some(Measure::Hexes) => ("Go 1 hex", "hexes"),
        Some(Measure::Damage) => ("Deal 1 damage", "damage"),
        Some(Measure::Heal) => ("Heal 1 damage", "damage"),
        Some(Measure::Glory) => ("Spend 1 glory", "glory"),
        Some(Measure::Cards) => ("Draw 1 card", "cards"),
        Some(Measure::Dice) => ("Use 1 die", "dice"),
        None => return Some(format!("Choose the number {n}")),
    };
    let deed = one.split(' ').next().unwrap_or_default();
    Some(match n {
        1 => one.to_owned(),
        n => format!("{deed} {n} {many}"),
    })
}

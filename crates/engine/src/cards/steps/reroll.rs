//! `reroll`: a player rolls dice of the attack at hand again, one after the other.

use super::parts::*;
use crate::{attack::Attack, chance::Waits};
use gloryhex_model::{Die, Face, Roll};

/// Why anything but a die is refused.
pub(super) const REFUSED: Refusal = Refusal::new(
    Rule::AttackReroll,
    "Re-roll a die that has not been re-rolled, or none.",
);

/// Dice picked for a re-roll: the stage is this plus the face.
const REROLL: u8 = 10;
/// No more re-rolls.
const ENOUGH: u8 = 100;

fn rolled(sight: Sight<'_>, defence: bool) -> Roll {
    sight.state.attack().map_or(Roll::EMPTY, |attack| {
        if defence {
            attack.defence_roll
        } else {
            attack.attack_roll
        }
    })
}

/// Dice of a roll that have been rolled again already, as far as the attack still knows.
fn fixed(sight: Sight<'_>, defence: bool) -> Roll {
    sight.state.attack().map_or(Roll::EMPTY, |attack| {
        if defence != attack.defence_roll.is_empty() {
            attack.fixed
        } else {
            Roll::EMPTY
        }
    })
}

/// Dice of the attack at hand are rolled again. Those already rolled again are in the card's own roll.
pub(super) fn take(
    run: &mut Run<'_>,
    frame: Card,
    mut card: CardRun,
    defence: bool,
    (most, up_to): (Expr, bool),
) -> Result<Did, Waits> {
    let seat = card.source.seat;
    if frame == Card::default() {
        card.set_roll(fixed(run.sight(), defence));
        put(run, card);
    }
    let roll = rolled(run.sight(), defence);
    let left = roll.len().saturating_sub(card.roll().len());
    let most = amount(run, &card, most);
    let more = most.saturating_sub(frame.count);
    if frame.stage == ENOUGH || more == 0 || left == 0 {
        return Ok(Did::Next);
    }
    let from = if frame.stage >= REROLL {
        Face::from_ix(frame.stage - REROLL)
    } else {
        // Where every die is rolled again, nobody need pick them one by one.
        let every = !up_to && left <= more && most > 1;
        match open(roll, &card).next().filter(|_| every) {
            Some(face) => face,
            None => return Ok(Did::Ask(seat)),
        }
    };
    let die = match run.state.attack() {
        _ if defence => Die::Defence,
        Some(attack) if attack.is(Attack::SPELL) => Die::Magic,
        _ => Die::Attack,
    };
    let roll = run.roll(seat, die, 1)?;
    let to = roll.faces().next().unwrap_or(from);
    if let Some(attack) = run.state.attack_mut() {
        let dice = if defence {
            &mut attack.defence_roll
        } else {
            &mut attack.attack_roll
        };
        dice.remove(from);
        dice.add(to);
        if defence != attack.defence_roll.is_empty() {
            attack.fixed.add(to);
        }
    }
    let mut fixed = card.roll();
    fixed.add(to);
    card.set_roll(fixed);
    put(run, card);
    run.emit(Rule::AttackReroll, What::Rerolled { seat, from, to });
    let count = frame.count + 1;
    Ok(Did::Part(Card { stage: 1, count }))
}

/// Faces of dice that have not been rolled again.
fn open(roll: Roll, card: &CardRun) -> impl Iterator<Item = Face> {
    let fixed = card.roll();
    roll.faces()
        .filter(move |face| roll.count(*face) > fixed.count(*face))
}

/// The dice that may be rolled again.
pub(super) fn offer(
    sight: Sight<'_>,
    card: &CardRun,
    defence: bool,
    up_to: bool,
    out: &mut Choices,
) {
    for face in open(rolled(sight, defence), card) {
        out.push(Choice::new(Verb::Reroll, face as u8, 0, 0));
    }
    if up_to {
        out.push(Choice::new(Verb::Reroll, 255, 0, 0));
    }
}

/// A die was picked, or none.
pub(super) fn choose(run: &mut Run<'_>, frame: Card, choice: Choice) {
    let stage = if choice.a == 255 {
        ENOUGH
    } else {
        REROLL + choice.a
    };
    run.put(Frame::Card(Card { stage, ..frame }));
}

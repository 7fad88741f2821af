//! What becomes of a choice that a card being resolved asked for.

use super::{Card, current, instr_of, perform, put, scatter};
use crate::{
    card_run::CardRun,
    cards::{
        self, candidates,
        feasible::{note_choice, put_set, set_in},
    },
    choice::{Choice, Verb},
    frame::Frame,
    ops::price,
    run::Run,
};
use gloryhex_cardlang::{Domain, Instr, NOBODY};
use gloryhex_model::FighterId;

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, frame: Card, choice: Choice) {
    let card = current(run);
    let instr = instr_of(run.sight(), &card);
    let element = candidates::element_of(choice);
    let mut changed = card;
    match instr {
        Instr::May { to, .. } => {
            changed.pc = if choice.a == 1 { card.pc + 1 } else { to };
            if choice.a != 1 {
                crate::frames::window::decline(run, &card);
            }
        }
        Instr::Options { .. } => {
            let at = card.pc as usize + 1 + choice.a as usize;
            let arm = run
                .table
                .code(card.source)
                .and_then(|code| code.code.get(at));
            if let Some(Instr::Arm { to, .. }) = arm {
                changed.pc = *to;
            }
        }
        Instr::Next { set, var, .. } => {
            changed.slots[var as usize] = element;
            put_set(&mut changed, set, set_in(&card, set) & !(1 << element));
            changed.pc += 1;
        }
        Instr::Choose {
            slot, over, term, ..
        } => {
            let declined = choice.verb == Verb::Done;
            changed.slots[slot as usize] = if declined { NOBODY } else { element };
            changed.pc += 1;
            if !declined {
                note_choice(&mut changed, over, element, term);
            }
            put(run, changed);
            if !declined && term {
                chosen(run, &card, over, element);
            }
            return;
        }
        Instr::ChooseSet {
            set, over, term, ..
        } => {
            if choice.verb == Verb::Done {
                changed.pc += 1;
                put(run, changed);
                run.put(Frame::Card(Card::default()));
                return;
            }
            put_set(&mut changed, set, set_in(&card, set) | 1 << element);
            note_choice(&mut changed, over, element, term);
            put(run, changed);
            run.put(Frame::Card(Card {
                count: frame.count + 1,
                ..frame
            }));
            if term {
                chosen(run, &card, over, element);
            }
            return;
        }
        Instr::ChooseNumber { slot, .. } => {
            changed.slots[slot as usize] = i16::from(choice.a);
            changed.pc += 1;
        }
        Instr::Scatter { from, .. } => {
            scatter::choose(run, frame, card, from, choice);
            return;
        }
        _ => {
            perform::choose(run, frame, card, instr, choice);
            return;
        }
    }
    put(run, changed);
}

/// A gambit chose a fighter: its illusions break (Harrowdeep p.37).
fn chosen(run: &mut Run<'_>, card: &CardRun, over: Domain, element: i16) {
    let gambit = run
        .table
        .code(card.source)
        .is_some_and(|code| code.kind.is_gambit());
    if !gambit || !over.is_fighters() {
        return;
    }
    let fighter = FighterId(element as u8);
    let seat = run.table.owner(fighter);
    let slots = run.state.upgrades(run.table, fighter) & run.table.index.of(seat).illusions;
    for slot in cards::index::bits(u128::from(slots)) {
        price::break_upgrade(run, seat, slot);
        run.state.seats[seat].power.note_broken(1 << slot);
    }
}

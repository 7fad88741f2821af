//! Scoring objectives, and Inspiring in its step.

use crate::{
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    cards::{self, Also},
    chance::Waits,
    effect::Source,
    event::What,
    frame::Frame,
    frames::card,
    ops::{draw, glory, harm},
    ruleset::Surge,
    run::Run,
    state::{Feature, Fighter},
};
use gloryhex_cardlang::{Instr, Role};
use gloryhex_model::{Counter, FighterId, Rule, Seat, Trigger};

/// Scores an objective from hand.
pub fn score(run: &mut Run<'_>, seat: Seat, slot: u8) {
    let value = cards::objective_value(run.sight(), seat, slot);
    let player = &mut run.state.seats[seat];
    player.objectives.to_scored(1 << slot);
    player.bump(Counter::ScoredThisRound);
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    run.emit(
        Rule::EndScore,
        What::Scored {
            source,
            glory: value,
        },
    );
    glory::gain(run, seat, value, Rule::EndScore);
    follow_up(run, source);
    cards::fire(run, Trigger::Scored, Bind::card(source), Also::NOTHING);
}

/// What a scored objective does besides paying.
fn follow_up(run: &mut Run<'_>, source: Source) {
    let Some(code) = run.table.code(source) else {
        return;
    };
    let clause = code
        .clauses
        .iter()
        .position(|clause| matches!(clause.role, Role::Score { .. }));
    let Some(ix) = clause else { return };
    let body = code.clauses[ix].body;
    if code
        .code
        .get(body as usize)
        .is_some_and(|instr| !matches!(instr, Instr::End(_)))
    {
        card::begin(
            run,
            CardRun {
                source,
                clause: ix as u8,
                ..CardRun::NONE
            },
        );
    }
}

/// Scores a surge objective and draws its replacement, which has to wait. Nothing changes before chance
/// has spoken.
pub fn score_surge(run: &mut Run<'_>, seat: Seat, slot: u8) -> Result<(), Waits> {
    let top = draw::top_objective(run, seat)?;
    score(run, seat, slot);
    if top.is_none() {
        return Ok(());
    }
    // What is on top is known by now, so chance is not asked again.
    if let Some(new) = draw::objective(run, seat)? {
        let clock = run.state.clock;
        let surge = run.rules().surge;
        let unfinished = attacks_under_way(run);
        let player = &mut run.state.seats[seat];
        let grown = clock.actions.wrapping_sub(player.fresh_until) < 128;
        if surge == Surge::AtOnceThenLaterAction && grown {
            player.objectives.forget_fresh();
        }
        player.objectives.note_fresh(1 << new);
        player.fresh_until = match surge {
            Surge::AtOnceThenLaterAction => clock.actions.wrapping_add(1 + unfinished),
            Surge::InStep | Surge::AtOnceThenNextTurn => clock.turn + 1,
        };
    }
    Ok(())
}

/// Attacks that have not ended yet. Their end is no later action for what is scored in their midst (Shadespire p.25).
fn attacks_under_way(run: &Run<'_>) -> u8 {
    let steps = run.rules().attack.len();
    let under_way =
        |frame: &&Frame| matches!(frame, Frame::Combat(combat) if usize::from(combat.step) < steps);
    run.state.stack.iter().filter(under_way).count() as u8
}

/// A turn begins: replacements that waited for it may be scored.
pub fn turn_begins(run: &mut Run<'_>) {
    if run.rules().surge == Surge::AtOnceThenNextTurn {
        for player in &mut run.state.seats.0 {
            player.objectives.forget_fresh();
        }
    }
}

/// A player's part of the Inspire step: those of his or her fighters whose condition was met are Inspired
/// (Harrowdeep p.18).
pub fn inspire_step(run: &mut Run<'_>, seat: Seat) {
    let fighters = run.state.fighters.iter();
    if fighters.fold(0, |all, now| all | now.flags) & Fighter::INSPIRE_DUE == 0 {
        return;
    }
    // Whose condition is met by another's becoming Inspired waits for the next step.
    let due = |fighter: &FighterId| {
        run.table.owner(*fighter) == seat && run.state.fighter(*fighter).is(Fighter::INSPIRE_DUE)
    };
    let due = run.table.everyone().filter(due);
    let due = due.fold(0u64, |set, fighter| set | 1 << fighter.0);
    for fighter in Bits(due).map(FighterId) {
        harm::inspire(run, fighter);
        run.state
            .fighter_mut(fighter)
            .set(Fighter::INSPIRE_DUE, false);
    }
}

/// Whoever holds the artefact in an end phase gains three glory, and its holder is Inspired
/// (Shadespire p.26).
pub fn artefact(run: &mut Run<'_>, seat: Seat) {
    let held = run
        .state
        .features
        .iter()
        .find(|token| token.flags & Feature::ARTEFACT != 0 && token.on_field())
        .and_then(|token| run.state.occupant(token.hex))
        .filter(|fighter| run.table.owner(*fighter) == seat);
    if let Some(fighter) = held {
        harm::inspire(run, fighter);
        glory::gain(run, seat, 3, Rule::ArtefactHold);
    }
}

//! Scoring objectives, and Inspiring in its step.

use crate::{
    bind::Bind,
    cards::{self, Also},
    chance::Ask,
    effect::Source,
    event::What,
    ops::{draw, glory, harm, sides},
    ruleset::Surge,
    run::Run,
    state::{Feature, Fighter},
};
use gloryhex_model::{Counter, Rule, Seat, Trigger};

/// Scores an objective from hand.
pub fn score(run: &mut Run<'_>, seat: Seat, slot: u8) {
    let value = cards::objective_value(run.sight(), seat, slot);
    let player = &mut run.state.seats[seat];
    player.objective_hand &= !(1 << slot);
    player.revealed &= !(1 << slot);
    player.fresh &= !(1 << slot);
    player.scored |= 1 << slot;
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
    cards::fire(run, Trigger::Scored, Bind::card(source), Also::NOTHING);
}

/// Scores a surge objective and draws its replacement, which has to wait.
pub fn score_surge(run: &mut Run<'_>, seat: Seat, slot: u8) -> Result<(), Ask> {
    let before = run.state.seats[seat].objective_hand;
    run.state.seats[seat].objective_hand &= !(1 << slot);
    let drawn = draw::objective(run, seat);
    run.state.seats[seat].objective_hand |= before & 1 << slot;
    let drawn = drawn?;
    score(run, seat, slot);
    if let Some(new) = drawn {
        let clock = run.state.clock;
        let surge = run.rules().surge;
        let player = &mut run.state.seats[seat];
        player.fresh |= 1 << new;
        player.fresh_until = match surge {
            Surge::AtOnceThenLaterAction => clock.actions.wrapping_add(1),
            Surge::InStep | Surge::AtOnceThenNextTurn => clock.turn + 1,
        };
        run.emit(
            Rule::ObjectiveSurgeReplacement,
            What::CardDrawn {
                seat,
                slot: Source::OBJECTIVES + new,
            },
        );
    }
    Ok(())
}

/// A turn begins: replacements that waited for it may be scored.
pub fn turn_begins(run: &mut Run<'_>) {
    if run.rules().surge == Surge::AtOnceThenNextTurn {
        for seat in run.state.all_seats() {
            run.state.seats[seat].fresh = 0;
        }
    }
}

/// The surge step: revealed surge objectives are scored, the last active player's first
/// (Harrowdeep p.42). Replacements drawn here wait for the next surge step.
pub fn surge_step(run: &mut Run<'_>) -> Result<(), Ask> {
    let players = run.state.clock.players;
    let mut seat = run.state.active();
    for _ in 0..players {
        while run.state.seats[seat].revealed != 0 {
            let slot = run.state.seats[seat].revealed.trailing_zeros() as u8;
            score_surge(run, seat, slot)?;
        }
        seat = sides::next_seat(run.sight(), seat);
    }
    for seat in run.state.all_seats() {
        run.state.seats[seat].fresh = 0;
    }
    Ok(())
}

/// The Inspire step: everybody whose condition was met is Inspired (Harrowdeep p.18).
pub fn inspire_step(run: &mut Run<'_>) {
    cards::check_inspire(run);
    for fighter in run.table.everyone() {
        if run.state.fighter(fighter).is(Fighter::INSPIRE_DUE) {
            harm::inspire(run, fighter);
            run.state
                .fighter_mut(fighter)
                .set(Fighter::INSPIRE_DUE, false);
        }
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

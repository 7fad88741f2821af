//! When lasting effects and marked hexes begin and end.
//!
//! A 'next activation' effect is armed when an activation begins and ends with it
//! (Shadespire p.23, Harrowdeep p.37, Embergard p.17).

use crate::{
    bind::Bind,
    bits::Bits,
    cards,
    effect::{Effect, Source, Until},
    event::What,
    run::{Run, Upcoming},
    state::Mark,
};
use gloryhex_model::{Rule, Seat, Trigger};

/// An activation begins: effects that waited for it are in force.
pub fn activation_begins(run: &mut Run<'_>) {
    let active = run.state.active();
    for effect in run.state.effects.iter_mut() {
        let until = effect.term.until();
        let own = matches!(until, Until::OwnNextActivation | Until::OwnNextTurn);
        if !own || effect.source.seat == active {
            effect.term.arm();
        }
    }
}

/// A power step begins.
pub fn power_step_begins(run: &mut Run<'_>) {
    end(run, |effect| effect.term.until() == Until::NextStep);
}

/// A power step ends, and with it a turn.
pub fn power_step_ends(run: &mut Run<'_>) {
    end(run, |effect| match effect.term.until() {
        Until::Step => true,
        Until::NextTurn | Until::OwnNextTurn => effect.term.armed(),
        _ => false,
    });
}

/// An activation ends.
#[inline(always)]
pub fn activation_ends(run: &mut Run<'_>) {
    for effect in run.state.effects.iter_mut() {
        if effect.term.until() == Until::Activations && effect.term.armed() {
            effect.count = effect.count.saturating_sub(1);
        }
    }
    end(run, |effect| match effect.term.until() {
        Until::NextActivation | Until::OwnNextActivation => effect.term.armed(),
        Until::Attack | Until::Action | Until::Activation => true,
        Until::Activations => effect.term.armed() && effect.count == 0,
        _ => false,
    });
}

/// Somebody does something after an activation: what was to serve that activation is over
/// (Harrowdeep p.37, Embergard p.17).
pub fn activation_is_over(run: &mut Run<'_>) {
    end(run, |effect| {
        effect.term.until() == Until::NextActivation && effect.term.armed()
    });
}

/// The attack being resolved ends, and with it what was to serve one attack only.
pub fn attack_ends(run: &mut Run<'_>) {
    let nth = run.state.n_attacks;
    end(run, |effect| {
        effect.term.until() == Until::Attack && effect.count >= nth
            || effect.term.first() && effect.used == nth
    });
    for effect in run.state.effects.iter_mut() {
        if effect.used >= nth {
            effect.used = 0;
        }
    }
}

/// An action ends.
pub fn action_ends(run: &mut Run<'_>) {
    end(run, |effect| effect.term.until() == Until::Action);
}

/// A warband has tried to cast a spell: effects that waited for it have had it, but for the spell's own.
pub fn spell_attempted(run: &mut Run<'_>, seat: Seat, spell: Source) {
    end(run, |effect| {
        effect.term.until() == Until::NextSpell
            && effect.source.seat == seat
            && effect.source != spell
    });
}

/// The action / combat phase ends.
pub fn phase_ends(run: &mut Run<'_>) {
    let with_round = run.rules().effects_end_with_round;
    end(run, |effect| match effect.term.until() {
        Until::Game | Until::NextStep => false,
        Until::Group | Until::NextSpell | Until::Round | Until::GroupOrRound => with_round,
        _ => true,
    });
    for mark in &mut run.state.marks {
        if mark.until != Until::Game {
            *mark = Mark::NONE;
        }
    }
}

/// A new round begins.
pub fn round_begins(run: &mut Run<'_>) {
    end(run, |effect| {
        matches!(effect.term.until(), Until::Round | Until::GroupOrRound)
    });
}

/// A card all of whose effects have been applied is discarded, though they last for the attack at hand
/// (Harrowdeep p.37).
pub fn lay_aside(run: &mut Run<'_>) {
    for seat in run.state.all_seats() {
        let mut spent = 0u64;
        let mut waiting = 0u64;
        for effect in run.state.effects.iter() {
            if effect.source.seat == seat && effect.source.slot < 64 {
                let bit = 1u64 << effect.source.slot;
                if effect.term.first() && effect.used > 0 {
                    spent |= bit;
                } else {
                    waiting |= bit;
                }
            }
        }
        let player = &mut run.state.seats[seat];
        let over = player.power.active() & spent & !waiting;
        player.power.to_discard(over);
        for slot in Bits(over) {
            cards::tell(run, Trigger::Discarded, Bind::card(Source { seat, slot }));
        }
    }
}

/// Ends the effects for which `over` is true; a card that lasted is discarded with its last effect.
pub fn end(run: &mut Run<'_>, over: impl Fn(&Effect) -> bool) {
    if !run.state.effects.iter().any(&over) {
        return;
    }
    let before = run.state.effects;
    run.state.effects.retain(|effect| !over(effect));
    for effect in before.iter().filter(|effect| over(effect)) {
        let source = effect.source;
        run.later(Upcoming::Expired(*effect));
        let still = run.state.effects.iter().any(|other| other.source == source);
        if still || source.slot >= 64 {
            continue;
        }
        let bit = 1u64 << source.slot;
        let player = &mut run.state.seats[source.seat];
        if player.power.active() & bit != 0 {
            player.power.to_discard(bit);
            run.emit(Rule::PowerNext, What::EffectEnded { source });
            cards::tell(run, Trigger::Discarded, Bind::card(source));
        }
    }
}

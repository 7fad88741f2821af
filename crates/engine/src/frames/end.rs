//! The end phase: each player in turn runs through the ruleset's table of steps.

use crate::{
    bits::Bits,
    cards::{self, Ban},
    chance::Waits,
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    ops::{draw, price, scoring, sides},
    refusal::Refusal,
    ruleset::{EndStep, List},
    run::{Flow, Run, Sight, Step, Windows},
};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// The end phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct End {
    /// Players who have finished.
    pub finished: u8,
    /// Position in the table of steps.
    pub step: u8,
    /// Whether the current player has begun.
    pub begun: bool,
}

fn seat_of(sight: Sight<'_>, frame: End) -> Seat {
    let mut seat = Seat(sight.state.clock.first);
    for _ in 0..frame.finished {
        seat = sides::next_seat(sight, seat);
    }
    seat
}

fn steps(sight: Sight<'_>) -> &List<EndStep> {
    let rules = sight.rules();
    if sight.state.clock.round >= rules.rounds {
        &rules.last_end
    } else {
        &rules.end
    }
}

/// Takes a step, and those after it until somebody is asked or something comes up.
#[inline(always)]
pub fn step(run: &mut Run<'_>, mut frame: End) -> Step {
    loop {
        if frame.finished >= run.state.clock.players || run.table.variant.sudden_death {
            return run.done();
        }
        let seat = seat_of(run.sight(), frame);
        if !frame.begun {
            frame.begun = true;
            run.put(Frame::End(frame));
            scoring::artefact(run, seat);
            run.emit(Rule::EndOrder, What::EndPhaseBegan { seat });
        }
        match steps(run.sight()).get(frame.step as usize).copied() {
            None => {
                frame = End {
                    finished: frame.finished + 1,
                    step: 0,
                    begun: false,
                }
            }
            Some(step) => {
                if take(run, frame, seat, step)? {
                    return Ok(Flow::Ask(seat));
                }
                frame.step += 1;
            }
        }
        run.put(Frame::End(frame));
        if !run.may_step_at_once() {
            return Ok(Flow::On);
        }
    }
}

/// Takes one step of a player's end phase. Whether the player is asked about it.
#[inline(always)]
fn take(run: &mut Run<'_>, frame: End, seat: Seat, step: EndStep) -> Result<bool, Waits> {
    match step {
        EndStep::DrawObjectives => while let Some(_slot) = draw::objective(run, seat)? {},
        EndStep::DrawPower => {
            while run.state.seats[seat].power.hand().count_ones() < draw::POWER_IN_HAND {
                if draw::power(run, seat)?.is_none() {
                    break;
                }
            }
        }
        EndStep::Score
        | EndStep::DiscardObjectives
        | EndStep::Upgrade
        | EndStep::DiscardPower
        | EndStep::DiscardAny => {
            let open = run.windows == Windows::Public && may_hold(run.sight(), seat, step);
            return Ok(open || run.finds(|sight, out| choices(sight, frame, out)));
        }
    }
    Ok(false)
}

/// Whether, for all the others can know, the player holds a card for the step. Asking only a player who
/// does would show them the hand.
fn may_hold(sight: Sight<'_>, seat: Seat, step: EndStep) -> bool {
    let player = &sight.state.seats[seat];
    match step {
        EndStep::Score => player.objectives.hand() != 0,
        EndStep::Upgrade => player.power.hand() != 0,
        EndStep::DiscardObjectives
        | EndStep::DiscardPower
        | EndStep::DiscardAny
        | EndStep::DrawObjectives
        | EndStep::DrawPower => false,
    }
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: End) -> Option<Seat> {
    Some(seat_of(sight, frame))
}

/// What may be chosen.
#[inline(always)]
pub fn choices(sight: Sight<'_>, frame: End, out: &mut Choices) {
    let seat = seat_of(sight, frame);
    let player = &sight.state.seats[seat];
    let Some(step) = steps(sight).get(frame.step as usize) else {
        return;
    };
    let objectives = Bits(u64::from(player.objectives.hand()));
    let kept = cards::forbids_seat(sight, seat, Ban::DiscardObjectives);
    let power = Bits(player.power.hand());
    match step {
        EndStep::Score => {
            for slot in objectives {
                if cards::scorable(sight, seat, slot) {
                    out.push(Choice::new(Verb::Score, slot, 0, 0));
                }
            }
        }
        EndStep::DiscardObjectives => {
            for slot in objectives.filter(|_| !kept) {
                out.push(Choice::new(Verb::Discard, Source::OBJECTIVES + slot, 0, 0));
            }
        }
        EndStep::DiscardPower => {
            for slot in power {
                out.push(Choice::new(Verb::Discard, slot, 0, 0));
            }
        }
        EndStep::DiscardAny => {
            for slot in power {
                out.push(Choice::new(Verb::Discard, slot, 0, 0));
            }
            for slot in objectives.filter(|_| !kept) {
                out.push(Choice::new(Verb::Discard, Source::OBJECTIVES + slot, 0, 0));
            }
        }
        EndStep::Upgrade => price::upgrades(sight, seat, out),
        EndStep::DrawObjectives | EndStep::DrawPower => {}
    }
    out.push(Choice::DONE);
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: End, choice: Choice) {
    let seat = seat_of(run.sight(), frame);
    match choice.verb {
        Verb::Score => scoring::score(run, seat, choice.a),
        Verb::Discard if choice.a >= Source::OBJECTIVES => {
            draw::discard_objective(run, seat, choice.a - Source::OBJECTIVES);
        }
        Verb::Discard => draw::discard_power(run, seat, choice.a),
        Verb::Upgrade => price::give_upgrade(run, seat, choice),
        _ => {
            frame.step += 1;
            run.put(Frame::End(frame));
        }
    }
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: End, choice: Choice) -> Refusal {
    let seat = seat_of(sight, frame);
    let step = steps(sight).get(frame.step as usize).copied();
    let banned = |ban: Ban| cards::forbids_seat(sight, seat, ban);
    match (choice.verb, step) {
        (Verb::Score, Some(EndStep::Score)) if banned(Ban::Score) => Refusal::new(
            Rule::SequenceCannot,
            "An ability keeps you from scoring objectives; finish.",
        ),
        (Verb::Score, Some(EndStep::Score))
            if choice.a < 32 && cards::forbids_scoring(sight, seat, choice.a) =>
        {
            Refusal::new(
                Rule::SequenceCannot,
                "An ability keeps you from scoring this objective; score another or finish.",
            )
        }
        (Verb::Discard, _) if choice.a >= Source::OBJECTIVES && banned(Ban::DiscardObjectives) => {
            Refusal::new(
                Rule::SequenceCannot,
                "An ability keeps you from discarding objectives; keep them.",
            )
        }
        (Verb::Score, Some(EndStep::Score)) => {
            let held =
                choice.a < 32 && sight.state.seats[seat].objectives.hand() >> choice.a & 1 == 1;
            if held && cards::is_surge(sight, seat, choice.a) {
                Refusal::new(
                    Rule::ObjectiveSurge,
                    "That objective is scored when what it waits for happens, not in an end phase; keep it or discard it.",
                )
            } else if held {
                Refusal::new(
                    Rule::ObjectiveEnd,
                    "Its condition is not met in this end phase; keep it or discard it.",
                )
            } else {
                Refusal::new(Rule::EndScore, "Name an objective that is in your hand.")
            }
        }
        (Verb::Upgrade, Some(EndStep::Upgrade)) => price::upgrade_refusal(sight, seat, choice),
        (Verb::Play, _) => Refusal::new(
            Rule::EndNoGambits,
            "Ploys and gambits cannot be played in the end phase; wait for a power step.",
        ),
        (_, Some(EndStep::Score)) => {
            Refusal::new(Rule::EndScore, "Score objectives now, or finish.")
        }
        (_, Some(EndStep::DiscardObjectives)) => Refusal::new(
            Rule::EndDiscardObjectives,
            "Discard objectives from your hand now, or finish.",
        ),
        (_, Some(EndStep::Upgrade)) => {
            Refusal::new(Rule::EndUpgrade, "Give upgrades now, or finish.")
        }
        (_, Some(EndStep::DiscardPower | EndStep::DiscardAny)) => Refusal::new(
            Rule::EndDiscardPower,
            "Discard cards from your hand now, or finish.",
        ),
        _ => Refusal::new(Rule::EndOrder, "Nothing is to be chosen at this step."),
    }
}

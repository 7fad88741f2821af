//! Focus: discard any cards, draw as many of each kind, then perhaps one power card (Embergard p.9).

use crate::{
    choice::{Choice, Choices, Verb},
    effect::Source,
    frame::Frame,
    ops::draw,
    refusal::Refusal,
    run::{Flow, Run, Sight, Step},
};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// A player focusing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Focus {
    /// Who.
    pub seat: Seat,
    /// Power cards to draw.
    pub power: u8,
    /// Objectives to draw.
    pub objectives: u8,
    /// How far it has come.
    pub stage: u8,
}

impl Focus {
    /// The start.
    pub fn new(seat: Seat) -> Focus {
        Focus {
            seat,
            power: 0,
            objectives: 0,
            stage: 0,
        }
    }
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Focus) -> Step {
    match frame.stage {
        0 => {
            let player = &run.state.seats[frame.seat];
            if player.power.hand() == 0 && player.objectives.hand() == 0 {
                frame.stage = 1;
                run.put(Frame::Focus(frame));
                return Ok(Flow::On);
            }
            Ok(Flow::Ask(frame.seat))
        }
        1 => {
            while frame.objectives > 0 {
                draw::objective(run, frame.seat)?;
                frame.objectives -= 1;
                run.put(Frame::Focus(frame));
            }
            while frame.power > 0 {
                draw::power(run, frame.seat)?;
                frame.power -= 1;
                run.put(Frame::Focus(frame));
            }
            frame.stage = 2;
            run.put(Frame::Focus(frame));
            Ok(Flow::On)
        }
        2 if run.state.seats[frame.seat].power.deck() != 0 => Ok(Flow::Ask(frame.seat)),
        3 => {
            draw::power(run, frame.seat)?;
            run.done()
        }
        _ => run.done(),
    }
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, frame: Focus) -> Option<Seat> {
    matches!(frame.stage, 0 | 2).then_some(frame.seat)
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Focus, out: &mut Choices) {
    if frame.stage == 2 {
        out.push(Choice::new(Verb::Draw, 0, 0, 0));
        out.push(Choice::DONE);
        return;
    }
    let player = &sight.state.seats[frame.seat];
    for slot in (0..64u8).filter(|slot| player.power.hand() >> slot & 1 == 1) {
        out.push(Choice::new(Verb::Discard, slot, 0, 0));
    }
    for slot in (Source::OBJECTIVES..Source::FIGHTERS)
        .filter(|slot| player.objectives.hand() >> (slot - Source::OBJECTIVES) & 1 == 1)
    {
        out.push(Choice::new(Verb::Discard, slot, 0, 0));
    }
    out.push(Choice::DONE);
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Focus, choice: Choice) {
    match (frame.stage, choice.verb) {
        (0, Verb::Discard) if choice.a >= Source::OBJECTIVES => {
            frame.objectives += 1;
            draw::discard_objective(run, frame.seat, choice.a - Source::OBJECTIVES);
        }
        (0, Verb::Discard) => {
            frame.power += 1;
            draw::discard_power(run, frame.seat, choice.a);
        }
        (0, _) => frame.stage = 1,
        (_, Verb::Draw) => frame.stage = 3,
        _ => frame.stage = 4,
    }
    run.put(Frame::Focus(frame));
}

/// Why a choice is not on the list.
pub fn refuse(_sight: Sight<'_>, frame: Focus, choice: Choice) -> Refusal {
    match choice.verb {
        Verb::Discard if frame.stage == 0 => {
            Refusal::new(Rule::ActionFocus, "Name a card that is in your hand.")
        }
        Verb::Discard => Refusal::new(
            Rule::ActionFocus,
            "The discards of this Focus are over; draw one more power card or finish.",
        ),
        Verb::Draw => Refusal::new(
            Rule::ActionFocus,
            "Finish discarding first; the extra power card comes last.",
        ),
        _ => Refusal::new(Rule::ActionFocus, "Finish your Focus first."),
    }
}

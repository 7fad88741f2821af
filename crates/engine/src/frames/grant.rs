//! A card or ability lets a fighter act (Shadespire FAQ, Harrowdeep p.37).
//!
//! A named action may be made against the prohibitions of tokens; an unnamed one may not.

use crate::{
    attack::Attack,
    card_run::CardRun,
    cards::{steps::grant, watches::Noted},
    choice::{Choice, Choices, Verb},
    frame::Frame,
    frames::activation,
    ops::act::How,
    rare::Rare,
    refusal::Refusal,
    run::{Flow, Run, Sight, Step},
};
use gloryhex_model::{FighterId, Rule, Seat};
use serde::{Deserialize, Serialize};

/// A granted action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grant {
    /// Who may act.
    pub fighter: FighterId,
    /// Bits: 1 Move, 2 Attack, 4 Charge, 8 Guard, 16 printed actions.
    pub acts: u8,
    /// Whether the actions are named.
    pub named: bool,
    /// Whether it may be declined.
    pub optional: bool,
    /// The only target allowed, or `FighterId::NONE`.
    pub target: FighterId,
    /// The only weapon allowed, or 255.
    pub weapon: u8,
    /// Whether the card that grants it has a condition on the target or the last hex.
    pub filtered: bool,
    /// Whether a sweeping weapon attacks its one target alone.
    #[serde(default)]
    pub alone: bool,
    /// Whether an attack costs no counters.
    #[serde(default)]
    pub free: bool,
    /// The player who makes the attack with the fighter of another, if one does.
    #[serde(default)]
    pub borrower: Rare<Option<Seat>>,
    /// How far it has come.
    pub stage: u8,
}

impl Grant {
    /// A named action of one kind.
    pub fn named(fighter: FighterId, acts: u8) -> Grant {
        Grant {
            fighter,
            acts,
            named: true,
            optional: true,
            target: FighterId::NONE,
            weapon: 255,
            filtered: false,
            alone: false,
            free: false,
            borrower: Rare(None),
            stage: 0,
        }
    }
    /// Who decides what it is.
    pub fn seat(self, sight: Sight<'_>) -> Seat {
        let owner = sight.table.owner(self.fighter);
        self.borrower.0.unwrap_or(owner)
    }
    /// How the action comes about.
    pub fn how(self) -> How {
        if self.named { How::Named } else { How::Unnamed }
    }
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, frame: Grant) -> Step {
    if frame.stage > 0 {
        return run.done();
    }
    if !run.finds(|sight, out| choices(sight, frame, out)) {
        return run.done();
    }
    Ok(Flow::Ask(frame.seat(run.sight())))
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Grant) -> Option<Seat> {
    (frame.stage == 0).then(|| frame.seat(sight))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Grant, out: &mut Choices) {
    grant::granted(sight, &frame, out);
    if frame.optional {
        out.push(Choice::PASS);
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Grant, choice: Choice) {
    frame.stage = 1;
    run.put(Frame::Grant(frame));
    if choice.verb != Verb::Pass {
        let shares = matches!(choice.verb, Verb::Move | Verb::Attack | Verb::Charge);
        let last = shares && activation::closes_with_grant(run);
        let reacts = run.table.watches.notes(Noted::Reactions)
            && run
                .state
                .card()
                .is_some_and(|card| card.is(CardRun::REACTION));
        let alone = if frame.alone { Attack::ALONE } else { 0 };
        let reaction = if reacts { Attack::REACTION } else { 0 };
        let free = if frame.free { Attack::FREE } else { 0 };
        let lent = frame.borrower.0.map_or(0, Attack::lent_to);
        let flags = Attack::GRANTED | reaction | alone | free | lent;
        activation::perform(run, choice, last, flags);
    }
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Grant, choice: Choice) -> Refusal {
    let bit = match choice.verb {
        Verb::Move => 1,
        Verb::Attack => 2,
        Verb::Charge => 4,
        Verb::Guard => 8,
        Verb::Action => 16,
        _ => 0,
    };
    if bit & frame.acts == 0 || choice.fighter_a() != frame.fighter {
        return Refusal::new(
            Rule::ActionAdditional,
            "Only the granted action of this fighter can be taken now.",
        );
    }
    if frame.target.is_some() && choice.verb == Verb::Attack && choice.b != frame.target.0 {
        return Refusal::new(
            Rule::ActionAdditional,
            "The granted attack has a fixed target; pick that target.",
        );
    }
    activation::fighter_refusal(sight, choice, frame.how())
}

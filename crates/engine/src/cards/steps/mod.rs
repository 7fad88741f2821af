//! What each verb of the card language does at the table: one file for each verb, or for a few that belong together.
//!
//! A file says what the step does (`act` or `take`), whether it can be followed (`follow`), and for a step that asks a player
//! what it offers (`offer`), what becomes of the answer (`choose`) and why anything else is refused (`refuse`). This
//! file has the shape of a step, and finds the step of an instruction. The frame that takes one step after the other is
//! `frames/card.rs`, the walk that asks whether all can be followed is [`super::follow`].

mod allow;
pub(in crate::cards) mod alter;
pub mod choose;
mod choose_set;
pub mod counters;
mod dice;
mod draw;
mod each;
mod effect;
mod exhaust;
mod feature;
mod flow;
mod glory;
pub mod grant;
mod harm;
mod inspire;
mod name;
pub mod operands;
mod place;
mod prelude;
mod prevent;
pub mod push;
mod quiet;
pub mod raid;
mod reroll;
pub mod roll_off;
pub mod scatter;
mod shift;
mod swap;
mod token;
mod upgrade;
mod wield;

use super::follow::Walk;
use crate::{
    card_run::CardRun,
    chance::Waits,
    choice::{Choice, Choices},
    frames::card::Card,
    refusal::Refusal,
    run::{Run, Sight},
};
use gloryhex_cardlang::{Instr, Pc, Ref};
use gloryhex_model::{Rule, Seat};
use operands::seat_of;

/// What a step has done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Did {
    /// All of it: go on with the next.
    Next,
    /// All of it: go on elsewhere.
    To(Pc),
    /// It asks this seat.
    Ask(Seat),
    /// A part of it, and has come so far.
    Part(Card),
}

/// What a step has done, or that it waits for dice.
pub(crate) type Took = Result<Did, Waits>;

/// Whether a step can be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Followed {
    /// It cannot.
    No,
    /// It can, and what comes after it cannot be told, or has been tried already.
    Yes,
    /// It can; what comes after it is to be tried.
    On,
}

impl Followed {
    /// It can if this is so, and what comes after it is to be tried.
    pub fn on_if(so: bool) -> Followed {
        if so { Followed::On } else { Followed::No }
    }
    /// It can if this is so, and what comes after it cannot be told.
    pub fn yes_if(so: bool) -> Followed {
        if so { Followed::Yes } else { Followed::No }
    }
}

/// Why a choice is refused where its verb has no reason of its own.
pub(crate) const ASKS_ELSE: Refusal = Refusal::new(
    Rule::SequenceFollowAll,
    "The card being resolved asks for something else; pick one of those offered.",
);

/// A step of a card.
pub(crate) trait Step {
    /// Does what is done at once and asks nobody; whatever does more than that has a `take` of its own.
    fn act(&self, _run: &mut Run<'_>, _card: &CardRun) {}
    /// Takes the step, or goes on with one that has come as far as the frame says.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _frame: Card) -> Took {
        self.act(run, card);
        Ok(Did::Next)
    }
    /// Whether it can be followed, as far as that can be told before it is taken. The card is at the next step
    /// already; a step that binds something or leads elsewhere changes it.
    fn follow(&self, _walk: &mut Walk<'_>, _card: &mut CardRun) -> Followed {
        Followed::On
    }
    /// Whom it asks, if it asks anybody.
    fn asks(&self) -> Ref {
        Ref::YOU
    }
    /// Lists what it asks for.
    fn offer(&self, _: Sight<'_>, _: &CardRun, _: Card, _: &mut Choices) {}
    /// Makes a choice from that list.
    fn choose(&self, _: &mut Run<'_>, _: &CardRun, _: Card, _: Choice) {}
    /// Why a choice is not on that list.
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        ASKS_ELSE
    }
    /// Asks, if there is anything to choose.
    fn ask(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Option<Did> {
        let some = run.finds(|sight, out| self.offer(sight, card, frame, out));
        some.then(|| Did::Ask(seat_of(run.sight(), card, self.asks())))
    }
}

/// Finds what an instruction does at the table. An instruction that is not named here does not compile.
macro_rules! step_of {
    ($instr:expr, $($name:ident)*) => {
        match $instr {
            $(Instr::$name(step) => step,)*
        }
    };
}

/// What an instruction does at the table.
pub(crate) fn of(instr: &Instr) -> &dyn Step {
    step_of! { instr,
        End Jump Unless May Options Arm Each Next NextCard Set Choose ChooseSet ChooseNumber Roll
        Scatter Damage SetDamage Heal Slay Give Take Spend Inspire Uninspire Push PushChain Place
        Swap Flip RemoveToken MoveToken SwapTokens MarkHex Unmark Wield Draw Peek PutCard Gain AddCounters
        RemoveCounters SpendGlory Grant Install Quiet Cease CancelSpell CancelCard Break Equip Track NoBounty
        NoDriveBack Reroll Turn Drop Include Show EndEffects Guide
        Hand NameCard Orient Alter RollOff Allow Shift Shuffle Raid
    }
}

/// The step that a card has taken last, while what it has begun goes on above the card.
pub fn taken(sight: Sight<'_>, card: &CardRun) -> Option<Instr> {
    let before = usize::from(card.pc).checked_sub(1)?;
    sight.table.code(card.source)?.code.get(before).copied()
}

/// The step that a card is at.
pub fn instr_of(sight: Sight<'_>, card: &CardRun) -> Instr {
    let code = sight.table.code(card.source);
    let step = code.and_then(|code| code.code.get(card.pc as usize));
    step.copied()
        .unwrap_or(Instr::End(gloryhex_cardlang::instr::End {}))
}

//! What each verb of the card language does at the table: one file for each verb, or for two that belong together.
//!
//! A file says what the step does (`take`), whether it can be followed (`follow`), and for a step that asks a player
//! what it offers (`offer`), what becomes of the answer (`choose`) and why anything else is refused (`refuse`). Here
//! the right file is found; every list names every step, so that a new one cannot be forgotten. The frame that takes
//! one step after the other is `frames/card.rs`, the walk that asks whether all can be followed is [`super::walk`].

mod alter;
mod break_upgrade;
mod cancel;
mod choose;
mod choose_number;
mod choose_set;
mod damage;
mod draw;
mod drift;
mod each;
mod effect;
mod equip;
mod exhaust;
mod flip;
mod flow;
mod forgo;
mod gain;
mod give;
mod grant;
mod heal;
mod inspire;
mod look;
mod mark;
mod may;
mod move_token;
mod name;
mod one_of;
mod parts;
mod place;
mod push;
mod put;
mod remove;
mod reroll;
mod roll;
mod route;
mod scatter;
mod slay;
mod spend;
mod swap;
mod take;
mod track;
mod wound;

use super::walk::Walk;
use crate::{
    card_run::CardRun,
    chance::Waits,
    choice::{Choice, Choices},
    frames::card::Card,
    refusal::Refusal,
    run::{Run, Sight},
};
use gloryhex_cardlang::{Expr, Instr, Pc, Ref};
use gloryhex_model::{Rule, Seat};
pub use parts::{instr_of, note_choice, put_set, set_in};
pub use push::{Push, push_of, via};

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

/// Takes a step of a card, or goes on with one that has come as far as the frame says.
#[inline(always)]
pub(crate) fn take(
    run: &mut Run<'_>,
    card: &CardRun,
    frame: Card,
    step: Instr,
) -> Result<Did, Waits> {
    match step {
        Instr::Jump(to) | Instr::Again(to) => return Ok(Did::To(to)),
        Instr::Unless { cond, to } => return Ok(flow::take(run, card, cond, to)),
        Instr::May { by, .. } => return Ok(may::take(run, card, by)),
        Instr::Options { by, to, .. } => return Ok(one_of::take(run, card, frame, step, (by, to))),
        Instr::Choose { slot, by, .. } => {
            return Ok(choose::take(run, card, frame, step, (slot, by)));
        }
        Instr::ChooseSet { set, .. } => return Ok(choose_set::take(run, card, frame, step, set)),
        Instr::ChooseNumber { slot, low, high } => {
            return Ok(choose_number::take(run, card, slot, (low, high)));
        }
        Instr::Each { set, over, filter } => each::take(run, card, set, (over, filter)),
        Instr::Next { set, var, by, to } => return Ok(each::next(run, card, (set, var), by, to)),
        Instr::Set { slot, value } => name::take(run, card, slot, value),
        Instr::Push { .. } => return Ok(push::take(run, card, frame, step)),
        Instr::Place { who, .. } => return Ok(place::take(run, card, frame, step, who)),
        Instr::Grant { .. } => grant::take(run, card, step),
        Instr::Roll { die, n } => roll::take(run, card, die, n)?,
        Instr::Scatter { from, n } => return scatter::take(run, frame, *card, from, n),
        Instr::Reroll {
            defence,
            most,
            up_to,
        } => return reroll::take(run, frame, *card, defence, (most, up_to)),
        Instr::Draw { seat, n, deck } => return draw::take(run, card, frame, (seat, n, deck)),
        Instr::Peek { slot, deck } => look::take(run, card, slot, deck)?,
        Instr::Damage { who, n, by } => damage::take(run, card, who, n, by),
        Instr::SetDamage { who, n } => wound::take(run, card, who, n),
        Instr::Heal { who, n } => heal::take(run, card, who, n),
        Instr::Slay { who } => slay::take(run, card, who),
        Instr::Give { who, token } => give::take(run, card, who, token),
        Instr::Take { who, token, all } => take::take(run, card, who, token, all),
        Instr::Spend { who } => exhaust::take(run, card, who),
        Instr::Inspire { who } => inspire::take(run, card, who),
        Instr::Uninspire { who } => inspire::turn_back(run, card, who),
        Instr::PushChain { who } => drift::take(run, card, who),
        Instr::Swap { a, b } => swap::fighters(run, card, a, b),
        Instr::SwapTokens { a, b } => swap::tokens(run, card, a, b),
        Instr::Flip { token } => flip::take(run, card, token),
        Instr::RemoveToken { token } => remove::take(run, card, token),
        Instr::MoveToken { token, hex } => move_token::take(run, card, token, hex),
        Instr::MarkHex {
            hex,
            token,
            mark,
            until,
        } => mark::take(run, card, (hex, token), mark, until),
        Instr::PutCard {
            card: which, to, ..
        } => put::take(run, card, which, to),
        Instr::Gain { seat, n, spent } => gain::take(run, card, seat, n, spent),
        Instr::SpendGlory { seat, n } => spend::take(run, card, seat, n),
        Instr::Install {
            effect,
            until,
            first,
            n,
        } => effect::take(run, card, (effect, first), until, n),
        Instr::Cease => effect::cease(run, card),
        Instr::CancelSpell => cancel::spell(run),
        Instr::CancelCard => cancel::card(run),
        Instr::Break { card: which } => break_upgrade::take(run, card, which),
        Instr::Equip {
            card: which,
            who,
            free,
        } => equip::take(run, card, which, who, free),
        Instr::Track { seat, n } => track::take(run, card, seat, n),
        Instr::Alter {
            what,
            who,
            n,
            least,
        } => alter::take(run, card, what, (who, n, least)),
        Instr::NoBounty => forgo::bounty(run, card),
        Instr::NoDriveBack => forgo::drive_back(run),
        Instr::End | Instr::Arm { .. } | Instr::Native(_) => {}
    }
    Ok(Did::Next)
}

/// Whether a step can be followed, as far as that can be told before it is taken. The card is at the next step
/// already; a step that binds something or leads elsewhere changes it.
#[inline(always)]
pub(crate) fn follow(walk: &mut Walk<'_>, card: &mut CardRun, step: Instr) -> Followed {
    let sight = walk.sight;
    match step {
        Instr::End
        | Instr::Roll { .. }
        | Instr::Scatter { .. }
        | Instr::Reroll { .. }
        | Instr::PushChain { .. } => Followed::Yes,
        Instr::Jump(to) | Instr::Again(to) => flow::go_to(card, to),
        Instr::Unless { cond, to } => flow::follow(sight, card, cond, to),
        Instr::May { to, .. } => may::follow(walk, card, to),
        Instr::Options { n, .. } => one_of::follow(walk, card, n),
        Instr::Each { set, over, filter } => each::follow(sight, card, set, (over, filter)),
        Instr::Next { set, to, .. } => each::follow_next(card, set, to),
        Instr::Set { slot, value } => name::follow(sight, card, slot, value),
        Instr::Choose { .. } => choose::follow(walk, card, step),
        Instr::ChooseSet { .. } => choose_set::follow(walk, card, step),
        Instr::ChooseNumber { slot, low, high } => {
            choose_number::follow(walk, card, slot, (low, high))
        }
        Instr::Damage { who, .. } => damage::follow(sight, card, who),
        Instr::Slay { who } => slay::follow(sight, card, who),
        Instr::Push { .. } => push::follow(sight, card, step),
        Instr::Place { who, hex, lifted } => place::follow(sight, card, who, hex, lifted),
        Instr::Swap { a, b } => swap::follow(sight, card, a, b),
        Instr::Grant { .. } => grant::follow(walk, card, step),
        Instr::Give { who, token } => give::follow(sight, card, who, token),
        Instr::Heal { who, .. } => heal::follow(sight, card, who),
        Instr::Take { who, token, .. } => take::follow(sight, card, who, token),
        Instr::Draw { seat, n, deck } => draw::follow(sight, card, seat, n, deck),
        Instr::Peek { deck, .. } => look::follow(sight, card, deck),
        Instr::MoveToken { hex, .. } => move_token::follow(sight, card, hex),
        Instr::SpendGlory { seat, n } => spend::follow(sight, card, seat, n),
        Instr::Alter { what, who, .. } => alter::follow(sight, card, what, who),
        Instr::Equip {
            card: which,
            who,
            free,
        } => equip::follow(sight, card, which, who, free),
        Instr::Arm { .. }
        | Instr::SetDamage { .. }
        | Instr::Spend { .. }
        | Instr::Inspire { .. }
        | Instr::Uninspire { .. }
        | Instr::Flip { .. }
        | Instr::RemoveToken { .. }
        | Instr::SwapTokens { .. }
        | Instr::MarkHex { .. }
        | Instr::PutCard { .. }
        | Instr::Gain { .. }
        | Instr::Install { .. }
        | Instr::Cease
        | Instr::CancelSpell
        | Instr::CancelCard
        | Instr::Break { .. }
        | Instr::Track { .. }
        | Instr::NoBounty
        | Instr::NoDriveBack
        | Instr::Native(_) => Followed::On,
    }
}

/// What a step asks a player for.
#[derive(Clone, Copy, Debug)]
enum Question {
    May { to: Pc },
    OneOf { arms: u8 },
    Next { set: u8, var: u8 },
    Choose,
    ChooseSet,
    ChooseNumber { slot: u8, low: Expr, high: Expr },
    Push,
    Place { who: Ref, hex: Expr, lifted: bool },
    Scatter { from: Ref },
    Reroll { defence: bool, up_to: bool },
}

/// What a step asks for, if it asks anybody.
#[inline(always)]
fn question(step: Instr) -> Option<Question> {
    Some(match step {
        Instr::May { to, .. } => Question::May { to },
        Instr::Options { n, .. } => Question::OneOf { arms: n },
        Instr::Next { set, var, .. } => Question::Next { set, var },
        Instr::Choose { .. } => Question::Choose,
        Instr::ChooseSet { .. } => Question::ChooseSet,
        Instr::ChooseNumber { slot, low, high } => Question::ChooseNumber { slot, low, high },
        Instr::Push { .. } => Question::Push,
        Instr::Place { who, hex, lifted } => Question::Place { who, hex, lifted },
        Instr::Scatter { from, .. } => Question::Scatter { from },
        Instr::Reroll { defence, up_to, .. } => Question::Reroll { defence, up_to },
        Instr::End
        | Instr::Jump(_)
        | Instr::Again(_)
        | Instr::Unless { .. }
        | Instr::Arm { .. }
        | Instr::Each { .. }
        | Instr::Set { .. }
        | Instr::Roll { .. }
        | Instr::Damage { .. }
        | Instr::SetDamage { .. }
        | Instr::Heal { .. }
        | Instr::Slay { .. }
        | Instr::Give { .. }
        | Instr::Take { .. }
        | Instr::Spend { .. }
        | Instr::Inspire { .. }
        | Instr::Uninspire { .. }
        | Instr::PushChain { .. }
        | Instr::Swap { .. }
        | Instr::Flip { .. }
        | Instr::RemoveToken { .. }
        | Instr::MoveToken { .. }
        | Instr::SwapTokens { .. }
        | Instr::MarkHex { .. }
        | Instr::Draw { .. }
        | Instr::Peek { .. }
        | Instr::PutCard { .. }
        | Instr::Gain { .. }
        | Instr::SpendGlory { .. }
        | Instr::Grant { .. }
        | Instr::Install { .. }
        | Instr::Cease
        | Instr::CancelSpell
        | Instr::CancelCard
        | Instr::Break { .. }
        | Instr::Equip { .. }
        | Instr::Track { .. }
        | Instr::Alter { .. }
        | Instr::NoBounty
        | Instr::NoDriveBack
        | Instr::Native(_) => return None,
    })
}

/// Lists what a step asks for.
pub(crate) fn offer(sight: Sight<'_>, card: &CardRun, frame: Card, step: Instr, out: &mut Choices) {
    let Some(question) = question(step) else {
        return;
    };
    match question {
        Question::May { .. } => may::offer(out),
        Question::OneOf { arms } => one_of::offer(sight, card, arms, out),
        Question::Next { set, .. } => each::offer(sight, card, set, out),
        Question::Choose => choose::offer(sight, card, step, out),
        Question::ChooseSet => choose_set::offer(sight, card, frame, step, out),
        Question::ChooseNumber { low, high, .. } => {
            choose_number::offer(sight, card, low, high, out);
        }
        Question::Push => push::offer(sight, card, step, out),
        Question::Place { who, hex, lifted } => place::offer(sight, card, who, (hex, lifted), out),
        Question::Scatter { from } => scatter::offer(sight, card, frame, from, out),
        Question::Reroll { defence, up_to } => reroll::offer(sight, card, defence, up_to, out),
    }
}

/// Makes a choice from the list of a step that asks.
pub(crate) fn choose(run: &mut Run<'_>, card: &CardRun, frame: Card, step: Instr, choice: Choice) {
    let Some(question) = question(step) else {
        return;
    };
    match question {
        Question::May { to } => may::choose(run, card, to, choice),
        Question::OneOf { .. } => one_of::choose(run, card, choice),
        Question::Next { set, var } => each::choose(run, card, (set, var), choice),
        Question::Choose => choose::choose(run, card, step, choice),
        Question::ChooseSet => choose_set::choose(run, card, frame, step, choice),
        Question::ChooseNumber { slot, .. } => choose_number::choose(run, card, slot, choice),
        Question::Push => push::choose(run, card, step, choice),
        Question::Place { who, .. } => place::choose(run, card, who, choice),
        Question::Scatter { from } => scatter::choose(run, frame, *card, from, choice),
        Question::Reroll { .. } => reroll::choose(run, frame, choice),
    }
}

/// Why a choice is not on the list of the step that asks.
pub(crate) fn refuse(sight: Sight<'_>, card: &CardRun, step: Instr, choice: Choice) -> Refusal {
    let other = Refusal::new(
        Rule::SequenceFollowAll,
        "The card being resolved asks for something else; pick one of those offered.",
    );
    let Some(question) = question(step) else {
        return other;
    };
    match question {
        Question::Push => push::refuse(sight, card, step, choice),
        Question::Scatter { .. } => scatter::REFUSED,
        Question::Reroll { .. } => reroll::REFUSED,
        Question::Choose => choose::refuse(sight, card, step, choice).unwrap_or(other),
        Question::ChooseSet => choose_set::refuse(sight, card, choice).unwrap_or(other),
        Question::May { .. }
        | Question::OneOf { .. }
        | Question::Next { .. }
        | Question::ChooseNumber { .. }
        | Question::Place { .. } => other,
    }
}

/// Whom a step asks; most ask the player who resolves the card.
pub(crate) fn asked(step: Instr) -> Ref {
    match step {
        Instr::May { by, .. }
        | Instr::Options { by, .. }
        | Instr::Choose { by, .. }
        | Instr::Next { by, .. } => by,
        _ => Ref::YOU,
    }
}

//! What the files of most verbs use.

pub(super) use super::{ASKS_ELSE, Did, Followed, Step, Took, operands::*};
pub(super) use crate::{
    bind::Bind,
    card_run::CardRun,
    cards::{self, Also, eval::domain::card_of, follow::Walk},
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    frames::card::Card,
    refusal::Refusal,
    run::{Run, Sight},
};
pub(super) use gloryhex_cardlang::{Domain, Formula, Instr, NOBODY, Ref, instr};
pub(super) use gloryhex_model::{FighterId, Rule, Seat, Trigger};

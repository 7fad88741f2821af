//! Whether every step of a card can be followed, as far as that can be told beforehand.
//!
//! Once per table it is told from the steps alone where nothing has to be tried ([`Follow`]); everything else is
//! tried in [`super::walk`].

use super::walk::Walk;
use crate::{card_run::CardRun, run::Sight};
use gloryhex_cardlang::{CardCode, Domain, Instr, Needs, Ref};

/// Steps looked at before a card has to be tried.
const BUDGET: u32 = 400;

/// Where nothing has to be tried, by step.
#[derive(Clone, Debug, Default)]
pub struct Follow {
    from: Vec<bool>,
    after: Vec<bool>,
}

impl Follow {
    /// What the steps of a card tell.
    pub fn of(code: &CardCode) -> Follow {
        let after = |pc: usize| match code.code[pc] {
            Instr::Choose { slot, over, .. } => {
                follows(code, pc + 1, stands(over) << slot, &mut { BUDGET })
            }
            Instr::ChooseSet { .. } => follows(code, pc + 1, 0, &mut { BUDGET }),
            _ => false,
        };
        let all = 0..code.code.len();
        Follow {
            from: all
                .clone()
                .map(|pc| follows(code, pc, 0, &mut { BUDGET }))
                .collect(),
            after: all.map(after).collect(),
        }
    }
    /// Whether everything from a step on can always be followed.
    #[inline]
    fn from(&self, pc: u16) -> bool {
        self.from.get(pc as usize).copied().unwrap_or(false)
    }
    /// Whether everything after a choice can be followed whatever is chosen.
    #[inline]
    pub fn after(&self, pc: u16) -> bool {
        self.after.get(pc as usize).copied().unwrap_or(false)
    }
}

/// 1 if the elements of a domain are fighters on the battlefield.
fn stands(over: Domain) -> u8 {
    u8::from(matches!(
        over,
        Domain::Friends | Domain::Enemies | Domain::Fighters
    ))
}

/// Whether everything from a step on can always be followed; `standing` are the slots with a fighter who is known to
/// be on the battlefield.
fn follows(code: &CardCode, mut pc: usize, mut standing: u8, budget: &mut u32) -> bool {
    loop {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let Some(step) = code.code.get(pc) else {
            return true;
        };
        pc += 1;
        let stands = |who: Ref| who.slot().is_some_and(|slot| standing >> slot & 1 == 1);
        match step.needs() {
            Needs::Nothing => {}
            Needs::NothingAndEnds => return true,
            Needs::Fighter(who) if !stands(who) => return false,
            Needs::Fighter(_) => {}
            Needs::FightersAndEnds(who) => return who.into_iter().all(stands),
            Needs::Trial => return false,
            Needs::Jump(to) => pc = to.into(),
            Needs::Both(to) => {
                if !follows(code, to.into(), standing, budget) {
                    return false;
                }
            }
            Needs::Either(to) => {
                if follows(code, to.into(), standing, budget) {
                    return true;
                }
            }
            Needs::Slots(slots) => standing &= !slots,
        }
    }
}

/// Whether a card can be followed from where it is.
#[inline(always)]
pub fn can_be_followed(sight: Sight<'_>, card: &CardRun) -> bool {
    sight.table.index.follow(card.source).from(card.pc) || is_found_by_trying(sight, card)
}

#[inline(never)]
fn is_found_by_trying(sight: Sight<'_>, card: &CardRun) -> bool {
    Walk::new(sight, card.source).is_some_and(|mut walk| walk.from(*card))
}

/// Whether everything after the choice that a card is at can be followed whatever is chosen.
pub fn surely_after(sight: Sight<'_>, card: &CardRun) -> bool {
    sight.table.index.follow(card.source).after(card.pc)
}

//! Which instructions of a card can always be followed, whatever the game looks like: told from the code
//! alone, once per table, so that [`super::feasible`] need not try them.

use gloryhex_cardlang::{CardCode, Domain, Instr, Ref};
use gloryhex_model::Token;

/// Instructions looked at before a card is taken to be unsure.
const BUDGET: u32 = 400;

/// What can always be followed.
#[derive(Clone, Debug, Default)]
pub struct Sure {
    from: Vec<bool>,
    after: Vec<bool>,
}

impl Sure {
    /// What a card can always follow.
    pub fn of(code: &CardCode) -> Sure {
        let sure = |pc: usize, alive: u8| follows(code, pc, alive, &mut { BUDGET });
        let after = |pc: usize| match code.code[pc] {
            Instr::Choose { slot, over, .. } => sure(pc + 1, standing(over) << slot),
            Instr::ChooseSet { .. } => sure(pc + 1, 0),
            _ => false,
        };
        let all = 0..code.code.len();
        Sure {
            from: all.clone().map(|pc| sure(pc, 0)).collect(),
            after: all.map(after).collect(),
        }
    }
    /// Whether everything from an instruction on can be followed.
    #[inline]
    pub fn from(&self, pc: u16) -> bool {
        self.from.get(pc as usize).copied().unwrap_or(true)
    }
    /// Whether everything after a choice can be followed, whatever is chosen.
    #[inline]
    pub fn after(&self, pc: u16) -> bool {
        self.after.get(pc as usize).copied().unwrap_or(false)
    }
}

/// 1 if the elements of a domain are fighters on the battlefield.
fn standing(over: Domain) -> u8 {
    u8::from(matches!(
        over,
        Domain::Friends | Domain::Enemies | Domain::Fighters
    ))
}

/// Whether the code can be followed from an instruction on; the slots in `alive` hold fighters on the
/// battlefield. The same cases as in [`super::feasible`].
fn follows(code: &CardCode, mut pc: usize, mut alive: u8, budget: &mut u32) -> bool {
    loop {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let Some(instr) = code.code.get(pc).copied() else {
            return true;
        };
        pc += 1;
        let stands = |who: Ref, alive: u8| who.slot().is_some_and(|slot| alive >> slot & 1 == 1);
        match instr {
            Instr::End
            | Instr::Roll { .. }
            | Instr::Scatter { .. }
            | Instr::Reroll { .. }
            | Instr::PushChain { .. } => return true,
            Instr::Jump(to) | Instr::Again(to) => pc = to as usize,
            Instr::Next { to, .. } => pc = to as usize,
            Instr::Unless { to, .. } => {
                if !follows(code, to as usize, alive, budget) {
                    return false;
                }
            }
            Instr::May { to, .. } => {
                if follows(code, to as usize, alive, budget) {
                    return true;
                }
            }
            Instr::Each { set, .. } => alive &= !(3 << set),
            Instr::Set { slot, .. } => alive &= !(1 << slot),
            Instr::Choose { slot, optional, .. } => {
                if !optional {
                    return false;
                }
                alive &= !(1 << slot);
            }
            Instr::Damage { who, .. } | Instr::Slay { who } => return stands(who, alive),
            Instr::Swap { a, b } => return stands(a, alive) && stands(b, alive),
            Instr::Give { who, token } => {
                if matches!(token, Token::Guard | Token::Stagger) || !stands(who, alive) {
                    return false;
                }
            }
            Instr::Options { .. }
            | Instr::ChooseSet { .. }
            | Instr::ChooseNumber { .. }
            | Instr::Push { .. }
            | Instr::Place { .. }
            | Instr::Grant { .. }
            | Instr::MoveToken { .. }
            | Instr::SpendGlory { .. }
            | Instr::Equip { .. }
            | Instr::Heal { .. }
            | Instr::Take { .. }
            | Instr::Draw { .. }
            | Instr::Peek { .. } => return false,
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
            | Instr::Native(_) => {}
        }
    }
}

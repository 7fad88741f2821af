//! Which instructions of a card can always be followed, whatever the game looks like: told from the code
//! alone, once per table, so that [`super::feasible`] need not try them.

use super::form::{Form, Forms, ITS_AT, Operand};
use gloryhex_cardlang::{CardCode, Domain, Expr, Instr, Op, Prop, PushWay, Ref};
use gloryhex_model::Token;

/// Instructions looked at before a card is taken to be unsure.
const BUDGET: u32 = 400;

/// What can always be followed.
#[derive(Clone, Debug, Default)]
pub struct Sure {
    from: Vec<bool>,
    after: Vec<bool>,
}

/// What is known of the fighters in slots, as bits.
#[derive(Clone, Copy, Default)]
struct Known {
    /// On the battlefield.
    alive: u8,
    /// With an empty hex beside them that they may be pushed to.
    loose: u8,
}

impl Known {
    /// Something else is put into a slot, or into two.
    fn forget(&mut self, bits: u8) {
        self.alive &= !bits;
        self.loose &= !bits;
    }
}

impl Sure {
    /// What a card can always follow.
    pub(super) fn of(code: &CardCode, forms: &Forms) -> Sure {
        let sure = |pc: usize, known: Known| follows(code, pc, known, &mut { BUDGET });
        let after = |pc: usize| match code.code[pc] {
            Instr::Choose {
                slot, over, filter, ..
            } => {
                let alive = standing(over) << slot;
                let loose = if pushable(forms, filter) { alive } else { 0 };
                sure(pc + 1, Known { alive, loose })
            }
            Instr::ChooseSet { .. } => sure(pc + 1, Known::default()),
            _ => false,
        };
        let all = 0..code.code.len();
        Sure {
            from: all.clone().map(|pc| sure(pc, Known::default())).collect(),
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

/// Whether a condition on what is chosen asks that it is free to be pushed.
fn pushable(forms: &Forms, filter: Expr) -> bool {
    let Some(root) = forms.root(filter, 1, false) else {
        return false;
    };
    let mut parts = Vec::new();
    forms.flatten(root.arg, true, &mut parts);
    parts.iter().any(|part| match part.operand() {
        Operand::Node(id) => {
            matches!(*forms.node(id), Form::Fighter(Prop::Pushable, who) if who.is_bound(ITS_AT))
        }
        _ => false,
    })
}

/// Whether the code can be followed from an instruction on, with what is known of the slots. The same cases
/// as in [`super::feasible`].
fn follows(code: &CardCode, mut pc: usize, mut known: Known, budget: &mut u32) -> bool {
    loop {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let Some(instr) = code.code.get(pc).copied() else {
            return true;
        };
        pc += 1;
        let of = |who: Ref, bits: u8| who.slot().is_some_and(|slot| bits >> slot & 1 == 1);
        let stands = |who: Ref| of(who, known.alive);
        match instr {
            Instr::End
            | Instr::Roll { .. }
            | Instr::Scatter { .. }
            | Instr::Reroll { .. }
            | Instr::PushChain { .. } => return true,
            Instr::Jump(to) | Instr::Again(to) => pc = to as usize,
            Instr::Next { to, .. } => pc = to as usize,
            Instr::Unless { to, .. } => {
                if !follows(code, to as usize, known, budget) {
                    return false;
                }
            }
            Instr::May { to, .. } => {
                if follows(code, to as usize, known, budget) {
                    return true;
                }
            }
            Instr::Each { set, .. } => known.forget(3 << set),
            Instr::Set { slot, .. } => known.forget(1 << slot),
            Instr::Choose { slot, optional, .. } => {
                if !optional {
                    return false;
                }
                known.forget(1 << slot);
            }
            Instr::Damage { who, .. } | Instr::Slay { who } => return stands(who),
            Instr::Swap { a, b } => return stands(a) && stands(b),
            Instr::Give { who, token } => {
                if matches!(token, Token::Guard | Token::Stagger) || !stands(who) {
                    return false;
                }
            }
            // One step to anywhere.
            Instr::Push {
                who,
                n,
                way: PushWay::Free,
                end,
                ..
            } => {
                return end.is_yes() && code.expr(n) == [Op::Const(1)] && of(who, known.loose);
            }
            Instr::Push { .. }
            | Instr::Options { .. }
            | Instr::ChooseSet { .. }
            | Instr::ChooseNumber { .. }
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

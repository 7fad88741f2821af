//! Which instructions of a card can always be followed, whatever the game looks like: told from the code
//! alone, once per table, so that [`super::feasible`] need not try them.

use super::pick::Pick;
use gloryhex_cardlang::{
    CardCode, CardKind, Domain, Expr, Instr, Program, Prop, PushWay, Ref, Role,
    program::{Arg, Form, ir::ITS_AT},
};
use gloryhex_model::Token;

/// Instructions looked at before a card is taken to be unsure.
const BUDGET: u32 = 400;

/// What can always be followed.
#[derive(Clone, Debug, Default)]
pub struct Sure {
    from: Vec<Can>,
    after: Vec<bool>,
    alike: Vec<bool>,
}

/// Whether the code can be followed from an instruction on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Can {
    /// It must be tried.
    Perhaps,
    /// It always can.
    Surely,
    /// If there is a fighter to be chosen with whom the next instruction can be followed, and not otherwise.
    Some(Pick),
    /// If the instruction itself can be followed, and not otherwise.
    Alone,
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
    pub(super) fn of(code: &CardCode, forms: &Program) -> Sure {
        let all = 0..code.code.len();
        let sure = |pc: usize, known: Known| follows(code, forms, pc, known, &mut { BUDGET });
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
        let from = |pc: usize| {
            if sure(pc, Known::default()) {
                return Can::Surely;
            }
            if alone(code, pc, &|pc| sure(pc, Known::default())) {
                return Can::Alone;
            }
            Pick::of(code, pc).map_or(Can::Perhaps, Can::Some)
        };
        Sure {
            from: all.clone().map(from).collect(),
            after: all.clone().map(after).collect(),
            alike: all.map(|pc| after(pc) || alike(code, pc)).collect(),
        }
    }
    /// Whether everything from an instruction on can be followed.
    #[inline]
    pub(super) fn from(&self, pc: u16) -> Can {
        self.from.get(pc as usize).copied().unwrap_or(Can::Surely)
    }
    /// Whether what follows a choice can be followed whatever is chosen, or whatever is chosen cannot.
    #[inline]
    pub fn alike(&self, pc: u16) -> bool {
        self.alike.get(pc as usize).copied().unwrap_or(false)
    }
    /// Whether everything after a choice can be followed, whatever is chosen.
    #[inline]
    pub fn after(&self, pc: u16) -> bool {
        self.after.get(pc as usize).copied().unwrap_or(false)
    }
}

/// Whether what the card chooses may have to be seen.
pub(super) fn by_sight(code: &CardCode) -> bool {
    let casts = |role| matches!(role, Role::Action { cast: Some(_) });
    code.kind == CardKind::Spell || code.clauses.iter().any(|c| casts(c.role))
}

/// Whether an instruction is the last that must be tried, and is told alone by [`super::feasible`].
pub(super) fn alone(code: &CardCode, pc: usize, sure: &impl Fn(usize) -> bool) -> bool {
    match code.code[pc] {
        Instr::Damage { .. }
        | Instr::Slay { .. }
        | Instr::Push { .. }
        | Instr::Place { .. }
        | Instr::Grant {
            optional: false, ..
        } => true,
        Instr::Give { .. } | Instr::Heal { .. } => sure(pc + 1),
        // A number is put somewhere, and what is done with it follows.
        Instr::Set { .. } => match code.code.get(pc + 1) {
            Some(Instr::Set { .. }) | None => false,
            Some(_) => alone(code, pc + 1, sure),
        },
        _ => false,
    }
}

/// Whether what follows a choice does not depend on what is chosen: being placed somewhere.
fn alike(code: &CardCode, pc: usize) -> bool {
    let (
        Instr::Choose {
            slot,
            over,
            optional: false,
            ..
        },
        Some(Instr::Place {
            who,
            hex,
            lifted: false,
        }),
    ) = (code.code[pc], code.code.get(pc + 1))
    else {
        return false;
    };
    let told = |form: &Form| matches!(form, Form::Fighter(Prop::Chosen, _));
    let known = who.slot() != Some(slot) || over.is_fighters();
    known && !code.program.has(*hex, told) && !code.program.reads(*hex, |of| of == slot)
}

/// 1 if the elements of a domain are fighters on the battlefield.
fn standing(over: Domain) -> u8 {
    u8::from(matches!(
        over,
        Domain::Friends | Domain::Enemies | Domain::Fighters
    ))
}

/// Whether a condition on what is chosen asks that it is free to be pushed.
fn pushable(forms: &Program, filter: Expr) -> bool {
    let free = Form::Fighter(Prop::Pushable, Arg::bound(ITS_AT));
    let mut parts = forms.parts_of(filter).iter();
    parts.any(|part| forms.form(*part) == Some(&free))
}

/// The least and the most that an amount can be, where that is told from its form.
fn bounds(forms: &Program, n: Expr) -> Option<(i16, i16)> {
    if let Some(n) = forms.constant(n) {
        return Some((n, n));
    }
    match forms.form(forms.root(n)?.arg) {
        Some(Form::Level(_)) => Some((1, 4)),
        _ => None,
    }
}

/// Whether the code can be followed from an instruction on, with what is known of the slots. The same cases
/// as in [`super::feasible`].
fn follows(
    code: &CardCode,
    forms: &Program,
    mut pc: usize,
    mut known: Known,
    budget: &mut u32,
) -> bool {
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
                if !follows(code, forms, to as usize, known, budget) {
                    return false;
                }
            }
            Instr::May { to, .. } => {
                if follows(code, forms, to as usize, known, budget) {
                    return true;
                }
            }
            // There is a number to choose if the least is no more than the most can ever be.
            Instr::ChooseNumber { slot, low, high } => {
                let least = bounds(forms, low).map(|(_, most)| most);
                let most = bounds(forms, high).map(|(least, _)| least);
                if least.is_none_or(|least| most.is_none_or(|most| least > most)) {
                    return false;
                }
                known.forget(1 << slot);
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
                return end.is_yes() && forms.constant(n) == Some(1) && of(who, known.loose);
            }
            Instr::Push { .. }
            | Instr::Options { .. }
            | Instr::ChooseSet { .. }
            | Instr::Place { .. }
            | Instr::Grant {
                optional: false, ..
            }
            | Instr::MoveToken { .. }
            | Instr::SpendGlory { .. }
            | Instr::Equip { .. }
            | Instr::Heal { .. }
            | Instr::Take { .. }
            | Instr::Draw { .. }
            | Instr::Peek { .. } => return false,
            Instr::Arm { .. }
            | Instr::Grant { optional: true, .. }
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

//! Which instructions of a card can always be followed, whatever the game looks like: told from the code
//! alone, once per table, so that [`super::feasible`] need not try them.

use super::{
    first::Crowd,
    form::{Arg, Form, Forms, ITS_AT, Operand},
    pick::Pick,
};
use gloryhex_cardlang::{
    CardCode, CardKind, Domain, Expr, Instr, Op, Prop, PushWay, Quant, Ref, Role,
    verify::is_fighters,
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
    /// If there is such a fighter, and not otherwise.
    With(Crowd),
    /// If this can be done to such a fighter, and not otherwise.
    Done(Crowd, Deed),
    /// If there is a fighter to be chosen with whom the next instruction can be followed, and not otherwise.
    Some(Pick),
    /// If the instruction itself can be followed, and not otherwise.
    Alone,
}

/// What is done to a fighter just chosen, where that alone must be tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// It is given a guard token.
    Guard,
    /// It is healed.
    Heal,
    /// It is pushed to an empty hex beside it, or further.
    Push,
    /// It is placed in such a hex.
    Place(Expr),
    /// Whatever the next instruction does, with the fighter in this slot; `term` if the card's text says
    /// that it is chosen.
    Next {
        /// The slot.
        slot: u8,
        /// Whether the card's text says so.
        term: bool,
    },
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
    pub(super) fn of(code: &CardCode, forms: &mut Forms) -> Sure {
        let all = 0..code.code.len();
        let picks = all.clone().map(|pc| Pick::of(code, forms, pc));
        let picks: Vec<Option<Pick>> = picks.collect();
        let forms = &*forms;
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
            if let Some(crowd) = loose(code, forms, pc) {
                return Can::Done(crowd, Deed::Push);
            }
            let told = crowd(code, forms, pc).and_then(|crowd| {
                if after(pc) {
                    return Some(Can::With(crowd));
                }
                deed(code, pc, &sure).map(|deed| Can::Done(crowd, deed))
            });
            told.unwrap_or_else(|| picks[pc].map_or(Can::Perhaps, Can::Some))
        };
        Sure {
            from: all.clone().map(from).collect(),
            after: all.clone().map(after).collect(),
            alike: all.map(|pc| after(pc) || alike(code, pc)).collect(),
        }
    }
    /// Whether everything from an instruction on can be followed.
    #[inline]
    pub(super) fn from(&self, pc: u16) -> &Can {
        self.from.get(pc as usize).unwrap_or(&Can::Perhaps)
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

/// Who must be there for a choice of a fighter on the battlefield whom the next instruction pushes one step
/// or more, to anywhere.
fn loose(code: &CardCode, forms: &Forms, pc: usize) -> Option<Crowd> {
    let Instr::Choose {
        slot, over, filter, ..
    } = code.code[pc]
    else {
        return None;
    };
    let Some(Instr::Push {
        who,
        n,
        up_to,
        way: PushWay::Free,
        end,
        ..
    }) = code.code.get(pc + 1)
    else {
        return None;
    };
    let [Op::Const(n)] = code.expr(*n) else {
        return None;
    };
    let far = *n == 1 || *up_to && *n > 1;
    if !far || !end.is_yes() || who.slot() != Some(slot) || standing(over) == 0 {
        return None;
    }
    // That it is free to be pushed may be asked of it as well.
    match forms.root(filter, 1, false) {
        Some(root) if forms.is_pushable(root.arg) => crowd_of(code, forms, pc, Arg::ONE),
        _ => crowd(code, forms, pc),
    }
}

/// What the instruction after a choice of a fighter on the battlefield does to it, if what follows that can
/// always be followed.
fn deed(code: &CardCode, pc: usize, sure: &impl Fn(usize, Known) -> bool) -> Option<Deed> {
    let Instr::Choose {
        slot, over, term, ..
    } = code.code[pc]
    else {
        return None;
    };
    let alive = standing(over) << slot;
    let (who, deed) = match *code.code.get(pc + 1)? {
        Instr::Place { who, hex, .. } if alike(code, pc) => return of(who, slot, Deed::Place(hex)),
        Instr::Give {
            who,
            token: Token::Guard,
        } => (who, Deed::Guard),
        Instr::Heal { who, .. } => (who, Deed::Heal),
        Instr::Damage { .. } | Instr::Push { .. } | Instr::Grant { .. } => {
            return Some(Deed::Next { slot, term });
        }
        _ => return None,
    };
    let so = alive != 0 && sure(pc + 2, Known { alive, loose: 0 });
    of(who, slot, deed).filter(|_| so)
}

/// Whether what the card chooses may have to be seen.
pub(super) fn by_sight(code: &CardCode) -> bool {
    let casts = |role| matches!(role, Role::Action { cast: Some(_) });
    code.kind == CardKind::Spell || code.clauses.iter().any(|c| casts(c.role))
}

/// What is done, if it is done to the one in this slot.
fn of(who: Ref, slot: u8, deed: Deed) -> Option<Deed> {
    (who.slot() == Some(slot)).then_some(deed)
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

/// Who must be there for a choice of fighters, where that is told by their marks.
fn crowd(code: &CardCode, forms: &Forms, pc: usize) -> Option<Crowd> {
    let (Instr::Choose { filter, .. } | Instr::ChooseSet { filter, .. }) = code.code[pc] else {
        return None;
    };
    let wanted = match filter.is_yes() {
        true => Arg::ONE,
        false => forms.root(filter, 1, false)?.arg,
    };
    crowd_of(code, forms, pc, wanted)
}

/// As [`crowd`], with another condition on them.
fn crowd_of(code: &CardCode, forms: &Forms, pc: usize, wanted: Arg) -> Option<Crowd> {
    let (over, term) = match code.code[pc] {
        Instr::Choose {
            over,
            term,
            optional: false,
            ..
        }
        | Instr::ChooseSet { over, term, .. } => (over, term),
        _ => return None,
    };
    // What a spell chooses must be seen.
    if !is_fighters(over) || term && by_sight(code) {
        return None;
    }
    let (crowd, all) = forms.crowd_in(Quant::Any, over, ITS_AT, wanted)?;
    all.then_some(crowd)
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
    let told = |op: &Op| match *op {
        Op::Slot(of) => of == slot,
        Op::Fighter(Prop::Chosen) => true,
        _ => false,
    };
    let known = who.slot() != Some(slot) || is_fighters(over);
    known && !code.expr(*hex).iter().any(told)
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
    parts.iter().any(|part| forms.is_pushable(*part))
}

/// The least and the most that an amount can be, where that is told from its tree.
fn bounds(forms: &Forms, code: &CardCode, n: Expr) -> Option<(i16, i16)> {
    if let [Op::Const(n)] = code.expr(n) {
        return Some((*n, *n));
    }
    let number = |arg: &Arg| match arg.operand() {
        Operand::Number(n) => Some(n),
        _ => None,
    };
    match forms.root(n, 0, true)?.arg.operand() {
        Operand::Node(id) => match *forms.node(id) {
            Form::Ladder(_, steps) => {
                let [base, steps @ ..] = forms.list(steps) else {
                    return None;
                };
                let base = number(base)?;
                Some((base, base + steps.len() as i16))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether the code can be followed from an instruction on, with what is known of the slots. The same cases
/// as in [`super::feasible`].
fn follows(
    code: &CardCode,
    forms: &Forms,
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
                let least = bounds(forms, code, low).map(|(_, most)| most);
                let most = bounds(forms, code, high).map(|(least, _)| least);
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
                return end.is_yes() && code.expr(n) == [Op::Const(1)] && of(who, known.loose);
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

//! A check of compiled code, whoever compiled it: what has passed it can be run without looking whether jumps, slots and
//! expressions exist.
//!
//! Checked: every jump is inside the code and goes forward, or is an [`Instr::Jump`] back to a
//! [`Instr::Next`] or [`Instr::NextCard`]; slots exist; expressions exist, and their nodes refer only to nodes before them and to places
//! that can be bound. Not checked: whether a number is used as what it stands for; that is the checker's part.

use crate::binding::SLOTS;
use crate::code::{CardCode, Role};
use crate::instr::{self, Instr, Part, Pc, SetAt};
use crate::program::ir::{Arg, Form, Formula, ITS_AT, Operand, Program, TARGET, YOU};

/// What is wrong with compiled code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A jump leaves the code or goes back.
    Jump(Pc),
    /// A slot that does not exist, or half a set beyond the last slot.
    Slot(Pc),
    /// A domain that does not fit a set, or lacks its owner.
    Domain(Pc),
    /// The code does not end.
    NoEnd,
    /// An expression does not exist.
    Root(Formula),
    /// A node refers to something that is not before it, or to a place where nothing can be bound.
    Node(u16),
    /// A question about the past does not exist.
    Watch,
}

/// Finds the first flaw of a compiled card.
pub fn verify(card: &CardCode) -> Result<(), Flaw> {
    if card
        .code
        .last()
        .is_some_and(|i| !matches!(i, Instr::End(_)))
    {
        return Err(Flaw::NoEnd);
    }
    check_program(&card.program)?;
    for (pc, instr) in card.code.iter().enumerate() {
        check_instr(card, pc as Pc, *instr)?;
    }
    check_expr(card, card.users)?;
    for weapon in &card.weapons {
        check_expr(card, weapon.dice)?;
    }
    let asks =
        |form: &Form| matches!(form, Form::Past(nth, _) if usize::from(*nth) >= card.watches.len());
    if card.program.nodes().iter().any(asks) {
        return Err(Flaw::Watch);
    }
    for watch in &card.watches {
        check_expr(card, watch.when)?;
        check_expr(card, watch.value)?;
    }
    for clause in &card.clauses {
        check_expr(card, clause.when)?;
        let (of_role, acts) = match clause.role {
            Role::Static(rule) => (rule.what.formula(), false),
            Role::Score { glory: amount, .. } | Role::Action { level: amount, .. } => {
                (amount, true)
            }
            _ => (Formula::YES, true),
        };
        check_expr(card, of_role)?;
        if acts && usize::from(clause.body) >= card.code.len() {
            return Err(Flaw::Jump(clause.body));
        }
    }
    Ok(())
}

fn check_instr(card: &CardCode, pc: Pc, instr: Instr) -> Result<(), Flaw> {
    let sound = |so: bool, flaw: Flaw| if so { Ok(()) } else { Err(flaw) };
    for part in instr.parts() {
        match part {
            Part::Formula(expr) => check_expr(card, expr)?,
            Part::Slot(slot) => sound(slot.ix() < SLOTS, Flaw::Slot(pc))?,
            Part::Set(SetAt::PICKED) => {}
            Part::Set(set) => sound(usize::from(set.0) + 1 < SLOTS, Flaw::Slot(pc))?,
            Part::To(to) => {
                let well = match (card.code.get(usize::from(to)), instr) {
                    (Some(Instr::Next(_) | Instr::NextCard(_)), Instr::Jump(_)) => to != pc,
                    (there, _) => to > pc && there.is_some(),
                };
                sound(well, Flaw::Jump(pc))?;
            }
        }
    }
    if let Instr::Options(options) = instr {
        let mut arms = card.code[usize::from(pc) + 1..].iter();
        let all = (0..options.n).all(|_| matches!(arms.next(), Some(Instr::Arm(_))));
        sound(all, Flaw::Jump(pc))?;
    }
    let (over, of) = match instr {
        Instr::Choose(choose) => (choose.over, choose.of),
        Instr::ChooseSet(choose) if choose.set == SetAt::PICKED => (choose.over, choose.of),
        Instr::Each(instr::Each { over, .. }) | Instr::ChooseSet(instr::ChooseSet { over, .. }) => {
            return sound(over.fits_set(), Flaw::Domain(pc));
        }
        _ => return Ok(()),
    };
    sound(
        over.of_something() == (of != crate::Ref::NONE),
        Flaw::Domain(pc),
    )
}

fn check_expr(card: &CardCode, expr: Formula) -> Result<(), Flaw> {
    if expr.is_yes() || card.program.root(expr).is_some() {
        Ok(())
    } else {
        Err(Flaw::Root(expr))
    }
}

/// Finds the first flaw of a form.
fn check_program(program: &Program) -> Result<(), Flaw> {
    let sound = |arg: Arg, before: usize| match arg.operand() {
        Operand::Node(id) => usize::from(id) < before,
        Operand::Bound(at) | Operand::HexOf(at) => at <= TARGET,
        Operand::Number(_) => true,
    };
    for (id, form) in program.nodes.iter().enumerate() {
        let flaw = Err(Flaw::Node(id as u16));
        let exists = match *form {
            Form::All(list) | Form::Any(list) => {
                usize::from(list.at) + usize::from(list.len) <= program.parts.len()
            }
            Form::Quant { place, .. } => (ITS_AT..YOU).contains(&place),
            _ => true,
        };
        if !exists || program.its.len() != program.nodes.len() {
            return flaw;
        }
        let mut all = true;
        program.each_operand(form, &mut |arg| all = all && sound(arg, id));
        if !all {
            return flaw;
        }
    }
    let unsound = |at: &usize| !sound(program.roots[*at].arg, program.nodes.len());
    match (0..program.roots.len()).find(unsound) {
        Some(at) => Err(Flaw::Root(Formula(at as u16))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::make::Maker;
    use crate::program::words::Prop;

    #[test]
    fn a_node_refers_only_to_what_is_before_it() {
        let mut maker = Maker::default();
        let out = maker.put(Form::Fighter(Prop::Out, Arg::bound(0)));
        let not = maker.put(Form::Not(out));
        maker.root(not, 0, true);
        let mut program = maker.finish();
        assert_eq!(check_program(&program), Ok(()));
        program.nodes.swap(0, 1);
        assert_eq!(check_program(&program), Err(Flaw::Node(0)));
        program.nodes.swap(0, 1);
        program.nodes[0] = Form::Fighter(Prop::Out, Arg::bound(TARGET + 1));
        assert_eq!(check_program(&program), Err(Flaw::Node(0)));
        program.nodes.clear();
        program.its.clear();
        assert_eq!(check_program(&program), Err(Flaw::Root(Formula(0))));
    }
}

//! How far a count of the past must go, so that a card still sees all that it asks: a count that is only compared with two
//! need not be told from a greater one once it is two.

use super::ir::{Arg, Cmp, Form, Operand, Program};

/// The greatest count that a card tells from the next smaller one; `None` if it may need any.
pub fn counted_to(program: &Program, nth: u8) -> Option<u8> {
    let is = |arg: Arg| matches!(program.form(arg), Some(Form::Past(own, _)) if *own == nth);
    let mut most = 1;
    for root in &program.roots {
        if is(root.arg) && !root.truth {
            return None;
        }
    }
    for form in &program.nodes {
        let compared = match form {
            Form::Compare(cmp, a, b) if is(*a) => Some((*cmp, b.operand())),
            Form::Compare(cmp, a, b) if is(*b) => Some((cmp.mirrored(), a.operand())),
            // Any count but none is a yes.
            Form::All(_) | Form::Any(_) | Form::Not(_) => continue,
            _ => None,
        };
        match compared {
            Some((cmp, Operand::Number(n))) => {
                let told = match cmp {
                    Cmp::Ge | Cmp::Lt => n,
                    Cmp::Eq | Cmp::Ne | Cmp::Le | Cmp::Gt => n.saturating_add(1),
                };
                most = most.max(u8::try_from(told.max(0)).ok()?);
            }
            Some((_, Operand::Node(_) | Operand::Bound(_) | Operand::HexOf(_))) => return None,
            None => {
                let mut used = false;
                program.each_operand(form, &mut |arg| used |= is(arg));
                if used {
                    return None;
                }
            }
        }
    }
    Some(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Source as CardSource, load};

    fn counted(condition: &str) -> Option<u8> {
        let file = CardSource {
            path: "sample.card".to_owned(),
            text: format!(
                "edition sample objective \"Trial\" glory 1 {{ score at end_phase when {condition} }}"
            ),
        };
        let loaded = load(std::slice::from_ref(&file));
        assert_eq!(
            loaded.errors(std::slice::from_ref(&file)),
            "",
            "{condition}"
        );
        counted_to(&loaded.catalog.cards[0].code.program, 0)
    }

    #[test]
    fn a_count_goes_as_far_as_somebody_asks() {
        for (condition, most) in [
            ("times(push in phase) >= 1", Some(1)),
            ("times(push in phase) >= 3", Some(3)),
            ("not times(push in phase) >= 3", Some(3)),
            ("times(push in phase) = 3", Some(4)),
            ("times(push in phase) <= 3", Some(4)),
            ("2 < times(push in phase)", Some(3)),
            (
                "any(f: friends where times(push where fighter is f in phase) >= 2)",
                Some(2),
            ),
            ("times(push in phase) > glory(you)", None),
            ("glory(you) + times(push in phase) >= 3", None),
            (
                "sum(f: friends: times(push where fighter is f in phase)) >= 3",
                None,
            ),
        ] {
            assert_eq!(counted(condition), most, "{condition}");
        }
    }
}

//! An attack with what is said of it: "a friend's failed attack with Range 1".
//!
//! Who makes it and on whom is told in `moment.rs` and `rule.rs`.

use super::idiom::fact;
use super::*;

/// What is said of an attack before its noun and behind it.
#[derive(Default)]
pub(crate) struct Told {
    /// "failed ".
    pub(crate) before: String,
    /// " with Range 1 in a charge".
    pub(crate) after: String,
}

impl Speaker<'_> {
    /// What the conditions say of the attack in a word or two; these are used up.
    pub(crate) fn attack_told(
        &mut self,
        parts: &[Expr],
        used: &mut [bool],
        plural: bool,
        judged: bool,
    ) -> Told {
        let mut told = Told::default();
        if let Some(range) = self.range_told(parts, used) {
            told.after.push_str(&format!(" with Range {range}"));
        }
        for (part, used) in parts.iter().zip(used) {
            if *used {
                continue;
            }
            let (inner, is_so) = match part {
                Expr::Not(inner) => (&**inner, false),
                other => (other, true),
            };
            let charge = article(self.lexicon.charge);
            let (before, after) = match (fact(inner), is_so) {
                (Some(Fact::Succeeded), true) if judged => ("successful ", String::new()),
                (Some(Fact::Failed), true) if judged => ("failed ", String::new()),
                (Some(Fact::Spell), true) => ("spell ", String::new()),
                (Some(Fact::Spell), false) => ("non-spell ", String::new()),
                (Some(Fact::FirstNow), false) if !self.first && !judged => {
                    ("later ", String::new())
                }
                (Some(Fact::WithThis), true) => ("", " with this weapon".to_owned()),
                (Some(Fact::Melee), true) if plural => ("", " with melee weapons".to_owned()),
                (Some(Fact::Melee), true) => ("", " with a melee weapon".to_owned()),
                (Some(Fact::Melee), false) if plural => ("", " with ranged weapons".to_owned()),
                (Some(Fact::Melee), false) => ("", " with a ranged weapon".to_owned()),
                (Some(Fact::InCharge), true) => ("", format!(" in {charge}")),
                (Some(Fact::InCharge), false) => ("", format!(" outside {charge}")),
                (Some(Fact::Scything), false) => ("", " without Scything".to_owned()),
                _ => match (self.weapons_told(part), on_no_upgrade(part)) {
                    (Some(weapons), _) => ("", format!(" with {weapons}")),
                    (None, true) => ("", " without an upgrade's weapon".to_owned()),
                    (None, false) => continue,
                },
            };
            told.before.push_str(before);
            if after.starts_with(" without") && !told.after.is_empty() {
                told.after.push_str(" and");
            }
            told.after.push_str(&after);
            *used = true;
        }
        told
    }

    /// The Range the conditions ask for: "1", "1 or 2", "3 or more".
    fn range_told(&mut self, parts: &[Expr], used: &mut [bool]) -> Option<String> {
        let is_range = |part: &Expr| match part {
            Expr::Binary(Sign::Eq | Sign::Ge | Sign::Le, a, b) => {
                fact(a) == Some(Fact::Range) && matches!(**b, Expr::Number(_))
            }
            Expr::And(both) => match &both[..] {
                [Expr::Binary(_, a, _), Expr::Binary(_, b, _)] => {
                    fact(a) == Some(Fact::Range) && fact(b) == Some(Fact::Range)
                }
                _ => false,
            },
            _ => false,
        };
        let at: Vec<usize> = (0..parts.len())
            .filter(|ix| !used[*ix] && is_range(&parts[*ix]))
            .collect();
        let text = match at[..] {
            [] => return None,
            [one] => self.condition(&parts[one]),
            [one, two] => self.range(&[parts[one].clone(), parts[two].clone()])?,
            _ => return None,
        };
        let range = text.strip_prefix("the Range is ")?.to_owned();
        for ix in at {
            used[ix] = true;
        }
        Some(range)
    }

    /// The weapons, one of which the condition asks for: "Whip or Chain".
    fn weapons_told(&self, part: &Expr) -> Option<String> {
        let name = |part: &Expr| match part {
            Expr::With(number) => Some(self.weapon_name(*number)),
            _ => None,
        };
        match part {
            Expr::Or(parts) => {
                let names: Option<Vec<String>> = parts.iter().map(name).collect();
                Some(listed(&names?, "or"))
            }
            one => name(one),
        }
    }

    /// The title of somebody an event tells of, if a condition gives one: "a friendly leader".
    pub(crate) fn entitled(
        &self,
        kind: &str,
        var: VarId,
        parts: &[Expr],
        used: &mut [bool],
    ) -> String {
        let mut plain = article(kind);
        for (part, used) in parts.iter().zip(used.iter_mut()) {
            if let Expr::Label(who, label, _) = part
                && **who == Expr::Var(var)
                && !*used
                && let word = self.label(*label)
                && crate::vocab::ADJECTIVES.contains(&&*word)
            {
                *used = true;
                plain = article(&format!("{word} {kind}"));
                break;
            }
        }
        for (part, used) in parts.iter().zip(used) {
            let (noun, rest) = self.titled(&plain, var, part);
            if *used || rest.is_some() {
                continue;
            }
            *used = true;
            let single = |name: u16| self.is_one(name);
            return match part {
                Expr::Named(_, name) if single(*name) => {
                    let name = noun.split_once(' ').map_or(&*noun, |(_, name)| name);
                    name.to_owned()
                }
                _ => noun,
            };
        }
        plain
    }
}

/// Whether the condition says that the weapon is on no upgrade.
fn on_no_upgrade(part: &Expr) -> bool {
    let is_card = |e: &Expr| fact(e) == Some(Fact::WeaponCard);
    match part {
        Expr::Binary(Sign::Eq, a, b) => is_card(a) && **b == Expr::Number(-1),
        Expr::Not(inner) => {
            matches!(&**inner, Expr::Binary(Sign::Ne, a, b) if is_card(a) && **b == Expr::Number(-1))
        }
        _ => false,
    }
}

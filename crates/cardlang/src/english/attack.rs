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
        // "with Range 1 and Cleave", "without Scything", "in a charge"
        let (mut with, mut without, mut where_) = (Vec::new(), Vec::new(), String::new());
        let mut has: Vec<String> = Vec::new();
        if let Some(range) = self.range_told(parts, used) {
            with.push(format!("Range {range}"));
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
            match (fact(inner), is_so) {
                (Some(Fact::Succeeded), true) if judged => told.before.push_str("successful "),
                (Some(Fact::Failed), true) if judged => told.before.push_str("failed "),
                (Some(Fact::Drawn), true) if judged => told.before.push_str("drawn "),
                (Some(Fact::Has(keyword)), true) if judged => {
                    has.push(capital(keyword.word()));
                }
                (Some(Fact::Spell), true) => told.before.push_str("spell "),
                (Some(Fact::Spell), false) => told.before.push_str("non-spell "),
                (Some(Fact::FirstNow), false) if !self.first && !judged => {
                    told.before.push_str("later ");
                }
                (Some(Fact::WithThis), true) => with.push("this weapon".to_owned()),
                (Some(Fact::Melee), is_so) => {
                    let kind = if is_so { "melee" } else { "ranged" };
                    let weapon = match plural {
                        true => format!("{kind} weapons"),
                        false => format!("a {kind} weapon"),
                    };
                    match with.first_mut().filter(|range| range.starts_with("Range ")) {
                        Some(range) => *range = format!("{weapon} of {range}"),
                        None => with.push(weapon),
                    }
                }
                (Some(Fact::InCharge), true) => where_ = format!(" in {charge}"),
                (Some(Fact::InCharge), false) => where_ = format!(" outside {charge}"),
                (Some(Fact::Scything), false) => without.push("Scything"),
                _ => match (self.weapons_told(part), on_no_upgrade(part)) {
                    (Some(weapons), _) => with.push(weapons),
                    (None, true) => without.push("an upgrade's weapon"),
                    (None, false) => match self.strength_told(part, judged) {
                        Some(strength) => with.push(strength),
                        None => continue,
                    },
                },
            }
            *used = true;
        }
        if !with.is_empty() {
            told.after = format!(" with {}", listed(&with, "and"));
        }
        for thing in without {
            let and = if told.after.is_empty() { "" } else { " and" };
            told.after.push_str(&format!("{and} without {thing}"));
        }
        told.after.push_str(&where_);
        if !has.is_empty() {
            told.after
                .push_str(&format!(" that has {}", listed(&has, "and")));
        }
        told
    }

    /// "Damage 5 or more", "at least two supporters": what an attack that is made is told with.
    fn strength_told(&mut self, part: &Expr, judged: bool) -> Option<String> {
        let Expr::Binary(sign, a, n) = part else {
            return None;
        };
        let Expr::Number(_) = **n else { return None };
        match fact(a)? {
            Fact::Damage if judged && *sign != Sign::Ne => {
                Some(format!("Damage {}", self.compared(*sign, n)))
            }
            // Where support has a name of its own, the target has it.
            Fact::AttackerSupport
                if judged && *sign == Sign::Ge && self.lexicon.faces.single.contains("support") =>
            {
                let noun = if **n == Expr::Number(1) {
                    "supporter"
                } else {
                    "supporters"
                };
                Some(self.counted(*sign, n, noun).0)
            }
            _ => None,
        }
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

//! How rules about casting rolls read.

use super::*;
use crate::code::Casting;

impl Speaker<'_> {
    /// An effect on the damage of the spell at hand, which ends when that spell is cast or fails: "when a fighter would
    /// be dealt damage by that spell, reduce the damage by 1".
    pub(crate) fn damage_of_spell(&mut self, clauses: &[Clause]) -> Option<String> {
        let of_damage =
            |clause: &&Clause| matches!(clause.kind, ClauseKind::Auto(Trigger::DamageDue, _));
        let (rules, ends): (Vec<&Clause>, Vec<&Clause>) = clauses.iter().partition(of_damage);
        let [rule] = rules[..] else { return None };
        let ends_at = |clause: &&Clause| match &clause.kind {
            ClauseKind::Auto(trigger, body) => match &body[..] {
                [only] if only.ceases() => Some(*trigger),
                _ => None,
            },
            _ => None,
        };
        let ends: Vec<Trigger> = ends.iter().map(ends_at).collect::<Option<_>>()?;
        let of_spell = [Trigger::SpellDone, Trigger::SpellFailed];
        let attacks =
            |trigger: &Trigger| [of_spell[0], of_spell[1], Trigger::AttackDone].contains(trigger);
        let that_spell = |part: &Expr| match part {
            Expr::Binary(Sign::Eq, a, b) => {
                matches!(**a, Expr::Call(Func::Game(GameFact::DamageCard), _))
                    && self.clone().noun(b) == "that spell"
            }
            _ => false,
        };
        let parts: Vec<Expr> = rule.when.iter().flat_map(super::moment::flatten).collect();
        let [by, which] = &parts[..] else { return None };
        let by_spell = super::moment::causes_of(by)
            == Some(vec![super::moment::Came::From(crate::Cause::Spell)]);
        // A spell attack has no card; it is that of the caster.
        let of_it = that_spell(which)
            || matches!(which, Expr::Or(ways) if ways.iter().any(that_spell) && ends.contains(&Trigger::AttackDone));
        if !by_spell
            || !of_it
            || !ends.iter().all(attacks)
            || !of_spell.iter().all(|one| ends.contains(one))
        {
            return None;
        }
        self.one_spell = true;
        let text = self.clause(rule);
        self.one_spell = false;
        Some(self.lexicon.small(text.trim_end_matches('.')))
    }

    /// What changes in a fighter's casting rolls, as what is said of the fighter.
    pub(crate) fn casting(&self, how: Casting, plural: bool) -> String {
        let roll = if plural { "roll" } else { "rolls" };
        match how {
            Casting::Dice(by, least) => {
                let (n, much) = match by < 0 {
                    true => (by.unsigned_abs(), "fewer"),
                    false => (by.unsigned_abs(), "more"),
                };
                let dice = if n == 1 { "die" } else { "dice" };
                let floor = match least {
                    0 => String::new(),
                    least => format!(" (at least {least})"),
                };
                format!("{roll} {n} {much} {dice} to cast spells{floor}")
            }
            Casting::BacklashAt(n) => {
                let suffer = if plural { "suffer" } else { "suffers" };
                let criticals = if n == 1 {
                    "one Critical"
                } else {
                    &format!("{n} Criticals")
                };
                format!("{suffer} backlash by {criticals} or more in a casting roll")
            }
            Casting::NoSuccess(faces) => {
                let have = if plural { "have" } else { "has" };
                let names: Vec<String> = faces.iter().map(|face| self.lexicon.face(face)).collect();
                format!(
                    "{have} no success by {} in casting rolls",
                    names.join(" or ")
                )
            }
            Casting::Swapped => {
                let need = if plural { "need" } else { "needs" };
                format!(
                    "{need} Focus where a spell asks for Channel, and Channel where it asks for Focus"
                )
            }
        }
    }
}

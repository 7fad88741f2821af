//! What happens the first time only: "the first friend to be dealt damage".

use super::moment::flatten;
use super::*;

impl Speaker<'_> {
    /// A moment that serves once, and what else must hold: "the first time a friend is dealt damage".
    pub(crate) fn first_time(&mut self, clause: &Clause, trigger: Trigger) -> String {
        let (moment, cond) = self.moment(clause, trigger);
        let happens = !is_named(trigger);
        let (word, rest) = moment.split_once(' ').unwrap_or(("", &moment));
        if happens && matches!(word, "when" | "after") {
            format!("the first time {rest}{cond}")
        } else {
            format!("once, {moment}{cond}")
        }
    }

    /// An effect on the one whom something befalls first: "in the next activation, the first friend to be
    /// dealt damage cannot be dealt more than 1 damage". Nothing if the effect is another.
    pub(crate) fn first_one(&mut self, until: Until, clauses: &[Clause]) -> Option<String> {
        let (before, waiting) = match clauses {
            [waiting] => (None, waiting),
            [before, waiting] => match &before.kind {
                ClauseKind::Static(rule) => (Some(rule), waiting),
                _ => return None,
            },
            _ => return None,
        };
        let ClauseKind::Auto(trigger, body) = &waiting.kind else {
            return None;
        };
        let [
            Stmt::Effect {
                until: Until::Activation,
                first: false,
                clauses: inner,
                ..
            },
            end,
        ] = &body[..]
        else {
            return None;
        };
        if !end.ceases() {
            return None;
        }
        let [
            Clause {
                kind: ClauseKind::Static(rule),
                ..
            },
        ] = &inner[..]
        else {
            return None;
        };
        let place = match trigger {
            Trigger::DamageDealt if before.is_some() => 0,
            Trigger::AttackDeclared if before.is_none() => 1,
            _ => return None,
        };
        let one = VarId(waiting.first_var.0 + place);
        let plain =
            |rule: &StaticRule| !rule.attacks && rule.filter.is_none() && rule.while_.is_none();
        if until != Until::NextActivation || rule.who != Who::Var(one) || !plain(rule) {
            return None;
        }
        let friend = Expr::Call(Func::Fighter(Prop::Friendly), vec![Expr::Var(one)]);
        let asked: Vec<Expr> = waiting.when.iter().flat_map(flatten).collect();
        if asked != [friend] {
            return None;
        }
        // Everybody is treated so until it is known who is the first.
        if let Some(before) = before
            && (before.who != Who::Friends || !plain(before) || before.mods != rule.mods)
        {
            return None;
        }
        let mods: Vec<String> = rule.mods.iter().map(|m| self.modifier(m, false)).collect();
        let befalls = match place {
            0 => "be dealt damage".to_owned(),
            _ => format!("be the target of {}", article(self.lexicon.attack)),
        };
        let (activation, text) = (self.lexicon.activation, rule::merge(&mods));
        Some(format!(
            "in the next {activation}, the first friend to {befalls} {text}"
        ))
    }
}

/// Whether a moment is told by a noun, "a friend's Move action", and not by what happens.
pub(crate) fn is_named(trigger: Trigger) -> bool {
    matches!(
        trigger,
        Trigger::MoveDone
            | Trigger::AttackRolled
            | Trigger::AttackRollStands
            | Trigger::DefenceRolled
            | Trigger::AttackDone
            | Trigger::ChargeDone
            | Trigger::ActionDone
            | Trigger::ActivationDone
            | Trigger::SpellRolled
            | Trigger::ReactionDone
            | Trigger::PowerStepDone
    )
}

/// Whether a condition says only that somebody is moving or charging.
pub(crate) fn is_doing(part: &Expr) -> bool {
    match part {
        Expr::Call(Func::Fighter(Prop::Doing(_)), _) => true,
        Expr::Or(parts) => parts.iter().all(is_doing),
        _ => false,
    }
}

/// Whether a rule is about those who are moving or charging.
pub(crate) fn of_doing(rule: &StaticRule) -> bool {
    let several = !matches!(rule.who, Who::Me | Who::Var(_));
    let parts: Vec<Expr> = rule.filter.iter().flat_map(parts_of).collect();
    !rule.attacks && several && parts.iter().any(is_doing)
}

//! Actions that are granted, and effects that last.

use super::*;

impl Speaker<'_> {
    /// "a Move action", in the edition's words.
    pub(crate) fn action_noun(&self, action: ActionKind) -> String {
        article(match action {
            ActionKind::Move => self.lexicon.movement,
            ActionKind::Attack => self.lexicon.attack,
            ActionKind::Charge => self.lexicon.charge,
            ActionKind::Guard => self.lexicon.guard,
            ActionKind::Any => self.lexicon.deed,
        })
    }

    pub(crate) fn grant(&mut self, stmt: &Stmt, may: bool) -> String {
        let Stmt::Let {
            who,
            action,
            weapon,
            var,
            filter,
        } = stmt
        else {
            return String::new();
        };
        let (var, filter) = (*var, filter.as_ref());
        let who = self.noun(who);
        let action = self.action_noun(*action);
        let with = match weapon {
            WeaponPick::Any => "",
            WeaponPick::Card(_) => " with this weapon",
            WeaponPick::Own(_) => " with that weapon",
        };
        let (with, filter) = match filter {
            Some(Expr::Binary(sign, a, b))
                if matches!(**a, Expr::Call(Func::Attack(Fact::Range), _)) =>
            {
                (
                    format!("{with} with Range {}", self.compared(*sign, b)),
                    None,
                )
            }
            other => (with.to_owned(), other),
        };
        let on = match filter {
            None => String::new(),
            Some(Expr::Binary(Sign::Eq, a, b)) if **a == Expr::Var(var) => {
                format!(" on {}", self.noun(b))
            }
            Some(filter) if self.card.vars[var.0 as usize].ty == Type::Hex => {
                format!(", ending in {}", self.relative("a hex", var, filter, false))
            }
            Some(filter) => format!(" on {}", self.relative("a target", var, filter, false)),
        };
        format!(
            "{who} {} {action}{with}{on}",
            if may { "may make" } else { "makes" }
        )
    }

    pub(crate) fn effect(
        &mut self,
        until: Until,
        n: Option<&Expr>,
        first: bool,
        clauses: &[Clause],
    ) -> String {
        let of_attacks = |c: &Clause| matches!(&c.kind, ClauseKind::Static(rule) if rule.attacks);
        let first_attack = first && clauses.iter().all(of_attacks);
        let once = if first && !first_attack {
            ", the first time it applies"
        } else {
            ""
        };
        let head = match until {
            Until::Attack => format!("for this {}", self.lexicon.attack),
            Until::Action => format!("for this {}", self.lexicon.deed),
            Until::Activation => format!("until the end of this {}", self.lexicon.activation),
            Until::NextActivation => format!("in the next {}", self.lexicon.activation),
            Until::Activations => {
                let activation = self.lexicon.activation;
                match n {
                    Some(Expr::Number(1)) | None => format!("until the end of the {activation}"),
                    Some(Expr::Number(n)) => format!("for {n} {activation}s"),
                    Some(n) => format!("for X {activation}s, X being {}", self.amount(n)),
                }
            }
            Until::NextSpell => "for your warband's next spell".to_owned(),
            Until::Phase => format!("until the end of the {}", self.lexicon.phase),
            Until::Round => format!("until the end of the {}", self.lexicon.round),
            Until::Group => "until another card of this group is played".to_owned(),
            Until::GroupOrRound => {
                format!(
                    "until the end of the {} or another card of this group is played",
                    self.lexicon.round
                )
            }
            Until::Game => "for the rest of the game".to_owned(),
        };
        let at_hand = until == Until::Attack && clauses.iter().all(of_attacks);
        self.first = first_attack;
        self.at_hand = at_hand;
        let texts: Vec<String> = clauses.iter().map(|c| self.clause(c)).collect();
        self.first = false;
        self.at_hand = false;
        let text = texts.join(" ");
        if at_hand {
            return text;
        }
        format!(
            "{head}{once}: {}",
            self.lexicon.small(&text).trim_end_matches('.')
        )
    }
}

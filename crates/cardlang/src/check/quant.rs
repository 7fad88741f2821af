//! Quantifiers: what is asked of some or all of several things, and from where these come.

use super::Checker;
use crate::program::words::{Domain, Quant};
use crate::span::nearest;
use crate::syntax;
use crate::tree::{Expr, Origin};
use crate::vocab::{Type, domain};

impl Checker<'_> {
    /// What is chosen or counted from.
    pub(crate) fn domain(&mut self, word: &syntax::Word) -> Option<(Domain, Type)> {
        let found = domain(&word.text);
        if found.is_none() {
            let known = crate::vocab::DOMAINS
                .iter()
                .flat_map(|(one, many, ..)| [*one, *many]);
            let help = match nearest(&word.text, known) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write `friends`, `enemies`, `fighters`, `hexes`, `tokens` or `players`"
                    .to_owned(),
            };
            self.error_help(
                word.span,
                format!("`{}` is nothing to choose from", word.text),
                help,
            );
        }
        found
    }

    /// Whose, for domains that belong to someone.
    pub(crate) fn owner(&mut self, over: Domain, range: &syntax::Range) -> Option<Expr> {
        match (&range.of, over.of_something()) {
            (Some(of), true) => {
                let want = if over == Domain::UpgradesOf {
                    Type::Fighter
                } else {
                    Type::Player
                };
                Some(self.typed(of, want))
            }
            (None, true) => {
                let help = format!("write `{} of …`", range.domain.text);
                self.error_help(range.domain.span, "whose?", help);
                None
            }
            (Some(of), false) => {
                self.error(
                    of.span,
                    format!("`{}` belong to nobody in particular", range.domain.text),
                );
                None
            }
            (None, false) => None,
        }
    }

    /// A question about some or all of several things.
    pub(super) fn quantifier(&mut self, quant: &syntax::Quant) -> Option<(Expr, Type)> {
        let (over, ty) = self.domain(&quant.range.domain)?;
        let of = self.owner(over, &quant.range);
        let name = quant.range.name.as_ref().map_or("", |n| n.text.as_str());
        let var = self.var(name, ty, Origin::Element(over));
        let before = self.scope.len();
        if let Some(name) = &quant.range.name {
            self.declare(name, var);
        }
        let filter = quant
            .range
            .filter
            .as_ref()
            .map(|f| Box::new(self.condition_on(var, f)));
        let (what, value_ty, gives, negate) = match quant.what.text.as_str() {
            "any" => (Quant::Any, Type::Truth, Type::Truth, false),
            "no" => (Quant::Any, Type::Truth, Type::Truth, true),
            "all" => (Quant::All, Type::Truth, Type::Truth, false),
            "count" => (Quant::Count, Type::Truth, Type::Number, false),
            "sum" => (Quant::Sum, Type::Number, Type::Number, false),
            "most" => (Quant::Max, Type::Number, Type::Number, false),
            "one_group" => (Quant::Group, Type::Truth, Type::Truth, false),
            "matched" => (Quant::Matched, Type::Truth, Type::Truth, false),
            _ => (Quant::Min, Type::Number, Type::Number, false),
        };
        self.it.push(var);
        let value = quant
            .value
            .as_ref()
            .map(|v| Box::new(self.typed(v, value_ty)));
        self.it.pop();
        self.scope.truncate(before);
        let pairs = match value.as_deref() {
            Some(Expr::Quant {
                what: Quant::Any,
                over,
                ..
            }) => over.is_fighters(),
            _ => false,
        };
        let odd = match what {
            Quant::Group => !over.is_fighters() || value.is_some(),
            Quant::Matched => !over.is_fighters() || !pairs,
            _ => false,
        };
        if odd {
            let help = match what {
                Quant::Group => "write `one_group(friends where …)`",
                _ => "write `matched(a: friends: any(b: enemies where adjacent(a, b)))`",
            };
            let message = format!(
                "`{}` asks about fighters, and nothing else",
                quant.what.text
            );
            self.error_help(quant.what.span, message, help);
            return None;
        }
        let needs_value = matches!(what, Quant::All | Quant::Sum | Quant::Max | Quant::Min);
        if needs_value && value.is_none() {
            let help = format!(
                "write `{}({} where …: …)`",
                quant.what.text, quant.range.domain.text
            );
            self.error_help(
                quant.what.span,
                format!("`{}` of what?", quant.what.text),
                help,
            );
            return None;
        }
        if self.it.len() >= crate::program::words::MAX_NEST {
            self.error(quant.what.span, "conditions are nested too deeply");
            return None;
        }
        let expr = Expr::Quant {
            what,
            over,
            of: of.map(Box::new),
            var,
            filter,
            value,
        };
        Some((
            if negate {
                Expr::Not(Box::new(expr))
            } else {
                expr
            },
            gives,
        ))
    }
}

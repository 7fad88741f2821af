//! What rules change of characteristics: which can be changed, and by how much.

use super::Checker;
use crate::code::Change;
use crate::syntax;
use crate::tree::{Expr, Mod, Sign};
use crate::vocab::Type;
use gloryhex_model::Stat;

impl Checker<'_> {
    /// A change of a characteristic.
    pub(super) fn stat(&mut self, item: &syntax::Mod, stat: Stat, attacks: bool) -> Option<Mod> {
        let of_weapon = matches!(
            stat,
            Stat::Range | Stat::Dice | Stat::Damage | Stat::Knockback
        );
        if of_weapon != attacks {
            let word = &item.word.text;
            let (message, help) = if of_weapon {
                (
                    format!("`{word}` belongs to attacks"),
                    "write `static attacks of bearer get …`",
                )
            } else {
                (
                    format!("`{word}` belongs to fighters"),
                    "write `static bearer get …`",
                )
            };
            self.error_help(item.word.span, message, help);
            return None;
        }
        let Some(value) = &item.value else {
            let help = format!("write `{} +1`", item.word.text);
            self.error_help(
                item.word.span,
                format!("by how much does `{}` change?", item.word.text),
                help,
            );
            return None;
        };
        let fixed = item.words.iter().any(|w| w.text == "fixed");
        let base = item.words.iter().any(|w| w.text == "base");
        let span = value.span;
        let value = self.typed(value, Type::Number);
        let never_nothing = !matches!(
            stat,
            Stat::Move | Stat::Bounty | Stat::Wizard | Stat::Knockback
        );
        if item.sign == "=" && value == Expr::Number(0) && never_nothing && !fixed {
            let word = &item.word.text;
            let help =
                format!("write `{word} =1`, or `{word} fixed =0` if nothing else changes it");
            self.error_help(span, format!("no rule brings `{word}` below 1"), help);
            return None;
        }
        let (change, value) = match item.sign {
            "+" => (Change::Add, value),
            "-" => (Change::Add, negative(value)),
            "*" => (Change::Multiply, value),
            _ if fixed => (Change::Fix, value),
            _ if base => (Change::Base, value),
            _ => (Change::Set, value),
        };
        let bound = |n: Option<i16>| n.map(|n| n.clamp(0, 99) as i8);
        Some(Mod::Stat(
            stat,
            change,
            value,
            bound(item.min),
            bound(item.max),
        ))
    }
}

/// The other way round: less instead of more.
pub(super) fn negative(value: Expr) -> Expr {
    match value {
        Expr::Number(n) => Expr::Number(-n),
        other => Expr::Binary(Sign::Sub, Box::new(Expr::Number(0)), Box::new(other)),
    }
}

/// A characteristic by any of its names.
pub(super) fn stat_of(word: &str) -> Option<Stat> {
    match word {
        "save" => Some(Stat::Defence),
        "health" => Some(Stat::Wounds),
        _ => Stat::from_word(word),
    }
}

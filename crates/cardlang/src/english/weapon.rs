//! Weapons: one line each.

use super::*;
use gloryhex_model::Terms;

impl Speaker<'_> {
    /// A weapon in one line.
    pub(crate) fn weapon(&mut self, weapon: &Weapon) -> String {
        let mut text = weapon_text(&weapon.def, self.lexicon);
        if let Some(dice) = &weapon.dice {
            let amount = self.amount(dice);
            text = text.replace("0 ", &format!("({amount}) "));
        }
        if weapon.fixed {
            text.push_str(" Nothing modifies it.");
        }
        text
    }
}

/// A weapon in one line: name, Range, dice and symbol, Damage, keywords.
pub fn weapon_text(weapon: &WeaponDef, lexicon: &Lexicon) -> String {
    let dice = if weapon.spell {
        "spell".to_owned()
    } else {
        weapon.dice.to_string()
    };
    let mut text = format!(
        "{}: Range {}, {dice} {}, Damage {}",
        weapon.name,
        weapon.range,
        lexicon.face(weapon.symbol),
        weapon.damage
    );
    for (keyword, critical) in weapon.keywords.iter() {
        let critical = if critical { "Critical " } else { "" };
        text.push_str(&format!(", {critical}{}", capital(keyword.word())));
    }
    if weapon.knockback > 0 {
        text.push_str(&format!(", Knockback {}", weapon.knockback));
    }
    for words in weapon.terms.iter().flat_map(Terms::words) {
        text.push_str(&format!(", {words}"));
    }
    text.push('.');
    text
}

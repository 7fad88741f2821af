//! Who may use a card, where it only says so by name.

use super::Index;
use crate::effect::Source;
use gloryhex_cardlang::{CardFlags, CardKind, Catalog, Op};

impl Index {
    /// Notes who may use cards that only say so by name; `numbers` are those of all fighters.
    pub fn note_users(&mut self, catalog: &Catalog, numbers: &[u16]) {
        for (cards, users) in self.cards.iter().zip(&mut self.users) {
            let known = cards.0.iter().map(|card| {
                let code = &catalog.cards.get(card.ix())?.code;
                let mut found = 0;
                for (ix, number) in numbers.iter().enumerate().take(32) {
                    let answers = |name| catalog.answers(*number, name);
                    let named = named(code.expr(code.users), &answers);
                    found |= u32::from(named?) << ix;
                }
                Some(found)
            });
            *users = known.collect();
        }
        for (seat, cards) in self.cards.iter().enumerate() {
            for (slot, card) in cards.0.iter().enumerate().take(64) {
                let Some(info) = catalog.cards.get(card.ix()) else {
                    continue;
                };
                let upgrade = info.code.kind == CardKind::Upgrade;
                if upgrade && !info.code.flags.has(CardFlags::WEAPON) {
                    let all = info.code.users.is_yes().then_some(u32::MAX);
                    self.holdings[seat].bearers[slot] = all.or(self.users[seat][slot]);
                }
            }
        }
    }
    /// The fighters who may use the card in a slot, if it only says so by name.
    #[inline]
    pub fn users(&self, source: Source) -> Option<u32> {
        *self
            .users
            .get(source.seat.ix())?
            .get(source.slot as usize)?
    }
}

/// Whether a fighter satisfies a condition on its name alone; `None` if more is asked, or nothing.
fn named(ops: &[Op], answers: &dyn Fn(u16) -> bool) -> Option<bool> {
    let mut ix = 0;
    let mut value = None;
    while ix < ops.len() {
        match (ops[ix], ops.get(ix + 1)) {
            (Op::It(0), Some(Op::Named(name))) => {
                value = Some(answers(*name));
                ix += 2;
            }
            (Op::OrElse(len), _) if ix + 1 + len as usize == ops.len() => {
                ix += 1;
                if value? {
                    // What follows must still be about names.
                    return named(&ops[ix..], &|_| true);
                }
            }
            _ => return None,
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_cardlang::Prop;

    #[test]
    fn names_alone_tell_who_may_use_a_card() {
        let either = [
            Op::It(0),
            Op::Named(3),
            Op::OrElse(2),
            Op::It(0),
            Op::Named(5),
        ];
        let is = |ops: &[Op], own: u16| named(ops, &|name| name == own);
        assert_eq!(is(&either, 3), Some(true));
        assert_eq!(is(&either, 5), Some(true));
        assert_eq!(is(&either, 4), Some(false));
        let more = [
            Op::It(0),
            Op::Named(3),
            Op::OrElse(2),
            Op::It(0),
            Op::Fighter(Prop::Inspired),
        ];
        assert_eq!(is(&more, 3), None);
        assert_eq!(is(&more, 4), None);
        assert_eq!(is(&[], 3), None);
    }
}

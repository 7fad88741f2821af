//! Who may use a card, where it only says so by name.

use super::Index;
use crate::effect::Source;
use gloryhex_cardlang::{
    CardFlags, CardKind, Catalog, Expr, Program,
    program::{Form, ir::ITS_AT},
};

impl Index {
    /// Notes who may use cards that only say so by name; `numbers` are those of all fighters.
    pub fn note_users(&mut self, catalog: &Catalog, numbers: &[u16]) {
        for (cards, users) in self.cards.iter().zip(&mut self.users) {
            let known = cards.0.iter().map(|card| {
                let code = &catalog.cards.get(card.ix())?.code;
                let mut found = 0;
                for (ix, number) in numbers.iter().enumerate().take(32) {
                    let answers = |name| catalog.answers(*number, name);
                    let named = named(&code.program, code.users, &answers);
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
fn named(program: &Program, users: Expr, answers: &dyn Fn(u16) -> bool) -> Option<bool> {
    let root = program.root(users)?;
    let parts = match program.form(root.arg)? {
        Form::Any(list) => program.list(*list),
        _ => std::slice::from_ref(&root.arg),
    };
    parts
        .iter()
        .try_fold(false, |found, part| match program.form(*part)? {
            Form::Named(name, who) if who.is_bound(ITS_AT) => Some(found || answers(*name)),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_cardlang::{
        Prop,
        program::{Arg, make::Maker},
    };

    #[test]
    fn names_alone_tell_who_may_use_a_card() {
        let mut maker = Maker::default();
        let it = Arg::bound(ITS_AT);
        let (three, five) = (maker.put(Form::Named(3, it)), maker.put(Form::Named(5, it)));
        let inspired = maker.put(Form::Fighter(Prop::Inspired, it));
        let either = maker.any(&[three, five]);
        let more = maker.any(&[three, inspired]);
        let (either, more) = (maker.root(either, 1, true), maker.root(more, 1, true));
        let program = maker.finish();
        let is = |users: Expr, own: u16| named(&program, users, &|name| name == own);
        assert_eq!(is(either, 3), Some(true));
        assert_eq!(is(either, 5), Some(true));
        assert_eq!(is(either, 4), Some(false));
        assert_eq!(is(more, 3), None);
        assert_eq!(is(more, 4), None);
        assert_eq!(is(Expr::YES, 3), None);
    }
}

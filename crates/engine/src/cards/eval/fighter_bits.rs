//! The yes-or-no facts of a fighter as bits, in the numbering of
//! `gloryhex_cardlang::program::passes::fighter_bits`.

use crate::{run::Sight, state::Fighter};
use gloryhex_cardlang::program::passes::fighter_bits::{
    ALIVE, BEGAN_IN_ENEMY, DAMAGED, DEEDS, ENEMY, FRIENDLY, FighterBits, HURT_NOW, INSPIRED, OUT,
    TARGETED_NOW, TOKENS,
};
use gloryhex_model::{FighterId, Seat};

/// The bits of a fighter, seen from a seat.
#[inline(always)]
pub(super) fn of(sight: Sight<'_>, you: Seat, who: FighterId) -> u64 {
    let mine = sight.table.sides[you.ix() & 3] >> who.0 & 1 == 1;
    own(sight.state.fighter(who)) | if mine { FRIENDLY } else { ENEMY }
}

/// The bits of a fighter, without whose it is.
#[inline(always)]
fn own(fighter: &Fighter) -> u64 {
    let bit = |yes: bool, bit: u64| u64::from(yes) * bit;
    u64::from(fighter.deeds) << DEEDS
        | u64::from(fighter.token_kinds()) << TOKENS
        | bit(fighter.on_field(), ALIVE)
        | bit(fighter.damage > 0, DAMAGED)
        | bit(fighter.turn_damage > 0, HURT_NOW)
        | bit(fighter.is(Fighter::INSPIRED), INSPIRED)
        | bit(fighter.is(Fighter::OUT), OUT)
        | bit(fighter.is(Fighter::TARGETED_NOW), TARGETED_NOW)
        | bit(fighter.is(Fighter::BEGAN_IN_ENEMY), BEGAN_IN_ENEMY)
}

/// The fighters of a set for whom the answer is yes; `mine` are yours.
#[inline(always)]
pub(super) fn among(question: FighterBits, fighters: &[Fighter], set: u32, mine: u32) -> u32 {
    let sides = FRIENDLY | ENEMY;
    let sided = |bit: u64, own: u32| match (question.mask & bit != 0, question.want & bit != 0) {
        (false, _) => u32::MAX,
        (_, true) => own,
        (_, false) => !own,
    };
    let left = set & sided(FRIENDLY, mine) & sided(ENEMY, !mine);
    let (mask, want) = (question.mask & !sides, question.want & !sides);
    let found = if mask == 0 {
        left
    } else {
        let (first, end) = (left.trailing_zeros(), 32 - left.leading_zeros());
        let there = fighters.get(first as usize..end as usize);
        let there = there.unwrap_or_default().iter().rev();
        let with = there.fold(0u32, |with, fighter| {
            with << 1 | u32::from(own(fighter) & mask == want)
        });
        left & with.checked_shl(first).unwrap_or(0)
    };
    if question.so { found } else { set & !found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_cardlang::Prop;
    use gloryhex_model::{Deed, Token};

    fn told(question: FighterBits, fighter: &Fighter) -> bool {
        let alone = among(question, std::slice::from_ref(fighter), 1, 1) == 1;
        assert_eq!(alone, question.hold(own(fighter) | FRIENDLY));
        alone
    }

    #[test]
    fn every_fact_has_bits_of_its_own() {
        let mut fighter = Fighter::ABSENT;
        fighter.note(Deed::Moved);
        fighter.damage = 2;
        fighter.set_tokens(Token::Charge, 6);
        for (prop, is) in [
            (Prop::Did(Deed::Moved), true),
            (Prop::Did(Deed::Spent), false),
            (Prop::Has(Token::Charge), true),
            (Prop::Has(Token::Move), false),
            (Prop::Damage, true),
            (Prop::HurtNow, false),
            (Prop::Alive, false),
            (Prop::Out, false),
            (Prop::Friendly, true),
            (Prop::Enemy, false),
        ] {
            assert_eq!(
                told(FighterBits::of(prop).unwrap(), &fighter),
                is,
                "{prop:?}"
            );
            assert_eq!(
                told(!FighterBits::of(prop).unwrap(), &fighter),
                !is,
                "{prop:?}"
            );
        }
    }
}

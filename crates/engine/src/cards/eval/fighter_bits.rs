//! The yes-or-no facts of a fighter as bits, in the numbering of
//! `gloryhex_cardlang::program::passes::fighter_bits`.

use crate::{run::Sight, state::Fighter};
use gloryhex_cardlang::program::passes::fighter_bits::{
    ALIVE, BEGAN_IN_ENEMY, DAMAGED, DEEDS, ENEMY, FLAGS, FRIENDLY, FighterBits, HURT_NOW, INSPIRED,
    OUT, TARGETED_NOW, TOKENS,
};
use gloryhex_model::{FighterId, Seat};

// The flags are taken over as they are.
const _: () = {
    assert!((Fighter::INSPIRED as u64) << FLAGS == INSPIRED);
    assert!((Fighter::OUT as u64) << FLAGS == OUT);
    assert!((Fighter::BEGAN_IN_ENEMY as u64) << FLAGS == BEGAN_IN_ENEMY);
    assert!((Fighter::TARGETED_NOW as u64) << FLAGS == TARGETED_NOW);
};

/// Whether a question about a fighter, seen from a seat, is answered by yes.
#[inline(always)]
pub(super) fn hold(sight: Sight<'_>, you: Seat, who: FighterId, question: FighterBits) -> bool {
    let mine = sight.table.sides[you.ix() & 3] >> who.0 & 1 == 1;
    let side = if mine { FRIENDLY } else { ENEMY };
    question.hold(own(sight.state.fighter(who), question.mask) | side)
}

/// The bits of a fighter that a mask asks for, and perhaps others; whose it is left out.
#[inline(always)]
fn own(fighter: &Fighter, mask: u64) -> u64 {
    let bit = |yes: bool, bit: u64| u64::from(yes) * bit;
    let of_tokens = ((1 << (FLAGS - TOKENS)) - 1) << TOKENS;
    let tokens = match mask & of_tokens {
        0 => 0,
        _ => u64::from(fighter.token_kinds()) << TOKENS,
    };
    u64::from(fighter.deeds) << DEEDS
        | tokens
        | u64::from(fighter.flags) << FLAGS
        | bit(fighter.on_field(), ALIVE)
        | bit(fighter.damage > 0, DAMAGED)
        | bit(fighter.turn_damage > 0, HURT_NOW)
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
            with << 1 | u32::from(own(fighter, mask) & mask == want)
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
        assert_eq!(alone, question.hold(own(fighter, question.mask) | FRIENDLY));
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

//! Exact odds of casting a spell, asked of the same functions that judge a casting roll.
//!
//! Reactions that change a casting roll are not foreseen; innate symbols and everything in force that
//! changes the caster's number of dice count.

use super::spread::{Share, choose, six_to};
use crate::{
    cards::{self, CastingRules},
    choice::{Choice, Verb},
    effect::Source,
    frames::cast,
    ops::stats,
    run::Sight,
};
use gloryhex_cardlang::Cast;
use gloryhex_model::{Die, Face, FaceSet, FighterId, Roll, Seat, Stat};

/// The odds of a casting roll. Every count is out of `den` equally likely ways the dice can fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casting {
    /// All ways the dice can fall.
    pub den: u128,
    /// The spell is cast.
    pub cast: u128,
    /// It fails.
    pub fail: u128,
    /// The caster suffers backlash, whether the spell is cast or not.
    pub backlash: u128,
    /// The caster is taken out by it.
    pub out: u128,
    /// Dice rolled.
    pub dice: u8,
    /// The symbol that counts without being rolled.
    pub innate: Roll,
}

impl Casting {
    /// The odds of a caster with these innate symbols, of which the one that helps most counts.
    pub fn with(value: Cast, dice: u8, innate: FaceSet, frail: bool) -> Casting {
        let one = cards::one_in_casting(innate, value.symbol);
        Casting::of(value, CastingRules::PRINTED, dice, one, frail)
    }
    /// The odds with so many dice; one point of damage takes a `frail` caster out.
    pub fn of(value: Cast, rules: CastingRules, dice: u8, innate: Roll, frail: bool) -> Casting {
        let mut odds = Casting {
            den: six_to(dice.into()),
            cast: 0,
            fail: 0,
            backlash: 0,
            out: 0,
            dice,
            innate,
        };
        let sides = |face| Die::Magic.sides().iter().filter(|f| **f == face).count() as u128;
        let (crit, focus, channel) = (sides(Face::Crit), sides(Face::Focus), sides(Face::Channel));
        for crits in 0..=dice {
            for focuses in 0..=dice - crits {
                let channels = dice - crits - focuses;
                let ways = choose(dice, crits)
                    * choose(dice - crits, focuses)
                    * crit.pow(crits.into())
                    * focus.pow(focuses.into())
                    * channel.pow(channels.into());
                let mut roll = Roll::EMPTY;
                for (face, n) in [
                    (Face::Crit, crits),
                    (Face::Focus, focuses),
                    (Face::Channel, channels),
                ] {
                    for _ in 0..n {
                        roll.add(face);
                    }
                }
                for face in innate.faces() {
                    roll.add(face);
                }
                let backlash = rules.backlashes(roll);
                let out = backlash && frail;
                odds.backlash += if backlash { ways } else { 0 };
                odds.out += if out { ways } else { 0 };
                if !out && rules.is_enough(value, roll) {
                    odds.cast += ways;
                } else {
                    odds.fail += ways;
                }
            }
        }
        odds
    }
    /// A count as a fraction.
    pub fn share(&self, count: u128) -> Share {
        Share {
            num: count,
            den: self.den,
        }
    }
    /// A count as a number between 0 and 1.
    pub fn p(&self, count: u128) -> f64 {
        count as f64 / self.den as f64
    }
}

/// The odds of a fighter's casting a spell of this value now with so many dice.
fn casting(sight: Sight<'_>, caster: FighterId, value: Cast, dice: u8) -> Casting {
    let rules = cards::casting_rules(sight, caster);
    let innate = cards::innate_in_casting(sight, caster, value.symbol);
    let left =
        stats::stat(sight, caster, Stat::Wounds).saturating_sub(sight.state.fighter(caster).damage);
    let frail = left <= 1.min(cards::damage_cap(sight, caster));
    Casting::of(value, rules, dice, innate, frail)
}

/// The odds of the casting roll that a choice of the seat leads to; `None` if it is no spell.
pub fn casting_of(sight: Sight<'_>, seat: Seat, choice: Choice) -> Option<Casting> {
    let (caster, slot, clause) = match choice.verb {
        Verb::Play => (choice.b, choice.a, 0),
        Verb::Action => (choice.a, choice.b, choice.c),
        _ => return None,
    };
    let caster = FighterId(caster);
    if caster.ix() >= sight.table.entrants.len() {
        return None;
    }
    let source = Source { seat, slot };
    let value = cast::value_of(sight.table, source, clause)?;
    let dice = cast::dice(sight, caster, source, clause);
    Some(casting(sight, caster, value, dice))
}

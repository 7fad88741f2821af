//! Yes-or-no facts of a fighter, numbered, so that several of them are asked at once.
//!
//! Which fact has which bit is said in [`bit_of`] alone; the engine puts the bits of a fighter together in the
//! same numbering.

use crate::program::ir::{Arg, Form, Program};
use crate::program::make::{Maker, rewritten};
use crate::program::words::{Domain, Prop, Quant, Region};
use gloryhex_model::{Deed, Token};
use serde::{Deserialize, Serialize};

/// Where the deeds of a fighter begin among its bits.
pub const DEEDS: u32 = 0;
/// Where the kinds of token it has begin.
pub const TOKENS: u32 = 32;
/// Where its flags begin, in the order in which the state of a fighter has them.
pub const FLAGS: u32 = 40;
/// It is Inspired.
pub const INSPIRED: u64 = 1 << FLAGS;
/// It is out of action.
pub const OUT: u64 = 1 << (FLAGS + 1);
/// It began the present or last activation in the territory of its enemies.
pub const BEGAN_IN_ENEMY: u64 = 1 << (FLAGS + 6);
/// It was the target of an attack in this activation.
pub const TARGETED_NOW: u64 = 1 << (FLAGS + 7);
/// It is on the battlefield.
pub const ALIVE: u64 = 1 << 56;
/// It has damage on it.
pub const DAMAGED: u64 = 1 << 57;
/// It was hurt in this activation.
pub const HURT_NOW: u64 = 1 << 58;
/// The fighter is yours.
pub const FRIENDLY: u64 = 1 << 59;
/// The fighter is another player's.
pub const ENEMY: u64 = 1 << 60;

const _: () = assert!((Deed::Spent as u32) < TOKENS - DEEDS);
const _: () = assert!(Token::ALL.len() as u32 <= FLAGS - TOKENS);

/// The bits that must be set for a property not to be 0, if it is such a fact.
fn bit_of(prop: Prop) -> Option<u64> {
    Some(match prop {
        Prop::Did(deed) => 1 << (DEEDS + deed as u32),
        Prop::Has(token) => 1 << (TOKENS + token as u32),
        Prop::Friendly => FRIENDLY,
        Prop::Enemy => ENEMY,
        Prop::Alive => ALIVE,
        Prop::Damage => DAMAGED,
        Prop::HurtNow => HURT_NOW,
        Prop::Inspired => INSPIRED,
        Prop::Out => OUT,
        Prop::TargetedNow => TARGETED_NOW,
        Prop::BeganIn(Region::Enemy) => FRIENDLY | BEGAN_IN_ENEMY,
        Prop::BeganIn(Region::Friendly) => ENEMY | BEGAN_IN_ENEMY,
        _ => return None,
    })
}

/// A question about the bits of a fighter. Of nobody they are all 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FighterBits {
    /// The bits asked for.
    pub mask: u64,
    /// What they should be.
    pub want: u64,
    /// Whether they should be that, or anything else.
    pub so: bool,
}

impl FighterBits {
    /// The question whether a property is not 0, if it can be asked so.
    pub fn of(prop: Prop) -> Option<FighterBits> {
        let mask = bit_of(prop)?;
        Some(FighterBits {
            mask,
            want: mask,
            so: true,
        })
    }
    /// Both questions in one, if that is possible.
    pub fn and(self, other: FighterBits) -> Option<FighterBits> {
        let (a, b) = (self.plain()?, other.plain()?);
        let agree = (a.want ^ b.want) & a.mask & b.mask == 0;
        agree.then_some(FighterBits {
            mask: a.mask | b.mask,
            want: a.want | b.want,
            so: true,
        })
    }
    /// The same question about what the bits should be.
    fn plain(self) -> Option<FighterBits> {
        if self.so {
            return Some(self);
        }
        (self.mask.count_ones() == 1).then_some(FighterBits {
            want: self.want ^ self.mask,
            so: true,
            ..self
        })
    }
    /// Whether the answer is no without a bit.
    pub fn needs(self, bit: u64) -> bool {
        self.plain().is_some_and(|bits| bits.want & bit != 0)
    }
    /// Whether the bits of a fighter answer the question.
    #[inline(always)]
    pub fn hold(self, bits: u64) -> bool {
        (bits & self.mask == self.want) == self.so
    }
}

impl std::ops::Not for FighterBits {
    type Output = FighterBits;

    fn not(self) -> FighterBits {
        let not = FighterBits {
            so: !self.so,
            ..self
        };
        not.plain().unwrap_or(not)
    }
}

/// The pass.
pub fn pass(old: &Program) -> Program {
    rewritten(old, |maker, form, truth| match form {
        Form::Fighter(prop, who) if truth => match FighterBits::of(prop) {
            Some(bits) => maker.bits(bits, who),
            None => maker.put(form),
        },
        Form::Not(a) => match asked(maker, a) {
            Some((bits, who)) => maker.bits(!bits, who),
            None => maker.put(form),
        },
        Form::All(list) => {
            let parts = maker.program().list(list).to_vec();
            let parts = merged(maker, parts, FighterBits::and);
            match parts[..] {
                [only] if truth => only,
                _ => {
                    let list = maker.list(&parts);
                    maker.put(Form::All(list))
                }
            }
        }
        Form::Any(list) => {
            let parts = maker.program().list(list).to_vec();
            // Neither is not so if one is.
            let parts = merged(maker, parts, |a, b| (!a).and(!b).map(|neither| !neither));
            match parts[..] {
                [only] if truth => only,
                _ => {
                    let list = maker.list(&parts);
                    maker.put(Form::Any(list))
                }
            }
        }
        Form::Quant {
            what: Quant::Any | Quant::Count,
            ..
        } => {
            let form = of_all(maker, form).unwrap_or(form);
            maker.put(form)
        }
        _ => maker.put(form),
    })
}

/// A quantifier over fighters on the battlefield that asks for bits of theirs, as one over all fighters that asks for
/// one bit more.
fn of_all(maker: &mut Maker, form: Form) -> Option<Form> {
    let Form::Quant {
        what,
        over,
        place,
        of,
        inner,
    } = form
    else {
        return None;
    };
    let over = match over {
        Domain::Friends => Domain::AllFriends,
        Domain::Enemies => Domain::AllEnemies,
        Domain::Fighters => Domain::AllFighters,
        _ => return None,
    };
    let alive = FighterBits::of(Prop::Alive)?;
    let mut parts = maker.program().conjuncts(&inner).to_vec();
    let (at, bits) = parts.iter().enumerate().find_map(|(at, part)| {
        let (bits, who) = asked(maker, *part)?;
        Some((at, bits.and(alive).filter(|_| who.is_bound(place))?))
    })?;
    parts[at] = maker.bits(bits, Arg::bound(place));
    Some(Form::Quant {
        what,
        over,
        place,
        of,
        inner: maker.all(&parts),
    })
}

/// What an operand asks of the bits of a fighter, and whose.
fn asked(maker: &Maker, arg: Arg) -> Option<(FighterBits, Arg)> {
    match maker.program().form(arg) {
        Some(Form::Bits(ix, who)) => Some((maker.program().bits(*ix), *who)),
        _ => None,
    }
}

/// A list in which questions about the same fighter are one.
fn merged(
    maker: &mut Maker,
    parts: Vec<Arg>,
    join: fn(FighterBits, FighterBits) -> Option<FighterBits>,
) -> Vec<Arg> {
    let mut kept: Vec<Arg> = Vec::new();
    for part in parts {
        let found = kept.iter().enumerate().find_map(|(at, earlier)| {
            let ((a, who), (b, other)) = (asked(maker, *earlier)?, asked(maker, part)?);
            let same = who == other && who.is_simple();
            Some((at, join(a, b).filter(|_| same)?, who))
        });
        match found {
            Some((at, bits, who)) => kept[at] = maker.bits(bits, who),
            None => kept.push(part),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ir::ITS_AT;

    #[test]
    fn questions_can_be_joined_and_turned_round() {
        let charged = FighterBits::of(Prop::Has(Token::Charge)).unwrap();
        let moved = FighterBits::of(Prop::Has(Token::Move)).unwrap();
        let neither = (!charged).and(!moved).unwrap();
        assert!(neither.hold(0) && !(!neither).hold(0));
        let bits = charged.mask;
        assert!(charged.hold(bits) && !moved.hold(bits));
        assert!(!neither.hold(bits) && (!neither).hold(bits));
        assert!((!neither).and(moved).is_none());
    }

    #[test]
    fn facts_of_the_same_fighter_are_asked_at_once() {
        let mut maker = Maker::default();
        let fact = |maker: &mut Maker, prop, slot| maker.put(Form::Fighter(prop, Arg::bound(slot)));
        let parts = [
            fact(&mut maker, Prop::Friendly, 0),
            fact(&mut maker, Prop::Inspired, 1),
            fact(&mut maker, Prop::Inspired, 0),
        ];
        let all = maker.all(&parts);
        let expr = maker.root(all, 0, true);
        let program = pass(&maker.finish());
        let parts = program.parts_of(expr);
        let [Some(Form::Bits(both, who)), Some(Form::Bits(..))] =
            [0, 1].map(|ix| program.form(parts[ix]))
        else {
            panic!("{parts:?}");
        };
        assert!(who.is_bound(0));
        assert_eq!(program.bits(*both).mask, FRIENDLY | INSPIRED);
        assert_eq!(parts.len(), 2);
    }

    #[test]
    fn being_on_the_battlefield_is_one_bit_more() {
        let mut maker = Maker::default();
        let inspired = maker.put(Form::Fighter(Prop::Inspired, Arg::bound(ITS_AT)));
        let some = maker.put(Form::Quant {
            what: Quant::Any,
            over: Domain::Enemies,
            place: ITS_AT,
            of: Arg::ONE,
            inner: inspired,
        });
        maker.root(some, 0, true);
        let program = pass(&maker.finish());
        assert!(program.any(|form| matches!(
            form,
            Form::Quant { over: Domain::AllEnemies, inner, .. }
                if matches!(program.form(*inner), Some(Form::Bits(ix, _)) if program.bits(*ix).mask == INSPIRED | ALIVE)
        )));
    }

    #[test]
    fn an_amount_of_damage_stays_an_amount() {
        let mut maker = Maker::default();
        let damage = maker.put(Form::Fighter(Prop::Damage, Arg::bound(0)));
        let expr = maker.root(damage, 0, false);
        let program = pass(&maker.finish());
        let root = program.root(expr).unwrap();
        assert_eq!(
            program.form(root.arg),
            Some(&Form::Fighter(Prop::Damage, Arg::bound(0)))
        );
    }
}

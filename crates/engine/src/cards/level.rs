//! Amounts that follow from how far a counter of a player has come, such as a value that grows with a
//! tracker, or that count fighters by their marks: told from the card once per table and worked out without
//! its tree.

use super::{
    first::Crowd,
    form::{Arg, Form, Forms, Math, Operand, YOU},
};
use crate::run::Sight;
use gloryhex_cardlang::{Quant, SeatProp, Slots, verify::is_fighters};
use gloryhex_model::{Counter, Seat};

/// Most steps.
const STEPS: usize = 8;

/// An amount worked out without its tree.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount {
    /// How far a counter has come.
    Level(Level),
    /// How many such fighters there are.
    Count(Crowd),
}

impl Amount {
    /// The amount for the card of a seat, with what is bound.
    #[inline]
    pub fn now(&self, sight: Sight<'_>, you: Seat, slots: &Slots) -> i16 {
        match self {
            Amount::Level(level) => level.now(sight, you, slots),
            Amount::Count(crowd) => crowd.count(sight, you),
        }
    }
}

/// How many steps a counter has reached, and a number on top, within bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    counter: Counter,
    /// The slot with the player, or [`YOU`].
    who: u8,
    base: i16,
    /// The steps; those beyond the last are never reached.
    steps: [i16; STEPS],
    least: i16,
    most: i16,
    /// Whether it is subtracted from nothing.
    minus: bool,
}

impl Level {
    #[inline]
    fn now(&self, sight: Sight<'_>, you: Seat, slots: &Slots) -> i16 {
        let who = match self.who {
            YOU => i16::from(you.0),
            slot => slots[usize::from(slot & 7)],
        };
        let known = (0..i16::from(sight.state.clock.players)).contains(&who);
        let count = if known {
            i16::from(sight.state.seats[Seat(who as u8)].count(self.counter))
        } else {
            0
        };
        let reached: i16 = self
            .steps
            .iter()
            .map(|step| i16::from(count >= *step))
            .sum();
        let value = (self.base + reached).max(self.least).min(self.most);
        if self.minus { -value } else { value }
    }
}

impl Forms {
    /// The amount that an operand asks for, if it can be worked out so.
    pub(super) fn amount(&self, arg: Arg) -> Option<Amount> {
        self.level(arg)
            .map(Amount::Level)
            .or_else(|| self.tally(arg).map(Amount::Count))
    }
    /// The fighters that an operand counts, if these are told by their marks.
    fn tally(&self, arg: Arg) -> Option<Crowd> {
        let Operand::Node(id) = arg.operand() else {
            return None;
        };
        match *self.node(id) {
            Form::Quant {
                what: Quant::Count,
                over,
                place,
                inner,
                ..
            } if is_fighters(over) => {
                let (crowd, all) = self.crowd_in(Quant::Any, over, place, inner)?;
                all.then_some(crowd)
            }
            _ => None,
        }
    }
    /// The level that an operand asks for, if it is no more than that.
    fn level(&self, arg: Arg) -> Option<Level> {
        let Operand::Node(id) = arg.operand() else {
            return None;
        };
        if let Form::Math(Math::Sub, zero, of) = *self.node(id)
            && zero == Arg::number(0)
        {
            let level = self.rising(of)?;
            return Some(Level {
                minus: true,
                ..level
            });
        }
        self.rising(arg)
    }
    /// A level that is not subtracted.
    fn rising(&self, arg: Arg) -> Option<Level> {
        let Operand::Node(id) = arg.operand() else {
            return None;
        };
        match *self.node(id) {
            Form::Ladder(of, list) => {
                let (counter, who) = self.counted(of)?;
                let number = |arg: &Arg| match arg.operand() {
                    Operand::Number(n) => Some(n),
                    _ => None,
                };
                let (base, rungs) = self.list(list).split_first()?;
                let mut steps = [i16::MAX; STEPS];
                for (at, rung) in rungs.iter().enumerate() {
                    *steps.get_mut(at)? = number(rung)?;
                }
                Some(Level {
                    counter,
                    who,
                    base: number(base)?,
                    steps,
                    least: i16::MIN,
                    most: i16::MAX,
                    minus: false,
                })
            }
            Form::Math(math @ (Math::Min | Math::Max), a, b) => {
                let (n, of) = match (a.operand(), b.operand()) {
                    (Operand::Number(n), _) => (n, b),
                    (_, Operand::Number(n)) => (n, a),
                    _ => return None,
                };
                let level = self.rising(of)?;
                let bound = |x: i16| {
                    if math == Math::Min {
                        x.min(n)
                    } else {
                        x.max(n)
                    }
                };
                Some(Level {
                    least: bound(level.least),
                    most: bound(level.most),
                    ..level
                })
            }
            _ => None,
        }
    }
    /// The counter of a player bound that an operand is.
    fn counted(&self, arg: Arg) -> Option<(Counter, u8)> {
        let Operand::Node(id) = arg.operand() else {
            return None;
        };
        match *self.node(id) {
            Form::Seat(SeatProp::Counter(counter), who) => match who.operand() {
                Operand::Bound(at) if at < 8 || at == YOU => Some((counter, at)),
                _ => None,
            },
            _ => None,
        }
    }
}

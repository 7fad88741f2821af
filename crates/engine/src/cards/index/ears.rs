//! Who waits for a moment, as masks over the places where cards can be: they tell at once whether anybody
//! has anything there at all. Lasting effects are left out.

use super::{Holding, Index};
use crate::{
    bind::Bind,
    bits::Bits,
    cards::{Also, fire::breaks_illusions, moment::Moment, surge},
    effect::Source,
    ruleset::{Ruleset, Surge},
};
use gloryhex_model::{MAX_SEATS, Seat, Trigger};

/// The ways in which a moment may share its window with others.
const SHARED: usize = 8;

/// What a seat has that waits for a moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ear {
    /// Reactions from the hand.
    pub hand: u64,
    /// Reactions of upgrades.
    pub play: u64,
    /// Upgrades to which something happens of itself.
    pub auto: u64,
    /// Surge objectives, as bits of objective slots.
    pub surge: u32,
    /// Whether a card that is always in play reacts.
    pub reacts: bool,
    /// Whether something happens of itself to a card that is always in play.
    pub happens: bool,
}

impl Ear {
    fn of(holding: &Holding, at: usize) -> Ear {
        let stands = |cards: u128| cards >> Source::FIGHTERS != 0;
        Ear {
            hand: holding.hand[at],
            play: holding.play[at] as u64,
            auto: holding.auto[at] as u64,
            surge: holding.surge[at],
            reacts: stands(holding.play[at]),
            happens: stands(holding.auto[at]),
        }
    }
    /// Both.
    fn and(self, other: Ear) -> Ear {
        Ear {
            hand: self.hand | other.hand,
            play: self.play | other.play,
            auto: self.auto | other.auto,
            surge: self.surge | other.surge,
            reacts: self.reacts | other.reacts,
            happens: self.happens | other.happens,
        }
    }
}

/// What there is to know of a moment as long as the cards at the table are the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call {
    /// Some card waits for it, lasting effects included.
    pub waited: bool,
    /// Some lasting effect does.
    pub lasting: bool,
    /// Some surge objective could be met at it, and pays at once.
    pub surges: bool,
    /// Objectives whose condition speaks of no moment are looked at.
    pub looks: bool,
    /// A window for reactions may be opened by public information.
    pub opens: bool,
    /// Illusions may break.
    pub breaks: bool,
}

impl Call {
    /// What there is to know of a moment.
    pub fn of(index: &Index, rules: &Ruleset, moment: &Moment) -> Call {
        let (set, react) = (moment.set().0, moment.reaction_set().0);
        let (all, lasting) = (&index.waits, index.lasting_triggers.0);
        let waited = (all.react.0 | all.free.0) & react | (all.auto.0 | lasting) & set;
        Call {
            waited: waited != 0,
            lasting: lasting & (set | react) != 0,
            surges: rules.surge != Surge::InStep && surge::awaited(index, rules, moment),
            looks: surge::looks(rules, moment),
            opens: rules.windows.0 & react != 0,
            breaks: index.any_illusions && breaks_illusions(moment.trigger),
        }
    }
}

/// What is known of a moment, and who waits for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heard {
    /// What is known of it if it is a plain one.
    pub call: Call,
    /// What the seats have that waits for it or for one that shares its window.
    pub ears: [Ear; MAX_SEATS],
}

/// What is known of every moment, by those that share its window.
#[derive(Clone, Debug)]
pub struct Ears(Box<[[Heard; SHARED]; Trigger::COUNT]>);

impl Default for Ears {
    fn default() -> Self {
        Ears(Box::new([[Heard::default(); SHARED]; Trigger::COUNT]))
    }
}

impl Ears {
    /// For the cards at a table.
    pub fn new(index: &Index, rules: &Ruleset) -> Ears {
        let mut ears = Ears::default();
        for (own, trigger) in ears.0.iter_mut().zip(Trigger::ALL) {
            for (also, heard) in own.iter_mut().enumerate() {
                let moment = Moment {
                    trigger,
                    bind: Bind::NONE,
                    also: Also(also as u8),
                };
                heard.call = Call::of(index, rules, &moment);
                heard.ears = std::array::from_fn(|seat| {
                    let holding = index.of(Seat(seat as u8));
                    let all = Bits(moment.set().0);
                    let all = all.map(|at| Ear::of(holding, usize::from(at)));
                    all.fold(Ear::default(), Ear::and)
                });
            }
        }
        ears
    }
    /// What is known of a moment.
    #[inline(always)]
    pub fn of(&self, moment: &Moment) -> &Heard {
        let also = usize::from(moment.also.0) & (SHARED - 1);
        &self.0[moment.trigger.ix()][also]
    }
}

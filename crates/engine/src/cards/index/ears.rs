//! Who waits for a moment, as masks over the places where cards can be: they tell at once whether anybody
//! has anything there at all. Lasting effects are left out.

use super::{Group, Index};
use crate::{
    bind::Bind,
    cards::{
        Also, Guard,
        fire::breaks_illusions,
        moment::{Moment, holds_player},
        passes::Passes,
        ready::triggers,
        surge,
    },
    effect::Source,
    ruleset::{Inspire, Ruleset, Surge},
    state::State,
    used::Used,
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
    /// Surge objectives that are looked at, as bits of objective slots.
    pub surge: u32,
    /// The players whom the moment may be about for a card that is always in play to react, as bits; the
    /// highest is for nobody.
    stands: u8,
    /// The slot and the clause of the only such reaction, if it has a limit.
    once: Option<(u8, u8)>,
    /// Whether something happens of itself to a card that is always in play.
    pub happens: bool,
    /// Upgrades that do either.
    worn: u64,
    /// As `stands`, for cards that are always in play and do either.
    minds: u8,
}

impl Ear {
    fn of(index: &Index, seat: Seat, trigger: Trigger) -> Ear {
        let (holding, at) = (index.of(seat), trigger.ix());
        let stands = |cards: u128| cards >> Source::FIGHTERS != 0;
        let groups = index.waiting.reactions(trigger).iter();
        let groups = groups.filter(|group| group.seat == seat && stands(group.played));
        let about = |group: &Group| match group.guard {
            Guard::You(slot) if holds_player(trigger, slot) => 1 << seat.0,
            _ => u8::MAX,
        };
        let mut standing = groups.clone().flat_map(|group| {
            let entries = group.list.iter();
            entries.map(|entry| ((entry.slot, entry.clause), group.limited))
        });
        let once = match (standing.next(), standing.next()) {
            (Some((only, true)), None) => Some(only),
            _ => None,
        };
        let happens = stands(holding.auto[at]);
        let stands = groups.clone().map(about).fold(0, |all, one| all | one);
        let (play, auto) = (holding.play[at] as u64, holding.auto[at] as u64);
        Ear {
            hand: holding.hand[at],
            play,
            auto,
            surge: holding.surge[at],
            stands,
            once,
            happens,
            worn: play | auto,
            minds: if happens { u8::MAX } else { stands },
        }
    }
    /// Whether a card of the seat that is always in play may react, as far as whom the moment is about tells.
    #[inline(always)]
    pub fn may_react(&self, about: Seat) -> bool {
        self.stands >> (about.0 & 7) & 1 == 1
    }
    /// Whether such cards of the seat have nothing left to react with.
    #[inline]
    pub fn is_spent(&self, seat: Seat, used: &Used) -> bool {
        let spent = |(slot, clause)| used.contains(Source { seat, slot }, clause);
        self.once.is_some_and(spent)
    }
    /// Both.
    fn and(self, other: Ear) -> Ear {
        Ear {
            hand: self.hand | other.hand,
            play: self.play | other.play,
            auto: self.auto | other.auto,
            surge: self.surge | other.surge,
            stands: self.stands | other.stands,
            once: match (self.stands, other.stands) {
                (_, 0) => self.once,
                (0, _) => other.once,
                _ => None,
            },
            happens: self.happens | other.happens,
            worn: self.worn | other.worn,
            minds: self.minds | other.minds,
        }
    }
}

/// What there is to know of a moment as long as the cards at the table are the same, as flags: which of them
/// are set cannot be foretold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call(u8);

impl Call {
    /// Some card waits for it, lasting effects included.
    pub const WAITED: Call = Call(1);
    /// Some lasting effect does.
    pub const LASTING: Call = Call(2);
    /// Some surge objective could be met at it, and pays at once.
    pub const SURGES: Call = Call(4);
    /// Objectives whose condition speaks of no moment are looked at.
    pub const LOOKS: Call = Call(8);
    /// A window for reactions may be opened by public information.
    pub const OPENS: Call = Call(16);
    /// Illusions may break.
    pub const BREAKS: Call = Call(32);
    /// Fighters may be turned, surge objectives that wait for their step may be met, or a card that is no longer
    /// in play may have something to say.
    pub const MARKS: Call = Call(64);

    /// What there is to know of a moment.
    pub fn of(index: &Index, rules: &Ruleset, moment: &Moment) -> Call {
        let (set, react) = (moment.set().0, moment.reaction_set().0);
        let (all, lasting) = (&index.waits, index.lasting_triggers.0);
        let waited = (all.react.0 | all.free.0) & react | (all.auto.0 | lasting) & set;
        let (in_step, awaited) = (
            rules.surge == Surge::InStep,
            surge::awaited(index, rules, moment),
        );
        let turns = all.inspire.0 & set != 0 || rules.inspire != Inspire::InStep;
        let lost = moment.trigger == Trigger::UpgradeLost;
        let told = index.passes.has(Passes::LISTENERS);
        let marks = index.any_inspire && turns || in_step && awaited || lost || !told;
        Call::WAITED
            .only_if(waited != 0)
            .and(Call::LASTING.only_if(lasting & (set | react) != 0))
            .and(Call::SURGES.only_if(!in_step && awaited))
            .and(Call::LOOKS.only_if(surge::looks(rules, moment)))
            .and(Call::OPENS.only_if(index.windows & react != 0))
            .and(Call::BREAKS.only_if(index.any_illusions && breaks_illusions(moment.trigger)))
            .and(Call::MARKS.only_if(marks))
    }
    /// It, or nothing.
    #[inline(always)]
    pub fn only_if(self, so: bool) -> Call {
        Call(self.0 & 0u8.wrapping_sub(u8::from(so)))
    }
    /// Both.
    #[inline(always)]
    pub fn and(self, other: Call) -> Call {
        Call(self.0 | other.0)
    }
    /// Those of them that it is, as bits.
    #[inline(always)]
    pub fn among(self, any: Call) -> u64 {
        u64::from(self.0 & any.0)
    }
    /// Whether it is any of these.
    #[inline(always)]
    pub fn has(self, any: Call) -> bool {
        self.0 & any.0 != 0
    }
}

/// What is known of a moment, and who waits for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heard {
    /// What is known of it if it is a plain one.
    pub call: Call,
    /// What the seats have that waits for it or for one that shares its window.
    pub ears: [Ear; MAX_SEATS],
    /// How many clauses of the seats before each happen of themselves at it or at one that shares its window.
    pub autos_before: [u16; MAX_SEATS],
}

impl Heard {
    /// What the first seats have where it must be; not 0 if there is anything.
    #[inline(always)]
    pub fn minds<const N: usize>(&self, state: &State, about: Seat) -> u64 {
        let (mut here, mut scores, mut minds) = (0, 0, 0);
        for (player, ear) in state.seats.0.iter().zip(&self.ears).take(N) {
            let power = &player.power;
            here |= ear.hand & power.hand() | ear.worn & power.equipped();
            scores |= ear.surge & player.objectives.hand();
            minds |= ear.minds;
        }
        here | u64::from(scores) | u64::from(minds >> (about.0 & 7) & 1)
    }
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
                    let seat = Seat(seat as u8);
                    let all = triggers(moment.set().0);
                    let all = all.map(|trigger| Ear::of(index, seat, trigger));
                    let mut ear = all.fold(Ear::default(), Ear::and);
                    if heard.call.has(Call::LOOKS) {
                        ear.surge |= index.of(seat).standing;
                    }
                    ear
                });
                heard.autos_before = std::array::from_fn(|seat| {
                    let before = Seat::all(seat as u8).flat_map(|seat| {
                        let all = triggers(moment.set().0);
                        all.map(move |trigger| index.of(seat).autos[trigger.ix()].len() as u16)
                    });
                    before.sum()
                });
            }
        }
        ears
    }
    /// What the seats have that waits for one moment alone.
    #[inline(always)]
    pub fn alone(&self, trigger: Trigger) -> &[Ear; MAX_SEATS] {
        &self.0[trigger.ix()][0].ears
    }
    /// What is known of a moment.
    #[inline(always)]
    pub fn of(&self, moment: &Moment) -> &Heard {
        let also = usize::from(moment.also.0) & (SHARED - 1);
        &self.0[moment.trigger.ix()][also]
    }
}

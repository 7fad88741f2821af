//! Every clause at the table that waits for a moment, by moment, in groups that ask the same of what the
//! moment is about. A mask or two say of a group whether a window need be opened for it at all. Lasting
//! effects are not listed.

use crate::{cards::Guard, effect::Source};
use gloryhex_cardlang::{CardCode, Clause, Role, Slots, Source as From};
use gloryhex_model::{FighterId, MAX_SEATS, Seat, Trigger, trigger::TriggerSet};

/// How a clause waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It happens of itself, on a card in play.
    Auto,
    /// It is played from the hand.
    Hand,
    /// It is used, on a card in play.
    Play,
}

/// Clauses of one seat that wait for a moment in the same way and ask the same of it.
#[derive(Clone, Debug)]
pub struct Group {
    /// Whose they are.
    pub seat: Seat,
    /// How they wait.
    pub way: Way,
    /// They are no reactions in the sense of the rules.
    pub free: bool,
    pub(in crate::cards) guard: Guard,
    /// What may be in the slot that the guard looks at: a bit for nothing, then one for each number, the last
    /// for all that are higher. Who the bearer is does not matter to it.
    admits: u64,
    /// The slots of their cards that are used in play.
    pub played: u128,
    /// The slots of their cards that are played from the hand.
    pub held: u64,
    /// The clauses.
    pub list: Vec<Entry>,
}

/// A clause that waits for a moment.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The slot of its card.
    pub slot: u8,
    /// Its number on the card.
    pub clause: u8,
}

impl Group {
    /// Whether the guard lets through what is bound, the bearer aside.
    #[inline(always)]
    pub fn admits(&self, slots: &Slots) -> bool {
        let number = slots[usize::from(self.guard.slot() & 7)];
        let place = (i32::from(number) + 1).clamp(0, 63);
        self.admits >> place & 1 == 1
    }
}

/// Clauses by the moment they wait for.
#[derive(Clone, Debug)]
pub struct Waiting {
    autos: [Vec<Group>; Trigger::COUNT],
    reactions: [Vec<Group>; Trigger::COUNT],
}

impl Default for Waiting {
    fn default() -> Self {
        Waiting {
            autos: std::array::from_fn(|_| Vec::new()),
            reactions: std::array::from_fn(|_| Vec::new()),
        }
    }
}

impl Waiting {
    /// What happens of itself at a moment.
    #[inline]
    pub fn autos(&self, trigger: Trigger) -> &[Group] {
        &self.autos[trigger.ix()]
    }
    /// What can be used at a moment.
    #[inline]
    pub fn reactions(&self, trigger: Trigger) -> &[Group] {
        &self.reactions[trigger.ix()]
    }
    /// Notes what the guards let through, by the fighters of each seat.
    pub fn note_sides(&mut self, sides: &[u32; MAX_SEATS]) {
        let all = sides.iter().fold(0, |all, side| all | side);
        let admits = |guard: Guard, seat: Seat, held: bool| {
            let own = sides[seat.ix() & (MAX_SEATS - 1)];
            let you = 2 << seat.0;
            match guard {
                Guard::Open => u64::MAX,
                Guard::Me(_) if held => u64::MAX,
                Guard::Me(_) => (u64::from(own) << 1) | 1,
                Guard::Friendly(_) => u64::from(own) << 1,
                Guard::Enemy(_) => u64::from(all & !own) << 1,
                Guard::You(_) => you,
            }
        };
        let groups = self.autos.iter_mut().chain(&mut self.reactions);
        for group in groups.flatten() {
            group.admits = admits(group.guard, group.seat, group.held != 0);
        }
    }
    /// Notes the clauses of a card.
    pub fn enter(&mut self, code: &CardCode, guard: impl Fn(&Clause) -> Guard, source: Source) {
        let Source { seat, slot } = source;
        for (ix, clause) in code.clauses.iter().enumerate() {
            let (trigger, way, free) = match clause.role {
                Role::Auto(trigger) | Role::Break(trigger) => (trigger, Way::Auto, false),
                Role::React {
                    trigger,
                    from: From::Hand,
                    free,
                } if slot < 64 => (trigger, Way::Hand, free),
                Role::React { trigger, free, .. } => (trigger, Way::Play, free),
                _ => continue,
            };
            if clause.effect > 0 {
                continue;
            }
            let guard = guard(clause);
            let groups = match way {
                Way::Auto => &mut self.autos[trigger.ix()],
                _ => &mut self.reactions[trigger.ix()],
            };
            let same = |group: &Group| {
                group.seat == seat && group.way == way && group.free == free && group.guard == guard
            };
            let at = groups.iter().position(same).unwrap_or(groups.len());
            if at == groups.len() {
                groups.push(Group {
                    seat,
                    way,
                    free,
                    guard,
                    admits: u64::MAX,
                    played: 0,
                    held: 0,
                    list: Vec::new(),
                });
            }
            match way {
                Way::Hand => groups[at].held |= 1 << slot,
                Way::Auto | Way::Play => groups[at].played |= 1 << slot,
            }
            let clause = ix as u8;
            groups[at].list.push(Entry { slot, clause });
        }
    }
}

/// Moments that some card of a seat waits for, by what it does then.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waits {
    /// Reactions from the hand or in play.
    pub react: TriggerSet,
    /// Reactions that are none in the sense of the rules.
    pub free: TriggerSet,
    /// What happens of itself.
    pub auto: TriggerSet,
    /// Inspiration.
    pub inspire: TriggerSet,
    /// Surge objectives.
    pub surge: TriggerSet,
}

impl Waits {
    /// What either waits for.
    pub fn and(&self, other: &Waits) -> Waits {
        let both = |of: fn(&Waits) -> TriggerSet| TriggerSet(of(self).0 | of(other).0);
        Waits {
            react: both(|w| w.react),
            free: both(|w| w.free),
            auto: both(|w| w.auto),
            inspire: both(|w| w.inspire),
            surge: both(|w| w.surge),
        }
    }
}

/// A clause that turns a fighter card.
#[derive(Clone, Copy, Debug)]
pub struct Turning {
    /// The slot of its card.
    pub slot: u8,
    /// Which of its clauses it is.
    pub clause: u8,
    /// What its condition asks of what is bound.
    pub guard: Guard,
}

impl Turning {
    /// Puts it into its place.
    pub fn insert(self, list: &mut Vec<Turning>) {
        let before = |other: &Turning| (other.slot, other.clause) < (self.slot, self.clause);
        list.insert(list.partition_point(before), self);
    }
    /// Whether what is bound keeps it from turning a fighter of a seat, whose fighters are `own`.
    pub fn shuts_out(&self, slots: &Slots, fighter: FighterId, (seat, own): (Seat, u32)) -> bool {
        let bound = slots[usize::from(self.guard.slot() & 7)];
        let you = bound == i16::from(seat.0);
        let friend = (0..32).contains(&bound) && own >> bound & 1 == 1;
        match self.guard {
            Guard::Open => false,
            Guard::Me(_) => bound != i16::from(fighter.0),
            Guard::You(_) => !you,
            Guard::Friendly(_) => !friend,
            Guard::Enemy(_) => friend,
        }
    }
}

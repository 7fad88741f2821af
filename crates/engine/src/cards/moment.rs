//! A moment: what it is, what it is about, and what abilities that wait for it are told.
//!
//! What a moment brings is in [`super::fire`].

use super::{Also, domain::card_number, eval::number_of};
use crate::bind::Bind;
use gloryhex_cardlang::{
    Slots,
    binding::{Binding, bindings},
    op::NOBODY,
};
use gloryhex_model::{FighterId, Seat, Trigger, trigger::TriggerSet};
use serde::{Deserialize, Serialize};
use std::hint::cold_path;

/// A moment: what it is, what it is about, and the moments that share its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moment {
    /// What it is.
    pub trigger: Trigger,
    /// What it is about.
    pub bind: Bind,
    /// What it is at the same time.
    pub also: Also,
}

/// Moments that may share the window of another.
const SHARED: [(Also, Trigger); 3] = [
    (Also::ACTION, Trigger::ActionDone),
    (Also::CHARGE, Trigger::ChargeDone),
    (Also::ACTIVATION, Trigger::ActivationDone),
];

/// The sets of moments that share a window, by the bits of [`Also`].
static SHARED_SETS: [u64; 8] = {
    let mut sets = [0; 8];
    let mut also = 0;
    while also < 8 {
        let mut nth = 0;
        while nth < SHARED.len() {
            if Also(also as u8).has(SHARED[nth].0) {
                sets[also] |= 1 << SHARED[nth].1 as u64;
            }
            nth += 1;
        }
        also += 1;
    }
    sets
};

/// Moments of an attack, which are about its attacker and its target.
const OF_ATTACK: u64 = 1 << Trigger::AttackDeclared as u64
    | 1 << Trigger::AttackRolled as u64
    | 1 << Trigger::AttackRollStands as u64
    | 1 << Trigger::DefenceRolled as u64
    | 1 << Trigger::AttackJudged as u64
    | 1 << Trigger::DriveBackDue as u64
    | 1 << Trigger::DrivenBack as u64
    | 1 << Trigger::AttackDone as u64;

/// Moments with which an action or an activation ends.
pub(super) const ENDS_ACTION: u64 = 1 << Trigger::MoveDone as u64
    | 1 << Trigger::AttackDone as u64
    | 1 << Trigger::ChargeDone as u64
    | 1 << Trigger::ActionDone as u64
    | 1 << Trigger::ActivationDone as u64;

/// Every trigger, by its number.
pub(super) static TRIGGERS: [Trigger; Trigger::COUNT] = Trigger::ALL;

/// Most that a trigger provides.
const PROVIDED: usize = 4;

/// Stands for a binding that a trigger does not provide.
const NOTHING: u8 = 6;

/// What each trigger provides: the numbers of its bindings, in the order of their slots.
static PROVIDES: [[u8; PROVIDED]; Trigger::COUNT] = {
    let mut all = [[NOTHING; PROVIDED]; Trigger::COUNT];
    let mut at = 0;
    while at < Trigger::COUNT {
        let list = bindings(Trigger::ALL[at]);
        let mut nth = 0;
        while nth < list.len() {
            all[at][nth] = list[nth] as u8;
            nth += 1;
        }
        at += 1;
    }
    all
};

/// Whether a slot of a clause that waits for a trigger holds the player whom the moment is about.
pub(super) fn holds_player(trigger: Trigger, slot: u8) -> bool {
    let list = PROVIDES[trigger.ix()];
    let nth = 7usize.wrapping_sub(usize::from(slot));
    list.get(nth) == Some(&(Binding::Seat as u8))
}

/// A few triggers, in order.
#[derive(Clone, Copy, Debug)]
pub struct Triggers {
    list: [Trigger; 6],
    at: u8,
    len: u8,
}

impl Default for Triggers {
    fn default() -> Triggers {
        Triggers {
            list: [Trigger::MovePicked; 6],
            at: 0,
            len: 0,
        }
    }
}

impl Triggers {
    #[inline]
    fn push(&mut self, trigger: Trigger) {
        self.list[usize::from(self.len)] = trigger;
        self.len += 1;
    }
}

impl Iterator for Triggers {
    type Item = Trigger;

    #[inline]
    fn next(&mut self) -> Option<Trigger> {
        let next = self.list.get(usize::from(self.at)).copied();
        let next = next.filter(|_| self.at < self.len);
        self.at += u8::from(next.is_some());
        next
    }
}

impl Moment {
    /// The moment itself, then those that share its window.
    #[inline]
    pub fn triggers(&self) -> Triggers {
        let mut list = Triggers::default();
        list.push(self.trigger);
        if self.also.0 & 7 != 0 {
            for (bit, trigger) in SHARED {
                if self.also.has(bit) && trigger != self.trigger {
                    list.push(trigger);
                }
            }
        }
        list
    }
    /// The triggers that may be reacted to at the moment.
    #[inline]
    pub fn reactions(&self) -> Triggers {
        let mut list = Triggers::default();
        if !self.also.has(Also::WAITS) {
            list = self.triggers();
        }
        if self.also.has(Also::FALL) {
            list.push(Trigger::TakenOut);
        }
        if self.also.has(Also::SPELL) {
            list.push(Trigger::SpellDone);
        }
        if self.also.has(Also::RESOLVED) {
            list.push(Trigger::CardResolved);
        }
        list
    }
    /// The first of some of its triggers, in the order of [`Moment::reactions`].
    #[inline]
    pub fn next_of(&self, set: u64) -> Option<Trigger> {
        if set & set.wrapping_sub(1) == 0 {
            return TRIGGERS.get(set.trailing_zeros() as usize).copied();
        }
        let order = [
            self.trigger,
            Trigger::ActionDone,
            Trigger::ChargeDone,
            Trigger::ActivationDone,
            Trigger::TakenOut,
            Trigger::SpellDone,
            Trigger::CardResolved,
        ];
        order
            .into_iter()
            .find(|trigger| set >> *trigger as u64 & 1 == 1)
    }
    /// All its triggers.
    #[inline]
    pub fn set(&self) -> TriggerSet {
        TriggerSet(1 << self.trigger as u64 | SHARED_SETS[usize::from(self.also.0 & 7)])
    }
    /// All triggers that may be reacted to.
    #[inline]
    pub fn reaction_set(&self) -> TriggerSet {
        let own = if self.also.has(Also::WAITS) {
            0
        } else {
            self.set().0
        };
        let fall = u64::from(self.also.has(Also::FALL)) << Trigger::TakenOut as u64;
        let spell = u64::from(self.also.has(Also::SPELL)) << Trigger::SpellDone as u64;
        let resolved = u64::from(self.also.has(Also::RESOLVED)) << Trigger::CardResolved as u64;
        TriggerSet(own | fall | spell | resolved)
    }
    /// The upgrade of a seat whose loss the moment is, which may have something to say about it.
    #[inline]
    pub fn just_lost(&self, seat: Seat) -> u128 {
        if self.trigger != Trigger::UpgradeLost {
            return 0;
        }
        cold_path();
        let lost = self.bind.seat == seat && self.bind.slot < 64;
        u128::from(lost) << (self.bind.slot & 63)
    }
    /// In what its own triggers are not those that may be reacted to, as bits.
    #[inline(always)]
    pub fn beyond(&self) -> u8 {
        let beyond = Also::FALL.and(Also::WAITS).and(Also::SPELL);
        self.also.0 & beyond.and(Also::RESOLVED).0
    }
    /// Whether its own triggers are those that may be reacted to, with the cards that are where they are.
    #[inline]
    pub fn is_plain(&self) -> bool {
        (self.beyond() == 0) & (self.trigger != Trigger::UpgradeLost)
    }
    /// Whether an action or an activation ends with it.
    #[inline]
    pub fn ends_action(&self) -> bool {
        self.set().0 & ENDS_ACTION != 0
    }
    /// Whether it is a moment of this sort, or shares its window with one.
    #[inline]
    pub fn is(&self, trigger: Trigger) -> bool {
        self.set().0 >> trigger as u64 & 1 == 1
    }
    /// Whether it ends an activation of another fighter than the one who acts.
    #[inline(always)]
    fn is_others(&self) -> bool {
        self.also.has(Also::OTHERS)
    }
    /// The end of the action that granted the one which ends, where both end together: the fighter who was activated
    /// has acted as well (Harrowdeep pp.40–41).
    #[inline(always)]
    pub fn granting(&self) -> Option<Moment> {
        if !self.is_others() {
            return None;
        }
        cold_path();
        Some(Moment {
            trigger: Trigger::ActionDone,
            bind: Bind::fighter(FighterId(self.bind.slot)),
            also: Also::NOTHING,
        })
    }
    /// What the trigger provides, by the number of the binding.
    #[inline(always)]
    fn provided(&self, trigger: Trigger) -> [i16; 8] {
        let bind = &self.bind;
        let attack = OF_ATTACK >> self.trigger as u64 & 1 == 1;
        let spell = (trigger == Trigger::SpellDone) & self.also.has(Also::SPELL);
        let fighter = if self.is_others() && trigger == Trigger::ActivationDone {
            cold_path();
            FighterId(bind.slot)
        } else if trigger == Trigger::TakenOut {
            cold_path();
            if self.also.has(Also::FALL) {
                bind.who_fell()
            } else {
                bind.fighter
            }
        } else if attack | spell {
            cold_path();
            bind.other
        } else {
            bind.fighter
        };
        let attacker = if trigger == Trigger::ChargeDone && !attack {
            cold_path();
            bind.fighter
        } else {
            bind.other
        };
        let target = if attack {
            number_of(bind.fighter)
        } else {
            NOBODY
        };
        let seat = if bind.seat == Seat::NONE {
            NOBODY
        } else {
            i16::from(bind.seat.0)
        };
        [
            number_of(fighter),
            number_of(attacker),
            target,
            if self.is_others() {
                NOBODY
            } else {
                card_number(bind.source())
            },
            seat,
            i16::from(bind.number),
            NOBODY,
            NOBODY,
        ]
    }
    /// The slots of a clause that waits for one of the moment's triggers.
    #[inline(always)]
    pub fn slots(&self, trigger: Trigger) -> Slots {
        let provided = self.provided(trigger);
        let list = PROVIDES[trigger.ix()];
        let slot = |nth: usize| provided[usize::from(list[nth] & 7)];
        let none = NOBODY;
        [none, none, none, none, slot(3), slot(2), slot(1), slot(0)]
    }
    /// The same, worked out only where it is asked for: a loop does not do it beforehand.
    #[inline(never)]
    pub fn slots_of(&self, trigger: Trigger) -> Slots {
        self.slots(trigger)
    }
    /// Puts what the trigger provides into the last slots.
    pub fn fill(&self, trigger: Trigger, slots: &mut Slots) {
        let all = self.slots(trigger);
        for nth in 0..bindings(trigger).len() {
            slots[7 - nth] = all[7 - nth];
        }
    }
}

//! A moment: what it is, what it is about, and what abilities that wait for it are told.
//!
//! What a moment brings is in [`super::fire`].

use super::{Also, domain::card_number, eval::number_of};
use crate::bind::Bind;
use gloryhex_cardlang::{Binding, Slots, binding::bindings, op::NOBODY};
use gloryhex_model::{Seat, Trigger, trigger::TriggerSet};
use serde::{Deserialize, Serialize};

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
const SHARED_SETS: [u64; 8] = {
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
        list
    }
    /// All triggers it may have, those that may be reacted to in the order of [`Moment::reactions`].
    #[inline]
    pub fn in_order(&self) -> [Trigger; 6] {
        [
            self.trigger,
            Trigger::ActionDone,
            Trigger::ChargeDone,
            Trigger::ActivationDone,
            Trigger::TakenOut,
            Trigger::SpellDone,
        ]
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
        TriggerSet(own | fall | spell)
    }
    /// The upgrade of a seat whose loss the moment is, which may have something to say about it.
    #[inline]
    pub fn just_lost(&self, seat: Seat) -> u128 {
        let lost = self.trigger == Trigger::UpgradeLost && self.bind.seat == seat;
        u128::from(lost && self.bind.slot < 64) << (self.bind.slot & 63)
    }
    /// Whether an action or an activation ends with it.
    pub fn ends_action(&self) -> bool {
        self.also.0 & 7 != 0
            || matches!(
                self.trigger,
                Trigger::MoveDone
                    | Trigger::AttackDone
                    | Trigger::ChargeDone
                    | Trigger::ActionDone
                    | Trigger::ActivationDone
            )
    }
    fn is_attack(&self) -> bool {
        matches!(
            self.trigger,
            Trigger::AttackDeclared
                | Trigger::AttackRolled
                | Trigger::DefenceRolled
                | Trigger::AttackJudged
                | Trigger::DriveBackDue
                | Trigger::DrivenBack
                | Trigger::AttackDone
        )
    }
    /// The slots of a clause that waits for one of the moment's triggers.
    #[inline(always)]
    pub fn slots(&self, trigger: Trigger) -> Slots {
        let mut slots = [NOBODY; 8];
        self.fill(trigger, &mut slots);
        slots
    }
    /// Puts what the trigger provides into the last slots.
    #[inline(always)]
    pub fn fill(&self, trigger: Trigger, slots: &mut Slots) {
        let bind = &self.bind;
        let seat = |seat: Seat| {
            if seat == Seat::NONE {
                NOBODY
            } else {
                i16::from(seat.0)
            }
        };
        for (nth, binding) in bindings(trigger).iter().enumerate() {
            slots[7 - nth] = match binding {
                Binding::Fighter if self.also.has(Also::SPELL) && trigger == Trigger::SpellDone => {
                    number_of(bind.other)
                }
                Binding::Fighter if self.is_attack() && trigger != Trigger::TakenOut => {
                    number_of(bind.other)
                }
                Binding::Fighter if self.also.has(Also::FALL) && trigger == Trigger::TakenOut => {
                    number_of(bind.who_fell())
                }
                Binding::Fighter => number_of(bind.fighter),
                Binding::Attacker if trigger == Trigger::ChargeDone && !self.is_attack() => {
                    number_of(bind.fighter)
                }
                Binding::Attacker => number_of(bind.other),
                Binding::Target if self.is_attack() => number_of(bind.fighter),
                Binding::Target => NOBODY,
                Binding::Card => card_number(bind.source()),
                Binding::Seat => seat(bind.seat),
                Binding::Number => i16::from(bind.number),
            };
        }
    }
}

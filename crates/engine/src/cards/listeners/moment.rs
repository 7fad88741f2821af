//! A moment: what it is, what it is about, and what abilities that wait for it are told.
//!
//! What a moment brings is in [`super::fire`].

use crate::bind::Bind;
use crate::cards::eval::{domain::card_number, number_of};
use gloryhex_cardlang::{NOBODY, Slots, binding::bindings};
use gloryhex_model::{FighterId, Seat, Trigger, trigger::TriggerSet};
use serde::{Deserialize, Serialize};

/// Moments that share a window with another one: the end of an action may also be the end of a
/// Charge and of the activation (Shadespire FAQ, Harrowdeep p.41).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Also(pub u16);

/// How many of them there are.
const ALSO: u32 = Also::UNDONE.0.trailing_zeros() + 1;
const _: () = assert!(3 * ALSO <= 2 * u16::BITS, "a third of the bits is free");

impl Also {
    /// Nothing else.
    pub const NOTHING: Also = Also(0);
    /// The end of an action.
    pub const ACTION: Also = Also(1);
    /// The end of a Charge.
    pub const CHARGE: Also = Also(2);
    /// The end of the activation.
    pub const ACTIVATION: Also = Also(4);
    /// The fall of its target, to which nobody could react before.
    pub const FALL: Also = Also(8);
    /// Nobody can react: the end of the attack is the time for it, or there is no reaction step.
    pub const WAITS: Also = Also(16);
    /// The end of a spell, to which nobody could react before.
    pub const SPELL: Also = Also(32);
    /// The end of an activation of another fighter than the one who acts; the moment's card stands for that fighter.
    pub const OTHERS: Also = Also(64);
    /// The end of playing an upgrade, which is a power card that is resolved.
    pub const RESOLVED: Also = Also(128);
    /// The end of an ability that scatters.
    pub const SCATTER: Also = Also(256);
    /// Nothing: it has been undone.
    pub const UNDONE: Also = Also(512);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Also) -> Also {
        Also(self.0 | other.0)
    }
    /// Whether the other is in it.
    pub const fn has(self, other: Also) -> bool {
        self.0 & other.0 == other.0
    }
}

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

/// Moments that may come with another: first those that may share its window, then those that have been before and are
/// reacted to at this one.
const TOGETHER: [(Also, Trigger); 7] = [
    (Also::ACTION, Trigger::ActionDone),
    (Also::CHARGE, Trigger::ChargeDone),
    (Also::ACTIVATION, Trigger::ActivationDone),
    (Also::SCATTER, Trigger::Scattered),
    (Also::FALL, Trigger::TakenOut),
    (Also::SPELL, Trigger::SpellDone),
    (Also::RESOLVED, Trigger::CardResolved),
];

/// As bits of that list: those that share its window, and those that have been before.
const SHARED: u8 = 0b000_1111;
const BEFORE: u8 = 0b111_0000;

/// The moments of every part of that list, as sets.
const SETS: [u128; 1 << TOGETHER.len()] = {
    let mut sets = [0; 1 << TOGETHER.len()];
    let mut part = 0;
    while part < sets.len() {
        let mut nth = 0;
        while nth < TOGETHER.len() {
            if part >> nth & 1 == 1 {
                sets[part] |= 1 << TOGETHER[nth].1 as u32;
            }
            nth += 1;
        }
        part += 1;
    }
    sets
};

/// Triggers one after the other: a moment's own, then parts of [`TOGETHER`] as bits.
#[derive(Clone, Debug)]
pub struct Triggers {
    own: Option<Trigger>,
    others: u8,
}

impl Iterator for Triggers {
    type Item = Trigger;

    #[inline]
    fn next(&mut self) -> Option<Trigger> {
        if let Some(own) = self.own.take() {
            return Some(own);
        }
        let (_, next) = TOGETHER.get(self.others.trailing_zeros() as usize)?;
        self.others &= self.others - 1;
        Some(*next)
    }
}

/// Moments of an attack, which are about its attacker and its target.
const OF_ATTACK: TriggerSet = TriggerSet::of(&[
    Trigger::AttackPicked,
    Trigger::AttackDeclared,
    Trigger::AttackRolled,
    Trigger::AttackRollStands,
    Trigger::DefenceRolled,
    Trigger::AttackJudged,
    Trigger::DriveBackDue,
    Trigger::DrivenBack,
    Trigger::AttackDone,
]);

/// Moments with which an action or an activation ends.
pub(super) const ENDS_ACTION: TriggerSet = TriggerSet::of(&[
    Trigger::MoveDone,
    Trigger::AttackDone,
    Trigger::ChargeDone,
    Trigger::ActionDone,
    Trigger::ActivationDone,
]);

impl Moment {
    /// A moment about something, with those that share its window.
    pub const fn new(trigger: Trigger, bind: Bind, also: Also) -> Moment {
        Moment {
            trigger,
            bind,
            also,
        }
    }
    /// What comes with it, as bits of [`TOGETHER`].
    #[inline]
    fn others(&self) -> u8 {
        if self.also == Also::NOTHING {
            return 0;
        }
        let mut others = 0;
        for (nth, (bit, _)) in TOGETHER.iter().enumerate() {
            others |= u8::from(self.also.has(*bit)) << nth;
        }
        others
    }
    /// The moment itself, then those that share its window.
    #[inline]
    pub fn triggers(&self) -> Triggers {
        let mut others = self.others() & SHARED;
        if SETS[usize::from(others)] >> self.trigger as u32 & 1 == 1 {
            let own = |(_, trigger): &(Also, Trigger)| *trigger == self.trigger;
            let nth = TOGETHER.iter().position(own).unwrap_or_default();
            others &= !(1 << nth);
        }
        Triggers {
            own: Some(self.trigger),
            others,
        }
    }
    /// The triggers that may be reacted to at the moment: its own, unless reactions to them wait, then those that have
    /// been before.
    #[inline]
    pub fn reactions(&self) -> Triggers {
        let before = self.others() & BEFORE;
        if self.also.has(Also::WAITS) {
            return Triggers {
                own: None,
                others: before,
            };
        }
        let mut all = self.triggers();
        all.others |= before;
        all
    }
    /// All its triggers.
    #[inline]
    pub fn set(&self) -> TriggerSet {
        TriggerSet(1 << self.trigger as u32 | SETS[usize::from(self.others() & SHARED)])
    }
    /// All triggers that may be reacted to.
    #[inline]
    pub fn reaction_set(&self) -> TriggerSet {
        let before = SETS[usize::from(self.others() & BEFORE)];
        TriggerSet(match self.also.has(Also::WAITS) {
            true => before,
            false => self.set().0 | before,
        })
    }
    /// Whether it is a moment of this sort, or shares its window with one.
    pub fn is(&self, trigger: Trigger) -> bool {
        self.set().contains(trigger)
    }
    /// Whether an action or an activation ends with it.
    pub fn ends_action(&self) -> bool {
        self.set().0 & ENDS_ACTION.0 != 0
    }
    /// The upgrade of a seat whose loss the moment is, which may have something to say about it.
    #[inline]
    pub fn just_lost(&self, seat: Seat) -> u128 {
        let of_seat = self.trigger == Trigger::UpgradeLost && self.bind.seat == seat;
        let lost = of_seat && self.bind.slot < 64;
        u128::from(lost) << (self.bind.slot & 63)
    }
    /// The end of the action that granted the one which ends, where both end together: the fighter who was activated
    /// has acted as well (Harrowdeep pp.40–41).
    pub fn granting(&self) -> Option<Moment> {
        let activated = Bind::fighter(FighterId(self.bind.slot));
        let ended = Moment::new(Trigger::ActionDone, activated, Also::NOTHING);
        self.also.has(Also::OTHERS).then_some(ended)
    }
    /// The fighter that a trigger is about.
    fn fighter(&self, trigger: Trigger) -> FighterId {
        let bind = &self.bind;
        let of_attack = OF_ATTACK.contains(self.trigger);
        match trigger {
            Trigger::ActivationDone if self.also.has(Also::OTHERS) => FighterId(bind.slot),
            Trigger::TakenOut if self.also.has(Also::FALL) => bind.who_fell(),
            Trigger::TakenOut => bind.fighter,
            Trigger::SpellDone if self.also.has(Also::SPELL) => bind.other,
            _ if of_attack => bind.other,
            _ => bind.fighter,
        }
    }
    /// What a trigger provides, as numbers of the card language, in the order of `Binding`.
    fn provided(&self, trigger: Trigger) -> [i16; 9] {
        let bind = &self.bind;
        let of_attack = OF_ATTACK.contains(self.trigger);
        let attacker = match trigger == Trigger::ChargeDone && !of_attack {
            true => bind.fighter,
            false => bind.other,
        };
        let target = if of_attack {
            number_of(bind.fighter)
        } else {
            NOBODY
        };
        let card = match self.also.has(Also::OTHERS) {
            true => NOBODY,
            false => card_number(bind.source()),
        };
        let seat = match bind.seat == Seat::NONE {
            true => NOBODY,
            false => i16::from(bind.seat.0),
        };
        let fighter = number_of(self.fighter(trigger));
        let number = match trigger {
            Trigger::TokenMoved => bind.slot,
            _ => bind.number,
        };
        [
            fighter,
            number_of(attacker),
            target,
            card,
            seat,
            i16::from(number),
            i16::from(bind.number),
            i16::from(bind.slot),
            i16::from(bind.number),
        ]
    }
    /// The slots of a clause that waits for one of the moment's triggers.
    pub fn slots(&self, trigger: Trigger) -> Slots {
        let mut slots = [NOBODY; 8];
        self.fill(trigger, &mut slots);
        slots
    }
    /// Puts what the trigger provides into the last slots.
    pub fn fill(&self, trigger: Trigger, slots: &mut Slots) {
        let provided = self.provided(trigger);
        for (slot, binding) in slots.iter_mut().rev().zip(bindings(trigger)) {
            *slot = provided[*binding as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(trigger: Trigger, also: Also) -> Moment {
        let bind = Bind {
            fighter: FighterId(3),
            other: FighterId(5),
            ..Bind::seat(Seat(1))
        };
        Moment {
            trigger,
            bind,
            also,
        }
    }

    #[test]
    fn moments_that_share_a_window_come_after_the_first_in_their_order() {
        let also = Also::ACTIVATION.and(Also::ACTION);
        let done = moment(Trigger::ActionDone, also);
        assert!(
            done.triggers()
                .eq([Trigger::ActionDone, Trigger::ActivationDone])
        );
        let attack = moment(Trigger::AttackDone, also.and(Also::FALL));
        let own = [
            Trigger::AttackDone,
            Trigger::ActionDone,
            Trigger::ActivationDone,
        ];
        assert!(attack.triggers().eq(own));
        assert!(
            attack
                .reactions()
                .eq(own.into_iter().chain([Trigger::TakenOut]))
        );
        assert!(attack.ends_action() && attack.is(Trigger::ActionDone));
    }

    #[test]
    fn the_sets_of_a_moment_hold_the_triggers_that_are_told_one_by_one() {
        let set = |triggers: Triggers| {
            let all: Vec<Trigger> = triggers.collect();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
            TriggerSet::of(&all)
        };
        for also in (0..1 << ALSO).map(Also) {
            for trigger in [Trigger::MoveDone, Trigger::ActionDone, Trigger::Scattered] {
                let moment = moment(trigger, also);
                assert_eq!(set(moment.triggers()), moment.set(), "{moment:?}");
                assert_eq!(set(moment.reactions()), moment.reaction_set(), "{moment:?}");
            }
        }
    }

    #[test]
    fn nobody_reacts_to_a_moment_whose_reactions_wait() {
        let fall = moment(Trigger::TakenOut, Also::WAITS);
        assert_eq!(fall.reaction_set(), TriggerSet::default());
        assert_eq!(fall.set(), TriggerSet::of(&[Trigger::TakenOut]));
    }

    #[test]
    fn an_attack_is_about_attacker_and_target_and_others_about_a_fighter() {
        let attack = moment(Trigger::AttackDone, Also::ACTION);
        assert_eq!(attack.slots(Trigger::AttackDone)[6..], [3, 5]);
        assert_eq!(attack.slots(Trigger::ActionDone)[7], 5);
        let moved = moment(Trigger::MoveDone, Also::ACTION);
        assert_eq!(moved.slots(Trigger::MoveDone)[6..], [NOBODY, 3]);
    }

    #[test]
    fn who_activated_another_has_acted_as_well() {
        let mut done = moment(Trigger::ActivationDone, Also::OTHERS);
        done.bind.slot = 7;
        assert_eq!(done.slots(Trigger::ActivationDone)[7], 7);
        assert_eq!(done.granting().map(|m| m.bind.fighter), Some(FighterId(7)));
    }
}

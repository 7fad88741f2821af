//! What cards and abilities do to the game: the questions frames ask of everything printed.
//!
//! Frames never look at a card. They ask here: is it forbidden, what is the value, who may react.

pub mod index;

use crate::{
    attack::{Attack, WeaponIx},
    bind::Bind,
    choice::Choices,
    run::{Run, Sight},
};
use gloryhex_model::{FaceSet, FighterId, Keywords, Roll, Seat, Stat, Trigger};

/// Moments that share a window with another one: the end of an action may also be the end of a
/// Charge and of the activation (Shadespire FAQ, Harrowdeep p.41).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct Also(pub u8);

impl Also {
    /// Nothing else.
    pub const NOTHING: Also = Also(0);
    /// The end of an action.
    pub const ACTION: Also = Also(1);
    /// The end of a Charge.
    pub const CHARGE: Also = Also(2);
    /// The end of the activation.
    pub const ACTIVATION: Also = Also(4);

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

/// Something an ability can forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ban {
    /// Being activated.
    Activate,
    /// Moving.
    Move,
    /// Charging.
    Charge,
    /// Attacking.
    Attack,
    /// Going on Guard.
    Guard,
    /// Being driven back.
    DriveBack,
    /// Being pushed.
    Push,
    /// Being healed.
    Heal,
    /// Being Inspired.
    Inspire,
    /// Holding tokens.
    Hold,
    /// Counting as Flanked or Surrounded.
    Flank,
    /// Being overrun.
    Overrun,
    /// Being given Stagger tokens.
    Stagger,
    /// Suffering from Cleave and Ensnare.
    Cleave,
    /// Using critical-only weapon abilities.
    CriticalAbilities,
}

/// Whether an ability forbids something to a fighter.
pub fn forbids(_sight: Sight<'_>, _fighter: FighterId, _ban: Ban) -> bool {
    false
}

/// A characteristic after all modifiers, given its printed value. `weapon` for weapon
/// characteristics; `attack` while that attack is being resolved.
pub fn modified(
    _sight: Sight<'_>,
    _fighter: FighterId,
    _weapon: WeaponIx,
    _attack: Option<&Attack>,
    _stat: Stat,
    printed: u8,
) -> u8 {
    printed
}

/// Keywords that abilities give to a weapon.
pub fn keywords(
    _sight: Sight<'_>,
    _fighter: FighterId,
    _weapon: WeaponIx,
    _attack: Option<&Attack>,
) -> Keywords {
    Keywords::EMPTY
}

/// Faces that abilities make successes: for the attacker, for the target.
pub fn success_faces(_sight: Sight<'_>, _attack: &Attack) -> [FaceSet; 2] {
    [FaceSet::EMPTY; 2]
}

/// Re-rolls that abilities grant: to the attacker, to the target.
pub fn rerolls(_sight: Sight<'_>, _attack: &Attack) -> [u8; 2] {
    [0; 2]
}

/// The innate symbols added to a roll (at most one applies); `defending` for the target's roll.
pub fn innate(_sight: Sight<'_>, _fighter: FighterId, _defending: bool) -> Roll {
    Roll::EMPTY
}

/// How many supporters abilities add or a fighter counts as: attacker's side, target's side.
pub fn extra_supporters(_sight: Sight<'_>, _attack: &Attack, counted: [u8; 2]) -> [u8; 2] {
    counted
}

/// The most damage a fighter can still suffer this turn.
pub fn damage_cap(_sight: Sight<'_>, _fighter: FighterId, _by_attack: bool) -> u8 {
    u8::MAX
}

/// Glory beyond the bounty that abilities grant to a seat when a fighter goes out.
pub fn extra_bounty(
    _sight: Sight<'_>,
    _seat: Seat,
    _fallen: FighterId,
    _by: crate::event::By,
) -> i8 {
    0
}

/// Calls `each` with every weapon a fighter has from upgrades.
pub fn upgrade_weapons(_sight: Sight<'_>, _fighter: FighterId, _each: &mut dyn FnMut(WeaponIx)) {}

/// The printed weapon on an upgrade or lent by a card.
pub fn weapon_def(
    _sight: Sight<'_>,
    _fighter: FighterId,
    _weapon: WeaponIx,
) -> Option<&gloryhex_model::WeaponDef> {
    None
}

/// Adds a fighter's printed actions; `named` as in [`crate::ops::act::How`].
pub fn printed_actions(_sight: Sight<'_>, _fighter: FighterId, _out: &mut Choices) {}

/// Begins a printed action. Choice as listed by [`printed_actions`].
pub fn begin_action(_run: &mut Run<'_>, _choice: crate::choice::Choice) {}

/// A moment has come: automatic effects, objectives, inspiration, and a window for reactions.
/// Frames pushed here are resolved before the caller goes on.
pub fn fire(_run: &mut Run<'_>, _trigger: Trigger, _bind: Bind, _also: Also) {}

/// Whether an objective in hand can be scored in an end phase now.
pub fn scorable(_sight: Sight<'_>, _seat: Seat, _slot: u8) -> bool {
    false
}

/// The glory an objective pays now.
pub fn objective_value(_sight: Sight<'_>, _seat: Seat, _slot: u8) -> u8 {
    1
}

/// The glory value of an upgrade.
pub fn upgrade_value(_sight: Sight<'_>, _seat: Seat, _slot: u8) -> u8 {
    1
}

/// Whether a power card is an upgrade.
pub fn is_upgrade(_sight: Sight<'_>, _seat: Seat, _slot: u8) -> bool {
    false
}

/// Whether the upgrade may be given to the fighter (its own restrictions, not the price).
pub fn may_bear(_sight: Sight<'_>, _seat: Seat, _slot: u8, _fighter: FighterId) -> bool {
    false
}

/// Whether giving the upgrade costs nothing.
pub fn is_free(_sight: Sight<'_>, _seat: Seat, _slot: u8) -> bool {
    false
}

/// Whether a fighter has a label or trait from an ability is asked through the card language only.
/// How far a fighter may move differently: hexes it may pass, and hexes it may be placed in instead.
pub fn movement_rights(_sight: Sight<'_>, _fighter: FighterId, _charging: bool) -> Rights {
    Rights::default()
}

/// Whether some ability asks through which enemy this fighter moved, so that such ways are offered.
pub fn notes_passing(_sight: Sight<'_>, _fighter: FighterId) -> bool {
    false
}

/// Special rights of a Move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// May pass through fighters.
    pub through_fighters: bool,
    /// May pass through blocked hexes.
    pub through_blocked: bool,
    /// May be placed in any empty starting hex instead.
    pub to_starting: bool,
}

/// Marks every fighter whose Inspire condition holds as due.
pub fn check_inspire(_run: &mut Run<'_>) {}

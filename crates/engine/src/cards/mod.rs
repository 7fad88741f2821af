//! What cards and abilities do to the game: the questions frames ask of everything printed.
//!
//! Frames do not know what a card says. They ask here: is it forbidden, what is the value, who may react. The
//! answers come from the compiled code of the cards at the table; no card is named anywhere.

pub mod eval;
pub mod follow;
pub mod index;
pub mod lack;
pub mod listeners;
pub mod offer;
pub mod passes;
mod printed;
pub mod statics;
pub mod steps;
#[cfg(test)]
pub(crate) mod trial;
pub mod watches;

use crate::{
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    choice::Choice,
    effect::Source,
    ops::sides,
    ruleset::Bounty,
    run::{Run, Sight},
};
use eval::Context;
use gloryhex_cardlang::{CardFlags, CardKind, Role};
use gloryhex_model::{FighterId, Seat, Stat, Trait, Trigger};

pub use gloryhex_cardlang::Ban;
pub use listeners::inspire::{check_inspire, note_inspire};
pub use listeners::moment::Also;
pub use listeners::surge::is_surge;
pub use listeners::wear::wear_by_spell;
pub use listeners::{fire, is_awaited, is_heard, only_inspire, stand, tell};
pub use offer::brings_within_reach;
pub use printed::printed_actions;
pub use statics::casting::{CastingRules, casting_dice, casting_rules};
pub use statics::innate::{innate, innate_in_casting, innates, innates_in_casting, one_in_casting};
pub use statics::modify::{
    costs_nothing, counts_more_criticals, critical_faces, defence_symbol, has_weapons, keywords,
    may_change, modified, modified_by, no_success_faces, note_setter, rerolls, strikes_friends,
    success_faces, symbol, upgrade_weapons, weapon_def,
};
pub use statics::moves::{
    Rights, flies, hexes_by, is_ethereal, move_of, movement_rights, moves_are_plain, moves_plainly,
};
pub use statics::stretch::{
    lengthening, may_lengthen_moves, only_lengthens, stretch, stretch_of_all,
};
pub use statics::supporters::supporters;
pub use statics::{
    FREE_OF_TOKENS, IN_SPITE, ONLY_CHARGES, banned_acts, damage_cap, damage_suffered, forbids,
    forbids_scoring, forbids_seat, forbids_token, in_cover, in_the_way, may_be_attacked,
    opening_dice, sees_anyway, shortens, targetable,
};

/// Whether a fighter is on Guard, by a token or an effect.
pub fn on_guard(sight: Sight<'_>, fighter: FighterId) -> bool {
    statics::on_guard(sight, fighter, 0)
}

/// Glory beyond the bounty that abilities grant when a fighter goes out. Where the bounty is printed
/// its modifiers are part of it already.
pub fn extra_bounty(sight: Sight<'_>, fallen: FighterId) -> i8 {
    if sight.rules().bounty == Bounty::Printed {
        return 0;
    }
    let none = crate::attack::WeaponIx::NONE;
    let value = modified(sight, fallen, none, sight.state.attack(), Stat::Bounty, 10);
    value as i8 - 10
}

/// Whether some card its player has asks through which enemy this fighter moved, so that such ways are
/// offered.
pub fn notes_passing(sight: Sight<'_>, fighter: FighterId) -> bool {
    seat_notes_passing(sight, sight.table.owner(fighter))
}

/// The same of all fighters of a seat.
pub fn seat_notes_passing(sight: Sight<'_>, seat: Seat) -> bool {
    let player = &sight.state.seats[seat];
    let held = u128::from(player.power.hand())
        | u128::from(player.objectives.hand()) << Source::OBJECTIVES
        | statics::in_play(sight, seat);
    sight.table.index.of(seat).passing & held != 0
}

/// Begins a printed action. Choice as listed by [`printed_actions`].
pub fn begin_action(run: &mut Run<'_>, choice: Choice) {
    let fighter = choice.fighter_a();
    let source = Source {
        seat: run.table.owner(fighter),
        slot: choice.b,
    };
    if let Some(card) = printed::action(run.sight(), fighter, source, choice.c) {
        crate::frames::card::begin(run, card);
        if card.is(CardRun::TO_CAST) {
            fire(
                run,
                Trigger::SpellDeclared,
                Bind::fighter(fighter),
                Also::NOTHING,
            );
        }
    }
}

/// Whether an objective in hand can be scored in an end phase now.
pub fn scorable(sight: Sight<'_>, seat: Seat, slot: u8) -> bool {
    listeners::surge::scorable(sight, seat, slot).is_some()
}

/// The glory an objective pays now.
pub fn objective_value(sight: Sight<'_>, seat: Seat, slot: u8) -> u8 {
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    let Some(context) = Context::new(sight, source, FighterId::NONE) else {
        return 0;
    };
    let printed = i16::from(context.code.value);
    let paid = context
        .code
        .clauses
        .iter()
        .find_map(|clause| match clause.role {
            Role::Score { glory, .. } if context.holds(clause.when) => {
                Some(context.value_or(glory, printed))
            }
            _ => None,
        });
    paid.unwrap_or(printed).clamp(0, 255) as u8
}

/// The glory value of an upgrade.
pub fn upgrade_value(sight: Sight<'_>, seat: Seat, slot: u8) -> u8 {
    let code = sight.table.code(Source { seat, slot });
    code.map_or(0, |code| code.value)
}

/// Whether a power card is an upgrade.
pub fn is_upgrade(sight: Sight<'_>, seat: Seat, slot: u8) -> bool {
    slot < 64 && sight.table.index.of(seat).upgrades >> slot & 1 == 1
}

/// Whether the upgrade may be given to the fighter (its own restrictions, not the price).
pub fn may_bear(sight: Sight<'_>, seat: Seat, slot: u8, fighter: FighterId) -> bool {
    let source = Source { seat, slot };
    sight.table.code(source).is_some_and(|code| {
        code.kind == CardKind::Upgrade
            && !(code.flags.has(CardFlags::WEAPON)
                && (sides::has_trait(sight, fighter, Trait::Beast)
                    || forbids(sight, fighter, Ban::TakeWeapons)))
            && offer::may_use(sight, source, code, fighter)
    })
}

/// Which of some fighters the upgrade may be given to, as far as [`may_bear`] says.
pub fn bearers(sight: Sight<'_>, seat: Seat, slot: u8, fighters: u32) -> u32 {
    Bits(fighters.into()).fold(0, |able, fighter| {
        let bears = may_bear(sight, seat, slot, FighterId(fighter));
        able | u32::from(bears) << fighter
    })
}

/// Whether giving the upgrade costs nothing.
pub fn is_free(sight: Sight<'_>, seat: Seat, slot: u8) -> bool {
    slot < 64 && sight.table.index.of(seat).illusions >> slot & 1 == 1
}

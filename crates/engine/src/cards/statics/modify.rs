//! Characteristics and attacks with everything cards add to them.
//!
//! Changes come in the ruleset's order: set values first (or after multiplication), then × and ÷, then
//! + and −, and last what no other change touches (Shadespire p.23, Harrowdeep p.38, Embergard p.17).

use super::{Kind, about, anyone, casting::casting_rules, each, each_of};
use crate::{
    attack::{Attack, WeaponIx},
    bits::Bits,
    cards::eval::Context,
    effect::Source,
    frame::Frame,
    ops::stats,
    run::Sight,
    state::State,
    table::Table,
};
use gloryhex_cardlang::{
    CardWeapon, Change, Clause, Instr, Role, RollKind, Static, WeaponPick, instr,
};
use gloryhex_model::{Face, FaceSet, FighterId, Keywords, Seat, Stat, WeaponDef};

/// Most additions to one characteristic.
const MAX_ADDITIONS: usize = 16;

/// A characteristic after all modifiers, given its printed value. `weapon` for weapon
/// characteristics; `attack` while that attack is being resolved.
#[inline]
pub fn modified(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    attack: Option<&Attack>,
    stat: Stat,
    printed: u8,
) -> u8 {
    if untouched(sight, weapon, stat) {
        return printed;
    }
    modified_within(sight, fighter, weapon, attack, stat, printed, 0)
}

/// As [`modified`], with another addition that belongs to the attack itself. All of them come together before
/// a characteristic stops at its lowest value (Harrowdeep p.38, Embergard p.17).
pub fn modified_by(sight: Sight<'_>, attack: &Attack, stat: Stat, printed: u8, by: i16) -> u8 {
    let (fighter, weapon) = (attack.attacker, attack.weapon);
    modified_with(sight, fighter, weapon, Some(attack), stat, printed, 0, by)
}

/// Whether nothing in play could change such a characteristic of anybody.
#[inline]
fn untouched(sight: Sight<'_>, weapon: WeaponIx, stat: Stat) -> bool {
    let on_a_card = weapon.slot().is_some() || weapon == WeaponIx::LENT;
    let printed = !on_a_card || !of_weapon(stat);
    printed && !anyone(sight, Kind::stat(stat))
}

/// Whether some rule could change a characteristic of a fighter or of its weapons, outside an attack.
pub fn may_change(sight: Sight<'_>, fighter: FighterId, stat: Stat) -> bool {
    let attacker = if of_weapon(stat) {
        fighter
    } else {
        FighterId::NONE
    };
    about(sight, Kind::stat(stat), fighter, attacker)
}

#[inline]
fn of_weapon(stat: Stat) -> bool {
    matches!(
        stat,
        Stat::Range | Stat::Dice | Stat::Damage | Stat::Knockback
    )
}

/// As [`modified`], while the kinds in `busy` are already being worked out.
#[inline]
pub(crate) fn modified_within(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    attack: Option<&Attack>,
    stat: Stat,
    printed: u8,
    busy: u64,
) -> u8 {
    modified_with(sight, fighter, weapon, attack, stat, printed, busy, 0)
}

/// The lowest value to which a characteristic with this printed value can be brought.
fn floor(sight: Sight<'_>, stat: Stat, printed: i16) -> i16 {
    match stat {
        Stat::Move => i16::from(sight.rules().lowest_move).min(printed),
        Stat::Bounty | Stat::Wizard | Stat::Knockback => 0,
        _ => printed.min(1),
    }
}

#[allow(clippy::too_many_arguments)]
#[inline(never)]
fn modified_with(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    attack: Option<&Attack>,
    stat: Stat,
    printed: u8,
    busy: u64,
    by: i16,
) -> u8 {
    let mut base = i16::from(printed);
    if of_weapon(stat)
        && let Some((context, own)) = card_weapon(sight, fighter, weapon)
    {
        if stat == Stat::Dice {
            // An amount may come to nothing.
            base = context.value_or(own.dice, base).max(0);
        }
        if own.fixed {
            return base.max(0) as u8;
        }
    }
    let kind = Kind::stat(stat);
    let attacker = if of_weapon(stat) {
        fighter
    } else {
        attack.map_or(FighterId::NONE, |attack| attack.attacker)
    };
    if busy & kind.bit() != 0 || !about(sight, kind, fighter, attacker) {
        let least = if by < 0 { floor(sight, stat, base) } else { 0 };
        return base.saturating_add(by).clamp(least.max(0), 255) as u8;
    }
    let about_to = about_to(fighter, weapon);
    let attack = if of_weapon(stat) {
        let own = attack.filter(|attack| attack.attacker == fighter && attack.weapon == weapon);
        own.or(Some(&about_to))
    } else {
        attack.filter(|attack| attack.target == fighter)
    };
    let mut set = None;
    let mut fix = None;
    let mut times = 1;
    let mut limits = (i16::MIN, i16::MAX);
    let mut more = [(0i16, 0i8, 0i8); MAX_ADDITIONS];
    more[0] = (by, -1, i8::MAX);
    let mut n = usize::from(by != 0);
    each(sight, kind, busy, fighter, attack, |context, what| {
        let Static::Modify {
            change,
            value,
            min,
            max,
            ..
        } = what
        else {
            return;
        };
        let value = context.value(value);
        match change {
            Change::Set => {
                // Of several the latest counts (Harrowdeep p.38, Embergard p.17).
                let rank = sight.state.setter_rank(context.source);
                if set.is_none_or(|(_, other)| other <= rank) {
                    set = Some((value, rank));
                }
            }
            Change::Limit => {
                limits = (limits.0.max(min.into()), limits.1.min(max.into()));
            }
            Change::Fix => fix = Some(value),
            Change::Multiply => times *= value,
            Change::Add if n < MAX_ADDITIONS => {
                more[n] = (value, min, max);
                n += 1;
            }
            Change::Add => {}
        }
    });
    if let Some(value) = fix {
        return value.clamp(0, 255) as u8;
    }
    let set = set.map(|(value, _)| value);
    let mut value = if sight.rules().set_before_all {
        set.unwrap_or(base).saturating_mul(times)
    } else {
        set.unwrap_or(base.saturating_mul(times))
    };
    let changes = &mut more[..n];
    // What stops at a value comes before what does not, so that the order of cards does not matter.
    changes.sort_unstable_by_key(|(by, _, max)| (std::cmp::Reverse(*by), *max));
    for (by, min, max) in changes {
        let to = value.saturating_add(*by);
        value = if *by < 0 && *min >= 0 {
            to.max(value.min(i16::from(*min)))
        } else if *by > 0 && *max < 127 {
            to.min(value.max(i16::from(*max)))
        } else {
            to
        };
    }
    value = value.max(limits.0).min(limits.1);
    value.clamp(floor(sight, stat, base), 255) as u8
}

/// Remembers that a card comes into play, if it sets a characteristic.
pub fn note_setter(table: &Table, state: &mut State, source: Source) {
    let sets = |clause: &Clause| {
        let Role::Static(rule) = clause.role else {
            return false;
        };
        matches!(rule.what, Static::Modify { change, .. } if change == Change::Set)
    };
    let code = table.code(source);
    if code.is_some_and(|code| code.clauses.iter().any(sets)) {
        state.note_setter(source);
    }
}

/// The weapon on an upgrade or lent by a card, and where its expressions are evaluated.
fn card_weapon(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
) -> Option<(Context<'_>, &CardWeapon)> {
    if let Some(slot) = weapon.slot() {
        let seat = sight.table.owner(fighter);
        let source = Source { seat, slot };
        let context = Context::new(sight, source, fighter)?;
        return Some((context, context.code.weapons.get(weapon.nth())?));
    }
    if weapon != WeaponIx::LENT {
        return None;
    }
    let cards = sight
        .state
        .stack
        .iter()
        .filter(|f| matches!(f, Frame::Card(_)));
    for ix in (0..cards.count().min(sight.state.n_cards as usize)).rev() {
        let card = &sight.state.cards[ix];
        let code = sight.table.code(card.source)?;
        let before = card
            .pc
            .checked_sub(1)
            .and_then(|pc| code.code.get(pc as usize));
        if let Some(Instr::Grant(instr::Grant {
            weapon: WeaponPick::Card(nth),
            ..
        })) = before
        {
            let mut context = Context::new(sight, card.source, fighter)?;
            context.slots = card.slots;
            return Some((context, code.weapons.get(*nth as usize)?));
        }
    }
    None
}

/// The printed weapon on an upgrade or lent by a card.
pub fn weapon_def(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> Option<&WeaponDef> {
    if let Some(slot) = weapon.slot() {
        let has = sight.state.upgrades(sight.table, fighter) >> slot & 1 == 1;
        if !has {
            return None;
        }
    }
    card_weapon(sight, fighter, weapon).map(|(_, own)| &own.def)
}

/// Whether some fighter of a seat has a weapon by an upgrade.
#[inline]
pub fn has_weapons(sight: Sight<'_>, seat: Seat) -> bool {
    sight.state.seats[seat].power.equipped() & sight.table.index.of(seat).weapons != 0
}

/// Calls `found` with every weapon a fighter has from upgrades.
#[inline]
pub fn upgrade_weapons(sight: Sight<'_>, fighter: FighterId, found: &mut dyn FnMut(WeaponIx)) {
    let owner = sight.table.owner(fighter);
    if has_weapons(sight, owner) {
        let own = sight.state.upgrades(sight.table, fighter);
        let holding = sight.table.index.of(owner);
        Bits(own & holding.weapons).for_each(|slot| found(WeaponIx::upgrade(slot)));
        Bits(own & holding.second_weapons).for_each(|slot| found(WeaponIx::second(slot)));
    }
}

/// Outside an attack a weapon is judged as if it were about to be used.
pub(super) fn about_to(attacker: FighterId, weapon: WeaponIx) -> Attack {
    Attack {
        attacker,
        weapon,
        flags: Attack::ABOUT_TO,
        ..Attack::NONE
    }
}

/// Keywords that abilities give to a weapon.
pub fn keywords(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    attack: Option<&Attack>,
) -> Keywords {
    let mut all = Keywords::EMPTY;
    let about_to = about_to(fighter, weapon);
    let attack = Some(attack.unwrap_or(&about_to));
    each(sight, Kind::KEYWORDS, 0, fighter, attack, |_, what| {
        if let Static::Keywords(found) = what {
            all = all.union(found);
        }
    });
    all
}

/// Whether the attacks of a fighter with a weapon can be made on its friends.
pub fn strikes_friends(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> bool {
    let about_to = about_to(fighter, weapon);
    let mut found = false;
    each(
        sight,
        Kind::KEYWORDS,
        0,
        fighter,
        Some(&about_to),
        |_, what| {
            found |= what == Static::FriendsToo;
        },
    );
    found
}

/// Whether an attack with a weapon is made without its price.
pub fn costs_nothing(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> bool {
    let mut free = false;
    let attack = Some(&about_to(fighter, weapon));
    each(sight, Kind::OPENING_DICE, 0, fighter, attack, |_, what| {
        free |= what == Static::NoPrice;
    });
    free
}

/// The symbol of an attack: the weapon's, or that which abilities give it; the latest counts.
pub fn symbol(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    attack: Option<&Attack>,
    printed: Face,
) -> Face {
    let about_to = about_to(fighter, weapon);
    let attack = Some(attack.unwrap_or(&about_to));
    let symbol = symbol_in(sight, fighter, attack, RollKind::Attack, printed);
    // The roll of a spell attack is a casting roll.
    let of_spell = matches!(symbol, Face::Focus | Face::Channel);
    match of_spell && casting_rules(sight, fighter).swapped {
        true if symbol == Face::Focus => Face::Channel,
        true => Face::Focus,
        false => symbol,
    }
}

/// The symbol that a fighter has in its attacks or defences.
fn symbol_in(
    sight: Sight<'_>,
    fighter: FighterId,
    attack: Option<&Attack>,
    roll: RollKind,
    printed: Face,
) -> Face {
    let mut symbol = printed;
    each(sight, Kind::SYMBOL, 0, fighter, attack, |_, what| {
        match (what, roll) {
            (Static::Symbol(face), RollKind::Attack)
            | (Static::DefenceSymbol(face), RollKind::Defence) => symbol = face,
            (Static::SwappedSymbol(of), _) if of == roll => symbol = swapped(symbol),
            _ => {}
        }
    });
    symbol
}

/// The other of the two symbols that attacks or defences have.
fn swapped(symbol: Face) -> Face {
    match symbol {
        Face::Hammer => Face::Swords,
        Face::Swords => Face::Hammer,
        Face::Shield => Face::Dodge,
        Face::Dodge => Face::Shield,
        other => other,
    }
}

/// A fighter's defence symbol: the printed one, or that which abilities give it; the latest counts.
#[inline(always)]
pub fn defence_symbol(sight: Sight<'_>, fighter: FighterId) -> Face {
    let printed = stats::profile(sight, fighter).defence_symbol;
    if !anyone(sight, Kind::SYMBOL) {
        return printed;
    }
    let attack = super::attack_on(sight, fighter);
    symbol_in(sight, fighter, attack, RollKind::Defence, printed)
}

/// Calls `found` with the rules of a kind about the rolls of an attack: about the attacker's, then the target's, if
/// the side is `wanted`. Whose roll a rule is about, `of` says.
pub(crate) fn both_sides(
    sight: Sight<'_>,
    attack: &Attack,
    kind: Kind,
    wanted: [bool; 2],
    of: impl Fn(Static) -> Option<RollKind>,
    mut found: impl FnMut(usize, &Context<'_>, Static),
) {
    if !anyone(sight, kind) {
        return;
    }
    for (side, fighter) in [attack.attacker, attack.target].into_iter().enumerate() {
        if wanted[side] {
            let about = |what| of(what).map(side_of) == Some(side);
            each_of(
                sight,
                kind,
                0,
                fighter,
                Some(attack),
                about,
                |context, what| found(side, context, what),
            );
        }
    }
}

fn side_of(roll: RollKind) -> usize {
    match roll {
        RollKind::Attack => 0,
        RollKind::Defence => 1,
    }
}

/// Faces that abilities make successes in a roll.
pub fn success_faces(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> FaceSet {
    faces_of(sight, attack, roll, |what| match what {
        Static::Success { roll, faces } | Static::AsCrit { roll, faces } => Some((roll, faces)),
        _ => None,
    })
}

/// Faces that abilities keep from being successes in a roll.
pub fn no_success_faces(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> FaceSet {
    faces_of(sight, attack, roll, |what| match what {
        Static::NoSuccess { roll, faces } => Some((roll, faces)),
        _ => None,
    })
}

/// Faces that abilities make criticals in a roll.
pub fn critical_faces(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> FaceSet {
    let as_crit = faces_of(sight, attack, roll, |what| match what {
        Static::AsCrit { roll, faces } => Some((roll, faces)),
        _ => None,
    });
    as_crit.union(FaceSet::of(&[Face::Crit]))
}

/// The faces that rules about successes name for a roll, as far as `named` knows them.
fn faces_of(
    sight: Sight<'_>,
    attack: &Attack,
    roll: RollKind,
    named: impl Fn(Static) -> Option<(RollKind, FaceSet)>,
) -> FaceSet {
    let mut all = FaceSet::EMPTY;
    let (kind, of) = (Kind::SUCCESS, |what| named(what).map(|(roll, _)| roll));
    both_sides(sight, attack, kind, only(roll), of, |_, _, what| {
        if let Some((_, faces)) = named(what) {
            all = all.union(faces);
        }
    });
    all
}

/// Whether abilities let a roll count as having more criticals than the other.
pub fn counts_more_criticals(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> bool {
    let of = |what| match what {
        Static::MoreCriticals(roll) => Some(roll),
        _ => None,
    };
    let mut more = false;
    both_sides(sight, attack, Kind::SUCCESS, only(roll), of, |_, _, _| {
        more = true
    });
    more
}

/// Re-rolls that abilities grant for a roll.
pub fn rerolls(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> u8 {
    let of = |what| match what {
        Static::Reroll(roll) => Some(roll),
        _ => None,
    };
    let mut granted = 0;
    both_sides(sight, attack, Kind::REROLL, only(roll), of, |_, _, _| {
        granted += 1
    });
    granted
}

/// The one side that makes a roll.
fn only(roll: RollKind) -> [bool; 2] {
    [0, 1].map(|side| side == side_of(roll))
}

//! Characteristics and attacks with everything cards add to them.
//!
//! Changes come in the ruleset's order: set values first (or after multiplication), then × and ÷, then
//! + and −, and last what no other change touches (Shadespire p.23, Harrowdeep p.38, Embergard p.17).

use super::{Kind, about, anyone, anyone_bans, casting::casting_rules, each, each_of, says};
use crate::{
    attack::{Attack, WeaponIx},
    bits::Bits,
    cards::{eval::Context, steps},
    effect::Source,
    frame::Frame,
    ops::stats,
    run::Sight,
    state::State,
    table::Table,
};
use gloryhex_cardlang::{
    Ban, CardWeapon, Change, Clause, FaceRule, Instr, Role, RollKind, Static, WeaponPick, instr,
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
    modified_within(sight, fighter, weapon, attack, stat, printed, 0, 0)
}

/// As [`modified`], with another addition that belongs to the attack itself. All of them come together before
/// a characteristic stops at its lowest value (Harrowdeep p.38, Embergard p.17).
pub fn modified_by(sight: Sight<'_>, attack: &Attack, stat: Stat, printed: u8, by: i16) -> u8 {
    let (fighter, weapon) = (attack.attacker, attack.weapon);
    modified_within(sight, fighter, weapon, Some(attack), stat, printed, 0, by)
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

/// The lowest value to which a characteristic with this printed value can be brought.
fn floor(sight: Sight<'_>, stat: Stat, printed: i16) -> i16 {
    match stat {
        Stat::Move => i16::from(sight.rules().lowest_move).min(printed),
        Stat::Bounty | Stat::Wizard | Stat::Knockback => 0,
        _ => printed.min(1),
    }
}

/// As [`modified_by`] of anything, while the kinds in `busy` are already being worked out.
#[allow(clippy::too_many_arguments)]
#[inline(never)]
pub(crate) fn modified_within(
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
    let kept = kept_from_change(sight, fighter, weapon, attack, stat, busy);
    if kept == Kept::Whole {
        return base.max(0) as u8;
    }
    let by = if kept == Kept::NotLess { by.max(0) } else { by };
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
    let mut begins = None;
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
        let less = match change {
            Change::Add => value < 0,
            Change::Base | Change::Set | Change::Fix => value < base,
            Change::Multiply => value < 1,
            Change::Limit => false,
        };
        if less && kept == Kept::NotLess {
            return;
        }
        match change {
            Change::Set => {
                // Of several the latest counts (Harrowdeep p.38, Embergard p.17).
                let rank = sight.state.setter_rank(context.source);
                if set.is_none_or(|(_, other)| other <= rank) {
                    set = Some((value, rank));
                }
            }
            Change::Base => {
                let rank = sight.state.setter_rank(context.source);
                if begins.is_none_or(|(_, other)| other <= rank) {
                    begins = Some((value, rank));
                }
            }
            Change::Limit => {
                let most = match kept {
                    Kept::NotLess => i16::MAX,
                    Kept::Whole | Kept::Not => max.into(),
                };
                limits = (limits.0.max(min.into()), limits.1.min(most));
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
    let from = begins.map_or(base, |(value, _)| value);
    let mut value = if sight.rules().set_before_all {
        set.unwrap_or(from).saturating_mul(times)
    } else {
        set.unwrap_or(from.saturating_mul(times))
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

/// Whether something keeps a characteristic from being changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// Nothing does.
    Not,
    /// It cannot be made less.
    NotLess,
    /// It stays as printed.
    Whole,
}

/// Whether something keeps a characteristic of a fighter or of its weapon from being changed.
#[inline]
fn kept_from_change(
    sight: Sight<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    attack: Option<&Attack>,
    stat: Stat,
    busy: u64,
) -> Kept {
    if !anyone_bans(sight, Ban::Modified) && !anyone_bans(sight, Ban::Reduced) {
        return Kept::Not;
    }
    match stat {
        Stat::Range | Stat::Dice | Stat::Damage => {
            let about_to = about_to(fighter, weapon);
            let own = attack.filter(|attack| attack.attacker == fighter && attack.weapon == weapon);
            match is_as_printed(sight, own.unwrap_or(&about_to), busy) {
                true => Kept::Whole,
                false => Kept::Not,
            }
        }
        Stat::Move | Stat::Defence | Stat::Wounds | Stat::Bounty | Stat::Wizard => {
            match super::forbids_within(sight, fighter, Ban::Reduced, busy) {
                true => Kept::NotLess,
                false => Kept::Not,
            }
        }
        Stat::Knockback => Kept::Not,
    }
}

/// Whether the Range, Dice and Damage of an attack are as printed, whatever else says.
pub(super) fn is_as_printed(sight: Sight<'_>, attack: &Attack, busy: u64) -> bool {
    let (kind, attacker) = (Kind::ban(Ban::Modified), attack.attacker);
    let bans = |what| what == Static::Cannot(Ban::Modified);
    anyone_bans(sight, Ban::Modified) && says(sight, kind, busy, attacker, Some(attack), bans)
}

/// Remembers that a card comes into play, if it sets a characteristic.
pub fn note_setter(table: &Table, state: &mut State, source: Source) {
    let sets = |clause: &Clause| {
        let Role::Static(rule) = clause.role else {
            return false;
        };
        matches!(
            rule.what,
            Static::Modify {
                change: Change::Base | Change::Set,
                ..
            }
        )
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
        if let Some(Instr::Grant(instr::Grant {
            weapon: WeaponPick::Card(nth),
            ..
        })) = steps::taken(sight, card)
        {
            let mut context = Context::new(sight, card.source, fighter)?;
            context.slots = card.slots;
            return Some((context, context.code.weapons.get(usize::from(nth))?));
        }
    }
    None
}

/// The printed weapon on an upgrade or lent by a card.
pub fn weapon_def(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> Option<&WeaponDef> {
    if let Some(slot) = weapon.slot() {
        let has = sight.state.upgrades(sight.table, fighter) >> slot & 1 == 1;
        if !has && !is_borrowed(sight, fighter, weapon, slot) {
            return None;
        }
    }
    card_weapon(sight, fighter, weapon).map(|(_, own)| &own.def)
}

/// Whether the attack at hand is made with a weapon that is on an upgrade of a friend.
#[cold]
fn is_borrowed(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx, slot: u8) -> bool {
    let equipped = sight.state.seats[sight.table.owner(fighter)]
        .power
        .equipped();
    let wields = |attack: &Attack| attack.attacker == fighter && attack.weapon == weapon;
    sight.state.attack().is_some_and(wields) && equipped >> slot & 1 == 1
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
    of_weapon_to_be(sight, Kind::KEYWORDS, fighter, weapon, Static::FriendsToo)
}

/// Whether an attack with a weapon is made without its price.
pub fn costs_nothing(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> bool {
    of_weapon_to_be(sight, Kind::OPENING_DICE, fighter, weapon, Static::NoPrice)
}

/// Whether a rule applies to the attack that a fighter could make with a weapon.
fn of_weapon_to_be(
    sight: Sight<'_>,
    kind: Kind,
    fighter: FighterId,
    weapon: WeaponIx,
    rule: Static,
) -> bool {
    let attack = about_to(fighter, weapon);
    says(sight, kind, 0, fighter, Some(&attack), |what| what == rule)
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

/// The fighter who makes a roll of an attack, and the other one.
pub(super) fn roller(attack: &Attack, roll: RollKind) -> (FighterId, FighterId) {
    match roll {
        RollKind::Attack => (attack.attacker, attack.target),
        RollKind::Defence => (attack.target, attack.attacker),
    }
}

/// The roll that a rule is about, if it is about one.
fn roll_of(rule: Static) -> Option<RollKind> {
    match rule {
        Static::Faces(_, roll, _)
        | Static::Support { side: roll, .. }
        | Static::NoSupport(roll)
        | Static::Reroll(roll) => Some(roll),
        _ => None,
    }
}

/// Calls `found` with the rules of a kind about a roll of an attack.
pub(super) fn on_roll(
    sight: Sight<'_>,
    attack: &Attack,
    kind: Kind,
    roll: RollKind,
    found: impl FnMut(&Context<'_>, Static),
) {
    if anyone(sight, kind) {
        let (fighter, _) = roller(attack, roll);
        let about = |what| roll_of(what) == Some(roll);
        each_of(sight, kind, 0, fighter, Some(attack), about, found);
    }
}

/// Faces that abilities make successes in a roll.
pub fn success_faces(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> FaceSet {
    let rules = [FaceRule::Success, FaceRule::AsCrit];
    faces_by(sight, attack, roll, &rules)
}

/// Faces that abilities keep from being successes in a roll.
pub fn no_success_faces(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> FaceSet {
    faces_by(sight, attack, roll, &[FaceRule::NoSuccess])
}

/// Faces that are criticals in a roll.
pub fn critical_faces(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> FaceSet {
    let made = faces_by(sight, attack, roll, &[FaceRule::AsCrit]);
    made.union(FaceSet::of(&[Face::Crit]))
}

/// The faces of which one of these rules speaks in a roll.
fn faces_by(sight: Sight<'_>, attack: &Attack, roll: RollKind, rules: &[FaceRule]) -> FaceSet {
    let mut all = FaceSet::EMPTY;
    on_roll(sight, attack, Kind::SUCCESS, roll, |_, what| match what {
        Static::Faces(rule, _, faces) if rules.contains(&rule) => all = all.union(faces),
        _ => {}
    });
    all
}

/// Whether abilities let a roll count as having more criticals than the other.
pub fn counts_more_criticals(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> bool {
    let more = |what| what == Static::MoreCriticals(roll);
    let (fighter, _) = roller(attack, roll);
    says(sight, Kind::SUCCESS, 0, fighter, Some(attack), more)
}

/// Re-rolls that abilities grant for a roll.
pub fn rerolls(sight: Sight<'_>, attack: &Attack, roll: RollKind) -> u8 {
    let mut granted = 0;
    on_roll(sight, attack, Kind::REROLL, roll, |_, _| granted += 1);
    granted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial};

    /// The Move of two friends, of which the first has the upgrade.
    fn moves(rules: &str) -> [u8; 2] {
        let trial = Trial::upgrade(rules);
        [ASH, BIRCH].map(|who| modified(trial.sight(), who, WeaponIx::NONE, None, Stat::Move, 3))
    }

    #[test]
    fn changes_come_in_their_order_whichever_rule_comes_first() {
        let plus = "static bearer gets move +1";
        let twice = "static friends get move *2";
        assert_eq!(moves(&format!("{plus} {twice}")), [7, 6]);
        assert_eq!(moves(&format!("{twice} {plus}")), [7, 6]);
    }

    #[test]
    fn a_characteristic_stops_at_its_lowest_value() {
        assert_eq!(moves("static friends get move -9"), [0, 0]);
        assert_eq!(moves("static bearer gets move = 5"), [5, 3]);
    }

    /// The Damage of the first weapon and the Move of a fighter.
    fn now(trial: &Trial, fighter: FighterId) -> [u8; 2] {
        let damage = modified(trial.sight(), fighter, WeaponIx(0), None, Stat::Damage, 2);
        let movement = modified(trial.sight(), fighter, WeaponIx::NONE, None, Stat::Move, 3);
        [damage, movement]
    }

    #[test]
    fn attacks_that_cannot_be_modified_are_as_printed() {
        let cards = |rule: &str| {
            Trial::new(&format!(
                "upgrade \"A\" cost 1 {{ static attacks get damage +1 }} upgrade \"B\" cost 1 {{ {rule} }}"
            ))
        };
        let trial = cards("static attacks of friends cannot be_modified");
        assert_eq!([ASH, DOCK].map(|who| now(&trial, who)[0]), [2, 3]);
        let trial = cards("static friends get move +1");
        assert_eq!(now(&trial, ASH), [3, 4]);
    }

    #[test]
    fn who_cannot_be_reduced_gains_and_does_not_lose() {
        let trial =
            Trial::upgrade("static fighters get move -2, move +1 static friends cannot be_reduced");
        assert_eq!([ASH, DOCK].map(|who| now(&trial, who)[1]), [4, 2]);
    }
}

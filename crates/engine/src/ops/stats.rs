//! Characteristics as they are now, and the weapons a fighter can use.

use crate::{
    attack::{Attack, WeaponIx},
    cards,
    ops::{sides, terms},
    ruleset::Bounty,
    run::Sight,
    state::Fighter,
};
use gloryhex_model::{Face, FighterId, Keyword, Keywords, Profile, Stat, Token, WeaponDef};
use std::hint::cold_path;

/// The side of the fighter card that is up.
#[inline]
pub fn profile(sight: Sight<'_>, fighter: FighterId) -> &Profile {
    let inspired = sight.state.fighter(fighter).is(Fighter::INSPIRED);
    &sight.table.entrant(fighter).def.sides[usize::from(inspired)]
}

/// A fighter's characteristic with all modifiers. Callers know which, so the choice is made where they call.
#[inline(always)]
pub fn stat(sight: Sight<'_>, fighter: FighterId, stat: Stat) -> u8 {
    let side = profile(sight, fighter);
    let printed = match stat {
        Stat::Move => side.movement,
        Stat::Defence => side.defence,
        Stat::Wounds => side.wounds,
        Stat::Bounty => own_bounty(sight, fighter),
        Stat::Wizard => side.wizard,
        Stat::Range | Stat::Dice | Stat::Damage | Stat::Knockback => 0,
    };
    cards::modified(
        sight,
        fighter,
        WeaponIx::NONE,
        sight.state.attack(),
        stat,
        printed,
    )
}

/// The Bounty on the fighter card, which for a raised fighter is 0 (Embergard p.15), also when the attack at hand has
/// felled it and its token is gone.
pub fn own_bounty(sight: Sight<'_>, fighter: FighterId) -> u8 {
    let now = sight.state.fighter(fighter);
    let raised = now.has(Token::Raise);
    match sight.rules().bounty {
        Bounty::Printed if raised || !now.on_field() && fell_raised(sight, fighter) => 0,
        _ => profile(sight, fighter).bounty,
    }
}

/// Whether a fighter had a Raise token when the attack at hand was declared on it.
#[cold]
fn fell_raised(sight: Sight<'_>, fighter: FighterId) -> bool {
    let attack = sight.state.attack();
    attack.is_some_and(|a| a.target == fighter && a.is(Attack::TARGET_WAS_RAISED))
}

/// A weapon as printed.
pub fn weapon_def(sight: Sight<'_>, fighter: FighterId, weapon: WeaponIx) -> Option<&WeaponDef> {
    if weapon.0 < 8 {
        profile(sight, fighter).weapons.get(weapon.0 as usize)
    } else if let Some((friend, nth)) = weapon.lender() {
        cold_path();
        let (first, _) = sight.table.rosters[sight.table.owner(fighter)];
        profile(sight, FighterId(first + friend)).weapons.get(nth)
    } else {
        cards::weapon_def(sight, fighter, weapon)
    }
}

/// A weapon with all modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Range.
    pub range: u8,
    /// Dice.
    pub dice: u8,
    /// The face that succeeds.
    pub symbol: Face,
    /// Damage.
    pub damage: u8,
    /// Keywords.
    pub keywords: Keywords,
    /// Knockback.
    pub knockback: u8,
    /// A spell attack.
    pub spell: bool,
}

/// A weapon with all modifiers; `attack` while that attack is being resolved.
pub fn weapon(
    sight: Sight<'_>,
    fighter: FighterId,
    ix: WeaponIx,
    attack: Option<&Attack>,
) -> Option<Weapon> {
    let def = weapon_def(sight, fighter, ix)?;
    let of = |stat, printed| cards::modified(sight, fighter, ix, attack, stat, printed);
    let lent = |value: u8, by: i8, floor: u8| {
        (i16::from(value) + i16::from(by)).max(i16::from(floor)) as u8
    };
    let dice = if def.spell && def.dice == 0 {
        stat(sight, fighter, Stat::Wizard)
    } else {
        def.dice
    };
    let zero = Attack::NONE;
    let extra = attack.unwrap_or(&zero);
    Some(Weapon {
        range: lent(of(Stat::Range, def.range), extra.range, 1),
        dice: with_lent(of(Stat::Dice, dice), extra.dice),
        symbol: extra
            .symbol
            .unwrap_or_else(|| cards::symbol(sight, fighter, ix, attack, def.symbol)),
        damage: lent(of(Stat::Damage, def.damage), extra.damage, 1),
        keywords: def
            .keywords
            .union(cards::keywords(sight, fighter, ix, attack)),
        knockback: lent(of(Stat::Knockback, def.knockback), extra.knockback, 0),
        spell: def.spell,
    })
}

/// Dice with those lent or taken for an attack: at least one is left, unless there was none.
fn with_lent(dice: u8, lent: i8) -> u8 {
    let least = i16::from(dice.min(1));
    (i16::from(dice) + i16::from(lent)).max(least) as u8
}

/// The weapon of an attack that is being resolved. Each characteristic is worked out, with all modifiers,
/// when it is asked for: [`weapon`] is all of them.
#[derive(Clone, Copy)]
pub struct Wielded<'a> {
    sight: Sight<'a>,
    attack: &'a Attack,
    def: &'a WeaponDef,
}

impl<'a> Wielded<'a> {
    /// The weapon of an attack, if the attacker still has it.
    #[inline(always)]
    pub fn of(sight: Sight<'a>, attack: &'a Attack) -> Option<Wielded<'a>> {
        let def = weapon_def(sight, attack.attacker, attack.weapon)?;
        Some(Wielded { sight, attack, def })
    }
    #[inline(always)]
    fn modified(self, stat: Stat, printed: u8, lent: i8, floor: u8) -> u8 {
        let (fighter, ix) = (self.attack.attacker, self.attack.weapon);
        let own = cards::modified(self.sight, fighter, ix, Some(self.attack), stat, printed);
        (i16::from(own) + i16::from(lent)).max(i16::from(floor)) as u8
    }
    /// Range.
    #[inline(always)]
    pub fn range(self) -> u8 {
        self.modified(Stat::Range, self.def.range, self.attack.range, 1)
    }
    /// How far it reaches.
    #[inline(always)]
    pub fn reach(self) -> u8 {
        reach_with(self.def, self.range())
    }
    /// Whether it reaches this far whatever rules of cards say.
    #[inline(always)]
    pub fn surely_reaches(self, far: u8) -> bool {
        // No weapon's Range is less than 1.
        let least = if self.sight.table.index.may_fall(Stat::Range)
            || self.def.keywords.has(Keyword::Scything)
        {
            1
        } else {
            (i16::from(self.def.range) + i16::from(self.attack.range)).max(1)
        };
        i16::from(far) <= least
    }
    /// Dice.
    #[inline(always)]
    pub fn dice(self) -> u8 {
        let printed = if self.def.spell && self.def.dice == 0 {
            stat(self.sight, self.attack.attacker, Stat::Wizard)
        } else {
            self.def.dice
        };
        let own = self.modified(Stat::Dice, printed, 0, 0);
        with_lent(own, self.attack.dice)
    }
    /// The face that succeeds.
    #[inline(always)]
    pub fn symbol(self) -> Face {
        let (fighter, ix) = (self.attack.attacker, self.attack.weapon);
        self.attack.symbol.unwrap_or_else(|| {
            cards::symbol(self.sight, fighter, ix, Some(self.attack), self.def.symbol)
        })
    }
    /// Keywords.
    #[inline(always)]
    pub fn keywords(self) -> Keywords {
        let (fighter, ix) = (self.attack.attacker, self.attack.weapon);
        let given = cards::keywords(self.sight, fighter, ix, Some(self.attack));
        self.def.keywords.union(given)
    }
    /// Knockback.
    #[inline(always)]
    pub fn knockback(self) -> u8 {
        let lent = self.attack.knockback;
        self.modified(Stat::Knockback, self.def.knockback, lent, 0)
    }
    /// Whether it is a spell attack.
    pub fn spell(self) -> bool {
        self.def.spell
    }
}

/// The range of a weapon outside an attack, with what its player could still add to it: against the enemy whom it
/// reaches furthest.
pub fn range(sight: Sight<'_>, fighter: FighterId, ix: WeaponIx) -> u8 {
    weapon_def(sight, fighter, ix).map_or(0, |def| {
        furthest(sight, fighter, ix, def) + cards::stretch(sight, fighter, Stat::Range)
    })
}

/// The range of a weapon against the enemy whom it reaches furthest.
fn furthest(sight: Sight<'_>, fighter: FighterId, ix: WeaponIx, def: &WeaponDef) -> u8 {
    if !sight.table.index.range_by_target {
        return cards::modified(sight, fighter, ix, None, Stat::Range, def.range).max(1);
    }
    cold_path();
    let enemies = sides::enemies(sight, sight.table.owner(fighter));
    let ranges = enemies.map(|target| range_against(sight, fighter, ix, target));
    ranges.max().unwrap_or(1)
}

/// The range of a weapon outside an attack against a target.
fn range_against(sight: Sight<'_>, fighter: FighterId, ix: WeaponIx, target: FighterId) -> u8 {
    let attack = Attack {
        attacker: fighter,
        target,
        weapon: ix,
        flags: Attack::ABOUT_TO,
        ..Attack::NONE
    };
    weapon_def(sight, fighter, ix).map_or(1, |def| {
        cards::modified(sight, fighter, ix, Some(&attack), Stat::Range, def.range).max(1)
    })
}

/// How far from its fighter a weapon reaches a target.
pub fn reach_of(sight: Sight<'_>, fighter: FighterId, ix: WeaponIx, target: FighterId) -> u8 {
    if !sight.table.index.range_by_target {
        return reach(sight, fighter, ix);
    }
    weapon_def(sight, fighter, ix).map_or(0, |def| {
        let range = range_against(sight, fighter, ix, target);
        reach_with(def, range + cards::stretch(sight, fighter, Stat::Range))
    })
}

/// How far a weapon of that Range reaches: one that attacks everybody adjacent reaches nobody else, whatever its
/// Range (Harrowdeep p.34).
#[inline(always)]
pub fn reach_with(def: &WeaponDef, range: u8) -> u8 {
    if def.keywords.has(Keyword::Scything) {
        1
    } else {
        range
    }
}

/// How far from its fighter a weapon reaches.
pub fn reach(sight: Sight<'_>, fighter: FighterId, ix: WeaponIx) -> u8 {
    let def = weapon_def(sight, fighter, ix);
    def.map_or(0, |def| reach_with(def, range(sight, fighter, ix)))
}

/// Calls `each` with every weapon the fighter can use now, as its terms allow, and its [`reach`]. `more` is what reactions could add
/// to its Range, if that is known.
#[inline]
pub fn each_reach(
    sight: Sight<'_>,
    fighter: FighterId,
    more: Option<u8>,
    mut each: impl FnMut(WeaponIx, u8),
) {
    let more = more.unwrap_or_else(|| cards::stretch(sight, fighter, Stat::Range));
    let changed = cards::may_change(sight, fighter, Stat::Range);
    let mut with = |ix, def: &WeaponDef| {
        let range = if changed {
            furthest(sight, fighter, ix, def)
        } else {
            def.range.max(1)
        };
        each(ix, reach_with(def, range + more));
    };
    let side = profile(sight, fighter);
    for (ix, def) in (0..8).map(WeaponIx).zip(&side.weapons) {
        let able = !def.spell || may_cast(sight, fighter);
        if able && terms::allow(sight, fighter, ix, def) {
            with(ix, def);
        }
    }
    cards::upgrade_weapons(sight, fighter, &mut |ix| {
        if let Some(def) = weapon_def(sight, fighter, ix)
            && terms::allow(sight, fighter, ix, def)
        {
            with(ix, def);
        }
    });
}

/// Whether the weapon attacks every adjacent enemy.
pub fn sweeps(sight: Sight<'_>, fighter: FighterId, ix: WeaponIx) -> bool {
    weapon_def(sight, fighter, ix).is_some_and(|def| def.keywords.has(Keyword::Scything))
        || cards::keywords(sight, fighter, ix, None).has(Keyword::Scything)
}

/// Calls `each` with every weapon the fighter has and could use if its terms allow.
pub fn each_weapon(sight: Sight<'_>, fighter: FighterId, mut each: impl FnMut(WeaponIx)) {
    let side = profile(sight, fighter);
    for (ix, def) in side.weapons.iter().enumerate().take(8) {
        if !def.spell || may_cast(sight, fighter) {
            each(WeaponIx(ix as u8));
        }
    }
    cards::upgrade_weapons(sight, fighter, &mut each);
}

/// How far any weapon the fighter can use reaches.
pub fn longest_reach(sight: Sight<'_>, fighter: FighterId) -> u8 {
    let mut longest = 0;
    each_reach(sight, fighter, None, |_, reach| {
        longest = longest.max(reach)
    });
    longest
}

/// Whether one more damage would take the fighter out (Harrowdeep p.33, Embergard p.15).
pub fn vulnerable(sight: Sight<'_>, fighter: FighterId) -> bool {
    vulnerable_with(sight, fighter, || stat(sight, fighter, Stat::Wounds))
}

/// The same of a fighter with so many Wounds.
pub fn vulnerable_with(sight: Sight<'_>, fighter: FighterId, wounds: impl FnOnce() -> u8) -> bool {
    let now = sight.state.fighter(fighter);
    now.on_field()
        && (now.damage > 0 || !sight.rules().vulnerable_needs_damage)
        && now.damage + 1 == wounds()
}

/// Whether the fighter may attempt spells of its own now.
fn may_cast(sight: Sight<'_>, fighter: FighterId) -> bool {
    stat(sight, fighter, Stat::Wizard) > 0 && !cards::forbids(sight, fighter, cards::Ban::Cast)
}

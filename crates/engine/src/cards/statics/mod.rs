//! Static rules: finding those in force, and the short questions about fighters.
//!
//! Rules come from cards in play (upgrades, fighter cards, warscrolls, plots) and from lasting
//! effects. Which rule changes a characteristic by how much is worked out in [`modify`].

pub mod kind;
pub mod modify;
pub mod rules;
pub mod stretch;
pub mod stretches;
pub mod supporters;

use super::{
    Ban,
    eval::{Context, number_of},
    index::bits,
};
use crate::{
    attack::Attack,
    bits::Bits,
    effect::{Effect, Source},
    run::Sight,
    state::{Fighter, State},
    table::Table,
};
use gloryhex_cardlang::{
    self as lang, ActionKind, Clause, Role, Scope, Side, Static, StaticRule, Subject,
};
use gloryhex_model::{FighterId, Label, Seat, Stat, Token, Trait};
pub use kind::{KINDS, Kind};
use std::hint::cold_path;

/// Slots of fighter cards, the warscroll and the plot card.
const STANDING: u128 = !0u128 << Source::FIGHTERS;

/// The cards of a seat that are in play. Fighter cards and upgrades of fallen fighters are among them.
#[inline]
pub fn in_play(sight: Sight<'_>, seat: Seat) -> u128 {
    u128::from(sight.state.seats[seat].power.equipped()) | STANDING
}

/// The fighter whose card a slot is.
pub fn fighter_in(sight: Sight<'_>, source: Source) -> Option<FighterId> {
    let fighters = Source::FIGHTERS..Source::WARSCROLL;
    fighters.contains(&source.slot).then(|| {
        let (first, _) = sight.table.rosters[source.seat];
        FighterId(first + source.slot - Source::FIGHTERS)
    })
}

/// The bearer of an upgrade, or the fighter whose card it is.
#[inline]
pub fn fighter_of(sight: Sight<'_>, source: Source) -> FighterId {
    if source.slot < 64 {
        let (first, _) = sight.table.rosters[source.seat];
        let bearer = sight.state.seats[source.seat].power.bearer(source.slot);
        return bearer.map_or(FighterId::NONE, |nth| FighterId(first + nth));
    }
    fighter_in(sight, source).unwrap_or(FighterId::NONE)
}

/// Whether a clause is on the side of the fighter card that is up.
pub fn side_is_up(sight: Sight<'_>, me: FighterId, clause: &Clause) -> bool {
    if clause.side == Side::Both {
        return true;
    }
    cold_path();
    match clause.side {
        Side::Both => true,
        Side::Normal => me.is_some() && !sight.state.fighter(me).is(Fighter::INSPIRED),
        Side::Inspired => me.is_some() && sight.state.fighter(me).is(Fighter::INSPIRED),
    }
}

/// The context of a lasting effect.
pub fn effect_context<'a>(sight: Sight<'a>, effect: &Effect) -> Option<Context<'a>> {
    let mut context = Context::new(sight, effect.source, effect.me)?;
    context.slots = effect.slots;
    Some(context)
}

fn in_scope(context: &Context<'_>, scope: Scope, fighter: FighterId) -> bool {
    match scope {
        Scope::Any => true,
        Scope::Me => context.me == fighter,
        Scope::Slot(slot) => context.slots[slot as usize & 7] == number_of(fighter),
        Scope::Friends => owned(context, fighter) == Some(true),
        Scope::Enemies => owned(context, fighter) == Some(false),
    }
}

fn owned(context: &Context<'_>, fighter: FighterId) -> Option<bool> {
    let known = fighter.is_some();
    known.then(|| context.sight.table.owner(fighter) == context.source.seat)
}

/// Whether a rule applies to a fighter or an attack.
#[inline(always)]
pub fn applies<'a>(
    context: &Context<'a>,
    clause: &Clause,
    rule: StaticRule,
    fighter: FighterId,
    attack: Option<&'a Attack>,
) -> Option<Context<'a>> {
    let mut context = *context;
    context.attack = attack.or(context.attack);
    match rule.subject {
        Subject::Fighter => {
            if !in_scope(&context, rule.who, fighter) {
                return None;
            }
            context = context.with(number_of(fighter));
        }
        Subject::Attack => {
            let attack = attack?;
            if !in_scope(&context, rule.who, attack.attacker)
                || !in_scope(&context, rule.on, attack.target)
            {
                return None;
            }
            context = context.with(number_of(if matches!(rule.what, Static::Supports(_)) {
                fighter
            } else {
                attack.attacker
            }));
        }
    }
    context.holds(clause.when).then_some(context)
}

/// Whether any card at the table could have such a rule in force now.
#[inline]
pub fn anyone(sight: Sight<'_>, kind: Kind) -> bool {
    (sight.table.index.standing_kinds | sight.state.kinds) >> kind.0 & 1 == 1
}

/// Which of some cards in play are a fighter's: its own and its upgrades.
#[inline(always)]
pub(crate) fn of_fighter(sight: Sight<'_>, seat: Seat, fighter: FighterId, cards: u128) -> u128 {
    if sight.table.sides[seat.ix() & 3] >> (fighter.0 & 31) & 1 == 0 || !fighter.is_some() {
        return 0;
    }
    let nth = fighter.0 - sight.table.rosters[seat].0;
    let own = (cards >> 64) as u64 & 1 << ((Source::FIGHTERS - 64 + nth) & 63);
    let upgrades = match cards as u64 {
        0 => 0,
        some => some & sight.state.seats[seat].power.borne_by(nth),
    };
    u128::from(own) << 64 | u128::from(upgrades)
}

/// The cards of a seat in play with a rule of a kind that may speak of one of these fighters.
#[inline(always)]
fn with_rule(
    sight: Sight<'_>,
    seat: Seat,
    kind: Kind,
    fighter: FighterId,
    attacker: FighterId,
) -> u128 {
    let holding = sight.table.index.of(seat);
    let mask = holding.statics[kind.ix()] & in_play(sight, seat);
    let own = holding.own[kind.ix()] & mask;
    if own == 0 {
        return mask;
    }
    mask & !own | of_either(sight, seat, [fighter, attacker], own)
}

#[inline(never)]
fn of_either(sight: Sight<'_>, seat: Seat, fighters: [FighterId; 2], cards: u128) -> u128 {
    let [one, other] = fighters.map(|fighter| of_fighter(sight, seat, fighter, cards));
    one | other
}

/// Whether any card could have such a rule about one of these fighters in force now.
#[inline(always)]
pub fn about(sight: Sight<'_>, kind: Kind, fighter: FighterId, attacker: FighterId) -> bool {
    anyone(sight, kind)
        && (sight
            .state
            .all_seats()
            .any(|seat| with_rule(sight, seat, kind, fighter, attacker) != 0)
            || sight.state.effects.iter().any(|effect| {
                let Source { seat, slot } = effect.source;
                seat != Seat::NONE && sight.table.index.of(seat).lasting[kind.ix()] >> slot & 1 == 1
            }))
}

/// Finds anew which kinds of rule upgrades and lasting effects bring.
pub fn refresh(table: &Table, state: &mut State) {
    let mut kinds = 0;
    for seat in state.all_seats() {
        for slot in Bits(state.seats[seat].power.equipped()) {
            kinds |= table.index.kinds_of(Source { seat, slot });
        }
    }
    for effect in state.effects.iter() {
        kinds |= table.index.kinds_of(effect.source);
    }
    state.kinds = kinds;
}

/// Calls `found` with every rule of a kind that applies to a fighter, or to an attack.
#[inline(always)]
pub fn each<'a>(
    sight: Sight<'a>,
    kind: Kind,
    busy: u64,
    fighter: FighterId,
    attack: Option<&'a Attack>,
    found: impl FnMut(&Context<'a>, Static),
) {
    each_of(sight, kind, busy, fighter, attack, |_| true, found);
}

/// As [`each`], for the rules that are `wanted`: whether others apply is not asked.
pub fn each_of<'a>(
    sight: Sight<'a>,
    kind: Kind,
    busy: u64,
    fighter: FighterId,
    attack: Option<&'a Attack>,
    wanted: impl Fn(Static) -> bool,
    mut found: impl FnMut(&Context<'a>, Static),
) {
    if busy & kind.bit() != 0 {
        return;
    }
    let index = &sight.table.index;
    let mut test = |mut context: Context<'a>, number: u8| {
        context.busy = busy | kind.bit();
        context.about = fighter;
        let Some(rules) = index.rules(context.source) else {
            return;
        };
        for ix in rules.clauses(kind, number) {
            if let Some(clause) = context.code.clauses.get(ix)
                && let Role::Static(rule) = clause.role
                && wanted(rule.what)
                && side_is_up(sight, context.me, clause)
                && let Some(context) = applies(&context, clause, rule, fighter, attack)
            {
                found(&context, rule.what);
            }
        }
    };
    let attacker = attack.map_or(FighterId::NONE, |attack| attack.attacker);
    for seat in sight.state.all_seats() {
        let mask = with_rule(sight, seat, kind, fighter, attacker);
        for slot in bits(mask) {
            let source = Source { seat, slot };
            let me = fighter_of(sight, source);
            // The fallen keep their cards, which still tell how strong they were.
            let gone = slot < Source::WARSCROLL
                && (!me.is_some() || me != fighter && !sight.state.fighter(me).on_field());
            if !gone && let Some(context) = Context::new(sight, source, me) {
                test(context, 0);
            }
        }
    }
    for effect in sight
        .state
        .effects
        .iter()
        .filter(|effect| effect.in_force() && effect.serves(sight.state.n_attacks))
    {
        let Source { seat, slot } = effect.source;
        if seat != Seat::NONE
            && index.of(seat).lasting[kind.ix()] >> slot & 1 == 1
            && let Some(context) = effect_context(sight, effect)
        {
            test(context, effect.number);
        }
    }
}

/// The attack being resolved, if the fighter is its target.
fn attack_on(sight: Sight<'_>, fighter: FighterId) -> Option<&Attack> {
    sight.state.attack().filter(|a| a.target == fighter)
}

#[inline(always)]
fn any(sight: Sight<'_>, kind: Kind, busy: u64, fighter: FighterId, wanted: Static) -> bool {
    if !anyone(sight, kind) {
        return false;
    }
    let attack = attack_on(sight, fighter);
    let attacker = attack.map_or(FighterId::NONE, |attack| attack.attacker);
    if !about(sight, kind, fighter, attacker) {
        return false;
    }
    let mut is = false;
    each(sight, kind, busy, fighter, attack, |_, what| {
        is |= what == wanted
    });
    is
}

/// Whether an ability forbids something to a fighter.
#[inline(always)]
pub fn forbids(sight: Sight<'_>, fighter: FighterId, ban: Ban) -> bool {
    forbids_within(sight, fighter, ban, 0)
}

#[inline(always)]
pub(crate) fn forbids_within(sight: Sight<'_>, fighter: FighterId, ban: Ban, busy: u64) -> bool {
    if !anyone(sight, Kind::ban(banned_by(ban).0)) {
        return false;
    }
    std::hint::cold_path();
    forbids_by_card(sight, fighter, ban, busy)
}

/// The actions that abilities forbid to a fighter, as bits of [`ActionKind`].
#[inline]
pub fn banned_acts(sight: Sight<'_>, fighter: FighterId) -> u8 {
    let kind = Kind::ban(lang::Ban::Act(ActionKind::Any));
    let mut acts = 0;
    if anyone(sight, kind) {
        let attack = attack_on(sight, fighter);
        each(sight, kind, 0, fighter, attack, |_, what| {
            if let Static::Cannot(lang::Ban::Act(act)) = what {
                acts |= 1 << act as u8;
            }
        });
    }
    acts
}

/// What abilities forbid something, one way or the other.
#[inline(always)]
fn banned_by(ban: Ban) -> (lang::Ban, Option<lang::Ban>) {
    let act = |kind| (lang::Ban::Act(kind), Some(lang::Ban::Act(ActionKind::Any)));
    match ban {
        Ban::Activate => (lang::Ban::Act(ActionKind::Any), None),
        Ban::Move => act(ActionKind::Move),
        Ban::Charge => act(ActionKind::Charge),
        Ban::Attack => act(ActionKind::Attack),
        Ban::Guard => act(ActionKind::Guard),
        Ban::DriveBack => (lang::Ban::DrivenBack, None),
        Ban::Push => (lang::Ban::Pushed, None),
        Ban::Heal => (lang::Ban::Healed, None),
        Ban::Inspire => (lang::Ban::Inspired, None),
        Ban::Hold => (lang::Ban::Hold, None),
        Ban::Flank => (lang::Ban::Flanked, None),
        Ban::Overrun => (lang::Ban::Overrun, None),
        Ban::Stagger => (lang::Ban::Staggered, None),
        Ban::Cleave => (lang::Ban::Cleaved, None),
        Ban::Ensnare => (lang::Ban::Ensnared, None),
        Ban::CriticalAbilities => (lang::Ban::CriticalAbilities, None),
        Ban::Hazards => (lang::Ban::Hazards, None),
        Ban::Support => (lang::Ban::Support, None),
    }
}

#[inline(never)]
fn forbids_by_card(sight: Sight<'_>, fighter: FighterId, ban: Ban, busy: u64) -> bool {
    let (first, second) = banned_by(ban);
    let kind = Kind::ban(first);
    let mut is = false;
    let attack = if ban == Ban::CriticalAbilities {
        sight.state.attack().filter(|a| a.attacker == fighter)
    } else {
        attack_on(sight, fighter)
    };
    each(sight, kind, busy, fighter, attack, |_, what| {
        if let Static::Cannot(found) = what {
            is |= found == first || Some(found) == second;
        }
    });
    is
}

/// Whether a fighter has a label, printed or granted.
#[inline(always)]
pub fn has_label(sight: Sight<'_>, fighter: FighterId, label: Label, busy: u64) -> bool {
    sight.table.entrant(fighter).def.labels >> label.0 & 1 == 1
        || any(sight, Kind::LABEL, busy, fighter, Static::Label(label))
}

/// Whether a fighter has a trait, printed or granted.
#[inline(always)]
pub fn has_trait(sight: Sight<'_>, fighter: FighterId, which: Trait, busy: u64) -> bool {
    sight.table.entrant(fighter).def.traits.has(which)
        || any(sight, Kind::TRAIT, busy, fighter, Static::Trait(which))
}

/// Whether a fighter is on Guard, by a token or an effect.
pub fn on_guard(sight: Sight<'_>, fighter: FighterId, busy: u64) -> bool {
    sight.state.fighter(fighter).has(Token::Guard)
        || any(sight, Kind::ON_GUARD, busy, fighter, Static::OnGuard)
}

/// The fighter in question is taken to be making a Move.
pub const MOVING: u64 = 1 << 62;
/// The fighter in question is taken to be making a Charge.
pub const CHARGING: u64 = 1 << 63;

/// The bit for a fighter about to Charge, or to Move.
pub(crate) fn intent(charging: bool) -> u64 {
    if charging { CHARGING } else { MOVING }
}

/// A fighter's Move characteristic if it were to Move, or to Charge, now, with what its player could
/// still add to it.
pub fn move_of(sight: Sight<'_>, fighter: FighterId, charging: bool) -> u8 {
    let printed = crate::ops::stats::profile(sight, fighter).movement;
    let none = crate::attack::WeaponIx::NONE;
    let plain = modify::untouched(sight, none, Stat::Move);
    let own = if plain {
        printed
    } else {
        let busy = intent(charging);
        modify::modified_within(sight, fighter, none, None, Stat::Move, printed, busy)
    };
    own.saturating_add(super::stretch(sight, fighter, Stat::Move))
}

/// Whether a fighter flies in a Move, or a Charge, it is about to make.
pub fn flies(sight: Sight<'_>, fighter: FighterId, charging: bool) -> bool {
    has_trait(sight, fighter, Trait::Flying, intent(charging))
}

/// Special rights of a Move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// May pass through fighters.
    pub through_fighters: bool,
    /// May pass through blocked hexes.
    pub through_blocked: bool,
    /// Hazards do nothing to it on its way.
    pub past_hazards: bool,
    /// Hexes it may be placed in instead of walking.
    pub places: gloryhex_hexgrid::HexSet,
}

/// The kinds of rules that tell how far a fighter moves and how.
const OF_MOVES: u64 =
    Kind::THROUGH.bit() | Kind::TELEPORT.bit() | Kind::TRAIT.bit() | Kind::stat(Stat::Move).bit();

/// Whether no rule in force could change how anybody moves: rights and traits are those printed on fighter cards.
#[inline(always)]
pub fn moves_are_plain(sight: Sight<'_>) -> bool {
    (sight.table.index.standing_kinds | sight.state.kinds) & OF_MOVES == 0
}

/// Whether no rule in force could change how a fighter moves.
#[inline(never)]
pub fn moves_plainly(sight: Sight<'_>, fighter: FighterId) -> bool {
    let there = (sight.table.index.standing_kinds | sight.state.kinds) & OF_MOVES;
    let attacker = attack_on(sight, fighter).map_or(FighterId::NONE, |attack| attack.attacker);
    !Bits(there).any(|kind| about(sight, Kind(kind), fighter, attacker))
}

/// What a fighter may pass by its own card at all times.
#[inline(always)]
pub fn printed_rights(sight: Sight<'_>, fighter: FighterId) -> Rights {
    let seat = sight.table.owner(fighter);
    let nth = fighter.0.wrapping_sub(sight.table.rosters[seat].0);
    let passes = sight.table.index.of(seat).passes.get(nth as usize);
    let passes = passes.copied().unwrap_or_default();
    Rights {
        through_fighters: passes.fighters,
        through_blocked: passes.ethereal,
        past_hazards: passes.ethereal,
        places: gloryhex_hexgrid::HexSet::EMPTY,
    }
}

/// Whether a fighter is ethereal when nobody asks how it would Move.
pub fn is_ethereal(sight: Sight<'_>, fighter: FighterId) -> bool {
    printed_rights(sight, fighter).through_blocked
        || any(sight, Kind::THROUGH, 0, fighter, Static::Ethereal)
}

/// How a fighter may move differently: what it may pass, and where it may be placed instead.
pub fn movement_rights(sight: Sight<'_>, fighter: FighterId, charging: bool) -> Rights {
    let intent = intent(charging);
    let mut rights = printed_rights(sight, fighter);
    if anyone(sight, Kind::THROUGH) {
        each(sight, Kind::THROUGH, intent, fighter, None, |_, what| {
            rights.through_fighters = true;
            if what == Static::Ethereal {
                rights.through_blocked = true;
                rights.past_hazards = true;
            }
        });
    }
    if about(sight, Kind::TELEPORT, fighter, FighterId::NONE) {
        let empty = crate::ops::field::empty(sight);
        each(
            sight,
            Kind::TELEPORT,
            intent,
            fighter,
            None,
            |context, what| {
                if let Static::Teleport(expr) = what {
                    rights.places |= context.hexes_which(empty, expr);
                }
            },
        );
    }
    rights
}

/// Whether some rule could make a fighter's Charge go other ways than its Move.
#[inline(always)]
pub fn moves_differ(sight: Sight<'_>, fighter: FighterId) -> bool {
    let there = sight.table.index.standing_kinds | sight.state.kinds;
    let asking = sight.table.index.by_intent() & OF_MOVES & there;
    asking != 0 && Bits(asking).any(|kind| about(sight, Kind(kind), fighter, FighterId::NONE))
}

/// The dice that an attack gains by how things are when it begins.
#[inline(always)]
pub fn opening_dice(sight: Sight<'_>, attack: &Attack) -> i8 {
    if !anyone(sight, Kind::OPENING_DICE) {
        return 0;
    }
    std::hint::cold_path();
    let mut dice = 0i8;
    let add = |_: &Context<'_>, what| {
        if let Static::OpeningDice(n) = what {
            dice = dice.saturating_add(n as i8);
        }
    };
    each(
        sight,
        Kind::OPENING_DICE,
        0,
        attack.attacker,
        Some(attack),
        add,
    );
    dice
}

/// The most damage a fighter can suffer now.
pub fn damage_cap(sight: Sight<'_>, fighter: FighterId) -> u8 {
    let mut cap = u8::MAX;
    if anyone(sight, Kind::DAMAGE_CAP) {
        let so_far = sight.state.fighter(fighter).turn_damage;
        let attack = attack_on(sight, fighter);
        each(sight, Kind::DAMAGE_CAP, 0, fighter, attack, |_, what| {
            cap = cap.min(match what {
                Static::DamageCap(n) => n,
                Static::DamageCapTurn(n) => n.saturating_sub(so_far),
                _ => u8::MAX,
            });
        });
    }
    cap
}

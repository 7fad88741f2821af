//! Static rules: finding those in force, and the short questions about fighters.
//!
//! Rules come from cards in play (upgrades, fighter cards, warscrolls, plots) and from lasting
//! effects. Which rule changes a characteristic by how much is worked out in [`modify`], how fighters move in [`moves`].

pub mod innate;
pub mod kind;
pub mod modify;
pub mod moves;
pub mod stretch;
pub mod supporters;

use super::{
    eval::{Context, number_of},
    index::RuleEntry,
};
use crate::{
    attack::Attack,
    bits::Bits,
    effect::{Effect, Source},
    run::Sight,
    state::{Fighter, State},
    table::Table,
};
use gloryhex_cardlang::{ActionKind, Ban, Clause, Role, Scope, Side, Static, StaticRule, Subject};
use gloryhex_model::{FighterId, Label, Seat, Token, Trait};
pub use kind::{KINDS, Kind};

/// Slots of fighter cards, the warscroll and the plot card.
const STANDING: u128 = !0u128 << Source::FIGHTERS;

/// The cards of a seat that are in play. Fighter cards and upgrades of fallen fighters are among them.
#[inline]
pub fn in_play(sight: Sight<'_>, seat: Seat) -> u128 {
    u128::from(sight.state.seats[seat].power.equipped()) | STANDING
}

/// The bearer of an upgrade, or the fighter whose card it is.
#[inline]
pub fn fighter_of(sight: Sight<'_>, source: Source) -> FighterId {
    let (first, _) = sight.table.rosters[source.seat];
    let nth = match source.slot {
        0..64 => sight.state.seats[source.seat].power.bearer(source.slot),
        Source::FIGHTERS..Source::WARSCROLL => Some(source.slot - Source::FIGHTERS),
        _ => None,
    };
    nth.map_or(FighterId::NONE, |nth| FighterId(first + nth))
}

/// Whether a clause is on the side of the fighter card that is up.
pub fn side_is_up(sight: Sight<'_>, me: FighterId, clause: &Clause) -> bool {
    let inspired = |is: bool| me.is_some() && sight.state.fighter(me).is(Fighter::INSPIRED) == is;
    match clause.side {
        Side::Both => true,
        Side::Normal => inspired(false),
        Side::Inspired => inspired(true),
    }
}

/// The context of a lasting effect.
pub fn effect_context<'a>(sight: Sight<'a>, effect: &Effect) -> Option<Context<'a>> {
    let mut context = Context::new(sight, effect.source, effect.me)?;
    context.slots = effect.slots;
    Some(context)
}

fn in_scope(context: &Context<'_>, scope: Scope, fighter: FighterId) -> bool {
    let yours = || context.sight.table.owner(fighter) == context.source.seat;
    match scope {
        Scope::Any => true,
        Scope::Me => context.me == fighter,
        Scope::Slot(slot) => context.slots[slot as usize & 7] == number_of(fighter),
        Scope::Friends => fighter.is_some() && yours(),
        Scope::Enemies => fighter.is_some() && !yours(),
    }
}

/// Whether a rule applies to a fighter or an attack, which is bound as what the rule is about.
#[inline]
pub fn applies<'a>(
    context: &mut Context<'a>,
    clause: &Clause,
    rule: StaticRule,
    fighter: FighterId,
    attack: Option<&'a Attack>,
) -> bool {
    let (in_scope, it) = match (rule.subject, attack) {
        (Subject::Fighter, _) => (in_scope(context, rule.who, fighter), fighter),
        (Subject::Player, _) => return false,
        (Subject::Attack, None) => return false,
        (Subject::Attack, Some(attack)) => {
            let about = in_scope(context, rule.who, attack.attacker)
                && in_scope(context, rule.on, attack.target);
            let supports = matches!(rule.what, Static::Supports(_));
            (about, if supports { fighter } else { attack.attacker })
        }
    };
    context.attack = attack.or(context.attack);
    context.bind_first(number_of(it));
    in_scope && context.holds(clause.when)
}

/// The kinds of rule that any card at the table could have in force now.
#[inline]
fn kinds_there(sight: Sight<'_>) -> u64 {
    sight.table.index.standing_kinds | sight.state.kinds
}

/// Whether any card at the table could have such a rule in force now.
#[inline]
pub fn anyone(sight: Sight<'_>, kind: Kind) -> bool {
    kinds_there(sight) & kind.bit() != 0
}

/// The fighter who has the card of a rule in force while that card is in play (or nobody, if it is nobody's), if the
/// card is in play and the rule may speak of one of these fighters.
#[inline]
fn bearer(sight: Sight<'_>, rule: &RuleEntry, fighters: [FighterId; 2]) -> Option<FighterId> {
    let Source { seat, slot } = rule.source;
    let me = fighter_of(sight, rule.source);
    if rule.effect > 0 || rule.own && !fighters.contains(&me) {
        return None;
    }
    // The fallen keep their cards, which still tell how strong they were.
    let there = slot >= Source::WARSCROLL
        || me.is_some() && (me == fighters[0] || sight.state.fighter(me).on_field());
    (there && in_play(sight, seat) >> slot & 1 == 1).then_some(me)
}

/// The rules of a kind without those printed on the fighter cards of others than these two.
#[inline]
fn rules_on<'a>(
    sight: Sight<'a>,
    kind: Kind,
    fighters: [FighterId; 2],
) -> impl Iterator<Item = &'a RuleEntry> + Clone {
    let cards = fighters.map(|fighter| {
        let entrant = sight.table.entrants.get(fighter.ix());
        entrant.map_or(Source::NONE, |entrant| Source {
            seat: entrant.seat,
            slot: Source::FIGHTERS + entrant.index,
        })
    });
    let rules = sight.table.index.rules(kind).iter();
    rules.filter(move |rule| !rule.printed || cards.contains(&rule.source))
}

/// Whether any card could have such a rule about one of these fighters in force now.
pub fn about(sight: Sight<'_>, kind: Kind, fighter: FighterId, attacker: FighterId) -> bool {
    let lasts = |rule: &RuleEntry| {
        let mut effects = sight.state.effects.iter();
        effects.any(|effect| effect.source == rule.source && effect.number == rule.effect)
    };
    anyone(sight, kind)
        && rules_on(sight, kind, [fighter, attacker])
            .any(|rule| bearer(sight, rule, [fighter, attacker]).is_some() || lasts(rule))
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
#[inline]
pub fn each<'a>(
    sight: Sight<'a>,
    kind: Kind,
    busy: u64,
    fighter: FighterId,
    attack: Option<&'a Attack>,
    found: impl FnMut(&Context<'a>, Static),
) {
    if anyone(sight, kind) {
        each_of(sight, kind, busy, fighter, attack, |_| true, found);
    }
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
    let mut test = |context: Option<Context<'a>>, rule: &RuleEntry| {
        let Some(mut context) = context else { return };
        context.busy = busy | kind.bit();
        context.about = fighter;
        let clause = &context.code.clauses[usize::from(rule.clause)];
        if let Role::Static(rule) = clause.role
            && wanted(rule.what)
            && side_is_up(sight, context.me, clause)
            && applies(&mut context, clause, rule, fighter, attack)
        {
            found(&context, rule.what);
        }
    };
    let attacker = attack.map_or(FighterId::NONE, |attack| attack.attacker);
    let rules = rules_on(sight, kind, [fighter, attacker]);
    for rule in rules.clone() {
        if let Some(me) = bearer(sight, rule, [fighter, attacker]) {
            test(Context::new(sight, rule.source, me), rule);
        }
    }
    let effects = sight.state.effects.iter();
    for effect in effects.filter(|e| e.in_force() && e.serves(sight.state.n_attacks)) {
        for rule in rules.clone() {
            if rule.source == effect.source && rule.effect == effect.number {
                test(effect_context(sight, effect), rule);
            }
        }
    }
}

/// The attack being resolved, if the fighter is its target.
fn attack_on(sight: Sight<'_>, fighter: FighterId) -> Option<&Attack> {
    sight.state.attack().filter(|a| a.target == fighter)
}

/// Whether a rule that is `wanted` applies to a fighter.
#[inline]
fn any(
    sight: Sight<'_>,
    kind: Kind,
    busy: u64,
    fighter: FighterId,
    wanted: impl Fn(Static) -> bool,
) -> bool {
    let mut is = false;
    if anyone(sight, kind) {
        // Who attacks with critical abilities is asked as the attacker, everybody else as the target.
        let attack = match kind == Kind::ban(Ban::CriticalAbilities) {
            true => sight.state.attack().filter(|a| a.attacker == fighter),
            false => attack_on(sight, fighter),
        };
        each_of(sight, kind, busy, fighter, attack, wanted, |_, _| is = true);
    }
    is
}

/// Whether an ability forbids something to a fighter.
#[inline]
pub fn forbids(sight: Sight<'_>, fighter: FighterId, ban: Ban) -> bool {
    forbids_within(sight, fighter, ban, 0)
}

#[inline]
pub(crate) fn forbids_within(sight: Sight<'_>, fighter: FighterId, ban: Ban, busy: u64) -> bool {
    any(sight, Kind::ban(ban), busy, fighter, |what| match what {
        // Who may not act at all may make no action of any kind.
        Static::Cannot(Ban::Act(ActionKind::Any)) => true,
        Static::Cannot(Ban::ActButCharge) => matches!(
            ban,
            Ban::ActButCharge | Ban::Act(ActionKind::Move | ActionKind::Attack | ActionKind::Guard)
        ),
        what => what == Static::Cannot(ban),
    })
}

/// The bit of [`banned_acts`] for those who may only Charge.
pub const ONLY_CHARGES: u8 = 1 << 7;

/// Which of some fighters nothing keeps from being picked as targets.
#[inline]
pub fn targetable(sight: Sight<'_>, fighters: u32) -> u32 {
    if !anyone(sight, Kind::ban(Ban::Targeted)) {
        return fighters;
    }
    let open = |fighter: &u8| !forbids(sight, FighterId(*fighter), Ban::Targeted);
    Bits(fighters.into())
        .filter(open)
        .fold(0, |set, fighter| set | 1 << fighter)
}

/// Whether an ability forbids something to a player.
pub fn forbids_seat(sight: Sight<'_>, seat: Seat, ban: Ban) -> bool {
    let kind = Kind::ban(ban);
    if !anyone(sight, kind) {
        return false;
    }
    let applies = |context: Option<Context<'_>>, entry: &RuleEntry| {
        let Some(mut context) = context else {
            return false;
        };
        context.busy = kind.bit();
        let clause = &context.code.clauses[usize::from(entry.clause)];
        let Role::Static(rule) = clause.role else {
            return false;
        };
        let yours = context.source.seat == seat;
        let meant = match rule.who {
            Scope::Friends => yours,
            Scope::Enemies => !yours,
            Scope::Any | Scope::Me | Scope::Slot(_) => true,
        };
        context.bind_first(i16::from(seat.0));
        meant
            && rule.what == Static::Cannot(ban)
            && side_is_up(sight, context.me, clause)
            && context.holds(clause.when)
    };
    let rules = sight.table.index.rules(kind);
    let nobody = [FighterId::NONE; 2];
    let in_force = |rule: &RuleEntry| {
        let me = bearer(sight, rule, nobody);
        me.is_some_and(|me| applies(Context::new(sight, rule.source, me), rule))
    };
    let lasts = |effect: &Effect, rule: &RuleEntry| {
        rule.source == effect.source
            && rule.effect == effect.number
            && applies(effect_context(sight, effect), rule)
    };
    rules.iter().any(in_force)
        || sight
            .state
            .effects
            .iter()
            .any(|effect| effect.in_force() && rules.iter().any(|rule| lasts(effect, rule)))
}

/// The actions that abilities forbid to a fighter, as bits of [`ActionKind`] and [`ONLY_CHARGES`].
pub fn banned_acts(sight: Sight<'_>, fighter: FighterId) -> u8 {
    let kind = Kind::ban(Ban::Act(ActionKind::Any));
    let attack = attack_on(sight, fighter);
    let mut acts = 0;
    each(sight, kind, 0, fighter, attack, |_, what| match what {
        Static::Cannot(Ban::Act(act)) => acts |= 1 << act as u8,
        Static::Cannot(Ban::ActButCharge) => acts |= ONLY_CHARGES,
        _ => {}
    });
    acts
}

/// Whether a fighter has a label, printed or granted.
pub fn has_label(sight: Sight<'_>, fighter: FighterId, label: Label, busy: u64) -> bool {
    sight.table.entrant(fighter).def.labels >> label.0 & 1 == 1
        || any(sight, Kind::LABEL, busy, fighter, |what| {
            what == Static::Label(label)
        })
}

/// Whether a fighter has a trait, printed or granted.
pub fn has_trait(sight: Sight<'_>, fighter: FighterId, which: Trait, busy: u64) -> bool {
    sight.table.entrant(fighter).def.traits.has(which)
        || any(sight, Kind::TRAIT, busy, fighter, |what| {
            what == Static::Trait(which)
        })
}

/// Whether a fighter is on Guard, by a token or an effect.
pub fn on_guard(sight: Sight<'_>, fighter: FighterId, busy: u64) -> bool {
    (sight.state.fighter(fighter).has(Token::Guard)
        || any(sight, Kind::ON_GUARD, busy, fighter, |what| {
            what == Static::OnGuard
        }))
        && !forbids_within(sight, fighter, Ban::OnGuard, busy)
}

/// Whether an ability puts a fighter in cover wherever it stands.
pub fn in_cover(sight: Sight<'_>, fighter: FighterId, busy: u64) -> bool {
    any(sight, Kind::ON_GUARD, busy, fighter, |what| {
        what == Static::InCover
    })
}

/// The dice that an attack gains by how things are when it begins.
pub fn opening_dice(sight: Sight<'_>, attack: &Attack) -> i8 {
    let (kind, fighter) = (Kind::OPENING_DICE, attack.attacker);
    let mut dice = 0i8;
    each(sight, kind, 0, fighter, Some(attack), |_, what| {
        if let Static::OpeningDice(n) = what {
            dice = dice.saturating_add(n as i8);
        }
    });
    dice
}

/// How much a fighter suffers of so much damage: none if that is forbidden, more or less by abilities, and no more than
/// a cap allows.
pub fn damage_suffered(sight: Sight<'_>, fighter: FighterId, amount: u8) -> u8 {
    if forbids(sight, fighter, Ban::Damaged) {
        return 0;
    }
    let mut suffered = i16::from(amount);
    let attack = attack_on(sight, fighter);
    each(sight, Kind::DAMAGE_CAP, 0, fighter, attack, |_, what| {
        if let Static::Suffered { by, least } = what {
            let least = i16::from(least).min(suffered);
            suffered = (suffered + i16::from(by)).max(least);
        }
    });
    suffered.clamp(0, i16::from(damage_cap(sight, fighter))) as u8
}

/// The most damage a fighter can suffer now.
pub fn damage_cap(sight: Sight<'_>, fighter: FighterId) -> u8 {
    let so_far = sight.state.fighter(fighter).turn_damage;
    let attack = attack_on(sight, fighter);
    let mut cap = u8::MAX;
    each(sight, Kind::DAMAGE_CAP, 0, fighter, attack, |_, what| {
        cap = cap.min(match what {
            Static::DamageCap(n) => n,
            Static::DamageCapTurn(n) => n.saturating_sub(so_far),
            _ => u8::MAX,
        });
    });
    cap
}

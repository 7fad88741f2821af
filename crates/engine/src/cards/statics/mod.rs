//! Static rules: finding those in force, and the short questions about fighters.
//!
//! Rules come from cards in play (upgrades, fighter cards, warscrolls, plots) and from lasting
//! effects. Which rule changes a characteristic by how much is worked out in [`modify`], how fighters move in [`moves`].

mod bans;
pub mod casting;
pub mod innate;
pub mod kind;
pub mod modify;
pub mod moves;
pub mod sight;
pub mod stretch;
pub mod supporters;

use super::{
    eval::{Context, number_of},
    index::RuleEntry,
};
use crate::{
    attack::{Attack, WeaponIx},
    bits::Bits,
    effect::{Effect, Source},
    run::Sight,
    state::{Fighter, State},
    table::Table,
};
pub use bans::{forbids_scoring, forbids_seat, forbids_token};
use gloryhex_cardlang::{
    ActionKind, Ban, CardFlags, Clause, Instr, Role, Scope, Side, Static, StaticRule, Subject,
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::{FighterId, Label, Seat, Token, Trait};
pub use kind::{KINDS, Kind};
pub use sight::sees_anyway;

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

/// Whether a card is nobody's, or its bearer or fighter is on the battlefield.
pub fn stands(sight: Sight<'_>, source: Source, me: FighterId) -> bool {
    source.slot >= Source::WARSCROLL || me.is_some() && sight.state.fighter(me).on_field()
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

/// Whether an effect of a card that lasts is about a fighter: it was made for this fighter, or has rules that speak of
/// it now.
pub fn affects(sight: Sight<'_>, source: Source, fighter: FighterId) -> bool {
    let mut effects = sight.state.effects.iter();
    effects.any(|effect| effect.source == source && is_about(sight, effect, fighter))
}

/// Whether an effect is about a fighter.
fn is_about(sight: Sight<'_>, effect: &Effect, fighter: FighterId) -> bool {
    let Some(context) = effect_context(sight, effect) else {
        return false;
    };
    let steps = context.code.code.iter();
    let named = steps.fold(0, |named, step| match step {
        Instr::Install(install) if install.effect == effect.number => named | install.fighters,
        _ => named,
    });
    if Bits(named.into()).any(|slot| effect.slots[usize::from(slot & 7)] == number_of(fighter)) {
        return true;
    }
    context.code.clauses.iter().any(|clause| {
        let Role::Static(rule) = clause.role else {
            return false;
        };
        let of_fighters = matches!(rule.subject, Subject::Fighter | Subject::Attack);
        if clause.effect != effect.number || !of_fighters {
            return false;
        }
        // Whoever it speaks of by name has been looked at.
        let in_scope = |scope| match scope {
            Scope::Any | Scope::Slot(_) => false,
            Scope::Me | Scope::Friends | Scope::Enemies => in_scope(&context, scope, fighter),
        };
        match rule.subject {
            Subject::Fighter => {
                let mut own = context;
                applies(&mut own, clause, rule, fighter, None)
            }
            Subject::Attack | Subject::Player | Subject::Token => {
                in_scope(rule.who) || in_scope(rule.on)
            }
        }
    })
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
        (Subject::Player | Subject::Token, _) => return false,
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

/// Whether any card at the table could forbid or allow this now.
#[inline]
pub fn anyone_bans(sight: Sight<'_>, ban: Ban) -> bool {
    sight.table.index.bans & Kind::ban_bit(ban) != 0 && anyone(sight, Kind::ban(ban))
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
    let there = me.is_some() && me == fighters[0] || stands(sight, rule.source, me);
    (there && in_play(sight, seat) >> slot & 1 == 1).then_some(me)
}

/// Whether any card could have such a rule about one of these fighters in force now.
pub fn about(sight: Sight<'_>, kind: Kind, fighter: FighterId, attacker: FighterId) -> bool {
    let lasts = |rule: &RuleEntry| {
        let mut effects = sight.state.effects.iter();
        effects.any(|effect| effect.source == rule.source && effect.number == rule.effect)
    };
    anyone(sight, kind)
        && sight
            .table
            .index
            .rules(kind)
            .iter()
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
    // What was for the first attack serves no other that may be made.
    let anew = attack.is_some_and(|attack| attack.is(Attack::ABOUT_TO));
    let serves = |effect: &Effect| {
        effect.serves(sight.state.n_attacks) && !(anew && effect.term.first() && effect.used > 0)
    };
    let attacker = attack.map_or(FighterId::NONE, |attack| attack.attacker);
    in_force(
        sight,
        kind,
        [fighter, attacker],
        serves,
        |mut context, clause, rule| {
            context.busy = busy | kind.bit();
            context.about = fighter;
            if wanted(rule.what) && applies(&mut context, clause, rule, fighter, attack) {
                let whom = match rule.subject {
                    Subject::Attack => attacker,
                    Subject::Fighter | Subject::Player | Subject::Token => fighter,
                };
                if !is_out_of_reach(sight, context.source, whom, context.busy) {
                    found(&context, rule.what);
                }
            }
        },
    );
}

/// Whether a card cannot touch a fighter: a Domain gambit that an ability keeps off.
#[inline]
pub fn is_out_of_reach(sight: Sight<'_>, source: Source, fighter: FighterId, busy: u64) -> bool {
    let is_domain = || {
        let code = sight.table.code(source);
        code.is_some_and(|code| code.flags.has(CardFlags::DOMAIN))
    };
    fighter.is_some()
        && anyone_bans(sight, Ban::AffectedByDomains)
        && is_domain()
        && forbids_within(sight, fighter, Ban::AffectedByDomains, busy)
}

/// Calls `found` with every rule of a kind in force that may speak of these fighters: of cards in play, then of lasting
/// effects that `serve`. Whether its condition holds is not asked.
#[inline(always)]
fn in_force<'a>(
    sight: Sight<'a>,
    kind: Kind,
    fighters: [FighterId; 2],
    serves: impl Fn(&Effect) -> bool,
    mut found: impl FnMut(Context<'a>, &'a Clause, StaticRule),
) {
    let mut look = |context: Option<Context<'a>>, entry: &RuleEntry| {
        let Some(context) = context else { return };
        let clause = &context.code.clauses[usize::from(entry.clause)];
        if let Role::Static(rule) = clause.role
            && side_is_up(sight, context.me, clause)
        {
            found(context, clause, rule);
        }
    };
    let rules = sight.table.index.rules(kind);
    for rule in rules {
        if let Some(me) = bearer(sight, rule, fighters) {
            look(Context::new(sight, rule.source, me), rule);
        }
    }
    let effects = sight.state.effects.iter();
    for effect in effects.filter(|effect| effect.in_force() && serves(effect)) {
        for rule in rules {
            if rule.source == effect.source && rule.effect == effect.number {
                look(effect_context(sight, effect), rule);
            }
        }
    }
}

/// The attack being resolved, if the fighter is its target.
fn attack_on(sight: Sight<'_>, fighter: FighterId) -> Option<&Attack> {
    sight.state.attack().filter(|a| a.target == fighter)
}

/// Whether a rule that is `wanted` applies to a fighter, or to an attack.
#[inline]
pub fn says(
    sight: Sight<'_>,
    kind: Kind,
    busy: u64,
    fighter: FighterId,
    attack: Option<&Attack>,
    wanted: impl Fn(Static) -> bool,
) -> bool {
    let mut is = false;
    if anyone(sight, kind) {
        each_of(sight, kind, busy, fighter, attack, wanted, |_, _| is = true);
    }
    is
}

/// Whether a rule applies to a fighter, or to the attack on it.
fn has(sight: Sight<'_>, kind: Kind, busy: u64, fighter: FighterId, rule: Static) -> bool {
    let attack = attack_on(sight, fighter);
    says(sight, kind, busy, fighter, attack, |what| what == rule)
}

/// Whether an ability forbids something to a fighter.
#[inline]
pub fn forbids(sight: Sight<'_>, fighter: FighterId, ban: Ban) -> bool {
    anyone(sight, Kind::ban(ban)) && forbids_within(sight, fighter, ban, 0)
}

pub(crate) fn forbids_within(sight: Sight<'_>, fighter: FighterId, ban: Ban, busy: u64) -> bool {
    let kind = Kind::ban(ban);
    if !anyone_bans(sight, ban) {
        return false;
    }
    let attack = match ban.is_of_attacker() {
        true => sight.state.attack().filter(|a| a.attacker == fighter),
        false => attack_on(sight, fighter),
    };
    let (mut is, mut printed) = (false, false);
    let bans = |what| match what {
        // Who may not act at all may make no action of any kind.
        Static::Cannot(Ban::Act(ActionKind::Any)) => true,
        Static::Cannot(Ban::ActButCharge) => matches!(
            ban,
            Ban::ActButCharge | Ban::Act(ActionKind::Move | ActionKind::Attack | ActionKind::Guard)
        ),
        what => what == Static::Cannot(ban),
    };
    each_of(sight, kind, busy, fighter, attack, bans, |context, _| {
        let own = (Source::FIGHTERS..Source::WARSCROLL).contains(&context.source.slot);
        match own && context.me == fighter {
            true => printed = true,
            false => is = true,
        }
    });
    is || printed && !is_allowed(sight, fighter, ban, busy)
}

/// Whether an ability allows a fighter what its own card forbids.
fn is_allowed(sight: Sight<'_>, fighter: FighterId, ban: Ban, busy: u64) -> bool {
    has(sight, Kind::ban(ban), busy, fighter, Static::Can(ban))
}

/// The bit of [`banned_acts`] for those who may only Charge.
pub const ONLY_CHARGES: u8 = 1 << 7;

/// The bit of [`banned_acts`] for those who Move and Charge in spite of their one Move or Charge token.
pub const IN_SPITE: u8 = 1 << 6;

/// The bit of [`banned_acts`] for those who use Core abilities in spite of all their Move and Charge tokens.
pub const FREE_OF_TOKENS: u8 = 1 << 5;

/// Which of some fighters nothing keeps from being picked as targets.
pub fn targetable(sight: Sight<'_>, fighters: u32) -> u32 {
    if !anyone_bans(sight, Ban::Targeted) {
        return fighters;
    }
    let barred = |fighter: &u8| forbids(sight, FighterId(*fighter), Ban::Targeted);
    let barred = Bits(fighters.into()).filter(barred);
    barred.fold(fighters, |open, fighter| open & !(1 << fighter))
}

/// Which of some fighters an attacker may pick as targets of a weapon, as bits of their ids.
pub fn may_be_attacked(sight: Sight<'_>, attacker: FighterId, weapon: WeaponIx, foes: u64) -> u64 {
    let (kind, made) = (Kind::ban(Ban::Made), Static::Cannot(Ban::Made));
    let (forbids, hides) = (anyone_bans(sight, Ban::Made), anyone_blocks_sight(sight));
    if !forbids && !hides {
        return foes;
    }
    let (seat, from) = (
        sight.table.owner(attacker),
        sight.state.fighter(attacker).hex,
    );
    let hidden = |target: FighterId| {
        if sees_anyway(sight, attacker, target) {
            return false;
        }
        let walls = in_the_way(sight, seat, target);
        let to = sight.state.fighter(target).hex;
        !walls.is_empty() && sight.grid.line_touches_any(from, to, &walls)
    };
    let forbidden = |target: FighterId| {
        let attack = Attack {
            target,
            ..modify::about_to(attacker, weapon)
        };
        says(sight, kind, 0, attacker, Some(&attack), |what| what == made)
    };
    let barred = Bits(foes).filter(|target| {
        let target = FighterId(*target);
        hides && hidden(target) || forbids && forbidden(target)
    });
    barred.fold(foes, |open, target| open & !(1 << target))
}

/// Whether any card at the table could have somebody stand in the way of attacks now.
#[inline]
fn anyone_blocks_sight(sight: Sight<'_>) -> bool {
    sight.table.index.blocks_sight && anyone(sight, Kind::of(Static::BlocksSight))
}

/// The hexes that a player's attacks on a fighter take for blocked ones, because of who stands there.
pub fn in_the_way(sight: Sight<'_>, seat: Seat, target: FighterId) -> HexSet {
    let kind = Kind::of(Static::BlocksSight);
    if !anyone_blocks_sight(sight) {
        return HexSet::EMPTY;
    }
    let blocks = |fighter: &FighterId| {
        let other = *fighter != target && sight.table.owner(*fighter) != seat;
        other
            && sight.state.fighter(*fighter).on_field()
            && has(sight, kind, 0, *fighter, Static::BlocksSight)
    };
    let those = sight.table.everyone().filter(blocks);
    those
        .map(|fighter| sight.state.fighter(fighter).hex)
        .collect()
}

/// Whether a fighter has a single Move or Charge token, and that one is of the kind it ignores.
fn is_ignored(sight: Sight<'_>, fighter: FighterId, token: Token) -> bool {
    let now = sight.state.fighter(fighter);
    let all = now.tokens(Token::Move) + now.tokens(Token::Charge);
    all == 1 && now.has(token)
}

/// The actions that abilities forbid to a fighter, as bits of [`ActionKind`], [`ONLY_CHARGES`], [`IN_SPITE`] and
/// [`FREE_OF_TOKENS`].
pub fn banned_acts(sight: Sight<'_>, fighter: FighterId) -> u8 {
    let kind = Kind::ban(Ban::Act(ActionKind::Any));
    let attack = attack_on(sight, fighter);
    let mut acts = 0;
    each(sight, kind, 0, fighter, attack, |_, what| match what {
        Static::Cannot(Ban::Act(act)) => acts |= 1 << act as u8,
        Static::Cannot(Ban::ActButCharge) => acts |= ONLY_CHARGES,
        Static::Ignores(token) if is_ignored(sight, fighter, token) => acts |= IN_SPITE,
        Static::IgnoresTokens => acts |= FREE_OF_TOKENS,
        _ => {}
    });
    acts
}

/// Whether a fighter has a label, printed or granted.
pub fn has_label(sight: Sight<'_>, fighter: FighterId, label: Label, busy: u64) -> bool {
    sight.table.entrant(fighter).def.labels >> label.0 & 1 == 1
        || has(sight, Kind::LABEL, busy, fighter, Static::Label(label))
}

/// Whether a fighter has a trait, printed or granted.
pub fn has_trait(sight: Sight<'_>, fighter: FighterId, which: Trait, busy: u64) -> bool {
    sight.table.entrant(fighter).def.traits.has(which)
        || has(sight, Kind::TRAIT, busy, fighter, Static::Trait(which))
}

/// Whether a fighter is on Guard, by a token or an effect.
pub fn on_guard(sight: Sight<'_>, fighter: FighterId, busy: u64) -> bool {
    (sight.state.fighter(fighter).has(Token::Guard)
        || has(sight, Kind::ON_GUARD, busy, fighter, Static::OnGuard))
        && !forbids_within(sight, fighter, Ban::OnGuard, busy)
}

/// Whether an ability puts a fighter in cover wherever it stands.
pub fn in_cover(sight: Sight<'_>, fighter: FighterId, busy: u64) -> bool {
    has(sight, Kind::ON_GUARD, busy, fighter, Static::InCover)
}

/// The token that a fighter holds: the one it stands on, if it can hold it.
pub fn held(sight: Sight<'_>, fighter: FighterId, busy: u64) -> Option<usize> {
    let hex = Some(sight.state.fighter(fighter).hex).filter(|hex| hex.is_some())?;
    let ix = sight.state.feature_at(hex)?;
    let may = sight.state.features[ix].numbered()
        && !has_trait(sight, fighter, Trait::Beast, busy)
        && !forbids_within(sight, fighter, Ban::Hold, busy);
    may.then_some(ix)
}

/// Whether a fighter does not count in the distance of a friend's attack past it.
pub fn shortens(sight: Sight<'_>, fighter: FighterId) -> bool {
    has(sight, Kind::SUPPORTS, 0, fighter, Static::Shortens)
}

/// The dice that an attack gains by how things are when it begins.
pub fn opening_dice(sight: Sight<'_>, attack: &Attack) -> i8 {
    let (kind, fighter) = (Kind::OPENING_DICE, attack.attacker);
    let mut dice = 0i8;
    if anyone(sight, kind) && modify::is_as_printed(sight, attack, 0) {
        return 0;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial, YOU};

    const THEY: Seat = Seat(1);

    #[test]
    fn what_a_card_allows_lifts_only_what_the_fighter_card_forbids() {
        let trial = Trial::upgrade("static bearer can hold static friends cannot hold");
        assert!(forbids(trial.sight(), ASH, Ban::Hold));
        let trial = Trial::upgrade("static bearer can hold");
        assert!(!forbids(trial.sight(), ASH, Ban::Hold));
    }

    #[test]
    fn who_blocks_sight_is_in_the_way_of_opponents_alone() {
        let trial = Trial::upgrade("static bearer gets blocks_sight");
        let here = HexSet::single(trial.game.state.fighter(ASH).hex);
        let way = |seat, target| in_the_way(trial.sight(), seat, target);
        assert_eq!(way(THEY, FighterId(1)), here);
        assert_eq!(way(THEY, ASH), HexSet::EMPTY);
        assert_eq!(way(YOU, DOCK), HexSet::EMPTY);
    }

    #[test]
    fn a_player_is_forbidden_what_a_card_says_and_nothing_else() {
        let trial = Trial::upgrade("static opponents cannot score");
        let bans = [YOU, THEY].map(|seat| forbids_seat(trial.sight(), seat, Ban::Score));
        assert_eq!(bans, [false, true]);
        assert!(!forbids_seat(trial.sight(), THEY, Ban::Draw));
        let trial = Trial::upgrade("static players cannot score");
        assert!(forbids_seat(trial.sight(), YOU, Ban::Score));
    }

    #[test]
    fn a_ban_is_in_force_while_its_card_is_and_its_condition_holds() {
        let mut trial = Trial::upgrade("static opponents cannot score while bearer is inspired");
        assert!(!forbids_seat(trial.sight(), THEY, Ban::Score));
        trial.fighter(ASH).set(Fighter::INSPIRED, true);
        assert!(forbids_seat(trial.sight(), THEY, Ban::Score));
        trial.game.state.seats[YOU].power.to_discard(1);
        assert!(!forbids_seat(trial.sight(), THEY, Ban::Score));
    }

    #[test]
    fn a_lasting_effect_forbids_until_it_ends() {
        let mut trial = Trial::ploy("effect round { static opponents cannot draw }");
        assert!(!forbids_seat(trial.sight(), THEY, Ban::Draw));
        trial.play(&[]);
        assert!(forbids_seat(trial.sight(), THEY, Ban::Draw));
        trial.with_run(|run| crate::ops::lasting::end(run, |_| true));
        assert!(!forbids_seat(trial.sight(), THEY, Ban::Draw));
    }

    #[test]
    fn who_may_only_charge_may_not_move_attack_or_guard() {
        let trial = Trial::upgrade("static enemies cannot act_but_charge");
        let banned = |who, act| forbids(trial.sight(), who, Ban::Act(act));
        for act in [ActionKind::Move, ActionKind::Attack, ActionKind::Guard] {
            assert!(banned(DOCK, act) && !banned(ASH, act), "{act:?}");
        }
        assert!(!banned(DOCK, ActionKind::Charge));
        assert_eq!(banned_acts(trial.sight(), DOCK), ONLY_CHARGES);
    }

    #[test]
    fn who_may_not_act_at_all_may_make_no_action_of_any_kind() {
        let trial = Trial::upgrade("static enemies cannot be_activated");
        let banned = |act| forbids(trial.sight(), DOCK, Ban::Act(act));
        assert!(banned(ActionKind::Move) && banned(ActionKind::Charge));
    }
}

//! What can be chosen for a card: elements of a domain, hexes to be placed in, and the actions a fighter may
//! be granted. Pushes are in [`super::push`].

use super::eval::Context;
use crate::{
    attack::{Attack, WeaponIx},
    card_run::CardRun,
    choice::{Choice, Choices, Verb},
    effect::Source,
    frames::grant::Grant,
    ops::{
        act::{self, Act},
        field, sides, stats, travel, ways,
    },
    run::Sight,
};
use gloryhex_cardlang::{
    ActionKind, CardKind, Domain, Expr, Instr, NOBODY, Ref, Role, WeaponPick, program::Operand,
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{FighterId, Seat};

/// The context in which a card being resolved is evaluated.
#[inline(always)]
pub fn context<'a>(sight: Sight<'a>, card: &'a CardRun) -> Option<Context<'a>> {
    let mut context = Context::new(sight, card.source, card.me)?;
    context.slots = card.slots;
    context.card = Some(card);
    Some(context)
}

/// The value of an expression of a card being resolved; mostly it is a plain number.
#[inline]
pub fn amount(sight: Sight<'_>, card: &CardRun, n: Expr) -> i16 {
    let root = sight.table.index.program(card.source).root(n);
    match root.map(|root| root.arg.operand()) {
        None => 0,
        Some(Operand::Number(n)) => n,
        Some(Operand::Bound(slot)) if slot < 8 => card.slots[usize::from(slot)],
        Some(_) => context(sight, card).map_or(0, |context| context.value(n)),
    }
}

/// The number a reference stands for.
#[inline]
pub fn value_of(card: &CardRun, what: Ref) -> i16 {
    // No jump: what it is cannot be foreseen.
    const REST: usize = Ref::THIS.0 as usize + 1;
    let mut all = [NOBODY; REST + 1];
    all[..card.slots.len()].copy_from_slice(&card.slots);
    all[usize::from(Ref::ME.0)] = super::eval::number_of(card.me);
    all[usize::from(Ref::YOU.0)] = i16::from(card.source.seat.0);
    all[usize::from(Ref::THIS.0)] = super::eval::domain::card_number(card.source);
    all[usize::from(what.0).min(REST)]
}

/// The fighter a reference stands for, if it is one of this game's.
pub fn fighter_of(sight: Sight<'_>, card: &CardRun, what: Ref) -> Option<FighterId> {
    let n = sight.table.entrants.len() as i16;
    let value = value_of(card, what);
    (0..n).contains(&value).then_some(FighterId(value as u8))
}

/// The hex a reference stands for; of a fighter or token it is not asked.
pub fn hex_of(sight: Sight<'_>, card: &CardRun, what: Ref) -> Option<HexId> {
    let hex = match what {
        Ref::ME => sight.state.fighter(card.me).hex,
        _ => HexId(u8::try_from(value_of(card, what)).ok()?),
    };
    sight.grid.all().contains(hex).then_some(hex)
}

/// The seat a reference stands for.
pub fn seat_of(sight: Sight<'_>, card: &CardRun, what: Ref) -> Seat {
    // Mostly it is you.
    if what == Ref::YOU || what == Ref::NONE {
        return card.source.seat;
    }
    if what == Ref::ME && card.me.is_some() {
        return sight.table.owner(card.me);
    }
    let value = value_of(card, what);
    let n = i16::from(sight.state.clock.players);
    if (0..n).contains(&value) {
        Seat(value as u8)
    } else {
        card.source.seat
    }
}

/// Whether what the card chooses must be visible to its caster (Harrowdeep p.35).
fn needs_sight(sight: Sight<'_>, card: &CardRun) -> bool {
    sight.rules().spells_need_sight
        && sight.table.code(card.source).is_some_and(|code| {
            code.kind == CardKind::Spell
                || code
                    .clauses
                    .get(card.clause as usize)
                    .is_some_and(|clause| matches!(clause.role, Role::Action { cast: Some(_) }))
        })
}

fn seen(sight: Sight<'_>, card: &CardRun, over: Domain, element: i16) -> bool {
    let from = sight.state.fighter(card.me).hex;
    let to = match over {
        Domain::Hexes => HexId(element as u8),
        _ if over.is_fighters() => sight.state.fighter(FighterId(element as u8)).hex,
        Domain::Tokens => sight.state.features[element as usize].hex,
        _ => return true,
    };
    from != HexId::NONE && to != HexId::NONE && field::sees(sight, from, to)
}

/// Calls `found` with every element that can be chosen, until it says to stop.
pub fn each(
    sight: Sight<'_>,
    card: &CardRun,
    over: Domain,
    of: Ref,
    filter: Expr,
    term: bool,
    mut found: impl FnMut(i16) -> bool,
) {
    let Some(context) = context(sight, card) else {
        return;
    };
    let by_sight = term && card.me.is_some() && needs_sight(sight, card);
    for element in context.elements(over, value_of(card, of), filter) {
        if (!by_sight || seen(sight, card, over, element)) && !found(element) {
            return;
        }
    }
}

/// The notation of choosing an element.
pub fn choice_of(over: Domain, element: i16) -> Choice {
    let small = element as u8;
    match over {
        Domain::Hexes => Choice::new(Verb::Hex, small, 0, 0),
        Domain::Tokens => Choice::new(Verb::Feature, small, 0, 0),
        Domain::Seats | Domain::Opponents => Choice::new(Verb::Seat, small, 0, 0),
        Domain::Boards => Choice::new(Verb::Board, small, 0, 0),
        Domain::UpgradesOf
        | Domain::PowerHandOf
        | Domain::ObjectiveHandOf
        | Domain::PowerDiscardOf
        | Domain::ObjectiveDiscardOf
        | Domain::JustBroken => {
            let Source { seat, slot } =
                super::eval::domain::card_of(element).unwrap_or(Source::NONE);
            Choice::new(Verb::Card, slot, seat.0, 0)
        }
        _ => Choice::new(Verb::Fighter, small, 0, 0),
    }
}

/// The element that a choice names.
pub fn element_of(choice: Choice) -> i16 {
    match choice.verb {
        Verb::Card => super::eval::domain::card_number(Source {
            seat: Seat(choice.b),
            slot: choice.a,
        }),
        _ => i16::from(choice.a),
    }
}

/// The hexes a fighter can be placed in. The hex of a fighter who is taken off the battlefield first is empty.
pub fn places(sight: Sight<'_>, card: &CardRun, hex: Expr, lifted: Option<FighterId>) -> HexSet {
    let Some(context) = context(sight, card) else {
        return HexSet::EMPTY;
    };
    let mut empty = field::empty(sight);
    let left = lifted.map_or(HexId::NONE, |fighter| sight.state.fighter(fighter).hex);
    if left != HexId::NONE {
        empty.insert(left);
    }
    context.hexes_which(empty, hex)
}

/// The frame of a granted action, if its fighter is on the battlefield.
pub fn grant_of(sight: Sight<'_>, card: &CardRun, instr: Instr) -> Option<Grant> {
    let Instr::Grant {
        who,
        action,
        named,
        optional,
        weapon,
        filter,
    } = instr
    else {
        return None;
    };
    let fighter = fighter_of(sight, card, who).filter(|f| sight.state.fighter(*f).on_field())?;
    let acts = match action {
        ActionKind::Move => 1,
        ActionKind::Attack => 2,
        ActionKind::Charge => 4,
        ActionKind::Guard => 8,
        ActionKind::Any => 31,
    };
    let weapon = match weapon {
        WeaponPick::Any => WeaponIx::NONE,
        WeaponPick::Card(0)
            if sight.table.owner(fighter) == card.source.seat
                && sight.state.upgrades(sight.table, fighter) & own_slot(card) != 0 =>
        {
            WeaponIx::upgrade(card.source.slot)
        }
        WeaponPick::Card(_) => WeaponIx::LENT,
        WeaponPick::Own(ix) => WeaponIx(ix),
        WeaponPick::Named(number) => {
            let mut found = None;
            stats::each_weapon(sight, fighter, |ix| {
                let asked = stats::weapon_def(sight, fighter, ix).map(|weapon| weapon.asked);
                found = found.or(Some(ix).filter(|_| asked == Some(number)));
            });
            found?
        }
    };
    Some(Grant {
        fighter,
        acts,
        named,
        optional,
        target: FighterId::NONE,
        weapon: weapon.0,
        filtered: !filter.is_yes(),
        stage: 0,
    })
}

/// The bit of the power card being resolved, if it is one.
fn own_slot(card: &CardRun) -> u64 {
    1u64.checked_shl(u32::from(card.source.slot)).unwrap_or(0)
}

/// The condition on what a granted action is aimed at, from the card that granted it.
fn granted_filter(sight: Sight<'_>) -> Option<(&CardRun, Expr)> {
    let card = sight.state.card()?;
    let code = sight.table.code(card.source)?;
    let before = card.pc.checked_sub(1)?;
    match code.code.get(before as usize)? {
        Instr::Grant { filter, .. } => Some((card, *filter)),
        _ => None,
    }
}

/// Adds what a granted action may be, filtered by the card that granted it.
pub fn granted(sight: Sight<'_>, frame: &Grant, out: &mut Choices) {
    let filter = granted_filter(sight).filter(|_| frame.filtered);
    granted_with(sight, frame, filter, out);
}

/// Adds what a granted action may be, with a condition on its target or last hex.
pub fn granted_with(
    sight: Sight<'_>,
    frame: &Grant,
    filter: Option<(&CardRun, Expr)>,
    out: &mut Choices,
) {
    let fighter = frame.fighter;
    let can =
        |bit, what| frame.acts & bit != 0 && act::may(sight, fighter, what, frame.how()).is_ok();
    let lands = |hex: HexId| lands(sight, filter, hex);
    if can(1, Act::Move) {
        if out.is_probe() && steps(sight, fighter, filter) {
            let from = sight.state.fighter(fighter).hex;
            out.push(Choice::new(Verb::Move, fighter.0, from.0, 0));
            return;
        }
        travel::each_way(sight, fighter, false, |hex, entered| {
            if lands(hex) {
                out.push(Choice::new(Verb::Move, fighter.0, hex.0, entered));
            }
        });
    }
    if can(2, Act::Attack) {
        granted_attacks(sight, frame, filter, out);
        if out.enough() {
            return;
        }
    }
    if can(4, Act::Charge) {
        ways::ways(sight, fighter, true, out);
    }
    if can(8, Act::Guard) {
        out.push(Choice::fighter(Verb::Guard, fighter));
    }
    if can(16, Act::Printed) {
        super::printed_actions(sight, fighter, out);
    }
}

/// Whether a granted Move can be made, with a condition on its last hex.
pub fn may_move(sight: Sight<'_>, frame: &Grant, filter: Option<(&CardRun, Expr)>) -> bool {
    let fighter = frame.fighter;
    if act::may(sight, fighter, Act::Move, frame.how()).is_err() {
        return false;
    }
    let mut any = steps(sight, fighter, filter);
    if !any {
        travel::each_way(sight, fighter, false, |hex, _| {
            any |= lands(sight, filter, hex)
        });
    }
    any
}

/// Whether a hex satisfies the condition on the last one of a Move.
fn lands(sight: Sight<'_>, filter: Option<(&CardRun, Expr)>, hex: HexId) -> bool {
    filter.is_none_or(|(card, filter)| {
        context(sight, card).is_some_and(|c| c.with(i16::from(hex.0)).holds(filter))
    })
}

/// Whether a Move may end one step away, which is enough to know that there is a way.
fn steps(sight: Sight<'_>, fighter: FighterId, filter: Option<(&CardRun, Expr)>) -> bool {
    let from = sight.state.fighter(fighter).hex;
    let near = sight.grid.adjacent(from) & field::empty(sight);
    let lies = match filter {
        Some(_) => near.iter().any(|hex| lands(sight, filter, hex)),
        None => !near.is_empty(),
    };
    lies && super::move_of(sight, fighter, false) > 0
}

/// Whether a weapon that a card would lend reaches somebody it may be used on, by its printed range.
pub fn lent_reaches(
    sight: Sight<'_>,
    frame: &Grant,
    filter: Option<(&CardRun, Expr)>,
    range: u8,
) -> bool {
    let from = sight.state.fighter(frame.fighter).hex;
    let seat = sight.table.owner(frame.fighter);
    from != HexId::NONE
        && sides::enemies(sight, seat).any(|target| {
            let to = sight.state.fighter(target).hex;
            sight.grid.distance(from, to) <= range
                && field::sees(sight, from, to)
                && filter.is_none_or(|(card, filter)| {
                    context(sight, card).is_some_and(|c| c.with(i16::from(target.0)).holds(filter))
                })
        })
}

fn granted_attacks(
    sight: Sight<'_>,
    frame: &Grant,
    filter: Option<(&CardRun, Expr)>,
    out: &mut Choices,
) {
    let fighter = frame.fighter;
    let seat = sight.table.owner(fighter);
    let from = sight.state.fighter(fighter).hex;
    if from == HexId::NONE {
        return;
    }
    let seen = field::visible_from(sight, from).with(from);
    let mut with = |weapon: WeaponIx| {
        if out.enough() {
            return;
        }
        let range = stats::reach(sight, fighter, weapon);
        for target in sides::enemies(sight, seat) {
            let hex = sight.state.fighter(target).hex;
            if frame.target.is_some() && target != frame.target
                || hex == HexId::NONE
                || sight.grid.distance(from, hex) > range
                || !seen.contains(hex)
            {
                continue;
            }
            let about_to = Attack {
                attacker: fighter,
                target,
                weapon,
                ..Attack::NONE
            };
            let allowed = filter.is_none_or(|(card, filter)| {
                context(sight, card).is_some_and(|mut context| {
                    context.attack = Some(&about_to);
                    context.with(i16::from(target.0)).holds(filter)
                })
            });
            if allowed {
                out.push(Choice::new(Verb::Attack, fighter.0, target.0, weapon.0));
            }
        }
    };
    if frame.weapon == WeaponIx::LENT.0 {
        with(WeaponIx::LENT);
        return;
    }
    stats::each_weapon(sight, fighter, |weapon| {
        if frame.weapon == WeaponIx::NONE.0 || frame.weapon == weapon.0 {
            with(weapon);
        }
    });
}

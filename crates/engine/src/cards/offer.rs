//! What a player could play, use or react with now.
//!
//! An offer is a clause of a card with everything bound; it is only made if every instruction of it can
//! be followed, as far as that can be told before it is tried (see [`super::follow`]).

use super::{
    Also,
    eval::Context,
    follow,
    index::Places,
    listeners::{
        listener::{Listener, Way},
        moment::Moment,
    },
    statics::{self, fighter_of, in_play, side_is_up},
    steps::operands,
};
use crate::{
    attack::WeaponIx,
    bind::Bind,
    bits::Bits,
    card_run::CardRun,
    choice::{Choice, Verb},
    effect::Source,
    frames::{cast, combat},
    ops::{sides, stats},
    run::Sight,
};
use gloryhex_cardlang::{Ban, CardCode, CardKind, Clause, Limit, MadeFrom, Role, Slots};
use gloryhex_model::{FighterId, Seat, Stat, Trigger};

/// Whether a fighter satisfies the `users` condition of a card.
#[inline(always)]
pub fn may_use(sight: Sight<'_>, source: Source, code: &CardCode, fighter: FighterId) -> bool {
    if code.users.is_yes() {
        return true;
    }
    Context::new(sight, source, fighter)
        .is_some_and(|context| context.with(i16::from(fighter.0)).holds(code.users))
}

/// Whether a fighter may cast the spell on a card.
pub fn may_cast(sight: Sight<'_>, source: Source, code: &CardCode, fighter: FighterId) -> bool {
    stats::stat(sight, fighter, Stat::Wizard) > 0
        && may_use(sight, source, code, fighter)
        && !statics::forbids(sight, fighter, Ban::Cast)
}

/// Whether a restricted card can be played at all: some survivor must satisfy its restriction.
#[inline(always)]
pub fn somebody_may_use(sight: Sight<'_>, source: Source, code: &CardCode) -> bool {
    let mut survivors = sides::survivors(sight, source.seat);
    code.users.is_yes() || survivors.any(|who| may_use(sight, source, code, who))
}

/// The resolution of a clause about to begin; what is a spell is to be cast first.
pub fn prepared(source: Source, me: FighterId, ix: usize, code: &CardCode, flags: u16) -> CardRun {
    let clause = &code.clauses[ix];
    let by_ability = matches!(
        clause.role,
        Role::React { cast: Some(_), .. } | Role::Action { cast: Some(_), .. }
    );
    let from_hand = flags & CardRun::FROM_HAND != 0 && code.kind == CardKind::Spell;
    let to_cast = match by_ability || from_hand {
        true => CardRun::TO_CAST,
        false => 0,
    };
    CardRun {
        source,
        me,
        clause: ix as u8,
        pc: clause.body,
        flags: flags | to_cast,
        effect: clause.effect,
        ..CardRun::NONE
    }
}

/// Whether a prepared clause may be used: limit, condition, and that it can be followed.
pub(super) fn open(sight: Sight<'_>, card: &CardRun, clause: &Clause) -> bool {
    let spent = clause.limit != Limit::None && sight.state.used.contains(card.source, card.clause);
    !spent
        && side_is_up(sight, card.me, clause)
        && (clause.when.is_yes()
            || operands::context(sight, card).is_some_and(|context| context.holds(clause.when)))
        && follow::can_be_followed(sight, card)
}

/// Whether some card of a seat, or some lasting effect, waits to be used at a moment, wherever the card is.
pub fn waits(sight: Sight<'_>, moment: &Moment, seat: Seat, free: bool) -> bool {
    let (index, set) = (&sight.table.index, moment.reaction_set().0);
    let mut effects = sight.state.effects.iter();
    index.of(seat).reacts[usize::from(free)] & set != 0
        || effects.any(|effect| index.lasting_of(effect.source).0 & set != 0)
        || moment.granting().is_some()
}

/// Calls `found` with every reaction a seat could make at a moment; `free` for abilities that are not
/// reactions in the sense of the rules.
#[inline(always)]
pub fn reactions(
    sight: Sight<'_>,
    moment: &Moment,
    seat: Seat,
    free: bool,
    found: &mut dyn FnMut(CardRun),
) {
    reactions_to(sight, moment, seat, free, found);
    if let Some(granting) = moment.granting() {
        reactions_to(sight, &granting, seat, free, &mut |card| {
            let mut first = card;
            moment.fill(Trigger::ActionDone, &mut first.slots);
            if !is_open(sight, &first) {
                found(card);
            }
        });
    }
}

/// Whether an ability that its player could use before an attack would bring the target within reach.
#[cold]
pub fn brings_within_reach(
    sight: Sight<'_>,
    attacker: FighterId,
    target: FighterId,
    weapon: WeaponIx,
) -> bool {
    let mut picked = *sight.state;
    let Some(place) = picked.attacks.get_mut(usize::from(picked.n_attacks)) else {
        return false;
    };
    *place = combat::declare(sight, attacker, target, weapon, 0);
    picked.n_attacks += 1;
    let seat = sight.table.owner(attacker);
    let moment = Moment {
        trigger: Trigger::AttackPicked,
        bind: Bind {
            fighter: target,
            other: attacker,
            ..Bind::seat(seat)
        },
        also: Also::NOTHING,
    };
    let sight = Sight {
        state: &picked,
        ..sight
    };
    let mut any = false;
    for free in [false, true] {
        reactions(sight, &moment, seat, free, &mut |_| any = true);
    }
    any
}

/// Whether the clause a card is run for can be used as things are.
fn is_open(sight: Sight<'_>, card: &CardRun) -> bool {
    operands::clause_of(sight, card).is_some_and(|clause| open(sight, card, clause))
}

/// As [`reactions`], of a moment alone.
#[inline(never)]
fn reactions_to(
    sight: Sight<'_>,
    moment: &Moment,
    seat: Seat,
    free: bool,
    found: &mut dyn FnMut(CardRun),
) {
    let index = &sight.table.index;
    let lasting = moment.reaction_set();
    let open_now = if free { u128::MAX } else { sight.windows() };
    let now = index.of(seat).reacts[usize::from(free)] & lasting.0 & open_now;
    let triggers = moment.reactions().filter(|_| now != 0);
    // An upgrade whose loss the moment is counts as in play.
    let play = in_play(sight, seat) | moment.just_lost(seat);
    let goals = u128::from(sight.state.seats[seat].objectives.hand());
    let hand = u128::from(playable(sight, seat)) | goals << Source::OBJECTIVES;
    let there = Places { hand, play };
    for trigger in triggers.filter(|trigger| now >> *trigger as u32 & 1 == 1) {
        if !index.of(seat).hears(Way::React, Some(trigger), there) {
            continue;
        }
        let mut slots = None;
        for by in index.of(seat).listeners(Way::React, Some(trigger)) {
            if by.free != free || !by.is_in(hand, play) {
                continue;
            }
            let slots = *slots.get_or_insert_with(|| moment.slots(trigger));
            match by.in_hand {
                true => from_hand(sight, by, slots, found),
                false => from_play(sight, moment, trigger, by, slots, found),
            }
        }
    }
    for effect in sight.state.effects.iter() {
        let waits = index.lasting_of(effect.source).0 & lasting.0 != 0;
        if effect.source.seat != seat || !waits || !effect.in_force() {
            continue;
        }
        let Some(code) = sight.table.code(effect.source) else {
            continue;
        };
        for (ix, clause) in code.clauses.iter().enumerate() {
            let Role::React {
                trigger, free: is, ..
            } = clause.role
            else {
                continue;
            };
            if is != free || clause.effect != effect.number || !lasting.contains(trigger) {
                continue;
            }
            let mut card = prepared(effect.source, effect.me, ix, code, CardRun::REACTION);
            card.slots = effect.slots;
            moment.fill(trigger, &mut card.slots);
            if open(sight, &card, clause) {
                found(card);
            }
        }
    }
}

/// The flag of a card that is played when it is used from the hand. An objective is only shown, and stays there.
fn played_from_hand(code: &CardCode) -> u16 {
    match code.kind {
        CardKind::Objective => 0,
        _ => CardRun::FROM_HAND,
    }
}

/// Calls `found` with the ways to play a card of the hand that waits for a moment.
fn from_hand(sight: Sight<'_>, by: &Listener, slots: Slots, found: &mut dyn FnMut(CardRun)) {
    // No power card is played in sudden death (Shadespire p.26).
    if sight.table.variant.sudden_death {
        return;
    }
    let Some(code) = sight.table.code(by.source) else {
        return;
    };
    let ix = usize::from(by.clause);
    let flags = CardRun::REACTION | played_from_hand(code);
    let mut card = prepared(by.source, FighterId::NONE, ix, code, flags);
    card.slots = slots;
    ways(sight, code, card, found);
}

/// Calls `found` with the ways to play a card of the hand: a spell by each fighter who may cast it.
fn ways(sight: Sight<'_>, code: &CardCode, mut card: CardRun, found: &mut dyn FnMut(CardRun)) {
    let clause = &code.clauses[usize::from(card.clause)];
    if code.kind != CardKind::Spell {
        if somebody_may_use(sight, card.source, code) && open(sight, &card, clause) {
            found(card);
        }
        return;
    }
    for caster in sides::survivors(sight, card.source.seat) {
        card.me = caster;
        if may_cast(sight, card.source, code, caster) && open(sight, &card, clause) {
            found(card);
        }
    }
}

/// Calls `found` with a clause of a card in play that waits for a trigger of the moment, if it can be used.
fn from_play(
    sight: Sight<'_>,
    moment: &Moment,
    trigger: Trigger,
    by: &Listener,
    slots: Slots,
    found: &mut dyn FnMut(CardRun),
) {
    let Source { seat, slot } = by.source;
    let me = fighter_of(sight, by.source);
    let falls = trigger == Trigger::TakenOut && moment.bind.fighter == me;
    let lost = moment.just_lost(seat) >> slot & 1 == 1;
    let there = falls || lost || statics::stands(sight, by.source, me);
    let Some(code) = sight.table.code(by.source).filter(|_| there) else {
        return;
    };
    let ix = usize::from(by.clause);
    let mut card = prepared(by.source, me, ix, code, CardRun::REACTION);
    card.slots = slots;
    let able = !card.is(CardRun::TO_CAST) || cast::may_attempt(sight, me, by.source, by.clause);
    if able && open(sight, &card, &code.clauses[ix]) {
        found(card);
    }
}

/// The reaction that a choice of a window's list makes, unless it is one of a lasting effect.
pub fn reacted(sight: Sight<'_>, moment: &Moment, seat: Seat, choice: Choice) -> Option<CardRun> {
    let source = Source {
        seat,
        slot: choice.a,
    };
    let code = sight.table.code(source)?;
    let ix = choice.c as usize;
    let clause = code.clauses.get(ix).filter(|clause| clause.effect == 0)?;
    let Role::React { trigger, from, .. } = clause.role else {
        return None;
    };
    let flags = match from {
        MadeFrom::Hand => CardRun::REACTION | played_from_hand(code),
        MadeFrom::Play => CardRun::REACTION,
    };
    let mut card = prepared(source, FighterId(choice.b), ix, code, flags);
    card.slots = moment.slots(trigger);
    if let Some(granting) = moment.granting().filter(|_| trigger == Trigger::ActionDone)
        && !open(sight, &card, clause)
    {
        granting.fill(trigger, &mut card.slots);
    }
    Some(card)
}

/// The notation of a reaction.
pub fn react_choice(card: &CardRun) -> Choice {
    Choice::new(Verb::React, card.source.slot, card.me.0, card.clause)
}

/// Calls `found` with every gambit a seat could play in a power step.
pub fn gambits(sight: Sight<'_>, seat: Seat, found: &mut dyn FnMut(CardRun)) {
    for slot in Bits(playable(sight, seat) & sight.table.index.of(seat).gambits) {
        gambit(sight, Source { seat, slot }, found);
    }
}

/// The power cards in hand that no ability keeps their player from playing.
#[inline]
pub fn playable(sight: Sight<'_>, seat: Seat) -> u64 {
    let hand = sight.state.seats[seat].power.hand();
    if !statics::anyone(sight, statics::Kind::ban(Ban::PlayPower)) {
        return hand;
    }
    if statics::forbids_seat(sight, seat, Ban::PlayPower) {
        return 0;
    }
    match statics::forbids_seat(sight, seat, Ban::PlayGambits) {
        true => hand & !sight.table.index.of(seat).gambits,
        false => hand,
    }
}

/// Calls `found` with the ways to play one gambit in a power step.
#[inline(always)]
pub fn gambit(sight: Sight<'_>, source: Source, found: &mut dyn FnMut(CardRun)) {
    let Some(code) = sight.table.code(source) else {
        return;
    };
    for (ix, clause) in code.clauses.iter().enumerate() {
        if clause.effect == 0 && matches!(clause.role, Role::Play) {
            let card = prepared(source, FighterId::NONE, ix, code, CardRun::FROM_HAND);
            ways(sight, code, card, found);
        }
    }
}

/// The gambit that a choice of a power step's list plays, by its caster.
pub fn played(sight: Sight<'_>, source: Source, caster: FighterId) -> Option<CardRun> {
    let mut picked = None;
    gambit(sight, source, &mut |card| {
        if card.me == caster {
            picked = picked.or(Some(card));
        }
    });
    picked
}

/// The notation of playing a gambit.
pub fn play_choice(card: &CardRun) -> Choice {
    Choice::new(Verb::Play, card.source.slot, card.me.0, 0)
}

/// Calls `found` with every ability of a card in play that a seat could use in a power step.
#[inline(always)]
pub fn uses(sight: Sight<'_>, seat: Seat, found: &mut dyn FnMut(CardRun)) {
    let mask = in_play(sight, seat);
    for &(slot, ix) in &sight.table.index.of(seat).uses {
        let source = Source { seat, slot };
        if mask >> slot & 1 == 0 {
            continue;
        }
        let Some(code) = sight.table.code(source) else {
            continue;
        };
        let me = fighter_of(sight, source);
        if !statics::stands(sight, source, me) {
            continue;
        }
        let clause = &code.clauses[usize::from(ix)];
        let card = prepared(source, me, usize::from(ix), code, 0);
        if somebody_may_use(sight, source, code) && open(sight, &card, clause) {
            found(card);
        }
    }
}

/// The ability of a card in play that a choice of a power step's list uses.
pub fn used(sight: Sight<'_>, source: Source, clause: u8) -> Option<CardRun> {
    let code = sight.table.code(source)?;
    let ix = clause as usize;
    let me = fighter_of(sight, source);
    (ix < code.clauses.len()).then(|| prepared(source, me, ix, code, 0))
}

/// The notation of using an ability of a card in play.
pub fn use_choice(card: &CardRun) -> Choice {
    Choice::new(Verb::Use, card.source.slot, card.clause, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial, YOU};

    const REACTION: &str =
        "reaction after move where fighter is friendly and fighter is leader draw 1 power";

    fn offered(trial: &Trial, fighter: FighterId) -> usize {
        let moment = Moment::new(Trigger::MoveDone, Bind::fighter(fighter), Also::NOTHING);
        let mut n = 0;
        reactions(trial.sight(), &moment, YOU, false, &mut |_| n += 1);
        n
    }

    #[test]
    fn a_reaction_is_offered_while_its_card_is_in_hand_and_its_condition_holds() {
        let card = format!("ploy \"Trial\" {{ {REACTION} }} ploy \"Other\" {{ gain 1 }}");
        let mut trial = Trial::new(&card);
        trial.game.state.seats[YOU].power.to_deck(0b10);
        assert_eq!(
            [ASH, BIRCH, DOCK].map(|who| offered(&trial, who)),
            [1, 0, 0]
        );
        trial.game.state.seats[YOU].power.to_discard(0b01);
        assert_eq!(offered(&trial, ASH), 0);
    }

    #[test]
    fn an_upgrade_is_used_while_its_bearer_stands() {
        let mut trial = Trial::upgrade("play { gain 1 }");
        let used = |trial: &Trial| {
            let mut n = 0;
            uses(trial.sight(), YOU, &mut |_| n += 1);
            n
        };
        assert_eq!(used(&trial), 1);
        trial.fighter(ASH).hex = gloryhex_hexgrid::HexId::NONE;
        assert_eq!(used(&trial), 0);
    }
}

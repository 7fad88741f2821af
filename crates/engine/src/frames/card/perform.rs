//! The instructions that change the game.

use super::{Card, reroll};
use crate::{
    attack::Attack,
    bind::Bind,
    card_run::CardRun,
    cards::{
        self, Also,
        candidates::{self, fighter_of, hex_of, seat_of, value_of},
        domain::{card_number, card_of},
        push::{MAX_PUSH, push_of},
    },
    chance::Waits,
    choice::{Choice, Verb},
    effect::{Effect, Source, Term, Until},
    event::{By, What},
    frame::Frame,
    frames::{
        damage::Damage,
        moving::{Manner, Move},
    },
    ops::{draw, field, glory, harm, lasting, price, tokens, travel},
    run::Run,
    state::{Feature, Mark},
};
use gloryhex_cardlang::{
    CardFlags, CardKind, Deck, Expr, HexMark, Instr, LAST_STEP, Ref,
    binding::{Binding, slot_of},
    op::NOBODY,
};
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{Counter, Deed, Die, FighterId, Rule, Token, Trigger};

pub(super) fn amount(run: &Run<'_>, card: &CardRun, n: Expr) -> u8 {
    candidates::amount(run.sight(), card, n).clamp(0, 200) as u8
}

fn living(run: &Run<'_>, card: &CardRun, who: Ref) -> Option<FighterId> {
    fighter_of(run.sight(), card, who).filter(|f| run.state.fighter(*f).on_field())
}

fn doer(run: &Run<'_>, card: &CardRun, by: Ref) -> By {
    match by {
        Ref::NONE => By::Nobody,
        Ref::YOU if deals_for(run, card) => By::Fighter(card.me),
        Ref::YOU => By::Warband(card.source.seat),
        _ => fighter_of(run.sight(), card, by).map_or(By::Warband(card.source.seat), By::Fighter),
    }
}

/// Whether the damage of a card is that of its caster or bearer (Harrowdeep p.33).
fn deals_for(run: &Run<'_>, card: &CardRun) -> bool {
    run.rules().fighters_deal_for_cards
        && card.me.is_some()
        && run
            .table
            .code(card.source)
            .is_some_and(|code| matches!(code.kind, CardKind::Spell | CardKind::Upgrade))
}

fn token_of(run: &Run<'_>, card: &CardRun, token: Ref) -> Option<usize> {
    let ix = usize::try_from(value_of(card, token)).ok()?;
    (ix < run.state.features.len()).then_some(ix)
}

/// Rolls the card's own dice.
pub(super) fn roll(run: &mut Run<'_>, card: &CardRun, die: Die, n: Expr) -> Result<(), Waits> {
    let seat = card.source.seat;
    let n = amount(run, card, n);
    let roll = run.roll(seat, die, n)?;
    run.emit(Rule::SequenceFollowAll, What::Rolled { seat, die, roll });
    let mut card = *card;
    card.set_roll(roll);
    super::put(run, card);
    Ok(())
}

/// Draws the next of several cards; says whether there was one to draw.
pub(super) fn draws(
    run: &mut Run<'_>,
    card: &CardRun,
    so_far: u8,
    (seat, n, deck): (Ref, Expr, Deck),
) -> Result<bool, Waits> {
    let seat = seat_of(run.sight(), card, seat);
    if so_far >= amount(run, card, n) {
        return Ok(false);
    }
    match deck {
        Deck::Power => draw::power(run, seat)?,
        Deck::Objective => draw::objective(run, seat)?,
    };
    Ok(true)
}

/// Looks at the top card of a deck.
pub(super) fn peek(run: &mut Run<'_>, card: &CardRun, slot: u8, deck: Deck) -> Result<(), Waits> {
    let seat = card.source.seat;
    let top = match deck {
        Deck::Power => draw::top_power(run, seat)?,
        Deck::Objective => draw::top_objective(run, seat)?,
    };
    let base = match deck {
        Deck::Power => 0,
        Deck::Objective => Source::OBJECTIVES,
    };
    let mut card = *card;
    card.slots[slot as usize] = top.map_or(NOBODY, |top| {
        card_number(Source {
            seat,
            slot: base + top,
        })
    });
    super::put(run, card);
    Ok(())
}

/// Deals damage.
#[inline(always)]
pub(super) fn damage(run: &mut Run<'_>, card: &CardRun, who: Ref, n: Expr, by: Ref) {
    let n = amount(run, card, n);
    if let Some(fighter) = living(run, card, who).filter(|_| n > 0) {
        let by = doer(run, card, by);
        run.push(Frame::Damage(Damage::new(fighter, n, by)));
    }
}

/// Says how much damage a fighter has.
pub(super) fn set_damage(run: &mut Run<'_>, card: &CardRun, who: Ref, n: Expr) {
    let n = amount(run, card, n);
    if let Some(fighter) = living(run, card, who) {
        run.state.fighter_mut(fighter).damage = n;
    }
}

/// Heals a fighter.
pub(super) fn heal(run: &mut Run<'_>, card: &CardRun, who: Ref, n: Expr) {
    let n = amount(run, card, n);
    if let Some(fighter) = living(run, card, who) {
        harm::heal(run, fighter, n);
    }
}

/// Takes a fighter out of action.
pub(super) fn slay(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = living(run, card, who) {
        let seat = card.source.seat;
        harm::take_out(run, fighter, By::Warband(seat));
        let bind = Bind {
            seat,
            ..Bind::fighter(fighter)
        };
        cards::fire(run, Trigger::TakenOut, bind, Also::NOTHING);
    }
}

/// Gives a fighter a token.
#[inline(always)]
pub(super) fn give(run: &mut Run<'_>, card: &CardRun, who: Ref, token: Token) {
    if let Some(fighter) = living(run, card, who) {
        tokens::give(run, fighter, token);
    }
}

/// Takes a token from a fighter, or all of that kind.
pub(super) fn take(run: &mut Run<'_>, card: &CardRun, who: Ref, token: Token, all: bool) {
    if let Some(fighter) = fighter_of(run.sight(), card, who) {
        if all {
            tokens::clear(run, fighter, token);
        } else {
            tokens::take(run, fighter, token);
        }
    }
}

/// Notes that a fighter is spent.
pub(super) fn spend(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = fighter_of(run.sight(), card, who) {
        run.state.fighter_mut(fighter).note(Deed::Spent);
    }
}

/// Inspires a fighter.
#[inline(always)]
pub(super) fn inspire(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = living(run, card, who) {
        harm::inspire(run, fighter);
    }
}

/// Turns a fighter to its other side again.
pub(super) fn uninspire(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    if let Some(fighter) = fighter_of(run.sight(), card, who) {
        harm::uninspire(run, fighter);
    }
}

/// Lets two fighters change places.
pub(super) fn swap(run: &mut Run<'_>, card: &CardRun, a: Ref, b: Ref) {
    if let (Some(a), Some(b)) = (living(run, card, a), living(run, card, b)) {
        let (at, to) = (run.state.fighter(a).hex, run.state.fighter(b).hex);
        run.state.fighter_mut(a).hex = to;
        run.state.fighter_mut(b).hex = at;
        run.push(Frame::Move(Move::to(a, Manner::Place, at, to)));
        run.push(Frame::Move(Move::to(b, Manner::Place, to, at)));
    }
}

/// Pushes a fighter along the card's chain as far as it is free.
pub(super) fn push_chain(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    let sight = run.sight();
    let Some(fighter) = living(run, card, who).filter(|who| travel::pushable(sight, *who)) else {
        return;
    };
    let mut free = field::empty(sight);
    let from = sight.state.fighter(fighter).hex;
    free.insert(from);
    let mut way = [HexId::NONE; MAX_PUSH];
    let chain = card.chain.iter().take_while(|hex| free.contains(**hex));
    for (slot, hex) in way.iter_mut().zip(chain) {
        *slot = *hex;
    }
    let last = way.iter().rev().find(|hex| **hex != HexId::NONE);
    if last.is_some_and(|hex| *hex != from) {
        run.push(Frame::Move(Move {
            way,
            ..Move::to(fighter, Manner::Push, from, way[0])
        }));
    }
}

/// Flips a feature token.
pub(super) fn flip(run: &mut Run<'_>, card: &CardRun, token: Ref) {
    if let Some(ix) = token_of(run, card, token) {
        let token = &mut run.state.features[ix];
        if token.number > 0 {
            token.flags ^= Feature::NUMBERED;
            token.flags |= Feature::KNOWN;
        }
        let numbered = token.numbered();
        let index = ix as u8;
        run.emit(Rule::PowerDelve, What::TokenFlipped { index, numbered });
    }
}

/// Takes a feature token off the battlefield.
pub(super) fn remove_token(run: &mut Run<'_>, card: &CardRun, token: Ref) {
    if let Some(ix) = token_of(run, card, token) {
        run.state.features[ix].hex = HexId::NONE;
        let index = ix as u8;
        run.emit(Rule::SequenceFollowAll, What::TokenRemoved { index });
    }
}

/// Moves a feature token.
pub(super) fn move_token(run: &mut Run<'_>, card: &CardRun, token: Ref, hex: Ref) {
    if let (Some(ix), Some(hex)) = (token_of(run, card, token), hex_of(run.sight(), card, hex)) {
        run.state.features[ix].hex = hex;
        let index = ix as u8;
        run.emit(Rule::SequenceFollowAll, What::TokenMoved { index, hex });
    }
}

/// Lets two feature tokens change places.
pub(super) fn swap_tokens(run: &mut Run<'_>, card: &CardRun, a: Ref, b: Ref) {
    if let (Some(a), Some(b)) = (token_of(run, card, a), token_of(run, card, b)) {
        let (at, to) = (run.state.features[a].hex, run.state.features[b].hex);
        run.state.features[a].hex = to;
        run.state.features[b].hex = at;
        for index in [a, b] {
            let hex = run.state.features[index].hex;
            let index = index as u8;
            run.emit(Rule::SequenceFollowAll, What::TokenMoved { index, hex });
        }
    }
}

/// Makes a hex blocked or lethal for a time.
pub(super) fn mark_hex(
    run: &mut Run<'_>,
    card: &CardRun,
    (hex, token): (Ref, bool),
    mark: HexMark,
    until: Until,
) {
    let Some(hex) = hex_of(run.sight(), card, hex) else {
        return;
    };
    let kinds = match mark {
        HexMark::Blocked => Kind::BLOCKED,
        HexMark::Lethal => Kind::LETHAL,
    };
    let free = run.state.marks.iter().position(|m| m.hex == HexId::NONE);
    let token = run.state.feature_at(hex).filter(|_| token);
    run.state.marks[free.unwrap_or(0)] = Mark {
        hex,
        token: token.map_or(255, |ix| ix as u8),
        kinds,
        until,
    };
    run.emit(Rule::SequenceFollowAll, What::HexChanged { hex, kinds });
}

/// Gives a player glory, spent already or not.
pub(super) fn gain(run: &mut Run<'_>, card: &CardRun, seat: Ref, n: Expr, spent: bool) {
    let seat = seat_of(run.sight(), card, seat);
    let n = amount(run, card, n);
    glory::gain(run, seat, n, Rule::SequenceFollowAll);
    let fallen = whose_fall(run, card);
    if fallen.is_some() {
        let fallen = run.state.fighter_mut(fallen);
        let (winner, before) = fallen.reward();
        if winner == seat {
            fallen.set_reward(seat, before.saturating_add(n));
        }
    }
    if spent {
        run.state.seats[seat].spent += n;
    }
}

/// Spends glory of a player.
pub(super) fn spend_glory(run: &mut Run<'_>, card: &CardRun, seat: Ref, n: Expr) {
    let seat = seat_of(run.sight(), card, seat);
    let n = amount(run, card, n).min(run.state.seats[seat].unspent());
    glory::spend(run, seat, n, Rule::SequenceFollowAll);
}

/// Ends the lasting effect that the card is a clause of.
pub(super) fn cease(run: &mut Run<'_>, card: &CardRun) {
    let (source, number) = (card.source, card.effect);
    lasting::end(run, |effect| {
        effect.source == source && effect.number == number
    });
}

/// Keeps the card below from being resolved.
pub(super) fn cancel_card(run: &mut Run<'_>) {
    if let Some(below) = (run.state.n_cards as usize).checked_sub(2) {
        run.state.cards[below].flags |= CardRun::CANCELLED;
    }
}

/// Breaks an upgrade.
pub(super) fn break_card(run: &mut Run<'_>, card: &CardRun, which: Ref) {
    let Some(source) = card_of(value_of(card, which)) else {
        return;
    };
    price::break_upgrade(run, source.seat, source.slot);
    let code = run.table.code(card.source);
    if code.is_some_and(|code| code.kind.is_gambit()) {
        let power = &mut run.state.seats[source.seat].power;
        power.note_broken(1 << source.slot);
    }
}

/// Gives a fighter an upgrade.
pub(super) fn equip(run: &mut Run<'_>, card: &CardRun, which: Ref, who: Ref, free: bool) {
    if let (Some(source), Some(fighter)) = (card_of(value_of(card, which)), living(run, card, who))
    {
        price::equip(run, source, fighter, free);
    }
}

/// Advances a player's tracker.
pub(super) fn track(run: &mut Run<'_>, card: &CardRun, seat: Ref, n: Expr) {
    let seat = seat_of(run.sight(), card, seat);
    let n = amount(run, card, n);
    let tracker = &mut run.state.seats[seat].counts[Counter::Tracker as usize];
    let before = *tracker;
    *tracker = before.saturating_add(n).min(LAST_STEP);
    let step = *tracker;
    if step > before {
        run.emit(Rule::PowerPlot, What::Tracked { seat, step });
        let bind = Bind {
            fighter: whose_fall(run, card),
            ..Bind::seat(seat)
        };
        cards::fire(run, Trigger::TrackerAdvanced, bind, Also::NOTHING);
    }
}

/// The fighter whose fall the clause being resolved waited for.
fn whose_fall(run: &Run<'_>, card: &CardRun) -> FighterId {
    let code = run.table.code(card.source);
    let clause = code.and_then(|code| code.clauses.get(usize::from(card.clause)));
    let trigger = clause.and_then(|clause| clause.role.trigger());
    let slot = trigger
        .filter(|trigger| *trigger == Trigger::TakenOut)
        .and_then(|trigger| slot_of(trigger, Binding::Fighter));
    let fallen = slot.and_then(|slot| fighter_of(run.sight(), card, Ref(slot)));
    fallen.unwrap_or(FighterId::NONE)
}

/// Takes the glory back that was gained for the fall the card waited for, with what cards gave for it.
pub(super) fn no_bounty(run: &mut Run<'_>, card: &CardRun) {
    let fallen = whose_fall(run, card);
    if fallen.is_some() {
        let fallen = run.state.fighter_mut(fallen);
        let (seat, n) = fallen.reward();
        fallen.set_reward(seat, 0);
        let player = &mut run.state.seats[seat];
        player.glory = player.glory.saturating_sub(n);
    }
}

/// Puts an effect into force. One of a group takes the place of the others.
pub(super) fn install(
    run: &mut Run<'_>,
    card: &CardRun,
    (number, first): (u8, bool),
    until: Until,
    n: Expr,
) {
    let count = amount(run, card, n);
    let table = run.table;
    let Some(code) = table.code(card.source) else {
        return;
    };
    if code.flags.has(CardFlags::GROUP) {
        lasting::end(run, |effect| {
            effect.source != card.source
                && table.code(effect.source).is_some_and(|other| {
                    other.flags.has(CardFlags::GROUP) && other.labels & code.labels != 0
                })
        });
    }
    let count = match until {
        Until::ThisAttack => run.state.n_attacks,
        _ => count,
    };
    run.state.kinds |= table.index.kinds_of(card.source);
    cards::note_setter(table, run.state, card.source);
    run.state.effects.push(Effect {
        source: card.source,
        me: card.me,
        number,
        term: Term::new(until, first),
        count,
        slots: card.slots,
        ..Effect::NONE
    });
}

/// Keeps the spell at hand from being resolved.
pub(super) fn cancel_spell(run: &mut Run<'_>) {
    let n = run.state.n_cards as usize;
    let spell = run.state.cards[..n]
        .iter_mut()
        .rev()
        .find(|card| card.is(CardRun::TO_CAST));
    if let Some(card) = spell {
        card.flags |= CardRun::CANCELLED;
    } else if let Some(attack) = run.state.attack_mut().filter(|a| a.is(Attack::SPELL)) {
        attack.set(Attack::DISPELLED);
        attack.verdict = crate::attack::Verdict::Fail;
    }
}

/// Makes a choice that an instruction of this file asked for.
pub(super) fn choose(run: &mut Run<'_>, frame: Card, card: CardRun, instr: Instr, choice: Choice) {
    let hex = choice.hex_a();
    match instr {
        Instr::Reroll { .. } => reroll::choose(run, frame, choice),
        Instr::Push { .. } => {
            let push = push_of(run.sight(), &card, instr);
            super::go_to(run, card.pc + 1);
            if let Some(push) = push.filter(|_| choice.verb == Verb::Hex) {
                let way = push.path(run.sight(), hex, choice.c);
                let fighter = push.who();
                let from = run.state.fighter(fighter).hex;
                run.push(Frame::Move(Move {
                    way,
                    ..Move::to(fighter, Manner::Push, from, way[0])
                }));
            }
        }
        Instr::Place { who, .. } => {
            super::go_to(run, card.pc + 1);
            if let Some(fighter) = fighter_of(run.sight(), &card, who) {
                let from = run.state.fighter(fighter).hex;
                if from == HexId::NONE {
                    harm::bring_back(run, fighter, hex);
                }
                run.push(Frame::Move(Move::to(fighter, Manner::Place, from, hex)));
            }
        }
        _ => {}
    }
}

//! Drawing and discarding. Which card is drawn is decided by chance at that moment.

use crate::{
    bind::Bind,
    cards::{self, Ban},
    chance::{Ask, Waits},
    effect::Source,
    event::What,
    run::Run,
};
use gloryhex_cardlang::Zone;
use gloryhex_model::{Rule, Seat, Trigger};

/// Most objectives a hand can hold.
pub const OBJECTIVES_IN_HAND: u32 = 3;
/// Power cards a hand is filled up to.
pub const POWER_IN_HAND: u32 = 5;

/// Draws a power card; `Ok(None)` if the deck is empty, and in sudden death (Shadespire p.26).
pub fn power(run: &mut Run<'_>, seat: Seat) -> Result<Option<u8>, Waits> {
    let deck = run.state.seats[seat].power.deck();
    let banned = cards::forbids_seat(run.sight(), seat, Ban::Draw);
    if deck == 0 || banned || run.table.variant.sudden_death {
        return Ok(None);
    }
    let Some(slot) = top_power(run, seat)? else {
        return Ok(None);
    };
    let player = &mut run.state.seats[seat];
    player.power_top = 255;
    player.power.to_hand(1 << slot);
    player.power_bottom.remove(slot);
    run.emit(Rule::CardsDraw, What::CardDrawn { seat, slot });
    cards::tell(run, Trigger::Drawn, Bind::card(Source { seat, slot }));
    Ok(Some(slot))
}

/// Draws an objective card; `Ok(None)` if the deck is empty or the hand is full, and in sudden death.
pub fn objective(run: &mut Run<'_>, seat: Seat) -> Result<Option<u8>, Waits> {
    let deck = run.state.seats[seat].objectives.deck();
    let hand = run.state.seats[seat].objectives.hand();
    let full = hand.count_ones() >= OBJECTIVES_IN_HAND;
    let banned = cards::forbids_seat(run.sight(), seat, Ban::Draw);
    if deck == 0 || full || banned || run.table.variant.sudden_death {
        return Ok(None);
    }
    let Some(slot) = top_objective(run, seat)? else {
        return Ok(None);
    };
    let player = &mut run.state.seats[seat];
    player.objective_top = 255;
    player.objectives.to_hand(1 << slot);
    player.objective_bottom.remove(slot);
    run.emit(
        Rule::CardsDraw,
        What::CardDrawn {
            seat,
            slot: Source::OBJECTIVES + slot,
        },
    );
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    cards::tell(run, Trigger::Drawn, Bind::card(source));
    Ok(Some(slot))
}

/// Which card is on top of the power deck: decided by chance now if it was not known.
#[inline(always)]
pub fn top_power(run: &mut Run<'_>, seat: Seat) -> Result<Option<u8>, Waits> {
    let player = &run.state.seats[seat];
    let (deck, top) = (player.power.deck(), player.power_top);
    let bottom = player.power_bottom;
    if deck == 0 {
        return Ok(None);
    }
    let slot = if top < 64 && deck >> top & 1 == 1 {
        top
    } else {
        match deck & !bottom.slots() {
            0 => bottom.first().unwrap_or(0),
            among => run.pick(Ask::Power { seat, among })?,
        }
    };
    run.state.seats[seat].power_top = slot;
    Ok(Some(slot))
}

/// Takes the top card of the power deck and lays it face up before its player; `Ok(None)` if the deck is empty.
pub fn lift_power(run: &mut Run<'_>, seat: Seat) -> Result<Option<u8>, Waits> {
    let Some(slot) = top_power(run, seat)? else {
        return Ok(None);
    };
    let player = &mut run.state.seats[seat];
    player.power_top = 255;
    player.power.to_active(1 << slot);
    player.power_bottom.remove(slot);
    Ok(Some(slot))
}

/// Which card is on top of the objective deck.
#[inline(always)]
pub fn top_objective(run: &mut Run<'_>, seat: Seat) -> Result<Option<u8>, Waits> {
    let player = &run.state.seats[seat];
    let (deck, top) = (u64::from(player.objectives.deck()), player.objective_top);
    let bottom = player.objective_bottom;
    if deck == 0 {
        return Ok(None);
    }
    let slot = if top < 32 && deck >> top & 1 == 1 {
        top
    } else {
        match deck & !bottom.slots() {
            0 => bottom.first().unwrap_or(0),
            among => run.pick(Ask::Objective { seat, among })?,
        }
    };
    run.state.seats[seat].objective_top = slot;
    Ok(Some(slot))
}

/// Puts a card somewhere, wherever it was.
pub fn put_card(run: &mut Run<'_>, source: Source, to: Zone) {
    let Source { seat, slot } = source;
    let player = &mut run.state.seats[seat];
    if slot < Source::OBJECTIVES {
        let bit = 1u64 << slot;
        player.power_bottom.remove(slot);
        match to {
            Zone::Hand => player.power.to_hand(bit),
            Zone::Discard => player.power.to_discard(bit),
            Zone::Top => {
                player.power.to_deck(bit);
                player.power_top = slot;
            }
            Zone::Bottom => {
                player.power.to_deck(bit);
                if player.power_top == slot {
                    player.power_top = 255;
                }
                player.power_bottom.add(slot);
            }
        }
    } else if slot < Source::FIGHTERS {
        let slot = slot - Source::OBJECTIVES;
        let bit = 1u32 << slot;
        player.objective_bottom.remove(slot);
        match to {
            Zone::Hand => player.objectives.to_hand(bit),
            Zone::Discard => player.objectives.to_discard(bit),
            Zone::Top => {
                player.objectives.to_deck(bit);
                player.objective_top = slot;
            }
            Zone::Bottom => {
                player.objectives.to_deck(bit);
                if player.objective_top == slot {
                    player.objective_top = 255;
                }
                player.objective_bottom.add(slot);
            }
        }
    }
    if to == Zone::Discard {
        run.emit(Rule::CardsDiscard, What::CardDiscarded { source });
        cards::tell(run, Trigger::Discarded, Bind::card(source));
    }
}

/// Discards a power card from hand.
pub fn discard_power(run: &mut Run<'_>, seat: Seat, slot: u8) {
    run.state.seats[seat].power.to_discard(1 << slot);
    let source = Source { seat, slot };
    run.emit(Rule::CardsDiscard, What::CardDiscarded { source });
    cards::tell(run, Trigger::Discarded, Bind::card(source));
}

/// Discards an objective card from hand.
pub fn discard_objective(run: &mut Run<'_>, seat: Seat, slot: u8) {
    run.state.seats[seat].objectives.to_discard(1 << slot);
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    run.emit(Rule::CardsDiscard, What::CardDiscarded { source });
    cards::tell(run, Trigger::Discarded, Bind::card(source));
}

//! Drawing and discarding. Which card is drawn is decided by chance at that moment.

use crate::{chance::Ask, effect::Source, event::What, run::Run};
use gloryhex_model::{Rule, Seat};

/// Most objectives a hand can hold.
pub const OBJECTIVES_IN_HAND: u32 = 3;
/// Power cards a hand is filled up to.
pub const POWER_IN_HAND: u32 = 5;

/// Draws a power card; `Ok(None)` if the deck is empty.
pub fn power(run: &mut Run<'_>, seat: Seat) -> Result<Option<u8>, Ask> {
    let deck = run.state.seats[seat].power_deck;
    if deck == 0 {
        return Ok(None);
    }
    let bottom = run.state.seats[seat].power_bottom;
    let slot = match bottom_mask(bottom) {
        mask if deck & !mask != 0 || mask == 0 => {
            let among = deck & !mask;
            run.pick(Ask::Power { seat, among })?
        }
        _ => bottom[0],
    };
    let player = &mut run.state.seats[seat];
    player.power_deck &= !(1 << slot);
    player.power_hand |= 1 << slot;
    unbottom(&mut player.power_bottom, slot);
    run.emit(Rule::CardsDraw, What::CardDrawn { seat, slot });
    Ok(Some(slot))
}

/// Draws an objective card; `Ok(None)` if the deck is empty or the hand is full.
pub fn objective(run: &mut Run<'_>, seat: Seat) -> Result<Option<u8>, Ask> {
    let deck = run.state.seats[seat].objective_deck;
    let hand = run.state.seats[seat].objective_hand;
    if deck == 0 || hand.count_ones() >= OBJECTIVES_IN_HAND {
        return Ok(None);
    }
    let bottom = run.state.seats[seat].objective_bottom;
    let slot = match bottom_mask(bottom) {
        mask if u64::from(deck) & !mask != 0 || mask == 0 => {
            let among = u64::from(deck) & !mask;
            run.pick(Ask::Objective { seat, among })?
        }
        _ => bottom[0],
    };
    let player = &mut run.state.seats[seat];
    player.objective_deck &= !(1 << slot);
    player.objective_hand |= 1 << slot;
    unbottom(&mut player.objective_bottom, slot);
    run.emit(
        Rule::CardsDraw,
        What::CardDrawn {
            seat,
            slot: Source::OBJECTIVES + slot,
        },
    );
    Ok(Some(slot))
}

fn bottom_mask(bottom: [u8; 3]) -> u64 {
    bottom
        .into_iter()
        .filter(|slot| *slot != 255)
        .fold(0, |mask, slot| mask | 1 << slot)
}

fn unbottom(bottom: &mut [u8; 3], slot: u8) {
    if let Some(at) = bottom.iter().position(|b| *b == slot) {
        bottom.copy_within(at + 1.., at);
        bottom[2] = 255;
    }
}

/// Discards a power card from hand.
pub fn discard_power(run: &mut Run<'_>, seat: Seat, slot: u8) {
    let player = &mut run.state.seats[seat];
    player.power_hand &= !(1 << slot);
    player.power_discard |= 1 << slot;
    let source = Source { seat, slot };
    run.emit(Rule::CardsDiscard, What::CardDiscarded { source });
}

/// Discards an objective card from hand.
pub fn discard_objective(run: &mut Run<'_>, seat: Seat, slot: u8) {
    let player = &mut run.state.seats[seat];
    player.objective_hand &= !(1 << slot);
    player.objective_discard |= 1 << slot;
    player.fresh &= !(1 << slot);
    let source = Source {
        seat,
        slot: Source::OBJECTIVES + slot,
    };
    run.emit(Rule::CardsDiscard, What::CardDiscarded { source });
}

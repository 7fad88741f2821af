//! Dealing anew what a seat cannot know.

use gloryhex_engine::{
    Game, Seeded,
    chance::nth_bit,
    state::{Feature, State},
};
use gloryhex_model::Seat;

/// The game as it could be, as far as the seat knows: the others' hands and face-down tokens are dealt
/// anew from what they could be. Two games that look the same to the seat give the same result.
pub fn imagine(game: &Game, seat: Seat, chance: &mut Seeded) -> Game {
    let mut imagined = game.clone();
    deal(&mut imagined.state, seat, chance);
    imagined
}

/// As [`imagine`], for a state.
pub fn deal(state: &mut State, seat: Seat, chance: &mut Seeded) {
    for other in state.all_seats() {
        if other == seat {
            continue;
        }
        let player = &mut state.seats[other];
        let pool = player.power_deck | player.power_hand;
        let hand = sample(pool, player.power_hand.count_ones(), chance);
        player.power_hand = hand;
        player.power_deck = pool & !hand;
        let shown = player.revealed & player.objective_hand;
        let fresh = (player.fresh & !shown).count_ones();
        let hidden = player.objective_hand & !shown;
        let pool = u64::from(player.objective_deck | hidden);
        let drawn = sample(pool, hidden.count_ones(), chance) as u32;
        player.objective_hand = shown | drawn;
        player.objective_deck = pool as u32 & !drawn;
        player.fresh = player.fresh & shown | sample(u64::from(drawn), fresh, chance) as u32;
    }
    numbers(state, seat, chance);
}

/// So many members of a set.
fn sample(mut pool: u64, n: u32, chance: &mut Seeded) -> u64 {
    let mut picked = 0;
    for _ in 0..n.min(pool.count_ones()) {
        let bit = 1u64 << nth_bit(pool, chance.below(pool.count_ones()));
        picked |= bit;
        pool &= !bit;
    }
    picked
}

/// Deals the numbers of tokens that the seat has not seen among those tokens.
fn numbers(state: &mut State, seat: Seat, chance: &mut Seeded) {
    let hidden = |token: &Feature| {
        token.number != 0 && token.flags & Feature::KNOWN == 0 && token.dealt != seat.0
    };
    let mut pool = state
        .features
        .iter()
        .filter(|token| hidden(token))
        .fold(0u64, |set, token| set | 1 << token.number);
    for token in &mut state.features {
        if hidden(token) {
            let number = nth_bit(pool, chance.below(pool.count_ones()));
            pool &= !(1 << number);
            token.number = number;
        }
    }
}

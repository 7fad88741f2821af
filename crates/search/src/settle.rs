//! Playing an imagined game on until it is quiet: what has begun is resolved.

use crate::quick::Quick;
use gloryhex_engine::{Choice, Choices, Game, Pending, Seeded, frame::Frame};
use gloryhex_model::Seat;

/// Decisions made on the way before giving up.
const MOST: usize = 80;

/// Whether the pending decision begins something new, and does not belong to something under way.
pub fn quiet(game: &Game) -> bool {
    matches!(
        game.state.stack.top(),
        None | Some(
            Frame::Activation(_)
                | Frame::Power(_)
                | Frame::End(_)
                | Frame::RollOff(_)
                | Frame::Boards(_)
                | Frame::Tokens(_)
                | Frame::Hands(_)
                | Frame::Deploy(_)
        )
    )
}

/// Makes a choice and goes on to the next decision; `None` when the game is over or broken.
pub fn make(game: &mut Game, choice: Choice, chance: &mut Seeded) -> Option<Seat> {
    game.play_unchecked(choice, chance, None);
    next(game, chance)
}

/// Goes on to the next decision.
pub fn next(game: &mut Game, chance: &mut Seeded) -> Option<Seat> {
    match game.advance(chance, None) {
        Pending::Decide(seat) => Some(seat),
        _ => None,
    }
}

/// Goes on until the game is quiet; what is under way is decided at a glance.
pub fn settle(
    game: &mut Game,
    mut pending: Option<Seat>,
    quick: &Quick,
    list: &mut Choices,
    chance: &mut Seeded,
) -> Option<Seat> {
    for _ in 0..MOST {
        let seat = pending?;
        if quiet(game) {
            return Some(seat);
        }
        game.choices(list);
        let choice = match list.as_slice() {
            [] => return None,
            [only] => *only,
            _ => quick.best(game.sight(), seat, list, chance),
        };
        pending = make(game, choice, chance);
    }
    pending
}

/// Decisions made on the way ahead before giving up.
const FAR: usize = 200;

/// Plays on at a glance until `turns` more turns have begun, or the round is over and scored.
pub fn onward(
    game: &mut Game,
    mut pending: Option<Seat>,
    turns: u8,
    quick: &Quick,
    list: &mut Choices,
    chance: &mut Seeded,
) -> Option<Seat> {
    let clock = game.state.clock;
    for _ in 0..FAR {
        let seat = pending?;
        let now = &game.state.clock;
        let begins = matches!(game.state.stack.top(), Some(Frame::Activation(_)));
        if begins && (now.round != clock.round || now.turn >= clock.turn + turns) {
            return Some(seat);
        }
        if now.round != clock.round && clock.round > 0 && quiet(game) {
            return Some(seat);
        }
        game.choices(list);
        let choice = match list.as_slice() {
            [] => return None,
            [only] => *only,
            _ => quick.best(game.sight(), seat, list, chance),
        };
        pending = make(game, choice, chance);
    }
    pending
}

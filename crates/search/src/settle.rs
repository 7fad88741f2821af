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

/// Makes a choice and goes on to the next decision, whose choices are then on the list; `None` when the game is over
/// or broken.
pub fn make(
    game: &mut Game,
    choice: Choice,
    list: &mut Choices,
    chance: &mut Seeded,
) -> Option<Seat> {
    decider(game.make(choice, chance, None, list))
}

/// Goes on to the next decision, as [`make`] does.
pub fn next(game: &mut Game, list: &mut Choices, chance: &mut Seeded) -> Option<Seat> {
    decider(game.go_on(chance, None, list))
}

fn decider(pending: Pending) -> Option<Seat> {
    match pending {
        Pending::Decide(seat) => Some(seat),
        Pending::Chance(_) | Pending::Over | Pending::Fault => None,
    }
}

/// The only choice on a list.
pub fn only(list: &Choices) -> Option<Choice> {
    if list.len() == 1 { list.nth(0) } else { None }
}

/// What is chosen at a glance, if there is anything to choose.
fn glance(
    game: &Game,
    seat: Seat,
    quick: &Quick,
    list: &Choices,
    chance: &mut Seeded,
) -> Option<Choice> {
    match list.len() {
        0 | 1 => list.nth(0),
        _ => Some(quick.best(game.sight(), seat, list, chance)),
    }
}

/// Goes on until the game is quiet; what is under way is decided at a glance. The choices of the pending decision are
/// on the list, before and afterwards.
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
        let choice = glance(game, seat, quick, list, chance)?;
        pending = make(game, choice, list, chance);
    }
    pending
}

/// Decisions made on the way ahead before giving up.
const FAR: usize = 200;

/// Plays on at a glance until `turns` more turns have begun, or the round is over and scored. The list is used as in
/// [`settle`].
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
        let choice = glance(game, seat, quick, list, chance)?;
        pending = make(game, choice, list, chance);
    }
    pending
}

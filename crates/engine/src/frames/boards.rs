//! Choosing and placing boards, or the shared board and territories.
//!
//! One board each: players choose in an order settled by roll-offs, and everybody after the first
//! joins the new board to those that lie there (Shadespire p.14 and p.27, Harrowdeep p.24 and p.44).
//! One shared board: the winner of the roll-off chooses its side, each way to lay it being a sheet of
//! its own, and a territory (Embergard p.7). Where boards fit is worked out by the grid crate.
//!
//! Two players may choose the same board: each brings a collection of their own. Who has settled on a board before the
//! game is not asked; who lays one down first is still settled by the roll-off.

use crate::{
    choice::{Choice, Choices, Verb},
    event::What,
    frame::Frame,
    frames::roll_off::{Purpose, RollOff},
    refusal::Refusal,
    ruleset::{BoardRule, FirstBoard},
    run::{Flow, Run, Sight, Step},
};
use gloryhex_hexgrid::Layout;
use gloryhex_model::{Rule, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Who is next?
    Next,
    /// Somebody chooses a board.
    Choose,
    /// Somebody joins the chosen board.
    Join,
    /// A board was laid down: the battlefield is built anew.
    Laid,
    /// Somebody takes a territory of the shared board.
    Territory,
}

/// The boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Boards {
    /// How far it has come.
    pub stage: Stage,
    /// Who is choosing.
    pub seat: u8,
    /// The board chosen and not joined yet.
    pub sheet: u8,
    /// Who has not chosen yet.
    pub left: SeatSet,
}

impl Boards {
    /// Nobody has chosen yet.
    pub fn new(players: u8) -> Boards {
        Boards {
            stage: Stage::Next,
            seat: 0,
            sheet: 0,
            left: SeatSet::first(players),
        }
    }
}

fn shared(sight: Sight<'_>) -> bool {
    sight.rules().boards == BoardRule::Shared
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, mut frame: Boards) -> Step {
    match frame.stage {
        Stage::Next => match frame.left.iter().next() {
            None => run.done(),
            Some(last) if frame.left.len() == 1 => {
                told(run, frame, last);
                Ok(Flow::On)
            }
            Some(_) => {
                let purpose = purpose(run.sight());
                run.push(Frame::RollOff(RollOff::new(purpose, frame.left)));
                Ok(Flow::On)
            }
        },
        Stage::Choose => match (run.table.sheets.len(), run.table.brought[Seat(frame.seat)]) {
            // A table without boards, or with boards that cannot be joined, was laid wrongly.
            (0, _) => fault(run),
            (_, Some(sheet)) => {
                take(run, frame, sheet);
                Ok(Flow::On)
            }
            (1, None) => {
                take(run, frame, 0);
                Ok(Flow::On)
            }
            (_, None) => Ok(Flow::Ask(Seat(frame.seat))),
        },
        Stage::Join => {
            let places = run.table.placements(&run.state.layout, frame.sheet);
            if places.is_empty() {
                return fault(run);
            }
            Ok(Flow::Ask(Seat(frame.seat)))
        }
        Stage::Laid => {
            frame.stage = if shared(run.sight()) {
                Stage::Territory
            } else {
                Stage::Next
            };
            run.put(Frame::Boards(frame));
            Ok(Flow::Rebuild)
        }
        Stage::Territory => Ok(Flow::Ask(Seat(frame.seat))),
    }
}

fn fault(run: &mut Run<'_>) -> Step {
    run.fail();
    Ok(Flow::On)
}

/// With two players the winner may have a pick; with more the loser of each roll-off is next
/// (Harrowdeep p.44).
fn purpose(sight: Sight<'_>) -> Purpose {
    match sight.rules().first_board {
        _ if shared(sight) => Purpose::Side,
        FirstBoard::WinnersPick if sight.state.clock.players == 2 => Purpose::FirstBoard,
        _ => Purpose::Board,
    }
}

/// A player is next to choose.
pub fn told(run: &mut Run<'_>, mut frame: Boards, seat: Seat) {
    frame.seat = seat.0;
    frame.stage = Stage::Choose;
    run.put(Frame::Boards(frame));
    if run.state.layout.placed().is_empty() && !shared(run.sight()) {
        run.state.clock.first_board = seat.0;
    }
}

/// Takes the chosen board: the first one is laid down at once, others have to be joined.
fn take(run: &mut Run<'_>, mut frame: Boards, sheet: u8) {
    let seat = Seat(frame.seat);
    run.emit(Rule::SetupBoardsChoose, What::BoardChosen { seat, sheet });
    if run.state.layout.placed().is_empty() {
        lay(run, frame, Layout::single(sheet));
    } else {
        frame.sheet = sheet;
        frame.stage = Stage::Join;
        run.put(Frame::Boards(frame));
    }
}

/// Lays a board down. The grid numbers regions in the order in which boards were laid.
fn lay(run: &mut Run<'_>, mut frame: Boards, layout: Layout) {
    let seat = Seat(frame.seat);
    run.state.clock.territory[seat.ix()] = layout.placed().len() as u8 - 1;
    run.state.layout = layout;
    let rule = if shared(run.sight()) {
        Rule::SetupBoardsChoose
    } else {
        Rule::SetupBoardsPlace
    };
    run.emit(rule, What::BoardPlaced { seat });
    frame.left.remove(seat);
    frame.sheet = 0;
    frame.stage = Stage::Laid;
    run.put(Frame::Boards(frame));
}

/// The chooser takes a region, the others get the rest in order of seats.
fn divide(run: &mut Run<'_>, frame: Boards, side: u8) {
    let chooser = Seat(frame.seat);
    let players = run.state.clock.players;
    for step in 0..players {
        let seat = chooser.clockwise(step, players);
        let side = (side + step) % players;
        run.state.clock.territory[seat.ix()] = side;
        run.emit(Rule::SetupTerritory, What::TerritoryTaken { seat, side });
    }
    let second = u8::from(run.rules().tokens.second_places_first);
    run.state.clock.first_board = chooser.clockwise(second, players).0;
    run.put(Frame::Boards(Boards {
        stage: Stage::Next,
        left: SeatSet::default(),
        ..frame
    }));
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, frame: Boards) -> Option<Seat> {
    match frame.stage {
        Stage::Choose | Stage::Join | Stage::Territory => Some(Seat(frame.seat)),
        Stage::Next | Stage::Laid => None,
    }
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Boards, out: &mut Choices) {
    match frame.stage {
        Stage::Choose => {
            for sheet in 0..sight.table.sheets.len().min(255) as u8 {
                out.push(Choice::new(Verb::Board, sheet, 0, 0));
            }
        }
        Stage::Join => {
            let places = sight.table.placements(&sight.state.layout, frame.sheet);
            for ix in 0..places.len() as u16 {
                let [low, high] = ix.to_le_bytes();
                out.push(Choice::new(Verb::Join, low, high, 0));
            }
        }
        Stage::Territory => {
            for side in 0..sight.state.clock.players {
                out.push(Choice::new(Verb::Territory, side, 0, 0));
            }
        }
        Stage::Next | Stage::Laid => {}
    }
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, frame: Boards, choice: Choice) {
    match frame.stage {
        Stage::Choose => take(run, frame, choice.a),
        Stage::Join => {
            let places = run.table.placements(&run.state.layout, frame.sheet);
            let ix = u16::from_le_bytes([choice.a, choice.b]);
            if let Some(place) = places.get(ix as usize) {
                let layout = run.state.layout.with(place);
                lay(run, frame, layout);
            }
        }
        Stage::Territory => divide(run, frame, choice.a),
        Stage::Next | Stage::Laid => {}
    }
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Boards, choice: Choice) -> Refusal {
    match (frame.stage, choice.verb) {
        (Stage::Join, Verb::Join) if sight.table.lined_up() => Refusal::new(
            Rule::SetupBoardsPlace,
            "Boards only lie as in the fixed layouts here; line the edges up as one of them shows.",
        ),
        (Stage::Join, Verb::Join) => Refusal::new(
            Rule::SetupBoardsCompleted,
            "Slide the board until more hexes are made whole along the edge, and overlap nothing.",
        ),
        (Stage::Join, _) => Refusal::new(
            Rule::SetupBoardsPlace,
            "Join the board you chose to those on the table first.",
        ),
        (Stage::Territory, Verb::Territory) => Refusal::new(
            Rule::SetupTerritory,
            "This board has no such side; take one of its territories.",
        ),
        (Stage::Territory, _) => Refusal::new(
            Rule::SetupTerritory,
            "Take a territory for yourself first; the other side goes to your opponent.",
        ),
        (_, Verb::Board) => Refusal::new(
            Rule::SetupBoardsChoose,
            "That board is not at this table; choose one of those offered.",
        ),
        _ => Refusal::new(Rule::SetupBoardsChoose, "Choose a board first."),
    }
}

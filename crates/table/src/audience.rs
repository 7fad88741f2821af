//! Who is told what about a game: the messages for somebody who holds some seats, or none.
//!
//! Who is connected, and what clocks say, is filled in by whoever keeps the table: `fill` is handed every view.

use crate::{
    entry::Entry,
    play::{OnTable, Play},
    record::{Change, UndoAsked},
    seating::seats,
    shown::{self, Viewer},
};
use gloryhex_editions::Content;
use gloryhex_model::Seat;
use gloryhex_protocol::{Board, Choices, GameView, ServerMessage, Settings};

/// What whoever keeps the table knows of it beside the game.
pub type Fill<'a> = &'a dyn Fn(&mut GameView);

/// Whose eyes somebody looks through who holds these seats: on a hot seat, those of whoever decides or decided
/// last.
pub fn viewer(play: &Play, own: u8) -> Viewer {
    if play.is_over() {
        return Viewer::All;
    }
    let mine = |seat: &u8| own >> seat & 1 == 1;
    let decider = play.decider().map(|seat| seat.0).filter(mine);
    let made = || play.record.made.iter().rev();
    let last = || made().map(|made| made.seat).find(mine);
    let first = || seats(own).first().copied();
    match decider.or_else(last).or_else(first) {
        Some(seat) => Viewer::Seat(Seat(seat)),
        None => Viewer::Public,
    }
}

/// Whose eyes read the log: everybody's where several share the screen, so that a line that names a card one of
/// them drew does not stay there for the next.
pub fn reader(own: u8, viewer: Viewer) -> Viewer {
    match viewer {
        Viewer::Seat(_) if own.count_ones() > 1 => Viewer::Public,
        Viewer::Seat(_) | Viewer::Public | Viewer::All => viewer,
    }
}

/// The choices on offer, for those who have to choose.
pub fn choices_for(content: &Content, play: &Play, on: &OnTable, own: u8) -> Option<Choices> {
    let decider = play.decider()?;
    (own >> decider.0 & 1 == 1).then(|| shown::choices(content, play, on, decider))
}

fn view(play: &Play, on: &OnTable, viewer: Viewer, fill: Fill<'_>) -> GameView {
    let mut view = shown::view(play, on, viewer);
    fill(&mut view);
    view
}

/// All there is to know, for somebody who has seen the game up to a position or not at all. `None` before the game
/// has begun.
pub fn welcome(
    content: &Content,
    play: &Play,
    own: u8,
    last_seen: Option<u32>,
    settings: Settings,
    fill: Fill<'_>,
) -> Option<ServerMessage> {
    let on = play.table.as_ref()?;
    let viewer = viewer(play, own);
    let viewers: Vec<Viewer> = match viewer {
        Viewer::Seat(_) => seats(own)
            .into_iter()
            .map(|seat| Viewer::Seat(Seat(seat)))
            .collect(),
        other => vec![other],
    };
    let record = &play.record;
    let after = last_seen
        .filter(|seen| *seen >= record.rewound_at && *seen <= record.at && viewer != Viewer::All);
    Some(ServerMessage::Welcome {
        table: Box::new(shown::table(content, play, on, &viewers)),
        seats: seats(own),
        board: shown::board(on),
        view: Box::new(view(play, on, viewer, fill)),
        log: shown::lines(play, on, reader(own, viewer), after),
        whole: after.is_none(),
        choices: choices_for(content, play, on, own),
        settings,
    })
}

/// Questions that are open among the players, which follow a welcome.
pub fn open_questions(play: &Play) -> Vec<ServerMessage> {
    let asked = play
        .record
        .undo
        .iter()
        .map(|undo| ServerMessage::UndoAsked {
            seat: undo.seat,
            to: undo.to,
        });
    let running = !play.is_over();
    let offers = seats(play.record.draw).into_iter().filter(|_| running);
    let offers = offers.map(|seat| ServerMessage::DrawOffered { seat, stands: true });
    asked.chain(offers).collect()
}

/// A step of a game that everybody hears of.
#[derive(Clone, Copy)]
pub struct Step<'a> {
    /// The position before it.
    pub before: u32,
    /// What was taken back is forgotten after this position.
    pub forget_after: Option<u32>,
    /// The battlefield, if it has changed.
    pub board: Option<&'a Board>,
}

impl<'a> Step<'a> {
    /// The step that a change is.
    pub fn of(before: u32, change: &Change, board: Option<&'a Board>) -> Step<'a> {
        Step {
            before,
            forget_after: match change {
                Change::Rewind { to, .. } => Some(*to),
                _ => None,
            },
            board,
        }
    }
}

/// What somebody is shown after a step.
pub fn update(
    content: &Content,
    play: &Play,
    on: &OnTable,
    own: u8,
    step: Step<'_>,
    fill: Fill<'_>,
) -> ServerMessage {
    let viewer = viewer(play, own);
    ServerMessage::Update {
        view: Box::new(view(play, on, viewer, fill)),
        log: shown::lines(play, on, reader(own, viewer), Some(step.before)),
        forget_after: step.forget_after,
        board: step.board.cloned(),
        choices: choices_for(content, play, on, own),
    }
}

/// What an entry says to everybody that is neither a choice nor about who sits where.
pub fn said(entry: &Entry) -> Option<ServerMessage> {
    match *entry {
        Entry::AskUndo { seat, to } => Some(ServerMessage::UndoAsked { seat, to }),
        Entry::OfferDraw { seat, offer } => {
            let stands = offer;
            Some(ServerMessage::DrawOffered { seat, stands })
        }
        Entry::AnswerDraw { seat, agree } => {
            let stands = agree;
            Some(ServerMessage::DrawOffered { seat, stands })
        }
        Entry::Join { .. }
        | Entry::Begin
        | Entry::Again { .. }
        | Entry::Next { .. }
        | Entry::Choose { .. }
        | Entry::AnswerUndo { .. }
        | Entry::TakeBack { .. }
        | Entry::GoOn { .. }
        | Entry::Leave { .. } => None,
    }
}

/// The question whether to take a choice back is settled by an entry.
pub fn undo_settled(
    play: &Play,
    asked: UndoAsked,
    entry: &Entry,
    change: &Change,
) -> ServerMessage {
    let agreed = matches!(change, Change::Rewind { .. });
    let names = shown::people_names(play);
    let reason = match entry {
        _ if agreed => None,
        Entry::AnswerUndo { seat, .. } => {
            let name = names.get(*seat as usize).cloned().unwrap_or_default();
            Some(format!("{name} would rather play on."))
        }
        _ if play.is_over() => Some("The game is over.".to_owned()),
        _ => Some("The game went on.".to_owned()),
    };
    ServerMessage::UndoAnswered {
        seat: asked.seat,
        agreed,
        reason,
    }
}

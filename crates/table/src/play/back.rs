//! Taking an entry that is about to be stored, and going back if it could not be.

use super::{Mark, OnTable, Play, Tried};
use crate::{
    entry::{Entry, Made},
    error::Result,
    record::{Change, Record, Since},
};
use gloryhex_editions::Content;
use gloryhex_engine::Event;

/// What it takes to go back to before an entry that could not be stored. None of these copies the history of
/// a game.
pub enum Back {
    /// The choice is taken off again.
    Choice(Box<Before>),
    /// Choices that were taken back are put on again.
    Rewound(Box<Rewound>),
    /// The record without its choices, for an entry that touches neither these nor the table.
    Record(Box<Record>),
    /// All there is: the game has not begun.
    Whole(Box<Play>),
}

/// A game before choices were taken back: what has changed since the moment that is gone back to.
pub struct Rewound {
    record: Record,
    made: Vec<Made>,
    /// The numbers of choices and events at that moment.
    first: (usize, usize),
    on: Mark,
    happened: Vec<(u32, Event)>,
    told: Vec<Option<&'static str>>,
    marks: Vec<Mark>,
}

/// A game before a choice, without its history.
pub struct Before {
    at: u32,
    moved_at: u32,
    since: Since,
    undo: Option<crate::record::UndoAsked>,
    seat: u8,
    spent: u64,
    reseeds: usize,
    on: Mark,
}

impl Play {
    /// Takes an entry that is about to be stored. Nothing changes on an error; what comes back undoes it
    /// without a copy of the history.
    ///
    /// # Errors
    /// The entry does not fit.
    pub fn step(
        &mut self,
        content: &Content,
        at: u32,
        entry: &Entry,
        tried: Option<Tried>,
    ) -> Result<(Change, Back)> {
        let back = match (entry, &self.table) {
            (Entry::Choose { seat, .. }, Some(on)) => Back::Choice(Box::new(Before {
                at: self.record.at,
                moved_at: self.record.moved_at,
                since: self.record.since,
                undo: self.record.undo,
                seat: *seat,
                spent: self
                    .record
                    .chairs
                    .get(*seat as usize)
                    .map_or(0, |chair| chair.spent),
                reseeds: self.record.reseeds.len(),
                on: on.here(),
            })),
            (Entry::TakeBack { to, .. }, Some(on)) => self.before_rewind(on, *to),
            (Entry::AnswerUndo { .. }, Some(on)) => {
                self.before_rewind(on, self.record.undo.map_or(u32::MAX, |undo| undo.to))
            }
            (Entry::GoOn { .. }, Some(on)) => self.before_rewind(on, u32::MAX),
            (
                Entry::Join { .. }
                | Entry::Begin
                | Entry::AskUndo { .. }
                | Entry::OfferDraw { .. }
                | Entry::AnswerDraw { .. }
                | Entry::Leave { .. }
                | Entry::Again { .. }
                | Entry::Next { .. },
                Some(_),
            ) => Back::Record(Box::new(self.record.without_choices())),
            (_, None) => Back::Whole(Box::new(self.clone())),
        };
        match self.add(content, at, entry, tried) {
            Ok(change) => Ok((change, back)),
            Err(oops) => {
                self.undo_step(back);
                Err(oops)
            }
        }
    }

    /// What is needed to undo an entry that takes back everything after a position.
    fn before_rewind(&self, on: &OnTable, to: u32) -> Back {
        let kept = self.record.made.partition_point(|made| made.at <= to);
        let mark = on.marks.iter().rev().find(|mark| mark.made <= kept);
        let (made, happened) = mark.map_or((0, 0), |mark| (mark.made, mark.happened));
        Back::Rewound(Box::new(Rewound {
            record: self.record.without_choices(),
            made: self.record.made[made..].to_vec(),
            first: (made, happened),
            on: on.here(),
            happened: on.happened[happened..].to_vec(),
            told: on.told[made..].to_vec(),
            marks: on.marks.clone(),
        }))
    }

    /// Goes back to before an entry that could not be stored.
    pub fn undo_step(&mut self, back: Back) {
        match back {
            Back::Choice(before) => self.undo_choice(*before),
            Back::Rewound(before) => self.undo_rewind(*before),
            Back::Record(record) => self.undo_record(*record, usize::MAX),
            Back::Whole(play) => *self = *play,
        }
    }

    /// Puts an old record in the place of the one there is, of whose choices so many stay.
    fn undo_record(&mut self, record: Record, kept: usize) {
        let mut made = std::mem::take(&mut self.record.made);
        made.truncate(kept);
        self.record = record;
        self.record.made = made;
    }

    fn undo_rewind(&mut self, before: Rewound) {
        let (made, happened) = before.first;
        self.undo_record(before.record, made);
        self.record.made.extend(before.made);
        if let Some(on) = &mut self.table {
            on.happened.truncate(happened);
            on.happened.extend(before.happened);
            on.told.truncate(made);
            on.told.extend(before.told);
            on.marks = before.marks;
            on.go_back(before.on);
        }
    }

    fn undo_choice(&mut self, before: Before) {
        self.record.at = before.at;
        self.record.moved_at = before.moved_at;
        self.record.since = before.since;
        self.record.undo = before.undo;
        self.record.made.truncate(before.on.made);
        self.record.reseeds.truncate(before.reseeds);
        if let Some(chair) = self.record.chairs.get_mut(before.seat as usize) {
            chair.spent = before.spent;
        }
        if let Some(on) = &mut self.table {
            on.go_back(before.on);
        }
    }
}

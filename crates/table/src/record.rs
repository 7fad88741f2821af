//! What the entries of a game add up to, apart from the game on the table: who sits where, which
//! choices count, what is being asked, how it ended.
//!
//! Pure bookkeeping. Nothing here knows rules, sockets or the time.

use crate::entry::{Entry, Leaving, Made, Plan};
use gloryhex_protocol::{DeckList, SeatKind};

/// A seat as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chair {
    /// Who plays.
    pub kind: SeatKind,
    /// Display name.
    pub name: String,
    /// Warband; empty if not chosen.
    pub warband: String,
    /// Deck.
    pub deck: Option<DeckList>,
    /// Whether it waits for somebody.
    pub free: bool,
    /// Why its player left, if so.
    pub left: Option<Leaving>,
    /// Milliseconds its player has thought.
    pub spent: u64,
    /// The id of whoever plays it, if they took a name.
    pub player: Option<String>,
}

/// What the id of somebody begins with who was forgotten: it leads nowhere.
pub const GONE: &str = "gone-";

/// A question whether to take a choice back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoAsked {
    /// Who asks.
    pub seat: u8,
    /// The position to go back to.
    pub to: u32,
    /// Seats that agreed, as bits.
    pub agreed: u8,
}

/// Since when a decision waits. A game that another version goes on with has the decision it had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// The position that brought it up.
    pub at: u32,
    /// When that was, in Unix milliseconds; 0 if nobody wrote it down.
    pub when: u64,
}

/// How a game ended other than by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Everybody else left; this seat remains.
    Left(u8, Leaving),
    /// All agreed to a draw.
    Agreed,
}

/// What an entry did to the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Seats filled up; the game begins now.
    Begin,
    /// A choice was made.
    Choice(Made),
    /// Another version of the program goes on.
    GoOn {
        /// The version.
        engine: String,
    },
    /// Choices after this position no longer count.
    Rewind {
        /// Who had asked.
        seat: u8,
        /// The position.
        to: u32,
    },
    /// Something else.
    Other,
}

/// After so many choices a position can be stored and chance begins anew.
pub const MARK: usize = 32;

/// The record.
#[derive(Clone, Debug)]
pub struct Record {
    /// The last position.
    pub at: u32,
    /// The last position at which the game on the table changed.
    pub moved_at: u32,
    /// Since when the pending decision waits.
    pub since: Since,
    /// The position at which it began, once it has.
    pub began: Option<u32>,
    /// The seats.
    pub chairs: Vec<Chair>,
    /// The choices that count, in order.
    pub made: Vec<Made>,
    /// The open question whether to take a choice back.
    pub undo: Option<UndoAsked>,
    /// Seats that offer or accept a draw, as bits.
    pub draw: u8,
    /// The ending, if it was not by the rules.
    pub cut: Option<Cut>,
    /// Seats that want another game, as bits.
    pub again: u8,
    /// The next game.
    pub next: Option<String>,
    /// The last position at which something was taken back.
    pub rewound_at: u32,
    /// Numbers of choices before which chance began anew, and the positions it is taken from.
    pub reseeds: Vec<(u32, u32)>,
    /// The last position at which another version of the program went on.
    pub goes_on: Option<u32>,
    /// Whether chance begins anew after every so many choices, so that positions can be stored there.
    marked: bool,
}

impl Record {
    /// A game before its first entry.
    pub fn new(plan: &Plan) -> Record {
        let chairs = plan.seats.iter().map(|seat| Chair {
            kind: seat.kind.clone(),
            name: seat.name.clone(),
            warband: seat.warband.clone(),
            deck: seat.deck.clone(),
            free: !matches!(seat.kind, SeatKind::Opponent { .. }),
            left: None,
            spent: 0,
            player: None,
        });
        Record {
            at: 0,
            moved_at: 0,
            since: Since::default(),
            began: None,
            chairs: chairs.collect(),
            made: Vec::new(),
            undo: None,
            draw: 0,
            cut: None,
            again: 0,
            next: None,
            rewound_at: 0,
            reseeds: Vec::new(),
            goes_on: None,
            marked: plan.marked,
        }
    }

    /// The same without the choices, which can be many.
    pub fn without_choices(&self) -> Record {
        Record {
            chairs: self.chairs.clone(),
            made: Vec::new(),
            reseeds: self.reseeds.clone(),
            next: self.next.clone(),
            ..*self
        }
    }

    /// Takes the next entry.
    pub fn add(&mut self, at: u32, entry: &Entry) -> Change {
        self.at = at;
        match entry {
            Entry::Begin => self.begin_if_full(at, 0),
            Entry::Join {
                seat,
                name,
                warband,
                deck,
                when,
                player,
            } => {
                if let Some(chair) = self.chairs.get_mut(*seat as usize) {
                    chair.kind = SeatKind::Human;
                    chair.free = false;
                    chair.name.clone_from(name);
                    chair.warband.clone_from(warband);
                    chair.deck.clone_from(deck);
                    chair.player.clone_from(player);
                }
                self.begin_if_full(at, *when)
            }
            Entry::Choose {
                seat,
                choice,
                exact,
                spent,
                auto,
                when,
            } => {
                self.moved_at = at;
                self.since = Since { at, when: *when };
                self.undo = None;
                if let Some(chair) = self.chairs.get_mut(*seat as usize) {
                    chair.spent += u64::from(*spent);
                }
                let made = Made {
                    at,
                    seat: *seat,
                    choice: choice.clone(),
                    exact: *exact,
                    auto: *auto,
                };
                self.made.push(made.clone());
                // Whoever goes on from a position stored here needs no more than the seed.
                if self.marked && self.made.len().is_multiple_of(MARK) {
                    self.anew(at);
                }
                Change::Choice(made)
            }
            Entry::AskUndo { seat, to } => {
                let computers =
                    self.seats_of(|chair| matches!(chair.kind, SeatKind::Opponent { .. }));
                self.undo = Some(UndoAsked {
                    seat: *seat,
                    to: *to,
                    agreed: computers | 1 << seat,
                });
                Change::Other
            }
            Entry::AnswerUndo {
                seat,
                agree,
                spent,
                when,
            } => {
                let Some(mut undo) = self.undo.take() else {
                    return Change::Other;
                };
                undo.agreed |= 1 << seat;
                match (agree, undo.agreed & self.present() == self.present()) {
                    (true, true) => {
                        self.since = Since { at, when: *when };
                        self.rewind(at, undo.seat, undo.to, *spent)
                    }
                    (true, false) => {
                        self.undo = Some(undo);
                        Change::Other
                    }
                    (false, _) => Change::Other,
                }
            }
            Entry::TakeBack {
                seat,
                to,
                spent,
                when,
            } => {
                self.since = Since { at, when: *when };
                self.rewind(at, *seat, *to, *spent)
            }
            Entry::OfferDraw { seat, offer } => {
                self.draw = if *offer { self.draw | 1 << seat } else { 0 };
                Change::Other
            }
            Entry::AnswerDraw { seat, agree } => {
                self.draw = if *agree { self.draw | 1 << seat } else { 0 };
                if self.draw & self.people() == self.people() {
                    self.end(Cut::Agreed);
                }
                Change::Other
            }
            Entry::Leave { seat, why } => {
                if let Some(chair) = self.chairs.get_mut(*seat as usize) {
                    chair.left = Some(*why);
                }
                if self.present().count_ones() == 1 {
                    self.end(Cut::Left(self.present().trailing_zeros() as u8, *why));
                }
                Change::Other
            }
            Entry::GoOn { engine, .. } => {
                self.undo = None;
                self.moved_at = at;
                self.anew(at);
                self.goes_on = Some(at);
                Change::GoOn {
                    engine: engine.clone(),
                }
            }
            Entry::Again { seat } => {
                self.again |= 1 << seat;
                Change::Other
            }
            Entry::Next { game } => {
                self.next = Some(game.clone());
                Change::Other
            }
        }
    }

    /// The game ends, and with it every question about it.
    fn end(&mut self, cut: Cut) {
        self.cut = Some(cut);
        self.undo = None;
        self.draw = 0;
    }

    fn begin_if_full(&mut self, at: u32, when: u64) -> Change {
        if self.began.is_some() || self.chairs.iter().any(|chair| chair.free) {
            return Change::Other;
        }
        self.began = Some(at);
        self.moved_at = at;
        self.since = Since { at, when };
        Change::Begin
    }

    /// What was chosen after a position no longer counts. The time that ran meanwhile is gone all the same.
    fn rewind(&mut self, at: u32, seat: u8, to: u32, spent: u32) -> Change {
        self.undo = None;
        if let Some(chair) = self.chairs.get_mut(seat as usize) {
            chair.spent += u64::from(spent);
        }
        self.moved_at = at;
        self.rewound_at = at;
        let kept = self.made.partition_point(|made| made.at <= to);
        self.made.truncate(kept);
        self.anew(at);
        Change::Rewind { seat, to }
    }

    /// Chance begins anew from this position.
    fn anew(&mut self, at: u32) {
        let next = self.made.len() as u32;
        self.reseeds.retain(|(number, _)| *number < next);
        self.reseeds.push((next, at));
    }

    fn seats_of(&self, which: impl Fn(&Chair) -> bool) -> u8 {
        (0..self.chairs.len())
            .filter(|ix| which(&self.chairs[*ix]))
            .fold(0, |set, ix| set | 1 << ix)
    }
    /// Seats whose player has not left, as bits.
    pub fn present(&self) -> u8 {
        self.seats_of(|chair| chair.left.is_none())
    }
    /// Seats of people who have not left, as bits.
    pub fn people(&self) -> u8 {
        self.seats_of(|chair| chair.kind == SeatKind::Human && chair.left.is_none())
    }
    /// Seats that wait for somebody, as bits.
    pub fn free(&self) -> u8 {
        self.seats_of(|chair| chair.free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::PlannedSeat;

    fn record() -> Record {
        let seat = PlannedSeat {
            kind: SeatKind::Human,
            name: String::new(),
            warband: String::new(),
            deck: None,
        };
        let plan = Plan {
            edition: "any".to_owned(),
            variant: vec![],
            seats: vec![seat.clone(), seat],
            boards: vec![],
            own_boards: vec![],
            hot_seat: false,
            public: false,
            clock: None,
            series: None,
            seed: gloryhex_engine::Seed::Fast(0),
            prelude: None,
            marked: false,
            given: vec![],
            rated: false,
        };
        let mut record = Record::new(&plan);
        for seat in 0..2 {
            let join = Entry::Join {
                seat,
                name: String::new(),
                warband: String::new(),
                deck: None,
                when: 0,
                player: None,
            };
            record.add(u32::from(seat) + 1, &join);
        }
        record
    }

    fn choose(seat: u8) -> Entry {
        Entry::Choose {
            seat,
            choice: "pass".to_owned(),
            exact: gloryhex_engine::Choice::PASS,
            spent: 5,
            auto: false,
            when: 0,
        }
    }

    #[test]
    fn a_game_begins_when_the_last_seat_is_taken() {
        assert_eq!(record().began, Some(2));
    }

    #[test]
    fn an_undo_needs_everybody_and_drops_what_came_after() {
        let mut record = record();
        record.add(3, &choose(0));
        record.add(4, &choose(1));
        record.add(5, &Entry::AskUndo { seat: 0, to: 2 });
        assert_eq!(record.made.len(), 2);
        let change = record.add(
            6,
            &Entry::AnswerUndo {
                seat: 1,
                agree: true,
                spent: 0,
                when: 0,
            },
        );
        assert_eq!(change, Change::Rewind { seat: 0, to: 2 });
        assert!(record.made.is_empty());
        assert_eq!(record.moved_at, 6);
    }

    #[test]
    fn an_undo_is_off_when_somebody_refuses_or_plays_on() {
        let mut record = record();
        record.add(3, &choose(0));
        record.add(4, &Entry::AskUndo { seat: 0, to: 2 });
        record.add(
            5,
            &Entry::AnswerUndo {
                seat: 1,
                agree: false,
                spent: 0,
                when: 0,
            },
        );
        assert_eq!((record.made.len(), record.undo), (1, None));
        record.add(6, &Entry::AskUndo { seat: 0, to: 2 });
        record.add(7, &choose(1));
        record.add(
            8,
            &Entry::AnswerUndo {
                seat: 1,
                agree: true,
                spent: 0,
                when: 0,
            },
        );
        assert_eq!(record.made.len(), 2);
    }

    #[test]
    fn the_last_player_left_wins_and_agreed_draws_end_the_game() {
        let mut left = record();
        left.add(
            3,
            &Entry::Leave {
                seat: 0,
                why: Leaving::Resigned,
            },
        );
        assert_eq!(left.cut, Some(Cut::Left(1, Leaving::Resigned)));
        let mut drawn = record();
        drawn.add(
            3,
            &Entry::OfferDraw {
                seat: 0,
                offer: true,
            },
        );
        drawn.add(
            4,
            &Entry::AnswerDraw {
                seat: 1,
                agree: false,
            },
        );
        assert_eq!((drawn.draw, drawn.cut), (0, None));
        drawn.add(
            5,
            &Entry::OfferDraw {
                seat: 1,
                offer: true,
            },
        );
        drawn.add(
            6,
            &Entry::AnswerDraw {
                seat: 0,
                agree: true,
            },
        );
        assert_eq!(drawn.cut, Some(Cut::Agreed));
    }
}

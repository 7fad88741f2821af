//! Opening a kept game, whichever version of the program played it.
//!
//! A game of this version is played again from its entries. One of another version, or with other cards, is
//! played again too, but every choice must still mean what its words say, and every stored position must
//! be met; where rules have changed so that it is not, the game goes on from a stored position. If there is
//! none that this version can read, the game is closed and its record kept.

use crate::{
    entry::{Entry, Plan},
    error::{Result, internal},
    play::Play,
    position::Position,
    record::Change,
};
use gloryhex_editions::Content;
use gloryhex_lab::replay::VERSION;
use gloryhex_model::Seat;
use gloryhex_protocol::{Code, Problem};
use std::sync::Arc;

/// A kept game.
pub struct Kept {
    /// Its id.
    pub id: String,
    /// How it was made.
    pub plan: Arc<Plan>,
    /// The version it was made with; empty for the first ones, which did not say.
    pub engine: String,
    /// The content it was made with.
    pub content: String,
    /// Its entries.
    pub entries: Vec<(u32, Entry)>,
    /// Its positions, the newest first.
    pub positions: Vec<(u32, String)>,
}

/// A kept game that was opened.
pub struct Opened {
    /// What is kept.
    pub kept: Kept,
    /// The game.
    pub play: Play,
    /// Whether it was played last with other rules or cards than there are here.
    pub strange: bool,
}

impl Kept {
    /// Whether another version has had a part in the game, so that its positions may be needed.
    pub fn moved(&self, content: &Content) -> bool {
        let own = (&*self.engine, &*self.content) == (VERSION, &*hash(content));
        let goes_on = |(_, entry): &(u32, Entry)| matches!(entry, Entry::GoOn { .. });
        !own || self.entries.iter().any(goes_on)
    }

    /// What the game was played with last.
    fn played_with(&self) -> (&str, &str) {
        let found = self
            .entries
            .iter()
            .rev()
            .find_map(|(_, entry)| match entry {
                Entry::GoOn { engine, content } => Some((&**engine, &**content)),
                _ => None,
            });
        found.unwrap_or((&self.engine, &self.content))
    }

    /// The game as far as these entries go. `careful` compares what is met with what was stored.
    fn play(
        &self,
        content: &Content,
        upto: usize,
        careful: bool,
    ) -> std::result::Result<Play, String> {
        let plan = Arc::clone(&self.plan);
        let entries = &self.entries[..upto];
        let moved = |(_, entry): &(u32, Entry)| matches!(entry, Entry::GoOn { .. });
        let (mut play, rest) = match entries.iter().rposition(moved) {
            None => (Play::new(&self.id, plan), entries),
            Some(ix) => {
                let at = entries[ix].0;
                let position = self.positions.iter().find(|(position, _)| *position == at);
                let (_, text) = position.ok_or("a position it went on from is missing")?;
                let play = Play::new(&self.id, plan);
                let play = play.from(content, &entries[..=ix], Position::read(text)?);
                (play.map_err(|oops| oops.to_string())?, &entries[ix + 1..])
            }
        };
        for (at, entry) in rest {
            if careful {
                self.compare(&play, entry)?;
            }
            let added = play.add(content, *at, entry, None);
            added.map_err(|oops| format!("entry {at} no longer fits: {oops}"))?;
            if careful {
                self.meet(&play, *at)?;
            }
        }
        Ok(play)
    }

    /// A choice must mean what its words say.
    fn compare(&self, play: &Play, entry: &Entry) -> std::result::Result<(), String> {
        let Entry::Choose {
            seat,
            choice,
            exact,
            ..
        } = entry
        else {
            return Ok(());
        };
        let on = play.on_table().map_err(|oops| oops.to_string())?;
        let read = on.read(Seat(*seat), choice).ok();
        match play.decider() == Some(Seat(*seat)) && read == Some(*exact) {
            true => Ok(()),
            false => Err(format!("`{choice}` means something else now")),
        }
    }

    /// A stored position must be met.
    fn meet(&self, play: &Play, at: u32) -> std::result::Result<(), String> {
        let Some((_, text)) = self.positions.iter().find(|(position, _)| *position == at) else {
            return Ok(());
        };
        let (Ok(position), Some(here)) = (Position::read(text), play.position(false)) else {
            return Ok(());
        };
        match position.state == here.state {
            true => Ok(()),
            false => Err(format!("it comes to something else at position {at}")),
        }
    }

    /// The game from the newest stored position that this version reads.
    fn at_position(&self, content: &Content) -> std::result::Result<Play, String> {
        let (at, text) = self
            .positions
            .first()
            .ok_or("no position of it is stored")?;
        let position = Position::read(text)?;
        let upto = self.entries.partition_point(|(entry, _)| entry <= at);
        if !position.fresh && upto < self.entries.len() {
            return Err("the position stored last is not the last of the game".to_owned());
        }
        let play = Play::new(&self.id, Arc::clone(&self.plan));
        let mut play = play
            .from(content, &self.entries[..upto], position)
            .map_err(|problem| match problem.code {
                Code::Internal => "the stored position does not fit what there is now".to_owned(),
                _ => problem.to_string(),
            })?;
        for (at, entry) in &self.entries[upto..] {
            self.compare(&play, entry)?;
            let added = play.add(content, *at, entry, None);
            added.map_err(|oops| format!("entry {at} no longer fits: {oops}"))?;
        }
        Ok(play)
    }

    /// Opens the game.
    ///
    /// # Errors
    /// It cannot go on with this version.
    pub fn open(self, content: &Content) -> Result<Opened> {
        let (engine, with) = self.played_with();
        let strange = (engine, with) != (VERSION, &*hash(content));
        let all = self.entries.len();
        let play = match strange {
            false => self.play(content, all, false),
            true => self.play(content, all, true).or_else(|why| {
                self.at_position(content)
                    .map_err(|also| format!("{why}, and {also}"))
            }),
        };
        match play {
            Ok(play) => Ok(Opened {
                play,
                strange,
                kept: self,
            }),
            Err(why) if strange => Err(closed(engine, &why)),
            Err(why) => Err(internal(format!("{}: {why}", self.id))),
        }
    }

    /// The game up to a position.
    ///
    /// # Errors
    /// The entries do not fit.
    pub fn upto(&self, content: &Content, position: u32) -> Result<Play> {
        let upto = self.entries.partition_point(|(at, _)| *at <= position);
        self.play(content, upto, false).map_err(internal)
    }

    /// Where this version began to play the game, and all the entries after that.
    ///
    /// # Errors
    /// The entries do not fit.
    pub fn own_part(&self, content: &Content, began: u32) -> Result<(Play, &[(u32, Entry)])> {
        let moved = self
            .entries
            .iter()
            .rev()
            .find_map(|(at, entry)| match entry {
                Entry::GoOn { .. } => Some(*at),
                _ => None,
            });
        let from = moved.unwrap_or(began);
        let rest = self.entries.partition_point(|(at, _)| *at <= from);
        Ok((self.upto(content, from)?, &self.entries[rest..]))
    }
}

impl Opened {
    /// The versions it was played with, the first one first.
    pub fn versions(&self) -> String {
        let mut versions = vec![match &*self.kept.engine {
            "" => "an early version",
            engine => engine,
        }];
        for (_, entry) in &self.kept.entries {
            if let Entry::GoOn { engine, .. } = entry {
                versions.push(engine);
            }
        }
        versions.join(", then ")
    }
}

/// The game was played by another version, and cannot go on with this one.
pub fn closed(engine: &str, why: &str) -> Problem {
    let how = match engine {
        "" => format!("with an early version and cannot go on with {VERSION}"),
        VERSION => {
            "with other cards, warbands or boards than there are now and cannot go on".to_owned()
        }
        other => format!("with {other} and cannot go on with {VERSION}"),
    };
    Problem::new(
        Code::WrongStage,
        format!("This game was played {how}: {why}. Its record is kept."),
    )
}

/// The content as it is told.
pub fn hash(content: &Content) -> String {
    format!("{:016x}", content.hash)
}

impl Play {
    /// A game from a stored position, with what its entries up to there say.
    ///
    /// # Errors
    /// The position is none of this game.
    fn from(
        mut self,
        content: &Content,
        entries: &[(u32, Entry)],
        position: Position,
    ) -> Result<Play> {
        for (at, entry) in entries {
            let change = self.record.add(*at, entry);
            debug_assert!(!matches!(change, Change::Begin) || self.record.began.is_some());
        }
        if position.made != self.record.made.len() {
            return Err(internal("a stored position is none of this game"));
        }
        self.go_on(content, position)?;
        Ok(self)
    }
}

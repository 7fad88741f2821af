//! A game in memory: its record and the table it is played on.
//!
//! A choice is tried on a copy first; only when it was stored does the copy take the game's place. A
//! choice that makes the engine stumble is therefore never stored.

mod back;
mod table;
#[cfg(test)]
mod tests;

pub use back::Back;
pub use table::{Offered, OnTable, Tried};

use crate::{
    entry::{Entry, Inputs, Plan},
    error::{Result, internal},
    position::Position,
    record::{Change, Cut, Record},
    tables,
};
use gloryhex_editions::Content;
use gloryhex_engine::{Choice, Dice, Game, Pending, Seed, Table, Windows};
use gloryhex_model::Seat;
use gloryhex_notation::Names;
use gloryhex_protocol::{Code, Problem, Stage};
use std::sync::Arc;
use table::{Mark, step};

/// Why a choice of another version cannot be unseen.
const EARLIER: &str = "it was made under another version";

/// A game in memory.
#[derive(Clone)]
pub struct Play {
    /// Its id.
    pub id: String,
    /// How it was made.
    pub plan: Arc<Plan>,
    /// What its entries add up to.
    pub record: Record,
    /// The table, once the game has begun.
    pub table: Option<OnTable>,
    /// The position it goes on from under this version, if it was begun under another.
    base: Option<Arc<Position>>,
}

impl Play {
    /// A game before its first entry.
    pub fn new(id: &str, plan: Arc<Plan>) -> Play {
        Play {
            id: id.to_owned(),
            record: Record::new(&plan),
            plan,
            table: None,
            base: None,
        }
    }

    /// A game that begins in the middle, on a table that was laid beforehand: a lesson's or a puzzle's.
    ///
    /// # Errors
    /// The engine stumbles over it.
    pub fn staged(
        id: &str,
        plan: Plan,
        game: Game,
        names: Arc<Names>,
        chance: Dice,
    ) -> Result<Play> {
        let mut play = Play::new(id, Arc::new(plan));
        for chair in &mut play.record.chairs {
            chair.free = false;
        }
        play.record.add(1, &Entry::Begin);
        let tried = step(game, None, chance)?.untold();
        play.table = Some(OnTable::new(names, Vec::new(), 1, tried));
        Ok(play)
    }

    /// The match that the server keeps and this game belongs to.
    pub fn match_id(&self) -> Option<&str> {
        self.plan.series.as_ref()?.id.as_deref()
    }

    /// Whether this is no game of its own, but the sudden death rounds after the one that its prelude is.
    pub fn is_sudden_death(&self) -> bool {
        let series = self.plan.series.as_ref();
        series.is_some_and(|series| series.sudden_death)
    }

    /// The number of the first choice of sudden death rounds, counted with those of the game before them, and the seed of
    /// chance in them, if this game is such.
    pub fn sudden_death(&self) -> Option<(u32, Seed)> {
        let prelude = self.plan.prelude.as_ref();
        let prelude = prelude.filter(|_| self.is_sudden_death())?;
        let began = self.record.began.unwrap_or(0);
        Some((prelude.choices.len() as u32, self.plan.seed.anew(began)))
    }

    /// The position from which it goes on under this version, if it was begun under another.
    pub fn goes_on_from(&self) -> Option<u32> {
        self.base.as_ref().map(|base| base.at)
    }

    /// The game goes on from a stored position, of which its entries have said as much as there is.
    ///
    /// # Errors
    /// The table cannot be laid, or the position is none of a game that waits for somebody.
    pub fn go_on(&mut self, content: &Content, position: Position) -> Result<()> {
        let laid = tables::lay(content, &self.plan, &self.record.chairs)?;
        self.base = Some(Arc::new(position));
        self.table = Some(self.start(laid.table, laid.names)?);
        self.replay()
    }

    /// The game as it is, written down.
    pub fn position(&self, whole: bool) -> Option<Position> {
        let on = self.table.as_ref()?;
        let made = self.record.made.len();
        Some(Position {
            at: self.record.at,
            made,
            state: on.game.state,
            happened: match whole {
                true => on.happened.clone(),
                false => Vec::new(),
            },
            told: on.told.iter().map(Option::is_some).collect(),
            whole,
            fresh: self
                .record
                .reseeds
                .last()
                .is_some_and(|(next, _)| *next as usize == made),
        })
    }

    /// A game from its entries.
    ///
    /// # Errors
    /// The entries do not fit the rules any more, e.g. after an update of the program.
    pub fn load(
        content: &Content,
        id: &str,
        plan: Arc<Plan>,
        entries: &[(u32, Entry)],
    ) -> Result<Play> {
        let mut play = Play::new(id, plan);
        for (at, entry) in entries {
            play.add(content, *at, entry, None)?;
        }
        Ok(play)
    }

    /// Takes a stored entry. `tried` if the choice in it was tried here just before.
    ///
    /// # Errors
    /// The entry does not fit.
    pub fn add(
        &mut self,
        content: &Content,
        at: u32,
        entry: &Entry,
        tried: Option<Tried>,
    ) -> Result<Change> {
        if at != self.record.at + 1 {
            return Err(internal(format!("{}: entry {at} is out of order", self.id)));
        }
        let change = self.record.add(at, entry);
        match &change {
            Change::Begin => self.table = Some(self.begin(content)?),
            Change::Choice(made) => {
                let tried = match tried {
                    Some(tried) => tried,
                    None => self.try_choice(Seat(made.seat), made.exact)?,
                };
                let anew = self.record.reseeds.last().filter(|(_, from)| *from == at);
                let given = self.given(self.record.made.len());
                if let Some(table) = &mut self.table {
                    table.accept(at, tried);
                    if anew.is_some() {
                        table.chance = self.plan.seed.anew(at).dice();
                    } else if let Some(seed) = given {
                        table.chance = seed.dice();
                    }
                    table.mark();
                }
            }
            Change::Rewind { .. } => self.rewind()?,
            Change::GoOn { engine } if engine == gloryhex_lab::replay::VERSION => {
                if let Some(table) = &mut self.table {
                    table.chance = self.plan.seed.anew(at).dice();
                }
            }
            Change::GoOn { .. } => {
                return Err(Problem::unavailable(
                    "This game goes on at a server of another version; reload the page.",
                ));
            }
            Change::Other => {}
        }
        Ok(change)
    }

    fn begin(&self, content: &Content) -> Result<OnTable> {
        let laid = tables::lay(content, &self.plan, &self.record.chairs)?;
        if !self.is_sudden_death() {
            return self.start(laid.table, laid.names);
        }
        // The game before is played again at its own table, and its fighters stay where they are.
        let chairs = &self.record.chairs;
        let before = tables::lay(content, &self.plan.without_sudden_death(), chairs)?;
        let end = self.start(before.table, before.names)?;
        let began = self.record.began.unwrap_or(0);
        end.sudden_death(laid.table, began, self.plan.seed.anew(began).dice())
    }

    fn start(&self, table: Arc<Table>, names: Arc<Names>) -> Result<OnTable> {
        let began = self.record.began.unwrap_or(0);
        if let Some(base) = &self.base {
            let game = Game::at(table, base.state, Windows::Public);
            let tried = step(game, None, self.plan.seed.anew(base.at).dice())?;
            if tried.game.state != base.state {
                return Err(internal("a stored position is not one that waits"));
            }
            let tried = tried.untold();
            let mut on = OnTable::new(names, base.happened.clone(), base.at, tried);
            let told = base.told.iter().map(|told| told.then_some(EARLIER));
            on.told.extend(told);
            return Ok(on);
        }
        let prelude = self.plan.prelude.as_ref();
        let seed = prelude.map_or(self.plan.seed, |prelude| prelude.seed);
        let tried = step(Game::new(table, Windows::Public), None, seed.dice())?;
        let mut on = OnTable::new(names, Vec::new(), began, tried);
        if let Some(seed) = self.given(0) {
            on.chance = seed.dice();
        }
        if let Some(prelude) = prelude {
            for (number, choice) in (0u32..).zip(&prelude.choices) {
                if let Some((_, seed)) = prelude.reseeds.iter().find(|(n, _)| *n == number) {
                    on.chance = seed.dice();
                }
                let Pending::Decide(seat) = on.pending else {
                    return Err(internal("a continued game is over before its end"));
                };
                let tried = on.try_choice(seat, *choice)?;
                on.accept(began, tried);
            }
            on.told.clear();
            on.chance = self.plan.seed.anew(began).dice();
        }
        Ok(on)
    }

    /// The seed that a file gave for the choice of this number, unless chance has begun anew before it.
    fn given(&self, number: usize) -> Option<Seed> {
        let own = |(n, _): &(u32, u32)| *n as usize <= number;
        let given = |(n, _): &&(u32, Seed)| *n as usize == number;
        match self.record.reseeds.iter().any(own) {
            true => None,
            false => self.plan.given.iter().find(given).map(|(_, seed)| *seed),
        }
    }

    /// Goes back to the last moment kept before what was taken back, and makes the rest again.
    fn rewind(&mut self) -> Result<()> {
        let made = self.record.made.len();
        let Some(table) = &mut self.table else {
            return Ok(());
        };
        let kept = |mark: &&Mark| mark.made <= made;
        match table.marks.iter().rev().find(kept).cloned() {
            Some(mark) => table.go_back(mark),
            None => {
                let (laid, names) = (Arc::clone(&table.game.table), Arc::clone(&table.names));
                self.table = Some(self.start(laid, names)?);
            }
        }
        self.replay()
    }

    /// Makes the choices that count and are not on the table yet, and has chance begin anew wherever it
    /// did.
    fn replay(&mut self) -> Result<()> {
        let first = self.table.as_ref().map_or(0, |table| table.told.len());
        for number in first..=self.record.made.len() {
            let anew = |(n, _): &&(u32, u32)| *n as usize == number;
            let seed = match self.record.reseeds.iter().find(anew) {
                Some((_, at)) => Some(self.plan.seed.anew(*at)),
                None => self.given(number),
            };
            if let (Some(seed), Some(table)) = (seed, &mut self.table) {
                table.chance = seed.dice();
            }
            let Some(made) = self.record.made.get(number) else {
                break;
            };
            let (at, tried) = (made.at, self.try_choice(Seat(made.seat), made.exact)?);
            if let Some(table) = &mut self.table {
                table.accept(at, tried);
                table.mark();
            }
        }
        Ok(())
    }

    /// What the game on the table follows from, a game it continues included.
    pub fn inputs(&self) -> Inputs {
        let seed = self.plan.seed;
        let mut inputs = match &self.plan.prelude {
            None => Inputs {
                seed,
                reseeds: Vec::new(),
                choices: Vec::new(),
            },
            Some(prelude) => {
                let mut inputs = prelude.clone();
                let began = self.record.began.unwrap_or(0);
                let next = inputs.choices.len() as u32;
                // Chance in sudden death rounds begins anew before anybody chooses anything in them.
                if !self.is_sudden_death() {
                    inputs.reseeds.push((next, seed.anew(began)));
                }
                inputs
            }
        };
        let before = inputs.choices.len() as u32;
        let made = self.record.made.len();
        let known = self.plan.given.iter().filter(|(n, _)| *n as usize <= made);
        let known = known.filter(|(n, _)| self.given(*n as usize).is_some());
        inputs
            .reseeds
            .extend(known.map(|(n, seed)| (before + n, *seed)));
        for (number, at) in &self.record.reseeds {
            inputs.reseeds.retain(|(n, _)| *n != before + number);
            inputs.reseeds.push((before + number, seed.anew(*at)));
        }
        inputs
            .choices
            .extend(self.record.made.iter().map(|made| made.exact));
        inputs
    }

    /// Tries a choice on a copy.
    ///
    /// # Errors
    /// The rules refuse it, or the engine stumbles.
    pub fn try_choice(&self, seat: Seat, choice: Choice) -> Result<Tried> {
        self.on_table()?.try_choice(seat, choice)
    }

    /// The game on the table.
    ///
    /// # Errors
    /// It has not begun.
    pub fn on_table(&self) -> Result<&OnTable> {
        self.table.as_ref().ok_or_else(|| {
            Problem::new(
                Code::WrongStage,
                "The game has not begun; a seat is still free.",
            )
        })
    }

    /// Takes over who sits here as it is written now, where somebody's name was taken out of it. Nothing else changes.
    pub fn reseat<'a>(&mut self, written: &Plan, entries: impl Iterator<Item = &'a Entry>) {
        let plan = Arc::make_mut(&mut self.plan);
        for (seat, now) in plan.seats.iter_mut().zip(&written.seats) {
            seat.name.clone_from(&now.name);
        }
        for entry in entries {
            let Entry::Join {
                seat, name, player, ..
            } = entry
            else {
                continue;
            };
            if let Some(chair) = self.record.chairs.get_mut(*seat as usize) {
                chair.name.clone_from(name);
                chair.player.clone_from(player);
            }
        }
    }

    /// How far the game is.
    pub fn stage(&self) -> Stage {
        match &self.table {
            None => Stage::Waiting,
            Some(_) if self.is_over() => Stage::Over,
            Some(_) => Stage::Running,
        }
    }

    /// Whether it has ended, by the rules or otherwise.
    pub fn is_over(&self) -> bool {
        self.record.cut.is_some()
            || self
                .table
                .as_ref()
                .is_some_and(|table| matches!(table.pending, Pending::Over | Pending::Fault))
    }

    /// Whose decision the game waits for.
    pub fn decider(&self) -> Option<Seat> {
        match self.table.as_ref()?.pending {
            Pending::Decide(seat) if !self.is_over() => Some(seat),
            _ => None,
        }
    }

    /// The seats that won; all that share first place in a draw.
    pub fn winners(&self) -> Vec<u8> {
        use gloryhex_engine::Ending;
        match self.record.cut {
            Some(Cut::Left(seat, _)) => return vec![seat],
            Some(Cut::Agreed) => return (0..self.record.chairs.len() as u8).collect(),
            None => {}
        }
        match self.table.as_ref().map(|table| table.game.ending()) {
            Some(Ending::Glory(seat) | Ending::TieBreak(seat, _)) => vec![seat.0],
            Some(Ending::Draw(seats)) => seats.iter().map(|seat| seat.0).collect(),
            Some(Ending::Running) | None => Vec::new(),
        }
    }

    /// Why the choices from a number on cannot be unseen, if they cannot.
    pub fn told_since(&self, number: usize) -> Option<&'static str> {
        let told = self.table.as_ref()?.told.iter().skip(number);
        told.flatten().next().copied()
    }

    /// The position before a choice, by its number; `None` if another version made it, which stays as it was.
    pub fn before(&self, number: usize) -> Option<u32> {
        let at = match number.checked_sub(1) {
            Some(before) => self.record.made.get(before)?.at,
            None => self.record.began?,
        };
        let kept = self.base.as_ref().is_some_and(|base| at < base.at);
        (!kept).then_some(at)
    }
}

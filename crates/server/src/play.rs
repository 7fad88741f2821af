//! A game in memory: its record and the table it is played on.
//!
//! A choice is tried on a copy first; only when it was stored does the copy take the game's place. A
//! choice that makes the engine stumble is therefore never stored.

use crate::{
    entry::{Entry, Inputs, Plan},
    error::{Oops, Result},
    position::Position,
    record::{Change, Cut, MARK, Record},
    tables,
};
use gloryhex_editions::Content;
use gloryhex_engine::{
    Ask, Chance, Choice, Choices, Dice, Event, Game, Log, Pending, Refusal, Seed, Table, Windows,
    state,
};
use gloryhex_model::Seat;
use gloryhex_notation::{Names, choice as text, undo};
use gloryhex_protocol::{Code, Stage};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// The longest text of a choice that is looked at, in bytes; any that is offered is much shorter.
const LONGEST: usize = 512;

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

/// What it takes to go back to before an entry that could not be stored.
pub enum Back {
    /// The choice is taken off again.
    Choice(Box<Before>),
    /// The game as it was.
    Whole(Box<Play>),
}

/// A game before a choice, without its history.
pub struct Before {
    at: u32,
    moved_at: u32,
    since: crate::record::Since,
    undo: Option<crate::record::UndoAsked>,
    seat: u8,
    spent: u64,
    made: usize,
    reseeds: usize,
    game: Game,
    pending: Pending,
    chance: Dice,
    happened: usize,
}

/// A game that has begun.
#[derive(Clone)]
pub struct OnTable {
    /// The game.
    pub game: Game,
    /// What everything is called.
    pub names: Arc<Names>,
    /// What it waits for.
    pub pending: Pending,
    /// Chance from here on.
    chance: Dice,
    /// What happened, with the positions.
    pub happened: Vec<(u32, Event)>,
    /// For each choice that counts: why it cannot be unseen, if it cannot.
    told: Vec<Option<&'static str>>,
    /// Moments to go back to without beginning from the start, the oldest first.
    marks: Vec<Mark>,
}

/// A moment of a game to go back to.
#[derive(Clone)]
struct Mark {
    made: usize,
    happened: usize,
    game: Game,
    pending: Pending,
    chance: Dice,
}

/// Moments kept at most; of many, those long ago lie further apart.
const MARKS: usize = 8;

/// Why a choice of another version cannot be unseen.
const EARLIER: &str = "it was made under another version";

/// The next state of a game, not yet stored.
pub struct Tried {
    game: Game,
    pending: Pending,
    chance: Dice,
    events: Vec<Event>,
    told: Option<&'static str>,
}

/// Chance that remembers whether it was asked.
struct Watched {
    inner: Dice,
    asked: bool,
}

impl Chance for Watched {
    fn decide(&mut self, ask: Ask) -> Option<state::Outcome> {
        self.asked = true;
        self.inner.decide(ask)
    }
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
                made: self.record.made.len(),
                reseeds: self.record.reseeds.len(),
                game: on.game.clone(),
                pending: on.pending,
                chance: on.chance.clone(),
                happened: on.happened.len(),
            })),
            _ => Back::Whole(Box::new(self.clone())),
        };
        match self.add(content, at, entry, tried) {
            Ok(change) => Ok((change, back)),
            Err(oops) => {
                self.undo_step(back);
                Err(oops)
            }
        }
    }

    /// Goes back to before an entry that could not be stored.
    pub fn undo_step(&mut self, back: Back) {
        let before = match back {
            Back::Whole(play) => return *self = *play,
            Back::Choice(before) => before,
        };
        self.record.at = before.at;
        self.record.moved_at = before.moved_at;
        self.record.since = before.since;
        self.record.undo = before.undo;
        self.record.made.truncate(before.made);
        self.record.reseeds.truncate(before.reseeds);
        if let Some(chair) = self.record.chairs.get_mut(before.seat as usize) {
            chair.spent = before.spent;
        }
        if let Some(on) = &mut self.table {
            on.game = before.game;
            on.pending = before.pending;
            on.chance = before.chance;
            on.happened.truncate(before.happened);
            on.told.truncate(before.made);
            on.marks.retain(|mark| mark.made <= before.made);
        }
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
            return Err(Oops::internal(format!(
                "{}: entry {at} is out of order",
                self.id
            )));
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
                if let Some(table) = &mut self.table {
                    table.accept(at, tried);
                    if anew.is_some() {
                        table.chance = self.plan.seed.anew(at).dice();
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
                return Err(Oops::unavailable(
                    "This game goes on at a server of another version; reload the page.",
                ));
            }
            Change::Other => {}
        }
        Ok(change)
    }

    fn begin(&self, content: &Content) -> Result<OnTable> {
        let laid = tables::lay(content, &self.plan, &self.record.chairs)?;
        self.start(laid.table, laid.names)
    }

    fn start(&self, table: Arc<Table>, names: Arc<Names>) -> Result<OnTable> {
        let began = self.record.began.unwrap_or(0);
        if let Some(base) = &self.base {
            let game = Game::at(table, base.state, Windows::Public);
            let tried = advance(game, None, self.plan.seed.anew(base.at).dice())?;
            if tried.game.state != base.state {
                return Err(Oops::internal("a stored position is not one that waits"));
            }
            let told = base.told.iter().map(|told| told.then_some(EARLIER));
            return Ok(OnTable {
                game: tried.game,
                names,
                pending: tried.pending,
                chance: tried.chance,
                happened: base.happened.clone(),
                told: told.collect(),
                marks: Vec::new(),
            });
        }
        let prelude = self.plan.prelude.as_ref();
        let seed = prelude.map_or(self.plan.seed, |prelude| prelude.seed);
        let tried = advance(Game::new(table, Windows::Public), None, seed.dice())?;
        let mut on = OnTable {
            game: tried.game,
            names,
            pending: tried.pending,
            chance: tried.chance,
            happened: Vec::new(),
            told: Vec::new(),
            marks: Vec::new(),
        };
        on.happened
            .extend(tried.events.into_iter().map(|e| (began, e)));
        if let Some(prelude) = prelude {
            for (number, choice) in (0u32..).zip(&prelude.choices) {
                if let Some((_, seed)) = prelude.reseeds.iter().find(|(n, _)| *n == number) {
                    on.chance = seed.dice();
                }
                let Pending::Decide(seat) = on.pending else {
                    return Err(Oops::internal("a continued game is over before its end"));
                };
                let tried = on.try_choice(seat, *choice)?;
                on.accept(began, tried);
            }
            on.told.clear();
            on.chance = self.plan.seed.anew(began).dice();
        }
        Ok(on)
    }

    /// Goes back to the last moment kept before what was taken back, and makes the rest again.
    fn rewind(&mut self) -> Result<()> {
        let made = self.record.made.len();
        let Some(table) = &mut self.table else {
            return Ok(());
        };
        while table.marks.last().is_some_and(|mark| mark.made > made) {
            table.marks.pop();
        }
        match table.marks.last().cloned() {
            Some(mark) => {
                table.game = mark.game;
                table.pending = mark.pending;
                table.chance = mark.chance;
                table.happened.truncate(mark.happened);
                table.told.truncate(mark.made);
            }
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
            if let (Some((_, at)), Some(table)) =
                (self.record.reseeds.iter().find(anew), &mut self.table)
            {
                table.chance = self.plan.seed.anew(*at).dice();
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
                inputs.reseeds.push((next, seed.anew(began)));
                inputs
            }
        };
        let before = inputs.choices.len() as u32;
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
            Oops::new(
                Code::WrongStage,
                "The game has not begun; a seat is still free.",
            )
        })
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

impl Tried {
    /// Whether it shows something that cannot be unseen.
    pub fn tells(&self) -> bool {
        self.told.is_some()
    }
}

impl OnTable {
    fn try_choice(&self, seat: Seat, choice: Choice) -> Result<Tried> {
        if let Some(refusal) = self.refusal(seat, choice) {
            let mut oops = Oops::new(Code::Refused, refusal.remedy);
            oops.0.rule = Some(self.rule_id(refusal.rule));
            return Err(oops);
        }
        advance(self.game.clone(), Some(choice), self.chance.clone())
    }

    /// Why a choice is not allowed; an engine that stumbles over the question counts as a refusal.
    pub fn refusal(&self, seat: Seat, choice: Choice) -> Option<Refusal> {
        catch_unwind(AssertUnwindSafe(|| self.game.refusal(seat, choice))).unwrap_or(Some(
            Refusal::new(
                gloryhex_model::Rule::SequenceFollowAll,
                "Choose one of the choices on offer.",
            ),
        ))
    }

    fn accept(&mut self, at: u32, tried: Tried) {
        self.game = tried.game;
        self.pending = tried.pending;
        self.chance = tried.chance;
        self.told.push(tried.told);
        self.happened
            .extend(tried.events.into_iter().map(|e| (at, e)));
    }

    /// Keeps this moment, if its turn has come.
    fn mark(&mut self) {
        let made = self.told.len();
        if !made.is_multiple_of(MARK) || self.marks.last().is_some_and(|mark| mark.made >= made) {
            return;
        }
        if self.marks.len() == MARKS {
            // Of the gaps between neighbors, the first that is not larger than the next one is widened.
            let gap = |ix: usize| self.marks[ix + 1].made - self.marks[ix].made;
            let ix = (0..MARKS - 2)
                .find(|ix| gap(*ix) <= gap(*ix + 1))
                .unwrap_or(0);
            self.marks.remove(ix + 1);
        }
        self.marks.push(Mark {
            made,
            happened: self.happened.len(),
            game: self.game.clone(),
            pending: self.pending,
            chance: self.chance.clone(),
        });
    }

    /// The same table with another state on it, as somebody sees it.
    pub fn seen(&self, state: state::State) -> OnTable {
        OnTable {
            game: Game {
                state,
                ..self.game.clone()
            },
            names: Arc::clone(&self.names),
            pending: self.pending,
            chance: Seed::Fast(0).dice(),
            happened: Vec::new(),
            told: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// A rule's id with its edition.
    pub fn rule_id(&self, rule: gloryhex_model::Rule) -> String {
        format!("{}.{}", self.game.table.rules.name, rule.id())
    }

    /// The choices on offer with their texts, each text once.
    pub fn offered(&self) -> Vec<(String, Choice)> {
        let Pending::Decide(seat) = self.pending else {
            return Vec::new();
        };
        let mut list = Choices::new();
        self.game.choices(&mut list);
        let mut offered: Vec<(String, Choice)> = Vec::with_capacity(list.len());
        let mut seen = std::collections::HashMap::<String, u32>::new();
        for choice in list.iter() {
            let text = text::write(&self.game, &self.names, seat, *choice);
            let times = seen.entry(text.clone()).or_default();
            *times += 1;
            let text = match times {
                1 => text,
                n => format!("{text} #{n}"),
            };
            offered.push((text, *choice));
        }
        offered
    }

    /// Reads a choice of the seat that decides: one on offer, or any other the notation knows.
    ///
    /// # Errors
    /// The text is not a choice.
    pub fn read(&self, seat: Seat, wanted: &str) -> Result<Choice> {
        if wanted.len() > LONGEST {
            let message = format!("A choice has {LONGEST} bytes at most.");
            return Err(Oops::new(Code::TooLarge, message));
        }
        if let Some((_, choice)) = self.offered().into_iter().find(|(text, _)| text == wanted) {
            return Ok(choice);
        }
        text::read(&self.game, &self.names, seat, wanted)
            .map_err(|problem| Oops::new(Code::Malformed, problem.to_string()))
    }

    /// The text of a choice on offer.
    pub fn write(&self, seat: Seat, choice: Choice) -> String {
        self.offered()
            .into_iter()
            .find(|(_, other)| *other == choice)
            .map_or_else(
                || text::write(&self.game, &self.names, seat, choice),
                |(text, _)| text,
            )
    }
}

fn advance(mut game: Game, choice: Option<Choice>, chance: Dice) -> Result<Tried> {
    let run = move || {
        let mut chance = Watched {
            inner: chance,
            asked: false,
        };
        let mut log = Log::default();
        if let Some(choice) = choice {
            game.play_unchecked(choice, &mut chance, Some(&mut log));
        }
        let pending = game.advance(&mut chance, Some(&mut log));
        let decided = chance.asked.then_some("chance has decided since");
        let told = undo::shown(&log.events).or(decided);
        Tried {
            game,
            pending,
            chance: chance.inner,
            events: log.events,
            told,
        }
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(tried) if tried.pending == Pending::Fault => {
            Err(Oops::internal("the engine reached an internal limit"))
        }
        Ok(tried) => Ok(tried),
        Err(_) => Err(Oops::internal("the engine stumbled over a choice")),
    }
}

//! A game in memory: its record and the table it is played on.
//!
//! A choice is tried on a copy first; only when it was stored does the copy take the game's place. A
//! choice that makes the engine stumble is therefore never stored.

use crate::{
    content,
    entry::{Entry, Inputs, Plan, chance_seed},
    error::{Oops, Result},
    record::{Change, Cut, Record},
};
use gloryhex_editions::Content;
use gloryhex_engine::{
    Ask, Chance, Choice, Choices, Event, Game, Log, Pending, Refusal, Seeded, Table, Windows, state,
};
use gloryhex_model::Seat;
use gloryhex_notation::{
    Names, choice as text,
    undo::{self, Undo},
};
use gloryhex_protocol::{Code, Stage};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

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
    chance: Seeded,
    /// What happened, with the positions.
    pub happened: Vec<(u32, Event)>,
    /// For each choice that counts: why it cannot be unseen, if it cannot.
    told: Vec<Option<&'static str>>,
}

/// The next state of a game, not yet stored.
pub struct Tried {
    game: Game,
    pending: Pending,
    chance: Seeded,
    events: Vec<Event>,
    told: Option<&'static str>,
}

/// Chance that remembers whether it was asked.
struct Watched {
    inner: Seeded,
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
                if let Some(table) = &mut self.table {
                    table.accept(at, tried);
                }
            }
            Change::Rewind { to, .. } => {
                let began = self.record.began;
                let Some(table) = self.table.take() else {
                    return Ok(change);
                };
                let from = self.start(Arc::clone(&table.game.table), Arc::clone(&table.names));
                self.table = Some(from?);
                debug_assert!(began.is_none_or(|began| *to >= began));
                self.replay()?;
            }
            Change::Other => {}
        }
        Ok(change)
    }

    fn begin(&self, content: &Content) -> Result<OnTable> {
        let table = Arc::new(content::table(content, &self.plan, &self.record.chairs)?);
        let names = Arc::new(Names::with_texts(content, &table));
        self.start(table, names)
    }

    fn start(&self, table: Arc<Table>, names: Arc<Names>) -> Result<OnTable> {
        let began = self.record.began.unwrap_or(0);
        let prelude = self.plan.prelude.as_ref();
        let seed = prelude.map_or(self.plan.seed, |prelude| prelude.seed);
        let tried = advance(Game::new(table, Windows::Public), None, Seeded::new(seed))?;
        let mut on = OnTable {
            game: tried.game,
            names,
            pending: tried.pending,
            chance: tried.chance,
            happened: Vec::new(),
            told: Vec::new(),
        };
        on.happened
            .extend(tried.events.into_iter().map(|e| (began, e)));
        if let Some(prelude) = prelude {
            for (number, choice) in (0u32..).zip(&prelude.choices) {
                if let Some((_, seed)) = prelude.reseeds.iter().find(|(n, _)| *n == number) {
                    on.chance = Seeded::new(*seed);
                }
                let Pending::Decide(seat) = on.pending else {
                    return Err(Oops::internal("a continued game is over before its end"));
                };
                let tried = on.try_choice(seat, *choice)?;
                on.accept(began, tried);
            }
            on.told.clear();
            on.chance = Seeded::new(chance_seed(self.plan.seed, began));
        }
        Ok(on)
    }

    /// Makes all choices that count again, and has chance begin anew wherever it did.
    fn replay(&mut self) -> Result<()> {
        let made = self.record.made.clone();
        for number in 0..=made.len() {
            let anew = |(n, _): &&(u32, u32)| *n as usize == number;
            if let (Some((_, at)), Some(table)) =
                (self.record.reseeds.iter().find(anew), &mut self.table)
            {
                table.chance = Seeded::new(chance_seed(self.plan.seed, *at));
            }
            let Some(made) = made.get(number) else { break };
            let tried = self.try_choice(Seat(made.seat), made.exact)?;
            if let Some(table) = &mut self.table {
                table.accept(made.at, tried);
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
                inputs.reseeds.push((next, chance_seed(seed, began)));
                inputs
            }
        };
        let before = inputs.choices.len() as u32;
        for (number, at) in &self.record.reseeds {
            inputs.reseeds.retain(|(n, _)| *n != before + number);
            inputs
                .reseeds
                .push((before + number, chance_seed(seed, *at)));
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

    /// Whether no choice after a position told anybody anything.
    pub fn nothing_told_since(&self, to: u32) -> bool {
        let Some(table) = &self.table else {
            return false;
        };
        let kept = self.record.made.iter().filter(|made| made.at <= to).count();
        table.told.iter().skip(kept).all(Option::is_none)
    }

    /// The position a seat's last choice can be taken back to, and who has to agree.
    pub fn undo_target(&self, seat: Seat) -> Option<(u32, Undo)> {
        let table = self.table.as_ref()?;
        if self.is_over() {
            return None;
        }
        let made = &self.record.made;
        let last = made.iter().rposition(|made| made.seat == seat.0)?;
        let to = match last.checked_sub(1) {
            Some(before) => made[before].at,
            None => self.record.began?,
        };
        let newest = made.last().zip(table.told.last());
        let newest = newest.map(|(made, told)| (Seat(made.seat), *told));
        Some((to, undo::policy(newest, seat)))
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

    /// The same table with another state on it, as somebody sees it.
    pub fn seen(&self, state: state::State) -> OnTable {
        OnTable {
            game: Game {
                state,
                ..self.game.clone()
            },
            names: Arc::clone(&self.names),
            pending: self.pending,
            chance: Seeded::new(0),
            happened: Vec::new(),
            told: Vec::new(),
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

fn advance(mut game: Game, choice: Option<Choice>, chance: Seeded) -> Result<Tried> {
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

//! The table of a game that has begun: the state, what it waits for, what happened, and the choices on offer.

use crate::{
    error::{Result, internal},
    record::MARK,
};
use gloryhex_engine::{
    Ask, Chance, Choice, Choices, Dice, Event, Game, Log, Pending, Refusal, Seed, Table, What,
    state,
};
use gloryhex_model::{MAX_SEATS, Seat};
use gloryhex_notation::{Names, choice as text, decision, undo};
use gloryhex_protocol::{Code, Problem};
use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, OnceLock},
};

/// The longest text of a choice that is looked at, in bytes; any that is offered is much shorter.
const LONGEST: usize = 512;

/// A game that has begun.
#[derive(Clone)]
pub struct OnTable {
    /// The game.
    pub game: Game,
    /// What everything is called.
    pub names: Arc<Names>,
    /// What it waits for.
    pub pending: Pending,
    /// The choices of whoever decides, as the last step listed them.
    pub choices: Arc<[Choice]>,
    /// Chance from here on.
    pub(super) chance: Dice,
    /// What happened, with the positions.
    pub happened: Vec<(u32, Event)>,
    /// How many turns of each seat have begun.
    turns: [u32; MAX_SEATS],
    /// For each choice that counts: why it cannot be unseen, if it cannot.
    pub(super) told: Vec<Option<&'static str>>,
    /// Moments to go back to without beginning from the start, the oldest first.
    pub(super) marks: Vec<Mark>,
    /// The choices on offer with their texts, once somebody has asked for them.
    offered: OnceLock<Offered>,
}

/// Choices on offer with their texts, each text once.
pub type Offered = Arc<[(String, Choice)]>;

/// A moment of a game to go back to.
#[derive(Clone)]
pub(super) struct Mark {
    pub(super) made: usize,
    pub(super) happened: usize,
    game: Game,
    pending: Pending,
    choices: Arc<[Choice]>,
    chance: Dice,
    turns: [u32; MAX_SEATS],
}

/// Moments kept at most; of many, those long ago lie further apart.
const MARKS: usize = 8;

/// The next state of a game, not yet stored.
pub struct Tried {
    pub(super) game: Game,
    pending: Pending,
    choices: Arc<[Choice]>,
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

impl Tried {
    /// The same without what happened, which was told before.
    pub(super) fn untold(self) -> Tried {
        Tried {
            events: Vec::new(),
            ..self
        }
    }
    /// Whether it shows something that cannot be unseen.
    pub fn tells(&self) -> bool {
        self.told.is_some()
    }
}

impl OnTable {
    /// A table on which these things happened before the first choice, and then what was just tried.
    pub(super) fn new(
        names: Arc<Names>,
        happened: Vec<(u32, Event)>,
        at: u32,
        tried: Tried,
    ) -> OnTable {
        let mut on = OnTable {
            game: tried.game,
            names,
            pending: tried.pending,
            choices: tried.choices,
            chance: tried.chance,
            happened: Vec::new(),
            turns: [0; MAX_SEATS],
            told: Vec::new(),
            marks: Vec::new(),
            offered: OnceLock::new(),
        };
        on.note(happened);
        on.note(tried.events.into_iter().map(|event| (at, event)));
        on
    }

    /// Adds what happened.
    fn note(&mut self, happened: impl IntoIterator<Item = (u32, Event)>) {
        for (at, event) in happened {
            if let What::TurnBegan { seat, .. } = event.what
                && let Some(turns) = self.turns.get_mut(seat.ix())
            {
                *turns += 1;
            }
            self.happened.push((at, event));
        }
    }

    /// The sudden death rounds after this game, which is over, at the table they are played at.
    pub(super) fn sudden_death(
        mut self,
        table: Arc<Table>,
        at: u32,
        chance: Dice,
    ) -> Result<OnTable> {
        if self.pending != Pending::Over {
            return Err(internal("sudden death before the end of a game"));
        }
        let tried = step(self.game.sudden_death(table), None, chance)?;
        self.game = tried.game;
        self.pending = tried.pending;
        self.choices = tried.choices;
        self.chance = tried.chance;
        self.turns = [0; MAX_SEATS];
        self.offered.take();
        self.told.clear();
        self.marks.clear();
        self.note(tried.events.into_iter().map(|event| (at, event)));
        // Whatever is taken back, these rounds begin here.
        self.mark();
        Ok(self)
    }

    /// How many turns of a seat have begun.
    pub fn turns(&self, seat: u8) -> u32 {
        self.turns.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// This moment.
    pub(super) fn here(&self) -> Mark {
        Mark {
            made: self.told.len(),
            happened: self.happened.len(),
            game: self.game.clone(),
            pending: self.pending,
            choices: Arc::clone(&self.choices),
            chance: self.chance.clone(),
            turns: self.turns,
        }
    }

    /// Goes back to a moment.
    pub(super) fn go_back(&mut self, mark: Mark) {
        self.game = mark.game;
        self.pending = mark.pending;
        self.choices = mark.choices;
        self.chance = mark.chance;
        self.turns = mark.turns;
        self.offered.take();
        self.happened.truncate(mark.happened);
        self.told.truncate(mark.made);
        self.marks.retain(|kept| kept.made <= mark.made);
    }

    pub(super) fn try_choice(&self, seat: Seat, choice: Choice) -> Result<Tried> {
        if let Some(refusal) = self.refusal(seat, choice) {
            let mut oops = Problem::new(Code::Refused, refusal.remedy);
            oops.rule = Some(self.rule_id(refusal.rule));
            return Err(oops);
        }
        step(self.game.clone(), Some(choice), self.chance.clone())
    }

    /// Why a choice is not allowed; an engine that stumbles over the question counts as a refusal.
    pub fn refusal(&self, seat: Seat, choice: Choice) -> Option<Refusal> {
        let ask = || self.game.refusal(seat, choice, &self.choices);
        catch_unwind(AssertUnwindSafe(ask)).unwrap_or(Some(Refusal::new(
            gloryhex_model::Rule::SequenceFollowAll,
            "Choose one of the choices on offer.",
        )))
    }

    /// The word for the pending decision.
    pub fn kind(&self) -> Option<&'static str> {
        decision::kind(&self.game, &self.choices)
    }

    pub(super) fn accept(&mut self, at: u32, tried: Tried) {
        self.game = tried.game;
        self.pending = tried.pending;
        self.choices = tried.choices;
        self.chance = tried.chance;
        self.offered.take();
        self.told.push(tried.told);
        self.note(tried.events.into_iter().map(|event| (at, event)));
    }

    /// Keeps this moment, if its turn has come.
    pub(super) fn mark(&mut self) {
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
        self.marks.push(self.here());
    }

    /// The same table with another state on it, as somebody sees it. Nothing is offered there.
    pub fn seen(&self, state: state::State) -> OnTable {
        let mut game = self.game.clone();
        game.state = state;
        OnTable {
            game,
            names: Arc::clone(&self.names),
            pending: self.pending,
            choices: Arc::default(),
            chance: Seed::Fast(0).dice(),
            happened: Vec::new(),
            turns: self.turns,
            told: Vec::new(),
            marks: Vec::new(),
            offered: OnceLock::new(),
        }
    }

    /// A rule's id with its edition.
    pub fn rule_id(&self, rule: gloryhex_model::Rule) -> String {
        format!("{}.{}", self.game.table.rules.name, rule.id())
    }

    /// The choices on offer with their texts, which are written once for every position.
    pub fn offered(&self) -> &Offered {
        self.offered.get_or_init(|| self.write_offered().into())
    }

    fn write_offered(&self) -> Vec<(String, Choice)> {
        let Pending::Decide(seat) = self.pending else {
            return Vec::new();
        };
        let list = &self.choices;
        let mut offered: Vec<(String, Choice)> = Vec::with_capacity(list.len());
        let mut seen = HashMap::<String, u32>::with_capacity(list.len());
        for choice in list.iter() {
            let text = text::write(&self.game, &self.names, seat, *choice);
            let text = match seen.get_mut(&text) {
                Some(times) => {
                    *times += 1;
                    format!("{text} #{times}")
                }
                None => {
                    seen.insert(text.clone(), 1);
                    text
                }
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
            return Err(Problem::new(Code::TooLarge, message));
        }
        if let Some((_, choice)) = self.offered().iter().find(|(text, _)| text == wanted) {
            return Ok(*choice);
        }
        text::read(&self.game, &self.names, seat, &self.choices, wanted)
            .map_err(|problem| Problem::new(Code::Malformed, problem.to_string()))
    }

    /// The text of a choice on offer.
    pub fn write(&self, seat: Seat, choice: Choice) -> String {
        self.offered()
            .iter()
            .find(|(_, other)| *other == choice)
            .map_or_else(
                || text::write(&self.game, &self.names, seat, choice),
                |(text, _)| text.clone(),
            )
    }
}

/// Makes a choice that is on offer, if there is one, and goes on to the next decision.
pub(super) fn step(mut game: Game, choice: Option<Choice>, chance: Dice) -> Result<Tried> {
    let run = move || {
        let mut chance = Watched {
            inner: chance,
            asked: false,
        };
        let mut log = Log::default();
        let mut list = Choices::default();
        let pending = match choice {
            Some(choice) => game.make(choice, &mut chance, Some(&mut log), &mut list),
            None => game.go_on(&mut chance, Some(&mut log), &mut list),
        };
        let decided = chance.asked.then_some("chance has decided since");
        let told = undo::shown(&log.events).or(decided);
        Tried {
            game,
            pending,
            choices: list.as_slice().into(),
            chance: chance.inner,
            events: log.events,
            told,
        }
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(tried) if tried.pending == Pending::Fault => {
            Err(internal("the engine reached an internal limit"))
        }
        Ok(tried) => Ok(tried),
        Err(_) => Err(internal("the engine stumbled over a choice")),
    }
}

//! A game: the table, the battlefield and the state, and the few calls clients make.

use crate::{
    bottom::Bottom,
    cards::listeners::inspire::QuietSides,
    chance::{Ask, Chance},
    choice::{Choice, Choices},
    dispatch,
    event::Log,
    frame::Frame,
    frames::{power, round::Round, setup::Setup},
    refusal::Refusal,
    run::{self, Run, Sight, Windows},
    state::{
        Clock, Ending, Feature, Fighter, MAX_ATTACKS, MAX_FEATURES, MAX_MARKS, MAX_SETTERS, Mark,
        Outcome, State,
    },
    table::Table,
};
use gloryhex_hexgrid::{Grid, Layout};
use gloryhex_model::{BySeat, Counter, MAX_FIGHTERS, Rule, Seat};
use std::sync::Arc;

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A player's choice.
    Decide(Seat),
    /// Chance.
    Chance(Ask),
    /// Nothing: it is over.
    Over,
    /// Nothing: an internal limit was reached. This is a bug; a replay shows it.
    Fault,
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    /// The table.
    pub table: Arc<Table>,
    /// The battlefield.
    pub grid: Arc<Grid>,
    /// The state.
    pub state: State,
    /// When windows for reactions are opened.
    pub windows: Windows,
    /// Saves looks at conditions; nothing depends on it.
    pub(crate) quiet_sides: QuietSides,
}

impl State {
    /// The state before set-up.
    pub fn new(table: &Table) -> State {
        let mut state = State {
            stack: Default::default(),
            clock: Clock {
                players: table.players,
                last_reactor: 255,
                deployed_first: 255,
                moved_through: 255,
                ..Clock::default()
            },
            seats: BySeat::default(),
            fighters: [Fighter::ABSENT; MAX_FIGHTERS],
            features: [Feature::ABSENT; MAX_FEATURES],
            attacks: [crate::attack::Attack::NONE; MAX_ATTACKS],
            n_attacks: 0,
            cards: [crate::card_run::CardRun::NONE; crate::state::MAX_CARDS],
            n_cards: 0,
            used: Default::default(),
            effects: Default::default(),
            kinds: 0,
            setters: [0; MAX_SETTERS],
            marks: [Mark::NONE; MAX_MARKS],
            layout: Layout::default(),
            memory: crate::memory::Memory::default(),
            past_spell: crate::card_run::PastSpell::NONE,
            deferred: crate::frames::window::Deferred::NONE,
            supplied: None,
        };
        for seat in Seat::all(table.players) {
            let deck = table.deck(seat);
            let player = &mut state.seats[seat];
            player.power.to_deck(low_bits(deck.power.len()));
            let objectives = low_bits(deck.objectives.len()) as u32;
            player.objectives.to_deck(objectives);
            player.power_bottom = Bottom::default();
            player.objective_bottom = Bottom::default();
            player.power_top = 255;
            player.objective_top = 255;
            player.counts[Counter::Tracker as usize] = 1;
        }
        table.counters.deal(&mut state);
        for fighter in table.everyone() {
            let inspired = table.set_up(fighter).inspired;
            state.fighter_mut(fighter).set(Fighter::INSPIRED, inspired);
        }
        state
    }
}

fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

impl Game {
    /// A game at the start of its set-up.
    pub fn new(table: Arc<Table>, windows: Windows) -> Game {
        let mut state = State::new(&table);
        state.stack.push(Frame::Setup(Setup::default()));
        Game::at(table, state, windows)
    }
    /// A game at a given state.
    pub fn at(table: Arc<Table>, state: State, windows: Windows) -> Game {
        let grid = table.grid(&state.layout);
        Game {
            table,
            grid,
            state,
            windows,
            quiet_sides: None,
        }
    }
    /// The sudden death rounds after this game, which is over: everybody stays where they are, and the
    /// table is the same but for that variant (Shadespire p.26).
    #[must_use]
    pub fn sudden_death(&self, table: Arc<Table>) -> Game {
        let mut state = self.state;
        state.clock.ending = Ending::Running;
        state.stack = Default::default();
        state.stack.push(Frame::Round(Round::default()));
        Game::at(table, state, self.windows)
    }
    /// Resolves until a player or chance must decide. What the player may choose is then on `list`; where no
    /// player decides, nothing is.
    pub fn go_on(
        &mut self,
        chance: &mut dyn Chance,
        log: Option<&mut Log>,
        list: &mut Choices,
    ) -> Pending {
        self.resolve(None, chance, log, list)
    }
    /// Makes a choice and goes on to the next decision, whose choices are on `list` afterwards. The choice must be
    /// one of those that the last step listed.
    pub fn make(
        &mut self,
        choice: Choice,
        chance: &mut dyn Chance,
        log: Option<&mut Log>,
        list: &mut Choices,
    ) -> Pending {
        self.resolve(Some(choice), chance, log, list)
    }
    /// Makes a choice that came from somebody else and goes on, as [`Game::make`] does. It is looked up in `list`,
    /// which the last step made; what is not there is refused, and nothing changes.
    ///
    /// # Errors
    /// Why it is not allowed.
    pub fn play(
        &mut self,
        seat: Seat,
        choice: Choice,
        chance: &mut dyn Chance,
        log: Option<&mut Log>,
        list: &mut Choices,
    ) -> Result<Pending, Refusal> {
        match self.refusal(seat, choice, list) {
            Some(refusal) => Err(refusal),
            None => Ok(self.make(choice, chance, log, list)),
        }
    }
    fn resolve(
        &mut self,
        mut choice: Option<Choice>,
        chance: &mut dyn Chance,
        mut log: Option<&mut Log>,
        list: &mut Choices,
    ) -> Pending {
        let mut steps = 0;
        loop {
            let mut run = Run::new(self, chance, log.as_deref_mut(), list);
            if let Some(choice) = choice.take() {
                run::choose(&mut run, choice);
            }
            if let Some(pending) = run::resolve(&mut run, &mut steps) {
                return pending;
            }
            self.grid = self.table.grid(&self.state.layout);
        }
    }
    /// Supplies an outcome that chance was asked for.
    pub fn supply(&mut self, outcome: Outcome) {
        self.state.supplied = Some(outcome);
    }
    /// Lists the choices of the pending decision from the state alone. Whoever steps a game has them already; this is
    /// for a position beside the game, in which something was changed to see what difference it makes.
    pub fn list_anew(&self, list: &mut Choices) {
        list.clear();
        dispatch::choices(self.sight(), list);
    }
    /// Why a choice is not allowed now; `None` if it is one of those that are offered.
    pub fn refusal(&self, seat: Seat, choice: Choice, offered: &[Choice]) -> Option<Refusal> {
        let refusal = self.refused(seat, choice, offered)?;
        Some(Refusal {
            rule: self.table.rules.cited(refusal.rule),
            ..refusal
        })
    }
    fn refused(&self, seat: Seat, choice: Choice, offered: &[Choice]) -> Option<Refusal> {
        match self.decider() {
            Some(decider) if decider == seat => {}
            Some(_) => {
                if let Some(refusal) = power::left_out(self.sight(), seat) {
                    return Some(refusal);
                }
                return Some(Refusal::new(
                    Rule::RoundOrder,
                    "Another player is deciding; wait for your decision.",
                ));
            }
            None => {
                return Some(Refusal::new(
                    Rule::RoundOrder,
                    "Nothing is to be decided now.",
                ));
            }
        }
        if offered.contains(&choice) {
            return None;
        }
        Some(dispatch::refuse(self.sight(), choice))
    }
    /// Who decides now, if anybody.
    pub fn decider(&self) -> Option<Seat> {
        dispatch::decider(self.sight())
    }
    /// How the game ended, if it has.
    pub fn ending(&self) -> Ending {
        self.state.clock.ending
    }
    /// A read-only look for frames.
    pub fn sight(&self) -> Sight<'_> {
        Sight {
            table: &self.table,
            grid: &self.grid,
            state: &self.state,
        }
    }
}

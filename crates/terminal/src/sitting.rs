//! A game with everybody at it: whom it waits for, what opponents think, what has been told so far, and what can be
//! taken back. It knows nothing of keys, lines or colours.

use crate::taken_back::TakenBack;
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Choice, Choices, Game, Log, Pending, Source, view::redact};
use gloryhex_lab::{
    PlayerSpec,
    bot::BotSettings,
    player::{Misdeed, Player},
    playout::Streams,
    seed::derive,
};
use gloryhex_model::{CardId, Seat};
use gloryhex_notation::{Names, Problem, choice, decision, event};
use std::time::Duration;

/// Who sits where.
#[derive(Clone, Debug)]
pub struct Seats {
    /// Who plays the seats that no person takes.
    pub opponent: PlayerSpec,
    /// Everybody plays at one keyboard.
    pub hot_seat: bool,
    /// The seat of the only person otherwise.
    pub own: Seat,
    /// How long a program may take for an answer.
    pub bot_time: Duration,
}

/// Something the people at the table are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// What happened, in a sentence.
    Event(String),
    /// What an opponent chose, in the notation of choices.
    Chose(Seat, String),
    /// Why it did, if it says so.
    Why(String),
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A person decides.
    Asks(Seat),
    /// An opponent decides: [`Sitting::think`].
    Thinks(Seat),
    /// Nobody: the game is over, as this sentence says.
    Over(String),
}

/// The engine stopped, which is a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the engine stopped; please report the seed of the game and your choices")
    }
}

/// A game in progress and those who sit at it.
pub struct Sitting {
    /// The game.
    pub game: Game,
    /// What everything at the table is called.
    pub names: Names,
    /// What is played with.
    pub spec: Spec,
    /// Who sits where.
    pub seats: Seats,
    /// The seed of the dice and of the opponents.
    pub seed: u64,
    /// All that has been told.
    pub told: Vec<Told>,
    /// Chance and the opponents' minds.
    pub streams: Streams,
    /// Who plays each seat; nobody where a person does.
    players: Vec<Option<Box<dyn Player>>>,
    taken_back: TakenBack,
    /// What the game waits for, once it has begun.
    pending: Option<Pending>,
    /// The choices of whoever decides.
    list: Choices,
    log: Log,
    decisions: u64,
}

impl Sitting {
    /// Puts somebody on every seat of a game.
    ///
    /// # Errors
    /// An opponent that is a program does not start.
    pub fn new(game: Game, spec: Spec, seats: Seats, seed: u64) -> Result<Sitting, Misdeed> {
        let mut sitting = Sitting {
            names: Names::of(&game.table),
            game,
            spec,
            seats,
            seed,
            told: Vec::new(),
            streams: Streams::new(seed),
            players: Vec::new(),
            taken_back: TakenBack::default(),
            pending: None,
            list: Choices::new(),
            log: Log::default(),
            decisions: 0,
        };
        sitting.seat()?;
        Ok(sitting)
    }

    /// Begins another game with the same people.
    ///
    /// # Errors
    /// As for [`Sitting::new`].
    pub fn anew(&mut self, game: Game, seed: u64) -> Result<(), Misdeed> {
        self.game = game;
        self.seed = seed;
        self.streams = Streams::new(seed);
        self.taken_back = TakenBack::default();
        self.pending = None;
        self.decisions = 0;
        self.seat()
    }

    fn seat(&mut self) -> Result<(), Misdeed> {
        let settings = BotSettings {
            time: self.seats.bot_time,
            ..BotSettings::new(self.spec.clone())
        };
        let seated = |seat: u8| -> Result<Option<Box<dyn Player>>, Misdeed> {
            if self.seats.hot_seat || Seat(seat) == self.seats.own {
                return Ok(None);
            }
            let seed = derive(self.seed, 2 + u64::from(seat));
            let mut player = self.seats.opponent.seat(seed, &settings)?;
            player.begin(&self.game, Seat(seat))?;
            Ok(Some(player))
        };
        self.players = (0..self.spec.players)
            .map(seated)
            .collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Whether a person plays the seat.
    pub fn human(&self, seat: Seat) -> bool {
        self.players[seat.ix()].is_none()
    }

    /// The seat through whose eyes events are told: the only person, or nobody in particular.
    pub fn viewer(&self) -> Option<Seat> {
        let mut people = self.game.state.all_seats().filter(|seat| self.human(*seat));
        match (people.next(), people.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    /// Resolves until somebody has something to decide. What can only be decided one way is.
    ///
    /// # Errors
    /// The engine stopped.
    pub fn go_on(&mut self) -> Result<Next, Stopped> {
        loop {
            let pending = match self.pending {
                Some(pending) => pending,
                None => {
                    let (log, list) = (Some(&mut self.log), &mut self.list);
                    self.game.go_on(&mut self.streams.chance, log, list)
                }
            };
            self.pending = Some(pending);
            self.taken_back.saw(&self.log.events);
            self.tell();
            let seat = match pending {
                Pending::Decide(seat) => seat,
                Pending::Over => return Ok(self.over()),
                Pending::Chance(_) | Pending::Fault => return Err(Stopped),
            };
            match self.list.as_slice() {
                [only] => self.make(*only, seat),
                _ if self.human(seat) => return Ok(Next::Asks(seat)),
                _ => return Ok(Next::Thinks(seat)),
            }
        }
    }

    fn over(&mut self) -> Next {
        let ending = self.game.ending();
        for (seat, player) in self.players.iter_mut().enumerate() {
            if let Some(player) = player {
                player.end(&self.game, Seat(seat as u8), ending);
            }
        }
        Next::Over(event::over(ending))
    }

    /// What the seat that decides may choose.
    pub fn choices(&self) -> &[Choice] {
        self.list.as_slice()
    }

    /// The word for the pending decision.
    pub fn kind(&self) -> Option<&'static str> {
        decision::kind(&self.game, &self.list)
    }

    /// What one of these choices does, as a short order.
    pub fn plain(&self, seat: Seat, choice: Choice) -> String {
        choice::plain(&self.game, &self.names, seat, &self.list, choice)
    }

    /// Reads a choice, which need not be one of these.
    ///
    /// # Errors
    /// The text is no choice.
    pub fn read(&self, seat: Seat, text: &str) -> Result<Choice, Problem> {
        choice::read(&self.game, &self.names, seat, &self.list, text)
    }

    /// Makes one of these choices.
    pub fn choose(&mut self, seat: Seat, choice: Choice) {
        self.make(choice, seat);
    }

    /// Lets the opponent whose turn it is decide.
    ///
    /// # Errors
    /// It does not, which costs it the game.
    pub fn think(&mut self, seat: Seat) -> Result<(), Misdeed> {
        let Some(player) = &mut self.players[seat.ix()] else {
            return Ok(());
        };
        self.decisions += 1;
        let seed = derive(self.seed, 100 + self.decisions);
        let made = player.decide(&self.game, seat, self.list.as_slice(), seed)?;
        let words = choice::write(&self.game, &self.names, seat, made);
        self.told.push(Told::Chose(seat, words));
        if let Some(why) = player.said() {
            self.told.push(Told::Why(why.to_owned()));
        }
        self.make(made, seat);
        Ok(())
    }

    fn make(&mut self, choice: Choice, seat: Seat) {
        let forced = self.list.len() == 1;
        self.taken_back
            .remember(&self.game, &self.streams.chance, seat, forced);
        let (log, list) = (Some(&mut self.log), &mut self.list);
        let pending = self.game.make(choice, &mut self.streams.chance, log, list);
        self.pending = Some(pending);
    }

    /// Takes the seat's last choice back.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn take_back(&mut self, seat: Seat) -> Result<(), String> {
        let (game, chance) = self.taken_back.back(seat)?;
        self.game = game;
        self.streams.chance = chance;
        self.pending = None;
        Ok(())
    }

    fn tell(&mut self) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            let Some(player) = player.as_mut().filter(|player| player.watches()) else {
                continue;
            };
            let eyes = Some(Seat(seat as u8));
            let events = self.log.events.iter();
            let seen: Vec<_> = events.filter_map(|e| redact(*e, eyes)).collect();
            if !seen.is_empty() {
                player.see(&self.game, &seen);
            }
        }
        let viewer = self.viewer();
        for happened in self.log.events.drain(..) {
            if let Some(happened) = redact(happened, viewer) {
                let sentence = event::sentence(&self.game, &self.names, &happened);
                self.told.push(Told::Event(sentence));
            }
        }
    }

    /// The cards in a seat's hand, objectives first.
    pub fn hand(&self, seat: Seat) -> Vec<(Source, CardId)> {
        let player = self.game.state.seats[seat];
        let deck = self.game.table.deck(seat);
        let objectives = (0u8..).zip(&deck.objectives);
        let objectives = objectives
            .filter(|(slot, _)| player.objectives.hand() >> slot & 1 == 1)
            .map(|(slot, card)| (slot + Source::OBJECTIVES, *card));
        let power = (0u8..).zip(&deck.power);
        let power = power
            .filter(|(slot, _)| player.power.hand() >> slot & 1 == 1)
            .map(|(slot, card)| (slot, *card));
        let source = |(slot, card)| (Source { seat, slot }, card);
        objectives.chain(power).map(source).collect()
    }

    /// Why a choice is refused: what to do instead, and the rule.
    pub fn refused(&self, content: &Content, seat: Seat, choice: Choice) -> Option<String> {
        let refusal = self.game.refusal(seat, choice, &self.list)?;
        let edition = &self.game.table.rules.name;
        let remedy = content.remedy(&self.game.table, &refusal);
        Some(format!("{remedy} [{edition}.{}]", refusal.rule.id()))
    }
}

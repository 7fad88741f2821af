//! A table in one place: one screen with one person or several at it, and opponents. No sockets, no clocks, no files.
//!
//! It speaks the protocol. Whoever keeps it hands over what a person says ([`LocalTable::hear`]), has it go on by itself
//! where nobody is asked ([`LocalTable::due`], [`LocalTable::go_on`]), and after each of these takes what is to be
//! stored ([`LocalTable::take_new`]) and what is to be shown ([`LocalTable::take_said`]), in this order. How fast
//! all this happens is for them to say.

use crate::{
    asks::{self, Answer, Spent, Wanted},
    audience::{self, Step},
    content,
    entry::{Entry, Plan},
    error::{Result, internal},
    kept::{Kept, hash},
    opponents::{self, least},
    passing,
    play::{Play, Tried},
    position::Position,
    record::{Change, MARK},
    seating::{self, Invited, seats},
    shown::{self, Ground},
};
use gloryhex_editions::Content;
use gloryhex_engine::Choice;
use gloryhex_lab::replay::VERSION;
use gloryhex_model::Seat;
use gloryhex_protocol::{
    ClientMessage, GameView, JoinGame, Problem, RuleEntry, SeatKind, ServerMessage, Settings, Stage,
};
use gloryhex_search::{Budget, hint};
use std::{sync::Arc, time::Duration};

/// What opens the seats of a game in one place, where nobody has to be kept out.
pub const HERE: &str = "here";

/// How many choices a hint names.
const NAMED: usize = 3;

/// A table in one place.
pub struct LocalTable {
    content: Arc<Content>,
    rules: Vec<RuleEntry>,
    play: Play,
    /// The seats of the people at the screen, as bits.
    own: u8,
    settings: Settings,
    ground: Ground,
    /// How long a hint is thought about.
    pub hint: Budget,
    said: Vec<ServerMessage>,
    new: New,
    /// The plan of the next game, once everybody wants it.
    next: Option<Plan>,
}

/// What has come about since it was last stored.
#[derive(Debug, Default)]
pub struct New {
    /// Entries, with their positions.
    pub entries: Vec<(u32, Entry)>,
    /// What another version of the program would need to go on from.
    pub positions: Vec<(u32, String)>,
}

/// What a table waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nobody: it is over.
    Nothing,
    /// A person.
    Person(Seat),
    /// A pass for a person who does not want to be asked, or for one who has left.
    Pass(Seat, Choice),
    /// An opponent of this level.
    Opponent(Seat, String),
}

impl LocalTable {
    /// A new game with everybody seated.
    ///
    /// # Errors
    /// A seat waits for somebody from elsewhere, or something on the table does not exist.
    pub fn new(content: Arc<Content>, id: &str, plan: Plan) -> Result<LocalTable> {
        let mut table = LocalTable::bare(content, Play::new(id, Arc::new(plan)))?;
        let wanted = seating::wanted_seats(&table.play, Invited::Maker)?;
        let all = wanted.iter().fold(0, |set, seat| set | 1u8 << seat);
        if table.play.record.free() & !all != 0 {
            return Err(Problem::invalid(
                "Playing with somebody at another screen needs a server: `gloryhex serve` is one.",
            ));
        }
        if wanted.is_empty() {
            table.take(Entry::Begin, None)?;
        }
        for seat in wanted {
            let join = JoinGame::default();
            let entry = seating::joining(
                &table.content,
                &table.play,
                seat,
                &join,
                Invited::Maker,
                None,
                0,
            )?;
            table.take(entry, None)?;
        }
        table.own = people(&table.play);
        table.said.clear();
        Ok(table)
    }

    /// A game that begins in the middle, with the people at the screen in these seats (as bits).
    ///
    /// # Errors
    /// The edition does not exist.
    pub fn at(content: Arc<Content>, play: Play, own: u8) -> Result<LocalTable> {
        let mut table = LocalTable::bare(content, play)?;
        table.own = own;
        Ok(table)
    }

    /// The game that comes after another one, with everybody seated as before.
    ///
    /// # Errors
    /// Something on the table does not exist any more.
    pub fn after(&self, id: &str, plan: Plan) -> Result<LocalTable> {
        let mut table = LocalTable::bare(Arc::clone(&self.content), Play::new(id, Arc::new(plan)))?;
        table.settings = self.settings;
        for entry in seating::same_people(&self.play, 0) {
            table.take(entry, None)?;
        }
        if table.play.table.is_none() {
            table.take(Entry::Begin, None)?;
        }
        table.own = people(&table.play);
        table.said.clear();
        Ok(table)
    }

    /// A game that was kept. One that another version has begun goes on with this one from now on.
    ///
    /// # Errors
    /// It cannot go on with this version.
    pub fn open(content: Arc<Content>, kept: Kept) -> Result<LocalTable> {
        let opened = kept.open(&content)?;
        let mut table = LocalTable::bare(content, opened.play)?;
        table.own = people(&table.play);
        if opened.strange && table.play.stage() == Stage::Running {
            let at = table.play.record.at + 1;
            if let Some(position) = table.play.position(true) {
                let fresh = true;
                table.keep(&Position {
                    at,
                    fresh,
                    ..position
                });
            }
            let entry = Entry::GoOn {
                engine: VERSION.to_owned(),
                content: hash(&table.content),
            };
            table.take(entry, None)?;
        }
        table.said.clear();
        Ok(table)
    }

    fn bare(content: Arc<Content>, play: Play) -> Result<LocalTable> {
        let rules = content::rules(&content, &play.plan.edition)?;
        let on = play.table.as_ref();
        Ok(LocalTable {
            ground: on.map_or_else(Ground::default, Ground::of),
            own: 0,
            settings: Settings::default(),
            hint: Budget::Time(Duration::from_millis(700)),
            said: Vec::new(),
            new: New::default(),
            next: None,
            content,
            rules,
            play,
        })
    }

    /// The game.
    pub fn play(&self) -> &Play {
        &self.play
    }

    /// The seats of the people at the screen, as bits.
    pub fn own(&self) -> u8 {
        self.own
    }

    /// What is to be stored, before anything of it is shown.
    pub fn take_new(&mut self) -> New {
        std::mem::take(&mut self.new)
    }

    /// What is to be shown.
    pub fn take_said(&mut self) -> Vec<ServerMessage> {
        std::mem::take(&mut self.said)
    }

    /// The plan of the next game, if everybody has just said that they want one: it is to be made
    /// ([`LocalTable::after`]) and named ([`LocalTable::name_next`]).
    pub fn take_next(&mut self) -> Option<Plan> {
        self.next.take()
    }

    /// The next game is made and has this id.
    ///
    /// # Errors
    /// There is one already.
    pub fn name_next(&mut self, game: String) -> Result<()> {
        self.take(Entry::Next { game }, None)
    }

    /// Shows all there is, to a screen that has seen the game up to a position or not at all.
    pub fn welcome(&mut self, last_seen: Option<u32>) {
        let (content, play) = (&self.content, &self.play);
        let welcome =
            audience::welcome(content, play, self.own, last_seen, self.settings, &all_here);
        self.said.extend(welcome);
        self.said.extend(audience::open_questions(&self.play));
        if self.play.is_over() && (self.play.record.again != 0 || self.play.record.next.is_some()) {
            self.said.push(self.next_game());
        }
    }

    /// Takes what a person says; what comes of it is in what is said back.
    pub fn hear(&mut self, message: ClientMessage) {
        if let Err(problem) = self.answer(message) {
            self.said.push(ServerMessage::Error { problem });
        }
    }

    fn answer(&mut self, message: ClientMessage) -> Result<()> {
        let (own, clock) = (self.own, Spent::default());
        let answer = match message {
            ClientMessage::Hello { last_seen, .. } => {
                self.welcome(last_seen);
                return Ok(());
            }
            ClientMessage::Ping => Answer::Message(ServerMessage::Pong),
            ClientMessage::Choose { at, choice, seat } => {
                return self.hear_choice(at, &choice, seat);
            }
            ClientMessage::WhyNot { choice } => Answer::Message(asks::why_not(
                &self.content,
                &self.rules,
                &self.play,
                own,
                choice,
            )?),
            ClientMessage::Odds { choice } => Answer::Message(asks::odds(&self.play, own, choice)?),
            ClientMessage::Strikes { at, fighter } => {
                let (content, play) = (&self.content, &self.play);
                Answer::Message(asks::strikes(content, play, own, at, fighter)?)
            }
            ClientMessage::Hint { at } => Answer::Message(self.advise(at)?),
            ClientMessage::Undo { at } => asks::undo(&self.play, own, at, clock)?,
            ClientMessage::AnswerUndo { agree } => {
                let asked = self.play.record.undo.map(|undo| (undo.seat, undo.to));
                Answer::Entry(asks::answer_undo(&self.play, own, agree, asked, clock)?)
            }
            ClientMessage::Resign => Answer::Entry(asks::resign(&self.play, own)?),
            ClientMessage::OfferDraw { offer } => asks::offer_draw(&self.play, own, offer)?,
            ClientMessage::AnswerDraw { agree } => {
                Answer::Entry(asks::answer_draw(&self.play, own, agree)?)
            }
            ClientMessage::Rematch => return self.rematch(),
            ClientMessage::Say { .. } => {
                let alone = "Everybody here sits at one screen; nobody else would hear it.";
                return Err(Problem::invalid(alone));
            }
            ClientMessage::Settings { settings } => {
                asks::acting(&self.play, own, None)?;
                self.settings = settings;
                return Ok(());
            }
        };
        match answer {
            Answer::Entry(entry) => self.take(entry, None),
            Answer::Message(message) => {
                self.said.push(message);
                Ok(())
            }
        }
    }

    fn hear_choice(&mut self, at: u32, wanted: &str, named: Option<u8>) -> Result<()> {
        let seat = asks::acting(&self.play, self.own, named)?;
        let (content, play) = (&self.content, &self.play);
        match asks::choose(content, &self.rules, play, seat, at, wanted)? {
            Wanted::Refused(refusal) => self.said.push(ServerMessage::Refused { refusal }),
            Wanted::Made(choice) => {
                self.choose(seat, choice, Some(wanted), false)?;
                let at = self.play.record.at;
                self.said.push(ServerMessage::Accepted { at });
            }
        }
        Ok(())
    }

    /// Makes a choice for a seat, as a script says.
    ///
    /// # Errors
    /// The rules refuse it.
    pub fn act(&mut self, seat: Seat, choice: Choice) -> Result<()> {
        self.choose(seat, choice, None, false)
    }

    fn choose(&mut self, seat: Seat, choice: Choice, text: Option<&str>, auto: bool) -> Result<()> {
        let clock = Spent::default();
        let (entry, tried) = asks::chosen(&self.play, seat, choice, text, auto, clock)?;
        self.take(entry, Some(tried))
    }

    fn advise(&self, at: u32) -> Result<ServerMessage> {
        let seat = asks::asked_now(&self.play, self.own, at)?;
        let seed = self.play.plan.seed.mind(self.play.record.moved_at);
        let on = self.play.on_table()?;
        let found = hint(&on.game, seat, &on.choices, NAMED, self.hint, seed);
        let found = found.into_iter().map(|h| (h.choice, h.wins, h.reason));
        let list = asks::hints(&self.play, seat, found.collect());
        Ok(ServerMessage::Hints { at, list })
    }

    fn rematch(&mut self) -> Result<()> {
        let wanting = asks::again(&self.play, self.own)?;
        if self.play.record.next.is_some() {
            self.said.push(self.next_game());
            return Ok(());
        }
        for seat in wanting {
            self.take(Entry::Again { seat }, None)?;
        }
        if asks::all_want_another(&self.play) {
            let seed = self.play.plan.seed.anew(u32::MAX);
            self.next = Some(seating::next_game(&self.play, seed));
        }
        Ok(())
    }

    fn next_game(&self) -> ServerMessage {
        ServerMessage::NextGame {
            game: self.play.record.next.clone().unwrap_or_default(),
            token: self.play.record.next.as_ref().map(|_| HERE.to_owned()),
            wanted_by: seats(self.play.record.again),
        }
    }

    /// What the table waits for.
    pub fn due(&self) -> Due {
        let Some(seat) = self.play.decider() else {
            return Due::Nothing;
        };
        let chair = &self.play.record.chairs[seat.ix()];
        if chair.left.is_some() {
            let on = self.play.table.as_ref();
            return match on.and_then(|on| least(&on.choices)) {
                Some(choice) => Due::Pass(seat, choice),
                None => Due::Nothing,
            };
        }
        match &chair.kind {
            SeatKind::Opponent { level } => Due::Opponent(seat, level.clone()),
            SeatKind::Human | SeatKind::Open => {
                match passing::pass_for(&self.content, &self.play, self.settings, seat) {
                    Some(choice) => Due::Pass(seat, choice),
                    None => Due::Person(seat),
                }
            }
        }
    }

    /// Makes what is due without a person: a pass, or the choice of an opponent, who thinks no longer than `think`.
    /// Whether anything was due.
    ///
    /// # Errors
    /// The engine stumbles.
    pub fn go_on(&mut self, think: Duration) -> Result<bool> {
        match self.due() {
            Due::Nothing | Due::Person(_) => Ok(false),
            Due::Pass(seat, choice) => {
                self.choose(seat, choice, None, true)?;
                Ok(true)
            }
            Due::Opponent(seat, level) => {
                let seed = self.play.plan.seed.mind(self.play.record.moved_at);
                let on = self.play.on_table()?;
                let mut mind = opponents::opponent(&level, seed, think)?;
                let choice = mind.choose(&on.game, seat, &on.choices);
                let choice = choice.or_else(|| least(&on.choices));
                let choice = choice.ok_or_else(|| internal("nothing is on offer"))?;
                self.choose(seat, choice, None, false)?;
                Ok(true)
            }
        }
    }

    fn keep(&mut self, position: &Position) {
        if let Ok(text) = position.write(VERSION) {
            self.new.positions.push((position.at, text));
        }
    }

    /// Takes an entry over and tells what it changed.
    fn take(&mut self, entry: Entry, tried: Option<Tried>) -> Result<()> {
        let (before, asked) = (self.play.record.at, self.play.record.undo);
        let at = before + 1;
        let (change, _) = self.play.step(&self.content, at, &entry, tried)?;
        if matches!(change, Change::Choice(_))
            && self.play.record.made.len().is_multiple_of(MARK)
            && let Some(position) = self.play.position(false)
        {
            self.keep(&position);
        }
        self.announce(before, &entry, &change);
        if let Some(asked) = asked.filter(|_| self.play.record.undo.is_none()) {
            let settled = audience::undo_settled(&self.play, asked, &entry, &change);
            self.said.push(settled);
        }
        self.new.entries.push((at, entry));
        Ok(())
    }

    fn announce(&mut self, before: u32, entry: &Entry, change: &Change) {
        if let (Change::Choice(_) | Change::Rewind { .. }, Some(on)) = (change, &self.play.table) {
            let ground = Ground::of(on);
            let board = (ground != self.ground).then(|| shown::board(on));
            let step = Step::of(before, change, board.as_ref());
            let (content, play) = (&self.content, &self.play);
            let update = audience::update(content, play, on, self.own, step, &all_here);
            self.said.push(update);
            self.ground = ground;
        }
        if *change == Change::Begin {
            self.ground = self
                .play
                .table
                .as_ref()
                .map_or_else(Ground::default, Ground::of);
        }
        self.said.extend(audience::said(entry));
        match entry {
            Entry::Again { .. } | Entry::Next { .. } => self.said.push(self.next_game()),
            _ if self.play.is_over() => {
                if let Some(on) = &self.play.table {
                    let ending = shown::ending(&self.play, on);
                    self.said.push(ServerMessage::Over { ending });
                }
                self.welcome(None);
            }
            _ => {}
        }
    }
}

/// Everybody sits at this screen.
fn all_here(view: &mut GameView) {
    for player in &mut view.players {
        player.connected = true;
    }
}

/// The seats of people, whether they have given up or not.
fn people(play: &Play) -> u8 {
    let human = |(_, chair): &(u8, &crate::record::Chair)| chair.kind == SeatKind::Human;
    let chairs = (0u8..).zip(&play.record.chairs).filter(human);
    chairs.fold(0, |set, (seat, _)| set | 1 << seat)
}

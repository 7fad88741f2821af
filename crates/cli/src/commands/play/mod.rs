//! `gloryhex play`: a game in the terminal, against opponents or with everybody at one keyboard.
//!
//! Choices are typed in the notation that scenarios and replays use. A player is shown only what his
//! or her seat may know.

mod again;
mod board;
mod colour;
mod keyboard;
mod series;
mod taken_back;

use super::{read_file, table_with, text_of};
use crate::{args::PlayGame, packs::content, trouble::Trouble};
use again::Again;
use anstream::AutoStream;
use gloryhex_editions::Spec;
use gloryhex_engine::{Choice, Choices, Game, Log, Pending, Source, Windows, view::redact};
use gloryhex_lab::{
    PlayerSpec,
    bot::BotSettings,
    player::{Misdeed, Player},
    playout::Streams,
    seed::derive,
};
use gloryhex_model::Seat;
use gloryhex_notation::{Names, choice, decision, event, save::Save};
use gloryhex_search::{Budget, hint};
use keyboard::Keyboard;
use std::{
    io::{StdoutLock, Write, stdout},
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use taken_back::TakenBack;

const HELP: &str = "\
  a choice        move brute c4, attack brute orc axe, play \"Sidestep\", pass, …
  ?               everything you may choose now; a number picks from that list
  board           the battlefield     fighters        all warbands with their weapons
  hand            your cards, and what they do
  why CHOICE      why something is not allowed
  hint            the best few choices and why
  undo            take your last choice back, unless something was shown since
  save FILE       keep the game for `gloryhex play --load FILE`
  quit            leave";

/// How long a hint is thought about.
const HINT: Budget = Budget::Iterations(600);

/// Groups of choices shown before a player asks for all of them.
const SHOWN: usize = 14;

/// What the person at the keyboard wants.
enum Answer {
    Choice(Choice),
    Back,
    Again,
    Quit,
}

/// The game in progress and those who look at it.
struct Session {
    game: Game,
    names: Names,
    opponent: PlayerSpec,
    /// Who plays each seat; nobody where a person does.
    opponents: Vec<Option<Box<dyn Player>>>,
    seed: u64,
    spec: Spec,
    /// The words of the command that begins this game again, and those that go on with a save.
    again: Again,
    keyboard: Keyboard,
    taken_back: TakenBack,
    out: AutoStream<StdoutLock<'static>>,
}

pub fn play(args: &PlayGame) -> Result<(), Trouble> {
    let seed = args.seed.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.map_or(1, |time| time.as_nanos() as u64 % 1_000_000)
    });
    let opponent: PlayerSpec = args.opponent.parse().map_err(Trouble::input)?;
    let again = Again::of(args);
    let (game, spec) = match &args.load {
        Some(file) => load(file)?,
        None => {
            let (table, spec) = table_with(
                args.edition,
                args.players,
                &args.variants,
                &args.warbands,
                &args.decks,
                &args.boards,
            )?;
            (Game::new(table, Windows::Public), spec)
        }
    };
    if args.seat > spec.players {
        return Err(Trouble::input(format!(
            "`--seat {}`: this game has {} players; expected a seat from 1 to {}",
            args.seat, spec.players, spec.players
        )));
    }
    if args.matched {
        series::possible(args)?;
    }
    let mut session = Session {
        names: Names::of(&game.table),
        game,
        opponent,
        opponents: Vec::new(),
        seed,
        spec,
        again,
        keyboard: Keyboard::open(),
        taken_back: TakenBack::default(),
        out: AutoStream::auto(stdout()).lock(),
    };
    session.seat_opponents(args)?;
    session.welcome(seed, args.load.is_some())?;
    match args.matched {
        true => series::play(&mut session, args),
        false => session.run(&mut Streams::new(seed)).map(|_| ()),
    }
}

/// How a game was left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// It is over.
    Over,
    /// An opponent has lost it by misbehaving.
    Lost(Seat),
    /// The person has left.
    Quit,
}

/// The game of a save; one made with other rules or cards is not gone on with.
fn load(file: &Path) -> Result<(Game, Spec), Trouble> {
    let name = file.display().to_string();
    let save = Save::read(&name, &read_file(file)?).map_err(Trouble::input)?;
    let game = save.game(content(), Windows::Public);
    let game = game.map_err(|reason| Trouble::input(format!("{name}: {reason}")))?;
    Ok((game, save.table.spec()))
}

impl Session {
    /// Puts somebody on every seat that no person takes.
    fn seat_opponents(&mut self, args: &PlayGame) -> Result<(), Trouble> {
        let settings = BotSettings {
            time: Duration::from_millis(args.bot_time),
            ..BotSettings::new(self.spec.clone())
        };
        let seated = |seat: u8| -> Result<Option<Box<dyn Player>>, Misdeed> {
            if args.hot_seat || seat + 1 == args.seat {
                return Ok(None);
            }
            let seed = derive(self.seed, 2 + u64::from(seat));
            let mut player = self.opponent.seat(seed, &settings)?;
            player.begin(&self.game, Seat(seat))?;
            Ok(Some(player))
        };
        let opponents = (0..self.spec.players).map(seated).collect::<Result<_, _>>();
        self.opponents =
            opponents.map_err(|misdeed| Trouble::input(format!("{}: {misdeed}", self.opponent)))?;
        Ok(())
    }

    fn welcome(&mut self, seed: u64, loaded: bool) -> Result<(), Trouble> {
        let title = &self.game.table.rules.title;
        writeln!(self.out, "{title}, seed {seed}. Type `help` for help.")?;
        for seat in self.game.state.all_seats() {
            let who = match self.human(seat) {
                true => "you".to_owned(),
                false => self.opponent.to_string(),
            };
            let roster = self.game.table.roster(seat);
            let names: Vec<&str> = roster.map(|f| self.names.printed(f)).collect();
            writeln!(
                self.out,
                "Seat {} ({who}): {}",
                seat.number(),
                names.join(", ")
            )?;
        }
        if !loaded {
            let again = self.again.start_anew(&self.spec.edition, seed);
            writeln!(self.out, "The same dice again: {again}\n")?;
        }
        Ok(())
    }

    fn run(&mut self, streams: &mut Streams) -> Result<Left, Trouble> {
        let mut log = Log::default();
        let mut list = Choices::new();
        let mut last_asked = None;
        let mut decisions = 0;
        loop {
            let pending = self.game.advance(&mut streams.chance, Some(&mut log));
            self.taken_back.saw(&log.events);
            self.tell(&mut log)?;
            let seat = match pending {
                Pending::Decide(seat) => seat,
                Pending::Over => {
                    let ending = self.game.ending();
                    for (seat, player) in self.opponents.iter_mut().enumerate() {
                        if let Some(player) = player {
                            player.end(&self.game, Seat(seat as u8), ending);
                        }
                    }
                    writeln!(self.out, "{}", event::over(ending))?;
                    return Ok(Left::Over);
                }
                Pending::Chance(_) | Pending::Fault => {
                    return Err(Trouble::input(
                        "the engine stopped; please report the seed above and your choices",
                    ));
                }
            };
            self.game.choices(&mut list);
            let made = match list.as_slice() {
                [only] => *only,
                several => match &mut self.opponents[seat.ix()] {
                    None => {
                        if last_asked != Some(self.game.state.clock.turn) {
                            last_asked = Some(self.game.state.clock.turn);
                            self.show_board(seat)?;
                        }
                        match self.ask(seat, &list)? {
                            Answer::Choice(choice) => choice,
                            Answer::Back => {
                                self.take_back(seat, streams)?;
                                continue;
                            }
                            Answer::Again | Answer::Quit => return Ok(Left::Quit),
                        }
                    }
                    Some(player) => {
                        decisions += 1;
                        let seed = derive(self.seed, 100 + decisions);
                        match player.decide(&self.game, seat, several, seed) {
                            Ok(choice) => choice,
                            Err(misdeed) => {
                                let (n, who) = (seat.number(), &self.opponent);
                                writeln!(self.out, "[{n}] {who} {misdeed}; it has lost the game")?;
                                return Ok(Left::Lost(seat));
                            }
                        }
                    }
                },
            };
            if let Some(player) = &self.opponents[seat.ix()]
                && list.len() > 1
            {
                let words = choice::write(&self.game, &self.names, seat, made);
                let number = colour::paint(colour::seat(seat), &format!("[{}]", seat.number()));
                writeln!(self.out, "{number} {words}")?;
                if let Some(why) = player.said() {
                    writeln!(self.out, "      {why}")?;
                }
            }
            self.taken_back
                .remember(&self.game, &streams.chance, seat, list.len() == 1);
            self.game
                .play_unchecked(made, &mut streams.chance, Some(&mut log));
        }
    }

    /// Takes the seat's last choice back, or says why that cannot be.
    fn take_back(&mut self, seat: Seat, streams: &mut Streams) -> Result<(), Trouble> {
        match self.taken_back.back(seat) {
            Ok((game, chance)) => {
                self.game = game;
                streams.chance = chance;
                writeln!(self.out, "Taken back.")?;
                self.show_board(seat)?;
            }
            Err(why) => writeln!(self.out, "{why}")?,
        }
        Ok(())
    }

    /// Whether a person plays the seat.
    fn human(&self, seat: Seat) -> bool {
        self.opponents[seat.ix()].is_none()
    }

    /// The seat through whose eyes events are told: the only person, or nobody in particular.
    fn viewer(&self) -> Option<Seat> {
        let mut people = self.game.state.all_seats().filter(|seat| self.human(*seat));
        match (people.next(), people.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }

    fn tell(&mut self, log: &mut Log) -> Result<(), Trouble> {
        let viewer = self.viewer();
        for (seat, player) in self.opponents.iter_mut().enumerate() {
            let Some(player) = player.as_mut().filter(|player| player.watches()) else {
                continue;
            };
            let eyes = Some(Seat(seat as u8));
            let seen: Vec<_> = log.events.iter().filter_map(|e| redact(*e, eyes)).collect();
            if !seen.is_empty() {
                player.see(&self.game, &seen);
            }
        }
        for happened in log.events.drain(..) {
            if let Some(happened) = redact(happened, viewer) {
                let sentence = event::sentence(&self.game, &self.names, &happened);
                writeln!(self.out, "  {sentence}")?;
            }
        }
        Ok(())
    }

    fn show_board(&mut self, seat: Seat) -> Result<(), Trouble> {
        if self.game.grid.is_empty() {
            return Ok(());
        }
        let board = board::battlefield(&self.game, &self.names, Some(seat));
        let warbands = board::warbands(&self.game, &self.names, false);
        writeln!(self.out, "\n{board}{warbands}")?;
        Ok(())
    }

    /// The best few choices, by what the seat may know.
    fn hint(&mut self, seat: Seat) -> Result<(), Trouble> {
        for hint in hint(&self.game, seat, 3, HINT, self.seed) {
            let words = choice::write(&self.game, &self.names, seat, hint.choice);
            let percent = 100.0 * hint.wins;
            writeln!(
                self.out,
                "  {words}: {percent:.0} % to win. {}",
                hint.reason
            )?;
        }
        Ok(())
    }

    /// Asks until the person has decided something.
    fn ask(&mut self, seat: Seat, list: &Choices) -> Result<Answer, Trouble> {
        self.summarize(seat, list)?;
        loop {
            let kind = decision::kind(&self.game).unwrap_or("decision");
            let round = self.game.state.clock.round;
            let prompt = format!("round {round}, seat {}, {kind}> ", seat.number());
            let Some(line) = self.keyboard.line(&mut self.out, &prompt)? else {
                return Ok(Answer::Quit);
            };
            match self.answer(seat, list, line.trim())? {
                Answer::Again => {}
                decided => return Ok(decided),
            }
        }
    }

    fn answer(&mut self, seat: Seat, list: &Choices, line: &str) -> Result<Answer, Trouble> {
        if let Ok(number) = line.parse::<usize>() {
            let picked = number.checked_sub(1).and_then(|ix| list.get(ix));
            return match picked {
                Some(choice) => Ok(Answer::Choice(*choice)),
                None => {
                    writeln!(
                        self.out,
                        "There are choices 1 to {}; `?` lists them.",
                        list.len()
                    )?;
                    Ok(Answer::Again)
                }
            };
        }
        if let Some(choice) = self.legal(seat, line) {
            return Ok(Answer::Choice(choice));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => self.summarize(seat, list)?,
            "quit" | "exit" => return Ok(Answer::Quit),
            "help" => writeln!(self.out, "{HELP}")?,
            "board" => self.show_board(seat)?,
            "fighters" => {
                let text = board::warbands(&self.game, &self.names, true);
                write!(self.out, "{text}")?;
            }
            "undo" => return Ok(Answer::Back),
            "hand" => self.hand(seat)?,
            "hint" => self.hint(seat)?,
            "save" if rest.is_empty() => writeln!(self.out, "Say where to: save FILE")?,
            "save" => {
                let save = Save::of(&self.game, &self.spec, content());
                match std::fs::write(rest, save.write() + "\n") {
                    Ok(()) => {
                        let on = self.again.go_on(rest, seat);
                        writeln!(self.out, "Saved. Go on with: {on}")?;
                    }
                    Err(error) => writeln!(self.out, "{rest} cannot be written: {error}")?,
                }
            }
            "?" => {
                for (ix, choice) in list.iter().enumerate() {
                    let words = choice::write(&self.game, &self.names, seat, *choice);
                    writeln!(self.out, "{:4}  {words}", ix + 1)?;
                }
            }
            command => {
                let why = command == "why";
                let asked = if why { rest } else { line };
                match choice::read(&self.game, &self.names, seat, asked) {
                    Err(problem) => writeln!(self.out, "{problem}")?,
                    Ok(choice) => match self.game.refusal(seat, choice) {
                        None if why => writeln!(self.out, "That is allowed.")?,
                        None => return Ok(Answer::Choice(choice)),
                        Some(refusal) => {
                            let edition = &self.game.table.rules.name;
                            let rule = refusal.rule.id();
                            let remedy = content().remedy(&self.game.table, &refusal);
                            writeln!(self.out, "{remedy} [{edition}.{rule}]")?;
                        }
                    },
                }
            }
        }
        Ok(Answer::Again)
    }

    /// The choice a line is the notation of, if it is allowed: it wins over a command of the same word.
    fn legal(&self, seat: Seat, line: &str) -> Option<gloryhex_engine::Choice> {
        let choice = choice::read(&self.game, &self.names, seat, line).ok()?;
        self.game.refusal(seat, choice).is_none().then_some(choice)
    }

    /// The choices in a few lines: those that begin with the same two words share one.
    fn summarize(&mut self, seat: Seat, list: &Choices) -> Result<(), Trouble> {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for choice in list.iter() {
            let text = choice::write(&self.game, &self.names, seat, *choice);
            let (head, tail) = split(&text);
            match groups.last_mut() {
                Some((last, tails)) if *last == head => tails.push(tail.into()),
                _ => groups.push((head.into(), vec![tail.into()])),
            }
        }
        for (head, tails) in groups.iter().take(SHOWN) {
            let some: Vec<&str> = tails.iter().take(8).map(String::as_str).collect();
            let more = match tails.len() - some.len() {
                0 => String::new(),
                more => format!(" … {more} more"),
            };
            writeln!(self.out, "  {head} {}{more}", some.join(" | "))?;
        }
        if groups.len() > SHOWN {
            writeln!(self.out, "  … `?` lists all {} choices", list.len())?;
        }
        Ok(())
    }

    fn hand(&mut self, seat: Seat) -> Result<(), Trouble> {
        let player = self.game.state.seats[seat];
        let deck = self.game.table.deck(seat).clone();
        let objectives = (0..).map(|slot: u8| slot + Source::OBJECTIVES);
        let objectives = objectives.zip(deck.objectives);
        let power = (0u8..).zip(deck.power);
        for (slot, card) in objectives.chain(power) {
            let (kind, held) = match slot.checked_sub(Source::OBJECTIVES) {
                Some(objective) => ("objective", player.objectives.hand() >> objective & 1 == 1),
                None => ("power", player.power.hand() >> slot & 1 == 1),
            };
            if !held {
                continue;
            }
            let name = self.names.card(Source { seat, slot });
            let name = colour::paint(colour::seat(seat), name);
            writeln!(self.out, "  {kind:9} {name}")?;
            for line in text_of(card).lines() {
                writeln!(self.out, "            {line}")?;
            }
        }
        Ok(())
    }
}

/// A choice's first two words and the rest.
fn split(text: &str) -> (&str, &str) {
    let mut spaces = text.match_indices(' ').map(|(at, _)| at);
    match (spaces.next(), spaces.next()) {
        (_, Some(at)) if !text.contains('"') => (&text[..at], &text[at + 1..]),
        (Some(at), _) => (&text[..at], &text[at + 1..]),
        _ => (text, ""),
    }
}

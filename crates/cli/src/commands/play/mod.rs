//! `gloryhex play`: a game in the terminal, against opponents or with everybody at one keyboard.
//!
//! On a terminal it is a table on the full screen (`gloryhex_terminal::screen`). In a pipe, with `--lines` and where the
//! terminal is too simple it is played line by line. A player is shown only what his or her seat may know.

mod again;
mod board;
mod choose;
mod colour;
mod keyboard;
mod lines;
mod series;

use super::{Boards, read_file, table_with};
use crate::{args::PlayGame, packs::content, trouble::Trouble};
use again::Again;
use gloryhex_editions::Spec;
use gloryhex_engine::{Game, Windows};
use gloryhex_lab::PlayerSpec;
use gloryhex_model::Seat;
use gloryhex_notation::save::Save;
use gloryhex_terminal::{
    Seats, Sitting, Told,
    screen::{self, Left, Screen},
};
use lines::Lines;
use ratatui::{
    DefaultTerminal,
    crossterm::{
        event::{DisableMouseCapture, EnableMouseCapture},
        execute,
    },
};
use std::{
    io::{IsTerminal, Write, stdin, stdout},
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Where a game is shown and played.
trait Front {
    /// Plays the game to its end, or until the person leaves.
    fn run(&mut self, sitting: &mut Sitting) -> Result<Left, Trouble>;
    /// Tells the people at the table something that no event says.
    fn say(&mut self, sitting: &mut Sitting, words: &str) -> Result<(), Trouble>;
}

pub fn play(args: &PlayGame) -> Result<(), Trouble> {
    if args.seat > args.players && args.load.is_none() {
        return Err(no_seat(args.seat, args.players));
    }
    if !choose::wanted(args) {
        return begin(args);
    }
    match choose::choose(args, !args.lines && full_screen())? {
        Some(chosen) => begin(&chosen),
        None => Ok(()),
    }
}

fn no_seat(seat: u8, players: u8) -> Trouble {
    Trouble::input(format!(
        "`--seat {seat}`: this game has {players} players; expected a seat from 1 to {players}"
    ))
}

fn begin(args: &PlayGame) -> Result<(), Trouble> {
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
                Boards {
                    offered: &args.boards,
                    own: &args.own_boards,
                },
            )?;
            (Game::new(table, Windows::Public), spec)
        }
    };
    if args.seat > spec.players {
        return Err(no_seat(args.seat, spec.players));
    }
    if args.matched {
        series::possible(args)?;
    }
    let seats = Seats {
        opponent,
        hot_seat: args.hot_seat,
        own: Seat(args.seat - 1),
        bot_time: Duration::from_millis(args.bot_time),
    };
    let mut sitting = Sitting::new(game, spec, seats, seed)
        .map_err(|misdeed| Trouble::input(format!("{}: {misdeed}", args.opponent)))?;
    if args.lines || !full_screen() {
        let mut front = Lines::open(again);
        front.welcome(&sitting, args.load.is_some())?;
        return go(&mut front, &mut sitting, args);
    }
    on_screen(&again, &mut sitting, args)
}

fn go(front: &mut impl Front, sitting: &mut Sitting, args: &PlayGame) -> Result<(), Trouble> {
    match args.matched {
        true => series::play(front, sitting, args),
        false => front.run(sitting).map(|_| ()),
    }
}

/// Whether this is a terminal that a whole screen can be drawn on.
fn full_screen() -> bool {
    let simple = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    stdin().is_terminal() && stdout().is_terminal() && !simple
}

/// The game of a save; one made with other rules or cards is not gone on with.
fn load(file: &Path) -> Result<(Game, Spec), Trouble> {
    let name = file.display().to_string();
    let save = Save::read(&name, &read_file(file)?).map_err(Trouble::input)?;
    let game = save.game(content(), Windows::Public);
    let game = game.map_err(|reason| Trouble::input(format!("{name}: {reason}")))?;
    Ok((game, save.table.spec()))
}

/// Keeps the game in a file, and says how to go on with it, or what is wrong.
fn save(again: &Again, sitting: &Sitting, seat: Seat, file: &str) -> String {
    let save = Save::of(&sitting.game, &sitting.spec, content());
    match std::fs::write(file, save.write() + "\n") {
        Ok(()) => format!("Saved. Go on with: {}", again.go_on(file, seat)),
        Err(error) => format!("{file} cannot be written: {error}"),
    }
}

/// The table on the full screen.
struct OnScreen<'a> {
    terminal: DefaultTerminal,
    screen: Screen<'a>,
}

impl Front for OnScreen<'_> {
    fn run(&mut self, sitting: &mut Sitting) -> Result<Left, Trouble> {
        Ok(screen::run(&mut self.terminal, &mut self.screen, sitting)?)
    }
    fn say(&mut self, sitting: &mut Sitting, words: &str) -> Result<(), Trouble> {
        sitting.told.push(Told::Event(words.to_owned()));
        Ok(())
    }
}

fn open_screen() -> Result<DefaultTerminal, Trouble> {
    let terminal = ratatui::try_init()?;
    // Without a mouse there are still the keys.
    let _ = execute!(stdout(), EnableMouseCapture);
    Ok(terminal)
}

fn close_screen() {
    let _ = execute!(stdout(), DisableMouseCapture);
    ratatui::restore();
}

/// Plays on the full screen, and tells afterwards how it went and how to play the same game again.
fn on_screen(again: &Again, sitting: &mut Sitting, args: &PlayGame) -> Result<(), Trouble> {
    let seed = sitting.seed;
    let save = |sitting: &Sitting, seat: Seat, file: &str| save(again, sitting, seat, file);
    let mut front = OnScreen {
        terminal: open_screen()?,
        screen: Screen::new(content(), Box::new(save)),
    };
    let played = go(&mut front, sitting, args);
    close_screen();
    played?;
    let mut out = stdout().lock();
    if let Some(Told::Event(last)) = sitting.told.last() {
        writeln!(out, "{last}")?;
    }
    if args.load.is_none() {
        let command = again.start_anew(&sitting.spec.edition, seed);
        writeln!(out, "The same dice again: {command}")?;
    }
    Ok(())
}

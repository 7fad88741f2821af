//! The table on a full screen: board, hand, fighters, log, odds and hints, with keys and mouse.
//!
//! What a key or a click means is decided in [`input`] without a terminal, what is seen in [`draw`]; only [`run`] reads
//! events. A screen shows what the seat that decides may know, and hides the hand between two people at one keyboard.

pub mod chooser;
mod draw;
mod field;
mod input;
mod look;
mod menu;
mod words;

pub use input::Deed;

use crate::sitting::{Next, Sitting, Told};
use field::Plan;
use gloryhex_editions::Content;
use gloryhex_hexgrid::HexId;
use gloryhex_model::Seat;
use gloryhex_search::{Budget, hint};
use menu::Menu;
use ratatui::{
    DefaultTerminal, crossterm::event, layout::Rect, style::Style, text::Line as TextLine,
};
use std::io;

/// How long a hint is thought about.
const HINT: Budget = Budget::Iterations(600);

/// How a game was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// It is over.
    Over,
    /// An opponent has lost it by misbehaving.
    Lost(Seat),
    /// The person has left.
    Quit,
    /// The engine stopped, which is a bug.
    Stopped,
}

/// What the lower part of the screen shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The cards in hand, with their texts.
    #[default]
    Hand,
    /// All warbands.
    Fighters,
    /// What has happened.
    Log,
}

impl Tab {
    const ALL: [(Tab, &str); 3] = [
        (Tab::Hand, "[h]and"),
        (Tab::Fighters, "[f]ighters"),
        (Tab::Log, "[l]og"),
    ];
}

/// What stands in the way of playing on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// Nothing: a person decides.
    #[default]
    Deciding,
    /// An opponent thinks.
    Waiting(Seat),
    /// The keyboard is handed over to another person, who must not see the hand that was shown.
    Curtain(Seat),
    /// A line is being typed.
    Typing(String),
    /// The help is shown.
    Help,
    /// Whether to leave is asked.
    Leaving,
    /// The game is over, as this says.
    Over(String),
}

/// Where things were drawn, for the mouse.
#[derive(Clone, Debug, Default)]
struct Places {
    plan: Option<Plan>,
    list: Rect,
    /// The first line of the list that is in sight.
    first: usize,
    tab: Rect,
    tabs: Vec<(Tab, Rect)>,
}

/// Keeps a game in the file of this name, and says so or why not.
pub type Save<'a> = Box<dyn Fn(&Sitting, Seat, &str) -> String + 'a>;

/// The screen of one person, or of several at one keyboard.
pub struct Screen<'a> {
    content: &'a Content,
    save: Save<'a>,
    seat: Option<Seat>,
    mode: Mode,
    menu: Menu,
    cursor: Option<HexId>,
    on_board: bool,
    tab: Tab,
    scroll: usize,
    message: Vec<TextLine<'static>>,
    places: Places,
}

impl<'a> Screen<'a> {
    /// A screen with nothing on it yet.
    pub fn new(content: &'a Content, save: Save<'a>) -> Screen<'a> {
        Screen {
            content,
            save,
            seat: None,
            mode: Mode::Deciding,
            menu: Menu::default(),
            cursor: None,
            on_board: false,
            tab: Tab::Hand,
            scroll: 0,
            message: Vec::new(),
            places: Places::default(),
        }
    }

    /// Somebody has to decide.
    pub fn ask(&mut self, sitting: &Sitting, seat: Seat) {
        let handed = self.seat.is_some_and(|before| before != seat) || self.seat.is_none();
        let shared = sitting.seats.hot_seat && handed;
        self.mode = match shared {
            true => Mode::Curtain(seat),
            false => Mode::Deciding,
        };
        self.seat = Some(seat);
        self.menu = Menu::new(sitting, seat);
        if let Some(hex) = self.cursor
            && !sitting.game.grid.all().contains(hex)
        {
            self.cursor = None;
        }
    }

    /// An opponent thinks.
    pub fn wait(&mut self, seat: Seat) {
        self.mode = Mode::Waiting(seat);
        self.menu = Menu::default();
    }

    /// The game is over.
    pub fn end(&mut self, words: &str) {
        self.mode = Mode::Over(words.to_owned());
        self.menu = Menu::default();
        (self.tab, self.scroll) = (Tab::Log, 0);
    }

    fn say(&mut self, text: impl Into<String>, style: Style) {
        self.message = vec![TextLine::styled(text.into(), style)];
    }

    /// The best few choices, by what the seat may know.
    fn hint(&mut self, sitting: &Sitting, seat: Seat) {
        let hints = hint(
            &sitting.game,
            seat,
            sitting.choices(),
            3,
            HINT,
            sitting.seed,
        );
        let lines = hints.into_iter().map(|hint| {
            let words = sitting.plain(seat, hint.choice);
            let percent = 100.0 * hint.wins;
            TextLine::raw(format!("{words}: {percent:.0} % to win. {}", hint.reason))
        });
        self.message = lines.collect();
    }
}

/// Plays the game to its end on a terminal, or until the person leaves.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn run(
    terminal: &mut DefaultTerminal,
    screen: &mut Screen<'_>,
    sitting: &mut Sitting,
) -> io::Result<Left> {
    loop {
        let (left, words) = match sitting.go_on() {
            Ok(Next::Asks(seat)) => {
                screen.ask(sitting, seat);
                if decide(terminal, screen, sitting, seat)? {
                    continue;
                }
                return Ok(Left::Quit);
            }
            Ok(Next::Thinks(seat)) => {
                screen.wait(seat);
                terminal.draw(|frame| screen.draw(frame, sitting))?;
                match sitting.think(seat) {
                    Ok(()) => continue,
                    Err(misdeed) => {
                        let who = &sitting.seats.opponent;
                        let words = format!("{who} {misdeed}; it has lost the game");
                        sitting.told.push(Told::Event(words.clone()));
                        (Left::Lost(seat), words)
                    }
                }
            }
            Ok(Next::Over(words)) => {
                sitting.told.push(Told::Event(words.clone()));
                (Left::Over, words)
            }
            Err(stopped) => (Left::Stopped, stopped.to_string()),
        };
        screen.end(&words);
        loop {
            terminal.draw(|frame| screen.draw(frame, sitting))?;
            if screen.event(sitting, &event::read()?) == Deed::Quit {
                return Ok(left);
            }
        }
    }
}

/// Lets a person decide. Whether the game goes on.
fn decide(
    terminal: &mut DefaultTerminal,
    screen: &mut Screen<'_>,
    sitting: &mut Sitting,
    seat: Seat,
) -> io::Result<bool> {
    loop {
        terminal.draw(|frame| screen.draw(frame, sitting))?;
        match screen.event(sitting, &event::read()?) {
            Deed::Nothing => {}
            Deed::Quit => return Ok(false),
            Deed::Choose(choice) => {
                screen.message.clear();
                sitting.choose(seat, choice);
                return Ok(true);
            }
            Deed::Hint => {
                screen.say("Thinking about it …", look::QUIET);
                terminal.draw(|frame| screen.draw(frame, sitting))?;
                screen.hint(sitting, seat);
            }
            Deed::Undo => match sitting.take_back(seat) {
                Ok(()) => {
                    sitting.told.push(Told::Event("Taken back.".to_owned()));
                    screen.say("Taken back.", look::HEAD);
                    return Ok(true);
                }
                Err(why) => screen.say(why, look::REFUSED),
            },
            Deed::Save(file) => {
                let words = (screen.save)(sitting, seat, &file);
                screen.say(words, look::HEAD);
            }
        }
    }
}

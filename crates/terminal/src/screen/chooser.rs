//! The full screen before a game: what is chosen on the left, a picture of the warband on the right.
//!
//! As for the table, what a key means is decided without a terminal; only [`choose`] reads events.

use super::{look, words};
use crate::choosing::{Choosing, What};
use ratatui::{
    DefaultTerminal, Frame,
    crossterm::event::{
        self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
    },
    layout::{Constraint, Layout, Position, Rect},
    style::Style,
    text::Line,
    widgets::{Block, Paragraph},
};
use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    io,
};

const KEYS: &str = "↑↓ Enter choose · s surprise me · p play · Esc back · q leave";

/// What a person wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Go on choosing.
    Nothing,
    /// Play with what is chosen.
    Play,
    /// Leave.
    Quit,
}

/// A line on the left.
struct Shown {
    text: String,
    style: Style,
    /// Which row or offer it is; none for a heading.
    place: Option<usize>,
}

/// Where in the lists a person is.
#[derive(Clone, Debug, Default)]
pub struct Chooser {
    /// The row that is picked out; the one behind the last begins the game.
    at: usize,
    /// The list that is open, and the offer picked out in it.
    open: Option<(What, usize)>,
    /// Where the list was drawn, its first line, and what stands on each of its lines.
    drawn: (Rect, Vec<Option<usize>>),
}

impl Chooser {
    /// At the line that begins the game.
    pub fn new(choosing: &Choosing<'_>) -> Chooser {
        Chooser {
            at: choosing.rows().len(),
            ..Chooser::default()
        }
    }

    fn count(&self, choosing: &Choosing<'_>) -> usize {
        match self.open {
            Some((what, _)) => choosing.offers(what).len(),
            None => choosing.rows().len() + 1,
        }
    }

    fn step(&mut self, choosing: &Choosing<'_>, by: isize) {
        let count = self.count(choosing).max(1) as isize;
        let at = match &mut self.open {
            Some((_, at)) => at,
            None => &mut self.at,
        };
        *at = (*at as isize + by).rem_euclid(count) as usize;
    }

    /// The line that is picked out is chosen, or its list opened.
    fn enter(&mut self, choosing: &mut Choosing<'_>) -> Wish {
        if let Some((what, at)) = self.open.take() {
            if let Some(offer) = choosing.offers(what).get(at) {
                choosing.choose(what, &offer.name);
            }
            return Wish::Nothing;
        }
        match choosing.rows().get(self.at) {
            Some(row) => {
                self.open = Some((row.what, choosing.place(row.what)));
                Wish::Nothing
            }
            None => Wish::Play,
        }
    }

    /// Surprises with what the line is about; on the line that begins the game, with all warbands.
    fn surprise(&mut self, choosing: &mut Choosing<'_>, number: u64) {
        match (self.open.take(), choosing.rows().get(self.at)) {
            (Some((what, _)), _) => choosing.surprise(what, number),
            (None, Some(row)) => choosing.surprise(row.what, number),
            (None, None) => {
                for seat in 0..choosing.sides.len() {
                    let number = number.rotate_left(16 * seat as u32);
                    choosing.surprise(What::Warband(seat), number);
                }
            }
        }
    }

    /// What an event means; `number` is one that nobody knows, for surprises.
    pub fn event(&mut self, choosing: &mut Choosing<'_>, event: &Event, number: u64) -> Wish {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                self.key(choosing, *key, number)
            }
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    self.click(choosing, Position::new(mouse.column, mouse.row))
                }
                MouseEventKind::ScrollDown => {
                    self.step(choosing, 1);
                    Wish::Nothing
                }
                MouseEventKind::ScrollUp => {
                    self.step(choosing, -1);
                    Wish::Nothing
                }
                _ => Wish::Nothing,
            },
            _ => Wish::Nothing,
        }
    }

    fn key(&mut self, choosing: &mut Choosing<'_>, key: KeyEvent, number: u64) -> Wish {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return Wish::Quit,
            KeyCode::Down | KeyCode::Char('j') => self.step(choosing, 1),
            KeyCode::Up | KeyCode::Char('k') => self.step(choosing, -1),
            KeyCode::PageDown => self.step(choosing, 5),
            KeyCode::PageUp => self.step(choosing, -5),
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(choosing),
            KeyCode::Char('s') => self.surprise(choosing, number),
            KeyCode::Char('p') => return Wish::Play,
            KeyCode::Esc if self.open.is_some() => self.open = None,
            KeyCode::Esc | KeyCode::Char('q') => return Wish::Quit,
            _ => {}
        }
        Wish::Nothing
    }

    fn click(&mut self, choosing: &mut Choosing<'_>, at: Position) -> Wish {
        let (area, lines) = &self.drawn;
        if !area.contains(at) {
            return Wish::Nothing;
        }
        let Some(Some(place)) = lines.get(usize::from(at.y - area.y)).copied() else {
            return Wish::Nothing;
        };
        match &mut self.open {
            Some((_, now)) => *now = place,
            None => self.at = place,
        }
        self.enter(choosing)
    }

    /// The warband whose picture is shown: that of the line picked out, or of the offer in an open list.
    fn pictured(&self, choosing: &Choosing<'_>) -> String {
        if let Some((What::Warband(_), at)) = self.open
            && let Some(offer) = choosing.offers(What::Warband(0)).get(at)
        {
            return offer.name.clone();
        }
        let what = match self.open {
            Some((what, _)) => Some(what),
            None => choosing.rows().get(self.at).map(|row| row.what),
        };
        let seat = match what {
            Some(What::Warband(seat) | What::Deck(seat) | What::Board(seat)) => seat,
            Some(What::Edition) | None => 0,
        };
        let side = choosing.sides.get(seat);
        side.map_or(String::new(), |side| side.warband.clone())
    }

    fn lines(&self, choosing: &Choosing<'_>) -> Vec<Shown> {
        let line = |text: String, place: usize, now: usize| Shown {
            text,
            style: if place == now {
                look::CURSOR
            } else {
                Style::new()
            },
            place: Some(place),
        };
        let Some((what, now)) = self.open else {
            let rows = choosing.rows().into_iter().enumerate();
            let rows = rows.map(|(place, row)| {
                line(format!("{:<18}{}", row.label, row.value), place, self.at)
            });
            let play = line("Play".to_owned(), choosing.rows().len(), self.at);
            return rows.chain([play]).collect();
        };
        let mut lines = Vec::new();
        let mut season = String::new();
        for (place, offer) in choosing.offers(what).into_iter().enumerate() {
            if offer.season != season {
                season = offer.season;
                lines.push(Shown {
                    text: season.clone(),
                    style: look::HEAD,
                    place: None,
                });
            }
            lines.push(line(format!("  {}", offer.label), place, now));
        }
        lines
    }

    /// Draws everything, and remembers where it is for the mouse.
    pub fn draw(&mut self, frame: &mut Frame<'_>, choosing: &Choosing<'_>) {
        let rows = [Constraint::Min(0), Constraint::Length(1)];
        let [middle, keys] = Layout::vertical(rows).areas(frame.area());
        let halves = [Constraint::Percentage(50), Constraint::Percentage(50)];
        let [left, right] = Layout::horizontal(halves).areas(middle);
        let rows = choosing.rows();
        let title = match self.open {
            Some((what, _)) => rows.iter().find(|row| row.what == what),
            None => None,
        };
        let title = title.map_or(" What to play ".to_owned(), |row| {
            format!(" {} ", row.label)
        });
        let block = Block::bordered().title(title);
        let area = block.inner(left);
        frame.render_widget(block, left);
        let lines = self.lines(choosing);
        let now = match self.open {
            Some((_, at)) => at,
            None => self.at,
        };
        // What is picked out stays in sight.
        let height = usize::from(area.height);
        let picked = lines.iter().position(|line| line.place == Some(now));
        let first = picked.unwrap_or(0).saturating_sub(height.saturating_sub(1));
        let shown: Vec<&Shown> = lines.iter().skip(first).take(height).collect();
        self.drawn = (area, shown.iter().map(|line| line.place).collect());
        let text = shown
            .iter()
            .map(|line| Line::styled(line.text.clone(), line.style));
        frame.render_widget(Paragraph::new(text.collect::<Vec<_>>()), area);
        let block = Block::bordered().title(" The warband ");
        let area = block.inner(right);
        frame.render_widget(block, right);
        let picture = choosing.picture(&self.pictured(choosing));
        let picture = picture.iter().enumerate().flat_map(|(ix, line)| {
            let style = if ix == 0 { look::HEAD } else { Style::new() };
            match line.is_empty() {
                true => vec![Line::raw("")],
                false => words::lines(line, usize::from(area.width), 2, style),
            }
        });
        frame.render_widget(Paragraph::new(picture.collect::<Vec<_>>()), area);
        frame.render_widget(Paragraph::new(Line::styled(KEYS, look::QUIET)), keys);
    }
}

/// Lets a person choose on a terminal. Whether a game is wanted.
///
/// # Errors
/// The terminal cannot be read or written.
pub fn choose(terminal: &mut DefaultTerminal, choosing: &mut Choosing<'_>) -> io::Result<bool> {
    let mut chooser = Chooser::new(choosing);
    loop {
        terminal.draw(|frame| chooser.draw(frame, choosing))?;
        match chooser.event(choosing, &event::read()?, unknown_number()) {
            Wish::Nothing => {}
            Wish::Play => return Ok(true),
            Wish::Quit => return Ok(false),
        }
    }
}

/// A number that nobody knows: what the standard library seeds its maps with.
pub fn unknown_number() -> u64 {
    RandomState::new().build_hasher().finish()
}

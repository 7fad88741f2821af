//! What keys and the mouse mean. A wrong choice is answered by the refusal of the rules.

use super::{Mode, Screen, Tab, field, look, menu};
use crate::sitting::Sitting;
use gloryhex_engine::{Choice, Detail};
use gloryhex_hexgrid::HexId;
use gloryhex_model::Seat;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// What a person wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing that concerns the game.
    Nothing,
    /// This is chosen.
    Choose(Choice),
    /// The last choice is taken back.
    Undo,
    /// A hint is wanted.
    Hint,
    /// The game is to be kept in this file.
    Save(String),
    /// The person leaves.
    Quit,
}

impl Screen<'_> {
    /// What an event of the terminal means.
    pub fn event(&mut self, sitting: &Sitting, event: &Event) -> Deed {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(sitting, *key),
            Event::Mouse(mouse) => self.mouse(sitting, *mouse),
            Event::Paste(text) => {
                if let Mode::Typing(line) = &mut self.mode {
                    line.extend(text.chars().filter(|c| !c.is_control()));
                }
                Deed::Nothing
            }
            _ => Deed::Nothing,
        }
    }

    fn key(&mut self, sitting: &Sitting, key: KeyEvent) -> Deed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return Deed::Quit;
        }
        match &mut self.mode {
            Mode::Typing(_) => return self.typing(sitting, key.code),
            Mode::Leaving => {
                let leaves = matches!(key.code, KeyCode::Char('y' | 'Y' | 'q') | KeyCode::Enter);
                self.mode = Mode::Deciding;
                return if leaves { Deed::Quit } else { Deed::Nothing };
            }
            Mode::Help => {
                self.mode = Mode::Deciding;
                return Deed::Nothing;
            }
            Mode::Curtain(_) => {
                if matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) {
                    self.mode = Mode::Deciding;
                }
                return Deed::Nothing;
            }
            Mode::Over(_) if matches!(key.code, KeyCode::Enter | KeyCode::Char('q')) => {
                return Deed::Quit;
            }
            Mode::Waiting(_) | Mode::Deciding | Mode::Over(_) => {}
        }
        match key.code {
            KeyCode::Char('h') => self.show(Tab::Hand),
            KeyCode::Char('f') => self.show(Tab::Fighters),
            KeyCode::Char('l') => self.show(Tab::Log),
            KeyCode::PageDown => self.scrolled(6),
            KeyCode::PageUp => self.scrolled(-6),
            _ if self.mode != Mode::Deciding => {}
            KeyCode::Char('?') => self.mode = Mode::Help,
            KeyCode::Char('q') => self.mode = Mode::Leaving,
            KeyCode::Char(':' | '/') => self.mode = Mode::Typing(String::new()),
            KeyCode::Char('t') => return Deed::Hint,
            KeyCode::Char('u') => return Deed::Undo,
            KeyCode::Tab => self.change_side(sitting),
            KeyCode::Up | KeyCode::Char('k') => self.arrow(sitting, 0, -1),
            KeyCode::Down | KeyCode::Char('j') => self.arrow(sitting, 0, 1),
            KeyCode::Left if self.on_board => self.arrow(sitting, -1, 0),
            KeyCode::Right if self.on_board => self.arrow(sitting, 1, 0),
            KeyCode::Esc | KeyCode::Left | KeyCode::Backspace => {
                self.on_board = false;
                self.menu.close();
                self.message.clear();
            }
            KeyCode::Enter if self.on_board => {
                if let Some(hex) = self.cursor {
                    return self.pick_hex(sitting, hex);
                }
            }
            KeyCode::Enter | KeyCode::Right => return self.pick_line(sitting, self.menu.at),
            KeyCode::Char(digit @ '1'..='9') => {
                let place = digit as usize - '1' as usize;
                if place < self.menu.lines().len() {
                    return self.pick_line(sitting, place);
                }
            }
            _ => {}
        }
        Deed::Nothing
    }

    fn show(&mut self, tab: Tab) {
        (self.tab, self.scroll) = (tab, 0);
    }

    fn scrolled(&mut self, by: isize) {
        // The log is read from its end.
        let by = if self.tab == Tab::Log { -by } else { by };
        self.scroll = self.scroll.saturating_add_signed(by);
    }

    /// Arrows move the cursor on the board, or go through the list.
    fn change_side(&mut self, sitting: &Sitting) {
        self.on_board = !self.on_board && !sitting.game.grid.is_empty();
        if self.on_board && self.cursor.is_none() {
            let open = self.menu.hexes(&sitting.game);
            let first = open.first().copied();
            self.cursor = first.or_else(|| sitting.game.grid.all().iter().next());
        }
    }

    fn arrow(&mut self, sitting: &Sitting, right: i32, down: i32) {
        if let (true, Some(from)) = (self.on_board, self.cursor) {
            let to = field::towards(&sitting.game, from, right, down);
            self.cursor = to.or(self.cursor);
            return;
        }
        self.menu.step(down as isize);
        self.follow(sitting);
    }

    /// The cursor goes where the line is about.
    fn follow(&mut self, sitting: &Sitting) {
        if let Some([only]) = self.menu.current().map(|entry| &entry.choices[..])
            && let Some(hex) = menu::hex(&sitting.game, *only)
        {
            self.cursor = Some(hex);
        }
    }

    fn pick_line(&mut self, sitting: &Sitting, place: usize) -> Deed {
        let Some(seat) = self.seat else {
            return Deed::Nothing;
        };
        let picked = self.menu.open(sitting, seat, place);
        match picked {
            Some(choice) => Deed::Choose(choice),
            None => {
                self.message.clear();
                self.follow(sitting);
                Deed::Nothing
            }
        }
    }

    /// A hex is picked: the choice about it, if there is one; whoever stands there; or why it cannot be.
    fn pick_hex(&mut self, sitting: &Sitting, hex: HexId) -> Deed {
        let (game, Some(seat)) = (&sitting.game, self.seat) else {
            return Deed::Nothing;
        };
        self.cursor = Some(hex);
        let about = self.menu.about(game, hex);
        match about[..] {
            [only] => return Deed::Choose(only),
            [] => {}
            [_, _, ..] => {
                self.menu.narrow(sitting, seat, &about);
                return Deed::Nothing;
            }
        }
        if let Some(who) = game.state.occupant(hex)
            && self.menu.pick_actor(who)
        {
            self.message.clear();
            return Deed::Nothing;
        }
        let meant = self.menu.current().and_then(|entry| entry.choices.first());
        let tried = meant.and_then(|first| match first.with(Detail::Hex, hex.0) {
            Some(there) => there.with(Detail::Way, 0).or(Some(there)),
            None => first.with(Detail::Target, game.state.occupant(hex)?.0),
        });
        match tried.and_then(|choice| sitting.refused(self.content, seat, choice)) {
            Some(why) => self.say(why, look::REFUSED),
            None => self.say(
                format!("Nothing can be done with {} now.", game.grid.name(hex)),
                look::QUIET,
            ),
        }
        Deed::Nothing
    }

    fn mouse(&mut self, sitting: &Sitting, mouse: MouseEvent) -> Deed {
        let at = (mouse.column, mouse.row).into();
        match mouse.kind {
            MouseEventKind::ScrollDown | MouseEventKind::ScrollUp => {
                let down = mouse.kind == MouseEventKind::ScrollDown;
                if self.places.tab.contains(at) {
                    self.scrolled(if down { 2 } else { -2 });
                } else if self.places.list.contains(at) {
                    self.menu.step(if down { 1 } else { -1 });
                }
                return Deed::Nothing;
            }
            MouseEventKind::Down(MouseButton::Left) => {}
            _ => return Deed::Nothing,
        }
        if matches!(self.mode, Mode::Curtain(_) | Mode::Help) {
            self.mode = Mode::Deciding;
            return Deed::Nothing;
        }
        if let Some((tab, _)) = self
            .places
            .tabs
            .iter()
            .find(|(_, place)| place.contains(at))
        {
            self.show(*tab);
            return Deed::Nothing;
        }
        if self.mode != Mode::Deciding {
            return Deed::Nothing;
        }
        if self.places.list.contains(at) {
            let line = self.places.first + usize::from(mouse.row - self.places.list.y);
            if line < self.menu.lines().len() {
                self.menu.at = line;
                return self.pick_line(sitting, line);
            }
            return Deed::Nothing;
        }
        let plan = self.places.plan;
        match plan.and_then(|plan| plan.hex_at(&sitting.game, mouse.column, mouse.row)) {
            Some(hex) => self.pick_hex(sitting, hex),
            None => Deed::Nothing,
        }
    }

    fn typing(&mut self, sitting: &Sitting, code: KeyCode) -> Deed {
        let Mode::Typing(line) = &mut self.mode else {
            return Deed::Nothing;
        };
        match code {
            KeyCode::Char(letter) => line.push(letter),
            KeyCode::Backspace => {
                line.pop();
            }
            KeyCode::Esc => self.mode = Mode::Deciding,
            KeyCode::Enter => {
                let line = std::mem::take(line);
                self.mode = Mode::Deciding;
                if let Some(seat) = self.seat {
                    return self.typed(sitting, seat, line.trim());
                }
            }
            _ => {}
        }
        Deed::Nothing
    }

    /// A typed line: a choice in the notation, `why` and one, or `save FILE`.
    fn typed(&mut self, sitting: &Sitting, seat: Seat, line: &str) -> Deed {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, rest) {
            ("", _) => return Deed::Nothing,
            ("quit" | "exit", "") => return Deed::Quit,
            ("undo", "") => return Deed::Undo,
            ("hint", "") => return Deed::Hint,
            ("save", "") => {
                self.say("Say where to: save FILE", look::REFUSED);
                return Deed::Nothing;
            }
            ("save", file) => return Deed::Save(file.to_owned()),
            _ => {}
        }
        let why = word == "why";
        let asked = if why { rest } else { line };
        match sitting.read(seat, asked) {
            Err(problem) => self.say(problem.to_string(), look::REFUSED),
            Ok(choice) => match sitting.refused(self.content, seat, choice) {
                Some(refusal) => self.say(refusal, look::REFUSED),
                None if why => self.say("That is allowed.", look::HEAD),
                None => return Deed::Choose(choice),
            },
        }
        Deed::Nothing
    }
}

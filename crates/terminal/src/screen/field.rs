//! The battlefield as cells of a terminal: where each hex is, what stands in it, and which hex lies under the mouse.
//!
//! A hex is one line high and at least five columns wide; where there is room it has two lines, the second for what
//! lies on the ground. A battlefield larger than its frame is scrolled so that the cursor stays in sight.

use super::look;
use gloryhex_engine::{Game, ops::stats, state::Fighter, view::View};
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{FighterId, Seat, Stat};
use gloryhex_notation::Names;
use ratatui::{buffer::Buffer, layout::Rect, style::Style, widgets::Widget};

const MARKS: &[(Kind, char)] = &[
    (Kind::BLOCKED, '#'),
    (Kind::LETHAL, '!'),
    (Kind::COVER, '~'),
    (Kind::STAGGER, '%'),
    (Kind::TRAP, '^'),
    (Kind::STARTING, '·'),
];
const HAZARDS: [Kind; 3] = [Kind::LETHAL, Kind::STAGGER, Kind::TRAP];

/// How the hexes lie in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    frame: Rect,
    /// Columns from one hex to the next.
    pitch: i32,
    /// Lines of a hex.
    lines: i32,
    /// What of the battlefield is at the frame's upper left corner.
    left: i32,
    top: i32,
}

/// A hex's place in half hexes to the right, and in rows down.
fn at(game: &Game, hex: HexId) -> (i32, i32) {
    let coord = game.grid.coord(hex);
    let (q, r) = (i32::from(coord.q), i32::from(coord.r));
    (2 * q + r, r)
}

impl Plan {
    /// The plan of a game's battlefield in a frame, with this hex in sight.
    pub fn new(game: &Game, frame: Rect, cursor: Option<HexId>) -> Option<Plan> {
        let places = || game.grid.all().iter().map(|hex| at(game, hex));
        let (left, right) = (places().map(|p| p.0).min()?, places().map(|p| p.0).max()?);
        let (top, bottom) = (places().map(|p| p.1).min()?, places().map(|p| p.1).max()?);
        let (columns, rows) = (right - left + 2, bottom - top + 1);
        let (width, height) = (i32::from(frame.width), i32::from(frame.height));
        // Even, so that a row is set in by exactly half a hex, save where nothing else fits.
        let pitch = [10, 8, 6]
            .into_iter()
            .find(|pitch| columns * pitch <= 2 * width + 2);
        let pitch = pitch.unwrap_or(5);
        let lines = if height >= rows * 2 { 2 } else { 1 };
        let mut plan = Plan {
            frame,
            pitch,
            lines,
            left: left * pitch / 2,
            top: top * lines,
        };
        let (wide, high) = (columns * pitch / 2, rows * lines);
        let scroll = |from: i32, whole: i32, room: i32, at: Option<i32>| match at {
            _ if whole <= room => from - (room - whole) / 2,
            Some(at) => from + (at - from - room / 2).clamp(0, whole - room),
            None => from,
        };
        let cursor = cursor.map(|hex| at(game, hex));
        plan.left = scroll(plan.left, wide, width, cursor.map(|c| c.0 * pitch / 2));
        plan.top = scroll(plan.top, high, height, cursor.map(|c| c.1 * lines));
        Some(plan)
    }

    /// The cells of a hex, if they are in the frame.
    pub fn cells(&self, game: &Game, hex: HexId) -> Option<Rect> {
        let (x, y) = at(game, hex);
        let (x, y) = (x * self.pitch / 2 - self.left, y * self.lines - self.top);
        let inside = x >= 0
            && y >= 0
            && x + self.pitch <= i32::from(self.frame.width) + 1
            && y + self.lines <= i32::from(self.frame.height);
        inside.then(|| {
            let (x, y) = (self.frame.x + x as u16, self.frame.y + y as u16);
            let width = (self.pitch as u16 - 1).min(self.frame.right().saturating_sub(x));
            Rect::new(x, y, width, self.lines as u16)
        })
    }

    /// The hex at a place of the screen.
    pub fn hex_at(&self, game: &Game, x: u16, y: u16) -> Option<HexId> {
        let holds = |hex: &HexId| {
            let cells = self.cells(game, *hex);
            cells.is_some_and(|cells| cells.contains((x, y).into()))
        };
        game.grid.all().iter().find(holds)
    }
}

/// The next hex from one in a direction of the arrow keys: the nearest of those that lie more that way than aside.
pub fn towards(game: &Game, from: HexId, right: i32, down: i32) -> Option<HexId> {
    let here = at(game, from);
    let cost = |hex: &HexId| {
        let there = at(game, *hex);
        // A row is as high as two half hexes are wide.
        let (x, y) = (there.0 - here.0, 2 * (there.1 - here.1));
        let (along, aside) = match right {
            0 => (y * down, x.abs()),
            _ => (x * right, y.abs()),
        };
        (along > 0 && aside <= along).then_some(along + 2 * aside)
    };
    let hexes = game.grid.all();
    let reach = hexes.iter().filter(|hex| cost(hex).is_some());
    reach.min_by_key(|hex| cost(hex))
}

/// The battlefield as a seat sees it.
pub struct Field<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its names.
    pub names: &'a Names,
    /// What the seat sees.
    pub view: &'a View,
    /// Where the hexes lie.
    pub plan: Plan,
    /// The hexes that can be chosen now.
    pub open: &'a [HexId],
    /// Where the cursor is.
    pub cursor: Option<HexId>,
}

/// A fighter in four characters: its seat's shape and three letters of its name.
pub fn tag(game: &Game, names: &Names, fighter: FighterId) -> String {
    let short = names.fighter(fighter).chars().take(3);
    let mut text = String::from(look::shape(game.table.owner(fighter)));
    text.extend(short.flat_map(char::to_uppercase));
    text
}

impl Field<'_> {
    fn token(&self, hex: HexId) -> Option<String> {
        let state = &self.view.state;
        let token = &state.features[state.feature_at(hex)?];
        Some(match (token.number, token.numbered()) {
            (0, _) => "*".to_owned(),
            (number, true) => format!("*{number}"),
            (number, false) => format!("?{number}"),
        })
    }

    fn ground(&self, hex: HexId) -> (String, Style) {
        let grid = &self.game.grid;
        let mut text = grid.name(hex);
        let state = &self.game.state;
        let is = |kind| grid.is(hex, kind) || state.marked(kind).any(|marked| marked == hex);
        let marked = MARKS.iter().filter(|(kind, _)| is(*kind));
        text.extend(marked.map(|(_, mark)| *mark));
        let hurts = HAZARDS.iter().any(|kind| is(*kind));
        let mut style = if hurts { look::HAZARD } else { look::QUIET };
        if let Some(token) = self.token(hex) {
            text.push_str(&token);
            style = look::TOKEN;
        }
        (text, style)
    }

    fn standing(&self, fighter: FighterId) -> (String, Style) {
        let now = self.game.state.fighter(fighter);
        let seat: Seat = self.game.table.owner(fighter);
        let mut style = look::seat(seat);
        if now.is(Fighter::INSPIRED) {
            style = style.add_modifier(ratatui::style::Modifier::UNDERLINED);
        }
        let mut text = tag(self.game, self.names, fighter);
        if self.plan.pitch > 7 {
            let wounds = stats::stat(self.game.sight(), fighter, Stat::Wounds);
            let left = i32::from(wounds) - i32::from(now.damage);
            text.push_str(&format!(" {}", left.max(0)));
        }
        (text, style)
    }
}

impl Widget for Field<'_> {
    fn render(self, _: Rect, buffer: &mut Buffer) {
        for hex in self.game.grid.all().iter() {
            let Some(cells) = self.plan.cells(self.game, hex) else {
                continue;
            };
            let (ground, quiet) = self.ground(hex);
            let mut lines = vec![(ground, quiet)];
            if let Some(fighter) = self.view.state.occupant(hex) {
                let standing = self.standing(fighter);
                match self.plan.lines {
                    1 => lines = vec![standing],
                    _ => lines.insert(0, standing),
                }
            } else if self.plan.lines > 1 {
                lines.insert(0, (String::new(), quiet));
            }
            let open = self.open.contains(&hex);
            let here = self.cursor == Some(hex);
            let width = usize::from(cells.width);
            for (line, (text, style)) in (cells.y..).zip(lines) {
                let mut text: String = text.chars().take(width).collect();
                // Marked by shape as well as by colour.
                let ends = match (open && line + 1 == cells.bottom(), here) {
                    (_, true) => Some(('‹', '›')),
                    (true, false) => Some(('[', ']')),
                    _ => None,
                };
                let room = width - text.chars().count();
                if let Some((first, last)) = ends.filter(|_| !text.is_empty() && room > 0) {
                    text.insert(0, first);
                    if room > 1 {
                        text.push(last);
                    }
                }
                let style = match (open, here) {
                    (_, true) => style.patch(look::CURSOR),
                    (true, _) => style.patch(look::OPEN),
                    _ => style,
                };
                buffer.set_stringn(cells.x, line, format!("{text:width$}"), width, style);
            }
        }
    }
}

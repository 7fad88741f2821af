//! Colours and shapes of the screen. Each seat has both, and nothing is told by colour alone.

use gloryhex_model::Seat;
use ratatui::style::{Color, Modifier, Style};

/// A seat's shape, which stands before the names of its fighters.
pub fn shape(seat: Seat) -> char {
    ['▲', '●', '■', '◆'][seat.ix() % 4]
}

/// A seat's colour.
pub fn seat(seat: Seat) -> Style {
    let color = [Color::Yellow, Color::Cyan, Color::Magenta, Color::Green][seat.ix() % 4];
    Style::new().fg(color).add_modifier(Modifier::BOLD)
}

/// What is only there to read beside something else.
pub const QUIET: Style = Style::new().fg(Color::DarkGray);
/// A hex that hurts.
pub const HAZARD: Style = Style::new().fg(Color::Red);
/// A token to be held.
pub const TOKEN: Style = Style::new().fg(Color::White).add_modifier(Modifier::BOLD);
/// A heading.
pub const HEAD: Style = Style::new().add_modifier(Modifier::BOLD);
/// A hex that can be chosen.
pub const OPEN: Style = Style::new().fg(Color::Black).bg(Color::Green);
/// Where the cursor is.
pub const CURSOR: Style = Style::new().add_modifier(Modifier::REVERSED);
/// A refusal.
pub const REFUSED: Style = Style::new().fg(Color::LightRed);
/// Good odds.
pub const HIT: Style = Style::new().fg(Color::Green);
/// Middling odds.
pub const DRAWN: Style = Style::new().fg(Color::Yellow);

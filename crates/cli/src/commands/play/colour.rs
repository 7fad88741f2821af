//! The colours of the terminal: one for each seat, and quieter ones for marks. They are left out by the stream
//! where there is no terminal, and where NO_COLOR is set; nothing is told by colour alone.

use anstyle::{AnsiColor, Style};
use gloryhex_model::Seat;

/// A player's.
pub fn seat(seat: Seat) -> Style {
    let colors = [
        AnsiColor::Yellow,
        AnsiColor::Cyan,
        AnsiColor::Magenta,
        AnsiColor::Green,
    ];
    let color = colors[seat.ix() % colors.len()];
    Style::new().bold().fg_color(Some(color.into()))
}

/// A hex that hurts.
pub const HAZARD: Style = Style::new().fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red)));
/// A token to be held.
pub const TOKEN: Style = Style::new().bold();
/// What is only there to read beside something else.
pub const QUIET: Style = Style::new().dimmed();

/// A text in a style.
pub fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

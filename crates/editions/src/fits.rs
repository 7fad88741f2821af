//! Whether a board can be played on in its edition: the shape its rulebook counts on. How a file is written is
//! looked at by the grid crate, which knows no editions.

use crate::edition::Edition;
use gloryhex_cardlang::span::{Diagnostic, Span};
use gloryhex_engine::ruleset::BoardRule;
use gloryhex_hexgrid::{BoardFile, Kind};

/// Hexes and rows of a board that each player brings: rows of eight and seven in turn.
const ONE_EACH: (usize, usize) = (38, 5);
/// Hexes of a shared board: the fewest that hold two warbands and the tokens between them, and the most a
/// game has room for.
const SHARED: (usize, usize) = (40, 240);

/// Everything that keeps a board from being played on, at its places in the text of its file. Boards of
/// seasons between the editions are let through.
pub fn misfits(editions: &[Edition], board: &BoardFile, text: &str) -> Vec<Diagnostic> {
    let mut known = editions.iter();
    let own = known.find(|edition| edition.name() == board.edition);
    match own.map(|edition| edition.rules.boards) {
        Some(BoardRule::OneEach { .. }) => one_each(board, text),
        Some(BoardRule::Shared) => shared(board, text),
        None => Vec::new(),
    }
}

fn one_each(board: &BoardFile, text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let edition = &board.edition;
    if board.sheet.parts().is_empty() {
        let message = format!("boards of {edition} are joined, and whole hexes cannot be");
        found.push(at(text, "edges", message).help("write `edges half`"));
    }
    let cells = board.sheet.cells();
    let mut rows: Vec<i8> = cells.iter().map(|cell| cell.coord.r).collect();
    rows.dedup();
    if (cells.len(), rows.len()) != ONE_EACH {
        let (hexes, lines) = (cells.len(), rows.len());
        let message = format!(
            "a board of {edition} has {} hexes in {} rows, this one {hexes} in {lines}",
            ONE_EACH.0, ONE_EACH.1
        );
        found.push(at(text, "map", message).help("draw five rows of 8, 7, 8, 7 and 8 hexes"));
    }
    if !cells.iter().any(|cell| cell.kinds.has(Kind::STARTING)) {
        let message = "no fighter can begin on this board";
        found.push(at(text, "map", message).help("draw starting hexes as `s`"));
    }
    found
}

fn shared(board: &BoardFile, text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let edition = &board.edition;
    if !board.sheet.parts().is_empty() {
        let message = format!("the board of {edition} lies alone and has no half hexes");
        found.push(at(text, "edges", message).help("write `edges whole`"));
    }
    let cells = board.sheet.cells();
    let (fewest, most) = SHARED;
    if cells.len() < fewest || cells.len() > most {
        let message = format!("{} hexes do not make a board of {edition}", cells.len());
        let help = format!("draw {fewest} to {most}; the printed ones have 85");
        found.push(at(text, "map", message).help(help));
    }
    if board.orientations.is_empty() {
        let message = format!("a board of {edition} says whose territory is where");
        let help = "write `orientation portrait` and draw 1, 2 or - for every hex of the map";
        found.push(at(text, "edition", message).help(help));
    }
    for orientation in &board.orientations {
        for region in 0..2 {
            let mut own = cells.iter().zip(&orientation.regions);
            if !own.any(|(cell, of)| *of == region && cell.kinds.has(Kind::STARTING)) {
                let name = &orientation.name;
                let number = region + 1;
                let message = format!("territory {number} has no starting hex");
                let place = at(text, &format!("orientation {name}"), message);
                found.push(place.help(format!("draw {number} where the map has an `s`")));
            }
        }
    }
    found
}

/// A mistake at the line that begins with this header.
fn at(text: &str, header: &str, message: impl Into<String>) -> Diagnostic {
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let rest = line.strip_prefix(header);
        if rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)) {
            let to = from + line.trim_end().len();
            return Diagnostic::new(
                Span {
                    from: from as u32,
                    to: to as u32,
                },
                message,
            );
        }
        from += line.len();
    }
    Diagnostic::new(Span { from: 0, to: 1 }, message)
}

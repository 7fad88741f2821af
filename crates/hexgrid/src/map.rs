//! Drawn maps: a row of text for a row of hexes. Read here both for whole grids ([`Grid::from_map`])
//! and for the `.board` files of `board`.
//!
//! ```text
//! | . . # . .      cells stand two characters apart; the character itself says what the hex is
//! |  . A b!s .     a row set in by half a hex starts one character further right
//! ```
//!
//! `.` plain, `#` blocked, `!` lethal, `~` cover, `%` stagger, `s` starting, `_` no hex, and any other
//! letter is a label on a plain hex. The place after a cell is a space, or a second mark for the same
//! hex: `s%` is a starting stagger hex, `A!` a lethal hex labelled A. Spaces at the start of a row
//! stand for missing hexes as well as `_` does.

use crate::grid::Hex;
use crate::sheet::NOBODY;
use crate::{Coord, Grid, HexId, Kind, SightRule};
use std::fmt;

/// The most rows of a map, and half its longest row.
const LARGEST: usize = 30;

const HALF_OUT: &str = "this cell is half a hex out of line: expected rows to alternate by one \
     character, and a second mark in place of the space after its cell";

/// Something wrong in a drawn map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellError {
    /// The row, counted from 1.
    pub row: usize,
    /// The character in the row as given, counted from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "row {}, column {}: {}",
            self.row, self.column, self.message
        )
    }
}

impl std::error::Error for CellError {}

/// A grid read from a drawn map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnMap {
    /// The grid. The upper half of the rows is region 0, the lower half region 1, a middle row
    /// nobody's; [`Grid::set_region`] changes that.
    pub grid: Grid,
    labels: Vec<(char, HexId)>,
}

impl DrawnMap {
    /// The labels in reading order.
    pub fn labels(&self) -> &[(char, HexId)] {
        &self.labels
    }

    /// The hex with this label.
    pub fn label(&self, label: char) -> Option<HexId> {
        self.labels
            .iter()
            .find(|(known, _)| *known == label)
            .map(|&(_, hex)| hex)
    }
}

impl Grid {
    /// Reads a grid from a drawn map, one text for each row; the module of this name has the
    /// characters. A leading `|` and one space after it are not part of the drawing.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, SightRule};
    /// let map = Grid::from_map(&["| . . #", "|  A . b!"], SightRule::default()).unwrap();
    /// let hex = map.label('A').unwrap();
    /// assert_eq!(map.grid.name(hex), "a2");
    /// assert_eq!(map.grid.distance(hex, map.label('b').unwrap()), 2);
    /// ```
    ///
    /// # Errors
    /// Every cell that cannot be read.
    pub fn from_map(rows: &[&str], rule: SightRule) -> Result<DrawnMap, Vec<CellError>> {
        let mut errors = Vec::new();
        let drawing = Drawing::scan(rows, &mut errors);
        let mut hexes = Vec::new();
        let mut labelled: Vec<(char, Coord)> = Vec::new();
        for cell in &drawing.cells {
            match cell.kinds() {
                Some(kinds) => hexes.push(Hex {
                    coord: cell.coord,
                    kinds,
                    region: NOBODY,
                }),
                None if cell.symbol.is_ascii_alphabetic() => {
                    if labelled.iter().any(|(label, _)| *label == cell.symbol) {
                        errors.push(cell.error(format!("label `{}` is drawn twice", cell.symbol)));
                    }
                    labelled.push((cell.symbol, cell.coord));
                    hexes.push(Hex {
                        coord: cell.coord,
                        kinds: cell.second,
                        region: NOBODY,
                    });
                }
                None => errors.push(cell.error(format!(
                    "unknown cell `{}`: expected one of . # ! ~ % s _ or a letter",
                    cell.symbol
                ))),
            }
        }
        let rows_used = || hexes.iter().map(|hex| hex.coord.r);
        let (top, bottom) = (
            rows_used().min().unwrap_or(0),
            rows_used().max().unwrap_or(0),
        );
        for hex in &mut hexes {
            hex.region = match (hex.coord.r - top).cmp(&(bottom - hex.coord.r)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => NOBODY,
                std::cmp::Ordering::Greater => 1,
            };
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let grid = Grid::of_hexes(hexes, rule).map_err(|error| {
            vec![CellError {
                row: 1,
                column: 1,
                message: error.to_string(),
            }]
        })?;
        let labels = labelled
            .into_iter()
            .map(|(label, at)| (label, grid.at(at)))
            .collect();
        Ok(DrawnMap { grid, labels })
    }
}

/// A cell as drawn. Cells drawn `_` are left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnCell {
    pub coord: Coord,
    pub symbol: char,
    /// The second mark, if one is drawn.
    pub second: Kind,
    row: usize,
    column: usize,
}

impl DrawnCell {
    /// The marks, or `None` if the first character is none of the known ones.
    pub fn kinds(&self) -> Option<Kind> {
        match self.symbol {
            '.' => Some(self.second),
            mark => Kind::from_mark(mark).map(|kinds| kinds | self.second),
        }
    }

    pub fn error(&self, message: String) -> CellError {
        CellError {
            row: self.row,
            column: self.column,
            message,
        }
    }
}

/// The cells of a drawn map with their coordinates, before anybody says what the characters mean.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    pub cells: Vec<DrawnCell>,
    /// What was added to the character positions to make rows fall on the grid: 0 or 1.
    nudge: i16,
    /// The character at which each row's drawing begins, counted from 1.
    begins: Vec<usize>,
}

impl Drawing {
    /// Finds the cells; what cannot be placed goes to `errors`.
    pub fn scan(rows: &[&str], errors: &mut Vec<CellError>) -> Drawing {
        let mut drawing = Drawing::default();
        let mut nudge = None;
        for (index, text) in rows.iter().enumerate() {
            let row = index + 1;
            let mut oops = |column, message: &str| {
                errors.push(CellError {
                    row,
                    column,
                    message: message.to_owned(),
                });
            };
            if row > LARGEST {
                oops(1, "more than 30 rows: expected a smaller map");
                break;
            }
            let inner = text
                .strip_prefix('|')
                .map_or(*text, |t| t.strip_prefix(' ').unwrap_or(t));
            let begin = text.chars().count() - inner.chars().count() + 1;
            drawing.begins.push(begin);
            let mut letters = inner.chars().enumerate().peekable();
            while let Some((at, symbol)) = letters.next() {
                if symbol == ' ' {
                    continue;
                }
                let column = begin + at;
                if at >= 2 * LARGEST {
                    oops(column, "row longer than 30 hexes: expected a smaller map");
                    break;
                }
                let mut second = Kind::PLAIN;
                if let Some((_, mark)) = letters.next_if(|&(_, next)| next != ' ') {
                    match Kind::from_mark(mark) {
                        Some(kind) if symbol != '_' => second = kind,
                        _ => oops(
                            column + 1,
                            "expected a space or a second mark (# ! ~ % s) after a cell",
                        ),
                    }
                }
                let (x, r) = (at as i16, index as i16);
                let added = *nudge.get_or_insert((x - r).rem_euclid(2));
                let Some(coord) = Coord::from_half_columns(x + added, r) else {
                    oops(column, HALF_OUT);
                    break;
                };
                if symbol != '_' {
                    drawing.cells.push(DrawnCell {
                        coord,
                        symbol,
                        second,
                        row,
                        column,
                    });
                }
            }
        }
        drawing.nudge = nudge.unwrap_or(0);
        drawing
    }

    /// Row and character, both counted from 1, at which a hex is or would be drawn.
    pub fn position(&self, coord: Coord) -> (usize, usize) {
        let index = usize::try_from(coord.r).unwrap_or(0);
        let at = usize::try_from(coord.half_columns() - self.nudge).unwrap_or(0);
        (index + 1, self.begins.get(index).copied().unwrap_or(1) + at)
    }
}

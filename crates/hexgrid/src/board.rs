//! `.board` files: a sheet as text, with where it comes from and how far it has been checked.
//! The name of an edition is only a word here; nothing depends on it.
//!
//! ```text
//! # a comment
//! board "Mirror Well"             the printed name
//! edition somewhere               a single word
//! set "Core set"                  any number of times: the products it came in
//! number 1                        the number on the print, if it has one
//! verified cross-checked          or: verified one image
//! read-once blocked               marks that have a single source all the same
//! unread cover                    marks nobody has read off the print yet
//! origin ours                     instead of `verified` for a sheet that was never printed
//! edges half                      cut through the hexes around it; or: edges whole
//! map                             followed by the drawing, see `map`
//! | . s . .
//! |  . . %
//! orientation portrait            who owns what when the sheet lies this way: a digit for
//! | 1 1 1 1                       a region, - for nobody. `orientation landscape ours` says
//! |  - - -                        that the print leaves it open and this is a ruling.
//! ```

use crate::map::{CellError, Drawing};
use crate::sheet::NOBODY;
use crate::{Cell, Kind, Sheet};
use std::fmt;

/// Something wrong in a `.board` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for BoardError {}

/// How far a sheet's facts have been checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// Two independent sources agree.
    CrossChecked,
    /// Read off a single picture.
    OneImage,
}

/// Regions for one way of laying a sheet down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orientation {
    /// One word, such as `portrait`.
    pub name: String,
    /// Whether the regions are a ruling rather than taken from a print.
    pub ours: bool,
    /// The region of each cell, in the order of [`Sheet::cells`].
    pub regions: Vec<u8>,
}

/// What a `.board` file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFile {
    /// The name of the file, as given by the caller.
    pub file: String,
    /// The edition, as written.
    pub edition: String,
    /// The products the sheet came in.
    pub sets: Vec<String>,
    /// The number on the print.
    pub number: Option<u16>,
    /// How far the facts are checked; `None` for a sheet of our own.
    pub verified: Option<Verified>,
    /// Marks that rest on a single source although the rest was cross-checked.
    pub read_once: Kind,
    /// Marks that have not been read off the print, so their absence says nothing.
    pub unread: Kind,
    /// Whether the sheet is a design of our own and was never printed.
    pub ours: bool,
    /// The ways to lay it down, if they matter.
    pub orientations: Vec<Orientation>,
    /// The sheet itself, without regions.
    pub sheet: Sheet,
}

impl BoardFile {
    /// The printed name.
    pub fn name(&self) -> &str {
        self.sheet.name()
    }

    /// The orientation with this name.
    pub fn orientation(&self, name: &str) -> Option<&Orientation> {
        self.orientations
            .iter()
            .find(|orientation| orientation.name == name)
    }

    /// The sheet with the regions of an orientation.
    pub fn oriented(&self, name: &str) -> Option<Sheet> {
        let regions = self.orientation(name)?.regions.clone();
        Some(self.sheet.clone().with_regions(regions))
    }
}

impl Sheet {
    /// Reads a `.board` file. `file` is kept as the name of the file and not looked at.
    ///
    /// # Errors
    /// Everything that is wrong with the file, in order of line and column.
    pub fn parse(file: &str, text: &str) -> Result<BoardFile, Vec<BoardError>> {
        let mut reader = Reader::default();
        for (index, line) in text.lines().enumerate() {
            reader.line(index + 1, line.trim_end());
        }
        reader.finish(file)
    }
}

/// Rows drawn under one header.
#[derive(Default)]
struct Block<'a> {
    line: usize,
    rows: Vec<(usize, &'a str)>,
}

impl<'a> Block<'a> {
    fn drawing(&self, errors: &mut Vec<CellError>) -> Drawing {
        let rows: Vec<&'a str> = self.rows.iter().map(|&(_, row)| row).collect();
        Drawing::scan(&rows, errors)
    }

    /// A row and column of the drawing as an error of the file.
    fn locate(&self, error: CellError) -> BoardError {
        let line = self
            .rows
            .get(error.row - 1)
            .map_or(self.line, |&(line, _)| line);
        BoardError {
            line,
            column: error.column,
            message: error.message,
        }
    }
}

const HEADERS: &str =
    "board, edition, set, number, verified, read-once, unread, origin, edges, map or orientation";

#[derive(Default)]
struct Reader<'a> {
    errors: Vec<BoardError>,
    seen: Vec<&'a str>,
    board: Option<String>,
    edition: Option<String>,
    sets: Vec<String>,
    number: Option<u16>,
    verified: Option<Verified>,
    read_once: Kind,
    unread: Kind,
    ours: bool,
    half_edges: bool,
    map: Block<'a>,
    orientations: Vec<(String, bool, Block<'a>)>,
    /// Whether rows belong to the map, to the last orientation, or nowhere.
    open: Open,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Open {
    #[default]
    Nothing,
    Map,
    Orientation,
}

impl<'a> Reader<'a> {
    fn oops(&mut self, line: usize, column: usize, message: impl Into<String>) {
        self.errors.push(BoardError {
            line,
            column,
            message: message.into(),
        });
    }

    fn line(&mut self, line: usize, text: &'a str) {
        if text.is_empty() || text.starts_with('#') {
            return;
        }
        if text.starts_with('|') {
            match (self.open, self.orientations.last_mut()) {
                (Open::Map, _) => self.map.rows.push((line, text)),
                (Open::Orientation, Some((_, _, block))) => block.rows.push((line, text)),
                _ => self.oops(
                    line,
                    1,
                    "a drawn row here: expected `map` or `orientation` first",
                ),
            }
            return;
        }
        self.open = Open::Nothing;
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let column = word.chars().count() + 2;
        if !matches!(word, "set" | "orientation") && self.seen.contains(&word) {
            self.oops(
                line,
                1,
                format!("`{word}` is given twice: expected it once"),
            );
            return;
        }
        self.seen.push(word);
        match word {
            "board" => self.board = self.quoted(line, column, rest),
            "set" => {
                let set = self.quoted(line, column, rest);
                self.sets.extend(set);
            }
            "edition" => match one_word(rest) {
                Some(edition) => self.edition = Some(edition.to_owned()),
                None => self.oops(line, column, "expected one lower-case word after `edition`"),
            },
            "number" => match rest.parse() {
                Ok(number) => self.number = Some(number),
                Err(_) => self.oops(line, column, "expected a whole number after `number`"),
            },
            "verified" => match rest {
                "cross-checked" => self.verified = Some(Verified::CrossChecked),
                "one image" => self.verified = Some(Verified::OneImage),
                _ => self.oops(
                    line,
                    column,
                    "expected `cross-checked` or `one image` after `verified`",
                ),
            },
            "read-once" => self.read_once = self.marks(line, column, word, rest),
            "unread" => self.unread = self.marks(line, column, word, rest),
            "origin" => match rest {
                "ours" => self.ours = true,
                "printed" => self.ours = false,
                _ => self.oops(line, column, "expected `printed` or `ours` after `origin`"),
            },
            "edges" => match rest {
                "half" => self.half_edges = true,
                "whole" => self.half_edges = false,
                _ => self.oops(line, column, "expected `half` or `whole` after `edges`"),
            },
            "map" => {
                if !rest.is_empty() {
                    self.oops(
                        line,
                        column,
                        "expected nothing after `map`: the rows follow below",
                    );
                }
                self.map.line = line;
                self.open = Open::Map;
            }
            "orientation" => self.orientation(line, column, rest),
            _ => self.oops(
                line,
                1,
                format!("unknown header `{word}`: expected {HEADERS}"),
            ),
        }
    }

    fn quoted(&mut self, line: usize, column: usize, rest: &str) -> Option<String> {
        let inner = rest
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        match inner {
            Some(inner) if !inner.is_empty() && !inner.contains('"') => Some(inner.to_owned()),
            _ => {
                self.oops(line, column, "expected a name in double quotes");
                None
            }
        }
    }

    fn marks(&mut self, line: usize, mut column: usize, header: &str, rest: &str) -> Kind {
        let mut marks = Kind::PLAIN;
        for word in rest.split(' ') {
            match Kind::WORDS[..5].iter().find(|(_, name)| *name == word) {
                Some((kind, _)) => marks |= *kind,
                None => self.oops(
                    line,
                    column,
                    format!(
                        "expected starting, blocked, lethal, cover or stagger after `{header}`"
                    ),
                ),
            }
            column += word.chars().count() + 1;
        }
        marks
    }

    fn orientation(&mut self, line: usize, column: usize, rest: &str) {
        self.open = Open::Orientation;
        let (name, ours) = match rest.strip_suffix(" ours") {
            Some(name) => (name, true),
            None => (rest, false),
        };
        if one_word(name).is_none() {
            self.oops(
                line,
                column,
                "expected one lower-case word after `orientation`, then nothing or `ours`",
            );
        } else if self.orientations.iter().any(|(known, _, _)| known == name) {
            self.oops(line, column, format!("orientation `{name}` is drawn twice"));
        }
        let block = Block {
            line,
            rows: Vec::new(),
        };
        self.orientations.push((name.to_owned(), ours, block));
    }

    fn finish(mut self, file: &str) -> Result<BoardFile, Vec<BoardError>> {
        for (word, example) in [
            ("board", "board \"Name\""),
            ("edition", "edition word"),
            ("edges", "edges half or edges whole"),
            ("map", "map and its rows"),
        ] {
            if !self.seen.contains(&word) {
                self.oops(1, 1, format!("`{word}` is missing: expected {example}"));
            }
        }
        if !self.ours && !self.seen.contains(&"verified") {
            self.oops(1, 1, "`verified` is missing: expected it, or `origin ours`");
        }
        let sheet = self.sheet();
        let blocks = std::mem::take(&mut self.orientations);
        let mut orientations = Vec::new();
        for (name, ours, block) in blocks {
            let regions = self.regions(&block, sheet.as_ref());
            orientations.push(Orientation {
                name,
                ours,
                regions,
            });
        }
        match (sheet, self.edition) {
            (Some(sheet), Some(edition)) if self.errors.is_empty() => Ok(BoardFile {
                file: file.to_owned(),
                edition,
                sets: self.sets,
                number: self.number,
                verified: self.verified,
                read_once: self.read_once,
                unread: self.unread,
                ours: self.ours,
                orientations,
                sheet,
            }),
            _ => {
                self.errors.sort_by_key(|error| (error.line, error.column));
                Err(self.errors)
            }
        }
    }

    /// The sheet of the map, as far as it can be read.
    fn sheet(&mut self) -> Option<Sheet> {
        let map = std::mem::take(&mut self.map);
        let mut errors = Vec::new();
        let drawing = map.drawing(&mut errors);
        let mut cells = Vec::new();
        for cell in &drawing.cells {
            match cell.kinds() {
                Some(kinds) => cells.push(Cell {
                    coord: cell.coord,
                    kinds,
                }),
                None => errors.push(cell.error(format!(
                    "unknown cell `{}`: expected one of . # ! ~ % s _",
                    cell.symbol
                ))),
            }
        }
        let sound = errors.is_empty();
        self.errors
            .extend(errors.into_iter().map(|error| map.locate(error)));
        if self.seen.contains(&"map") && sound && cells.is_empty() {
            self.oops(
                map.line,
                1,
                "the map has no hex: expected drawn rows below `map`",
            );
        }
        if !sound || cells.is_empty() {
            return None;
        }
        let name = self.board.clone().unwrap_or_default();
        if !self.half_edges {
            return Some(Sheet::whole(name, cells));
        }
        match Sheet::cut(name, cells) {
            Ok(sheet) => Some(sheet),
            Err(holes) => {
                for hole in holes {
                    let (row, column) = drawing.position(hole);
                    let message = "no hex here: expected a full rectangle for `edges half`";
                    let error = CellError {
                        row,
                        column,
                        message: message.to_owned(),
                    };
                    self.errors.push(map.locate(error));
                }
                None
            }
        }
    }

    /// The region of every cell as drawn under an orientation.
    fn regions(&mut self, block: &Block<'a>, sheet: Option<&Sheet>) -> Vec<u8> {
        let mut errors = Vec::new();
        let drawing = block.drawing(&mut errors);
        let mut regions = vec![None; sheet.map_or(0, |sheet| sheet.cells().len())];
        for cell in &drawing.cells {
            let region = match cell.symbol {
                '-' => NOBODY,
                digit @ '1'..='9' => digit as u8 - b'1',
                other => {
                    errors.push(cell.error(format!(
                        "unknown region `{other}`: expected a digit from 1 to 9, - or _"
                    )));
                    continue;
                }
            };
            let Some(sheet) = sheet else { continue };
            match sheet
                .cells()
                .iter()
                .position(|known| known.coord == cell.coord)
            {
                Some(index) => regions[index] = Some(region),
                None => errors.push(cell.error("the map has no hex here".to_owned())),
            }
        }
        let sound = errors.is_empty();
        self.errors
            .extend(errors.into_iter().map(|error| block.locate(error)));
        if let (true, Some(sheet)) = (sound, sheet) {
            for (cell, _) in sheet
                .cells()
                .iter()
                .zip(&regions)
                .filter(|(_, r)| r.is_none())
            {
                let (row, column) = drawing.position(cell.coord);
                let message = "no region here: expected one for every hex of the map".to_owned();
                self.errors.push(block.locate(CellError {
                    row,
                    column,
                    message,
                }));
            }
        }
        regions
            .into_iter()
            .map(|region| region.unwrap_or(NOBODY))
            .collect()
    }
}

/// The text if it is a single word of lower-case letters, digits and hyphens.
fn one_word(text: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (!text.is_empty() && text.chars().all(plain)).then_some(text)
}

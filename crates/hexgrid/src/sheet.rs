//! One printed sheet: its whole hexes, the parts of hexes along its border, and the regions printed
//! on it, if any. How sheets are put together is in `layout`; the file format is in `board`.

use crate::{Coord, Kind};
use serde::{Deserialize, Serialize};

/// The region number of hexes that belong to nobody.
pub const NOBODY: u8 = 255;

/// A whole hex of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// Where it is on the sheet.
    pub coord: Coord,
    /// What is printed on it.
    pub kinds: Kind,
}

/// Which quarters of a hex are present, the hex being cut by a vertical and a horizontal line
/// through its centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Quarters(u8);

impl Quarters {
    const NORTH_WEST: u8 = 1;
    const NORTH_EAST: u8 = 2;
    const SOUTH_WEST: u8 = 4;
    const SOUTH_EAST: u8 = 8;
    /// The whole hex.
    pub const ALL: Quarters = Quarters(15);

    /// The quarters inside a rectangle of which this hex centre lies on some of the sides.
    fn inside(on_west: bool, on_east: bool, on_north: bool, on_south: bool) -> Quarters {
        let mut quarters = 15;
        if on_west {
            quarters &= Self::NORTH_EAST | Self::SOUTH_EAST;
        }
        if on_east {
            quarters &= Self::NORTH_WEST | Self::SOUTH_WEST;
        }
        if on_north {
            quarters &= Self::SOUTH_WEST | Self::SOUTH_EAST;
        }
        if on_south {
            quarters &= Self::NORTH_WEST | Self::NORTH_EAST;
        }
        Quarters(quarters)
    }

    /// The same quarters after half a turn of the sheet.
    pub const fn turned(self) -> Quarters {
        let Quarters(q) = self;
        Quarters((q & 1) << 3 | (q & 2) << 1 | (q & 4) >> 1 | (q & 8) >> 3)
    }

    /// The quarters of both.
    pub const fn union(self, other: Quarters) -> Quarters {
        Quarters(self.0 | other.0)
    }

    /// Whether a quarter is present in both.
    pub const fn meets(self, other: Quarters) -> bool {
        self.0 & other.0 != 0
    }

    /// How many quarters are present.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// A part of a hex on the border of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// Where the hex is, in the sheet's coordinates.
    pub coord: Coord,
    /// The quarters of it that are on this sheet.
    pub quarters: Quarters,
}

/// A rectangle through hex centres: columns in half hexes, rows in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    pub west: i16,
    pub east: i16,
    pub north: i16,
    pub south: i16,
}

impl Outline {
    /// The length of a long edge in hexes.
    pub fn columns(self) -> i16 {
        (self.east - self.west) / 2
    }

    /// The length of a short edge in pairs of rows.
    pub fn row_pairs(self) -> i16 {
        (self.south - self.north) / 2
    }
}

/// One printed sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    name: String,
    cells: Vec<Cell>,
    parts: Vec<Part>,
    regions: Option<Vec<u8>>,
    outline: Outline,
    /// Half a turn takes `c` to `pivot - c`.
    pivot: Coord,
}

impl Sheet {
    /// A sheet that ends with whole hexes: nothing can be joined to it.
    pub fn whole(name: impl Into<String>, mut cells: Vec<Cell>) -> Sheet {
        cells.sort_by_key(|cell| cell.coord.reading_order());
        let outline = outline(&cells);
        let pivot = match (cells.first(), cells.last()) {
            (Some(first), Some(last)) => first.coord + last.coord,
            _ => Coord::default(),
        };
        Sheet {
            name: name.into(),
            cells,
            parts: Vec::new(),
            regions: None,
            outline,
            pivot,
        }
    }

    /// A rectangular sheet cut straight through the hexes around it, so that parts of hexes lie on
    /// every border.
    ///
    /// # Errors
    /// The coordinates inside the rectangle for which there is no cell.
    pub fn cut(name: impl Into<String>, cells: Vec<Cell>) -> Result<Sheet, Vec<Coord>> {
        let mut sheet = Sheet::whole(name, cells);
        let Outline {
            west,
            east,
            north,
            south,
        } = sheet.outline;
        let mut holes = Vec::new();
        for r in north..=south {
            for x in west..=east {
                let Some(coord) = Coord::from_half_columns(x, r) else {
                    continue;
                };
                let quarters = Quarters::inside(x == west, x == east, r == north, r == south);
                if quarters != Quarters::ALL {
                    sheet.parts.push(Part { coord, quarters });
                } else if sheet.cell(coord).is_none() {
                    holes.push(coord);
                }
            }
        }
        if holes.is_empty() {
            Ok(sheet)
        } else {
            Err(holes)
        }
    }

    /// A rectangular sheet without any marks: the first row and every second one after it have
    /// `columns` hexes, those between one fewer.
    ///
    /// ```
    /// use gloryhex_hexgrid::Sheet;
    /// let sheet = Sheet::blank("plain", 8, 5);
    /// assert_eq!(sheet.cells().len(), 38);
    /// assert_eq!(sheet.parts().len(), 7 + 7 + 2 + 2 + 4); // long edges, short edges, corners
    /// ```
    pub fn blank(name: impl Into<String>, columns: u8, rows: u8) -> Sheet {
        let (columns, rows) = (
            i16::from(columns.clamp(2, 30)),
            i16::from(rows.clamp(1, 30)),
        );
        let mut cells = Vec::new();
        for r in 0..rows {
            for column in 0..columns - r % 2 {
                if let Some(coord) = Coord::from_half_columns(2 * column + r % 2, r) {
                    cells.push(Cell {
                        coord,
                        kinds: Kind::PLAIN,
                    });
                }
            }
        }
        match Sheet::cut(name, cells) {
            Ok(sheet) => sheet,
            Err(holes) => unreachable!("a rectangle of rows has no holes: {holes:?}"),
        }
    }

    /// The same sheet with a region number for every cell, in the order of [`Sheet::cells`]. A sheet
    /// without regions takes its place in the layout as the region of all its cells.
    pub fn with_regions(mut self, regions: Vec<u8>) -> Sheet {
        debug_assert_eq!(regions.len(), self.cells.len());
        self.regions = Some(regions);
        self
    }

    /// The printed name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole hexes, rows from the top, each from the left.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The parts of hexes along the border, in the same order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The printed regions, one for each cell.
    pub fn regions(&self) -> Option<&[u8]> {
        self.regions.as_deref()
    }

    /// The whole hex at this place of the sheet.
    pub fn cell(&self, coord: Coord) -> Option<&Cell> {
        let key = coord.reading_order();
        let found = self
            .cells
            .binary_search_by_key(&key, |cell| cell.coord.reading_order());
        found.ok().map(|index| &self.cells[index])
    }

    /// Where a place of the sheet comes to lie after half a turn.
    pub fn turn(&self, coord: Coord) -> Coord {
        self.pivot - coord
    }

    /// Every hex and part with the quarters present, turned if wanted, in sheet coordinates.
    pub(crate) fn footprint(&self, turned: bool) -> impl Iterator<Item = Part> + '_ {
        let whole = |cell: &Cell| Part {
            coord: cell.coord,
            quarters: Quarters::ALL,
        };
        self.cells
            .iter()
            .map(whole)
            .chain(self.parts.iter().copied())
            .map(move |part| {
                if turned {
                    Part {
                        coord: self.turn(part.coord),
                        quarters: part.quarters.turned(),
                    }
                } else {
                    part
                }
            })
    }

    /// The rectangle the sheet is cut along.
    pub(crate) fn outline(&self) -> Outline {
        self.outline
    }
}

/// The rectangle one half hex beside, and one row above and below, the outermost cells.
fn outline(cells: &[Cell]) -> Outline {
    let columns = || cells.iter().map(|cell| cell.coord.half_columns());
    let rows = || cells.iter().map(|cell| i16::from(cell.coord.r));
    Outline {
        west: columns().min().unwrap_or(0) - 1,
        east: columns().max().unwrap_or(0) + 1,
        north: rows().min().unwrap_or(0) - 1,
        south: rows().max().unwrap_or(0) + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_rectangle() {
        let sheet = Sheet::blank("plain", 8, 5);
        let count = |n| {
            sheet
                .parts()
                .iter()
                .filter(|part| part.quarters.count() == n)
                .count()
        };
        assert_eq!((count(1), count(2), count(3)), (4, 18, 0));
    }

    #[test]
    fn half_a_turn_keeps_the_footprint() {
        let sheet = Sheet::blank("plain", 8, 5);
        let key = |part: &Part| (part.coord.reading_order(), part.quarters.0);
        let mut straight: Vec<_> = sheet.footprint(false).collect();
        let mut turned: Vec<_> = sheet.footprint(true).collect();
        straight.sort_by_key(key);
        turned.sort_by_key(key);
        assert_eq!(straight, turned);
        assert_eq!(sheet.turn(Coord::new(0, 0)), Coord::new(5, 4));
    }

    #[test]
    fn a_hole_is_reported() {
        let mut cells = Sheet::blank("plain", 4, 3).cells().to_vec();
        let gone = cells.remove(5).coord;
        assert_eq!(Sheet::cut("torn", cells), Err(vec![gone]));
    }
}

//! Putting sheets together: where each sheet lies, and every way to add one more. The hexes that
//! result are worked out in `grid`.

use crate::Coord;
use crate::sheet::{Outline, Quarters, Sheet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The most sheets one layout can hold.
pub const MAX_SHEETS: usize = 4;

/// A side of a sheet that is already in place. North and south are the long edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The upper long edge.
    North,
    /// The lower long edge.
    South,
    /// The right short edge.
    East,
    /// The left short edge.
    West,
}

impl Side {
    /// All four.
    pub const ALL: [Side; 4] = [Side::North, Side::South, Side::East, Side::West];

    /// Whether this is a long edge.
    pub const fn is_long(self) -> bool {
        matches!(self, Side::North | Side::South)
    }

    /// The word for this side.
    pub const fn word(self) -> &'static str {
        match self {
            Side::North => "north",
            Side::South => "south",
            Side::East => "east",
            Side::West => "west",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How a sheet is laid against one already in place: long edge to long edge or short to short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Joint {
    /// The side of the sheet already in place.
    pub side: Side,
    /// How far the new sheet slides from full alignment: along a long edge in hexes to the right,
    /// along a short edge in pairs of rows downward (only pairs make the hexes match).
    pub shift: i8,
    /// Whether the new sheet is given half a turn first.
    pub turned: bool,
}

/// Written as in `south -2 turned`.
impl fmt::Display for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.side, self.shift)?;
        if self.turned {
            f.write_str(" turned")
        } else {
            Ok(())
        }
    }
}

/// One sheet in its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placed {
    /// Which sheet, as an index into the list of sheets in use.
    pub sheet: u8,
    /// Where the sheet's coordinate (0, 0) lies, before any turn about its own centre.
    pub origin: Coord,
    /// Whether the sheet was given half a turn.
    pub turned: bool,
}

/// Sheets in their places. Small plain data; equal layouts of equal sheets give equal grids.
///
/// ```
/// use gloryhex_hexgrid::{Joint, Layout, Sheet, Side};
/// let sheets = [Sheet::blank("a", 8, 5), Sheet::blank("b", 8, 5)];
/// let joint = Joint { side: Side::South, shift: 0, turned: false };
/// let placement = Layout::single(0).join(&sheets, 1, 0, joint)?;
/// assert_eq!(placement.completed, 7);
/// let layout = Layout::single(0).with(&placement);
/// assert_eq!(layout.placed().len(), 2);
/// # Ok::<(), gloryhex_hexgrid::JoinError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    placed: [Placed; MAX_SHEETS],
    count: u8,
}

/// A possible place for one more sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placement {
    /// Where the sheet would lie.
    pub placed: Placed,
    /// The place in the layout of the sheet it is laid against.
    pub against: u8,
    /// How it is laid against that sheet.
    pub joint: Joint,
    /// How many hexes the two sheets would complete, with or without the help of others.
    pub completed: u8,
}

/// Why a sheet cannot be laid there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinError {
    /// There are four sheets already.
    Full,
    /// No such sheet, or no such place in the layout.
    NoSuchSheet,
    /// The hexes of the two sheets do not fall on one grid.
    Mismatch,
    /// The sheet would lie on top of another.
    Overlap,
    /// Further away than a battlefield can reach.
    TooFar,
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            JoinError::Full => "four sheets are already in place",
            JoinError::NoSuchSheet => "there is no such sheet",
            JoinError::Mismatch => "the hexes of the two sheets do not line up",
            JoinError::Overlap => "the sheets would overlap",
            JoinError::TooFar => "the sheet would lie too far away",
        })
    }
}

impl std::error::Error for JoinError {}

/// How far from the first sheet a sheet may lie, along either axis.
const REACH: u8 = 40;

impl Layout {
    /// One sheet, the right way up.
    pub fn single(sheet: u8) -> Layout {
        Layout::first(sheet, false)
    }

    /// One sheet, given half a turn if wanted.
    pub fn first(sheet: u8, turned: bool) -> Layout {
        let origin = Coord::default();
        let mut layout = Layout::default();
        layout.push(Placed {
            sheet,
            origin,
            turned,
        });
        layout
    }

    /// The sheets in their places, in the order they were laid.
    pub fn placed(&self) -> &[Placed] {
        &self.placed[..usize::from(self.count).min(MAX_SHEETS)]
    }

    fn push(&mut self, placed: Placed) {
        self.placed[usize::from(self.count)] = placed;
        self.count += 1;
    }

    /// This layout with one more sheet. A full layout is returned unchanged.
    pub fn with(mut self, placement: &Placement) -> Layout {
        if usize::from(self.count) < MAX_SHEETS {
            self.push(placement.placed);
        }
        self
    }

    /// Lays `new_sheet` against the sheet at place `against`, without asking how many hexes that
    /// completes; the answer says.
    ///
    /// # Errors
    /// The sheet does not fit there.
    pub fn join(
        &self,
        sheets: &[Sheet],
        new_sheet: u8,
        against: u8,
        joint: Joint,
    ) -> Result<Placement, JoinError> {
        let ground = Ground::of(self, sheets)?;
        self.join_on(&ground, sheets, new_sheet, against, joint)
    }

    fn join_on(
        &self,
        ground: &Ground,
        sheets: &[Sheet],
        new_sheet: u8,
        against: u8,
        joint: Joint,
    ) -> Result<Placement, JoinError> {
        if self.placed().len() == MAX_SHEETS {
            return Err(JoinError::Full);
        }
        let old = self
            .placed()
            .get(usize::from(against))
            .ok_or(JoinError::NoSuchSheet)?;
        let old_sheet = sheets
            .get(usize::from(old.sheet))
            .ok_or(JoinError::NoSuchSheet)?;
        let sheet = sheets
            .get(usize::from(new_sheet))
            .ok_or(JoinError::NoSuchSheet)?;
        let origin = origin(old_sheet.outline(), old.origin, sheet.outline(), joint)?;
        let placed = Placed {
            sheet: new_sheet,
            origin,
            turned: joint.turned,
        };
        let completed = ground.completed(sheet, &placed, against)?;
        Ok(Placement {
            placed,
            against,
            joint,
            completed,
        })
    }

    /// Every way to add a sheet that completes at least `min_long` hexes along a long edge or
    /// `min_short` along a short edge of one sheet in place, and overlaps none. A place that touches
    /// two sheets is listed once, against the earlier of those it is properly joined to.
    ///
    /// At least three and two in Shadespire p.14 and p.27 and in Nightvault, four and two in
    /// Harrowdeep p.24.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Layout, Sheet};
    /// let sheets = [Sheet::blank("a", 8, 5), Sheet::blank("b", 8, 5)];
    /// // Two long edges with nine shifts, two short edges with one; either way up.
    /// assert_eq!(Layout::single(0).placements(&sheets, 1, 3, 2).len(), 2 * (2 * 9 + 2));
    /// ```
    pub fn placements(
        &self,
        sheets: &[Sheet],
        new_sheet: u8,
        min_long: u8,
        min_short: u8,
    ) -> Vec<Placement> {
        let mut found: Vec<Placement> = Vec::new();
        let Ok(ground) = Ground::of(self, sheets) else {
            return found;
        };
        let largest = |size: fn(Outline) -> i16| {
            let sizes = sheets.iter().map(|sheet| size(sheet.outline()));
            i8::try_from(sizes.max().unwrap_or(0)).unwrap_or(i8::MAX)
        };
        let (columns, row_pairs) = (largest(Outline::columns), largest(Outline::row_pairs));
        for against in 0..self.placed().len() as u8 {
            for side in Side::ALL {
                let (least, furthest) = match side.is_long() {
                    true => (min_long.max(1), columns),
                    false => (min_short.max(1), row_pairs),
                };
                for shift in -furthest..=furthest {
                    for turned in [false, true] {
                        let joint = Joint {
                            side,
                            shift,
                            turned,
                        };
                        let Ok(new) = self.join_on(&ground, sheets, new_sheet, against, joint)
                        else {
                            continue;
                        };
                        let known = found.iter().any(|old| old.placed == new.placed);
                        if new.completed >= least && !known {
                            found.push(new);
                        }
                    }
                }
            }
        }
        found
    }
}

/// Where the new sheet's origin must lie for this joint.
fn origin(old: Outline, at: Coord, new: Outline, joint: Joint) -> Result<Coord, JoinError> {
    let (x, r) = (at.half_columns(), i16::from(at.r));
    let slide = 2 * i16::from(joint.shift);
    let (dx, dr) = match joint.side {
        Side::North => (old.west - new.west + slide, old.north - new.south),
        Side::South => (old.west - new.west + slide, old.south - new.north),
        Side::East => (old.east - new.west, old.north - new.north + slide),
        Side::West => (old.west - new.east, old.north - new.north + slide),
    };
    if (dx - dr) % 2 != 0 {
        return Err(JoinError::Mismatch);
    }
    let origin = Coord::from_half_columns(x + dx, r + dr).ok_or(JoinError::TooFar)?;
    if in_reach(origin) {
        Ok(origin)
    } else {
        Err(JoinError::TooFar)
    }
}

fn in_reach(origin: Coord) -> bool {
    origin.q.unsigned_abs() <= REACH && origin.r.unsigned_abs() <= REACH
}

/// What covers each hex of a layout.
pub(crate) struct Ground {
    /// By row and column: the quarters present and the places in the layout they come from, as bits.
    pub covered: BTreeMap<(i8, i8), (Quarters, u8)>,
}

impl Ground {
    /// Lays every sheet of the layout down.
    pub fn of(layout: &Layout, sheets: &[Sheet]) -> Result<Ground, JoinError> {
        let mut ground = Ground {
            covered: BTreeMap::new(),
        };
        for (place, placed) in layout.placed().iter().enumerate() {
            let sheet = sheets
                .get(usize::from(placed.sheet))
                .ok_or(JoinError::NoSuchSheet)?;
            if !in_reach(placed.origin) {
                return Err(JoinError::TooFar);
            }
            if ground.overlaps(sheet, placed) {
                return Err(JoinError::Overlap);
            }
            for part in sheet.footprint(placed.turned) {
                let key = (part.coord + placed.origin).reading_order();
                let (quarters, from) = ground.covered.entry(key).or_default();
                *quarters = quarters.union(part.quarters);
                *from |= 1 << place;
            }
        }
        Ok(ground)
    }

    fn overlaps(&self, sheet: &Sheet, placed: &Placed) -> bool {
        sheet.footprint(placed.turned).any(|part| {
            let key = (part.coord + placed.origin).reading_order();
            self.covered
                .get(&key)
                .is_some_and(|(there, _)| there.meets(part.quarters))
        })
    }

    /// The hexes a new sheet completes together with the sheet at place `against`.
    fn completed(&self, sheet: &Sheet, placed: &Placed, against: u8) -> Result<u8, JoinError> {
        if self.overlaps(sheet, placed) {
            return Err(JoinError::Overlap);
        }
        let mut count = 0;
        for part in sheet.footprint(placed.turned) {
            let key = (part.coord + placed.origin).reading_order();
            if let Some((there, from)) = self.covered.get(&key) {
                let whole = there.union(part.quarters) == Quarters::ALL;
                count += u8::from(whole && from >> against & 1 != 0);
            }
        }
        Ok(count)
    }
}

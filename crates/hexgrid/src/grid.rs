//! A finished grid: its complete hexes with stable numbers, and the tables everything hot reads.
//! Drawn maps are read in `map`, movement is in `walk`; how the tables are filled is in `tables`, and how
//! grids of one shape share them in `atlas`.

mod atlas;
mod lines;
mod tables;

use crate::layout::{Ground, JoinError};
use crate::near::Near;
use crate::sheet::{NOBODY, Quarters};
use crate::{Coord, Direction, HexId, HexSet, Kind, Layout, Sheet, SightRule, name, sight};
use std::fmt;
use std::sync::Arc;

pub use atlas::Atlas;

/// The largest radius kept in tables.
const RADII: usize = 9;
/// Regions kept in tables.
const REGIONS: usize = 8;

/// One hex as it is before it has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hex {
    pub coord: Coord,
    pub kinds: Kind,
    pub region: u8,
}

/// Why a grid cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridError {
    /// The layout does not fit its sheets.
    Layout(JoinError),
    /// There is no complete hex.
    Empty,
    /// More hexes than a grid can number.
    TooMany(usize),
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Layout(error) => error.fmt(f),
            GridError::Empty => f.write_str("there is no complete hex"),
            GridError::TooMany(count) => {
                write!(
                    f,
                    "{count} hexes are more than the {} a grid can hold",
                    HexId::LIMIT
                )
            }
        }
    }
}

impl std::error::Error for GridError {}

impl From<JoinError> for GridError {
    fn from(error: JoinError) -> GridError {
        GridError::Layout(error)
    }
}

/// All complete hexes of a battlefield and what can be known about them in advance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    hexes: Vec<Hex>,
    rule: SightRule,
    all: HexSet,
    by_kind: [HexSet; 8],
    by_region: [HexSet; REGIONS],
    sight: Vec<HexSet>,
    // What follows depends on the shape alone: grids of one shape share these tables.
    neighbours: Arc<[[HexId; 6]]>,
    adjacent: Arc<[HexSet]>,
    /// The same for walks: in two words if all hexes fit, else in four.
    pub(crate) narrow: Near<2>,
    pub(crate) wide: Near<4>,
    distances: Arc<[u8]>,
    lines: lines::Lines,
    within: Arc<[HexSet]>,
    /// Lookup by coordinate: a rectangle in `q` and `r`.
    lookup: Arc<[HexId]>,
    min: Coord,
    width: i16,
    height: i16,
    west: i16,
}

impl Grid {
    /// The distance between hexes with no way from one to the other.
    pub const UNREACHABLE: u8 = 255;

    /// The grid of a layout. A hex counts if it is whole on one sheet or completed by parts of
    /// several; completed hexes are plain and nobody's.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, Layout, Sheet, SightRule};
    /// let sheets = [Sheet::blank("plain", 8, 5)];
    /// let grid = Grid::build(&Layout::single(0), &sheets, SightRule::default())?;
    /// assert_eq!(grid.len(), 38);
    /// # Ok::<(), gloryhex_hexgrid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// The layout does not fit the sheets, or the number of hexes is out of range.
    pub fn build(layout: &Layout, sheets: &[Sheet], rule: SightRule) -> Result<Grid, GridError> {
        Grid::of_hexes(Grid::hexes_of(layout, sheets)?, rule)
    }

    /// The complete hexes of a layout.
    fn hexes_of(layout: &Layout, sheets: &[Sheet]) -> Result<Vec<Hex>, GridError> {
        let ground = Ground::of(layout, sheets)?;
        let mut hexes = Vec::new();
        for (place, placed) in layout.placed().iter().enumerate() {
            let sheet = &sheets[usize::from(placed.sheet)];
            for (index, cell) in sheet.cells().iter().enumerate() {
                let turned = if placed.turned {
                    sheet.turn(cell.coord)
                } else {
                    cell.coord
                };
                let region = sheet
                    .regions()
                    .map_or(place as u8, |regions| regions[index]);
                hexes.push(Hex {
                    coord: turned + placed.origin,
                    kinds: cell.kinds,
                    region,
                });
            }
        }
        for (&(r, q), &(quarters, from)) in &ground.covered {
            if quarters == Quarters::ALL && from.count_ones() > 1 {
                let coord = Coord::new(q, r);
                hexes.push(Hex {
                    coord,
                    kinds: Kind::COMPLETED,
                    region: NOBODY,
                });
            }
        }
        Ok(hexes)
    }

    /// A grid without any hex: a battlefield before the first sheet is laid.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Coord, Grid, SightRule};
    /// let grid = Grid::empty(SightRule::default());
    /// assert!(grid.is_empty() && grid.all().is_empty());
    /// assert!(grid.at(Coord::new(0, 0)).is_none());
    /// ```
    pub fn empty(rule: SightRule) -> Grid {
        Grid::number(Vec::new(), rule)
    }

    /// The grid of these hexes, if there are some and not too many.
    pub(crate) fn of_hexes(hexes: Vec<Hex>, rule: SightRule) -> Result<Grid, GridError> {
        match hexes.len() {
            0 => Err(GridError::Empty),
            count if count > HexId::LIMIT => Err(GridError::TooMany(count)),
            _ => Ok(Grid::number(hexes, rule)),
        }
    }

    /// Numbers the hexes and fills the tables.
    fn number(mut hexes: Vec<Hex>, rule: SightRule) -> Grid {
        hexes.sort_by_key(|hex| hex.coord.reading_order());
        let span = |axis: fn(Coord) -> i16| {
            let values = || hexes.iter().map(move |hex| axis(hex.coord));
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let (min_q, max_q) = span(|coord| coord.q.into());
        let (min_r, max_r) = span(|coord| coord.r.into());
        let (west, _) = span(Coord::half_columns);
        let (width, height) = (max_q - min_q + 1, max_r - min_r + 1);
        let count = hexes.len();
        let mut grid = Grid {
            rule,
            all: HexSet::first_n(count),
            by_kind: [HexSet::EMPTY; 8],
            by_region: [HexSet::EMPTY; REGIONS],
            sight: Vec::new(),
            neighbours: Arc::default(),
            adjacent: Arc::default(),
            narrow: Near::default(),
            wide: Near::default(),
            distances: Arc::default(),
            lines: lines::Lines::default(),
            within: Arc::default(),
            lookup: Arc::default(),
            min: Coord::new(min_q as i8, min_r as i8),
            width,
            height,
            west,
            hexes,
        };
        grid.fill_lookup();
        grid.fill_neighbours();
        grid.fill_marks();
        grid.fill_distances();
        grid.fill_sight();
        grid
    }

    fn slot(&self, coord: Coord) -> Option<usize> {
        let q = i16::from(coord.q) - i16::from(self.min.q);
        let r = i16::from(coord.r) - i16::from(self.min.r);
        let inside = (0..self.width).contains(&q) && (0..self.height).contains(&r);
        inside.then(|| (r * self.width + q) as usize)
    }

    /// How many hexes there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether there is no hex, as on [`Grid::empty`] only.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// Every hex.
    #[inline]
    pub fn all(&self) -> HexSet {
        self.all
    }

    /// What besides blocked hexes stops sight on this grid.
    pub fn rule(&self) -> SightRule {
        self.rule
    }

    /// Where a hex lies.
    #[inline]
    pub fn coord(&self, hex: HexId) -> Coord {
        self.hexes[hex.index()].coord
    }

    /// The hex at a coordinate, or [`HexId::NONE`].
    #[inline]
    pub fn at(&self, coord: Coord) -> HexId {
        self.slot(coord)
            .map_or(HexId::NONE, |slot| self.lookup[slot])
    }

    /// The marks of a hex.
    #[inline]
    pub fn kinds(&self, hex: HexId) -> Kind {
        self.hexes[hex.index()].kinds
    }

    /// Whether a hex has all of these marks.
    #[inline]
    pub fn is(&self, hex: HexId, marks: Kind) -> bool {
        self.kinds(hex).has(marks)
    }

    /// The region a hex belongs to, [`NOBODY`] if none.
    #[inline]
    pub fn region(&self, hex: HexId) -> u8 {
        self.hexes[hex.index()].region
    }

    /// The hexes of a region.
    pub fn in_region(&self, region: u8) -> HexSet {
        if let Some(known) = self.by_region.get(usize::from(region)) {
            return *known;
        }
        self.all
            .iter()
            .filter(|&hex| self.region(hex) == region)
            .collect()
    }

    /// Gives a hex to another region.
    pub fn set_region(&mut self, hex: HexId, region: u8) {
        let old = self.hexes[hex.index()].region;
        if let Some(set) = self.by_region.get_mut(usize::from(old)) {
            set.remove(hex);
        }
        if let Some(set) = self.by_region.get_mut(usize::from(region)) {
            set.insert(hex);
        }
        self.hexes[hex.index()].region = region;
    }

    /// The hexes that have all of these marks.
    #[inline(always)]
    pub fn of_kind(&self, marks: Kind) -> HexSet {
        if marks.bits().is_power_of_two() {
            return self.by_kind[marks.bits().trailing_zeros() as usize];
        }
        let bits = (0..8).filter(|bit| marks.bits() >> bit & 1 != 0);
        bits.fold(self.all, |set, bit| set & self.by_kind[bit])
    }

    /// The hexes around a hex by [`Direction`], [`HexId::NONE`] where there is none.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> [HexId; 6] {
        self.neighbours[hex.index()]
    }

    /// The next hex in a direction, or [`HexId::NONE`].
    #[inline]
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> HexId {
        self.neighbours[hex.index()][direction.index()]
    }

    /// The hexes around a hex as a set.
    #[inline]
    pub fn adjacent(&self, hex: HexId) -> HexSet {
        self.adjacent[hex.index()]
    }

    /// The direction from a hex to one next to it.
    pub fn direction(&self, from: HexId, to: HexId) -> Option<Direction> {
        let around = self.neighbours(from);
        Direction::ALL
            .into_iter()
            .find(|d| to.is_some() && around[d.index()] == to)
    }

    /// Steps from hex to hex over complete hexes, through blocked ones too;
    /// [`Grid::UNREACHABLE`] if there is no way. Harrowdeep p.23.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, SightRule};
    /// let map = Grid::from_map(&["| A # B"], SightRule::default()).unwrap();
    /// let (a, b) = (map.label('A').unwrap(), map.label('B').unwrap());
    /// assert_eq!(map.grid.distance(a, b), 2);
    /// ```
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u8 {
        self.distances[a.index() * self.hexes.len() + b.index()]
    }

    /// The hexes at most `steps` away, the hex itself among them.
    #[inline(always)]
    pub fn within(&self, hex: HexId, steps: u8) -> HexSet {
        if usize::from(steps) < RADII {
            self.within[hex.index() * RADII + usize::from(steps)]
        } else {
            self.far_within(hex, steps)
        }
    }

    /// As [`Grid::within`], for more steps than are looked up.
    #[cold]
    #[inline(never)]
    fn far_within(&self, hex: HexId, steps: u8) -> HexSet {
        let near = |to: &HexId| self.distance(hex, *to) <= steps;
        self.all.iter().filter(near).collect()
    }

    /// The hexes exactly `steps` away.
    #[inline]
    pub fn ring(&self, hex: HexId, steps: u8) -> HexSet {
        match steps {
            0 => HexSet::single(hex),
            _ => self.within(hex, steps) - self.within(hex, steps - 1),
        }
    }

    /// The hexes next to `hex` that are further from `from` than it is.
    pub fn away(&self, hex: HexId, from: HexId) -> HexSet {
        self.adjacent(hex) - self.within(from, self.distance(hex, from))
    }

    /// The hexes next to `hex` that are nearer to `to` than it is.
    pub fn closer(&self, hex: HexId, to: HexId) -> HexSet {
        match self.distance(hex, to) {
            0 => HexSet::EMPTY,
            here => self.adjacent(hex) & self.within(to, here - 1),
        }
    }

    /// The hexes in sight of a hex, itself included, as long as nothing but the printed blocked
    /// hexes is in the way. A blocked hex is touched by every line to it, so it is never in sight.
    /// Shadespire p.19, Harrowdeep p.31.
    #[inline]
    pub fn sight(&self, hex: HexId) -> HexSet {
        self.sight[hex.index()]
    }

    /// Whether two hexes see each other when further hexes block, their own included.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, HexSet, SightRule};
    /// let map = Grid::from_map(&["| A c B"], SightRule::default()).unwrap();
    /// let [a, b, c] = ['A', 'B', 'c'].map(|label| map.label(label).unwrap());
    /// assert!(map.grid.sees(a, b, &HexSet::EMPTY));
    /// assert!(!map.grid.sees(a, b, &HexSet::single(c)));
    /// ```
    #[inline]
    pub fn sees(&self, a: HexId, b: HexId, extra_blocked: &HexSet) -> bool {
        self.sight(a).contains(b) && (a == b || !self.line_touches_any(a, b, extra_blocked))
    }

    /// The hexes in sight of a hex when further hexes block.
    pub fn sight_past(&self, hex: HexId, extra_blocked: &HexSet) -> HexSet {
        let sight = self.sight(hex);
        if extra_blocked.is_empty() {
            return sight;
        }
        sight
            .iter()
            .filter(|&to| self.sees(hex, to, extra_blocked))
            .collect()
    }

    /// Whether a hex is between two others: the line from centre to centre goes through the inside of it. A line that
    /// only runs along its border passes it by.
    pub fn between(&self, hex: HexId, a: HexId, b: HexId) -> bool {
        let ends = hex == a || hex == b;
        !ends && sight::enters(self.coord(a), self.coord(b), self.coord(hex))
    }

    /// Whether a hex lies on the straight row that begins in `from` and goes through `next`, a hex adjacent to it.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, SightRule};
    /// let map = Grid::from_map(&["| A B . C"], SightRule::default()).unwrap();
    /// let at = |label| map.label(label).unwrap();
    /// assert!(map.grid.in_line(at('C'), at('A'), at('B')));
    /// assert!(!map.grid.in_line(at('A'), at('C'), at('B')));
    /// ```
    pub fn in_line(&self, hex: HexId, from: HexId, next: HexId) -> bool {
        let Some(way) = self.direction(from, next) else {
            return false;
        };
        let mut at = from;
        for _ in 0..self.distance(from, hex) {
            at = self.neighbour(at, way);
            if at == HexId::NONE {
                return false;
            }
        }
        at == hex && hex != from
    }

    /// The hex next to `from` with which a straight row of hexes begins that comes to `hex`, if there is such a row:
    /// the one for which [`Grid::in_line`] holds.
    pub fn row_to(&self, hex: HexId, from: HexId) -> Option<HexId> {
        let around = self.neighbours(from);
        let mut around = around.iter().filter(|next| next.is_some());
        around.find(|next| self.in_line(hex, from, **next)).copied()
    }

    /// Whether the line from centre to centre goes through or touches one of these hexes.
    pub fn line_touches_any(&self, a: HexId, b: HexId, hexes: &HexSet) -> bool {
        let (from, to) = (self.coord(a), self.coord(b));
        hexes
            .iter()
            .any(|hex| sight::touches(from, to, self.coord(hex)))
    }

    /// The name of a hex: column letter and row number, `a1` at the top left.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, SightRule};
    /// let grid = Grid::from_map(&["| . . .", "|  . ."], SightRule::default()).unwrap().grid;
    /// let names: Vec<String> = grid.all().iter().map(|hex| grid.name(hex)).collect();
    /// assert_eq!(names, ["a1", "b1", "c1", "a2", "b2"]);
    /// assert_eq!(grid.parse_name("b2").map(|hex| grid.name(hex)), Some("b2".to_owned()));
    /// ```
    pub fn name(&self, hex: HexId) -> String {
        if hex.is_none() {
            return "-".to_owned();
        }
        let coord = self.coord(hex);
        let column = (coord.half_columns() - self.west) / 2;
        let row = i16::from(coord.r) - i16::from(self.min.r) + 1;
        format!("{}{row}", name::column_letters(column as usize))
    }

    /// The hex with this name.
    pub fn parse_name(&self, name: &str) -> Option<HexId> {
        let (column, row) = name::parse(name)?;
        let row = i16::from(self.min.r) + i16::try_from(row).ok()?;
        let x = self.west + 2 * i16::try_from(column).ok()?;
        let coord = Coord::from_half_columns(x + (x - row).rem_euclid(2), row)?;
        self.at(coord).get()
    }
}

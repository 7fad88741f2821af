//! Grids of one table. Boards are cut alike, so grids of many layouts have the same shape: what depends
//! on the shape alone is worked out once, and so is the shadow of every hex that is blocked somewhere.

use super::{Grid, GridError, REGIONS};
use crate::{HexSet, Kind, Layout, NOBODY, Sheet, SightRule};

/// Shapes kept. Two boards can be joined in about forty ways.
const SHAPES: usize = 128;

/// Makes grids, and remembers their shapes.
///
/// ```
/// use gloryhex_hexgrid::{Atlas, Grid, Layout, Sheet, SightRule};
/// let sheets = [Sheet::blank("plain", 8, 5)];
/// let (layout, rule) = (Layout::single(0), SightRule::default());
/// let mut atlas = Atlas::default();
/// for _ in 0..2 {
///     assert_eq!(atlas.grid(&layout, &sheets, rule)?, Grid::build(&layout, &sheets, rule)?);
/// }
/// # Ok::<(), gloryhex_hexgrid::GridError>(())
/// ```
#[derive(Debug, Default)]
pub struct Atlas {
    shapes: Vec<Shape>,
}

#[derive(Debug)]
struct Shape {
    /// The grid with nothing on it.
    bare: Grid,
    shadows: Vec<Option<Vec<HexSet>>>,
}

impl Shape {
    fn of(bare: Grid) -> Shape {
        let shadows = vec![None; bare.len()];
        Shape { bare, shadows }
    }
}

impl Atlas {
    /// The grid of a layout, as [`Grid::build`] makes it.
    ///
    /// # Errors
    /// As [`Grid::build`].
    pub fn grid(
        &mut self,
        layout: &Layout,
        sheets: &[Sheet],
        rule: SightRule,
    ) -> Result<Grid, GridError> {
        let mut hexes = Grid::hexes_of(layout, sheets)?;
        hexes.sort_by_key(|hex| hex.coord.reading_order());
        let same = |shape: &Shape| {
            shape.bare.rule == rule
                && shape.bare.len() == hexes.len()
                && shape
                    .bare
                    .hexes
                    .iter()
                    .zip(&hexes)
                    .all(|(a, b)| a.coord == b.coord)
        };
        let at = match self.shapes.iter().position(same) {
            Some(at) => at,
            None => {
                let mut bare = hexes.clone();
                for hex in &mut bare {
                    hex.kinds = Kind::default();
                    hex.region = NOBODY;
                }
                if self.shapes.len() >= SHAPES {
                    self.shapes.clear();
                }
                self.shapes.push(Shape::of(Grid::of_hexes(bare, rule)?));
                self.shapes.len() - 1
            }
        };
        let Shape { bare, shadows } = &mut self.shapes[at];
        let mut grid = Grid {
            hexes,
            by_kind: [HexSet::EMPTY; 8],
            by_region: [HexSet::EMPTY; REGIONS],
            ..bare.clone()
        };
        grid.fill_marks();
        for hex in grid.of_kind(Kind::BLOCKED) {
            let shadow = shadows[hex.index()].get_or_insert_with(|| bare.shadow(hex));
            grid.darken(shadow);
        }
        Ok(grid)
    }
}

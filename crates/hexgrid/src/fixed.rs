//! Layouts of three or four sheets that everybody agrees on beforehand, with all edges lined up.
//! Free placement is in `layout`. Follows the fixed format of Shadespire p.28.

use crate::{Coord, Joint, Layout, Placement, Sheet, Side};

/// A layout everybody may agree on beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedLayout {
    /// A short name: `column`, `wedge` or `block`.
    pub name: &'static str,
    /// Three or four sheets in place.
    pub layout: Layout,
}

/// For each sheet after the first, which one it is laid against and how far it slides along the
/// edge, in halves of that edge.
struct Shape {
    name: &'static str,
    steps: &'static [(u8, Side, i8)],
}

const SHAPES: [Shape; 4] = [
    Shape {
        name: "column",
        steps: &[(0, Side::South, 0), (1, Side::South, 0)],
    },
    Shape {
        name: "wedge",
        steps: &[(0, Side::East, 0), (0, Side::South, 1)],
    },
    Shape {
        name: "column",
        steps: &[
            (0, Side::South, 0),
            (1, Side::South, 0),
            (2, Side::South, 0),
        ],
    },
    Shape {
        name: "block",
        steps: &[(0, Side::East, 0), (0, Side::South, 0), (1, Side::South, 0)],
    },
];

impl Shape {
    fn lay(&self, sheets: &[Sheet], order: &[(u8, bool)]) -> Option<FixedLayout> {
        let (&(first, turned), rest) = order.split_first()?;
        let columns = sheets.get(usize::from(first))?.outline().columns();
        let half = i8::try_from(columns / 2).ok()?;
        let mut layout = Layout::first(first, turned);
        for (&(against, side, halves), &(sheet, turned)) in self.steps.iter().zip(rest) {
            let joint = Joint {
                side,
                shift: halves * half,
                turned,
            };
            layout = layout.with(&layout.join(sheets, sheet, against, joint).ok()?);
        }
        Some(FixedLayout {
            name: self.name,
            layout,
        })
    }
}

impl Layout {
    /// The fixed layouts for three or four sheets of one size: `column` stacks all of them on their
    /// long edges; `wedge` (three) has two side by side and the third centred below; `block` (four)
    /// is two by two. Each entry of `order` is a sheet and whether it is given half a turn. There
    /// are none for other numbers of sheets.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Layout, Sheet};
    /// let sheets = [Sheet::blank("any", 8, 5)];
    /// let fixed = Layout::fixed(&sheets, &[(0, false), (0, true), (0, false)]);
    /// assert_eq!([fixed[0].name, fixed[1].name], ["column", "wedge"]);
    /// ```
    pub fn fixed(sheets: &[Sheet], order: &[(u8, bool)]) -> Vec<FixedLayout> {
        let shapes = SHAPES
            .iter()
            .filter(|shape| shape.steps.len() + 1 == order.len());
        shapes
            .filter_map(|shape| shape.lay(sheets, order))
            .collect()
    }

    /// Every way to add a sheet on the way to one of the [fixed](Layout::fixed) layouts of `total`
    /// sheets of this size, seen from any side.
    pub fn fixed_placements(&self, sheets: &[Sheet], new_sheet: u8, total: u8) -> Vec<Placement> {
        let order = vec![(new_sheet, false); usize::from(total)];
        let mut patterns: Vec<Vec<Coord>> = Vec::new();
        for fixed in Layout::fixed(sheets, &order) {
            let places = fixed.layout.origins();
            patterns.push(places.iter().map(|&place| -place).collect());
            patterns.push(places);
        }
        let mut found = self.placements(sheets, new_sheet, 1, 1);
        found.retain(|placement| {
            let places = self.with(placement).origins();
            patterns.iter().any(|pattern| fits(&places, pattern))
        });
        found
    }

    fn origins(&self) -> Vec<Coord> {
        self.placed().iter().map(|placed| placed.origin).collect()
    }
}

/// Whether the places, moved as one, are all in the pattern.
fn fits(places: &[Coord], pattern: &[Coord]) -> bool {
    let Some(&first) = places.first() else {
        return true;
    };
    let anchored = |&anchor: &Coord| {
        places
            .iter()
            .all(|&place| pattern.contains(&(place - first + anchor)))
    };
    pattern.iter().any(anchored)
}

//! Exact straight lines between hex centres. Which hexes stop a line is decided by the caller.
//!
//! Columns are counted in half hexes and rows in thirds of a row, so that hex centres and corners
//! all have whole numbers: around a centre the corners are (0, ±2) and (±1, ±1). Stretching a picture
//! does not change which lines meet which hexes.

use crate::Coord;
use serde::{Deserialize, Serialize};

/// What besides blocked hexes stops a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SightRule {
    /// A line that leaves the battlefield is stopped; one that only runs along its border is not.
    /// True in Harrowdeep p.31, false in the answers to Shadespire.
    pub edge_blocks: bool,
}

fn point(coord: Coord) -> (i32, i32) {
    (i32::from(coord.half_columns()), 3 * i32::from(coord.r))
}

/// Whether the line from centre to centre goes through `hex` or so much as touches it, be it at an
/// edge or a corner.
pub(crate) fn touches(from: Coord, to: Coord, hex: Coord) -> bool {
    meets(from, to, hex, 0)
}

/// Whether the line from centre to centre goes through the inside of `hex`.
pub(crate) fn enters(from: Coord, to: Coord, hex: Coord) -> bool {
    meets(from, to, hex, 1)
}

/// Looks for a line between the segment and the hex. Four directions are enough: the sides of the
/// hex and the segment itself. `shrink` of 1 leaves out the border of the hex.
fn meets(from: Coord, to: Coord, hex: Coord, shrink: i32) -> bool {
    let (hx, hy) = point(hex);
    let (ax, ay) = point(from);
    let (bx, by) = point(to);
    let (ax, ay, bx, by) = (ax - hx, ay - hy, bx - hx, by - hy);
    let apart = |a: i32, b: i32, limit: i32| {
        let limit = limit - shrink;
        a.min(b) > limit || a.max(b) < -limit
    };
    if apart(ax, bx, 1) || apart(ax + ay, bx + by, 2) || apart(ax - ay, bx - by, 2) {
        return false;
    }
    let (dx, dy) = (bx - ax, by - ay);
    let widest = (2 * dx).abs().max((dx - dy).abs()).max((dx + dy).abs());
    (dx * ay - dy * ax).abs() <= widest - shrink
}

/// The six directions in which a line runs along the edges between hexes, each with the two hexes
/// beside that edge.
const ALONG_EDGES: [(Coord, Coord, Coord); 6] = [
    (Coord::new(1, 1), Coord::new(1, 0), Coord::new(0, 1)),
    (Coord::new(2, -1), Coord::new(1, 0), Coord::new(1, -1)),
    (Coord::new(1, -2), Coord::new(1, -1), Coord::new(0, -1)),
    (Coord::new(-1, -1), Coord::new(-1, 0), Coord::new(0, -1)),
    (Coord::new(-2, 1), Coord::new(-1, 0), Coord::new(-1, 1)),
    (Coord::new(-1, 2), Coord::new(-1, 1), Coord::new(0, 1)),
];

/// Whether some stretch of the line runs along an edge with no hex of the battlefield on either
/// side.
pub(crate) fn runs_between_outside(from: Coord, to: Coord, inside: impl Fn(Coord) -> bool) -> bool {
    let wide = |coord: Coord| (i16::from(coord.q), i16::from(coord.r));
    let (way_q, way_r) = wide(to - from);
    for (step, left, right) in ALONG_EDGES {
        let (q, r) = wide(step);
        let times = way_q / q;
        if times > 0 && (times * q, times * r) == (way_q, way_r) {
            return (0..times as i8).any(|n| {
                let here = from + step * n;
                !inside(here + left) && !inside(here + right)
            });
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const O: Coord = Coord::new(0, 0);

    #[test]
    fn a_line_through_a_row() {
        let to = Coord::new(3, 0);
        assert!(touches(O, to, Coord::new(2, 0)) && enters(O, to, Coord::new(2, 0)));
        assert!(!touches(O, to, Coord::new(1, -1)));
        assert!(!touches(O, to, Coord::new(4, 0)));
        assert!(touches(O, to, O) && touches(O, to, to));
    }

    #[test]
    fn a_line_along_an_edge_touches_both_sides_and_enters_neither() {
        let to = Coord::new(-1, 2); // straight down, two rows
        for beside in [Coord::new(-1, 1), Coord::new(0, 1)] {
            assert!(touches(O, to, beside));
            assert!(!enters(O, to, beside));
        }
        // It reaches the corner of the hexes around the far end only inside that hex.
        assert!(!touches(O, to, Coord::new(0, 2)));
    }

    #[test]
    fn a_line_through_a_corner_touches() {
        let to = Coord::new(4, 1);
        for corner in [Coord::new(1, 1), Coord::new(3, 0)] {
            assert!(touches(O, to, corner));
            assert!(!enters(O, to, corner));
        }
    }
}

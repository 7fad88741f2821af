//! Which hexes lie on opposite edges of the battlefield.

use crate::{Direction, Grid, HexId};

/// The sides of a battlefield, each by the neighbours that a hex on it lacks. The next but one is its opposite.
const SIDES: [&[Direction]; 4] = [
    &[Direction::East],
    &[Direction::NorthEast, Direction::NorthWest],
    &[Direction::West],
    &[Direction::SouthEast, Direction::SouthWest],
];

impl Grid {
    /// Whether a hex lies on a side of the battlefield.
    fn faces(&self, hex: HexId, side: usize) -> bool {
        let mut lacking = SIDES[side].iter();
        lacking.all(|direction| self.neighbour(hex, *direction).is_none())
    }
    /// How far towards a side a hex lies.
    fn towards(&self, hex: HexId, side: usize) -> i16 {
        let at = self.coord(hex);
        match side {
            0 => at.half_columns(),
            1 => -i16::from(at.r),
            2 => -at.half_columns(),
            _ => at.r.into(),
        }
    }
    /// Whether two hexes lie on opposite edges of the battlefield. Where several edges lie opposite the first hex, as
    /// with boards that are joined at an offset, it is the one furthest away. Every second row is half a hex longer.
    pub fn opposite_edges(&self, a: HexId, b: HexId) -> bool {
        (0..SIDES.len()).any(|side| {
            let other = (side + 2) % SIDES.len();
            let opposite = self.all().iter().filter(|hex| self.faces(*hex, other));
            let furthest = opposite.map(|hex| self.towards(hex, other)).max();
            let slack = i16::from(other.is_multiple_of(2));
            let lies = self.towards(b, other) + slack;
            self.faces(a, side)
                && self.faces(b, other)
                && furthest.is_some_and(|furthest| lies >= furthest)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grid, SightRule};

    /// Whether the hexes of some pairs lie on opposite edges.
    fn opposite<const N: usize>(map: &[&str], pairs: [(&str, &str); N]) -> [bool; N] {
        let grid = Grid::from_map(map, SightRule::default())
            .expect("a map")
            .grid;
        pairs.map(|(a, b)| {
            let [a, b] = [a, b].map(|name| grid.parse_name(name).expect("a hex"));
            assert_eq!(grid.opposite_edges(a, b), grid.opposite_edges(b, a));
            grid.opposite_edges(a, b)
        })
    }

    #[test]
    fn edges_lie_opposite_across_the_battlefield() {
        let map = ["| . . . .", "|  . . . .", "| . . . .", "|  . . . ."];
        let pairs = [
            ("a1", "d1"),
            ("a2", "d3"),
            ("b1", "c4"),
            ("a1", "a3"),
            ("b1", "c1"),
            ("b2", "d2"),
        ];
        assert_eq!(
            opposite(&map, pairs),
            [true, true, true, false, false, false]
        );
    }

    #[test]
    fn of_several_opposite_edges_the_furthest_counts() {
        let map = [
            "| . . . .",
            "|  . . . .",
            "| . . . . . . .",
            "|  . . . . . . .",
        ];
        let grid = Grid::from_map(&map, SightRule::default())
            .expect("a map")
            .grid;
        let [left, near, far] =
            ["a1", "d1", "g3"].map(|name| grid.parse_name(name).expect("a hex"));
        assert!(grid.opposite_edges(left, far));
        assert!(!grid.opposite_edges(left, near));
    }
}

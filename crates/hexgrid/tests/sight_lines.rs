//! Sight: drawn examples, laws, and an independent check by exact fractions.

use gloryhex_hexgrid::{Coord, DrawnMap, Grid, HexId, HexSet, Kind, SightRule};
use proptest::prelude::*;
use std::cmp::Ordering;

const OPEN: SightRule = SightRule { edge_blocks: false };
const CLOSED: SightRule = SightRule { edge_blocks: true };

fn draw(rows: &[&str], rule: SightRule) -> DrawnMap {
    Grid::from_map(rows, rule).expect("a map without errors")
}

fn seen(rows: &[&str], rule: SightRule) -> bool {
    let map = draw(rows, rule);
    let (a, b) = (map.label('A').expect("A"), map.label('B').expect("B"));
    map.grid.sees(a, b, &HexSet::EMPTY)
}

#[test]
fn a_blocked_hex_between_stops_sight() {
    assert!(!seen(&["| A # B"], OPEN));
    assert!(seen(&["| A . B"], OPEN));
    assert!(seen(&["| A B #"], OPEN));
}

#[test]
fn touching_a_blocked_hex_along_its_edge_stops_sight() {
    // Straight down two rows the line runs along the edge between two hexes.
    assert!(!seen(&["| . A .", "|  # .", "| . B ."], OPEN));
    assert!(!seen(&["| . A .", "|  . #", "| . B ."], OPEN));
    assert!(seen(&["| . A #", "|  . .", "| # B ."], OPEN));
}

#[test]
fn touching_a_corner_of_a_blocked_hex_stops_sight() {
    // One row down and four and a half hexes along, the line meets two hexes in a single point each.
    assert!(seen(&["| A . . . .", "|  . . . . B"], OPEN));
    assert!(!seen(&["| A . . # .", "|  . . . . B"], OPEN));
    assert!(!seen(&["| A . . . .", "|  . # . . B"], OPEN));
    assert!(seen(&["| A . . . #", "|  # . . . B"], OPEN));
}

#[test]
fn a_blocked_hex_is_never_in_sight() {
    assert!(!seen(&["| A B#"], OPEN));
    assert!(!seen(&["| A#B"], OPEN));
}

#[test]
fn only_one_rule_minds_the_edge() {
    // The line crosses a gap in the middle row.
    let gap = ["| . A .", "|  _ _", "| . B ."];
    assert!(seen(&gap, OPEN));
    assert!(!seen(&gap, CLOSED));
    let hole = ["| A _ B"];
    assert!(seen(&hole, OPEN));
    assert!(!seen(&hole, CLOSED));
}

#[test]
fn running_along_an_incomplete_hex_is_fine() {
    assert!(seen(&["| . A .", "|  _ .", "| . B ."], CLOSED));
    assert!(seen(&["| A .", "|  .", "| B ."], CLOSED));
    // Two stretches, each with a hex on another side.
    assert!(seen(
        &["| . A .", "|  _ .", "| . . .", "|  . _", "| . B ."],
        CLOSED
    ));
    assert!(!seen(
        &["| . A .", "|  _ .", "| . . .", "|  _ _", "| . B ."],
        CLOSED
    ));
}

#[test]
fn hexes_blocked_during_play_count() {
    let map = draw(&["| A c B", "|  . ."], OPEN);
    let [a, b, c] = ['A', 'B', 'c'].map(|label| map.label(label).unwrap());
    assert!(map.grid.sees(a, b, &HexSet::EMPTY));
    assert!(!map.grid.sees(a, b, &HexSet::single(c)));
    assert!(!map.grid.sees(a, c, &HexSet::single(c)));
    assert!(map.grid.sees(c, c, &HexSet::single(c)));
    assert!(!map.grid.sight_past(a, &HexSet::single(c)).contains(b));
    assert_eq!(map.grid.sight_past(a, &HexSet::EMPTY), map.grid.all());
}

/// An exact fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn new(top: i64, bottom: i64) -> Fraction {
        if bottom < 0 {
            Fraction(-top, -bottom)
        } else {
            Fraction(top, bottom)
        }
    }

    fn cmp(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn max(self, other: Fraction) -> Fraction {
        if self.cmp(other) == Ordering::Less {
            other
        } else {
            self
        }
    }

    fn min(self, other: Fraction) -> Fraction {
        if self.cmp(other) == Ordering::Greater {
            other
        } else {
            self
        }
    }
}

/// The stretch of the line from `a` to `b` (0 to 1) inside the closed hex, by clipping against its
/// six sides.
fn clip(a: Coord, b: Coord, hex: Coord) -> Option<(Fraction, Fraction)> {
    let at = |c: Coord| (i64::from(c.half_columns()), 3 * i64::from(c.r));
    let ((hx, hy), (ax, ay), (bx, by)) = (at(hex), at(a), at(b));
    let (mut enter, mut leave) = (Fraction(0, 1), Fraction(1, 1));
    for (nx, ny, limit) in [
        (1, 0, 1),
        (-1, 0, 1),
        (1, 1, 2),
        (-1, -1, 2),
        (1, -1, 2),
        (-1, 1, 2),
    ] {
        let start = nx * (ax - hx) + ny * (ay - hy);
        let slope = nx * (bx - ax) + ny * (by - ay);
        match slope.cmp(&0) {
            Ordering::Equal if start > limit => return None,
            Ordering::Equal => {}
            Ordering::Greater => leave = leave.min(Fraction::new(limit - start, slope)),
            Ordering::Less => enter = enter.max(Fraction::new(limit - start, slope)),
        }
    }
    (enter.cmp(leave) != Ordering::Greater).then_some((enter, leave))
}

/// Sight decided the long way: no blocked hex has a stretch of the line, not even a point; and if
/// the edge counts, the stretches of all hexes together leave no gap.
fn sees_the_long_way(grid: &Grid, a: HexId, b: HexId, rule: SightRule) -> bool {
    let (from, to) = (grid.coord(a), grid.coord(b));
    let stretch = |hex: HexId| clip(from, to, grid.coord(hex));
    if grid
        .of_kind(Kind::BLOCKED)
        .iter()
        .any(|hex| stretch(hex).is_some())
    {
        return false;
    }
    let mut stretches: Vec<_> = grid.all().iter().filter_map(stretch).collect();
    stretches.sort_by(|x, y| x.0.cmp(y.0));
    let mut covered = Fraction(0, 1);
    for (enter, leave) in stretches {
        if enter.cmp(covered) == Ordering::Greater {
            return !rule.edge_blocks;
        }
        covered = covered.max(leave);
    }
    !rule.edge_blocks || covered.cmp(Fraction(1, 1)) != Ordering::Less
}

fn any_rows() -> impl Strategy<Value = Vec<String>> {
    let cell = prop_oneof![12 => Just('.'), 2 => Just('#'), 3 => Just('_')];
    prop::collection::vec(prop::collection::vec(cell, 1..9), 1..9).prop_map(|rows| {
        let line = |(index, cells): (usize, Vec<char>)| {
            let indent = if index % 2 == 1 { " " } else { "" };
            let cells: Vec<String> = cells.iter().map(char::to_string).collect();
            format!("| {indent}{}", cells.join(" "))
        };
        rows.into_iter().enumerate().map(line).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sight_agrees_with_fractions(rows in any_rows()) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        for rule in [OPEN, CLOSED] {
            let Ok(map) = Grid::from_map(&rows, rule) else { continue };
            let grid = &map.grid;
            for a in grid.all() {
                for b in grid.all() {
                    let sees = grid.sight(a).contains(b);
                    prop_assert_eq!(sees, grid.sight(b).contains(a));
                    if a != b {
                        let long = sees_the_long_way(grid, a, b, rule);
                        prop_assert_eq!(sees, long, "{} {}", grid.name(a), grid.name(b));
                    }
                }
            }
        }
    }

    #[test]
    fn blocking_during_play_equals_a_printed_block(rows in any_rows(), picks in any::<[u8; 3]>()) {
        let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
        let Ok(map) = Grid::from_map(&texts, CLOSED) else { return Ok(()) };
        let grid = &map.grid;
        let extra: HexSet = picks.iter().map(|pick| HexId(pick % grid.len() as u8)).collect();
        // Draw the same map with these hexes blocked.
        let mut lines: Vec<String> =
            vec![" ".repeat(30); usize::from(grid.coord(HexId(grid.len() as u8 - 1)).r as u8) + 1];
        for hex in grid.all() {
            let coord = grid.coord(hex);
            let blocked = extra.contains(hex) || grid.is(hex, Kind::BLOCKED);
            let column = coord.half_columns() as usize;
            let mark = if blocked { "#" } else { "." };
            lines[coord.r as usize].replace_range(column..=column, mark);
        }
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let redrawn = Grid::from_map(&lines, CLOSED).expect("the same map").grid;
        prop_assert_eq!(redrawn.len(), grid.len());
        for a in grid.all() {
            let expected: HexSet = redrawn.sight(a);
            prop_assert_eq!(grid.sight_past(a, &extra), expected, "{}", grid.name(a));
        }
    }
}

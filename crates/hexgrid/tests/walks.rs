//! Movement and distances on drawn maps, and against walking every path.

use gloryhex_hexgrid::{
    CellError, DrawnMap, Grid, HexId, HexSet, Kind, MAX_HAZARDS, NOBODY, SightRule,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn draw(rows: &[&str]) -> DrawnMap {
    Grid::from_map(rows, SightRule::default()).expect("a map without errors")
}

fn names(grid: &Grid, hexes: HexSet) -> String {
    hexes
        .iter()
        .map(|hex| grid.name(hex))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn distances_count_through_blocked_hexes_but_never_leave_the_map() {
    let map = draw(&["| A # B"]);
    let [a, b] = ['A', 'B'].map(|label| map.label(label).unwrap());
    assert_eq!(map.grid.distance(a, b), 2);
    let bent = draw(&["| A _ B", "|  . ."]);
    let [a, b] = ['A', 'B'].map(|label| bent.label(label).unwrap());
    assert_eq!(bent.grid.distance(a, b), 3);
    let apart = draw(&["| A _ B"]);
    let [a, b] = ['A', 'B'].map(|label| apart.label(label).unwrap());
    assert_eq!(apart.grid.distance(a, b), Grid::UNREACHABLE);
}

#[test]
fn rings_and_neighbourhoods() {
    let map = draw(&[
        "|   . . .",
        "|  . . . .",
        "| . . A . .",
        "|  . . . .",
        "|   . . .",
    ]);
    let (grid, a) = (&map.grid, map.label('A').unwrap());
    assert_eq!(grid.len(), 19);
    assert_eq!(grid.within(a, 0), HexSet::single(a));
    assert_eq!(
        (
            grid.ring(a, 1).len(),
            grid.ring(a, 2).len(),
            grid.ring(a, 3).len()
        ),
        (6, 12, 0)
    );
    assert_eq!(grid.within(a, 200), grid.all());
    assert_eq!(grid.of_kind(Kind::EDGE), grid.ring(a, 2));
    assert_eq!(names(grid, grid.adjacent(a)), "b2 c2 b3 d3 b4 c4");
    let east = grid.parse_name("d3").unwrap();
    assert_eq!(
        grid.direction(a, east).map(|d| grid.neighbour(a, d)),
        Some(east)
    );
    assert_eq!(grid.direction(a, a), None);
    // Away from the eastern neighbour: three hexes; toward it: itself alone.
    assert_eq!(names(grid, grid.away(a, east)), "b2 b3 b4");
    assert_eq!(names(grid, grid.closer(a, east)), "d3");
}

#[test]
fn blocked_and_occupied_hexes_must_be_walked_around() {
    let map = draw(&["| A # B .", "|  . . ."]);
    let (grid, a) = (&map.grid, map.label('A').unwrap());
    let free = grid.all() - grid.of_kind(Kind::BLOCKED);
    assert_eq!(names(grid, grid.reach(a, 1, &free)), "a2");
    assert_eq!(names(grid, grid.reach(a, 2, &free)), "a2 b2");
    let b = map.label('B').unwrap();
    assert_eq!(names(grid, grid.reach(a, 3, &free.without(b))), "a2 b2 c2");
    // Over everything, ending only where it is free.
    let free = free.without(b);
    assert_eq!(
        names(grid, grid.reach_through(a, 3, &grid.all(), &free)),
        "d1 a2 b2 c2"
    );
    assert!(grid.reach(a, 0, &free).is_empty());
}

#[test]
fn the_start_is_not_a_destination() {
    let map = draw(&["| A ."]);
    let (grid, a) = (&map.grid, map.label('A').unwrap());
    assert!(!grid.reach(a, 4, &grid.all()).contains(a));
}

#[test]
fn a_choice_between_two_hazards() {
    // The blocked hex makes every way from A to B within three steps lead over c or d.
    let map = draw(&["|  . c!. .", "| A # B .", "|  . d!. ."]);
    let (grid, a, b) = (&map.grid, map.label('A').unwrap(), map.label('B').unwrap());
    let free = grid.all() - grid.of_kind(Kind::BLOCKED);
    let hazards = grid.of_kind(Kind::LETHAL);
    let paths = grid.paths_by_hazard(a, 3, &free, &hazards);
    let ways: Vec<_> = paths
        .ways(b)
        .map(|set| names(grid, paths.hexes(set)))
        .collect();
    assert_eq!(ways, ["b1", "b3"]);
    // A longer walk may enter both.
    let longer = grid.paths_by_hazard(a, 6, &free, &hazards);
    assert_eq!(longer.ways(b).count(), 3);
    // Ending in a hazard is no hazard on the way.
    let c = map.label('c').unwrap();
    assert_eq!(paths.ways(c).collect::<Vec<_>>(), [0]);
    assert_eq!(paths.destinations(), grid.reach(a, 3, &free));
}

#[test]
fn a_short_step_meets_no_hazard() {
    let map = draw(&["| A b!."]);
    let (grid, a) = (&map.grid, map.label('A').unwrap());
    let lethal = grid.of_kind(Kind::LETHAL);
    let paths = grid.paths_by_hazard(a, 1, &grid.all(), &lethal);
    assert!(paths.hazards().is_empty());
    assert_eq!(paths.iter().count(), 1);
    assert_eq!(
        grid.paths_by_hazard(a, 0, &grid.all(), &lethal)
            .iter()
            .count(),
        0
    );
}

#[test]
fn hazards_beyond_the_limit_can_only_be_ends() {
    let map = draw(&["| A ! ! ! ! ! ! ! ! ! ."]);
    let (grid, a) = (&map.grid, map.label('A').unwrap());
    let paths = grid.paths_by_hazard(a, 10, &grid.all(), &grid.of_kind(Kind::LETHAL));
    assert_eq!(paths.hazards().len(), MAX_HAZARDS);
    assert_eq!(
        names(grid, paths.destinations()),
        "b1 c1 d1 e1 f1 g1 h1 i1 j1"
    );
}

#[test]
fn halves_of_a_map_are_regions() {
    let map = draw(&["| . .", "|  . .", "| . ."]);
    let regions: Vec<u8> = map
        .grid
        .all()
        .iter()
        .map(|hex| map.grid.region(hex))
        .collect();
    assert_eq!(regions, [0, 0, NOBODY, NOBODY, 1, 1]);
    let even = draw(&["| .", "|  ."]);
    assert_eq!(even.grid.in_region(1), HexSet::single(HexId(1)));
}

#[test]
fn names_follow_the_drawing_whichever_row_is_set_in() {
    let map = draw(&["|  A . .", "| B . . .", "|  _ C ."]);
    let name = |label| map.grid.name(map.label(label).unwrap());
    assert_eq!([name('A'), name('B'), name('C')], ["a1", "a2", "b3"]);
    assert_eq!(map.grid.parse_name("a3"), None);
    assert_eq!(map.grid.parse_name("D2"), map.grid.parse_name("d2"));
    assert_eq!(map.grid.name(HexId::NONE), "-");
}

#[test]
fn two_marks_on_one_hex() {
    let map = draw(&["| s%. A~", "|  .!~s"]);
    let kinds: Vec<String> = map
        .grid
        .all()
        .iter()
        .map(|hex| map.grid.kinds(hex).to_string())
        .collect();
    let expected = [
        "starting stagger edge",
        "edge",
        "cover edge",
        "lethal edge",
        "starting cover edge",
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn every_mistake_in_a_map_is_reported() {
    let rows = ["| A . x?", "| . .", "|  A ? .."];
    let errors = Grid::from_map(&rows, SightRule::default()).unwrap_err();
    let texts: Vec<String> = errors.iter().map(CellError::to_string).collect();
    assert_eq!(
        texts,
        [
            "row 1, column 8: expected a space or a second mark (# ! ~ % s) after a cell",
            "row 2, column 3: this cell is half a hex out of line: expected rows to alternate by \
             one character, and a second mark in place of the space after its cell",
            "row 3, column 4: this cell is half a hex out of line: expected rows to alternate by \
             one character, and a second mark in place of the space after its cell",
        ]
    );
    let rows = ["| A . ?", "|  A . ..", "| _#"];
    let errors = Grid::from_map(&rows, SightRule::default()).unwrap_err();
    let texts: Vec<String> = errors.iter().map(CellError::to_string).collect();
    assert_eq!(
        texts,
        [
            "row 2, column 9: expected a space or a second mark (# ! ~ % s) after a cell",
            "row 3, column 4: expected a space or a second mark (# ! ~ % s) after a cell",
            "row 1, column 7: unknown cell `?`: expected one of . # ! ~ % s _ or a letter",
            "row 2, column 4: label `A` is drawn twice",
        ]
    );
    let errors = Grid::from_map(&[], SightRule::default()).unwrap_err();
    assert_eq!(
        errors[0].to_string(),
        "row 1, column 1: there is no complete hex"
    );
    let wide = format!("| {}", ". ".repeat(31));
    let errors = Grid::from_map(&[&wide], SightRule::default()).unwrap_err();
    let expected = "row 1, column 63: row longer than 30 hexes: expected a smaller map";
    assert_eq!(errors[0].to_string(), expected);
    let full = ". ".repeat(30);
    let rows: Vec<String> = (0..9)
        .map(|row| format!("| {}{full}", " ".repeat(row % 2)))
        .collect();
    let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
    let errors = Grid::from_map(&rows[..9], SightRule::default()).unwrap_err();
    let expected = "row 1, column 1: 270 hexes are more than the 240 a grid can hold";
    assert_eq!(errors[0].to_string(), expected);
}

/// Walks every path and keeps the sets of hazards for each end.
fn walk_all(
    grid: &Grid,
    from: HexId,
    steps: u8,
    free: HexSet,
    hazards: HexSet,
) -> BTreeSet<(HexId, HexSet)> {
    fn go(
        grid: &Grid,
        at: HexId,
        steps: u8,
        free: HexSet,
        hazards: HexSet,
        entered: HexSet,
        found: &mut BTreeSet<(HexId, HexSet)>,
    ) {
        if steps == 0 {
            return;
        }
        for next in grid.adjacent(at) & free {
            found.insert((next, entered));
            let entered = if hazards.contains(next) {
                entered.with(next)
            } else {
                entered
            };
            go(grid, next, steps - 1, free, hazards, entered, found);
        }
    }
    let mut found = BTreeSet::new();
    go(
        grid,
        from,
        steps,
        free.without(from),
        hazards,
        HexSet::EMPTY,
        &mut found,
    );
    found.retain(|&(end, set)| !set.contains(end));
    found
}

fn any_rows() -> impl Strategy<Value = Vec<String>> {
    let cell = prop_oneof![8 => Just("."), 2 => Just("#"), 2 => Just("!"), 1 => Just("_")];
    prop::collection::vec(prop::collection::vec(cell, 2..6), 2..6).prop_map(|rows| {
        let rows = rows.into_iter().enumerate();
        rows.map(|(index, row)| format!("| {}{}", " ".repeat(index % 2), row.join(" ")))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn hazards_agree_with_walking_every_path(rows in any_rows(), pick: u8, steps in 1u8..5) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let Ok(map) = Grid::from_map(&rows, SightRule::default()) else { return Ok(()) };
        let grid = &map.grid;
        let from = HexId(pick % grid.len() as u8);
        let free = grid.all() - grid.of_kind(Kind::BLOCKED);
        let hazards = grid.of_kind(Kind::LETHAL);
        let paths = grid.paths_by_hazard(from, steps, &free.without(from), &hazards);
        prop_assume!((hazards & grid.reach(from, steps - 1, &free)).len() <= MAX_HAZARDS);
        let fast: BTreeSet<_> =
            paths.iter().map(|path| (path.destination, paths.hexes(path.entered))).collect();
        prop_assert_eq!(fast, walk_all(grid, from, steps, free, hazards));
        let reached = grid.reach_through(from, steps, &free, &grid.all());
        for to in grid.all().without(from) {
            prop_assert_eq!(grid.reaches(from, steps, &free, to), reached.contains(to));
        }
        let near = (hazards & grid.within(from, steps - 1)).without(from);
        let all: Vec<_> = paths.iter().map(|path| (path.destination, path.entered)).collect();
        let listed = |ends: &[HexSet]| {
            let sets = ends.iter().zip([0, 1, 2]);
            let hexes = sets.flat_map(|(set, entered)| set.iter().map(move |hex| (hex, entered)));
            hexes.collect::<Vec<_>>()
        };
        match near.one_or_two() {
            Some([hazard, other]) if hazard == other => {
                let ends = grid.past_hazard((from, steps), &free, &hazards, hazard);
                prop_assert_eq!(all, listed(&ends));
            }
            Some(two) => match grid.past_two_hazards((from, steps), &free, &hazards, two) {
                Some(ends) => prop_assert_eq!(all, listed(&ends)),
                None => prop_assert!(all.iter().any(|(_, entered)| *entered == 3)
                    || paths.hazards().len() == 2),
            },
            None => {}
        }
    }

    #[test]
    fn distances_obey_the_laws(rows in any_rows()) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let Ok(map) = Grid::from_map(&rows, SightRule::default()) else { return Ok(()) };
        let grid = &map.grid;
        for a in grid.all() {
            for b in grid.all() {
                let straight = grid.distance(a, b);
                prop_assert_eq!(straight, grid.distance(b, a));
                prop_assert_eq!(straight == 0, a == b);
                prop_assert_eq!(straight == 1, grid.adjacent(a).contains(b));
                if straight < Grid::UNREACHABLE {
                    prop_assert!(grid.ring(a, straight).contains(b));
                }
                for c in grid.all() {
                    let bent = u16::from(grid.distance(a, c)) + u16::from(grid.distance(c, b));
                    prop_assert!(u16::from(straight) <= bent);
                }
            }
        }
    }
}

//! Joining sheets: what gets completed, what fits, and what the finished grid looks like.

use gloryhex_hexgrid::{
    Atlas, Coord, Grid, GridError, JoinError, Joint, Kind, Layout, NOBODY, Placed, Sheet, Side,
    SightRule,
};
use proptest::prelude::*;

fn sheets(count: usize) -> Vec<Sheet> {
    (0..count)
        .map(|n| Sheet::blank(format!("sheet {n}"), 8, 5))
        .collect()
}

fn build(layout: &Layout, sheets: &[Sheet]) -> Grid {
    Grid::build(layout, sheets, SightRule::default()).expect("a legal layout")
}

fn joined(side: Side, shift: i8) -> Result<u8, JoinError> {
    let joint = Joint {
        side,
        shift,
        turned: false,
    };
    Layout::single(0)
        .join(&sheets(2), 1, 0, joint)
        .map(|placement| placement.completed)
}

#[test]
fn long_edges_lose_one_completed_hex_for_each_hex_of_shift() {
    for side in [Side::North, Side::South] {
        for shift in -8..=8i8 {
            let left = 7u8.saturating_sub(shift.unsigned_abs());
            assert_eq!(joined(side, shift), Ok(left), "{side} {shift}");
        }
    }
}

#[test]
fn short_edges_complete_two_hexes_lined_up_and_one_shifted() {
    for side in [Side::East, Side::West] {
        assert_eq!(joined(side, 0), Ok(2));
        assert_eq!(joined(side, 1), Ok(1));
        assert_eq!(joined(side, -1), Ok(1));
        assert_eq!(joined(side, 2), Ok(0));
    }
}

#[test]
fn legal_placements_of_a_second_sheet() {
    let sheets = sheets(2);
    let three = Layout::single(0).placements(&sheets, 1, 3, 2);
    let four = Layout::single(0).placements(&sheets, 1, 4, 2);
    assert_eq!(three.len(), 40);
    assert_eq!(four.len(), 32);
    for placement in &three {
        let least = if placement.joint.side.is_long() { 3 } else { 2 };
        assert!(placement.completed >= least);
        let again = Layout::single(0).join(&sheets, 1, placement.against, placement.joint);
        assert_eq!(again, Ok(*placement));
    }
    assert!(four.iter().all(|placement| three.contains(placement)));
}

#[test]
fn corners_stay_incomplete_with_two_sheets_and_close_with_four() {
    let sheets = sheets(4);
    let order = [(0, false), (1, false), (2, false), (3, false)];
    let fixed = Layout::fixed(&sheets, &order);
    let names: Vec<_> = fixed
        .iter()
        .map(|f| (f.name, build(&f.layout, &sheets).len()))
        .collect();
    // Four sheets of 38; three long joints of 7; or two long, two short of 2, and the middle.
    assert_eq!(names, [("column", 152 + 21), ("block", 152 + 14 + 4 + 1)]);

    let two = Layout::single(0);
    let joint = Joint {
        side: Side::South,
        shift: 0,
        turned: false,
    };
    let two = two.with(&two.join(&sheets, 1, 0, joint).unwrap());
    let grid = build(&two, &sheets);
    assert_eq!(grid.len(), 83);
    assert_eq!(grid.of_kind(Kind::COMPLETED).len(), 7);
    assert_eq!(
        grid.name(grid.of_kind(Kind::COMPLETED).first().unwrap()),
        "a6"
    );
}

#[test]
fn fixed_layouts_of_three() {
    let sheets = sheets(3);
    let fixed = Layout::fixed(&sheets, &[(0, false), (1, true), (2, false)]);
    let names: Vec<_> = fixed
        .iter()
        .map(|f| (f.name, build(&f.layout, &sheets).len()))
        .collect();
    // The sheet centred under two closes three hexes with each and one with both.
    assert_eq!(names, [("column", 114 + 14), ("wedge", 114 + 2 + 7)]);
    assert!(fixed[1].layout.placed()[1].turned);
    assert_eq!(Layout::fixed(&sheets, &[(0, false), (1, false)]), []);
}

#[test]
fn placements_toward_a_fixed_layout() {
    let sheets = sheets(4);
    let first = Layout::single(0);
    // Three: above, below, either side, or half over either end; each either way up.
    assert_eq!(first.fixed_placements(&sheets, 1, 3).len(), 2 * 8);
    // Four: above, below or beside.
    assert_eq!(first.fixed_placements(&sheets, 1, 4).len(), 2 * 4);
    let below = Joint {
        side: Side::South,
        shift: 0,
        turned: false,
    };
    let two = first.with(&first.join(&sheets, 1, 0, below).unwrap());
    // Then on top, at the bottom (column), or beside either (block).
    assert_eq!(two.fixed_placements(&sheets, 2, 4).len(), 2 * 6);
    assert_eq!(two.fixed_placements(&sheets, 2, 3).len(), 2 * 2);
    let edge = two.with(&two.fixed_placements(&sheets, 2, 4)[0]);
    assert!(!edge.fixed_placements(&sheets, 3, 4).is_empty());
}

#[test]
fn a_third_sheet_may_not_cover_another() {
    let sheets = sheets(3);
    let first = Layout::single(0);
    let below = Joint {
        side: Side::South,
        shift: 0,
        turned: false,
    };
    let two = first.with(&first.join(&sheets, 1, 0, below).unwrap());
    let clash = Joint {
        side: Side::South,
        shift: 3,
        turned: true,
    };
    assert_eq!(two.join(&sheets, 2, 0, clash), Err(JoinError::Overlap));
    assert!(
        two.placements(&sheets, 2, 3, 2)
            .iter()
            .all(|new| { Grid::build(&two.with(new), &sheets, SightRule::default()).is_ok() })
    );
}

#[test]
fn nonsense_is_refused() {
    let sheets = sheets(1);
    let joint = Joint {
        side: Side::South,
        shift: 0,
        turned: false,
    };
    let layout = Layout::single(0);
    assert_eq!(
        layout.join(&sheets, 1, 0, joint),
        Err(JoinError::NoSuchSheet)
    );
    assert_eq!(
        layout.join(&sheets, 0, 3, joint),
        Err(JoinError::NoSuchSheet)
    );
    let far = Joint {
        shift: 100,
        ..joint
    };
    assert_eq!(layout.join(&sheets, 0, 0, far), Err(JoinError::TooFar));
    let missing = Grid::build(&Layout::single(7), &sheets, SightRule::default());
    assert_eq!(missing, Err(GridError::Layout(JoinError::NoSuchSheet)));
    let nothing = Grid::build(&Layout::default(), &sheets, SightRule::default());
    assert_eq!(nothing, Err(GridError::Empty));
    // Five rows and six: the short edges line up, the hexes along the long edges still match.
    let uneven = [Sheet::blank("a", 8, 5), Sheet::blank("b", 8, 6)];
    let west = Joint {
        side: Side::West,
        ..joint
    };
    assert_eq!(
        Layout::single(0)
            .join(&uneven, 1, 0, west)
            .map(|p| p.completed),
        Ok(2)
    );
    let narrow = [Sheet::blank("a", 8, 5), Sheet::blank("b", 8, 4)];
    let north = Joint {
        side: Side::North,
        ..joint
    };
    assert_eq!(
        Layout::single(0).join(&narrow, 1, 0, north),
        Err(JoinError::Mismatch)
    );
}

#[test]
fn a_full_layout_takes_no_more() {
    let sheets = sheets(4);
    let order = [(0, false), (1, false), (2, false), (3, false)];
    let full = Layout::fixed(&sheets, &order)[0].layout;
    assert!(full.placements(&sheets, 0, 3, 2).is_empty());
    let joint = Joint {
        side: Side::North,
        shift: 0,
        turned: false,
    };
    assert_eq!(full.join(&sheets, 0, 0, joint), Err(JoinError::Full));
}

#[test]
fn an_atlas_makes_the_grids_that_are_built_one_by_one() {
    let sheets: Vec<Sheet> = (0..3)
        .map(|n| {
            let mut cells = Sheet::blank("plain", 8, 5).cells().to_vec();
            for ix in [5, 17, 24].into_iter().take(n) {
                cells[ix].kinds = Kind::BLOCKED;
            }
            Sheet::cut(format!("sheet {n}"), cells).expect("a sheet")
        })
        .collect();
    for edge_blocks in [false, true] {
        let rule = SightRule { edge_blocks };
        let mut atlas = Atlas::default();
        for (first, second) in [(0, 1), (1, 2), (2, 0), (2, 1)] {
            for placement in Layout::single(first).placements(&sheets, second, 3, 2) {
                let layout = Layout::single(first).with(&placement);
                let expected = Grid::build(&layout, &sheets, rule);
                assert!(atlas.grid(&layout, &sheets, rule) == expected, "{layout:?}");
            }
        }
    }
}

#[test]
fn a_turned_sheet_turns_its_marks() {
    let mut cells = Sheet::blank("plain", 8, 5).cells().to_vec();
    cells[0].kinds = Kind::STARTING;
    let sheets = [
        Sheet::blank("plain", 8, 5),
        Sheet::cut("marked", cells).unwrap(),
    ];
    let find = |turned| {
        let joint = Joint {
            side: Side::South,
            shift: 0,
            turned,
        };
        let placement = Layout::single(0).join(&sheets, 1, 0, joint).unwrap();
        let grid = build(&Layout::single(0).with(&placement), &sheets);
        let hex = grid.of_kind(Kind::STARTING).first().unwrap();
        (grid.name(hex), grid.region(hex))
    };
    assert_eq!(find(false), ("a7".to_owned(), 1));
    assert_eq!(find(true), ("h11".to_owned(), 1));
}

#[test]
fn layouts_are_plain_data() {
    let sheets = sheets(3);
    let layout = Layout::fixed(&sheets, &[(0, false), (1, true), (2, false)])[1].layout;
    let text = serde_json::to_string(&layout).unwrap();
    let back: Layout = serde_json::from_str(&text).unwrap();
    assert_eq!(back, layout);
    assert_eq!(
        layout.placed()[0],
        Placed {
            sheet: 0,
            origin: Coord::default(),
            turned: false
        }
    );
}

#[test]
fn joints_are_written_as_they_are_said() {
    let joint = Joint {
        side: Side::West,
        shift: -2,
        turned: true,
    };
    assert_eq!(joint.to_string(), "west -2 turned");
    assert_eq!(
        Joint {
            turned: false,
            ..joint
        }
        .to_string(),
        "west -2"
    );
}

/// Up to four sheets, each laid at one of the legal places, picked by number.
fn any_layout() -> impl Strategy<Value = Layout> {
    prop::collection::vec(any::<u16>(), 0..4).prop_map(|picks| {
        let sheets = sheets(4);
        let mut layout = Layout::single(0);
        for (index, pick) in picks.into_iter().enumerate() {
            let ways = layout.placements(&sheets, index as u8 + 1, 3, 2);
            layout = layout.with(&ways[usize::from(pick) % ways.len()]);
        }
        layout
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_legal_layout_builds(layout in any_layout()) {
        let sheets = sheets(4);
        let grid = build(&layout, &sheets);
        let count = layout.placed().len();
        let completed = grid.of_kind(Kind::COMPLETED);
        prop_assert_eq!(grid.len(), 38 * count + completed.len());
        prop_assert_eq!(grid.in_region(NOBODY), completed);
        for region in 0..count as u8 {
            prop_assert_eq!(grid.in_region(region).len(), 38);
        }
        for from in grid.all() {
            let around = grid.neighbours(from).into_iter().filter(|hex| hex.is_some()).count();
            prop_assert_eq!(grid.is(from, Kind::EDGE), around < 6);
            prop_assert_eq!(grid.at(grid.coord(from)), from);
            prop_assert_eq!(grid.parse_name(&grid.name(from)), Some(from));
            for to in grid.all() {
                let distance = grid.distance(from, to);
                prop_assert_eq!(distance, grid.distance(to, from));
                prop_assert!(u16::from(distance) >= grid.coord(from).distance(grid.coord(to)));
            }
        }
    }
}

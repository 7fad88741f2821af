//! The `.board` files of the project, and what the reader says about broken ones.

use gloryhex_hexgrid::{
    BoardError, BoardFile, Cell, Grid, Kind, Layout, NOBODY, Sheet, SightRule, Verified,
};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/boards");
    let mut files: Vec<PathBuf> = fs::read_dir(root)
        .expect("data/boards")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .flat_map(|folder| fs::read_dir(folder).expect("a folder of boards"))
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    files
}

fn read(path: &Path) -> BoardFile {
    let text = fs::read_to_string(path).expect("a board file");
    let stem = path.file_stem().expect("a name").to_string_lossy();
    match Sheet::parse(&stem, &text) {
        Ok(board) => board,
        Err(errors) => panic!("{}: {errors:#?}", path.display()),
    }
}

fn all() -> Vec<BoardFile> {
    files().iter().map(|path| read(path)).collect()
}

fn grid(sheet: Sheet) -> Grid {
    Grid::build(&Layout::single(0), &[sheet], SightRule::default()).expect("a grid")
}

/// Lower case, with hyphens for everything that is neither letter nor apostrophe.
fn slug(name: &str) -> String {
    name.to_lowercase()
        .replace('\'', "")
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

#[test]
fn every_file_reads_and_lies_where_it_belongs() {
    for path in files() {
        let board = read(&path);
        let folder = path.parent().and_then(Path::file_name).expect("a folder");
        assert_eq!(
            folder.to_string_lossy(),
            board.edition,
            "{}",
            path.display()
        );
        assert_eq!(board.file, slug(board.name()));
        assert!(
            path.extension()
                .is_some_and(|extension| extension == "board")
        );
        assert_eq!(board.ours, board.verified.is_none(), "{}", board.name());
    }
    let names: BTreeSet<String> = all().iter().map(|board| board.name().to_owned()).collect();
    assert_eq!(names.len(), 35);
    let numbers: BTreeSet<u16> = all().iter().filter_map(|board| board.number).collect();
    assert_eq!(numbers, (1..=32).collect());
}

#[test]
fn numbered_boards_have_one_shape_and_seven_starting_hexes() {
    for board in all().iter().filter(|board| board.number.is_some()) {
        assert_eq!(board.sheet.cells().len(), 38, "{}", board.name());
        assert_eq!(board.sheet.parts().len(), 22, "{}", board.name());
        let starting = |cell: &&Cell| cell.kinds.has(Kind::STARTING);
        assert_eq!(
            board.sheet.cells().iter().filter(starting).count(),
            7,
            "{}",
            board.name()
        );
        assert!(board.orientations.is_empty());
        let clash = Kind::STARTING | Kind::BLOCKED;
        assert!(
            board
                .sheet
                .cells()
                .iter()
                .all(|cell| !cell.kinds.has(clash))
        );
    }
}

#[test]
fn facts_of_one_board() {
    let board = all()
        .into_iter()
        .find(|board| board.number == Some(31))
        .expect("number 31");
    let grid = grid(board.sheet.clone());
    let names = |kind| {
        let names: Vec<String> = grid
            .of_kind(kind)
            .iter()
            .map(|hex| grid.name(hex))
            .collect();
        names.join(" ")
    };
    assert_eq!(board.name(), "Oblivion's Pillars");
    assert_eq!(names(Kind::STARTING), "c1 a2 e3 g3 b4 f4 e5");
    assert_eq!(names(Kind::LETHAL), "d3");
    assert_eq!(names(Kind::BLOCKED), "e2 c4");
    assert_eq!(names(Kind::COVER), "b1");
    assert_eq!(board.verified, Some(Verified::CrossChecked));
    assert_eq!(board.read_once, Kind::BLOCKED | Kind::COVER);
    assert_eq!(board.unread, Kind::PLAIN);
}

#[test]
fn shared_boards_are_fair_in_both_orientations() {
    let shared: Vec<BoardFile> = all()
        .into_iter()
        .filter(|board| !board.orientations.is_empty())
        .collect();
    assert_eq!(shared.len(), 3);
    for board in &shared {
        assert_eq!(board.sheet.cells().len(), 85);
        assert!(board.sheet.parts().is_empty());
        for (orientation, neutral) in [("portrait", 9), ("landscape", 5)] {
            let sheet = board.oriented(orientation).expect("both orientations");
            let grid = grid(sheet.clone());
            assert_eq!(grid.in_region(NOBODY).len(), neutral);
            assert_eq!(grid.in_region(0).len(), grid.in_region(1).len());
            for region in [0, 1] {
                let starting = grid.of_kind(Kind::STARTING) & grid.in_region(region);
                assert_eq!(starting.len(), 7, "{} {orientation}", board.name());
            }
            // Each side is of one piece; only an unbroken line of neutral hexes keeps the sides apart.
            let apart = grid.reach(grid.in_region(0).first().unwrap(), 40, &grid.in_region(0));
            assert_eq!(apart.len(), grid.in_region(0).len() - 1);
            let touching = grid
                .in_region(0)
                .iter()
                .any(|hex| !(grid.adjacent(hex) & grid.in_region(1)).is_empty());
            assert_eq!(
                touching,
                orientation == "landscape",
                "{} {orientation}",
                board.name()
            );
            // Half a turn swaps the regions.
            for hex in grid.all() {
                let there = grid.at(sheet.turn(grid.coord(hex)));
                let swapped = match grid.region(hex) {
                    0 => 1,
                    1 => 0,
                    nobody => nobody,
                };
                assert_eq!(grid.region(there), swapped);
                if board.ours {
                    assert_eq!(grid.kinds(there), grid.kinds(hex));
                }
            }
        }
        assert!(
            board
                .orientation("landscape")
                .is_some_and(|landscape| landscape.ours)
        );
    }
}

const SOUND: &str = "\
# A small sheet.
board \"Little Yard\"
edition somewhere
set \"Core set\"
set \"Other set\"
number 7
verified one image
unread blocked cover
edges half
map
| . s%.
|  . #
| ! . ~

orientation portrait
| 1 1 1
|  - -
| 2 2 2
orientation landscape ours
| 1 - 2
|  1 2
| 1 - 2
";

#[test]
fn a_sound_file() {
    let board = Sheet::parse("little-yard", SOUND).expect("no errors");
    assert_eq!(board.name(), "Little Yard");
    assert_eq!(
        (board.file.as_str(), board.edition.as_str()),
        ("little-yard", "somewhere")
    );
    assert_eq!(board.sets, ["Core set", "Other set"]);
    assert_eq!(board.number, Some(7));
    assert_eq!(board.verified, Some(Verified::OneImage));
    assert_eq!(board.unread, Kind::BLOCKED | Kind::COVER);
    assert_eq!(board.sheet.cells()[1].kinds, Kind::STARTING | Kind::STAGGER);
    let portrait = board.orientation("portrait").expect("portrait");
    assert_eq!(portrait.regions, [0, 0, 0, NOBODY, NOBODY, 1, 1, 1]);
    assert!(!portrait.ours && board.orientation("landscape").expect("landscape").ours);
    assert_eq!(board.oriented("sideways"), None);
}

fn errors(text: &str) -> Vec<String> {
    let errors = Sheet::parse("broken", text).expect_err("a broken file");
    errors.iter().map(BoardError::to_string).collect()
}

#[test]
fn an_empty_file() {
    assert_eq!(
        errors(""),
        [
            "1:1: `board` is missing: expected board \"Name\"",
            "1:1: `edition` is missing: expected edition word",
            "1:1: `edges` is missing: expected edges half or edges whole",
            "1:1: `map` is missing: expected map and its rows",
            "1:1: `verified` is missing: expected it, or `origin ours`",
        ]
    );
}

#[test]
fn every_broken_header_is_reported() {
    let text = "\
board Little Yard
edition Some Where
set \"\"
number seven
verified twice
read-once blocked walls
unread
origin elsewhere
edges round
colour red
board \"Again\"
| . .
map below
orientation
";
    assert_eq!(
        errors(text),
        [
            "1:7: expected a name in double quotes",
            "2:9: expected one lower-case word after `edition`",
            "3:5: expected a name in double quotes",
            "4:8: expected a whole number after `number`",
            "5:10: expected `cross-checked` or `one image` after `verified`",
            "6:19: expected starting, blocked, lethal, cover or stagger after `read-once`",
            "7:8: expected starting, blocked, lethal, cover or stagger after `unread`",
            "8:8: expected `printed` or `ours` after `origin`",
            "9:7: expected `half` or `whole` after `edges`",
            "10:1: unknown header `colour`: expected board, edition, set, number, verified, \
             read-once, unread, origin, edges, map or orientation",
            "11:1: `board` is given twice: expected it once",
            "12:1: a drawn row here: expected `map` or `orientation` first",
            "13:1: the map has no hex: expected drawn rows below `map`",
            "13:5: expected nothing after `map`: the rows follow below",
            "14:13: expected one lower-case word after `orientation`, then nothing or `ours`",
        ]
    );
}

#[test]
fn every_broken_cell_is_reported() {
    let text = SOUND.replace("| . s%.\n|  . #\n", "| . s%A\n|  . .#x\n");
    assert_eq!(
        errors(&text),
        [
            "11:7: unknown cell `A`: expected one of . # ! ~ % s _",
            "12:8: unknown cell `x`: expected one of . # ! ~ % s _",
        ]
    );
    let text = SOUND.replace("|  . #\n", "| . #\n");
    assert_eq!(
        errors(&text),
        [
            "12:3: this cell is half a hex out of line: expected rows to alternate by one \
          character, and a second mark in place of the space after its cell"
        ]
    );
}

#[test]
fn a_torn_rectangle_is_reported() {
    let text = SOUND.replace("|  . #\n", "|  _ #\n");
    assert_eq!(
        errors(&text),
        ["12:4: no hex here: expected a full rectangle for `edges half`"]
    );
}

#[test]
fn regions_must_match_the_map() {
    let text = SOUND
        .replace("|  - -\n", "|  - - -\n")
        .replace("| 1 - 2\n|  1 2\n", "| 1 0 2\n|  1\n");
    assert_eq!(
        errors(&text),
        [
            "17:8: the map has no hex here",
            "20:5: unknown region `0`: expected a digit from 1 to 9, - or _",
        ]
    );
    let text = SOUND
        .replace("|  1 2\n", "|  1\n")
        .replace("landscape ours", "portrait");
    assert_eq!(
        errors(&text),
        [
            "19:13: orientation `portrait` is drawn twice",
            "21:6: no region here: expected one for every hex of the map",
        ]
    );
}

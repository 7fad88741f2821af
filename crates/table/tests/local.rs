//! A table in one place: whole games of every edition, kept and opened again, taken back, refused, and as files.

use gloryhex_editions::Content;
use gloryhex_engine::Seed;
use gloryhex_lab::digest::Digest;
use gloryhex_protocol::{ClientMessage, Code, NewGame, NewSeat, SeatKind, ServerMessage, Stage};
use gloryhex_table::{
    Due, LocalTable, files,
    kept::{Kept, hash},
    local::New,
    seating, story,
};
use std::{sync::Arc, time::Duration};

fn content() -> Arc<Content> {
    Arc::new(Content::load(&[]).unwrap_or_else(|problems| panic!("{problems:?}")))
}

fn seat(kind: SeatKind) -> NewSeat {
    NewSeat {
        kind,
        name: String::new(),
        warband: String::new(),
        deck: None,
    }
}

fn new_game(edition: &str, other: SeatKind) -> NewGame {
    NewGame {
        edition: edition.to_owned(),
        variant: Vec::new(),
        hot_seat: other == SeatKind::Human,
        seats: vec![seat(SeatKind::Human), seat(other)],
        public: false,
        best_of: 1,
        decide: false,
        clock: None,
        boards: Vec::new(),
        rated: false,
        own_boards: Vec::new(),
    }
}

fn random() -> SeatKind {
    SeatKind::Opponent {
        level: "random".to_owned(),
    }
}

fn table(content: &Arc<Content>, new: NewGame, seed: u8) -> LocalTable {
    let plan = seating::plan(content, new, || Seed::Cipher([seed; 32])).expect("a plan");
    LocalTable::new(Arc::clone(content), "g", plan).expect("a table")
}

/// Plays choices picked by a fixed rule until somebody has made so many, or to the end; gives all that was to be stored.
fn play(table: &mut LocalTable, most: usize) -> New {
    let mut mind = 3_u64;
    let mut all = table.take_new();
    while table.play().record.made.len() < most {
        match table.due() {
            Due::Nothing => break,
            Due::Person(_) => {
                let on = table.play().on_table().expect("it has begun");
                let offered = on.offered();
                mind = mind.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let choice = offered[(mind >> 33) as usize % offered.len()].0.clone();
                let (at, seat) = (table.play().record.at, None);
                table.hear(ClientMessage::Choose { at, choice, seat });
            }
            Due::Pass(..) | Due::Opponent(..) => {
                assert!(table.go_on(Duration::ZERO).expect("it goes on"));
            }
        }
        for said in table.take_said() {
            assert!(!matches!(said, ServerMessage::Error { .. }), "{said:?}");
        }
        let new = table.take_new();
        all.entries.extend(new.entries);
        all.positions.extend(new.positions);
    }
    all
}

fn kept(content: &Content, table: &LocalTable, new: New) -> Kept {
    Kept {
        id: "g".to_owned(),
        plan: Arc::clone(&table.play().plan),
        engine: gloryhex_lab::replay::VERSION.to_owned(),
        content: hash(content),
        entries: new.entries,
        positions: new.positions.into_iter().rev().collect(),
    }
}

fn digest(table: &LocalTable) -> u64 {
    Digest::of(&table.play().on_table().expect("it has begun").game.state)
}

#[test]
fn whole_games_are_played_kept_and_read_by_the_terminal() {
    let content = content();
    for edition in content.edition_names() {
        let mut table = table(&content, new_game(edition, random()), 1);
        let new = play(&mut table, usize::MAX);
        assert_eq!(table.play().stage(), Stage::Over, "{edition}");
        let (entries, positions) = (new.entries.clone(), new.positions.clone());
        let again = kept(&content, &table, New { entries, positions });
        let opened = again.open(&content).expect("it opens");
        let replay = story::written(&content, &opened).expect("a replay");
        assert_eq!(replay.hash, format!("{:016x}", digest(&table)), "{edition}");
        let text = serde_json::to_string(&replay).expect("text");
        let read = files::read(&content, "r", &text, None, Seed::Fast(0)).expect("it is read");
        let read = LocalTable::open(Arc::clone(&content), read).expect("it opens");
        assert_eq!(digest(&read), digest(&table), "{edition}");
        let same = kept(&content, &table, new);
        let same = LocalTable::open(Arc::clone(&content), same).expect("it opens");
        assert_eq!(digest(&same), digest(&table), "{edition}");
    }
}

#[test]
fn a_replay_of_a_random_game_is_read_with_all_its_moments() {
    let content = content();
    for edition in content.edition_names() {
        let laid = content.table(&gloryhex_editions::Spec::core(edition, 2));
        let laid = Arc::new(laid.unwrap_or_else(|problem| panic!("{problem}")));
        let replay = gloryhex_lab::replay::Replay::record(&laid, content.hash, 5);
        let replay = replay.unwrap_or_else(|fault| panic!("{fault}"));
        let text = serde_json::to_string(&replay).expect("text");
        let kept = files::read(&content, "r", &text, None, Seed::Fast(0));
        let kept = kept.unwrap_or_else(|problem| panic!("{edition}: {problem}"));
        let opened = kept.open(&content).expect("it opens");
        assert!(opened.play.is_over(), "{edition}");
        let last = opened.play.record.at;
        let moment = story::moment(&content, &opened, last / 2).expect("a moment");
        assert_eq!((moment.view.at, moment.last), (last / 2, last));
        let written = story::written(&content, &opened).expect("a replay");
        assert_eq!(written.hash, replay.hash);
        assert_eq!(written.choices, replay.choices);
    }
}

#[test]
fn a_game_under_way_goes_to_the_terminal_and_back() {
    let content = content();
    let mut table = table(&content, new_game("harrowdeep", SeatKind::Human), 2);
    let _ = play(&mut table, 60);
    let text = files::write_save(&content, table.play()).expect("a save");
    let read = files::read(&content, "s", &text, Some("beginner"), Seed::Fast(9));
    let read = read.unwrap_or_else(|problem| panic!("{problem}"));
    let mut read = LocalTable::open(Arc::clone(&content), read).expect("it opens");
    assert_eq!(digest(&read), digest(&table));
    assert_eq!(read.own(), 1);
    let _ = play(&mut read, 10);
    assert!(read.play().record.made.len() >= 10);
    let damaged = text.replace("\"round\":1", "\"round\":2");
    let refused = files::read(&content, "s", &damaged, None, Seed::Fast(9));
    let problem = refused.err().expect("it is refused");
    assert_eq!(problem.code, Code::Invalid);
    assert!(problem.message.contains("damaged or changed"), "{problem}");
    let nonsense = files::read(&content, "s", "dice", None, Seed::Fast(9));
    let problem = nonsense.err().expect("it is refused");
    assert!(problem.message.starts_with("Neither a replay nor a save"));
}

#[test]
fn what_the_rules_refuse_changes_nothing_and_names_the_rule() {
    let content = content();
    let mut table = table(&content, new_game("nightvault", SeatKind::Human), 3);
    let _ = play(&mut table, 4);
    let before = digest(&table);
    let at = table.play().record.at;
    let (choice, seat) = ("pass".to_owned(), None);
    table.hear(ClientMessage::Choose { at, choice, seat });
    let said = table.take_said();
    let [ServerMessage::Refused { refusal }] = &said[..] else {
        panic!("{said:?}");
    };
    assert!(refusal.rule.starts_with("nightvault."), "{refusal:?}");
    assert!(!refusal.remedy.is_empty());
    assert_eq!(digest(&table), before);
    assert!(table.take_new().entries.is_empty());
}

#[test]
fn whoever_sits_alone_takes_everything_back() {
    let content = content();
    let mut table = table(&content, new_game("shadespire", SeatKind::Human), 4);
    let _ = play(&mut table, 30);
    let before = table.play().record.made.len();
    let at = table.play().record.at;
    table.hear(ClientMessage::Undo { at });
    let said = table.take_said();
    assert!(
        matches!(
            &said[..],
            [ServerMessage::Update {
                forget_after: Some(_),
                ..
            }]
        ),
        "{said:?}"
    );
    assert!(table.play().record.made.len() < before);
}

#[test]
fn the_next_game_has_the_same_people_and_other_dice() {
    let content = content();
    let mut table = table(&content, new_game("shadespire", random()), 5);
    table.hear(ClientMessage::Resign);
    assert_eq!(table.play().stage(), Stage::Over);
    table.hear(ClientMessage::Rematch);
    let plan = table.take_next().expect("everybody wants another game");
    assert_ne!(plan.seed, table.play().plan.seed);
    let next = table.after("h", plan).expect("a table");
    table.name_next("h".to_owned()).expect("a name");
    assert_eq!((next.own(), next.play().stage()), (1, Stage::Running));
    let named = |said: &ServerMessage| matches!(said, ServerMessage::NextGame { game, token: Some(_), .. } if game == "h");
    assert!(table.take_said().iter().any(named));
}

#[test]
fn nobody_waits_for_somebody_at_another_screen() {
    let content = content();
    let new = NewGame {
        hot_seat: false,
        ..new_game("embergard", SeatKind::Human)
    };
    let plan = seating::plan(&content, new, || Seed::Fast(1)).expect("a plan");
    let refused = LocalTable::new(content, "g", plan)
        .err()
        .expect("it is refused");
    assert_eq!(
        refused.message,
        "Playing with somebody at another screen needs a server: `gloryhex serve` is one."
    );
}

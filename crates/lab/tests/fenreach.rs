//! A made-up fifth edition, read from a folder, is played like the printed ones: in batches with every
//! invariant checked, by opponents of every kind, and with its own formats of decks.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{Choices, Ending, Game, Pending, Seeded, Table, Windows};
use gloryhex_lab::{SimSpec, soak};
use gloryhex_notation::{
    deck::{Built, random, validate},
    deck_file::DeckFile,
    index::RulesIndex,
};
use gloryhex_search::{Kind, Policy};
use std::{
    collections::HashSet,
    path::Path,
    sync::{Arc, OnceLock},
};

const NAME: &str = "fenreach";

fn content() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editions/tests/fenreach");
        Content::load(&[folder]).unwrap_or_else(|problems| panic!("{problems:?}"))
    })
}

fn table(players: u8) -> Arc<Table> {
    let table = content().table(&Spec::core(NAME, players));
    Arc::new(table.unwrap_or_else(|problem| panic!("{problem}")))
}

#[test]
fn it_stands_behind_the_printed_editions() {
    let names: Vec<&str> = content().edition_names().collect();
    assert_eq!(names[..4], NAMES);
    assert_eq!(names[4..], [NAME]);
}

#[test]
fn two_hundred_random_games_keep_every_invariant() {
    let index = RulesIndex::of(content(), NAME).expect("it is sound");
    let rules: HashSet<String> = index.ids().collect();
    for (players, games) in [(2, 150), (3, 50)] {
        let spec = SimSpec {
            edition: NAME.to_owned(),
            players,
            games,
            seed: 5,
            threads: 1,
            policy: gloryhex_lab::Policy::Random,
            windows: Windows::Playable,
        };
        let report = soak::simulate_checked(&table(players), &spec, &rules);
        let report = report.unwrap_or_else(|(number, fault)| panic!("game {number}: {fault}"));
        assert_eq!(report.games, games);
    }
}

#[test]
fn opponents_of_every_kind_play_it_to_the_end() {
    let kinds = ["random", "greedy", "search:3", "beginner", "adept"];
    for pair in kinds.windows(2) {
        let mut seated: Vec<Box<dyn Policy>> = Vec::new();
        for (seed, kind) in (1..).zip(pair) {
            seated.push(kind.parse::<Kind>().expect("a player").player(seed));
        }
        let mut game = Game::new(table(2), Windows::Playable);
        let mut chance = Seeded::new(9);
        let mut list = Choices::new();
        let mut pending = game.go_on(&mut chance, None, &mut list);
        for seed in 0.. {
            let Pending::Decide(seat) = pending else {
                break;
            };
            let choices: Vec<_> = list.iter().copied().collect();
            let made = seated[seat.ix()].decide(&game, seat, &choices, seed);
            let made = game.play(seat, made, &mut chance, None, &mut list);
            pending = made.expect("on offer");
        }
        assert_ne!(game.ending(), Ending::Running, "{pair:?}");
    }
}

#[test]
fn opponents_judge_by_its_own_figures() {
    let weighing = content().edition(NAME).expect("it is there").weighing;
    assert_eq!(table(2).weighing, weighing);
    assert_ne!(weighing.keen.slope, weighing.greedy.slope);
}

fn broken(text: &str) -> Vec<String> {
    let deck = DeckFile::read(content(), "my.deck", text).expect("its cards exist");
    let built = Built {
        edition: &deck.edition,
        format: &deck.format,
        warband: &deck.warband,
        cards: &deck.cards,
    };
    let found = validate(content(), &built);
    let told = found.iter();
    told.map(|b| format!("{}: {}", b.rule.id(), b.message))
        .collect()
}

#[test]
fn decks_are_checked_by_its_own_format() {
    let sound = "edition: fenreach\nwarband: The Reed Wardens\nstart: The Reed Wardens Starter\n";
    assert_eq!(broken(sound), [""; 0]);
    let bad = "edition: fenreach\nwarband: The Reed Wardens\nstart: The Reed Wardens Starter\n\
        without: Dry Feet\nwithout: Stilts\nWill of the Wisp\nWarm Broth\n";
    assert_eq!(
        broken(bad),
        [
            "deck.objectives: 5 objectives: expected exactly 6",
            "deck.ploys: 7 ploys among 11 power cards: expected at most 5",
            "deck.unique: more than once: Warm Broth",
            "deck.usable: The Reed Wardens cannot use Will of the Wisp (The Marsh Lights)",
        ]
    );
    let strange = DeckFile::read(content(), "my.deck", "edition: fenreach\nformat: rivals\n");
    let told = strange.expect_err("no such format");
    assert_eq!(
        told[0].to_string(),
        "my.deck:2:1: `rivals` is no format of fenreach: expected moot"
    );
    for seed in 0..20 {
        let format = &content().formats(NAME)[0];
        let cards = random(content(), NAME, format, "The Marsh Lights", seed).expect("enough");
        let built = Built {
            edition: NAME,
            format,
            warband: "The Marsh Lights",
            cards: &cards,
        };
        assert_eq!(validate(content(), &built), [], "{seed}");
    }
}

#[test]
fn cards_are_told_in_its_own_words() {
    let cards = content().cards_called(NAME, "Whetted Edge");
    let text = content().text(cards[0].code.id);
    assert!(text.contains("strike"), "{text}");
}

//! Everything that is written reads back: choices offered in random games, by the name of each.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{Choices, Game, Pending, Seeded, Windows};
use gloryhex_notation::{choice, names::Names};
use std::{collections::HashMap, sync::Arc};

/// Decisions looked at, for each edition and number of players, unless the environment says otherwise.
const DECISIONS: usize = 700;

fn budget() -> usize {
    let asked = std::env::var("GLORYHEX_FUZZ_DECISIONS").ok();
    asked.map_or(DECISIONS, |n| n.parse().expect("a number of decisions"))
}

/// A small generator for the players, so that failures can be repeated.
struct Mind(u64);

impl Mind {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

/// Looks at one decision: no two choices are written alike, and those looked at are read as themselves.
fn look(game: &Game, names: &Names, list: &Choices, mind: &mut Mind, place: &str) {
    let seat = game.decider().expect("somebody decides");
    let mut texts = HashMap::new();
    for choice in list.iter() {
        let text = choice::write(game, names, seat, *choice);
        if let Some(other) = texts.insert(text.clone(), *choice) {
            panic!("{place}: `{text}` is written for {other:?} and {choice:?}");
        }
    }
    // The first, the last and some between: reading goes through the whole list each time.
    let n = list.len();
    for ix in [0, n - 1, mind.below(n), mind.below(n), mind.below(n)] {
        let wanted = list[ix];
        let text = choice::write(game, names, seat, wanted);
        match choice::read(game, names, seat, list, &text) {
            Ok(read) => assert_eq!(read, wanted, "{place}: `{text}`"),
            Err(problem) => panic!("{place}: `{text}` for {wanted:?}: {problem:?}"),
        }
    }
}

#[test]
fn every_choice_offered_in_random_games_is_read_back_as_itself() {
    let content = Content::embedded();
    for edition in NAMES {
        let most = if edition == "embergard" { 2 } else { 4 };
        for players in 2..=most {
            let spec = Spec::core(edition, players);
            let table = Arc::new(content.table(&spec).expect("a table"));
            let names = Names::of(&table);
            let mut list = Choices::new();
            let mut looked = 0;
            for seed in 0.. {
                let mut chance = Seeded::new(1000 + seed);
                let mut mind = Mind(0x9E37_79B9_7F4A_7C15 ^ (seed + 1));
                let mut game = Game::new(Arc::clone(&table), Windows::Public);
                let mut pending = game.go_on(&mut chance, None, &mut list);
                while let Pending::Decide(seat) = pending {
                    let place = format!("{edition}, {players} players, game {seed}");
                    look(&game, &names, &list, &mut mind, &place);
                    looked += 1;
                    let choice = list[mind.below(list.len())];
                    pending = game
                        .play(seat, choice, &mut chance, None, &mut list)
                        .expect("a listed choice");
                }
                if looked > budget() {
                    break;
                }
            }
        }
    }
}

/// Words of the notation that no button should say.
fn is_notation(plain: &str, written: &str) -> bool {
    let bare = plain.to_lowercase() == written && written.contains(' ');
    bare || plain.contains(['"', '@'])
        || plain.contains(" via ")
        || plain.starts_with("Take option")
}

#[test]
fn every_choice_offered_in_random_games_has_plain_words_of_its_own() {
    let content = Content::embedded();
    for edition in NAMES {
        let spec = Spec::core(edition, 2);
        let table = Arc::new(content.table(&spec).expect("a table"));
        let names = Names::with_texts(content, &table);
        let mut list = Choices::new();
        for seed in 0..12u64 {
            let mut chance = Seeded::new(4000 + seed);
            let mut mind = Mind(0x9E37_79B9_7F4A_7C15 ^ (seed + 1));
            let mut game = Game::new(Arc::clone(&table), Windows::Playable);
            let mut pending = game.go_on(&mut chance, None, &mut list);
            while let Pending::Decide(seat) = pending {
                for choice in list.iter() {
                    let plain = choice::plain(&game, &names, seat, &list, *choice);
                    let written = choice::write(&game, &names, seat, *choice);
                    assert!(!plain.is_empty(), "{edition}: `{written}`");
                    assert!(
                        !is_notation(&plain, &written),
                        "{edition}: `{written}` is told as `{plain}`"
                    );
                    let first = plain.chars().next().expect("a letter");
                    let begins = first.is_uppercase() || first.is_numeric();
                    assert!(begins && !plain.ends_with('.'), "{edition}: {plain}");
                }
                let choice = list[mind.below(list.len())];
                pending = game
                    .play(seat, choice, &mut chance, None, &mut list)
                    .expect("a listed choice");
            }
        }
    }
}

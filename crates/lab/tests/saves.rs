//! Saves that somebody changed and signed again: each is refused with a reason or can be played on, and none
//! makes the program stumble.
//!
//! `GLORYHEX_FUZZ_SAVES` is how many are tried per edition. The same number always tries the same ones.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{Choices, Game, Pending, Seeded, Windows};
use gloryhex_lab::{playout::Streams, seed::derive};
use gloryhex_notation::{Names, choice, hash, save::Save};
use serde_json::Value;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// Saves per edition, unless the environment says otherwise.
const BUDGET: u64 = 150;
/// Numbers that often mean something.
const TELLING: [u64; 14] = [0, 1, 2, 3, 4, 7, 15, 31, 63, 64, 128, 254, 255, 0xffff_ffff];

fn budget() -> u64 {
    let asked = std::env::var("GLORYHEX_FUZZ_SAVES").ok();
    asked.map_or(BUDGET, |asked| {
        asked
            .parse()
            .expect("GLORYHEX_FUZZ_SAVES is a number of saves")
    })
}

/// Saves of a random game, taken on the way.
fn saves(edition: &str, number: u64) -> Vec<Save> {
    let content = Content::embedded();
    let players = if edition != "embergard" && number % 4 == 3 {
        3
    } else {
        2
    };
    let spec = Spec::core(edition, players);
    let table = Arc::new(content.table(&spec).expect("a table"));
    let mut streams = Streams::new(derive(11, number));
    let mut game = Game::new(table, Windows::Public);
    let mut list = Choices::new();
    let mut saves = Vec::new();
    let mut pending = game.go_on(&mut streams.chance, None, &mut list);
    for decision in 0u64.. {
        let Pending::Decide(_) = pending else {
            break;
        };
        if decision % 7 == number % 7 {
            saves.push(Save::of(&game, &spec, content));
        }
        let made = list[streams.mind.below(list.len() as u32) as usize];
        pending = game.make(made, &mut streams.chance, None, &mut list);
    }
    saves
}

/// Everything in a save that is a number or a word.
fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|one| leaves(one, found)),
        Value::Object(fields) => fields.values_mut().for_each(|one| leaves(one, found)),
        Value::Null => {}
        leaf => found.push(leaf),
    }
}

/// The save with something in it changed, signed again; `None` if it is no save any more.
fn changed(save: &Save, mind: &mut Seeded) -> Option<Save> {
    let mut value = serde_json::to_value(save).expect("it is written");
    let other = value["state"].clone();
    {
        let mut found: Vec<&mut Value> = Vec::new();
        leaves(value.get_mut("state")?, &mut found);
        // Most of a state are empty places; what is filled is changed more often.
        for _ in 0..=mind.below(3) {
            let place = (0..4)
                .map(|_| mind.below(found.len() as u32) as usize)
                .max_by_key(|ix| !matches!(found[*ix].as_u64(), Some(0 | 255)))?;
            let telling = TELLING[mind.below(TELLING.len() as u32) as usize];
            let new = match &*found[place] {
                Value::Bool(on) => Value::Bool(!*on),
                Value::Number(old) => {
                    let old = old.as_u64().unwrap_or(0);
                    Value::from(match mind.below(4) {
                        0 => old ^ 1 << mind.below(8),
                        1 => old.wrapping_add(1),
                        2 => u64::from(mind.below(256)),
                        _ => telling,
                    })
                }
                _ => {
                    let mut words = Vec::new();
                    let mut all = other.clone();
                    leaves(&mut all, &mut words);
                    words.retain(|word| word.is_string());
                    words[mind.below(words.len() as u32) as usize].clone()
                }
            };
            *found[place] = new;
        }
    }
    if mind.below(8) == 0 {
        // A frame in the place of another.
        let frames = value["state"]["stack"]["frames"].as_array_mut()?;
        let (a, b) = (mind.below(6) as usize, mind.below(6) as usize);
        frames[a] = frames[b].clone();
    }
    let mut save: Save = serde_json::from_value(value).ok()?;
    save.check = hash::of(&(&save.table, &save.state));
    Some(save)
}

/// Loads a save as the program does and plays on. Says whether it was loaded.
fn go_on(text: &str, seed: u64) -> bool {
    let content = Content::embedded();
    let save = Save::read("a.save", text).expect("it is signed");
    let mut game = match save.game(content, Windows::Public) {
        Ok(game) => game,
        Err(reason) => {
            assert!(!reason.is_empty());
            return false;
        }
    };
    let names = Names::of(&game.table);
    let mut streams = Streams::new(seed);
    let mut list = Choices::new();
    let mut pending = game.go_on(&mut streams.chance, None, &mut list);
    for _ in 0..400 {
        let Pending::Decide(seat) = pending else {
            break;
        };
        if list.is_empty() {
            break;
        }
        let made = list[streams.mind.below(list.len() as u32) as usize];
        choice::write(&game, &names, seat, made);
        pending = game.make(made, &mut streams.chance, None, &mut list);
    }
    true
}

#[test]
fn saves_that_were_changed_and_signed_again_do_no_harm() {
    let (mut tried, mut loaded) = (0u64, 0u64);
    let mut stumbled: Vec<String> = Vec::new();
    for edition in NAMES {
        let mut mind = Seeded::new(5);
        let mut left = budget();
        for number in 0.. {
            for save in saves(edition, number) {
                let Some(save) = changed(&save, &mut mind) else {
                    continue;
                };
                let text = save.write();
                let seed = derive(number, left);
                match catch_unwind(AssertUnwindSafe(|| go_on(&text, seed))) {
                    Ok(fine) => loaded += u64::from(fine),
                    Err(_) => stumbled.push(format!("{edition}, game {number}")),
                }
                tried += 1;
                left = left.saturating_sub(1);
            }
            if left == 0 {
                break;
            }
        }
    }
    assert!(
        stumbled.is_empty(),
        "{} of {tried}: {stumbled:?}",
        stumbled.len()
    );
    assert!(
        loaded > tried / 20,
        "{loaded} of {tried} could be played on"
    );
}

#[test]
fn saves_as_they_were_written_are_loaded() {
    for edition in NAMES {
        for number in [0, 3] {
            for save in saves(edition, number) {
                let game = save.game(Content::embedded(), Windows::Public);
                let game = game.unwrap_or_else(|reason| panic!("{edition}: {reason}"));
                assert_eq!(game.state, save.state);
            }
        }
    }
}

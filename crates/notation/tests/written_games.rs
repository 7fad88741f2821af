//! Saves and replays of whole random games.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{Choices, Game, Log, Pending, Seeded, Windows};
use gloryhex_model::Seat;
use gloryhex_notation::{
    Names, choice, event, hash,
    replay::Replay,
    save::Save,
    undo::{Undo, UndoStack},
};
use std::sync::Arc;

fn play(edition: &str, seed: u64) -> (Replay, Game, Spec) {
    let content = Content::embedded();
    let spec = Spec::core(edition, 2);
    let table = Arc::new(content.table(&spec).unwrap());
    let names = Names::of(&table);
    let mut game = Game::new(table, Windows::Playable);
    let mut replay = Replay::new(&spec, content, seed, Windows::Playable);
    let mut chance = Seeded::new(seed);
    let mut policy = Seeded::new(!seed);
    let mut list = Choices::new();
    let mut pending = game.go_on(&mut chance, None, &mut list);
    while let Pending::Decide(seat) = pending {
        let made = list[policy.below(list.len() as u32) as usize];
        let text = choice::write(&game, &names, seat, made);
        let read = choice::read(&game, &names, seat, &list, &text);
        assert_eq!(read, Ok(made), "{text}");
        replay.record(&game, &names, seat, made);
        pending = game.make(made, &mut chance, None, &mut list);
    }
    replay.close(&game);
    (replay, game, spec)
}

#[test]
fn the_log_names_places_weapons_and_who_did_it() {
    let content = Content::embedded();
    for edition in NAMES {
        let table = Arc::new(content.table(&Spec::core(edition, 2)).unwrap());
        let names = Names::of(&table);
        for seed in 0..4 {
            let mut game = Game::new(Arc::clone(&table), Windows::Playable);
            let (mut chance, mut policy) = (Seeded::new(seed), Seeded::new(!seed));
            let mut list = Choices::new();
            let mut log = Log::default();
            let mut pending = game.go_on(&mut chance, Some(&mut log), &mut list);
            while let Pending::Decide(_) = pending {
                for happened in log.events.drain(..) {
                    let said = event::sentence(&game, &names, &happened);
                    for wrong in ["nowhere", "action from", "slain from", "with a weapon."] {
                        assert!(!said.contains(wrong), "{edition}, seed {seed}: {said}");
                    }
                }
                let made = list[policy.below(list.len() as u32) as usize];
                pending = game.make(made, &mut chance, Some(&mut log), &mut list);
            }
        }
    }
}

#[test]
fn replays_verify_and_say_where_they_do_not() {
    for edition in NAMES {
        for seed in 0..3 {
            let (replay, game, _) = play(edition, seed);
            let mut read = Replay::read("r", &replay.write()).unwrap();
            assert_eq!(read, replay);
            let again = read.verify(Content::embedded()).unwrap();
            assert_eq!(again.state, game.state);
            read.hash ^= 1;
            let off = read.verify(Content::embedded()).unwrap_err();
            assert_eq!(off.input, read.inputs.len() + 1);
        }
    }
}

#[test]
fn saves_come_back_and_damage_is_located() {
    let (_, game, spec) = play("harrowdeep", 1);
    let content = Content::embedded();
    let save = Save::of(&game, &spec, content);
    let text = save.write();
    let back = Save::read("a.save", &text).unwrap();
    let loaded = back.game(content, Windows::Playable).unwrap();
    assert_eq!(hash::of_state(&loaded.state), hash::of_state(&game.state));
    let problem = Save::read("a.save", &text[..40]).unwrap_err();
    assert_eq!((problem.line, problem.column), (1, 40));
    let older = text.replacen("\"format\":4", "\"format\":2", 1);
    assert_eq!(
        Save::read("a.save", &older).unwrap_err().to_string(),
        "a.save:1:1: expected format 4, found 2: the save was made by another version of the program; play \
         it on with that one, or begin a new game"
    );
    let changed = text.replacen("\"round\":3", "\"round\":77", 1);
    assert_ne!(changed, text);
    let problem = Save::read("a.save", &changed).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "a.save:1:1: the save was damaged or changed after it was written"
    );
}

#[test]
fn undo_is_free_until_somebody_sees_something() {
    let content = Content::embedded();
    let table = Arc::new(content.table(&Spec::core("shadespire", 2)).unwrap());
    let mut game = Game::new(table, Windows::Playable);
    let mut chance = Seeded::new(2);
    let mut log = Log::default();
    let mut list = Choices::new();
    let Pending::Decide(seat) = game.go_on(&mut chance, Some(&mut log), &mut list) else {
        panic!("somebody chooses a board");
    };
    let mut undo = UndoStack::default();
    assert_eq!(undo.policy(seat), Undo::Nothing);
    undo.push(game.clone(), seat, &log.events);
    assert_eq!(undo.policy(seat), Undo::NeedsConsent("dice were rolled"));
    undo.push(game.clone(), seat, &[]);
    assert_eq!(undo.policy(seat), Undo::Free);
    let other = Seat(1 - seat.0);
    let why = "another player has decided since";
    assert_eq!(undo.policy(other), Undo::NeedsConsent(why));
    assert!(undo.pop().is_some() && undo.len() == 1);
}

//! Whole games of random choices run to their end in every edition that has warbands.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{Choices, Ending, Game, Log, Pending, Seeded, Windows};
use std::sync::Arc;

fn play(edition: &str, players: u8, seed: u64) -> Ending {
    let content = Content::embedded();
    let table = content
        .table(&Spec::core(edition, players))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let mut game = Game::new(Arc::new(table), Windows::Playable);
    let mut chance = Seeded::new(seed);
    let mut policy = Seeded::new(seed ^ 0x9e37_79b9);
    let mut list = Choices::new();
    let mut pending = game.go_on(&mut chance, None, &mut list);
    for _ in 0..100_000 {
        match pending {
            Pending::Decide(_) => {
                assert!(
                    !list.is_empty(),
                    "{edition} {seed}: nothing to choose at {:?}",
                    game.state.stack
                );
                let choice = list[policy.below(list.len() as u32) as usize];
                pending = game.make(choice, &mut chance, None, &mut list);
            }
            Pending::Over => return game.ending(),
            other => panic!("{edition} {seed}: {other:?}"),
        }
    }
    panic!("{edition} {seed}: the game does not end");
}

#[test]
fn random_games_end_in_every_edition() {
    for edition in NAMES {
        for players in 2..=4 {
            if edition == "embergard" && players > 2 {
                continue;
            }
            for seed in 0..20 {
                assert_ne!(play(edition, players, seed), Ending::Running);
            }
        }
    }
}

/// What a step lists is what the state offers, and neither that nor what happens depends on whether a log is there or
/// on what else the list was used for.
#[test]
fn a_step_lists_what_the_state_offers_with_a_log_and_without() {
    for edition in NAMES {
        for players in 2..=if edition == "embergard" { 2 } else { 4 } {
            for seed in 0..10 {
                plays_alike(edition, players, seed);
            }
        }
    }
}

fn plays_alike(edition: &str, players: u8, seed: u64) {
    let content = Content::embedded();
    let table = content
        .table(&Spec::core(edition, players))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let mut silent = Game::new(Arc::new(table), Windows::Playable);
    let mut logged = silent.clone();
    let (mut chance, mut same_chance) = (Seeded::new(seed), Seeded::new(seed));
    let mut policy = Seeded::new(!seed);
    let (mut list, mut same_list, mut anew) = (Choices::new(), Choices::new(), Choices::new());
    let mut log = Log::default();
    let mut pending = silent.go_on(&mut chance, None, &mut list);
    let mut same = logged.go_on(&mut same_chance, Some(&mut log), &mut same_list);
    loop {
        assert_eq!(pending, same, "{edition} {seed}");
        assert!(silent.state == logged.state, "{edition} {seed}");
        silent.list_anew(&mut anew);
        assert_eq!(list.as_slice(), same_list.as_slice(), "{edition} {seed}");
        let Pending::Decide(_) = pending else { break };
        assert_eq!(list.as_slice(), anew.as_slice(), "{edition} {seed}");
        let choice = list[policy.below(list.len() as u32) as usize];
        pending = silent.make(choice, &mut chance, None, &mut list);
        same = logged.make(choice, &mut same_chance, Some(&mut log), &mut anew);
        std::mem::swap(&mut same_list, &mut anew);
    }
    assert_eq!(pending, Pending::Over);
    assert!(list.is_empty() && !log.events.is_empty());
}

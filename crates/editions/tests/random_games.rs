//! Whole games of random choices run to their end in every edition that has warbands.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{Choices, Ending, Game, Pending, Seeded, Windows};
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
    for _ in 0..100_000 {
        match game.advance(&mut chance, None) {
            Pending::Decide(seat) => {
                game.choices(&mut list);
                assert!(
                    !list.is_empty(),
                    "{edition} {seed}: nothing to choose at {:?}",
                    game.state.stack
                );
                let choice = list[policy.below(list.len() as u32) as usize];
                assert_eq!(game.refusal(seat, choice), None);
                game.play_unchecked(choice, &mut chance, None);
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

#[test]
fn playing_on_is_making_a_choice_and_listing_the_next() {
    for edition in NAMES {
        for players in 2..=if edition == "embergard" { 2 } else { 4 } {
            for seed in 0..10 {
                plays_on_alike(edition, players, seed);
            }
        }
    }
}

fn plays_on_alike(edition: &str, players: u8, seed: u64) {
    let content = Content::embedded();
    let table = content
        .table(&Spec::core(edition, players))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let mut apart = Game::new(Arc::new(table), Windows::Playable);
    let mut at_once = apart.clone();
    let (mut chance, mut same_chance) = (Seeded::new(seed), Seeded::new(seed));
    let mut policy = Seeded::new(!seed);
    let (mut list, mut same_list) = (Choices::new(), Choices::new());
    let mut pending = at_once.advance_listing(&mut same_chance, &mut same_list);
    loop {
        assert_eq!(apart.advance(&mut chance, None), pending);
        assert!(apart.state == at_once.state, "{edition} {seed}");
        let Pending::Decide(_) = pending else { break };
        apart.choices(&mut list);
        let places = 0..list.len().max(same_list.len());
        for place in places {
            assert_eq!(list.nth(place), same_list.nth(place));
        }
        let choice = list[policy.below(list.len() as u32) as usize];
        apart.play_unchecked(choice, &mut chance, None);
        pending = at_once.play_on(choice, &mut same_chance, &mut same_list);
    }
    assert_eq!(pending, Pending::Over);
}

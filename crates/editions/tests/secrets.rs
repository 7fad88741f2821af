//! Two games that differ only in what a seat may not know look the same to it: views, choices,
//! refusals and what happens next until somebody shows a card.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{
    Choice, Choices, Event, Game, Log, Pending, Seeded, Verb, What, Windows, redact,
};
use gloryhex_model::Seat;
use std::sync::Arc;

/// A game that `seat` must not be able to tell from this one.
fn swap_secrets(game: &Game, seat: Seat, chance: &mut Seeded) -> Game {
    game.determinise(seat, chance)
}

fn bytes(game: &Game, viewer: Option<Seat>) -> String {
    serde_json::to_string(&game.view(viewer)).expect("a view can be written")
}

/// Events as the seat sees them, up to the first that shows a hidden card of somebody else.
fn seen(log: &Log, seat: Seat) -> Vec<Event> {
    let shows = |event: &&Event| {
        let source = match event.what {
            What::Scored { source, .. }
            | What::Revealed { source }
            | What::CardPlayed { source }
            | What::Reacted { source, .. }
            | What::CardDiscarded { source }
            | What::UpgradeGiven { source, .. } => source,
            _ => return false,
        };
        source.seat != seat
    };
    let before = log.events.iter().take_while(|event| !shows(event));
    before
        .filter_map(|event| redact(*event, Some(seat)))
        .collect()
}

/// Some choices, most of them not on offer.
fn invented(chance: &mut Seeded) -> Vec<Choice> {
    let verbs = [
        Verb::Move,
        Verb::Charge,
        Verb::Attack,
        Verb::Guard,
        Verb::Exchange,
        Verb::Play,
        Verb::Upgrade,
        Verb::Delve,
        Verb::React,
        Verb::Score,
        Verb::Discard,
        Verb::Pass,
        Verb::PlaceToken,
        Verb::Done,
    ];
    let number = |chance: &mut Seeded| chance.below(80) as u8;
    verbs
        .into_iter()
        .map(|verb| Choice::new(verb, number(chance), number(chance), 0))
        .collect()
}

fn check(game: &Game, seat: Seat, rng: &mut Seeded) {
    let twin = swap_secrets(game, seat, rng);
    assert_eq!(bytes(game, Some(seat)), bytes(&twin, Some(seat)));
    let mut offered = Choices::new();
    let mut same = Choices::new();
    game.list_anew(&mut offered);
    twin.list_anew(&mut same);
    assert_eq!(offered.as_slice(), same.as_slice());
    for choice in invented(rng) {
        assert_eq!(
            game.refusal(seat, choice, &offered),
            twin.refusal(seat, choice, &same)
        );
    }
    let choice = offered[rng.below(offered.len() as u32) as usize];
    let mut after = |game: &Game| {
        let mut game = game.clone();
        let mut log = Log::default();
        let mut chance = Seeded::new(5);
        game.make(choice, &mut chance, Some(&mut log), &mut same);
        seen(&log, seat)
    };
    let (one, other) = (after(game), after(&twin));
    let common = one.len().min(other.len());
    assert_eq!(one[..common], other[..common]);
}

fn play(edition: &str, players: u8, seed: u64) {
    let table = Content::embedded()
        .table(&Spec::core(edition, players))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let mut game = Game::new(Arc::new(table), Windows::Public);
    let mut chance = Seeded::new(seed);
    let mut rng = Seeded::new(!seed);
    let mut list = Choices::new();
    let mut pending = game.go_on(&mut chance, None, &mut list);
    for _ in 0..100_000 {
        match pending {
            Pending::Decide(seat) => {
                if rng.below(8) == 0 {
                    check(&game, seat, &mut rng);
                }
                let choice = list[rng.below(list.len() as u32) as usize];
                pending = game.make(choice, &mut chance, None, &mut list);
            }
            Pending::Over => return,
            other => panic!("{edition} {seed}: {other:?}"),
        }
    }
}

#[test]
fn nobody_can_tell_games_apart_by_what_is_hidden() {
    for edition in NAMES {
        let most = if edition == "embergard" { 2 } else { 3 };
        for players in 2..=most {
            for seed in 0..6 {
                play(edition, players, seed);
            }
        }
    }
}

#[test]
fn spectators_see_no_hand_and_no_deck() {
    let table = Content::embedded()
        .table(&Spec::core("harrowdeep", 2))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let mut game = Game::new(Arc::new(table), Windows::Public);
    let mut chance = Seeded::new(3);
    let mut list = Choices::new();
    let mut pending = game.go_on(&mut chance, None, &mut list);
    while game.state.clock.round == 0 {
        let Pending::Decide(_) = pending else {
            panic!("set-up asks players only");
        };
        pending = game.make(list[0], &mut chance, None, &mut list);
    }
    let view = game.view(None);
    for seat in game.state.all_seats() {
        let (player, counts) = (view.state.seats[seat], view.counts[seat]);
        assert_eq!((player.power.hand(), player.power.deck()), (0, 0));
        assert_eq!((player.objectives.hand(), player.objectives.deck()), (0, 0));
        let real = &game.state.seats[seat];
        assert_eq!(u32::from(counts.power_hand), real.power.hand().count_ones());
    }
    assert!(view.state.features.iter().all(|token| token.number == 0));
    assert!(game.state.features.iter().any(|token| token.number > 0));
    let own = game.view(Some(Seat(0)));
    let mine = own.state.features.iter().filter(|t| t.number > 0);
    assert!(mine.clone().count() > 0 && mine.into_iter().all(|t| t.dealt == 0));
}

//! Players at real tables: they finish games of every edition, see only what their seat may see, and
//! keep to their budget. The clock is made up, so nothing here depends on how fast a machine is.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{
    Choice, Choices, Ending, Game, Pending, Seeded, Verb, Windows, effect::Source,
};
use gloryhex_model::Seat;
use gloryhex_search::{
    Budget, Greedy, Growth, Judge, Kind, Policy, Random, Record, Search, Teacher, Wishes, analyse,
    hint,
    imagine::Memory,
    quick::{Quick, Taste},
    tree::Tree,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

fn game(edition: &str, players: u8) -> Game {
    let table = Content::embedded().table(&Spec::core(edition, players));
    Game::new(Arc::new(table.expect("a table")), Windows::Playable)
}

/// Plays until `stop` says so or the game is over; gives the choices made.
fn play(
    game: &mut Game,
    players: &mut [Box<dyn Policy>],
    seed: u64,
    mut stop: impl FnMut(&Game, Seat, &Choices) -> bool,
) -> Vec<Choice> {
    let mut chance = Seeded::new(seed);
    let mut list = Choices::new();
    let mut made = Vec::new();
    let mut pending = game.go_on(&mut chance, None, &mut list);
    loop {
        let seat = match pending {
            Pending::Decide(seat) => seat,
            Pending::Over => return made,
            other => panic!("{other:?}"),
        };
        if stop(game, seat, &list) {
            return made;
        }
        let number = made.len() as u64;
        let choice = players[seat.ix()].decide(game, seat, &list, seed ^ number);
        assert!(list.contains(&choice), "{choice:?} was not offered");
        made.push(choice);
        pending = game.make(choice, &mut chance, None, &mut list);
    }
}

fn randoms(n: u8) -> Vec<Box<dyn Policy>> {
    (0..n)
        .map(|seat| Box::new(Random::new(seat.into())) as Box<dyn Policy>)
        .collect()
}

/// A decision in the middle of a game with many choices.
fn midgame(edition: &str) -> (Game, Seat, Choices) {
    in_round(edition, 2)
}

/// A decision in the middle of a round with many choices.
fn in_round(edition: &str, round: u8) -> (Game, Seat, Choices) {
    let mut on = game(edition, 2);
    let mut found = None;
    play(&mut on, &mut randoms(2), 3, |game, seat, list| {
        let clock = &game.state.clock;
        let here = clock.round == round && clock.turn >= 3 && list.len() > 15;
        if here {
            found = Some((seat, list.clone()));
        }
        here
    });
    let (seat, list) = found.expect("such a decision");
    (on, seat, list)
}

#[test]
fn every_kind_finishes_games_of_every_edition() {
    let kinds = ["search:3", "greedy", "random", "beginner"];
    for (turn, edition) in NAMES.iter().enumerate() {
        let most = if *edition == "embergard" { 2 } else { 4 };
        for players in 2..=most {
            let mut on = game(edition, players);
            let mut seated: Vec<Box<dyn Policy>> = (0..players)
                .map(|seat| {
                    let kind = kinds[(usize::from(seat) + turn) % kinds.len()];
                    let kind: Kind = kind.parse().expect("a player");
                    kind.player(seat.into())
                })
                .collect();
            play(&mut on, &mut seated, 7, |_, _, _| false);
            assert_ne!(on.ending(), Ending::Running, "{edition}, {players} players");
        }
    }
}

#[test]
fn with_iterations_to_spare_the_last_round_of_harrowdeep_is_played_to_its_end() {
    let tried = |round: u8, spare: bool| {
        let (on, seat, list) = in_round("harrowdeep", round);
        let judge = Judge {
            weights: Some(on.table.weighing.keen),
            ..Judge::default()
        };
        let taste = Taste::default();
        let growth = Growth {
            spare,
            ..Growth::default()
        };
        let mut tree = Tree::new(Quick { judge, taste }, growth, 1);
        tree.plant(seat, &[(list[0], 1.0, None)], 1);
        tree.grow(&Memory::of(&on, seat));
        tree.findings()[0].wins
    };
    let decided = |wins: f32| [0.0, 0.5, 1.0].contains(&wins);
    assert!(decided(tried(3, true)));
    assert!(!decided(tried(3, false)));
    assert!(!decided(tried(2, true)));
}

#[test]
fn the_others_secrets_make_no_difference() {
    for edition in NAMES {
        let (on, seat, list) = midgame(edition);
        let mut others = 0;
        for swap in 1..4 {
            let other = on.determinise(seat, &mut Seeded::new(swap));
            others += u32::from(other.state != on.state);
            let same = |make: &dyn Fn() -> Box<dyn Policy>| {
                let one = make().decide(&on, seat, &list, 5);
                let two = make().decide(&other, seat, &list, 5);
                assert_eq!(one, two, "{edition}");
            };
            same(&|| Box::new(Greedy::new(1)));
            same(&|| Box::new(Search::new(Budget::Iterations(24), 1)));
            let hints = |game: &Game| hint(game, seat, &list, 3, Budget::Iterations(24), 9);
            assert_eq!(hints(&on), hints(&other), "{edition}");
        }
        assert!(others > 0, "{edition}: no secrets were swapped");
    }
}

#[test]
fn objectives_say_which_token_they_want_held() {
    let (on, _, _) = midgame("shadespire");
    let wishes = Wishes::ask(&on);
    let mut asked = 0;
    for seat in Seat::all(2) {
        let player = &on.state.seats[seat];
        for slot in 0..on.table.deck(seat).objectives.len() {
            let source = Source {
                seat,
                slot: Source::OBJECTIVES + slot as u8,
            };
            let card = on.table.index.card(source);
            let name = &on.table.catalog.cards[card.ix()].name;
            let gone = (player.objectives.discard() | player.objectives.scored()) >> slot & 1 == 1;
            let Some(number) = name.strip_prefix("Hold Objective ").filter(|_| !gone) else {
                continue;
            };
            let number: u8 = number.parse().expect("a number");
            let mut tokens = on.state.features.iter();
            let token = tokens.position(|token| token.on_field() && token.number == number);
            let wish = wishes.of(seat, slot);
            assert_eq!(wish.tokens, 1 << token.expect("a token"), "{name}");
            assert_eq!(wish.need, 1, "{name}");
            asked += 1;
        }
    }
    assert!(asked > 0);
}

#[test]
fn glory_on_offer_is_taken() {
    for edition in NAMES {
        let mut offered = 0;
        for seed in 0..6 {
            let mut on = game(edition, 2);
            let scores = |list: &[Choice]| list.iter().any(|choice| choice.verb == Verb::Score);
            play(&mut on, &mut randoms(2), seed, |game, seat, list| {
                if scores(list) && list.len() > 1 {
                    offered += 1;
                    let chosen = Greedy::new(seed).decide(game, seat, list, seed);
                    assert_eq!(chosen.verb, Verb::Score, "{edition}");
                    let mut search = Search::new(Budget::Iterations(8), seed);
                    let chosen = search.decide(game, seat, list, seed);
                    assert_eq!(chosen.verb, Verb::Score, "{edition}");
                }
                false
            });
        }
        assert!(offered > 0, "{edition}");
    }
}

#[test]
fn the_same_seed_and_iterations_find_the_same() {
    let (on, seat, list) = midgame("harrowdeep");
    let findings = |seed| {
        let mut search = Search::new(Budget::Iterations(60), seed);
        search.decide(&on, seat, &list, 2);
        assert!((1..=60).contains(&search.iterations));
        search.findings
    };
    assert_eq!(findings(1), findings(1));
    assert_ne!(findings(1), findings(2));
}

#[test]
fn the_cap_ends_a_search() {
    let (on, seat, list) = midgame("shadespire");
    let looks = Arc::new(AtomicU64::new(0));
    let mut search = Search::new(Budget::Iterations(1_000_000), 1);
    search.cap = Duration::from_millis(200);
    let counted = Arc::clone(&looks);
    // Every look at the clock takes a millisecond.
    search.clock = Arc::new(move || Duration::from_millis(counted.fetch_add(1, Ordering::Relaxed)));
    let choice = search.decide(&on, seat, &list, 1);
    assert!(list.contains(&choice));
    assert!(looks.load(Ordering::Relaxed) <= 202, "{looks:?}");
    // One at most between two looks.
    assert!(search.iterations <= 200, "{}", search.iterations);
}

#[test]
fn an_adept_without_time_tries_one_choice_once_and_takes_it() {
    let (on, seat, list) = midgame("shadespire");
    let mut greedy = Greedy::new(1);
    greedy.most = Some(Duration::ZERO);
    let choice = greedy.decide(&on, seat, &list, 1);
    assert!(list.contains(&choice));
    assert_eq!(greedy.found.iter().flatten().count(), 1);
}

#[test]
fn windows_that_open_for_everybody_do_not_slow_thought_down() {
    let (mut on, seat, list) = midgame("harrowdeep");
    let findings = |on: &Game| {
        let mut search = Search::new(Budget::Iterations(40), 1);
        search.decide(on, seat, &list, 2);
        search.findings
    };
    let playable = findings(&on);
    on.windows = Windows::Public;
    assert_eq!(findings(&on), playable);
}

#[test]
fn a_search_can_be_cancelled_at_any_moment() {
    let (on, seat, list) = midgame("nightvault");
    let mut search = Search::new(Budget::Time(Duration::from_secs(3600)), 1);
    let cancel = Arc::clone(&search.cancel);
    search.progress = Some(Arc::new(move |_| cancel.store(true, Ordering::Relaxed)));
    let choice = search.decide(&on, seat, &list, 1);
    assert!(list.contains(&choice));
    assert!(search.iterations < 100, "{}", search.iterations);
}

#[test]
fn the_teacher_gives_reasons_with_numbers() {
    for edition in NAMES {
        let (on, seat, list) = midgame(edition);
        let mut teacher = Teacher::with(Budget::Iterations(30), 1);
        let choice = teacher.decide(&on, seat, &list, 1);
        assert!(list.contains(&choice));
        let said = teacher.said().expect("a reason").to_owned();
        assert!(said.contains('%'), "{said}");
        let sentences = said.matches(". ").count() + 1;
        assert!((1..=2).contains(&sentences), "{said}");
    }
}

#[test]
fn a_finished_game_is_analysed() {
    let mut on = game("embergard", 2);
    let made = play(&mut on, &mut randoms(2), 11, |_, _, _| false);
    let record = Record {
        table: Arc::clone(&on.table),
        windows: Windows::Playable,
        seed: 11.into(),
        reseeds: Vec::new(),
        sudden_death: None,
        choices: made.clone(),
    };
    let cancel = Arc::new(AtomicBool::new(false));
    let budget = Budget::Iterations(4);
    let found = analyse(&record, budget, &|_| {}, &cancel).expect("an analysis");
    assert_eq!(found.ending, on.ending());
    assert!(found.moments.len() > 40);
    for moment in &found.moments {
        let sum: f32 = moment.wins.iter().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{moment:?}");
    }
    let luck: f32 = found.balance.iter().map(|b| b.dice + b.draws).sum();
    assert!(
        luck.abs() < 1e-2,
        "luck of one is bad luck of the other: {luck}"
    );
    assert!(
        found
            .balance
            .iter()
            .any(|b| b.attacks > 0 && b.expected > 0.0)
    );
    assert!(!found.slips.is_empty(), "random players slip");
    // However often a player slips, nothing that is told is more than a chance can be.
    assert!(found.balance.iter().any(|b| b.slips > 1.0));
    for balance in &found.balance {
        assert!(balance.rolls > 0 && balance.drawn > 0, "{balance:?}");
        assert!(balance.per_roll().abs() <= 1.0 && balance.per_draw().abs() <= 1.0);
        assert!((0.0..=1.0).contains(&balance.per_decision()), "{balance:?}");
    }
    for slip in &found.slips {
        assert!(slip.wins >= 0.0 && slip.better_wins <= 1.0, "{slip:?}");
    }
    assert!(
        found
            .slips
            .windows(2)
            .all(|two| two[0].cost() >= two[1].cost())
    );

    cancel.store(true, Ordering::Relaxed);
    let stopped = analyse(&record, budget, &|_| {}, &cancel).expect("an analysis");
    assert!(stopped.cancelled && stopped.moments.is_empty());

    let damaged = Record {
        choices: made[1..].to_vec(),
        ..record
    };
    let cancel = Arc::new(AtomicBool::new(false));
    assert!(analyse(&damaged, budget, &|_| {}, &cancel).is_err());
}

//! Promises of the engine, tried on random games of every edition.
//!
//! These are seeded random drivers, not coverage-guided fuzzers (which need a nightly compiler): the
//! same budget always plays the same games. `GLORYHEX_FUZZ_DECISIONS` is how many decisions each
//! promise looks at, per edition.

use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{
    Choice, Choices, Game, Log, Pending, Seeded, State, Table, What, Windows, redact,
};
use gloryhex_lab::{
    check::{Checker, invent},
    playout::Streams,
    replay::Replay,
    seed::derive,
};
use gloryhex_model::Seat;
use gloryhex_notation::index::RulesIndex;
use std::{collections::HashSet, sync::Arc};

/// Decisions per edition, unless the environment says otherwise.
const BUDGET: u64 = 2_000;

fn budget() -> u64 {
    let asked = std::env::var("GLORYHEX_FUZZ_DECISIONS").ok();
    asked.map_or(BUDGET, |asked| {
        asked
            .parse()
            .expect("GLORYHEX_FUZZ_DECISIONS is a number of decisions")
    })
}

fn table(edition: &str, players: u8) -> Arc<Table> {
    let table = Content::embedded().table(&Spec::core(edition, players));
    Arc::new(table.unwrap_or_else(|problem| panic!("{problem}")))
}

/// Plays random games of every edition and player count until the budget is used up, and shows every
/// decision with a choice from its list to `look`.
fn each_decision(look: &mut dyn FnMut(&Game, Seat, &Choices, Choice, &mut Seeded)) {
    for edition in NAMES {
        let most = if edition == "embergard" { 2 } else { 4 };
        let tables: Vec<_> = (2..=most).map(|players| table(edition, players)).collect();
        let mut list = Choices::new();
        let mut left = budget();
        for number in 0.. {
            // Two players are what most people play: every other game is theirs.
            let players = if number % 2 == 0 {
                0
            } else {
                number / 2 % tables.len()
            };
            let seed = derive(7, number as u64);
            let mut streams = Streams::new(seed);
            let mut spare = Seeded::new(derive(seed, 3));
            let mut game = Game::new(Arc::clone(&tables[players]), Windows::Public);
            let mut pending = game.go_on(&mut streams.chance, None, &mut list);
            loop {
                let seat = match pending {
                    Pending::Decide(seat) => seat,
                    Pending::Over => break,
                    other => panic!("{edition}, game {number}: {other:?}"),
                };
                if left == 0 {
                    break;
                }
                left -= 1;
                assert!(!list.is_empty(), "{edition}, game {number}");
                let choice = list[streams.mind.below(list.len() as u32) as usize];
                look(&game, seat, &list, choice, &mut spare);
                pending = game.make(choice, &mut streams.chance, None, &mut list);
            }
            if left == 0 {
                break;
            }
        }
    }
}

fn rules_of(game: &Game) -> HashSet<String> {
    let index = RulesIndex::of(Content::embedded(), &game.table.rules.name);
    index.expect("the index is sound").ids().collect()
}

/// Every event cites a rule that the edition's index has, whatever decks are played.
#[test]
fn events_cite_rules_of_their_edition() {
    let content = Content::embedded();
    for edition in NAMES {
        let index = RulesIndex::of(content, edition).expect("the index is sound");
        let decks = content
            .catalog
            .decks
            .iter()
            .filter(|d| d.edition == edition);
        let mut list = Choices::new();
        let mut played = 0;
        for (number, deck) in decks.enumerate() {
            let mut spec = Spec::core(edition, 2);
            if !deck.warband.is_empty() {
                spec.warbands = vec![deck.warband.clone(); 2];
            }
            spec.decks = vec![deck.name.clone(); 2];
            let Ok(table) = content.table(&spec) else {
                continue;
            };
            let table = Arc::new(table);
            played += 1;
            for again in 0..budget() / 1_000 {
                let mut streams = Streams::new(derive(11 + again, number as u64));
                let mut game = Game::new(Arc::clone(&table), Windows::Playable);
                let mut log = Log::default();
                let mut pending = game.go_on(&mut streams.chance, Some(&mut log), &mut list);
                while let Pending::Decide(_) = pending {
                    let choice = list[streams.mind.below(list.len() as u32) as usize];
                    pending = game.make(choice, &mut streams.chance, Some(&mut log), &mut list);
                }
                for event in &log.events {
                    let known = index.rule(event.rule.id()).is_some();
                    assert!(known, "{edition}, {}: {event:?}", deck.name);
                }
            }
        }
        assert!(played > 0, "{edition} has no deck to play");
    }
}

/// Whatever is offered can be played, and the game goes on from there with every invariant intact.
#[test]
fn legals_are_legal() {
    let mut list = Choices::new();
    each_decision(&mut |game, seat, offered, choice, spare| {
        assert_eq!(game.refusal(seat, choice, offered), None, "{choice:?}");
        let other = offered[spare.below(offered.len() as u32) as usize];
        let mut chance = Seeded::new(spare.bits());
        let mut next = game.clone();
        list.clone_from(offered);
        let made = next.play(seat, other, &mut chance, None, &mut list);
        match made.unwrap_or_else(|refusal| panic!("{other:?} is offered and refused: {refusal:?}"))
        {
            Pending::Decide(seat) => {
                Checker::position(&next, seat, &list)
                    .unwrap_or_else(|what| panic!("after {other:?}: {what}"));
            }
            Pending::Over => {}
            stopped => panic!("after {other:?}: {stopped:?}"),
        }
    });
}

/// Whatever is not offered is refused, by a rule of the edition, with a remedy, and changes nothing.
#[test]
fn refusals_have_reasons() {
    let mut known: Option<(String, HashSet<String>)> = None;
    each_decision(&mut |game, seat, offered, choice, spare| {
        let edition = game.table.rules.name.to_string();
        if known.as_ref().is_none_or(|(name, _)| *name != edition) {
            known = Some((edition.clone(), rules_of(game)));
        }
        let (_, rules) = known.as_ref().expect("just filled");
        for round in 0..4 {
            let like = if round == 0 { choice } else { Choice::PASS };
            let invented = invent(spare, |verb| (verb == like.verb).then_some(like));
            if offered.contains(&invented) {
                continue;
            }
            let mut same = game.clone();
            let mut chance = Seeded::new(1);
            let refusal = same
                .play(seat, invented, &mut chance, None, &mut offered.clone())
                .expect_err("it is not on the list");
            assert_eq!(same.state, game.state, "{invented:?}");
            let id = format!("{edition}.{}", refusal.rule.id());
            assert!(rules.contains(&id), "{invented:?} is refused by {id}");
            assert!(!refusal.remedy.is_empty(), "{invented:?}");
        }
    });
}

/// A state is the same after being written and read, and so is everything that follows from it.
#[test]
fn save_load_roundtrip() {
    let (mut one, mut other) = (Choices::new(), Choices::new());
    each_decision(&mut |game, _, _, choice, spare| {
        let text = serde_json::to_string(&game.state).expect("a state can be written");
        let state: State = serde_json::from_str(&text).expect("and read");
        assert_eq!(state, game.state);
        let mut again = Game::at(Arc::clone(&game.table), state, game.windows);
        let mut first = game.clone();
        let seed = spare.bits();
        for (game, list) in [(&mut first, &mut one), (&mut again, &mut other)] {
            let mut chance = Seeded::new(seed);
            game.make(choice, &mut chance, None, list);
        }
        assert_eq!(first.state, again.state);
        assert_eq!(one.as_slice(), other.as_slice());
    });
}

/// A replay plays to the same end again, and one that was tampered with does not.
#[test]
fn replay_verifies() {
    for edition in NAMES {
        let table = table(edition, 2);
        let mut made = 0;
        for seed in 0.. {
            let replay = Replay::record(&table, 0, seed).unwrap_or_else(|fault| panic!("{fault}"));
            if let Err(difference) = replay.verify(&table) {
                panic!("{edition}, seed {seed}: {difference}");
            }
            let mut other = replay.clone();
            other.choices.pop();
            assert!(other.verify(&table).is_err(), "{edition}, seed {seed}");
            other = replay.clone();
            other.hash = "0".into();
            assert!(other.verify(&table).is_err(), "{edition}, seed {seed}");
            made += replay.choices.len() as u64;
            if made >= budget() {
                break;
            }
        }
    }
}

/// Whether an event shows a card of somebody else.
fn shows(what: What, viewer: Seat) -> bool {
    match what {
        What::Scored { source, .. }
        | What::Revealed { source }
        | What::CardPlayed { source }
        | What::Reacted { source, .. }
        | What::CardDiscarded { source }
        | What::UpgradeGiven { source, .. } => source.seat != viewer,
        _ => false,
    }
}

/// No seat can tell a game from one that differs only in what the seat may not know: not by its view,
/// not by what it is offered or refused, not by what it is told.
#[test]
fn views_hide_secrets() {
    let (mut one, mut other) = (Choices::new(), Choices::new());
    each_decision(&mut |game, decider, _, choice, spare| {
        for viewer in game.state.all_seats() {
            let twin = game.determinise(viewer, spare);
            assert_eq!(bytes(game, viewer), bytes(&twin, viewer), "seat {viewer:?}");
            let invented = invent(spare, |_| None);
            game.list_anew(&mut one);
            twin.list_anew(&mut other);
            assert_eq!(
                game.refusal(viewer, invented, &one),
                twin.refusal(viewer, invented, &other),
                "{invented:?} to {viewer:?}"
            );
            if viewer != decider {
                continue;
            }
            assert_eq!(one.as_slice(), other.as_slice());
            let mut told = |game: &Game| {
                let mut game = game.clone();
                let mut log = Log::default();
                game.make(choice, &mut Seeded::new(5), Some(&mut log), &mut one);
                let hidden = log.events.iter().take_while(|e| !shows(e.what, viewer));
                let seen: Vec<_> = hidden
                    .filter_map(|event| redact(*event, Some(viewer)))
                    .collect();
                seen
            };
            let (real, dreamt) = (told(game), told(&twin));
            // One of them may come to a card that is hidden now sooner than the other, or be asked about one.
            let both = real.len().min(dreamt.len());
            assert_eq!(real[..both], dreamt[..both], "{choice:?}");
        }
    });
}

fn bytes(game: &Game, viewer: Seat) -> String {
    serde_json::to_string(&game.view(Some(viewer))).expect("a view can be written")
}

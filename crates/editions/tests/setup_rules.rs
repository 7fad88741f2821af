//! Single rules of set-up, with scripted dice, and the reasons given for what is not allowed.

mod common;

use common::{Play, table};
use gloryhex_engine::{
    Choice, Choices, Game, Pending, Phase, Seeded, Table, Variant, Verb, What, Windows,
    state::Feature,
};
use gloryhex_hexgrid::{Kind, Side};
use gloryhex_model::{Face, Rule, Seat};
use std::{collections::HashSet, path::Path, sync::Arc};

use Face::{Crit, Hammer, Sup1, Sup2, Swords};

const NONE: [Face; 4] = [Hammer; 4];
const ONE: [Face; 4] = [Crit, Hammer, Hammer, Hammer];
const TWO: [Face; 4] = [Crit, Crit, Hammer, Hammer];

fn plain(edition: &str, warbands: &[usize]) -> Table {
    table(edition, warbands, Variant::default())
}

fn board(play: &mut Play, name: &str) {
    let sheet = play.sheet(name);
    play.choose(Choice::new(Verb::Board, sheet, 0, 0));
}

/// The choice that joins the board on a side, if it is offered.
fn joint(play: &Play, side: Side, shift: i8) -> Option<Choice> {
    let Some(gloryhex_engine::frame::Frame::Boards(frame)) = play.state().stack.top() else {
        panic!("no board is being placed");
    };
    let places = play
        .game
        .table
        .placements(&play.state().layout, frame.sheet);
    let ix = places.iter().position(|place| {
        place.joint.side == side && place.joint.shift == shift && !place.joint.turned
    })?;
    let [low, high] = (ix as u16).to_le_bytes();
    Some(Choice::new(Verb::Join, low, high, 0))
}

fn join_south(play: &mut Play) {
    let choice = joint(play, Side::South, 0).expect("boards can always be stacked");
    play.choose(choice);
}

fn token(play: &mut Play, hex: &str) {
    let hex = play.hex(hex);
    play.choose(Choice::new(Verb::PlaceToken, hex, 0, 0));
}

fn offers_token(play: &Play, hex: &str) -> bool {
    let hex = play.hex(hex);
    let mut list = play.offered().to_vec().into_iter();
    list.any(|choice| choice.verb == Verb::PlaceToken && choice.a == hex)
}

fn refused(play: &mut Play, choice: Choice) -> Rule {
    let seat = play.asked();
    let refusal = play
        .game
        .refusal(seat, choice, play.offered())
        .expect("a refusal");
    assert!(refusal.remedy.len() > 20);
    refusal.rule
}

fn refused_token(play: &mut Play, hex: &str) -> Rule {
    let choice = Choice::new(Verb::PlaceToken, play.hex(hex), 0, 0);
    refused(play, choice)
}

/// Shadespire with two boards stacked; seat 2 chose the northern one first.
fn stacked(warbands: &[usize], variant: Variant, more: &[&[Face]]) -> Play {
    let mut dice: Vec<&[Face]> = vec![&ONE, &NONE];
    dice.extend(more);
    let mut play = Play::new(table("shadespire", warbands, variant), &dice);
    board(&mut play, "Mirror Well");
    board(&mut play, "Katophrane's Reliquary");
    join_south(&mut play);
    play
}

fn keep_hands(play: &mut Play) {
    while play.offered()[0].verb == Verb::Mulligan {
        play.choose(Choice::new(Verb::Mulligan, 0, 0, 0));
    }
}

#[test]
fn the_loser_chooses_first_and_the_winner_joins() {
    let mut play = Play::new(plain("shadespire", &[1, 1]), &[&ONE, &NONE]);
    assert_eq!(play.asked(), Seat(1));
    board(&mut play, "Mirror Well");
    assert_eq!(play.asked(), Seat(0));
    assert_eq!(
        play.game.grid.len(),
        38,
        "the first board is on the table at once"
    );
    board(&mut play, "Mirror Well");
    assert_eq!(play.asked(), Seat(0));
    join_south(&mut play);
    assert_eq!(play.game.grid.len(), 83);
    assert_eq!(play.state().clock.first_board, 1);
    assert_eq!(play.state().clock.territory[..2], [1, 0]);
    assert_eq!(play.asked(), Seat(1));
}

#[test]
fn the_winner_picks_who_chooses_first() {
    let mut play = Play::new(plain("harrowdeep", &[1, 1]), &[&NONE, &ONE]);
    assert_eq!(play.asked(), Seat(1));
    assert_eq!(
        play.offered().as_slice(),
        [Choice::seat(Seat(0)), Choice::seat(Seat(1))]
    );
    assert_eq!(
        refused(&mut play, Choice::seat(Seat(2))),
        Rule::SetupBoardsChoose
    );
    play.choose(Choice::seat(Seat(1)));
    assert_eq!(play.asked(), Seat(1));
    board(&mut play, "Profane Larder");
    assert_eq!(play.asked(), Seat(0));
}

#[test]
fn level_rolls_are_repeated_by_those_who_tied() {
    let level = [Crit, Sup1, Sup2, Hammer];
    let tied = [Crit, Sup1, Swords, Sup2];
    let dice: [&[Face]; 4] = [&level, &tied, &NONE, &[Sup2, Hammer, Hammer, Hammer]];
    let mut play = Play::new(plain("shadespire", &[1, 1]), &dice);
    assert_eq!(play.asked(), Seat(0));
    assert!(play.chance.dice.is_empty());
}

#[test]
fn with_three_players_the_lowest_roll_is_next() {
    let dice: [&[Face]; 7] = [
        &TWO,
        &[Sup1, Hammer, Hammer, Hammer],
        &[Sup1, Hammer, Swords, Hammer],
        // Seats 2 and 3 were level at the bottom.
        &NONE,
        &ONE,
        // Then seats 1 and 3 are left.
        &ONE,
        &NONE,
    ];
    let mut play = Play::new(plain("shadespire", &[1, 1, 1]), &dice);
    assert_eq!(play.asked(), Seat(1));
    assert_eq!(
        play.chance.dice.len(),
        2,
        "the next roll-off waits for the board"
    );
    board(&mut play, "Mirror Well");
    assert_eq!(play.asked(), Seat(2));
    board(&mut play, "Shattered Tower");
    join_south(&mut play);
    assert_eq!(play.asked(), Seat(0), "the last player needs no roll-off");
    board(&mut play, "Mirror Well");
    join_south(&mut play);
    assert_eq!(play.state().clock.territory[..3], [2, 0, 1]);
    assert_eq!(play.asked(), Seat(1));
    token(&mut play, "c3");
    assert_eq!(play.asked(), Seat(2), "tokens go round clockwise");
    let won = play.log.events.iter().map(|event| event.what);
    assert_eq!(
        won.filter(|what| matches!(what, What::LostRollOff { .. }))
            .count(),
        1
    );
}

#[test]
fn boards_need_enough_completed_hexes() {
    for (edition, least_shift) in [("shadespire", 4), ("nightvault", 4), ("harrowdeep", 3)] {
        let mut play = Play::new(plain(edition, &[1, 1]), &[&ONE, &NONE]);
        if edition == "harrowdeep" {
            play.choose(Choice::seat(Seat(1)));
        }
        for _ in 0..2 {
            play.choose(Choice::new(Verb::Board, 0, 0, 0));
        }
        assert!(joint(&play, Side::South, least_shift).is_some());
        assert!(joint(&play, Side::South, least_shift + 1).is_none());
        assert!(joint(&play, Side::East, 0).is_some());
        assert!(joint(&play, Side::East, 1).is_none());
        let beyond = Choice::new(Verb::Join, 255, 255, 0);
        assert_eq!(refused(&mut play, beyond), Rule::SetupBoardsCompleted);
    }
}

#[test]
fn several_players_keep_to_fixed_layouts_where_the_book_says_so() {
    let dice: [&[Face]; 5] = [&NONE, &ONE, &TWO, &NONE, &ONE];
    let mut play = Play::new(plain("harrowdeep", &[1, 1, 1]), &dice);
    for seat in [0, 1] {
        assert_eq!(play.asked(), Seat(seat));
        play.choose(Choice::new(Verb::Board, 0, 0, 0));
    }
    assert!(joint(&play, Side::South, 0).is_some());
    assert!(joint(&play, Side::South, 1).is_none());
    let beyond = Choice::new(Verb::Join, 255, 255, 0);
    assert_eq!(refused(&mut play, beyond), Rule::SetupBoardsPlace);
}

#[test]
fn objectives_keep_off_starts_edges_and_each_other_but_for_the_last() {
    let mut play = stacked(&[1, 1], Variant::default(), &[]);
    assert_eq!(refused_token(&mut play, "b2"), Rule::SetupTokensPlace);
    assert_eq!(refused_token(&mut play, "a1"), Rule::SetupTokensEdge);
    let nowhere = Choice::new(Verb::PlaceToken, 250, 0, 0);
    assert_eq!(refused(&mut play, nowhere), Rule::SetupTokensPlace);
    for (hex, next) in [("c3", 0), ("f3", 1), ("c6", 0), ("f6", 1)] {
        assert!(offers_token(&play, hex) && !offers_token(&play, "a9"));
        token(&mut play, hex);
        assert_eq!(play.asked(), Seat(next));
    }
    assert_eq!(refused_token(&mut play, "d3"), Rule::SetupTokensDistance);
    assert!(offers_token(&play, "a9"), "the last one may use the edge");
    assert!(!play.state().features[0].numbered());
    token(&mut play, "a9");
    let tokens = &play.state().features[..5];
    let numbers: HashSet<u8> = tokens.iter().map(|token| token.number).collect();
    assert_eq!(numbers, (1..=5).collect());
    assert!(tokens.iter().all(|token| token.numbered()));
    assert_eq!(play.state().clock.last_token, 1);
}

#[test]
fn the_artefact_comes_first_and_keeps_nobody_away() {
    let variant = Variant {
        artefact: true,
        ..Variant::default()
    };
    let mut play = stacked(&[1, 1], variant, &[]);
    assert_eq!(play.asked(), Seat(0), "who placed the last board");
    assert!(offers_token(&play, "d6") && !offers_token(&play, "a6") && !offers_token(&play, "c5"));
    assert_eq!(refused_token(&mut play, "c5"), Rule::ArtefactPlace);
    token(&mut play, "d6");
    assert_eq!(play.asked(), Seat(1));
    assert!(offers_token(&play, "d5") && offers_token(&play, "c6") && !offers_token(&play, "d6"));
    let artefact = play.state().features[13];
    assert!(artefact.numbered() && artefact.flags & Feature::ARTEFACT != 0);
}

/// Harrowdeep with two boards stacked and seat 2's chosen first.
fn gloom() -> Play {
    let mut play = Play::new(plain("harrowdeep", &[1, 1]), &[&ONE, &NONE]);
    play.choose(Choice::seat(Seat(1)));
    board(&mut play, "Ultimatum Engines");
    board(&mut play, "Profane Larder");
    join_south(&mut play);
    play
}

#[test]
fn dealt_tokens_are_chosen_by_their_owner_and_stay_hidden() {
    let mut play = gloom();
    assert_eq!(play.asked(), Seat(1));
    let hex = play.hex("c2");
    let kinds = |play: &Play| {
        let list = play.offered();
        list.iter().filter(|choice| choice.a == hex).count()
    };
    assert_eq!(kinds(&play), 3);
    let held: Vec<Feature> = play.state().features[..5].to_vec();
    let second = held
        .iter()
        .filter(|t| t.dealt == 1)
        .nth(1)
        .expect("three tokens");
    let wrong = Choice::new(Verb::PlaceToken, hex, 3, 0);
    assert_eq!(refused(&mut play, wrong), Rule::SetupTokensOrder);
    play.choose(Choice::new(Verb::PlaceToken, hex, 1, 0));
    let placed = play.state().features[0];
    assert_eq!((placed.number, placed.hex.0), (second.number, hex));
    assert_eq!(placed.flags, 0, "gloom side up and unknown");
    assert_eq!(play.asked(), Seat(0));
    assert_eq!(kinds(&play), 0, "a token lies there");
    for hex in ["f2", "d6", "f8"] {
        token(&mut play, hex);
    }
    assert!(
        !offers_token(&play, "a9"),
        "the last one stays off the edge"
    );
    token(&mut play, "b9");
    assert!(play.state().features[..5].iter().all(|t| !t.numbered()));
    assert!(offers_token(&play, "d2") && offers_token(&play, "e2") && !offers_token(&play, "c2"));
    assert_eq!(play.asked(), Seat(1));
    token(&mut play, "d2");
    assert_eq!(play.asked(), Seat(0));
    play.choose(Choice::new(Verb::NoToken, 0, 0, 0));
    assert_eq!(play.offered()[0].verb, Verb::Mulligan);
    assert_eq!(play.state().features[5].flags, Feature::KNOWN);
    assert!(!play.state().features[6].on_field());
}

/// What the others see of dealt tokens does not depend on the numbers.
#[test]
fn positions_and_events_tell_nobody_a_number() {
    let seen = |which: [u8; 5]| {
        let mut play = gloom();
        for (hex, which) in ["c2", "f2", "d6", "f8", "b9"].into_iter().zip(which) {
            let hex = play.hex(hex);
            play.choose(Choice::new(Verb::PlaceToken, hex, which, 0));
        }
        let tokens = play.state().features;
        let numbers = tokens.map(|token| token.number);
        let rest = tokens.map(|token| (token.hex, token.dealt, token.flags));
        (numbers, rest, play.log.events)
    };
    let (a, b) = (seen([0, 0, 0, 0, 0]), seen([2, 1, 1, 0, 0]));
    assert_ne!(a.0, b.0);
    assert_eq!((a.1, a.2), (b.1, b.2));
}

#[test]
fn replaced_cards_are_gone_or_come_back() {
    for (edition, gone) in [("shadespire", true), ("embergard", false)] {
        let mut play = match edition {
            "shadespire" => stacked(&[1, 1], Variant::default(), &[]),
            _ => Play::new(plain(edition, &[1, 1]), &[]),
        };
        for hex in ["c3", "f3", "c6", "f6", "c9"] {
            if gone {
                token(&mut play, hex);
            }
        }
        let seat = play.asked();
        assert_eq!(seat, if gone { Seat(1) } else { Seat(0) });
        assert_eq!(play.offered().len(), 4);
        let before = play.state().seats[seat];
        play.choose(Choice::new(Verb::Mulligan, 1, 0, 0));
        let after = play.state().seats[seat];
        assert_eq!(after.power.hand(), before.power.hand());
        assert_eq!(after.objectives.hand() & before.objectives.hand(), 0);
        assert_eq!(after.objectives.hand().count_ones(), 3);
        let (discard, deck) = if gone {
            (before.objectives.hand(), 6)
        } else {
            (0, 9)
        };
        assert_eq!(after.objectives.discard(), discard);
        assert_eq!(after.objectives.deck().count_ones(), deck);
        assert_ne!(play.asked(), seat, "only one redraw each");
    }
}

#[test]
fn fighters_alternate_and_the_first_to_finish_adds_a_critical() {
    let more: [&[Face]; 6] = [
        &ONE,
        &NONE,
        &ONE,
        &NONE,
        &ONE,
        &[Sup2, Hammer, Hammer, Hammer],
    ];
    let mut play = stacked(&[2, 1], Variant::default(), &more);
    for hex in ["c3", "f3", "c6", "f6", "c9"] {
        token(&mut play, hex);
    }
    keep_hands(&mut play);
    assert_eq!(play.asked(), Seat(0));
    play.choose(Choice::seat(Seat(1)));
    let deploy = |play: &Play, fighter, hex| Choice::new(Verb::Deploy, fighter, play.hex(hex), 0);
    let enemy = deploy(&play, 2, "e7");
    assert_eq!(refused(&mut play, enemy), Rule::SetupDeploy);
    let no_start = deploy(&play, 2, "c1");
    assert_eq!(refused(&mut play, no_start), Rule::SetupDeploy);
    let not_mine = deploy(&play, 0, "a4");
    assert_eq!(refused(&mut play, not_mine), Rule::SetupDeploy);
    let first = deploy(&play, 2, "a4");
    play.choose(first);
    assert_eq!(play.asked(), Seat(0));
    let second = deploy(&play, 0, "e7");
    play.choose(second);
    assert_eq!(play.asked(), Seat(0), "the other has nobody left");
    let taken = deploy(&play, 1, "e7");
    assert_eq!(refused(&mut play, taken), Rule::FieldOccupied);
    let third = deploy(&play, 1, "g8");
    play.choose(third);
    assert_eq!(play.state().clock.deployed_first, 1);
    assert_eq!(
        play.asked(),
        Seat(1),
        "level twice with the added critical; then a support decides"
    );
    assert!(play.chance.dice.is_empty());
    play.choose(Choice::seat(Seat(0)));
    assert_eq!(play.state().clock.round, 1);
    assert_eq!(play.asked(), Seat(0));
}

/// Embergard after the hands, the winner being the first seat.
fn foundry() -> Play {
    let dice: [&[Face]; 4] = [&[Hammer], &[Hammer], &[Swords], &[Hammer]];
    let mut play = Play::new(plain("embergard", &[1, 2]), &dice);
    keep_hands(&mut play);
    assert!(play.chance.dice.is_empty(), "level dice are rolled again");
    play
}

#[test]
fn the_winner_takes_a_side_of_the_shared_board() {
    let mut play = foundry();
    assert_eq!(play.asked(), Seat(0));
    assert_eq!(play.offered().len(), play.game.table.sheets.len());
    let early = Choice::new(Verb::Territory, 0, 0, 0);
    assert_eq!(refused(&mut play, early), Rule::SetupBoardsChoose);
    board(&mut play, "Quiet Foundry (ours)");
    assert_eq!(play.asked(), Seat(0));
    let missing = Choice::new(Verb::Territory, 2, 0, 0);
    assert_eq!(refused(&mut play, missing), Rule::SetupTerritory);
    play.choose(Choice::new(Verb::Territory, 1, 0, 0));
    assert_eq!(play.state().clock.territory[..2], [1, 0]);
    assert_eq!(play.asked(), Seat(1), "the other places the first token");
}

#[test]
fn the_first_token_is_neutral_and_each_territory_gets_one() {
    let mut play = foundry();
    board(&mut play, "Quiet Foundry (ours)");
    play.choose(Choice::new(Verb::Territory, 1, 0, 0));
    let grid = Arc::clone(&play.game.grid);
    let spot = |play: &Play, region: u8| {
        let list = play.offered().to_vec();
        let mut hexes = list.iter().map(|choice| choice.hex_a());
        hexes.find(|hex| grid.region(*hex) == region)
    };
    let place = |play: &mut Play, hex: gloryhex_hexgrid::HexId| {
        play.choose(Choice::hex(Verb::PlaceToken, hex));
    };
    assert_eq!((spot(&play, 0), spot(&play, 1)), (None, None));
    let owned = grid
        .in_region(0)
        .iter()
        .find(|hex| grid.kinds(*hex) == Kind::PLAIN);
    let owned = Choice::hex(Verb::PlaceToken, owned.expect("a plain hex"));
    assert_eq!(refused(&mut play, owned), Rule::SetupTokensNeutral);
    let hex = spot(&play, 255).expect("a neutral hex");
    place(&mut play, hex);
    for _ in 0..3 {
        // As long as it goes everything is put into the first territory.
        let hex = spot(&play, 0).expect("room in the first territory");
        place(&mut play, hex);
    }
    let list = play.offered().to_vec();
    assert!(!list.is_empty());
    assert!(list.iter().all(|c| grid.region(c.hex_a()) == 1));
    let free = grid.all().iter().find(|hex| {
        let near = play.state().features.iter().filter(|t| t.on_field());
        grid.region(*hex) != 1
            && grid.kinds(*hex) == Kind::PLAIN
            && near.clone().all(|t| grid.distance(t.hex, *hex) > 2)
    });
    if let Some(hex) = free {
        let choice = Choice::hex(Verb::PlaceToken, hex);
        assert_eq!(refused(&mut play, choice), Rule::SetupTokensEachTerritory);
    }
    let last = play.asked();
    play.choose(list[0]);
    assert_eq!(play.asked(), last, "the last token's player deploys first");
    assert_eq!(play.offered()[0].verb, Verb::Deploy);
}

/// A game of one edition at the roll-off of a given round, with this glory.
fn roll_off_in_round(round: u8, glory: [u8; 2], dice: &[&[Face]]) -> Play {
    let mut play = Play::new(plain("embergard", &[1, 1]), &[]);
    while play.state().clock.phase != Phase::Action {
        let choice = play.offered()[0];
        play.choose(choice);
    }
    let state = &mut play.game.state;
    while state.stack.pop().is_some() {}
    state.stack.push(gloryhex_engine::frame::Frame::Round(
        gloryhex_engine::frames::round::Round::default(),
    ));
    state.clock.round = round - 1;
    for (player, glory) in state.seats.0.iter_mut().zip(glory) {
        player.glory = glory;
    }
    play.chance.dice = common::Script::new(dice).dice;
    play
}

#[test]
fn a_level_roll_goes_to_the_underdog_from_round_two() {
    let level: [&[Face]; 2] = [&[Sup1], &[Sup1]];
    let mut play = roll_off_in_round(2, [3, 1], &level);
    assert_eq!(play.asked(), Seat(1));
    let again: [&[Face]; 4] = [&[Sup1], &[Sup1], &[Sup2], &[Sup1]];
    let mut play = roll_off_in_round(2, [2, 2], &again);
    assert_eq!(play.asked(), Seat(0), "without an underdog it is repeated");
    let mut play = roll_off_in_round(1, [3, 1], &again);
    assert_eq!(play.asked(), Seat(0), "in round 1 it is repeated");
    assert!(play.chance.dice.is_empty());
}

/// Every event and every refusal of set-up cites a rule that its edition has.
#[test]
fn set_up_cites_rules_of_its_own_edition() {
    for edition in gloryhex_editions::NAMES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/rules");
        let text = std::fs::read_to_string(path.join(format!("{edition}.rules")));
        let text = text.expect("the rules of the edition");
        let known: HashSet<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("rule "))
            .collect();
        let counts: &[usize] = if edition == "embergard" {
            &[2]
        } else {
            &[2, 3, 4]
        };
        for players in counts {
            let table = Arc::new(plain(edition, &vec![3; *players]));
            for seed in 0..5 {
                wander(&table, seed, &known);
            }
        }
    }
}

fn wander(table: &Arc<Table>, seed: u64, known: &HashSet<&str>) {
    let mut game = Game::new(Arc::clone(table), Windows::default());
    let mut chance = Seeded::new(seed);
    let mut log = gloryhex_engine::Log::default();
    let mut list = Choices::new();
    let mut seen: Vec<Choice> = vec![Choice::PASS, Choice::DONE];
    let mut pending = game.go_on(&mut chance, Some(&mut log), &mut list);
    while let Pending::Decide(seat) = pending {
        if game.state.clock.phase == Phase::Action {
            break;
        }
        let known_verb = |seen: &[Choice]| seen.iter().any(|c| c.verb == list[0].verb);
        if !known_verb(&seen) {
            seen.extend([list[0], Choice::new(list[0].verb, 254, 7, 0)]);
        }
        let odd = Choice::new(list[0].verb, chance.below(256) as u8, 0, 0);
        for choice in seen.iter().chain([&odd]) {
            if let Some(refusal) = game.refusal(seat, *choice, &list) {
                let id = refusal.rule.id();
                assert!(known.contains(id), "{id} for {choice:?}");
            }
        }
        let choice = list[chance.below(list.len() as u32) as usize];
        pending = game.make(choice, &mut chance, Some(&mut log), &mut list);
    }
    for event in &log.events {
        let id = event.rule.id();
        assert!(known.contains(id), "{id} for {:?}", event.what);
    }
}

//! Cards written for the purpose, driven through the engine: the order of modifiers, effects that serve
//! once, precedence in windows, and innate symbols.

use gloryhex_cardlang::{CardSource, load};
use gloryhex_engine::{
    Attack, Choices, Deck, Game, Pending, Seeded, State, Table, Variant, Verb, Warband, Windows,
    cards, frame::Frame, frames::power::Power, frames::round::Round, frames::turn::Turn,
    ops::stats, state::Phase,
};
use gloryhex_hexgrid::{Grid, Layout, SightRule};
use gloryhex_model::{CardId, Face, FighterId, Seat, Stat};
use std::sync::Arc;

const CARDS: &str = r#"
edition shadespire

warband "Reds" alliance order {
    fighter "Red" labels leader {
        normal { move 3 defence 1 shield wounds 4 weapon "Axe" range 1 hammer 2 damage 2 }
    }
}
warband "Blues" alliance chaos {
    fighter "Blue" labels leader {
        normal { move 3 defence 1 dodge wounds 4 weapon "Axe" range 1 hammer 2 damage 2 }
    }
}
deck "Test" format pool

upgrade "Swift" { static bearer gets move +1 }
upgrade "Doubled" { static bearer gets move *2 }
upgrade "Slow" { static bearer gets move -9 }
upgrade "Steady" { static bearer gets innate shield }
upgrade "Nimble" { static bearer gets innate dodge }
ploy "Fury" { effect next_activation first { static attacks get dice +1 } }
"#;

fn game(upgrades: &[&str], hand: &[&str]) -> Game {
    let source = CardSource {
        path: "test.card".to_owned(),
        text: CARDS.to_owned(),
    };
    let loaded = load(std::slice::from_ref(&source));
    assert_eq!(loaded.errors(&[source]), "");
    let catalog = Arc::new(loaded.catalog);
    let find = |name: &&str| {
        catalog
            .find("shadespire", None, name)
            .expect("a card of the test")
    };
    let power: Vec<CardId> = upgrades.iter().chain(hand).map(find).collect();
    let warband = |ix: usize| Warband::of(&catalog, &catalog.warbands[ix]);
    let deck = Deck {
        power,
        ..Deck::default()
    };
    let rules = gloryhex_editions::by_name("shadespire").expect("an edition");
    let warbands = vec![warband(0), warband(1)];
    let decks = vec![deck, Deck::default()];
    let table = Table::new(
        rules,
        Variant::default(),
        Vec::new(),
        warbands,
        decks,
        Arc::clone(&catalog),
    );
    let map = Grid::from_map(&["| . . . .", "|  . . . ."], SightRule::default()).expect("a map");
    let (a, b) = {
        let mut hexes = map.grid.all().iter();
        (hexes.next().expect("a hex"), hexes.next().expect("a hex"))
    };
    table.adopt_grid(Layout::default(), map.grid);
    let mut state = State::new(&table);
    state.clock.round = 1;
    state.clock.turn = 1;
    state.clock.phase = Phase::Power;
    state.fighters[0].hex = a;
    state.fighters[1].hex = b;
    let player = &mut state.seats[Seat(0)];
    player.power.remove(u64::MAX);
    for slot in 0..upgrades.len() {
        player.power.equip(1 << slot, 0);
    }
    for slot in upgrades.len()..upgrades.len() + hand.len() {
        state.seats[Seat(0)].power.to_hand(1 << slot);
    }
    state.refresh(&table);
    state.stack.push(Frame::Round(Round { step: 1, sub: 2 }));
    state.stack.push(Frame::Turn(Turn { step: 1, sub: 1 }));
    state.stack.push(Frame::Power(Power::default()));
    Game::at(Arc::new(table), state, Windows::Playable)
}

const RED: FighterId = FighterId(0);

#[test]
fn multiplication_comes_before_addition_whatever_the_order_of_the_cards() {
    for upgrades in [["Swift", "Doubled"], ["Doubled", "Swift"]] {
        let game = game(&upgrades, &[]);
        assert_eq!(stats::stat(game.sight(), RED, Stat::Move), 7);
    }
}

#[test]
fn a_move_goes_down_to_the_rulebooks_floor() {
    let game = game(&["Slow"], &[]);
    let floor = game.table.rules.lowest_move;
    assert_eq!(stats::stat(game.sight(), RED, Stat::Move), floor);
}

#[test]
fn of_two_innate_symbols_a_player_would_pick_the_needed_one_and_no_other() {
    let game = game(&["Nimble", "Steady"], &[]);
    let attack = Attack {
        attacker: FighterId(1),
        target: RED,
        ..Attack::NONE
    };
    let roll = cards::innate(game.sight(), &attack, true);
    assert_eq!((roll.len(), roll.count(Face::Shield)), (1, 1));
}

#[test]
fn a_card_for_the_next_activation_waits_for_it_and_stays_on_the_table() {
    let mut game = game(&[], &["Fury"]);
    let mut chance = Seeded::new(1);
    let mut list = Choices::new();
    let pending = game.go_on(&mut chance, None, &mut list);
    assert_eq!(pending, Pending::Decide(Seat(0)));
    let play = *list
        .iter()
        .find(|c| c.verb == Verb::Play)
        .expect("Fury is offered");
    game.make(play, &mut chance, None, &mut list);
    let dice = |game: &Game| {
        let mut with = None;
        stats::each_weapon(game.sight(), RED, |ix| with = with.or(Some(ix)));
        stats::weapon(game.sight(), RED, with.expect("an axe"), None).map(|w| w.dice)
    };
    assert_eq!(game.state.effects.iter().count(), 1);
    assert_eq!(game.state.seats[Seat(0)].power.active().count_ones(), 1);
    let armed = game.state.effects.iter().all(|effect| effect.term.armed());
    assert_eq!(dice(&game), Some(if armed { 3 } else { 2 }));
}

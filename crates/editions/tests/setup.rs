//! Whole set-ups under the rules of every edition, played at random to the first turn.

mod common;

use common::{Play, table};
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{
    Chance, Choice, Choices, Game, Later, Log, Pending, Phase, Seeded, State, Table, Variant, Verb,
    What, Windows, frame::Frame, state::Feature,
};
use gloryhex_hexgrid::Kind;
use gloryhex_model::Seat;
use std::sync::Arc;

/// Every listed choice is accepted and leads on, nobody else may decide, and a state survives being
/// written down.
fn inspect(game: &Game, seat: Seat, list: &Choices) {
    assert!(!list.is_empty(), "no choice in {:?}", game.state.stack);
    let mut sorted: Vec<Choice> = list.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), list.len(), "a choice is listed twice");
    for choice in list.iter() {
        let mut copy = game.clone();
        let mut chance = Seeded::new(1);
        assert_eq!(copy.refusal(seat, *choice, list), None);
        let next = copy.make(*choice, &mut chance, None, &mut Choices::default());
        assert!(
            matches!(next, Pending::Decide(_)),
            "{next:?} after {choice:?} in {:?}",
            game.state.stack
        );
    }
    let other = seat.clockwise(1, game.state.clock.players);
    assert!(game.refusal(other, list[0], list).is_some());
    let text = serde_json::to_string(&game.state).expect("a state can be written");
    let read: State = serde_json::from_str(&text).expect("and read");
    assert_eq!(read, game.state);
    let again = Game::at(Arc::clone(&game.table), read, Windows::default());
    let mut same = Choices::new();
    again.list_anew(&mut same);
    assert_eq!(same.as_slice(), list.as_slice());
    assert_eq!(again.decider(), Some(seat));
}

/// Plays at random until the first activation. Also says who decided last: whoever won the roll-off and picked the
/// first player.
fn play(table: &Arc<Table>, seed: u64, thorough: bool) -> (Game, Seat) {
    let mut game = Game::new(Arc::clone(table), Windows::default());
    let mut chance = Seeded::new(seed);
    let mut list = Choices::new();
    let mut last = Seat::NONE;
    let mut pending = game.go_on(&mut chance, None, &mut list);
    loop {
        let seat = match pending {
            Pending::Decide(seat) => seat,
            other => panic!("{other:?} in {:?}", game.state.stack),
        };
        assert_eq!(game.decider(), Some(seat));
        if game.state.clock.phase == Phase::Action {
            return (game, last);
        }
        if thorough {
            inspect(&game, seat, &list);
        }
        let pick = chance.below(list.len() as u32) as usize;
        let choice = list[pick];
        pending = game.make(choice, &mut chance, None, &mut list);
        last = seat;
    }
}

fn check((game, last): &(Game, Seat)) {
    let last = *last;
    let (state, grid, table) = (&game.state, &game.grid, &game.table);
    let players = state.clock.players;
    assert_eq!(state.clock.round, 1);
    assert_eq!(state.active(), Seat(state.clock.first));
    assert!(matches!(state.stack.iter().next(), Some(Frame::Round(_))));
    check_tokens(game);
    let mut territories: Vec<u8> = state.clock.territory[..players as usize].to_vec();
    territories.sort_unstable();
    assert_eq!(territories, (0..players).collect::<Vec<_>>());
    for fighter in table.everyone() {
        let hex = state.fighter(fighter).hex;
        let seat = table.owner(fighter);
        assert!(grid.is(hex, Kind::STARTING));
        assert_eq!(grid.region(hex), state.clock.territory[seat.ix()]);
        assert_eq!(state.occupant(hex), Some(fighter));
    }
    assert!(state.clock.deployed_first < players);
    for seat in state.all_seats() {
        let player = &state.seats[seat];
        let extra = u32::from(table.rules.roll_off_loser_draws && seat != last);
        assert_eq!(player.objectives.hand().count_ones(), 3);
        assert_eq!(player.power.hand().count_ones(), 5 + extra);
        let power = player.power.deck() | player.power.discard();
        assert_eq!(
            (power & player.power.hand(), power | player.power.hand()),
            (0, (1 << 20) - 1)
        );
        let objectives = player.objectives.deck() | player.objectives.discard();
        assert_eq!(objectives & player.objectives.hand(), 0);
        assert_eq!(objectives | player.objectives.hand(), (1 << 12) - 1);
    }
}

fn check_tokens(game: &Game) {
    let (state, grid, rules) = (&game.state, &game.grid, &game.table.rules);
    let total = rules.tokens.numbered[state.clock.players as usize] as usize;
    let (numbered, others) = state.features.split_at(total);
    let never = Kind::STARTING | Kind::BLOCKED | Kind::LETHAL | Kind::COVER | Kind::STAGGER;
    let mut numbers = 0;
    for (ix, token) in numbered.iter().enumerate() {
        assert!(!grid.kinds(token.hex).has_any(never));
        numbers |= 1 << token.number;
        assert_eq!(token.numbered(), rules.tokens.revealed);
        assert_eq!(token.flags & Feature::KNOWN != 0, rules.tokens.revealed);
        assert_eq!(token.dealt != 255, rules.tokens.dealt);
        for other in &numbered[..ix] {
            assert!(grid.distance(token.hex, other.hex) > 2);
        }
    }
    assert_eq!(numbers, (2 << total) - 2);
    if rules.tokens.dealt {
        for seat in state.all_seats() {
            let share = if seat.0 == state.clock.first_board {
                3
            } else {
                2
            };
            let own = numbered.iter().filter(|token| token.dealt == seat.0);
            assert_eq!(own.count(), share);
        }
    }
    if rules.tokens.each_territory {
        assert_eq!(grid.region(numbered[0].hex), 255);
        for region in 0..state.clock.players {
            assert!(numbered.iter().any(|t| grid.region(t.hex) == region));
        }
    }
    for token in others.iter().filter(|token| token.on_field()) {
        assert_eq!(token.number, 0);
        if token.flags & Feature::ARTEFACT != 0 {
            assert_eq!(grid.region(token.hex), 255);
            assert!(!grid.is(token.hex, Kind::EDGE));
        } else {
            assert!(rules.tokens.extra_gloom && !token.numbered());
        }
        let there = state.features.iter().filter(|t| t.hex == token.hex);
        assert_eq!(there.count(), 1);
    }
}

fn sweep(edition: &str, warbands: &[usize], variant: Variant) {
    let table = Arc::new(table(edition, warbands, variant));
    for seed in 0..40 {
        check(&play(&table, seed, seed == 0));
    }
}

#[test]
fn two_players_in_every_edition() {
    for edition in gloryhex_editions::NAMES {
        sweep(edition, &[3, 5], Variant::default());
    }
}

#[test]
fn three_and_four_players() {
    for edition in ["shadespire", "nightvault", "harrowdeep"] {
        sweep(edition, &[3, 5, 4], Variant::default());
        sweep(edition, &[4, 3, 5, 3], Variant::default());
    }
}

#[test]
fn fixed_layouts_and_the_artefact() {
    for warbands in [&[3, 4][..], &[3, 4, 3], &[3, 4, 3, 4]] {
        for (artefact, fixed_format) in [(true, false), (false, true), (true, true)] {
            let variant = Variant {
                artefact,
                fixed_format,
                ..Variant::default()
            };
            sweep("shadespire", warbands, variant);
        }
    }
}

#[test]
fn a_warband_larger_than_its_board_spreads_over_its_territory() {
    let table = Arc::new(table("shadespire", &[9, 3], Variant::default()));
    for seed in 0..20 {
        let (game, _) = play(&table, seed, false);
        let own = game.state.clock.territory[0];
        for fighter in table.roster(Seat(0)) {
            assert_eq!(game.grid.region(game.state.fighter(fighter).hex), own);
        }
    }
}

#[test]
fn the_same_seed_sets_up_the_same_game() {
    let table = Arc::new(table("harrowdeep", &[4, 5, 3], Variant::default()));
    assert_eq!(
        play(&table, 3, false).0.state,
        play(&table, 3, false).0.state
    );
    assert_ne!(
        play(&table, 3, false).0.state,
        play(&table, 4, false).0.state
    );
}

/// Chance that leaves every outcome to be supplied gives the same game as one that decides at once.
#[test]
fn supplied_chance_changes_nothing() {
    for edition in gloryhex_editions::NAMES {
        let table = Arc::new(table(edition, &[3, 4], Variant::default()));
        let (whole, _) = play(&table, 11, false);
        let mut game = Game::new(Arc::clone(&table), Windows::default());
        let mut chance = Seeded::new(11);
        let mut list = Choices::new();
        let mut pending = game.go_on(&mut Later, None, &mut list);
        loop {
            pending = match pending {
                Pending::Chance(ask) => {
                    let outcome = chance.decide(ask).expect("a generator always decides");
                    game.supply(outcome);
                    game.go_on(&mut Later, None, &mut list)
                }
                Pending::Decide(_) if game.state.clock.phase == Phase::Action => break,
                Pending::Decide(_) => {
                    let choice = list[chance.below(list.len() as u32) as usize];
                    game.make(choice, &mut Later, None, &mut list)
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(game.state, whole.state, "{edition}");
    }
}

#[test]
fn nothing_is_on_the_battlefield_before_the_boards() {
    let play = Play::new(table("shadespire", &[1, 1], Variant::default()), &[]);
    assert!(play.game.grid.is_empty());
}

#[test]
fn whoever_has_settled_on_a_board_is_not_asked_for_one() {
    let content = Content::embedded();
    for edition in ["shadespire", "nightvault", "harrowdeep"] {
        let own = ["Living Rock", ""].map(str::to_owned).to_vec();
        let spec = Spec {
            own_boards: own,
            ..Spec::core(edition, 2)
        };
        let table = Arc::new(content.table(&spec).expect("a table"));
        let core = content.core_sheets(edition).len();
        assert_eq!(table.sheets.len(), core + 1, "the board is added");
        for seed in 0..20 {
            let mut game = Game::new(Arc::clone(&table), Windows::default());
            let mut chance = Seeded::new(seed);
            let mut list = Choices::new();
            let mut log = Log::default();
            let mut asked = Vec::new();
            let mut pending = game.go_on(&mut chance, Some(&mut log), &mut list);
            while game.state.layout.placed().len() < 2 {
                let Pending::Decide(seat) = pending else {
                    panic!("somebody decides");
                };
                if list.iter().any(|choice| choice.verb == Verb::Board) {
                    asked.push(seat);
                }
                pending = game.make(list[0], &mut chance, Some(&mut log), &mut list);
            }
            assert_eq!(asked, [Seat(1)], "{edition} {seed}");
            let brought = log.events.iter().find_map(|event| match event.what {
                What::BoardChosen {
                    seat: Seat(0),
                    sheet,
                } => Some(sheet),
                _ => None,
            });
            let brought = brought.map(|sheet| table.sheets[usize::from(sheet)].name());
            assert_eq!(brought, Some("Living Rock"), "{edition} {seed}");
        }
    }
}

#[test]
fn nobody_brings_a_board_where_there_is_one_for_all_or_one_that_is_not_there() {
    let content = Content::embedded();
    let said = |edition: &str, board: &str| {
        let spec = Spec {
            own_boards: vec![String::new(), board.to_owned()],
            ..Spec::core(edition, 2)
        };
        let table = content.table(&spec);
        table.err().map(|problem| problem.to_string())
    };
    assert_eq!(
        said("embergard", "Quiet Foundry (ours)").as_deref(),
        Some(
            "Embergard is played on one board for all, so no seat brings `Quiet Foundry (ours)`; name it as the board to play on"
        )
    );
    let unknown = said("shadespire", "Living Rok").unwrap_or_default();
    assert!(
        unknown.starts_with(
            "there is no board for Shadespire called `Living Rok`; did you mean `Living Rock`?"
        ),
        "{unknown}"
    );
}

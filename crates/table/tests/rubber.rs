//! Matches whose players ask for each game: on one screen, to the tie-break of the book.

use gloryhex_editions::Content;
use gloryhex_engine::Seed;
use gloryhex_protocol::{
    ClientMessage, MatchDecided, MatchScore, NewGame, NewSeat, SeatKind, ServerMessage, Stage,
};
use gloryhex_table::{Due, LocalTable, entry::Entry, rubber, seating};
use std::{sync::Arc, time::Duration};

fn content() -> Arc<Content> {
    Arc::new(Content::load(&[]).unwrap_or_else(|problems| panic!("{problems:?}")))
}

fn new(edition: &str, best_of: u8, decide: bool) -> NewGame {
    let seat = || NewSeat {
        kind: SeatKind::Human,
        name: String::new(),
        warband: String::new(),
        deck: None,
    };
    NewGame {
        edition: edition.to_owned(),
        variant: Vec::new(),
        hot_seat: true,
        seats: vec![seat(), seat()],
        public: false,
        best_of,
        decide,
        clock: None,
        boards: Vec::new(),
        rated: false,
        own_boards: Vec::new(),
    }
}

fn first(content: &Arc<Content>, new: NewGame) -> LocalTable {
    let plan = seating::plan(content, new, || Seed::Cipher([4; 32])).expect("a plan");
    LocalTable::new(Arc::clone(content), "g", plan).expect("a table")
}

fn score(table: &LocalTable) -> MatchScore {
    rubber::score(table.play()).expect("it is a match")
}

/// The next game, for which everybody at the screen asks.
fn next(table: &mut LocalTable) -> LocalTable {
    table.hear(ClientMessage::Rematch);
    let plan = table.take_next().expect("everybody wants another game");
    let next = table.after("n", plan).expect("a table");
    table.name_next("n".to_owned()).expect("a name");
    next
}

/// Whoever is asked gives up, and is the loser.
fn give_up(table: &mut LocalTable) -> u8 {
    table.hear(ClientMessage::Resign);
    assert_eq!(table.play().stage(), Stage::Over);
    match table.play().winners()[..] {
        [winner] => 1 - winner,
        _ => panic!("somebody won"),
    }
}

/// Plays until it is over; everybody passes where that is possible and takes what is offered first elsewhere.
fn idle(table: &mut LocalTable) {
    while table.play().stage() == Stage::Running {
        match table.due() {
            Due::Person(_) => {
                let on = table.play().on_table().expect("it has begun");
                let offered = on.offered();
                let idle = ["pass", "done", "draw"];
                let mut idle = idle.iter().filter_map(|verb| {
                    let says = |(choice, _): &(String, _)| choice.starts_with(verb);
                    offered.iter().position(says)
                });
                let choice = offered[idle.next().unwrap_or(0)].0.clone();
                let (at, seat) = (table.play().record.at, None);
                table.hear(ClientMessage::Choose { at, choice, seat });
            }
            Due::Pass(..) | Due::Opponent(..) => {
                assert!(table.go_on(Duration::ZERO).expect("it goes on"));
            }
            Due::Nothing => panic!("somebody is asked"),
        }
        for said in table.take_said() {
            assert!(!matches!(said, ServerMessage::Error { .. }), "{said:?}");
        }
    }
}

#[test]
fn a_level_match_on_one_screen_goes_on_in_sudden_death_where_the_last_game_ended() {
    let content = content();
    let mut table = first(&content, new("shadespire", 3, true));
    let mut lost = [0, 0];
    while score(&table).results.len() < 2 {
        // The same player is asked first in the first games; the loser of the first one must not lose the second.
        if score(&table).number == 2 && lost[usize::from(asked(&table))] == 1 {
            step(&mut table);
            continue;
        }
        lost[usize::from(give_up(&mut table))] += 1;
        assert_eq!(score(&table).ending, None);
        table = next(&mut table);
    }
    assert_eq!((lost, score(&table).won), ([1, 1], vec![1, 1]));
    idle(&mut table);
    let level = score(&table);
    assert_eq!(level.results.len(), 3);
    assert_eq!((level.won, level.ending), (vec![1, 1], None), "it is level");
    let places = |table: &LocalTable| {
        let state = &table.play().on_table().expect("it has begun").game.state;
        state.fighters.map(|fighter| fighter.hex)
    };
    let before = places(&table);
    let mut rounds = next(&mut table);
    assert!(score(&rounds).sudden_death && rounds.play().is_sudden_death());
    assert_eq!(places(&rounds), before);
    let loser = give_up(&mut rounds);
    let ending = score(&rounds).ending.expect("the match is over");
    assert_eq!(
        (ending.winner, ending.how),
        (Some(1 - loser), MatchDecided::SuddenDeath)
    );
    // Another match begins anew, with cards and all.
    let again = next(&mut rounds);
    let begun = score(&again);
    assert_eq!(
        (begun.number, begun.won, begun.sudden_death),
        (1, vec![0, 0], false)
    );
    assert!(begun.decide && begun.results.is_empty());
    assert!(again.play().plan.variant.is_empty() && again.play().plan.prelude.is_none());
}

fn asked(table: &LocalTable) -> u8 {
    table.play().decider().expect("somebody is asked").0
}

/// One choice, whatever is offered first.
fn step(table: &mut LocalTable) {
    let at = table.play().record.at;
    let choice = table.play().on_table().expect("it has begun").offered()[0]
        .0
        .clone();
    table.hear(ClientMessage::Choose {
        at,
        choice,
        seat: None,
    });
}

#[test]
fn where_nothing_lies_to_play_on_with_the_dice_decide_and_stay_as_they_fell() {
    let content = content();
    let mut table = first(&content, new("nightvault", 1, true));
    // At one screen nobody has anybody to agree with; a kept game can say so.
    for entry in [
        Entry::OfferDraw {
            seat: 0,
            offer: true,
        },
        Entry::AnswerDraw {
            seat: 1,
            agree: true,
        },
    ] {
        let at = table.play().record.at + 1;
        let mut play = table.play().clone();
        play.step(&content, at, &entry, None).expect("it is taken");
        table = LocalTable::at(Arc::clone(&content), play, 3).expect("a table");
    }
    assert_eq!(table.play().stage(), Stage::Over);
    let ending = score(&table).ending.expect("the match is over");
    assert_eq!(ending.how, MatchDecided::RollOff);
    assert!(ending.winner.is_some());
    assert_eq!(score(&table).ending, Some(ending));
    assert!(!score(&next(&mut table)).sudden_death);
}

#[test]
fn a_match_is_drawn_where_nobody_asked_for_a_winner_and_no_book_decides_for_it() {
    let content = content();
    let mut table = first(&content, new("embergard", 3, false));
    let loser = give_up(&mut table);
    let begun = score(&table);
    assert_eq!(
        (begun.ending, begun.results[0].winner),
        (None, Some(1 - loser))
    );
    let refused = |new| seating::plan(&content, new, || Seed::Fast(1)).expect_err("it is refused");
    assert!(
        refused(new("embergard", 3, true))
            .message
            .contains("does not say")
    );
    let rounds = NewGame {
        variant: vec!["sudden-death".to_owned()],
        ..new("shadespire", 3, true)
    };
    assert!(refused(rounds).message.contains("by themselves"));
}

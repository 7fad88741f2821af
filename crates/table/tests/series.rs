//! Matches as they are kept: who may sit, what is secret until when, and what decides them.

use gloryhex_engine::contest::GameResult;
use gloryhex_model::{BySeat, Seat};
use gloryhex_protocol::{ClockRules, MatchDecided, MatchStage};
use gloryhex_table::series::{Deed, Entry, Next, Pick, Plan, Series, Tie};

fn plan(best_of: u8, tie: Tie) -> Plan {
    Plan {
        edition: "shadespire".to_owned(),
        variant: Vec::new(),
        best_of,
        tie,
        boards: Vec::new(),
        clock: None,
        patience: None,
        public: false,
        rated: false,
        kept: [None, None],
        guests: [None, None],
        registered: [None, None],
        tournament: None,
        made: 1_000,
    }
}

fn tell(series: &mut Series, deed: Deed) -> Result<(), String> {
    let entry = Entry { when: 5_000, deed };
    // What is stored is what is read.
    let text = serde_json::to_string(&entry).expect("it is written");
    assert_eq!(
        serde_json::from_str::<Entry>(&text).expect("it is read"),
        entry
    );
    series.apply(&entry).map_err(|problem| problem.message)
}

fn sit(side: u8, player: Option<&str>) -> Deed {
    Deed::Sit {
        side,
        name: format!("Player {side}"),
        player: player.map(str::to_owned),
    }
}

fn choose(side: u8, warband: &str) -> Deed {
    Deed::Choose {
        side,
        pick: Pick {
            warband: warband.to_owned(),
            deck: None,
        },
    }
}

/// A match at which both sit and have chosen.
fn begun(best_of: u8, tie: Tie) -> Series {
    let mut series = Series::new(plan(best_of, tie)).expect("it can be played");
    for side in 0..2 {
        tell(&mut series, sit(side, None)).expect("there is room");
        tell(&mut series, choose(side, "A")).expect("nothing is chosen yet");
    }
    series
}

/// Plays a game of a match.
fn play(series: &mut Series, winner: Option<u8>, glory: [u8; 2], gone: [bool; 2], agreed: bool) {
    let sudden_death = series.next() == Next::SuddenDeath;
    let game = format!("g{}", series.games().len());
    tell(series, Deed::Game { game, sudden_death }).expect("it is due");
    assert_eq!(series.next(), Next::End);
    let result = GameResult {
        winner: winner.map(Seat),
        glory: BySeat([glory[0], glory[1], 0, 0]),
        wiped_out: BySeat([gone[0], gone[1], false, false]),
    };
    tell(series, Deed::Ended { result, agreed }).expect("it was played");
}

fn simply(series: &mut Series, winner: Option<u8>, glory: [u8; 2]) {
    play(series, winner, glory, [false; 2], false);
}

fn ended(series: &Series) -> (Option<u8>, MatchDecided) {
    let ending = series.ending().expect("it is over");
    (ending.winner, ending.how)
}

#[test]
fn a_choice_is_kept_back_until_both_have_chosen_and_then_stays() {
    let mut series = Series::new(plan(3, Tie::Drawn)).unwrap();
    assert_eq!(
        tell(&mut series, choose(0, "A")),
        Err("Sit down first.".to_owned())
    );
    tell(&mut series, sit(0, None)).unwrap();
    tell(&mut series, choose(0, "A")).unwrap();
    tell(&mut series, choose(0, "B")).unwrap();
    assert_eq!(
        (series.shown(), series.stage()),
        (false, MatchStage::Waiting)
    );
    tell(&mut series, sit(1, None)).unwrap();
    assert_eq!(
        (series.shown(), series.stage()),
        (false, MatchStage::Choosing)
    );
    tell(&mut series, choose(1, "C")).unwrap();
    assert!(series.shown());
    assert_eq!(series.pick(0).map(|pick| pick.warband.as_str()), Some("B"));
    assert_eq!(
        tell(&mut series, choose(0, "A")),
        Err("Both have chosen; warbands and decks stay for the whole match.".to_owned())
    );
}

#[test]
fn sides_are_for_whom_they_are_kept() {
    let kept = Plan {
        kept: [Some("ada".to_owned()), Some("bo".to_owned())],
        registered: [Some(Pick::default()), None],
        ..plan(1, Tie::Drawn)
    };
    let mut series = Series::new(kept).unwrap();
    for wrong in [None, Some("bo"), Some("eve")] {
        assert_eq!(
            tell(&mut series, sit(0, wrong)),
            Err("This side is kept for somebody else.".to_owned())
        );
    }
    tell(&mut series, sit(0, Some("ada"))).unwrap();
    assert_eq!(
        tell(&mut series, sit(0, Some("ada"))),
        Err("Both sides are taken; you can watch.".to_owned())
    );
    assert_eq!(
        tell(&mut series, sit(1, Some("ada"))),
        Err("You sit at this match already.".to_owned())
    );
    assert_eq!(
        tell(&mut series, choose(0, "A")),
        Err("You play what you registered.".to_owned())
    );
    assert_eq!(series.side_of("bo"), Some(1));
    let rated = Plan {
        rated: true,
        ..plan(1, Tie::Drawn)
    };
    let mut series = Series::new(rated).unwrap();
    assert_eq!(
        tell(&mut series, sit(0, None)),
        Err(
            "This match is rated. Take a name first, so that its games can count for you."
                .to_owned()
        )
    );
}

#[test]
fn a_guest_is_called_as_written_down_and_is_not_waited_for_for_ever() {
    let kept = Plan {
        kept: [Some("ada".to_owned()), None],
        guests: [None, Some("Gil".to_owned())],
        patience: Some(600),
        ..plan(1, Tie::Drawn)
    };
    let text = serde_json::to_string(&kept).unwrap();
    assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), kept);
    let mut series = Series::new(kept).unwrap();
    assert_eq!(series.due(), Some(601_000), "from the making on");
    tell(&mut series, sit(1, None)).unwrap();
    let name = |series: &Series| series.sides()[1].as_ref().map(|side| side.name.clone());
    assert_eq!(name(&series).as_deref(), Some("Gil"));
    tell(&mut series, choose(1, "A")).unwrap();
    tell(&mut series, Deed::Late).unwrap();
    assert_eq!(ended(&series), (Some(1), MatchDecided::Late));
}

#[test]
fn a_game_that_was_closed_is_played_anew() {
    let mut series = begun(3, Tie::Drawn);
    assert_eq!(
        tell(&mut series, Deed::Closed),
        Err("No game is being played.".to_owned())
    );
    simply(&mut series, Some(0), [5, 1]);
    let game = "closed".to_owned();
    let sudden_death = false;
    tell(&mut series, Deed::Game { game, sudden_death }).unwrap();
    tell(&mut series, Deed::Closed).unwrap();
    assert_eq!((series.next(), series.games().len()), (Next::Game, 1));
    simply(&mut series, Some(0), [5, 1]);
    assert_eq!(ended(&series), (Some(0), MatchDecided::Games));
}

#[test]
fn two_wins_end_a_match_and_nothing_happens_after_it() {
    let mut series = begun(3, Tie::Drawn);
    simply(&mut series, Some(1), [3, 9]);
    let game = "x".to_owned();
    let sudden_death = true;
    assert_eq!(
        tell(&mut series, Deed::Game { game, sudden_death }),
        Err("No such game is to be played now.".to_owned())
    );
    simply(&mut series, Some(1), [4, 6]);
    assert_eq!(ended(&series), (Some(1), MatchDecided::Games));
    assert_eq!((series.won(), series.glory()), ([0, 2], [7, 15]));
    assert_eq!(
        tell(&mut series, Deed::GiveUp { side: 1 }),
        Err("This match has ended.".to_owned())
    );
}

#[test]
fn a_level_match_is_drawn_unless_there_must_be_a_winner() {
    let level = |tie: Tie, glory: [u8; 2], gone: [bool; 2], agreed: bool| {
        let mut series = begun(3, tie);
        simply(&mut series, Some(0), [5, 1]);
        simply(&mut series, Some(1), [1, 5]);
        play(&mut series, None, glory, gone, agreed);
        series
    };
    let drawn = level(Tie::Drawn, [9, 1], [false; 2], false);
    assert_eq!(ended(&drawn), (None, MatchDecided::Drawn));
    let glory = level(Tie::Book, [3, 2], [false; 2], false);
    assert_eq!(ended(&glory), (Some(0), MatchDecided::Glory));
    let alone = level(Tie::Book, [3, 3], [true, false], false);
    assert_eq!(ended(&alone), (Some(1), MatchDecided::Survivors));
    let ahead = level(Tie::Ahead { side: 1 }, [3, 3], [false; 2], false);
    assert_eq!(ended(&ahead), (Some(1), MatchDecided::Ahead));
    let better = level(Tie::Ahead { side: 1 }, [4, 3], [false; 2], false);
    assert_eq!(ended(&better), (Some(0), MatchDecided::Glory));
    let nobody = level(Tie::Book, [3, 3], [true, true], false);
    assert_eq!(nobody.next(), Next::RollOff);
    // After a draw by agreement nobody plays on from the board.
    let agreed = level(Tie::Book, [3, 3], [false; 2], true);
    assert_eq!(agreed.next(), Next::RollOff);
    let mut on = level(Tie::Book, [3, 3], [false; 2], false);
    assert_eq!(on.next(), Next::SuddenDeath);
    play(&mut on, Some(0), [3, 3], [false, true], false);
    assert_eq!(ended(&on), (Some(0), MatchDecided::SuddenDeath));
    assert_eq!(on.won(), [1, 1]);
    let mut both_gone = level(Tie::Book, [3, 3], [false; 2], false);
    play(&mut both_gone, None, [3, 3], [true, true], false);
    assert_eq!(both_gone.next(), Next::RollOff);
    let rolls = Default::default();
    let winner = 1;
    tell(&mut both_gone, Deed::Rolled { rolls, winner }).unwrap();
    assert_eq!(ended(&both_gone), (Some(1), MatchDecided::RollOff));
    // Rounds that this version cannot play: the dice decide at once.
    let mut lost = level(Tie::Book, [3, 3], [false; 2], false);
    let rolls = Default::default();
    tell(&mut lost, Deed::Rolled { rolls, winner }).unwrap();
    assert_eq!(ended(&lost), (Some(1), MatchDecided::RollOff));
}

#[test]
fn who_gives_up_loses_what_was_still_to_be_played() {
    let mut series = begun(3, Tie::Book);
    simply(&mut series, Some(0), [5, 1]);
    tell(&mut series, Deed::GiveUp { side: 0 }).unwrap();
    assert_eq!(ended(&series), (Some(1), MatchDecided::GivenUp));
    assert_eq!(series.won(), [1, 2]);
}

#[test]
fn time_to_choose_counts_from_when_both_are_there_and_is_not_made_longer_by_choosing() {
    let clock = Some(ClockRules {
        bank: 60,
        increment: 0,
        away: 60,
    });
    let mut series = Series::new(Plan {
        clock,
        patience: Some(60),
        ..plan(3, Tie::Drawn)
    })
    .unwrap();
    tell(&mut series, sit(0, None)).unwrap();
    assert_eq!(series.due(), None);
    tell(&mut series, sit(1, None)).unwrap();
    assert_eq!(series.due(), Some(65_000));
    let later = Entry {
        when: 50_000,
        deed: choose(1, "A"),
    };
    series.apply(&later).unwrap();
    assert_eq!(series.due(), Some(65_000));
    tell(&mut series, Deed::Late).unwrap();
    assert_eq!(ended(&series), (Some(1), MatchDecided::Late));
    let mut on_time = begun(3, Tie::Drawn);
    assert_eq!(
        tell(&mut on_time, Deed::Late),
        Err("Everybody has come and chosen.".to_owned())
    );
}

#[test]
fn a_tournament_ends_its_matches_and_nobody_else_does() {
    let told = |winner| Deed::Told { winner };
    let mut alone = begun(1, Tie::Drawn);
    assert!(tell(&mut alone, told(Some(0))).is_err());
    for (winner, side) in [(Some(1), Some(1)), (None, None)] {
        let mut series = Series::new(Plan {
            tournament: Some("t".to_owned()),
            ..plan(1, Tie::Drawn)
        })
        .unwrap();
        assert!(tell(&mut series, told(Some(2))).is_err());
        tell(&mut series, told(winner)).unwrap();
        assert_eq!(ended(&series), (side, MatchDecided::Told));
        assert_eq!(series.stage(), MatchStage::Over);
        assert!(tell(&mut series, sit(0, None)).is_err());
    }
}

#[test]
fn a_guest_whose_invitation_is_taken_back_gets_up_until_the_game_has_begun() {
    let mut series = Series::new(Plan {
        guests: [Some("Gil".to_owned()), None],
        ..plan(1, Tie::Drawn)
    })
    .unwrap();
    let uninvite = |side| Deed::Uninvite { side };
    tell(&mut series, sit(0, None)).unwrap();
    tell(&mut series, choose(0, "A")).unwrap();
    assert!(
        tell(&mut series, uninvite(1)).is_err(),
        "no guest comes there"
    );
    tell(&mut series, uninvite(0)).unwrap();
    assert_eq!((series.uninvited(0), series.uninvited(1)), (1, 0));
    assert!(series.sides()[0].is_none() && series.pick(0).is_none());
    for side in 0..2 {
        tell(&mut series, sit(side, None)).unwrap();
        tell(&mut series, choose(side, "B")).unwrap();
    }
    assert_eq!(series.sides()[0].as_ref().unwrap().name, "Gil");
    let game = Deed::Game {
        game: "g".to_owned(),
        sudden_death: false,
    };
    tell(&mut series, game).unwrap();
    assert!(tell(&mut series, uninvite(0)).is_err());
}

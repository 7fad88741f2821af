//! The cases of the book, one by one, and ladders on which anything happens.

use super::*;
use proptest::prelude::*;

fn id(name: &str) -> PlayerId {
    PlayerId(name.to_owned())
}

fn plan() -> Plan {
    Plan {
        name: "Thursdays".to_owned(),
        edition: "e".to_owned(),
        until: None,
        rated: false,
    }
}

fn ladder(names: &[&str]) -> Ladder {
    let mut ladder = Ladder::new(plan());
    for name in names {
        tell(&mut ladder, 0, Deed::Join { player: id(name) }).unwrap();
    }
    ladder
}

fn tell(ladder: &mut Ladder, when: u64, deed: Deed) -> Result<(), Refusal> {
    ladder.apply(&Entry { when, deed })
}

/// Plays a game between two players at a time.
fn game(ladder: &mut Ladder, when: u64, from: &str, to: &str, winner: Option<&str>) {
    let challenge = ladder.challenges().len() as u32;
    let (from, to) = (id(from), id(to));
    tell(ladder, when, Deed::Challenge { from, to }).unwrap();
    let answer = Deed::Answer {
        challenge,
        accept: true,
        game: None,
    };
    tell(ladder, when, answer).unwrap();
    let winner = winner.map(id);
    tell(ladder, when, Deed::Played { challenge, winner }).unwrap();
}

fn order(ladder: &Ladder) -> String {
    let names = ladder.rungs().iter().map(|c| c.player.0.as_str());
    names.collect::<Vec<_>>().join("")
}

#[test]
fn whoever_joins_first_is_first_and_newcomers_stand_below() {
    let mut ladder = ladder(&["a", "b", "c"]);
    assert_eq!(order(&ladder), "abc");
    assert_eq!(ladder.champion(), Some(&id("a")));
    let again = tell(&mut ladder, 0, Deed::Join { player: id("a") });
    assert_eq!(
        again.unwrap_err().to_string(),
        "You stand on this ladder already."
    );
}

#[test]
fn a_lower_winner_swaps_with_the_loser() {
    let mut ladder = ladder(&["a", "b", "c", "d"]);
    game(&mut ladder, 1, "d", "b", Some("d"));
    assert_eq!(order(&ladder), "adcb");
}

#[test]
fn a_higher_winner_climbs_one_rung() {
    let mut ladder = ladder(&["a", "b", "c", "d"]);
    game(&mut ladder, 1, "d", "c", Some("c"));
    assert_eq!(order(&ladder), "acbd");
}

#[test]
fn if_the_first_wins_the_loser_drops_a_rung() {
    let mut ladder = ladder(&["a", "b", "c", "d"]);
    game(&mut ladder, 1, "b", "a", Some("a"));
    assert_eq!(order(&ladder), "acbd");
}

#[test]
fn the_last_has_no_rung_to_drop_to() {
    let mut ladder = ladder(&["a", "b", "c"]);
    game(&mut ladder, 1, "a", "c", Some("a"));
    assert_eq!(order(&ladder), "abc");
}

#[test]
fn a_draw_moves_nobody() {
    let mut ladder = ladder(&["a", "b", "c"]);
    game(&mut ladder, 1, "c", "a", None);
    assert_eq!(order(&ladder), "abc");
    assert_eq!((ladder.rungs()[0].played, ladder.rungs()[0].drawn), (1, 1));
}

#[test]
fn a_week_without_a_game_drops_to_the_bottom() {
    let mut ladder = ladder(&["a", "b", "c"]);
    game(&mut ladder, 1000, "b", "c", None);
    ladder.pass_time(WEEK - 1);
    assert_eq!(order(&ladder), "abc");
    ladder.pass_time(WEEK);
    assert_eq!(order(&ladder), "bca");
    assert_eq!(ladder.champion(), Some(&id("b")));
}

#[test]
fn those_who_drop_at_once_keep_their_order_and_drop_again_a_week_later() {
    let mut ladder = ladder(&["a", "b", "c", "d"]);
    game(&mut ladder, 5, "c", "d", None);
    ladder.pass_time(WEEK);
    assert_eq!(order(&ladder), "cdab");
    game(&mut ladder, WEEK + 1, "c", "d", None);
    tell(&mut ladder, WEEK + 2, Deed::Join { player: id("e") }).unwrap();
    ladder.pass_time(2 * WEEK);
    assert_eq!(order(&ladder), "cdeab");
}

#[test]
fn many_weeks_at_once_are_the_same_as_one_after_the_other() {
    let mut at_once = ladder(&["a", "b", "c"]);
    game(&mut at_once, 77, "a", "b", None);
    let mut slowly = at_once.clone();
    at_once.pass_time(9 * WEEK);
    for day in 0..=63 {
        slowly.pass_time(day * WEEK / 7);
    }
    assert_eq!(at_once, slowly);
}

#[test]
fn after_its_date_a_ladder_stands_still() {
    let mut ladder = ladder(&["a", "b"]);
    ladder.plan.until = Some(3 * WEEK / 2);
    ladder.pass_time(10 * WEEK);
    assert_eq!(order(&ladder), "ab", "both dropped together, once");
    let late = tell(&mut ladder, 10 * WEEK, Deed::Join { player: id("c") });
    assert_eq!(late.unwrap_err().to_string(), "This ladder has ended.");
}

#[test]
fn only_willing_opponents_play() {
    let mut ladder = ladder(&["a", "b", "c"]);
    let (from, to) = (id("a"), id("b"));
    tell(&mut ladder, 1, Deed::Challenge { from, to }).unwrap();
    let early = Deed::Played {
        challenge: 0,
        winner: Some(id("a")),
    };
    let refused = tell(&mut ladder, 1, early.clone()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "There is no game of this challenge to be told of."
    );
    let no = Deed::Answer {
        challenge: 0,
        accept: false,
        game: None,
    };
    tell(&mut ladder, 1, no).unwrap();
    assert!(tell(&mut ladder, 1, early).is_err());
    assert_eq!(order(&ladder), "abc");
}

#[test]
fn a_winner_from_elsewhere_is_refused_and_changes_nothing() {
    let mut ladder = ladder(&["a", "b", "c"]);
    let (from, to) = (id("a"), id("b"));
    tell(&mut ladder, 1, Deed::Challenge { from, to }).unwrap();
    let yes = Deed::Answer {
        challenge: 0,
        accept: true,
        game: Some("g".to_owned()),
    };
    tell(&mut ladder, 1, yes).unwrap();
    let before = ladder.clone();
    let winner = Some(id("c"));
    let told = Deed::Played {
        challenge: 0,
        winner,
    };
    let refused = tell(&mut ladder, 1, told).unwrap_err();
    assert_eq!(refused.to_string(), "The winner did not play this game.");
    assert_eq!(ladder, before);
}

#[test]
fn every_deed_belongs_to_one_of_the_two_or_to_the_house() {
    let mut ladder = ladder(&["a", "b", "c"]);
    let (from, to) = (id("a"), id("b"));
    tell(&mut ladder, 1, Deed::Challenge { from, to }).unwrap();
    let whos = [
        Who::Player(id("a")),
        Who::Player(id("b")),
        Who::Player(id("c")),
        Who::House,
    ];
    let may = |deed: Deed| whos.clone().map(|who| ladder.allowed(&who, &deed).is_ok());
    let accept = |accept| Deed::Answer {
        challenge: 0,
        accept,
        game: None,
    };
    let winner = Some(id("a"));
    assert_eq!(
        may(Deed::Join { player: id("c") }),
        [false, false, true, false]
    );
    assert_eq!(
        may(Deed::Leave { player: id("a") }),
        [true, false, false, false]
    );
    assert_eq!(may(accept(true)), [false, true, false, false]);
    assert_eq!(may(accept(false)), [false, true, false, false]);
    assert_eq!(
        may(Deed::Withdraw { challenge: 0 }),
        [true, false, false, false]
    );
    assert_eq!(
        may(Deed::Played {
            challenge: 0,
            winner
        }),
        [false, false, false, true]
    );
    assert_eq!(
        may(Deed::Void { challenge: 0 }),
        [false, false, false, true]
    );
    assert_eq!(may(Deed::Withdraw { challenge: 7 }), [false; 4]);
}

#[test]
fn entries_are_stored_and_read_back() {
    let entry = Entry {
        when: 7,
        deed: Deed::Challenge {
            from: id("a"),
            to: id("b"),
        },
    };
    let text = serde_json::to_string(&entry).unwrap();
    assert_eq!(text, r#"{"when":7,"do":"challenge","from":"a","to":"b"}"#);
    assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), entry);
}

proptest! {
    /// Whatever happens, nobody is lost or stands twice, and who did not play in a game moves by a rung at most.
    #[test]
    fn nobody_is_lost(games in proptest::collection::vec((0usize..6, 0usize..6, 0u8..3, 0u64..WEEK), 0..60)) {
        let names = ["a", "b", "c", "d", "e", "f"];
        let mut ladder = ladder(&names);
        let mut now = 0;
        for (one, other, result, later) in games {
            if one == other {
                continue;
            }
            now += later;
            ladder.pass_time(now);
            let before = ladder.clone();
            let winner = [Some(names[one]), Some(names[other]), None][result as usize];
            game(&mut ladder, now, names[one], names[other], winner);
            let mut all: Vec<_> = ladder.rungs().iter().map(|c| c.player.0.clone()).collect();
            all.sort();
            prop_assert_eq!(all.join(""), "abcdef");
            for name in names {
                let (was, is) = (before.rung(&id(name)).unwrap(), ladder.rung(&id(name)).unwrap());
                let played = name == names[one] || name == names[other];
                prop_assert!(played || was.abs_diff(is) <= 1);
                if winner == Some(name) {
                    prop_assert!(is <= was, "a winner never falls");
                }
            }
        }
    }
}

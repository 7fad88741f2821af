//! What a tournament refuses, in which words, and that nothing has changed then; and what is written reads back.

use gloryhex_organise::{
    PlayerId, sheet,
    tournament::{Deadline, Deed, Entrant, Entry, Format, Plan, Tournament, Verdict, Who},
};

fn plan(format: Format) -> Plan {
    Plan {
        name: "Open".to_owned(),
        edition: "e".to_owned(),
        format,
        variant: Vec::new(),
        boards: Vec::new(),
        best_of: 3,
        rated: false,
        decks: None,
        lists: None,
        clock: None,
        open_decks: false,
        deadline: None,
        organiser: PlayerId("o".to_owned()),
        lots: 1,
    }
}

fn enter(n: u32) -> Deed {
    Deed::Enter {
        player: Some(PlayerId(format!("p{n}"))),
        name: format!("Player {n}"),
        seeding: 0,
        list: None,
    }
}

fn with(format: Format, players: u32) -> Tournament {
    let mut tournament = Tournament::new(plan(format)).unwrap();
    for n in 0..players {
        tell(&mut tournament, enter(n));
    }
    tournament
}

fn tell(tournament: &mut Tournament, deed: Deed) {
    tournament.apply(&Entry { when: 5, deed }).unwrap();
}

/// Why something is refused; nothing has changed.
fn refused(tournament: &mut Tournament, deed: Deed) -> String {
    let before = tournament.clone();
    let refusal = tournament.apply(&Entry { when: 5, deed }).unwrap_err();
    assert_eq!(*tournament, before);
    refusal.to_string()
}

fn begin(tournament: &mut Tournament) {
    let next = tournament.next().unwrap();
    tell(tournament, next);
}

fn won(won: [u8; 2]) -> Verdict {
    Verdict::Played {
        won,
        glory: [10, 7],
        decided: None,
    }
}

fn told(table: u32, verdict: Verdict) -> Deed {
    Deed::Told { table, verdict }
}

#[test]
fn plans_that_cannot_be_played_are_refused() {
    let refused = |plan| Tournament::new(plan).unwrap_err().to_string();
    let swiss = |rounds| plan(Format::Swiss { rounds });
    assert_eq!(refused(swiss(0)), "A Swiss has between 1 and 20 rounds.");
    assert_eq!(refused(swiss(21)), "A Swiss has between 1 and 20 rounds.");
    let cut = plan(Format::SwissCut { rounds: 3, cut: 6 });
    assert_eq!(
        refused(cut),
        "2, 4, 8, 16 or 32 players go on to the bracket."
    );
    let mut long = swiss(3);
    long.best_of = 5;
    assert_eq!(refused(long), "A match has 1 game, or 3 at most.");
    let mut never = swiss(3);
    never.deadline = Some(Deadline { days: 0, late: 0 });
    assert_eq!(
        refused(never),
        "A round of a league takes between 1 and 60 days."
    );
}

#[test]
fn entering_ends_where_it_would_be_unfair() {
    let mut bracket = with(Format::Elimination, 4);
    begin(&mut bracket);
    assert_eq!(refused(&mut bracket, enter(9)), "It is too late to enter.");
    let mut swiss = with(Format::Swiss { rounds: 2 }, 4);
    begin(&mut swiss);
    tell(&mut swiss, enter(9));
    assert_eq!(refused(&mut swiss, enter(9)), "You have entered already.");
    let same = Deed::Enter {
        player: None,
        name: "Player 0".to_owned(),
        seeding: 0,
        list: None,
    };
    assert_eq!(
        refused(&mut swiss, same),
        "Somebody with this name has entered already."
    );
}

#[test]
fn matches_end_as_matches_can_end() {
    let mut tournament = with(Format::Swiss { rounds: 1 }, 2);
    assert_eq!(
        refused(&mut tournament, told(0, won([2, 0]))),
        "There is no such table in this round."
    );
    begin(&mut tournament);
    for wrong in [[3, 0], [2, 2]] {
        assert_eq!(
            refused(&mut tournament, told(0, won(wrong))),
            "A match of three games ends when somebody has won two."
        );
    }
    let decided = Verdict::Played {
        won: [2, 1],
        glory: [0, 0],
        decided: Some(1),
    };
    assert_eq!(
        refused(&mut tournament, told(0, decided)),
        "A tie-breaker decides only what is drawn, for one side."
    );
    let early = tournament.next().unwrap_err().to_string();
    assert_eq!(early, "The last round is still being played.");
    tell(&mut tournament, told(0, won([1, 1])));
    assert_eq!(
        refused(&mut tournament, told(0, won([2, 0]))),
        "This match has ended already."
    );
    let over = tournament.next().unwrap_err().to_string();
    assert_eq!(over, "All rounds have been played.");
}

#[test]
fn a_bracket_needs_winners_and_stands_once_the_next_round_has_begun() {
    let mut tournament = with(Format::Elimination, 4);
    begin(&mut tournament);
    assert_eq!(
        refused(&mut tournament, told(0, won([1, 1]))),
        "A match of the bracket must have a winner: use the tie-breakers of the book."
    );
    let decided = Verdict::Played {
        won: [1, 1],
        glory: [9, 9],
        decided: Some(1),
    };
    tell(&mut tournament, told(0, decided));
    tell(&mut tournament, told(1, won([0, 2])));
    begin(&mut tournament);
    let correct = |round, reason: &str| Deed::Correct {
        round,
        table: 0,
        verdict: won([2, 0]),
        reason: reason.to_owned(),
    };
    assert_eq!(
        refused(&mut tournament, correct(0, "a mistake")),
        "The next round of the bracket has begun with this result."
    );
    assert_eq!(
        refused(&mut tournament, correct(1, "  ")),
        "Say why the result is set right; everybody will see it."
    );
    tell(&mut tournament, correct(1, "a mistake"));
    assert_eq!(tournament.rounds()[1].pairs[0].corrected, ["a mistake"]);
}

#[test]
fn pairs_that_are_not_the_next_round_are_refused() {
    let some = |n| Some(Entrant(n));
    let mut tournament = with(Format::Swiss { rounds: 2 }, 4);
    for pairs in [
        vec![],
        vec![[some(0), some(1)]],
        vec![[some(0), some(1)], [some(0), some(2)]],
        vec![[some(0), some(1)], [some(2), some(9)]],
        vec![[some(0), None], [some(1), None], [some(2), some(3)]],
        vec![[None, some(0)], [some(1), some(2)]],
    ] {
        assert_eq!(
            refused(&mut tournament, Deed::Round { pairs }),
            "These pairs are not those of the next round."
        );
    }
    // Another version may pair otherwise, and its entries are read.
    let pairs = vec![[some(0), some(1)], [some(3), some(2)]];
    tell(&mut tournament, Deed::Round { pairs });
}

#[test]
fn paused_and_ended_tournaments_stand_still() {
    let mut tournament = with(Format::Swiss { rounds: 2 }, 4);
    tell(&mut tournament, Deed::Pause { on: true });
    assert_eq!(
        refused(&mut tournament, enter(7)),
        "The organiser has paused the tournament."
    );
    tell(&mut tournament, Deed::Pause { on: false });
    begin(&mut tournament);
    tell(&mut tournament, Deed::Close);
    let both = tournament.rounds()[0].pairs.iter();
    assert!(
        both.clone()
            .all(|pair| pair.verdict == Some(Verdict::Neither))
    );
    tell(&mut tournament, Deed::End);
    assert_eq!(
        refused(&mut tournament, enter(8)),
        "This tournament has ended."
    );
}

#[test]
fn every_deed_belongs_to_somebody() {
    let mut tournament = with(Format::Swiss { rounds: 2 }, 2);
    begin(&mut tournament);
    let player = |id: &str| Who::Player(PlayerId(id.to_owned()));
    let whos = [player("o"), player("p0"), player("x"), Who::House];
    let may = |tournament: &Tournament, deed: Deed| {
        whos.clone()
            .map(|who| tournament.allowed(&who, &deed).is_ok())
    };
    let guest = Deed::Enter {
        player: None,
        name: "Gil".to_owned(),
        seeding: 0,
        list: None,
    };
    let correct = Deed::Correct {
        round: 0,
        table: 0,
        verdict: Verdict::Neither,
        reason: "why".to_owned(),
    };
    let game = Deed::Game {
        table: 0,
        game: "g".to_owned(),
    };
    let drop = Deed::Drop {
        entrant: Entrant(0),
    };
    let all = [
        (enter(0), [false, true, false, false]),
        (guest, [true, false, false, false]),
        (drop, [true, true, false, false]),
        (Deed::Round { pairs: vec![] }, [true, false, false, true]),
        (Deed::Close, [true, false, false, true]),
        (correct, [true, false, false, false]),
        (Deed::Pause { on: true }, [true, false, false, false]),
        (Deed::Clock { clock: None }, [true, false, false, false]),
        (Deed::End, [true, false, false, false]),
        (game.clone(), [false, false, false, true]),
        (told(0, Verdict::Neither), [true, true, false, false]),
    ];
    for (deed, expected) in all {
        assert_eq!(may(&tournament, deed.clone()), expected, "{deed:?}");
    }
    // Of a match that is played here nobody but the game tells.
    tell(&mut tournament, game);
    let neither = told(0, Verdict::Neither);
    assert_eq!(may(&tournament, neither), [false, false, false, true]);
    // With a guest it may be played elsewhere, and then its players tell.
    let mut tournament = with(Format::Swiss { rounds: 2 }, 1);
    let guest = Deed::Enter {
        player: None,
        name: "Gil".to_owned(),
        seeding: 0,
        list: None,
    };
    tell(&mut tournament, guest);
    begin(&mut tournament);
    let id = "m".to_owned();
    tell(&mut tournament, Deed::Match { table: 0, id });
    let neither = told(0, Verdict::Neither);
    assert_eq!(may(&tournament, neither), [true, true, false, true]);
}

#[test]
fn clocks_change_for_what_is_still_to_come_and_read_back() {
    let mut tournament = with(Format::RoundRobin, 2);
    assert_eq!(tournament.clock(), None);
    let clock = Some("an hour".to_owned());
    tell(&mut tournament, Deed::Clock { clock });
    assert_eq!(tournament.clock(), Some("an hour"));
    // Before there were clocks, variants and boards, plans said nothing of them.
    let old = r#"{"name":"n","edition":"e","format":{"kind":"round-robin"},"best_of":1,"rated":false,"decks":null,
        "open_decks":false,"deadline":null,"organiser":"o","lots":1}"#;
    let old: Plan = serde_json::from_str(old).unwrap();
    assert_eq!(
        (old.clock, old.variant.len(), old.boards.len()),
        (None, 0, 0)
    );
}

#[test]
fn entries_read_back_and_make_the_same_tournament() {
    let mut tournament = Tournament::new(plan(Format::Swiss { rounds: 1 })).unwrap();
    let mut entries = Vec::new();
    let mut keep = |tournament: &mut Tournament, deed: Deed| {
        let entry = Entry { when: 9, deed };
        tournament.apply(&entry).unwrap();
        entries.push(serde_json::to_string(&entry).unwrap());
    };
    for n in 0..3 {
        keep(&mut tournament, enter(n));
    }
    let next = tournament.next().unwrap();
    keep(&mut tournament, next);
    keep(&mut tournament, told(0, won([2, 1])));
    let read: Vec<Entry> = entries
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect();
    let again = Tournament::read(tournament.plan().clone(), &read).unwrap();
    assert_eq!(again, tournament);
    let csv = sheet::results_csv(&again);
    assert_eq!(csv.lines().count(), 3);
    assert!(
        csv.lines().nth(1).unwrap().ends_with(",2,1,10,7,played,"),
        "{csv}"
    );
    assert!(csv.lines().nth(2).unwrap().ends_with(",rest,"), "{csv}");
}

//! The tables of tournaments: matches of three, drawn matches of a bracket, clocks, variants and boards, guests, and decks
//! judged by the lists of a day.

mod common;

use common::{cups::*, *};
use gloryhex_protocol::{
    AtMatch, ChooseForMatch, ClientMessage, ClockRules, Content, DeckList, DropEntrant,
    EnterTournament, GameSummary, GuestSeat, MatchDecided, MatchTicket, MatchView, NewTournament,
    OwnSide, PlayerKey, ServerMessage, SetClock, SitAtMatch, TableFace, TellResult, TournamentKind,
    TournamentView,
};
use std::{net::SocketAddr, time::Duration};

/// Both agree that the game at a table is drawn.
async fn draw(to: SocketAddr, table: &TableFace, keys: [&str; 2]) {
    let tickets = sit(to, table, keys).await;
    let mut one = Client::sit(to, &tickets[0]).await;
    let mut other = Client::sit(to, &tickets[1]).await;
    one.say(&ClientMessage::OfferDraw { offer: true }).await;
    let offered = |message: &ServerMessage| {
        matches!(message, ServerMessage::DrawOffered { stands: true, .. }).then_some(())
    };
    other.until(offered).await;
    other.say(&ClientMessage::AnswerDraw { agree: true }).await;
    let over =
        |message: &ServerMessage| matches!(message, ServerMessage::Over { .. }).then_some(());
    other.until(over).await;
}

/// A knock-out between two, of an edition, best of one game or of three: its id, the two, and its table.
async fn knock_out(
    to: SocketAddr,
    edition: &str,
    best_of: u8,
) -> (String, [PlayerKey; 2], TableFace) {
    let people = [
        take(to, &format!("Ada {edition}")).await,
        take(to, &format!("Bo {edition}")).await,
    ];
    let new = NewTournament {
        kind: TournamentKind::Elimination,
        edition: edition.to_owned(),
        best_of,
        ..swiss(0, 0)
    };
    let made: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &new).await;
    let id = made.face.id;
    for person in &people {
        enter(to, &id, &person.key).await;
    }
    let view = next(to, &id, &people[0].key).await;
    let table = view.rounds[0].tables[0].clone();
    let order = table
        .sides
        .map(|side| people[side.unwrap() as usize].clone());
    (id, order, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_three_counts_once_and_only_its_players_sit_at_it() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let eve = take(to, "Eve").await;
    let (id, people, table) = knock_out(to, "shadespire", 3).await;
    let series = table.series.clone().unwrap();
    let path = |what: &str| format!("/api/matches/{series}/{what}");
    for key in ["", eve.key.as_str()] {
        let (_, problem) = refused_as(to, key, &path("sit"), &SitAtMatch::default()).await;
        assert_eq!(
            problem.message,
            "You need an invitation to play this match; you can watch it."
        );
    }
    let keys = [people[0].key.as_str(), people[1].key.as_str()];
    for loser in [0, 1, 0] {
        let view: TournamentView = get(to, &format!("/api/tournaments/{id}")).await;
        assert_eq!(view.rounds[0].tables[0].result, None);
        play(to, &table, keys, loser).await;
    }
    let view: TournamentView = get(to, &format!("/api/tournaments/{id}")).await;
    let result = view.rounds[0].tables[0].result.unwrap();
    assert_eq!((result.winner, result.won), (Some(1), [1, 2]));
    assert_eq!(view.face.champion.as_ref(), Some(&people[1].name));
    let (_, csv) = http(to, "GET", &format!("/api/tournaments/{id}/results.csv"), "").await;
    assert!(csv.contains(",1,2,0,0,played,"), "{csv}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bracket_decides_its_drawn_matches_by_itself() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    // Where the book has tie-breakers they decide: nobody is left to play on, so the two roll off.
    let (id, people, table) = knock_out(to, "shadespire", 1).await;
    draw(to, &table, [&people[0].key, &people[1].key]).await;
    let view: TournamentView = get(to, &format!("/api/tournaments/{id}")).await;
    let result = view.rounds[0].tables[0].result.unwrap();
    assert_eq!((result.won, result.played), ([0, 0], true));
    let winner = result.winner.expect("the bracket has one");
    assert_eq!(
        view.face.champion.as_ref(),
        Some(&people[usize::from(winner)].name)
    );
    let series = table.series.unwrap();
    let played: MatchView = get(to, &format!("/api/matches/{series}")).await;
    assert_eq!(played.ending.unwrap().how, MatchDecided::RollOff);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_a_tournament_have_its_clocks_and_nobody_waits_for_who_does_not_come() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let server = start(settings).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let mut new = swiss(1, 0);
    let rules = ClockRules {
        bank: 0,
        increment: 5,
        away: 600,
    };
    new.clock = Some(rules);
    let (status, problem) = refused_as(to, &ada.key, "/api/tournaments", &new).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (400, "A clock gives between one second and seven days.")
    );
    let rules = ClockRules { bank: 900, ..rules };
    new.clock = Some(rules);
    let made: TournamentView = post_as(to, &ada.key, "/api/tournaments", &new).await;
    assert_eq!(made.face.clock, Some(rules));
    let id = made.face.id;
    for key in [&ada.key, &bo.key] {
        enter(to, &id, key).await;
    }
    let view = next(to, &id, &ada.key).await;
    let table = view.rounds[0].tables[0].clone();
    let series = table.series.clone().unwrap();
    let played: MatchView = get(to, &format!("/api/matches/{series}")).await;
    assert_eq!(played.clock, Some(rules));
    assert!(played.due.is_some());
    // One comes and chooses; the other does not.
    let path = |what: &str| format!("/api/matches/{series}/{what}");
    let _: MatchTicket = post_as(to, &bo.key, &path("sit"), &SitAtMatch::default()).await;
    let wish = ChooseForMatch {
        token: None,
        warband: "Garrek's Reavers".to_owned(),
        deck: None,
    };
    let _: OwnSide = post_as(to, &bo.key, &path("choose"), &wish).await;
    clock.skip(Duration::from_secs(901));
    let view: TournamentView = get(to, &format!("/api/tournaments/{id}")).await;
    let result = view.rounds[0].tables[0].result.unwrap();
    let winner = table.sides[usize::from(result.winner.unwrap())].unwrap();
    assert_eq!(view.entrants[winner as usize].name, "Bo");
    assert!(!result.played);
    // In a league there is time until the round is over.
    new.days = Some(7);
    let made: TournamentView = post_as(to, &ada.key, "/api/tournaments", &new).await;
    let id = made.face.id;
    for key in [&ada.key, &bo.key] {
        enter(to, &id, key).await;
    }
    let view = next(to, &id, &ada.key).await;
    let series = view.rounds[0].tables[0].series.clone().unwrap();
    clock.skip(Duration::from_secs(3 * 24 * 3600));
    let played: MatchView = get(to, &format!("/api/matches/{series}")).await;
    assert_eq!((played.due, played.ending), (None, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn registered_decks_are_judged_by_the_lists_of_a_day() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let ada = take(to, "Ada").await;
    let tournament = |lists: Option<&str>| NewTournament {
        edition: "harrowdeep".to_owned(),
        decks: Some("championship".to_owned()),
        lists: lists.map(str::to_owned),
        ..swiss(1, 0)
    };
    for (wrong, why) in [
        (
            tournament(Some("soon")),
            "`soon` is no day: write it as 2025-02-09.",
        ),
        (
            NewTournament {
                decks: None,
                ..tournament(Some("2023-06-01"))
            },
            "Lists judge registered decks; name the deck format, too.",
        ),
    ] {
        let (status, problem) = refused_as(to, &ada.key, "/api/tournaments", &wrong).await;
        assert_eq!((status, problem.message.as_str()), (400, why));
    }
    // A deck with a card that is forbidden from 2024 on, and otherwise lawful.
    let (warband, deck) = forsaken_deck();
    let wish = EnterTournament {
        guest: None,
        warband,
        deck: Some(deck.clone()),
    };
    for (lists, lawful) in [
        (Some("2023-12-31"), true),
        (Some("2024-01-01"), false),
        (None, false),
    ] {
        let made: TournamentView =
            post_as(to, &ada.key, "/api/tournaments", &tournament(lists)).await;
        assert_eq!(made.face.lists.as_deref(), lists);
        let path = format!("/api/tournaments/{}/enter", made.face.id);
        let body = serde_json::to_string(&wish).unwrap();
        let (status, text) = http_as(to, &ada.key, "POST", &path, &body).await;
        match lawful {
            true => {
                assert_eq!(status, 200, "{text}");
                // It stays lawful in its games.
                let bo = take(to, "Bo").await;
                let body = EnterTournament {
                    warband: wish.warband.clone(),
                    ..wish.clone()
                };
                let _: TournamentView = post_as(to, &bo.key, &path, &body).await;
                let view = next(to, &made.face.id, &ada.key).await;
                let table = view.rounds[0].tables[0].clone();
                let keys = table.sides.map(|side| match side {
                    Some(0) => ada.key.as_str(),
                    _ => bo.key.as_str(),
                });
                play(to, &table, keys, 0).await;
            }
            false => {
                assert_eq!(status, 400, "{text}");
                assert!(text.contains("forsaken since 2024-01-01"), "{text}");
            }
        }
    }
}

/// A deck of Harrowdeep with a card that has been forbidden since 2024: a lawful one in which one upgrade or ploy made
/// room for it.
fn forsaken_deck() -> (String, DeckList) {
    use gloryhex_editions::{Content, sets::Day};
    use gloryhex_notation::deck::{Built, random, validate_on};
    let content = Content::embedded();
    let edition = "harrowdeep";
    let formats = content.formats(edition);
    let format = formats.iter().find(|f| f.word == "championship").unwrap();
    let day = Day::try_from("2023-12-31".to_owned()).unwrap();
    let list = content.list_on(edition, "championship", None).unwrap();
    let forsaken: Vec<_> = content
        .catalog
        .cards
        .iter()
        .filter(|card| list.forsaken.contains(&card.number))
        .map(|card| card.code.id)
        .collect();
    for warband in content.warbands(edition) {
        let cards = random(content, edition, format, warband, 5).unwrap();
        for ix in 0..cards.len() {
            for card in &forsaken {
                let mut cards = cards.clone();
                cards[ix] = *card;
                let deck = Built {
                    edition,
                    format,
                    warband,
                    cards: &cards,
                };
                if validate_on(content, &deck, Some(&day)).is_empty() {
                    let list = DeckList {
                        name: "Old".to_owned(),
                        cards: cards.iter().map(|id| content.list_name(*id)).collect(),
                        format: "championship".to_owned(),
                    };
                    return (warband.to_owned(), list);
                }
            }
        }
    }
    panic!("no forbidden card fits into a lawful deck");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_says_by_which_variants_and_on_which_boards_its_games_are_played() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let people = [take(to, "Ada").await, take(to, "Bo").await];
    let plain = swiss(1, 0);
    let refused = async |new: &NewTournament| {
        let (status, problem) = refused_as(to, &people[0].key, "/api/tournaments", new).await;
        assert_eq!(status, 400, "{problem:?}");
        problem.message
    };
    // What no game can be played with is found before anybody enters.
    let wrong = NewTournament {
        boards: vec!["Atlantis".to_owned()],
        ..plain.clone()
    };
    assert!(refused(&wrong).await.contains("Atlantis"));
    let wrong = NewTournament {
        variant: vec!["chaos".to_owned()],
        ..plain.clone()
    };
    assert!(refused(&wrong).await.contains("chaos"));
    let wrong = NewTournament {
        variant: vec!["sudden-death".to_owned()],
        ..plain.clone()
    };
    assert!(refused(&wrong).await.starts_with("Sudden death rounds"));
    let content: Content = get(to, "/api/content/shadespire").await;
    let boards: Vec<String> = content.boards.iter().map(|b| b.name.clone()).collect();
    let boards = boards[boards.len() - 2..].to_vec();
    let new = NewTournament {
        variant: vec!["artefact".to_owned()],
        boards: boards.clone(),
        ..plain
    };
    let made: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &new).await;
    assert_eq!(
        (&made.face.variant, &made.face.boards),
        (&new.variant, &boards)
    );
    let id = made.face.id;
    for person in &people {
        enter(to, &id, &person.key).await;
    }
    let view = next(to, &id, &people[0].key).await;
    let table = &view.rounds[0].tables[0];
    let keys = table
        .sides
        .map(|side| people[side.unwrap() as usize].key.as_str());
    let tickets = sit(to, table, keys).await;
    let played: GameSummary = get(to, &format!("/api/games/{}", tickets[0].game)).await;
    assert_eq!(played.variant, new.variant);
    // No other board is offered.
    let mut clients = [
        Client::sit(to, &tickets[0]).await,
        Client::sit(to, &tickets[1]).await,
    ];
    let asked = 'asked: loop {
        for client in &mut clients {
            while client.choices.is_some() {
                let list = client.choices.clone().unwrap().list;
                if list.iter().any(|choice| choice.id.starts_with("board ")) {
                    break 'asked list;
                }
                client.step().await;
            }
        }
        let [one, other] = &mut clients;
        tokio::select! {
            message = one.next() => assert!(message.is_some()),
            message = other.next() => assert!(message.is_some()),
        }
    };
    for choice in asked
        .iter()
        .filter(|choice| choice.id.starts_with("board "))
    {
        let known = boards
            .iter()
            .any(|board| choice.id.contains(board.as_str()));
        assert!(known, "{} is none of {boards:?}", choice.id);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_organiser_changes_the_clocks_of_what_is_still_to_come() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let people = [take(to, "Ada").await, take(to, "Bo").await];
    let rules = |bank: u32| ClockRules {
        bank,
        increment: 5,
        away: 600,
    };
    let new = NewTournament {
        kind: TournamentKind::RoundRobin,
        clock: Some(rules(900)),
        ..swiss(0, 0)
    };
    let made: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &new).await;
    let id = made.face.id;
    let path = format!("/api/tournaments/{id}/clock");
    let set = |clock: Option<ClockRules>| SetClock { clock };
    // Nobody else does, and no clock that none could play by.
    for key in ["", people[1].key.as_str()] {
        let (status, _) = refused_as(to, key, &path, &set(None)).await;
        assert_eq!(status, 403);
    }
    let (status, _) = refused_as(to, &people[0].key, &path, &set(Some(rules(0)))).await;
    assert_eq!(status, 400);
    for person in &people {
        enter(to, &id, &person.key).await;
    }
    let view: TournamentView = post_as(to, &people[0].key, &path, &set(Some(rules(1200)))).await;
    assert_eq!(view.face.clock, Some(rules(1200)));
    let view = next(to, &id, &people[0].key).await;
    let series = view.rounds[0].tables[0].series.clone().unwrap();
    // What was made stays as it was made.
    let _: TournamentView = post_as(to, &people[0].key, &path, &set(None)).await;
    let played: MatchView = get(to, &format!("/api/matches/{series}")).await;
    assert_eq!(played.clock, Some(rules(1200)));
    server.stop().await;
    let server = start(config(data.path())).await;
    let view: TournamentView = get(server.address, &format!("/api/tournaments/{id}")).await;
    assert_eq!(view.face.clock, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_here_by_the_invitation_that_the_organiser_hands_on() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let new = NewTournament {
        rated: true,
        ..swiss(2, 0)
    };
    let made: TournamentView = post_as(to, &ada.key, "/api/tournaments", &new).await;
    let id = made.face.id;
    let path = |what: &str| format!("/api/tournaments/{id}/{what}");
    enter(to, &id, &bo.key).await;
    let guest = |name: &str| EnterTournament {
        guest: Some(name.to_owned()),
        ..EnterTournament::default()
    };
    // Nobody is written down under the name of somebody else.
    let (status, problem) = refused_as(to, &ada.key, &path("enter"), &guest("bo")).await;
    assert_eq!(status, 409, "{problem:?}");
    let _: TournamentView = post_as(to, &ada.key, &path("enter"), &guest("Gil")).await;
    let view = next(to, &id, &ada.key).await;
    let table = view.rounds[0].tables[0].clone();
    let series = table.series.clone().expect("a match was made");
    // Only the organiser has the invitation.
    for key in ["", bo.key.as_str()] {
        let (status, _) = refused_as(to, key, &path("guests"), &()).await;
        assert_eq!(status, 403);
    }
    let seats: Vec<GuestSeat> = post_as(to, &ada.key, &path("guests"), &()).await;
    assert_eq!((seats.len(), &seats[0].series), (1, &series));
    assert_eq!(view.entrants[seats[0].entrant as usize].name, "Gil");
    let at = |what: &str| format!("/api/matches/{series}/{what}");
    // Bo cannot take the guest's side by a token of his own making, nor anybody without an invitation.
    let (_, problem) = refused_as(to, "", &at("sit"), &SitAtMatch::default()).await;
    assert!(problem.message.starts_with("You need an invitation"));
    let by = SitAtMatch {
        invite: Some(seats[0].invite.clone()),
        name: "Somebody Else".to_owned(),
    };
    // The link has gone astray: whoever came by it has to get up, and it opens nothing any more.
    let stray: MatchTicket = post(to, &at("sit"), &by).await;
    let drop_guest = DropEntrant {
        entrant: seats[0].entrant,
    };
    for key in ["", bo.key.as_str()] {
        let (status, _) = refused_as(to, key, &path("uninvite"), &drop_guest).await;
        assert_eq!(status, 403);
    }
    let fresh: Vec<GuestSeat> = post_as(to, &ada.key, &path("uninvite"), &drop_guest).await;
    assert_ne!(fresh[0].invite, seats[0].invite);
    let (status, problem) = refused_as(to, "", &at("sit"), &by).await;
    assert_eq!(status, 403);
    assert!(problem.message.ends_with("or it was taken back."));
    let (status, _) = refused_as(
        to,
        "",
        &at("own"),
        &AtMatch {
            token: Some(stray.token.clone()),
        },
    )
    .await;
    assert_eq!(status, 403);
    let by = SitAtMatch {
        invite: Some(fresh[0].invite.clone()),
        ..by
    };
    let gils: MatchTicket = post(to, &at("sit"), &by).await;
    assert_ne!(gils.token, stray.token);
    // From another device, too, it is the same side.
    let again: MatchTicket = post_as(to, &ada.key, &at("sit"), &by).await;
    assert_eq!((&again.token, again.side), (&gils.token, gils.side));
    let _: MatchTicket = post_as(to, &bo.key, &at("sit"), &SitAtMatch::default()).await;
    let played: MatchView = get(to, at("").trim_end_matches('/')).await;
    let names: Vec<(&str, bool)> = played
        .sides
        .iter()
        .map(|side| (side.name.as_str(), side.known))
        .collect();
    assert!(names.contains(&("Gil", false)) && names.contains(&("Bo", true)));
    assert!(!played.rated, "what a guest does counts for nobody");
    let wish = |token: Option<&str>, warband: &str| ChooseForMatch {
        token: token.map(str::to_owned),
        warband: warband.to_owned(),
        deck: None,
    };
    let _: OwnSide = post(
        to,
        &at("choose"),
        &wish(Some(&gils.token), "Garrek's Reavers"),
    )
    .await;
    let his: OwnSide = post_as(
        to,
        &bo.key,
        &at("choose"),
        &wish(None, "Steelheart's Champions"),
    )
    .await;
    // Now it is played here, and how it ends is not for anybody to say.
    let told = TellResult {
        round: 0,
        table: 0,
        winner: Some(0),
        glory: [3, 1],
        played: true,
        reason: String::new(),
    };
    for key in [&ada.key, &bo.key] {
        let (status, problem) = refused_as(to, key, &path("result"), &told).await;
        assert_eq!(status, 422);
        assert!(
            problem
                .message
                .starts_with("This match is being played here")
        );
    }
    let (status, problem) = refused_as(to, &ada.key, &path("uninvite"), &drop_guest).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (422, "Its game has begun; the guest plays already.")
    );
    give_up(to, &his.ticket.expect("a game was made")).await;
    let view: TournamentView = get(to, path("").trim_end_matches('/')).await;
    let result = view.rounds[0].tables[0].result.expect("it ended");
    assert_eq!(result.winner, Some(gils.side));
    // In the next round they do not come here: it is told by hand, as ever.
    let _: TournamentView = post_as(to, &ada.key, &path("enter"), &guest("Hal")).await;
    let view = next(to, &id, &ada.key).await;
    let tables = &view.rounds[1].tables;
    let table = tables.iter().position(|t| t.sides[1].is_some()).unwrap() as u32;
    let told = TellResult {
        round: 1,
        table,
        ..told
    };
    let view: TournamentView = post_as(to, &ada.key, &path("result"), &told).await;
    let face = &view.rounds[1].tables[table as usize];
    assert_eq!(face.result.unwrap().winner, Some(0));
    // Nobody waits at the match any more.
    let series = face.series.as_ref().unwrap();
    let told: MatchView = get(to, &format!("/api/matches/{series}")).await;
    let ending = told.ending.expect("it is over");
    assert_eq!((ending.winner, ending.how), (Some(0), MatchDecided::Told));
}

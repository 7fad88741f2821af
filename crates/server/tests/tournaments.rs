//! Tournaments over the wire: a Swiss with a top cut, leagues by the test clock, registered decks, and every right tried
//! without having it. A whole season is in `season.rs`.

mod common;

use common::{cups::*, *};
use gloryhex_protocol::{
    ChooseForMatch, Code, DeckList, DropEntrant, EnterTournament, MatchDecided, MatchTicket,
    MatchView, OwnSide, PauseTournament, PlayerKey, SitAtMatch, TellResult, TournamentFace,
    TournamentKind, TournamentStage, TournamentView,
};
use std::time::Duration;

const DAY: Duration = Duration::from_secs(24 * 3600);

#[tokio::test(flavor = "multi_thread")]
async fn eight_play_a_swiss_with_a_top_cut_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let mut people: Vec<PlayerKey> = Vec::new();
    for n in 0..8 {
        people.push(take(to, &format!("Player {n}")).await);
    }
    let key = |name: &str| people.iter().find(|p| p.name == name).unwrap().key.clone();
    let organiser = &people[0].key;
    let made: TournamentView = post_as(to, organiser, "/api/tournaments", &swiss(3, 4)).await;
    let id = made.face.id;
    for person in &people {
        enter(to, &id, &person.key).await;
    }
    let mut view = next(to, &id, organiser).await;
    for round in 0..5 {
        assert_eq!(view.rounds.len(), round + 1);
        let tables = view.rounds[round].tables.clone();
        assert_eq!(tables.len(), [4, 4, 4, 2, 1][round]);
        for table in &tables {
            let sides = table.sides.map(|side| side.unwrap() as usize);
            let keys = sides.map(|side| key(&view.entrants[side].name));
            // Whoever entered first wins.
            let loser = usize::from(sides[0] < sides[1]);
            play(to, table, [&keys[0], &keys[1]], loser).await;
        }
        if round < 4 {
            view = next(to, &id, organiser).await;
        }
    }
    let view: TournamentView = get(to, &format!("/api/tournaments/{id}")).await;
    assert_eq!(view.face.stage, TournamentStage::Over);
    assert_eq!(view.face.champion.as_deref(), Some("Player 0"));
    assert_eq!(view.standings[0].entrant, 0);
    let faces: Vec<TournamentFace> = get(to, "/api/tournaments").await;
    assert_eq!(faces[0].champion.as_deref(), Some("Player 0"));
    let (status, csv) = http(
        to,
        "GET",
        &format!("/api/tournaments/{id}/standings.csv"),
        "",
    )
    .await;
    assert_eq!(status, 200);
    let first = csv.lines().nth(1).unwrap();
    assert!(first.starts_with("1,Player 0,9,"), "{first}");
    let (_, csv) = http(to, "GET", &format!("/api/tournaments/{id}/results.csv"), "").await;
    assert_eq!(csv.lines().count(), 1 + 4 + 4 + 4 + 2 + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_organiser_organises() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo, eve) = (
        take(to, "Ada").await,
        take(to, "Bo").await,
        take(to, "Eve").await,
    );
    let made: TournamentView = post_as(to, &ada.key, "/api/tournaments", &swiss(2, 0)).await;
    let id = made.face.id;
    let path = |what: &str| format!("/api/tournaments/{id}/{what}");
    for key in [&ada.key, &bo.key] {
        enter(to, &id, key).await;
    }
    let twice = refused_as(to, &bo.key, &path("enter"), &EnterTournament::default()).await;
    assert_eq!(twice.1.message, "You have entered already.");
    let guest = |name: &str| EnterTournament {
        guest: Some(name.to_owned()),
        ..EnterTournament::default()
    };
    let told = |reason: &str| TellResult {
        round: 0,
        table: 0,
        winner: Some(0),
        glory: [3, 1],
        played: true,
        reason: reason.to_owned(),
    };
    let pause = PauseTournament { on: true };
    // Neither a player nor a stranger organises, and nobody without a name does anything.
    for key in ["", bo.key.as_str(), eve.key.as_str()] {
        for (status, _) in [
            refused_as(to, key, &path("enter"), &guest("Gil")).await,
            refused_as(to, key, &path("next"), &()).await,
            refused_as(to, key, &path("pause"), &pause).await,
            refused_as(to, key, &path("end"), &()).await,
            refused_as(to, key, &path("drop"), &DropEntrant { entrant: 0 }).await,
            refused_as(to, key, &path("result"), &told("because")).await,
        ] {
            assert_eq!(status, 403, "{key}");
        }
    }
    let view = next(to, &id, &ada.key).await;
    assert!(view.rounds[0].tables[0].series.is_some());
    // What a game says is not for players to say, nor for the organiser without a reason that everybody sees.
    for key in [&ada.key, &bo.key, &eve.key] {
        let (status, problem) = refused_as(to, key, &path("result"), &told("")).await;
        assert_eq!((status, problem.code), (403, Code::NotSeated));
    }
    let view: TournamentView = post_as(
        to,
        &ada.key,
        &path("result"),
        &told("Bo\u{202e} did not come"),
    )
    .await;
    let table = &view.rounds[0].tables[0];
    assert_eq!(table.corrected, ["Bo did not come"]);
    assert_eq!(table.result.unwrap().winner, Some(0));
    // Paused, nothing goes on; then it does.
    let _: TournamentView = post_as(to, &ada.key, &path("pause"), &pause).await;
    let (status, problem) = refused_as(to, &ada.key, &path("next"), &()).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (422, "The organiser has paused the tournament.")
    );
    let (status, _) = http(to, "GET", &path("secrets.csv"), "").await;
    assert_eq!(status, 404);
    let (status, _) = http(to, "GET", "/api/tournaments/nosuch", "").await;
    assert_eq!(status, 404);
    for bad in [swiss(0, 0), swiss(99, 0), swiss(3, 5)] {
        let (status, _) = refused_as(to, &ada.key, "/api/tournaments", &bad).await;
        assert_eq!(status, 400);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_are_written_down_and_their_results_told() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let ada = take(to, "Ada").await;
    let mut new = swiss(1, 0);
    new.kind = TournamentKind::Elimination;
    let made: TournamentView = post_as(to, &ada.key, "/api/tournaments", &new).await;
    let id = made.face.id;
    let path = |what: &str| format!("/api/tournaments/{id}/{what}");
    for name in ["Gil", "=Hal()"] {
        let guest = EnterTournament {
            guest: Some(name.to_owned()),
            ..EnterTournament::default()
        };
        let _: TournamentView = post_as(to, &ada.key, &path("enter"), &guest).await;
    }
    let view = next(to, &id, &ada.key).await;
    assert!(
        view.rounds[0].tables[0].series.is_some(),
        "they may play here"
    );
    let mut told = TellResult {
        round: 0,
        table: 0,
        winner: None,
        glory: [4, 4],
        played: true,
        reason: String::new(),
    };
    let (status, problem) = refused_as(to, &ada.key, &path("result"), &told).await;
    assert_eq!(status, 422);
    assert_eq!(
        problem.message,
        "A match of the bracket must have a winner: use the tie-breakers of the book."
    );
    told.winner = Some(1);
    let view: TournamentView = post_as(to, &ada.key, &path("result"), &told).await;
    assert_eq!(view.face.stage, TournamentStage::Over);
    let (_, csv) = http(to, "GET", &path("results.csv"), "").await;
    assert!(
        csv.contains("'=Hal()"),
        "no spreadsheet takes it for a formula: {csv}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_league_closes_its_rounds_by_the_clock() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let server = start(settings).await;
    let to = server.address;
    let mut people: Vec<PlayerKey> = Vec::new();
    for n in 0..6 {
        people.push(take(to, &format!("Player {n}")).await);
    }
    let mut league = swiss(2, 0);
    league.days = Some(7);
    let made: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &league).await;
    let id = made.face.id;
    for person in &people {
        enter(to, &id, &person.key).await;
    }
    let view = next(to, &id, &people[0].key).await;
    let tables = view.rounds[0].tables.clone();
    let keys = |n: usize| {
        let own = |side: Option<u32>| people[side.unwrap() as usize].key.as_str();
        tables[n].sides.map(own)
    };
    // At the second table one comes and chooses, and waits in vain.
    let waits = tables[1].series.as_ref().unwrap();
    let at = |what: &str| format!("/api/matches/{waits}/{what}");
    let _: MatchTicket = post_as(to, keys(1)[1], &at("sit"), &SitAtMatch::default()).await;
    let wish = ChooseForMatch {
        token: None,
        warband: "Garrek's Reavers".to_owned(),
        deck: None,
    };
    let _: OwnSide = post_as(to, keys(1)[1], &at("choose"), &wish).await;
    // After the week there is a day to make up for a match; then whoever did not come has lost, and the next round begins.
    clock.skip(7 * DAY + DAY / 2);
    let path = format!("/api/tournaments/{id}");
    let view: TournamentView = get(to, &path).await;
    assert_eq!(view.rounds.len(), 1);
    play(to, &tables[0], keys(0), 1).await;
    clock.skip(DAY);
    let view: TournamentView = get(to, &path).await;
    assert_eq!(view.rounds.len(), 2);
    let results = view.rounds[0].tables.iter();
    let results: Vec<_> = results
        .map(|table| table.result.unwrap())
        .map(|result| (result.winner, result.played))
        .collect();
    assert_eq!(results, [(Some(0), true), (Some(1), false), (None, false)]);
    for n in [1, 2] {
        let id = tables[n].series.as_ref().unwrap();
        let played: MatchView = get(to, &format!("/api/matches/{id}")).await;
        assert_eq!(played.ending.unwrap().how, MatchDecided::Told);
    }
    assert!(
        view.rounds[1]
            .tables
            .iter()
            .all(|table| table.series.is_some())
    );
    clock.skip(9 * DAY);
    let view: TournamentView = get(to, &path).await;
    assert_eq!(view.face.stage, TournamentStage::Over);
    assert_eq!(view.standings[0].points, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn registered_decks_are_lawful_and_closed_until_the_end() {
    use gloryhex_editions::Content;
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let content = Content::embedded();
    let (edition, format) = ("shadespire", &content.formats("shadespire")[0]);
    let warband = content.warbands(edition)[0];
    let cards = gloryhex_notation::deck::random(content, edition, format, warband, 5).unwrap();
    let deck = DeckList {
        name: "Mine".to_owned(),
        cards: cards.iter().map(|id| content.list_name(*id)).collect(),
        format: format.word.to_string(),
    };
    let mut new = swiss(1, 0);
    new.decks = Some(format.word.to_string());
    let made: TournamentView = post_as(to, &ada.key, "/api/tournaments", &new).await;
    let path = format!("/api/tournaments/{}/enter", made.face.id);
    let (status, problem) = refused_as(to, &ada.key, &path, &EnterTournament::default()).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (422, "Register a warband and a deck to enter.")
    );
    let wish = |deck: DeckList| EnterTournament {
        guest: None,
        warband: warband.to_owned(),
        deck: Some(deck),
    };
    let mut thin = deck.clone();
    thin.cards.truncate(4);
    let mut other = deck.clone();
    other.format = "another".to_owned();
    for broken in [thin, other] {
        let (status, _) = refused_as(to, &ada.key, &path, &wish(broken)).await;
        assert_eq!(status, 400);
    }
    for key in [&ada.key, &bo.key] {
        let view: TournamentView = post_as(to, key, &path, &wish(deck.clone())).await;
        assert!(
            view.entrants
                .iter()
                .all(|e| e.deck.is_none() && e.warband.is_none())
        );
    }
    let view = next(to, &made.face.id, &ada.key).await;
    let keys = view.rounds[0].tables[0].sides.map(|side| match side {
        Some(0) => ada.key.as_str(),
        _ => bo.key.as_str(),
    });
    play(to, &view.rounds[0].tables[0], keys, 0).await;
    let view: TournamentView = get(to, &format!("/api/tournaments/{}", made.face.id)).await;
    assert_eq!(view.entrants[0].deck.as_ref(), Some(&deck));
}

//! Matches over the wire: choosing in secret, three games to a tie-break on both databases with a server that is killed in
//! between, and every right tried without having it.

mod common;

use common::{cluster::Cluster, process::*, *};
use gloryhex_editions::Content;
use gloryhex_engine::Seed;
use gloryhex_lab::replay::{Replay, SuddenDeath};
use gloryhex_protocol::{
    AtMatch, ChooseForMatch, ClientMessage, ClockRules, Code, GameSummary, JoinGame, MatchDecided,
    MatchStage, MatchTicket, MatchView, NewMatch, OwnSide, ServerMessage, SitAtMatch, Ticket, Verb,
};
use std::{net::SocketAddr, path::Path, time::Duration};

/// Not a test of its own: the processes of the matches below.
#[test]
fn serve_in_this_process() {
    serve_if_asked();
}

fn new_match(best_of: u8, decide: bool) -> NewMatch {
    NewMatch {
        edition: "shadespire".to_owned(),
        variant: vec![],
        best_of,
        decide,
        clock: None,
        boards: vec![],
        public: false,
        rated: false,
        name: "Ann".to_owned(),
    }
}

/// Two guests at a match.
async fn two(to: SocketAddr, new: &NewMatch) -> [MatchTicket; 2] {
    let one: MatchTicket = post(to, "/api/matches", new).await;
    let wish = SitAtMatch {
        invite: one.invite.clone(),
        name: "Ben".to_owned(),
    };
    let other = post(to, &format!("/api/matches/{}/sit", one.id), &wish).await;
    [one, other]
}

fn path(ticket: &MatchTicket, what: &str) -> String {
    format!("/api/matches/{}/{what}", ticket.id)
}

fn at(ticket: &MatchTicket) -> AtMatch {
    AtMatch {
        token: Some(ticket.token.clone()),
    }
}

fn wish(ticket: &MatchTicket, warband: &str) -> ChooseForMatch {
    ChooseForMatch {
        token: Some(ticket.token.clone()),
        warband: warband.to_owned(),
        deck: None,
    }
}

async fn choose(to: SocketAddr, ticket: &MatchTicket, warband: &str) -> OwnSide {
    post(to, &path(ticket, "choose"), &wish(ticket, warband)).await
}

async fn own(to: SocketAddr, ticket: &MatchTicket) -> OwnSide {
    post(to, &path(ticket, "own"), &at(ticket)).await
}

async fn look(to: SocketAddr, ticket: &MatchTicket) -> MatchView {
    get(to, &format!("/api/matches/{}", ticket.id)).await
}

/// The tickets of the game that is played now.
async fn seats(to: SocketAddr, sides: &[MatchTicket; 2]) -> [Ticket; 2] {
    let mut tickets = Vec::new();
    for side in sides {
        tickets.push(own(to, side).await.ticket.expect("a game was made"));
    }
    tickets.try_into().expect("two")
}

const WARBANDS: [&str; 2] = ["Steelheart's Champions", "Garrek's Reavers"];

/// Plays so that nobody does anything: no attack is made, nothing is scored, and nobody holds anything.
async fn idle(to: SocketAddr, tickets: &[Ticket; 2]) {
    let [mut one, mut other] = [
        Client::sit(to, &tickets[0]).await,
        Client::sit(to, &tickets[1]).await,
    ];
    let lazy = async |client: &mut Client| {
        while client.my_turn().await {
            let choices = client.choices.as_ref().expect("its turn").list.clone();
            let of = |verb: Verb| choices.iter().find(|choice| choice.verb == verb);
            let choice = of(Verb::Pass).or(of(Verb::Done)).or(of(Verb::Draw));
            let choice = choice.unwrap_or(&choices[0]).id.clone();
            client.choose(choice).await;
        }
    };
    tokio::join!(lazy(&mut one), lazy(&mut other));
}

/// Both agree that a game is drawn.
async fn agree(to: SocketAddr, tickets: &[Ticket; 2]) {
    let [mut one, mut other] = [
        Client::sit(to, &tickets[0]).await,
        Client::sit(to, &tickets[1]).await,
    ];
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

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_choice_is_told_before_both_have_chosen() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let sides = two(to, &new_match(3, true)).await;
    let before = look(to, &sides[0]).await;
    assert_eq!(before.stage, MatchStage::Choosing);
    let first = choose(to, &sides[0], WARBANDS[0]).await;
    assert_eq!(first.warband.as_deref(), Some(WARBANDS[0]));
    assert!(first.ticket.is_none());
    // Whoever looks, and whatever the other asks: nothing but that a choice was made.
    let id = &sides[0].id;
    let theirs = serde_json::to_string(&at(&sides[1])).unwrap();
    let asks = [
        ("GET", format!("/api/matches/{id}"), String::new()),
        ("POST", format!("/api/matches/{id}/own"), theirs),
        ("GET", "/api/games".to_owned(), String::new()),
        ("GET", format!("/api/games/{id}"), String::new()),
        ("GET", format!("/api/tournaments/{id}"), String::new()),
    ];
    let mut told = Vec::new();
    for (method, path, body) in &asks {
        let (_, text) = http(to, method, path, body).await;
        assert!(!text.contains("Steelheart"), "{path}: {text}");
        told.push(text);
    }
    let view = look(to, &sides[1]).await;
    assert_eq!(
        view.sides.iter().map(|s| s.chosen).collect::<Vec<_>>(),
        [true, false]
    );
    // Another choice in its place changes nothing that anybody else can see: not even how long the answer is.
    choose(to, &sides[0], "Sepulchral Guard").await;
    for ((method, path, body), before) in asks.iter().zip(told) {
        assert_eq!(http(to, method, path, body).await.1, before, "{path}");
    }
    choose(to, &sides[1], WARBANDS[1]).await;
    let view = look(to, &sides[1]).await;
    let shown = view.sides.iter().map(|side| side.warband.as_deref());
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [Some("Sepulchral Guard"), Some(WARBANDS[1])]
    );
    assert_eq!((view.stage, view.games.len()), (MatchStage::Playing, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_does_what_is_for_others_to_do() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo, eve) = (
        take(to, "Ada").await,
        take(to, "Bo").await,
        take(to, "Eve").await,
    );
    let refused_with = async |key: &str, path: &str, body: &serde_json::Value| {
        let (_, problem) = refused_as(to, key, path, body).await;
        (problem.code, problem.message)
    };
    let json = |value: &dyn erased::Json| value.json();
    let one: MatchTicket = post_as(to, &ada.key, "/api/matches", &new_match(3, false)).await;
    let sit = |invite: Option<String>| SitAtMatch {
        invite,
        name: "Somebody".to_owned(),
    };
    // Without an invitation nobody sits down, with a false one neither, and nobody on both sides.
    assert_eq!(
        refused_with(&eve.key, &path(&one, "sit"), &json(&sit(None))).await,
        (
            Code::NotSeated,
            "You need an invitation to play this match; you can watch it.".to_owned()
        )
    );
    for wrong in [one.token.clone(), "i2.AAAA".to_owned(), String::new()] {
        assert_eq!(
            refused_with(&eve.key, &path(&one, "sit"), &json(&sit(Some(wrong)))).await,
            (
                Code::BadToken,
                "This invitation is not for this match, or it was taken back.".to_owned()
            )
        );
    }
    assert_eq!(
        refused_with(
            &ada.key,
            &path(&one, "sit"),
            &json(&sit(one.invite.clone()))
        )
        .await,
        (Code::Full, "You sit at this match already.".to_owned())
    );
    let other: MatchTicket =
        post_as(to, &bo.key, &path(&one, "sit"), &sit(one.invite.clone())).await;
    assert_eq!((one.side, other.side), (0, 1));
    assert_eq!(
        refused_with(
            &eve.key,
            &path(&one, "sit"),
            &json(&sit(one.invite.clone()))
        )
        .await,
        (
            Code::Full,
            "Both sides are taken; you can watch.".to_owned()
        )
    );
    // A second visit of the same person is no second seat.
    let again: MatchTicket =
        post_as(to, &bo.key, &path(&one, "sit"), &sit(one.invite.clone())).await;
    assert_eq!(again.token, other.token);
    // Tokens of other matches, invitations, forged ones, and names that do not play.
    let elsewhere = two(to, &new_match(1, false)).await;
    let forged = one.token.replacen("p1", "p2", 1);
    let both = one.token.replacen("p1", "p3", 1);
    for wrong in [
        elsewhere[0].token.clone(),
        one.invite.clone().unwrap(),
        forged,
        both,
        String::new(),
    ] {
        for what in ["choose", "own", "leave"] {
            let body = serde_json::json!({ "token": wrong, "warband": WARBANDS[0] });
            assert_eq!(
                refused_with("", &path(&one, what), &body).await,
                (
                    Code::BadToken,
                    "This opens no side of this match.".to_owned()
                ),
                "{what} {wrong}"
            );
        }
    }
    for key in ["", eve.key.as_str()] {
        for what in ["choose", "own", "leave"] {
            let body = serde_json::json!({ "warband": WARBANDS[0] });
            assert_eq!(
                refused_with(key, &path(&one, what), &body).await.0,
                Code::NotSeated,
                "{what}"
            );
        }
    }
    // What cannot be played is refused before anything is kept.
    let wrong = ChooseForMatch {
        token: Some(one.token.clone()),
        warband: "Nobody's Own".to_owned(),
        deck: None,
    };
    let (status, problem) = refused_as(to, "", &path(&one, "choose"), &wrong).await;
    assert_eq!((status, problem.code), (400, Code::Invalid));
    assert!(!look(to, &one).await.sides[0].chosen);
    // A name is as good as a token.
    let named = |warband: &str| ChooseForMatch {
        token: None,
        warband: warband.to_owned(),
        deck: None,
    };
    let _: OwnSide = post_as(to, &ada.key, &path(&one, "choose"), &named(WARBANDS[0])).await;
    let _: OwnSide = post_as(to, &bo.key, &path(&one, "choose"), &named(WARBANDS[1])).await;
    assert_eq!(
        refused_with("", &path(&one, "choose"), &json(&wish(&one, WARBANDS[1]))).await,
        (
            Code::Refused,
            "Both have chosen; warbands and decks stay for the whole match.".to_owned()
        )
    );
    // The seats of its games are theirs alone, and the next game is not for players to ask for.
    let tickets = seats(to, &[one.clone(), other.clone()]).await;
    let game = &tickets[0].game;
    for key in [&eve.key, &ada.key] {
        let join = format!("/api/games/{game}/join");
        let (_, problem) = refused_as(to, key, &join, &JoinGame::default()).await;
        assert_eq!(problem.code, Code::Full);
    }
    give_up(to, &tickets[0]).await;
    let mut client = Client::sit(to, &tickets[0]).await;
    client.say(&ClientMessage::Rematch).await;
    let problem = client.error().await;
    assert_eq!(
        (problem.code, problem.message.as_str()),
        (
            Code::WrongStage,
            "The next game of this match is made as soon as it is due."
        )
    );
    let view = look(to, &one).await;
    assert_eq!((view.games.len(), view.games[0].winner), (2, Some(1)));
    // Given up is given up.
    let view: MatchView = post_as(to, &ada.key, &path(&one, "leave"), &AtMatch::default()).await;
    let ending = view.ending.expect("it is over");
    assert_eq!(
        (ending.winner, ending.how, view.stage),
        (Some(1), MatchDecided::GivenUp, MatchStage::Over)
    );
    assert_eq!(view.sides[1].won, 2);
    let summary: GameSummary = get(to, &format!("/api/games/{}", view.games[1].game)).await;
    assert!(summary.ending.is_some(), "its game is over, too");
    assert_eq!(
        refused_with("", &path(&one, "leave"), &json(&at(&other))).await,
        (Code::Refused, "This match has ended.".to_owned())
    );
    // The profile of whoever played knows its games.
    let (_, profile) = http(to, "GET", "/api/players/Bo", "").await;
    assert!(profile.contains("Ada"), "{profile}");
}

/// What can be written down, whatever it is.
mod erased {
    pub trait Json {
        fn json(&self) -> serde_json::Value;
    }
    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> serde_json::Value {
            serde_json::to_value(self).expect("it is written")
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_cannot_be_are_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let refused = async |change: &dyn Fn(&mut NewMatch)| {
        let mut new = new_match(3, false);
        change(&mut new);
        let (status, problem) = refused_as(to, "", "/api/matches", &new).await;
        assert_eq!(status, 400, "{problem:?}");
        problem.message
    };
    assert_eq!(
        refused(&|new| new.best_of = 5).await,
        "A match has 1 game, or 3 at most."
    );
    assert_eq!(
        refused(&|new| {
            new.edition = "embergard".to_owned();
            new.decide = true;
        })
        .await,
        "The rulebook of this edition does not say how a level match is decided."
    );
    assert_eq!(
        refused(&|new| new.rated = true).await,
        "A rated match is for people with names. Take one first."
    );
    assert_eq!(
        refused(&|new| new.variant = vec!["sudden-death".to_owned()]).await,
        "Sudden death rounds follow a level match by themselves; play a game of them on its own."
    );
    let clock = ClockRules {
        bank: 0,
        increment: 0,
        away: 0,
    };
    assert_eq!(
        refused(&|new| new.clock = Some(clock)).await,
        "A clock gives between one second and seven days."
    );
    let (status, _) = http(to, "GET", "/api/matches/nosuch", "").await;
    assert_eq!(status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_choose_in_time_has_lost() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let server = start(settings).await;
    let to = server.address;
    let mut new = new_match(3, false);
    new.clock = Some(ClockRules {
        bank: 600,
        increment: 10,
        away: 300,
    });
    let sides = two(to, &new).await;
    clock.skip(Duration::from_secs(590));
    choose(to, &sides[1], WARBANDS[1]).await;
    assert_eq!(look(to, &sides[0]).await.stage, MatchStage::Choosing);
    clock.skip(Duration::from_secs(20));
    let view = look(to, &sides[0]).await;
    let ending = view.ending.expect("it is over");
    assert_eq!((ending.winner, ending.how), (Some(1), MatchDecided::Late));
    let (_, problem) = refused_as(
        to,
        "",
        &path(&sides[0], "choose"),
        &wish(&sides[0], WARBANDS[0]),
    )
    .await;
    assert_eq!(problem.message, "This match has ended.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_both_call_drawn_leaves_a_roll_off() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let sides = two(to, &new_match(1, true)).await;
    choose(to, &sides[0], WARBANDS[0]).await;
    choose(to, &sides[1], WARBANDS[1]).await;
    let tickets = seats(to, &sides).await;
    agree(to, &tickets).await;
    let view = look(to, &sides[0]).await;
    let ending = view.ending.clone().expect("it is over");
    assert_eq!(ending.how, MatchDecided::RollOff);
    assert!(ending.winner.is_some());
    let rolls = ending.rolls.expect("they rolled");
    assert_eq!(rolls.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    // It stays as it was rolled.
    assert_eq!(look(to, &sides[1]).await, view);
    // Without the wish for a winner it is simply drawn.
    let sides = two(to, &new_match(1, false)).await;
    choose(to, &sides[0], WARBANDS[0]).await;
    choose(to, &sides[1], WARBANDS[1]).await;
    agree(to, &seats(to, &sides).await).await;
    let ending = look(to, &sides[0]).await.ending.expect("it is over");
    assert_eq!((ending.winner, ending.how), (None, MatchDecided::Drawn));
}

/// A win each, a third game in which nobody does anything, sudden death rounds; the server is killed after every part.
async fn to_the_tie_break(data: &Path, database: Option<&str>) {
    let mut server = Process::start(data, database);
    let sides = two(server.address, &new_match(3, true)).await;
    choose(server.address, &sides[0], WARBANDS[0]).await;
    let again = |mut server: Process| {
        server.kill();
        Process::start(data, database)
    };
    server = again(server);
    // The choice is kept, and still secret.
    let mine = own(server.address, &sides[0]).await;
    assert_eq!(mine.warband.as_deref(), Some(WARBANDS[0]));
    assert_eq!(own(server.address, &sides[1]).await.warband, None);
    choose(server.address, &sides[1], WARBANDS[1]).await;
    for loser in [0, 1] {
        let tickets = seats(server.address, &sides).await;
        server = again(server);
        give_up(server.address, &tickets[loser]).await;
        let view = look(server.address, &sides[0]).await;
        assert_eq!(view.games.len(), loser + 2);
        assert_eq!(view.games[loser].winner, Some(1 - loser as u8));
    }
    let view = look(server.address, &sides[0]).await;
    assert_eq!(view.sides.iter().map(|s| s.won).collect::<Vec<_>>(), [1, 1]);
    let third = seats(server.address, &sides).await;
    idle(server.address, &third).await;
    let view = look(server.address, &sides[0]).await;
    assert_eq!(view.stage, MatchStage::Playing);
    assert_eq!(
        view.games
            .iter()
            .map(|g| (g.over, g.sudden_death))
            .collect::<Vec<_>>(),
        [(true, false), (true, false), (true, false), (false, true)]
    );
    // The rounds begin where the third game ended, in its fourth round.
    let tickets = seats(server.address, &sides).await;
    assert_ne!(tickets[0].game, third[0].game);
    let mut client = Client::sit(server.address, &tickets[0]).await;
    client.next().await;
    let seen = client.view.clone().expect("a view");
    assert_eq!(seen.tracker.round, 4);
    let mut before = Client::hello(server.address, &third[0].game, None, None).await;
    before.next().await;
    let ended = before.view.clone().expect("a view");
    let places = |view: &gloryhex_protocol::GameView| {
        view.fighters
            .iter()
            .map(|f| (f.id, f.hex))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&seen), places(&ended));
    // Some of them are played, the server is killed, and everything is as it was.
    let mut both = [
        client,
        Client::sit(server.address, &tickets[1]).await.seed(3),
    ];
    for _ in 0..6 {
        let decides = loop {
            if let Some(which) = both.iter().position(|client| client.choices.is_some()) {
                break which;
            }
            let [one, other] = &mut both;
            tokio::select! {
                _ = one.next() => {}
                _ = other.next() => {}
            }
        };
        both[decides].step().await;
    }
    let summary: GameSummary =
        get(server.address, &format!("/api/games/{}", tickets[0].game)).await;
    drop(both);
    server = again(server);
    let found: GameSummary = get(server.address, &format!("/api/games/{}", tickets[0].game)).await;
    assert_eq!((found.at, found.round), (summary.at, summary.round));
    assert_eq!(found.series.map(|s| s.sudden_death), Some(true));
    give_up(server.address, &tickets[1]).await;
    let view = look(server.address, &sides[0]).await;
    let ending = view.ending.expect("it is over");
    assert_eq!(
        (ending.winner, ending.how),
        (Some(0), MatchDecided::SuddenDeath)
    );
    // What was shown of it can be watched, and the third game with it is a file that can be played again.
    let page = |what: &str| format!("/api/games/{}/{what}", tickets[0].game);
    let (status, _) = http(server.address, "GET", &page("story"), "").await;
    assert_eq!(status, 200);
    let replay: Replay = get(server.address, &page("replay")).await;
    let content = Content::embedded();
    let (table, rounds) = (
        replay.table(content).unwrap(),
        replay.table_of_rounds(content).unwrap(),
    );
    let told = replay.verify_on(&table, rounds.clone()).unwrap();
    assert!(told.contains("Sudden death rounds begin."), "{told}");
    assert!(told.ends_with("Broken off: resigned.\n"), "{told}");
    let begin = replay.sudden_death.expect("it has sudden death rounds");
    assert_eq!(replay.choices.len() as u32, begin.first + 6);
    // Not without these rounds, with other dice in them, or with a choice of the game before left out.
    let other = Seed::repeatable(77);
    let wrong = [
        Replay {
            sudden_death: None,
            ..replay.clone()
        },
        Replay {
            sudden_death: Some(SuddenDeath {
                seed: other,
                ..begin
            }),
            ..replay.clone()
        },
        Replay {
            choices: replay.choices[1..].to_vec(),
            ..replay.clone()
        },
    ];
    for wrong in wrong {
        let other = wrong.verify_on(&table, rounds.clone());
        assert_ne!(other.as_ref(), Ok(&told));
    }
    // It is looked at as a whole.
    let analysis: serde_json::Value = get(server.address, &page("analysis")).await;
    let last = analysis["curve"].as_array().and_then(|all| all.last());
    let last = last.expect("there were decisions")["decision"].as_u64();
    assert!(last > Some(u64::from(begin.first)), "{last:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_to_its_tie_break_through_kills() {
    let data = tempfile::tempdir().unwrap();
    to_the_tie_break(data.path(), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_goes_to_its_tie_break_on_postgres() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    to_the_tie_break(data.path(), Some(&cluster.url)).await;
}

//! Who may sit down with what, and what of it the others see before the game begins.

mod common;

use common::*;
use gloryhex_editions::Content;
use gloryhex_protocol::{
    Code, DeckList, GameSummary, JoinGame, NewGame, SeatKind, ServerMessage, Stage, Ticket,
};

fn list(names: &[String]) -> Option<DeckList> {
    Some(DeckList {
        cards: names.to_vec(),
        ..DeckList::default()
    })
}

/// A lawful deck of a warband and the names of its cards.
fn lawful(edition: &str, warband: &str) -> Vec<String> {
    use gloryhex_notation::deck::random;
    let content = Content::embedded();
    let cards = random(content, edition, &content.formats(edition)[0], warband, 5);
    let cards = cards.expect("a deck can be built");
    cards.iter().map(|id| content.list_name(*id)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn decks_that_break_rules_of_their_format_cannot_join() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    for edition in gloryhex_editions::NAMES {
        let warband = Content::embedded().warbands(edition)[0];
        let good = lawful(edition, warband);
        let mut thin = good.clone();
        thin.truncate(5);
        let mut twice = good.clone();
        twice[1] = twice[0].clone();
        let mut new = game(edition, vec![human("Ada"), human("")]);
        for broken in [&thin, &twice] {
            new.seats[0].warband = warband.to_owned();
            new.seats[0].deck = list(broken);
            let body = serde_json::to_string(&new).unwrap();
            let (status, problem) = refused(to, "POST", "/api/games", &body).await;
            assert_eq!((status, problem.code), (400, Code::Invalid), "{edition}");
            let rule = problem.rule.expect("a rule is named");
            assert!(rule.starts_with(&format!("{edition}.deck.")), "{rule}");
            assert!(problem.message.contains(&rule), "{}", problem.message);
        }
        new.seats[0].deck = list(&good);
        let maker: Ticket = post(to, "/api/games", &new).await;
        let join = |deck: &[String]| JoinGame {
            invite: maker.invites.first().cloned(),
            warband: warband.to_owned(),
            deck: list(deck),
            ..JoinGame::default()
        };
        let path = format!("/api/games/{}/join", maker.game);
        for broken in [&thin, &twice] {
            let body = serde_json::to_string(&join(broken)).unwrap();
            let (status, problem) = refused(to, "POST", &path, &body).await;
            assert_eq!((status, problem.code), (400, Code::Invalid), "{edition}");
            assert!(problem.rule.is_some(), "{problem:?}");
            let summary: GameSummary = get(to, &format!("/api/games/{}", maker.game)).await;
            assert!(summary.seats[1].free, "the seat is still free");
        }
        let _: Ticket = post(to, &path, &join(&good)).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn warbands_and_decks_are_not_shown_before_all_have_chosen() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let warbands = Content::embedded().warbands("nightvault");
    let mut new: NewGame = game("nightvault", vec![human("Ada"), seat(SeatKind::Open, "")]);
    new.public = true;
    new.seats[0].warband = warbands[1].to_owned();
    let maker: Ticket = post(to, "/api/games", &new).await;
    let path = format!("/api/games/{}", maker.game);
    let mut watcher = Client::hello(to, &maker.game, None, None).await;
    // Everything that can be asked for while a seat is free.
    for path in [
        path.clone(),
        "/api/games".to_owned(),
        format!("{path}/at/1"),
    ] {
        let (_, text) = http(to, "GET", &path, "").await;
        assert!(!text.contains(warbands[1]), "{path}: {text}");
        assert!(!text.contains(&Content::embedded().warbands("nightvault")[1].to_lowercase()));
    }
    let _: Ticket = post(to, &format!("{path}/join"), &JoinGame::default()).await;
    let shown: GameSummary = get(to, &path).await;
    assert_eq!(shown.stage, Stage::Running);
    assert_eq!(shown.seats[0].warband, warbands[1]);
    let before = watcher.until(|message| match message {
        ServerMessage::Welcome { .. } | ServerMessage::Update { .. } => Some(()),
        _ => None,
    });
    before.await;
    for text in &watcher.heard[..watcher.heard.len() - 1] {
        assert!(!text.contains(warbands[1]), "{text}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_input_is_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let base = || game("shadespire", vec![human("Ada"), computer()]);
    let mut many = base();
    many.seats = vec![computer(); 258];
    let mut twice = base();
    twice.variant = vec!["sudden-death".to_owned(); 2];
    let mut long = base();
    long.seats[0].warband = "z".repeat(50_000);
    let mut deck = base();
    deck.seats[0].deck = Some(DeckList {
        name: "Mine\nSidestep".to_owned(),
        ..DeckList::default()
    });
    for (new, told) in [
        (many, "258 seats"),
        (twice, "named twice"),
        (long, "begins with"),
        (deck, "one line"),
    ] {
        let body = serde_json::to_string(&new).unwrap();
        let (status, problem) = refused(to, "POST", "/api/games", &body).await;
        assert_eq!(status, 400);
        assert!(problem.message.contains(told), "{}", problem.message);
        assert!(problem.message.len() < 2000);
    }
    for id in ["a%00b", "%ff", "..%2f..", "ABC", "a%20b", &"a".repeat(5000)] {
        for tail in ["", "/replay", "/story", "/analysis", "/at/1"] {
            let path = format!("/api/games/{id}{tail}");
            let (status, problem) = refused(to, "GET", &path, "").await;
            assert_eq!((status, problem.code), (400, Code::Malformed), "{path}");
        }
    }
    let tickets = two_players(
        to,
        &game("shadespire", vec![human("\u{202e}A\u{200b}da"), human("")]),
    )
    .await;
    let shown: GameSummary = get(to, &format!("/api/games/{}", tickets[0].game)).await;
    assert_eq!(shown.seats[0].name, "Ada");
    let mut ada = Client::sit(to, &tickets[0]).await;
    for word in ["y".repeat(4000), format!("play \"{}\"", "y".repeat(3900))] {
        ada.say(&gloryhex_protocol::ClientMessage::WhyNot { choice: word })
            .await;
        ada.expect_error(Code::TooLarge).await;
    }
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_database_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("games");
    for life in 0..2 {
        if life == 1 {
            // A file from before, which everybody could read.
            let file = folder.join("gloryhex.sqlite");
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        }
        let server = start(config(&folder)).await;
        let new = game("shadespire", vec![human("Ada"), computer()]);
        let _: Ticket = post(server.address, "/api/games", &new).await;
        let rights =
            |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(rights(&folder), 0o700);
        let files: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
        assert!(files.len() >= 2, "the database and its log");
        for file in files {
            let path = file.unwrap().path();
            assert_eq!(rights(&path) & 0o077, 0, "{}", path.display());
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_and_draws_of_played_games_come_from_a_cipher_with_a_key_of_their_own() {
    use gloryhex_engine::Seed;
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.seed = None;
    let server = start(settings).await;
    let mut keys = Vec::new();
    for _ in 0..3 {
        let mut new = game("shadespire", vec![human("Ada"), human("Bo")]);
        new.hot_seat = true;
        let ticket: Ticket = post(server.address, "/api/games", &new).await;
        let mut ada = Client::sit(server.address, &ticket).await;
        assert!(ada.my_turn().await);
        ada.step().await;
        ada.say(&gloryhex_protocol::ClientMessage::Resign).await;
        let over = |m: &ServerMessage| matches!(m, ServerMessage::Over { .. }).then_some(());
        ada.until(over).await;
        // The replay names the generator, and is equal when it is played again.
        let path = format!("/api/games/{}/replay", ticket.game);
        let replay: gloryhex_lab::replay::Replay = get(server.address, &path).await;
        let Seed::Cipher(key) = replay.seed else {
            panic!("{:?} is no key of a cipher", replay.seed)
        };
        let table = replay.table(Content::embedded()).unwrap();
        assert!(replay.verify(&table).is_ok());
        assert!(!keys.contains(&key), "every game has a key of its own");
        keys.push(key);
    }
    server.stop().await;
}

//! Names: taking one, proving it on several devices, what is known of whoever has it, and being forgotten. Every right
//! is tried without having it.

mod common;

use common::{cluster::Cluster, *};
use gloryhex_protocol::{
    ClientMessage, Code, GameSummary, JoinGame, NewPlayer, OwnProfile, PlayerKey, PlayerProfile,
    RestorePlayer, Ticket,
};
use gloryhex_server::Config;
use std::net::SocketAddr;

fn name(name: &str) -> NewPlayer {
    NewPlayer {
        name: name.to_owned(),
    }
}

async fn me(to: SocketAddr, key: &str) -> OwnProfile {
    let (status, text) = http_as(to, key, "GET", "/api/players/me", "").await;
    assert_eq!(status, 200, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A game that two with names sit at.
async fn seated(to: SocketAddr, one: &PlayerKey, other: &PlayerKey, rated: bool) -> [Ticket; 2] {
    let mut new = game("shadespire", vec![human(""), human("")]);
    new.rated = rated;
    let maker: Ticket = post_as(to, &one.key, "/api/games", &new).await;
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        ..JoinGame::default()
    };
    let path = format!("/api/games/{}/join", maker.game);
    let guest = post_as(to, &other.key, &path, &join).await;
    [maker, guest]
}

async fn whole_life(config: Config) {
    let server = start(config).await;
    let to = server.address;
    let ada = take(to, " Ada ").await;
    assert_eq!(ada.name, "Ada");
    let phrase = ada.phrase.clone().unwrap();
    let bo = take(to, "Bo").await;

    // The name is hers: nobody else has it, not even in other letters that look the same, nor at a table.
    for alike in ["ada", "Ad\u{430}", "A\u{200b}DA"] {
        let (status, problem) = refused_as(to, "", "/api/players", &name(alike)).await;
        assert_eq!((status, problem.code), (409, Code::Full), "{alike}");
    }
    let impostor = game("shadespire", vec![human("Ada"), computer()]);
    let (status, problem) = refused_as(to, "", "/api/games", &impostor).await;
    assert_eq!((status, problem.code), (409, Code::Full));
    assert!(
        problem
            .message
            .starts_with("Somebody has taken the name Ada.")
    );

    // A rated game counts for both.
    let tickets = seated(to, &ada, &bo, true).await;
    let id = tickets[0].game.clone();
    let summary: GameSummary = get(to, &format!("/api/games/{id}")).await;
    let seats: Vec<(&str, bool)> = summary
        .seats
        .iter()
        .map(|s| (s.name.as_str(), s.known))
        .collect();
    assert_eq!(seats, [("Ada", true), ("Bo", true)]);
    assert_eq!(me(to, &ada.key).await.current.len(), 1);
    give_up(to, &tickets[1]).await;
    let own = me(to, &ada.key).await;
    assert!(own.current.is_empty());
    assert_eq!((own.profile.played, own.profile.won), (1, 1));
    let rating = &own.profile.ratings[0];
    assert_eq!((rating.edition.as_str(), rating.games), ("shadespire", 1));
    assert!(rating.value > 1500);
    let his: PlayerProfile = get(to, "/api/players/bo").await;
    assert_eq!((his.played, his.won), (1, 0));
    assert!(his.ratings[0].value < 1500);
    assert_eq!(his.games[0].seats[0].name, "Ada");
    assert!(his.games[0].seats[0].won && !his.games[0].seats[1].won);
    assert_eq!(his.warbands[0].played, 1);

    // Another device: the phrase opens the name, and the name its seats.
    let restore = RestorePlayer {
        name: "ADA".to_owned(),
        phrase: phrase.to_uppercase(),
    };
    let second: PlayerKey = post(to, "/api/players/restore", &restore).await;
    assert_eq!((second.name.as_str(), second.phrase), ("Ada", None));
    let ticket: Ticket = post_as(to, &second.key, &format!("/api/games/{id}/seat"), &()).await;
    assert_eq!((ticket.seats, &ticket.token), (vec![0], &tickets[0].token));

    // Renamed, games that are over keep the name that was shown, and new ones have the new one.
    let renamed: PlayerKey = post_as(to, &ada.key, "/api/players/me/rename", &name("Ada L.")).await;
    assert_eq!(renamed.name, "Ada L.");
    let (status, _) = refused_as(to, &ada.key, "/api/players/me/rename", &name("BO")).await;
    assert_eq!(status, 409);
    let (status, _) = http(to, "GET", "/api/players/ada", "").await;
    assert_eq!(status, 404);
    let (_, file) = http_as(to, &ada.key, "GET", "/api/players/me/export", "").await;
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(file["name"], "Ada L.");
    assert_eq!(file["results"][0]["game"], id.as_str());
    assert!(!file.to_string().contains("argon2"));

    // Everything survives the end of the server.
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_taken_proved_played_with_and_kept() {
    let data = tempfile::tempdir().unwrap();
    whole_life(config(data.path())).await;
    let server = start(config(data.path())).await;
    let his: PlayerProfile = get(server.address, "/api/players/Bo").await;
    assert_eq!((his.played, his.ratings[0].games), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_on_postgres() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let mut config = config(data.path());
    config.database = Some(cluster.url.clone());
    whole_life(config).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_does_anything_in_anothers_name() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let [ticket, _] = seated(to, &ada, &bo, false).await;
    let cy = take(to, "Cy").await;
    let seat = format!("/api/games/{}/seat", ticket.game);

    // Without a key, with a broken one, and with one put together of two.
    let mixed = format!(
        "{}.{}",
        ada.key.split('.').next().unwrap(),
        cy.key.split_once('.').unwrap().1
    );
    let long = "x".repeat(3000);
    for key in ["", "nonsense", "..", &mixed, &long] {
        for path in [
            "/api/players/me/rename",
            "/api/players/me/renew",
            "/api/players/me/forget",
            &seat,
        ] {
            let (status, problem) = refused_as(to, key, path, &name("Eve")).await;
            assert_eq!(
                (status, problem.code),
                (403, Code::BadToken),
                "{path} {key}"
            );
        }
        let (status, _) = http_as(to, key, "GET", "/api/players/me", "").await;
        assert_eq!(status, 403);
        let (status, _) = http_as(to, key, "GET", "/api/players/me/export", "").await;
        assert_eq!(status, 403);
    }
    // A broken key is not passed over where none is needed.
    let new = game("shadespire", vec![human(""), computer()]);
    let (status, problem) = refused_as(to, &mixed, "/api/games", &new).await;
    assert_eq!((status, problem.code), (403, Code::BadToken));
    // A good key opens no seat of others.
    let (status, problem) = refused_as(to, &cy.key, &seat, &()).await;
    assert_eq!((status, problem.code), (403, Code::NotSeated));
    // A wrong name and a wrong phrase get the same answer; so does a right phrase with another's name.
    let tried = |name: &str, phrase: &str| RestorePlayer {
        name: name.to_owned(),
        phrase: phrase.to_owned(),
    };
    let (adas, cys) = (
        ada.phrase.as_deref().unwrap(),
        cy.phrase.as_deref().unwrap(),
    );
    for wish in [tried("Nobody", adas), tried("Ada", cys), tried("Cy", adas)] {
        let (status, problem) = refused_as(to, "", "/api/players/restore", &wish).await;
        assert_eq!(status, 403);
        assert_eq!(
            problem.message,
            "This name and this recovery phrase do not belong together."
        );
    }
    let (status, problem) = refused_as(
        to,
        "",
        "/api/players/restore",
        &tried("Ada", "twelve words"),
    )
    .await;
    assert_eq!((status, problem.code), (400, Code::Invalid));
    // To be forgotten takes the phrase, not only the key.
    let (status, _) = refused_as(to, &ada.key, "/api/players/me/forget", &tried("Ada", cys)).await;
    assert_eq!(status, 403);
    assert_eq!(me(to, &ada.key).await.profile.name, "Ada");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewed_key_leaves_the_others_worthless() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let ada = take(to, "Ada").await;
    let renewed: PlayerKey = post_as(to, &ada.key, "/api/players/me/renew", &()).await;
    assert_ne!(renewed.key, ada.key);
    let (status, _) = http_as(to, &ada.key, "GET", "/api/players/me", "").await;
    assert_eq!(status, 403);
    assert_eq!(me(to, &renewed.key).await.profile.name, "Ada");
    let old = RestorePlayer {
        name: "Ada".to_owned(),
        phrase: ada.phrase.unwrap(),
    };
    let (status, _) = refused_as(to, "", "/api/players/restore", &old).await;
    assert_eq!(status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_is_between_two_names_without_hints_or_second_thoughts() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let mut new = game("shadespire", vec![human(""), human("")]);
    new.rated = true;
    let (status, problem) = refused_as(to, "", "/api/games", &new).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (
            400,
            "A rated game is for people with names. Take one first."
        )
    );
    let mut alone = game("shadespire", vec![human(""), computer()]);
    alone.rated = true;
    let (status, _) = refused_as(to, &ada.key, "/api/games", &alone).await;
    assert_eq!(status, 400);
    let maker: Ticket = post_as(to, &ada.key, "/api/games", &new).await;
    let path = format!("/api/games/{}/join", maker.game);
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        ..JoinGame::default()
    };
    let (status, problem) = refused_as(to, "", &path, &join).await;
    assert_eq!(status, 400);
    assert_eq!(
        problem.message,
        "This game is rated. Take a name first, so that its result can count for you."
    );
    let (_, problem) = refused_as(to, &ada.key, &path, &join).await;
    assert_eq!(
        problem.message,
        "Ada sits at this game already; a rated game is for two."
    );
    let guest: Ticket = post_as(to, &bo.key, &path, &join).await;
    let mut clients = [
        Client::sit(to, &maker).await.seed(1),
        Client::sit(to, &guest).await.seed(2),
    ];
    // Played on until dice have been rolled, nothing can be taken back, and nobody is asked.
    for _ in 0..12 {
        let [ada, bo] = &mut clients;
        tokio::select! {
            mine = ada.my_turn() => { assert!(mine); ada.step().await; }
            mine = bo.my_turn() => { assert!(mine); bo.step().await; }
        }
    }
    for client in &mut clients {
        let view = client.view.clone().unwrap();
        if let Some(back) = view.take_back {
            assert_ne!(back.leave, gloryhex_protocol::Leave::Ask, "{:?}", back.why);
        }
    }
    let [ada, bo] = &mut clients;
    let asking = tokio::select! {
        mine = ada.my_turn() => { assert!(mine); ada }
        mine = bo.my_turn() => { assert!(mine); bo }
    };
    let at = asking.at();
    asking.say(&ClientMessage::Hint { at }).await;
    assert_eq!(
        asking.error().await.message,
        "There are no hints in a rated game."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_is_in_nothing_that_is_kept() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (zenobia, bo) = (take(to, "Zenobia").await, take(to, "Bo").await);
    let tickets = seated(to, &zenobia, &bo, true).await;
    let id = tickets[0].game.clone();
    give_up(to, &tickets[0]).await;
    let before: PlayerProfile = get(to, "/api/players/Bo").await;
    let wish = RestorePlayer {
        name: "Zenobia".to_owned(),
        phrase: zenobia.phrase.clone().unwrap(),
    };
    let () = post_as(to, &zenobia.key, "/api/players/me/forget", &wish).await;
    let (status, _) = http_as(to, &zenobia.key, "GET", "/api/players/me", "").await;
    assert_eq!(status, 403);
    let (status, _) = http(to, "GET", "/api/players/Zenobia", "").await;
    assert_eq!(status, 404);
    server.stop().await;

    // Not one byte of the name is left in the file, and the others have lost nothing.
    let file = std::fs::read(data.path().join("gloryhex.sqlite")).unwrap();
    let there = |word: &[u8]| file.windows(word.len()).any(|part| part == word);
    let player = zenobia.key.split('.').next().unwrap();
    assert!(!there(b"Zenobia") && !there(player.as_bytes()));
    assert!(there(b"Somebody"));
    let server = start(config(data.path())).await;
    let to = server.address;
    let after: PlayerProfile = get(to, "/api/players/Bo").await;
    assert_eq!(after.ratings, before.ratings);
    assert_eq!(after.games[0].seats[0].name, "Somebody");
    assert!(!after.games[0].seats[0].known);
    let summary: GameSummary = get(to, &format!("/api/games/{id}")).await;
    assert_eq!(summary.seats[0].name, "Somebody");
    // The name is free again.
    take(to, "Zenobia").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_takes_so_many_names_and_tries_so_many_phrases() {
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.limits.names_per_hour = 2;
    settings.limits.attempts_per_hour = 3;
    let server = start(settings).await;
    let to = server.address;
    let ada = take(to, "Ada").await;
    take(to, "Bo").await;
    let (status, problem) = refused_as(to, "", "/api/players", &name("Cy")).await;
    assert_eq!((status, problem.code), (429, Code::Busy));
    assert_eq!(
        problem.message,
        "Too many names were taken from your address in the last hour; keep one of them."
    );
    let wish = RestorePlayer {
        name: "Nobody".to_owned(),
        phrase: ada.phrase.unwrap(),
    };
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.push(refused_as(to, "", "/api/players/restore", &wish).await.0);
    }
    assert_eq!(answers, [403, 403, 403, 429]);
}

//! The devices that prove a name, games against opponents that count for a rating, and the address that others use.

mod common;

use common::*;
use gloryhex_protocol::{
    ClientMessage, ClockRules, Code, DeviceFace, Here, Leave, NewGame, NewPlayer, OwnProfile,
    PlayerKey, RestorePlayer, SeatKind, Ticket, WithdrawDevice,
};
use gloryhex_server::{Config, store::Store};
use std::{net::SocketAddr, time::Duration};

const ME: &str = "/api/players/me";
const DEVICES: &str = "/api/players/me/devices";
const WITHDRAW: &str = "/api/players/me/withdraw";

async fn asked<T: serde::de::DeserializeOwned>(to: SocketAddr, key: &PlayerKey, path: &str) -> T {
    let (status, text) = http_as(to, &key.key, "GET", path, "").await;
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).unwrap()
}

async fn devices(to: SocketAddr, key: &PlayerKey) -> Vec<DeviceFace> {
    asked(to, key, DEVICES).await
}

fn wish(number: u32) -> WithdrawDevice {
    WithdrawDevice { number }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_taken_off_one_device_and_stays_on_the_others() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let restore = RestorePlayer {
        name: "Ada".to_owned(),
        phrase: ada.phrase.clone().unwrap(),
    };
    let phone: PlayerKey = post(to, "/api/players/restore", &restore).await;
    assert_ne!(phone.key, ada.key);
    let list = devices(to, &ada).await;
    assert_eq!(list.len(), 2);
    let own = list.iter().find(|device| device.own).unwrap().number;
    let other = list.iter().find(|device| !device.own).unwrap().number;
    let seen = devices(to, &phone).await;
    assert!(
        seen.iter()
            .any(|device| device.own && device.number == other)
    );

    // Nobody withdraws what is somebody else's, or nothing.
    for key in ["", "nonsense"] {
        assert_eq!(refused_as(to, key, WITHDRAW, &wish(other)).await.0, 403);
        assert_eq!(http_as(to, key, "GET", DEVICES, "").await.0, 403);
    }
    let (status, problem) = refused_as(to, &bo.key, WITHDRAW, &wish(other)).await;
    assert_eq!((status, problem.code), (404, Code::NotFound));
    // A key is for its own device: the number of another one does not open it.
    let forged = ada.key.replacen(&own.to_string(), &other.to_string(), 1);
    assert_ne!(forged, ada.key);
    assert_eq!(refused_as(to, &forged, WITHDRAW, &wish(own)).await.0, 403);

    let left: Vec<DeviceFace> = post_as(to, &ada.key, WITHDRAW, &wish(other)).await;
    assert_eq!(left.len(), 1);
    assert_eq!(http_as(to, &phone.key, "GET", ME, "").await.0, 403);
    let (status, problem) = refused_as(to, &ada.key, WITHDRAW, &wish(other)).await;
    assert_eq!(status, 404);
    assert_eq!(problem.message, "Your name is not used on such a device.");
    // Another name keeps the device that it was taken on.
    let name = "Ada L.".to_owned();
    let renamed: PlayerKey =
        post_as(to, &ada.key, "/api/players/me/rename", &NewPlayer { name }).await;
    assert_eq!(renamed.key, ada.key);
    // A new phrase leaves the device alone on which it was asked for.
    let renewed: PlayerKey = post_as(to, &ada.key, "/api/players/me/renew", &()).await;
    assert_eq!(devices(to, &renewed).await.len(), 1);
    assert_eq!(http_as(to, &ada.key, "GET", ME, "").await.0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_from_before_there_were_devices_opens_its_name_until_it_is_withdrawn() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let ada = take(server.address, "Ada").await;
    server.stop().await;
    let store = Store::open(data.path(), None).await.unwrap();
    let key = store.key().await.unwrap();
    store.close().await;
    let id = ada.key.split('.').next().unwrap();
    let early = PlayerKey {
        key: format!("{id}.1.{}", key.sign_player(id, 1, 0)),
        ..ada.clone()
    };
    let server = start(config(data.path())).await;
    let to = server.address;
    let own: OwnProfile = asked(to, &early, ME).await;
    assert_eq!(own.profile.name, "Ada");
    let list = devices(to, &early).await;
    assert!(list.iter().any(|device| device.own && device.number == 0));
    let left: Vec<DeviceFace> = post_as(to, &ada.key, WITHDRAW, &wish(0)).await;
    assert_eq!(left.len(), 1);
    assert_eq!(http_as(to, &early.key, "GET", ME, "").await.0, 403);
    assert_eq!(http_as(to, &ada.key, "GET", ME, "").await.0, 200);
}

fn against(level: &str) -> NewGame {
    let level = level.to_owned();
    let opponent = seat(SeatKind::Opponent { level }, "");
    NewGame {
        rated: true,
        clock: Some(ClockRules {
            bank: 3600,
            increment: 0,
            away: 600,
        }),
        ..game("shadespire", vec![human(""), opponent])
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_against_a_level_is_for_names_and_ends_by_the_clock() {
    let data = tempfile::tempdir().unwrap();
    let settings = config(data.path());
    let clock = settings.clock.clone();
    let server = start(settings).await;
    let to = server.address;
    let ada = take(to, "Ada").await;
    let here: Here = get(to, "/api/here").await;
    let mut levels = here.levels.iter();
    let adept = levels.find(|l| l.edition == "shadespire" && l.level == "adept");
    assert_eq!(adept.unwrap().value, 1500);

    let refusal = async |new: &NewGame, key: &str| {
        let (status, problem) = refused_as(to, key, "/api/games", new).await;
        assert_eq!((status, problem.code), (400, Code::Invalid));
        problem.message
    };
    assert_eq!(
        refusal(&against("random"), &ada.key).await,
        "Nobody has measured how strong a random is there; choose another opponent for a rated game."
    );
    let endless = NewGame {
        clock: None,
        ..against("adept")
    };
    assert_eq!(
        refusal(&endless, &ada.key).await,
        "A rated game against an opponent needs a clock, so that it comes to an end."
    );
    assert_eq!(
        refusal(&against("adept"), "").await,
        "A rated game is for people with names. Take one first."
    );
    let mut nobody = against("adept");
    nobody.seats[0] = nobody.seats[1].clone();
    assert_eq!(
        refusal(&nobody, &ada.key).await,
        "A rated game is between two people, each with a screen of their own, or between one and an opponent."
    );

    let ticket: Ticket = post_as(to, &ada.key, "/api/games", &against("beginner")).await;
    let mut client = Client::sit(to, &ticket).await.seed(4);
    let mut answered = 0;
    for _ in 0..12 {
        assert!(client.my_turn().await);
        // What the opponent has answered is not taken back, and nobody is asked.
        if let Some(back) = &client.view.as_ref().unwrap().take_back {
            assert_ne!(back.leave, Leave::Ask);
            answered += u32::from(back.leave == Leave::Never);
        }
        client.step().await;
    }
    assert!(answered > 0);
    assert!(client.my_turn().await);
    let at = client.at();
    client.say(&ClientMessage::Hint { at }).await;
    let refused = client.error().await;
    assert_eq!(refused.message, "There are no hints in a rated game.");
    client.close().await;

    // Whoever does not come back has lost.
    let rated = async || {
        let own: OwnProfile = asked(to, &ada, ME).await;
        own.profile.ratings
    };
    let after = loop {
        clock.skip(Duration::from_secs(700));
        let after = rated().await;
        if !after.is_empty() {
            break after;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!((after.len(), after[0].games), (1, 1));
    assert!(after[0].value < 1500, "{after:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_told_the_address_that_others_use() {
    let data = tempfile::tempdir().unwrap();
    let server = start(Config {
        public_url: Some("https://Games.example.org/".parse().unwrap()),
        ..config(data.path())
    })
    .await;
    let here: Here = get(server.address, "/api/here").await;
    assert_eq!(
        here.public_url.as_deref(),
        Some("https://games.example.org")
    );
    server.stop().await;
    let server = start(config(data.path())).await;
    let here: Here = get(server.address, "/api/here").await;
    assert_eq!(here.public_url, None);
}

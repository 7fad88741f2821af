//! Being at a table together: whose turn it is, seen from a list; what people say to each other; whom somebody has no
//! wish to meet. Every right is tried without having it.

mod common;

use common::{cluster::Cluster, process::*, *};
use gloryhex_protocol::{
    Blocked, ClientMessage, Code, GameSummary, JoinGame, LadderChallenge, LadderView, MatchTicket,
    NewGame, NewLadder, NewMatch, NewPlayer, OwnProfile, Phrase, PlayerKey, RestorePlayer,
    SeatKind, ServerMessage, Settings, SitAtMatch, Ticket, WishBlock, Words,
};
use gloryhex_server::Config;
use std::{net::SocketAddr, time::Duration};

/// Not a test of its own: the processes of the tests below.
#[test]
fn serve_in_this_process() {
    serve_if_asked();
}

async fn asked<T: serde::de::DeserializeOwned>(to: SocketAddr, key: &PlayerKey, path: &str) -> T {
    let (status, text) = http_as(to, &key.key, "GET", path, "").await;
    assert_eq!(status, 200, "{path}: {text}");
    serde_json::from_str(&text).unwrap()
}

/// Ids of the games in which everybody waits for somebody, by both ways to ask.
async fn turns(to: SocketAddr, key: &PlayerKey) -> Vec<String> {
    let short: Vec<GameSummary> = asked(to, key, "/api/players/me/turns").await;
    let own: OwnProfile = asked(to, key, "/api/players/me").await;
    let ids: Vec<String> = short.into_iter().map(|game| game.id).collect();
    assert_eq!(ids, own.turns);
    ids
}

fn two() -> NewGame {
    game("shadespire", vec![human(""), human("")])
}

/// One makes the game, the other takes the seat that is left.
async fn seated(to: SocketAddr, one: &PlayerKey, other: &PlayerKey, new: &NewGame) -> [Ticket; 2] {
    let maker: Ticket = post_as(to, &one.key, "/api/games", new).await;
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        ..JoinGame::default()
    };
    let path = format!("/api/games/{}/join", maker.game);
    let guest = post_as(to, &other.key, &path, &join).await;
    [maker, guest]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_says_in_which_games_everybody_waits_for_whom() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let waiting: Ticket = post_as(to, &ada.key, "/api/games", &two()).await;
    assert_eq!(turns(to, &ada).await, [""; 0], "nobody sits there yet");
    let tickets = seated(to, &ada, &bo, &two()).await;
    let id = &tickets[0].game;
    let mut clients = [
        Client::sit(to, &tickets[0]).await.seed(1),
        Client::sit(to, &tickets[1]).await.seed(2),
    ];
    for _ in 0..8 {
        let [one, other] = &mut clients;
        let (first, client) = tokio::select! {
            mine = one.my_turn() => { assert!(mine); (true, one) }
            mine = other.my_turn() => { assert!(mine); (false, other) }
        };
        let (his, hers) = (turns(to, &bo).await, turns(to, &ada).await);
        let expected: &[String] = std::slice::from_ref(id);
        let none: &[String] = &[];
        assert_eq!(hers, if first { expected } else { none });
        assert_eq!(his, if first { none } else { expected });
        let summary: GameSummary = get(to, &format!("/api/games/{id}")).await;
        assert_eq!(summary.decides, Some(u8::from(!first)));
        client.step().await;
    }
    give_up(to, &tickets[1]).await;
    assert!(turns(to, &ada).await.is_empty() && turns(to, &bo).await.is_empty());
    let own: OwnProfile = asked(to, &ada, "/api/players/me").await;
    assert_eq!(own.current.len(), 1);
    assert_eq!(own.current[0].id, waiting.game);
    // Nobody learns it of somebody else.
    let (status, _) = http(to, "GET", "/api/players/me/turns", "").await;
    assert_eq!(status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_process_knows_soon_whose_turn_it_is() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let one = Process::start(data.path(), Some(&cluster.url));
    let two_ = Process::start(data.path(), Some(&cluster.url));
    let (ada, bo) = (
        take(one.address, "Ada").await,
        take(one.address, "Bo").await,
    );
    let tickets = seated(one.address, &ada, &bo, &two()).await;
    let mut clients = [
        Client::sit(one.address, &tickets[0]).await.seed(1),
        Client::sit(one.address, &tickets[1]).await.seed(2),
    ];
    let [first, second] = &mut clients;
    tokio::select! {
        mine = first.my_turn() => { assert!(mine); first.step().await; }
        mine = second.my_turn() => { assert!(mine); second.step().await; }
    }
    let [first, second] = &mut clients;
    let decides = tokio::select! {
        mine = first.my_turn() => { assert!(mine); &ada }
        mine = second.my_turn() => { assert!(mine); &bo }
    };
    // The other process has the game not open: it reads what is written of it within two seconds.
    let path = "/api/players/me/turns";
    while asked::<Vec<GameSummary>>(two_.address, decides, path)
        .await
        .is_empty()
    {
        tokio::task::yield_now().await;
    }
    assert_eq!(
        turns(two_.address, decides).await,
        [tickets[0].game.clone()]
    );
}

fn says(phrase: Phrase) -> ClientMessage {
    ClientMessage::Say {
        words: Words::Phrase(phrase),
    }
}

fn writes(line: &str) -> ClientMessage {
    ClientMessage::Say {
        words: Words::Text(line.to_owned()),
    }
}

/// What a client is told next that was said.
async fn hears(client: &mut Client) -> Vec<(u8, Words)> {
    client
        .until(|message| match message {
            ServerMessage::Said { list, .. } => Some(list.clone()),
            _ => None,
        })
        .await
        .into_iter()
        .map(|saying| (saying.seat, saying.words))
        .collect()
}

/// Waits until a client hears something as it is said.
async fn hears_of(client: &mut Client, words: &Words) {
    client
        .until(|message| match message {
            ServerMessage::Said { list, whole: false } => {
                let same = list.iter().any(|saying| saying.words == *words);
                same.then_some(())
            }
            _ => None,
        })
        .await;
}

/// What a client has been told that was said, up to the answer to a ping.
async fn heard(client: &mut Client) -> Vec<Words> {
    client.say(&ClientMessage::Ping).await;
    let mut all = Vec::new();
    client
        .until(|message| match message {
            ServerMessage::Said { list, .. } => {
                all.extend(list.iter().map(|saying| saying.words.clone()));
                None
            }
            ServerMessage::Pong => Some(()),
            _ => None,
        })
        .await;
    all
}

/// Sets what somebody wants to hear, and waits until it holds.
async fn wishes(client: &mut Client, talk: bool, muted: [bool; 4]) {
    let settings = Settings {
        talk,
        muted,
        ..Settings::default()
    };
    client.say(&ClientMessage::Settings { settings }).await;
    heard(client).await;
}

const NOBODY: [bool; 4] = [false; 4];

async fn block(to: SocketAddr, key: &PlayerKey, name: &str, on: bool) -> Vec<String> {
    let name = name.to_owned();
    let wish = WishBlock { name, on };
    let now: Blocked = post_as(to, &key.key, "/api/players/me/block", &wish).await;
    now.names
}

async fn talked(settings: Config) {
    let clock = settings.clock.clone();
    let server = start(settings.clone()).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    let tickets = seated(to, &ada, &bo, &two()).await;
    let id = tickets[0].game.clone();
    let mut one = Client::sit(to, &tickets[0]).await;
    let mut other = Client::sit(to, &tickets[1]).await;
    let mut watcher = Client::hello(to, &id, None, None).await;

    // A phrase is heard by all, whoever watches included; who watches says nothing.
    let hello = Words::Phrase(Phrase::Hello);
    one.say(&says(Phrase::Hello)).await;
    for client in [&mut one, &mut other, &mut watcher] {
        assert_eq!(hears(client).await, [(0, hello.clone())]);
    }
    watcher.say(&says(Phrase::Hello)).await;
    watcher.expect_error(Code::NotSeated).await;

    // Own words only once both want them; they reach nobody else.
    one.say(&writes("a line")).await;
    let refused = one.error().await;
    assert_eq!(
        refused.message,
        "Own words are for people who have both switched them on."
    );
    wishes(&mut one, true, NOBODY).await;
    one.say(&writes("a line")).await;
    one.expect_error(Code::NotSeated).await;
    wishes(&mut other, true, NOBODY).await;
    let free = one.until(|message| match message {
        ServerMessage::Talk { with } => with.contains(&true).then(|| with.clone()),
        _ => None,
    });
    assert_eq!(free.await, [false, true]);
    one.say(&writes("  a \u{202e}line\u{200b} ")).await;
    let line = Words::Text("a line".to_owned());
    assert_eq!(hears(&mut other).await, [(0, line.clone())]);
    assert!(!heard(&mut watcher).await.contains(&line));
    one.say(&writes("\u{200b} ")).await;
    assert_eq!(
        one.error().await.message,
        "There is nothing in it that could be read."
    );
    one.say(&writes(&"x".repeat(3000))).await;
    let long = hears(&mut other).await;
    assert_eq!(long, [(0, Words::Text("x".repeat(200)))]);

    // Not without end.
    one.say(&says(Phrase::Sorry)).await;
    hears_of(&mut other, &Words::Phrase(Phrase::Sorry)).await;
    one.say(&says(Phrase::Thanks)).await;
    let refused = one.error().await;
    assert_eq!(
        (refused.code, refused.message.as_str()),
        (Code::TooMany, "Wait a moment before you say more.")
    );
    clock.skip(Duration::from_secs(21));
    one.say(&says(Phrase::Thanks)).await;
    assert_eq!(
        hears(&mut other).await,
        [(0, Words::Phrase(Phrase::Thanks))]
    );

    // Muted, nothing is heard, not even what was said before; the others are not told.
    wishes(&mut other, true, [true, false, false, false]).await;
    clock.skip(Duration::from_secs(21));
    one.say(&says(Phrase::GoodLuck)).await;
    let luck = Words::Phrase(Phrase::GoodLuck);
    hears_of(&mut one, &luck).await;
    assert!(!heard(&mut other).await.contains(&luck));
    let mut again = Client::hello(to, &id, Some(&tickets[1].token), None).await;
    assert_eq!(heard(&mut again).await, []);
    wishes(&mut other, true, NOBODY).await;
    let mut again = Client::hello(to, &id, Some(&tickets[1].token), None).await;
    assert_eq!(
        heard(&mut again).await.len(),
        6,
        "heard by whoever comes back"
    );

    // Blocked in the middle of a game, nothing passes between the two any more.
    assert_eq!(block(to, &bo, "ada", true).await, ["Ada"]);
    clock.skip(Duration::from_secs(21));
    one.say(&says(Phrase::WellPlayed)).await;
    let praise = Words::Phrase(Phrase::WellPlayed);
    hears_of(&mut one, &praise).await;
    assert!(!heard(&mut other).await.contains(&praise));
    one.say(&writes("hear me")).await;
    one.expect_error(Code::NotSeated).await;
    let mut again = Client::hello(to, &id, Some(&tickets[1].token), None).await;
    assert_eq!(heard(&mut again).await, []);

    // All of it is kept, is in the file that one can take along, and goes with the name.
    let (_, file) = http_as(to, &ada.key, "GET", "/api/players/me/export", "").await;
    assert!(file.contains("a line"), "{file}");
    let (_, file) = http_as(to, &bo.key, "GET", "/api/players/me/export", "").await;
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    assert_eq!(file["blocked"][0], "Ada");
    server.stop().await;
    let server = start(settings).await;
    let to = server.address;
    let mut back = Client::hello(to, &id, Some(&tickets[0].token), None).await;
    assert_eq!(heard(&mut back).await.len(), 7);
    let wish = RestorePlayer {
        name: "Ada".to_owned(),
        phrase: ada.phrase.clone().unwrap(),
    };
    let () = post_as(to, &ada.key, "/api/players/me/forget", &wish).await;
    let theirs: Blocked = asked(to, &bo, "/api/players/me/blocked").await;
    assert!(theirs.names.is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_talk_in_phrases_and_in_their_own_words_if_both_want_to() {
    let data = tempfile::tempdir().unwrap();
    talked(config(data.path())).await;
    let file = std::fs::read(data.path().join("gloryhex.sqlite")).unwrap();
    assert!(
        !file.windows(6).any(|part| part == b"a line"),
        "not a word is left"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_on_postgres() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let database = Some(cluster.url.clone());
    talked(Config {
        database,
        ..config(data.path())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_in_one_process_is_heard_in_another() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let one = Process::start(data.path(), Some(&cluster.url));
    let second = Process::start(data.path(), Some(&cluster.url));
    let tickets = two_players(
        one.address,
        &game("shadespire", vec![human("Ada"), human("")]),
    )
    .await;
    let mut ada = Client::sit(one.address, &tickets[0]).await;
    let mut guest = Client::sit(second.address, &tickets[1]).await;
    // Both rooms are open before anything is said.
    heard(&mut ada).await;
    heard(&mut guest).await;
    ada.say(&says(Phrase::GoodLuck)).await;
    assert_eq!(
        hears(&mut guest).await,
        [(0, Words::Phrase(Phrase::GoodLuck))]
    );
    guest.say(&says(Phrase::Thanks)).await;
    while !hears(&mut ada)
        .await
        .contains(&(1, Words::Phrase(Phrase::Thanks)))
    {}
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_speaks_where_nobody_hears() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let mut shared = game("shadespire", vec![human("Ada"), human("Bo")]);
    shared.hot_seat = true;
    let against = game("shadespire", vec![human("Ada"), computer()]);
    for new in [shared, against] {
        let ticket: Ticket = post(to, "/api/games", &new).await;
        let mut client = Client::sit(to, &ticket).await;
        client.say(&says(Phrase::Hello)).await;
        let refused = client.error().await;
        assert_eq!(refused.message, "Nobody else at this table would hear it.");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blocked_person_is_met_nowhere() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (ada, bo) = (take(to, "Ada").await, take(to, "Bo").await);
    assert_eq!(block(to, &ada, " BO", true).await, ["Bo"]);
    assert_eq!(block(to, &ada, "Bo", true).await, ["Bo"], "once is enough");

    // By invitation and from the lobby, into a game that was there before, and the other way round.
    let mut open = game("shadespire", vec![human(""), seat(SeatKind::Open, "")]);
    open.public = true;
    let made: Ticket = post_as(to, &ada.key, "/api/games", &open).await;
    for invite in [made.invites.first().cloned(), None] {
        let join = JoinGame {
            invite,
            ..JoinGame::default()
        };
        let path = format!("/api/games/{}/join", made.game);
        let (status, problem) = refused_as(to, &bo.key, &path, &join).await;
        assert_eq!((status, problem.code), (403, Code::NotSeated));
        assert_eq!(
            problem.message,
            "Somebody at this table does not want to play with you."
        );
    }
    let his: Ticket = post_as(to, &bo.key, "/api/games", &two()).await;
    let join = JoinGame {
        invite: his.invites.first().cloned(),
        ..JoinGame::default()
    };
    let path = format!("/api/games/{}/join", his.game);
    let (_, problem) = refused_as(to, &ada.key, &path, &join).await;
    assert_eq!(
        problem.message,
        "You have blocked Bo; take that back first."
    );

    // In a match.
    let new = NewMatch {
        edition: "shadespire".to_owned(),
        variant: vec![],
        best_of: 3,
        decide: false,
        clock: None,
        boards: vec![],
        public: false,
        rated: false,
        name: String::new(),
    };
    let made: MatchTicket = post_as(to, &ada.key, "/api/matches", &new).await;
    let sit = SitAtMatch {
        invite: made.invite.clone(),
        ..SitAtMatch::default()
    };
    let path = format!("/api/matches/{}/sit", made.id);
    let (status, problem) = refused_as(to, &bo.key, &path, &sit).await;
    assert_eq!((status, problem.code), (403, Code::NotSeated));
    assert_eq!(
        problem.message,
        "Somebody at this table does not want to play with you."
    );

    // On a ladder.
    let new = NewLadder {
        name: "Thursdays".to_owned(),
        edition: "shadespire".to_owned(),
        days: None,
        rated: false,
    };
    let ladder: LadderView = post_as(to, &ada.key, "/api/ladders", &new).await;
    let path = format!("/api/ladders/{}", ladder.face.id);
    let _: LadderView = post_as(to, &bo.key, &format!("{path}/join"), &()).await;
    let challenge = |name: &str| LadderChallenge {
        to: name.to_owned(),
    };
    let path = format!("{path}/challenge");
    let (status, problem) = refused_as(to, &bo.key, &path, &challenge("Ada")).await;
    assert_eq!(
        (status, problem.message.as_str()),
        (403, "Ada does not want to be challenged by you.")
    );
    let (_, problem) = refused_as(to, &ada.key, &path, &challenge("Bo")).await;
    assert_eq!(
        problem.message,
        "You have blocked Bo; take that back first."
    );

    // Another name in the same letters does not help, and a new name of the blocked is blocked too.
    let other = NewPlayer {
        name: "Robert".to_owned(),
    };
    let _: PlayerKey = post_as(to, &bo.key, "/api/players/me/rename", &other).await;
    let blocked: Blocked = asked(to, &ada, "/api/players/me/blocked").await;
    assert_eq!(blocked.names, ["Robert"]);
    let (status, _) = refused_as(to, &bo.key, &path, &challenge("Ada")).await;
    assert_eq!(status, 403);

    // Taken back, they may.
    assert!(block(to, &ada, "Robert", false).await.is_empty());
    let _: LadderView = post_as(to, &bo.key, &path, &challenge("Ada")).await;

    // Nobody blocks in another's name, or themselves, or nobody.
    let wish = |name: &str| WishBlock {
        name: name.to_owned(),
        on: true,
    };
    let path = "/api/players/me/block";
    for key in ["", "nonsense"] {
        assert_eq!(refused_as(to, key, path, &wish("Ada")).await.0, 403);
        assert_eq!(
            http_as(to, key, "GET", "/api/players/me/blocked", "")
                .await
                .0,
            403
        );
    }
    let (_, problem) = refused_as(to, &ada.key, path, &wish("ADA")).await;
    assert_eq!(problem.message, "You cannot block yourself.");
    assert_eq!(refused_as(to, &ada.key, path, &wish("Nemo")).await.0, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_forgotten_in_the_middle_of_a_game_is_nobody_there_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let to = server.address;
    let (zenobia, bo) = (take(to, "Zenobia").await, take(to, "Bo").await);
    let tickets = seated(to, &zenobia, &bo, &two()).await;
    let id = tickets[0].game.clone();
    let mut clients = [
        Client::sit(to, &tickets[0]).await.seed(1),
        Client::sit(to, &tickets[1]).await.seed(2),
    ];
    for _ in 0..6 {
        let [one, other] = &mut clients;
        tokio::select! {
            mine = one.my_turn() => { assert!(mine); one.step().await; }
            mine = other.my_turn() => { assert!(mine); other.step().await; }
        }
    }
    let wish = RestorePlayer {
        name: "Zenobia".to_owned(),
        phrase: zenobia.phrase.clone().unwrap(),
    };
    let () = post_as(to, &zenobia.key, "/api/players/me/forget", &wish).await;
    // Everybody at the table is shown it, without asking.
    let names = |message: &ServerMessage| match message {
        ServerMessage::Welcome { table, log, .. } => {
            let told = serde_json::to_string(&(table, log)).unwrap();
            let name = table.seats[0].name.clone();
            (name == "Somebody").then_some(told)
        }
        _ => None,
    };
    for client in &mut clients {
        let told = client.until(names).await;
        assert!(!told.contains("Zenobia"), "{told}");
    }
    let summary: GameSummary = get(to, &format!("/api/games/{id}")).await;
    assert_eq!(
        (summary.seats[0].name.as_str(), summary.seats[0].known),
        ("Somebody", false)
    );
    // The game goes on, and what is written of it later has no name either.
    for _ in 0..40 {
        let [one, other] = &mut clients;
        tokio::select! {
            mine = one.my_turn() => { if mine { one.step().await; } }
            mine = other.my_turn() => { if mine { other.step().await; } }
        }
    }
    drop(clients);
    server.stop().await;
    let file = std::fs::read(data.path().join("gloryhex.sqlite")).unwrap();
    let there = |word: &[u8]| file.windows(word.len()).any(|part| part == word);
    let player = zenobia.key.split('.').next().unwrap();
    assert!(!there(b"Zenobia") && !there(player.as_bytes()));
}

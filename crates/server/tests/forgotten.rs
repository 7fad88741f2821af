//! Somebody with something of everything takes it along as a file and is forgotten then: what the file holds, and every
//! table of the database looked through for what must not be left.

mod common;

use common::{
    cluster::Cluster,
    cups::{enter, next, sit, swiss},
    *,
};
use gloryhex_editions::Content;
use gloryhex_protocol::{
    AtMatch, ChooseForMatch, ClientMessage, ClockRules, DeckList, DeviceFace, EnterTournament,
    JoinGame, LadderAnswer, LadderChallenge, LadderView, MatchTicket, MatchView, NewGame,
    NewLadder, NewMatch, NewPlayer, OwnSide, Phrase, PlayerKey, PlayerProfile, RestorePlayer,
    Settings, SitAtMatch, TellResult, Ticket, TournamentStage, TournamentView, WishBlock,
    WithdrawDevice, Words,
};
use gloryhex_server::{Config, players};
use serde_json::Value;
use sqlx::{AnyConnection, Connection, Row};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    net::SocketAddr,
    time::Duration,
};

/// Every table of a database as text: its rows, and in each the columns.
type Dump = BTreeMap<String, Vec<Vec<String>>>;

async fn column(inside: &mut AnyConnection, sql: &str) -> Vec<String> {
    let rows = sqlx::query(sql).fetch_all(inside).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>(0)).collect()
}

async fn dump(url: &str) -> Dump {
    sqlx::any::install_default_drivers();
    let mut inside = AnyConnection::connect(url).await.expect("it opens");
    let postgres = url.starts_with("postgres");
    let tables = match postgres {
        true => {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = 'public'"
        }
        false => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    };
    let mut all = Dump::new();
    for table in column(&mut inside, tables).await {
        let columns = match postgres {
            true => format!(
                "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
                 WHERE table_name = '{table}' AND table_schema = 'public' ORDER BY ordinal_position"
            ),
            false => format!("SELECT name FROM pragma_table_info('{table}')"),
        };
        let columns = column(&mut inside, &columns).await;
        // SQLite keeps what is packed as it is, which is no text.
        let texts: Vec<String> = columns
            .iter()
            .map(|name| match postgres {
                true => format!("COALESCE(CAST({name} AS TEXT), '')"),
                false => format!(
                    "CASE typeof({name}) WHEN 'blob' THEN hex({name}) ELSE CAST({name} AS TEXT) END"
                ),
            })
            .collect();
        let sql = format!("SELECT {} FROM {table}", texts.join(", "));
        let rows = sqlx::query(&sql).fetch_all(&mut inside).await.unwrap();
        let read = |row: &sqlx::any::AnyRow| {
            let value = |n: usize| row.get::<String, _>(n);
            (0..columns.len()).map(value).collect::<Vec<String>>()
        };
        all.insert(table, rows.iter().map(read).collect());
    }
    inside.close().await.unwrap();
    all
}

/// What lies packed in a column, from the digits in which a database writes bytes.
fn unpacked(digits: &str) -> String {
    let digits = digits.strip_prefix("\\x").unwrap_or(digits);
    let bytes = digits.as_bytes().chunks(2).map(|two| {
        let two = std::str::from_utf8(two).unwrap();
        u8::from_str_radix(two, 16).unwrap()
    });
    let bytes: Vec<u8> = bytes.collect();
    let mut text = String::new();
    let mut packed = flate2::read::GzDecoder::new(&bytes[..]);
    packed.read_to_string(&mut text).unwrap();
    text
}

/// The tables in which one of these words stands.
fn with(dump: &Dump, words: &[&str]) -> BTreeSet<String> {
    let there = |rows: &Vec<Vec<String>>| {
        let mut values = rows.iter().flatten();
        values.any(|value| words.iter().any(|word| value.contains(word)))
    };
    let found = dump.iter().filter(|(_, rows)| there(rows));
    found.map(|(table, _)| table.clone()).collect()
}

async fn rated(to: SocketAddr, one: &PlayerKey, other: &PlayerKey, new: &NewGame) -> [Ticket; 2] {
    let maker: Ticket = post_as(to, &one.key, "/api/games", new).await;
    let join = JoinGame {
        invite: maker.invites.first().cloned(),
        ..JoinGame::default()
    };
    let path = format!("/api/games/{}/join", maker.game);
    let guest = post_as(to, &other.key, &path, &join).await;
    [maker, guest]
}

fn deck() -> (String, DeckList) {
    let content = Content::embedded();
    let (edition, format) = ("shadespire", &content.formats("shadespire")[0]);
    let warband = content.warbands(edition)[0];
    let cards = gloryhex_notation::deck::random(content, edition, format, warband, 5).unwrap();
    let deck = DeckList {
        name: "Hers".to_owned(),
        cards: cards.iter().map(|id| content.list_name(*id)).collect(),
        format: format.word.to_string(),
    };
    (warband.to_owned(), deck)
}

/// What the test must know of her life afterwards.
struct Life {
    /// Her name, her key and her phrase.
    own: PlayerKey,
    phrase: String,
    ended: String,
    running: String,
    ladder: String,
    organised: String,
    entered: String,
    series: String,
    bo: PlayerKey,
}

/// Games: one that ended, one under way with clocks, and what is said and wished at it.
async fn games(to: SocketAddr, own: &PlayerKey, bo: &PlayerKey) -> [String; 2] {
    let mut new = game("shadespire", vec![human(""), human("")]);
    new.rated = true;
    let tickets = rated(to, own, bo, &new).await;
    give_up(to, &tickets[1]).await;
    let mut new = game("shadespire", vec![human(""), human("")]);
    new.clock = Some(ClockRules {
        bank: 3600,
        increment: 0,
        away: 3600,
    });
    let two = rated(to, own, bo, &new).await;
    let mut clients = [
        Client::sit(to, &two[0]).await.seed(1),
        Client::sit(to, &two[1]).await.seed(2),
    ];
    for _ in 0..10 {
        let [one, other] = &mut clients;
        tokio::select! {
            mine = one.my_turn() => { assert!(mine); one.step().await; }
            mine = other.my_turn() => { assert!(mine); other.step().await; }
        }
    }
    let settings = Settings {
        muted: [false, true, false, false],
        ..Settings::default()
    };
    let [own, other] = clients;
    let mut own = own;
    own.say(&ClientMessage::Settings { settings }).await;
    let words = Words::Phrase(Phrase::WellPlayed);
    own.say(&ClientMessage::Say { words }).await;
    own.until(|message| {
        serde_json::to_string(message)
            .unwrap()
            .contains("well-played")
            .then_some(())
    })
    .await;
    // Her absence counts once everybody waits for her.
    let mut other = other;
    while own.choices.is_none() {
        tokio::select! {
            mine = own.my_turn() => assert!(mine),
            mine = other.my_turn() => { assert!(mine); other.step().await; }
        }
    }
    own.close().await;
    other.close().await;
    [tickets[0].game.clone(), two[0].game.clone()]
}

/// A ladder with a game that was played, and one that is agreed on.
async fn climb(to: SocketAddr, own: &PlayerKey, bo: &PlayerKey, cy: &PlayerKey) -> String {
    let new = NewLadder {
        name: "Zenobia's ladder".to_owned(),
        edition: "nightvault".to_owned(),
        days: None,
        rated: true,
    };
    let hers: LadderView = post_as(to, &own.key, "/api/ladders", &new).await;
    let path = format!("/api/ladders/{}", hers.face.id);
    for other in [bo, cy] {
        let _: LadderView = post_as(to, &other.key, &format!("{path}/join"), &()).await;
    }
    for (number, other) in [(0, bo), (1, cy)] {
        let wish = LadderChallenge {
            to: own.name.clone(),
        };
        let _: LadderView = post_as(to, &other.key, &format!("{path}/challenge"), &wish).await;
        let yes = LadderAnswer {
            challenge: number,
            accept: true,
        };
        let view: LadderView = post_as(to, &own.key, &format!("{path}/answer"), &yes).await;
        let game = view.challenges.iter().find_map(|c| c.game.clone()).unwrap();
        if number == 0 {
            let join = format!("/api/games/{game}/join");
            let _: Ticket = post_as(to, &bo.key, &join, &JoinGame::default()).await;
            let lost: Ticket = post_as(to, &own.key, &join, &JoinGame::default()).await;
            give_up(to, &lost).await;
            let _: LadderView = get(to, &path).await;
        }
    }
    hers.face.id
}

/// A tournament that she organises and plays in, and one for which she registered a deck.
async fn cups(to: SocketAddr, own: &PlayerKey, bo: &PlayerKey) -> [String; 2] {
    let mut new = swiss(2, 0);
    new.name = "Zenobia's cup".to_owned();
    let made: TournamentView = post_as(to, &own.key, "/api/tournaments", &new).await;
    let id = made.face.id;
    for key in [&own.key, &bo.key] {
        enter(to, &id, key).await;
    }
    let guest = EnterTournament {
        guest: Some("A guest".to_owned()),
        ..EnterTournament::default()
    };
    let path = format!("/api/tournaments/{id}");
    let _: TournamentView = post_as(to, &own.key, &format!("{path}/enter"), &guest).await;
    let view = next(to, &id, &own.key).await;
    let tables = view.rounds[0].tables.iter();
    let (table, _) = (0u32..)
        .zip(tables)
        .find(|(_, t)| t.sides[1].is_some())
        .unwrap();
    let right = TellResult {
        round: 0,
        table,
        winner: Some(0),
        glory: [7, 3],
        played: true,
        reason: "Zenobia wrote it down wrongly".to_owned(),
    };
    let _: TournamentView = post_as(to, &own.key, &format!("{path}/result"), &right).await;

    let (warband, deck) = deck();
    let mut new = swiss(1, 0);
    new.decks = Some(deck.format.clone());
    let made: TournamentView = post_as(to, &bo.key, "/api/tournaments", &new).await;
    let wish = EnterTournament {
        guest: None,
        warband,
        deck: Some(deck),
    };
    let path = format!("/api/tournaments/{}/enter", made.face.id);
    for key in [&own.key, &bo.key] {
        let _: TournamentView = post_as(to, key, &path, &wish).await;
    }
    let view = next(to, &made.face.id, &bo.key).await;
    let sides = view.rounds[0].tables[0].sides;
    let keys = sides.map(|side| {
        if side == Some(0) {
            own.key.as_str()
        } else {
            bo.key.as_str()
        }
    });
    let hers = usize::from(sides[1] == Some(0));
    give_up(to, &sit(to, &view.rounds[0].tables[0], keys).await[hers]).await;
    let view: TournamentView = get(to, &format!("/api/tournaments/{}", made.face.id)).await;
    assert_eq!(view.face.stage, TournamentStage::Over);
    [id, made.face.id]
}

/// A match in which both have chosen.
async fn series(to: SocketAddr, own: &PlayerKey, bo: &PlayerKey) -> String {
    let new = NewMatch {
        edition: "shadespire".to_owned(),
        name: String::new(),
        variant: vec![],
        best_of: 3,
        decide: true,
        boards: vec![],
        clock: None,
        public: false,
        rated: false,
    };
    let ticket: MatchTicket = post_as(to, &own.key, "/api/matches", &new).await;
    let path = |what: &str| format!("/api/matches/{}/{what}", ticket.id);
    let sit = SitAtMatch {
        invite: ticket.invite.clone(),
        ..SitAtMatch::default()
    };
    let _: MatchTicket = post_as(to, &bo.key, &path("sit"), &sit).await;
    for key in [&own.key, &bo.key] {
        let wish = ChooseForMatch {
            token: None,
            warband: "Garrek's Reavers".to_owned(),
            deck: None,
        };
        let _: OwnSide = post_as(to, key, &path("choose"), &wish).await;
    }
    let own_side: OwnSide = post_as(to, &own.key, &path("own"), &AtMatch::default()).await;
    assert!(own_side.ticket.is_some());
    ticket.id
}

/// Somebody of whom something of everything is kept.
async fn lives(to: SocketAddr) -> Life {
    let first = take(to, "Xanthippe").await;
    let (bo, cy) = (take(to, "Bo").await, take(to, "Cy").await);
    // Under an earlier name, too.
    let [ended, running] = games(to, &first, &bo).await;
    let name = NewPlayer {
        name: "Zenobia".to_owned(),
    };
    let own: PlayerKey = post_as(to, &first.key, "/api/players/me/rename", &name).await;
    let restore = RestorePlayer {
        name: "Zenobia".to_owned(),
        phrase: first.phrase.clone().unwrap(),
    };
    let _: PlayerKey = post(to, "/api/players/restore", &restore).await;
    let (_, devices) = http_as(to, &own.key, "GET", "/api/players/me/devices", "").await;
    let devices: Vec<DeviceFace> = serde_json::from_str(&devices).unwrap();
    let number = devices.iter().find(|device| !device.own).unwrap().number;
    let withdraw = WithdrawDevice { number };
    let _: Vec<DeviceFace> = post_as(to, &own.key, "/api/players/me/withdraw", &withdraw).await;
    let ladder = climb(to, &own, &bo, &cy).await;
    let [organised, entered] = cups(to, &own, &bo).await;
    let series = series(to, &own, &bo).await;
    for (who, whom) in [(&own, "Cy"), (&cy, "Zenobia")] {
        let wish = WishBlock {
            name: whom.to_owned(),
            on: true,
        };
        let _: gloryhex_protocol::Blocked =
            post_as(to, &who.key, "/api/players/me/block", &wish).await;
    }
    Life {
        phrase: first.phrase.unwrap(),
        own,
        ended,
        running,
        ladder,
        organised,
        entered,
        series,
        bo,
    }
}

/// The parts of a list that are about something.
fn of<'a>(list: &'a Value, key: &str, value: &str) -> &'a Value {
    let list = list.as_array().expect("a list");
    let found = list.iter().find(|item| item[key] == value);
    found.unwrap_or_else(|| panic!("{key} {value} is not in {list:?}"))
}

/// Everything that is kept of her; that she is away is noted a little later.
async fn export(to: SocketAddr, life: &Life) -> Value {
    for _ in 0..100 {
        let (status, file) = http_as(to, &life.own.key, "GET", "/api/players/me/export", "").await;
        assert_eq!(status, 200, "{file}");
        let file: Value = serde_json::from_str(&file).unwrap();
        if file["away"].as_array().is_some_and(|away| !away.is_empty()) {
            return file;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("nobody noted that she is away");
}

fn holds_everything(file: &Value, life: &Life) {
    for (word, value) in file.as_object().unwrap() {
        let there = match value {
            Value::Array(list) => !list.is_empty(),
            Value::String(text) => !text.is_empty(),
            _ => true,
        };
        assert!(there, "nothing under {word}");
    }
    assert_eq!(
        (&file["name"], &file["renewed"]),
        (&"Zenobia".into(), &0.into())
    );
    let devices = file["devices"].as_array().unwrap();
    assert_eq!(devices.len(), 2);
    assert!(devices.iter().any(|device| device["withdrawn"] == true));
    assert_eq!(file["blocked"], serde_json::json!(["Cy"]));
    assert_eq!(
        file["seats"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|s| s["kept"] == true)
            .count(),
        1
    );

    let ended = of(&file["results"], "game", &life.ended);
    assert_eq!(
        (&ended["rated"], &ended["seats"][0]["won"]),
        (&true.into(), &true.into())
    );
    assert_eq!(file["ratings"][0]["games"], 1);
    let running = of(&file["games"], "game", &life.running);
    assert_eq!(
        (&running["name"], &running["stage"]),
        (&"Xanthippe".into(), &"running".into())
    );
    assert!(!running["deeds"].as_array().unwrap().is_empty());
    let wishes = of(&file["settings"], "game", &life.running);
    assert_eq!(
        wishes["wishes"]["muted"],
        serde_json::json!([false, true, false, false])
    );
    assert_eq!(
        of(&file["said"], "game", &life.running)["words"]["phrase"],
        "well-played"
    );
    assert!(of(&file["away"], "game", &life.running)["absence"].is_object());

    let ladder = of(&file["ladders"], "ladder", &life.ladder);
    assert_eq!(
        (&ladder["opened"], &ladder["rung"]),
        (&true.into(), &2.into())
    );
    let challenges = ladder["challenges"].as_array().unwrap();
    let states: Vec<&Value> = challenges
        .iter()
        .map(|challenge| &challenge["state"])
        .collect();
    assert_eq!(states, ["closed", "accepted"]);
    let steps = ladder["steps"].as_array().unwrap();
    let rungs: Vec<&Value> = steps.iter().map(|step| &step["rung"]).collect();
    assert_eq!(rungs, [1, 2]);
    assert_eq!(
        steps[1]["played"],
        serde_json::json!({"against": "Bo", "won": false})
    );

    let cup = of(&file["tournaments"], "tournament", &life.organised);
    assert_eq!(
        (&cup["organised"], &cup["guests"][0]),
        (&true.into(), &"A guest".into())
    );
    let right = cup["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|t| t["set_right"][0].is_string());
    assert_eq!(
        right.unwrap()["set_right"][0],
        "Zenobia wrote it down wrongly"
    );
    let cup = of(&file["tournaments"], "tournament", &life.entered);
    assert_eq!(cup["registered"]["deck"]["name"], "Hers");
    assert_eq!(
        (&cup["standing"][0]["lost"], &cup["tables"][0]["winner"]),
        (&1.into(), &"Bo".into())
    );
    let played = of(&file["matches"], "match", &life.series);
    assert_eq!(played["warband"], "Garrek's Reavers");
    assert_eq!(played["games"].as_array().unwrap().len(), 1);

    // Nothing that proves the name, and no id of anybody else.
    let text = file.to_string();
    let proof = life.own.key.rsplit('.').next().unwrap();
    let others = life.bo.key.split('.').next().unwrap();
    for secret in ["argon2", proof, &life.phrase, others, "\"seed\""] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

async fn taken_along_and_forgotten(settings: Config, url: &str) {
    let server = start(settings.clone()).await;
    let to = server.address;
    let life = lives(to).await;
    holds_everything(&export(to, &life).await, &life);
    let (status, _) = http_as(to, "", "GET", "/api/players/me/export", "").await;
    assert_eq!(status, 403);

    // She is found where the list says, and nowhere else.
    server.stop().await;
    let before = dump(url).await;
    let id = life.own.key.split('.').next().unwrap();
    let words = ["Zenobia", "Xanthippe", id];
    let known = players::Part::ALL
        .into_iter()
        .flat_map(players::Part::tables);
    let known: BTreeSet<String> = known.map(|table| (*table).to_owned()).collect();
    let found = with(&before, &words);
    assert!(found.is_subset(&known), "{found:?}");
    for table in [
        "players",
        "devices",
        "blocked",
        "seated",
        "promised",
        "games",
        "results",
        "contests",
        "contest_entries",
        "contest_players",
    ] {
        assert!(found.contains(table), "{table} of {found:?}");
    }
    for table in ["said", "preferences", "absences"] {
        assert!(!before[table].is_empty(), "{table}");
    }
    let seats = before["seated"].iter().filter(|row| row[2] == id);
    let seats: BTreeSet<[&str; 2]> = seats
        .map(|row| [row[0].as_str(), row[1].as_str()])
        .collect();
    assert!(seats.len() > 4, "{seats:?}");

    let server = start(settings.clone()).await;
    let to = server.address;
    let bos: PlayerProfile = get(to, "/api/players/Bo").await;
    let wish = RestorePlayer {
        name: "Zenobia".to_owned(),
        phrase: life.phrase.clone(),
    };
    let () = post_as(to, &life.own.key, "/api/players/me/forget", &wish).await;
    others_keep_theirs(to, &life, &bos).await;
    server.stop().await;
    let after = dump(url).await;
    assert_eq!(with(&after, &words), BTreeSet::new());
    for (table, game, seat) in [("said", 1, 2), ("preferences", 0, 1)] {
        let kept = |dump: &Dump| {
            let rows = dump[table].iter();
            let hers = rows.filter(|row| seats.contains(&[row[game].as_str(), row[seat].as_str()]));
            hers.count()
        };
        assert_eq!((kept(&before) > 0, kept(&after)), (true, 0), "{table}");
    }
    // What was shown is packed: it is looked into as well.
    for row in &after["shown"] {
        let shown = unpacked(&row[3]);
        assert!(!words.iter().any(|word| shown.contains(word)), "{}", row[0]);
    }
    // It stays so when everything is read anew, and the name is free again.
    let server = start(settings).await;
    others_keep_theirs(server.address, &life, &bos).await;
    take(server.address, "Zenobia").await;
}

/// What was theirs too is still there for the others, with nobody's name in it.
async fn others_keep_theirs(to: SocketAddr, life: &Life, bos: &PlayerProfile) {
    let now: PlayerProfile = get(to, "/api/players/Bo").await;
    assert_eq!(now.ratings, bos.ratings);
    // The game of the match that she gave up by leaving.
    assert_eq!((now.won, now.played), (bos.won + 1, bos.played + 1));
    let ladder: LadderView = get(to, &format!("/api/ladders/{}", life.ladder)).await;
    let names: Vec<&str> = ladder.rungs.iter().map(|rung| rung.name.as_str()).collect();
    assert_eq!(names, ["Bo", "Cy"]);
    assert_eq!(ladder.face.name, "Somebody's ladder");
    assert!(
        ladder
            .steps
            .iter()
            .any(|step| step.players == ["Bo", "Somebody"])
    );
    let cup: TournamentView = get(to, &format!("/api/tournaments/{}", life.organised)).await;
    // Nobody is there who could go on with it.
    assert_eq!(
        (cup.face.stage, cup.face.organiser.as_str()),
        (TournamentStage::Over, "Somebody")
    );
    let told = cup.rounds[0]
        .tables
        .iter()
        .find(|table| !table.corrected.is_empty())
        .unwrap();
    assert_eq!(told.corrected, ["Somebody wrote it down wrongly"]);
    let cup: TournamentView = get(to, &format!("/api/tournaments/{}", life.entered)).await;
    let points: BTreeMap<&str, u32> = cup
        .standings
        .iter()
        .map(|s| (cup.entrants[s.entrant as usize].name.as_str(), s.points))
        .collect();
    assert_eq!(points, BTreeMap::from([("Bo", 3), ("Somebody", 0)]));
    let played: MatchView = get(to, &format!("/api/matches/{}", life.series)).await;
    let names: Vec<&str> = played.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(names, ["Somebody", "Bo"]);
    assert_eq!(played.ending.unwrap().winner, Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_something_of_everything_takes_it_along_and_leaves_nothing() {
    let data = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", data.path().join("gloryhex.sqlite").display());
    taken_along_and_forgotten(config(data.path()), &url).await;
    // Not one byte is left in the file either, between the rows.
    let file = std::fs::read(data.path().join("gloryhex.sqlite")).unwrap();
    let there = |word: &[u8]| file.windows(word.len()).any(|part| part == word);
    assert!(!there(b"Xanthippe"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_something_of_everything_leaves_nothing_on_postgres() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    let mut settings = config(data.path());
    settings.database = Some(cluster.url.clone());
    taken_along_and_forgotten(settings, &cluster.url).await;
}

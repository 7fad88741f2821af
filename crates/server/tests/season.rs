//! A whole season on a real server: sixty-four bots, a Swiss of six rounds, players who leave, come late or do not come, and
//! a server that is killed in the middle of a game of each round. Standings are counted here without it.

mod common;

use common::{cluster::Cluster, cups::*, process::*, *};
use gloryhex_protocol::{
    ClientMessage, DropEntrant, MatchDecided, MatchView, PlayerKey, TableFace, TellResult, Ticket,
    TournamentStage, TournamentView,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    net::SocketAddr,
    time::Instant,
};

/// Not a test of its own: the processes of the season below.
#[test]
fn serve_in_this_process() {
    serve_if_asked();
}

/// How a match counted for one of those who played it.
struct Row {
    own: u32,
    /// Whom they met, if it was played.
    met: Option<u32>,
    points: u32,
    glory: [u32; 2],
}

/// What a season has seen, counted from the games themselves.
#[derive(Default)]
struct Count {
    rows: Vec<Row>,
    pairs: BTreeSet<[u32; 2]>,
    rested: BTreeSet<u32>,
}

impl Count {
    fn rests(&mut self, own: u32) {
        assert!(self.rested.insert(own), "{own} rests twice");
        self.rows.push(Row {
            own,
            met: None,
            points: 3,
            glory: [0, 0],
        });
    }

    fn ended(&mut self, sides: [u32; 2], winner: Option<usize>, glory: [u32; 2], played: bool) {
        for (side, own) in sides.into_iter().enumerate() {
            self.rows.push(Row {
                own,
                met: played.then_some(sides[1 - side]),
                points: match winner {
                    Some(winner) => 3 * u32::from(winner == side),
                    None => u32::from(played),
                },
                glory: [glory[side], glory[1 - side]],
            });
        }
    }

    fn of(&self, own: u32) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.own == own)
    }

    /// Of the points that could be won, in millionths; a third at least.
    fn share(&self, own: u32) -> u64 {
        let points: u64 = self.of(own).map(|row| u64::from(row.points)).sum();
        let most = 3 * self.of(own).count() as u64;
        (points * 1_000_000 / most.max(1)).max(333_333)
    }

    /// Points, the opponents' share in millionths, the margin and the glory of somebody.
    fn standing(&self, own: u32) -> (u32, u32, i32, u32) {
        let met: Vec<u64> = self
            .of(own)
            .filter_map(|row| row.met)
            .map(|o| self.share(o))
            .collect();
        let opponents = met.iter().sum::<u64>() / (met.len() as u64).max(1);
        let glory: u32 = self.of(own).map(|row| row.glory[0]).sum();
        let conceded: u32 = self.of(own).map(|row| row.glory[1]).sum();
        (
            self.of(own).map(|row| row.points).sum(),
            opponents as u32,
            glory as i32 - conceded as i32,
            glory,
        )
    }
}

/// A season under way.
struct Season<'a> {
    data: &'a std::path::Path,
    database: Option<&'a str>,
    server: Process,
    people: Vec<PlayerKey>,
    id: String,
    count: Count,
    games: usize,
    kills: usize,
}

impl Season<'_> {
    fn to(&self) -> SocketAddr {
        self.server.address
    }

    async fn look(&self) -> TournamentView {
        get(self.to(), &format!("/api/tournaments/{}", self.id)).await
    }

    /// The server dies without a word and comes back with everything that it had said.
    async fn crash(&mut self) {
        let before = self.look().await;
        self.server.kill();
        self.server = Process::start(self.data, self.database);
        self.kills += 1;
        assert_eq!(self.look().await, before, "something was lost");
    }

    /// Two bots play at random, to the end of the game or until one of them has had enough; in between the server may
    /// die. Says who won, if anybody did, and the glory of both.
    async fn play(&mut self, table: &TableFace, sides: [u32; 2], whole: bool, crash: bool) {
        let keys = sides.map(|side| self.people[side as usize].key.clone());
        let tickets = sit(self.to(), table, [&keys[0], &keys[1]]).await;
        let mut bots = self.sit_down(&tickets).await;
        let mut steps = 0;
        while !(bots.iter().any(Client::is_over)) {
            if steps == 25 && crash {
                self.crash().await;
                bots = self.sit_down(&tickets).await;
            }
            if steps == 4 && !whole {
                let loser = (sides[0] + sides[1]) as usize % 2;
                bots[loser].say(&ClientMessage::Resign).await;
                for bot in &mut bots {
                    while !bot.is_over() {
                        assert!(bot.next().await.is_some(), "still connected");
                    }
                }
                break;
            }
            steps += 1;
            let [one, other] = &mut bots;
            tokio::select! {
                mine = one.my_turn() => if mine { one.step().await; },
                mine = other.my_turn() => if mine { other.step().await; },
            }
        }
        let over = bots.iter().find(|bot| bot.is_over()).expect("it ended");
        let view = over.view.as_ref().expect("it was shown");
        let winner = match view.ending.as_ref().expect("it ended").winners[..] {
            [winner] => Some(usize::from(winner)),
            _ => None,
        };
        let glory = [0, 1].map(|seat| u32::from(view.players[seat].glory));
        self.count.ended(sides, winner, glory, true);
        self.games += 1;
    }

    async fn sit_down(&self, tickets: &[Ticket; 2]) -> [Client; 2] {
        let seed = self.games as u64 * 2;
        [
            Client::sit(self.to(), &tickets[0]).await.seed(seed),
            Client::sit(self.to(), &tickets[1]).await.seed(seed + 1),
        ]
    }

    /// The organiser says that one side did not come.
    async fn absent(&mut self, round: u32, table: u32, sides: [u32; 2]) {
        let told = TellResult {
            round,
            table,
            winner: Some(1),
            glory: [0, 0],
            played: false,
            reason: "did not come".to_owned(),
        };
        let path = format!("/api/tournaments/{}/result", self.id);
        let _: TournamentView = post_as(self.to(), &self.people[0].key, &path, &told).await;
        self.count.ended(sides, Some(1), [0, 0], false);
    }

    async fn leave(&self, entrant: u32) {
        let path = format!("/api/tournaments/{}/drop", self.id);
        let own = &self.people[entrant as usize].key;
        let _: TournamentView = post_as(self.to(), own, &path, &DropEntrant { entrant }).await;
    }

    /// Somebody leaves while the match waits for them: the other side has won, and nobody waits any more.
    async fn leaves_the_table(&mut self, table: &TableFace, sides: [u32; 2]) {
        self.leave(sides[0]).await;
        self.count.ended(sides, Some(1), [0, 0], false);
        let id = table.series.as_ref().expect("a match was made");
        let played: MatchView = get(self.to(), &format!("/api/matches/{id}")).await;
        let ending = played.ending.expect("nobody waits there");
        assert_eq!((ending.winner, ending.how), (Some(1), MatchDecided::Told));
    }

    async fn round(&mut self, round: u32) {
        let view = next(self.to(), &self.id, &self.people[0].key).await;
        let tables = view.rounds[round as usize].tables.clone();
        for (n, table) in (0u32..).zip(&tables) {
            let sides = match table.sides {
                [Some(one), Some(other)] => [one, other],
                [Some(one), None] => {
                    self.count.rests(one);
                    continue;
                }
                _ => panic!("an empty table"),
            };
            let pair = [sides[0].min(sides[1]), sides[0].max(sides[1])];
            assert!(
                self.count.pairs.insert(pair),
                "{pair:?} meet again in round {round}"
            );
            match n {
                0 => self.absent(round, 0, sides).await,
                5 if round == 3 => self.leaves_the_table(table, sides).await,
                _ => {
                    let crash = n == tables.len() as u32 / 2;
                    self.play(table, sides, crash || n % 8 == 1, crash).await;
                }
            }
        }
    }

    /// The standings are those that were counted here, in this order.
    async fn compare(&self) {
        let view = self.look().await;
        assert_eq!(view.face.stage, TournamentStage::Over);
        let told: BTreeMap<u32, (u32, u32, i32, u32)> = view
            .standings
            .iter()
            .map(|s| (s.entrant, (s.points, s.opponents, s.margin, s.glory)))
            .collect();
        for entrant in 0..self.people.len() as u32 {
            let (points, opponents, margin, glory) = self.count.standing(entrant);
            let counted = (points, opponents / 1000, margin, glory);
            assert_eq!(told[&entrant], counted, "of {entrant}");
        }
        let order: Vec<_> = view
            .standings
            .iter()
            .map(|s| self.count.standing(s.entrant))
            .collect();
        assert!(order.windows(2).all(|two| two[0] >= two[1]), "{order:?}");
        assert!(order.iter().any(|own| own.2 != 0), "glory was won");
        let ranks: Vec<u32> = view.standings.iter().map(|s| s.rank).collect();
        assert_eq!(ranks, (1..=self.people.len() as u32).collect::<Vec<_>>());
    }
}

async fn season(data: &std::path::Path, database: Option<&str>) {
    let start = Instant::now();
    let server = Process::start(data, database);
    let to = server.address;
    let mut people: Vec<PlayerKey> = Vec::new();
    for n in 0..64 {
        people.push(take(to, &format!("Bot {n}")).await);
    }
    let made: TournamentView = post_as(to, &people[0].key, "/api/tournaments", &swiss(6, 0)).await;
    for person in &people {
        enter(to, &made.face.id, &person.key).await;
    }
    let mut season = Season {
        data,
        database,
        server,
        people,
        id: made.face.id,
        count: Count::default(),
        games: 0,
        kills: 0,
    };
    for round in 0..6u32 {
        season.round(round).await;
        // One leaves after each of the first rounds, and one comes late.
        if round < 3 {
            season.leave(60 + round).await;
        }
        if round == 1 {
            season.people.push(take(season.to(), "Bot 64").await);
            enter(season.to(), &season.id, &season.people[64].key).await;
        }
    }
    season.compare().await;
    assert_eq!(season.kills, 6);
    println!(
        "{} matches without a rematch, {} games, {} rests, {} kills, {:?}",
        season.count.pairs.len(),
        season.games,
        season.count.rested.len(),
        season.kills,
        start.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_of_sixty_four_survives_a_kill_in_each_round() {
    let data = tempfile::tempdir().unwrap();
    season(data.path(), None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_of_sixty_four_survives_on_postgres() {
    let cluster = Cluster::start();
    let data = tempfile::tempdir().unwrap();
    season(data.path(), Some(&cluster.url)).await;
}

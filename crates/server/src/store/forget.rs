//! Forgetting somebody in the database: the statements that take them out of each table. Which tables have to be thought of,
//! [`crate::players::Part`] says.

use super::{Store, Value, json, text, writer::Job};
use crate::{
    error::{Oops, Result},
    players::{Ended, Gone, Part},
};
use sqlx::Row;
use std::collections::BTreeMap;

/// What is to be done for somebody to be forgotten, all at once or not at all.
#[derive(Default)]
pub struct Statements(Vec<(&'static str, Vec<Value>)>);

/// The seats that somebody has or had, by game.
pub type Seats = BTreeMap<String, Vec<i64>>;

/// What somebody who is forgotten was in.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Where they sat.
    pub seats: Seats,
    /// Ladders, tournaments and matches.
    pub contests: Vec<String>,
}

impl Statements {
    /// Statements that need nothing but the id.
    fn of(id: &str, statements: &[&'static str]) -> Statements {
        let with = |sql: &&'static str| (*sql, vec![text(id)]);
        Statements(statements.iter().map(with).collect())
    }
    fn add(&mut self, sql: &'static str, values: Vec<Value>) {
        self.0.push((sql, values));
    }
}

impl Store {
    /// Forgets somebody. What others had a part in too stays with them, but with nobody's name: what is written about
    /// them is written anew, and what was shown of them is shown no more as it was. Says what they were in.
    ///
    /// # Errors
    /// It cannot be read or written; then nothing is forgotten.
    pub async fn forget_player(&self, gone: &Gone) -> Result<Forgotten> {
        let forgotten = Forgotten {
            seats: self.seats_by_game(gone.id()).await?,
            contests: self.every_contest_of(gone.id()).await?,
        };
        let mut all = Statements::default();
        for part in Part::ALL {
            all.0
                .extend(self.forgetting(part, gone, &forgotten.seats).await?.0);
        }
        self.writer.write(Job::All(all.0)).await?;
        for game in forgotten.seats.keys() {
            self.tell(format!("f {} {game}", self.node)).await?;
        }
        for contest in &forgotten.contests {
            self.tell(format!("c {} {contest}", self.node)).await?;
        }
        Ok(forgotten)
    }

    /// Forgets what was still written of somebody by a room that had not heard that they are gone: how a game ended, or
    /// that they sit at the next one.
    ///
    /// # Errors
    /// It cannot be read or written.
    pub async fn forget_late(&self, gone: &Gone, seats: &Seats) -> Result<()> {
        let mut late = self.seats_by_game(gone.id()).await?;
        let mut all = self.forgetting_games(gone, &late).await?;
        late.extend(seats.clone());
        all.0.extend(self.forgetting_results(gone, &late).await?.0);
        all.0
            .extend(self.forgetting(Part::Seats, gone, &late).await?.0);
        self.writer.write(Job::All(all.0)).await.map(drop)
    }

    /// How a part of what is kept of somebody is forgotten.
    async fn forgetting(&self, part: Part, gone: &Gone, seats: &Seats) -> Result<Statements> {
        let id = gone.id();
        Ok(match part {
            Part::Name => Statements::of(id, &["DELETE FROM players WHERE id = $1"]),
            Part::Devices => Statements::of(id, &["DELETE FROM devices WHERE player = $1"]),
            Part::Blocked => {
                let sql = "DELETE FROM blocked WHERE player = $1 OR other = $1";
                Statements::of(id, &[sql])
            }
            Part::Seats => Statements::of(
                id,
                &[
                    "DELETE FROM seated WHERE player = $1",
                    "DELETE FROM promised WHERE player = $1",
                ],
            ),
            Part::Games => self.forgetting_games(gone, seats).await?,
            Part::Results => self.forgetting_results(gone, seats).await?,
            Part::Settings => {
                let sql = "DELETE FROM preferences WHERE game = $1 AND seat = $2";
                at_each_seat(seats, sql)
            }
            // That a seat is empty counts for its clock, whoever sat there.
            Part::Away => Statements::default(),
            Part::Said => {
                let sql = "DELETE FROM said WHERE game = $1 AND seat = $2";
                at_each_seat(seats, sql)
            }
            Part::Contests => self.forgetting_contests(gone).await?,
        })
    }

    /// Where somebody sits or sat.
    async fn seats_by_game(&self, id: &str) -> Result<Seats> {
        let sql = "SELECT game, seat FROM seated WHERE player = $1";
        let mut games = Seats::new();
        for row in self.read(sql, &[text(id)]).await? {
            let seats = games.entry(row.try_get(0)?).or_default();
            seats.push(row.try_get(1)?);
        }
        Ok(games)
    }

    /// Games: their plans, how they look at a glance, who sat down, and what was shown.
    async fn forgetting_games(&self, gone: &Gone, seats: &Seats) -> Result<Statements> {
        let mut all = Statements::default();
        for (game, seats) in seats {
            if let Some((plan, glance)) = self.written(game).await? {
                let plan = blank(game, gone.plan(&plan, seats));
                let glance = blank(game, gone.glance(&glance, seats));
                let values = vec![text(game), Value::Text(plan), Value::Text(glance)];
                all.add(
                    "UPDATE games SET plan = $2, glance = $3 WHERE id = $1",
                    values,
                );
            }
            for (at, entry) in self.record(game).await? {
                let body = match serde_json::from_value(entry) {
                    Ok(entry) => match gone.entry(entry) {
                        Some(entry) => json(&entry)?,
                        None => continue,
                    },
                    Err(error) => blank(game, Err(Oops::internal(error))),
                };
                let at = Value::Number(i64::from(at));
                let values = vec![text(game), at, Value::Text(body)];
                let sql = "UPDATE entries SET body = $3 WHERE game = $1 AND at = $2";
                all.add(sql, values.clone());
                let sql = "UPDATE journal SET body = $3 WHERE game = $1 AND at = $2";
                all.add(sql, values);
            }
            all.add("DELETE FROM shown WHERE game = $1", vec![text(game)]);
        }
        Ok(all)
    }

    async fn forgetting_results(&self, gone: &Gone, seats: &Seats) -> Result<Statements> {
        let mut all = Statements::default();
        for game in seats.keys() {
            let sql = "SELECT body FROM results WHERE game = $1";
            for row in self.read(sql, &[text(game)]).await? {
                let body: String = row.try_get(0)?;
                let result = serde_json::from_str(&body).map_err(Oops::internal);
                let result = result.and_then(|result: Ended| json(&gone.result(result)));
                let values = vec![text(game), Value::Text(blank(game, result))];
                all.add("UPDATE results SET body = $2 WHERE game = $1", values);
            }
        }
        Ok(all)
    }

    /// Ladders, tournaments and matches: who made them, how, and what happened to them.
    async fn forgetting_contests(&self, gone: &Gone) -> Result<Statements> {
        let mut all = Statements::of(
            gone.id(),
            &["DELETE FROM contest_players WHERE player = $1"],
        );
        for contest in self.every_contest_of(gone.id()).await? {
            let sql = "SELECT plan, maker FROM contests WHERE id = $1";
            for row in self.read(sql, &[text(&contest)]).await? {
                let (plan, maker): (String, String) = (row.try_get(0)?, row.try_get(1)?);
                let plan = gone.contest_plan(&plan, maker == gone.id());
                let values = vec![text(&contest), Value::Text(plan), text(gone.maker(&maker))];
                all.add(
                    "UPDATE contests SET plan = $2, maker = $3 WHERE id = $1",
                    values,
                );
            }
            for (at, body) in self.contest_entries(&contest, 0).await? {
                let Some(body) = gone.contest_entry(&body) else {
                    continue;
                };
                let at = Value::Number(i64::from(at));
                let sql = "UPDATE contest_entries SET body = $3 WHERE contest = $1 AND at = $2";
                all.add(sql, vec![text(&contest), at, Value::Text(body)]);
            }
        }
        Ok(all)
    }
}

/// A statement for each of somebody's seats.
fn at_each_seat(seats: &Seats, sql: &'static str) -> Statements {
    let mut all = Statements::default();
    for (game, seats) in seats {
        for seat in seats {
            all.add(sql, vec![text(game), Value::Number(*seat)]);
        }
    }
    all
}

/// What is written in place of something that cannot be read: nothing, as nobody knows whose name is in it.
fn blank(game: &str, anew: Result<String>) -> String {
    anew.unwrap_or_else(|oops| {
        tracing::error!(game, %oops, "what cannot be read is forgotten");
        "{}".to_owned()
    })
}

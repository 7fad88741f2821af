//! Everything that is kept of somebody: one list, by which it is told to them and by which it is forgotten.
//!
//! A table that comes to the database belongs to a part here, or to [`OF_NOBODY`]; a test compares the two with the tables
//! there are. How a part is told is in `kept/`, how it is forgotten in `store/forget.rs`.

mod contests;
mod games;

use super::{Player, profile};
use crate::{
    error::{Oops, Result},
    http::Site,
    room::Hall,
};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

/// One collects everything at a time: it can be much.
static COLLECTING: Semaphore = Semaphore::const_new(1);

/// A part of what is kept of somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The name, since when, and what proves it.
    Name,
    /// Devices that prove it.
    Devices,
    /// Whom they have blocked, and who has blocked them.
    Blocked,
    /// Where they sit, and where a seat is kept for them.
    Seats,
    /// The games at which they sit: how they were made, what was chosen, what was shown.
    Games,
    /// How these ended, and the ratings that follow.
    Results,
    /// How they wish to be asked at each table, and whom they do not want to hear there.
    Settings,
    /// How long they were away from tables.
    Away,
    /// What they said.
    Said,
    /// Ladders, tournaments and matches.
    Contests,
}

/// Tables in which nothing is of anybody: positions are of seats, clocks and errands of games and contests.
pub const OF_NOBODY: [&str; 7] = [
    "positions",
    "flags",
    "minds",
    "errands",
    "secrets",
    "pulse",
    "_sqlx_migrations",
];

impl Part {
    /// All of them.
    pub const ALL: [Part; 10] = [
        Part::Name,
        Part::Devices,
        Part::Blocked,
        Part::Seats,
        Part::Games,
        Part::Results,
        Part::Settings,
        Part::Away,
        Part::Said,
        Part::Contests,
    ];

    /// The tables that it lies in.
    pub fn tables(self) -> &'static [&'static str] {
        match self {
            Part::Name => &["players"],
            Part::Devices => &["devices"],
            Part::Blocked => &["blocked"],
            Part::Seats => &["seated", "promised"],
            Part::Games => &["games", "entries", "journal", "shown"],
            Part::Results => &["results"],
            Part::Settings => &["preferences"],
            Part::Away => &["absences"],
            Part::Said => &["said"],
            Part::Contests => &["contests", "contest_entries", "contest_players"],
        }
    }

    /// What is kept, by the words that stand before it in the file.
    async fn told(self, site: &Site, player: &Player) -> Result<Vec<(&'static str, Value)>> {
        let hall = site.rooms.hall();
        let id = &player.id;
        Ok(match self {
            Part::Name => vec![
                ("name", json!(player.name)),
                ("id", json!(id)),
                ("made", json!(player.made)),
                // The hash opens nothing, but somebody with much time could try phrases on it.
                (
                    "phrase",
                    json!("kept as a hash that cannot be turned back into the words"),
                ),
                ("renewed", json!(player.keys.saturating_sub(1))),
            ],
            Part::Devices => vec![("devices", devices(hall, id).await?)],
            Part::Blocked => {
                let names = hall.store.blocked_by(id).await?.into_iter();
                let names: Vec<String> = names.map(|(_, name)| name).collect();
                vec![("blocked", json!(names))]
            }
            Part::Seats => vec![("seats", games::seats(hall, id).await?)],
            Part::Games => vec![("games", games::games(hall, id).await?)],
            Part::Results => {
                let profile = profile::profile(hall, player).await?;
                vec![
                    ("ratings", json!(profile.ratings)),
                    ("warbands", json!(profile.warbands)),
                    ("results", games::results(hall, id).await?),
                ]
            }
            Part::Settings => vec![("settings", games::settings(hall, id).await?)],
            Part::Away => vec![("away", games::away(hall, id).await?)],
            Part::Said => {
                let said = hall.store.spoken_by(id).await?.into_iter();
                let said = said.map(|(game, when, words)| {
                    let words: Value = serde_json::from_str(&words).unwrap_or(Value::Null);
                    json!({"game": game, "when": when, "words": words})
                });
                vec![("said", said.collect())]
            }
            Part::Contests => vec![
                ("ladders", contests::ladders(site, id).await?),
                ("tournaments", contests::tournaments(site, id).await?),
                ("matches", contests::matches(site, id).await?),
            ],
        })
    }
}

/// Everything that is kept of somebody, for them to take along.
///
/// # Errors
/// It cannot be read.
pub async fn everything(site: &Site, player: &Player) -> Result<Value> {
    let _one = COLLECTING.acquire().await.map_err(Oops::internal)?;
    let mut all = Map::new();
    for part in Part::ALL {
        let told = part.told(site, player).await?.into_iter();
        all.extend(told.map(|(word, value)| (word.to_owned(), value)));
    }
    Ok(Value::Object(all))
}

/// Devices, without what they prove the name by.
async fn devices(hall: &Hall, player: &str) -> Result<Value> {
    let all = hall.store.every_device(player).await?.into_iter();
    let all = all.map(|(device, withdrawn)| {
        json!({"device": device.label, "made": device.made, "seen": device.seen, "withdrawn": withdrawn})
    });
    Ok(all.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Tables that the migrations make, by their words.
    fn tables() -> BTreeSet<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let files = std::fs::read_dir(folder).unwrap();
        let text = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
        let text: Vec<String> = text.collect();
        let lines = text.iter().flat_map(|text| text.lines());
        let made = lines.filter_map(|line| line.strip_prefix("CREATE TABLE "));
        made.map(|rest| rest.split_whitespace().next().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn every_table_is_of_somebody_in_one_part_or_of_nobody() {
        let parts = Part::ALL.into_iter().flat_map(Part::tables).copied();
        let named: Vec<&str> = parts.chain(OF_NOBODY).collect();
        let known: BTreeSet<String> = named.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(known.len(), named.len(), "no table is named twice");
        let mut there = tables();
        there.insert("_sqlx_migrations".to_owned());
        assert_eq!(known, there);
    }
}

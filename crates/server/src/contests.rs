//! What ladders and tournaments have in common: a plan, entries in the database one after the other, and the contest in
//! memory as it was after the last of them. Their rules are those of `organise`.

use crate::{
    error::{Oops, Result},
    room::Hall,
};
use gloryhex_organise::{PlayerId, Refusal, ladder, tournament};
use gloryhex_protocol::Code;
use serde::{Serialize, de::DeserializeOwned};
use std::collections::HashMap;
use tokio::sync::{Mutex, MutexGuard};

/// How often something is tried again that another process was faster with.
pub const TRIES: u32 = 8;
/// The name of whoever was forgotten.
const NOBODY: &str = "Somebody";

/// A kind of contest.
pub trait Contest: Clone {
    /// How it is made.
    type Plan: DeserializeOwned;
    /// What happens to it.
    type Entry: Serialize + DeserializeOwned;
    /// How its kind is called in the database, and to people.
    const KIND: &'static str;
    /// A contest to which nothing has happened.
    ///
    /// # Errors
    /// The plan cannot be played.
    fn begin(plan: Self::Plan) -> std::result::Result<Self, Refusal>;
    /// Takes an entry.
    ///
    /// # Errors
    /// Why it cannot be.
    fn take(&mut self, entry: &Self::Entry) -> std::result::Result<(), Refusal>;
}

impl Contest for ladder::Ladder {
    type Plan = ladder::Plan;
    type Entry = ladder::Entry;
    const KIND: &'static str = "ladder";
    fn begin(plan: ladder::Plan) -> std::result::Result<Self, Refusal> {
        Ok(ladder::Ladder::new(plan))
    }
    fn take(&mut self, entry: &ladder::Entry) -> std::result::Result<(), Refusal> {
        self.apply(entry)
    }
}

impl Contest for tournament::Tournament {
    type Plan = tournament::Plan;
    type Entry = tournament::Entry;
    const KIND: &'static str = "tournament";
    fn begin(plan: tournament::Plan) -> std::result::Result<Self, Refusal> {
        tournament::Tournament::new(plan)
    }
    fn take(&mut self, entry: &tournament::Entry) -> std::result::Result<(), Refusal> {
        self.apply(entry)
    }
}

/// A contest in memory, and the position of its last entry.
pub struct Known<C> {
    /// Its id.
    pub id: String,
    /// As it stands after that entry.
    pub contest: C,
    at: u32,
}

/// Contests of a kind.
pub struct Contests<C>(Mutex<HashMap<String, Known<C>>>);

impl<C> Default for Contests<C> {
    fn default() -> Contests<C> {
        Contests(Mutex::default())
    }
}

/// All contests of a kind, for whoever is at work on one of them.
pub type All<'a, C> = MutexGuard<'a, HashMap<String, Known<C>>>;

impl<C: Contest> Contests<C> {
    /// One after the other changes contests.
    pub async fn lock(&self) -> All<'_, C> {
        self.0.lock().await
    }
}

/// Of a list those that can be looked at. One that is damaged is left out; that the database does not answer is told.
///
/// # Errors
/// The database does not answer.
pub fn readable<T>(contest: &str, looked: Result<T>) -> Result<Option<T>> {
    match looked {
        Err(oops) if oops.0.code == Code::Internal => {
            tracing::error!(contest, %oops, "a contest cannot be read and is left out");
            Ok(None)
        }
        looked => looked.map(Some),
    }
}

/// A contest that has ended leaves the memory.
pub async fn forget<C: Contest>(all: &Contests<C>, id: &str) {
    all.lock().await.remove(id);
}

/// A contest that was written anew leaves the memory, whatever kind it is.
pub async fn forget_contest(hall: &Hall, id: &str) {
    forget(&hall.ladders, id).await;
    forget(&hall.tournaments, id).await;
    forget(&hall.matches, id).await;
}

/// A contest with everything that was stored about it.
///
/// # Errors
/// There is none, or it cannot be read.
pub async fn current<'a, C: Contest>(
    all: &'a mut HashMap<String, Known<C>>,
    hall: &Hall,
    id: &str,
) -> Result<&'a mut Known<C>> {
    if !all.contains_key(id) {
        let plan = hall.store.contest(id, C::KIND).await?;
        let plan = plan.ok_or_else(|| Oops::not_found(format!("There is no such {}.", C::KIND)))?;
        let plan = serde_json::from_str(&plan).map_err(Oops::internal)?;
        let known = Known {
            id: id.to_owned(),
            contest: C::begin(plan).map_err(Oops::internal)?,
            at: 0,
        };
        all.insert(id.to_owned(), known);
    }
    let known = all.get_mut(id);
    let known = known.ok_or_else(|| Oops::internal("a contest that was just put there"))?;
    known.catch_up(hall).await?;
    Ok(known)
}

impl<C: Contest> Known<C> {
    async fn catch_up(&mut self, hall: &Hall) -> Result<()> {
        let contest = &self.id;
        for (at, body) in hall.store.contest_entries(contest, self.at).await? {
            self.at = at;
            let entry: C::Entry = match serde_json::from_str(&body) {
                Ok(entry) => entry,
                Err(error) => {
                    tracing::error!(contest, at, %error, "an entry cannot be read and is left out");
                    continue;
                }
            };
            if let Err(refusal) = self.contest.take(&entry) {
                tracing::error!(contest, at, %refusal, "an entry no longer fits and is left out");
            }
        }
        Ok(())
    }

    /// Stores an entry and takes it over; `false`, with everything else taken over, if another process was faster.
    ///
    /// # Errors
    /// The contest refuses it, or it cannot be stored.
    pub async fn add(&mut self, hall: &Hall, entry: &C::Entry) -> Result<bool> {
        let mut next = self.contest.clone();
        next.take(entry)
            .map_err(|Refusal(why)| Oops::new(Code::Refused, why))?;
        let body = serde_json::to_string(entry).map_err(Oops::internal)?;
        let at = self.at + 1;
        let added = hall.store.add_contest_entry(&self.id, at, body).await?;
        match added {
            true => {
                self.contest = next;
                self.at = at;
            }
            false => self.catch_up(hall).await?,
        }
        Ok(added)
    }
}

/// Names by id.
pub struct Names(HashMap<String, String>);

impl Names {
    /// The names of everybody who is or was in a contest.
    ///
    /// # Errors
    /// They cannot be read.
    pub async fn of(hall: &Hall, id: &str) -> Result<Names> {
        Ok(Names(hall.store.contest_names(id).await?))
    }
    /// Somebody's name.
    pub fn name(&self, player: &PlayerId) -> String {
        let name = self.0.get(&player.0);
        name.map_or(NOBODY, String::as_str).to_owned()
    }
}

/// Unix time in seconds.
pub fn seconds(millis: u64) -> u32 {
    u32::try_from(millis / 1000).unwrap_or(u32::MAX)
}

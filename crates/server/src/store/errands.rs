//! Matches and tournaments that are to be looked at, in the database. An errand is noted together with what makes it
//! needed, so that none is forgotten when the server stops in between.

use super::{Store, Value, text};
use crate::error::Result;
use sqlx::Row;

/// Errands that are done at once.
const AT_ONCE: i64 = 100;

/// Notes that a contest is to be looked at from a time on, unless it is anyway before.
const NOTE: &str = "INSERT INTO errands (contest, at) VALUES ($1, $2) \
     ON CONFLICT (contest) DO UPDATE SET at = excluded.at WHERE errands.at > excluded.at";

/// A contest that is to be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// Which.
    pub contest: String,
    /// Its kind; nothing if there is no such contest.
    pub kind: Option<String>,
    /// Since when, as it is noted.
    at: i64,
}

fn number(value: u64) -> Value {
    Value::Number(i64::try_from(value).unwrap_or(i64::MAX))
}

/// The statement by which a contest is to be looked at from a time on.
pub(super) fn noted(contest: &str, at: u64) -> (&'static str, Vec<Value>) {
    (NOTE, vec![text(contest), number(at)])
}

impl Store {
    /// Notes that a contest is to be looked at from a time on.
    pub async fn note_errand(&self, contest: &str, at: u64) -> Result<()> {
        let (sql, values) = noted(contest, at);
        self.change(sql, values).await.map(drop)
    }

    /// What is to be looked at by now, that which has waited longest first.
    pub async fn errands(&self, now: u64) -> Result<Vec<Errand>> {
        let sql = "SELECT errands.contest, contests.kind, errands.at FROM errands \
             LEFT JOIN contests ON contests.id = errands.contest \
             WHERE errands.at <= $1 ORDER BY errands.at, errands.contest LIMIT $2";
        let rows = self
            .read(sql, &[number(now), Value::Number(AT_ONCE)])
            .await?;
        let read = |row: &sqlx::any::AnyRow| {
            Ok(Errand {
                contest: row.try_get(0)?,
                kind: row.try_get(1)?,
                at: row.try_get(2)?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Takes an errand, so that no other process does it too; it comes up again at `until` if this one never ends it.
    /// Nothing if another process has it.
    pub async fn take_errand(&self, errand: &Errand, until: u64) -> Result<Option<Errand>> {
        let taken = Errand {
            at: i64::try_from(until).unwrap_or(i64::MAX),
            ..errand.clone()
        };
        let sql = "UPDATE errands SET at = $3 WHERE contest = $1 AND at = $2";
        let values = vec![
            text(&errand.contest),
            Value::Number(errand.at),
            Value::Number(taken.at),
        ];
        Ok((self.change(sql, values).await? == 1).then_some(taken))
    }

    /// Lets all errands be done now that come up before a time: nobody is at work on them.
    pub async fn free_errands(&self, until: u64) -> Result<()> {
        let sql = "UPDATE errands SET at = 0 WHERE at <= $1";
        self.change(sql, vec![number(until)]).await.map(drop)
    }

    /// Ends an errand that was taken: the contest is looked at again at `next`, if ever, or sooner if that was noted
    /// meanwhile.
    pub async fn end_errand(&self, errand: &Errand, next: Option<u64>) -> Result<()> {
        let known = vec![text(&errand.contest), Value::Number(errand.at)];
        let done = match next {
            Some(next) => {
                let sql = "UPDATE errands SET at = $3 WHERE contest = $1 AND at = $2";
                let values = known.into_iter().chain([number(next)]).collect();
                self.change(sql, values).await
            }
            None => {
                let sql = "DELETE FROM errands WHERE contest = $1 AND at = $2";
                self.change(sql, known).await
            }
        };
        done.map(drop)
    }
}

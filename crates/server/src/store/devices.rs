//! The devices that prove a name, in the database. Number 0 stands for all whose key is older than this list.

use super::{Store, Value, text};
use crate::{error::Result, players::Player};
use sqlx::{Row, any::AnyRow};

/// When a device was last seen is noted once in so many milliseconds.
const NOTED: u64 = 3_600_000;
/// So many devices can prove a name; the one unseen for longest goes when another comes.
const MOST: i64 = 30;

/// A device that proves a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its number.
    pub number: u32,
    /// What kind of device it seems to be.
    pub label: String,
    /// Since when, in Unix milliseconds.
    pub made: u64,
    /// When it was last seen, about.
    pub seen: u64,
}

fn number(value: u64) -> Value {
    Value::Number(i64::try_from(value).unwrap_or(i64::MAX))
}

fn device(row: &AnyRow) -> Option<Device> {
    let time = |column: usize| {
        let time: i64 = row.try_get(column).ok()?;
        u64::try_from(time).ok()
    };
    let number: i64 = row.try_get(0).ok()?;
    Some(Device {
        number: u32::try_from(number).ok()?,
        label: row.try_get(1).ok()?,
        made: time(2)?,
        seen: time(3)?,
    })
}

impl Store {
    /// Keeps a new device of somebody.
    pub async fn add_device(&self, player: &str, new: &Device) -> Result<()> {
        let sql = "INSERT INTO devices (player, number, label, made, seen, withdrawn) \
             VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT DO NOTHING";
        let values = vec![
            text(player),
            Value::Number(i64::from(new.number)),
            text(&new.label),
            number(new.made),
            number(new.seen),
        ];
        self.change(sql, values).await?;
        let sql = "DELETE FROM devices WHERE player = $1 AND number > 0 AND number NOT IN \
             (SELECT number FROM devices WHERE player = $1 ORDER BY seen DESC, number LIMIT $2)";
        let values = vec![text(player), Value::Number(MOST)];
        self.change(sql, values).await.map(drop)
    }

    /// Whether a device still proves a name; it is noted that it was seen.
    pub async fn knows_device(&self, player: &Player, device: u32, now: u64) -> Result<bool> {
        let own = || vec![text(&player.id), Value::Number(i64::from(device))];
        let sql = "SELECT withdrawn, seen FROM devices WHERE player = $1 AND number = $2";
        let rows = self.read(sql, &own()).await?;
        let Some(row) = rows.first() else {
            if device == 0 {
                let early = Device {
                    number: 0,
                    label: String::new(),
                    made: player.made,
                    seen: now,
                };
                self.add_device(&player.id, &early).await?;
            }
            return Ok(device == 0);
        };
        let (withdrawn, seen): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        if withdrawn != 0 {
            return Ok(false);
        }
        if now.saturating_sub(u64::try_from(seen).unwrap_or(0)) >= NOTED {
            let sql = "UPDATE devices SET seen = $3 WHERE player = $1 AND number = $2";
            let values = own().into_iter().chain([number(now)]).collect();
            self.change(sql, values).await?;
        }
        Ok(true)
    }

    /// The devices that prove a name, the last seen first.
    pub async fn devices(&self, player: &str) -> Result<Vec<Device>> {
        let sql = "SELECT number, label, made, seen FROM devices \
             WHERE player = $1 AND withdrawn = 0 ORDER BY seen DESC, number";
        let rows = self.read(sql, &[text(player)]).await?;
        Ok(rows.iter().filter_map(device).collect())
    }

    /// All devices that are or were known, and whether they were withdrawn.
    pub async fn every_device(&self, player: &str) -> Result<Vec<(Device, bool)>> {
        let sql = "SELECT number, label, made, seen, withdrawn FROM devices \
             WHERE player = $1 ORDER BY seen DESC, number";
        let rows = self.read(sql, &[text(player)]).await?;
        let read = |row: &AnyRow| {
            let withdrawn: i64 = row.try_get(4).ok()?;
            Some((device(row)?, withdrawn != 0))
        };
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Lets a device prove a name no more; `false` if it does not anyway.
    pub async fn withdraw_device(&self, player: &str, device: u32) -> Result<bool> {
        let sql =
            "UPDATE devices SET withdrawn = 1 WHERE player = $1 AND number = $2 AND withdrawn = 0";
        let values = vec![text(player), Value::Number(i64::from(device))];
        Ok(self.change(sql, values).await? == 1)
    }

    /// Forgets all devices, whose keys open nothing any more.
    pub async fn forget_devices(&self, player: &str) -> Result<()> {
        let sql = "DELETE FROM devices WHERE player = $1";
        self.change(sql, vec![text(player)]).await.map(drop)
    }
}

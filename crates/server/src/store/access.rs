//! Ways into the database: opening it, and finding out soon that it is the wrong one.

use crate::{
    error::{Oops, Result},
    private,
};
use sqlx::{
    AnyConnection, AnyPool, Connection, Executor,
    any::AnyPoolOptions,
    migrate::MigrateError,
    postgres::{PgListener, PgPoolOptions},
};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

/// A database that has not answered by then is a wrong one.
const PATIENCE: Duration = Duration::from_secs(4);
/// A request that waits longer for a connection is told so.
const WAIT: Duration = Duration::from_secs(5);

/// Where the database is, and how it is spoken to.
#[derive(Clone)]
pub struct Access {
    url: String,
    /// Whether it is PostgreSQL.
    pub postgres: bool,
    /// The most pages the SQLite file may have; 0 for no such limit.
    pub most_pages: Arc<AtomicU32>,
}

impl Access {
    /// The database a server is told to use.
    ///
    /// # Errors
    /// The address or the folder cannot be used.
    pub fn new(data: &Path, database: Option<&str>) -> Result<Access> {
        sqlx::any::install_default_drivers();
        let url = match database {
            Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
                url.to_owned()
            }
            Some(_) => {
                return Err(Oops::invalid(
                    "The database address must begin with postgres://; leave it out to use a SQLite file.",
                ));
            }
            None => {
                private::folder(data)
                    .map_err(|error| Oops::invalid(format!("{}: {error}", data.display())))?;
                let file = std::path::absolute(data.join("gloryhex.sqlite"))
                    .map_err(|error| Oops::invalid(format!("{}: {error}", data.display())))?;
                private::file(&file)
                    .map_err(|error| Oops::invalid(format!("{}: {error}", file.display())))?;
                format!("sqlite://{}?mode=rwc", file.display())
            }
        };
        Ok(Access {
            url,
            postgres: database.is_some(),
            most_pages: Arc::default(),
        })
    }

    /// A connection that belongs to nobody else.
    ///
    /// # Errors
    /// The database does not answer or refuses.
    pub async fn connect(&self) -> std::result::Result<AnyConnection, sqlx::Error> {
        let connect = async {
            let mut connection = AnyConnection::connect(&self.url).await?;
            prepare(&mut connection, self.postgres).await?;
            let pages = self.most_pages.load(Ordering::Relaxed);
            if pages != 0 {
                let limit = format!("PRAGMA max_page_count = {pages}");
                connection.execute(limit.as_str()).await?;
            }
            Ok(connection)
        };
        let late = |_| sqlx::Error::PoolTimedOut;
        tokio::time::timeout(PATIENCE, connect)
            .await
            .map_err(late)?
    }

    /// Opens the database, makes it if it is a file that is not there, and brings it up to date.
    ///
    /// # Errors
    /// It does not answer, is none of ours, or was made by a newer program.
    pub async fn open(&self) -> Result<AnyPool> {
        let place = self.place();
        let mut first = self.connect().await.map_err(|error| {
            let why = match error {
                sqlx::Error::PoolTimedOut => "it does not answer".to_owned(),
                other => other.to_string(),
            };
            Oops::invalid(format!("The database {place} cannot be opened: {why}."))
        })?;
        sqlx::migrate!("./migrations")
            .run(&mut first)
            .await
            .map_err(|error| {
                Oops::invalid(match error {
                    MigrateError::VersionMissing(_) => format!(
                        "The database {place} was made by a newer version of this program; use that one."
                    ),
                    MigrateError::VersionMismatch(_) => format!(
                        "The database {place} is not one of this program; name another one."
                    ),
                    other => {
                        format!("The database {place} cannot be brought up to date: {other}.")
                    }
                })
            })?;
        let _ = first.close().await;
        let postgres = self.postgres;
        AnyPoolOptions::new()
            .max_connections(if postgres { 8 } else { 4 })
            .acquire_timeout(WAIT)
            .after_connect(move |connection, _| Box::pin(prepare(connection, postgres)))
            .connect(&self.url)
            .await
            .map_err(|error| {
                Oops::invalid(format!("The database {place} cannot be opened: {error}."))
            })
    }

    /// The database in words, without a password.
    fn place(&self) -> String {
        let address = self.url.split('?').next().unwrap_or_default();
        match (address.split_once("://"), address.rsplit_once('@')) {
            (Some((kind, _)), Some((_, host))) => format!("{kind}://{host}"),
            (Some(("sqlite", file)), None) => file.to_owned(),
            _ => address.to_owned(),
        }
    }

    /// Listens to what processes that share a PostgreSQL database say.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn listen(&self, channel: &str) -> Result<PgListener> {
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(WAIT)
            .connect(&self.url)
            .await?;
        let mut listener = PgListener::connect_with(&pool).await?;
        listener.listen(channel).await?;
        Ok(listener)
    }
}

async fn prepare(
    connection: &mut AnyConnection,
    postgres: bool,
) -> std::result::Result<(), sqlx::Error> {
    if postgres {
        return Ok(());
    }
    for pragma in [
        "PRAGMA busy_timeout = 4000",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
        // The writer puts the log away itself, between two transactions.
        "PRAGMA wal_autocheckpoint = 0",
        // A statement that writes several rows notes how to undo them; in memory, as files made and removed
        // again for each statement make every flush to the disk wait.
        "PRAGMA temp_store = MEMORY",
        // What is deleted is gone, wherever a page is written anyway.
        "PRAGMA secure_delete = FAST",
        // A log that has grown is cut when it begins anew.
        "PRAGMA journal_size_limit = 8388608",
    ] {
        connection.execute(pragma).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_without_its_password() {
        let place = |url: &str| {
            let database = Some(url);
            Access::new(Path::new(""), database).map(|access| access.place())
        };
        let told = place("postgres://ada:secret@db.example/games?sslmode=require");
        assert_eq!(told.as_deref(), Ok("postgres://db.example/games"));
    }
}

//! The one task of a process that writes.
//!
//! It has a thread of its own: every statement is a way to the database and back, and among the tasks of thousands
//! of games each of these ways would wait its turn, while all who wait for the transaction wait too.
//!
//! Whatever is to be written meanwhile shares one transaction, and so one flush to the disk. Nothing is
//! acknowledged before its transaction is certain. A connection that saw any error is thrown away: SQLite
//! ends a transaction by itself when the disk is full, and whoever goes on with such a connection writes
//! outside of any, or reads back what was never kept.

use super::{
    Access,
    journal::Journal,
    statements::{Sql, append_shared, glance, make, pulse, run},
};
use crate::error::{Oops, Result};
use gloryhex_protocol::GameSummary;
use sqlx::{AnyConnection, Connection as _, Executor as _};
use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
    time::{Duration, Instant},
};
use tokio::sync::{Notify, mpsc, oneshot};

/// Jobs that share a transaction at most.
const BATCH: usize = 512;
/// When many write, the next of them are waited for so long, so that they share a transaction too.
const GATHER: Duration = Duration::from_millis(1);
/// The log of SQLite is put away after so many rows,
const TIDY_ROWS: usize = 2048;
/// or after this time, if anything was written.
const TIDY: Duration = Duration::from_secs(1);
/// A game in the lobby is shown as it was at most so long ago.
const LISTED: Duration = Duration::from_secs(2);
/// Other games are glanced at only when they come back from the archive.
const UNLISTED: Duration = Duration::from_secs(60);
/// How often the writer looks for what is due when nobody writes.
const BEAT: Duration = Duration::from_millis(500);
/// Rows of games that are written only because their time has come, in one transaction.
const DUE_AT_ONCE: usize = 32;
/// The pause between two such transactions while nobody else writes.
const BREATH: Duration = Duration::from_millis(10);

/// Something to be written.
pub(super) enum Job {
    /// A new game: id, plan, versions, and the game at a glance.
    Make(Box<NewGame>),
    /// An entry of a game. Says `false` if there is one at its position already.
    Append(Box<Append>),
    /// A statement with its texts and numbers.
    Other(&'static str, Vec<Value>),
    /// Several of them, all or none.
    All(Vec<(&'static str, Vec<Value>)>),
    /// A game at a glance, in place of whatever was still to be written of it.
    Glance(String, Box<GameSummary>),
    /// Something that takes space, and is gone again at once.
    Pulse,
    /// The log was put away as far as it went; the writer does the rest.
    Tidied,
    /// Nothing more is to come.
    Finish,
}

/// A game to be made.
pub(super) struct NewGame {
    pub id: String,
    pub plan: String,
    pub engine: &'static str,
    pub content: String,
    pub listed: bool,
    pub glance: GameSummary,
}

/// An entry to be appended.
pub(super) struct Append {
    pub game: String,
    pub at: u32,
    pub body: String,
    /// Whether the lobby shows the game.
    pub listed: bool,
    /// Whether the game's row is to be right at once, and not only soon.
    pub turned: bool,
    pub glance: Arc<GameSummary>,
    /// Statements that belong to it: done if it is new, and else not.
    pub beside: Vec<(&'static str, Vec<Value>)>,
}

/// A value of a statement.
#[derive(Clone)]
pub(super) enum Value {
    Text(String),
    Number(i64),
    Bytes(Vec<u8>),
}

type Reply = oneshot::Sender<Result<u64>>;

/// How writing went lately.
#[derive(Default)]
pub(super) struct Health {
    /// What went wrong since the last success.
    pub trouble: Mutex<Option<Oops>>,
}

impl Health {
    fn set(&self, trouble: Option<Oops>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
    /// What went wrong since the last success.
    pub fn trouble(&self) -> Option<Oops> {
        let trouble = self.trouble.lock();
        trouble.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The way to the writer.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: mpsc::Sender<(Job, Reply)>,
    /// How writing went lately.
    pub health: Arc<Health>,
    /// Hears when the writer has ended.
    ended: Arc<Mutex<Option<oneshot::Receiver<()>>>>,
}

impl Writer {
    /// Starts the writer.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(access: Access, node: u32) -> std::io::Result<Writer> {
        let (jobs, inbox) = mpsc::channel(4096);
        let health = Arc::new(Health::default());
        let task = Task {
            access,
            node,
            health: Arc::clone(&health),
            connection: None,
            journal: None,
            glances: HashMap::new(),
            order: BTreeSet::new(),
            rows: 0,
            tidied: Instant::now(),
            tidy: Arc::default(),
            tidying: false,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let (end, ended) = oneshot::channel();
        let tidied = jobs.downgrade();
        let work = async move {
            if !task.access.postgres {
                let (access, wake) = (task.access.clone(), Arc::clone(&task.tidy));
                tokio::spawn(put_away(access, wake, tidied));
            }
            task.run(inbox).await;
            let _ = end.send(());
        };
        std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || runtime.block_on(work))?;
        Ok(Writer {
            jobs,
            health,
            ended: Arc::new(Mutex::new(Some(ended))),
        })
    }

    /// Has something written; answers when it is certain, with the number of rows that changed.
    pub async fn write(&self, job: Job) -> Result<u64> {
        let (reply, answer) = oneshot::channel();
        let gone = || Oops::unavailable("The server is about to stop; come back in a moment.");
        self.jobs.send((job, reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    /// Writes what is left and ends; what is asked for later is refused.
    pub async fn finish(&self) {
        let _ = self.write(Job::Finish).await;
        let ended = self
            .ended
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(ended) = ended {
            let _ = ended.await;
        }
    }
}

struct Glance {
    summary: Arc<GameSummary>,
    due: Instant,
}

/// A game whose row is to be written, whether it turned, and what it is to show.
type Due = (String, bool, Arc<GameSummary>);

struct Task {
    access: Access,
    node: u32,
    health: Arc<Health>,
    connection: Option<AnyConnection>,
    /// What this connection knows of SQLite's journal.
    journal: Option<Journal>,
    /// Games whose row shows an older state than they have.
    glances: HashMap<String, Glance>,
    /// The same in the order of their times.
    order: BTreeSet<(Instant, String)>,
    /// Rows written since the log was put away, and when that was.
    rows: usize,
    tidied: Instant,
    tidy: Arc<Notify>,
    tidying: bool,
}

impl Task {
    async fn run(mut self, mut inbox: mpsc::Receiver<(Job, Reply)>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut pause = BEAT;
        let mut many = false;
        loop {
            if many {
                tokio::time::sleep(GATHER).await;
            }
            let beat = tokio::time::sleep(pause);
            let count = tokio::select! {
                count = inbox.recv_many(&mut batch, BATCH) => count,
                () = beat => {
                    many = false;
                    pause = match self.glance_around().await {
                        true => BREATH,
                        false => BEAT,
                    };
                    self.ask_to_tidy();
                    continue;
                }
            };
            if count == 0 {
                break;
            }
            many = count > 1;
            let (jobs, replies): (Vec<Job>, Vec<Reply>) = batch.drain(..).unzip();
            let results = self.write_all(&jobs).await;
            for (reply, result) in replies.into_iter().zip(results) {
                let _ = reply.send(result);
            }
            if jobs.iter().any(|job| matches!(job, Job::Tidied)) {
                self.finish_tidying().await;
            }
            self.ask_to_tidy();
            if jobs.iter().any(|job| matches!(job, Job::Finish)) {
                inbox.close();
            }
        }
        // The rows of games are made right before the end.
        let now = Instant::now();
        for glance in self.glances.values_mut() {
            glance.due = now;
        }
        self.order = self
            .glances
            .keys()
            .map(|game| (now, game.clone()))
            .collect();
        while self.glance_around().await {}
        if let Some(mut connection) = self.connection.take() {
            if !self.access.postgres {
                if let Err(error) = self.empty_journal(&mut connection).await {
                    tracing::warn!(%error, "the journal stays as it is");
                }
                let _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
            }
            let _ = connection.close().await;
        }
        self.tidy.notify_one();
    }

    /// Writes the rows of some games whose time has come though nobody plays. Says whether there were any and
    /// all went well.
    async fn glance_around(&mut self) -> bool {
        let now = Instant::now();
        let any = self.order.first().is_some_and(|(due, _)| *due <= now);
        any && self.attempt(&[]).await.is_ok()
    }

    async fn write_all(&mut self, jobs: &[Job]) -> Vec<Result<u64>> {
        match self.attempt(jobs).await {
            Ok(done) => {
                self.health.set(None);
                return done.into_iter().map(Ok).collect();
            }
            Err(error) if jobs.len() > 1 && one_is_bad(&error) => {}
            Err(error) => {
                let oops = self.failed(error);
                return jobs.iter().map(|_| Err(oops.clone())).collect();
            }
        }
        // One of them cannot be written; the others are not to suffer for it.
        let mut results = Vec::with_capacity(jobs.len());
        for job in jobs {
            results.push(match self.attempt(std::slice::from_ref(job)).await {
                Ok(done) => Ok(done.first().copied().unwrap_or(0)),
                Err(error) => Err(self.failed(error)),
            });
        }
        results
    }

    fn failed(&self, error: sqlx::Error) -> Oops {
        let bad = one_is_bad(&error);
        let oops = Oops::from(error);
        if !bad {
            self.health.set(Some(oops.clone()));
        }
        oops
    }

    /// One transaction, on a connection that has never seen an error.
    async fn attempt(&mut self, jobs: &[Job]) -> Sql<Vec<u64>> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                self.journal = None;
                self.access.connect().await?
            }
        };
        let mut done = self.transact(&mut connection, jobs, true).await;
        if let Ok(None) = done {
            done = self.transact(&mut connection, jobs, false).await;
        }
        match done {
            Ok(done) => {
                self.connection = Some(connection);
                Ok(done.unwrap_or_default())
            }
            Err(error) => {
                tracing::error!(%error, "nothing was written; the connection is thrown away");
                let _ = connection.close_hard().await;
                Err(error)
            }
        }
    }

    /// `None`, with nothing written, if of several entries written `together` not all are new: another process
    /// was there first, and which are ours is found out by writing one at a time.
    async fn transact(
        &mut self,
        connection: &mut AnyConnection,
        jobs: &[Job],
        together: bool,
    ) -> Sql<Option<Vec<u64>>> {
        let pages = self.access.most_pages.load(Ordering::Relaxed);
        if pages != 0 {
            let limit = format!("PRAGMA max_page_count = {pages}");
            connection.execute(limit.as_str()).await?;
        }
        let mut done = vec![0; jobs.len()];
        let mut appends: Vec<(usize, &Append)> = Vec::with_capacity(jobs.len());
        let begin = match self.access.postgres {
            true => "BEGIN",
            false => "BEGIN IMMEDIATE",
        };
        connection.execute(begin).await?;
        for (ix, job) in jobs.iter().enumerate() {
            match job {
                Job::Make(new) => done[ix] = make(connection, new).await?,
                Job::Append(append) => appends.push((ix, append)),
                Job::Other(sql, values) => done[ix] = run(connection, sql, values).await?,
                Job::All(statements) => {
                    for (sql, values) in statements {
                        done[ix] += run(connection, sql, values).await?;
                    }
                }
                Job::Glance(game, summary) => {
                    done[ix] = glance(connection, game, true, summary).await?;
                }
                Job::Pulse => pulse(connection, self.node).await?,
                Job::Tidied | Job::Finish => {}
            }
        }
        // The same order in every process, so that two of them never wait for each other.
        appends.sort_by(|(_, a), (_, b)| (&a.game, a.at).cmp(&(&b.game, b.at)));
        let added = match self.access.postgres {
            true => append_shared(connection, self.node, &appends, together).await?,
            false => {
                let known = self.journal.take();
                let mut journal = Journal::current(connection, known).await?;
                let added = journal.append(connection, &appends).await?;
                journal.shorten(connection).await?;
                self.journal = Some(journal);
                Some(added)
            }
        };
        let Some(added) = added else {
            connection.execute("ROLLBACK").await?;
            return Ok(None);
        };
        let mut fresh: Vec<&Append> = Vec::with_capacity(appends.len());
        for ((ix, append), _) in appends.iter().zip(added).filter(|(_, added)| *added) {
            done[*ix] = 1;
            for (sql, values) in &append.beside {
                run(connection, sql, values).await?;
            }
            fresh.push(append);
        }
        let due = self.due(&fresh);
        for (game, turned, summary) in &due {
            glance(connection, game, *turned, summary).await?;
        }
        connection.execute("COMMIT").await?;
        if jobs.iter().any(|job| matches!(job, Job::Pulse)) {
            let node = vec![Value::Number(i64::from(self.node))];
            run(connection, "DELETE FROM pulse WHERE node = $1", &node).await?;
        }
        self.written(&fresh, &due);
        for job in jobs {
            if let Job::Glance(game, _) = job
                && let Some(older) = self.glances.remove(game)
            {
                self.order.remove(&(older.due, game.clone()));
            }
        }
        Ok(Some(done))
    }

    /// Before the end everything in the journal is moved to its place.
    async fn empty_journal(&mut self, connection: &mut AnyConnection) -> Sql<()> {
        connection.execute("BEGIN IMMEDIATE").await?;
        let mut journal = Journal::current(connection, self.journal.take()).await?;
        journal.empty(connection).await?;
        connection.execute("COMMIT").await.map(drop)
    }

    /// Games whose row is to be written now: those that turned, and some of those whose time has come.
    fn due(&self, fresh: &[&Append]) -> Vec<Due> {
        let now = Instant::now();
        let mut due: HashMap<&str, (bool, &Arc<GameSummary>)> = HashMap::new();
        let come = self.order.iter().take_while(|(when, _)| *when <= now);
        for (_, game) in come.take(DUE_AT_ONCE) {
            if let Some(glance) = self.glances.get(game) {
                due.insert(game, (false, &glance.summary));
            }
        }
        for append in fresh {
            if append.turned || due.contains_key(append.game.as_str()) {
                due.insert(&append.game, (append.turned, &append.glance));
            }
        }
        let mut due: Vec<Due> = due
            .into_iter()
            .map(|(game, (turned, summary))| (game.to_owned(), turned, Arc::clone(summary)))
            .collect();
        due.sort_by(|a, b| a.0.cmp(&b.0));
        due
    }

    fn written(&mut self, fresh: &[&Append], due: &[Due]) {
        let now = Instant::now();
        for append in fresh {
            let summary = Arc::clone(&append.glance);
            match self.glances.get_mut(&append.game) {
                Some(glance) => glance.summary = summary,
                None => {
                    let due = now + if append.listed { LISTED } else { UNLISTED };
                    self.order.insert((due, append.game.clone()));
                    let glance = Glance { summary, due };
                    self.glances.insert(append.game.clone(), glance);
                }
            }
        }
        for (game, ..) in due {
            if let Some(glance) = self.glances.remove(game) {
                self.order.remove(&(glance.due, game.clone()));
            }
        }
        self.rows += fresh.len() + due.len();
        metrics::counter!("gloryhex_entries_stored_total").increment(fresh.len() as u64);
    }

    /// SQLite's log is put away in two steps: most of it beside the writer, so that no choice waits for it,
    /// and then the little that was added meanwhile by the writer itself, so that the log can begin anew.
    fn ask_to_tidy(&mut self) {
        let due = self.rows >= TIDY_ROWS || (self.rows > 0 && self.tidied.elapsed() >= TIDY);
        if due && !self.tidying && !self.access.postgres {
            self.tidying = true;
            self.rows = 0;
            self.tidy.notify_one();
        }
    }

    async fn finish_tidying(&mut self) {
        self.tidying = false;
        self.tidied = Instant::now();
        if let Some(mut connection) = self.connection.take() {
            match connection.execute("PRAGMA wal_checkpoint(PASSIVE)").await {
                Ok(_) => self.connection = Some(connection),
                Err(error) => {
                    tracing::warn!(%error, "the log of the database was not put away");
                    let _ = connection.close_hard().await;
                }
            }
        }
    }
}

/// Puts away what is in SQLite's log whenever it is woken, until the writer ends.
async fn put_away(access: Access, wake: Arc<Notify>, writer: mpsc::WeakSender<(Job, Reply)>) {
    let mut kept: Option<AnyConnection> = None;
    loop {
        wake.notified().await;
        let done = async {
            let mut connection = match kept.take() {
                Some(connection) => connection,
                None => access.connect().await?,
            };
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").await?;
            Ok::<AnyConnection, sqlx::Error>(connection)
        };
        match done.await {
            Ok(connection) => kept = Some(connection),
            Err(error) => tracing::warn!(%error, "the log of the database was not put away"),
        }
        let Some(writer) = writer.upgrade() else {
            return;
        };
        let (reply, _) = oneshot::channel();
        if writer.send((Job::Tidied, reply)).await.is_err() {
            return;
        }
    }
}

/// Whether an error is about what was to be written and not about the database.
fn one_is_bad(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            // PostgreSQL: data that does not fit, constraints. SQLite says the latter by kind.
            let bad = code.len() == 5 && (code.starts_with("22") || code.starts_with("23"));
            bad || !matches!(error.kind(), sqlx::error::ErrorKind::Other)
        }
        sqlx::Error::Encode(_) => true,
        _ => false,
    }
}

//! Opening a stored game: it is read here, and played again by whichever way the table knows.

use crate::{
    entry::Entry,
    error::{Oops, Result},
    position::Position,
    room::Hall,
    store::{Store, Stored, now},
    summary::summary,
};
use gloryhex_editions::Content;
use gloryhex_lab::replay::VERSION;
use gloryhex_protocol::{Code, Stage};
use gloryhex_table::kept::{Kept, Opened, closed, hash};
use std::sync::Arc;

/// A game that was opened to be played.
pub struct Entered {
    /// The game.
    pub opened: Opened,
    /// When it was made, in Unix seconds.
    pub made: i64,
    /// Whether it was archived.
    pub archived: bool,
}

/// Reads a game.
///
/// # Errors
/// There is no such game, or the database does not answer.
pub async fn read(store: &Store, content: &Content, id: &str) -> Result<Kept> {
    Ok(read_stored(store, content, id).await?.0)
}

async fn read_stored(store: &Store, content: &Content, id: &str) -> Result<(Kept, i64, bool)> {
    let Stored {
        plan,
        made,
        archived,
        engine,
        content: with,
    } = store.game(id).await?;
    let entries = store.entries(id, 0).await;
    let entries = entries.map_err(|oops| match oops.0.code {
        Code::Internal => Oops(closed(&engine, "its entries cannot be read")),
        _ => oops,
    })?;
    let mut kept = Kept {
        id: id.to_owned(),
        plan: Arc::new(plan),
        engine,
        content: with,
        entries,
        positions: Vec::new(),
    };
    if kept.moved(content) {
        kept.positions = store.positions(id).await?;
    }
    Ok((kept, made, archived))
}

/// Reads and opens a game, off the threads that serve.
///
/// # Errors
/// There is no such game, or it cannot go on with this version.
pub async fn look(hall: &Arc<Hall>, id: &str) -> Result<Opened> {
    Ok(look_stored(hall, id).await?.opened)
}

async fn look_stored(hall: &Arc<Hall>, id: &str) -> Result<Entered> {
    let (kept, made, archived) = read_stored(&hall.store, &hall.content, id).await?;
    let content = Arc::clone(&hall.content);
    let open = tokio::task::spawn_blocking(move || kept.open(&content));
    Ok(Entered {
        opened: open.await.map_err(Oops::internal)??,
        made,
        archived,
    })
}

/// Opens a game to be played: one that another version has begun goes on with this one from now on.
///
/// # Errors
/// There is no such game, or it cannot go on with this version; then it is closed.
pub async fn enter(hall: &Arc<Hall>, id: &str) -> Result<Entered> {
    let mut entered = match look_stored(hall, id).await {
        Err(oops) if oops.0.code == Code::WrongStage => {
            close(hall, id, &oops).await?;
            return Err(oops);
        }
        entered => entered?,
    };
    let (opened, made) = (&mut entered.opened, entered.made);
    let play = &mut opened.play;
    if !opened.strange || play.stage() != Stage::Running {
        return Ok(entered);
    }
    let at = play.record.at + 1;
    let entry = Entry::GoOn {
        engine: VERSION.to_owned(),
        content: hash(&hall.content),
    };
    let position = play.position(true).map(|position| Position {
        at,
        fresh: true,
        ..position
    });
    if let Some(position) = position {
        let body = position.write(VERSION).map_err(Oops::internal)?;
        hall.store.keep_position(id, at, true, body.clone()).await?;
        play.add(&hall.content, at, &entry, None)?;
        let glance = summary(play, made, now(), 0);
        let listed = play.plan.public;
        if !hall.store.append(id, at, &entry, glance, listed).await? {
            return Err(Oops::unavailable(
                "Another server opened this game; try again.",
            ));
        }
        opened.kept.entries.push((at, entry));
        opened.kept.positions.insert(0, (at, body));
        tracing::info!(game = %id, "goes on with this version");
    }
    Ok(entered)
}

/// Shows everybody that a game is closed, and why.
async fn close(hall: &Hall, id: &str, why: &Oops) -> Result<()> {
    let mut glance = hall.store.glance(id).await?;
    if matches!(glance.stage, Stage::Running | Stage::Archived) {
        glance.stage = Stage::Over;
        glance.ending = Some(why.to_string());
        hall.store.keep_glance(id, &glance).await?;
        tracing::warn!(game = %id, %why, "closed");
    }
    Ok(())
}

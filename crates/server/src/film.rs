//! What was shown of a game, position by position, written down by the version that played it.
//!
//! A film is the messages themselves: whoever watches an old game sees what was seen then, whatever the
//! rules, cards or this program have become since.

use crate::{
    entry::Entry,
    error::{Oops, Result},
    play::Play,
    position::Position,
    record::Change,
    room::Hall,
    upgrade,
    wire::{self, Viewer},
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use gloryhex_editions::Content;
use gloryhex_lab::replay::VERSION;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    sync::Arc,
};
use tokio::sync::Semaphore;

/// Films are shot one at a time: nobody waits for them.
static CAMERA: Semaphore = Semaphore::const_new(1);

/// Keeps what was shown of a game, unless it is kept already.
pub(crate) async fn keep(hall: &Arc<Hall>, id: &str) {
    let Ok(_one) = CAMERA.acquire().await else {
        return;
    };
    if let Err(oops) = try_to_keep(hall, id).await {
        tracing::warn!(game = %id, %oops, "what was shown is not kept");
    }
}

async fn try_to_keep(hall: &Arc<Hall>, id: &str) -> Result<()> {
    let opened = upgrade::look(hall, id).await?;
    let upto = opened.play.record.at;
    if hall.store.shown_upto(id).await? >= upto {
        return Ok(());
    }
    let content = Arc::clone(&hall.content);
    let shoot = move || opened.film(&content)?.write();
    let film = tokio::task::spawn_blocking(shoot)
        .await
        .map_err(Oops::internal)??;
    hall.store.keep_shown(id, upto, VERSION, film).await
}

/// Keeps a position, and if the game is put away what was shown too.
pub(crate) async fn keep_position(hall: &Arc<Hall>, id: &str, position: &Position, film: bool) {
    let kept = async {
        let body = position.write(VERSION).map_err(Oops::internal)?;
        hall.store.keep_position(id, position.at, false, body).await
    };
    if let Err(oops) = kept.await {
        tracing::warn!(game = %id, %oops, "a position is not kept");
    }
    if film {
        keep(hall, id).await;
    }
}

/// A film, or a part of one.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Film {
    /// The version that played.
    pub engine: String,
    /// What never changes.
    pub table: Value,
    /// What was shown.
    pub frames: Vec<Frame>,
    /// The course of the game, once it was over.
    pub story: Option<Value>,
    /// The game as a file that can be played again, once it was over.
    pub replay: Option<Value>,
}

/// What was shown at a position.
#[derive(Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The position.
    pub at: u32,
    /// The game.
    pub view: Value,
    /// The battlefield, if it is another one than before.
    pub board: Option<Value>,
    /// Lines of the log after this position were taken back.
    pub forget: Option<u32>,
    /// New lines of the log.
    pub log: Vec<Value>,
}

impl Film {
    /// Films a game from where `play` is, entry by entry.
    ///
    /// # Errors
    /// The entries do not fit.
    pub fn shoot(
        content: &Content,
        mut play: Play,
        rest: &[(u32, Entry)],
        engine: &str,
    ) -> Result<Film> {
        let mut film = Film {
            engine: engine.to_owned(),
            ..Film::default()
        };
        // A film that goes on with another does not tell again what was told there.
        film.frame(&play, play.goes_on_from(), None)?;
        for (at, entry) in rest {
            let before = play.record.at;
            let change = play.add(content, *at, entry, None)?;
            let forget = match change {
                Change::Rewind { to, .. } => Some(to),
                _ => None,
            };
            film.frame(&play, Some(before), forget)?;
        }
        if let Some(on) = &play.table {
            let table = wire::table(content, &play, on, &[Viewer::All]);
            film.table = serde_json::to_value(table).map_err(Oops::internal)?;
        }
        Ok(film)
    }

    fn frame(&mut self, play: &Play, before: Option<u32>, forget: Option<u32>) -> Result<()> {
        let Some(on) = &play.table else { return Ok(()) };
        let board = value(&wire::board(on))?;
        let shown = self
            .frames
            .iter()
            .rev()
            .find_map(|frame| frame.board.as_ref());
        let same = shown == Some(&board);
        let mut log = Vec::new();
        for line in wire::lines(play, on, Viewer::All, forget.or(before)) {
            log.push(value(&line)?);
        }
        self.frames.push(Frame {
            at: play.record.at,
            view: value(&wire::view(play, on, Viewer::All))?,
            board: (!same).then_some(board),
            forget,
            log,
        });
        Ok(())
    }

    /// The film as it is stored.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(&self) -> Result<Vec<u8>> {
        let text = serde_json::to_vec(self).map_err(Oops::internal)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&text).map_err(Oops::internal)?;
        packed.finish().map_err(Oops::internal)
    }

    fn read_part(part: &[u8]) -> Result<Film> {
        let mut text = Vec::new();
        let mut packed = GzDecoder::new(part);
        packed.read_to_end(&mut text).map_err(Oops::internal)?;
        serde_json::from_slice(&text).map_err(Oops::internal)
    }

    /// Reads the parts of a film, the oldest first; `None` if there is none. A part that is damaged is left out.
    pub fn read(parts: &[Vec<u8>]) -> Option<Film> {
        let mut whole: Option<Film> = None;
        for part in parts {
            let Ok(part) = Film::read_part(part) else {
                continue;
            };
            whole = Some(match whole {
                None => part,
                Some(mut film) => {
                    let last = film.frames.last().map_or(0, |frame| frame.at);
                    let new = part.frames.into_iter().filter(|frame| frame.at > last);
                    film.frames.extend(new);
                    Film {
                        frames: film.frames,
                        ..part
                    }
                }
            });
        }
        whole.filter(|film| !film.frames.is_empty())
    }

    /// What was shown at a position, as a moment of the protocol.
    pub fn moment(&self, position: u32) -> Value {
        let upto = self
            .frames
            .partition_point(|frame| frame.at <= position)
            .max(1);
        let frames = &self.frames[..upto.min(self.frames.len())];
        let mut log: Vec<&Value> = Vec::new();
        for frame in frames {
            if let Some(to) = frame.forget {
                log.retain(|line| line["at"].as_u64().is_some_and(|at| at <= u64::from(to)));
            }
            log.extend(&frame.log);
        }
        let board = frames.iter().rev().find_map(|frame| frame.board.as_ref());
        json!({
            "table": self.table,
            "board": board,
            "view": frames.last().map(|frame| &frame.view),
            "log": log,
            "last": self.frames.last().map_or(0, |frame| frame.at),
        })
    }
}

fn value(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(Oops::internal)
}

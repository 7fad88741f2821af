//! What was shown of a game, position by position, written down by the version that played it.
//!
//! A film is the messages themselves: whoever watches an old game sees what was seen then, whatever the
//! rules, cards or this program have become since.

use crate::{
    beside::beside,
    entry::Entry,
    error::{Oops, Result},
    play::Play,
    position::Position,
    record::Change,
    room::Hall,
    upgrade,
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use gloryhex_editions::Content;
use gloryhex_lab::replay::{Replay, VERSION};
use gloryhex_protocol::{Board, GameView, LogLine, Story};
use gloryhex_table::{
    kept::Opened,
    shown::{self, Ground, Viewer},
    story,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    sync::Arc,
};
use tokio::sync::Semaphore;

/// Films are shot one at a time: nobody waits for them.
static CAMERA: Semaphore = Semaphore::const_new(1);
/// Those that somebody waits for after all do not wait for the others.
static PROJECTOR: Semaphore = Semaphore::const_new(1);

/// Keeps what was shown of a game, unless it is kept already.
pub(crate) async fn keep(hall: &Arc<Hall>, id: &str) {
    shoot_with(&CAMERA, hall, id).await;
}

/// The same for somebody who wants to see it now.
pub(crate) async fn keep_now(hall: &Arc<Hall>, id: &str) {
    shoot_with(&PROJECTOR, hall, id).await;
}

async fn shoot_with(camera: &Semaphore, hall: &Arc<Hall>, id: &str) {
    let Ok(_one) = camera.acquire().await else {
        return;
    };
    if let Err(oops) = try_to_keep(hall, id).await {
        tracing::warn!(game = %id, %oops, "what was shown is not kept");
    }
}

async fn try_to_keep(hall: &Arc<Hall>, id: &str) -> Result<()> {
    // Whoever is forgotten while the film is made is not to be in it.
    let named = hall.store.named(id).await?;
    let kept = upgrade::read(&hall.store, &hall.content, id).await?;
    let shown = hall.store.shown_upto(id).await?;
    let content = Arc::clone(&hall.content);
    let shoot = move || -> Result<Option<(u32, Vec<u8>)>> {
        let opened = kept.open(&content)?;
        let upto = opened.play.record.at;
        match shown >= upto {
            true => Ok(None),
            false => Ok(Some((upto, film(&content, &opened)?))),
        }
    };
    match beside(shoot).await?? {
        Some((upto, film)) => {
            let store = &hall.store;
            store.keep_shown(id, upto, VERSION, film, named).await
        }
        None => Ok(()),
    }
}

/// Keeps a position.
pub(crate) async fn keep_position(hall: &Arc<Hall>, id: &str, position: &Position) {
    let kept = async {
        let body = position.write(VERSION).map_err(Oops::internal)?;
        hall.store.keep_position(id, position.at, false, body).await
    };
    if let Err(oops) = kept.await {
        tracing::warn!(game = %id, %oops, "a position is not kept");
    }
}

/// What was shown of a game while this version played it, packed to be kept.
///
/// # Errors
/// The entries do not fit.
pub fn film(content: &Content, opened: &Opened) -> Result<Vec<u8>> {
    let began = opened.play.record.began.unwrap_or(0);
    let (start, rest) = opened.kept.own_part(content, began)?;
    let (course, replay) = match opened.play.is_over() {
        true => {
            let course = story::tell(content, opened)?;
            (Some(course), Some(story::written(content, opened)?))
        }
        false => (None, None),
    };
    Camera::shoot(
        content,
        start,
        rest,
        VERSION,
        course.as_ref(),
        replay.as_ref(),
    )
}

/// A film, or a part of one.
#[derive(Debug, Default, Deserialize)]
pub struct Film {
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
#[derive(Debug, Deserialize)]
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

/// A frame while it is shot.
#[derive(Serialize)]
struct Shot {
    at: u32,
    view: GameView,
    board: Option<Board>,
    forget: Option<u32>,
    log: Vec<LogLine>,
}

/// A film while it is shot: each frame is packed as soon as it is there, so that the whole is never in memory.
pub struct Camera {
    packed: GzEncoder<Vec<u8>>,
    /// A piece before it is packed.
    text: Vec<u8>,
    /// What the battlefield shown last was drawn from.
    ground: Option<Ground>,
    frames: u32,
}

impl Camera {
    /// Films a game from where `play` is, entry by entry, and closes with what is known at its end: its course, and
    /// the file that plays it again.
    ///
    /// # Errors
    /// The entries do not fit.
    pub fn shoot(
        content: &Content,
        mut play: Play,
        rest: &[(u32, Entry)],
        engine: &str,
        story: Option<&Story>,
        replay: Option<&Replay>,
    ) -> Result<Vec<u8>> {
        let mut camera = Camera {
            packed: GzEncoder::new(Vec::new(), Compression::fast()),
            text: Vec::new(),
            ground: None,
            frames: 0,
        };
        camera.piece("{\"engine\":", &engine)?;
        camera.pack(",\"frames\":[")?;
        // A film that goes on with another does not tell again what was told there.
        camera.frame(&play, play.goes_on_from(), None)?;
        for (at, entry) in rest {
            let before = play.record.at;
            let change = play.add(content, *at, entry, None)?;
            let forget = match change {
                Change::Rewind { to, .. } => Some(to),
                _ => None,
            };
            camera.frame(&play, Some(before), forget)?;
        }
        let table = play.table.as_ref();
        let table = table.map(|on| shown::table(content, &play, on, &[Viewer::All]));
        camera.piece("],\"table\":", &table)?;
        camera.piece(",\"story\":", &story)?;
        camera.piece(",\"replay\":", &replay)?;
        camera.pack("}")?;
        camera.packed.finish().map_err(Oops::internal)
    }

    fn pack(&mut self, text: &str) -> Result<()> {
        let packed = self.packed.write_all(text.as_bytes());
        packed.map_err(Oops::internal)
    }

    fn piece(&mut self, before: &str, value: &impl Serialize) -> Result<()> {
        self.pack(before)?;
        self.text.clear();
        serde_json::to_writer(&mut self.text, value).map_err(Oops::internal)?;
        self.packed.write_all(&self.text).map_err(Oops::internal)
    }

    fn frame(&mut self, play: &Play, before: Option<u32>, forget: Option<u32>) -> Result<()> {
        let Some(on) = &play.table else { return Ok(()) };
        let ground = Some(Ground::of(on));
        let shot = Shot {
            at: play.record.at,
            view: shown::view(play, on, Viewer::All),
            board: (ground != self.ground).then(|| shown::board(on)),
            forget,
            log: shown::lines(play, on, Viewer::All, forget.or(before)),
        };
        self.ground = ground;
        self.frames += 1;
        let gap = if self.frames > 1 { "," } else { "" };
        self.piece(gap, &shot)
    }
}

impl Film {
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

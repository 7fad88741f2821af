//! One WebSocket: reads messages, checks them, and hands them to the room.

use crate::{
    error::{Oops, Result},
    limits::{Bucket, Counted},
    outbox::{Next, Outbox},
    room::{Ask, Socket},
    rooms::Rooms,
    token::Purpose,
};
use axum::{
    body::Bytes,
    extract::ws::{Message, WebSocket},
};
use futures_util::{SinkExt, StreamExt};
use gloryhex_protocol::{ClientMessage, Code, ServerMessage, VERSION};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{sync::oneshot, time::timeout};

static NUMBER: AtomicU64 = AtomicU64::new(1);

/// What a socket has said so far.
struct Talk {
    rooms: Rooms,
    game: String,
    id: u64,
    greeted: bool,
    bucket: Bucket,
    counted: Counted,
    out: Arc<Outbox>,
    let_go: oneshot::Receiver<()>,
}

/// Serves a socket until it closes.
pub async fn serve(rooms: Rooms, game: String, socket: WebSocket, counted: Counted) {
    let limits = rooms.hall().config.limits;
    let (mut sink, mut stream) = socket.split();
    let out = Arc::new(Outbox::default());
    let (_, let_go) = oneshot::channel();
    metrics::gauge!("gloryhex_sockets").increment(1.0);
    let mut talk = Talk {
        bucket: Bucket::new(&limits),
        counted,
        rooms,
        game,
        id: NUMBER.fetch_add(1, Ordering::Relaxed),
        greeted: false,
        out: Arc::clone(&out),
        let_go,
    };
    let (queue, rooms, id) = (Arc::clone(&out), talk.rooms.clone(), talk.id);
    let game = talk.game.clone();
    let writer = tokio::spawn(async move {
        loop {
            let next = match timeout(limits.silence, queue.next()).await {
                Ok(next) => next,
                // Nothing to tell for a while: is anybody there?
                Err(_) => {
                    match timeout(limits.silence, sink.send(Message::Ping(Bytes::new()))).await {
                        Ok(Ok(())) => continue,
                        _ => break,
                    }
                }
            };
            match next {
                Next::Text(text) => {
                    // What waits together goes out together.
                    let sent = async {
                        match queue.is_empty() {
                            true => sink.send(Message::Text(text)).await,
                            false => sink.feed(Message::Text(text)).await,
                        }
                    };
                    // A client that takes nothing for so long is gone.
                    match timeout(3 * limits.silence, sent).await {
                        Ok(Ok(())) => {}
                        _ => break,
                    }
                }
                Next::Behind => {
                    let _ = sink.flush().await;
                    if rooms.ask(&game, Ask::ShowAnew(id)).await.is_err() {
                        break;
                    }
                }
                Next::Closed => break,
            }
        }
        queue.close();
        let _ = sink.close().await;
    });
    let opened = tokio::time::Instant::now();
    let mut heard_at = opened;
    loop {
        let deadline = match talk.greeted {
            true => heard_at + 3 * limits.silence,
            false => opened + limits.hello,
        };
        let message = tokio::select! {
            message = stream.next() => message,
            // No hello, or no sign of life.
            () = tokio::time::sleep_until(deadline) => break,
            // The room let the socket go.
            _ = &mut talk.let_go, if talk.greeted => break,
        };
        let Some(Ok(message)) = message else { break };
        // Whoever does not read is not listened to either, and not for ever.
        tokio::select! {
            () = out.room() => {}
            () = tokio::time::sleep(3 * limits.silence) => break,
            _ = &mut talk.let_go, if talk.greeted => break,
        }
        heard_at = tokio::time::Instant::now();
        let heard = match message {
            Message::Text(text) => talk.hear(&text).await,
            Message::Binary(_) => Err(Oops::new(Code::Malformed, "Messages are text, not binary.")),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => break,
        };
        if let Err(Oops(problem)) = heard {
            metrics::counter!("gloryhex_bad_messages_total").increment(1);
            let text = crate::room::text(&ServerMessage::Error { problem });
            if !out.answer(text) {
                break;
            }
        }
    }
    if talk.greeted {
        let _ = talk.rooms.ask(&talk.game, Ask::Disconnect(talk.id)).await;
    }
    // What was queued still goes out, but a client that does not read is not waited for.
    out.close();
    let _ = tokio::time::timeout(Duration::from_secs(2), writer).await;
    metrics::gauge!("gloryhex_sockets").decrement(1.0);
}

/// Reads a message.
///
/// # Errors
/// It is too long or not a known message.
pub fn read(text: &str, longest: usize) -> Result<ClientMessage> {
    if text.len() > longest {
        return Err(Oops::new(
            Code::TooLarge,
            format!(
                "The message has {} bytes; {longest} are allowed.",
                text.len()
            ),
        ));
    }
    serde_json::from_str(text)
        .map_err(|error| Oops::new(Code::Malformed, format!("Not a message: {error}.")))
}

impl Talk {
    async fn hear(&mut self, text: &str) -> Result<()> {
        if !self.bucket.take(Instant::now()) || !self.counted.message() {
            return Err(Oops::new(
                Code::TooMany,
                "Messages come too fast; this one was dropped.",
            ));
        }
        let longest = self.rooms.hall().config.limits.message_bytes;
        let message = read(text, longest)?;
        match message {
            ClientMessage::Hello {
                game,
                token,
                last_seen,
                version,
            } if !self.greeted => self.greet(game, token, last_seen, version).await,
            _ if !self.greeted => Err(Oops::new(
                Code::HelloFirst,
                "The first message must be a hello.",
            )),
            message => {
                let ask = Ask::Say(self.id, message);
                self.rooms.ask(&self.game, ask).await
            }
        }
    }

    async fn greet(
        &mut self,
        game: String,
        token: Option<String>,
        last_seen: Option<u32>,
        version: u32,
    ) -> Result<()> {
        if version != VERSION {
            return Err(Oops::new(
                Code::Version,
                "This page is older or newer than the server; reload it.",
            ));
        }
        if game != self.game {
            return Err(Oops::new(
                Code::NotFound,
                "The hello is for another game than the address.",
            ));
        }
        let seats = match token {
            None => 0,
            Some(token) => self
                .rooms
                .hall()
                .key
                .verify(Purpose::Play, &game, &token)
                .ok_or_else(|| {
                    Oops::new(
                        Code::BadToken,
                        "This link does not open a seat of this game.",
                    )
                })?,
        };
        let (alive, let_go) = oneshot::channel();
        self.let_go = let_go;
        let socket = Socket {
            id: self.id,
            seats,
            out: Arc::clone(&self.out),
            lost: AtomicBool::new(false),
            alive,
        };
        self.rooms
            .ask(&game, Ask::Connect(socket, last_seen))
            .await?;
        self.greeted = true;
        Ok(())
    }
}

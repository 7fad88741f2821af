//! Making, finding and joining games.

use super::{Site, guard::Client, id::GameId, library::body};
use crate::{
    entry::Plan,
    error::{Oops, Result},
    play::Play,
    room::Ask,
    store::now,
    summary,
    token::{Purpose, game_id},
};
use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
};
use gloryhex_protocol::{Code, GameSummary, JoinGame, NewGame, Ticket};
use gloryhex_table::{
    kept,
    seating::{self, Invited},
};
use std::sync::Arc;
use tokio::sync::oneshot;

pub async fn lobby(State(site): State<Site>) -> Result<Json<Vec<GameSummary>>> {
    Ok(Json(site.rooms.hall().store.lobby().await?))
}

pub async fn summary(State(site): State<Site>, GameId(id): GameId) -> Result<Json<GameSummary>> {
    match site.rooms.summary(&id).await {
        // A game that cannot go on is shown as it was last seen.
        Err(oops) if oops.0.code == Code::WrongStage => {
            Ok(Json(site.rooms.hall().store.glance(&id).await?))
        }
        summary => Ok(Json(summary?)),
    }
}

pub async fn make(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    new: std::result::Result<Json<NewGame>, JsonRejection>,
) -> Result<Json<Ticket>> {
    let new = body(new)?;
    let hall = site.rooms.hall();
    let plan = seating::plan(&hall.content, new, || hall.next_seed())?;
    site.addresses.make_game(holder)?;
    Ok(Json(open(&site, plan, JoinGame::default()).await?))
}

/// Stores a planned game and seats its maker.
pub async fn open(site: &Site, plan: Plan, join: JoinGame) -> Result<Ticket> {
    let hall = site.rooms.hall();
    let id = game_id();
    let play = Play::new(&id, Arc::new(plan.clone()));
    let glance = summary::summary(&play, now(), now(), 0);
    let content = kept::hash(&hall.content);
    hall.store.make(&id, &plan, &glance, &content).await?;
    metrics::counter!("gloryhex_games_made_total").increment(1);
    ticket(site, &id, join, Invited::Maker).await
}

async fn ticket(site: &Site, id: &str, join: JoinGame, right: Invited) -> Result<Ticket> {
    let (reply, answer) = oneshot::channel();
    let ask = Ask::Join(Box::new(join), right, reply);
    site.rooms.ask(id, ask).await?;
    let seats = answer.await.map_err(Oops::internal)??;
    let key = &site.rooms.hall().key;
    let free = match right {
        Invited::Maker => site.rooms.summary(id).await?.seats,
        Invited::To(_) | Invited::Nobody => Vec::new(),
    };
    let invites = (0u8..).zip(&free).filter(|(_, seat)| seat.free);
    Ok(Ticket {
        game: id.to_owned(),
        seats: seating::seats(seats),
        token: match seats {
            0 => String::new(),
            seats => key.sign(Purpose::Play, id, seats),
        },
        invites: invites
            .map(|(seat, _)| key.sign(Purpose::Invite, id, 1 << seat))
            .collect(),
    })
}

pub async fn join(
    State(site): State<Site>,
    GameId(id): GameId,
    join: std::result::Result<Json<JoinGame>, JsonRejection>,
) -> Result<Json<Ticket>> {
    let join = body(join)?;
    let right = match &join.invite {
        None => Invited::Nobody,
        Some(invite) => {
            let seats = site.rooms.hall().key.verify(Purpose::Invite, &id, invite);
            Invited::To(seats.ok_or_else(|| {
                Oops::new(Code::BadToken, "This invitation is not for this game.")
            })?)
        }
    };
    Ok(Json(ticket(&site, &id, join, right).await?))
}

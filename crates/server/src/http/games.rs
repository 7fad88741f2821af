//! Making, finding and joining games.

use super::{
    Site,
    guard::Client,
    id::GameId,
    library::body,
    players::{Caller, free_for_guests},
};
use crate::{
    Store,
    entry::Plan,
    error::{Oops, Result},
    limits::Thing,
    play::Play,
    players::Player,
    room::Ask,
    store::now,
    summary,
    token::{Purpose, game_id},
};
use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
};
use gloryhex_protocol::{Code, GameSummary, JoinGame, NewGame, SeatKind, Ticket};
use gloryhex_table::{
    kept,
    seating::{self, Invited, Known},
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
    Caller(who): Caller,
    new: std::result::Result<Json<NewGame>, JsonRejection>,
) -> Result<Json<Ticket>> {
    let new = body(new)?;
    let hall = site.rooms.hall();
    if who.is_none() {
        for seat in &new.seats {
            free_for_guests(&site, &seat.name).await?;
        }
        if new.rated {
            return Err(Oops::invalid(RATED));
        }
    }
    for seat in new.seats.iter().filter(|_| new.rated) {
        if let SeatKind::Opponent { level } = &seat.kind
            && hall.levels.rating(&new.edition, level).is_none()
        {
            let message = format!(
                "Nobody has measured how strong a {level} is there; choose another opponent for a rated game."
            );
            return Err(Oops::invalid(message));
        }
    }
    let plan = seating::plan(&hall.content, new, || hall.next_seed())?;
    site.addresses.make(holder, Thing::Game)?;
    let who = who.map(|who| who.known());
    Ok(Json(open(&site, plan, JoinGame::default(), who).await?))
}

/// Stores a planned game and seats its maker.
pub async fn open(site: &Site, plan: Plan, join: JoinGame, who: Option<Known>) -> Result<Ticket> {
    let id = store(site, &plan).await?;
    ticket(site, &id, join, Invited::Maker, who).await
}

/// Stores a planned game that nobody sits at yet.
pub async fn store(site: &Site, plan: &Plan) -> Result<String> {
    let hall = site.rooms.hall();
    let id = game_id();
    let play = Play::new(&id, Arc::new(plan.clone()));
    let glance = summary::summary(&play, now(), now(), 0);
    let content = kept::hash(&hall.content);
    hall.store.make(&id, plan, &glance, &content).await?;
    metrics::counter!("gloryhex_games_made_total").increment(1);
    Ok(id)
}

/// What a maker without a name is told who wants a rated game.
const RATED: &str = "A rated game is for people with names. Take one first.";

/// The ticket of somebody who sits already.
pub fn seat_ticket(site: &Site, id: &str, seats: u8) -> Ticket {
    Ticket {
        game: id.to_owned(),
        seats: seating::seats(seats),
        token: site.rooms.hall().key.sign(Purpose::Play, id, seats),
        invites: Vec::new(),
    }
}

async fn ticket(
    site: &Site,
    id: &str,
    join: JoinGame,
    right: Invited,
    who: Option<Known>,
) -> Result<Ticket> {
    let (reply, answer) = oneshot::channel();
    let ask = Ask::Join(Box::new((join, who)), right, reply);
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
    Caller(who): Caller,
    join: std::result::Result<Json<JoinGame>, JsonRejection>,
) -> Result<Json<Ticket>> {
    let join = body(join)?;
    if who.is_none() {
        free_for_guests(&site, &join.name).await?;
    }
    let mut promised = false;
    let right = match &join.invite {
        None => match &who {
            Some(who) => match site.rooms.hall().store.promised(&id, &who.id).await? {
                0 => Invited::Nobody,
                seats => {
                    promised = true;
                    Invited::To(seats)
                }
            },
            None => Invited::Nobody,
        },
        Some(invite) => {
            let seats = site.rooms.hall().key.verify(Purpose::Invite, &id, invite);
            Invited::To(seats.ok_or_else(|| {
                Oops::new(Code::BadToken, "This invitation is not for this game.")
            })?)
        }
    };
    // Whom one meets in a tournament is not for either to say.
    if let Some(who) = who.as_ref().filter(|_| !promised) {
        let store = &site.rooms.hall().store;
        may_meet(store, &store.names_at(&id).await?, who).await?;
    }
    let who = who.map(|who| who.known());
    Ok(Json(ticket(&site, &id, join, right, who).await?))
}

/// Refuses a seat to somebody whom one of those at the table has blocked, and to whoever has blocked one of them.
pub(super) async fn may_meet(
    store: &Store,
    there: &[(String, String)],
    who: &Player,
) -> Result<()> {
    for (other, name) in there {
        if store.blocks(&who.id, other).await? {
            let message = format!("You have blocked {name}; take that back first.");
            return Err(Oops::new(Code::NotSeated, message));
        }
        if store.blocks(other, &who.id).await? {
            let message = "Somebody at this table does not want to play with you.";
            return Err(Oops::new(Code::NotSeated, message));
        }
    }
    Ok(())
}

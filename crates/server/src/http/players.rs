//! Names: taking one, proving it, and what is known of whoever has it.

use super::{
    Site, devices, games::seat_ticket, guard::Client, id::GameId, ladders, library::body,
    tournaments,
};
use crate::{
    contests::forget_contest,
    error::{Oops, Result},
    limits::Thing,
    matches,
    players::{self, Player},
    token::game_id,
};
use axum::{
    Extension, Json,
    extract::{FromRequestParts, Path, State, rejection::JsonRejection},
    http::{HeaderMap, header, request::Parts},
    response::{IntoResponse, Response},
};
use gloryhex_protocol::{
    Blocked, Code, GameSummary, NewPlayer, OwnProfile, PlayerKey, PlayerProfile, RestorePlayer,
    Ticket, WishBlock,
};

/// So many people can be blocked by one.
const MOST_BLOCKED: usize = 500;

/// A request body, or why it is none.
type Body<T> = std::result::Result<Json<T>, JsonRejection>;

/// Whoever asks, if they prove a name. A key that opens nothing is refused, not passed over.
pub struct Caller(pub Option<Player>);

impl FromRequestParts<Site> for Caller {
    type Rejection = Oops;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Caller> {
        let Some(given) = parts.headers.get(header::AUTHORIZATION) else {
            return Ok(Caller(None));
        };
        let hall = site.rooms.hall();
        let given = given.to_str().ok().and_then(|g| g.strip_prefix("Bearer "));
        let opened = given.and_then(|given| players::opened(&hall.key, given));
        let (id, keys, device) = opened.ok_or_else(unknown_key)?;
        let player = hall.store.player(&id).await?;
        let player = player.filter(|player| player.keys == keys);
        let player = player.ok_or_else(unknown_key)?;
        let now = hall.config.clock.wall();
        match hall.store.knows_device(&player, device, now).await? {
            true => Ok(Caller(Some(Player { device, ..player }))),
            false => Err(unknown_key()),
        }
    }
}

fn unknown_key() -> Oops {
    Oops::new(
        Code::BadToken,
        "The key in this browser opens no name here any more. Use the recovery phrase, or go on without a name.",
    )
}

/// Somebody who must prove a name.
pub struct Named(pub Player);

impl FromRequestParts<Site> for Named {
    type Rejection = Oops;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Named> {
        match Caller::from_request_parts(parts, site).await? {
            Caller(Some(player)) => Ok(Named(player)),
            Caller(None) => Err(Oops::new(Code::BadToken, "Take a name first.")),
        }
    }
}

/// Whether somebody without a key may be shown with a name: not if it is taken.
pub async fn free_for_guests(site: &Site, name: &str) -> Result<()> {
    let folded = players::folded(name);
    if folded.is_empty() {
        return Ok(());
    }
    match site.rooms.hall().store.player_named(&folded).await? {
        None => Ok(()),
        Some(player) => Err(taken(&player.name)),
    }
}

fn taken(name: &str) -> Oops {
    Oops::new(
        Code::Full,
        format!(
            "Somebody has taken the name {name}. Choose another, or prove that it is yours with the recovery phrase."
        ),
    )
}

pub async fn take(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    headers: HeaderMap,
    new: Body<NewPlayer>,
) -> Result<Json<PlayerKey>> {
    let name = players::wanted(&body(new)?.name)?;
    free_for_guests(&site, &name).await?;
    site.addresses.make(holder, Thing::Name)?;
    let hall = site.rooms.hall();
    let (phrase, hash) = players::new_phrase().await?;
    let player = Player {
        id: game_id(),
        name,
        phrase: hash,
        keys: 1,
        made: hall.config.clock.wall(),
        device: 0,
    };
    let folded = players::folded(&player.name);
    if !hall.store.add_player(&player, &folded).await? {
        return Err(taken(&player.name));
    }
    let player = devices::fresh(&site, player, &headers).await?;
    Ok(Json(PlayerKey {
        key: player.key(&hall.key),
        name: player.name,
        phrase: Some(phrase),
    }))
}

pub async fn restore(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    headers: HeaderMap,
    wish: Body<RestorePlayer>,
) -> Result<Json<PlayerKey>> {
    let wish = body(wish)?;
    site.addresses.make(holder, Thing::Attempt)?;
    let hall = site.rooms.hall();
    let player = hall
        .store
        .player_named(&players::folded(&wish.name))
        .await?;
    let player = player.ok_or_else(players::not_restored)?;
    if !players::right_phrase(&wish.phrase, &player.phrase).await? {
        return Err(players::not_restored());
    }
    let player = devices::fresh(&site, player, &headers).await?;
    Ok(Json(PlayerKey {
        key: player.key(&hall.key),
        name: player.name,
        phrase: None,
    }))
}

pub async fn me(State(site): State<Site>, Named(player): Named) -> Result<Json<OwnProfile>> {
    Ok(Json(players::own(&site.rooms, &player).await?))
}

/// The games in which everybody waits for whoever asks.
pub async fn turns(
    State(site): State<Site>,
    Named(player): Named,
) -> Result<Json<Vec<GameSummary>>> {
    Ok(Json(players::turns(&site.rooms, &player).await?))
}

pub async fn profile(
    State(site): State<Site>,
    Path(name): Path<String>,
) -> Result<Json<PlayerProfile>> {
    let hall = site.rooms.hall();
    let player = hall.store.player_named(&players::folded(&name)).await?;
    let player = player.ok_or_else(|| Oops::not_found("Nobody has taken this name."))?;
    Ok(Json(players::profile(hall, &player).await?))
}

pub async fn rename(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    Named(player): Named,
    wish: Body<NewPlayer>,
) -> Result<Json<PlayerKey>> {
    let name = players::wanted(&body(wish)?.name)?;
    site.addresses.make(holder, Thing::Name)?;
    let hall = site.rooms.hall();
    let folded = players::folded(&name);
    if !hall.store.rename_player(&player.id, &name, &folded).await? {
        return Err(taken(&name));
    }
    Ok(Json(PlayerKey {
        key: player.key(&hall.key),
        name,
        phrase: None,
    }))
}

/// A new phrase and a new key; those of before open nothing any more, on no device.
pub async fn renew(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    headers: HeaderMap,
    Named(player): Named,
) -> Result<Json<PlayerKey>> {
    site.addresses.make(holder, Thing::Attempt)?;
    let hall = site.rooms.hall();
    let (phrase, hash) = players::new_phrase().await?;
    if !hall
        .store
        .renew_player(&player.id, &hash, player.keys)
        .await?
    {
        return Err(unknown_key());
    }
    let renewed = Player {
        keys: player.keys + 1,
        ..player
    };
    hall.store.forget_devices(&renewed.id).await?;
    let renewed = devices::fresh(&site, renewed, &headers).await?;
    Ok(Json(PlayerKey {
        key: renewed.key(&hall.key),
        name: renewed.name,
        phrase: Some(phrase),
    }))
}

/// Everything that is kept of somebody, as a file.
pub async fn export(State(site): State<Site>, Named(player): Named) -> Result<Response> {
    let file = players::everything(&site, &player).await?;
    let text = serde_json::to_string_pretty(&file).map_err(Oops::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"gloryhex-player.json\"",
        ),
    ];
    Ok((headers, text).into_response())
}

/// Forgets somebody, who says so with the recovery phrase: a stolen key is not enough.
pub async fn forget(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    Named(player): Named,
    wish: Body<RestorePlayer>,
) -> Result<Json<()>> {
    let wish = body(wish)?;
    site.addresses.make(holder, Thing::Attempt)?;
    let own = players::folded(&wish.name) == players::folded(&player.name);
    if !own || !players::right_phrase(&wish.phrase, &player.phrase).await? {
        return Err(players::not_restored());
    }
    ladders::leave_all(&site, &player).await?;
    tournaments::leave_all(&site, &player).await?;
    matches::leave_all(&site, &player).await?;
    let hall = site.rooms.hall();
    let gone = players::Gone::new(&player);
    let forgotten = hall.store.forget_player(&gone).await?;
    for game in forgotten.seats.keys() {
        site.rooms.forgotten(game).await;
    }
    // Each room has heard of it once it answers again; what it wrote before that is forgotten as well.
    for game in forgotten.seats.keys() {
        site.rooms.glance(game).await;
    }
    hall.store.forget_late(&gone, &forgotten.seats).await?;
    for contest in forgotten.contests {
        forget_contest(hall, &contest).await;
    }
    hall.ratings.forget().await;
    Ok(Json(()))
}

/// Whom somebody has blocked.
pub async fn blocked(State(site): State<Site>, Named(player): Named) -> Result<Json<Blocked>> {
    let list = site.rooms.hall().store.blocked_by(&player.id).await?;
    let names = list.into_iter().map(|(_, name)| name).collect();
    Ok(Json(Blocked { names }))
}

/// Blocks somebody, or no longer does.
pub async fn block(
    State(site): State<Site>,
    named: Named,
    wish: Body<WishBlock>,
) -> Result<Json<Blocked>> {
    let wish = body(wish)?;
    let hall = site.rooms.hall();
    let other = hall
        .store
        .player_named(&players::folded(&wish.name))
        .await?;
    let other = other.ok_or_else(|| Oops::not_found("Nobody has taken this name."))?;
    let own = &named.0.id;
    if *own == other.id {
        return Err(Oops::invalid("You cannot block yourself."));
    }
    if wish.on && hall.store.blocked_by(own).await?.len() >= MOST_BLOCKED {
        return Err(Oops::invalid(format!(
            "You can block {MOST_BLOCKED} people at most."
        )));
    }
    let now = hall.config.clock.wall();
    hall.store.block(own, &other.id, now, wish.on).await?;
    blocked(State(site), named).await
}

/// The seats that somebody has at a game, for a device that has no token for them yet.
pub async fn seat(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
) -> Result<Json<Ticket>> {
    let seats = site.rooms.hall().store.seats_of(&id, &player.id).await?;
    match seats {
        0 => Err(Oops::new(Code::NotSeated, "You have no seat at this game.")),
        seats => Ok(Json(seat_ticket(&site, &id, seats))),
    }
}

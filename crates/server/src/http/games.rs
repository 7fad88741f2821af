//! Making, finding and joining games.

use super::{Site, guard::Client, id::GameId, library::body};
use crate::{
    content, decks,
    entry::{Plan, PlannedSeat},
    error::{Oops, Result},
    name, opponents,
    play::Play,
    record::Record,
    room::{Ask, Invited},
    store::now,
    summary,
    token::{Purpose, game_id},
    upgrade,
};
use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
};
use gloryhex_protocol::{Code, GameSummary, JoinGame, MatchScore, NewGame, SeatKind, Ticket};
use std::{sync::Arc, time::Duration};
use tokio::sync::oneshot;

/// Longest clock in seconds.
const LONGEST: u32 = 7 * 24 * 3600;

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
    let plan = plan(&site, new)?;
    site.addresses.make_game(holder)?;
    Ok(Json(open(&site, plan, JoinGame::default()).await?))
}

/// Stores a planned game and seats its maker.
pub async fn open(site: &Site, plan: Plan, join: JoinGame) -> Result<Ticket> {
    let hall = site.rooms.hall();
    let id = game_id();
    let play = Play::new(&id, Arc::new(plan.clone()));
    let glance = summary::summary(&play, now(), now(), 0);
    let content = upgrade::hash(&hall.content);
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
        seats: (0..8).filter(|seat| seats >> seat & 1 == 1).collect(),
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

fn plan(site: &Site, new: NewGame) -> Result<Plan> {
    let hall = site.rooms.hall();
    content::known_edition(&hall.content, &new.edition)?;
    for (what, most, given) in [
        ("seats", 8, new.seats.len()),
        ("boards", 64, new.boards.len()),
        ("variants", 8, new.variant.len()),
    ] {
        if given > most {
            let message = format!("{given} {what} were named; {most} are the most.");
            return Err(Oops::invalid(message));
        }
    }
    if !matches!(new.best_of, 1 | 3) {
        return Err(Oops::invalid("A match has 1 game, or 3 at most."));
    }
    if new.best_of == 3 && new.seats.len() != 2 {
        return Err(Oops::invalid("A match of three games is for two players."));
    }
    if let Some(clock) = new.clock {
        let fits = |seconds: u32| seconds <= LONGEST;
        if clock.bank == 0 || !fits(clock.bank) || !fits(clock.increment) || !fits(clock.away) {
            return Err(Oops::invalid(
                "A clock gives between one second and seven days.",
            ));
        }
    }
    let mut seats = Vec::with_capacity(new.seats.len());
    for seat in new.seats {
        if let SeatKind::Opponent { level } = &seat.kind {
            opponents::opponent(level, 0, Duration::ZERO)?;
        }
        let mut name = name::clean(&seat.name);
        if let (true, SeatKind::Opponent { level }) = (name.is_empty(), &seat.kind) {
            let mut letters = level.chars();
            name = letters.next().map_or(String::new(), |first| {
                first.to_uppercase().to_string() + letters.as_str()
            });
        }
        seats.push(PlannedSeat {
            kind: seat.kind,
            name,
            warband: seat.warband,
            deck: seat.deck,
        });
    }
    let core = hall.content.core_warbands(&new.edition);
    let all = hall.content.warbands(&new.edition);
    for (ix, seat) in seats.iter_mut().enumerate() {
        let chosen = !seat.warband.is_empty();
        let computer = matches!(seat.kind, SeatKind::Opponent { .. });
        if !chosen && computer && !core.is_empty() {
            seat.warband = core[ix % core.len()].to_owned();
        } else if chosen {
            let known = hall.content.catalog.warband(&new.edition, &seat.warband);
            seat.warband = known.map(|info| info.def.name.clone()).ok_or_else(|| {
                let known = all.iter().copied();
                let name = &seat.warband;
                Oops::invalid(
                    gloryhex_editions::content::unknown("warband", name, known).to_string(),
                )
            })?;
        }
    }
    let mut makers = true;
    for (ix, seat) in seats.iter_mut().enumerate() {
        let own_seat = seat.kind == SeatKind::Human && (makers || new.hot_seat);
        makers &= seat.kind != SeatKind::Human;
        let Some(deck) = &seat.deck else { continue };
        let lawful = |warband: &str| decks::lawful(&hall.content, &new.edition, warband, deck);
        if seat.warband.is_empty() && own_seat {
            // Nobody else will choose: the usual warband plays, or else the first that can use the deck.
            let usual = core.get(ix % core.len().max(1)).copied().unwrap_or("");
            let mut able = [usual].into_iter().chain(all.iter().copied());
            seat.warband = match able.find(|warband| lawful(warband).is_ok()) {
                Some(warband) => warband.to_owned(),
                None => String::new(),
            };
        }
        lawful(&seat.warband)?;
    }
    let players = seats.len();
    let plan = Plan {
        edition: new.edition,
        variant: new.variant,
        seats,
        boards: new.boards,
        hot_seat: new.hot_seat,
        public: new.public,
        clock: new.clock,
        series: (new.best_of > 1).then(|| MatchScore {
            best_of: new.best_of,
            number: 1,
            won: vec![0; players],
            next: None,
        }),
        seed: hall.next_seed(),
        prelude: None,
        marked: true,
    };
    // Whatever is wrong with the number of players, decks or boards is found before anybody waits.
    content::table(&hall.content, &plan, &Record::new(&plan).chairs)?;
    Ok(plan)
}

//! Looking at a game again, and playing on from a moment of it.

use super::{Site, games, guard::Client, id::GameId, library::body};
use crate::{
    content,
    entry::{Entry, Inputs, Leaving, Plan},
    error::{Oops, Result},
    film::{self, Film},
    opponents,
    play::Play,
    record::{Chair, Cut},
    upgrade::{self, Opened},
    wire::{self, Viewer},
};
use axum::{
    Extension, Json,
    extract::{Path, State, rejection::JsonRejection},
    http::header,
    response::{IntoResponse, Response},
};
use gloryhex_editions::Content;
use gloryhex_engine::{Verb, What};
use gloryhex_lab::{
    digest::Digest,
    replay::{BuiltDeck, Replay},
};
use gloryhex_model::{Face, FighterId, Seat};
use gloryhex_notation::save::TableSpec;
use gloryhex_protocol::{
    Code, ContinueGame, GloryPoint, JoinGame, Luck, Moment, SeatKind, Story, Ticket,
};
use serde_json::Value;
use std::{sync::Arc, time::Duration};

pub(super) async fn whole(site: &Site, id: &str) -> Result<Opened> {
    upgrade::look(site.rooms.hall(), id).await
}

/// The film of a game that is over or closed; made now if it was not.
async fn film(site: &Site, id: &str) -> Result<Option<Film>> {
    let hall = site.rooms.hall();
    let read = async || {
        let parts = hall.store.shown(id).await?;
        let read = tokio::task::spawn_blocking(move || Film::read(&parts));
        read.await.map_err(Oops::internal)
    };
    let kept: Option<Film> = read().await?;
    if kept.as_ref().is_some_and(|film| film.story.is_some()) {
        return Ok(kept);
    }
    match whole(site, id).await {
        Ok(opened) if opened.play.is_over() => {
            film::keep_now(hall, id).await;
            match read().await? {
                Some(film) if film.story.is_some() => Ok(Some(film)),
                // What is kept is damaged: it is played again.
                _ => {
                    let content = Arc::clone(&hall.content);
                    let shoot = move || Ok(Film::read(&[opened.film(&content)?]));
                    let shoot = tokio::task::spawn_blocking(shoot);
                    shoot.await.map_err(Oops::internal)?
                }
            }
        }
        Ok(_) => Ok(None),
        // Closed: what there is.
        Err(oops) if oops.0.code == Code::WrongStage && kept.is_some() => Ok(kept),
        Err(oops) => Err(oops),
    }
}

pub(super) fn over_only(play: &Play) -> Result<()> {
    match play.is_over() {
        true => Ok(()),
        false => Err(not_over()),
    }
}

fn not_over() -> Oops {
    Oops::new(
        Code::WrongStage,
        "The game is not over yet; its replay would tell too much.",
    )
}

pub async fn moment(
    State(site): State<Site>,
    GameId(id): GameId,
    Path((_, position)): Path<(String, u32)>,
) -> Result<Json<Value>> {
    if let Some(film) = film(&site, &id).await? {
        let moment = tokio::task::spawn_blocking(move || film.moment(position));
        return Ok(Json(moment.await.map_err(Oops::internal)?));
    }
    let opened = whole(&site, &id).await?;
    let content = Arc::clone(&site.rooms.hall().content);
    let look = move || {
        // Before the game began there is nothing to see.
        let began = opened.play.record.began.unwrap_or(0);
        let began = began.max(opened.play.goes_on_from().unwrap_or(0));
        let play = opened.kept.upto(&content, position.max(began))?;
        let (on, viewer) = (play.on_table()?, Viewer::Public);
        serde_json::to_value(Moment {
            table: wire::table(&content, &play, on, &[viewer]),
            board: wire::board(on),
            view: wire::view(&play, on, viewer),
            log: wire::lines(&play, on, viewer, None),
            last: opened.play.record.at,
        })
        .map_err(Oops::internal)
    };
    let moment = tokio::task::spawn_blocking(look);
    Ok(Json(moment.await.map_err(Oops::internal)??))
}

pub async fn story(State(site): State<Site>, GameId(id): GameId) -> Result<Json<Value>> {
    match film(&site, &id).await? {
        Some(Film {
            story: Some(story), ..
        }) => Ok(Json(story)),
        Some(_) => Err(Oops::new(
            Code::WrongStage,
            "This game was closed before its end; it can be watched, and its record is kept.",
        )),
        None => Err(not_over()),
    }
}

/// The course of a game as far as this version played it.
pub(crate) fn tell(content: &Content, opened: &Opened) -> Result<Story> {
    let end = opened.play.on_table()?;
    let began = opened.play.record.began.unwrap_or(0);
    let (mut play, rest) = opened.kept.own_part(content, began)?;
    let players = play.record.chairs.len() as u8;
    let mut glory: Vec<GloryPoint> = Vec::new();
    let mut luck: Vec<Luck> = (0..players)
        .map(|seat| Luck {
            seat,
            attacks: 0,
            successes: 0,
            expected: 0.0,
            criticals: [0, 0],
        })
        .collect();
    for (at, entry) in rest {
        if let (Entry::Choose { seat, exact, .. }, Some(on)) = (entry, &play.table)
            && exact.verb == Verb::Attack
            && let Some(odds) = wire::odds(on, Seat(*seat), *exact)
            && let Some(luck) = luck.get_mut(*seat as usize)
            && let Some(succeeded) = verdict(end, *at, exact.fighter_a())
        {
            luck.attacks += 1;
            luck.expected += odds.success;
            luck.successes += u32::from(succeeded);
        }
        play.add(content, *at, entry, None)?;
        if let Some(on) = &play.table {
            let clock = &on.game.state.clock;
            let now: Vec<u8> = Seat::all(players)
                .map(|seat| on.game.state.seats[seat].glory)
                .collect();
            if glory.last().is_none_or(|last| last.glory != now) {
                glory.push(GloryPoint {
                    at: *at,
                    round: clock.round,
                    turn: clock.turn,
                    glory: now,
                });
            }
        }
    }
    for (_, event) in &end.happened {
        if let What::Rolled { seat, roll, .. } | What::RolledOff { seat, roll } = event.what
            && let Some(luck) = luck.get_mut(seat.ix())
        {
            luck.criticals[0] += u32::from(roll.count(Face::Crit));
            luck.criticals[1] += u32::from(roll.len());
        }
    }
    Ok(Story {
        glory,
        luck,
        log: wire::lines(&opened.play, end, Viewer::All, None),
    })
}

/// How the attack declared at a position ended, if it was not broken off or taken back.
fn verdict(end: &crate::play::OnTable, at: u32, attacker: FighterId) -> Option<bool> {
    let later = end.happened.iter().skip_while(|(when, _)| *when < at);
    let verdicts = later.filter_map(|(_, event)| match event.what {
        What::Succeeded { attacker, .. } => Some((attacker, true)),
        What::Drew { attacker, .. }
        | What::Failed { attacker, .. }
        | What::BrokenOff { attacker, .. } => Some((attacker, false)),
        _ => None,
    });
    let mut own = verdicts.filter(|(who, _)| *who == attacker);
    own.next().map(|(_, succeeded)| succeeded)
}

pub async fn download(State(site): State<Site>, GameId(id): GameId) -> Result<Response> {
    let written = match film(&site, &id).await {
        Ok(Some(Film {
            replay: Some(replay),
            ..
        })) => replay,
        Ok(None) => return Err(not_over()),
        // Closed: the record as it is stored.
        Ok(Some(_)) => record(&site, &id).await?,
        Err(oops) if oops.0.code == Code::WrongStage => record(&site, &id).await?,
        Err(oops) => return Err(oops),
    };
    let text = serde_json::to_string_pretty(&written).map_err(Oops::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"gloryhex-{id}.json\""),
        ),
    ];
    Ok((headers, text).into_response())
}

/// The record of a game that cannot go on.
async fn record(site: &Site, id: &str) -> Result<Value> {
    let store = &site.rooms.hall().store;
    let stored = store.game(id).await?;
    let entries = store.record(id).await?;
    Ok(serde_json::json!({
        "closed": store.glance(id).await?.ending,
        "version": stored.engine,
        "content": stored.content,
        "plan": stored.plan,
        "entries": entries,
    }))
}

/// The game as the file that `gloryhex replay` reads.
pub(crate) fn written(content: &Content, opened: &Opened) -> Result<Replay> {
    let play = &opened.play;
    let on = play.on_table()?;
    let Inputs {
        seed,
        reseeds,
        choices,
    } = play.inputs();
    let chairs = &play.record.chairs;
    let spec = content::spec(content, &play.plan, chairs)?;
    let deck = |chair: &Chair| {
        let list = chair.deck.clone().unwrap_or_default();
        let (name, cards) = (list.name, list.cards);
        BuiltDeck { name, cards }
    };
    let plain = chairs.iter().all(|chair| chair.deck.is_none());
    Ok(Replay {
        version: opened.versions(),
        content: format!("{:016x}", content.hash),
        edition: play.plan.edition.clone(),
        players: spec.players,
        table: Some(TableSpec::from(&spec)),
        built: match plain {
            true => Vec::new(),
            false => chairs.iter().map(deck).collect(),
        },
        playable: false,
        seed,
        reseeds,
        choices,
        cut: play.record.cut.map(|cut| match cut {
            Cut::Left(_, Leaving::Resigned) => "resigned".to_owned(),
            Cut::Left(_, Leaving::Time) => "time".to_owned(),
            Cut::Left(_, Leaving::Away) => "away".to_owned(),
            Cut::Agreed => "agreed".to_owned(),
        }),
        hash: format!("{:016x}", Digest::of(&on.game.state)),
    })
}

pub async fn go_on(
    State(site): State<Site>,
    GameId(id): GameId,
    Extension(Client(holder)): Extension<Client>,
    wish: std::result::Result<Json<ContinueGame>, JsonRejection>,
) -> Result<Json<Ticket>> {
    let wish = body(wish)?;
    opponents::opponent(&wish.level, 0, Duration::ZERO)?;
    let whole = whole(&site, &id).await?;
    over_only(&whole.play)?;
    let content = Arc::clone(&site.rooms.hall().content);
    let rewind = move || {
        let then = whole.kept.upto(&content, wish.at);
        then.map(|then| (then, whole.kept.stored.plan))
    };
    let (then, old) = tokio::task::spawn_blocking(rewind)
        .await
        .map_err(Oops::internal)??;
    if then.goes_on_from().is_some() {
        return Err(Oops::invalid(
            "This game was begun with another version and cannot be gone on with from here.",
        ));
    }
    if then.decider().is_none() {
        return Err(Oops::invalid("Nothing is to be decided at this moment."));
    }
    if usize::from(wish.seat) >= then.record.chairs.len() {
        return Err(Oops::invalid("There is no such seat."));
    }
    let seats = (0u8..).zip(&then.record.chairs).map(|(seat, chair)| {
        let kind = match seat == wish.seat {
            true => SeatKind::Human,
            false => SeatKind::Opponent {
                level: wish.level.clone(),
            },
        };
        crate::entry::PlannedSeat {
            kind,
            name: chair.name.clone(),
            warband: chair.warband.clone(),
            deck: chair.deck.clone(),
        }
    });
    let plan = Plan {
        seats: seats.collect(),
        hot_seat: false,
        public: false,
        clock: None,
        series: None,
        seed: site.rooms.hall().next_seed(),
        prelude: Some(then.inputs()),
        ..old
    };
    site.addresses.make_game(holder)?;
    Ok(Json(games::open(&site, plan, JoinGame::default()).await?))
}

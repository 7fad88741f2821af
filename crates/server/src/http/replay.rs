//! Looking at a game again, and playing on from a moment of it.

use super::{Site, games, library::body};
use crate::{
    content,
    entry::{Entry, Inputs, Leaving, Plan},
    error::{Oops, Result},
    opponents,
    play::Play,
    record::{Chair, Cut},
    store::Stored,
    wire::{self, Viewer},
};
use axum::{
    Json,
    extract::{ConnectInfo, Path, State, rejection::JsonRejection},
    http::header,
    response::{IntoResponse, Response},
};
use gloryhex_editions::Content;
use gloryhex_engine::{Verb, What};
use gloryhex_lab::{
    digest::Digest,
    replay::{BuiltDeck, Replay, VERSION},
};
use gloryhex_model::{Face, FighterId, Seat};
use gloryhex_notation::save::TableSpec;
use gloryhex_protocol::{
    Code, ContinueGame, GloryPoint, JoinGame, Luck, Moment, SeatKind, Story, Ticket,
};
use std::{net::SocketAddr, sync::Arc, time::Duration};

/// A stored game, all its entries, and the game they make.
pub(super) struct Whole {
    stored: Stored,
    entries: Vec<(u32, Entry)>,
    pub(super) play: Play,
}

pub(super) async fn whole(site: &Site, id: &str) -> Result<Whole> {
    let hall = Arc::clone(site.rooms.hall());
    let stored = hall.store.game(id).await?;
    let entries = hall.store.entries(id, 0).await?;
    let id = id.to_owned();
    let load = move || {
        let plan = Arc::new(stored.plan.clone());
        let play = Play::load(&hall.content, &id, plan, &entries)?;
        Ok(Whole {
            stored,
            entries,
            play,
        })
    };
    tokio::task::spawn_blocking(load)
        .await
        .map_err(Oops::internal)?
}

pub(super) fn over_only(play: &Play) -> Result<()> {
    match play.is_over() {
        true => Ok(()),
        false => Err(Oops::new(
            Code::WrongStage,
            "The game is not over yet; its replay would tell too much.",
        )),
    }
}

/// The game up to a position.
fn upto(site: &Site, whole: &Whole, position: u32) -> Result<Play> {
    let upto = whole.entries.partition_point(|(at, _)| *at <= position);
    Play::load(
        &site.rooms.hall().content,
        &whole.play.id,
        Arc::new(whole.stored.plan.clone()),
        &whole.entries[..upto],
    )
}

pub async fn moment(
    State(site): State<Site>,
    Path((id, position)): Path<(String, u32)>,
) -> Result<Json<Moment>> {
    let whole = whole(&site, &id).await?;
    let viewer = match whole.play.is_over() {
        true => Viewer::All,
        false => Viewer::Public,
    };
    // Before the game began there is nothing to see.
    let began = whole.play.record.began.unwrap_or(0);
    let play = upto(&site, &whole, position.max(began))?;
    let on = play.on_table()?;
    Ok(Json(Moment {
        table: wire::table(&site.rooms.hall().content, &play, on, &[viewer]),
        board: wire::board(on),
        view: wire::view(&play, on, viewer),
        log: wire::lines(&play, on, viewer, None),
        last: whole.play.record.at,
    }))
}

pub async fn story(State(site): State<Site>, Path(id): Path<String>) -> Result<Json<Story>> {
    let whole = whole(&site, &id).await?;
    over_only(&whole.play)?;
    let tell = move || tell(&site, &whole);
    let story = tokio::task::spawn_blocking(tell);
    Ok(Json(story.await.map_err(Oops::internal)??))
}

fn tell(site: &Site, whole: &Whole) -> Result<Story> {
    let end = whole.play.on_table()?;
    let began = whole.play.record.began.unwrap_or(0);
    let mut play = upto(site, whole, began)?;
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
    let rest = whole.entries.iter().filter(|(at, _)| *at > began);
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
        play.add(&site.rooms.hall().content, *at, entry, None)?;
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
        log: wire::lines(&whole.play, end, Viewer::All, None),
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

pub async fn download(State(site): State<Site>, Path(id): Path<String>) -> Result<Response> {
    let whole = whole(&site, &id).await?;
    over_only(&whole.play)?;
    let replay = written(&site.rooms.hall().content, &whole.play)?;
    let text = serde_json::to_string_pretty(&replay).map_err(Oops::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"gloryhex-{id}.json\""),
        ),
    ];
    Ok((headers, text).into_response())
}

/// The game as the file that `gloryhex replay` reads.
fn written(content: &Content, play: &Play) -> Result<Replay> {
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
        version: VERSION.to_owned(),
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
    Path(id): Path<String>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    wish: std::result::Result<Json<ContinueGame>, JsonRejection>,
) -> Result<Json<Ticket>> {
    let wish = body(wish)?;
    opponents::opponent(&wish.level, 0, Duration::ZERO)?;
    let whole = whole(&site, &id).await?;
    over_only(&whole.play)?;
    let then = upto(&site, &whole, wish.at)?;
    if then.decider().is_none() {
        return Err(Oops::invalid("Nothing is to be decided at this moment."));
    }
    if usize::from(wish.seat) >= then.record.chairs.len() {
        return Err(Oops::invalid("There is no such seat."));
    }
    let old = &whole.stored.plan;
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
        ..old.clone()
    };
    site.addresses.make_game(from.ip())?;
    Ok(Json(games::open(&site, plan, JoinGame::default()).await?))
}

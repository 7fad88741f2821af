//! Games that somebody sat at, told to them: how they were made, what they did, how they ended. Nothing of what others
//! chose, hold or said.

use crate::{
    entry::{Entry, Plan},
    error::{Oops, Result},
    room::Hall,
};
use gloryhex_protocol::GameSummary;
use serde_json::{Value, json};

/// Where they sit, and where a seat is kept for them.
pub async fn seats(hall: &Hall, player: &str) -> Result<Value> {
    let sits = hall.store.seated_at(player).await?;
    let kept = hall.store.promised_to(player).await?.into_iter();
    let kept: Vec<_> = kept
        .filter(|(game, _)| sits.iter().all(|(other, ..)| other != game))
        .map(|(game, seat)| json!({"game": game, "seat": seat, "kept": true}))
        .collect();
    let sits = sits.into_iter();
    let sits = sits.map(|(game, seat, since)| json!({"game": game, "seat": seat, "since": since}));
    Ok(sits.chain(kept).collect())
}

/// The games, and what they did at each.
pub async fn games(hall: &Hall, player: &str) -> Result<Value> {
    let mut all = Vec::new();
    for (game, seat, _) in hall.store.seated_at(player).await? {
        all.push(one(hall, &game, seat).await?);
    }
    Ok(Value::Array(all))
}

async fn one(hall: &Hall, game: &str, own: u8) -> Result<Value> {
    let Some((plan, glance)) = hall.store.written(game).await? else {
        return Ok(json!({"game": game, "seat": own}));
    };
    // What cannot be read any more is told as it lies there.
    let Ok(plan) = serde_json::from_str::<Plan>(&plan) else {
        return Ok(json!({"game": game, "seat": own, "plan": "cannot be read"}));
    };
    let glance: Option<GameSummary> = serde_json::from_str(&glance).ok();
    let mut did = Vec::new();
    let (mut name, mut warband, mut deck) = (String::new(), String::new(), Value::Null);
    for (at, entry) in hall.store.record(game).await? {
        match serde_json::from_value(entry) {
            Ok(Entry::Join {
                seat,
                name: shown,
                warband: chosen,
                deck: list,
                ..
            }) if seat == own => {
                (name, warband) = (shown, chosen);
                deck = serde_json::to_value(list).map_err(Oops::internal)?;
            }
            Ok(entry) => did.extend(deed(own, entry).map(|deed| json!({"at": at, "did": deed}))),
            Err(_) => {}
        }
    }
    Ok(json!({
        "game": game, "seat": own, "edition": plan.edition, "variant": plan.variant, "rated": plan.rated,
        "made": glance.as_ref().map(|glance| glance.made), "stage": glance.as_ref().map(|glance| glance.stage),
        "ending": glance.as_ref().and_then(|glance| glance.ending.clone()),
        "match": plan.series.and_then(|series| series.id),
        "name": name, "warband": warband, "deck": deck, "deeds": did,
    }))
}

/// What a player did, if it was this one.
fn deed(own: u8, entry: Entry) -> Option<String> {
    let (seat, deed) = match entry {
        Entry::Choose { seat, choice, .. } => (seat, choice),
        Entry::AskUndo { seat, to } => (seat, format!("asked to go back to {to}")),
        Entry::AnswerUndo { seat, agree, .. } => (seat, answered("going back", agree)),
        Entry::TakeBack { seat, to, .. } => (seat, format!("went back to {to}")),
        Entry::OfferDraw { seat, offer: true } => (seat, "offered a draw".to_owned()),
        Entry::OfferDraw { seat, offer: false } => {
            (seat, "withdrew the offer of a draw".to_owned())
        }
        Entry::AnswerDraw { seat, agree } => (seat, answered("a draw", agree)),
        Entry::Leave { seat, why } => {
            let why = serde_json::to_value(why).ok()?;
            (seat, format!("left: {}", why.as_str()?))
        }
        Entry::Again { seat } => (seat, "wanted another game".to_owned()),
        Entry::Join { .. } | Entry::Begin | Entry::GoOn { .. } | Entry::Next { .. } => return None,
    };
    (seat == own).then_some(deed)
}

fn answered(what: &str, agree: bool) -> String {
    match agree {
        true => format!("agreed to {what}"),
        false => format!("did not agree to {what}"),
    }
}

/// How their games ended, with what everybody could see of the others.
pub async fn results(hall: &Hall, player: &str) -> Result<Value> {
    let results = hall.store.results_of(player, u32::MAX).await?.into_iter();
    let results = results.map(|(stored, seat)| {
        let seats = stored.result.seats.iter().map(|seat| {
            json!({"name": seat.name, "warband": seat.warband, "glory": seat.glory, "won": seat.won,
                "drawn": seat.drawn, "level": seat.level})
        });
        json!({
            "game": stored.game, "ended": stored.ended, "edition": stored.edition, "rated": stored.rated,
            "seat": seat, "seats": seats.collect::<Vec<_>>(),
        })
    });
    Ok(results.collect())
}

/// How they wish to be asked at their tables, and whom they do not want to hear there.
pub async fn settings(hall: &Hall, player: &str) -> Result<Value> {
    let mut all = Vec::new();
    for (game, own, _) in hall.store.seated_at(player).await? {
        let settings = hall.store.settings(&game).await?.into_iter();
        for (_, wishes) in settings.filter(|(seat, _)| *seat == own) {
            all.push(json!({"game": game, "seat": own, "wishes": wishes}));
        }
    }
    Ok(Value::Array(all))
}

/// How long they were away from their tables.
pub async fn away(hall: &Hall, player: &str) -> Result<Value> {
    let mut all = Vec::new();
    for (game, own, _) in hall.store.seated_at(player).await? {
        let absences = hall.store.absences(&game).await?.into_iter();
        for (_, absence) in absences.filter(|(seat, _)| *seat == own) {
            all.push(json!({"game": game, "seat": own, "absence": absence}));
        }
    }
    Ok(Value::Array(all))
}

//! Ladders, tournaments and matches that somebody is or was in, told to them, with others by the names they have now.

use crate::{
    contests::{Contest as _, Names, readable},
    error::Result,
    http::Site,
    ladders, matches, tournaments,
    tournaments::Registered,
};
use gloryhex_organise::{
    PlayerId,
    ladder::{self, Challenge, Ladder},
    standing::standings,
    tournament::{Entrant, Tournament},
};
use gloryhex_table::series::Series;
use serde_json::{Value, json};

/// When a contest was made, and whether they made it.
async fn made(site: &Site, id: &str, player: &str) -> Result<(u64, bool)> {
    let made = site.rooms.hall().store.contest_made(id).await?;
    Ok(made.map_or((0, false), |(when, maker)| (when, maker == player)))
}

/// Ladders: their place, their challenges, and every step that moved them.
pub async fn ladders(site: &Site, player: &str) -> Result<Value> {
    let hall = site.rooms.hall();
    let own = PlayerId(player.to_owned());
    let mut all = Vec::new();
    for id in hall.store.contests_of(player, Ladder::KIND).await? {
        // Results that have come since are taken over first.
        let Some(now) = readable(&id, ladders::look(hall, &id).await)? else {
            continue;
        };
        let names = Names::of(hall, &id).await?;
        let (when, opened) = made(site, &id, player).await?;
        let challenges = now.challenges().iter();
        let challenges = challenges.filter(|c| c.from == own || c.to == own);
        let challenges: Vec<Value> = challenges.map(|c| challenge(c, &own, &names)).collect();
        let mut steps = Vec::new();
        let mut then = Ladder::new(now.plan().clone());
        for (_, body) in hall.store.contest_entries(&id, 0).await? {
            let Ok(entry) = serde_json::from_str::<ladder::Entry>(&body) else {
                continue;
            };
            let before = then.rung(&own);
            let challenge = match &entry.deed {
                ladder::Deed::Played { challenge, winner } => Some((*challenge, winner.clone())),
                _ => None,
            };
            if then.apply(&entry).is_err() {
                continue;
            }
            let rung = then.rung(&own);
            let played = challenge.and_then(|(number, winner)| {
                let played = then.challenges().get(number as usize)?;
                let other = other(played, &own)?;
                let won = winner.as_ref().map(|winner| *winner == own);
                Some(json!({"against": names.name(other), "won": won}))
            });
            if rung != before || played.is_some() {
                steps.push(json!({"when": entry.when, "rung": rung, "played": played}));
            }
        }
        let climber = now.rungs().iter().find(|climber| climber.player == own);
        all.push(json!({
            "ladder": id, "name": now.plan().name, "edition": now.plan().edition, "made": when, "opened": opened,
            "rung": now.rung(&own), "played": climber.map(|c| c.played), "won": climber.map(|c| c.won),
            "drawn": climber.map(|c| c.drawn), "challenges": challenges, "steps": steps,
        }));
    }
    Ok(Value::Array(all))
}

/// The other one of a challenge, if it is theirs at all.
fn other<'a>(challenge: &'a Challenge, own: &PlayerId) -> Option<&'a PlayerId> {
    match (challenge.from == *own, challenge.to == *own) {
        (true, _) => Some(&challenge.to),
        (_, true) => Some(&challenge.from),
        (false, false) => None,
    }
}

fn challenge(challenge: &Challenge, own: &PlayerId, names: &Names) -> Value {
    let (state, game) = match &challenge.state {
        ladder::State::Open => ("open", None),
        ladder::State::Accepted { game } => ("accepted", game.clone()),
        ladder::State::Closed => ("closed", None),
    };
    json!({
        "from": names.name(&challenge.from), "to": names.name(&challenge.to), "sent": challenge.from == *own,
        "when": challenge.when, "state": state, "game": game,
    })
}

/// Tournaments and leagues: what they registered, whom they met, how it ended, and what they organised.
pub async fn tournaments(site: &Site, player: &str) -> Result<Value> {
    let hall = site.rooms.hall();
    let own = PlayerId(player.to_owned());
    let mut all = Vec::new();
    for id in hall.store.contests_of(player, Tournament::KIND).await? {
        let Some(now) = readable(&id, tournaments::look(site, &id).await)? else {
            continue;
        };
        let names = Names::of(hall, &id).await?;
        let (when, organised) = made(site, &id, player).await?;
        let entered = now.entrant(&own);
        let standing = standings(&now).into_iter();
        let standing = standing.filter(|s| Some(s.entrant) == entered).map(|s| {
            json!({"rank": s.rank, "points": s.points, "won": s.won, "drawn": s.drawn, "lost": s.lost,
                "rested": s.rested, "opponents": s.opponents, "glory": s.glory, "conceded": s.conceded})
        });
        let person = entered.and_then(|entrant| now.person(entrant));
        let registered = person.and_then(|person| Registered::of(person.list.as_deref()));
        let guests = now
            .entrants()
            .iter()
            .filter(|p| organised && p.player.is_none());
        let guests: Vec<&str> = guests.map(|guest| guest.name.as_str()).collect();
        all.push(json!({
            "tournament": id, "name": now.plan().name, "edition": now.plan().edition, "made": when,
            "organised": organised, "guests": guests, "entered": entered.is_some(),
            "seeding": person.map(|person| person.seeding),
            "registered": registered, "left": person.and_then(|person| person.dropped),
            "standing": standing.collect::<Vec<_>>(), "tables": tables(&now, entered, organised, &names),
        }));
    }
    Ok(Value::Array(all))
}

/// The tables that somebody sat at, and of what they organised those whose results were set right.
fn tables(
    now: &Tournament,
    entered: Option<Entrant>,
    organised: bool,
    names: &Names,
) -> Vec<Value> {
    let name = |entrant: Option<Entrant>| {
        let person = now.person(entrant?)?;
        Some(match &person.player {
            Some(player) => names.name(player),
            None => person.name.clone(),
        })
    };
    let mut tables = Vec::new();
    for (round, pairs) in (1..).zip(now.rounds()) {
        for (table, pair) in (1..).zip(&pairs.pairs) {
            let sat = entered.is_some() && pair.sides.contains(&entered);
            let judged = organised && !pair.corrected.is_empty();
            if sat || judged {
                tables.push(json!({
                    "round": round, "table": table, "sides": pair.sides.map(name), "sat": sat,
                    "result": pair.verdict, "game": pair.game, "match": pair.series,
                    "set_right": pair.corrected, "winner": name(pair.winner()),
                }));
            }
        }
    }
    tables
}

/// Matches: what they chose, the games, and how it ended.
pub async fn matches(site: &Site, player: &str) -> Result<Value> {
    let hall = site.rooms.hall();
    let mut all = Vec::new();
    for id in hall.store.contests_of(player, Series::KIND).await? {
        let Some(now) = readable(&id, matches::look(site, &id).await)? else {
            continue;
        };
        let Some(side) = now.side_of(player) else {
            continue;
        };
        let names = Names::of(hall, &id).await?;
        let view = matches::view(&id, &now, &names);
        let (when, opened) = made(site, &id, player).await?;
        let pick = now.pick(side);
        all.push(json!({
            "match": id, "edition": view.edition, "made": when, "opened": opened, "side": side,
            "tournament": view.tournament, "sides": view.sides.iter().map(|side| &side.name).collect::<Vec<_>>(),
            "warband": pick.map(|pick| &pick.warband), "deck": pick.map(|pick| &pick.deck),
            "games": view.games, "ending": view.ending,
        }));
    }
    Ok(Value::Array(all))
}

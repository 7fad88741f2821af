//! Tournaments and leagues: making one, entering, what the organiser does, results as files.

use super::{
    Site,
    guard::Client,
    id::GameId,
    library::body,
    players::{Named, free_for_guests},
};
use crate::{
    contests::{Contest, Names, readable},
    error::{Oops, Result},
    limits::Thing,
    matches,
    players::Player,
    token::{Purpose, game_id, random},
    tournaments::{self, Registered, look, tell},
};
use axum::{
    Extension, Json,
    extract::{Path, State, rejection::JsonRejection},
    http::header,
    response::{IntoResponse, Response},
};
use gloryhex_organise::{
    PlayerId, sheet,
    tournament::{Deadline, Deed, Entrant, Format, Plan, Stage, Tournament, Verdict, Who},
};
use gloryhex_protocol::{
    Code, DropEntrant, EnterTournament, GuestSeat, NewTournament, PauseTournament, SetClock,
    TellResult, TournamentFace, TournamentKind, TournamentView,
};
use gloryhex_table::{content::known_edition, decks, name, seating, series};

type Body<T> = std::result::Result<Json<T>, JsonRejection>;

/// Guests of a tournament at most: they cost nobody anything but the server a match each.
const GUESTS: usize = 128;
/// The longest reason for a correction, in characters.
const REASON: usize = 200;

fn as_player(player: &Player) -> Who {
    Who::Player(PlayerId(player.id.clone()))
}

async fn shown(site: &Site, id: &str) -> Result<Json<TournamentView>> {
    let tournament = look(site, id).await?;
    let names = Names::of(site.rooms.hall(), id).await?;
    Ok(Json(tournaments::view(id, &tournament, &names)))
}

pub async fn list(State(site): State<Site>) -> Result<Json<Vec<TournamentFace>>> {
    let hall = site.rooms.hall();
    let mut faces = Vec::new();
    for id in hall.store.contests(Tournament::KIND).await? {
        let Some(tournament) = readable(&id, look(&site, &id).await)? else {
            continue;
        };
        let names = Names::of(hall, &id).await?;
        faces.push(tournaments::face(&id, &tournament, &names));
    }
    Ok(Json(faces))
}

pub async fn view(State(site): State<Site>, GameId(id): GameId) -> Result<Json<TournamentView>> {
    shown(&site, &id).await
}

/// `…/standings.csv`, `…/results.csv` and `…/results.json`.
pub async fn file(
    State(site): State<Site>,
    Path((id, file)): Path<(String, String)>,
) -> Result<Response> {
    let tournament = look(&site, &id).await?;
    let names = Names::of(site.rooms.hall(), &id).await?;
    // The names that people have now; whoever was forgotten has none.
    let named = tournament.renamed(|player| names.name(player));
    let mut kind = "text/csv; charset=utf-8";
    let text = match file.as_str() {
        "standings.csv" => sheet::standings_csv(&named),
        "results.csv" => sheet::results_csv(&named),
        // Everything that the page shows of it: who entered, the rounds and their tables, the standings.
        "results.json" => {
            kind = "application/json";
            let view = tournaments::view(&id, &tournament, &names);
            serde_json::to_string_pretty(&view).map_err(Oops::internal)?
        }
        _ => return Err(Oops::not_found("There is no such file.")),
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"gloryhex-{file}\""),
        ),
    ];
    Ok((headers, text).into_response())
}

pub async fn make(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    Named(player): Named,
    new: Body<NewTournament>,
) -> Result<Json<TournamentView>> {
    let new = body(new)?;
    let hall = site.rooms.hall();
    known_edition(&hall.content, &new.edition)?;
    let name = name::clean(&new.name);
    if name.is_empty() {
        return Err(Oops::invalid("A tournament needs a name."));
    }
    let formats = hall.content.formats(&new.edition);
    if let Some(format) = &new.decks
        && !formats.iter().any(|known| known.word == *format)
    {
        let message = format!("There is no deck format {format} in this edition.");
        return Err(Oops::invalid(message));
    }
    if let Some(day) = &new.lists {
        decks::day(day)?;
        if new.decks.is_none() {
            let message = "Lists judge registered decks; name the deck format, too.";
            return Err(Oops::invalid(message));
        }
    }
    if let Some(clock) = new.clock {
        seating::fair_clock(clock)?;
    }
    let clock = new
        .clock
        .map(|clock| serde_json::to_string(&clock))
        .transpose();
    let plan = Plan {
        name,
        edition: new.edition,
        format: match (new.kind, new.cut) {
            (TournamentKind::Swiss, 0) => Format::Swiss { rounds: new.rounds },
            (TournamentKind::Swiss, cut) => Format::SwissCut {
                rounds: new.rounds,
                cut,
            },
            (TournamentKind::RoundRobin, _) => Format::RoundRobin,
            (TournamentKind::Elimination, _) => Format::Elimination,
        },
        variant: new.variant,
        boards: new.boards,
        best_of: new.best_of,
        rated: new.rated,
        decks: new.decks,
        lists: new.lists,
        clock: clock.map_err(Oops::internal)?,
        open_decks: new.open_decks,
        deadline: new.days.map(|days| Deadline { days, late: 1 }),
        organiser: PlayerId(player.id.clone()),
        lots: u64::from_le_bytes(random()),
    };
    Tournament::begin(plan.clone()).map_err(|refusal| Oops::invalid(refusal.0))?;
    tournaments::possible(hall, &plan)?;
    site.addresses.make(holder, Thing::Contest)?;
    let id = game_id();
    let plan = serde_json::to_string(&plan).map_err(Oops::internal)?;
    let now = hall.config.clock.wall();
    hall.store
        .make_contest(&id, Tournament::KIND, plan, &player.id, now)
        .await?;
    hall.store.join_contest(&id, &player.id).await?;
    shown(&site, &id).await
}

pub async fn enter(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
    wish: Body<EnterTournament>,
) -> Result<Json<TournamentView>> {
    let wish = body(wish)?;
    let hall = site.rooms.hall();
    let tournament = look(&site, &id).await?;
    let plan = tournament.plan();
    let list = match (&plan.decks, wish.deck) {
        (Some(format), Some(deck)) => {
            if deck.format != *format {
                let message = format!("Decks of this tournament are built in the format {format}.");
                return Err(Oops::invalid(message));
            }
            let day = plan.lists.as_deref().map(decks::day).transpose()?;
            let (content, warband) = (&hall.content, &wish.warband);
            decks::lawful_on(content, &plan.edition, warband, &deck, day.as_ref())?;
            let warband = wish.warband;
            let list = Registered { warband, deck };
            Some(serde_json::to_string(&list).map_err(Oops::internal)?)
        }
        _ => None,
    };
    let guest = wish.guest.as_deref().map(name::clean);
    if guest.as_deref() == Some("") {
        return Err(Oops::invalid("A guest needs a name."));
    }
    if let Some(guest) = &guest {
        free_for_guests(&site, guest).await?;
    }
    let ratings = hall.ratings.of(&hall.store, &player.id).await?;
    let rating = ratings.iter().find(|(edition, _)| *edition == plan.edition);
    let seeding = rating.map_or(0, |(_, rated)| rated.rating.value.max(0.0) as u32);
    let deed = |tournament: &Tournament| {
        let guests = tournament.entrants().iter().filter(|p| p.player.is_none());
        if guest.is_some() && guests.count() >= GUESTS {
            let message = format!("{GUESTS} guests are written down; others take names.");
            return Err(Oops::new(Code::Refused, message));
        }
        Ok(match &guest {
            Some(guest) => Deed::Enter {
                player: None,
                name: guest.clone(),
                seeding: 0,
                list: list.clone(),
            },
            None => Deed::Enter {
                player: Some(PlayerId(player.id.clone())),
                // Names can change and are looked up; what is kept here tells entrants apart.
                name: player.id.clone(),
                seeding,
                list: list.clone(),
            },
        })
    };
    if guest.is_none() {
        hall.store.join_contest(&id, &player.id).await?;
    }
    tell(&site, &id, &as_player(&player), deed).await?;
    shown(&site, &id).await
}

pub async fn leave(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
    wish: Body<DropEntrant>,
) -> Result<Json<TournamentView>> {
    let entrant = Entrant(body(wish)?.entrant);
    let deed = |_: &Tournament| Ok(Deed::Drop { entrant });
    tell(&site, &id, &as_player(&player), deed).await?;
    shown(&site, &id).await
}

/// The organiser begins the next round.
pub async fn next(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
) -> Result<Json<TournamentView>> {
    let deed = |tournament: &Tournament| {
        // Whoever may not is told so, and not what the next round would be.
        let who = as_player(&player);
        let right = tournament.allowed(&who, &Deed::Round { pairs: Vec::new() });
        right.map_err(|refusal| Oops::new(Code::NotSeated, refusal.0))?;
        let next = tournament.next();
        next.map_err(|refusal| Oops::new(Code::Refused, refusal.0))
    };
    tell(&site, &id, &as_player(&player), deed).await?;
    shown(&site, &id).await
}

pub async fn result(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
    told: Body<TellResult>,
) -> Result<Json<TournamentView>> {
    let told = body(told)?;
    let reason: String = one_line(&told.reason);
    let side = match told.winner {
        None => None,
        Some(side @ 0..=1) => Some(side),
        Some(_) => return Err(Oops::invalid("A match has two sides.")),
    };
    let verdict = match (told.played, side) {
        (true, winner) => Verdict::Played {
            won: [u8::from(winner == Some(0)), u8::from(winner == Some(1))],
            glory: told.glory,
            decided: None,
        },
        (false, Some(winner)) => Verdict::Forfeit { side: 1 - winner },
        (false, None) => Verdict::Neither,
    };
    if reason.is_empty() {
        by_hand(&site, &id, told.table).await?;
    }
    let deed = |_: &Tournament| {
        Ok(match reason.is_empty() {
            true => Deed::Told {
                table: told.table,
                verdict,
            },
            false => Deed::Correct {
                round: told.round,
                table: told.table,
                verdict,
                reason: reason.clone(),
            },
        })
    };
    tell(&site, &id, &as_player(&player), deed).await?;
    shown(&site, &id).await
}

/// Refuses to be told how a match ended that is being played here.
async fn by_hand(site: &Site, id: &str, table: u32) -> Result<()> {
    let tournament = look(site, id).await?;
    let pair = tournament.table(table);
    let Some(series) = pair
        .filter(|pair| tournament.with_guest(pair))
        .and_then(|p| p.series.as_ref())
    else {
        return Ok(());
    };
    let played = readable(series, matches::look(site, series).await)?;
    match played.is_some_and(|series| !series.games().is_empty()) {
        true => Err(Oops::new(
            Code::Refused,
            "This match is being played here and tells by itself how it ends; the organiser can set that right.",
        )),
        false => Ok(()),
    }
}

/// A reason in one line, without what cannot be seen, and not too long.
fn one_line(reason: &str) -> String {
    let words = reason.split_whitespace().map(name::clean);
    let line = words.collect::<Vec<_>>().join(" ");
    line.chars().take(REASON).collect()
}

pub async fn pause(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
    wish: Body<PauseTournament>,
) -> Result<Json<TournamentView>> {
    let on = body(wish)?.on;
    let deed = |_: &Tournament| Ok(Deed::Pause { on });
    tell(&site, &id, &as_player(&player), deed).await?;
    shown(&site, &id).await
}

/// Matches that are made from now on have other clocks.
pub async fn clock(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
    wish: Body<SetClock>,
) -> Result<Json<TournamentView>> {
    let clock = body(wish)?.clock;
    if let Some(clock) = clock {
        seating::fair_clock(clock)?;
    }
    let clock = clock.map(|clock| serde_json::to_string(&clock)).transpose();
    let clock = clock.map_err(Oops::internal)?;
    let deed = |_: &Tournament| {
        Ok(Deed::Clock {
            clock: clock.clone(),
        })
    };
    tell(&site, &id, &as_player(&player), deed).await?;
    shown(&site, &id).await
}

/// The invitations of the guests of the last round, for the organiser to hand on.
pub async fn guests(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
) -> Result<Json<Vec<GuestSeat>>> {
    let tournament = look(&site, &id).await?;
    if tournament.plan().organiser.0 != player.id {
        let message = "Only the organiser can do that.";
        return Err(Oops::new(Code::NotSeated, message));
    }
    Ok(Json(invited(&site, &tournament).await?))
}

/// The organiser takes an invitation back; there is another one from then on.
pub async fn uninvite(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
    wish: Body<DropEntrant>,
) -> Result<Json<Vec<GuestSeat>>> {
    let guest = Entrant(body(wish)?.entrant);
    let tournament = look(&site, &id).await?;
    if tournament.plan().organiser.0 != player.id {
        let message = "Only the organiser can do that.";
        return Err(Oops::new(Code::NotSeated, message));
    }
    let last = tournament.rounds().last();
    let mut pairs = last.map_or(&[][..], |round| &round.pairs).iter();
    let found = pairs.find_map(|pair| {
        let side = pair.sides.iter().position(|side| *side == Some(guest))?;
        Some((pair.series.clone()?, side as u8))
    });
    let (series, side) =
        found.ok_or_else(|| Oops::not_found("There is no such guest at a table."))?;
    matches::tell(&site, &series, |_| Ok(series::Deed::Uninvite { side })).await?;
    Ok(Json(invited(&site, &tournament).await?))
}

/// What the guests of the last round need to play their matches here.
async fn invited(site: &Site, tournament: &Tournament) -> Result<Vec<GuestSeat>> {
    let hall = site.rooms.hall();
    let mut seats = Vec::new();
    let last = tournament.rounds().last();
    let pairs = last.map_or(&[][..], |round| &round.pairs);
    for (table, pair) in (0u32..).zip(pairs).filter(|(_, pair)| !pair.done()) {
        for (side, entrant) in pair.sides.iter().flatten().enumerate() {
            let guest = tournament
                .person(*entrant)
                .is_some_and(|p| p.player.is_none());
            let Some(id) = pair.series.as_ref().filter(|_| guest) else {
                continue;
            };
            let Some(played) = readable(id, matches::look(site, id).await)? else {
                continue;
            };
            seats.push(GuestSeat {
                table,
                entrant: entrant.0,
                series: id.clone(),
                invite: matches::token(hall, Purpose::Invite, id, &played, side),
                playing: !played.games().is_empty(),
            });
        }
    }
    Ok(seats)
}

pub async fn end(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
) -> Result<Json<TournamentView>> {
    let deed = |_: &Tournament| Ok(Deed::End);
    tell(&site, &id, &as_player(&player), deed).await?;
    shown(&site, &id).await
}

/// Drops somebody from all tournaments, who is about to be forgotten. What they organise ends as it stands; a league that
/// has begun goes on by its clock.
pub async fn leave_all(site: &Site, player: &Player) -> Result<()> {
    let hall = site.rooms.hall();
    let own = PlayerId(player.id.clone());
    for id in hall.store.contests_of(&player.id, Tournament::KIND).await? {
        let Some(tournament) = readable(&id, look(site, &id).await)? else {
            continue;
        };
        let organises = tournament.plan().organiser == own;
        let goes_on = tournament.plan().deadline.is_some() && tournament.stage() == Stage::Running;
        let mut deeds = Vec::new();
        if organises && tournament.paused() {
            deeds.push(Deed::Pause { on: false });
        }
        deeds.extend(
            tournament
                .entrant(&own)
                .map(|entrant| Deed::Drop { entrant }),
        );
        if organises && !goes_on && tournament.stage() != Stage::Over {
            deeds.push(Deed::End);
        }
        for deed in deeds {
            match tell(site, &id, &as_player(player), |_| Ok(deed.clone())).await {
                // Some they have left already, some have ended.
                Err(oops) if oops.0.code != Code::Refused => return Err(oops),
                Ok(()) | Err(_) => {}
            }
        }
    }
    Ok(())
}

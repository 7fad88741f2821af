//! Matches on this server: the rules are those of `table::series`, the entries are in the database, the games are played in
//! rooms.
//!
//! As with tournaments, nobody tells a match how a game ended: whoever looks at it or changes it first takes over what has
//! ended, makes the next game, the sudden death rounds or the roll-off, and notices that somebody came too late. If nobody
//! does, `errands` looks.

mod view;

pub use view::{name, view};

use crate::{
    contests::{Contest, Contests, Known, Names, TRIES, current, readable},
    errands,
    error::{Oops, Result},
    http::Site,
    play::Play,
    players::{Ended, Player},
    room::{Ask, Hall},
    store::now,
    summary::summary,
    token::{Purpose, game_id},
    upgrade,
};
use gloryhex_engine::contest::{GameResult, Match};
use gloryhex_model::{BySeat, Seat};
use gloryhex_organise::Refusal;
use gloryhex_protocol::{Code, NewGame, NewSeat, Problem, SeatKind, Stage};
use gloryhex_table::{
    content::table,
    decks,
    entry::{self, SUDDEN_DEATH},
    record::Record,
    seating,
    series::{Deed, Entry, Next, Pick, Plan, Series},
};
use std::sync::Arc;

/// Matches in memory.
pub type Matches = Contests<Series>;

/// So many things at most follow from one another without anybody's doing: a game's end, a roll-off, the end.
const STEPS: u32 = 8;

impl Contest for Series {
    type Plan = Plan;
    type Entry = Entry;
    const KIND: &'static str = "match";
    fn begin(plan: Plan) -> std::result::Result<Self, Refusal> {
        Series::new(plan).map_err(|problem| Refusal(problem.message))
    }
    fn take(&mut self, entry: &Entry) -> std::result::Result<(), Refusal> {
        self.apply(entry)
            .map_err(|problem| Refusal(problem.message))
    }
}

/// Makes a match at which nobody sits, and gives its id.
///
/// # Errors
/// It cannot be played.
pub async fn make(site: &Site, plan: &Plan, maker: &str) -> Result<String> {
    let hall = site.rooms.hall();
    possible(hall, plan)?;
    let series = Series::new(plan.clone())?;
    let id = game_id();
    let text = serde_json::to_string(plan).map_err(Oops::internal)?;
    hall.store
        .make_contest(&id, Series::KIND, text, maker, plan.made)
        .await?;
    for player in plan.kept.iter().flatten() {
        hall.store.join_contest(&id, player).await?;
    }
    errands::note(site, &id, series.due()).await?;
    Ok(id)
}

/// Whatever is wrong with the variants, boards or clocks is found before anybody waits.
///
/// # Errors
/// What is wrong.
pub fn possible(hall: &Hall, plan: &Plan) -> Result<()> {
    if plan.variant.iter().any(|way| way == SUDDEN_DEATH) {
        return Err(Oops::invalid(
            "Sudden death rounds follow a level match by themselves; play a game of them on its own.",
        ));
    }
    let open = Pick::default();
    game_of(hall, plan, [&open, &open], false)?;
    Ok(())
}

/// A match as it stands now, with everything that has happened taken over.
///
/// # Errors
/// There is none, or it cannot be read.
pub async fn look(site: &Site, id: &str) -> Result<Series> {
    let mut all = site.rooms.hall().matches.lock().await;
    let known = current(&mut all, site.rooms.hall(), id).await?;
    settle(site, known).await?;
    Ok(known.contest.clone())
}

/// Has something happen. `what` is asked again if another process was faster.
///
/// # Errors
/// Nobody has the right to it, or the match refuses it.
pub async fn tell(site: &Site, id: &str, what: impl Fn(&Series) -> Result<Deed>) -> Result<Series> {
    let hall = site.rooms.hall();
    let mut all = hall.matches.lock().await;
    for _ in 0..TRIES {
        let known = current(&mut all, hall, id).await?;
        settle(site, known).await?;
        let deed = what(&known.contest)?;
        let when = hall.config.clock.wall();
        let entry = Entry { when, deed };
        // The refusal keeps its own code: a taken side is another thing than a match that is over.
        known.contest.clone().apply(&entry)?;
        if known.add(hall, &entry).await? {
            settle(site, known).await?;
            errands::note(site, id, known.contest.due()).await?;
            return Ok(known.contest.clone());
        }
    }
    Err(gloryhex_table::asks::stale().into())
}

/// Whether this may be played in a match: a warband that there is, and a deck that keeps to the rules of its format.
///
/// # Errors
/// What is wrong.
pub fn lawful(hall: &Hall, series: &Series, pick: &Pick) -> Result<Pick> {
    let (content, edition) = (&hall.content, &series.plan().edition);
    let known = content.catalog.warband(edition, &pick.warband);
    let Some(info) = known.filter(|info| !info.def.fighters.is_empty()) else {
        let all = content.warbands(edition).into_iter();
        let unknown = gloryhex_editions::content::unknown("warband", &pick.warband, all);
        return Err(Oops::invalid(unknown.to_string()));
    };
    let pick = Pick {
        warband: info.def.name.clone(),
        deck: pick.deck.clone(),
    };
    if let Some(deck) = &pick.deck {
        decks::lawful(content, edition, &pick.warband, deck)?;
    }
    // It must also go on a table, with the boards and ways of this match.
    let plan = game_of(hall, series.plan(), [&pick, &pick], false)?;
    table(content, &plan, &Record::new(&plan).chairs)?;
    Ok(pick)
}

/// Takes over what has ended, and makes what is due.
async fn settle(site: &Site, known: &mut Known<Series>) -> Result<()> {
    for _ in 0..STEPS {
        let Some((when, deed)) = due(site, known).await? else {
            break;
        };
        let game = matches!(deed, Deed::Game { .. });
        let added = known.add(site.rooms.hall(), &Entry { when, deed }).await?;
        if game && added {
            seat(site, known).await?;
        }
    }
    Ok(())
}

/// What happens by itself now, and when it did.
async fn due(site: &Site, known: &Known<Series>) -> Result<Option<(u64, Deed)>> {
    let hall = site.rooms.hall();
    let series = &known.contest;
    let now = hall.config.clock.wall();
    Ok(match series.next() {
        Next::Nothing => None,
        Next::Sit | Next::Choose => {
            let due = series.due().filter(|due| *due <= now);
            due.map(|due| (due, Deed::Late))
        }
        Next::End => {
            let Some(last) = series.games().last() else {
                return Ok(None);
            };
            let glance = readable(&known.id, hall.store.glance(&last.game).await)?;
            match (hall.store.result_of(&last.game).await?, glance) {
                (Some((when, ended)), _) => Some((when, outcome(&ended))),
                (None, Some(glance)) if glance.stage == Stage::Over => Some((now, Deed::Closed)),
                (None, Some(glance)) if glance.stage == Stage::Waiting => {
                    // The server stopped before both sat there.
                    seat(site, known).await?;
                    site.rooms.ask(&last.game, Ask::News).await?;
                    None
                }
                (None, _) => None,
            }
        }
        Next::Game => {
            let game = make_game(site, known, None).await?;
            let sudden_death = false;
            Some((now, Deed::Game { game, sudden_death }))
        }
        Next::SuddenDeath => match before_sudden_death(hall, series).await {
            Some(inputs) => {
                let game = make_game(site, known, Some(inputs)).await?;
                let sudden_death = true;
                Some((now, Deed::Game { game, sudden_death }))
            }
            None => Some((now, roll_off(hall, series))),
        },
        Next::RollOff => Some((now, roll_off(hall, series))),
    })
}

/// How a game counts for its match. Its seats are in the order of the sides.
fn outcome(ended: &Ended) -> Deed {
    let mut result = GameResult {
        winner: ended
            .seats
            .iter()
            .position(|seat| seat.won)
            .map(|seat| Seat(seat as u8)),
        glory: BySeat::default(),
        wiped_out: BySeat::default(),
    };
    for (seat, at) in (0u8..2).map(Seat).zip(&ended.seats) {
        result.glory[seat] = at.glory;
        result.wiped_out[seat] = at.gone;
    }
    let agreed = ended.agreed;
    Deed::Ended { result, agreed }
}

/// The game that sudden death rounds go on with. Nothing if this version can no longer play it: then nobody can play on
/// from its end, and a roll-off decides.
async fn before_sudden_death(hall: &Arc<Hall>, series: &Series) -> Option<entry::Inputs> {
    let last = &series.games().last()?.game;
    match upgrade::look(hall, last).await {
        Ok(opened) if opened.play.goes_on_from().is_none() && !opened.strange => {
            Some(opened.play.inputs())
        }
        Ok(_) => None,
        Err(oops) => {
            tracing::warn!(game = %last, %oops, "no sudden death rounds can follow");
            None
        }
    }
}

fn roll_off(hall: &Hall, series: &Series) -> Deed {
    let mut score = Match::of(series.plan().best_of, true);
    let edition = hall.content.edition(&series.plan().edition);
    let mut dice = hall.next_seed().dice();
    let rolls = edition.map(|edition| score.rolls_off(&edition.rules, &mut dice));
    Deed::Rolled {
        rolls: rolls.unwrap_or_default(),
        winner: score.roll_off.map_or(0, |seat| seat.0),
    }
}

/// The plan of a game of a match. Decks were judged when they were chosen or registered, and are not judged anew.
fn game_of(hall: &Hall, plan: &Plan, picks: [&Pick; 2], sudden_death: bool) -> Result<entry::Plan> {
    let mut variant = plan.variant.clone();
    if sudden_death {
        variant.push(SUDDEN_DEATH.to_owned());
    }
    let seats = picks.map(|pick| NewSeat {
        kind: SeatKind::Human,
        name: String::new(),
        warband: pick.warband.clone(),
        deck: None,
    });
    let game = NewGame {
        edition: plan.edition.clone(),
        variant,
        seats: seats.to_vec(),
        hot_seat: false,
        public: plan.public,
        best_of: 1,
        decide: false,
        clock: plan.clock,
        boards: plan.boards.clone(),
        own_boards: Vec::new(),
        // What decides a level match is no further game for the ratings.
        rated: plan.rated && !sudden_death,
    };
    let mut planned = seating::plan(&hall.content, game, || hall.next_seed())?;
    for (seat, pick) in planned.seats.iter_mut().zip(picks) {
        seat.deck.clone_from(&pick.deck);
    }
    Ok(planned)
}

/// Makes the next game, or the sudden death rounds after `before`. Nobody sits there before it is an entry of the match:
/// of two processes that make it at once one makes it for nobody.
async fn make_game(
    site: &Site,
    known: &Known<Series>,
    before: Option<entry::Inputs>,
) -> Result<String> {
    let hall = site.rooms.hall();
    let series = &known.contest;
    let names = Names::of(hall, &known.id).await?;
    let sudden_death = before.is_some();
    let (Some(one), Some(other)) = (series.pick(0), series.pick(1)) else {
        return Err(Oops::internal("a game before both have chosen"));
    };
    let mut plan = game_of(hall, series.plan(), [one, other], sudden_death)?;
    for (side, seat) in plan.seats.iter_mut().enumerate() {
        seat.name = name(series, side, &names);
    }
    plan.series = Some(series.score_for(&known.id, sudden_death));
    plan.prelude = before;
    crate::http::store_game(site, &plan).await
}

/// Has both sit down at the last game. Whoever sits there already stays.
async fn seat(site: &Site, known: &Known<Series>) -> Result<()> {
    let hall = site.rooms.hall();
    let Some(last) = known.contest.games().last() else {
        return Ok(());
    };
    let id = &last.game;
    let plan = hall.store.game(id).await?.plan;
    let mut play = Play::new(id, Arc::new(plan.clone()));
    let when = match plan.clock {
        Some(_) => hall.config.clock.wall(),
        None => 0,
    };
    for (seat, planned) in (0u8..).zip(&plan.seats) {
        let player = known.contest.sides()[usize::from(seat)].as_ref();
        let entry = entry::Entry::Join {
            seat,
            name: planned.name.clone(),
            warband: planned.warband.clone(),
            deck: planned.deck.clone(),
            when,
            player: player.and_then(|side| side.player.clone()),
        };
        let at = play.record.at + 1;
        play.add(&hall.content, at, &entry, None)?;
        let glance = summary(&play, now(), now(), 0);
        let store = &hall.store;
        store.append(id, at, &entry, glance, plan.public).await?;
    }
    Ok(())
}

/// Somebody gives a match up, and the game of it that is played.
///
/// # Errors
/// It is over, or it cannot be stored.
pub async fn give_up(site: &Site, id: &str, side: usize) -> Result<Series> {
    let played = look(site, id).await?;
    let running = played.next() == Next::End;
    let deed = |_: &Series| Ok(Deed::GiveUp { side: side as u8 });
    let series = tell(site, id, deed).await?;
    if let (true, Some(last)) = (running, played.games().last()) {
        site.rooms.ask(&last.game, Ask::Resign(1 << side)).await?;
    }
    Ok(series)
}

/// Gives up all matches of somebody who is about to be forgotten.
///
/// # Errors
/// They cannot be read or changed.
pub async fn leave_all(site: &Site, player: &Player) -> Result<()> {
    let hall = site.rooms.hall();
    for id in hall.store.contests_of(&player.id, Series::KIND).await? {
        let Some(series) = readable(&id, look(site, &id).await)? else {
            continue;
        };
        let Some(side) = series.side_of(&player.id) else {
            continue;
        };
        if series.next() != Next::Nothing {
            give_up(site, &id, side).await?;
        }
    }
    Ok(())
}

/// What opens a side of a match; another thing whenever the invitation to it was taken back.
pub fn token(hall: &Hall, purpose: Purpose, id: &str, series: &Series, side: usize) -> String {
    hall.key
        .sign(purpose, &claimed(id, series, side), 1 << side)
}

/// The side that a token opens.
pub fn opened(
    hall: &Hall,
    purpose: Purpose,
    id: &str,
    series: &Series,
    token: &str,
) -> Option<usize> {
    (0..2).find(|side| {
        let claimed = claimed(id, series, *side);
        hall.key.verify(purpose, &claimed, token) == Some(1 << side)
    })
}

fn claimed(id: &str, series: &Series, side: usize) -> String {
    match series.uninvited(side) {
        0 => id.to_owned(),
        times => format!("{id} {times}"),
    }
}

/// The side that somebody plays, by its token or by a name.
///
/// # Errors
/// The token is none of this match, or they have no side.
pub fn own_side(
    hall: &Hall,
    id: &str,
    series: &Series,
    token: Option<&str>,
    who: Option<&Player>,
) -> Result<usize> {
    if let Some(token) = token {
        return opened(hall, Purpose::Play, id, series, token)
            .ok_or_else(|| Oops::new(Code::BadToken, "This opens no side of this match."));
    }
    let sits = |side: &usize| series.sides()[*side].is_some();
    let own = who.and_then(|who| series.side_of(&who.id)).filter(sits);
    own.ok_or_else(|| {
        Oops(Problem::new(
            Code::NotSeated,
            "You are watching; only those who play this match can do this.",
        ))
    })
}

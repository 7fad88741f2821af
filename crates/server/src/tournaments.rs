//! Tournaments and leagues: the rules are those of `organise`, the entries are in the database, the games are played in
//! rooms.
//!
//! As with ladders, nobody tells a tournament how a game ended: whoever looks at it or changes it first takes over what
//! has ended, makes matches for tables that have none, and in a league closes rounds whose time is over and begins the next.
//! If nobody does, `errands` looks.

mod view;

pub use view::{face, view};

use crate::{
    contests::{Contests, Known, TRIES, current, readable},
    errands,
    error::{Oops, Result},
    http::Site,
    matches,
    players::Ended,
    room::Hall,
};
use gloryhex_organise::{
    Refusal,
    standing::standings,
    tournament::{Deed, Entrant, Entry, Pair, Plan, Stage, Tournament, Verdict, Who},
};
use gloryhex_protocol::{ClockRules, Code, DeckList};
use gloryhex_table::series::{self, Next, Series, Tie};
use serde::{Deserialize, Serialize};

/// Tournaments in memory.
pub type Tournaments = Contests<Tournament>;

/// What somebody registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registered {
    /// The warband.
    pub warband: String,
    /// The deck.
    pub deck: DeckList,
}

impl Registered {
    /// What an entrant registered, if anything.
    pub fn of(list: Option<&str>) -> Option<Registered> {
        serde_json::from_str(list?).ok()
    }
}

/// A tournament as it stands now, with everything that has happened taken over.
///
/// # Errors
/// There is none, or it cannot be read.
pub async fn look(site: &Site, id: &str) -> Result<Tournament> {
    let hall = site.rooms.hall();
    let mut all = hall.tournaments.lock().await;
    let known = current(&mut all, hall, id).await?;
    settle(site, known).await?;
    Ok(known.contest.clone())
}

/// Has something happen. `what` is asked again if another process was faster.
///
/// # Errors
/// Nobody has the right to it, or the tournament refuses it.
pub async fn tell(
    site: &Site,
    id: &str,
    who: &Who,
    what: impl Fn(&Tournament) -> Result<Deed>,
) -> Result<()> {
    let hall = site.rooms.hall();
    let mut all = hall.tournaments.lock().await;
    for _ in 0..TRIES {
        let known = current(&mut all, hall, id).await?;
        settle(site, known).await?;
        let deed = what(&known.contest)?;
        let right = known.contest.allowed(who, &deed);
        right.map_err(|Refusal(why)| Oops::new(Code::NotSeated, why))?;
        let when = hall.config.clock.wall();
        let decides = decides_tables(&deed);
        if known.add(hall, &Entry { when, deed }).await? {
            if decides {
                close_matches(site, known).await?;
            }
            settle(site, known).await?;
            return errands::note(site, id, wakes(&known.contest)).await;
        }
    }
    Err(gloryhex_table::asks::stale().into())
}

/// Whether tables are decided by this that may have a match at which people still sit.
fn decides_tables(deed: &Deed) -> bool {
    match deed {
        Deed::Drop { .. } | Deed::Told { .. } | Deed::Correct { .. } | Deed::Close | Deed::End => {
            true
        }
        Deed::Enter { .. }
        | Deed::Round { .. }
        | Deed::Game { .. }
        | Deed::Match { .. }
        | Deed::Pause { .. }
        | Deed::Clock { .. } => false,
    }
}

/// Ends the matches of tables that were decided without them, so that nobody waits there for anybody.
async fn close_matches(site: &Site, known: &Known<Tournament>) -> Result<()> {
    let over = known.contest.stage() == Stage::Over;
    let Some(round) = known.contest.rounds().last() else {
        return Ok(());
    };
    for pair in round.pairs.iter().filter(|pair| over || pair.done()) {
        let Some(id) = &pair.series else { continue };
        let series = readable(id, matches::look(site, id).await)?;
        if series.is_none_or(|series| series.next() == Next::Nothing) {
            continue;
        }
        let winner = pair.verdict.and_then(Verdict::winner);
        let winner = winner.map(|side| side as u8);
        match matches::tell(site, id, |_| Ok(series::Deed::Told { winner })).await {
            // It has ended just now.
            Err(oops) if oops.0.code != Code::Refused => return Err(oops),
            Ok(_) | Err(_) => {}
        }
    }
    Ok(())
}

/// When something of a league is due, if nobody does anything.
pub fn wakes(tournament: &Tournament) -> Option<u64> {
    let (due, over) = tournament.due()?;
    let goes_on = !tournament.paused() && tournament.stage() == Stage::Running;
    let done = tournament.rounds().last().is_some_and(|round| round.done());
    goes_on.then_some(if done { due } else { over })
}

/// Takes over what has ended, closes and begins rounds by the clock, and makes the games that are missing.
async fn settle(site: &Site, known: &mut Known<Tournament>) -> Result<()> {
    // Each turn of the loop begins at most one round, and there are few of them.
    for _ in 0..64 {
        take_results(site, known).await?;
        if !by_the_clock(site, known).await? {
            break;
        }
    }
    make_matches(site, known).await
}

async fn take_results(site: &Site, known: &mut Known<Tournament>) -> Result<()> {
    let hall = site.rooms.hall();
    let Some(round) = known.contest.rounds().last() else {
        return Ok(());
    };
    let mut ended = Vec::new();
    for (table, pair) in (0u32..).zip(&round.pairs) {
        if pair.done() {
            continue;
        }
        if let Some(id) = &pair.series {
            // A table whose match is damaged waits for what the organiser says.
            let series = readable(id, matches::look(site, id).await)?;
            if let Some((when, verdict)) = series.and_then(|s| Some((s.changed(), decided(&s)?))) {
                ended.push((when, table, verdict));
            }
        } else if let Some(game) = &pair.game
            && let Some((when, result)) =
                readable(game, hall.store.result_of(game).await)?.flatten()
            && let Some(verdict) = verdict(&known.contest, pair, &result)
        {
            ended.push((when, table, verdict));
        }
    }
    ended.sort_by_key(|(when, table, _)| (*when, *table));
    for (when, table, verdict) in ended {
        let deed = Deed::Told { table, verdict };
        match known.add(hall, &Entry { when, deed }).await {
            // A drawn game of a bracket that was made before there were matches waits for what the organiser says.
            Err(oops) if oops.0.code == Code::Refused => {
                tracing::debug!(tournament = known.id, %oops, "a result does not count");
            }
            added => drop(added?),
        }
    }
    Ok(())
}

/// How a match counts for its table, once it has ended. Its sides are in the order of the table's.
fn decided(series: &Series) -> Option<Verdict> {
    let ending = series.ending()?;
    let unplayed = series.games().iter().all(|played| played.result.is_none());
    Some(match (ending.winner, unplayed) {
        (Some(winner), true) => Verdict::Forfeit { side: 1 - winner },
        (None, true) => Verdict::Neither,
        (winner, false) => {
            let won = series.won();
            Verdict::Played {
                won,
                glory: series.glory(),
                decided: winner.filter(|_| won[0] == won[1]),
            }
        }
    })
}

/// How a game counts for a table that has one and no match. Its seats are in the order of the table's sides.
fn verdict(tournament: &Tournament, pair: &Pair, result: &Ended) -> Option<Verdict> {
    let [one, other] = &result.seats[..] else {
        return None;
    };
    let side = |n: usize| {
        let person = tournament.person(pair.sides[n]?)?;
        person.player.as_ref().map(|player| player.0.as_str())
    };
    // Whoever was forgotten has another id in the result; the other one is enough.
    let fits = one.player.as_deref() == side(0) || other.player.as_deref() == side(1);
    fits.then_some(Verdict::Played {
        won: [u8::from(one.won), u8::from(other.won)],
        glory: [u16::from(one.glory), u16::from(other.glory)],
        decided: None,
    })
}

/// In a league, closes a round whose time is over and begins the next one when it is due. Says whether it did.
async fn by_the_clock(site: &Site, known: &mut Known<Tournament>) -> Result<bool> {
    let hall = site.rooms.hall();
    let now = hall.config.clock.wall();
    let Some((due, over)) = known.contest.due() else {
        return Ok(false);
    };
    if known.contest.paused() || known.contest.stage() != Stage::Running {
        return Ok(false);
    }
    let done = |known: &Known<Tournament>| {
        let last = known.contest.rounds().last();
        last.is_some_and(|round| round.done())
    };
    if !done(known) && now >= over && count_absent(site, known, over).await? && done(known) {
        close_matches(site, known).await?;
        return Ok(true);
    }
    let (when, deed) = match done(known) {
        false if now >= over => (over, Deed::Close),
        true if now >= due => match known.contest.next() {
            Ok(next) => (due, next),
            Err(_) => return Ok(false),
        },
        _ => return Ok(false),
    };
    let decides = decides_tables(&deed);
    let added = known.add(hall, &Entry { when, deed }).await?;
    if added && decides {
        close_matches(site, known).await?;
    }
    Ok(added)
}

/// The time of a round is over: whoever came and chose has won against whoever did not. Says whether there was such a table.
async fn count_absent(site: &Site, known: &mut Known<Tournament>, when: u64) -> Result<bool> {
    let last = known.contest.rounds().last();
    let pairs = last.map_or(&[][..], |round| &round.pairs);
    let mut absent = Vec::new();
    for (table, pair) in (0u32..).zip(pairs).filter(|(_, pair)| !pair.done()) {
        let Some(id) = &pair.series else { continue };
        let Some(series) = readable(id, matches::look(site, id).await)? else {
            continue;
        };
        let ready = [0, 1].map(|n| series.sides()[n].is_some() && series.pick(n).is_some());
        if series.games().is_empty() && ready[0] != ready[1] {
            let side = u8::from(ready[0]);
            absent.push((table, Verdict::Forfeit { side }));
        }
    }
    for (table, verdict) in &absent {
        let deed = Deed::Told {
            table: *table,
            verdict: *verdict,
        };
        known.add(site.rooms.hall(), &Entry { when, deed }).await?;
    }
    Ok(!absent.is_empty())
}

/// Makes matches for the tables of the last round at which two sit.
async fn make_matches(site: &Site, known: &mut Known<Tournament>) -> Result<()> {
    let hall = site.rooms.hall();
    if known.contest.stage() != Stage::Running {
        return Ok(());
    }
    let tables = known.contest.rounds().last().map_or(0, |r| r.pairs.len());
    for table in 0..u32::try_from(tables).unwrap_or(0) {
        let Some(pair) = known.contest.table(table) else {
            continue;
        };
        let (false, false, [Some(one), Some(other)]) = (pair.kept(), pair.done(), pair.sides)
        else {
            continue;
        };
        let plan = planned(hall, known, [one, other]);
        let maker = known.contest.plan().organiser.0.clone();
        let id = matches::make(site, &plan, &maker).await?;
        let when = hall.config.clock.wall();
        let deed = Deed::Match { table, id };
        if !known.add(hall, &Entry { when, deed }).await? {
            // Another process makes them.
            return Ok(());
        }
    }
    Ok(())
}

/// The match of a table.
fn planned(hall: &Hall, known: &Known<Tournament>, sides: [Entrant; 2]) -> series::Plan {
    let tournament = &known.contest;
    let person = |side: usize| tournament.person(sides[side]);
    let player = |side: usize| Some(person(side)?.player.clone()?.0);
    let guest = |side: usize| {
        let person = person(side).filter(|person| person.player.is_none())?;
        Some(person.name.clone())
    };
    let guests = [guest(0), guest(1)];
    let clock = clock(tournament.clock());
    let registered = |side: usize| {
        let list = person(side).and_then(|person| Registered::of(person.list.as_deref()))?;
        Some(series::Pick {
            warband: list.warband,
            deck: Some(list.deck),
        })
    };
    let plan = tournament.plan();
    let bracket = tournament
        .rounds()
        .last()
        .is_some_and(|round| round.bracket);
    series::Plan {
        edition: plan.edition.clone(),
        variant: plan.variant.clone(),
        best_of: plan.best_of,
        tie: match bracket {
            false => Tie::Drawn,
            true if series::book_decides(&hall.content, &plan.edition) => Tie::Book,
            true => Tie::Ahead {
                side: ahead(tournament, sides),
            },
        },
        boards: plan.boards.clone(),
        clock,
        // In a league the days of the round are the time to come.
        patience: match plan.deadline {
            None => clock.map(|clock| clock.bank),
            Some(_) => None,
        },
        public: false,
        // What a guest does counts for nobody.
        rated: plan.rated && guests.iter().all(Option::is_none),
        kept: [player(0), player(1)],
        guests,
        registered: [registered(0), registered(1)],
        tournament: Some(known.id.clone()),
        made: hall.config.clock.wall(),
    }
}

/// Whatever is wrong with the variants or boards of a tournament is found before anybody enters.
///
/// # Errors
/// What is wrong.
pub fn possible(hall: &Hall, plan: &Plan) -> Result<()> {
    let game = series::Plan {
        edition: plan.edition.clone(),
        variant: plan.variant.clone(),
        best_of: plan.best_of,
        tie: Tie::Drawn,
        boards: plan.boards.clone(),
        clock: clock(plan.clock.as_deref()),
        patience: None,
        public: false,
        rated: plan.rated,
        kept: [None, None],
        guests: [None, None],
        registered: [None, None],
        tournament: None,
        made: 0,
    };
    matches::possible(hall, &game)
}

/// Which of the two stands further up.
fn ahead(tournament: &Tournament, sides: [Entrant; 2]) -> u8 {
    let first = standings(tournament)
        .into_iter()
        .find_map(|s| sides.iter().position(|side| *side == s.entrant));
    first.map_or(0, |side| side as u8)
}

/// The clocks that a tournament gives its games.
pub fn clock(written: Option<&str>) -> Option<ClockRules> {
    serde_json::from_str(written?).ok()
}

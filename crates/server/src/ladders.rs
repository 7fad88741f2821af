//! Ladder campaigns: the rules are those of `organise`, the entries are in the database, the games are played in rooms.
//!
//! Nobody tells a ladder how a game ended: whoever looks at it or changes it first takes over the results of its games
//! that have ended since. So nothing is lost if the server stops between the end of a game and the ladder's hearing of it.

use crate::{
    contests::{Contests, Known, Names, TRIES, current, readable, seconds},
    error::{Oops, Result},
    room::Hall,
};
use gloryhex_organise::{
    PlayerId, Refusal,
    ladder::{Deed, Entry, Ladder, State, Step, WEEK, Who},
};
use gloryhex_protocol::{
    ChallengeFace, ClimbDeed, ClimbStep, Code, LadderFace, LadderView, RungFace,
};

/// Ladders in memory.
pub type Ladders = Contests<Ladder>;

/// A ladder as it stands now, with everything that has ended taken over.
///
/// # Errors
/// There is none, or it cannot be read.
pub async fn look(hall: &Hall, id: &str) -> Result<Ladder> {
    let mut all = hall.ladders.lock().await;
    let known = current(&mut all, hall, id).await?;
    settle(hall, known).await?;
    let mut ladder = known.contest.clone();
    ladder.pass_time(hall.config.clock.wall());
    Ok(ladder)
}

/// Has something happen on a ladder. `what` is asked again if another process was faster.
///
/// # Errors
/// Nobody has the right to it, or the ladder refuses it.
pub async fn tell(
    hall: &Hall,
    id: &str,
    who: &Who,
    what: impl Fn(&Ladder) -> Result<Deed>,
) -> Result<()> {
    let mut all = hall.ladders.lock().await;
    for _ in 0..TRIES {
        let known = current(&mut all, hall, id).await?;
        settle(hall, known).await?;
        let deed = what(&known.contest)?;
        let right = known.contest.allowed(who, &deed);
        right.map_err(|Refusal(why)| Oops::new(Code::NotSeated, why))?;
        let when = hall.config.clock.wall();
        if known.add(hall, &Entry { when, deed }).await? {
            return Ok(());
        }
    }
    Err(gloryhex_table::asks::stale().into())
}

/// Takes over the results of games that have ended.
async fn settle(hall: &Hall, known: &mut Known<Ladder>) -> Result<()> {
    let mut ended = Vec::new();
    for (number, challenge) in (0u32..).zip(known.contest.challenges()) {
        let State::Accepted { game: Some(game) } = &challenge.state else {
            continue;
        };
        let result = hall.store.result_of(game).await;
        if let Some((when, result)) = readable(&known.id, result)?.flatten() {
            let winner = result.seats.iter().find(|seat| seat.won);
            let winner = winner.and_then(|seat| seat.player.clone()).map(PlayerId);
            ended.push((when, number, winner));
        }
    }
    ended.sort_by_key(|(when, number, _)| (*when, *number));
    for (when, challenge, winner) in ended {
        let deed = Deed::Played { challenge, winner };
        let told = known.add(hall, &Entry { when, deed }).await;
        if let Err(oops) = told {
            // One of the two has left, or the ladder's time was over: the game moves nobody.
            tracing::debug!(ladder = known.id, %oops, "a result does not count");
            let deed = Deed::Void { challenge };
            known.add(hall, &Entry { when, deed }).await?;
        }
    }
    Ok(())
}

/// A ladder in a list.
pub fn face(id: &str, ladder: &Ladder, names: &Names, now: u64) -> LadderFace {
    let plan = ladder.plan();
    LadderFace {
        id: id.to_owned(),
        name: plan.name.clone(),
        edition: plan.edition.clone(),
        players: ladder.rungs().len() as u32,
        champion: ladder.champion().map(|player| names.name(player)),
        ends: plan.until.map(seconds),
        over: ladder.over(now),
        rated: plan.rated,
    }
}

/// A ladder as everybody sees it.
pub fn view(id: &str, ladder: &Ladder, names: &Names, now: u64) -> LadderView {
    let rungs = ladder.rungs().iter().map(|climber| RungFace {
        name: names.name(&climber.player),
        played: climber.played,
        won: climber.won,
        drawn: climber.drawn,
        drops: seconds(climber.since.saturating_add(WEEK)),
    });
    let challenges = (0u32..).zip(ladder.challenges());
    let challenges = challenges.filter_map(|(number, challenge)| {
        let game = match &challenge.state {
            State::Open => None,
            State::Accepted { game } => game.clone(),
            State::Closed => return None,
        };
        Some(ChallengeFace {
            number,
            from: names.name(&challenge.from),
            to: names.name(&challenge.to),
            since: seconds(challenge.when),
            game,
        })
    });
    let steps = ladder.climb().steps().map(|noted| {
        let (what, players) = match &noted.step {
            Step::Joined { player } => (ClimbDeed::Joined, vec![player]),
            Step::Left { player } => (ClimbDeed::Left, vec![player]),
            Step::Idle { players } => (ClimbDeed::Idle, players.iter().collect()),
            Step::Played { players, winner } => {
                let mut both: Vec<&PlayerId> = players.iter().collect();
                both.sort_by_key(|player| winner.as_ref() != Some(*player));
                match winner {
                    Some(_) => (ClimbDeed::Won, both),
                    None => (ClimbDeed::Drawn, both),
                }
            }
        };
        ClimbStep {
            when: seconds(noted.when),
            what,
            players: players
                .into_iter()
                .map(|player| names.name(player))
                .collect(),
            order: noted
                .order
                .iter()
                .map(|player| names.name(player))
                .collect(),
        }
    });
    LadderView {
        face: face(id, ladder, names, now),
        rungs: rungs.collect(),
        challenges: challenges.collect(),
        steps: steps.collect(),
    }
}

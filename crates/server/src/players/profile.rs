//! What is known of somebody: games, warbands, results and ratings.

use super::Player;
use crate::{error::Result, record::GONE, room::Hall, rooms::Rooms, store::RatedResult};
use gloryhex_protocol::{
    GameSummary, OwnProfile, PlayedGame, PlayedSeat, PlayerProfile, RatingFace, Stage,
    WarbandRecord,
};

/// Games that a profile lists.
const LISTED: usize = 30;
/// Games that it counts.
const COUNTED: u32 = 5000;

/// What everybody may know.
///
/// # Errors
/// The results cannot be read.
pub async fn profile(hall: &Hall, player: &Player) -> Result<PlayerProfile> {
    let results = hall.store.results_of(&player.id, COUNTED).await?;
    let now = hall.config.clock.wall();
    let ratings = hall.ratings.of(&hall.store, &player.id).await?;
    let ratings = ratings.into_iter().map(|(edition, rated)| {
        let rating = rated.rating.rested(now.saturating_sub(rated.last));
        RatingFace {
            edition,
            value: rating.value.round().max(0.0) as u32,
            within: (2.0 * rating.deviation).round() as u32,
            games: rated.games,
        }
    });
    let own =
        |(stored, seat): &(RatedResult, u8)| stored.result.seats.get(usize::from(*seat)).cloned();
    let seats: Vec<_> = results.iter().filter_map(own).collect();
    let count = |which: fn(&super::EndedSeat) -> bool| seats.iter().filter(|s| which(s)).count();
    Ok(PlayerProfile {
        name: player.name.clone(),
        made: seconds(player.made),
        played: seats.len() as u32,
        won: count(|seat| seat.won) as u32,
        drawn: count(|seat| seat.drawn) as u32,
        ratings: ratings.collect(),
        warbands: warbands(&results),
        games: results.iter().take(LISTED).map(played).collect(),
    })
}

/// What they may know of themselves.
///
/// # Errors
/// The results cannot be read.
pub async fn own(rooms: &Rooms, player: &Player) -> Result<OwnProfile> {
    let current = current(rooms, player).await?;
    let turns = current.iter().filter(|(game, seats)| waits(game, *seats));
    Ok(OwnProfile {
        profile: profile(rooms.hall(), player).await?,
        turns: turns.map(|(game, _)| game.id.clone()).collect(),
        current: current.into_iter().map(|(game, _)| game).collect(),
    })
}

/// Games in which everybody waits for this player.
///
/// # Errors
/// The games cannot be read.
pub async fn turns(rooms: &Rooms, player: &Player) -> Result<Vec<GameSummary>> {
    let current = current(rooms, player).await?.into_iter();
    let turns = current.filter(|(game, seats)| waits(game, *seats));
    Ok(turns.map(|(game, _)| game).collect())
}

/// Whether a game waits for one of these seats, as bits.
fn waits(game: &GameSummary, seats: u8) -> bool {
    game.stage == Stage::Running && game.decides.is_some_and(|seat| seats >> seat & 1 == 1)
}

/// Games under way, and the seats at each. What is stored of a game can be a little old; one that is played in this
/// process is asked.
async fn current(rooms: &Rooms, player: &Player) -> Result<Vec<(GameSummary, u8)>> {
    let mut games = rooms.hall().store.current_games(&player.id).await?;
    for (game, _) in &mut games {
        if let Some(now) = rooms.glance(&game.id).await {
            *game = now;
        }
    }
    games.retain(|(game, _)| matches!(game.stage, Stage::Waiting | Stage::Running));
    Ok(games)
}

fn seconds(millis: u64) -> u32 {
    u32::try_from(millis / 1000).unwrap_or(u32::MAX)
}

fn warbands(results: &[(RatedResult, u8)]) -> Vec<WarbandRecord> {
    let mut records: Vec<WarbandRecord> = Vec::new();
    for (stored, seat) in results {
        let Some(own) = stored.result.seats.get(usize::from(*seat)) else {
            continue;
        };
        let same = |r: &&mut WarbandRecord| r.warband == own.warband && r.edition == stored.edition;
        let record = match records.iter_mut().find(same) {
            Some(record) => record,
            None => {
                records.push(WarbandRecord {
                    edition: stored.edition.clone(),
                    warband: own.warband.clone(),
                    played: 0,
                    won: 0,
                    drawn: 0,
                });
                let last = records.len() - 1;
                &mut records[last]
            }
        };
        record.played += 1;
        record.won += u32::from(own.won);
        record.drawn += u32::from(own.drawn);
    }
    records.sort_by_key(|record| std::cmp::Reverse(record.played));
    records
}

fn played((stored, seat): &(RatedResult, u8)) -> PlayedGame {
    PlayedGame {
        game: stored.game.clone(),
        edition: stored.edition.clone(),
        ended: seconds(u64::try_from(stored.ended).unwrap_or(0)),
        rated: stored.rated,
        own: *seat,
        seats: stored
            .result
            .seats
            .iter()
            .map(|seat| PlayedSeat {
                name: seat.name.clone(),
                // Whoever was forgotten has an id that leads nowhere.
                known: seat.player.as_ref().is_some_and(|id| !id.starts_with(GONE)),
                warband: seat.warband.clone(),
                glory: seat.glory,
                won: seat.won,
                drawn: seat.drawn,
            })
            .collect(),
    }
}

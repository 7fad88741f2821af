//! A game at a glance, for the lobby.

use crate::{play::Play, record::GONE, shown};
use gloryhex_model::Seat;
use gloryhex_protocol::{GameSummary, MatchScore, SeatSummary};

/// The summary of a game.
pub fn summary(play: &Play, made: i64, touched: i64, spectators: u32) -> GameSummary {
    let seconds = |time: i64| u32::try_from(time).unwrap_or(0);
    let table = play.table.as_ref();
    let glory = |seat: u8| table.map_or(0, |on| on.game.state.seats[Seat(seat)].glory);
    let began = play.record.began.is_some();
    let seats = (0u8..)
        .zip(&play.record.chairs)
        .map(|(seat, chair)| SeatSummary {
            kind: chair.kind.clone(),
            name: chair.name.clone(),
            // What somebody brings is shown when everybody has chosen. A seat that waits shows what was
            // chosen for whoever takes it.
            warband: match began || chair.free {
                true => chair.warband.clone(),
                false => String::new(),
            },
            glory: glory(seat),
            free: chair.free,
            known: chair
                .player
                .as_ref()
                .is_some_and(|id| !id.starts_with(GONE)),
        });
    GameSummary {
        id: play.id.clone(),
        edition: play.plan.edition.clone(),
        variant: play.plan.variant.clone(),
        stage: play.stage(),
        seats: seats.collect(),
        round: table.map_or(0, |on| on.game.state.clock.round),
        at: play.record.at,
        made: seconds(made),
        touched: seconds(touched),
        ending: table
            .filter(|_| play.is_over())
            .map(|on| shown::ending(play, on).text),
        series: score(play),
        clock: play.plan.clock,
        spectators,
        rated: play.plan.rated,
        decides: play.decider().map(|seat| seat.0),
    }
}

/// The match with this game counted in, if it is over.
pub fn score(play: &Play) -> Option<MatchScore> {
    let mut score = play.plan.series.clone()?;
    if let [winner] = play.winners()[..]
        && play.is_over()
        && !score.sudden_death
        && let Some(won) = score.won.get_mut(winner as usize)
    {
        *won += 1;
    }
    score.next.clone_from(&play.record.next);
    Some(score)
}

/// Whether a match goes on after this score: two games are played, and a third unless one player
/// won both.
pub fn goes_on(score: &MatchScore) -> bool {
    score.number < score.best_of && score.won.iter().all(|won| *won <= score.best_of / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_ends_with_two_wins_or_three_games() {
        let score = |number, won: [u8; 2]| MatchScore {
            best_of: 3,
            number,
            won: won.to_vec(),
            next: None,
            id: None,
            sudden_death: false,
        };
        assert!(goes_on(&score(1, [1, 0])));
        assert!(!goes_on(&score(2, [2, 0])));
        assert!(goes_on(&score(2, [1, 1])));
        assert!(goes_on(&score(2, [0, 0])));
        assert!(!goes_on(&score(3, [1, 1])));
    }
}

//! A game at a glance, for the lobby.

use crate::{play::Play, record::GONE, rubber, shown};
use gloryhex_model::Seat;
use gloryhex_protocol::{GameSummary, SeatSummary};

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
        series: rubber::score(play),
        clock: play.plan.clock,
        spectators,
        rated: play.plan.rated,
        decides: play.decider().map(|seat| seat.0),
    }
}

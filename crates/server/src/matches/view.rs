//! Matches as everybody sees them: nothing of what one side has chosen before both have.

use crate::contests::{Names, seconds};
use gloryhex_organise::PlayerId;
use gloryhex_protocol::{MatchGame, MatchSide, MatchView};
use gloryhex_table::series::{Series, Tie};

/// The name that a side is shown with; empty while nobody sits there and it is kept for nobody and no guest.
pub fn name(series: &Series, side: usize, names: &Names) -> String {
    let sits = series.sides()[side].as_ref();
    let player = match sits {
        Some(sits) => sits.player.as_ref(),
        None => series.plan().kept[side].as_ref(),
    };
    match (player, sits) {
        (Some(player), _) => names.name(&PlayerId(player.clone())),
        (None, Some(sits)) => sits.name.clone(),
        (None, None) => series.plan().guests[side].clone().unwrap_or_default(),
    }
}

/// A match as everybody sees it.
pub fn view(id: &str, series: &Series, names: &Names) -> MatchView {
    let plan = series.plan();
    let (won, glory) = (series.won(), series.glory());
    let side = |side: usize| {
        let sits = series.sides()[side].as_ref();
        let pick = series.pick(side).filter(|_| series.shown());
        MatchSide {
            name: name(series, side, names),
            known: match sits {
                Some(sits) => sits.player.is_some(),
                None => plan.kept[side].is_some(),
            },
            here: sits.is_some(),
            chosen: series.pick(side).is_some(),
            warband: pick.map(|pick| pick.warband.clone()),
            won: won[side],
            glory: glory[side],
        }
    };
    let games = series.games().iter().map(|played| {
        let result = played.result;
        let glory = |seat: u8| result.map_or(0, |result| result.glory[gloryhex_model::Seat(seat)]);
        MatchGame {
            game: played.game.clone(),
            sudden_death: played.sudden_death,
            over: result.is_some(),
            winner: result.and_then(|result| result.winner).map(|seat| seat.0),
            glory: [glory(0), glory(1)],
        }
    });
    MatchView {
        id: id.to_owned(),
        edition: plan.edition.clone(),
        best_of: plan.best_of,
        decide: plan.tie != Tie::Drawn,
        rated: plan.rated,
        clock: plan.clock,
        stage: series.stage(),
        due: series.due().map(seconds),
        sides: vec![side(0), side(1)],
        games: games.collect(),
        ending: series.ending(),
        tournament: plan.tournament.clone(),
    }
}

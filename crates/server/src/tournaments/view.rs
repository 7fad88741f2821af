//! Tournaments as everybody sees them.

use super::{Registered, clock};
use crate::contests::{Names, seconds};
use gloryhex_organise::{
    standing::standings,
    tournament::{Format, Pair, Person, Stage, Tournament, Verdict},
};
use gloryhex_protocol::{
    EntrantFace, RoundFace, StandingFace, TableFace, TableResult, TournamentFace, TournamentKind,
    TournamentStage, TournamentView,
};

/// The name an entrant is shown with: the one they have now, or the guest's.
fn name(names: &Names, person: &Person) -> String {
    match &person.player {
        Some(player) => names.name(player),
        None => person.name.clone(),
    }
}

/// A tournament in a list.
pub fn face(id: &str, tournament: &Tournament, names: &Names) -> TournamentFace {
    let plan = tournament.plan();
    let (kind, rounds, cut) = match plan.format {
        Format::Swiss { rounds } => (TournamentKind::Swiss, rounds, 0),
        Format::SwissCut { rounds, cut } => (TournamentKind::Swiss, rounds, cut),
        Format::RoundRobin => (TournamentKind::RoundRobin, 0, 0),
        Format::Elimination => (TournamentKind::Elimination, 0, 0),
    };
    let champion = tournament.champion();
    let champion = champion.and_then(|entrant| tournament.person(entrant));
    TournamentFace {
        id: id.to_owned(),
        name: plan.name.clone(),
        edition: plan.edition.clone(),
        kind,
        rounds,
        cut,
        organiser: names.name(&plan.organiser),
        entrants: tournament.entrants().len() as u32,
        begun: tournament.rounds().len() as u32,
        stage: match tournament.stage() {
            Stage::Entering => TournamentStage::Entering,
            Stage::Running => TournamentStage::Running,
            Stage::Over => TournamentStage::Over,
        },
        champion: champion.map(|person| name(names, person)),
        rated: plan.rated,
        decks: plan.decks.clone(),
        lists: plan.lists.clone(),
        variant: plan.variant.clone(),
        boards: plan.boards.clone(),
        best_of: plan.best_of,
        clock: clock(tournament.clock()),
        days: plan.deadline.map(|deadline| deadline.days),
    }
}

/// A tournament as everybody sees it.
pub fn view(id: &str, tournament: &Tournament, names: &Names) -> TournamentView {
    let shown = tournament.plan().open_decks || tournament.stage() == Stage::Over;
    let entrants = tournament.entrants().iter().map(|person| {
        let list = Registered::of(person.list.as_deref()).filter(|_| shown);
        EntrantFace {
            name: name(names, person),
            guest: person.player.is_none(),
            dropped: person.dropped.is_some(),
            warband: list.as_ref().map(|list| list.warband.clone()),
            deck: list.map(|list| list.deck),
        }
    });
    let table = |pair: &Pair| TableFace {
        sides: pair.sides.map(|side| side.map(|entrant| entrant.0)),
        game: pair.game.clone(),
        series: pair.series.clone(),
        result: pair.verdict.map(|verdict| TableResult {
            winner: verdict.winner().map(|side| side as u8),
            won: match verdict {
                Verdict::Played { won, .. } => won,
                Verdict::Forfeit { .. } | Verdict::Neither => [0; 2],
            },
            glory: verdict.glory(),
            played: verdict.played(),
        }),
        corrected: pair.corrected.clone(),
    };
    let rounds = tournament.rounds().iter().map(|round| RoundFace {
        bracket: round.bracket,
        tables: round.pairs.iter().map(table).collect(),
    });
    let standings = standings(tournament).into_iter().map(|s| StandingFace {
        entrant: s.entrant.0,
        rank: s.rank,
        points: s.points,
        won: s.won,
        drawn: s.drawn,
        lost: s.lost,
        rested: s.rested,
        opponents: s.opponents / 1000,
        margin: i32::try_from(s.margin()).unwrap_or(0),
        glory: s.glory,
    });
    TournamentView {
        face: face(id, tournament, names),
        paused: tournament.paused(),
        due: tournament.due().map(|(due, _)| seconds(due)),
        entrants: entrants.collect(),
        rounds: rounds.collect(),
        standings: standings.collect(),
    }
}

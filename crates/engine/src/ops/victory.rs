//! Who has won: glory, then the edition's tie-breaks.

use crate::{
    cards,
    ops::{sides, stats},
    ruleset::TieBreak,
    run::Sight,
    state::Ending,
};
use gloryhex_model::{Rule, Seat, SeatSet, Stat};

/// How the game ends now.
pub fn ending(sight: Sight<'_>) -> Ending {
    let glory = |seat: Seat| u32::from(sight.state.seats[seat].glory);
    let mut best = leaders(sight.state.all_seats(), glory);
    if let Some(seat) = only(best) {
        return Ending::Glory(seat);
    }
    for tie_break in sight.rules().tie_breaks.iter() {
        best = leaders(best.iter(), |seat| measure(sight, *tie_break, seat));
        if let Some(seat) = only(best) {
            return Ending::TieBreak(seat, *tie_break);
        }
    }
    Ending::Draw(best)
}

/// The only warband left in a sudden death game; a draw if nobody is.
pub fn last_warband(sight: Sight<'_>) -> Ending {
    let mut left = SeatSet::default();
    for seat in sight.state.all_seats() {
        if sides::survivors(sight, seat).next().is_some() {
            left.insert(seat);
        }
    }
    match (left.len(), only(left)) {
        (0, _) => Ending::Draw(SeatSet::first(sight.state.clock.players)),
        (1, Some(seat)) => Ending::TieBreak(seat, TieBreak::Survivors),
        _ => Ending::Running,
    }
}

/// The rule behind an ending.
pub fn rule(ending: Ending) -> Rule {
    match ending {
        Ending::Running | Ending::Draw(_) => Rule::VictoryDraw,
        Ending::Glory(_) => Rule::VictoryGlory,
        Ending::TieBreak(_, TieBreak::Survivors) => Rule::VictorySurvivors,
        Ending::TieBreak(_, TieBreak::Objectives) => Rule::VictoryObjectives,
        Ending::TieBreak(_, TieBreak::Treasure) => Rule::VictoryTreasure,
        Ending::TieBreak(_, TieBreak::Bounty) => Rule::VictoryBounty,
    }
}

fn measure(sight: Sight<'_>, tie_break: TieBreak, seat: Seat) -> u32 {
    match tie_break {
        TieBreak::Survivors => u32::from(sides::survivors(sight, seat).next().is_some()),
        TieBreak::Objectives => held(sight, seat).count() as u32,
        TieBreak::Treasure => held(sight, seat).map(u32::from).sum(),
        TieBreak::Bounty => sides::survivors(sight, seat)
            .map(|f| u32::from(stats::stat(sight, f, Stat::Bounty)))
            .sum(),
    }
}

/// The numbers of the tokens a seat holds.
pub fn held(sight: Sight<'_>, seat: Seat) -> impl Iterator<Item = u8> + '_ {
    sides::survivors(sight, seat).filter_map(move |fighter| {
        let token = cards::statics::held(sight, fighter, 0)?;
        Some(sight.state.features[token].number)
    })
}

fn leaders(seats: impl Iterator<Item = Seat> + Clone, of: impl Fn(Seat) -> u32) -> SeatSet {
    let most = seats.clone().map(&of).max().unwrap_or(0);
    let mut set = SeatSet::default();
    for seat in seats.filter(|seat| of(*seat) == most) {
        set.insert(seat);
    }
    set
}

fn only(set: SeatSet) -> Option<Seat> {
    (set.len() == 1).then(|| set.iter().next()).flatten()
}

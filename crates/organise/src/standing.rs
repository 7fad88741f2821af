//! The order of a tournament: match points, then how strong the opponents were, then glory.
//!
//! A match won is three points, a drawn one a single point; a rest counts as won. Of those with the same points the one is
//! better whose opponents have taken the larger share of their own points (each at least a third, so that a weak
//! opponent does not weigh too much), then who has won more glory than was lost to others, then who has won more, and at
//! last the lots that were drawn. Shares are counted in millionths, so that every machine finds the same order.

use crate::tournament::{Entrant, Pair, Tournament};
use std::cmp::Reverse;

/// Points for a match that was won.
pub const WIN: u32 = 3;
/// Points for a match that was drawn.
pub const DRAW: u32 = 1;
/// A whole share.
pub const WHOLE: u32 = 1_000_000;

/// Where somebody stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Who.
    pub entrant: Entrant,
    /// The place, from 1.
    pub rank: u32,
    /// Match points.
    pub points: u32,
    /// Rounds that could give points.
    pub counted: u32,
    /// Matches won, without rests.
    pub won: u32,
    /// Matches drawn.
    pub drawn: u32,
    /// Matches lost.
    pub lost: u32,
    /// Rounds with nobody to meet.
    pub rested: u32,
    /// The share of points that the opponents have taken, in millionths.
    pub opponents: u32,
    /// Glory won in all games.
    pub glory: u32,
    /// Glory that opponents have won in them.
    pub conceded: u32,
    /// Rounds of the bracket that were survived; nothing for who never was in it.
    pub bracket: Option<u32>,
    /// Whether they have left.
    pub dropped: bool,
}

impl Standing {
    /// Glory won above what was lost to others.
    pub fn margin(&self) -> i64 {
        i64::from(self.glory) - i64::from(self.conceded)
    }
    /// The share of points taken, in millionths; at least a third.
    fn share(&self) -> u32 {
        let most = self.counted * WIN;
        let share = u64::from(self.points) * u64::from(WHOLE) / u64::from(most.max(1));
        u32::try_from(share).unwrap_or(WHOLE).max(WHOLE / 3)
    }
}

/// Everybody who entered, the best first. In a tournament that is a bracket, or has one at its end, those come
/// first who got further in it.
pub fn standings(tournament: &Tournament) -> Vec<Standing> {
    let entrants = tournament.entrants();
    let mut standings: Vec<Standing> = (0u32..)
        .zip(entrants)
        .map(|(n, person)| Standing {
            entrant: Entrant(n),
            dropped: person.dropped.is_some(),
            ..Standing::default()
        })
        .collect();
    let mut met: Vec<Vec<usize>> = vec![Vec::new(); entrants.len()];
    for round in tournament.rounds() {
        for pair in &round.pairs {
            if round.bracket {
                survive(pair, &mut standings);
            }
            count(pair, round.bracket, &mut standings, &mut met);
        }
    }
    let shares: Vec<u32> = standings.iter().map(Standing::share).collect();
    for (standing, met) in standings.iter_mut().zip(&met) {
        let sum: u64 = met.iter().map(|other| u64::from(shares[*other])).sum();
        let mean = sum / (met.len() as u64).max(1);
        standing.opponents = u32::try_from(mean).unwrap_or(WHOLE);
    }
    standings.sort_by_key(|s| {
        let person = &entrants[s.entrant.0 as usize];
        (
            Reverse(s.bracket),
            (Reverse(s.points), Reverse(s.opponents)),
            (Reverse(s.margin()), Reverse(s.glory)),
            (Reverse(person.seeding), person.lot, s.entrant),
        )
    });
    for (rank, standing) in (1..).zip(&mut standings) {
        standing.rank = rank;
    }
    standings
}

/// Counts how far somebody came in the bracket.
fn survive(pair: &Pair, standings: &mut [Standing]) {
    for entrant in pair.sides.iter().flatten() {
        let standing = &mut standings[entrant.0 as usize];
        let won = u32::from(pair.winner() == Some(*entrant));
        standing.bracket = Some(standing.bracket.unwrap_or(0) + won);
    }
}

/// Counts a pair. A bracket gives no points: those of the rounds before it decided who is in it.
fn count(pair: &Pair, bracket: bool, standings: &mut [Standing], met: &mut [Vec<usize>]) {
    let [Some(one), other] = pair.sides else {
        return;
    };
    let Some(other) = other else {
        give(&mut standings[one.0 as usize], bracket, WIN);
        standings[one.0 as usize].rested += 1;
        return;
    };
    let Some(verdict) = pair.verdict else { return };
    let glory = verdict.glory();
    for (side, (own, against)) in [(one, other), (other, one)].into_iter().enumerate() {
        if verdict.played() && !bracket {
            met[own.0 as usize].push(against.0 as usize);
        }
        let standing = &mut standings[own.0 as usize];
        standing.glory += u32::from(glory[side]);
        standing.conceded += u32::from(glory[1 - side]);
        let (counter, points) = match pair.winner() {
            Some(winner) if winner == own => (&mut standing.won, WIN),
            None if verdict.drawn() => (&mut standing.drawn, DRAW),
            _ => (&mut standing.lost, 0),
        };
        *counter += 1;
        give(standing, bracket, points);
    }
}

fn give(standing: &mut Standing, bracket: bool, points: u32) {
    if !bracket {
        standing.counted += 1;
        standing.points += points;
    }
}

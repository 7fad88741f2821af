//! A Swiss round, as a matching of least cost over everybody at once.
//!
//! What counts, each only where all before it are equal: nobody rests a second time; nobody meets an opponent again;
//! players with the same points meet, and else those with points as near as can be; it is not always the same who meet
//! others with other points; and among those with the same points the upper half meets the lower half in order.

use super::Met;
use integer_blossom::min_weight_perfect_matching;

/// A player to be paired. The list is in the order of the standings, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Points so far.
    pub points: u32,
    /// How often they have met somebody with other points.
    pub floats: u32,
    /// Whether they have rested already.
    pub rested: bool,
}

/// Who has met whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    players: usize,
    met: Vec<bool>,
}

impl Meetings {
    /// Nobody has met anybody among so many.
    pub fn none(players: usize) -> Meetings {
        Meetings {
            players,
            met: vec![false; players * players],
        }
    }
    /// Two have met.
    pub fn add(&mut self, one: usize, other: usize) {
        self.met[one * self.players + other] = true;
        self.met[other * self.players + one] = true;
    }
    /// Whether two have met.
    pub fn met(&self, one: usize, other: usize) -> bool {
        self.met[one * self.players + other]
    }
}

/// What speaks against a pair, the weightiest first.
type Against = [i128; 5];

/// The pairs of the next round, the best first, and whoever rests last.
pub fn pair(players: &[Candidate], meetings: &Meetings) -> Vec<Met> {
    let nobody = players.len();
    let places = nobody + nobody % 2;
    if nobody < 2 {
        return (0..nobody).map(|only| (only, None)).collect();
    }
    let groups = groups(players);
    let against = |one: usize, other: usize| match other == nobody {
        true => resting(players, one),
        false => meeting(players, &groups, meetings, one, other),
    };
    let scale = scale(places, &against);
    let cost = |one: usize, other: usize| {
        let parts = against(one, other).into_iter().zip(scale);
        parts.map(|(part, scale)| part * scale).sum::<i128>()
    };
    let mut costs = vec![0; places * places];
    for one in 0..places {
        for other in one + 1..places {
            let cost = cost(one, other);
            costs[one * places + other] = cost;
            costs[other * places + one] = cost;
        }
    }
    let mates = least(&costs, places);
    let mut pairs: Vec<Met> = (0..nobody)
        .filter(|one| mates[*one] > *one)
        .map(|one| (one, Some(mates[one]).filter(|other| *other < nobody)))
        .collect();
    pairs.sort_by_key(|(one, other)| (other.is_none(), *one));
    pairs
}

/// The matching of least cost, in the narrowest numbers that hold it.
fn least(costs: &[i128], places: usize) -> Vec<usize> {
    // The library doubles weights and adds them up along paths.
    let room = i128::from(i64::MAX) / 16;
    match costs.iter().all(|cost| *cost < room) {
        true => {
            let narrow: Vec<i64> = costs.iter().map(|cost| *cost as i64).collect();
            min_weight_perfect_matching(&narrow, places)
        }
        false => min_weight_perfect_matching(costs, places),
    }
}

/// For each player the number of players with the same points.
fn groups(players: &[Candidate]) -> Vec<usize> {
    let same = |a: &Candidate, b: &Candidate| a.points == b.points;
    let sizes = players.chunk_by(same).map(<[Candidate]>::len);
    sizes
        .flat_map(|size| std::iter::repeat_n(size, size))
        .collect()
}

/// What speaks against a player's rest. Whoever stands lowest rests first.
fn resting(players: &[Candidate], one: usize) -> Against {
    let (player, last) = (players[one], players[players.len() - 1]);
    let ahead = i128::from(player.points.abs_diff(last.points));
    let above = (players.len() - 1 - one) as i128;
    [i128::from(player.rested), 0, ahead * ahead, 0, above]
}

/// What speaks against two players meeting.
fn meeting(
    players: &[Candidate],
    groups: &[usize],
    meetings: &Meetings,
    one: usize,
    other: usize,
) -> Against {
    let (high, low) = (players[one], players[other]);
    let again = i128::from(meetings.met(one, other));
    let apart = i128::from(high.points.abs_diff(low.points));
    let (floats, order) = match apart {
        0 => (0, (other - one).abs_diff(groups[one] / 2)),
        _ => (i128::from(high.floats + low.floats), other - one),
    };
    [0, again, apart * apart, floats, order as i128]
}

/// By how much each count is multiplied so that all later ones of a whole round together never outweigh one of it.
fn scale(places: usize, against: &impl Fn(usize, usize) -> Against) -> Against {
    let mut most: Against = [0; 5];
    for one in 0..places {
        for other in one + 1..places {
            for (most, count) in most.iter_mut().zip(against(one, other)) {
                *most = (*most).max(count);
            }
        }
    }
    let pairs = (places / 2) as i128;
    let mut scale: Against = [1; 5];
    for part in (0..4).rev() {
        scale[part] = scale[part + 1] * (most[part + 1] * pairs + 1);
    }
    scale
}

#[cfg(test)]
mod tests;

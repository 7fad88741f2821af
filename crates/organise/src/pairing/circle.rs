//! Everybody meets everybody once: the circle method. The first stays, the others move on by one place each round.

use super::Met;

/// How many rounds so many players need.
pub fn rounds(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        players => players + players % 2 - 1,
    }
}

/// The pairs of a round, counted from 0. With an odd number one of them has nobody to meet.
pub fn round(players: usize, round: usize) -> Vec<Met> {
    if players < 2 {
        return Vec::new();
    }
    let even = players + players % 2;
    let turning = even - 1;
    let at = |place: usize| match place {
        0 => 0,
        place => (place - 1 + round) % turning + 1,
    };
    let pair = |place: usize| {
        let (one, other) = (at(place), at(even - 1 - place));
        // The place that nobody has is the last one.
        match (one < players, other < players) {
            (true, true) => (one.min(other), Some(one.max(other))),
            (true, false) => (one, None),
            (false, _) => (other, None),
        }
    };
    let mut pairs: Vec<Met> = (0..even / 2).map(pair).collect();
    pairs.sort_by_key(|(one, other)| (other.is_none(), *one));
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn everybody_meets_everybody_once_and_rests_once_if_the_number_is_odd() {
        for players in 0..40 {
            let mut met = BTreeSet::new();
            let mut rested = vec![0; players];
            for n in 0..rounds(players) {
                let mut busy = BTreeSet::new();
                for (one, other) in round(players, n) {
                    assert!(busy.insert(one));
                    match other {
                        Some(other) => {
                            assert!(busy.insert(other));
                            assert!(met.insert((one, other)), "{players}: {one} {other}");
                        }
                        None => rested[one] += 1,
                    }
                }
                assert_eq!(busy.len(), players);
            }
            assert_eq!(met.len(), players * players.saturating_sub(1) / 2);
            let rests = usize::from(players % 2 == 1 && players > 1);
            assert!(rested.iter().all(|n| *n == rests));
        }
    }
}

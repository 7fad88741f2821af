//! Pairings beside the best that trying everything finds, and rounds of many players.

use super::*;
use proptest::prelude::*;

fn fresh(points: u32) -> Candidate {
    Candidate {
        points,
        floats: 0,
        rested: false,
    }
}

/// What speaks against a whole round, counted anew.
fn cost(players: &[Candidate], meetings: &Meetings, pairs: &[Met]) -> Against {
    let groups = groups(players);
    let mut sum = [0; 5];
    for (one, other) in pairs {
        let against = match other {
            Some(other) => meeting(players, &groups, meetings, *one, *other),
            None => resting(players, *one),
        };
        for (sum, count) in sum.iter_mut().zip(against) {
            *sum += count;
        }
    }
    sum
}

/// Every way to pair those who are left.
fn every_way(left: &[usize], sofar: &mut Vec<Met>, see: &mut impl FnMut(&[Met])) {
    let Some((one, rest)) = left.split_first() else {
        return see(sofar);
    };
    if left.len() % 2 == 1 {
        sofar.push((*one, None));
        every_way(rest, sofar, see);
        sofar.pop();
    }
    for ix in 0..rest.len() {
        let mut others = rest.to_vec();
        let other = others.remove(ix);
        sofar.push((*one, Some(other)));
        every_way(&others, sofar, see);
        sofar.pop();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]
    /// No other way to pair them is better in what counts first.
    #[test]
    fn the_best_of_all_ways_is_found(
        points in proptest::collection::vec((0u32..7, 0u32..3, any::<bool>()), 2..9),
        met in proptest::collection::vec((0usize..9, 0usize..9), 0..16),
    ) {
        let mut players: Vec<Candidate> = points
            .into_iter()
            .map(|(points, floats, rested)| Candidate { points, floats, rested })
            .collect();
        players.sort_by_key(|player| std::cmp::Reverse(player.points));
        let mut meetings = Meetings::none(players.len());
        for (one, other) in met {
            if one != other && one < players.len() && other < players.len() {
                meetings.add(one, other);
            }
        }
        let found = cost(&players, &meetings, &pair(&players, &meetings));
        let mut best = None;
        let all: Vec<usize> = (0..players.len()).collect();
        every_way(&all, &mut Vec::new(), &mut |pairs| {
            let this = cost(&players, &meetings, pairs);
            best = Some(best.map_or(this, |best: Against| best.min(this)));
        });
        prop_assert_eq!(Some(found), best);
    }
}

#[test]
fn in_the_first_round_the_upper_half_meets_the_lower_half() {
    let players = [fresh(0); 6];
    let pairs = pair(&players, &Meetings::none(6));
    assert_eq!(pairs, [(0, Some(3)), (1, Some(4)), (2, Some(5))]);
}

#[test]
fn the_last_of_an_odd_number_rests_and_another_one_the_next_time() {
    let mut players = [fresh(0); 5];
    let none = Meetings::none(5);
    assert_eq!(pair(&players, &none).last(), Some(&(4, None)));
    players[4].rested = true;
    assert_eq!(pair(&players, &none).last(), Some(&(3, None)));
}

#[test]
fn one_rests_and_two_meet_again_only_if_nothing_else_is_left() {
    let none = Meetings::none(1);
    assert_eq!(pair(&[fresh(0)], &none), [(0, None)]);
    assert_eq!(pair(&[], &Meetings::none(0)), []);
    let mut met = Meetings::none(2);
    met.add(0, 1);
    assert_eq!(pair(&[fresh(3), fresh(0)], &met), [(0, Some(1))]);
}

#[test]
fn whoever_has_floated_stays_in_the_group() {
    // Three with three points, three with none: one of each must meet one of the other group.
    let mut players = [3, 3, 3, 0, 0, 0].map(fresh);
    players[2].floats = 1;
    players[3].floats = 1;
    let pairs = pair(&players, &Meetings::none(6));
    let apart = |(one, other): &&Met| *one < 3 && other.is_some_and(|other| other >= 3);
    let floated: Vec<&Met> = pairs.iter().filter(apart).collect();
    assert_eq!(floated.len(), 1, "{pairs:?}");
    assert!(floated[0].0 != 2 && floated[0].1 != Some(3), "{pairs:?}");
}

//! Single elimination: the best can meet the second best only in the last round. Where the number is not a power of
//! two, the best have nobody to meet in the first round.

/// The places of the first round, two by two; nobody where there are more places than players.
pub fn first(players: usize) -> Vec<[Option<usize>; 2]> {
    if players < 2 {
        return Vec::new();
    }
    let size = players.next_power_of_two();
    let mut order = vec![0];
    while order.len() < size {
        let doubled = order.len() * 2;
        order = order
            .iter()
            .flat_map(|seed| [*seed, doubled - 1 - seed])
            .collect();
    }
    let taken = |seed: usize| (seed < players).then_some(seed);
    order
        .chunks(2)
        .map(|two| [taken(two[0]), taken(two[1])])
        .collect()
}

/// The pairs of the next round: winners of neighbouring pairs meet.
pub fn next<T: Copy>(winners: &[Option<T>]) -> Vec<[Option<T>; 2]> {
    let pair = |two: &[Option<T>]| [two[0], two.get(1).copied().flatten()];
    winners.chunks(2).map(pair).collect()
}

/// How many rounds so many players need.
pub fn rounds(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        players => players.next_power_of_two().trailing_zeros() as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_are_set_so_that_the_best_meet_last() {
        let pairs = first(8);
        let expected = [(0, 7), (3, 4), (1, 6), (2, 5)];
        assert_eq!(pairs, expected.map(|(a, b)| [Some(a), Some(b)]));
    }

    #[test]
    fn if_the_better_always_wins_they_end_in_order() {
        for players in 2..70 {
            let mut pairs = first(players);
            let mut left = players;
            for round in 0..rounds(players) {
                let met: Vec<usize> = pairs.iter().flatten().flatten().copied().collect();
                assert_eq!(met.len(), left, "{players} in round {round}");
                let byes = pairs.iter().filter(|pair| pair[1].is_none());
                assert!(
                    round == 0 || byes.count() == 0,
                    "rest only in the first round"
                );
                assert!(pairs.iter().all(|pair| pair[0].is_some()));
                let winners: Vec<Option<usize>> = pairs
                    .iter()
                    .map(|pair| pair.iter().flatten().min().copied())
                    .collect();
                left = winners.len();
                pairs = next(&winners);
            }
            assert_eq!(pairs, [[Some(0), None]]);
        }
    }
}

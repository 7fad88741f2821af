//! Whole tournaments, with drops, late entries, no-shows and corrections, beside standings counted in another way.

use gloryhex_organise::{
    PlayerId,
    standing::standings,
    tournament::{Deed, Entrant, Entry, Format, Plan, Stage, Tournament, Verdict},
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn plan(format: Format) -> Plan {
    Plan {
        name: "Open".to_owned(),
        edition: "e".to_owned(),
        format,
        variant: Vec::new(),
        boards: Vec::new(),
        best_of: 3,
        rated: false,
        decks: None,
        lists: None,
        clock: None,
        open_decks: false,
        deadline: None,
        organiser: PlayerId("o".to_owned()),
        lots: 42,
    }
}

fn tell(tournament: &mut Tournament, deed: Deed) {
    let when = 0;
    tournament.apply(&Entry { when, deed }).unwrap();
}

fn enter(tournament: &mut Tournament, n: usize) {
    let deed = Deed::Enter {
        player: Some(PlayerId(format!("p{n}"))),
        name: format!("Player {n}"),
        seeding: 0,
        list: None,
    };
    tell(tournament, deed);
}

fn with(format: Format, players: usize) -> Tournament {
    let mut tournament = Tournament::new(plan(format)).unwrap();
    (0..players).for_each(|n| enter(&mut tournament, n));
    tournament
}

/// A small generator: tests need nothing better.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn verdict(luck: &mut Luck, must_have_a_winner: bool) -> Verdict {
    let wins = [[2, 0], [0, 2], [2, 1], [1, 2], [1, 1], [0, 0]];
    let won = wins[luck.below(6) as usize];
    let glory = [luck.below(30) as u16, luck.below(30) as u16];
    let decided = (must_have_a_winner && won[0] == won[1]).then(|| luck.below(2) as u8);
    match luck.below(20) {
        0 => Verdict::Forfeit {
            side: luck.below(2) as u8,
        },
        1 if !must_have_a_winner => Verdict::Neither,
        _ => Verdict::Played {
            won,
            glory,
            decided,
        },
    }
}

/// Plays what is open in the last round.
fn play_round(tournament: &mut Tournament, luck: &mut Luck) {
    let round = tournament.rounds().last().unwrap().clone();
    for (table, pair) in (0u32..).zip(&round.pairs) {
        if !pair.done() {
            let verdict = verdict(luck, round.bracket);
            tell(tournament, Deed::Told { table, verdict });
        }
    }
}

fn begin(tournament: &mut Tournament) {
    let next = tournament.next().unwrap();
    tell(tournament, next);
}

/// Points, opponents' share, margin and glory of everybody, counted from the list of pairs alone.
fn counted_anew(tournament: &Tournament) -> BTreeMap<u32, (u32, u32, i64, u32)> {
    let mut rows: Vec<(u32, Option<u32>, u32, [u16; 2])> = Vec::new();
    for pair in tournament.rounds().iter().flat_map(|round| &round.pairs) {
        let one = pair.sides[0].unwrap().0;
        let Some(Entrant(other)) = pair.sides[1] else {
            rows.push((one, None, 3, [0, 0]));
            continue;
        };
        let (points, glory, met) = match pair.verdict.unwrap() {
            Verdict::Played {
                won: [a, b], glory, ..
            } if a > b => ([3, 0], glory, true),
            Verdict::Played {
                won: [a, b], glory, ..
            } if a < b => ([0, 3], glory, true),
            Verdict::Played { glory, .. } => ([1, 1], glory, true),
            Verdict::Forfeit { side: 0 } => ([0, 3], [0, 0], false),
            Verdict::Forfeit { .. } => ([3, 0], [0, 0], false),
            Verdict::Neither => ([0, 0], [0, 0], false),
        };
        rows.push((one, met.then_some(other), points[0], glory));
        rows.push((other, met.then_some(one), points[1], [glory[1], glory[0]]));
    }
    let of = |n: u32| rows.iter().filter(move |row| row.0 == n);
    let share = |n: u32| {
        let points: u64 = of(n).map(|row| u64::from(row.2)).sum();
        let rounds = of(n).count() as u64;
        (points * 1_000_000 / (3 * rounds).max(1)).max(333_333)
    };
    let everybody = 0..tournament.entrants().len() as u32;
    everybody
        .map(|n| {
            let points = of(n).map(|row| row.2).sum();
            let met: Vec<u64> = of(n).filter_map(|row| row.1).map(share).collect();
            let opponents = met.iter().sum::<u64>() / (met.len() as u64).max(1);
            let margin = of(n)
                .map(|row| i64::from(row.3[0]) - i64::from(row.3[1]))
                .sum();
            let glory = of(n).map(|row| u32::from(row.3[0])).sum();
            (n, (points, opponents as u32, margin, glory))
        })
        .collect()
}

fn assert_standings(tournament: &Tournament) {
    let found = standings(tournament);
    let anew = counted_anew(tournament);
    for standing in &found {
        let own = (
            standing.points,
            standing.opponents,
            standing.margin(),
            standing.glory,
        );
        assert_eq!(own, anew[&standing.entrant.0]);
    }
    for two in found.windows(2) {
        assert!(anew[&two[0].entrant.0] >= anew[&two[1].entrant.0]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    /// A Swiss with players who leave and come late: everybody who is there is paired once, nobody meets anybody
    /// again or rests twice as long as that can be, and the standings are those of another calculation.
    #[test]
    fn a_swiss_holds_what_it_promises(players in 2usize..33, rounds in 1u8..7, seed in 1u64..u64::MAX) {
        let mut luck = Luck(seed);
        let mut tournament = with(Format::Swiss { rounds }, players);
        let mut entered = players;
        let mut met = BTreeSet::new();
        let mut rested = BTreeSet::new();
        for round in 0..usize::from(rounds) {
            if luck.below(4) == 0 && tournament.entrants().iter().filter(|p| p.dropped.is_none()).count() > 2 {
                let here = (0u32..).zip(tournament.entrants()).find(|(_, p)| p.dropped.is_none());
                let entrant = Entrant(here.unwrap().0);
                tell(&mut tournament, Deed::Drop { entrant });
            }
            if luck.below(4) == 0 {
                enter(&mut tournament, entered);
                entered += 1;
            }
            begin(&mut tournament);
            let here = tournament.entrants().iter().filter(|p| p.dropped.is_none()).count();
            let pairs = &tournament.rounds().last().unwrap().pairs;
            let busy: BTreeSet<_> = pairs.iter().flat_map(|pair| pair.sides).flatten().collect();
            prop_assert_eq!(busy.len(), here);
            prop_assert_eq!(pairs.len(), here.div_ceil(2));
            // With more than twice as many players as rounds, a round without meeting again is always possible.
            let possible = here > 2 * (round + 1);
            for pair in pairs {
                match pair.sides {
                    [Some(one), Some(other)] => {
                        let new = met.insert((one.min(other), one.max(other)));
                        prop_assert!(new || !possible, "{one:?} meets {other:?} again");
                    }
                    [Some(one), None] => prop_assert!(rested.insert(one) || !possible),
                    _ => prop_assert!(false, "an empty table"),
                }
            }
            play_round(&mut tournament, &mut luck);
            assert_standings(&tournament);
        }
        prop_assert_eq!(tournament.stage(), Stage::Over);
        prop_assert!(tournament.next().is_err());
    }

    /// However a bracket goes, it ends with one champion after the rounds it needs, even if players leave.
    #[test]
    fn a_bracket_ends_with_one_champion(players in 2usize..40, seed in 1u64..u64::MAX) {
        let mut luck = Luck(seed);
        let mut tournament = with(Format::Elimination, players);
        let rounds = gloryhex_organise::pairing::bracket::rounds(players);
        for _ in 0..rounds {
            begin(&mut tournament);
            play_round(&mut tournament, &mut luck);
        }
        prop_assert_eq!(tournament.stage(), Stage::Over);
        let champion = tournament.champion().unwrap();
        let last = &tournament.rounds().last().unwrap().pairs;
        prop_assert_eq!(last.len(), 1);
        prop_assert_eq!(last[0].winner(), Some(champion));
    }
}

#[test]
fn the_best_of_a_swiss_play_the_bracket_and_its_winner_is_first() {
    let mut luck = Luck(7);
    let mut tournament = with(Format::SwissCut { rounds: 3, cut: 4 }, 9);
    for _ in 0..3 {
        begin(&mut tournament);
        play_round(&mut tournament, &mut luck);
    }
    let best: Vec<Entrant> = standings(&tournament)
        .iter()
        .map(|s| s.entrant)
        .take(4)
        .collect();
    begin(&mut tournament);
    let sides: Vec<_> = tournament.rounds()[3]
        .pairs
        .iter()
        .map(|pair| pair.sides)
        .collect();
    let some = |n: usize| Some(best[n]);
    assert_eq!(sides, [[some(0), some(3)], [some(1), some(2)]]);
    play_round(&mut tournament, &mut luck);
    begin(&mut tournament);
    play_round(&mut tournament, &mut luck);
    assert_eq!(tournament.stage(), Stage::Over);
    let final_match = &tournament.rounds()[4].pairs[0];
    let order: Vec<Entrant> = standings(&tournament).iter().map(|s| s.entrant).collect();
    assert_eq!(Some(order[0]), final_match.winner());
    assert!(
        final_match.sides.contains(&Some(order[1])),
        "the other finalist is second"
    );
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_and_who_leaves_gives_rest() {
    let mut luck = Luck(3);
    let mut tournament = with(Format::RoundRobin, 6);
    begin(&mut tournament);
    play_round(&mut tournament, &mut luck);
    tell(
        &mut tournament,
        Deed::Drop {
            entrant: Entrant(2),
        },
    );
    while tournament.next().is_ok() {
        begin(&mut tournament);
        play_round(&mut tournament, &mut luck);
    }
    assert_eq!(tournament.rounds().len(), 5);
    let rests: u32 = standings(&tournament).iter().map(|s| s.rested).sum();
    assert_eq!(
        rests, 4,
        "each of those who had still to meet the one who left"
    );
    let met = tournament.rounds().iter().flat_map(|round| &round.pairs);
    let met: BTreeSet<_> = met
        .filter_map(|pair| match pair.sides {
            [Some(one), Some(other)] => Some((one.min(other), one.max(other))),
            _ => None,
        })
        .collect();
    assert_eq!(met.len(), 11);
}

#[test]
fn whoever_leaves_a_bracket_lets_the_other_through() {
    let mut tournament = with(Format::Elimination, 4);
    begin(&mut tournament);
    for table in 0..2 {
        let verdict = Verdict::Forfeit { side: 1 };
        tell(&mut tournament, Deed::Told { table, verdict });
    }
    let gone = tournament.rounds()[0].pairs[0].winner().unwrap();
    let stays = tournament.rounds()[0].pairs[1].winner().unwrap();
    tell(&mut tournament, Deed::Drop { entrant: gone });
    assert_eq!(
        tournament.next().unwrap(),
        Deed::Round {
            pairs: vec![[None, Some(stays)]]
        }
    );
    begin(&mut tournament);
    assert_eq!(tournament.champion(), Some(stays));
}

#[test]
fn a_thousand_players_are_paired_round_after_round() {
    let mut luck = Luck(11);
    let mut tournament = with(Format::Swiss { rounds: 6 }, 1000);
    let mut met = BTreeSet::new();
    let mut longest = std::time::Duration::ZERO;
    for _ in 0..6 {
        let start = std::time::Instant::now();
        let next = tournament.next().unwrap();
        longest = longest.max(start.elapsed());
        tell(&mut tournament, next);
        for pair in &tournament.rounds().last().unwrap().pairs {
            assert!(met.insert(pair.sides.map(|side| side.unwrap())));
            let [Some(one), Some(other)] = pair.sides else {
                unreachable!()
            };
            assert!(!met.contains(&[other, one]));
        }
        play_round(&mut tournament, &mut luck);
    }
    println!("the slowest pairing of 1,000 players took {longest:?}");
    // What is promised is a second; on a machine with much else to do the rest is for that.
    assert!(longest < std::time::Duration::from_secs(5), "{longest:?}");
    assert_standings(&tournament);
}

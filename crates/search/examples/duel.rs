//! Two kinds of players against each other, for quick measurements while tuning.

use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Choices, Ending, Game, Pending, Seeded, Windows};
use gloryhex_search::Kind;
use std::{sync::Arc, time::Instant};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let edition = &args[0];
    let kinds: Vec<Kind> = args[1..3]
        .iter()
        .map(|name| name.parse().expect("a player"))
        .collect();
    let games: u64 = args.get(3).map_or(100, |n| n.parse().expect("a number"));
    let table = Arc::new(
        Content::embedded()
            .table(&Spec::core(edition, 2))
            .expect("a table"),
    );
    let began = Instant::now();
    let (mut won, mut draws, mut decisions, mut glory) = ([0u64; 2], 0u64, 0u64, [0u64; 2]);
    let mut list = Choices::new();
    for number in 0..games {
        let swap = (number % 2) as usize;
        let mut chance = Seeded::new(number / 2);
        let mut players: Vec<_> = (0..2)
            .map(|seat| kinds[seat ^ swap].player(number * 2 + seat as u64))
            .collect();
        let mut game = Game::new(Arc::clone(&table), Windows::Playable);
        loop {
            match game.advance(&mut chance, None) {
                Pending::Decide(seat) => {
                    game.choices(&mut list);
                    decisions += 1;
                    let choice =
                        players[seat.ix()].decide(&game, seat, &list, number * 7919 + decisions);
                    game.play_unchecked(choice, &mut chance, None);
                }
                Pending::Over => break,
                other => panic!("{other:?}"),
            }
        }
        for seat in 0..2 {
            glory[seat ^ swap] += u64::from(game.state.seats.0[seat].glory);
        }
        match game.ending() {
            Ending::Glory(seat) | Ending::TieBreak(seat, _) => won[seat.ix() ^ swap] += 1,
            _ => draws += 1,
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{edition}: {} {} - {} {} draws {draws}; glory {:.2} {:.2}; {:.1} games/s {:.0} decisions/s",
        kinds[0],
        won[0],
        won[1],
        kinds[1],
        glory[0] as f64 / games as f64,
        glory[1] as f64 / games as f64,
        games as f64 / seconds,
        decisions as f64 / seconds
    );
}

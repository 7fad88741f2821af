//! Ratings follow from the rated results alone, one after the other in the order of their ends. Nothing is stored, so
//! nothing can be lost or counted twice; what was worked out already is remembered.

use crate::{
    error::Result,
    store::{RatedResult, Store},
};
use gloryhex_organise::rating::{Outcome, Rating};
use std::collections::HashMap;
use tokio::sync::Mutex;

/// A rating as it was after the last game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The rating.
    pub rating: Rating,
    /// Rated games.
    pub games: u32,
    /// When the last of them ended, in Unix milliseconds.
    pub last: u64,
}

#[derive(Default)]
struct Known {
    /// The last result that was counted in, by its end and game.
    upto: (i64, String),
    /// How many were.
    counted: usize,
    /// By player and edition.
    ratings: HashMap<(String, String), Rated>,
}

/// All ratings.
#[derive(Default)]
pub struct Ratings(Mutex<Known>);

impl Ratings {
    /// Forgets what was worked out: it follows anew from the results when somebody asks.
    pub async fn forget(&self) {
        *self.0.lock().await = Known::default();
    }

    /// The ratings of somebody, by edition.
    ///
    /// # Errors
    /// The results cannot be read.
    pub async fn of(&self, store: &Store, player: &str) -> Result<Vec<(String, Rated)>> {
        let mut known = self.0.lock().await;
        let (ended, game) = known.upto.clone();
        let (new, all) = store.rated_after(ended, &game).await?;
        if known.counted + new.len() == all {
            known.count(&new);
        } else {
            // One came in late, from another process: everything after it is worked out anew.
            *known = Known::default();
            let (new, _) = store.rated_after(0, "").await?;
            known.count(&new);
        }
        let own = known.ratings.iter().filter(|((of, _), _)| of == player);
        let mut own: Vec<(String, Rated)> = own
            .map(|((_, edition), rated)| (edition.clone(), *rated))
            .collect();
        own.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(own)
    }
}

impl Known {
    fn count(&mut self, results: &[RatedResult]) {
        for stored in results {
            self.upto = (stored.ended, stored.game.clone());
            self.counted += 1;
            let [one, other] = &stored.result.seats[..] else {
                continue;
            };
            let outcome = match (one.won, other.won) {
                (true, false) => Outcome::Won,
                (false, true) => Outcome::Lost,
                _ => Outcome::Drawn,
            };
            let now = u64::try_from(stored.ended).unwrap_or(0);
            let edition = &stored.edition;
            match (&one.player, &other.player) {
                (Some(first), Some(second)) => {
                    let before = [first, second].map(|player| self.before(player, edition, now));
                    let (won, lost) = before[0].rating.after(before[1].rating, outcome);
                    self.moved(first, edition, before[0], won, now);
                    self.moved(second, edition, before[1], lost, now);
                }
                // An opponent is worth what was measured, whatever comes of it.
                (Some(player), None) => self.against(player, edition, other.worth, outcome, now),
                (None, Some(player)) => {
                    self.against(player, edition, one.worth, outcome.turned(), now);
                }
                (None, None) => {}
            }
        }
    }

    /// Somebody played an opponent of this worth.
    fn against(
        &mut self,
        player: &str,
        edition: &str,
        worth: Option<(f64, f64)>,
        outcome: Outcome,
        now: u64,
    ) {
        let Some((value, deviation)) = worth else {
            return;
        };
        let opponent = Rating {
            value,
            deviation,
            ..Rating::default()
        };
        let before = self.before(player, edition, now);
        let (after, _) = before.rating.after(opponent, outcome);
        self.moved(player, edition, before, after, now);
    }

    fn moved(&mut self, player: &str, edition: &str, before: Rated, rating: Rating, now: u64) {
        let rated = Rated {
            rating,
            games: before.games + 1,
            last: now,
        };
        let place = (player.to_owned(), edition.to_owned());
        self.ratings.insert(place, rated);
    }

    /// What somebody was before a game.
    fn before(&self, player: &str, edition: &str, now: u64) -> Rated {
        let place = (player.to_owned(), edition.to_owned());
        let fresh = Rated {
            rating: Rating::default(),
            games: 0,
            last: now,
        };
        let known = self.ratings.get(&place).copied().unwrap_or(fresh);
        Rated {
            rating: known.rating.rested(now.saturating_sub(known.last)),
            ..known
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Ended, EndedSeat};

    fn result(ended: i64, winner: Option<usize>) -> RatedResult {
        let seat = |n: usize| EndedSeat {
            player: Some(format!("p{n}")),
            name: String::new(),
            level: None,
            worth: None,
            warband: String::new(),
            glory: 0,
            won: winner == Some(n),
            drawn: winner.is_none(),
            gone: false,
        };
        RatedResult {
            game: format!("g{ended}"),
            ended,
            edition: "e".to_owned(),
            rated: true,
            result: Ended {
                edition: "e".to_owned(),
                rated: true,
                seats: vec![seat(0), seat(1)],
                agreed: false,
            },
        }
    }

    #[test]
    fn results_count_the_same_at_once_and_one_by_one() {
        let results = [result(1, Some(0)), result(2, None), result(3, Some(1))];
        let mut at_once = Known::default();
        at_once.count(&results);
        let mut one_by_one = Known::default();
        for result in &results {
            one_by_one.count(std::slice::from_ref(result));
        }
        assert_eq!(at_once.ratings, one_by_one.ratings);
        assert_eq!(at_once.counted, 3);
        let own = at_once.ratings[&("p0".to_owned(), "e".to_owned())];
        assert_eq!((own.games, own.last), (3, 3));
    }

    #[test]
    fn a_game_against_an_opponent_moves_one_rating_by_what_the_opponent_is_worth() {
        let against = |ended: i64, won: bool, worth: Option<(f64, f64)>| {
            let mut stored = result(ended, Some(usize::from(!won)));
            let seat = &mut stored.result.seats[1];
            seat.player = None;
            seat.level = Some("any".to_owned());
            seat.worth = worth;
            stored
        };
        let after = |stored: RatedResult| {
            let mut known = Known::default();
            known.count(&[stored]);
            assert!(known.ratings.len() <= 1);
            known
                .ratings
                .get(&("p0".to_owned(), "e".to_owned()))
                .copied()
        };
        let strong = after(against(1, true, Some((1800.0, 60.0)))).unwrap();
        let weak = after(against(1, true, Some((1200.0, 60.0)))).unwrap();
        assert!(strong.rating.value > weak.rating.value && weak.rating.value > 1500.0);
        assert_eq!((strong.games, strong.last), (1, 1));
        assert!(
            after(against(1, false, Some((1200.0, 60.0))))
                .unwrap()
                .rating
                .value
                < 1500.0
        );
        assert_eq!(
            after(against(1, true, None)),
            None,
            "nobody knows what it was worth"
        );
        // Whoever sits second is rated the same.
        let mut turned = against(1, true, Some((1800.0, 60.0)));
        turned.result.seats.reverse();
        assert_eq!(after(turned), Some(strong));
    }

    #[test]
    fn whoever_wins_rises() {
        let mut known = Known::default();
        known.count(&[result(1, Some(1))]);
        let of = |player: &str| known.ratings[&(player.to_owned(), "e".to_owned())];
        assert!(of("p1").rating.value > 1500.0);
        assert!(of("p0").rating.value < 1500.0);
    }
}

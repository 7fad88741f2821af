//! How strong somebody is: Glicko-2, by the library of the field. A week is a rating period; whoever does not play
//! becomes less certain from week to week, never weaker.
//!
//! Ratings are kept for each edition by itself; which edition is not known here.

use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, expected_score, glicko2},
};

/// A rating period in milliseconds: a week.
pub const PERIOD: u64 = 7 * 24 * 3600 * 1000;
/// After so many weeks without a game nobody becomes less certain any more.
const LONGEST: u64 = 200;

/// A rating and how sure of it we are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// How strong; 1500 for somebody who has never played.
    pub value: f64,
    /// How uncertain that is: with 95 % it lies within twice this of the value.
    pub deviation: f64,
    /// How evenly they play.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Glicko2Rating::new().into()
    }
}

/// How a rated game ended for whoever is named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Won.
    Won,
    /// Nobody won.
    Drawn,
    /// Lost.
    Lost,
}

impl Outcome {
    /// The same game as the other player saw it.
    pub fn turned(self) -> Outcome {
        match self {
            Outcome::Won => Outcome::Lost,
            Outcome::Drawn => Outcome::Drawn,
            Outcome::Lost => Outcome::Won,
        }
    }
}

impl Rating {
    /// The rating of an opponent whose strength was measured: as good as certain.
    pub fn measured(value: f64) -> Rating {
        Rating {
            value,
            deviation: 50.0,
            ..Rating::default()
        }
    }

    /// The rating after so many milliseconds without a game.
    pub fn rested(self, idle: u64) -> Rating {
        let weeks = (idle / PERIOD).min(LONGEST);
        (0..weeks).fold(self, |rating, _| decay_deviation(&rating.into()).into())
    }

    /// The ratings of two players after a game between them.
    pub fn after(self, other: Rating, outcome: Outcome) -> (Rating, Rating) {
        let outcome = match outcome {
            Outcome::Won => Outcomes::WIN,
            Outcome::Drawn => Outcomes::DRAW,
            Outcome::Lost => Outcomes::LOSS,
        };
        let config = Glicko2Config::new();
        let (own, others) = glicko2(&self.into(), &other.into(), &outcome, &config);
        (own.into(), others.into())
    }

    /// How much of a point this player can expect against the other: 0 to 1.
    pub fn expected(self, other: Rating) -> f64 {
        expected_score(&self.into(), &other.into()).0
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        Rating {
            value: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Glicko2Rating {
        Glicko2Rating {
            rating: rating.value,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winner_gains_what_the_loser_of_the_same_rating_loses() {
        let (won, lost) = Rating::default().after(Rating::default(), Outcome::Won);
        assert!(won.value > 1500.0 && lost.value < 1500.0);
        assert!((won.value + lost.value - 3000.0).abs() < 1e-9);
        assert!(won.deviation < 350.0 && lost.deviation < 350.0);
    }

    #[test]
    fn a_game_is_the_same_from_both_sides() {
        let (strong, weak) = (Rating::measured(1700.0), Rating::default());
        for outcome in [Outcome::Won, Outcome::Drawn, Outcome::Lost] {
            let (a, b) = strong.after(weak, outcome);
            let (c, d) = weak.after(strong, outcome.turned());
            assert_eq!((a, b), (d, c));
        }
    }

    #[test]
    fn rest_makes_less_certain_and_not_weaker_and_ends_at_a_beginners_doubt() {
        let rating = Rating::measured(1650.0);
        let later = rating.rested(10 * PERIOD);
        assert_eq!(later.value, rating.value);
        assert!(later.deviation > rating.deviation);
        assert_eq!(rating.rested(PERIOD - 1), rating);
        let for_ever = rating.rested(u64::MAX);
        assert!(for_ever.deviation <= Rating::default().deviation);
    }

    #[test]
    fn two_hundred_points_more_win_three_games_of_four() {
        let expected = Rating::measured(1700.0).expected(Rating::measured(1500.0));
        assert!((0.74..0.76).contains(&expected), "{expected}");
    }
}

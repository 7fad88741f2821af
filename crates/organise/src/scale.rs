//! What opponents are worth, from measured games: each pair that played puts one so far above the other, and one of them is
//! the fixed point. Who plays whom, and how, is not known here.

use crate::{Refusal, rating::Rating};
use std::collections::BTreeMap;

/// How far apart two are whose odds are one to e.
const STEP: f64 = 400.0 / std::f64::consts::LN_10;
/// Nobody is taken for more certain than this: who is stronger against one is not against another.
const LEAST: f64 = 50.0;

/// Games between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The kind of game.
    pub kind: String,
    /// Whom it is told of.
    pub one: String,
    /// Against whom.
    pub other: String,
    /// Games that the first won, that were drawn, and that were lost.
    pub games: [u32; 3],
}

impl Measured {
    /// Reads lines of seven words: `kind one other won drawn lost seed`. Empty lines and those that begin with `#` say
    /// nothing.
    ///
    /// # Errors
    /// A line is something else.
    pub fn read(text: &str) -> Result<Vec<Measured>, Refusal> {
        let mut all = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = || {
                Refusal(format!(
                    "line {number} is not `kind one other won drawn lost seed`: `{line}`"
                ))
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            let [kind, one, other, won, drawn, lost, _seed] = words[..] else {
                return Err(wrong());
            };
            let mut games = [0; 3];
            for (count, word) in games.iter_mut().zip([won, drawn, lost]) {
                *count = word.parse().map_err(|_| wrong())?;
            }
            if games.iter().sum::<u32>() == 0 {
                return Err(wrong());
            }
            all.push(Measured {
                kind: kind.to_owned(),
                one: one.to_owned(),
                other: other.to_owned(),
                games,
            });
        }
        Ok(all)
    }

    /// How far the first is above the other, and how uncertain that is.
    fn distance(&self) -> (f64, f64) {
        let [won, drawn, lost] = self.games.map(f64::from);
        let all = won + drawn + lost;
        // Whoever won everything is above by what half a game more would say.
        let share = ((won + drawn / 2.0) / all).clamp(0.5 / all, 1.0 - 0.5 / all);
        let doubt = STEP / (all * share * (1.0 - share)).sqrt();
        (STEP * (share / (1.0 - share)).ln(), doubt)
    }
}

/// Ratings of everybody who can be reached from the fixed point by games of a kind. Of several ways there the one that
/// stands first counts.
pub fn ratings(kind: &str, measured: &[Measured], fixed: (&str, f64)) -> BTreeMap<String, Rating> {
    let mut known: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    known.insert(fixed.0.to_owned(), (fixed.1, 0.0));
    let own: Vec<&Measured> = measured.iter().filter(|pair| pair.kind == kind).collect();
    if !own
        .iter()
        .any(|pair| pair.one == fixed.0 || pair.other == fixed.0)
    {
        return BTreeMap::new();
    }
    for _ in &own {
        for pair in &own {
            let (above, doubt) = pair.distance();
            let (from, to, way) = match (known.get(&pair.one), known.get(&pair.other)) {
                (Some(from), None) => (*from, &pair.other, -above),
                (None, Some(from)) => (*from, &pair.one, above),
                (None, None) | (Some(_), Some(_)) => continue,
            };
            known.insert(to.clone(), (from.0 + way, from.1.hypot(doubt)));
        }
    }
    let rating = |(value, doubt): (f64, f64)| Rating {
        value,
        deviation: doubt.max(LEAST),
        ..Rating::default()
    };
    known
        .into_iter()
        .map(|(who, place)| (who, rating(place)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str =
        "# made by hand\n\nfirst b a 75 0 25 1\nfirst c b 300 0 100 1\nsecond b a 10 0 0 7\n";

    #[test]
    fn three_games_of_four_are_two_hundred_points() {
        let measured = Measured::read(LINES).unwrap();
        let ratings = ratings("first", &measured, ("b", 1500.0));
        let off = |who: &str, value: f64| (ratings[who].value - value).abs();
        assert!(
            off("a", 1309.2) < 0.1 && off("b", 1500.0) < 0.1 && off("c", 1690.8) < 0.1,
            "{ratings:?}"
        );
        // A hundred games tell less than four hundred, and nobody is certain.
        assert!((ratings["a"].deviation - 50.0).abs() < 1.0, "{ratings:?}");
        assert_eq!(ratings["b"].deviation, 50.0);
    }

    #[test]
    fn whoever_won_everything_is_not_above_for_ever() {
        let measured = Measured::read(LINES).unwrap();
        let ratings = ratings("second", &measured, ("b", 1500.0));
        assert!((900.0..1100.0).contains(&ratings["a"].value), "{ratings:?}");
        assert!(ratings["a"].deviation > 100.0);
        assert!(!ratings.contains_key("c"));
    }

    #[test]
    fn nobody_is_rated_without_games() {
        let measured = Measured::read(LINES).unwrap();
        assert!(ratings("third", &measured, ("b", 1500.0)).is_empty());
        assert!(ratings("first", &measured, ("z", 1500.0)).is_empty());
    }

    #[test]
    fn a_line_that_says_something_else_is_named() {
        for line in [
            "first b a 75 0 25",
            "first b a x 0 25 1",
            "first b a 0 0 0 1",
            "first b a -1 0 25 1",
        ] {
            let told = Measured::read(&format!("# x\n{line}")).unwrap_err().0;
            assert_eq!(
                told,
                format!("line 2 is not `kind one other won drawn lost seed`: `{line}`")
            );
        }
    }
}

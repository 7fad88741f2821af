//! How strong the opponents' levels are: measured by games of theirs against each other (`cargo xtask levels`), on the
//! scale of people's ratings, where an adept stands where everybody begins.

use crate::error::{Oops, Result};
use gloryhex_organise::{
    rating::Rating,
    scale::{Measured, ratings},
};
use gloryhex_protocol::LevelRating;
use gloryhex_search::Level;
use std::collections::BTreeMap;

/// What was measured.
const GAMES: &str = include_str!("../../../../data/levels/measured.txt");
/// The level that is the fixed point, and its rating.
const FIXED: (&str, f64) = ("adept", 1500.0);

/// The ratings of all levels that have been measured, by edition.
#[derive(Debug)]
pub struct Levels(BTreeMap<String, BTreeMap<String, Rating>>);

impl Levels {
    /// What was measured of this version's levels.
    ///
    /// # Errors
    /// What is written of it cannot be read.
    pub fn measured() -> Result<Levels> {
        let measured = Measured::read(GAMES).map_err(Oops::internal)?;
        let mut all = BTreeMap::new();
        for pair in &measured {
            if !all.contains_key(&pair.kind) {
                all.insert(pair.kind.clone(), ratings(&pair.kind, &measured, FIXED));
            }
        }
        Ok(Levels(all))
    }

    /// The rating of a level, if games have told it.
    pub fn rating(&self, edition: &str, level: &str) -> Option<Rating> {
        self.0.get(edition)?.get(level).copied()
    }

    /// All of them, the weakest first.
    pub fn told(&self) -> Vec<LevelRating> {
        let mut all: Vec<LevelRating> = Vec::new();
        for (edition, levels) in &self.0 {
            for level in Level::ALL {
                if let Some(rating) = levels.get(level.name()) {
                    all.push(LevelRating {
                        edition: edition.clone(),
                        level: level.name().to_owned(),
                        value: rating.value.round().max(0.0) as u32,
                        within: (2.0 * rating.deviation).round() as u32,
                    });
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_editions::Content;

    #[test]
    fn levels_of_every_edition_have_been_measured_and_stand_in_their_order() {
        let levels = Levels::measured().unwrap();
        let content = Content::embedded();
        let mut editions = 0;
        for edition in content.edition_names() {
            let rating = |level: &str| {
                levels
                    .rating(edition, level)
                    .unwrap_or_else(|| panic!("{edition} {level}"))
            };
            assert!(
                rating("beginner").value < rating("adept").value,
                "{edition}"
            );
            assert_eq!(rating("adept").value, 1500.0, "{edition}");
            // Whatever else was measured stands where it belongs, too.
            let known = Level::ALL.map(|level| levels.rating(edition, level.name()));
            let known: Vec<f64> = known.into_iter().flatten().map(|r| r.value).collect();
            assert!(known.is_sorted(), "{edition}: {known:?}");
            editions += 1;
        }
        assert_eq!(levels.0.len(), editions, "nothing else was measured");
        assert_eq!(levels.rating("none", "adept"), None);
    }
}

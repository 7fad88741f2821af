//! Warbands with legal decks drawn by chance, for `gloryhex soak`: which of them meet follows from the seed of a game.

use crate::{packs::content, trouble::Trouble};
use gloryhex_editions::Spec;
use gloryhex_engine::Table;
use gloryhex_lab::seed::derive;
use gloryhex_notation::{deck::random, deck_file::DeckFile};

/// Decks of each warband.
const DECKS: u64 = 6;
/// How often sides that cannot meet are drawn anew.
const TRIES: u64 = 100;

/// Sides that may meet; none where the command names them.
#[derive(Default)]
pub struct Sides {
    /// Warband and deck of each.
    list: Vec<(String, String)>,
    warbands: usize,
}

impl Sides {
    /// Every warband of an edition with some legal decks of each of its formats.
    pub fn random(edition: &str, seed: u64) -> Result<Sides, Trouble> {
        let content = content();
        let (warbands, formats) = (content.warbands(edition), content.formats(edition));
        let mut list = Vec::new();
        for (warband, at) in warbands.iter().zip(0u64..) {
            for nth in 0..DECKS {
                let format = &formats[nth as usize % formats.len()];
                let seed = derive(seed, at * DECKS + nth);
                let cards = random(content, edition, format, warband, seed);
                let file = DeckFile {
                    name: "built".to_owned(),
                    edition: edition.to_owned(),
                    format: format.clone(),
                    warband: (*warband).to_owned(),
                    cards: cards.map_err(Trouble::input)?,
                };
                list.push(((*warband).to_owned(), file.spec(content)));
            }
        }
        let warbands = warbands.len();
        Ok(Sides { list, warbands })
    }

    /// Who meets in the game of a seed, and their table; nobody, where the command names the sides. Those that do not go to one
    /// table, or ask more than a game has room for, are drawn anew.
    pub fn spec(&self, asked: &Spec, seed: u64) -> Option<(Table, Spec)> {
        let many = (self.list.len() as u64).max(1);
        let seats = u64::from(asked.players);
        (0..TRIES).find_map(|try_| {
            let drawn = |seat| {
                self.list
                    .get((derive(seed, 100 + try_ * seats + seat) % many) as usize)
            };
            let sides: Option<Vec<_>> = (0..seats).map(drawn).collect();
            let (warbands, decks) = sides?.into_iter().cloned().unzip();
            let spec = Spec {
                warbands,
                decks,
                ..asked.clone()
            };
            Some((content().table(&spec).ok()?, spec))
        })
    }

    /// Who plays, in words.
    pub fn told(&self) -> String {
        match self.list.len() {
            0 => "named warbands and decks".to_owned(),
            decks => format!(
                "{} warbands with {decks} decks drawn by chance",
                self.warbands
            ),
        }
    }
}

//! What lies on the table before the first die is rolled: rules, boards, warbands, decks.
//!
//! A table never changes during a game and is shared by every copy of the game's state. Battlefields
//! are built from the boards as they are placed and kept for other games on the same table.

use crate::ruleset::Ruleset;
use gloryhex_hexgrid::{Grid, Layout, Sheet, SightRule};
use gloryhex_model::{BySeat, CardId, FighterDef, FighterId, Seat};
use std::{
    collections::HashMap,
    ops::Range,
    sync::{Arc, Mutex},
};

/// Battlefields kept before the cache is emptied.
const KEPT: usize = 4096;

/// A player's cards, by slot.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// Power cards, at most 64.
    pub power: Vec<CardId>,
    /// Objective cards, at most 32.
    pub objectives: Vec<CardId>,
}

/// A fighter at this table.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Whose fighter.
    pub seat: Seat,
    /// Position in its warband.
    pub index: u8,
    /// Its card.
    pub def: FighterDef,
}

/// Ways to play that change a rule or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Capture the Artefact (Shadespire p.26).
    pub artefact: bool,
    /// Boards lie as in the fixed format (Shadespire p.28).
    pub fixed_format: bool,
    /// A sudden death game: no cards, rounds until one warband is gone (Shadespire p.26).
    pub sudden_death: bool,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// The rules.
    pub rules: Ruleset,
    /// Players.
    pub players: u8,
    /// Ways to play.
    pub variant: Variant,
    /// Boards that can be chosen.
    pub sheets: Vec<Sheet>,
    /// Every fighter, by [`FighterId`].
    pub entrants: Vec<Entrant>,
    /// The fighters of each seat.
    pub rosters: BySeat<(u8, u8)>,
    /// The cards of each seat.
    pub decks: BySeat<Deck>,
    grids: Mutex<HashMap<Layout, Arc<Grid>>>,
}

impl Table {
    /// A table. Warbands are given by seat, in printed order.
    pub fn new(
        rules: Ruleset,
        variant: Variant,
        sheets: Vec<Sheet>,
        warbands: &[Vec<FighterDef>],
        decks: Vec<Deck>,
    ) -> Table {
        let mut entrants = Vec::new();
        let mut rosters = BySeat::default();
        for (ix, warband) in warbands.iter().enumerate() {
            let seat = Seat(ix as u8);
            let from = entrants.len() as u8;
            for (index, def) in warband.iter().enumerate() {
                entrants.push(Entrant {
                    seat,
                    index: index as u8,
                    def: def.clone(),
                });
            }
            rosters[seat] = (from, entrants.len() as u8);
        }
        let mut by_seat = BySeat::default();
        for (ix, deck) in decks.into_iter().enumerate() {
            by_seat[Seat(ix as u8)] = deck;
        }
        Table {
            rules,
            players: warbands.len() as u8,
            variant,
            sheets,
            entrants,
            rosters,
            decks: by_seat,
            grids: Mutex::default(),
        }
    }
    /// A fighter's entry.
    #[inline]
    pub fn entrant(&self, fighter: FighterId) -> &Entrant {
        &self.entrants[fighter.ix()]
    }
    /// Whose fighter it is.
    #[inline]
    pub fn owner(&self, fighter: FighterId) -> Seat {
        self.entrants[fighter.ix()].seat
    }
    /// The fighters of a seat.
    pub fn roster(&self, seat: Seat) -> impl DoubleEndedIterator<Item = FighterId> + Clone + use<> {
        let (from, to) = self.rosters[seat];
        Range {
            start: from,
            end: to,
        }
        .map(FighterId)
    }
    /// All fighters.
    pub fn everyone(&self) -> impl DoubleEndedIterator<Item = FighterId> + Clone + use<> {
        (0..self.entrants.len() as u8).map(FighterId)
    }
    /// The battlefield of a layout, or an empty one if the boards do not fit.
    pub fn grid(&self, layout: &Layout) -> Arc<Grid> {
        let mut grids = match self.grids.lock() {
            Ok(grids) => grids,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some(grid) = grids.get(layout) {
            return Arc::clone(grid);
        }
        if grids.len() >= KEPT {
            grids.clear();
        }
        let rule = SightRule {
            edge_blocks: self.rules.sight_stops_at_edge,
        };
        let grid = Grid::build(layout, &self.sheets, rule)
            .or_else(|_| Grid::build(&Layout::default(), &[], rule))
            .map(Arc::new)
            .expect("an empty layout always builds");
        grids.insert(*layout, Arc::clone(&grid));
        grid
    }
    /// Makes a battlefield known that was not built from boards, e.g. a drawn one.
    pub fn adopt_grid(&self, layout: Layout, grid: Grid) {
        if let Ok(mut grids) = self.grids.lock() {
            grids.insert(layout, Arc::new(grid));
        }
    }
}

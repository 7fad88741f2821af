//! What lies on the table before the first die is rolled: rules, boards, warbands, decks.
//!
//! A table never changes during a game and is shared by every copy of the game's state. Battlefields
//! are built from the boards as they are placed and kept for other games on the same table.

use crate::{
    cards::{index::Index, passes::Passes, watches::Watches},
    effect::Source,
    ops::counters::Counters,
    ruleset::{BoardRule, Ruleset},
    variant::Variant,
};
use foldhash::fast::FixedState;
use gloryhex_cardlang::{CardCode, Catalog, Instr, SetUp, WarbandInfo};
use gloryhex_hexgrid::{Atlas, Grid, Layout, Placement, Sheet, SightRule};
use gloryhex_model::{BySeat, CardId, FighterDef, FighterId, MAX_SEATS, Seat, Weighing};
use std::{
    collections::HashMap,
    hint::cold_path,
    ops::Range,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Battlefields and lists of placements kept before their cache is emptied.
const KEPT: usize = 4096;

/// The battlefields of layouts.
type Grids = HashMap<Layout, Arc<Grid>, FixedState>;

/// Every way to join a board to a layout.
type Places = HashMap<(Layout, u8), Arc<[Placement]>, FixedState>;

/// A player's cards, by slot.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// Power cards, at most 64.
    pub power: Vec<CardId>,
    /// Objective cards, at most 32.
    pub objectives: Vec<CardId>,
    /// The plot card that comes with the deck.
    pub plot: Option<CardId>,
}

/// A fighter as it comes to the table.
#[derive(Clone, Debug)]
pub struct Recruit {
    /// Its card.
    pub def: FighterDef,
    /// Its number in the catalogue, by which cards name it; `u16::MAX` for none.
    pub number: u16,
    /// The abilities printed on its card.
    pub abilities: CardId,
}

impl From<FighterDef> for Recruit {
    /// A fighter without abilities that no card names.
    fn from(def: FighterDef) -> Recruit {
        Recruit {
            def,
            number: u16::MAX,
            abilities: CardId::NONE,
        }
    }
}

/// A warband as it comes to the table.
#[derive(Clone, Debug, Default)]
pub struct Warband {
    /// Its fighters, in printed order; at most 16.
    pub fighters: Vec<Recruit>,
    /// Its own abilities.
    pub warscroll: Option<CardId>,
}

impl Warband {
    /// A warband of the catalogue.
    pub fn of(catalog: &Catalog, info: &WarbandInfo) -> Warband {
        let fighters = info.def.fighters.iter().enumerate().map(|(nth, def)| {
            let number = info.first + nth as u16;
            let abilities = catalog
                .fighters
                .get(number as usize)
                .map_or(CardId::NONE, |fighter| fighter.abilities);
            Recruit {
                def: def.clone(),
                number,
                abilities,
            }
        });
        Warband {
            fighters: fighters.collect(),
            warscroll: Some(info.warscroll).filter(|card| *card != CardId::NONE),
        }
    }
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
    /// Its number in the catalogue; `u16::MAX` for none.
    pub number: u16,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// The rules.
    pub rules: Ruleset,
    /// Players.
    pub players: u8,
    /// What counts how much to opponents who play here.
    pub weighing: Weighing,
    /// Ways to play.
    pub variant: Variant,
    /// Boards that can be chosen.
    pub sheets: Vec<Sheet>,
    /// The board that a seat has settled on before the game, by its place among [`Table::sheets`].
    pub brought: BySeat<Option<u8>>,
    /// Every fighter, by [`FighterId`].
    pub entrants: Vec<Entrant>,
    /// The fighters of each seat.
    pub rosters: BySeat<(u8, u8)>,
    /// The fighters of each seat, as bits of their ids.
    pub sides: [u32; MAX_SEATS],
    /// All fighters, as bits of their ids.
    pub all_fighters: u32,
    /// Those whose card is turned over instead of going out of action, as bits of their ids: they are never Inspired.
    pub two_faced: u32,
    /// The objectives that each seat's warband can use, where a card at the table lets players name one; each title once.
    pub pools: BySeat<Arc<[CardId]>>,
    /// The cards of each seat.
    pub decks: [Deck; MAX_SEATS],
    /// Every card that can turn up.
    pub catalog: Arc<Catalog>,
    /// Which seat's cards could matter when.
    pub index: Index,
    /// What cards ask about the past.
    pub watches: Watches,
    /// The counters that cards speak of.
    pub counters: Counters,
    grids: Mutex<Grids>,
    atlas: Mutex<Atlas>,
    places: Mutex<Places>,
}

impl Table {
    /// A table. Warbands and decks are given by seat.
    pub fn new(
        rules: Ruleset,
        variant: Variant,
        sheets: Vec<Sheet>,
        warbands: Vec<Warband>,
        decks: Vec<Deck>,
        catalog: Arc<Catalog>,
    ) -> Table {
        let players = warbands.len() as u8;
        let mut cards = Vec::new();
        let mut entrants = Vec::new();
        let mut rosters = BySeat::default();
        let mut sides = [0; MAX_SEATS];
        for (ix, warband) in warbands.into_iter().enumerate() {
            let seat = Seat(ix as u8);
            let mut put = |slot, card| cards.push((Source { seat, slot }, card));
            put(Source::WARSCROLL, warband.warscroll.unwrap_or(CardId::NONE));
            let from = entrants.len() as u8;
            for (nth, mut recruit) in warband.fighters.into_iter().enumerate() {
                let sides = recruit.def.sides.iter_mut();
                for weapon in sides.flat_map(|side| &mut side.weapons) {
                    catalog.note_asked(weapon);
                }
                put(Source::FIGHTERS + nth as u8, recruit.abilities);
                entrants.push(Entrant {
                    seat,
                    index: nth as u8,
                    def: recruit.def,
                    number: recruit.number,
                });
            }
            rosters[seat] = (from, entrants.len() as u8);
            sides[ix & 3] = below(entrants.len()) & !below(from as usize);
        }
        let mut by_seat: [Deck; MAX_SEATS] = Default::default();
        for (ix, deck) in decks.into_iter().enumerate().take(MAX_SEATS) {
            let seat = Seat(ix as u8);
            let mut put = |slot, card| cards.push((Source { seat, slot }, card));
            for (slot, card) in deck.power.iter().enumerate().take(64) {
                put(slot as u8, *card);
            }
            for (slot, card) in deck.objectives.iter().enumerate().take(32) {
                put(Source::OBJECTIVES + slot as u8, *card);
            }
            put(Source::PLOT, deck.plot.unwrap_or(CardId::NONE));
            by_seat[ix] = deck;
        }
        let index = Index::new(Passes::ALL, cards.into_iter(), &catalog, &rules);
        let coded = index
            .cards()
            .map(|(source, card)| (source, catalog.code(card)));
        let counters = Counters::new(coded.clone(), &catalog, &rosters);
        let two_faced = |(source, code): (Source, &CardCode)| {
            let (from, _) = rosters[source.seat];
            let nth = source.slot.wrapping_sub(Source::FIGHTERS);
            let own = source.slot < Source::WARSCROLL && code.set_up.becomes;
            u32::from(own) << (u32::from(from + (nth & 15)) & 31)
        };
        let two_faced = coded.clone().fold(0, |set, each| set | two_faced(each));
        let watches = Watches::new(coded, entrants.len());
        Table {
            rules,
            players,
            weighing: Weighing::default(),
            variant,
            sheets,
            brought: BySeat::default(),
            entrants,
            rosters,
            sides,
            all_fighters: sides.iter().fold(0, |all, side| all | side),
            two_faced,
            pools: BySeat::default(),
            decks: by_seat,
            catalog,
            index,
            watches,
            counters,
            grids: Mutex::default(),
            atlas: Mutex::default(),
            places: Mutex::default(),
        }
    }
    /// The same table, with what counts how much to opponents.
    pub fn weighed(self, weighing: Weighing) -> Table {
        Table { weighing, ..self }
    }
    /// The same table, with the boards that seats have settled on before the game.
    #[must_use]
    pub fn bringing(self, brought: BySeat<Option<u8>>) -> Table {
        Table { brought, ..self }
    }
    /// The same table, with the objectives that each seat's warband can use.
    #[must_use]
    pub fn naming(self, pools: BySeat<Arc<[CardId]>>) -> Table {
        Table { pools, ..self }
    }
    /// What a game at this table has no room for, if its cards ask too much.
    pub fn lacks_room(&self) -> Option<&'static str> {
        if !self.watches.fits() {
            return Some("the cards in these decks ask more about the past than a game remembers");
        }
        (!self.counters.fit())
            .then_some("the cards in these decks name more counters than a game has room for")
    }
    /// Whether a card at the table lets players name an objective.
    pub fn names_cards(&self) -> bool {
        let codes = self.index.cards().map(|(_, card)| self.catalog.code(card));
        let names = |code: &CardCode| code.code.iter().any(|i| matches!(i, Instr::NameCard(_)));
        codes.into_iter().any(names)
    }
    /// The same table with other shortcuts taken; what happens at it is the same.
    #[must_use]
    pub fn with_passes(mut self, passes: Passes) -> Table {
        self.index = Index::new(passes, self.index.cards(), &self.catalog, &self.rules);
        self
    }
    /// The cards of a seat.
    pub fn deck(&self, seat: Seat) -> &Deck {
        &self.decks[seat.ix()]
    }
    /// The code of the card in a slot.
    #[inline]
    pub fn code(&self, source: Source) -> Option<&CardCode> {
        let card = self.index.card(source);
        let Some(info) = self.catalog.cards.get(card.ix()) else {
            cold_path();
            return None;
        };
        Some(&info.code)
    }
    /// A fighter's entry.
    #[inline]
    pub fn entrant(&self, fighter: FighterId) -> &Entrant {
        &self.entrants[fighter.ix()]
    }
    /// How a fighter's game begins.
    pub fn set_up(&self, fighter: FighterId) -> SetUp {
        let entrant = self.entrant(fighter);
        let slot = Source::FIGHTERS + entrant.index;
        let code = self.code(Source {
            seat: entrant.seat,
            slot,
        });
        code.map_or(SetUp::default(), |code| code.set_up)
    }
    /// Whether a fighter's card is turned over instead of going out of action.
    pub fn is_two_faced(&self, fighter: FighterId) -> bool {
        self.two_faced >> (fighter.0 & 31) & 1 == 1
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
        let mut grids = locked(&self.grids);
        if let Some(grid) = grids.get(layout) {
            return Arc::clone(grid);
        }
        if grids.len() >= KEPT {
            grids.clear();
        }
        let rule = SightRule {
            edge_blocks: self.rules.sight_stops_at_edge,
        };
        let grid = locked(&self.atlas).grid(layout, &self.sheets, rule);
        let grid = Arc::new(grid.unwrap_or_else(|_| Grid::empty(rule)));
        if self.index.shortens {
            grid.know_behind();
        }
        grids.insert(*layout, Arc::clone(&grid));
        grid
    }
    /// Makes a battlefield known that was not built from boards, e.g. a drawn one.
    pub fn adopt_grid(&self, layout: Layout, grid: Grid) {
        locked(&self.grids).insert(layout, Arc::new(grid));
    }
    /// Whether boards only lie as in the fixed layouts (Shadespire p.28, Harrowdeep p.44).
    pub fn lined_up(&self) -> bool {
        let always = matches!(
            self.rules.boards,
            BoardRule::OneEach {
                fixed_layouts: true,
                ..
            }
        );
        self.players > 2 && (always || self.variant.fixed_format)
    }
    /// Every way to join a board to those of a layout, in an order that never changes.
    pub fn placements(&self, layout: &Layout, sheet: u8) -> Arc<[Placement]> {
        let mut places = locked(&self.places);
        if let Some(list) = places.get(&(*layout, sheet)) {
            return Arc::clone(list);
        }
        if places.len() >= KEPT {
            places.clear();
        }
        let list: Arc<[Placement]> = match self.rules.boards {
            BoardRule::OneEach { .. } if self.lined_up() => {
                layout.fixed_placements(&self.sheets, sheet, self.players)
            }
            BoardRule::OneEach { long, short, .. } => {
                layout.placements(&self.sheets, sheet, long, short)
            }
            BoardRule::Shared => Vec::new(),
        }
        .into();
        places.insert((*layout, sheet), Arc::clone(&list));
        list
    }
}

/// The first `n` bits.
fn below(n: usize) -> u32 {
    1u32.checked_shl(n as u32).map_or(u32::MAX, |bit| bit - 1)
}

fn locked<T>(cache: &Mutex<T>) -> MutexGuard<'_, T> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}

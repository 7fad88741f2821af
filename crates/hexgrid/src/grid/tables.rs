//! How the tables of a grid are filled. Nothing here is asked while a game is played.

use super::{Grid, RADII};
use crate::near::Near;
use crate::{Coord, Direction, HexId, HexSet, Kind, sight};

impl Grid {
    pub(super) fn fill_lookup(&mut self) {
        let mut lookup = vec![HexId::NONE; (self.width * self.height) as usize];
        for (id, hex) in self.hexes.iter().enumerate() {
            if let Some(slot) = self.slot(hex.coord) {
                lookup[slot] = HexId(id as u8);
            }
        }
        self.lookup = lookup.into();
    }

    pub(super) fn fill_neighbours(&mut self) {
        let around = |id| {
            let coord = self.coord(id);
            Direction::ALL.map(|direction| self.at(coord + direction.offset()))
        };
        self.neighbours = self.all.iter().map(around).collect();
        let sets = self.neighbours.iter();
        self.adjacent = sets
            .map(|around| around.iter().copied().collect())
            .collect();
        if self.len() <= 128 {
            self.narrow = Near::of(&self.adjacent);
        } else {
            self.wide = Near::of(&self.adjacent);
        }
    }

    /// Marks edge hexes and notes which hexes have which mark or region.
    pub(super) fn fill_marks(&mut self) {
        for (ix, hex) in self.hexes.iter_mut().enumerate() {
            let id = HexId(ix as u8);
            if self.neighbours[ix].iter().any(|next| next.is_none()) {
                hex.kinds |= Kind::EDGE;
            }
            if let Some(set) = self.by_region.get_mut(usize::from(hex.region)) {
                set.insert(id);
            }
            for (bit, set) in self.by_kind.iter_mut().enumerate() {
                if hex.kinds.bits() >> bit & 1 != 0 {
                    set.insert(id);
                }
            }
        }
    }

    pub(super) fn fill_distances(&mut self) {
        let count = self.len();
        let mut distances = vec![Grid::UNREACHABLE; count * count];
        let mut within = Vec::with_capacity(count * RADII);
        for from in self.all {
            let mut seen = HexSet::single(from);
            let mut ring = seen;
            let mut distance = 0;
            while !ring.is_empty() {
                for to in ring {
                    distances[from.index() * count + to.index()] = distance;
                }
                if usize::from(distance) < RADII {
                    within.push(seen);
                }
                ring = self.around(ring) - seen;
                seen |= ring;
                distance += 1;
            }
            within.resize((from.index() + 1) * RADII, seen);
        }
        self.distances = distances.into();
        self.within = within.into();
    }

    pub(super) fn fill_sight(&mut self) {
        self.sight = self.open_sight();
        for hex in self.of_kind(Kind::BLOCKED) {
            let shadow = self.shadow(hex);
            self.darken(&shadow);
        }
    }

    /// What every hex would see if no hex were blocked.
    fn open_sight(&self) -> Vec<HexSet> {
        if !self.rule.edge_blocks {
            return vec![self.all; self.len()];
        }
        // Lines stay between the outermost centres, and the first gap one enters is next to a hex.
        let mut outside = Vec::new();
        for slot in 0..self.lookup.len() as i16 {
            let (q, r) = (slot % self.width, slot / self.width);
            let coord = self.min + Coord::new(q as i8, r as i8);
            let is_hex = |at| self.at(at).is_some();
            let mut around = Direction::ALL.iter().map(|way| coord + way.offset());
            if !is_hex(coord) && around.any(is_hex) {
                outside.push(coord);
            }
        }
        self.pairs(|a, b| {
            !outside.iter().any(|&hex| sight::enters(a, b, hex))
                && !sight::runs_between_outside(a, b, |hex| self.at(hex).is_some())
        })
    }

    /// For every hex those to which a line touches this one.
    pub(super) fn shadow(&self, hex: HexId) -> Vec<HexSet> {
        let hex = self.coord(hex);
        self.pairs(|a, b| sight::touches(a, b, hex))
    }

    /// Takes from what every hex sees what lies in a shadow. Every hex sees itself.
    pub(super) fn darken(&mut self, shadow: &[HexSet]) {
        for ((ix, seen), dark) in self.sight.iter_mut().enumerate().zip(shadow) {
            *seen -= *dark;
            seen.insert(HexId(ix as u8));
        }
    }

    /// For every hex the others with which it makes such a pair, and itself.
    fn pairs(&self, is_pair: impl Fn(Coord, Coord) -> bool) -> Vec<HexSet> {
        let mut sets: Vec<HexSet> = self.all.iter().map(HexSet::single).collect();
        for from in self.all {
            for to in self.all.iter().skip(from.index() + 1) {
                if is_pair(self.coord(from), self.coord(to)) {
                    sets[from.index()].insert(to);
                    sets[to.index()].insert(from);
                }
            }
        }
        sets
    }
}

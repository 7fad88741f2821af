//! Which hexes are behind others: for each pair of hexes those from which the straight line to the one goes through the
//! other. It follows from the shape of a battlefield, and is worked out when somebody first asks.

use super::Grid;
use crate::{HexId, HexSet, sight};
use std::sync::{Arc, OnceLock};

/// For each hex and each other one those behind it. Grids of one shape share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(Arc<OnceLock<Box<[HexSet]>>>);

/// What is worked out here tells nothing that the rest of a grid does not.
impl PartialEq for Lines {
    fn eq(&self, _: &Lines) -> bool {
        true
    }
}

impl Eq for Lines {}

impl Grid {
    /// The hexes from which the line to `to` goes through the inside of `hex`, as [`Grid::between`] has it.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, SightRule};
    /// let map = Grid::from_map(&["| A B C D"], SightRule::default()).unwrap();
    /// let at = |label| map.label(label).unwrap();
    /// assert!(map.grid.behind(at('B'), at('A')).iter().eq([at('C'), at('D')]));
    /// ```
    #[inline]
    pub fn behind(&self, hex: HexId, to: HexId) -> HexSet {
        let behind = self.lines.0.get_or_init(|| self.all_behind());
        behind[hex.index() * self.len() + to.index()]
    }

    /// Works out what is behind what, so that nobody waits for it later.
    pub fn know_behind(&self) {
        self.lines.0.get_or_init(|| self.all_behind());
    }

    fn all_behind(&self) -> Box<[HexSet]> {
        let n = self.len();
        let mut behind = vec![HexSet::EMPTY; n * n];
        for a in self.all {
            for b in self.all.iter().skip(a.index() + 1) {
                // Hexes are numbered in reading order: a line enters none in rows before or after those of its ends.
                let (from, to) = (self.coord(a), self.coord(b));
                let before = |hex: &HexId| self.coord(*hex).r < from.r;
                let within = |hex: &HexId| self.coord(*hex).r <= to.r;
                for hex in self.all.iter().skip_while(before).take_while(within) {
                    if hex != a && hex != b && sight::enters(from, to, self.coord(hex)) {
                        behind[hex.index() * n + a.index()].insert(b);
                        behind[hex.index() * n + b.index()].insert(a);
                    }
                }
            }
        }
        behind.into()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Grid, Layout, Sheet, SightRule};

    #[test]
    fn behind_a_hex_are_those_for_whom_it_is_between() {
        let sheets = [Sheet::blank("plain", 8, 5)];
        let grid = Grid::build(&Layout::single(0), &sheets, SightRule::default()).expect("a board");
        for hex in grid.all() {
            for to in grid.all() {
                let there = grid.behind(hex, to);
                for from in grid.all() {
                    let between = from != to && grid.between(hex, from, to);
                    assert_eq!(there.contains(from), between);
                }
            }
        }
    }
}

//! Movement over a grid: which hexes can be reached in a number of steps.

use crate::near::Near;
use crate::words::Words;
use crate::{Grid, HexId, HexSet};

/// The hexes stepped on or touched in at most `steps` steps, the start among them.
#[inline]
fn flood<const N: usize>(near: &Near<N>, from: HexId, steps: u8, through: &HexSet) -> HexSet {
    let mut seen = near.enter(Words::single(from));
    if steps == 0 {
        return near.leave(seen);
    }
    let through = near.enter(Words::of(through));
    let mut next = near.one_entered(from);
    for _ in 1..steps {
        seen |= next;
        let front = next & through;
        if front.is_empty() {
            break;
        }
        next = near.step(front) - seen;
    }
    near.leave(seen | next)
}

/// Whether a hex is stepped on or touched in at most `steps` steps.
#[inline]
fn touches<const N: usize>(
    near: &Near<N>,
    (from, to): (HexId, HexId),
    steps: u8,
    through: Words<N>,
) -> bool {
    let mut seen = Words::single(from);
    let mut next = near.one(from);
    for _ in 1..steps {
        if next.contains(to) {
            return true;
        }
        seen |= next;
        let front = next & through;
        if front.is_empty() {
            return false;
        }
        next = near.around(front) - seen;
    }
    steps > 0 && next.contains(to)
}

impl Grid {
    /// Whether another hex can be reached in up to `steps` steps if every hex before it is in `through`.
    pub fn reaches(&self, from: HexId, steps: u8, through: &HexSet, to: HexId) -> bool {
        if self.wide.is_empty() {
            touches(&self.narrow, (from, to), steps, Words::of(through))
        } else {
            touches(&self.wide, (from, to), steps, Words::of(through))
        }
    }

    /// The hexes next to any hex of the set (members of the set among them if they touch).
    pub(crate) fn around(&self, hexes: HexSet) -> HexSet {
        if self.wide.is_empty() {
            self.narrow.around(Words::of(&hexes)).whole()
        } else {
            self.wide.around(Words::of(&hexes)).whole()
        }
    }

    /// The hexes that can be reached in one to `steps` steps over `passable` hexes. The start need
    /// not be passable and is never part of the answer.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, Kind, SightRule};
    /// let map = Grid::from_map(&["| A # .", "|  . ."], SightRule::default()).unwrap();
    /// let free = map.grid.all() - map.grid.of_kind(Kind::BLOCKED);
    /// assert_eq!(map.grid.reach(map.label('A').unwrap(), 2, &free).len(), 2);
    /// ```
    pub fn reach(&self, from: HexId, steps: u8, passable: &HexSet) -> HexSet {
        self.reach_through(from, steps, passable, passable)
    }

    /// The hexes of `landing` that can be reached in one to `steps` steps if every hex before the
    /// last is in `through`.
    #[inline(always)]
    pub fn reach_through(
        &self,
        from: HexId,
        steps: u8,
        through: &HexSet,
        landing: &HexSet,
    ) -> HexSet {
        let seen = if self.wide.is_empty() {
            flood(&self.narrow, from, steps, through)
        } else {
            flood(&self.wide, from, steps, through)
        };
        (seen & *landing).without(from)
    }
}

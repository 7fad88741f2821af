//! Walks past a single hazard, which are most of those past any.

use crate::near::Near;
use crate::words::Words;
use crate::{Grid, HexId, HexSet};

/// The hexes of the next step over `safe` ones. They are no longer `unseen`.
#[inline(always)]
fn step_out<const N: usize>(
    near: &Near<N>,
    next: Words<N>,
    safe: Words<N>,
    unseen: &mut Words<N>,
) -> Words<N> {
    let next = near.around(next & safe) & *unseen;
    *unseen = *unseen - next;
    next
}

/// The ends of ways of up to `steps` steps, at least two, over `passable` hexes, without the start: of those that
/// enter none but `safe` ones before, and of those that enter the one hazard besides.
#[inline]
fn past_one<const N: usize>(
    near: &Near<N>,
    (from, steps): (HexId, u8),
    (passable, safe): (Words<N>, Words<N>),
    hazard: HexId,
) -> [Words<N>; 2] {
    let passable = passable - Words::single(from);
    let mut next = near.one(from) & passable;
    let mut unseen = passable - next;
    let mut left = steps - 1;
    for _ in 1..steps {
        left -= u8::from(unseen.contains(hazard));
        next = step_out(near, next, safe, &mut unseen);
    }
    let clear = passable - unseen;
    // Whoever enters it in the last step goes no further.
    if left == 0 {
        return [clear, Words::EMPTY];
    }
    let others = passable - Words::single(hazard);
    let mut next = near.one(hazard) & others;
    let mut unseen = others - next;
    for _ in 1..left {
        next = step_out(near, next, safe, &mut unseen);
    }
    [clear, others - unseen]
}

impl Grid {
    /// As [`Grid::paths_by_hazard`] where a single hazard, passable and not the start, is less than `steps` steps
    /// away: the destinations of the ways that do not enter it, and of those that do.
    pub fn past_hazard(
        &self,
        (from, steps): (HexId, u8),
        passable: &HexSet,
        hazards: &HexSet,
        hazard: HexId,
    ) -> [HexSet; 2] {
        let safe = *passable - *hazards;
        if self.wide.is_empty() {
            let sets = (Words::of(passable), Words::of(&safe));
            past_one(&self.narrow, (from, steps), sets, hazard).map(Words::whole)
        } else {
            let sets = (Words::of(passable), Words::of(&safe));
            past_one(&self.wide, (from, steps), sets, hazard).map(Words::whole)
        }
    }
}

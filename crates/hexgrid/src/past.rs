//! Walks past one or two hazards, which are most of those past any.

use crate::near::Near;
use crate::words::Words;
use crate::{Grid, HexId, HexSet};

/// A walk of up to `steps` steps, at least two. Its sets are entered.
#[derive(Clone, Copy)]
struct Steps<'a, const N: usize> {
    near: &'a Near<N>,
    from: HexId,
    steps: u8,
    /// Without the start.
    passable: Words<N>,
    /// Passable, and no hazards.
    safe: Words<N>,
}

impl<'a, const N: usize> Steps<'a, N> {
    #[inline(always)]
    fn new(
        near: &'a Near<N>,
        (from, steps): (HexId, u8),
        passable: &HexSet,
        hazards: &HexSet,
    ) -> Steps<'a, N> {
        let enter = |set: &HexSet| near.enter(Words::of(set));
        let passable = enter(passable) - near.enter(Words::single(from));
        Steps {
            near,
            from,
            steps,
            passable,
            safe: passable - enter(hazards),
        }
    }

    /// The hexes of the next step over safe ones. They are no longer `unseen`.
    #[inline(always)]
    fn next(&self, last: Words<N>, unseen: &mut Words<N>) -> Words<N> {
        let next = self.near.step(last & self.safe) & *unseen;
        *unseen = *unseen - next;
        next
    }

    /// The ends of ways that enter no hazard before, and how many steps are left when each of these hazards is
    /// entered.
    #[inline(always)]
    fn clear<const H: usize>(&self, hazards: [HexId; H]) -> (Words<N>, [u8; H]) {
        let places = hazards.map(|hazard| self.near.place(hazard));
        let mut next = self.near.one_entered(self.from) & self.passable;
        let mut unseen = self.passable - next;
        let mut left = [self.steps - 1; H];
        for _ in 1..self.steps {
            for (left, place) in left.iter_mut().zip(places) {
                *left -= u8::from(unseen.has(place));
            }
            next = self.next(next, &mut unseen);
        }
        (self.passable - unseen, left)
    }

    /// The ends of ways that enter a hazard with so many steps left, and no other. Says too whether some way could
    /// go on from another one.
    #[inline(always)]
    fn past(&self, hazard: HexId, left: u8, other: HexId) -> (Words<N>, bool) {
        // Whoever enters it in the last step goes no further.
        if left == 0 {
            return (Words::EMPTY, false);
        }
        let passable = self.passable - self.near.enter(Words::single(hazard));
        let place = self.near.place(other);
        let mut next = self.near.one_entered(hazard) & passable;
        let mut unseen = passable - next;
        let mut on = false;
        for _ in 1..left {
            on = !unseen.has(place);
            next = self.next(next, &mut unseen);
        }
        (passable - unseen, on)
    }

    #[inline(always)]
    fn past_one(&self, hazard: HexId) -> [HexSet; 2] {
        let (clear, [left]) = self.clear([hazard]);
        let (past, _) = self.past(hazard, left, hazard);
        [clear, past].map(|set| self.near.leave(set))
    }

    #[inline(always)]
    fn past_two(&self, hazards: [HexId; 2]) -> Option<[HexSet; 3]> {
        let [first, second] = hazards;
        let (clear, left) = self.clear(hazards);
        let (one, on) = self.past(first, left[0], second);
        let (other, back) = self.past(second, left[1], first);
        if on | back {
            return None;
        }
        // Hazards that cannot be reached are not told apart.
        let pasts = match left[0] {
            0 => [other, Words::EMPTY],
            _ => [one, other],
        };
        Some([clear, pasts[0], pasts[1]].map(|set| self.near.leave(set)))
    }
}

impl Grid {
    /// As [`Grid::paths_by_hazard`] where a single hazard, passable and not the start, is less than `steps` steps
    /// away: the destinations of the ways that do not enter it, and of those that do.
    pub fn past_hazard(
        &self,
        walk: (HexId, u8),
        passable: &HexSet,
        hazards: &HexSet,
        hazard: HexId,
    ) -> [HexSet; 2] {
        if self.wide.is_empty() {
            Steps::new(&self.narrow, walk, passable, hazards).past_one(hazard)
        } else {
            Steps::new(&self.wide, walk, passable, hazards).past_one(hazard)
        }
    }

    /// As [`Grid::past_hazard`] where there are two such hazards: the destinations of the ways that enter neither,
    /// the nearer one and the other. If they are equally near the one with the lower id comes first, and if only
    /// one can be reached, it does. `None` if a way can enter both.
    pub fn past_two_hazards(
        &self,
        walk: (HexId, u8),
        passable: &HexSet,
        hazards: &HexSet,
        [a, b]: [HexId; 2],
    ) -> Option<[HexSet; 3]> {
        let far = |hex: HexId| (self.distance(walk.0, hex), hex);
        let two = if far(a) <= far(b) { [a, b] } else { [b, a] };
        if self.wide.is_empty() {
            Steps::new(&self.narrow, walk, passable, hazards).past_two(two)
        } else {
            Steps::new(&self.wide, walk, passable, hazards).past_two(two)
        }
    }
}

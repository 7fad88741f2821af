//! Movement over a grid past any number of hazards. Nothing is allocated. Who may walk where is the caller's
//! knowledge, given as sets. Walks that mind no hazards are in `reach`, those past one or two in `past`.

use crate::near::Near;
use crate::words::Words;
use crate::{Grid, HexId, HexSet};

/// The most hazards told apart on one walk.
pub const MAX_HAZARDS: usize = 8;

impl Grid {
    /// For every hex that can be reached over `passable` hexes, the sets of `hazards` that can be
    /// entered on the way: one entry for every set for which there is a way that enters exactly it. The
    /// destination itself is not counted as entered on the way, and no way enters it twice.
    ///
    /// Only hazards that can lie on such a way are told apart, at most [`MAX_HAZARDS`] of them, the
    /// nearest first; any beyond can be walked to but not through.
    ///
    /// ```
    /// use gloryhex_hexgrid::{Grid, Kind, SightRule};
    /// let map = Grid::from_map(&["| A ! B"], SightRule::default()).unwrap();
    /// let (grid, a, b) = (&map.grid, map.label('A').unwrap(), map.label('B').unwrap());
    /// let paths = grid.paths_by_hazard(a, 3, &grid.all(), &grid.of_kind(Kind::LETHAL));
    /// assert!(paths.ways(b).eq([0b1]));
    /// ```
    pub fn paths_by_hazard(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
    ) -> HazardPaths {
        let mut ends = [HexSet::EMPTY; 1 << MAX_HAZARDS];
        let told = self.each_hazard_set(from, steps, passable, hazards, &mut |set, entered| {
            ends[usize::from(entered)] = set;
        });
        HazardPaths { told, ends }
    }

    /// Calls `each` with every set of hazards that can be entered on the way, and where such ways can end,
    /// in order of the set.
    pub fn each_hazard_set(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
        each: &mut dyn FnMut(HexSet, u8),
    ) -> Told {
        let passable = passable.without(from);
        let near = match steps {
            0 | 1 => HexSet::EMPTY,
            _ => *hazards & passable & self.within(from, steps - 1),
        };
        let mut told = self.by_distance(from, near);
        let few = told.count <= MAX_HAZARDS;
        if !few {
            told = self.hazards_on_the_way(from, steps, &passable, hazards);
        }
        if self.wide.is_empty() {
            let walk = Walk::new(self, &self.narrow, (from, steps), &passable, hazards);
            walk.past(told, few, each)
        } else {
            let walk = Walk::new(self, &self.wide, (from, steps), &passable, hazards);
            walk.past(told, few, each)
        }
    }

    /// At most [`MAX_HAZARDS`] hexes, nearest first. The count is that of all, and if there are more they are not
    /// the nearest.
    #[inline]
    fn by_distance(&self, from: HexId, hexes: HexSet) -> Told {
        let mut told = Told::NONE;
        let mut far = [0; MAX_HAZARDS];
        hexes.each(|hex| {
            let distance = self.distance(from, hex);
            let mut at = told.count.min(MAX_HAZARDS - 1);
            while at > 0 && far[at - 1] > distance {
                (far[at], told.hazards[at]) = (far[at - 1], told.hazards[at - 1]);
                at -= 1;
            }
            (far[at], told.hazards[at]) = (distance, hex);
            told.count += 1;
        });
        told
    }

    /// The hazards that can lie on a way, nearest first; bit 0 of a set stands for the first.
    pub fn hazards_on_the_way(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
    ) -> Told {
        let mut told = Told::NONE;
        let near = *hazards & *passable;
        let on_the_way = match steps {
            0 | 1 => HexSet::EMPTY,
            _ if (near & self.within(from, steps - 1)).is_empty() => HexSet::EMPTY,
            _ => near & self.reach(from, steps - 1, passable),
        };
        for distance in 1..steps {
            if told.count == MAX_HAZARDS {
                break;
            }
            for hex in on_the_way & self.ring(from, distance) {
                told.add(hex);
            }
        }
        told
    }
}

/// The steps in which hazards are first entered, by bit of [`Told`]; 255 for never.
type Steps = [u8; MAX_HAZARDS];
const NEVER: Steps = [u8::MAX; MAX_HAZARDS];
/// Sets of up to three hazards.
const FEW: usize = 8;

/// A walk past hazards.
struct Walk<'a, const N: usize> {
    grid: &'a Grid,
    near: &'a Near<N>,
    from: HexId,
    steps: u8,
    /// Without the start.
    passable: Words<N>,
    safe: Words<N>,
    /// Passable hazards, told apart or not.
    danger: Words<N>,
    hazards: &'a HexSet,
}

impl<'a, const N: usize> Walk<'a, N> {
    #[inline]
    fn new(
        grid: &'a Grid,
        near: &'a Near<N>,
        (from, steps): (HexId, u8),
        passable: &HexSet,
        hazards: &'a HexSet,
    ) -> Walk<'a, N> {
        let passable = Words::of(passable);
        let safe = passable - Words::of(hazards);
        Walk {
            grid,
            near,
            from,
            steps,
            passable,
            safe,
            danger: passable - safe,
            hazards,
        }
    }

    /// Calls `each` with the ends of all ways, by set of hazards. If the hazards are `guessed` by their
    /// distance alone, those that cannot be reached are left out.
    #[inline]
    fn past(&self, told: Told, guessed: bool, each: &mut dyn FnMut(HexSet, u8)) -> Told {
        if told.count <= 3 {
            self.past_sets(told, guessed, &mut [NEVER; FEW], each)
        } else {
            self.past_sets(told, guessed, &mut [NEVER; 1 << MAX_HAZARDS], each)
        }
    }

    /// As [`Walk::past`]. By set, `entered` is when each hazard of it is first entered as its last.
    #[inline(never)]
    fn past_sets<const M: usize>(
        &self,
        mut told: Told,
        guessed: bool,
        entered: &mut [Steps; M],
        each: &mut dyn FnMut(HexSet, u8),
    ) -> Told {
        let ends = self.spread(&told, (self.from, 0), 0, entered);
        let width = if M == FEW { 3 } else { MAX_HAZARDS };
        let missing = (0..width).fold(false, |missing, bit| {
            let never = entered[(1 << bit) & (M - 1)][bit] == u8::MAX;
            missing | (bit < told.count) & never
        });
        if guessed & missing {
            told = self.reached(&told, entered);
        }
        if !ends.is_empty() {
            each(ends.whole(), 0);
        }
        for subset in 1..1usize << told.count {
            let seeds = entered[subset & (M - 1)];
            if seeds == NEVER {
                continue;
            }
            let bit = subset.trailing_zeros() as usize & (MAX_HAZARDS - 1);
            let ends = if subset == 1 << bit {
                let start = (told.hazards[bit], seeds[bit]);
                self.spread(&told, start, subset, entered)
            } else {
                self.spread_from_all(&told, &seeds, subset, entered)
            };
            if !ends.is_empty() {
                each(ends.whole(), subset as u8);
            }
        }
        told
    }

    /// Those of some hazards that can be reached; `entered` is set right.
    #[cold]
    fn reached<const M: usize>(&self, all: &Told, entered: &mut [Steps; M]) -> Told {
        let passable = self.passable.whole();
        let (grid, steps) = (self.grid, self.steps);
        let told = grid.hazards_on_the_way(self.from, steps, &passable, self.hazards);
        let mut first = NEVER;
        for (step, hex) in first.iter_mut().zip(&told.hazards[..told.count]) {
            let bit = all.hazards.iter().position(|other| other == hex);
            *step = bit.map_or(u8::MAX, |bit| entered[1 << bit][bit]);
        }
        for bit in 0..all.count {
            entered[1 << bit][bit] = first[bit];
        }
        told
    }

    /// Notes which hazards besides those of `subset` are entered at a step. What is noted of hazards beyond
    /// those told apart, in sets that are not asked for, means nothing.
    #[inline(always)]
    fn note<const M: usize>(
        told: &Told,
        hexes: Words<N>,
        step: u8,
        subset: usize,
        entered: &mut [Steps; M],
    ) {
        let count = if M == FEW { 3 } else { told.count };
        for (bit, hazard) in told.hazards[..count].iter().enumerate() {
            let at = &mut entered[(subset | 1 << bit) & (M - 1)][bit];
            let never = u8::from(hexes.contains(*hazard)).wrapping_sub(1);
            *at = (step | never).min(*at);
        }
    }

    /// The ends of ways from a hex reached at a step that enter no hazard but that hex: it is the start,
    /// or the one hazard of `subset`. Notes in `entered` when other hazards are entered.
    #[inline(always)]
    fn spread<const M: usize>(
        &self,
        told: &Told,
        (start, mut step): (HexId, u8),
        subset: usize,
        entered: &mut [Steps; M],
    ) -> Words<N> {
        let own = Words::single(start);
        let others = self.danger - own;
        let open = self.safe - own;
        // Nothing is left to be noted once all are entered.
        let all = subset + 1 == 1 << told.count;
        let mut known = own;
        let mut ends = Words::EMPTY;
        if step >= self.steps {
            return ends;
        }
        let mut next = self.near.one(start) & self.passable;
        loop {
            step += 1;
            ends |= next;
            if step == self.steps {
                break;
            }
            if !all {
                Self::note(told, next & others, step, subset, entered);
            }
            let front = (next & open) - known;
            if front.is_empty() {
                break;
            }
            known |= front;
            next = self.near.around(front) & self.passable;
        }
        ends - own
    }

    /// The ends of ways that enter no hazards but those of `subset`, from each of them at its step in
    /// `seeds`. Notes in `entered` when other hazards are entered.
    fn spread_from_all<const M: usize>(
        &self,
        told: &Told,
        seeds: &Steps,
        subset: usize,
        entered: &mut [Steps; M],
    ) -> Words<N> {
        let own = told.words(subset);
        let others = self.danger - own;
        let open = self.safe | own;
        let all = subset + 1 == 1 << told.count;
        let seeds = &seeds[..told.count];
        let mut step = seeds.iter().fold(u8::MAX, |least, at| least.min(*at));
        let mut last = step;
        let mut front = Words::EMPTY;
        for (bit, at) in seeds.iter().enumerate() {
            if *at != u8::MAX {
                last = last.max(*at);
                if *at == step {
                    front.insert(told.hazards[bit]);
                }
            }
        }
        let mut known = front;
        let mut ends = Words::EMPTY;
        while step < self.steps {
            step += 1;
            let next = self.near.around(front) & self.passable;
            ends |= next - own;
            if step == self.steps {
                break;
            }
            if !all {
                Self::note(told, next & others, step, subset, entered);
            }
            front = (next & open) - known;
            if step <= last {
                for (bit, at) in seeds.iter().enumerate() {
                    if *at == step && !known.contains(told.hazards[bit]) {
                        front.insert(told.hazards[bit]);
                    }
                }
            } else if front.is_empty() {
                break;
            }
            known |= front;
        }
        ends
    }
}

/// One way to a destination: where it ends and which hazards are entered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HazardPath {
    /// The last hex.
    pub destination: HexId,
    /// The hazards entered before it, as bits into [`HazardPaths::hazards`].
    pub entered: u8,
}

/// The hazards told apart on a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    hazards: [HexId; MAX_HAZARDS],
    count: usize,
}

impl Told {
    const NONE: Told = Told {
        hazards: [HexId::NONE; MAX_HAZARDS],
        count: 0,
    };

    /// Adds a hazard if there is room.
    #[inline]
    fn add(&mut self, hex: HexId) {
        if let Some(slot) = self.hazards.get_mut(self.count) {
            *slot = hex;
            self.count += 1;
        }
    }

    #[inline]
    fn words<const N: usize>(&self, entered: usize) -> Words<N> {
        let mut set = Words::EMPTY;
        for (bit, hex) in self.hazards[..self.count].iter().enumerate() {
            if entered >> bit & 1 != 0 {
                set.insert(*hex);
            }
        }
        set
    }

    /// The hexes of a set of hazards, nearest first.
    pub fn nearest_first(&self, entered: u8) -> impl Iterator<Item = HexId> + '_ {
        let told = self.hazards[..self.count].iter().enumerate();
        told.filter(move |(bit, _)| entered >> bit & 1 != 0)
            .map(|(_, hex)| *hex)
    }

    /// The hexes of a set of hazards.
    pub fn hexes(&self, entered: u8) -> HexSet {
        let mut set = HexSet::EMPTY;
        for (bit, hex) in self.hazards[..self.count].iter().enumerate() {
            if entered >> bit & 1 != 0 {
                set.insert(*hex);
            }
        }
        set
    }
}

/// The answer of [`Grid::paths_by_hazard`].
#[derive(Clone, Debug)]
pub struct HazardPaths {
    told: Told,
    /// By set of hazards: the destinations to which a way enters exactly that set.
    ends: [HexSet; 1 << MAX_HAZARDS],
}

impl HazardPaths {
    /// The hazards told apart; bit 0 of a set stands for the first.
    pub fn hazards(&self) -> &[HexId] {
        &self.told.hazards[..self.told.count]
    }

    /// The hexes of a set of hazards.
    pub fn hexes(&self, entered: u8) -> HexSet {
        self.told.hexes(entered)
    }

    /// All destinations.
    pub fn destinations(&self) -> HexSet {
        self.subsets().fold(HexSet::EMPTY, |all, subset| {
            all | self.ends[usize::from(subset)]
        })
    }

    /// The sets of hazards on the ways to one destination; none if it cannot be reached.
    pub fn ways(&self, destination: HexId) -> impl Iterator<Item = u8> + '_ {
        self.subsets()
            .filter(move |&set| self.ends[usize::from(set)].contains(destination))
    }

    /// Every destination with every way, in order of the set of hazards and then of destination.
    pub fn iter(&self) -> impl Iterator<Item = HazardPath> + '_ {
        self.subsets().flat_map(|entered| {
            let ends = self.ends[usize::from(entered)].iter();
            ends.map(move |destination| HazardPath {
                destination,
                entered,
            })
        })
    }

    fn subsets(&self) -> impl Iterator<Item = u8> + use<> {
        (0..1u16 << self.told.count).map(|subset| subset as u8)
    }
}

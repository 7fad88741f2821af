//! Movement over a grid: which hexes can be reached in a number of steps, and past which hazards.
//! Nothing is allocated. Who may walk where is the caller's knowledge, given as sets.

use crate::words::Words;
use crate::{Grid, HexId, HexSet};

/// The most hazards told apart on one walk.
pub const MAX_HAZARDS: usize = 8;

/// The hexes next to any hex of the set (members of the set among them if they touch).
#[inline]
fn around<const N: usize>(near: &[[Words<N>; 64]], hexes: Words<N>) -> Words<N> {
    let mut set = Words::EMPTY;
    for (near, word) in near.iter().zip(hexes.0) {
        let mut bits = word;
        while bits != 0 {
            set |= near[bits.trailing_zeros() as usize & 63];
            bits &= bits - 1;
        }
    }
    set
}

/// The hexes stepped on or touched in at most `steps` steps, the start among them.
#[inline]
fn flood<const N: usize>(
    near: &[[Words<N>; 64]],
    from: HexId,
    steps: u8,
    through: Words<N>,
) -> Words<N> {
    let mut seen = Words::single(from);
    let mut front = seen;
    for _ in 0..steps {
        let next = around(near, front) - seen;
        if next.is_empty() {
            break;
        }
        seen |= next;
        front = next & through;
    }
    seen
}

impl Grid {
    /// The hexes next to any hex of the set (members of the set among them if they touch).
    pub(crate) fn around(&self, hexes: HexSet) -> HexSet {
        if self.wide.is_empty() {
            around(&self.narrow, Words::of(&hexes)).whole()
        } else {
            around(&self.wide, Words::of(&hexes)).whole()
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
            flood(&self.narrow, from, steps, Words::of(through)).whole()
        } else {
            flood(&self.wide, from, steps, Words::of(through)).whole()
        };
        (seen & *landing).without(from)
    }

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
        let told = self.each_hazard_set(from, steps, passable, hazards, |set, entered| {
            ends[usize::from(entered)] = set;
        });
        HazardPaths { told, ends }
    }

    /// Calls `each` with every entry of [`Grid::paths_by_hazard`], in the same order. Faster where few
    /// hazards are near.
    pub fn each_hazard_path(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
        mut each: impl FnMut(HexId, u8),
    ) {
        self.each_hazard_set(from, steps, passable, hazards, |ends, entered| {
            for destination in ends {
                each(destination, entered);
            }
        });
    }

    /// Calls `each` with every set of hazards that can be entered on the way, and where such ways can end,
    /// in order of the set.
    #[inline(always)]
    pub fn each_hazard_set(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
        mut each: impl FnMut(HexSet, u8),
    ) -> Told {
        let passable = passable.without(from);
        let near = match steps {
            0 | 1 => HexSet::EMPTY,
            _ => *hazards & passable & self.within(from, steps - 1),
        };
        let few = near.len() <= MAX_HAZARDS;
        let told = if few {
            self.by_distance(from, near)
        } else {
            self.hazards_on_the_way(from, steps, &passable, hazards)
        };
        if self.wide.is_empty() {
            let walk = Walk::new(self, &self.narrow, (from, steps), &passable, hazards);
            walk.past(told, few, &mut each)
        } else {
            let walk = Walk::new(self, &self.wide, (from, steps), &passable, hazards);
            walk.past(told, few, &mut each)
        }
    }

    /// Few hexes, nearest first.
    #[inline]
    fn by_distance(&self, from: HexId, hexes: HexSet) -> Told {
        let mut told = Told::NONE;
        hexes.each(|hex| {
            let further = |other: &HexId| self.distance(from, *other) > self.distance(from, hex);
            let known = &told.hazards[..told.count];
            let place = known.iter().position(further).unwrap_or(told.count);
            told.add(hex);
            told.hazards[place..told.count].rotate_right(1);
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

/// A walk past hazards.
struct Walk<'a, const N: usize> {
    grid: &'a Grid,
    near: &'a [[Words<N>; 64]],
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
        near: &'a [[Words<N>; 64]],
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
    fn past(&self, mut told: Told, guessed: bool, each: &mut impl FnMut(HexSet, u8)) -> Told {
        let start = Words::single(self.from);
        let mut first = NEVER;
        let ends = self.spread(&told, start, (start, 0), &NEVER, |bit, step| {
            first[bit] = first[bit].min(step);
        });
        if guessed && first[..told.count].contains(&u8::MAX) {
            let passable = self.passable.whole();
            let all = told;
            told = self
                .grid
                .hazards_on_the_way(self.from, self.steps, &passable, self.hazards);
            let found = first;
            first = NEVER;
            for (step, hex) in first.iter_mut().zip(&told.hazards[..told.count]) {
                let bit = all.hazards.iter().position(|other| other == hex);
                *step = bit.map_or(u8::MAX, |bit| found[bit]);
            }
        }
        if !ends.is_empty() {
            each(ends.whole(), 0);
        }
        if told.count <= 3 {
            self.past_sets(&told, &first, &mut [NEVER; 8], each);
        } else {
            self.past_sets(&told, &first, &mut [NEVER; 1 << MAX_HAZARDS], each);
        }
        told
    }

    /// The ways that enter some hazard, given when each is first entered as the first one.
    #[inline(always)]
    fn past_sets(
        &self,
        told: &Told,
        first: &Steps,
        entered: &mut [Steps],
        each: &mut impl FnMut(HexSet, u8),
    ) {
        for bit in 0..told.count {
            entered[1 << bit][bit] = first[bit];
        }
        for subset in 1..1usize << told.count {
            let seeds = entered[subset];
            if seeds == NEVER {
                continue;
            }
            let own = told.words(subset);
            let step = seeds[..told.count]
                .iter()
                .fold(u8::MAX, |least, step| least.min(*step));
            let ends = self.spread(told, own, (Words::EMPTY, step), &seeds, |bit, step| {
                let at = &mut entered[subset | 1 << bit][bit];
                *at = step.min(*at);
            });
            if !ends.is_empty() {
                each(ends.whole(), subset as u8);
            }
        }
    }

    /// The ends of ways that enter no hazards but `own`: from the `front` at a step, and from each of
    /// `own` at its step in `seeds`. Calls `enter` with other hazards, and when they are entered.
    #[inline]
    fn spread(
        &self,
        told: &Told,
        own: Words<N>,
        (mut front, mut step): (Words<N>, u8),
        seeds: &Steps,
        mut enter: impl FnMut(usize, u8),
    ) -> Words<N> {
        let others = self.danger - own;
        let open = self.safe | own;
        let mut known = front;
        let mut ends = Words::EMPTY;
        let mut last = step;
        for (bit, at) in seeds[..told.count].iter().enumerate() {
            if *at != u8::MAX {
                last = last.max(*at);
                if *at == step {
                    front.insert(told.hazards[bit]);
                }
            }
        }
        known |= front;
        while step < self.steps {
            step += 1;
            let next = around(self.near, front) & self.passable;
            ends |= next - own;
            if step == self.steps {
                break;
            }
            let entered = next & others;
            if !entered.is_empty() {
                for bit in 0..told.count {
                    if entered.contains(told.hazards[bit]) {
                        enter(bit, step);
                    }
                }
            }
            front = (next & open) - known;
            if step <= last {
                for (bit, at) in seeds[..told.count].iter().enumerate() {
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

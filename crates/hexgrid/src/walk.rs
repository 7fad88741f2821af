//! Movement over a grid: which hexes can be reached in a number of steps, and past which hazards.
//! Nothing is allocated. Who may walk where is the caller's knowledge, given as sets.

use crate::{Grid, HexId, HexSet};

/// The most hazards told apart on one walk.
pub const MAX_HAZARDS: usize = 8;

impl Grid {
    /// The hexes next to any hex of the set (members of the set among them if they touch).
    pub(crate) fn around(&self, hexes: HexSet) -> HexSet {
        hexes
            .iter()
            .fold(HexSet::EMPTY, |set, hex| set | self.adjacent[hex.index()])
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
    pub fn reach_through(
        &self,
        from: HexId,
        steps: u8,
        through: &HexSet,
        landing: &HexSet,
    ) -> HexSet {
        let mut seen = HexSet::single(from);
        let mut front = seen;
        for _ in 0..steps {
            let next = self.around(front) - seen;
            if next.is_empty() {
                break;
            }
            seen |= next;
            front = next & *through;
        }
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
        let told = self.hazards_on_the_way(from, steps, passable, hazards);
        let mut paths = HazardPaths {
            told,
            ends: [HexSet::EMPTY; 1 << MAX_HAZARDS],
        };
        self.walk_past(from, steps, passable, hazards, &told, &mut paths.ends);
        paths
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

    /// Calls `each` with every set of hazards that can be entered on the way, and where such ways can end.
    pub fn each_hazard_set(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
        mut each: impl FnMut(HexSet, u8),
    ) {
        let told = self.hazards_on_the_way(from, steps, passable, hazards);
        let mut few = [HexSet::EMPTY; 8];
        let mut many;
        let ends: &mut [HexSet] = if told.count <= 3 {
            &mut few
        } else {
            many = [HexSet::EMPTY; 1 << MAX_HAZARDS];
            &mut many
        };
        self.walk_past(from, steps, passable, hazards, &told, ends);
        for (entered, set) in ends.iter().enumerate().take(1 << told.count) {
            if !set.is_empty() {
                each(*set, entered as u8);
            }
        }
    }

    /// The hazards that can lie on a way, nearest first; bit 0 of a set stands for the first.
    pub fn hazards_on_the_way(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
    ) -> Told {
        let mut told = Told {
            hazards: [HexId::NONE; MAX_HAZARDS],
            count: 0,
        };
        let near = *hazards & *passable;
        let on_the_way = match steps {
            0 | 1 => HexSet::EMPTY,
            _ if (near & self.within(from, steps - 1)).is_empty() => HexSet::EMPTY,
            _ => near & self.reach(from, steps - 1, passable),
        };
        let mut distance = 1;
        while distance < steps && told.count < MAX_HAZARDS {
            for hex in on_the_way & self.ring(from, distance) {
                if told.count < MAX_HAZARDS {
                    told.hazards[told.count] = hex;
                    told.count += 1;
                }
            }
            distance += 1;
        }
        told
    }

    /// Fills, by set of hazards, the destinations to which a way enters exactly that set.
    fn walk_past(
        &self,
        from: HexId,
        steps: u8,
        passable: &HexSet,
        hazards: &HexSet,
        told: &Told,
        ends: &mut [HexSet],
    ) {
        let safe = *passable - *hazards;
        if told.count == 0 {
            ends[0] = self.reach_through(from, steps, &safe, passable);
            return;
        }
        let all = told.hexes(u8::MAX);
        // By set of hazards entered: hexes reached, and those of them reached in the last step.
        let mut few = [[HexSet::EMPTY; 2]; 8];
        let mut many;
        let reached: &mut [[HexSet; 2]] = if told.count <= 3 {
            &mut few
        } else {
            many = [[HexSet::EMPTY; 2]; 1 << MAX_HAZARDS];
            &mut many
        };
        let start = HexSet::single(from);
        reached[0] = [start, start];
        for _ in 0..steps {
            // From the largest set down, so that no step counts twice.
            for subset in (0..1usize << told.count).rev() {
                let [known, front] = reached[subset];
                if front.is_empty() {
                    continue;
                }
                let own = told.hexes(subset as u8);
                let next = (self.around(front) & *passable).without(from);
                ends[subset] |= next - own;
                let fresh = (next & (safe | own)) - known;
                reached[subset] = [known | fresh, fresh];
                let entered = (next & all) - own;
                if entered.is_empty() {
                    continue;
                }
                for bit in (0..told.count).filter(|bit| entered.contains(told.hazards[*bit])) {
                    let [known, front] = &mut reached[subset | 1 << bit];
                    if !known.contains(told.hazards[bit]) {
                        known.insert(told.hazards[bit]);
                        front.insert(told.hazards[bit]);
                    }
                }
            }
        }
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

//! Counting rolls: how many ways dice give so many criticals and successes, re-rolls included.

use gloryhex_model::{Die, FaceSet};

/// An exact fraction, with the number of ways the dice can fall as its denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Numerator.
    pub num: u128,
    /// Denominator.
    pub den: u128,
}

impl Share {
    /// As a number between 0 and 1.
    pub fn value(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.num, self.den)
    }
}

/// Six to the power of `n`.
pub(super) fn six_to(n: u32) -> u128 {
    6u128.pow(n)
}

/// The faces that count in a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Good {
    /// Successes, criticals included.
    pub succeed: FaceSet,
    /// Criticals.
    pub critical: FaceSet,
}

/// What a roll begins with: symbols and dice already there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Start {
    pub crits: u8,
    /// Successes, criticals included.
    pub wins: u8,
    /// Dice that do not succeed and may be re-rolled.
    pub loose: u8,
}

/// Criticals, successes (criticals included), and in how many ways.
pub(super) type Weighed = (u8, u8, u128);

/// Every end of a roll, with its weight.
pub(super) struct Spread(Vec<Weighed>);

/// How many sides are critical, succeed otherwise, and fail.
fn sides(die: Die, good: Good) -> [u128; 3] {
    let mut sides = [0; 3];
    for face in die.sides() {
        let ix = match face {
            _ if good.critical.contains(face) => 0,
            _ if good.succeed.contains(face) => 1,
            _ => 2,
        };
        sides[ix] += 1;
    }
    sides
}

/// How many ways there are to pick `k` of `n`.
pub(super) fn choose(n: u8, k: u8) -> u128 {
    (0..k).fold(1, |ways, i| ways * u128::from(n - i) / u128::from(i + 1))
}

/// Calls `each` with criticals, plain successes and ways of `n` dice.
fn each_throw(sides: [u128; 3], n: u8, mut each: impl FnMut(u8, u8, u128)) {
    for crits in 0..=n {
        for wins in 0..=n - crits {
            let rest = n - crits - wins;
            if rest > 0 && sides[2] == 0 || wins > 0 && sides[1] == 0 {
                continue;
            }
            let ways = choose(n, crits)
                * choose(n - crits, wins)
                * sides[0].pow(crits.into())
                * sides[1].pow(wins.into())
                * sides[2].pow(rest.into());
            each(crits, wins, ways);
        }
    }
}

impl Spread {
    /// The ends of a roll of `n` dice added to `start`; re-rolls go to failing dice. The weights add
    /// up to six to the power of dice and re-rolls.
    pub fn of(die: Die, n: u8, good: Good, start: Start, rerolls: u8) -> Spread {
        let sides = sides(die, good);
        let mut spread = Spread(Vec::with_capacity(32));
        each_throw(sides, n, |crits, wins, ways| {
            let loose = start.loose + (n - crits - wins);
            let again = rerolls.min(loose);
            let unused = six_to(u32::from(rerolls - again));
            each_throw(sides, again, |more_crits, more_wins, more_ways| {
                let crits = start.crits + crits + more_crits;
                let wins = start.wins + wins + more_wins + (crits - start.crits);
                spread.add(crits, wins, ways * more_ways * unused);
            });
        });
        spread
    }
    /// The ends of a roll of which one die is in the air and cannot be re-rolled again.
    pub fn fixed_die(die: Die, good: Good, start: Start, rerolls: u8) -> (Spread, u32) {
        let mut spread = Spread(Vec::with_capacity(16));
        each_throw(sides(die, good), 1, |crits, wins, ways| {
            let begin = Start {
                crits: start.crits + crits,
                wins: start.wins + crits + wins,
                loose: start.loose,
            };
            for (crits, wins, more) in Spread::of(die, 0, good, begin, rerolls).0 {
                spread.add(crits, wins, ways * more);
            }
        });
        (spread, 1 + u32::from(rerolls))
    }
    fn add(&mut self, crits: u8, wins: u8, ways: u128) {
        let same = |w: &&mut Weighed| w.0 == crits && w.1 == wins;
        match self.0.iter_mut().find(same) {
            Some(entry) => entry.2 += ways,
            None => self.0.push((crits, wins, ways)),
        }
    }
    pub fn iter(&self) -> impl Iterator<Item = &Weighed> {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_model::Face;

    #[test]
    fn weights_add_up() {
        let good = Good {
            succeed: FaceSet::of(&[Face::Crit, Face::Hammer]),
            critical: FaceSet::of(&[Face::Crit]),
        };
        for n in 0..5 {
            for rerolls in 0..3 {
                let spread = Spread::of(Die::Attack, n, good, Start::default(), rerolls);
                let total: u128 = spread.iter().map(|w| w.2).sum();
                assert_eq!(total, six_to(u32::from(n + rerolls)));
            }
        }
    }
}

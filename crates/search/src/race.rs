//! The race at the root of a search: which choices are tried, how often, and when it is over.
//!
//! The choices that look best enter. Those still in the race are tried equally often, and their nth
//! try meets the same hands and dice; as the budget is used up, the worse half drops out again and
//! again, and so does whoever is clearly behind. With one left, or with all that are left tried often
//! enough, there is nothing more to find out. **Deliberately absent**: what happens below the root.

/// What is known of somebody in the race.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tries {
    /// How often it was tried.
    pub n: u32,
    /// What was found, added up.
    pub total: f32,
}

impl Tries {
    /// Adds what one try found.
    pub fn add(&mut self, value: f32) {
        self.n += 1;
        self.total += value;
    }
    /// What was found on average.
    pub fn mean(&self) -> f32 {
        self.total / self.n.max(1) as f32
    }
}

/// When somebody drops out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// How many enter at most; without it, as many as the budget allows to try in earnest.
    pub field: Option<usize>,
    /// How many standard errors behind the best somebody is given up.
    pub sure: f32,
    /// The part of all iterations that is enough for one of them.
    pub enough: f32,
    /// Tries before somebody is given up for being behind.
    pub earnest: usize,
}

impl Rules {
    /// The same for a larger budget. The first tries of a choice are made before the tree below it knows
    /// the best answer; who can afford more of them gives up later, and only when surer.
    pub fn with_room(self, iterations: u32) -> Rules {
        let room = (iterations as f32 / USUAL as f32).clamp(1.0, MOST_ROOM);
        Rules {
            sure: self.sure * room.powf(0.25),
            earnest: (self.earnest as f32 * room) as usize,
            ..self
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            field: None,
            sure: 3.0,
            enough: 0.25,
            earnest: 12,
        }
    }
}

/// Most that enter a race.
const MOST: usize = 32;
/// Fewest, if there are so many.
const FEWEST: usize = 8;
/// Iterations for each of them.
const EACH: u32 = 40;
/// Iterations for which the rules are made as they are.
pub const USUAL: u32 = 1000;
/// So many times as many change nothing any more.
const MOST_ROOM: f32 = 10.0;

/// A race.
#[derive(Clone, Debug, Default)]
pub struct Race {
    /// Who is still in it.
    left: Vec<u32>,
    entered: usize,
    /// What each try of everybody found.
    found: Vec<Vec<f32>>,
}

impl Race {
    /// Begins: those who look best enter, as many as `all` iterations allow.
    pub fn begin(&mut self, looks: &[f32], all: u32, rules: &Rules) {
        let few = ((all / EACH) as usize).clamp(FEWEST, MOST);
        self.left.clear();
        self.left.extend(0..looks.len() as u32);
        let look = |ix: &u32| looks[*ix as usize];
        self.left.sort_by(|a, b| look(b).total_cmp(&look(a)));
        self.left.truncate(rules.field.unwrap_or(few));
        self.entered = self.left.len();
        self.found.clear();
        self.found.resize(looks.len(), Vec::new());
    }
    /// Notes what a try of somebody found.
    pub fn note(&mut self, ix: u32, value: f32) {
        if let Some(found) = self.found.get_mut(ix as usize) {
            found.push(value);
        }
    }
    /// Whether somebody is so far behind another that it is no accident. Their nth tries met the same
    /// hands and dice, so they are compared one by one.
    fn behind(&self, ix: u32, best: u32, rules: &Rules) -> bool {
        let [this, other] = [ix, best].map(|ix| &self.found[ix as usize]);
        let n = this.len().min(other.len());
        if n < rules.earnest {
            return false;
        }
        let (mut sum, mut squares) = (0.0f32, 0.0f32);
        for (a, b) in this.iter().zip(other) {
            sum += b - a;
            squares += (b - a).powi(2);
        }
        let (n, mean) = (n as f32, sum / n as f32);
        let error = ((squares / n - mean.powi(2)).max(1e-6) / n).sqrt();
        mean > rules.sure * error
    }
    /// Whoever was tried least.
    pub fn next(&self, tries: impl Fn(u32) -> Tries) -> Option<u32> {
        let least = |ix: &u32| (tries(*ix).n, *ix);
        self.left.iter().copied().min_by_key(least)
    }
    /// Lets drop out who is not worth another try, when a part `used` of the budget of `all` iterations
    /// is used up. Tells whether the race goes on.
    pub fn trim(
        &mut self,
        tries: impl Fn(u32) -> Tries,
        used: f32,
        all: u32,
        rules: &Rules,
    ) -> bool {
        let mean = |ix: u32| tries(ix).mean();
        let order = |a: &u32, b: &u32| mean(*b).total_cmp(&mean(*a)).then(a.cmp(b));
        self.left.sort_by(order);
        let halvings = (self.entered.max(1) as f32).log2().ceil();
        let keep = self.entered as f32 / (used * halvings).floor().exp2();
        self.left.truncate((keep.ceil() as usize).max(1));
        let Some(best) = self.left.first().copied() else {
            return false;
        };
        let mut left = std::mem::take(&mut self.left);
        left.retain(|ix| !self.behind(*ix, best, rules));
        self.left = left;
        self.left.len() > 1 && (tries(best).n as f32) < rules.enough * all as f32
    }
    /// Whether somebody is still in it.
    pub fn has(&self, ix: u32) -> bool {
        self.left.contains(&ix)
    }
    /// Whether there is no race.
    pub fn is_over(&self) -> bool {
        self.left.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a race between some who win so often, with dice in between.
    fn run(wins: &[f32], all: u32) -> (Race, Vec<Tries>) {
        let mut dice = gloryhex_engine::Seeded::new(1);
        let mut tries = vec![Tries::default(); wins.len()];
        let mut race = Race::default();
        let rules = Rules::default();
        race.begin(&vec![1.0; wins.len()], all, &rules);
        for done in 0..all {
            let used = done as f32 / all as f32;
            if !race.trim(|ix| tries[ix as usize], used, all, &rules) {
                break;
            }
            let ix = race
                .next(|ix| tries[ix as usize])
                .expect("somebody is in the race") as usize;
            let luck = dice.below(1000) as f32 * 4e-4 - 0.2;
            tries[ix].add(wins[ix] + luck);
            race.note(ix as u32, wins[ix] + luck);
        }
        race.trim(|ix| tries[ix as usize], 1.0, all, &rules);
        (race, tries)
    }

    #[test]
    fn the_best_is_left() {
        let (race, tries) = run(&[0.4, 0.5, 0.3, 0.45, 0.2, 0.1, 0.42, 0.43], 1000);
        assert!(race.has(1));
        assert!(tries[1].n > 2 * tries[4].n, "{tries:?}");
    }

    #[test]
    fn a_larger_budget_gives_up_later_and_a_smaller_one_as_usual() {
        let usual = Rules::default();
        assert_eq!(usual.with_room(200), usual);
        assert_eq!(usual.with_room(1000), usual);
        let more = usual.with_room(5000);
        assert_eq!(more.earnest, 60);
        assert!((4.4..4.6).contains(&more.sure), "{more:?}");
        assert_eq!(usual.with_room(u32::MAX), usual.with_room(10_000));
    }

    #[test]
    fn what_is_clear_takes_few_tries() {
        let spent = |wins: &[f32]| run(wins, 1000).1.iter().map(|t| t.n).sum::<u32>();
        assert!(spent(&[0.9, 0.1]) < 50);
        assert_eq!(spent(&[0.9]), 0);
        // Two of a kind are tried often enough and no more.
        assert!((400..=500).contains(&spent(&[0.5, 0.5])));
    }
}

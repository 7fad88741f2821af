//! Tree search with a budget: so many iterations or so much time, on one thread or several, with
//! progress to whoever waits and an end at any moment.

use crate::{
    eval::Judge,
    greedy::Greedy,
    imagine::Memory,
    policy::{Policy, Turn},
    quick::{Quick, Taste},
    race::USUAL,
    tree::{Finding, Growth, Tree},
    wish::Wishes,
};
use gloryhex_engine::Choice;
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};
use web_time::Instant;

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
    /// So many iterations.
    Iterations(u32),
    /// So much time.
    Time(Duration),
}

/// About so many iterations are made in a millisecond.
const IN_A_MILLISECOND: u32 = 20;

impl Budget {
    /// How many iterations that is, about.
    fn about(self) -> u32 {
        match self {
            Budget::Iterations(n) => n,
            Budget::Time(time) => (time.as_millis() as u32).saturating_mul(IN_A_MILLISECOND),
        }
    }
}

/// Iterations between two looks at who is still worth a try. The clock is looked at after every one.
const PULSE: u32 = 8;

/// The part of the cap that is kept in reserve, for a machine with other things to do: one in so many.
const RESERVE: u32 = 8;

/// How far a search has come, from 0 to 1.
pub type Progress = dyn Fn(f32) + Send + Sync;

/// Tells how much time has gone by since some moment.
pub type Clock = dyn Fn() -> Duration + Send + Sync;

/// The time of this machine.
fn real_time() -> Arc<Clock> {
    let began = Instant::now();
    Arc::new(move || began.elapsed())
}

/// Tree search.
#[derive(Clone)]
pub struct Search {
    /// How long to think.
    pub budget: Budget,
    /// The longest it may think, whatever the budget says.
    pub cap: Duration,
    /// Threads; with more than one the result is not the same from run to run.
    pub threads: usize,
    /// What positions are worth.
    pub judge: Judge,
    /// How the tree is grown.
    pub growth: Growth,
    /// Ends the search when set.
    pub cancel: Arc<AtomicBool>,
    /// Told now and then how far it has come.
    pub progress: Option<Arc<Progress>>,
    /// What it looks at to see how much time is left.
    pub clock: Arc<Clock>,
    seed: u64,
    /// What was found at the last turn, best first.
    pub findings: Vec<Finding>,
    /// Iterations of the last turn.
    pub iterations: u32,
}

impl Search {
    /// A search on one thread.
    pub fn new(budget: Budget, seed: u64) -> Search {
        Search {
            budget,
            cap: match budget {
                Budget::Iterations(_) => Duration::from_secs(60),
                Budget::Time(time) => time,
            },
            threads: 1,
            judge: Judge::default(),
            growth: Growth::default(),
            cancel: Arc::default(),
            progress: None,
            clock: real_time(),
            seed,
            findings: Vec::new(),
            iterations: 0,
        }
    }
    /// Thinks about a turn; the findings are kept, best first.
    pub fn think(&mut self, turn: &Turn<'_>) {
        let began = (self.clock)();
        self.seed = self
            .seed
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(1);
        let mut judge = self.judge;
        if self.growth.wish {
            judge.wishes = Wishes::ask(turn.game);
            let found = || turn.game.table.weighing.keen;
            judge.weights.get_or_insert_with(found);
        }
        judge.embolden(turn.game.sight(), turn.seat);
        let mut greedy = Greedy::with(judge, self.seed);
        greedy.fair = self.growth.fair;
        // Where everybody enters the race, how they look beforehand does not matter much.
        greedy.hasty = turn.choices.len() <= 8 && self.growth.race.is_some();
        let deadline = began + self.cap - self.cap / RESERVE;
        let (clock, cancel) = (&self.clock, &self.cancel);
        let time_left = || clock() < deadline && !cancel.load(Ordering::Relaxed);
        greedy.look_while(turn, &mut || time_left());
        let roots = roots(&greedy, turn, &self.growth);
        let limit = match self.budget {
            Budget::Iterations(n) => n,
            Budget::Time(_) => u32::MAX,
        };
        let memory = Memory::of(turn.game, turn.seat);
        let done = AtomicU32::new(0);
        let results: Mutex<Vec<Vec<Finding>>> = Mutex::default();
        let threads = self.threads.max(1) as u32;
        let each = self.budget.about() / threads;
        let spare = self.growth.spare || each > USUAL;
        let weights = judge.weights(turn.game.sight());
        let usual = if spare {
            weights.spare_play
        } else {
            weights.play
        };
        let growth = Growth {
            race: (self.growth.race).map(|race| race.with_room(each)),
            spare,
            ..self.growth
        };
        let work = |thread: u32| {
            let quick = Quick {
                judge,
                taste: Taste {
                    play: self.growth.play.unwrap_or(usual),
                    ..Taste::default()
                },
            };
            let seed = self.seed ^ u64::from(thread) << 32;
            let mut tree = Tree::new(quick, growth, seed);
            let share = limit / threads + u32::from(thread < limit % threads);
            tree.plant(turn.seat, &roots, share);
            let mut grown = 0;
            let used = |grown: u32| match self.budget {
                Budget::Iterations(_) => grown as f32 / share.max(1) as f32,
                Budget::Time(_) => {
                    (clock() - began).as_secs_f32() / (deadline - began).as_secs_f32().max(1e-6)
                }
            };
            while grown < share && time_left() && tree.trim(used(grown), share, share - grown) {
                let pulse = PULSE.min(share - grown);
                let mut more = 0;
                while more < pulse && (more == 0 || time_left()) {
                    tree.grow(&memory);
                    more += 1;
                }
                grown += more;
                let total = done.fetch_add(more, Ordering::Relaxed) + more;
                if thread == 0
                    && let Some(progress) = &self.progress
                {
                    progress(match self.budget {
                        Budget::Iterations(n) => total as f32 / n.max(1) as f32,
                        Budget::Time(time) => {
                            (clock() - began).as_secs_f32() / time.as_secs_f32().max(1e-6)
                        }
                    });
                }
            }
            let mut results = results
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            results.push(tree.findings());
        };
        std::thread::scope(|scope| {
            for thread in 1..threads {
                let work = &work;
                scope.spawn(move || work(thread));
            }
            work(0);
        });
        self.iterations = done.load(Ordering::Relaxed);
        let results = results
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        self.findings = merge(&results);
    }
}

/// The root's choices with how promising they are: to the look ahead, at a glance, and a little for all.
fn roots(greedy: &Greedy, turn: &Turn<'_>, growth: &Growth) -> Vec<(Choice, f32, Option<f32>)> {
    let looked = || {
        let found = greedy.found.iter().enumerate();
        found.filter_map(|(ix, value)| value.map(|value| (ix, value)))
    };
    let most = looked().map(|(_, v)| v).fold(f32::MIN, f32::max);
    let ahead = |value: f32| ((value - most) / 0.04).exp();
    let glances = || looked().map(|(ix, _)| greedy.glance(ix));
    let best = glances().fold(f32::MIN, f32::max);
    let glance = |score: f32| (growth.sharpness * (score - best)).exp();
    let sums = (
        looked().map(|(_, v)| ahead(v)).sum::<f32>(),
        glances().map(glance).sum::<f32>(),
        looked().count().max(1) as f32,
    );
    looked()
        .map(|(ix, value)| {
            let prior = (0.9 - growth.glance) * ahead(value) / sums.0
                + growth.glance * glance(greedy.glance(ix)) / sums.1
                + 0.1 / sums.2;
            (turn.choices[ix], prior, Some(value))
        })
        .collect()
}

/// Adds up what several trees found; most visited first.
fn merge(results: &[Vec<Finding>]) -> Vec<Finding> {
    let Some((first, rest)) = results.split_first() else {
        return Vec::new();
    };
    let mut all = first.clone();
    for finding in rest.iter().flatten() {
        if let Some(same) = all.iter_mut().find(|f| f.choice == finding.choice) {
            let visits = same.visits + finding.visits;
            let wins = same.wins * same.visits as f32 + finding.wins * finding.visits as f32;
            same.wins = wins / visits.max(1) as f32;
            same.visits = visits;
            same.racing |= finding.racing;
        }
    }
    all.sort_by(|a, b| {
        let wins = b.wins.total_cmp(&a.wins);
        let by = b.racing.cmp(&a.racing);
        by.then(if a.racing {
            wins
        } else {
            b.visits.cmp(&a.visits).then(wins)
        })
    });
    all
}

impl Policy for Search {
    fn pick(&mut self, turn: &Turn<'_>) -> Choice {
        self.think(turn);
        self.findings
            .first()
            .map_or(turn.choices[0], |finding| finding.choice)
    }
}

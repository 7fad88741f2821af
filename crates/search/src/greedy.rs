//! One move ahead: every choice is played out until the game is quiet, a few times where chance has a
//! say, and the position that results is judged.

use crate::{
    eval::Judge,
    imagine::Memory,
    policy::{Policy, Turn},
    quick::{Quick, Taste},
    settle::{make, settle},
};
use gloryhex_engine::{Choice, Choices, Seeded, Verb};
use gloryhex_model::Seat;
use std::time::Duration;
use web_time::Instant;

/// Looks one move ahead.
pub struct Greedy {
    quick: Quick,
    chance: Seeded,
    list: Choices,
    scores: Vec<f32>,
    /// Every choice is played out with the same hands.
    pub fair: bool,
    /// Every choice is played out once only.
    pub hasty: bool,
    /// The longest it may look, if there is a limit; the most promising choices come first.
    pub most: Option<Duration>,
    /// The chances to win that were found for the choices of the last turn, in their order; those
    /// not looked at closely have none.
    pub found: Vec<Option<f32>>,
}

/// Choices looked at closely, at most.
const CLOSELY: usize = 40;

impl Greedy {
    /// With a seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy::with(Judge::default(), seed)
    }
    /// With a judge of positions.
    pub fn with(judge: Judge, seed: u64) -> Greedy {
        Greedy {
            quick: Quick {
                judge,
                taste: Taste::default(),
            },
            chance: Seeded::new(seed),
            list: Choices::new(),
            scores: Vec::new(),
            fair: false,
            hasty: false,
            most: None,
            found: Vec::new(),
        }
    }
    /// How often a choice is played out: chance has more or less of a say.
    fn samples(choice: Choice) -> u32 {
        match choice.verb {
            Verb::Attack | Verb::Charge | Verb::Next => 6,
            Verb::Play | Verb::Action | Verb::React | Verb::Use | Verb::Focus => 6,
            Verb::Reroll | Verb::Ability | Verb::Confirm | Verb::Option | Verb::Fighter => 4,
            Verb::Draw | Verb::Exchange | Verb::Discard | Verb::Mulligan => 4,
            Verb::Seat => 3,
            Verb::Board
            | Verb::Join
            | Verb::Territory
            | Verb::PlaceToken
            | Verb::NoToken
            | Verb::Deploy
            | Verb::Move
            | Verb::Guard
            | Verb::Pass
            | Verb::DriveBack
            | Verb::Grapple
            | Verb::Stay
            | Verb::Overrun
            | Verb::StandFast
            | Verb::Upgrade
            | Verb::Delve
            | Verb::Hex
            | Verb::Feature
            | Verb::Card
            | Verb::Name
            | Verb::Score
            | Verb::Done
            | Verb::Die => 1,
        }
    }
    /// The chance to win after a choice, on average of as many tries as there is time for, one at least.
    fn value(
        &mut self,
        memory: &Memory<'_>,
        seat: Seat,
        choice: Choice,
        time: &mut dyn FnMut() -> bool,
    ) -> f32 {
        let samples = if self.hasty {
            1
        } else {
            Greedy::samples(choice)
        };
        let (mut total, mut tried) = (0.0, 0);
        for sample in 0..samples {
            if sample > 0 && !time() {
                break;
            }
            let mut after = if self.fair {
                memory.imagine(&mut Seeded::new(u64::from(sample)))
            } else {
                memory.imagine(&mut self.chance)
            };
            let pending = make(&mut after, choice, &mut self.list, &mut self.chance);
            settle(
                &mut after,
                pending,
                &self.quick,
                &mut self.list,
                &mut self.chance,
            );
            total += self.quick.judge.wins(&after)[seat.ix()];
            tried += 1;
        }
        total / tried as f32
    }
    /// Looks at the choices; `found` then holds their values.
    pub fn look(&mut self, turn: &Turn<'_>) {
        self.look_while(turn, &mut || true);
    }
    /// Looks at the choices, the most promising first, as long as there is time; at one of them at
    /// least.
    pub fn look_while(&mut self, turn: &Turn<'_>, time: &mut dyn FnMut() -> bool) {
        let sight = turn.game.sight();
        self.quick.judge.embolden(sight, turn.seat);
        self.quick
            .scores(sight, turn.seat, turn.choices, &mut self.scores);
        let mut order: Vec<usize> = (0..turn.choices.len()).collect();
        order.sort_by(|a, b| self.scores[*b].total_cmp(&self.scores[*a]).then(a.cmp(b)));
        self.found.clear();
        self.found.resize(turn.choices.len(), None);
        let memory = Memory::of(turn.game, turn.seat);
        for ix in closely(turn.choices, &order) {
            self.found[ix] = Some(self.value(&memory, turn.seat, turn.choices[ix], time));
            if !time() {
                break;
            }
        }
    }
    /// How promising a choice of the last turn looked at a glance.
    pub fn glance(&self, ix: usize) -> f32 {
        self.scores[ix]
    }
    /// The best choice found, as a position in the list.
    pub fn best(&self) -> usize {
        let mut best = (0, f32::MIN);
        for (ix, value) in self.found.iter().enumerate() {
            let Some(value) = value else { continue };
            let value = value + 1e-4 * self.scores[ix];
            if value > best.1 {
                best = (ix, value);
            }
        }
        best.0
    }
}

/// The choices worth a closer look: the most promising, and all that are not mere movement. Where
/// glory is on offer, nothing else is looked at.
fn closely<'a>(choices: &'a [Choice], order: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
    let mut moves = 0;
    let glory = choices.iter().any(|choice| choice.verb == Verb::Score);
    order.iter().copied().filter(move |ix| {
        if glory {
            return choices[*ix].verb == Verb::Score;
        }
        let mere = matches!(
            choices[*ix].verb,
            Verb::Move | Verb::Charge | Verb::PlaceToken | Verb::Deploy | Verb::Hex | Verb::Join
        );
        moves += usize::from(mere);
        !mere || moves <= CLOSELY
    })
}

impl Policy for Greedy {
    fn pick(&mut self, turn: &Turn<'_>) -> Choice {
        match self.most {
            Some(most) => {
                let began = Instant::now();
                self.look_while(turn, &mut || began.elapsed() < most);
            }
            None => self.look(turn),
        }
        turn.choices[self.best()]
    }
}

//! The history of a ladder: after each step, who stands where. The picture of the climb is drawn from it.

use super::Climber;
use crate::PlayerId;
use serde::{Deserialize, Serialize};

/// What moved players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Step {
    /// Somebody joined.
    Joined {
        /// Who.
        player: PlayerId,
    },
    /// Somebody left.
    Left {
        /// Who.
        player: PlayerId,
    },
    /// A game was played.
    Played {
        /// Challenger and challenged.
        players: [PlayerId; 2],
        /// Who won; nobody if it was a draw.
        winner: Option<PlayerId>,
    },
    /// Players had not played for a week.
    Idle {
        /// Who, the higher ones first.
        players: Vec<PlayerId>,
    },
}

/// A step, when it was, and where everybody stood after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// When.
    pub when: u64,
    /// What happened.
    pub step: Step,
    /// Everybody, the champion first.
    pub order: Vec<PlayerId>,
}

/// The latest steps of a ladder, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Climb {
    steps: std::collections::VecDeque<Noted>,
}

/// Steps that are remembered.
const REMEMBERED: usize = 300;

impl Climb {
    pub(super) fn note(&mut self, when: u64, step: Step, rungs: &[Climber]) {
        if self.steps.len() == REMEMBERED {
            self.steps.pop_front();
        }
        self.steps.push_back(Noted {
            when,
            step,
            order: rungs.iter().map(|c| c.player.clone()).collect(),
        });
    }

    /// The steps, the oldest first.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Noted> {
        self.steps.iter()
    }
}

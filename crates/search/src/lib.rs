//! Opponents: who picks one of the choices offered, from uniformly random to tree search over
//! sampled hidden hands, and what explains a pick to people.
//!
//! An opponent is handed a [`Turn`]: a game *imagined* from its seat's point of view. What the seat
//! cannot know has been dealt anew before it looks, so it could not peek if it tried.
//!
//! **Deliberately absent**: rules (the engine plays the imagined games), files, other programs.

pub mod analysis;
pub mod chart;
pub mod eval;
pub mod exact;
pub mod greedy;
pub mod hint;
pub mod imagine;
pub mod kind;
pub mod level;
pub mod picture;
pub mod policy;
pub mod quick;
pub mod race;
pub mod search;
pub mod settle;
pub mod tree;
pub mod wish;

pub use analysis::{Analysis, Record, Rounds, analyse};
pub use eval::Judge;
pub use exact::{Exact, TooLarge, Worth};
pub use gloryhex_model::Weights;
pub use greedy::Greedy;
pub use hint::{Hint, explain, hint};
pub use imagine::imagine;
pub use kind::Kind;
pub use level::{Level, Teacher};
pub use policy::{Policy, Random, Turn};
pub use search::{Budget, Search};
pub use tree::{Finding, Growth};
pub use wish::Wishes;

//! The rules engine: state, frames, choices, events, views and refusals, and the ruleset type.
//!
//! **Deliberately absent**: editions (they are values of [`Ruleset`] made elsewhere), files, clocks,
//! randomness of its own, card text, and anything about how a game is shown or sent.

pub mod attack;
pub mod bind;
pub mod bits;
pub mod bottom;
pub mod card_run;
pub mod cards;
pub mod chance;
pub mod choice;
pub mod contest;
pub mod dice;
mod dispatch;
pub mod effect;
pub mod event;
pub mod frame;
pub mod frames;
pub mod game;
pub mod ladder;
pub mod memory;
pub mod odds;
pub mod ops;
pub mod piles;
pub mod rare;
pub mod refusal;
pub mod ruleset;
pub mod run;
pub mod state;
pub mod table;
pub mod used;
pub mod variant;
pub mod verb;
pub mod view;

pub use attack::{Attack, Verdict, WeaponIx};
pub use chance::{Ask, Chance, Later, Seeded};
pub use choice::{Choice, Choices, Verb};
pub use dice::{Dice, Seed};
pub use effect::Source;
pub use event::{By, Event, Log, What};
pub use game::{Game, Pending};
pub use odds::Odds;
pub use refusal::{Lack, Refusal};
pub use ruleset::Ruleset;
pub use run::{Sight, Windows};
pub use state::{Ending, Outcome, Phase, State};
pub use table::{Deck, Entrant, Recruit, Table, Warband};
pub use variant::{Variant, Way};
pub use verb::{Detail, Sort};
pub use view::{Counts, View, redact};

//! The vocabulary of the game as plain data: ids, seats, dice, tokens, characteristics, fighters.
//!
//! Everything here is `Copy` or static description. What is deliberately absent: rules, state,
//! randomness, and any knowledge of which edition is being played.

pub mod counter;
pub mod dice;
pub mod fighter;
pub mod ids;
pub mod keyword;
pub mod rule;
pub mod stat;
pub mod token;
pub mod trigger;
pub mod weights;

pub use counter::{CountedFor, Counter, CounterId, Deed, Named};
pub use dice::{Die, Face, FaceSet, Roll};
pub use fighter::{
    FighterDef, Label, Limit, Price, Profile, Terms, Trait, Traits, WarbandDef, WeaponDef,
    same_name, slug_of,
};
pub use ids::{BySeat, CardId, FighterId, MAX_FIGHTERS, MAX_SEATS, Seat, SeatSet};
pub use keyword::{Keyword, Keywords};
pub use rule::Rule;
pub use stat::Stat;
pub use token::Token;
pub use trigger::Trigger;
pub use weights::{Weighing, Weights};

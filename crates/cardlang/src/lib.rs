//! The card language: `.card` files become checked rule trees, and those become English and code.
//!
//! Source text is read by [`load()`], which gives a [`Catalog`] of compiled cards, their checked
//! trees ([`tree`]) and every error. The run-time contract ([`code`], [`instr`], [`program`]) is what a
//! compiled card looks like to the engine that runs it: plain data without strings or references.
//! What is deliberately absent: game state, what runs the code, and any knowledge of which
//! edition is being played.

pub mod binding;
mod captured;
pub mod catalog;
mod check;
pub mod code;
mod compile;
mod doings;
pub mod english;
pub mod events;
pub mod instr;
mod kind;
pub mod lexicon;
pub mod load;
pub mod origin;
mod part;
pub mod past;
pub mod program;
pub mod set_up;
pub mod small_words;
pub mod span;
mod syntax;
pub mod tree;
pub mod verbs;
pub mod vocab;
mod walk;

pub use binding::{Binding, bindings, slot_of};
pub use catalog::{
    CardInfo, Catalog, DeckDef, DeckFormat, FighterInfo, NameInfo, Place, WarbandInfo,
};
pub use code::{
    Ban, CardCode, CardFlags, CardKind, CardWeapon, Cast, Casting, Change, Clause, FaceRule,
    HexMark, HexRule, Limit, MadeFrom, Role, RollKind, Scope, Side, Static, StaticRule, Subject,
    Timing,
};
pub use doings::doings;
pub use english::clause_lines;
pub use english::{arm_texts, card_text, clause_text, lack_text, weapon_text};
pub use instr::{
    ActionKind, Altered, Deck, Instr, Pc, PushWay, Ref, Slots, Until, WeaponPick, Zone,
};
pub use lexicon::Lexicon;
pub use load::{Loaded, Report, Source as CardSource, load, load_beside, load_in};
pub use origin::{Origin, origins};
pub use past::{During, Kept, Watch};
pub use program::words::{
    CardProp, Cause, Domain, Fact, GameFact, HexKind, HexProp, LAST_STEP, NOBODY, Prop, Quant,
    Region, SeatProp, TRACK, TokenProp,
};
pub use program::{
    Formula, Program,
    ir::Faces,
    verify::{Flaw, verify},
};
pub use set_up::{Deploys, SetUp};

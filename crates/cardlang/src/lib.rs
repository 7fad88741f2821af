//! The card language: `.card` files become checked rule trees, and those become English and code.
//!
//! This half is the run-time contract: what a compiled card looks like to the machine that runs
//! it. It is plain data without strings or references. What is deliberately absent: game state,
//! a machine that runs the code, and any knowledge of which edition is being played.

pub mod binding;
pub mod catalog;
pub mod code;
pub mod disasm;
pub mod instr;
pub mod op;
pub mod verify;

pub use binding::{Binding, bindings, slot_of};
pub use catalog::{
    CardInfo, Catalog, DeckDef, DeckFormat, FighterInfo, NameInfo, Place, WarbandInfo,
};
pub use code::{
    Ban, CardCode, CardFlags, CardKind, CardWeapon, Cast, Change, Clause, HexMark, Limit, Role,
    RollKind, Scope, Side, Source, Static, StaticRule, Subject, Timing,
};
pub use disasm::disassemble;
pub use instr::{ActionKind, Deck, Instr, Pc, PushWay, Ref, Slots, Until, WeaponPick, Zone};
pub use op::{
    CardProp, Domain, Expr, Fact, GameFact, HexKind, HexProp, Op, Prop, Quant, Region, SeatProp,
    TokenProp,
};
pub use verify::{Flaw, verify};

//! Where code came from: which part of a card's tree each stretch of operations was made of.
//!
//! Nothing that runs a card needs this. It is for those who compare the code with the tree, or explain it.

use crate::catalog::Catalog;
use crate::program::Formula;
use crate::tree::{Card, Expr, Pick, Stmt, VarId};
use gloryhex_model::CardId;

/// Where a variable is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loc {
    /// In a slot of the frame.
    Slot(u8),
    /// As the element at this depth.
    It(u8),
}

/// What a stretch of code was made of.
#[derive(Clone, Debug)]
pub enum What {
    /// An expression as it stands in the tree, or put together by the compiler.
    Value(Expr),
    /// When a clause can be used.
    When(Expr),
    /// What can be picked as number `ix`: the condition on all of them can still be met, and so can the
    /// statements after it.
    Pick {
        /// What is picked together.
        picks: Vec<Pick>,
        /// Which of them.
        ix: usize,
        /// The condition on all of them.
        filter: Option<Expr>,
        /// What comes after.
        rest: Vec<Stmt>,
    },
}

/// A stretch of code and where it came from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The code.
    pub code: Formula,
    /// What it was made of.
    pub what: What,
    /// How many elements are under test there: none, a candidate, or a fighter and a hex.
    pub depth: u8,
    /// Whether only yes or no is wanted.
    pub truth: bool,
    /// Where variables are kept there.
    pub places: Vec<(VarId, Loc)>,
}

/// Where the code of a card came from. The card is compiled anew; the code is the same as before.
pub fn origins(card: &Card, catalog: &Catalog) -> Vec<Origin> {
    crate::compile::compile_with(card, CardId::NONE, &catalog.labels, Some(Vec::new()))
        .map(|compiled| compiled.origins)
        .unwrap_or_default()
}

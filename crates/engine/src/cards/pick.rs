//! Choices of a fighter after which only the next instruction must be tried, or only another such choice
//! and what comes after that: what of their conditions need not be asked, as trying the rest tells it as
//! well.

use super::sure::{alone, by_sight};
use gloryhex_cardlang::{CardCode, Domain, Expr, Instr};

/// A choice of a fighter that must be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick {
    /// From which.
    pub over: Domain,
    /// What is asked of it.
    pub filter: Expr,
    /// Where it is kept.
    pub slot: u8,
    /// Whether the card's text says that it is chosen.
    pub term: bool,
}

impl Pick {
    /// The choice that an instruction asks for, if what follows it is short enough. Longer ones are walked,
    /// as they might take too long.
    pub fn of(code: &CardCode, pc: usize) -> Option<Pick> {
        let first = picked(code, pc)?;
        let last = picked(code, pc + 1).map_or(pc + 1, |_| pc + 2);
        let told = last < code.code.len() && alone(code, last, &|_| false);
        told.then_some(first)
    }
}

/// A choice of a fighter that must be made, whoever sees it.
fn picked(code: &CardCode, pc: usize) -> Option<Pick> {
    let Some(&Instr::Choose {
        slot,
        over,
        filter,
        term,
        optional: false,
        ..
    }) = code.code.get(pc)
    else {
        return None;
    };
    let known = over.is_fighters() && !(term && by_sight(code));
    known.then_some(Pick {
        over,
        filter,
        slot,
        term,
    })
}

//! Source text as it is written: characters become tokens ([`lexer`]), tokens become the shapes of
//! [`written`]. Each kind of line has a parser of its own. What words mean is not known here; the
//! folder `check` finds that out.

mod body;
mod expr;
mod fighter;
mod lexer;
mod parser;
mod stmt;
mod verb;
mod written;

pub(crate) use parser::{listed, parse};
pub(crate) use written::*;

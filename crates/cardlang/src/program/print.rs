//! Compiled cards as text, for people who debug them: clauses, steps and nodes as Rust shows them, with what they refer
//! to in place of its number.

use crate::code::CardCode;
use crate::program::ir::{
    ATTACKER, Arg, Form, Formula, ITS_AT, ME, Operand, Program, TARGET, THIS, YOU,
};
use std::fmt::{Debug, Write as _};

/// The whole card as text: one line per clause and instruction.
pub fn printed(card: &CardCode) -> String {
    let shown = |what: &dyn Debug| shown(&card.program, what);
    let (id, users) = (card.id.0, shown(&card.users));
    let mut out = format!(
        "card {id} {:?} value {} users {users}\n",
        card.kind, card.value
    );
    for (ix, clause) in card.clauses.iter().enumerate() {
        let _ = writeln!(out, "clause {ix}: {}", shown(clause));
    }
    for (pc, instr) in card.code.iter().enumerate() {
        let _ = writeln!(out, "{pc:4}  {}", shown(instr));
    }
    out
}

fn shown(program: &Program, what: &dyn Debug) -> String {
    let text = replaced(&format!("{what:?}"), "Formula(", |n| {
        let root = program.root(Formula(n));
        root.map_or_else(|| "yes".to_owned(), |root| arg(program, root.arg))
    });
    replaced(&text, "Arg(", |n| arg(program, Arg::of_bits(n)))
}

/// An operand as text.
fn arg(program: &Program, arg: Arg) -> String {
    match arg.operand() {
        Operand::Number(n) => n.to_string(),
        Operand::Bound(at) => bound(at),
        Operand::HexOf(at) => format!("{}.Hex", bound(at)),
        Operand::Node(id) => match program.node(id) {
            Form::All(list) => format!("All{}", shown(program, &program.list(*list))),
            Form::Any(list) => format!("Any{}", shown(program, &program.list(*list))),
            form => shown(program, form),
        },
    }
}

fn bound(at: u8) -> String {
    match at {
        0..ITS_AT => format!("s{at}"),
        ITS_AT..YOU => format!("it{}", at - ITS_AT),
        YOU => "you".to_owned(),
        ME => "me".to_owned(),
        THIS => "this".to_owned(),
        ATTACKER => "attacker".to_owned(),
        TARGET => "target".to_owned(),
        _ => "nothing".to_owned(),
    }
}

/// A text with what a number stands for wherever it is in brackets after a word.
fn replaced(text: &str, word: &str, by: impl Fn(u16) -> String) -> String {
    let mut parts = text.split(word);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, after) = part.split_once(')').unwrap_or((part, ""));
        out += &number.parse().map_or_else(|_| number.to_owned(), &by);
        out += after;
    }
    out
}

//! Compiled cards as text, for people who debug them.

use crate::code::{CardCode, Role, Static};
use crate::instr::Instr;
use crate::program::ir::{
    ATTACKER, Arg, Cmp, Expr, Form, ITS_AT, ME, Operand, Program, TARGET, THIS, YOU,
};
use std::fmt::Write as _;

/// The whole card as text: one line per clause and instruction.
pub fn printed(card: &CardCode) -> String {
    let mut out = format!("card {} {:?} value {}", card.id.0, card.kind, card.value);
    if let Some(cast) = card.cast {
        let _ = write!(out, " cast {}x{}", cast.n, cast.symbol.word());
    }
    if !card.users.is_yes() {
        let _ = write!(out, " users {}", expr(card, card.users));
    }
    out.push('\n');
    for (ix, clause) in card.clauses.iter().enumerate() {
        let _ = write!(out, "clause {ix}: {}", role(card, clause.role));
        if !clause.when.is_yes() {
            let _ = write!(out, " when {}", expr(card, clause.when));
        }
        if clause.effect > 0 {
            let _ = write!(out, " effect {}", clause.effect);
        }
        if clause.limit != Default::default() {
            let _ = write!(out, " once per {:?}", clause.limit);
        }
        if clause.side != Default::default() {
            let _ = write!(out, " side {:?}", clause.side);
        }
        if !matches!(clause.role, Role::Static(_)) {
            let _ = write!(out, " at {}", clause.body);
        }
        out.push('\n');
    }
    for (pc, instr) in card.code.iter().enumerate() {
        let _ = writeln!(out, "{pc:4}  {}", instr_text(card, *instr));
    }
    out
}

/// An expression as text.
pub fn expr(card: &CardCode, expr: Expr) -> String {
    match card.program.root(expr) {
        Some(root) => format!("[{}]", arg(&card.program, root.arg)),
        None => "yes".to_owned(),
    }
}

/// A condition or an amount of a form as text.
pub fn arg(program: &Program, arg: Arg) -> String {
    match arg.operand() {
        Operand::Number(n) => n.to_string(),
        Operand::Bound(at) => bound(at),
        Operand::HexOf(at) => format!("{}.Hex", bound(at)),
        Operand::Node(id) => form(program, program.node(id)),
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

fn sign(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Eq => "=",
        Cmp::Ne => "≠",
        Cmp::Lt => "<",
        Cmp::Le => "≤",
        Cmp::Gt => ">",
        Cmp::Ge => "≥",
    }
}

fn form(program: &Program, form: &Form) -> String {
    let arg = |what: Arg| arg(program, what);
    let list = |parts: &[Arg]| {
        let texts: Vec<String> = parts.iter().map(|part| arg(*part)).collect();
        texts.join(", ")
    };
    match *form {
        Form::Number(n) => n.to_string(),
        Form::Not(a) => format!("not({})", arg(a)),
        Form::All(parts) => format!("all({})", list(program.list(parts))),
        Form::Any(parts) => format!("any({})", list(program.list(parts))),
        Form::Pick(a, b, c) => format!("if({}, {}, {})", arg(a), arg(b), arg(c)),
        Form::Math(math, a, b) => format!("{math:?}({}, {})", arg(a), arg(b)),
        Form::Compare(cmp, a, b) => format!("{} {} {}", arg(a), sign(cmp), arg(b)),
        Form::Distance(a, b) => format!("distance({}, {})", arg(a), arg(b)),
        Form::Near(cmp, n, a, b) => {
            format!("distance({}, {}) {} {n}", arg(a), arg(b), sign(cmp))
        }
        Form::Quant {
            what,
            over,
            place,
            of,
            inner,
        } => {
            let of = match over.of_something() {
                true => format!(" of {}", arg(of)),
                false => String::new(),
            };
            format!("{what:?}({} in {over:?}{of}: {})", bound(place), arg(inner))
        }
        Form::Only(filter, value) => format!("only({}, {})", arg(filter), arg(value)),
        Form::Fighter(prop, a) => format!("{}.{prop:?}", arg(a)),
        Form::Named(name, a) => format!("{}.Named({name})", arg(a)),
        Form::Token(prop, a) => format!("{}.{prop:?}", arg(a)),
        Form::Hex(prop, a) => format!("{}.{prop:?}", arg(a)),
        Form::Card(prop, a) => format!("{}.{prop:?}", arg(a)),
        Form::Seat(prop, a) => format!("{}.{prop:?}", arg(a)),
        Form::Level(a) => format!("{}.Level", arg(a)),
        Form::Tie(tie, a, b) => format!("{tie:?}({}, {})", arg(a), arg(b)),
        Form::Attack(fact) => format!("attack.{fact:?}"),
        Form::Dice(whose, faces) => format!("{whose:?} dice {faces:?}"),
        Form::Game(fact) => format!("game.{fact:?}"),
        Form::InChain(a) => format!("{}.InChain", arg(a)),
        Form::With(number) => format!("attack.With({number})"),
        Form::Past(nth, a) => format!("{}.Past({nth})", arg(a)),
    }
}

fn role(card: &CardCode, role: Role) -> String {
    match role {
        Role::Static(rule) => match rule.what {
            Static::Modify {
                stat,
                change,
                value,
                min,
                max,
            } => {
                let value = expr(card, value);
                format!(
                    "static {:?} {stat:?} {change:?} {value} within {min}..{max}",
                    rule.subject
                )
            }
            Static::Teleport(hex) => {
                format!("static {:?} Teleport {}", rule.subject, expr(card, hex))
            }
            what => format!("static {:?} {what:?}", rule.subject),
        },
        Role::Score { timing, glory } if glory.is_yes() => format!("score {timing:?}"),
        Role::Score { timing, glory } => format!("score {timing:?} for {}", expr(card, glory)),
        other => format!("{other:?}"),
    }
}

fn instr_text(card: &CardCode, instr: Instr) -> String {
    let debug = format!("{instr:?}");
    // Expressions are shown instead of their number.
    let mut out = String::new();
    let mut rest = debug.as_str();
    while let Some(at) = rest.find("Expr(") {
        out.push_str(&rest[..at]);
        let tail = &rest[at + "Expr(".len()..];
        let Some((number, after)) = tail.split_once(')') else {
            break;
        };
        if let Ok(number) = number.parse() {
            out.push_str(&expr(card, Expr(number)));
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

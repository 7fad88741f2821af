//! Verbs that read in several ways: by how many cards, steps or dice they are about, or by what they move.

use super::*;
use crate::tree::Given;

/// How dice are told from others by the faces they show.
const SHOWING_SUPPORTS: &str = " that show {sup1} or {sup2}";

/// How a verb reads with its operands.
type Own = fn(&mut Speaker<'_>, &[Given]) -> String;

/// Each verb whose row says nothing of how it reads.
pub(super) const OWN: [(&str, Own); 13] = [
    ("redirect", redirect),
    ("reduce", reduce),
    ("draw", draw),
    ("gain", gain),
    ("turn", turn),
    ("track", track),
    ("reroll", reroll),
    ("spend", spend),
    ("lose", lose),
    ("swap", swap),
    ("raid", raid),
    ("drift", drift),
    ("drop", leave_out),
];

fn drift(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    match given {
        [Given::Expr(who), Given::Expr(n)] => {
            let who = speaker.noun(who);
            let (n, tail) = speaker.amount_and_tail(n);
            format!("push {who} {} along the chain{tail}", so_far(&n))
        }
        [Given::Expr(who), ..] => format!("push {} along the chain", speaker.noun(who)),
        _ => String::new(),
    }
}

/// "leave one die of the attack roll out"
fn leave_out(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [Given::Expr(n), Given::Word(roll)] = given else {
        return String::new();
    };
    let roll = match roll {
        1 => speaker.roll(RollKind::Attack),
        2 => speaker.roll(RollKind::Defence),
        _ => "casting roll".to_owned(),
    };
    let (n, tail) = speaker.amount_and_tail(n);
    match n.as_str() {
        "1" => format!("leave one die of the {roll} out"),
        n => format!("leave {n} dice of the {roll} out{tail}"),
    }
}

fn draw(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [Given::Expr(n), Given::Word(deck), seat] = given else {
        return String::new();
    };
    let deck = match deck {
        1 => "power card",
        _ => "objective card",
    };
    let verb = match seat {
        Given::Expr(seat) if *seat != Expr::You => format!("{} draws", speaker.noun(seat)),
        _ => "draw".to_owned(),
    };
    if *n == Expr::Number(1) {
        return format!("{verb} {}", article(deck));
    }
    if let Some(each) = speaker.each_of(n) {
        return format!("{verb} {} for each {each}", article(deck));
    }
    let (n, tail) = speaker.amount_and_tail(n);
    format!("{verb} {n} {deck}s{tail}")
}

fn track(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [Given::Expr(n), seat] = given else {
        return String::new();
    };
    let each = speaker.each_of(n);
    let steps = match each {
        Some(_) => "1".to_owned(),
        None => speaker.amount(n),
    };
    let whose = match seat {
        Given::Expr(seat) if *seat != Expr::You => possessive(&speaker.noun(seat)),
        _ => "your".to_owned(),
    };
    let each = each.map_or_else(String::new, |each| format!(" for each {each}"));
    let noun = if steps == "1" { "step" } else { "steps" };
    format!("advance {whose} tracker {steps} {noun}{each}")
}

/// "it is picked instead"; of one that a card chooses, that the card could do so.
fn redirect(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [Given::Expr(who)] = given else {
        return String::new();
    };
    let of_card = |var: &crate::tree::Var| var.origin == Origin::Event(Binding::Card);
    let by_card = speaker.card.vars.iter().any(of_card);
    let who = speaker.noun(who);
    match by_card {
        true => format!("{who} is chosen instead, if that card can choose it"),
        false => format!("{who} is the target instead"),
    }
}

/// "reduce the damage by 1, but not below 1", "reduce the damage to 1".
fn reduce(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [Given::Expr(n), least] = given else {
        return String::new();
    };
    let least = match least {
        Given::Word(least) => i16::from(*least),
        _ => 0,
    };
    let due = |speaker: &Speaker<'_>, e: &Expr| match e {
        Expr::Var(var) => {
            speaker.card.vars[usize::from(var.0)].origin == Origin::Event(Binding::Number)
        }
        _ => false,
    };
    // As much as there is of it, but for some.
    let rest = match n {
        Expr::Binary(Sign::Sub, all, rest) if due(speaker, all) => match **rest {
            Expr::Number(rest) => Some(rest.max(least)),
            _ => None,
        },
        all if due(speaker, all) => Some(least),
        _ => None,
    };
    if let Some(rest) = rest {
        return format!("reduce the damage to {rest}");
    }
    let n = speaker.amount(n);
    match least {
        0 => format!("reduce the damage by {n}"),
        least => format!("reduce the damage by {n}, but not below {least}"),
    }
}

/// "you gain 1 spent glory", "you gain spent glory equal to …".
fn gain(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [Given::Expr(n), spent] = given else {
        return String::new();
    };
    let glory = match spent {
        Given::Word(_) => "spent glory",
        _ => "glory",
    };
    match speaker.each_one(n) {
        Some(each) => format!("you gain 1 {glory} for each {each}"),
        None => {
            let (n, tail) = speaker.amount_and_tail(n);
            // What nobody else gains.
            match n.starts_with("the glory gained for ") {
                true => format!("you gain as much {glory} instead"),
                false => format!("you gain {n} {glory}{tail}"),
            }
        }
    }
}

/// "turn one die of the attack roll to Critical".
fn turn(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [
        Given::Expr(n),
        Given::Word(roll),
        success,
        Given::Word(face),
    ] = given
    else {
        return String::new();
    };
    let roll = match roll {
        1 => speaker.roll(RollKind::Attack),
        2 => speaker.roll(RollKind::Defence),
        _ => "casting roll".to_owned(),
    };
    let success = match success {
        Given::Word(_) => "successful ",
        _ => "",
    };
    let face = crate::verbs::turned(*face);
    let face = speaker.lexicon.face(face);
    let (n, tail) = speaker.amount_and_tail(n);
    let dice = match n.as_str() {
        "1" => format!("one {success}die"),
        n => format!("{n} {success}dice"),
    };
    format!("turn {dice} of the {roll} to {face}{tail}")
}

fn spend(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    glory(speaker, given, "spend")
}

fn lose(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    glory(speaker, given, "lose")
}

/// What somebody does with glory.
fn glory(speaker: &mut Speaker<'_>, given: &[Given], verb: &str) -> String {
    let [Given::Expr(n), seat] = given else {
        return String::new();
    };
    let n = speaker.amount(n);
    match seat {
        Given::Expr(seat) if *seat != Expr::You => {
            format!("{} {verb}s {n} glory", speaker.noun(seat))
        }
        _ => format!("{verb} {n} glory"),
    }
}

fn reroll(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [up_to, Given::Expr(n), Given::Word(roll), showing] = given else {
        return String::new();
    };
    let showing = match showing {
        Given::Word(_) => speaker.fill(SHOWING_SUPPORTS),
        _ => String::new(),
    };
    let roll = match roll {
        1 => speaker.roll(RollKind::Attack),
        2 => speaker.roll(RollKind::Defence),
        _ => "casting roll".to_owned(),
    };
    let (may, most) = match up_to {
        Given::Word(_) => ("you may ", "up to "),
        _ => ("", ""),
    };
    match n {
        // As many as show such a face.
        _ if !showing.is_empty() => format!("{may}re-roll any dice of the {roll}{showing}"),
        Expr::Number(1) => format!("{may}re-roll one die of the {roll}"),
        // More than are ever rolled.
        Expr::Number(9..) if !most.is_empty() => format!("{may}re-roll any dice of the {roll}"),
        Expr::Call(Func::Attack(Fact::Dice), _) => {
            format!("{may}re-roll each die of the {roll}")
        }
        n => {
            let (n, tail) = speaker.amount_and_tail(n);
            let dice = if n == "1" { "die" } else { "dice" };
            format!("{may}re-roll {most}{n} {dice} of the {roll}{tail}")
        }
    }
}

fn raid(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    let [Given::Expr(n), more, by] = given else {
        return String::new();
    };
    let verb = match by {
        Given::Expr(by) => format!("{} raids", speaker.noun(by)),
        _ => "raid".to_owned(),
    };
    match (n, more) {
        (Expr::Number(1), Given::Word(_)) => format!("{verb} once more"),
        (Expr::Number(1), _) => format!("{verb} once"),
        (Expr::Number(n), _) => format!("{verb} {n} times"),
        (n, _) => format!("{verb} as often as {}", speaker.amount(n)),
    }
}

fn swap(speaker: &mut Speaker<'_>, given: &[Given]) -> String {
    match given {
        [Given::Expr(Expr::Var(_)), Given::Expr(Expr::Var(_))] => "They trade places".to_owned(),
        [Given::Token(Expr::Var(_)), Given::Token(Expr::Var(_))] => {
            "Those tokens trade places".to_owned()
        }
        [
            Given::Expr(a) | Given::Token(a),
            Given::Expr(b) | Given::Token(b),
        ] => {
            let a = speaker.noun(a);
            format!("swap {a} and {}", speaker.noun(b))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::ROWS;

    #[test]
    fn a_verb_reads_by_its_row_or_here() {
        for row in &ROWS {
            let here = OWN.iter().any(|(word, _)| *word == row.word);
            assert_eq!(row.reads.is_empty(), here, "{}", row.word);
        }
    }
}

//! What cards are called by their kind: "an upgrade in your hand", "a persisting ploy or spell", "a domain gambit".

use super::past::kind_word;
use super::*;
use crate::CardProp;

/// The kind, or the kinds one of which a condition asks of a card.
pub(crate) fn kinds_told(part: &Expr, card: &Expr, plural: bool) -> Option<String> {
    let kind_of = |part: &Expr| match part {
        Expr::Call(Func::Card(CardProp::Kind(kind)), args) if args.first() == Some(card) => {
            Some(kind_word(*kind).to_owned())
        }
        _ => None,
    };
    match part {
        Expr::Or(parts) => {
            let kinds: Vec<String> = parts.iter().map(kind_of).collect::<Option<_>>()?;
            let many = |kind: &String| format!("{kind}s");
            Some(match plural {
                true => {
                    let kinds: Vec<String> = kinds.iter().map(many).collect();
                    listed(&kinds, "or").trim_end_matches('s').to_owned()
                }
                false => listed(&kinds, "or"),
            })
        }
        one => kind_of(one),
    }
}

/// Cards of one kind or another are called by it.
pub(crate) fn of_kind(noun: &str, var: VarId, cond: &Expr) -> (String, Option<Expr>) {
    let plural = noun.contains("cards");
    let kinds = |part: &Expr| kinds_told(part, &Expr::Var(var), plural);
    let mut parts = match cond {
        Expr::Or(_) => vec![cond.clone()],
        other => parts_of(other),
    };
    let found = parts.iter().position(|part| kinds(part).is_some());
    let called = ["power card", "persisting card"]
        .into_iter()
        .find(|called| noun.contains(called));
    let (Some(at), Some(called)) = (found, called) else {
        return (noun.to_owned(), Some(cond.clone()));
    };
    let kind = kinds(&parts.remove(at)).unwrap_or_default();
    let kind = match called {
        "power card" => kind,
        _ => format!("persisting {kind}"),
    };
    // "one of their upgrades" would be on the battlefield.
    let noun = match noun {
        "one of their power cards" => article(&format!("{kind} in their hand")),
        noun => noun.replacen(called, &kind, 1),
    };
    let noun = match noun.split_once(' ') {
        Some(("a" | "an", rest)) => article(rest),
        _ => noun,
    };
    (noun, all_of(parts))
}

/// A text of a card with its kind in the place of "card", if the conditions say what it is; these are used up.
pub(crate) fn card_by_kind(mut text: String, parts: &[Expr], used: &mut [bool]) -> String {
    for (part, used) in parts.iter().zip(used) {
        let card = match part {
            Expr::Or(parts) => parts.first().and_then(subject),
            one => subject(one),
        };
        let Some(kind) = card.and_then(|card| kinds_told(part, card, false)) else {
            continue;
        };
        let told = text
            .replace("a card", &article(&kind))
            .replace("'s card", &format!("'s {kind}"))
            .replace("your card", &format!("your {kind}"));
        *used |= told != text;
        text = told;
    }
    text
}

/// A text of a card with a label, which is a gambit if it is played and no upgrade.
pub(crate) fn gambits(text: String, label: &str, parts: &[Expr], used: &mut [bool]) -> String {
    let upgrade = |part: &Expr| {
        matches!(
            part,
            Expr::Call(Func::Card(CardProp::Kind(CardKind::Upgrade)), _)
        )
    };
    let is_none = |part: &Expr| matches!(part, Expr::Not(inner) if upgrade(inner));
    let called = format!("{label} card");
    let Some(at) = parts
        .iter()
        .position(is_none)
        .filter(|_| text.contains(&called))
    else {
        return text;
    };
    used[at] = true;
    text.replacen(&called, &format!("{label} gambit"), 1)
}

/// Of which card a condition speaks.
fn subject(part: &Expr) -> Option<&Expr> {
    match part {
        Expr::Call(Func::Card(_), args) => args.first(),
        _ => None,
    }
}

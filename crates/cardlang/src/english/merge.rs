//! What a rule gives or forbids, told in one: "has +1 Move and +1 Defence".

use super::listed;

/// "has A and has B" as "has A and B".
pub(crate) fn merge(mods: &[String]) -> String {
    if mods.len() > 1 && mods.iter().all(|text| text.starts_with("cannot ")) {
        return merge_bans(mods);
    }
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for text in mods {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        match groups.last_mut() {
            Some((last, rests)) if *last == verb => rests.push(rest.to_owned()),
            _ => groups.push((verb, vec![rest.to_owned()])),
        }
    }
    let texts: Vec<String> = groups
        .iter()
        .map(|(verb, rests)| {
            let word = if *verb == "cannot" { "or" } else { "and" };
            format!("{verb} {}", listed(rests, word))
        })
        .collect();
    listed(&texts, "and")
}

/// What is said with the same words but for one, told in one: "is not blocked, lethal or a cover hex", "has no Move
/// or Charge token".
pub(crate) fn said_at_once(verbs: &[String], word: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while at < verbs.len() {
        let frame = Frame::of(&verbs[at], word);
        let run = match &frame {
            Some((frame, _)) => verbs[at..]
                .iter()
                .map_while(|verb| Frame::of(verb, word).filter(|(other, _)| other == frame))
                .enumerate()
                .map(|(nth, (_, own))| match own.strip_prefix("making ") {
                    Some(action) if nth > 0 => action.to_owned(),
                    _ => own.to_owned(),
                })
                .collect(),
            None => Vec::new(),
        };
        match frame {
            Some((frame, _)) if run.len() > 1 => {
                out.push(format!(
                    "{}{}{}",
                    frame.before,
                    listed(&run, "or"),
                    frame.after
                ));
                at += run.len();
            }
            _ => {
                out.push(verbs[at].clone());
                at += 1;
            }
        }
    }
    out
}

/// The words around what differs.
#[derive(PartialEq)]
struct Frame<'a> {
    before: &'static str,
    after: &'a str,
}

impl Frame<'_> {
    /// The frame of a verb that can be told with others, and what it says of its own.
    fn of<'a>(verb: &'a str, word: &str) -> Option<(Frame<'a>, &'a str)> {
        let tokens = match word {
            "and" => ["has no ", "have no "],
            _ => ["has a ", "have "],
        };
        for before in tokens {
            if let Some((own, kind)) = verb
                .strip_prefix(before)
                .and_then(|own| own.split_once(' '))
                && ["token", "tokens"].contains(&kind)
            {
                let after = &verb[before.len() + own.len()..];
                return Some((Frame { before, after }, own));
            }
        }
        let plain = |own: &&str| {
            ![" or ", " and ", ", ", " that "]
                .iter()
                .any(|w| own.contains(w))
        };
        let nots = ["is not ", "are not ", "does not have ", "do not have "]
            .into_iter()
            .filter(|_| word == "and");
        nots.filter_map(|before| Some((before, verb.strip_prefix(before).filter(plain)?)))
            .map(|(before, own)| (Frame { before, after: "" }, own))
            .next()
    }
}

/// "cannot be pushed or given Stagger tokens", "cannot make a move or a charge".
fn merge_bans(mods: &[String]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for text in mods {
        let ban = &text["cannot ".len()..];
        let verbs = ["be affected by ", "be ", "make ", "hold "];
        let verb = verbs
            .into_iter()
            .find(|verb| ban.starts_with(verb))
            .unwrap_or("");
        let rest = &ban[verb.len()..];
        match groups
            .iter_mut()
            .find(|(known, _)| *known == verb && !verb.is_empty())
        {
            Some((_, rests)) => rests.push(rest),
            None => groups.push((verb, vec![rest])),
        }
    }
    let affected = |verb: &str| verb.starts_with("be affected");
    groups.sort_by_key(|(verb, _)| affected(verb));
    let be = groups.iter().filter(|(verb, _)| *verb == "be ").count();
    let texts = groups.iter_mut().map(|(verb, rests)| {
        // What is more than a word would take in what follows it.
        rests.sort_by_key(|rest| rest.starts_with("given "));
        if *verb == "make " {
            rests.sort_unstable();
        }
        let verb = match affected(verb) && be > 0 {
            true => verb.trim_start_matches("be "),
            false => verb,
        };
        let rests: Vec<String> = rests.iter().map(|rest| (*rest).to_owned()).collect();
        format!("{verb}{}", listed(&rests, "or"))
    });
    format!("cannot {}", listed(&texts.collect::<Vec<_>>(), "or"))
}

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

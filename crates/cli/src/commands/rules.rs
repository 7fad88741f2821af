//! `gloryhex rules`: the rules index at the terminal, and which rules scenarios show.

use super::read_file;
use crate::{
    args::{Edition, Rules},
    packs::content,
    trouble::Trouble,
};
use gloryhex_notation::{
    index::{RuleText, RulesIndex, excuses},
    scenario::run_path_with,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Write, stdout},
    path::Path,
};

pub fn rules(rules: &Rules) -> Result<(), Trouble> {
    if let Some(path) = &rules.file {
        let file = path.display().to_string();
        let index = RulesIndex::parse(&file, &read_file(path)?).map_err(Trouble::input)?;
        let count = index.rules.len();
        writeln!(stdout(), "{file}: {count} rules of {}", index.edition)?;
        return Ok(());
    }
    if rules.coverage {
        return coverage(rules.edition);
    }
    look_up(rules)
}

fn index(edition: Edition) -> Result<RulesIndex, Trouble> {
    RulesIndex::of(content(), edition.name()).map_err(Trouble::input)
}

/// The editions asked for.
fn wanted(only: Option<Edition>) -> impl Iterator<Item = Edition> {
    Edition::all().filter(move |edition| only.is_none_or(|only| only == *edition))
}

fn look_up(rules: &Rules) -> Result<(), Trouble> {
    let query = rules.words.join(" ").to_lowercase();
    let mut out = stdout().lock();
    let mut found = 0;
    for edition in wanted(rules.edition) {
        let index = index(edition)?;
        let exact = index.rule(&query);
        for rule in &index.rules {
            let wanted = match exact {
                Some(exact) => rule.id == exact.id,
                None => matches(&index, rule, &query),
            };
            if !wanted {
                continue;
            }
            found += 1;
            let (edition, id, title) = (&index.edition, &rule.id, &rule.title);
            if query.is_empty() {
                writeln!(out, "{edition}.{id}  {title}")?;
            } else {
                let page = match rule.page.parse::<u16>() {
                    Ok(page) => format!("p. {page}"),
                    Err(_) => rule.page.clone(),
                };
                writeln!(out, "{edition}.{id}  {title} ({}, {page})", index.source)?;
                writeln!(out, "    {}", rule.text)?;
            }
        }
    }
    if found == 0 {
        return Err(Trouble::input(format!(
            "no rule has the id or the words `{query}`; `gloryhex rules` lists them all"
        )));
    }
    Ok(())
}

/// Whether every word of the query is in the rule's id, title or text.
fn matches(index: &RulesIndex, rule: &RuleText, query: &str) -> bool {
    let all = format!("{}.{} {} {}", index.edition, rule.id, rule.title, rule.text).to_lowercase();
    query.split_whitespace().all(|word| all.contains(word))
}

/// Every rule is cited by a scenario that passes or excused by name, and nothing else is cited.
fn coverage(only: Option<Edition>) -> Result<(), Trouble> {
    let report = run_path_with(content(), Path::new("scenarios"));
    if let Some(problem) = report.problems.first() {
        return Err(Trouble::input(problem));
    }
    let excused = read_file(Path::new("data/rules/excused.txt"))?;
    let excused: BTreeMap<&str, &str> = excuses(&excused).collect();
    let shown: BTreeSet<&str> = report
        .outcomes
        .iter()
        .filter(|outcome| outcome.failure.is_none())
        .flat_map(|outcome| outcome.rules.iter().map(String::as_str))
        .collect();
    let cited: BTreeMap<&str, (&str, usize)> = report
        .outcomes
        .iter()
        .flat_map(|o| {
            o.rules
                .iter()
                .map(|id| (id.as_str(), (o.file.as_str(), o.line)))
        })
        .collect();
    let mut out = stdout().lock();
    let (mut passed, mut failed) = (0, 0);
    for edition in wanted(only) {
        let known: BTreeSet<String> = index(edition)?.ids().collect();
        let (mut by_scenario, mut by_excuse) = (0, 0);
        for id in &known {
            match (shown.contains(id.as_str()), excused.get(id.as_str())) {
                (true, None) => by_scenario += 1,
                (false, Some(_)) => by_excuse += 1,
                (true, Some(_)) => {
                    failed += 1;
                    writeln!(out, "FAILED {id}: excused, but a scenario shows it")?;
                }
                (false, None) => {
                    failed += 1;
                    let why = match cited.get(id.as_str()) {
                        Some((file, line)) => format!("cited only by failures ({file}:{line})"),
                        None => "no scenario cites it".into(),
                    };
                    writeln!(out, "FAILED {id}: {why}")?;
                }
            }
        }
        let prefix = format!("{}.", edition.name());
        for (id, (file, line)) in &cited {
            if id.starts_with(&prefix) && !known.contains(*id) {
                failed += 1;
                writeln!(
                    out,
                    "FAILED {id}: cited at {file}:{line} and not in the index"
                )?;
            }
        }
        for id in excused.keys().filter(|id| id.starts_with(&prefix)) {
            if !known.contains(*id) {
                failed += 1;
                writeln!(out, "FAILED {id}: excused and not in the index")?;
            }
        }
        passed += by_scenario + by_excuse;
        let name = edition.name();
        let count = known.len();
        writeln!(
            out,
            "{name}: {count} rules, {by_scenario} shown, {by_excuse} excused"
        )?;
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    if failed > 0 {
        Err(Trouble::Failed)
    } else {
        Ok(())
    }
}

//! Finding the scenarios in a Markdown file: headings, the lines under them, and fenced blocks.

use crate::problem::{Problem, nearest};

/// A scenario as found, its lines not looked at.
#[derive(Clone, Debug)]
pub struct Raw<'a> {
    /// The heading.
    pub name: String,
    /// The line of the heading.
    pub line: usize,
    /// The rules named under the heading.
    pub rules: Vec<String>,
    /// The cards named under the heading.
    pub shows: Vec<String>,
    /// The editions named under the heading.
    pub editions: Vec<String>,
    /// The cards made up for it, and the line their block begins on.
    pub cards: (String, usize),
    /// Whether the block is a deck and not a position.
    pub deck: bool,
    /// The lines of the block with their numbers.
    pub body: Vec<(usize, &'a str)>,
}

/// What a fenced block holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Scenario,
    Cards,
    Other,
}

/// Finds every scenario of a file. `edition` is the one its folder stands for, if any; `known`
/// are all there are.
pub fn scan<'a>(
    file: &str,
    text: &'a str,
    edition: Option<&str>,
    known: &[&str],
    problems: &mut Vec<Problem>,
) -> Vec<Raw<'a>> {
    let mut found: Vec<Raw<'a>> = Vec::new();
    let mut heading = (String::new(), 0);
    let mut rules = Vec::new();
    let mut editions = Vec::new();
    let mut misspelt = false;
    let mut cards = (String::new(), 0);
    let mut shows = Vec::new();
    let mut fence: Option<(Block, usize)> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if let Some((block, _)) = fence {
            if line.trim_end() == "```" {
                fence = None;
            } else if block == Block::Cards {
                cards.0.push_str(line);
                cards.0.push('\n');
            } else if block == Block::Scenario
                && let Some(raw) = found.last_mut()
            {
                raw.body.push((number, line.trim_end()));
            }
            continue;
        }
        if let Some(info) = line.strip_prefix("```") {
            let deck = info.trim() == "deck";
            let block = match info.trim() {
                "scenario" | "deck" => Block::Scenario,
                "card" => Block::Cards,
                _ => Block::Other,
            };
            if block == Block::Other
                && info.trim().len() > 3
                && let Some(near) = nearest(info.trim(), ["scenario", "deck", "card"])
            {
                let message = format!("a block fenced as `{}` is not read", info.trim());
                let problem = Problem::here(4, message).hint(format!("did you mean `{near}`?"));
                problems.push(problem.at(file, number));
            }
            fence = Some((block, number));
            if block == Block::Cards {
                cards = (String::new(), number);
            }
            if block != Block::Scenario {
                continue;
            }
            if heading.1 == 0 {
                heading = ("without a name".to_owned(), number);
                problems.push(
                    Problem::here(
                        1,
                        "a scenario without a heading: expected `## ` and its name",
                    )
                    .at(file, number),
                );
            }
            let again = found.iter().filter(|raw| raw.line == heading.1).count();
            found.push(Raw {
                name: match again {
                    0 => heading.0.clone(),
                    n => format!("{} ({})", heading.0, n + 1),
                },
                line: heading.1,
                rules: std::mem::take(&mut rules),
                shows: std::mem::take(&mut shows),
                editions: std::mem::take(&mut editions),
                cards: std::mem::take(&mut cards),
                deck,
                body: Vec::new(),
            });
            let last = found.len() - 1;
            if !std::mem::take(&mut misspelt) {
                settle_editions(file, edition, &mut found[last], problems);
            }
        } else if let Some(name) = line.strip_prefix("# ").or(line.strip_prefix("## ")) {
            heading = (name.trim().to_owned(), number);
            rules.clear();
            editions.clear();
            misspelt = false;
            cards.0.clear();
            shows.clear();
        } else if let Some(list) = line.strip_prefix("rules:") {
            rules.extend(commas(list));
        } else if let Some(list) = line.strip_prefix("cards:") {
            shows.extend(list.split('"').skip(1).step_by(2).map(str::to_owned));
        } else if let Some(list) = line.strip_prefix("editions:") {
            for name in commas(list) {
                if known.contains(&name.as_str()) {
                    editions.push(name);
                } else {
                    misspelt = true;
                    problems.push(unknown_edition(&name, known).at(file, number));
                }
            }
        }
    }
    if let Some((_, line)) = fence {
        problems.push(
            Problem::here(
                1,
                "this block is never closed: expected ``` on a line of its own",
            )
            .at(file, line),
        );
    }
    found
}

fn settle_editions(
    file: &str,
    edition: Option<&str>,
    raw: &mut Raw<'_>,
    problems: &mut Vec<Problem>,
) {
    if !raw.editions.is_empty() {
        return;
    }
    match edition {
        Some(edition) => raw.editions.push(edition.to_owned()),
        None => problems.push(
            Problem::here(
                1,
                "no edition: expected a line `editions: …` under the heading, or a folder named after one",
            )
            .at(file, raw.line),
        ),
    }
}

/// The problem of a word that is no edition.
pub fn unknown_edition(name: &str, known: &[&str]) -> Problem {
    let problem = Problem::here(
        1,
        format!(
            "`{name}` is no edition: expected one of {}",
            known.join(", ")
        ),
    );
    match nearest(name, known.iter().copied()) {
        Some(near) => problem.hint(format!("did you mean `{near}`?")),
        None => problem,
    }
}

fn commas(list: &str) -> impl Iterator<Item = String> + '_ {
    list.split(',')
        .map(|item| item.trim().to_owned())
        .filter(|item| !item.is_empty())
}

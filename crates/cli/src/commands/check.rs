//! `gloryhex check`: reads content, counts it and tells everything that is wrong with it.

use crate::{packs::content, trouble::Trouble};
use clap::Args;
use gloryhex_cardlang::CardKind;
use gloryhex_editions::{Content, pack::Files};
use gloryhex_notation::index::RulesIndex;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Write, stdout},
    path::PathBuf,
};

/// `gloryhex check`
#[derive(Args)]
pub struct Check {
    /// Files or folders of content; without them, the content of this program and of --content
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// What is counted, in the order of the columns.
const COLUMNS: [&str; 11] = [
    "warbands",
    "fighters",
    "objectives",
    "ploys",
    "spells",
    "upgrades",
    "plots",
    "warscrolls",
    "cards",
    "decks",
    "boards",
];

/// Which columns are cards of decks.
const CARDS: usize = 8;

type Row = [usize; COLUMNS.len()];

impl Check {
    /// Whether files or folders were named.
    pub fn has_paths(&self) -> bool {
        !self.paths.is_empty()
    }
}

/// Checks the paths asked for beside the core and `packs`, or, without paths, what is loaded.
pub fn check(ask: &Check, packs: &[PathBuf]) -> Result<(), Trouble> {
    let mut out = stdout().lock();
    if ask.paths.is_empty() {
        let content = content();
        let problems = rule_problems(content);
        return report(&mut out, &count(content, &|_| true), content, &problems);
    }
    let mut files = Files::core();
    packs.iter().for_each(|pack| files.add(pack));
    let mut given: BTreeSet<String> = BTreeSet::new();
    for path in &ask.paths {
        let before: BTreeSet<String> = files.list.iter().map(|f| f.path.clone()).collect();
        files.add_over_core(path);
        let now = files.list.iter().map(|f| f.path.clone());
        given.extend(now.filter(|path| !before.contains(path)));
    }
    if let Some(problem) = files.problems.first() {
        return Err(Trouble::input(problem));
    }
    let (content, problems) = files.build();
    let ours = |path: &str| given.contains(path);
    let mut problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    problems.extend(rule_problems(&content));
    report(&mut out, &count(&content, &ours), &content, &problems)
}

/// What is wrong with the rules indexes.
fn rule_problems(content: &Content) -> Vec<String> {
    content
        .rules
        .keys()
        .filter_map(|edition| RulesIndex::of(content, edition).err())
        .map(|problem| format!("error: {problem}\n"))
        .collect()
}

/// Counts by edition what stands in the files that are meant.
fn count(content: &Content, ours: &dyn Fn(&str) -> bool) -> BTreeMap<String, Row> {
    let catalog = &content.catalog;
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut add = |edition: &str, column: usize, n: usize| {
        rows.entry(edition.to_owned()).or_default()[column] += n;
    };
    let file = |ix: u16| {
        catalog
            .files
            .get(usize::from(ix))
            .is_some_and(|path| ours(path))
    };
    for warband in catalog.warbands.iter().filter(|w| file(w.place.file)) {
        add(&warband.edition, 0, 1);
        add(&warband.edition, 1, warband.def.fighters.len());
    }
    for card in catalog.cards.iter().filter(|card| file(card.place.file)) {
        let column = match card.code.kind {
            CardKind::Objective => 2,
            CardKind::Ploy => 3,
            CardKind::Spell => 4,
            CardKind::Upgrade => 5,
            CardKind::Plot => 6,
            CardKind::Warscroll => 7,
            CardKind::Fighter => continue,
        };
        add(&card.edition, column, 1);
        if column < 7 {
            add(&card.edition, CARDS, 1);
        }
    }
    for deck in catalog.decks.iter().filter(|deck| file(deck.place.file)) {
        add(&deck.edition, 9, 1);
    }
    for board in content.boards.iter().filter(|board| ours(&board.file)) {
        add(&board.edition, 10, 1);
    }
    rows
}

/// "1 card", "2 cards".
pub(super) fn many(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

fn report(
    out: &mut impl Write,
    rows: &BTreeMap<String, Row>,
    content: &Content,
    problems: &[String],
) -> Result<(), Trouble> {
    for problem in problems {
        writeln!(out, "{problem}")?;
    }
    write!(out, "{:12}", "")?;
    for column in COLUMNS {
        write!(out, "{column:>11}")?;
    }
    writeln!(out)?;
    let known = |edition: &&String| {
        let place = content.edition_names().position(|name| name == *edition);
        place.unwrap_or(usize::MAX)
    };
    let mut editions: Vec<&String> = rows.keys().collect();
    editions.sort_by_key(known);
    let mut total: Row = [0; COLUMNS.len()];
    for edition in editions {
        write!(out, "{edition:12}")?;
        for (n, sum) in rows[edition].iter().zip(&mut total) {
            write!(out, "{n:>11}")?;
            *sum += n;
        }
        writeln!(out)?;
    }
    for band in &content.catalog.warbands {
        let fighters = &band.def.fighters;
        let noted = fighters.iter().filter(|f| !f.notes.is_empty()).count();
        if noted > 0 {
            writeln!(
                out,
                "{}: the figures of {} are not known in every part; `gloryhex fighters` has the notes",
                band.def.name,
                many(noted, "fighter")
            )?;
        }
        if fighters.iter().any(|fighter| fighter.house) {
            writeln!(out, "{}: house profiles", band.def.name)?;
        }
    }
    let [warbands, .., cards, _, boards] = total;
    let counts = [
        (cards, "card"),
        (warbands, "warband"),
        (boards, "board"),
        (problems.len(), "error"),
    ];
    let counts = counts.map(|(n, noun)| many(n, noun));
    writeln!(out, "{}", counts.join(", "))?;
    match problems.is_empty() {
        true => Ok(()),
        false => Err(Trouble::Failed),
    }
}

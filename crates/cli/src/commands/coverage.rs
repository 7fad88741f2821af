//! `gloryhex coverage`: which cards are implemented, checked and shown by scenarios, as a page.

use super::read_file;
use crate::{packs::content, trouble::Trouble};
use clap::Args;
use gloryhex_cardlang::{CardInfo, CardKind};
use gloryhex_model::slug_of;
use gloryhex_notation::scenario::run_path_with;
use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{Write, stdout},
    path::PathBuf,
};

/// `gloryhex coverage`
#[derive(Args)]
pub struct Coverage {
    /// Scenarios
    #[arg(long, default_value = "scenarios", value_name = "DIR")]
    scenarios: PathBuf,
    /// Write the page to this file
    #[arg(long, value_name = "FILE", conflicts_with = "check")]
    write: Option<PathBuf>,
    /// Fail unless this file is the page
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

/// Cards of decks, in the order of the files.
fn all_cards() -> impl Iterator<Item = &'static CardInfo> {
    let cards = content().catalog.cards.iter();
    cards.filter(|card| !matches!(card.code.kind, CardKind::Fighter | CardKind::Warscroll))
}

pub fn coverage(ask: &Coverage) -> Result<(), Trouble> {
    let report = run_path_with(content(), &ask.scenarios);
    if let Some(problem) = report.problems.first() {
        return Err(Trouble::input(problem));
    }
    let shown: BTreeSet<(String, String)> = report
        .outcomes
        .iter()
        .filter(|outcome| outcome.failure.is_none())
        .flat_map(|outcome| {
            outcome
                .cards
                .iter()
                .map(|name| (outcome.edition.clone(), slug_of(name)))
        })
        .collect();
    let has = |card: &CardInfo| shown.contains(&(card.edition.clone(), slug_of(&card.name)));
    let (cards, with) = (
        all_cards().count(),
        all_cards().filter(|card| has(card)).count(),
    );
    let page = page(&has);
    let mut out = stdout().lock();
    for card in all_cards().filter(|card| !has(card)) {
        writeln!(
            out,
            "no scenario: {} ({}, {})",
            card.name, card.deck, card.edition
        )?;
    }
    let share = 100.0 * with as f64 / cards.max(1) as f64;
    writeln!(
        out,
        "{cards} cards, {with} cards with a scenario ({share:.1} %)"
    )?;
    let mut failed = usize::from(with < cards);
    if let Some(path) = &ask.write {
        std::fs::write(path, &page)?;
        writeln!(out, "{} written", path.display())?;
    }
    if let Some(path) = &ask.check {
        let same = read_file(path)?.replace("\r\n", "\n") == page;
        if !same {
            writeln!(
                out,
                "{} is out of date: run `cargo xtask cards`",
                path.display()
            )?;
        }
        failed += usize::from(!same);
    }
    writeln!(out, "{} passed, {failed} failed", 2 - failed)?;
    match failed {
        0 => Ok(()),
        _ => Err(Trouble::Failed),
    }
}

/// The page, in Markdown.
fn page(has: &dyn Fn(&CardInfo) -> bool) -> String {
    let mut out = String::from(
        "# Implemented content\n\nMade by `cargo xtask cards`; do not edit. *With a scenario* counts cards that a passing scenario shows. A card is\n\
         *verified* if it follows a printed one, and *house* if it is ours.\n",
    );
    for edition in &content().editions {
        let (edition, title) = (edition.name(), &edition.rules.title);
        let _ = writeln!(
            out,
            "\n## {title}\n\n| cards of | objectives | ploys | spells | upgrades | plots | cards | with a scenario | verified | house |\n|---|---|---|---|---|---|---|---|---|---|"
        );
        let own = || all_cards().filter(|card| card.edition == edition);
        let mut decks: Vec<&str> = Vec::new();
        for card in own() {
            if !decks.contains(&card.deck.as_str()) {
                decks.push(&card.deck);
            }
        }
        for deck in decks {
            row(
                &mut out,
                deck,
                &own().filter(|card| card.deck == deck).collect::<Vec<_>>(),
                has,
            );
        }
        row(&mut out, "**all**", &own().collect::<Vec<_>>(), has);
        let _ = writeln!(out, "\n| warband | fighters | profiles |\n|---|---|---|");
        for band in content()
            .catalog
            .warbands
            .iter()
            .filter(|band| band.edition == edition)
        {
            let fighters = &band.def.fighters;
            let profiles = if fighters.iter().any(|fighter| fighter.house) {
                "house"
            } else if fighters.iter().any(|fighter| !fighter.notes.is_empty()) {
                "in part"
            } else {
                "verified"
            };
            let _ = writeln!(
                out,
                "| {} | {} | {profiles} |",
                band.def.name,
                band.def.fighters.len()
            );
        }
    }
    out
}

fn row(out: &mut String, name: &str, cards: &[&CardInfo], has: &dyn Fn(&CardInfo) -> bool) {
    let of = |kind: CardKind| cards.iter().filter(|card| card.code.kind == kind).count();
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        of(CardKind::Objective),
        of(CardKind::Ploy),
        of(CardKind::Spell),
        of(CardKind::Upgrade),
        of(CardKind::Plot),
        cards.len(),
        cards.iter().filter(|card| has(card)).count(),
        cards.iter().filter(|card| card.verified).count(),
        cards.iter().filter(|card| !card.verified).count(),
    );
}

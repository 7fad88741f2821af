//! `gloryhex sim --all-decks`: all warbands and decks against each other, and how often each card is used.
//!
//! Sides are every warband with every ready-made deck it can play, and decks built at random until each
//! card of the edition is in several of them. The last fifth of the games goes to decks around the cards that
//! were not used until then, and so do more games beyond those asked for while such cards are left. A card that no
//! loaded warband could use (of a Grand Alliance without a warband) is tried in decks that pass over that one rule.
//! Ctrl-C ends it with what is known by then.

use super::sim::{breach, rule_ids};
use crate::{
    args::{Edition, Sim},
    interrupt,
    packs::content,
    trouble::{Trouble, tell},
};
use gloryhex_cardlang::{CardInfo, CardKind, DeckFormat};
use gloryhex_editions::{Format, Spec};
use gloryhex_lab::{
    Fault,
    usage::{Count, Meeting, UsageSpec, usage as play},
};
use gloryhex_model::CardId;
use gloryhex_notation::{
    deck::{Built, random, usable, validate},
    deck_file::DeckFile,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Write, stdout},
    sync::{Arc, atomic::Ordering},
    time::Instant,
};

/// In how many built decks a card should be.
const COPIES: usize = 3;

/// How often as many games as a fifth of the share of an edition are played with cards that were not used.
const ROUNDS: u64 = 30;
/// How many of these rounds may pass one after the other without any of the cards being used.
const PATIENCE: u64 = 6;

/// A warband and its deck.
struct Side {
    warband: String,
    deck: String,
    label: String,
}

pub fn usage(sim: &Sim) -> Result<(), Trouble> {
    let began = Instant::now();
    let editions: Vec<Edition> = Edition::all()
        .filter(|e| sim.edition.is_none_or(|only| only == *e))
        .collect();
    let mut counts: BTreeMap<CardId, Count> = BTreeMap::new();
    let bar = bar(sim.games);
    let stop = interrupt::flag();
    let stopped = || stop.load(Ordering::SeqCst);
    let (mut played, mut passed_over) = (0, 0);
    for (ix, edition) in editions.iter().enumerate() {
        if stopped() {
            break;
        }
        bar.set_message(format!("{}: laying tables", edition.name()));
        let rules = match sim.check {
            true => Some(rule_ids(edition.name())?),
            false => None,
        };
        let share = sim.games / editions.len() as u64
            + u64::from((ix as u64) < sim.games % editions.len() as u64);
        let spec = |meetings, games, seed| UsageSpec {
            meetings,
            games,
            greedy: sim.greedy,
            seed,
            threads: sim.play.threads.into(),
            rules: rules.clone(),
        };
        let seed = sim.play.seed;
        let fault = |fault: (u64, Fault)| breach(edition.name(), 2, seed, &fault);
        let rest = share / 5;
        let all = meetings(edition.name(), seed)?;
        passed_over += all.passed_over;
        let first = spec(all.list, share - rest, seed);
        bar.set_message(format!(
            "{}: {} meetings",
            edition.name(),
            first.meetings.len()
        ));
        let mut found = play(&first, stop, &|| bar.inc(1)).map_err(fault)?;
        let (mut left, mut in_vain) = (usize::MAX, 0);
        for round in 1..=ROUNDS {
            if stopped() {
                break;
            }
            let used = |id: &CardId| found.cards.get(id).is_some_and(|count| count.used > 0);
            let cards = wanted_cards(edition.name());
            let unused: BTreeSet<CardId> = cards.filter(|id| !used(id)).collect();
            in_vain = if unused.len() < left { 0 } else { in_vain + 1 };
            left = unused.len();
            if in_vain > PATIENCE {
                break;
            }
            let meetings = match (unused.is_empty(), round) {
                (true, 1) => first.meetings.clone(),
                (true, _) => break,
                (false, _) => {
                    let all =
                        rare_meetings(edition.name(), seed.wrapping_add(1000 * round), &unused)?;
                    passed_over += all.passed_over;
                    all.list
                }
            };
            if round > 1 {
                bar.inc_length(rest);
            }
            bar.set_message(format!(
                "{}: around {} cards not used yet",
                edition.name(),
                unused.len()
            ));
            let again = spec(meetings, rest, seed.wrapping_add(round - 1));
            found.add(&play(&again, stop, &|| bar.inc(1)).map_err(fault)?);
        }
        bar.suspend(|| {
            let (name, games) = (edition.name(), found.games);
            let gone = began.elapsed().as_secs_f64();
            tell(format_args!("{name}: {games} games; {gone:.0} s gone"));
        });
        played += found.games;
        counts.extend(found.cards);
    }
    bar.finish_and_clear();
    let catalog = &content().catalog;
    let wanted = |card: &&CardInfo| {
        !matches!(card.code.kind, CardKind::Fighter | CardKind::Warscroll)
            && editions
                .iter()
                .any(|edition| edition.name() == card.edition)
    };
    let rows: Vec<(&CardInfo, Count)> = catalog
        .cards
        .iter()
        .filter(wanted)
        .map(|card| (card, counts.get(&card.code.id).copied().unwrap_or_default()))
        .collect();
    let unused: Vec<&CardInfo> = rows
        .iter()
        .filter(|(_, count)| count.used == 0)
        .map(|(card, _)| *card)
        .collect();
    let mut out = stdout().lock();
    if sim.json {
        let cards = rows.iter().map(|(card, count)| {
            json!({"edition": card.edition, "deck": card.deck, "name": card.name, "kind": card.code.kind.word(),
                   "games": count.games, "drawn": count.drawn, "used": count.used})
        });
        let all = json!({"games": played, "seed": sim.play.seed, "passed_over": passed_over, "unused": unused.len(), "cards": cards.collect::<Vec<_>>()});
        writeln!(out, "{all}")?;
    } else {
        writeln!(
            out,
            "{:<11} {:<26} {:<9} {:<28} {:>8} {:>8} {:>8}",
            "edition", "deck", "kind", "card", "games", "drawn", "used"
        )?;
        for (card, count) in &rows {
            writeln!(
                out,
                "{:<11} {:<26} {:<9} {:<28} {:>8} {:>8} {:>8}",
                card.edition,
                card.deck,
                card.code.kind.word(),
                card.name,
                count.games,
                count.drawn,
                count.used
            )?;
        }
        if passed_over > 0 {
            writeln!(
                out,
                "passed over {passed_over} pairs of decks that ask more than a game has room for"
            )?;
        }
        for card in &unused {
            writeln!(
                out,
                "never used: {} ({}, {})",
                card.name, card.deck, card.edition
            )?;
        }
        writeln!(
            out,
            "{played} games with seed {} in {:.0} s; {} cards, {} used, {} never",
            sim.play.seed,
            began.elapsed().as_secs_f64(),
            rows.len(),
            rows.len() - unused.len(),
            unused.len()
        )?;
    }
    match unused.is_empty() {
        true => Ok(()),
        false => Err(Trouble::Failed),
    }
}

/// What is done, of how much, and what is being done now.
fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let template = "{bar:30} {pos}/{len} games, {elapsed} gone, {eta} left; {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Sides that meet, and how many pairs do not because a game has no room for what their cards ask.
struct Meetings {
    list: Vec<Meeting>,
    passed_over: usize,
}

/// Everybody against everybody: ready-made decks in all pairs, built decks in a ring.
fn meetings(edition: &str, seed: u64) -> Result<Meetings, Trouble> {
    let ready = ready_sides(edition);
    let built = built_sides(edition, seed)?;
    let mut pairs: Vec<[&Side; 2]> = Vec::new();
    for first in &ready {
        pairs.extend(ready.iter().map(|second| [first, second]));
    }
    for (ix, first) in built.iter().enumerate() {
        pairs.push([first, &built[(ix + 1) % built.len()]]);
        if let Some(second) = ready.get(ix % ready.len().max(1)) {
            pairs.push([second, first]);
        }
    }
    lay(edition, &pairs)
}

fn lay(edition: &str, pairs: &[[&Side; 2]]) -> Result<Meetings, Trouble> {
    let lay = |[first, second]: &[&Side; 2]| -> Result<Option<Meeting>, Trouble> {
        let spec = Spec {
            warbands: vec![first.warband.clone(), second.warband.clone()],
            decks: vec![first.deck.clone(), second.deck.clone()],
            ..Spec::core(edition, 2)
        };
        let table = content().laid(&spec, &[]).map_err(Trouble::input)?;
        let fits = table.lacks_room().is_none();
        Ok(fits.then(|| Meeting {
            table: Arc::new(table),
            sides: [first.label.clone(), second.label.clone()],
        }))
    };
    let found = pairs.iter().map(lay).collect::<Result<Vec<_>, _>>()?;
    let list: Vec<Meeting> = found.into_iter().flatten().collect();
    let passed_over = pairs.len() - list.len();
    Ok(Meetings { list, passed_over })
}

/// The cards of an edition that decks hold.
fn wanted_cards(edition: &str) -> impl Iterator<Item = CardId> {
    let cards = content().catalog.cards.iter();
    let own = cards.filter(move |card| card.edition == edition);
    own.filter(|card| card.code.kind.is_power() || card.code.kind == CardKind::Objective)
        .map(|card| card.code.id)
}

/// Decks around cards that are hard to use, each against one of the next warband and one of its own.
fn rare_meetings(edition: &str, seed: u64, rare: &BTreeSet<CardId>) -> Result<Meetings, Trouble> {
    let mut copies = BTreeMap::new();
    let mut sides = Vec::new();
    for nth in 0..6 {
        sides.extend(lent_sides(
            edition,
            seed.wrapping_add(100 + nth),
            rare,
            &mut copies,
        )?);
    }
    let bands = content().warbands(edition).len();
    let next = |ix: usize, by: usize| [&sides[ix], &sides[(ix + by) % sides.len()]];
    let pairs: Vec<[&Side; 2]> = (0..sides.len())
        .flat_map(|ix| [next(ix, 1), next(ix, bands)])
        .collect();
    lay(edition, &pairs)
}

/// Every warband with every ready-made deck it can play.
fn ready_sides(edition: &str) -> Vec<Side> {
    let catalog = &content().catalog;
    let mut sides = Vec::new();
    for warband in content().warbands(edition) {
        for deck in catalog
            .decks
            .iter()
            .filter(|d| d.edition == edition && d.format == DeckFormat::Ready)
        {
            let built = Built {
                edition,
                format: &content().formats(edition)[0],
                warband,
                cards: &deck.cards,
            };
            if validate(content(), &built).is_empty() {
                sides.push(Side {
                    warband: warband.to_owned(),
                    deck: deck.name.clone(),
                    label: format!("{warband} with {}", deck.name),
                });
            }
        }
    }
    sides
}

/// Decks built at random until every card is in several.
fn built_sides(edition: &str, seed: u64) -> Result<Vec<Side>, Trouble> {
    let Some(format) = content().formats(edition).last() else {
        return Ok(Vec::new());
    };
    let mut sides = Vec::new();
    let mut copies: BTreeMap<CardId, usize> = wanted_cards(edition).map(|id| (id, 0)).collect();
    let bands = content().warbands(edition);
    for nth in 0..40u64 {
        for (ix, warband) in bands.iter().enumerate() {
            let seed = seed
                .wrapping_mul(1000)
                .wrapping_add(nth * bands.len() as u64 + ix as u64);
            let cards =
                random(content(), edition, format, warband, seed).map_err(Trouble::input)?;
            let fresh = cards
                .iter()
                .any(|id| copies.get(id).is_some_and(|n| *n < COPIES));
            if !fresh && nth > 4 {
                continue;
            }
            sides.push(side(edition, format, warband, &cards, &mut copies));
        }
    }
    let lost = copies.iter().filter(|(_, n)| **n == 0).map(|(id, _)| *id);
    let lost: BTreeSet<CardId> = lost.collect();
    if !lost.is_empty() {
        sides.extend(lent_sides(edition, seed, &lost, &mut copies)?);
    }
    Ok(sides)
}

/// A random deck for each warband with these cards in place of others of their kind. Those that a warband
/// could not use are lent to it only if nobody else could use them.
fn lent_sides(
    edition: &str,
    seed: u64,
    lent: &BTreeSet<CardId>,
    copies: &mut BTreeMap<CardId, usize>,
) -> Result<Vec<Side>, Trouble> {
    let Some(format) = content().formats(edition).last() else {
        return Ok(Vec::new());
    };
    let kind = |id: &CardId| content().catalog.code(*id).kind;
    let bands = content().warbands(edition);
    let can = |warband: &str, id: &CardId| {
        usable(content(), edition, warband, content().catalog.card(*id))
    };
    let mut sides = Vec::new();
    for (ix, warband) in bands.iter().enumerate() {
        let seed = seed.wrapping_mul(31).wrapping_add(ix as u64);
        let mut cards =
            random(content(), edition, format, warband, seed).map_err(Trouble::input)?;
        for id in lent {
            if cards.contains(id) || !can(warband, id) && bands.iter().any(|other| can(other, id)) {
                continue;
            }
            let free = |other: &CardId| !lent.contains(other);
            let same = cards
                .iter()
                .position(|other| kind(other) == kind(id) && free(other));
            let near = cards
                .iter()
                .position(|other| kind(other).is_power() == kind(id).is_power() && free(other));
            if let Some(at) = same.or(near) {
                cards[at] = *id;
            }
        }
        sides.push(side(edition, format, warband, &cards, copies));
    }
    Ok(sides)
}

fn side(
    edition: &str,
    format: &Format,
    warband: &str,
    cards: &[CardId],
    copies: &mut BTreeMap<CardId, usize>,
) -> Side {
    for id in cards {
        *copies.entry(*id).or_default() += 1;
    }
    let file = DeckFile {
        name: "built".to_owned(),
        edition: edition.to_owned(),
        format: format.clone(),
        warband: warband.to_owned(),
        cards: cards.to_vec(),
    };
    Side {
        warband: warband.to_owned(),
        deck: file.spec(content()),
        label: format!("{warband} with a built deck"),
    }
}

//! Cards, warbands, boards and rules as clients see them, and the table of a planned game.

use crate::{entry::Plan, error::Result, portrait::portraits, record::Chair, series, shown};
use gloryhex_cardlang::{CardKind, DeckFormat, Lexicon};
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Deck, Table, Variant, ruleset::BoardRule};
use gloryhex_hexgrid::{Grid, Layout, SightRule, Verified};
use gloryhex_model::{CardId, Face, slug_of};
use gloryhex_protocol::{self as p, Problem};
use gloryhex_search::Level;

/// Reads the names of variants of an edition.
///
/// # Errors
/// The edition has no variant of that name, or one is named twice.
pub fn variant(content: &Content, edition: &str, names: &[String]) -> Result<Variant> {
    let edition = content
        .edition(edition)
        .ok_or_else(|| Problem::invalid(format!("There is no edition called `{edition}`.")))?;
    Variant::read(&edition.rules, names.iter().map(String::as_str))
        .map_err(|unknown| Problem::invalid(unknown.to_string()))
}

/// The table of a planned game.
///
/// # Errors
/// A warband, deck or board does not exist or does not fit.
pub fn table(content: &Content, plan: &Plan, chairs: &[Chair]) -> Result<Table> {
    let spec = spec(content, plan, chairs)?;
    let mut built = Vec::with_capacity(chairs.len());
    for chair in chairs {
        let read = |list| read_deck(content, &plan.edition, list);
        built.push(chair.deck.as_ref().map(read).transpose()?);
    }
    content
        .table_with(&spec, &built)
        .map_err(|problem| Problem::invalid(problem.to_string()))
}

/// What lies on the table of a planned game, built decks apart.
///
/// # Errors
/// A variant does not exist, or the edition has no warbands.
pub fn spec(content: &Content, plan: &Plan, chairs: &[Chair]) -> Result<Spec> {
    let own = content.core_warbands(&plan.edition);
    if own.is_empty() {
        return Err(Problem::invalid(format!(
            "No warband of {} is loaded.",
            plan.edition
        )));
    }
    let warband = |(seat, chair): (usize, &Chair)| match chair.warband.as_str() {
        "" => own[seat % own.len()].to_owned(),
        name => name.to_owned(),
    };
    Ok(Spec {
        edition: plan.edition.clone(),
        players: chairs.len() as u8,
        variant: variant(content, &plan.edition, &plan.variant)?,
        warbands: chairs.iter().enumerate().map(warband).collect(),
        decks: Vec::new(),
        boards: plan.boards.clone(),
        own_boards: plan.own_boards.clone(),
    })
}

/// A deck from a client's list.
///
/// # Errors
/// The deck or a card of it does not exist, or there are too many.
pub fn read_deck(content: &Content, edition: &str, list: &p::DeckList) -> Result<Deck> {
    if list.cards.is_empty() {
        return content
            .deck(edition, &list.name)
            .map_err(|problem| Problem::invalid(problem.to_string()));
    }
    let cards = read_cards(content, edition, "", &list.cards)?;
    let deck = content.deck_of(&cards);
    deck.map_err(|problem| Problem::invalid(problem.to_string()))
}

/// Cards by their names, for a warband of this name.
///
/// # Errors
/// A card does not exist, or there are too many.
pub fn read_cards(
    content: &Content,
    edition: &str,
    warband: &str,
    names: &[String],
) -> Result<Vec<CardId>> {
    if names.len() > 96 {
        return Err(Problem::invalid("A deck holds at most 96 cards."));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let cards = content.cards_named(edition, warband, &names);
    cards.map_err(|problem| Problem::invalid(sentence(&problem.0)))
}

/// A message as a sentence.
fn sentence(text: &str) -> String {
    let end = if text.ends_with('?') { "" } else { "." };
    match text.is_empty() {
        true => String::new(),
        false => capital(text)
            .chain(text.chars().skip(1))
            .chain(end.chars())
            .collect(),
    }
}

/// The editions there are.
pub fn editions(content: &Content) -> Vec<p::EditionFace> {
    let faces = content.editions.iter().map(|edition| {
        let rules = &edition.rules;
        let ways = rules.ways.iter().map(|way| way.word().to_owned());
        let formats = edition.formats.iter().map(|format| format.word.to_string());
        p::EditionFace {
            name: rules.name.to_string(),
            title: rules.title.to_string(),
            players: [rules.players.0, rules.players.1],
            variants: ways.collect(),
            levels: Level::ALL.map(|level| level.name().to_owned()).to_vec(),
            formats: formats.collect(),
            own_boards: rules.boards != BoardRule::Shared,
            tie_break: series::book_decides(content, &rules.name),
        }
    });
    faces.collect()
}

/// Everything about an edition.
///
/// # Errors
/// There is no such edition.
pub fn content(content: &Content, edition: &str) -> Result<p::Content> {
    known_edition(content, edition)?;
    let catalog = &content.catalog;
    let cards = catalog
        .cards
        .iter()
        .filter(|card| match card.code.kind {
            CardKind::Fighter | CardKind::Warscroll => catalog.plays(edition, &card.edition),
            _ => content.in_decks(edition, card),
        })
        .map(|card| shown::card_face(content, card))
        .collect();
    let warbands = content
        .warbands(edition)
        .into_iter()
        .filter_map(|name| catalog.warband(edition, name))
        .zip(portraits(content, edition))
        .map(|(warband, portrait)| p::WarbandFace {
            name: warband.def.name.clone(),
            slug: slug_of(&warband.def.name),
            alliance: warband.def.alliance.clone(),
            fighters: (0..)
                .zip(&warband.def.fighters)
                .map(|(ix, def)| {
                    let number = warband.first + ix;
                    let abilities = catalog.fighters.get(number as usize).map(|f| f.abilities);
                    shown::fighter_card(content, ix as u8, 0, def, slug_of(&def.name), abilities)
                })
                .collect(),
            warscroll: some_card(warband.warscroll),
            playable: !warband.def.fighters.is_empty(),
            season: content.season_of(warband).to_owned(),
            core: warband.edition == edition && content.is_core(warband),
            portrait,
        })
        .collect();
    let decks = content
        .decks(edition)
        .into_iter()
        .map(|deck| p::DeckFace {
            name: deck.name.clone(),
            format: match deck.format {
                DeckFormat::Ready => "ready",
                DeckFormat::Pool => "pool",
                DeckFormat::Built => "built",
            }
            .to_owned(),
            warband: deck.warband.clone(),
            cards: deck.cards.iter().map(|card| card.0).collect(),
            plot: some_card(deck.plot),
            house: deck.house,
        })
        .collect();
    Ok(p::Content {
        edition: edition.to_owned(),
        cards,
        warbands,
        decks,
        boards: boards(content, edition),
        glossary: glossary(content, edition),
        faces: faces(content, edition),
    })
}

fn some_card(card: CardId) -> Option<u16> {
    (card != CardId::NONE).then_some(card.0)
}

fn boards(content: &Content, edition: &str) -> Vec<p::BoardFace> {
    content
        .boards_for(edition)
        .into_iter()
        .filter_map(|board| {
            let sheets = [board.sheet.clone()];
            let rule = SightRule { edge_blocks: false };
            let grid = Grid::build(&Layout::single(0), &sheets, rule).ok()?;
            Some(p::BoardFace {
                name: board.name().to_owned(),
                board: p::Board {
                    hexes: shown::plain_hexes(&grid),
                    names: vec![board.name().to_owned()],
                },
                verified: board.verified == Some(Verified::CrossChecked),
                season: season(content, &board.edition),
                set: board.sets.first().cloned().unwrap_or_default(),
                core: content.is_core_board(edition, board),
            })
        })
        .collect()
}

/// The title of the edition of this name; of a season without rules of its own, its name with a capital.
pub fn season(content: &Content, name: &str) -> String {
    match content.edition(name) {
        Some(edition) => edition.rules.title.to_string(),
        None => capital(name).chain(name.chars().skip(1)).collect(),
    }
}

/// The first letter as a capital.
fn capital(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().take(1).flat_map(char::to_uppercase)
}

/// The symbols of dice by their short names, and what the edition calls them.
fn faces(content: &Content, edition: &str) -> Vec<[String; 2]> {
    let words = content.edition(edition).map(|known| known.rules.words);
    let words = words.unwrap_or(Lexicon::PLAIN);
    let name = |face: Face| [face.word().to_owned(), words.face(face)];
    Face::ALL.into_iter().map(name).collect()
}

/// Words that need explaining, each with the text of the rule of its name.
fn glossary(content: &Content, edition: &str) -> Vec<[String; 2]> {
    rules(content, edition)
        .unwrap_or_default()
        .into_iter()
        .filter(|rule| {
            let topic = rule.id.split('.').nth(1).unwrap_or("");
            matches!(topic, "keyword" | "trait" | "field" | "word" | "glossary")
        })
        .map(|rule| [rule.title, rule.text])
        .collect()
}

/// The rules index of an edition.
///
/// # Errors
/// There is no such edition.
pub fn rules(content: &Content, edition: &str) -> Result<Vec<p::RuleEntry>> {
    known_edition(content, edition)?;
    let text = content.rules.get(edition).map_or("", String::as_str);
    let mut rules: Vec<p::RuleEntry> = Vec::new();
    for line in text.lines() {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        if word == "rule" {
            rules.push(p::RuleEntry {
                id: format!("{edition}.{rest}"),
                page: String::new(),
                title: String::new(),
                text: String::new(),
            });
        } else if let Some(rule) = rules.last_mut() {
            match word {
                "page" => rule.page = rest.to_owned(),
                "title" => rule.title = rest.to_owned(),
                "text" => rule.text = rest.to_owned(),
                _ => {}
            }
        }
    }
    Ok(rules)
}

/// Refuses names of editions that do not exist.
///
/// # Errors
/// There is no such edition.
pub fn known_edition(content: &Content, edition: &str) -> Result<()> {
    match content.known_edition(edition) {
        Ok(_) => Ok(()),
        Err(problem) => Err(Problem::not_found(problem.to_string())),
    }
}

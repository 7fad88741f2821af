//! `gloryhex cards` and `gloryhex fighters`: browsing what is loaded.

use super::{check::many, one_of, text_of};
use crate::{args::Edition, packs::content, trouble::Trouble};
use clap::{Args, ValueEnum};
use gloryhex_cardlang::{CardInfo, CardKind, Lexicon, WarbandInfo, weapon_text};
use gloryhex_model::{CardId, FighterDef, Profile, Trait, same_name, slug_of};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    io::{Write, stdout},
};

/// `gloryhex cards`
#[derive(Args)]
pub struct Cards {
    /// Only this edition
    #[arg(long)]
    edition: Option<Edition>,
    /// Only cards of this deck or pool
    #[arg(long)]
    deck: Option<String>,
    /// Only this kind
    #[arg(long, value_enum)]
    kind: Option<Kind>,
    /// Only cards with these words in name or text
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    text: Vec<String>,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// A kind of card.
#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum Kind {
    /// Scored for glory
    Objective,
    /// Played once
    Ploy,
    /// Cast by a wizard
    Spell,
    /// Given to a fighter
    Upgrade,
    /// Comes with a deck
    Plot,
}

impl Kind {
    fn is(self, kind: CardKind) -> bool {
        kind == match self {
            Kind::Objective => CardKind::Objective,
            Kind::Ploy => CardKind::Ploy,
            Kind::Spell => CardKind::Spell,
            Kind::Upgrade => CardKind::Upgrade,
            Kind::Plot => CardKind::Plot,
        }
    }
}

pub fn cards(ask: &Cards) -> Result<(), Trouble> {
    let catalog = &content().catalog;
    let edition = |name: &str| ask.edition.is_none_or(|only| only.name() == name);
    let deck = match &ask.deck {
        None => None,
        Some(name) => {
            let pools = catalog.cards.iter().filter(|card| edition(&card.edition));
            let lists = catalog.decks.iter().filter(|deck| edition(&deck.edition));
            let known = pools.map(|card| card.deck.as_str());
            let known = known.chain(lists.map(|deck| deck.name.as_str()));
            Some(one_of("deck", name, known)?)
        }
    };
    // A ready-made deck lists cards that may belong to other decks and pools.
    let lists = catalog.decks.iter().filter(|list| edition(&list.edition));
    let listed: BTreeSet<CardId> = lists
        .filter(|list| deck.is_some_and(|deck| same_name(deck, &list.name)))
        .flat_map(|list| list.cards.iter().copied())
        .collect();
    let found: Vec<&CardInfo> = catalog
        .cards
        .iter()
        .filter(|card| !matches!(card.code.kind, CardKind::Fighter | CardKind::Warscroll))
        .filter(|card| edition(&card.edition))
        .filter(|card| ask.kind.is_none_or(|kind| kind.is(card.code.kind)))
        .filter(|card| deck.is_none_or(|deck| card.deck == deck || listed.contains(&card.code.id)))
        .filter(|card| {
            has_words(
                &ask.text,
                &format!("{} {}", card.name, text_of(card.code.id)),
            )
        })
        .collect();
    let mut out = stdout().lock();
    if ask.json {
        let list: Vec<Value> = found.iter().map(|card| card_json(card)).collect();
        writeln!(out, "{}", Value::Array(list))?;
        return Ok(());
    }
    for card in &found {
        writeln!(out, "{}  {}", card.name, about(card))?;
        for line in text_of(card.code.id).lines() {
            writeln!(out, "    {line}")?;
        }
    }
    writeln!(out, "{}", many(found.len(), "card"))?;
    Ok(())
}

/// Whether all words occur.
fn has_words(words: &[String], text: &str) -> bool {
    let text = text.to_lowercase();
    let mut words = words.iter().flat_map(|some| some.split_whitespace());
    words.all(|word| text.contains(&word.to_lowercase()))
}

/// Kind, value, deck and edition of a card.
pub fn about(card: &CardInfo) -> String {
    let value = card.code.value;
    let value = match card.code.kind {
        CardKind::Objective if value > 0 => format!(", {value} glory"),
        CardKind::Upgrade if value > 0 => format!(", glory value {value}"),
        _ => String::new(),
    };
    let surge = if card.surge { "surge " } else { "" };
    let ours = if card.verified { "" } else { ", house" };
    let kind = card.code.kind.word();
    format!(
        "{surge}{kind}{value}, {} ({}){ours}",
        card.deck, card.edition
    )
}

fn card_json(card: &CardInfo) -> Value {
    json!({
        "edition": card.edition,
        "deck": card.deck,
        "name": card.name,
        "kind": card.code.kind.word(),
        "value": card.code.value,
        "text": text_of(card.code.id),
        "verified": card.verified,
        "surge": card.surge,
        "number": card.number,
    })
}

/// `gloryhex fighters`
#[derive(Args)]
pub struct Fighters {
    /// Only this edition
    #[arg(long)]
    edition: Option<Edition>,
    /// Only this warband
    #[arg(long)]
    warband: Option<String>,
    /// Only fighters with these words in name, labels or abilities
    #[arg(long, num_args = 1.., value_name = "WORDS")]
    text: Vec<String>,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

pub fn fighters(ask: &Fighters) -> Result<(), Trouble> {
    let catalog = &content().catalog;
    let edition = |band: &&WarbandInfo| ask.edition.is_none_or(|only| only.name() == band.edition);
    let bands = || catalog.warbands.iter().filter(edition);
    let only = match &ask.warband {
        None => None,
        Some(name) => Some(one_of(
            "warband",
            name,
            bands().map(|band| band.def.name.as_str()),
        )?),
    };
    let mut out = stdout().lock();
    let mut list = Vec::new();
    let mut found = 0;
    for band in bands().filter(|band| only.is_none_or(|only| band.def.name == only)) {
        for (ix, def) in band.def.fighters.iter().enumerate() {
            let info = catalog.fighters.get(usize::from(band.first) + ix);
            let text = info.map_or(String::new(), |info| text_of(info.abilities));
            let labels = labels(def);
            let all = format!("{} {} {text}", def.name, labels.join(" "));
            if !has_words(&ask.text, &all) {
                continue;
            }
            found += 1;
            if ask.json {
                list.push(fighter_json(band, def, &labels, &text));
                continue;
            }
            let house = if def.house { ", house profile" } else { "" };
            let labels = match labels.is_empty() {
                true => String::new(),
                false => format!(": {}", labels.join(", ")),
            };
            writeln!(
                out,
                "{}  {} ({}){house}{labels}",
                def.name, band.def.name, band.edition
            )?;
            for (side, profile) in ["", "Inspired: "].into_iter().zip(&def.sides) {
                writeln!(
                    out,
                    "    {side}{}",
                    figures(profile, content().words(&band.edition))
                )?;
                for weapon in &profile.weapons {
                    writeln!(
                        out,
                        "        {}",
                        weapon_text(weapon, content().words(&band.edition))
                    )?;
                }
            }
            for line in text.lines() {
                writeln!(out, "    {line}")?;
            }
            for note in &def.notes {
                writeln!(out, "    Note: {note}")?;
            }
        }
        if !ask.json && band.warscroll != CardId::NONE && ask.text.is_empty() {
            writeln!(out, "Warscroll of {}", band.def.name)?;
            for line in text_of(band.warscroll).lines() {
                writeln!(out, "    {line}")?;
            }
        }
    }
    match ask.json {
        true => writeln!(out, "{}", Value::Array(list))?,
        false => writeln!(out, "{found} fighters")?,
    }
    Ok(())
}

/// Traits and labels of a fighter.
fn labels(def: &FighterDef) -> Vec<String> {
    let traits = [
        (Trait::Leader, "leader"),
        (Trait::Wizard, "wizard"),
        (Trait::Beast, "beast"),
        (Trait::Flying, "flying"),
    ];
    let known = &content().catalog.labels;
    let traits = traits
        .into_iter()
        .filter(|(which, _)| def.traits.has(*which));
    let own = (0..64usize).filter(|bit| def.labels >> bit & 1 == 1);
    let own = own.filter_map(|bit| known.get(bit).cloned());
    let mut all: Vec<String> = traits.map(|(_, word)| word.to_owned()).collect();
    for label in own {
        if !all.contains(&label) {
            all.push(label);
        }
    }
    all
}

fn figures(side: &Profile, terms: &Lexicon) -> String {
    let mut words = vec![
        format!("Move {}", side.movement),
        format!(
            "{} {} {}",
            terms.defence,
            side.defence,
            terms.face(side.defence_symbol)
        ),
        format!("{} {}", terms.wounds, side.wounds),
    ];
    if side.bounty > 0 {
        words.push(format!("Bounty {}", side.bounty));
    }
    if side.wizard > 0 {
        words.push(format!("wizard level {}", side.wizard));
    }
    words.join(", ")
}

fn fighter_json(band: &WarbandInfo, def: &FighterDef, labels: &[String], text: &str) -> Value {
    let sides = def.sides.iter().map(|side| {
        let weapons = side.weapons.iter().map(|weapon| {
            json!({
                "name": weapon.name,
                "range": weapon.range,
                "dice": weapon.dice,
                "symbol": weapon.symbol.word(),
                "damage": weapon.damage,
                "text": weapon_text(weapon, content().words(&band.edition)),
            })
        });
        json!({
            "move": side.movement,
            "defence": side.defence,
            "defenceSymbol": side.defence_symbol.word(),
            "wounds": side.wounds,
            "bounty": side.bounty,
            "wizard": side.wizard,
            "weapons": weapons.collect::<Vec<_>>(),
        })
    });
    json!({
        "edition": band.edition,
        "warband": band.def.name,
        "name": def.name,
        "slug": slug_of(&def.name),
        "labels": labels,
        "sides": sides.collect::<Vec<_>>(),
        "text": text,
        "house": def.house,
        "notes": def.notes,
    })
}

//! Cards, fighters and hexes as printed.

use gloryhex_cardlang::{CardFlags, CardInfo, CardKind};
use gloryhex_editions::Content;
use gloryhex_engine::ruleset::UpgradePrice;
use gloryhex_hexgrid::{Grid, Kind};
use gloryhex_model::{CardId, FighterDef, Keywords, Profile, Terms, Trait, WeaponDef};
use gloryhex_notation::deck::{Belongs, belongs};
use gloryhex_protocol as p;

/// A card for reading.
pub fn card_face(content: &Content, card: &CardInfo) -> p::CardFace {
    let kind = card.code.kind;
    let set = content.set_of(card);
    let (warband, alliance) = match belongs(content, &card.edition, card) {
        Belongs::Anyone => (String::new(), String::new()),
        Belongs::Warband(name) => (name.to_owned(), String::new()),
        Belongs::Alliance(name) => (String::new(), name),
    };
    p::CardFace {
        id: card.code.id.0,
        name: card.name.clone(),
        kind: kind.word().to_owned(),
        deck: card.deck.clone(),
        text: card_text(content, card.code.id),
        clauses: (content.clause_lines(card.code.id).into_iter())
            .map(|line| line as u8)
            .collect(),
        glory: glory(content, card),
        surge: card.surge,
        restricted: card.restricted.clone(),
        verified: card.verified,
        number: card.number.clone(),
        warband,
        alliance,
        set: set.map_or_else(String::new, |set| set.name.clone()),
        season: set.map_or_else(String::new, |set| set.season.clone()),
        verbs: verbs(content, card.code.id),
        limits: limits(content, card),
    }
}

/// What a card does, as words to look it up by.
fn verbs(content: &Content, card: CardId) -> Vec<String> {
    let tree = content.trees.get(card.ix());
    let words = tree.into_iter().flat_map(gloryhex_cardlang::doings);
    words.map(str::to_owned).collect()
}

/// The formats of a card's edition whose newest list forbids or limits it.
fn limits(content: &Content, card: &CardInfo) -> Vec<[String; 2]> {
    let formats = content.formats(&card.edition).iter();
    let limit = |format: &gloryhex_editions::Format| {
        let list = content.list_on(&card.edition, &format.word, None)?;
        let word = match () {
            () if list.forsaken.contains(&card.number) => "forsaken",
            () if list.restricted.contains(&card.number) => "restricted",
            () => return None,
        };
        Some([format.word.to_string(), word.to_owned()])
    };
    formats.filter_map(limit).collect()
}

/// What an objective pays, unless its text says how much, and what an upgrade costs in its edition.
fn glory(content: &Content, card: &CardInfo) -> Option<u8> {
    let (value, flags) = (card.code.value, card.code.flags);
    match card.code.kind {
        CardKind::Objective => (value > 0).then_some(value),
        CardKind::Upgrade if flags.has(CardFlags::ILLUSION) => Some(0),
        CardKind::Upgrade => {
            let edition = content.edition(&card.edition)?;
            Some(match edition.rules.upgrade_price {
                UpgradePrice::SpendOne => value.max(1),
                UpgradePrice::WithinGlory => value,
            })
        }
        _ => None,
    }
}

/// The generated text of a card, one paragraph each.
pub fn card_text(content: &Content, card: CardId) -> Vec<String> {
    content.text(card).lines().map(str::to_owned).collect()
}

/// A fighter card.
pub fn fighter_card(
    content: &Content,
    id: u8,
    seat: u8,
    def: &FighterDef,
    slug: String,
    abilities: Option<CardId>,
) -> p::FighterCard {
    let traits = [
        (Trait::Leader, "leader"),
        (Trait::Wizard, "wizard"),
        (Trait::Beast, "beast"),
        (Trait::Flying, "flying"),
    ];
    let labels = &content.catalog.labels;
    p::FighterCard {
        id,
        seat,
        name: def.name.clone(),
        slug,
        traits: traits
            .into_iter()
            .filter(|(which, _)| def.traits.has(*which))
            .map(|(_, word)| word.to_owned())
            .collect(),
        labels: (0..64usize)
            .filter(|bit| def.labels >> bit & 1 == 1)
            .filter_map(|bit| labels.get(bit).cloned())
            .collect(),
        sides: [profile(&def.sides[0]), profile(&def.sides[1])],
        text: abilities
            .filter(|card| *card != CardId::NONE)
            .map_or_else(Vec::new, |card| card_text(content, card)),
        house: def.house,
        notes: def.notes.clone(),
    }
}

fn profile(side: &Profile) -> p::Profile {
    p::Profile {
        movement: side.movement,
        defence: side.defence,
        defence_symbol: side.defence_symbol.word().to_owned(),
        wounds: side.wounds,
        bounty: side.bounty,
        wizard: side.wizard,
        weapons: (0..)
            .zip(&side.weapons)
            .map(|(ix, def)| weapon(ix, def))
            .collect(),
    }
}

/// A weapon as printed.
pub fn weapon(ix: u8, def: &WeaponDef) -> p::Weapon {
    p::Weapon {
        ix,
        name: def.name.clone(),
        range: def.range,
        dice: def.dice,
        symbol: def.symbol.word().to_owned(),
        damage: def.damage,
        keywords: keywords(def.keywords, def.knockback, def),
        spell: def.spell,
        upgrade: None,
    }
}

/// The words for a weapon's keywords, and for its limit and its price.
pub fn keywords(set: Keywords, knockback: u8, def: &WeaponDef) -> Vec<String> {
    let mut words: Vec<String> = set
        .iter()
        .map(|(keyword, critical)| match critical {
            true => format!("critical {}", keyword.word()),
            false => keyword.word().to_owned(),
        })
        .collect();
    if knockback > 0 {
        words.push(format!("knockback {knockback}"));
    }
    words.extend(def.terms.iter().flat_map(Terms::words));
    words
}

/// The hexes of a board that lies on its own.
pub fn plain_hexes(grid: &Grid) -> Vec<p::Hex> {
    grid.all()
        .iter()
        .map(|hex| {
            let coord = grid.coord(hex);
            p::Hex {
                id: hex.0,
                name: grid.name(hex),
                q: coord.q,
                r: coord.r,
                kinds: kinds(grid.kinds(hex)),
                territory: None,
            }
        })
        .collect()
}

/// The words for the kinds of a hex.
pub fn kinds(kinds: Kind) -> Vec<String> {
    Kind::WORDS
        .iter()
        .filter(|(kind, _)| kinds.has(*kind))
        .map(|(_, word)| (*word).to_owned())
        .collect()
}

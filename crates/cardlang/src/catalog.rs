//! Everything loaded, by number: cards, fighters, warbands, decks, labels and names.
//!
//! Only [`CardInfo::code`] and the fighters' figures are read while a game runs; the rest is for people.

use crate::code::{CardCode, CardKind};
use gloryhex_model::{CardId, CountedFor, Label, WarbandDef, same_name, slug_of};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Where something was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Number of the file in [`Catalog::files`].
    pub file: u16,
    /// First line, from 1.
    pub line: u32,
    /// Last line, from 1.
    pub end: u32,
}

/// A card and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardInfo {
    /// Name as printed.
    pub name: String,
    /// Name of the deck or warband it belongs to.
    pub deck: String,
    /// The edition it belongs to.
    pub edition: String,
    /// Names of fighters, and labels or traits, it is restricted to; empty for none.
    pub restricted: Vec<String>,
    /// Whether it is a surge objective.
    pub surge: bool,
    /// The names of its clauses, by number; empty for those without one.
    pub titles: Vec<String>,
    /// What it does.
    pub code: CardCode,
    /// Where it was written.
    pub place: Place,
    /// Whether it was checked against the printed card, and not made by us.
    pub verified: bool,
    /// Which text it follows, where there are several ("errata", "first printing"), or empty.
    pub follows: String,
    /// Number on the card, or empty.
    pub number: String,
}

/// A fighter of a warband.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FighterInfo {
    /// Which warband, an index into [`Catalog::warbands`].
    pub warband: u16,
    /// Which of its fighters.
    pub ix: u8,
    /// The card with its abilities, or [`CardId::NONE`].
    pub abilities: CardId,
    /// Number of the name its card gives as companion, or `u16::MAX`.
    pub companion: u16,
}

/// A warband and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarbandInfo {
    /// Fighters and their figures.
    pub def: WarbandDef,
    /// The edition it belongs to.
    pub edition: String,
    /// Number in [`Catalog::fighters`] of its first fighter.
    pub first: u16,
    /// Its warscroll, or [`CardId::NONE`].
    pub warscroll: CardId,
    /// Where it was written.
    pub place: Place,
}

/// A name that cards use for fighters, and who answers to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameInfo {
    /// The name.
    pub text: String,
    /// Numbers in [`Catalog::fighters`].
    pub fighters: Vec<u16>,
}

/// A counter that a warband, a plot or a card has given a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterInfo {
    /// Its word in card files.
    pub word: String,
    /// What one of them is called.
    pub called: String,
    /// Who has them.
    pub of: CountedFor,
}

/// How a deck is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeckFormat {
    /// A ready-made deck that is played as it is.
    Ready,
    /// A pool of cards to build from.
    Pool,
    /// Built by a player.
    Built,
}

/// A deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckDef {
    /// Name.
    pub name: String,
    /// Edition.
    pub edition: String,
    /// How it is built.
    pub format: DeckFormat,
    /// Warband it is for, or empty for any.
    pub warband: String,
    /// Cards in order.
    pub cards: Vec<CardId>,
    /// Plot card that comes with it, or [`CardId::NONE`].
    pub plot: CardId,
    /// Whether the list is ours.
    pub house: bool,
    /// Where it was written.
    pub place: Place,
}

/// Everything loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catalog {
    /// Cards by [`CardId`].
    pub cards: Vec<CardInfo>,
    /// Fighters of all warbands.
    pub fighters: Vec<FighterInfo>,
    /// Warbands.
    pub warbands: Vec<WarbandInfo>,
    /// Decks.
    pub decks: Vec<DeckDef>,
    /// Labels by [`Label`].
    pub labels: Vec<String>,
    /// Names that cards use for fighters; [`crate::program::Form::Named`] holds an index.
    pub names: Vec<NameInfo>,
    /// Names of weapons that cards ask for, by number.
    pub weapons: Vec<String>,
    /// Counters that have a name, by [`gloryhex_model::CounterId`].
    pub counters: Vec<CounterInfo>,
    /// Files by number.
    pub files: Vec<String>,
    /// Editions whose players also use what belongs to another: the other, and they.
    pub also: Vec<(String, String)>,
}

impl Catalog {
    /// Notes on a weapon which of the names that cards ask for is its own.
    pub fn note_asked(&self, weapon: &mut gloryhex_model::WeaponDef) {
        let known = self.weapons.iter().zip(0u8..);
        let mut own = known.filter(|(name, _)| same_name(name, &weapon.name));
        weapon.asked = own
            .next()
            .map_or(gloryhex_model::WeaponDef::UNASKED, |(_, number)| number);
    }

    /// Adds cards that were loaded beside this catalogue; `false` if they use names of fighters or weapons, which
    /// have other numbers there.
    pub fn append(&mut self, other: Catalog) -> bool {
        let alone = other.names.is_empty() && other.weapons.is_empty();
        self.labels = other.labels;
        self.counters = other.counters;
        for mut card in other.cards {
            card.code.id = CardId(self.cards.len() as u16);
            self.cards.push(card);
        }
        alone
    }

    /// The card with this number.
    pub fn card(&self, id: CardId) -> &CardInfo {
        &self.cards[id.ix()]
    }

    /// The code of the card with this number.
    pub fn code(&self, id: CardId) -> &CardCode {
        &self.cards[id.ix()].code
    }

    /// Whether an edition's players use what belongs to another; always what is their own.
    pub fn plays(&self, edition: &str, other: &str) -> bool {
        let also = |(whose, they): &(String, String)| whose == other && they == edition;
        edition == other || self.also.iter().any(also)
    }

    /// The card of this name that the edition's players use, and in the deck if one is given; letter case and
    /// punctuation do not matter. A card of the edition itself takes the place of an older one.
    pub fn find(&self, edition: &str, deck: Option<&str>, name: &str) -> Option<CardId> {
        let named = self.deck_cards().filter(|c| same_name(&c.name, name));
        self.newest(edition, deck, named)
    }

    /// The card among those of one name that [`Catalog::find`] gives.
    pub(crate) fn newest<'c>(
        &self,
        edition: &str,
        deck: Option<&str>,
        named: impl Iterator<Item = &'c CardInfo>,
    ) -> Option<CardId> {
        let fits =
            |c: &&CardInfo| self.plays(edition, &c.edition) && deck.is_none_or(|d| c.deck == d);
        let card = named.filter(fits).min_by_key(|c| c.edition != edition)?;
        Some(card.code.id)
    }

    /// The cards that go into decks.
    fn deck_cards(&self) -> impl Iterator<Item = &CardInfo> {
        let into = |c: &&CardInfo| !matches!(c.code.kind, CardKind::Fighter | CardKind::Warscroll);
        self.cards.iter().filter(into)
    }

    /// The cards that go into decks, by their names as slugs.
    pub fn by_slug(&self) -> HashMap<String, Vec<CardId>> {
        let mut slugs: HashMap<String, Vec<CardId>> = HashMap::new();
        for card in self.deck_cards() {
            let named = slugs.entry(slug_of(&card.name)).or_default();
            named.push(card.code.id);
        }
        slugs
    }

    /// The warband of this name that the edition's players use, one of the edition itself if there is one.
    pub fn warband(&self, edition: &str, name: &str) -> Option<&WarbandInfo> {
        self.warbands
            .iter()
            .filter(|w| self.plays(edition, &w.edition) && same_name(&w.def.name, name))
            .min_by_key(|w| w.edition != edition)
    }

    /// The label with this word, if any content uses it.
    pub fn label(&self, word: &str) -> Option<Label> {
        let ix = self.labels.iter().position(|l| l == word)?;
        Some(Label(ix as u8))
    }

    /// Whether the fighter (by number) answers to the name (by number).
    pub fn answers(&self, fighter: u16, name: u16) -> bool {
        self.names
            .get(name as usize)
            .is_some_and(|n| n.fighters.contains(&fighter))
    }
}

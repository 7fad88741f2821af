//! Editions, cards, warbands, boards and rules for looking at and building decks, over HTTP.

use crate::{Board, FighterCard};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An edition, for choosing one. `GET /api/editions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct EditionFace {
    /// Short name, as in rule ids.
    pub name: String,
    /// Title.
    pub title: String,
    /// Fewest and most players.
    pub players: [u8; 2],
    /// Variants that can be chosen.
    pub variants: Vec<String>,
    /// Levels of opponents, easiest first.
    pub levels: Vec<String>,
    /// How decks may be built, the freest last.
    pub formats: Vec<String>,
}

/// All content of an edition. `GET /api/content/:edition`; never changes while the server runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Content {
    /// Edition.
    pub edition: String,
    /// Cards.
    pub cards: Vec<CardFace>,
    /// Warbands.
    pub warbands: Vec<WarbandFace>,
    /// Ready-made decks and pools.
    pub decks: Vec<DeckFace>,
    /// Boards.
    pub boards: Vec<BoardFace>,
    /// Keywords and other words that need explaining, with our explanation.
    pub glossary: Vec<[String; 2]>,
    /// What the symbols of dice are called, each behind its short name.
    pub faces: Vec<[String; 2]>,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CardFace {
    /// Its number, as in [`CardRef`](crate::CardRef).
    pub id: u16,
    /// Name.
    pub name: String,
    /// `objective`, `ploy`, `gambit`, `spell`, `upgrade`, `warscroll`, `plot`, `fighter`.
    pub kind: String,
    /// Deck or warband it belongs to.
    pub deck: String,
    /// Generated text, one paragraph each.
    pub text: Vec<String>,
    /// For each of its clauses, the paragraph that tells it.
    pub clauses: Vec<u8>,
    /// Glory an objective pays or an upgrade costs; none for an objective that pays as much as its text says.
    pub glory: Option<u8>,
    /// Whether it is a surge objective.
    pub surge: bool,
    /// Fighters, labels or traits it is restricted to.
    pub restricted: Vec<String>,
    /// Whether it was checked against the printed card.
    pub verified: bool,
    /// Number on the card, or empty.
    pub number: String,
}

/// A warband.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WarbandFace {
    /// Name.
    pub name: String,
    /// Name in notation.
    pub slug: String,
    /// Grand Alliance, or empty.
    pub alliance: String,
    /// Fighters; ids count from 0 within the warband, `seat` is 0.
    pub fighters: Vec<FighterCard>,
    /// Its warscroll's number among the cards.
    pub warscroll: Option<u16>,
    /// Whether it can be played now: it has fighters and a deck that fits.
    pub playable: bool,
}

/// A deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeckFace {
    /// Name.
    pub name: String,
    /// `ready` or `pool`.
    pub format: String,
    /// Warband it is for, or empty.
    pub warband: String,
    /// Its cards' numbers.
    pub cards: Vec<u16>,
    /// Plot card.
    pub plot: Option<u16>,
    /// Whether the list is ours.
    pub house: bool,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BoardFace {
    /// Name.
    pub name: String,
    /// How it lies on its own.
    pub board: Board,
    /// Whether it was checked against the printed one.
    pub verified: bool,
}

/// A deck as sent by a client, by names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeckList {
    /// Name; enough on its own for a ready-made deck.
    #[serde(default)]
    pub name: String,
    /// Names of the cards, objectives and power cards together.
    #[serde(default)]
    pub cards: Vec<String>,
    /// Format it is meant for: `relic`, `championship`, `rivals`, `nemesis`, …; empty for the edition's own.
    #[serde(default)]
    pub format: String,
}

/// `POST /api/decks/check` with a [`DeckList`], an edition and a warband in the query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeckCheck {
    /// Objectives, ploys (gambits and spells) and upgrades counted.
    pub counts: [u8; 3],
    /// What is wrong with it; empty for a legal deck.
    pub problems: Vec<DeckProblem>,
}

/// A rule a deck breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeckProblem {
    /// The rule.
    pub rule: String,
    /// What is wrong, in a sentence.
    pub text: String,
    /// Names of the cards it is about.
    pub cards: Vec<String>,
}

/// A rule of the index. `GET /api/rules/:edition`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleEntry {
    /// Id with its edition.
    pub id: String,
    /// Page, e.g. "31" or "FAQ 4".
    pub page: String,
    /// Title.
    pub title: String,
    /// In our words.
    pub text: String,
}

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
    /// Whether every player has a board; there is one for all otherwise.
    pub own_boards: bool,
    /// Whether the rulebook says how a level match is decided.
    #[serde(default)]
    pub tie_break: bool,
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
    /// The only warband that can use it, or empty.
    pub warband: String,
    /// The only Grand Alliance whose warbands can use it, or empty.
    pub alliance: String,
    /// The set it comes from, or empty.
    pub set: String,
    /// The season of that set, or empty.
    pub season: String,
    /// What it does, as words to look it up by: `push`, `damage`, `weapon`, …
    pub verbs: Vec<String>,
    /// The formats that forbid or limit it now: their words, each with `forsaken` or `restricted`.
    pub limits: Vec<[String; 2]>,
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
    /// The season it came out in.
    pub season: String,
    /// Whether it is of the edition's core set.
    pub core: bool,
    /// It in a few words.
    pub portrait: Portrait,
}

/// A warband in a few words, told from its figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Portrait {
    /// What it is good at, the best first: one line each.
    pub good_at: Vec<String>,
    /// What it lacks, the worst first: one line each.
    pub weak_in: Vec<String>,
    /// How hard it is to play, beside the other warbands of the edition.
    pub ease: Ease,
    /// What that is told from, e.g. "3 fighters, 5 abilities".
    pub why: String,
}

/// How hard a warband is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Ease {
    /// Among the third with the least to keep in mind.
    Easy,
    /// In the middle.
    Fair,
    /// Among the third with the most to keep in mind.
    Hard,
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
    /// Its season, as in the names of editions.
    pub season: String,
    /// The set it came in, or empty for one of ours.
    pub set: String,
    /// Whether it can be chosen where nobody names boards.
    pub core: bool,
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

/// `POST /api/decks/suggest` with a [`DeckList`] of cards to keep, an edition, a warband and a seed in the query. Answered
/// with a list that is legal in the format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeckSuggestion {
    /// Names of the cards, objectives first.
    pub cards: Vec<String>,
    /// Cards that could not be kept.
    pub dropped: Vec<String>,
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

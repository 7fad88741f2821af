//! A game as one seat or a spectator may see it.

use crate::{CardRef, Dice, Fighter, FighterCard};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What never changes during a game. Sent once, in the welcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Table {
    /// The game's id.
    pub game: String,
    /// Edition, e.g. `harrowdeep`.
    pub edition: String,
    /// Edition as shown, e.g. "Harrowdeep".
    pub title: String,
    /// Rounds in the game.
    pub rounds: u8,
    /// Turns each player takes in a round.
    pub turns: u8,
    /// Names of the variant rules in use.
    pub variant: Vec<String>,
    /// The players, by seat.
    pub seats: Vec<TableSeat>,
    /// Every fighter, by number.
    pub fighters: Vec<FighterCard>,
    /// Names of the boards that can be chosen, by number.
    pub boards: Vec<String>,
    /// The cards of one's own deck (all of them after the end and for nobody else before).
    pub deck: Vec<CardRef>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TableSeat {
    /// The seat's number, from 0.
    pub seat: u8,
    /// Display name.
    pub name: String,
    /// Who plays.
    pub kind: SeatKind,
    /// The warband's name.
    pub warband: String,
    /// The warband's Grand Alliance, or empty.
    pub alliance: String,
    /// The warscroll, if the edition has them.
    pub warscroll: Option<CardRef>,
    /// The plot card, if the deck has one.
    pub plot: Option<CardRef>,
}

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatKind {
    /// A person with this seat's link.
    Human,
    /// An opponent of a level.
    Opponent {
        /// Name of the level.
        level: String,
    },
    /// Nobody yet.
    Open,
}

/// The game now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct GameView {
    /// The position: grows with everything that is stored about the game.
    pub at: u32,
    /// The seat whose knowledge this is, or null for what everybody knows. Changes on a hot seat.
    pub viewer: Option<u8>,
    /// Where in the game we are.
    pub tracker: Tracker,
    /// Who decides what; null when nobody does.
    pub decision: Option<Decision>,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The fighters, by number.
    pub fighters: Vec<Fighter>,
    /// Objective or feature tokens.
    pub features: Vec<Feature>,
    /// The attack being resolved, innermost.
    pub fight: Option<Fight>,
    /// Effects in force that outlast their card.
    pub lasting: Vec<Lasting>,
    /// How it ended, if it has.
    pub ending: Option<Ending>,
    /// Whether the viewer's last choice can be taken back; left out for who has none to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub take_back: Option<TakeBack>,
}

/// Whether a player's last choice can be taken back. A pass that was made for the player goes with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TakeBack {
    /// Who has to agree.
    pub leave: Leave,
    /// Why it is not free, in a sentence.
    pub why: Option<String>,
}

/// Who has to agree to a choice being taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Leave {
    /// Nobody.
    Free,
    /// The other people.
    Ask,
    /// Nobody can.
    Never,
}

/// Where in the game we are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Tracker {
    /// Round, from 1; 0 during set-up.
    pub round: u8,
    /// `setup`, `start`, `action`, `power`, `end` or `over`.
    pub phase: String,
    /// The number of the current turn in this round, all players counted, from 1; 0 before the first.
    pub turn: u8,
    /// All turns of a round.
    pub turns: u8,
    /// The seat whose turn it is.
    pub active: u8,
    /// The seat that took the first turn of the round.
    pub first: u8,
    /// The sentence for the tracker, e.g. "Round 2 · turn 3 of 8 · Action step".
    pub text: String,
}

/// A decision that is waited for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Decision {
    /// Whose.
    pub seat: u8,
    /// A kebab-case word: activation, attack-target, weapon-ability, reroll, drive-back, overrun,
    /// stand-fast, power-step, reaction, target, mulligan, deploy, token, board, join, territory,
    /// first, score, discard, upgrade, focus, series.
    pub kind: String,
    /// The question in a sentence, by what this seat may know.
    pub text: String,
    /// The card that asks, if one does and this seat may know it.
    pub card: Option<CardRef>,
    /// The fighter it is about, if one is.
    pub fighter: Option<u8>,
}

/// A player now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Player {
    /// The seat's number.
    pub seat: u8,
    /// Glory points, spent ones included.
    pub glory: u8,
    /// Glory points spent.
    pub spent: u8,
    /// Power cards in hand.
    pub power_hand: Pile,
    /// Objectives in hand.
    pub objective_hand: Pile,
    /// Of the objectives in hand, those that could be scored if the round ended as things stand. Only the
    /// player who holds them is told, and everybody after the end.
    pub met: Vec<CardRef>,
    /// Power cards in the draw pile.
    pub power_deck: Pile,
    /// Objectives in the draw pile.
    pub objective_deck: Pile,
    /// Discarded power cards.
    pub power_discard: Pile,
    /// Discarded objectives.
    pub objective_discard: Pile,
    /// Scored objectives.
    pub scored: Pile,
    /// Power cards that lie face up before the player.
    pub active: Pile,
    /// What the player's plot card keeps track of.
    pub gauges: Vec<Gauge>,
    /// Whether somebody is connected for this seat.
    pub connected: bool,
    /// The clock, if there are clocks.
    pub clock: Option<Clock>,
}

/// Something a plot card keeps track of for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Gauge {
    /// What it is called, e.g. "Cataclysm value".
    pub name: String,
    /// What it is worth now.
    pub value: u8,
    /// The step its tracker is on, from 1.
    pub step: u8,
    /// The steps at which it is worth one more; the last one is the end of the tracker.
    pub rises: Vec<u8>,
    /// The card it belongs to.
    pub card: CardRef,
}

/// A number of cards, and which they are if this seat may know. Never in an order that means anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Pile {
    /// How many.
    pub count: u8,
    /// Which; empty when they are hidden.
    pub cards: Vec<CardRef>,
}

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Clock {
    /// Milliseconds left when the message was sent.
    pub left: u32,
    /// Whether it runs.
    pub running: bool,
    /// Milliseconds until a player who went away loses, if that clock runs.
    pub away: Option<u32>,
}

/// An objective or feature token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Feature {
    /// Its number among the tokens of this game.
    pub id: u8,
    /// The hex it lies in, or null.
    pub hex: Option<u8>,
    /// The number printed on it, if everybody (or this seat) knows it.
    pub number: Option<u8>,
    /// Whether its numbered side is up.
    pub numbered: bool,
    /// What its other side is: `gloom`, `cover`, `treasure` or `artefact`; `objective` for the numbered side.
    pub side: String,
    /// Whether only this seat knows its number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub secret: bool,
}

/// An attack being resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Fight {
    /// Who attacks.
    pub attacker: u8,
    /// Who is attacked.
    pub target: u8,
    /// The weapon's name.
    pub weapon: String,
    /// The attack roll, when made.
    pub attack: Option<Dice>,
    /// The defence roll, when made.
    pub defence: Option<Dice>,
    /// Faces that count for the attacker and for the target.
    pub counts: [Vec<String>; 2],
    /// `open`, `success`, `draw` or `fail`.
    pub verdict: String,
}

/// An effect in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Lasting {
    /// The card it comes from.
    pub card: CardRef,
    /// Until when, in words.
    pub until: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Ending {
    /// Who won; several share a draw; empty when the game was abandoned.
    pub winners: Vec<u8>,
    /// `glory`, `tie-break`, `draw`, `resigned`, `agreed`, `time`, `away` or `fault`.
    pub how: String,
    /// In a sentence.
    pub text: String,
}

//! From the engine to the wire: what one viewer may see, in the types of the protocol.
//!
//! The only place that turns states into messages, and so the only place that could give a secret
//! away. Everything is built from the engine's view of the viewer, in which what is hidden is not there.

mod choices;
mod decision;
mod faces;
mod ground;
mod log;
mod odds;
mod offer;
mod view;

pub use choices::{choices, label};
pub use decision::decision;
pub use faces::{card_face, fighter_card, plain_hexes};
pub use ground::{Ground, board};
pub use log::{lines, named, people_names};
pub use odds::{odds, strikes};
pub use offer::only_vain;
pub use view::{ending, refusal, table, view};

use crate::play::OnTable;
use gloryhex_engine::Source;
use gloryhex_model::{CardId, Seat};
use gloryhex_protocol as p;

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Somebody who knows what everybody knows.
    Public,
    /// Somebody who looks at a finished game.
    All,
}

impl Viewer {
    /// The seat that looks, if one does.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::All => None,
        }
    }
    /// Whether the viewer sees a seat's hand.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
            Viewer::All => true,
        }
    }
}

/// A card at the table; `None` if there is none in the slot.
pub fn card_ref(table: &OnTable, source: Source) -> Option<p::CardRef> {
    let card = table.game.table.index.card(source);
    (card != CardId::NONE).then_some(p::CardRef {
        seat: source.seat.0,
        slot: source.slot,
        card: card.0,
    })
}

/// The faces of a roll, as words.
pub fn faces(roll: gloryhex_model::Roll) -> Vec<String> {
    roll.faces()
        .flat_map(|face| std::iter::repeat_n(face.word().to_owned(), roll.count(face) as usize))
        .collect()
}

/// The word for a kind of die.
pub fn die_word(die: gloryhex_model::Die) -> &'static str {
    use gloryhex_model::Die;
    match die {
        Die::Attack => "attack",
        Die::Defence => "defence",
        Die::Magic => "magic",
    }
}

//! The pending decision as one question in a sentence.

use super::{Viewer, card_ref, people_names};
use crate::play::{OnTable, Play};
use gloryhex_engine::{Pending, frame::Frame};
use gloryhex_model::{FighterId, Seat};
use gloryhex_notation::question::{only_actor, question};
use gloryhex_protocol as p;

/// The decision that is waited for. The sentence holds public facts only.
pub fn decision(play: &Play, on: &OnTable, viewer: Viewer) -> Option<p::Decision> {
    let seat = match on.pending {
        Pending::Decide(seat) if !play.is_over() => seat,
        _ => return None,
    };
    let kind = on.kind().unwrap_or("target");
    let fighter = fighter(on, kind);
    let question = question(&on.game, &on.names, seat, &on.choices);
    let text = match viewer {
        Viewer::Seat(own) if own == seat => question,
        _ => format!("{} decides. {question}", name(play, seat)),
    };
    Some(p::Decision {
        seat: seat.0,
        kind: kind.to_owned(),
        text,
        card: asking(on),
        fighter: fighter.map(|id| id.0),
    })
}

/// The card that asks, if one does. It was played or lies on the table, so everybody knows it.
fn asking(on: &OnTable) -> Option<p::CardRef> {
    let Some(Frame::Card(_)) = on.game.state.stack.top() else {
        return None;
    };
    card_ref(on, on.game.state.card()?.source)
}

fn name(play: &Play, seat: Seat) -> String {
    people_names(play)
        .get(seat.ix())
        .cloned()
        .unwrap_or_default()
}

/// The fighter the decision is about.
fn fighter(on: &OnTable, kind: &str) -> Option<FighterId> {
    if kind == "extra-action" {
        return only_actor(&on.choices);
    }
    let attack = on.game.state.attack()?;
    match kind {
        "drive-back" | "stand-fast" => Some(attack.target),
        "weapon-ability" | "overrun" => Some(attack.attacker),
        _ => None,
    }
    .filter(|id| id.is_some())
}

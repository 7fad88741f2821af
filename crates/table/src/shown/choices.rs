//! The choices of the seat that decides.

use super::{card_ref, named, offer::Offer, people_names};
use crate::{
    play::{OnTable, Play},
    take_back,
};
use gloryhex_editions::Content;
use gloryhex_engine::{Choice, Detail, Source, State, Verb, frames, ops::travel};
use gloryhex_hexgrid::{Coord, HexId};
use gloryhex_model::{Face, Keyword, Seat};
use gloryhex_notation::choice::{placements, plain, token_to_place};
use gloryhex_protocol as p;

/// Every choice on offer, with what it is about.
pub fn choices(content: &Content, play: &Play, on: &OnTable, seat: Seat) -> p::Choices {
    let people = people_names(play);
    let open = on.game.view(None).state;
    let offer = Offer::new(content, on, seat, &people);
    let list: Vec<p::Choice> = on
        .offered()
        .iter()
        .map(|(id, choice)| p::Choice {
            says: offer.says(*choice),
            cost: offer.cost(*choice),
            vain: offer.vain(*choice),
            ..wire(on, &people, seat, id.clone(), *choice)
        })
        .collect();
    p::Choices {
        secret: list
            .iter()
            .any(|choice| is_secret(&on.game.state, &open, choice)),
        list,
        undo_free: take_back::told(play, seat).is_some_and(|back| back.leave == p::Leave::Free),
    }
}

/// Whether a choice tells what only its seat may know: a card of a hand or a deck, or a token's number. Whoever
/// looks at a hand to keep or replace it looks at cards, too. Swapping an objective is one thing among many that a
/// turn offers, and picked in the hand itself: whoever does not look there need not be asked to.
fn is_secret(all: &State, open: &State, choice: &p::Choice) -> bool {
    let card = choice.card.as_ref().is_some_and(|card| {
        let player = |state: &State| {
            let player = &state.seats[Seat(card.seat)];
            let (power, goals) = (&player.power, &player.objectives);
            match card.slot.checked_sub(Source::OBJECTIVES) {
                None => (power.hand() | power.deck()) >> card.slot & 1 == 1,
                Some(goal) if goal < 32 => (goals.hand() | goals.deck()) >> goal & 1 == 1,
                // A fighter, a warscroll or a plot card lies on the table.
                Some(_) => false,
            }
        };
        player(all) && !player(open)
    });
    let number =
        |state: &State, token: u8| state.features.get(usize::from(token)).map(|f| f.number);
    let token = choice
        .feature
        .is_some_and(|token| number(all, token) != number(open, token));
    (card || token || choice.verb == p::Verb::Mulligan) && choice.verb != p::Verb::Exchange
}

/// What the button of a choice says.
pub fn label(on: &OnTable, people: &[String], seat: Seat, choice: Choice) -> String {
    named(
        &plain(&on.game, &on.names, seat, &on.choices, choice),
        people,
    )
}

fn wire(on: &OnTable, people: &[String], seat: Seat, id: String, choice: Choice) -> p::Choice {
    let Choice { a, b, .. } = choice;
    let keyword = choice.detail(Detail::Keyword);
    let keyword = keyword.and_then(|ix| Keyword::ALL.get(usize::from(ix)));
    let face = choice.detail(Detail::Face);
    let face = face.and_then(|ix| Face::ALL.get(usize::from(ix)));
    p::Choice {
        label: label(on, people, seat, choice),
        id,
        verb: verb(choice.verb),
        fighter: choice.who().map(|who| who.0),
        target: choice.target().map(|target| target.0),
        hex: choice.place().map(|hex| hex.0),
        via: via(on, choice),
        weapon: choice.detail(Detail::Weapon),
        card: choice.source(seat).and_then(|card| card_ref(on, card)),
        seat: choice.detail(Detail::Seat),
        feature: match choice.verb {
            Verb::PlaceToken => token_to_place(&on.game, seat, b),
            _ => choice.detail(Detail::Token),
        },
        word: keyword
            .map(|keyword| keyword.word())
            .or(face.map(|face| face.word()))
            .map(str::to_owned),
        lie: match choice.verb {
            Verb::Join => lie(on, u16::from_le_bytes([a, b])),
            _ => None,
        },
        says: Vec::new(),
        cost: None,
        vain: None,
        odds: match choice.verb {
            Verb::Attack => super::odds(on, seat, choice),
            _ => None,
        },
    }
}

/// How the board that is to be joined would lie.
fn lie(on: &OnTable, index: u16) -> Option<p::Lie> {
    let place = *placements(&on.game).get(usize::from(index))?;
    let sheet = on.game.table.sheets.get(usize::from(place.placed.sheet))?;
    let origin = match place.placed.turned {
        true => sheet.turn(Coord::new(0, 0)) + place.placed.origin,
        false => place.placed.origin,
    };
    Some(p::Lie {
        board: sheet.name().to_owned(),
        against: place.against,
        side: place.joint.side.word().to_owned(),
        shift: place.joint.shift,
        turned: place.placed.turned,
        q0: origin.q,
        r0: origin.r,
    })
}

/// The hexes that a choice names on the way to its end.
fn via(on: &OnTable, choice: Choice) -> Vec<u8> {
    if choice.detail(Detail::Way).unwrap_or(0) == 0 {
        return Vec::new();
    }
    if choice.verb == Verb::Hex {
        let hazards = frames::card::via(on.game.sight(), choice);
        return hazards.iter().map(|hex| hex.0).collect();
    }
    let to = choice.hex_b();
    let charging = choice.verb == Verb::Charge;
    let way = travel::waypoints(on.game.sight(), choice.fighter_a(), charging, to, choice.c);
    way.into_iter()
        .take_while(|hex| *hex != to && *hex != HexId::NONE)
        .map(|hex| hex.0)
        .collect()
}

fn verb(verb: Verb) -> p::Verb {
    match verb {
        Verb::Seat => p::Verb::Seat,
        Verb::Board => p::Verb::Board,
        Verb::Join => p::Verb::Join,
        Verb::Territory => p::Verb::Territory,
        Verb::PlaceToken => p::Verb::PlaceToken,
        Verb::NoToken => p::Verb::NoToken,
        Verb::Mulligan => p::Verb::Mulligan,
        Verb::Deploy => p::Verb::Deploy,
        Verb::Move => p::Verb::Move,
        Verb::Charge => p::Verb::Charge,
        Verb::Attack => p::Verb::Attack,
        Verb::Guard => p::Verb::Guard,
        Verb::Draw => p::Verb::Draw,
        Verb::Exchange => p::Verb::Exchange,
        Verb::Focus => p::Verb::Focus,
        Verb::Pass => p::Verb::Pass,
        Verb::Action => p::Verb::Action,
        Verb::Ability => p::Verb::Ability,
        Verb::Reroll => p::Verb::Reroll,
        Verb::DriveBack => p::Verb::DriveBack,
        Verb::Grapple => p::Verb::Grapple,
        Verb::Stay => p::Verb::Stay,
        Verb::Overrun => p::Verb::Overrun,
        Verb::StandFast => p::Verb::StandFast,
        Verb::Next => p::Verb::Next,
        Verb::Play => p::Verb::Play,
        Verb::Upgrade => p::Verb::Upgrade,
        Verb::Delve => p::Verb::Delve,
        Verb::Use => p::Verb::Use,
        Verb::React => p::Verb::React,
        Verb::Fighter => p::Verb::Fighter,
        Verb::Hex => p::Verb::Hex,
        Verb::Feature => p::Verb::Feature,
        Verb::Card => p::Verb::Card,
        Verb::Name => p::Verb::Name,
        Verb::Option => p::Verb::Option,
        Verb::Confirm => p::Verb::Confirm,
        Verb::Score => p::Verb::Score,
        Verb::Discard => p::Verb::Discard,
        Verb::Done => p::Verb::Done,
        Verb::Die => p::Verb::Die,
    }
}

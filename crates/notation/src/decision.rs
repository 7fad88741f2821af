//! What kind of decision the game waits for, as a word for people, scenarios and clients.

use gloryhex_engine::{
    Choices, Game, Verb,
    frame::Frame,
    ruleset::{EndStep, Ruleset},
};

/// The words for decisions.
pub const WORDS: [&str; 29] = [
    "activation",
    "attack-target",
    "board",
    "deploy",
    "discard",
    "drive-back",
    "extra-action",
    "first",
    "focus",
    "join",
    "mulligan",
    "next-target",
    "overrun",
    "power-step",
    "reaction",
    "reroll",
    "score",
    "stand-fast",
    "target",
    "territory",
    "token",
    "upgrade",
    "weapon-ability",
    "option",
    "card",
    "fighter",
    "hex",
    "confirm",
    "die",
];

/// The word for the decision that is pending; `None` if nobody decides.
pub fn kind(game: &Game) -> Option<&'static str> {
    game.decider()?;
    let mut offered = Choices::new();
    game.choices(&mut offered);
    let verbs = |wanted: &[Verb]| offered.iter().any(|choice| wanted.contains(&choice.verb));
    let by_frame = match game.state.stack.top()? {
        Frame::Activation(_) => Some("activation"),
        Frame::Power(_) => Some("power-step"),
        Frame::Window(_) => Some("reaction"),
        Frame::Surge(_) => Some("score"),
        Frame::Focus(_) => Some("focus"),
        Frame::Grant(_) => Some("extra-action"),
        Frame::Charge(_) => Some("attack-target"),
        Frame::Series(_) => Some("next-target"),
        Frame::Card(_) if verbs(&[Verb::Seat]) => Some("target"),
        Frame::End(end) => Some(end_word(game, end.step)),
        Frame::Setup(..)
        | Frame::RollOff(..)
        | Frame::Boards(..)
        | Frame::Tokens(..)
        | Frame::Hands(..)
        | Frame::Deploy(..)
        | Frame::Round(..)
        | Frame::Turn(..)
        | Frame::Move(..)
        | Frame::Combat(..)
        | Frame::Damage(..)
        | Frame::Card(..)
        | Frame::Cast(..) => None,
    };
    let by_verb = || match () {
        () if verbs(&[Verb::Seat]) => "first",
        () if verbs(&[Verb::Board]) => "board",
        () if verbs(&[Verb::Join]) => "join",
        () if verbs(&[Verb::Territory]) => "territory",
        () if verbs(&[Verb::PlaceToken, Verb::NoToken]) => "token",
        () if verbs(&[Verb::Mulligan]) => "mulligan",
        () if verbs(&[Verb::Deploy]) => "deploy",
        () if verbs(&[Verb::Ability]) => "weapon-ability",
        () if verbs(&[Verb::Reroll]) => "reroll",
        () if verbs(&[Verb::StandFast]) => "stand-fast",
        () if verbs(&[Verb::Overrun]) => "overrun",
        () if verbs(&[Verb::DriveBack, Verb::Grapple]) => "drive-back",
        () => "target",
    };
    Some(by_frame.unwrap_or_else(by_verb))
}

/// The word for a step of a player's end phase.
fn end_word(game: &Game, step: u8) -> &'static str {
    let rules: &Ruleset = &game.table.rules;
    let table = if game.state.clock.round >= rules.rounds {
        &rules.last_end
    } else {
        &rules.end
    };
    match table.get(usize::from(step)) {
        Some(EndStep::Score) => "score",
        Some(EndStep::Upgrade) => "upgrade",
        _ => "discard",
    }
}

/// The narrower word for a target that a card asks for: a fighter, a hex, a card and so on.
pub fn target_kind(game: &Game) -> Option<&'static str> {
    let mut offered = Choices::new();
    game.choices(&mut offered);
    offered.iter().find_map(|choice| match choice.verb {
        Verb::Fighter => Some("fighter"),
        Verb::Hex => Some("hex"),
        Verb::Feature => Some("token"),
        Verb::Card => Some("card"),
        Verb::Option => Some("option"),
        Verb::Confirm => Some("confirm"),
        Verb::Die => Some("die"),
        Verb::Seat
        | Verb::Board
        | Verb::Join
        | Verb::Territory
        | Verb::PlaceToken
        | Verb::NoToken
        | Verb::Mulligan
        | Verb::Deploy
        | Verb::Move
        | Verb::Charge
        | Verb::Attack
        | Verb::Guard
        | Verb::Draw
        | Verb::Exchange
        | Verb::Focus
        | Verb::Pass
        | Verb::Action
        | Verb::Ability
        | Verb::Reroll
        | Verb::DriveBack
        | Verb::Grapple
        | Verb::Stay
        | Verb::Overrun
        | Verb::StandFast
        | Verb::Next
        | Verb::Play
        | Verb::Upgrade
        | Verb::Delve
        | Verb::Use
        | Verb::React
        | Verb::Score
        | Verb::Discard
        | Verb::Done => None,
    })
}

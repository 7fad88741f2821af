//! What kind of decision the game waits for, as a word for people, scenarios and clients.

use gloryhex_engine::{
    Choice, Game, Verb,
    frame::Frame,
    ruleset::{EndStep, Ruleset},
};

/// The words for decisions.
pub const WORDS: [&str; 30] = [
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
    "name",
];

/// The word for the decision that is pending, in which these choices are offered; `None` if nobody decides.
pub fn kind(game: &Game, offered: &[Choice]) -> Option<&'static str> {
    game.decider()?;
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
        Some(EndStep::DiscardObjectives | EndStep::DiscardPower | EndStep::DiscardAny)
        | Some(EndStep::DrawObjectives | EndStep::DrawPower)
        | None => "discard",
    }
}

/// What a card asks for, by the verb of the answer: the narrower word for such a target, and how it is asked
/// where the card does not say more.
pub(crate) const PICKS: [(Verb, &str, &str); 8] = [
    (
        Verb::Fighter,
        "fighter",
        "choose the fighter that this is about",
    ),
    (Verb::Hex, "hex", "choose the hex that this is about"),
    (
        Verb::Feature,
        "token",
        "choose the token that this is about",
    ),
    (Verb::Card, "card", "choose the card that this is about"),
    (Verb::Option, "option", "choose what happens next"),
    (Verb::Confirm, "confirm", "choose what happens next"),
    // Of several innate symbols one counts (Harrowdeep p.38).
    (
        Verb::Die,
        "die",
        "choose the innate symbol that is added to the roll",
    ),
    (Verb::Name, "name", "name an objective"),
];

/// The narrower word for a target that a card asks for with these choices: a fighter, a hex, a card and so on.
pub fn target_kind(offered: &[Choice]) -> Option<&'static str> {
    let word = |verb| PICKS.iter().find(|(pick, ..)| *pick == verb);
    let mut words = offered.iter().filter_map(|choice| word(choice.verb));
    words.next().map(|(_, word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_engine::Sort;

    #[test]
    fn everything_that_a_card_can_ask_for_has_a_word_and_a_question() {
        let all = Verb::ALL.into_iter();
        let picks: Vec<Verb> = all.filter(|verb| verb.sort() == Sort::Pick).collect();
        assert_eq!(picks, PICKS.map(|(verb, ..)| verb));
        assert!(PICKS.iter().all(|(_, word, _)| WORDS.contains(word)));
    }
}

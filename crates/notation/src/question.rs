//! The pending decision as one question in a sentence: what is to be chosen, what for, and about whom.
//!
//! A sentence holds public facts only; whoever waits reads it too. What a card asks for is read from its
//! code: the next step that uses the answer says what the answer is for.

mod purpose;

use crate::{choice::token_to_place, decision, names::Names};
use gloryhex_engine::{
    Choice, Game, Verb,
    frame::Frame,
    frames::{roll_off::Purpose, tokens::Stage},
};
use gloryhex_model::{FighterId, Seat, Trigger};

pub(crate) use purpose::{amount, asking, destination, offer, raided};

/// The question that is pending, for the seat that decides among these choices.
pub fn question(game: &Game, names: &Names, seat: Seat, offered: &[Choice]) -> String {
    let kind = decision::kind(game, offered).unwrap_or("target");
    let clash = clash(game, names);
    let in_attack = |question: &str| match &clash {
        Some(clash) => format!("{clash}: {question}."),
        None => {
            let mut letters = question.chars();
            let first = letters.next().map(|c| c.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str() + "."
        }
    };
    match kind {
        "activation" => {
            "Choose what to do with this turn: a fighter to act, or something else.".to_owned()
        }
        "attack-target" => match only_actor(offered) {
            Some(who) => format!("{} has charged: choose whom to attack.", names.printed(who)),
            None => "Choose whom to attack after the charge.".to_owned(),
        },
        "next-target" => in_attack("choose whom to attack next"),
        "weapon-ability" => {
            in_attack("choose which ability of the weapon counts in this attack, or none")
        }
        "reroll" => in_attack("choose a die to roll again, or keep the roll"),
        "drive-back" => {
            in_attack("pick the hex the target is driven back to, or leave it where it is")
        }
        "overrun" => {
            in_attack("let the attacker follow into the hex that was left, or let it stay")
        }
        "stand-fast" => in_attack("choose whether the target stands fast and is not driven back"),
        "power-step" => "Power step: play a card, give an upgrade, or pass.".to_owned(),
        "reaction" if ordering(offered) => {
            "Several cards or abilities act at the same moment: choose which acts first.".to_owned()
        }
        "reaction" => match &clash {
            Some(clash) => format!("{clash}: react, or pass."),
            None => format!("{}: react, or pass.", moment(game, names)),
        },
        "mulligan" => "Look at the cards in hand: keep them, or replace some once.".to_owned(),
        "deploy" => "Choose a fighter and the starting hex it begins the game in.".to_owned(),
        "token" if placing_artefact(game) => {
            "Choose the hex that the artefact is placed in.".to_owned()
        }
        "token" if adding_tokens(game) => {
            "Choose a hex for one more token, which has no number, or place none.".to_owned()
        }
        "token" => match placed_next(game, seat, offered) {
            Some(number) => format!("Choose the hex to place {} {number} in.", token(game)),
            None => format!("Choose the hex to place the next {} in.", token(game)),
        },
        "target" if flipping(game) => format!("Choose a {} to flip, or pass.", token(game)),
        "board" => "Choose a board to play on.".to_owned(),
        "join" => "Choose how the board is joined to those on the table.".to_owned(),
        "territory" => "Choose which side of the battlefield to take as territory.".to_owned(),
        "first" => first(game),
        "score" => {
            "Score objectives whose conditions are met, one at a time, or finish.".to_owned()
        }
        "discard" => {
            "Before new cards are drawn: choose cards in hand to discard, one at a time, or finish."
                .to_owned()
        }
        "upgrade" => "Give upgrades to fighters, one at a time, or finish.".to_owned(),
        "focus" => "Focus: choose cards in hand to discard and replace, one at a time, or finish."
            .to_owned(),
        "extra-action" => match only_actor(offered) {
            Some(who) => format!(
                "{} may act once more: choose what to do.",
                names.printed(who)
            ),
            None => "A fighter may act once more: choose who, and what to do.".to_owned(),
        },
        _ => purpose::wanted(game, names, offered),
    }
}

/// Who is to be picked in a roll-off's wake.
fn first(game: &Game) -> String {
    let Some(Frame::RollOff(frame)) = game.state.stack.top() else {
        return "Choose a player.".to_owned();
    };
    let what = match frame.purpose {
        Purpose::Turn => "takes the first turn of this round",
        Purpose::FirstBoard | Purpose::Board => "chooses a board first",
        Purpose::Side => "takes a territory first",
        Purpose::Deploy => "places a fighter first",
        Purpose::Abilities | Purpose::Card => "uses an ability first",
    };
    format!("The roll-off is won: choose who {what}.")
}

/// What happens for the player who is picked in a roll-off's wake.
pub(crate) fn goes_first(game: &Game) -> Option<&'static str> {
    let Some(Frame::RollOff(frame)) = game.state.stack.top() else {
        return None;
    };
    Some(match frame.purpose {
        Purpose::Turn => "takes the first turn",
        Purpose::FirstBoard | Purpose::Board => "chooses a board first",
        Purpose::Side => "takes a territory first",
        Purpose::Deploy => "places a fighter first",
        Purpose::Abilities | Purpose::Card => "uses an ability first",
    })
}

/// Whether the token that is placed next is the artefact.
pub(crate) fn placing_artefact(game: &Game) -> bool {
    matches!(game.state.stack.top(), Some(Frame::Tokens(frame)) if frame.stage == Stage::Artefact)
}

/// Whether tokens without a number may be added now.
fn adding_tokens(game: &Game) -> bool {
    matches!(game.state.stack.top(), Some(Frame::Tokens(frame)) if frame.stage == Stage::Extra)
}

/// Whether tokens may be flipped in set-up now.
fn flipping(game: &Game) -> bool {
    matches!(game.state.stack.top(), Some(Frame::Tokens(frame)) if frame.stage == Stage::Flip)
}

/// What this edition calls the numbered tokens that are placed during set-up.
fn token(game: &Game) -> &'static str {
    let rules = &game.table.rules.tokens;
    match () {
        () if rules.each_territory => "treasure token",
        () if rules.dealt => "feature token",
        () => "objective token",
    }
}

/// The number of the token that is placed next, if only one can be.
fn placed_next(game: &Game, seat: Seat, offered: &[Choice]) -> Option<u8> {
    let mut tokens = offered
        .iter()
        .filter(|choice| choice.verb == Verb::PlaceToken)
        .map(|choice| token_to_place(game, seat, choice.b));
    let first = tokens.next()??;
    let known = game.state.features[usize::from(first)];
    (known.number > 0 && tokens.all(|token| token == Some(first))).then_some(known.number)
}

/// Who attacks whom with what, while an attack is being resolved.
fn clash(game: &Game, names: &Names) -> Option<String> {
    let attack = game.state.attack()?;
    if !attack.attacker.is_some() || !attack.target.is_some() {
        return None;
    }
    let weapon = names.printed_weapon(game.sight(), attack.attacker, attack.weapon);
    Some(format!(
        "{} attacks {} with {weapon}",
        names.printed(attack.attacker),
        names.printed(attack.target),
    ))
}

/// The fighter who acts, if only one can.
pub fn only_actor(offered: &[Choice]) -> Option<FighterId> {
    use Verb::{Action, Attack, Charge, Guard, Move};
    let acts = |verb| matches!(verb, Action | Attack | Charge | Guard | Move);
    let mut actors = offered.iter().filter(|choice| acts(choice.verb));
    let first = actors.next()?.fighter_a();
    actors
        .all(|choice| choice.fighter_a() == first)
        .then_some(first)
}

/// Whether all that is to be said is in which order things happen.
fn ordering(offered: &[Choice]) -> bool {
    offered.iter().all(|choice| choice.verb == Verb::Card)
}

/// What just happened, where reactions to it are asked for.
fn moment(game: &Game, names: &Names) -> String {
    use Trigger::*;
    let Some(Frame::Window(window)) = game.state.stack.top() else {
        return "Something just happened".to_owned();
    };
    let bind = window.moment.bind;
    let name = |id: FighterId| names.printed(id);
    let told = match window.moment.trigger {
        _ if !bind.fighter.is_some() => None,
        MovePicked => Some(format!("{} is about to move", name(bind.fighter))),
        MoveDone => Some(format!("{} has moved", name(bind.fighter))),
        ChargeDone => Some(format!("{} has charged", name(bind.fighter))),
        ActionDone => Some(format!("{} has acted", name(bind.fighter))),
        Survived => Some(format!("{} has survived damage", name(bind.fighter))),
        DamageDealt => Some(format!("{} has taken damage", name(bind.fighter))),
        TakenOut => Some(format!("{} is out of action", name(bind.fighter))),
        Pushed => Some(format!("{} was pushed", name(bind.fighter))),
        TokenGiven => Some(format!("{} has got a token", name(bind.fighter))),
        Delved => Some(format!("{} has delved", name(bind.fighter))),
        BecameInspired => Some(format!("{} is Inspired now", name(bind.fighter))),
        UpgradeGiven => Some(format!("{} has got an upgrade", name(bind.fighter))),
        SpellTried => Some(format!("{} is about to cast a spell", name(bind.fighter))),
        SpellFailed => Some(format!("{}'s spell has failed", name(bind.fighter))),
        SpellRolled | SpellCast => Some(format!("{} casts a spell", name(bind.fighter))),
        SpellDone => Some(format!("{} has cast a spell", name(bind.fighter))),
        Returned => Some(format!("{} is back", name(bind.fighter))),
        Chosen => Some(format!("A card has chosen {}", name(bind.fighter))),
        DamageDue => Some(format!("{} is about to take damage", name(bind.fighter))),
        Healed => Some(format!("{} was healed", name(bind.fighter))),
        Placed => Some(format!("{} was placed", name(bind.fighter))),
        Falling => Some(format!("{} is about to fall", name(bind.fighter))),
        Entered => Some(format!("{} has entered a hex", name(bind.fighter))),
        PushDue => Some(format!("{} is about to be pushed", name(bind.fighter))),
        _ => None,
    };
    told.unwrap_or_else(|| {
        match window.moment.trigger {
            MovePicked | CorePicked => "A fighter is about to act",
            MoveDone | ChargeDone | ActionDone | ActivationDone | ActionMade => {
                "The action is over"
            }
            ActivationStart => "A turn begins",
            CardRevealed => "A card is being played",
            CardResolved => "A card has been played",
            AttackPicked | AttackDeclared => "An attack begins",
            AttackRolled | AttackRollStands | DefenceRolled => "Dice have been rolled",
            AttackJudged => "It is known whether the attack succeeds",
            DriveBackDue => "The target could be driven back",
            AttackDone | DrivenBack => "The attack is over",
            DamageDue => "Somebody is about to take damage",
            DamageDealt | Survived => "Somebody has taken damage",
            Falling => "Somebody is about to fall",
            TakenOut => "Somebody is out of action",
            Healed => "Somebody was healed",
            Returned => "Somebody is back",
            Pushed => "Somebody was pushed",
            PushDue => "Somebody is about to be pushed",
            Placed => "Somebody was placed",
            Entered => "Somebody has entered a hex",
            BecameInspired => "Somebody is Inspired now",
            Chosen => "A card has chosen",
            UpgradeGiven => "An upgrade was given",
            UpgradeLost => "An upgrade was lost",
            SpellTried | SpellDeclared => "A spell is about to be cast",
            SpellRolled | SpellCast => "A spell is being cast",
            SpellFailed => "A spell has failed",
            SpellDone => "A spell was cast",
            ScatterPlaced => "A scatter begins",
            Scattered => "A scatter is over",
            TokenGiven => "A token was given",
            TokenTaken => "A token was taken",
            TokenMoved => "A token was moved",
            TokenRemoved => "A token was removed",
            Flipped => "A token was flipped",
            Delved => "A token was delved",
            CounterAdded => "Counters were added",
            CounterRemoved => "Counters were removed",
            CountersDue => "Counters are about to be removed",
            ReactionDeclared => "Somebody reacts",
            ReactionDone => "Somebody has reacted",
            Scored => "An objective has been scored",
            GloryGained => "Somebody has gained glory",
            Drawn => "A card was drawn",
            Discarded => "A card was discarded",
            Raided => "A card was raided",
            TrackerAdvanced => "A tracker has advanced",
            PowerStepDone => "The power step is over",
            FirstTurnRolled => "The roll-off is decided",
            RoundStart => "A round begins",
            RoundEnd => "The round is over",
            PhaseStart => "The fighting begins",
            PhaseEnd => "The fighting of this round is over",
            EndPhase => "The end phase begins",
        }
        .to_owned()
    })
}

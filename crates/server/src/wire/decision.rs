//! The pending decision as one question in a sentence.

use super::{Viewer, card_ref, people_names};
use crate::play::{OnTable, Play};
use gloryhex_engine::{Choices, Pending, Verb, frame::Frame};
use gloryhex_model::{FighterId, Seat, Trigger};
use gloryhex_protocol as p;

/// The decision that is waited for. The sentence holds public facts only.
pub fn decision(play: &Play, on: &OnTable, viewer: Viewer) -> Option<p::Decision> {
    let seat = match on.pending {
        Pending::Decide(seat) if !play.is_over() => seat,
        _ => return None,
    };
    let kind = gloryhex_notation::decision::kind(&on.game).unwrap_or("target");
    let fighter = fighter(on, kind);
    let question = question(on, kind);
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
        return only_actor(on);
    }
    let attack = on.game.state.attack()?;
    match kind {
        "drive-back" | "stand-fast" => Some(attack.target),
        "weapon-ability" | "overrun" => Some(attack.attacker),
        _ => None,
    }
    .filter(|id| id.is_some())
}

/// The fighter who acts, if only one can.
fn only_actor(on: &OnTable) -> Option<FighterId> {
    use Verb::{Action, Attack, Charge, Guard, Move};
    let mut offered = Choices::new();
    on.game.choices(&mut offered);
    let acts = |verb| matches!(verb, Action | Attack | Charge | Guard | Move);
    let mut actors = offered.iter().filter(|choice| acts(choice.verb));
    let first = actors.next()?.fighter_a();
    actors
        .all(|choice| choice.fighter_a() == first)
        .then_some(first)
}

/// Whether all that is to be said is in which order things happen.
fn ordering(on: &OnTable) -> bool {
    let mut offered = Choices::new();
    on.game.choices(&mut offered);
    offered.iter().all(|choice| choice.verb == Verb::Card)
}

/// What just happened, where reactions to it are asked for.
fn moment(on: &OnTable) -> String {
    use Trigger::*;
    let Some(Frame::Window(window)) = on.game.state.stack.top() else {
        return "Something just happened".to_owned();
    };
    let bind = window.moment.bind;
    let name = |id: FighterId| on.names.printed(id);
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
        SpellRolled | SpellCast => Some(format!("{} casts a spell", name(bind.fighter))),
        SpellDone => Some(format!("{} has cast a spell", name(bind.fighter))),
        _ => None,
    };
    told.unwrap_or_else(|| {
        match window.moment.trigger {
            ActionDone | ActivationDone => "The action is over",
            ActivationStart => "A turn begins",
            CardRevealed => "A card is being played",
            CardResolved => "A card has been played",
            AttackDone | DrivenBack => "The attack is over",
            ReactionDone => "Somebody has reacted",
            Scored => "An objective has been scored",
            PowerStepDone => "The power step is over",
            PhaseStart => "The fighting begins",
            PhaseEnd => "The fighting of this round is over",
            EndPhase => "The end phase begins",
            _ => "Something just happened",
        }
        .to_owned()
    })
}

fn question(on: &OnTable, kind: &str) -> String {
    let names = &on.names;
    let attack = on
        .game
        .state
        .attack()
        .filter(|attack| attack.attacker.is_some() && attack.target.is_some());
    let clash = attack.map(|attack| {
        let weapon = names.printed_weapon(on.game.sight(), attack.attacker, attack.weapon);
        format!(
            "{} attacks {} with {}",
            names.printed(attack.attacker),
            names.printed(attack.target),
            weapon
        )
    });
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
        "attack-target" => "Choose whom to attack after the charge.".to_owned(),
        "next-target" => in_attack("choose the next target"),
        "weapon-ability" => in_attack("choose a weapon ability to use"),
        "reroll" => in_attack("choose a die to re-roll, or none"),
        "drive-back" => {
            in_attack("pick a hex to drive the target back to, or leave it where it is")
        }
        "overrun" => in_attack("follow up into the target's hex, or stay"),
        "stand-fast" => in_attack("stand fast, or not"),
        "power-step" => "Power step: play a card, give an upgrade, or pass.".to_owned(),
        "reaction" if ordering(on) => {
            "Several things happen at once: choose which comes first.".to_owned()
        }
        "reaction" => match &clash {
            Some(clash) => format!("{clash}: react, or pass."),
            None => format!("{}: react, or pass.", moment(on)),
        },
        "mulligan" => "Look at the hand: keep it, or replace cards once.".to_owned(),
        "deploy" => "Choose a fighter and a starting hex.".to_owned(),
        "token" => "Choose a hex for the next token.".to_owned(),
        "board" => "Choose a board.".to_owned(),
        "join" => "Choose how the board is joined to those on the table.".to_owned(),
        "territory" => "Choose which side of the battlefield to take.".to_owned(),
        "first" => "Choose who goes first.".to_owned(),
        "score" => "Score objectives whose conditions are met, one at a time.".to_owned(),
        "discard" => "Discard cards, one at a time, or finish.".to_owned(),
        "upgrade" => "Give upgrades to fighters, one at a time, or finish.".to_owned(),
        "focus" => "Choose cards to discard and replace, one at a time, or finish.".to_owned(),
        "extra-action" => match only_actor(on) {
            Some(who) => format!(
                "{} may act once more: choose what to do.",
                names.printed(who)
            ),
            None => "A fighter may act once more: choose who, and what to do.".to_owned(),
        },
        _ => "Choose what the effect asks for.".to_owned(),
    }
}

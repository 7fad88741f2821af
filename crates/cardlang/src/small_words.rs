//! The small words that steps are written with: which action, deck, place or line, and how long.

use serde::{Deserialize, Serialize};

/// An action that can be granted, forbidden or asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum ActionKind {
    /// A Move.
    Move,
    /// An Attack.
    Attack,
    /// A Charge.
    Charge,
    /// Going on Guard.
    Guard,
    /// Any action the fighter could make.
    Any,
}

/// Which weapon a granted attack uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WeaponPick {
    /// Any weapon that satisfies the condition.
    Any,
    /// A weapon of this card, by index into [`crate::CardCode::weapons`].
    Card(u8),
    /// A weapon of the fighter's present side, by index.
    Own(u8),
    /// A weapon of the fighter by the number of its name.
    Named(u8),
    /// A weapon of the fighter by the number of its name, without its price and in its first mode.
    Free(u8),
    /// The weapon of the attack at hand, on its target alone.
    Again,
    /// The weapon of the attack at hand.
    Same,
    /// Any weapon; you make the attack with the fighter, on your enemies, as if it were yours.
    ByYou,
}

/// A deck of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Deck {
    /// Power cards.
    Power,
    /// Objectives.
    Objective,
}

/// Where a card can be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Zone {
    /// Its owner's hand.
    Hand,
    /// The top of its deck.
    Top,
    /// The bottom of its deck.
    Bottom,
    /// Its discard pile.
    Discard,
}

/// The line a push must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum PushWay {
    /// Anywhere.
    Free,
    /// Each hex further from the reference.
    Away,
    /// Each hex closer to the reference.
    Toward,
    /// In the straight line from the reference through where it stands.
    Onward,
    /// By the shortest way to a hex that meets the condition, however long.
    Nearest,
    /// Anywhere, through the hexes of other fighters as well.
    Through,
}

/// How something that is under way is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Altered {
    /// The damage about to be dealt is less.
    Reduce,
    /// It is more.
    Raise,
    /// It is not dealt.
    Prevent,
    /// It is dealt to another fighter instead.
    Divert,
    /// The damage just dealt is taken off again, as if it had not been.
    Undo,
    /// The attack just judged is successful.
    Succeed,
    /// It fails.
    Fail,
    /// The attack just declared is made on another fighter.
    Redirect,
    /// A player loses unspent glory to you.
    TakeGlory,
    /// A player loses unspent glory.
    LoseGlory,
    /// The attack just judged ends, whatever was still to come of it.
    StopAttack,
    /// The fighter about to go out of action does not.
    Spare,
    /// The push about to be made is not.
    Halt,
    /// The Move that somebody was picked for is not made.
    HaltMove,
    /// The Move under way ends in the hex that was just entered.
    EndMove,
    /// The card that has just chosen a fighter did not choose it.
    Unchoose,
    /// Some of the counters about to be removed need not be there, and count as removed.
    Waive,
}

/// How long an effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Until {
    /// Until the attack at hand is resolved.
    Attack,
    /// Until the action at hand is over.
    Action,
    /// Until the activation (Action step) at hand is over.
    Activation,
    /// From the next activation (Action step) to its end, never past the round.
    NextActivation,
    /// Until this many activations (Action steps) are over: the `n` of [`crate::instr::Install`].
    Activations,
    /// The next spell attempted by your warband.
    NextSpell,
    /// Until the end of the action (combat) phase.
    Phase,
    /// Until the end of the round.
    Round,
    /// For the rest of the game.
    Game,
    /// Until a card of the same group is played (waypoint, domain), or the end of the round if the ruleset says so.
    Group,
    /// As [`Until::Group`], and never past the round.
    GroupOrRound,
    /// Until the end of the power step at hand.
    Step,
    /// In the next turn, activation and power step.
    NextTurn,
    /// In the next activation of the player who makes it.
    OwnNextActivation,
    /// Until the next power step begins.
    NextStep,
    /// Your next activation and the power step after it.
    OwnNextTurn,
}

impl Until {
    /// All of them, in their order.
    pub const ALL: [Until; 16] = [
        Until::Attack,
        Until::Action,
        Until::Activation,
        Until::NextActivation,
        Until::Activations,
        Until::NextSpell,
        Until::Phase,
        Until::Round,
        Until::Game,
        Until::Group,
        Until::GroupOrRound,
        Until::Step,
        Until::NextTurn,
        Until::OwnNextActivation,
        Until::NextStep,
        Until::OwnNextTurn,
    ];
}

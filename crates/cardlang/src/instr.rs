//! Instructions: what a card does, one step at a time.
//!
//! A frame that runs a card is its card, owner, fighter, program counter and eight slots
//! ([`Slots`]); it can stop at any instruction to ask a player or to roll dice, and be resumed from
//! those values alone. Every jump goes forward, except [`Instr::Again`], which returns to a
//! [`Instr::Next`] that takes one element out of a finite set each time: no card can run forever.

use crate::code::HexMark;
use crate::program::{Expr, words::Domain};
use gloryhex_model::{Die, Token};
use serde::{Deserialize, Serialize};

/// An index into [`crate::CardCode::code`].
pub type Pc = u16;
/// The values of a frame. Index, amount or −1; a set of up to 32 elements takes two neighbours (low half first).
pub type Slots = [i16; crate::binding::SLOTS];

/// What an instruction is about: a slot, or one of the fixed things of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ref(pub u8);

impl Ref {
    /// The bearer, caster or fighter whose ability it is.
    pub const ME: Ref = Ref(8);
    /// The seat that plays or owns the card.
    pub const YOU: Ref = Ref(9);
    /// This card.
    pub const THIS: Ref = Ref(10);
    /// Nothing.
    pub const NONE: Ref = Ref(255);

    /// The slot, if it is one.
    pub const fn slot(self) -> Option<u8> {
        if self.0 < 8 { Some(self.0) } else { None }
    }
}

impl std::fmt::Debug for Ref {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Ref::ME => f.write_str("me"),
            Ref::YOU => f.write_str("you"),
            Ref::THIS => f.write_str("this"),
            Ref::NONE => f.write_str("-"),
            Ref(n) => write!(f, "s{n}"),
        }
    }
}

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
    /// By the shortest way to a hex that meets the condition, however long.
    Nearest,
}

/// A change of something that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Alter {
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
    /// A player loses unspent glory to you.
    TakeGlory,
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
    /// Until this many activations (Action steps) are over: the `n` of [`Instr::Install`].
    Activations,
    /// The next spell attempted by your warband.
    NextSpell,
    /// Until the end of the action (combat) phase.
    Phase,
    /// Until the end of the round.
    Round,
    /// Until a card of the same group is played (waypoint, domain), or the end of the round if the ruleset says so.
    Group,
    /// As [`Until::Group`], and never past the round.
    GroupOrRound,
    /// For the rest of the game.
    Game,
    /// Until the end of the power step at hand.
    Step,
    /// In the next turn, activation and power step.
    NextTurn,
    /// In the next activation of the player who makes it.
    OwnNextActivation,
}

/// One step of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Instr {
    /// The card is resolved.
    End,
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on elsewhere unless the condition holds.
    Unless {
        /// The condition.
        cond: Expr,
        /// Where to go on if it does not hold.
        to: Pc,
    },
    /// Asks a player whether to do what follows; "no" goes on elsewhere.
    May {
        /// Whom to ask.
        by: Ref,
        /// Where to go on after "no".
        to: Pc,
    },
    /// Asks a player for one of the `n` [`Instr::Arm`]s that follow whose condition holds; nothing happens if none does.
    Options {
        /// Whom to ask.
        by: Ref,
        /// How many arms.
        n: u8,
        /// Where to go on if no arm can be taken.
        to: Pc,
    },
    /// One of the things to choose from.
    Arm {
        /// When it can be chosen.
        cond: Expr,
        /// Where it begins.
        to: Pc,
    },
    /// Fills a set (two slots) with the elements that satisfy the filter.
    Each {
        /// First of the two slots.
        set: u8,
        /// From where; [`Domain::fits_set`] holds.
        over: Domain,
        /// The condition on `It(0)`.
        filter: Expr,
    },
    /// Takes an element out of a set, or goes on elsewhere if it is empty.
    Next {
        /// First of the two slots of the set.
        set: u8,
        /// The slot that receives the element.
        var: u8,
        /// Who picks the order; [`Ref::NONE`] takes the lowest first.
        by: Ref,
        /// Where to go on when the set is empty.
        to: Pc,
    },
    /// Back to a [`Instr::Next`].
    Again(Pc),
    /// Puts a value into a slot.
    Set {
        /// The slot.
        slot: u8,
        /// The value.
        value: Expr,
    },
    /// Asks a player for one element; the slot receives it, or −1 if there is none or it was declined.
    Choose {
        /// The slot.
        slot: u8,
        /// From where.
        over: Domain,
        /// Whose, for domains of something.
        of: Ref,
        /// The condition on `It(0)`.
        filter: Expr,
        /// Whom to ask.
        by: Ref,
        /// Whether this is the rules term "choose", which other cards notice.
        term: bool,
        /// Whether it can be declined.
        optional: bool,
    },
    /// Asks a player for up to `most` elements, one at a time.
    ChooseSet {
        /// First of the two slots of the set.
        set: u8,
        /// From where; [`Domain::fits_set`] holds.
        over: Domain,
        /// The condition on `It(0)`.
        filter: Expr,
        /// How many at most.
        most: Expr,
        /// Whether this is the rules term "choose".
        term: bool,
    },
    /// Asks you for a number from `low` to `high`.
    ChooseNumber {
        /// The slot.
        slot: u8,
        /// Least.
        low: Expr,
        /// Most.
        high: Expr,
    },
    /// Rolls dice; [`crate::program::Form::Dice`] reads them.
    Roll {
        /// Kind of dice.
        die: Die,
        /// How many.
        n: Expr,
    },
    /// Scatters from a hex; [`crate::program::Form::InChain`] and `ChainEnd` read the chain.
    Scatter {
        /// The hex.
        from: Ref,
        /// Hexes in the chain.
        n: Expr,
    },
    /// Deals damage to a fighter.
    Damage {
        /// The fighter.
        who: Ref,
        /// How much.
        n: Expr,
        /// The fighter or seat that deals it; [`Ref::NONE`] for nobody.
        by: Ref,
    },
    /// Puts wound tokens on a fighter, or takes some off, until it has `n`; this is not damage.
    SetDamage {
        /// The fighter.
        who: Ref,
        /// How many it then has.
        n: Expr,
    },
    /// Takes damage off a fighter.
    Heal {
        /// The fighter.
        who: Ref,
        /// How much.
        n: Expr,
    },
    /// Takes a fighter out of action at once.
    Slay {
        /// The fighter.
        who: Ref,
    },
    /// Gives a fighter a token (Guard and Stagger included).
    Give {
        /// The fighter.
        who: Ref,
        /// The token.
        token: Token,
    },
    /// Takes tokens of a kind from a fighter.
    Take {
        /// The fighter.
        who: Ref,
        /// The token.
        token: Token,
        /// All of them, or one.
        all: bool,
    },
    /// The fighter cannot be activated again in this phase.
    Spend {
        /// The fighter.
        who: Ref,
    },
    /// Inspires a fighter.
    Inspire {
        /// The fighter.
        who: Ref,
    },
    /// Turns a fighter back to its normal side.
    Uninspire {
        /// The fighter.
        who: Ref,
    },
    /// Pushes a fighter; you pick the hexes.
    Push {
        /// The fighter.
        who: Ref,
        /// How many hexes.
        n: Expr,
        /// Whether fewer hexes will do.
        up_to: bool,
        /// The line it must take.
        way: PushWay,
        /// The hex the line is measured from, for Away and Toward.
        of: Ref,
        /// The condition on the last hex, `It(0)`.
        end: Expr,
    },
    /// Pushes a fighter along the last scatter chain, as far as it is free.
    PushChain {
        /// The fighter.
        who: Ref,
    },
    /// Places a fighter in an empty hex you pick; brings it back if it was out of action.
    Place {
        /// The fighter.
        who: Ref,
        /// The condition on the hex, `It(0)`.
        hex: Expr,
        /// It is taken off the battlefield first, so that the hex it left is empty.
        lifted: bool,
    },
    /// Two fighters change places.
    Swap {
        /// One.
        a: Ref,
        /// The other.
        b: Ref,
    },
    /// Turns a feature token over.
    Flip {
        /// The token.
        token: Ref,
    },
    /// Takes a feature token off the battlefield.
    RemoveToken {
        /// The token.
        token: Ref,
    },
    /// Moves a feature token, or brings one back, to a hex.
    MoveToken {
        /// The token.
        token: Ref,
        /// The hex.
        hex: Ref,
    },
    /// Two feature tokens change places.
    SwapTokens {
        /// One.
        a: Ref,
        /// The other.
        b: Ref,
    },
    /// Gives a hex another kind for a time.
    MarkHex {
        /// The hex.
        hex: Ref,
        /// Whether it is said of the feature token in it, and goes where that token goes.
        token: bool,
        /// The kind.
        mark: HexMark,
        /// How long.
        until: Until,
    },
    /// A player draws cards.
    Draw {
        /// The player.
        seat: Ref,
        /// How many.
        n: Expr,
        /// From which deck.
        deck: Deck,
    },
    /// You alone look at the top card of your deck; the slot receives it, or −1.
    Peek {
        /// The slot.
        slot: u8,
        /// Which deck.
        deck: Deck,
    },
    /// Puts a card somewhere.
    PutCard {
        /// The card.
        card: Ref,
        /// Whose card it is.
        seat: Ref,
        /// Where to.
        to: Zone,
    },
    /// A player gains glory.
    Gain {
        /// The player.
        seat: Ref,
        /// How much.
        n: Expr,
        /// Whether it arrives already spent.
        spent: bool,
    },
    /// A player spends glory.
    SpendGlory {
        /// The player.
        seat: Ref,
        /// How much.
        n: Expr,
    },
    /// The fighter makes an action now.
    Grant {
        /// The fighter.
        who: Ref,
        /// Which action.
        action: ActionKind,
        /// Whether the action is named, so that tokens do not forbid it.
        named: bool,
        /// Whether it may be declined.
        optional: bool,
        /// With which weapon, for attacks.
        weapon: WeaponPick,
        /// The condition on the target (attack) or on the last hex (Move), `It(0)`; attack facts speak of the weapon.
        filter: Expr,
    },
    /// Puts the clauses of an effect into force, with the slots as they are.
    Install {
        /// Number of the effect, as in [`crate::Clause::effect`].
        effect: u8,
        /// How long.
        until: Until,
        /// Ends early, after the first attack, move, damage or spell it applied to.
        first: bool,
        /// Number of activations for [`Until::Activations`].
        n: Expr,
    },
    /// Ends the effect this clause belongs to.
    Cease,
    /// The spell at hand is not cast.
    CancelSpell,
    /// The power card at hand does nothing.
    CancelCard,
    /// Discards an upgrade from its fighter.
    Break {
        /// The card.
        card: Ref,
    },
    /// Gives an upgrade to a fighter.
    Equip {
        /// The card.
        card: Ref,
        /// The fighter.
        who: Ref,
        /// Whether no glory is asked for.
        free: bool,
    },
    /// Advances a player's tracker.
    Track {
        /// The player.
        seat: Ref,
        /// How many steps.
        n: Expr,
    },
    /// Nobody gains glory for the fighter taken out just now.
    NoBounty,
    /// The target of the attack at hand is not driven back.
    NoDriveBack,
    /// You roll dice of the attack at hand again, of your choice.
    Reroll {
        /// Dice of the defence roll instead of the attack roll.
        defence: bool,
        /// How many.
        most: Expr,
        /// Whether fewer dice will do.
        up_to: bool,
    },
    /// Changes something that is under way.
    Alter {
        /// How.
        what: Alter,
        /// The other fighter, or the player; [`Ref::NONE`] for none.
        who: Ref,
        /// By how much.
        n: Expr,
        /// Not brought below this.
        least: u8,
    },
    /// Runs a registered function of the machine.
    Native(u8),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_fits_ten_bytes() {
        assert_eq!(size_of::<Instr>(), 10);
    }
}

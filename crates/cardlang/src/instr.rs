//! Instructions: what a card does, one step at a time.
//!
//! A frame that runs a card is its card, owner, fighter, program counter and eight slots
//! ([`Slots`]); it can stop at any instruction to ask a player or to roll dice, and be resumed from
//! those values alone. Every jump goes forward, except [`Instr::Again`], which returns to a
//! [`Instr::Next`] that takes one element out of a finite set each time: no card can run forever.

use crate::code::HexMark;
use crate::program::{Expr, words::Domain};
pub use crate::small_words::{ActionKind, Altered, Deck, PushWay, Until, WeaponPick, Zone};
use gloryhex_model::{CounterId, Die, Token};
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

/// A slot that a step puts a value into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slot(pub u8);

impl Slot {
    /// Its place among the slots.
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}

/// Two neighbouring slots with a set of up to 32 elements, by the first of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetAt(pub u8);

/// A part of a step that must be checked before the step can be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A condition or an amount.
    Expr(Expr),
    /// A slot.
    Slot(Slot),
    /// A set.
    Set(SetAt),
    /// Where the card goes on.
    To(Pc),
}

/// What a step can be written with; most of it needs no check.
trait Written: Copy {
    fn part(self) -> Option<Part> {
        None
    }
}

impl Written for Expr {
    fn part(self) -> Option<Part> {
        Some(Part::Expr(self))
    }
}
impl Written for Slot {
    fn part(self) -> Option<Part> {
        Some(Part::Slot(self))
    }
}
impl Written for SetAt {
    fn part(self) -> Option<Part> {
        Some(Part::Set(self))
    }
}
impl Written for Pc {
    fn part(self) -> Option<Part> {
        Some(Part::To(self))
    }
}
impl Written for Ref {}
impl Written for Domain {}
impl Written for bool {}
impl Written for u8 {}
impl Written for Token {}
impl Written for CounterId {}
impl Written for Die {}
impl Written for ActionKind {}
impl Written for WeaponPick {}
impl Written for Deck {}
impl Written for Zone {}
impl Written for PushWay {}
impl Written for Until {}
impl Written for HexMark {}
impl Written for Altered {}

/// Declares the steps: for each a struct of what it is written with, and [`Instr`], which is any of them.
macro_rules! steps {
    ($($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $part:ident: $type:ty,)* })*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
            pub struct $name {
                $($(#[$of])* pub $part: $type,)*
            }
            impl From<$name> for Instr {
                fn from(step: $name) -> Instr {
                    Instr::$name(step)
                }
            }
        )*

        /// One step of a card.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Instr {
            $($(#[$about])* $name($name),)*
        }

        impl std::fmt::Debug for Instr {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Instr::$name(step) => step.fmt(f),)*
                }
            }
        }

        impl Instr {
            /// What can be wrong in itself of what the step is written with.
            pub fn parts(self) -> Vec<Part> {
                match self {
                    $(Instr::$name($name { $($part),* }) => {
                        let parts: [Option<Part>; _] = [$($part.part()),*];
                        parts.into_iter().flatten().collect()
                    })*
                }
            }
        }
    };
}

steps! {
    /// The card is resolved.
    End {}
    /// Goes on elsewhere.
    Jump {
        /// Where to.
        to: Pc,
    }
    /// Goes on elsewhere unless the condition holds.
    Unless {
        /// The condition.
        cond: Expr,
        /// Where to go on if it does not hold.
        to: Pc,
    }
    /// Asks a player whether to do what follows; "no" goes on elsewhere.
    May {
        /// Whom to ask.
        by: Ref,
        /// Where to go on after "no".
        to: Pc,
    }
    /// Asks a player for one of the `n` [`Instr::Arm`]s that follow whose condition holds; nothing happens if none does.
    Options {
        /// Whom to ask.
        by: Ref,
        /// How many arms.
        n: u8,
        /// Where to go on if no arm can be taken.
        to: Pc,
    }
    /// One of the things to choose from.
    Arm {
        /// When it can be chosen.
        cond: Expr,
        /// Where it begins.
        to: Pc,
    }
    /// Fills a set (two slots) with the elements that satisfy the filter.
    Each {
        /// First of the two slots.
        set: SetAt,
        /// From where; [`Domain::fits_set`] holds.
        over: Domain,
        /// The condition on `It(0)`.
        filter: Expr,
    }
    /// Takes an element out of a set, or goes on elsewhere if it is empty.
    Next {
        /// First of the two slots of the set.
        set: SetAt,
        /// The slot that receives the element.
        var: Slot,
        /// Who picks the order; [`Ref::NONE`] takes the lowest first.
        by: Ref,
        /// Where to go on when the set is empty.
        to: Pc,
    }
    /// Back to a [`Instr::Next`].
    Again {
        /// Where to.
        to: Pc,
    }
    /// Puts a value into a slot.
    Set {
        /// The slot.
        slot: Slot,
        /// The value.
        value: Expr,
    }
    /// Asks a player for one element; the slot receives it, or −1 if there is none.
    Choose {
        /// The slot.
        slot: Slot,
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
    }
    /// Asks a player for up to `most` elements, one at a time.
    ChooseSet {
        /// First of the two slots of the set.
        set: SetAt,
        /// From where; [`Domain::fits_set`] holds.
        over: Domain,
        /// The condition on `It(0)`.
        filter: Expr,
        /// How many at most.
        most: Expr,
        /// Whether this is the rules term "choose".
        term: bool,
    }
    /// Asks you for a number from `low` to `high`.
    ChooseNumber {
        /// The slot.
        slot: Slot,
        /// Least.
        low: Expr,
        /// Most.
        high: Expr,
    }
    /// Rolls dice; [`crate::program::Form::Dice`] reads them.
    Roll {
        /// Kind of dice.
        die: Die,
        /// How many.
        n: Expr,
    }
    /// Scatters from a hex; [`crate::program::Form::InChain`] and `ChainEnd` read the chain.
    Scatter {
        /// The hex.
        from: Ref,
        /// Hexes in the chain.
        n: Expr,
    }
    /// Deals damage to a fighter.
    Damage {
        /// The fighter.
        who: Ref,
        /// How much.
        n: Expr,
        /// The fighter or seat that deals it; [`Ref::NONE`] for nobody.
        by: Ref,
    }
    /// Puts wound tokens on a fighter, or takes some off, until it has `n`; this is not damage.
    SetDamage {
        /// The fighter.
        who: Ref,
        /// How many it then has.
        n: Expr,
    }
    /// Takes damage off a fighter.
    Heal {
        /// The fighter.
        who: Ref,
        /// How much.
        n: Expr,
    }
    /// Takes a fighter out of action at once.
    Slay {
        /// The fighter.
        who: Ref,
    }
    /// Gives a fighter a token (Guard and Stagger included).
    Give {
        /// The fighter.
        who: Ref,
        /// The token.
        token: Token,
    }
    /// Takes tokens of a kind from a fighter.
    Take {
        /// The fighter.
        who: Ref,
        /// The token.
        token: Token,
        /// All of them, or one.
        all: bool,
    }
    /// The fighter cannot be activated again in this phase.
    Spend {
        /// The fighter.
        who: Ref,
    }
    /// Inspires a fighter.
    Inspire {
        /// The fighter.
        who: Ref,
    }
    /// Turns a fighter back to its normal side.
    Uninspire {
        /// The fighter.
        who: Ref,
    }
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
    }
    /// Pushes a fighter along the last scatter chain, as far as it is free.
    PushChain {
        /// The fighter.
        who: Ref,
    }
    /// Places a fighter in an empty hex you pick; brings it back if it was out of action.
    Place {
        /// The fighter.
        who: Ref,
        /// The condition on the hex, `It(0)`.
        hex: Expr,
        /// It is taken off the battlefield first, so that the hex it left is empty.
        lifted: bool,
    }
    /// Two fighters change places.
    Swap {
        /// One.
        a: Ref,
        /// The other.
        b: Ref,
    }
    /// Turns a feature token over.
    Flip {
        /// The token.
        token: Ref,
    }
    /// Takes a feature token off the battlefield.
    RemoveToken {
        /// The token.
        token: Ref,
    }
    /// Moves a feature token, or brings one back, to a hex.
    MoveToken {
        /// The token.
        token: Ref,
        /// The hex.
        hex: Ref,
    }
    /// Two feature tokens change places.
    SwapTokens {
        /// One.
        a: Ref,
        /// The other.
        b: Ref,
    }
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
    }
    /// A player draws cards.
    Draw {
        /// The player.
        seat: Ref,
        /// How many.
        n: Expr,
        /// From which deck.
        deck: Deck,
    }
    /// You alone look at the top card of your deck; the slot receives it, or −1.
    Peek {
        /// The slot.
        slot: Slot,
        /// Which deck.
        deck: Deck,
    }
    /// Puts a card somewhere.
    PutCard {
        /// The card.
        card: Ref,
        /// Where to.
        to: Zone,
    }
    /// A player gains glory.
    Gain {
        /// The player.
        seat: Ref,
        /// How much.
        n: Expr,
        /// Whether it arrives already spent.
        spent: bool,
    }
    /// A fighter or a player is given counters of a name.
    AddCounters {
        /// Who; [`Ref::YOU`] for you.
        whose: Ref,
        /// Which.
        counter: CounterId,
        /// How many.
        n: Expr,
    }
    /// Counters of a name are taken from a fighter or a player.
    RemoveCounters {
        /// Who; [`Ref::YOU`] for you.
        whose: Ref,
        /// Which.
        counter: CounterId,
        /// How many; nothing for all of them.
        n: Expr,
    }
    /// A player spends glory.
    SpendGlory {
        /// The player.
        seat: Ref,
        /// How much.
        n: Expr,
    }
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
    }
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
    }
    /// Ends the effect this clause belongs to.
    Cease {}
    /// The spell at hand is not cast.
    CancelSpell {}
    /// The power card at hand does nothing.
    CancelCard {}
    /// Discards an upgrade from its fighter.
    Break {
        /// The card.
        card: Ref,
    }
    /// Gives an upgrade to a fighter.
    Equip {
        /// The card.
        card: Ref,
        /// The fighter.
        who: Ref,
        /// Whether no glory is asked for.
        free: bool,
    }
    /// Advances a player's tracker.
    Track {
        /// The player.
        seat: Ref,
        /// How many steps.
        n: Expr,
    }
    /// Nobody gains glory for the fighter taken out just now.
    NoBounty {}
    /// The target of the attack at hand is not driven back.
    NoDriveBack {}
    /// You roll dice of the attack at hand again, of your choice.
    Reroll {
        /// Dice of the defence roll instead of the attack roll.
        defence: bool,
        /// How many.
        most: Expr,
        /// Whether fewer dice will do.
        up_to: bool,
    }
    /// Changes something that is under way.
    Alter {
        /// How.
        what: Altered,
        /// The other fighter, or the player; [`Ref::NONE`] for none.
        who: Ref,
        /// By how much.
        n: Expr,
        /// Not brought below this.
        least: u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_fits_ten_bytes() {
        assert_eq!(size_of::<Instr>(), 10);
    }
}

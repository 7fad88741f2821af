//! Instructions: what a card does, one step at a time.
//!
//! A frame that runs a card is its card, owner, fighter, program counter and eight slots
//! ([`Slots`]); it can stop at any instruction to ask a player or to roll dice, and be resumed from
//! those values alone. Every step leads forward, except an [`Instr::Jump`] back to a [`Instr::Next`] or [`Instr::NextCard`];
//! each of these takes another of finitely many elements every time, so that no card can run forever.

use crate::code::HexMark;
pub use crate::part::Part;
use crate::part::Written;
use crate::program::{Formula, ir::Faces, words::Domain};
pub use crate::small_words::{ActionKind, Altered, Deck, PushWay, Until, WeaponPick, Zone};
use gloryhex_model::{CounterId, Die, Face, FaceSet, Token};
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

/// Two neighbouring slots with a set of up to 32 elements, by the first of them; or [`SetAt::PICKED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetAt(pub u8);

impl SetAt {
    /// In place of slots: the one set of up to 64 cards that a frame keeps apart from them.
    pub const PICKED: SetAt = SetAt(255);
}

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
            /// Lets the card go on here wherever the step says where it goes on.
            pub(crate) fn land(&mut self, here: Pc) {
                match self {
                    $(Instr::$name($name { $($part),* }) => {
                        $($part.land(here);)*
                    })*
                }
            }
        }
    };
}

steps! {
    /// The card is resolved.
    End {}
    /// Goes on elsewhere: further down, or back to a [`Instr::Next`] or [`Instr::NextCard`].
    Jump {
        /// Where to.
        to: Pc,
    }
    /// Goes on elsewhere unless the condition holds.
    Unless {
        /// The condition.
        cond: Formula,
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
        cond: Formula,
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
        filter: Formula,
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
    /// Takes the next card of a pile, or goes on elsewhere if there is none behind the one in the slot.
    NextCard {
        /// The slot that receives the card; it holds the one before.
        var: Slot,
        /// From where.
        over: Domain,
        /// Whose pile.
        of: Ref,
        /// The condition on `It(0)`.
        filter: Formula,
        /// Where to go on after the last.
        to: Pc,
    }
    /// Shows the top card of your power deck so many times; an emberstone card may be played, given or kept there.
    Raid {
        /// How many times.
        n: Formula,
        /// Whether it is an additional one, which belongs to the raid under way.
        more: bool,
        /// Who raids, after an attack; [`Ref::NONE`] for nobody.
        by: Ref,
    }
    /// Puts a value into a slot.
    Set {
        /// The slot.
        slot: Slot,
        /// The value.
        value: Formula,
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
        filter: Formula,
        /// Whom to ask; [`Ref::NONE`] lets chance pick.
        by: Ref,
        /// Whether this is the rules term "choose", which other cards notice.
        term: bool,
    }
    /// Asks a player for up to `most` elements, one at a time.
    ChooseSet {
        /// Where the set is kept.
        set: SetAt,
        /// From where; [`Domain::fits_set`] holds, unless the elements are cards that are picked.
        over: Domain,
        /// Whose, for domains of something.
        of: Ref,
        /// The condition on `It(0)`.
        filter: Formula,
        /// How many at least, if there are so many.
        least: u8,
        /// How many at most.
        most: Formula,
        /// Whether this is the rules term "choose".
        term: bool,
    }
    /// Asks you for a number from `low` to `high`.
    ChooseNumber {
        /// The slot.
        slot: Slot,
        /// Least.
        low: Formula,
        /// Most.
        high: Formula,
    }
    /// Rolls dice; [`crate::program::Form::Dice`] reads them.
    Roll {
        /// Kind of dice.
        die: Die,
        /// How many.
        n: Formula,
    }
    /// Scatters from a hex; [`crate::program::Form::InChain`] and `ChainEnd` read the chain.
    Scatter {
        /// The hex.
        from: Ref,
        /// Hexes in the chain.
        n: Formula,
    }
    /// Deals damage to a fighter.
    Damage {
        /// The fighter.
        who: Ref,
        /// How much.
        n: Formula,
        /// The fighter or seat that deals it; [`Ref::NONE`] for nobody.
        by: Ref,
    }
    /// Puts wound tokens on a fighter, or takes some off, until it has `n`; this is not damage.
    SetDamage {
        /// The fighter.
        who: Ref,
        /// How many it then has.
        n: Formula,
    }
    /// Takes damage off a fighter.
    Heal {
        /// The fighter.
        who: Ref,
        /// How much.
        n: Formula,
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
        /// Not at once, but in the next Inspire step.
        later: bool,
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
        n: Formula,
        /// Whether fewer hexes will do.
        up_to: bool,
        /// The line it must take.
        way: PushWay,
        /// The hex the line is measured from, for Away and Toward.
        of: Ref,
        /// The condition on the last hex, `It(0)`.
        end: Formula,
    }
    /// Pushes a fighter along the last scatter chain, as far as it is free.
    PushChain {
        /// The fighter.
        who: Ref,
        /// How many hexes at most; nothing for all of it.
        n: Formula,
    }
    /// Places a fighter in an empty hex you pick; brings it back if it was out of action.
    Place {
        /// The fighter.
        who: Ref,
        /// The condition on the hex, `It(0)`.
        hex: Formula,
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
        /// Whether hexes that are closed to tokens will do.
        anywhere: bool,
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
    /// The attack that was picked is made with a melee weapon of another fighter.
    Wield {
        /// Whose weapon.
        who: Ref,
    }
    /// Takes the player's own trap model out of a hex.
    Unmark {
        /// The hex.
        hex: Ref,
    }
    /// A player draws cards.
    Draw {
        /// The player.
        seat: Ref,
        /// How many.
        n: Formula,
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
    /// A card is shown.
    Show {
        /// The card.
        card: Ref,
        /// Whether only you see it, and not all.
        alone: bool,
    }
    /// You name an objective that could be in an opponent's deck; the slot receives its number in the catalogue, or −1.
    NameCard {
        /// The slot.
        slot: Slot,
        /// Whose deck; that of any opponent for [`Ref::YOU`].
        of: Ref,
    }
    /// Nothing is known any more of where cards lie in your deck.
    Shuffle {
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
        n: Formula,
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
        n: Formula,
    }
    /// Counters of a name are taken from a fighter or a player.
    RemoveCounters {
        /// Who; [`Ref::YOU`] for you.
        whose: Ref,
        /// Which.
        counter: CounterId,
        /// How many; nothing for all of them.
        n: Formula,
    }
    /// A player spends glory.
    SpendGlory {
        /// The player.
        seat: Ref,
        /// How much.
        n: Formula,
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
        filter: Formula,
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
        n: Formula,
        /// The slots in which it keeps fighters, as bits.
        fighters: u8,
    }
    /// Nobody reacts until the card is resolved.
    Quiet {}
    /// Ends the effect this clause belongs to.
    Cease {}
    /// Ends all effects of a card.
    EndEffects {
        /// The card.
        card: Ref,
    }
    /// You decide in the scatter of the spell at hand, in its caster's place.
    Guide {}
    /// A player scatters for this card, and pushes along the chain, in your place.
    Hand {
        /// The player.
        to: Ref,
    }
    /// You turn the scatter token that was just placed.
    Orient {}
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
        n: Formula,
    }
    /// All players roll off; the slot receives the winner.
    RollOff {
        /// The slot.
        slot: Slot,
    }
    /// You pick a direction, and all fighters are pushed one hex that way at once.
    Shift {}
    /// You may play a card from your hand now.
    Allow {
        /// Any power card, or a ploy only.
        any: bool,
    }
    /// Nobody gains glory for the fighter taken out just now.
    NoBounty {}
    /// The target of the attack at hand is not driven back.
    NoDriveBack {}
    /// You turn dice of a roll to a face, of your choice.
    Turn {
        /// Which roll.
        of: Faces,
        /// How many.
        n: Formula,
        /// Whether only successes can be turned.
        success: bool,
        /// The face.
        to: Face,
    }
    /// Dice are counted in a roll as if they had been rolled.
    Include {
        /// Which roll.
        of: Faces,
        /// How many.
        n: Formula,
        /// The face they show, unless it is that of a success.
        face: Face,
        /// Whether they show whatever is a success of the roll, but no critical.
        success: bool,
    }
    /// You leave dice of a roll out, of your choice.
    Drop {
        /// Which roll.
        of: Faces,
        /// How many.
        n: Formula,
    }
    /// You roll dice of the attack or spell at hand again, of your choice.
    Reroll {
        /// Which roll.
        of: Faces,
        /// How many.
        most: Formula,
        /// Whether fewer dice will do.
        up_to: bool,
        /// The faces of dice that can be rolled again.
        among: FaceSet,
    }
    /// Changes something that is under way.
    Alter {
        /// How.
        what: Altered,
        /// The other fighter, or the player; [`Ref::NONE`] for none.
        who: Ref,
        /// By how much.
        n: Formula,
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

//! The verbs of the card language: their words, and for those that are a word and its operands all there is to say of
//! them in one row. Statements with a condition or a block have another shape, and files of their own.
//!
//! What a verb does at the table is in the engine, `cards/steps/`, a file for each.

#[macro_use]
mod operand;
mod common;
mod moments;
mod plain;
mod rolls;

use crate::instr::{self, Altered, Instr, Ref, Zone};
use crate::program::{Formula, words::Prop};
use crate::vocab::Type;
use common::{
    AMOUNT, CARD, CARD_PLACE, COUNTED, COUNTER, DAMAGE, DECK, FIGHTER, HEX_KIND, LASTING, OWNER,
    PIECE, PLAYER, SCATTER, TOKEN, alter, alter_to,
};
pub use operand::{Given, Kind, Operand};
pub use plain::Plain;
pub(crate) use plain::STATEMENTS;
pub(crate) use rolls::turned;
use rolls::{DROP, INCLUDE, REROLL, TURN};

/// A verb that is a word and its operands, each in its place.
#[derive(Debug)]
pub struct Row {
    /// The word in a card file.
    pub word: &'static str,
    /// What stands after it, in order.
    pub operands: &'static [Operand],
    /// How it reads: `{0}` is the first operand, `{0's}` what is its own, `{tail}` what an amount needs behind the
    /// sentence, `{target}` the target of the attack at hand, `{fallen}` who went out of action; `{phase}` and the like are the edition's own words. Empty
    /// for a verb that reads in several ways (`english/counted.rs`). Of counters it reads in two ways, divided by a bar: of a
    /// fighter's and of a player's, where `{s}` is the ending after anybody but you.
    pub reads: &'static str,
    /// The step it is at the table, by what its operands stand for.
    pub step: fn(&[Given]) -> Instr,
}

/// One row per verb.
pub const ROWS: [Row; 62] = [
    Row {
        word: "slay",
        operands: &[FIGHTER],
        reads: "{0} is {taken_out}",
        step: step!(Slay { who }),
    },
    Row {
        word: "exhaust",
        operands: &[FIGHTER],
        reads: "{0} cannot be activated again this phase",
        step: step!(Spend { who }),
    },
    Row {
        word: "inspire",
        operands: &[
            FIGHTER,
            Operand::of(Kind::Flag(" in the next Inspire step", ""))
                .after("later")
                .if_any(),
        ],
        reads: "inspire {0}{1}",
        step: step!(Inspire { who, later }),
    },
    Row {
        word: "uninspire",
        operands: &[FIGHTER],
        reads: "turn {0} back to its normal side",
        step: step!(Uninspire { who }),
    },
    Row {
        word: "drift",
        operands: &[FIGHTER, AMOUNT.after("by").if_any()],
        reads: "",
        step: step!(PushChain { who, n }),
    },
    Row {
        word: "damage",
        operands: &[
            FIGHTER,
            AMOUNT,
            Operand::of(Kind::Dealer).after("by").if_any(),
        ],
        reads: "{0} takes {1} damage{tail}",
        step: step!(Damage { who, n, by }),
    },
    Row {
        word: "wound",
        operands: &[FIGHTER, AMOUNT.after("to")],
        reads: "set the damage on {0} to {1}",
        step: step!(SetDamage { who, n }),
    },
    Row {
        word: "give",
        operands: &[FIGHTER, Operand::of(Kind::Token)],
        reads: "give {0} a {1} token",
        step: step!(Give { who, token }),
    },
    Row {
        word: "flip",
        operands: &[TOKEN],
        reads: "flip {0}",
        step: step!(Flip { token }),
    },
    Row {
        word: "remove",
        operands: &[TOKEN],
        reads: "remove {0} from the battlefield",
        step: step!(RemoveToken { token }),
    },
    Row {
        word: "remove",
        operands: &[
            Operand::of(Kind::AmountOrAll),
            COUNTER,
            COUNTED.after("from").if_any(),
        ],
        reads: "remove {0} {1} from {2}|{2} give{s} up {0} {1}",
        step: step!(RemoveCounters { n, counter, whose }),
    },
    Row {
        word: "add",
        operands: &[AMOUNT, COUNTER, COUNTED.after("to").if_any()],
        reads: "put {0} {1} on {2}|{2} gain{s} {0} {1}",
        step: step!(AddCounters { n, counter, whose }),
    },
    Row {
        word: "move",
        operands: &[
            TOKEN,
            Operand::thing(Type::Hex).after("to"),
            Operand::of(Kind::Flag(", even if it is blocked", ""))
                .after("even blocked")
                .if_any(),
        ],
        reads: "move {0} to {1}{2}",
        step: step!(MoveToken {
            token,
            hex,
            anywhere
        }),
    },
    Row {
        word: "roll_off",
        operands: &[Operand::of(Kind::Name(Type::Player))],
        reads: "the players roll off",
        step: step!(RollOff { slot }),
    },
    Row {
        word: "shift",
        operands: &[Operand::of(Kind::Word(
            "thing to be shifted",
            &[(
                "fighters",
                "pick a direction and push every fighter one hex that way, all at once; whoever cannot be pushed so stays",
            )],
        ))],
        reads: "{0}",
        step: step!(Shift),
    },
    Row {
        word: "allow",
        operands: &[Operand::of(Kind::Word(
            "card to be played",
            &[
                ("ploy", "you may play a ploy now"),
                ("card", "you may play a power card now"),
            ],
        ))],
        reads: "{0}",
        step: |of| {
            let any = of[0].word() == 2;
            instr::Allow { any }.into()
        },
    },
    Row {
        word: "heal",
        operands: &[FIGHTER, Operand::of(Kind::AmountOr("fully", Prop::Damage))],
        reads: "{0} heals {1}{tail}",
        step: step!(Heal { who, n }),
    },
    Row {
        word: "take",
        operands: &[
            Operand::of(Kind::Flag("all", "one")).after("all").if_any(),
            Operand::of(Kind::Token),
            FIGHTER.after("from"),
        ],
        reads: "remove {0} of {2's} {1} tokens",
        step: step!(Take { all, token, who }),
    },
    Row {
        word: "take",
        operands: &[AMOUNT, PLAYER.after("glory from")],
        reads: "take {0} unspent glory from {1}",
        step: |of| alter(Altered::TakeGlory, of[1].into(), of[0].into()),
    },
    Row {
        word: "swap",
        operands: &[PIECE, PIECE.after(",")],
        reads: "",
        step: |of| {
            let (a, b) = (of[0].into(), of[1].into());
            match of[0].is_of_token() {
                true => instr::SwapTokens { a, b }.into(),
                false => instr::Swap { a, b }.into(),
            }
        },
    },
    Row {
        word: "mark",
        operands: &[Operand::of(Kind::Spot), HEX_KIND, LASTING.after("until")],
        reads: "{1}{2}",
        step: |of| {
            let (hex, token) = (of[0].into(), of[0].is_of_token());
            let (mark, until) = (of[1].into(), of[2].into());
            instr::MarkHex {
                hex,
                token,
                mark,
                until,
            }
            .into()
        },
    },
    Row {
        word: "unmark",
        operands: &[Operand::thing(Type::Hex)],
        reads: "remove your trap model from {0}",
        step: step!(Unmark { hex }),
    },
    Row {
        word: "draw",
        operands: &[AMOUNT, DECK, PLAYER.after("for").if_any()],
        reads: "",
        step: step!(Draw { n, deck, seat }),
    },
    Row {
        word: "look",
        operands: &[Operand::of(Kind::Name(Type::Card)), DECK.after(":")],
        reads: "look at your topmost {1} card",
        step: step!(Peek { slot, deck }),
    },
    Row {
        word: "name_card",
        operands: &[Operand::of(Kind::Name(Type::Title)), OWNER],
        reads: "name an objective card",
        step: step!(NameCard { slot, of }),
    },
    Row {
        word: "show",
        operands: &[
            CARD,
            Operand::of(Kind::Flag(" to you alone", ""))
                .after("to you")
                .if_any(),
        ],
        reads: "show {0}{1}",
        step: step!(Show { card, alone }),
    },
    Row {
        word: "shuffle",
        operands: &[DECK],
        reads: "shuffle your {0} deck",
        step: step!(Shuffle { deck }),
    },
    Row {
        word: "put",
        operands: &[CARD, CARD_PLACE, OWNER],
        reads: "{1}",
        step: step!(PutCard { card, to }),
    },
    Row {
        word: "discard",
        operands: &[CARD, OWNER],
        reads: "discard {0}",
        step: step!(PutCard { card; to: Zone::Discard }),
    },
    Row {
        word: "break",
        operands: &[CARD],
        reads: "{break_card} {0}",
        step: step!(Break { card }),
    },
    Row {
        word: "equip",
        operands: &[
            CARD,
            FIGHTER.after("on"),
            Operand::of(Kind::Flag(" at no cost", ""))
                .after("free")
                .if_any(),
        ],
        reads: "give {0} to {1}{2}",
        step: step!(Equip { card, who, free }),
    },
    Row {
        word: "gain",
        operands: &[
            AMOUNT,
            Operand::of(Kind::Flag("spent ", ""))
                .after("spent")
                .if_any(),
        ],
        reads: "",
        step: step!(Gain { n, spent; seat: Ref::YOU }),
    },
    Row {
        word: "spend",
        operands: &[AMOUNT, PLAYER.after("for").if_any()],
        reads: "",
        step: step!(SpendGlory { n, seat }),
    },
    Row {
        word: "lose",
        operands: &[AMOUNT, PLAYER.after("glory for").if_any()],
        reads: "",
        step: |of| alter(Altered::LoseGlory, of[1].into(), of[0].into()),
    },
    Row {
        word: "track",
        operands: &[AMOUNT, PLAYER.after("for").if_any()],
        reads: "",
        step: step!(Track { n, seat }),
    },
    REROLL,
    TURN,
    INCLUDE,
    DROP,
    Row {
        word: "redirect",
        operands: &[FIGHTER.after("to")],
        reads: "",
        step: |of| alter(Altered::Redirect, of[0].into(), Formula::YES),
    },
    Row {
        word: "unchoose",
        operands: &[FIGHTER],
        reads: "{0} is not chosen",
        step: |of| alter(Altered::Unchoose, of[0].into(), Formula::YES),
    },
    Row {
        word: "waive",
        operands: &[AMOUNT],
        reads: "remove {0} fewer; as many as were asked for count as removed",
        step: |of| alter(Altered::Waive, Ref::NONE, of[0].into()),
    },
    Row {
        word: "raid",
        operands: &[
            AMOUNT,
            Operand::of(Kind::Flag(" more", "")).after("more").if_any(),
            FIGHTER.after("by").if_any(),
        ],
        reads: "",
        step: |of| {
            let (n, more) = (of[0].into(), of[1].word() > 0);
            let by = match of[2] {
                Given::Thing(by) => by,
                _ => Ref::NONE,
            };
            instr::Raid { n, more, by }.into()
        },
    },
    Row {
        word: "spare",
        operands: &[FIGHTER],
        reads: "{0} is not {taken_out}",
        step: |of| alter(Altered::Spare, of[0].into(), Formula::YES),
    },
    Row {
        word: "halt",
        operands: &[Operand::of(Kind::Word(
            "thing to halt",
            &[
                ("push", "the fighter is not pushed"),
                ("move", "that {move} is not made"),
            ],
        ))],
        reads: "{0}",
        step: |of| match of[0].word() {
            2 => alter(Altered::HaltMove, Ref::NONE, Formula::YES),
            _ => alter(Altered::Halt, Ref::NONE, Formula::YES),
        },
    },
    Row {
        word: "end_move",
        operands: &[],
        reads: "that {move} ends in that hex",
        step: |_| alter(Altered::EndMove, Ref::NONE, Formula::YES),
    },
    Row {
        word: "wield",
        operands: &[FIGHTER],
        reads: "use one of {0's} melee weapons for the {attack} instead",
        step: step!(Wield { who }),
    },
    Row {
        word: "reduce",
        operands: &[
            AMOUNT.after("damage"),
            Operand::of(Kind::Number(", but not below {}"))
                .after("at least")
                .if_any(),
        ],
        reads: "",
        step: |of| {
            let least = of[1].word() as u8;
            alter_to(Altered::Reduce, Ref::NONE, of[0].into(), least)
        },
    },
    Row {
        word: "raise",
        operands: &[AMOUNT.after("damage")],
        reads: "raise the damage by {0}",
        step: |of| alter(Altered::Raise, Ref::NONE, of[0].into()),
    },
    Row {
        word: "prevent",
        operands: &[DAMAGE],
        reads: "the damage is not dealt",
        step: |_| alter(Altered::Prevent, Ref::NONE, Formula::YES),
    },
    Row {
        word: "divert",
        operands: &[FIGHTER.after("damage to")],
        reads: "the damage is dealt to {0} instead",
        step: |of| alter(Altered::Divert, of[0].into(), Formula::YES),
    },
    Row {
        word: "undo",
        operands: &[DAMAGE],
        reads: "undo that damage as if it had not been suffered",
        step: |_| alter(Altered::Undo, Ref::NONE, Formula::YES),
    },
    Row {
        word: "judge",
        operands: &[Operand::of(Kind::Word(
            "verdict",
            &[
                ("successful", "the {attack} is successful"),
                ("failed", "the {attack} fails"),
            ],
        ))
        .after("attack")],
        reads: "{0}",
        step: |of| match of[0].word() {
            2 => alter(Altered::Fail, Ref::NONE, Formula::YES),
            _ => alter(Altered::Succeed, Ref::NONE, Formula::YES),
        },
    },
    Row {
        word: "stop",
        operands: &[Operand::of(Kind::Word("thing to stop", &[("attack", "")]))],
        reads: "the {attack} ends at once",
        step: |_| alter(Altered::StopAttack, Ref::NONE, Formula::YES),
    },
    Row {
        word: "forgo",
        operands: &[Operand::of(Kind::Word(
            "thing to forgo",
            &[
                ("bounty", "nobody gains glory for {fallen}"),
                ("drive_back", "{target} is not driven back"),
            ],
        ))],
        reads: "{0}",
        step: |of| match of[0].word() {
            2 => instr::NoDriveBack {}.into(),
            _ => instr::NoBounty {}.into(),
        },
    },
    Row {
        word: "cancel",
        operands: &[Operand::of(Kind::Word(
            "thing to cancel",
            &[
                ("spell", "the spell is not cast"),
                ("card", "that card has no effect"),
            ],
        ))],
        reads: "{0}",
        step: |of| match of[0].word() {
            2 => instr::CancelCard {}.into(),
            _ => instr::CancelSpell {}.into(),
        },
    },
    Row {
        word: "fade",
        operands: &[CARD],
        reads: "the effects of {0} end",
        step: step!(EndEffects { card }),
    },
    Row {
        word: "guide",
        operands: &[SCATTER],
        reads: "you resolve the scatter in place of the caster's player",
        step: step!(Guide),
    },
    Row {
        word: "hand",
        operands: &[SCATTER, PLAYER.after("to")],
        reads: "{1} resolves the scatter and the push along its chain",
        step: |of| instr::Hand { to: of[1].into() }.into(),
    },
    Row {
        word: "orient",
        operands: &[SCATTER],
        reads: "you pick how the scatter token lies",
        step: step!(Orient),
    },
    Row {
        word: "quiet",
        operands: &[],
        reads: "nobody reacts until this is resolved",
        step: step!(Quiet),
    },
    Row {
        word: "cease",
        operands: &[],
        reads: "this effect ends",
        step: step!(Cease),
    },
];

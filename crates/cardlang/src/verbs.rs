//! The verbs of the card language: their words, and for those that are a word and its operands all there is to say of
//! them in one row. Verbs with another shape are parsed, checked, compiled and spoken in files of their own.
//!
//! What a verb does at the table is in the engine, `cards/steps/`, a file for each.

use crate::instr::{self, Instr, Ref, Zone};
use crate::program::Expr;
use crate::vocab::Type;
use gloryhex_model::{CounterId, Token};
use serde::{Deserialize, Serialize};

/// A verb that is a word and its operands, each in its place.
#[derive(Debug)]
pub struct Row {
    /// The word in a card file.
    pub word: &'static str,
    /// What stands after it, in order.
    pub operands: &'static [Operand],
    /// How it reads: `{0}` is the first operand, `{tail}` what an amount needs behind the sentence, `{phase}` and the
    /// like are the edition's own words. Of counters it reads in two ways, divided by a bar: of a fighter's and of a
    /// player's, where `{s}` is the ending after anybody but you.
    pub reads: &'static str,
    /// The step it is at the table, by what its operands stand for.
    pub step: fn(&[Given]) -> Instr,
}

/// An operand of a verb.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The small word before it, or nothing.
    pub before: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Whether it may be left out.
    pub optional: bool,
}

/// What an operand is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A thing of a type.
    Thing(Type),
    /// Who deals damage: a fighter or a player.
    Dealer,
    /// How much or how many.
    Amount,
    /// A token that a fighter can have.
    Token,
    /// How many, or `all`.
    AmountOrAll,
    /// A counter that has a name.
    Counter,
    /// Who has such counters; you, if nobody is named and players have them.
    Counted,
    /// One of some words: what such a word is, and each with how it reads.
    Word(&'static str, &'static [(&'static str, &'static str)]),
}

impl Operand {
    const fn thing(ty: Type) -> Operand {
        Operand::of(Kind::Thing(ty))
    }
    const fn of(kind: Kind) -> Operand {
        Operand {
            before: "",
            kind,
            optional: false,
        }
    }
    const fn after(self, before: &'static str) -> Operand {
        Operand { before, ..self }
    }
    /// Whether it says how many.
    fn counts(&self) -> bool {
        matches!(self.kind, Kind::Amount | Kind::AmountOrAll)
    }
    const fn if_any(self) -> Operand {
        Operand {
            optional: true,
            ..self
        }
    }
}

/// What an operand stands for at the table.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// A thing.
    Thing(Ref),
    /// An amount.
    Amount(Expr),
    /// The place of a word among those it could be, counted from 1; 0 for none.
    Word(u8),
}

impl Given {
    /// The thing; you, if nobody is named.
    fn thing(self) -> Ref {
        match self {
            Given::Thing(thing) => thing,
            Given::Amount(_) | Given::Word(_) => Ref::YOU,
        }
    }
    fn amount(self) -> Expr {
        match self {
            Given::Amount(n) => n,
            Given::Thing(_) | Given::Word(_) => Expr::YES,
        }
    }
    fn counter(self) -> CounterId {
        CounterId(self.word().saturating_sub(1) as u8)
    }
    fn word(self) -> usize {
        match self {
            Given::Word(place) => place.into(),
            Given::Thing(_) | Given::Amount(_) => 0,
        }
    }
}

const FIGHTER: Operand = Operand::thing(Type::Fighter);
const TOKEN: Operand = Operand::thing(Type::Token);
const CARD: Operand = Operand::thing(Type::Card);
const AMOUNT: Operand = Operand::of(Kind::Amount);
const COUNTER: Operand = Operand::of(Kind::Counter);
const COUNTED: Operand = Operand::of(Kind::Counted);
const OWNER: Operand = Operand::thing(Type::Player).after("of").if_any();

/// One row per verb.
pub const ROWS: [Row; 20] = [
    Row {
        word: "slay",
        operands: &[FIGHTER],
        reads: "{0} is {taken_out}",
        step: |of| instr::Slay { who: of[0].thing() }.into(),
    },
    Row {
        word: "exhaust",
        operands: &[FIGHTER],
        reads: "{0} cannot be activated again this phase",
        step: |of| instr::Spend { who: of[0].thing() }.into(),
    },
    Row {
        word: "inspire",
        operands: &[FIGHTER],
        reads: "inspire {0}",
        step: |of| instr::Inspire { who: of[0].thing() }.into(),
    },
    Row {
        word: "uninspire",
        operands: &[FIGHTER],
        reads: "turn {0} back to its normal side",
        step: |of| instr::Uninspire { who: of[0].thing() }.into(),
    },
    Row {
        word: "drift",
        operands: &[FIGHTER],
        reads: "push {0} along the chain",
        step: |of| instr::PushChain { who: of[0].thing() }.into(),
    },
    Row {
        word: "damage",
        operands: &[
            FIGHTER,
            AMOUNT,
            Operand::of(Kind::Dealer).after("by").if_any(),
        ],
        reads: "{0} takes {1} damage{tail}",
        step: |of| {
            let (who, n, by) = (of[0].thing(), of[1].amount(), of[2].thing());
            instr::Damage { who, n, by }.into()
        },
    },
    Row {
        word: "wound",
        operands: &[FIGHTER, AMOUNT.after("to")],
        reads: "set the damage on {0} to {1}",
        step: |of| {
            let (who, n) = (of[0].thing(), of[1].amount());
            instr::SetDamage { who, n }.into()
        },
    },
    Row {
        word: "give",
        operands: &[FIGHTER, Operand::of(Kind::Token)],
        reads: "give {0} a {1} token",
        step: |of| {
            let (who, token) = (of[0].thing(), Token::ALL[of[1].word().saturating_sub(1)]);
            instr::Give { who, token }.into()
        },
    },
    Row {
        word: "flip",
        operands: &[TOKEN],
        reads: "flip {0}",
        step: |of| {
            instr::Flip {
                token: of[0].thing(),
            }
            .into()
        },
    },
    Row {
        word: "remove",
        operands: &[TOKEN],
        reads: "remove {0} from the battlefield",
        step: |of| {
            instr::RemoveToken {
                token: of[0].thing(),
            }
            .into()
        },
    },
    Row {
        word: "add",
        operands: &[AMOUNT, COUNTER, COUNTED.after("to").if_any()],
        reads: "put {0} {1} on {2}|{2} gain{s} {0} {1}",
        step: |of| {
            let (n, counter, whose) = (of[0].amount(), of[1].counter(), of[2].thing());
            instr::AddCounters { n, counter, whose }.into()
        },
    },
    Row {
        word: "remove",
        operands: &[
            Operand::of(Kind::AmountOrAll),
            COUNTER,
            COUNTED.after("from").if_any(),
        ],
        reads: "remove {0} {1} from {2}|{2} give{s} up {0} {1}",
        step: |of| {
            let (n, counter, whose) = (of[0].amount(), of[1].counter(), of[2].thing());
            instr::RemoveCounters { n, counter, whose }.into()
        },
    },
    Row {
        word: "move",
        operands: &[TOKEN, Operand::thing(Type::Hex).after("to")],
        reads: "move {0} to {1}",
        step: |of| {
            let (token, hex) = (of[0].thing(), of[1].thing());
            instr::MoveToken { token, hex }.into()
        },
    },
    Row {
        word: "put",
        operands: &[
            CARD,
            Operand::of(Kind::Word(
                "place for a card",
                &[
                    ("hand", "take {0} into your hand"),
                    ("top", "put {0} on top of its deck"),
                    ("bottom", "put {0} on the bottom of its deck"),
                    ("discard", "discard {0}"),
                ],
            )),
            OWNER,
        ],
        reads: "{1}",
        step: |of| {
            let zones = [Zone::Hand, Zone::Top, Zone::Bottom, Zone::Discard];
            let (card, to) = (of[0].thing(), zones[of[1].word().saturating_sub(1)]);
            instr::PutCard { card, to }.into()
        },
    },
    Row {
        word: "discard",
        operands: &[CARD, OWNER],
        reads: "discard {0}",
        step: |of| {
            let (card, to) = (of[0].thing(), Zone::Discard);
            instr::PutCard { card, to }.into()
        },
    },
    Row {
        word: "break",
        operands: &[CARD],
        reads: "{break_card} {0}",
        step: |of| {
            instr::Break {
                card: of[0].thing(),
            }
            .into()
        },
    },
    Row {
        word: "equip",
        operands: &[
            CARD,
            FIGHTER.after("on"),
            Operand::of(Kind::Word("way to pay", &[("free", " at no cost")])).if_any(),
        ],
        reads: "give {0} to {1}{2}",
        step: |of| {
            let (card, who, free) = (of[0].thing(), of[1].thing(), of[2].word() > 0);
            instr::Equip { card, who, free }.into()
        },
    },
    Row {
        word: "gain",
        operands: &[
            AMOUNT,
            Operand::of(Kind::Word("kind of glory", &[("spent", "spent ")])).if_any(),
        ],
        reads: "you gain {0} {1}glory",
        step: |of| {
            let (seat, n, spent) = (Ref::YOU, of[0].amount(), of[1].word() > 0);
            instr::Gain { seat, n, spent }.into()
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
        word: "cease",
        operands: &[],
        reads: "this effect ends",
        step: |_| instr::Cease {}.into(),
    },
];

/// A verb that has a row, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain(u8);

impl Plain {
    /// The verb with a word. Two verbs can have one word if only one of them begins with how many.
    pub fn of(word: &str, counts: bool) -> Option<Plain> {
        let mut known = (0u8..).zip(&ROWS).filter(|(_, row)| row.word == word);
        let first = known.clone().next();
        let begins = |row: &Row| row.operands.first().is_some_and(|first| first.counts());
        let meant = known.find(|(_, row)| begins(row) == counts).or(first);
        meant.map(|(place, _)| Plain(place))
    }
    /// Its row.
    pub fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0) % ROWS.len()]
    }
}

/// Words that begin a statement with a shape of its own.
const SHAPED: [&str; 33] = [
    "reduce", "raise", "prevent", "divert", "undo", "judge", "choose", "pick", "name", "if", "may",
    "one", "each", "roll", "scatter", "push", "place", "lift", "let", "effect", "swap", "heal",
    "take", "mark", "draw", "look", "spend", "track", "forgo", "reroll", "order", "then", "do",
];

/// Every word that begins a statement.
pub(crate) const STATEMENTS: [&str; SHAPED.len() + ROWS.len()] = {
    let mut all = [""; SHAPED.len() + ROWS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < SHAPED.len() {
            SHAPED[at]
        } else {
            ROWS[at - SHAPED.len()].word
        };
        at += 1;
    }
    all
};

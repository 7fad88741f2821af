//! Names and types of counters that warbands, plots and cards name.

use super::Checker;
use crate::catalog::CounterInfo;
use crate::program::words::{Prop, SeatProp};
use crate::span::{Diagnostic, Span, nearest};
use crate::syntax::{self, NewCounter, Word};
use crate::tree::{ClauseKind, Expr};
use crate::vocab::{Func, Type, entries};
use gloryhex_model::{CountedFor, CounterId, Price};

/// Who can have counters, by word.
const HOLDERS: [(&str, CountedFor); 2] = [
    ("fighter", CountedFor::Fighter),
    ("player", CountedFor::Player),
];

/// What a counter is called that a file declares, and who has it; `None` where the clause says so itself that it is
/// wrong.
pub(crate) fn declared(counter: &NewCounter) -> Option<CounterInfo> {
    let of = HOLDERS.iter().find(|(word, _)| *word == counter.of.text)?.1;
    let word = counter.name.text.clone();
    let called = match &counter.called {
        Some(called) => called.text.clone(),
        None => format!("{} counter", crate::lexicon::capital(&word)),
    };
    Some(CounterInfo { word, called, of })
}

/// What is wrong with a counter that is declared beside others.
pub(crate) fn flaw(known: &[CounterInfo], counter: &NewCounter) -> Option<Diagnostic> {
    let word = &counter.name.text;
    let info = declared(counter)?;
    if !entries(word).is_empty() {
        let message = format!("`{word}` has a meaning already");
        return Some(Diagnostic::new(counter.name.span, message).help("give it another name"));
    }
    match known.iter().find(|other| other.word == *word) {
        Some(other) if *other != info => {
            let whose = match other.of {
                CountedFor::Fighter => "fighter",
                CountedFor::Player => "player",
            };
            let message = format!("`{word}` is declared in another way elsewhere");
            let help = format!(
                "write `counter {word} of {whose} called \"{}\"` in each place",
                other.called
            );
            Some(Diagnostic::new(counter.name.span, message).help(help))
        }
        None if known.len() >= CounterId::MOST => {
            let message = format!("there are more than {} counters", CounterId::MOST);
            Some(Diagnostic::new(counter.name.span, message))
        }
        _ => None,
    }
}

impl Checker<'_> {
    /// `counter swag of player start 1`.
    pub(super) fn new_counter(&mut self, counter: &NewCounter) -> Option<ClauseKind> {
        self.one_of(&counter.of, "one to have counters", &HOLDERS)?;
        let (id, _) = self.words.counter(&counter.name.text)?;
        let start = counter.start.map_or(0, |(n, _)| n);
        if let (Some((_, span)), false) = (counter.start, self.stands) {
            let help = "write it in a warband, a warscroll or a plot; elsewhere use `add`";
            let message = "nobody begins with counters of a card that is not yet in play";
            self.error_help(span, message, help);
        }
        Some(ClauseKind::Counter(id, start.clamp(0, 99) as u8))
    }

    /// `price swag 1`: what is paid for an attack.
    pub(crate) fn price(&mut self, counter: &Word, n: i16) -> Option<Price> {
        let id = self.counter_named(counter)?;
        if n < 1 {
            let help = format!("write `price {} 1`, or no price", counter.text);
            self.error_help(counter.span, "a price of nothing is none", help);
        }
        let info = self.words.counters.get(usize::from(id.0))?;
        Some(Price {
            counter: id,
            n: n.clamp(0, 99) as u8,
            called: info.called.clone(),
        })
    }

    /// A counter by its name, after `counter is`.
    pub(super) fn counter_named(&mut self, word: &Word) -> Option<CounterId> {
        if let Some((id, _)) = self.words.counter(&word.text) {
            return Some(id);
        }
        let known = self.words.counters.iter().map(|known| known.word.as_str());
        let help = match nearest(&word.text, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "name it first: `counter {} of fighter` in a warband, a plot or a card",
                word.text
            ),
        };
        self.error_help(word.span, format!("`{}` is no counter", word.text), help);
        None
    }

    /// What has counters of a name.
    pub(super) fn counted_for(&self, counter: CounterId) -> Type {
        let known = self.words.counters.get(usize::from(counter.0));
        match known.map(|known| known.of) {
            Some(CountedFor::Fighter) => Type::Fighter,
            Some(CountedFor::Player) | None => Type::Player,
        }
    }

    /// `removable(me, rage)`: how many can be removed from a fighter.
    pub(super) fn removable(
        &mut self,
        args: &[syntax::Phrase],
        span: Span,
    ) -> Option<(Expr, Type)> {
        let help = "write `removable(me, rage)`";
        let [whose, name] = args else {
            self.error_help(span, "`removable` takes a fighter and a counter", help);
            return None;
        };
        let syntax::PhraseKind::Call(word, inner) = &name.kind else {
            self.error_help(name.span, "expected the name of a counter", help);
            return None;
        };
        let id = self.counter_named(word).filter(|_| inner.is_empty())?;
        if self.counted_for(id) != Type::Fighter {
            let message = format!("`{}` counts for a player, not for a fighter", word.text);
            self.error_help(word.span, message, help);
            return None;
        }
        let whose = self.typed(whose, Type::Fighter);
        let func = Func::Fighter(Prop::Removable(id));
        Some((Expr::Call(func, vec![whose]), Type::Number))
    }

    /// `swag(you)`: how many somebody has.
    pub(super) fn counters_of(
        &mut self,
        word: &Word,
        args: &[syntax::Phrase],
        subject: Option<(Expr, Type)>,
        span: Span,
    ) -> Option<(Expr, Type)> {
        let (id, info) = self.words.counter(&word.text)?;
        let (want, func) = match info.of {
            CountedFor::Fighter => (Type::Fighter, Func::Fighter(Prop::Counters(id))),
            CountedFor::Player => (Type::Player, Func::Seat(SeatProp::Counters(id))),
        };
        let it = self.it.last().copied();
        let whose = match (args, subject, it) {
            ([whose], None, _) => self.typed(whose, want),
            ([], Some((whose, ty)), _) if ty == want => whose,
            ([], None, Some(it)) if self.type_of(it) == want => Expr::Var(it),
            _ => {
                let name = &word.text;
                let who = match info_word(want) {
                    "fighter" => "me",
                    _ => "you",
                };
                let message = format!("`{name}` counts for a {}", info_word(want));
                self.error_help(span, message, format!("write `{name}({who})`"));
                return None;
            }
        };
        Some((Expr::Call(func, vec![whose]), Type::Number))
    }
}

fn info_word(want: Type) -> &'static str {
    match want {
        Type::Fighter => "fighter",
        _ => "player",
    }
}

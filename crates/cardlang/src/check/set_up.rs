//! Clauses that say how a fighter's game begins, and what is different in set-up.

use super::Checker;
use crate::set_up::{Begins, Deploys};
use crate::span::Span;
use crate::syntax::Word;
use crate::tree::ClauseKind;

impl Checker<'_> {
    /// `starts inspired`.
    pub(super) fn starts(&mut self, word: &Word) -> Option<ClauseKind> {
        self.of_a_fighter(word)?;
        let known = [("inspired", Begins::Inspired)];
        let begins = self.one_of(word, "way to start", &known)?;
        Some(ClauseKind::Begins(begins))
    }

    /// `deploys never`, `deploys beside "Name"`, `deploys next_to "Name"`, `deploys before_first`, `deploys abroad`.
    pub(super) fn deploys(&mut self, how: &Word, whom: Option<&Word>) -> Option<ClauseKind> {
        self.of_a_fighter(how)?;
        let lead = whom.map_or(u16::MAX, |whom| {
            let name = self.words.name(&whom.text);
            self.names_used.push((name, whom.span));
            name
        });
        let known = [
            ("never", Deploys::Never),
            ("beside", Deploys::Beside(lead)),
            ("next_to", Deploys::NextTo(lead)),
            ("before_first", Deploys::BeforeFirst),
            ("abroad", Deploys::Abroad),
        ];
        let deploys = self.one_of(how, "way to be placed", &known)?;
        if matches!(deploys, Deploys::Beside(_) | Deploys::NextTo(_)) != whom.is_some() {
            let message = "a fighter is placed beside somebody who is named, and nowhere else";
            self.error_help(how.span, message, "write `deploys beside \"Name\"`");
            return None;
        }
        Some(ClauseKind::Begins(Begins::Deploys(deploys)))
    }

    /// `becomes "Name" { … }`.
    pub(super) fn becomes(&mut self, name: &Word) -> ClauseKind {
        let name = self.words.name(&name.text);
        ClauseKind::Begins(Begins::Becomes(name))
    }

    /// `setup flips 2`.
    pub(super) fn flips(&mut self, n: i16, span: Span) -> ClauseKind {
        if !self.stands {
            let help = "write it in a warscroll or a plot";
            self.error_help(span, "this card is not in play during set-up", help);
        }
        if !(1..=3).contains(&n) {
            let help = "write `setup flips 1`, `2` or `3`";
            self.error_help(span, "nobody can flip that many tokens in set-up", help);
        }
        ClauseKind::Flips(n.clamp(1, 3) as u8)
    }

    /// Only a fighter's own card says how its game begins.
    fn of_a_fighter(&mut self, word: &Word) -> Option<()> {
        if self.is_fighter {
            return Some(());
        }
        let message = "only a fighter's card says how its game begins";
        let help = "write it in the braces of a fighter, outside of its sides and effects";
        self.error_help(word.span, message, help);
        None
    }
}

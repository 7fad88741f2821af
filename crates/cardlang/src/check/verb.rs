//! Names and types of statements that are a verb and what it is about.

use super::Checker;
use super::stmt::UNTIL;
use crate::code::{HexMark, RollKind};
use crate::instr::{Altered, Deck};
use crate::span::Span;
use crate::syntax::{self, Word};
use crate::tree::{Given, Origin, Stmt};
use crate::verbs::{Kind, Plain};
use crate::vocab::Type;
use gloryhex_model::{Token, Trigger};

impl Checker<'_> {
    pub(crate) fn verb(
        &mut self,
        verb: &Word,
        args: &[syntax::Expr],
        words: &[Word],
    ) -> Option<Stmt> {
        let deck = [("power", Deck::Power), ("objective", Deck::Objective)];
        Some(match verb.text.as_str() {
            "swap" => {
                let (a, ty) = self.expr(&args[0])?;
                if !matches!(ty, Type::Fighter | Type::Token) {
                    self.error(args[0].span, format!("{} cannot change places", ty.shown()));
                    return None;
                }
                Stmt::Swap(ty, a, self.typed(&args[1], ty))
            }
            "heal" => {
                let who = self.fighter(&args[0]);
                Stmt::Heal(who, args.get(1).map(|n| self.amount(n)))
            }
            "reduce" | "raise" | "prevent" | "undo" | "divert" | "judge" => {
                return self.alter(verb, args, words);
            }
            "take" if words.is_empty() => {
                let n = self.amount(&args[0]);
                let whom = self.typed(&args[1], Type::Player);
                Stmt::Alter(Altered::TakeGlory, Some(whom), Some(n), 0)
            }
            "take" => {
                let who = self.fighter(&args[0]);
                Stmt::Take(who, self.token(&words[0])?, words.len() > 1)
            }
            "mark" => {
                let hex = self.typed(&args[0], Type::Hex);
                let marks = [("blocked", HexMark::Blocked), ("lethal", HexMark::Lethal)];
                let mark = self.one_of(&words[0], "kind a hex can be given", &marks)?;
                Stmt::Mark(hex, mark, self.one_of(&words[1], "length of time", &UNTIL)?)
            }
            "draw" => {
                let n = self.amount(&args[0]);
                let seat = args.get(1).map(|s| self.typed(s, Type::Player));
                Stmt::Draw(seat, n, self.one_of(&words[0], "deck", &deck)?)
            }
            "look" => {
                let deck = self.one_of(&words[1], "deck", &deck)?;
                let var = self.var(&words[0].text, Type::Card, Origin::Named);
                self.declare(&words[0], var);
                Stmt::Look(var, deck)
            }
            "spend" => Stmt::Spend(self.amount(&args[0])),
            "track" => {
                let n = self.amount(&args[0]);
                Stmt::Track(args.get(1).map(|s| self.typed(s, Type::Player)), n)
            }
            "forgo" => {
                let bounty = self.one_of(
                    &words[0],
                    "thing to forgo",
                    &[("bounty", true), ("drive_back", false)],
                )?;
                if bounty {
                    Stmt::NoBounty
                } else {
                    Stmt::NoDriveBack
                }
            }
            "reroll" => {
                let in_time = matches!(
                    self.moment,
                    Some(
                        Trigger::AttackRolled | Trigger::AttackRollStands | Trigger::DefenceRolled
                    )
                );
                if !in_time {
                    let help = "react `after attack_rolled` or `after defence_rolled`; once the attack is judged its dice change nothing";
                    self.error_help(
                        verb.span,
                        "there are no dice to re-roll at this moment",
                        help,
                    );
                }
                let n = self.amount(&args[0]);
                let rolls = [("attack", RollKind::Attack), ("defence", RollKind::Defence)];
                Stmt::Reroll(self.one_of(&words[0], "roll", &rolls)?, n, words.len() > 1)
            }
            // The parser knows no other.
            _ => return None,
        })
    }

    /// A change of damage or of a verdict, which has its own moment.
    fn alter(&mut self, verb: &Word, args: &[syntax::Expr], words: &[Word]) -> Option<Stmt> {
        let (what, moment, event) = match verb.text.as_str() {
            "reduce" => (Altered::Reduce, Trigger::DamageDue, "damage_due"),
            "raise" => (Altered::Raise, Trigger::DamageDue, "damage_due"),
            "prevent" => (Altered::Prevent, Trigger::DamageDue, "damage_due"),
            "divert" => (Altered::Divert, Trigger::DamageDue, "damage_due"),
            "undo" => (Altered::Undo, Trigger::DamageDealt, "damage"),
            _ => {
                let verdicts = [("successful", Altered::Succeed), ("failed", Altered::Fail)];
                let what = self.one_of(&words[0], "verdict", &verdicts)?;
                (what, Trigger::AttackJudged, "attack_judged")
            }
        };
        if self.moment != Some(moment) {
            let message = format!("`{}` comes too early or too late here", verb.text);
            let help = format!("use it in a clause `after {event}` or `on {event}`");
            self.error_help(verb.span, message, help);
        }
        let mut who = None;
        let mut n = None;
        match what {
            Altered::Reduce | Altered::Raise => n = Some(self.amount(&args[0])),
            Altered::Divert => who = Some(self.fighter(&args[0])),
            _ => {}
        }
        let least = match (what, args.get(1).map(|least| &least.kind)) {
            (Altered::Reduce, Some(syntax::ExprKind::Number(least))) => (*least).clamp(0, 99) as u8,
            _ => 0,
        };
        Some(Stmt::Alter(what, who, n, least))
    }

    /// A verb that has a row.
    pub(crate) fn row(
        &mut self,
        verb: Span,
        plain: Plain,
        given: &[syntax::Given],
    ) -> Option<Stmt> {
        let mut checked = Vec::new();
        let mut counted = Type::Player;
        for (operand, given) in plain.row().operands.iter().zip(given) {
            checked.push(match (given, operand.kind) {
                (syntax::Given::Word(word), Kind::Counter) => {
                    let counter = self.counter_named(word)?;
                    counted = self.counted_for(counter);
                    Given::Word(counter.0 + 1)
                }
                (syntax::Given::Expr(whose), Kind::Counted) => {
                    Given::Expr(self.typed(whose, counted))
                }
                (syntax::Given::Absent, Kind::Counted) if counted == Type::Fighter => {
                    let help = "name the fighter, as in `add 1 rage to me` or `remove 1 rage from me`";
                    self.error_help(verb, "whose counters?", help);
                    return None;
                }
                (syntax::Given::Expr(expr), Kind::Thing(ty)) => Given::Expr(self.typed(expr, ty)),
                (syntax::Given::Expr(expr), Kind::Dealer) => {
                    let (by, ty) = self.expr(expr)?;
                    if !matches!(ty, Type::Fighter | Type::Player) {
                        self.error(expr.span, format!("{} deals no damage", ty.shown()));
                    }
                    Given::Expr(by)
                }
                (syntax::Given::Expr(expr), _) => Given::Expr(self.amount(expr)),
                (syntax::Given::Word(word), Kind::Word(what, words)) => {
                    let places = words.iter().zip(1..);
                    let known: Vec<(&str, u8)> = places.map(|((w, _), at)| (*w, at)).collect();
                    Given::Word(self.one_of(word, what, &known)?)
                }
                (syntax::Given::Word(word), _) => Given::Word(self.token(word)? as u8 + 1),
                (syntax::Given::Absent, _) => Given::Absent,
            });
        }
        Some(Stmt::Plain(plain, checked))
    }

    pub(crate) fn token(&mut self, word: &Word) -> Option<Token> {
        let known = Token::ALL.map(|t| (t.word(), t));
        self.one_of(word, "token a fighter can have", &known)
    }
}

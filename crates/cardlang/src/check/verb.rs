//! Names and types of statements that are a verb and what it is about.

use super::Checker;
use super::stmt::UNTIL;
use crate::code::{HexMark, RollKind};
use crate::instr::{Altered, Deck, Zone};
use crate::syntax::{self, Word};
use crate::tree::{Origin, Stmt};
use crate::verbs::Plain;
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
            "damage" => {
                let (who, n) = (self.fighter(&args[0]), self.amount(&args[1]));
                let by = match args.get(2) {
                    None => None,
                    Some(by) => {
                        let (expr, ty) = self.expr(by)?;
                        if !matches!(ty, Type::Fighter | Type::Player) {
                            self.error(by.span, format!("{} deals no damage", ty.shown()));
                        }
                        Some(expr)
                    }
                };
                Stmt::Damage(who, n, by)
            }
            "heal" => {
                let who = self.fighter(&args[0]);
                Stmt::Heal(who, args.get(1).map(|n| self.amount(n)))
            }
            "wound" => Stmt::Wound(self.fighter(&args[0]), self.amount(&args[1])),
            "give" => {
                let who = self.fighter(&args[0]);
                Stmt::Give(who, self.token(&words[0])?)
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
            "put" => {
                let card = self.typed(&args[0], Type::Card);
                let zones = [
                    ("hand", Zone::Hand),
                    ("top", Zone::Top),
                    ("bottom", Zone::Bottom),
                    ("discard", Zone::Discard),
                ];
                let seat = args.get(1).map(|s| self.typed(s, Type::Player));
                Stmt::Put(
                    card,
                    seat,
                    self.one_of(&words[0], "place for a card", &zones)?,
                )
            }
            "discard" => {
                let card = self.typed(&args[0], Type::Card);
                Stmt::Put(
                    card,
                    args.get(1).map(|s| self.typed(s, Type::Player)),
                    Zone::Discard,
                )
            }
            "gain" => Stmt::Gain(self.amount(&args[0]), !words.is_empty()),
            "spend" => Stmt::Spend(self.amount(&args[0])),
            "track" => {
                let n = self.amount(&args[0]);
                Stmt::Track(args.get(1).map(|s| self.typed(s, Type::Player)), n)
            }
            "cease" => Stmt::Cease,
            "cancel" => Stmt::Cancel(self.one_of(
                &words[0],
                "thing to cancel",
                &[("spell", true), ("card", false)],
            )?),
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
            "equip" => {
                let card = self.typed(&args[0], Type::Card);
                Stmt::Equip(card, self.fighter(&args[1]), !words.is_empty())
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
            word => {
                let plain = Plain::of(word)?;
                let operands = args.iter().zip(plain.row().operands);
                let operands = operands.map(|(arg, (_, ty))| self.typed(arg, *ty));
                Stmt::Plain(plain, operands.collect())
            }
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

    pub(crate) fn token(&mut self, word: &Word) -> Option<Token> {
        let known = Token::ALL.map(|t| (t.word(), t));
        self.one_of(word, "token a fighter can have", &known)
    }
}

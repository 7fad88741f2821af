//! Names and types of statements.

use super::Checker;
use crate::instr::{ActionKind, PushWay, Until, WeaponPick};
use crate::span::{Span, nearest};
use crate::syntax::{self, StmtKind, Word};
use crate::tree::{Expr, Origin, Pick, Sign, Stmt, VarId};
use crate::vocab::Type;
use gloryhex_model::{Die, Trigger};

/// How long effects can last, by word.
pub(crate) const UNTIL: [(&str, Until); 16] = [
    ("step", Until::Step),
    ("next_step", Until::NextStep),
    ("next_turn", Until::NextTurn),
    ("your_next_turn", Until::OwnNextTurn),
    ("your_next_activation", Until::OwnNextActivation),
    ("attack", Until::Attack),
    ("action", Until::Action),
    ("activation", Until::Activation),
    ("next_activation", Until::NextActivation),
    ("activations", Until::Activations),
    ("next_spell", Until::NextSpell),
    ("phase", Until::Phase),
    ("round", Until::Round),
    ("group", Until::Group),
    ("group_or_round", Until::GroupOrRound),
    ("game", Until::Game),
];

impl Checker<'_> {
    /// Statements of a block; names declared in it end with it.
    pub(crate) fn block(&mut self, stmts: &[syntax::Stmt]) -> Vec<Stmt> {
        let before = self.scope.len();
        let checked = stmts.iter().filter_map(|s| self.stmt(s)).collect();
        self.scope.truncate(before);
        checked
    }

    pub(crate) fn fighter(&mut self, expr: &syntax::Phrase) -> Expr {
        self.typed(expr, Type::Fighter)
    }
    pub(crate) fn amount(&mut self, expr: &syntax::Phrase) -> Expr {
        self.typed(expr, Type::Number)
    }
    pub(crate) fn player(&mut self, expr: &Option<syntax::Phrase>) -> Option<Expr> {
        expr.as_ref().map(|e| self.typed(e, Type::Player))
    }

    /// The value that goes with a word, or an error that lists them.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        word: &Word,
        what: &str,
        known: &[(&str, T)],
    ) -> Option<T> {
        if let Some((_, value)) = known.iter().find(|(w, _)| *w == word.text) {
            return Some(*value);
        }
        let words: Vec<&str> = known.iter().map(|(w, _)| *w).collect();
        let help = match nearest(&word.text, words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there is {}", crate::syntax::listed(&words)),
        };
        self.error_help(word.span, format!("`{}` is no {what}", word.text), help);
        None
    }

    fn stmt(&mut self, stmt: &syntax::Stmt) -> Option<Stmt> {
        match &stmt.kind {
            StmtKind::Choose {
                term,
                random,
                by,
                ranges,
                filter,
            } => {
                let stmt = self.choose(*term, by, ranges, filter)?;
                Some(match stmt {
                    Stmt::Choose { picks, filter, .. } if *random => Stmt::Choose {
                        term: false,
                        by: Some(Expr::Number(crate::NOBODY)),
                        picks,
                        filter,
                    },
                    other => other,
                })
            }
            StmtKind::ChooseSet {
                term,
                least,
                most,
                range,
            } => {
                let most = most.as_ref().map(|most| self.amount(most));
                let (over, ty) = self.domain(&range.domain)?;
                let of_cards = over.of_something() && most.is_some() && !*term;
                if !of_cards {
                    self.needs_set(over, range.domain.span)?;
                } else if std::mem::replace(&mut self.card_set, true) {
                    let help = "write the other as single picks";
                    self.error_help(range.domain.span, "a card keeps one set of cards", help);
                }
                let of = self.owner(over, range);
                let var = self.var("", ty, Origin::Element(over));
                let filter = range.filter.as_ref().map(|f| self.condition_on(var, f));
                let set = self.var("", Type::Set, Origin::Chosen(over));
                if let Some(name) = &range.name {
                    self.declare(name, set);
                }
                Some(Stmt::ChooseSet {
                    term: *term,
                    least: (*least).clamp(0, 32) as u8,
                    most,
                    set,
                    over,
                    of,
                    var,
                    filter,
                })
            }
            StmtKind::ChooseNumber { name, low, high } => {
                let (low, high) = (self.amount(low), self.amount(high));
                let var = self.var(&name.text, Type::Number, Origin::Named);
                self.declare(name, var);
                Some(Stmt::ChooseNumber(var, low, high))
            }
            StmtKind::Name(name, value) => {
                let (value, ty) = self.expr(value)?;
                let var = self.var(&name.text, ty, Origin::Named);
                self.declare(name, var);
                Some(Stmt::Name(var, value))
            }
            StmtKind::If(cond, yes, no) => {
                let cond = self.condition(cond);
                Some(Stmt::If(cond, self.block(yes), self.block(no)))
            }
            StmtKind::May(by, body) => {
                let by = self.player(by);
                Some(Stmt::May(by, self.block(body)))
            }
            StmtKind::OneOf(by, arms) => {
                let by = self.player(by);
                let arms = arms.iter().map(|a| self.block(a)).collect();
                Some(Stmt::OneOf(by, arms))
            }
            StmtKind::Each {
                ordered,
                turns,
                range,
                body,
            } => {
                let (over, ty) = self.domain(&range.domain)?;
                if ty != Type::Card || *ordered {
                    self.needs_set(over, range.domain.span)?;
                }
                let of = self.owner(over, range);
                let name = range.name.as_ref().map_or("", |n| n.text.as_str());
                let var = self.var(name, ty, Origin::Each(over));
                let before = self.scope.len();
                let turns = turns.as_ref().map(|player| {
                    let var = self.var(&player.text, Type::Player, Origin::Named);
                    self.declare(player, var);
                    var
                });
                if let Some(name) = &range.name {
                    self.declare(name, var);
                }
                let filter = range.filter.as_ref().map(|f| self.condition_on(var, f));
                self.it.push(var);
                let body = self.block(body);
                self.it.pop();
                self.scope.truncate(before);
                Some(Stmt::Each {
                    ordered: *ordered,
                    turns,
                    var,
                    over,
                    of,
                    filter,
                    body,
                })
            }
            StmtKind::EachIn {
                ordered,
                name,
                set,
                body,
            } => {
                let found = self
                    .scope
                    .iter()
                    .rev()
                    .find(|(n, _)| *n == set.text)
                    .map(|(_, v)| *v);
                let over = found.and_then(|v| match self.vars[v.0 as usize].origin {
                    Origin::Chosen(over) if self.vars[v.0 as usize].ty == Type::Set => {
                        Some((v, over))
                    }
                    _ => None,
                });
                let Some((set_var, over)) = over else {
                    let help = format!("write `choose up to 2 {}: friends` first", set.text);
                    self.error_help(set.span, format!("`{}` is no set", set.text), help);
                    return None;
                };
                let ty = if over.is_fighters() {
                    Type::Fighter
                } else if over.of_something() {
                    Type::Card
                } else {
                    Type::Token
                };
                let var = self.var(&name.text, ty, Origin::Each(over));
                let before = self.scope.len();
                self.declare(name, var);
                let body = self.block(body);
                self.scope.truncate(before);
                Some(Stmt::EachIn {
                    ordered: *ordered,
                    var,
                    set: set_var,
                    body,
                })
            }
            StmtKind::Roll(n, die) => {
                self.rolled.1 = true;
                let n = self.amount(n);
                let dice = [
                    ("attack", Die::Attack),
                    ("defence", Die::Defence),
                    ("magic", Die::Magic),
                ];
                Some(Stmt::Roll(self.one_of(die, "kind of dice", &dice)?, n))
            }
            StmtKind::Scatter(n, from) => {
                let n = self.amount(n);
                Some(Stmt::Scatter(self.typed(from, Type::Hex), n))
            }
            StmtKind::Push {
                who,
                n,
                up_to,
                way,
                end,
            } => {
                let who = self.fighter(who);
                let n = self.amount(n);
                let (way, of) = match way {
                    None => (PushWay::Free, None),
                    Some((word, _)) if word.text == "nearest" => (PushWay::Nearest, None),
                    Some((word, _)) if word.text == "through" => (PushWay::Through, None),
                    Some((word, of)) => {
                        let way = match word.text.as_str() {
                            "away" => PushWay::Away,
                            "onward" => PushWay::Onward,
                            _ => PushWay::Toward,
                        };
                        (way, Some(self.typed(of, Type::Hex)))
                    }
                };
                let hex = self.var("", Type::Hex, Origin::Hex);
                let end = end.as_ref().map(|e| self.condition_there(hex, e));
                Some(Stmt::Push {
                    who,
                    n,
                    up_to: *up_to,
                    way,
                    of,
                    hex,
                    end,
                })
            }
            StmtKind::Place(who, filter) => {
                let (who, hex, filter) = self.placed(who, filter.as_ref());
                Some(Stmt::Place(who, hex, filter))
            }
            StmtKind::Lift(who, filter) => {
                let (who, hex, filter) = self.placed(who, filter.as_ref());
                Some(Stmt::Lift(who, hex, filter))
            }
            StmtKind::Let {
                who,
                action,
                on,
                with,
                free,
                filter,
            } => self.grant(who, action, on, (with, free), filter),
            StmtKind::Effect {
                until,
                n,
                first,
                clauses,
            } => {
                let until_value = self.one_of(until, "length of time", &UNTIL)?;
                let n = n.as_ref().map(|n| self.amount(n));
                if (until_value == Until::Activations) != n.is_some() {
                    self.error_help(
                        until.span,
                        "only `activations` takes a number",
                        "write `effect activations 2 { … }`",
                    );
                }
                let is_fighter = std::mem::replace(&mut self.is_fighter, false);
                let clauses = clauses.iter().filter_map(|c| self.clause(c)).collect();
                self.is_fighter = is_fighter;
                Some(Stmt::Effect {
                    until: until_value,
                    n,
                    first: *first,
                    clauses,
                })
            }
            StmtKind::Row(plain, given) => self.row(stmt.span, *plain, given),
        }
    }

    /// Who is placed, and the hex it is placed in with the condition on it.
    fn placed(
        &mut self,
        who: &syntax::Phrase,
        filter: Option<&syntax::Phrase>,
    ) -> (Expr, VarId, Option<Expr>) {
        let who = self.fighter(who);
        let hex = self.var("", Type::Hex, Origin::Hex);
        let filter = filter.map(|e| self.condition_there(hex, e));
        (who, hex, filter)
    }

    /// A condition on a hex under test, which is also called `there`.
    pub(super) fn condition_there(&mut self, hex: VarId, cond: &syntax::Phrase) -> Expr {
        let before = self.scope.len();
        self.scope.push(("there".to_owned(), hex));
        let checked = self.condition_on(hex, cond);
        self.scope.truncate(before);
        checked
    }

    fn needs_set(&mut self, over: crate::Domain, span: Span) -> Option<()> {
        if over.fits_set() {
            return Some(());
        }
        self.error_help(
            span,
            "these cannot be taken one after another",
            "use fighters, tokens or players",
        );
        None
    }

    fn choose(
        &mut self,
        term: bool,
        by: &Option<syntax::Phrase>,
        ranges: &[syntax::Range],
        filter: &Option<syntax::Phrase>,
    ) -> Option<Stmt> {
        let by = self.player(by);
        let mut picks = Vec::new();
        for range in ranges {
            let Some((over, ty)) = self.domain(&range.domain) else {
                // The name still means something, so that only the domain is reported.
                if let Some(name) = &range.name {
                    let var = self.var(&name.text, Type::Fighter, Origin::Named);
                    self.declare(name, var);
                }
                return None;
            };
            let of = self.owner(over, range);
            let name = range.name.as_ref().map_or("", |n| n.text.as_str());
            let var = self.var(name, ty, Origin::Chosen(over));
            if let Some(name) = &range.name {
                self.declare(name, var);
            } else {
                let help = format!("write `a: {}`", range.domain.text);
                self.error_help(range.domain.span, "what is chosen needs a name", help);
            }
            picks.push(Pick { var, over, of });
        }
        let last = picks.last()?.var;
        let filter = filter.as_ref().map(|f| self.condition_on(last, f));
        Some(Stmt::Choose {
            term,
            by,
            picks,
            filter,
        })
    }

    fn grant(
        &mut self,
        who: &syntax::Phrase,
        action: &Word,
        on: &Option<syntax::Phrase>,
        (with, free): (&Option<Word>, &Option<Word>),
        filter: &Option<syntax::Phrase>,
    ) -> Option<Stmt> {
        let who = self.fighter(who);
        let known = [
            ("move", ActionKind::Move),
            ("attack", ActionKind::Attack),
            ("charge", ActionKind::Charge),
            ("guard", ActionKind::Guard),
            ("act", ActionKind::Any),
        ];
        let action = self.one_of(action, "action", &known)?;
        let weapon = match with {
            None => WeaponPick::Any,
            Some(word) if matches!(word.text.as_str(), "again" | "same") => {
                let over = [
                    Trigger::AttackDone,
                    Trigger::AttackJudged,
                    Trigger::DrivenBack,
                ];
                if !self.moment.is_some_and(|moment| over.contains(&moment)) {
                    let help = "use it in a clause `after attack`";
                    self.error_help(word.span, "there is no attack to make again", help);
                }
                match word.text.as_str() {
                    "same" => WeaponPick::Same,
                    _ => WeaponPick::Again,
                }
            }
            Some(word) if word.text == "by" => WeaponPick::ByYou,
            Some(word) => self.weapon_pick(word)?,
        };
        let weapon = match (weapon, free) {
            (WeaponPick::Named(number), Some(_)) => WeaponPick::Free(number),
            (weapon, None) => weapon,
            (_, Some(free)) => {
                let message = "only a weapon with a name of its own is used at no cost";
                let help = "write `let a attack with \"Weapon\" free`";
                self.error_help(free.span, message, help);
                return None;
            }
        };
        let var = if action == ActionKind::Attack {
            self.var("", Type::Fighter, Origin::Element(crate::Domain::Fighters))
        } else {
            self.var("", Type::Hex, Origin::Hex)
        };
        let had = self.has_attack;
        self.has_attack |= action == ActionKind::Attack;
        let mut conds: Vec<Expr> = Vec::new();
        if let Some(on) = on {
            let on = self.fighter(on);
            conds.push(Expr::Binary(
                Sign::Eq,
                Box::new(Expr::Var(var)),
                Box::new(on),
            ));
        }
        if let Some(filter) = filter {
            conds.push(self.condition_there(var, filter));
        }
        self.has_attack = had;
        let filter = Expr::all(conds);
        Some(Stmt::Let {
            who,
            action,
            weapon,
            var,
            filter,
        })
    }

    fn weapon_pick(&mut self, word: &Word) -> Option<WeaponPick> {
        if word.text == "this" && !self.weapons.is_empty() {
            return Some(WeaponPick::Card(0));
        }
        if let Some(ix) = self.weapons.iter().position(|w| *w == word.text) {
            return Some(WeaponPick::Card(ix as u8));
        }
        let own = self
            .own_weapons
            .iter()
            .rev()
            .find_map(|side| side.iter().position(|w| *w == word.text));
        if let Some(ix) = own {
            return Some(WeaponPick::Own(ix as u8));
        }
        if word.text == "this" {
            let help = "name a weapon in quotes";
            self.error_help(word.span, "this card has no weapon", help);
            return None;
        }
        self.weapon_asked(word).map(WeaponPick::Named)
    }

    /// The number of a weapon's name that may be any fighter's.
    pub(crate) fn weapon_asked(&mut self, word: &Word) -> Option<u8> {
        let number = self.words.weapon(&word.text);
        match number {
            Some(number) => self.weapons_asked.push((number, word.span)),
            None => self.error(word.span, "cards ask for too many weapons by name"),
        }
        number
    }

    /// The variable's type.
    pub(crate) fn type_of(&self, var: VarId) -> Type {
        self.vars[var.0 as usize].ty
    }
}

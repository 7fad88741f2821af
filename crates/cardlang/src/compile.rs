//! From the checked tree to code: clauses and expressions. Statements are in [`crate::compile_stmt`].

use crate::binding::{SLOTS, bindings};
use crate::code::{
    CardCode, CardFlags, CardKind, CardWeapon, Change, Clause, MadeFrom, Role, RollKind, Scope,
    Static, StaticRule, Subject,
};
use crate::instr::{self, Instr};
use crate::origin::{Loc, Origin, What};
use crate::past::Watch;
use crate::program::{
    Formula,
    make::Maker,
    words::{Prop, Quant, SeatProp},
};
use crate::set_up::SetUp;
use crate::tree::{self, Card, ClauseKind, Expr, Mod, Sign, Stmt, VarId, Who};
use crate::vocab::Func;
use gloryhex_model::{CardId, CounterId, Keywords, Trigger};
use std::collections::HashMap;

/// A clause of an effect that waits to be compiled.
struct Waiting<'t> {
    clause: &'t tree::Clause,
    effect: u8,
    env: HashMap<VarId, Loc>,
    next: u8,
}

pub(crate) struct Compiler<'t> {
    pub(crate) card: &'t Card,
    /// Conditions and amounts.
    pub(crate) forms: Maker,
    pub(crate) code: Vec<Instr>,
    /// Questions about the past that have been met, by number.
    pub(crate) watches: Vec<Option<Watch>>,
    clauses: Vec<Clause>,
    /// Counters the card speaks of, and how many of each there are to begin with.
    pub(crate) counters: Vec<(CounterId, u8)>,
    /// Tokens that opponents may flip in set-up.
    pub(crate) flips: u8,
    /// How the game of the fighter begins whose card it is.
    set_up: SetUp,
    titles: Vec<String>,
    pub(crate) env: HashMap<VarId, Loc>,
    /// The next free slot.
    pub(crate) next: u8,
    /// The first slot taken by the trigger.
    pub(crate) top: u8,
    pub(crate) effects: u8,
    waiting: Vec<Waiting<'t>>,
    /// What cannot be put into code.
    pub(crate) too_much: Option<&'static str>,
    /// Where each stretch of code came from, if anybody wants to know.
    pub(crate) origins: Option<Vec<Origin>>,
    /// Which statement of the tree each stretch of instructions was made of, and each clause.
    pub(crate) spots: Spots<'t>,
}

/// Where instructions and clauses came from.
#[derive(Default)]
pub(crate) struct Spots<'t> {
    /// The first instruction, the one after the last, and the statement.
    pub(crate) stmts: Vec<(usize, usize, &'t Stmt)>,
    /// By number.
    pub(crate) clauses: Vec<&'t tree::Clause>,
}

/// What comes of compiling a card.
pub(crate) struct Compiled<'t> {
    pub(crate) code: CardCode,
    /// The names of its clauses by number.
    pub(crate) titles: Vec<String>,
    pub(crate) origins: Vec<Origin>,
    pub(crate) spots: Spots<'t>,
}

/// Compiles a card, and says where each stretch of code came from if a list is given for it. The error says what there
/// is too much of.
pub(crate) fn compile_with<'t>(
    card: &'t Card,
    id: CardId,
    labels: &[String],
    origins: Option<Vec<Origin>>,
) -> Result<Compiled<'t>, &'static str> {
    let mut compiler = Compiler {
        card,
        forms: Maker::default(),
        code: Vec::new(),
        watches: Vec::new(),
        clauses: Vec::new(),
        counters: Vec::new(),
        flips: 0,
        set_up: SetUp::default(),
        titles: Vec::new(),
        env: HashMap::new(),
        next: 0,
        top: SLOTS as u8,
        effects: 0,
        waiting: Vec::new(),
        too_much: None,
        origins,
        spots: Spots::default(),
    };
    let users = compiler.on_element(card.user, card.users.as_ref());
    let weapons: Vec<CardWeapon> = card
        .weapons
        .iter()
        .map(|w| CardWeapon {
            def: w.def.clone(),
            dice: w.dice.as_ref().map_or(Formula::YES, |d| compiler.amount(d)),
            fixed: w.fixed,
        })
        .collect();
    for clause in &card.clauses {
        compiler.env.clear();
        compiler.next = 0;
        compiler.clause(clause, 0);
    }
    while let Some(waiting) = compiler.waiting.pop() {
        compiler.env = waiting.env;
        compiler.next = waiting.next;
        compiler.clause(waiting.clause, waiting.effect);
    }
    if let Some(reason) = compiler.too_much {
        return Err(reason);
    }
    let Some(watches) = compiler.watches.into_iter().collect() else {
        return Err("a question about the past is never asked");
    };
    if compiler.code.len() > u16::MAX as usize {
        return Err("the card says too much");
    }
    let has = |ix: usize| card.labels >> ix & 1 == 1;
    let label = |word: &str| labels.iter().position(|l| l == word).is_some_and(has);
    let mut flags = CardFlags::default();
    if label("illusion") {
        flags = flags.with(CardFlags::ILLUSION).with(CardFlags::FREE);
    }
    if label("waypoint") || label("domain") {
        flags = flags.with(CardFlags::GROUP);
    }
    if label("domain") && matches!(card.kind, CardKind::Ploy | CardKind::Spell) {
        flags = flags.with(CardFlags::DOMAIN);
    }
    if label("unbreakable") {
        flags = flags.with(CardFlags::UNBREAKABLE);
    }
    if label("emberstone") {
        flags = flags.with(CardFlags::EMBERSTONE);
    }
    if card.kind == CardKind::Upgrade && !weapons.is_empty() {
        flags = flags.with(CardFlags::WEAPON);
    }
    let code = CardCode {
        id,
        kind: card.kind,
        value: card.value,
        labels: card.labels,
        flags,
        cast: card.cast,
        users,
        weapons,
        clauses: compiler.clauses,
        watches,
        counters: compiler.counters,
        flips: compiler.flips,
        set_up: compiler.set_up,
        code: compiler.code.into(),
        program: compiler.forms.finish(),
    };
    Ok(Compiled {
        code,
        titles: compiler.titles,
        origins: compiler.origins.unwrap_or_default(),
        spots: compiler.spots,
    })
}

impl<'t> Compiler<'t> {
    fn clause(&mut self, clause: &'t tree::Clause, effect: u8) {
        let before = (self.env.clone(), self.next);
        self.top = SLOTS as u8;
        let mut out = Clause {
            role: Role::Play,
            when: Formula::YES,
            body: self.here(),
            limit: clause.limit,
            effect,
            side: clause.side,
        };
        if let Some(trigger) = clause.kind.trigger() {
            self.bind(clause, trigger);
        }
        if let ClauseKind::Static(rule) = &clause.kind {
            self.static_rule(rule, out);
        } else if let ClauseKind::Counter(counter, start) = clause.kind {
            self.counts(counter, start);
        } else if let ClauseKind::Flips(n) = clause.kind {
            self.flips = n;
        } else if let ClauseKind::Begins(begins) = clause.kind {
            self.set_up.note(begins);
        } else {
            out.role = self.role(&clause.kind, effect);
            out.when = self.when(clause);
            self.block(clause.kind.body());
            self.emit(instr::End {});
            self.clauses.push(out);
        }
        self.titles.resize(self.clauses.len(), clause.title.clone());
        self.spots.clauses.resize(self.clauses.len(), clause);
        (self.env, self.next) = before;
    }

    /// Notes a counter that the card speaks of.
    pub(crate) fn counts(&mut self, counter: CounterId, start: u8) {
        match self
            .counters
            .iter_mut()
            .find(|(known, _)| *known == counter)
        {
            Some((_, known)) => *known = start.max(*known),
            None => self.counters.push((counter, start)),
        }
    }

    /// What a clause is that does something.
    fn role(&mut self, kind: &ClauseKind, effect: u8) -> Role {
        match kind {
            ClauseKind::Play(_)
            | ClauseKind::Static(_)
            | ClauseKind::Counter(..)
            | ClauseKind::Flips(_)
            | ClauseKind::Begins(_) => Role::Play,
            ClauseKind::React {
                trigger,
                from,
                free,
                cast,
                ..
            } => Role::React {
                trigger: *trigger,
                from: match effect == 0 && self.card.kind.is_gambit() {
                    true => MadeFrom::Hand,
                    false => *from,
                },
                free: *free,
                cast: *cast,
            },
            ClauseKind::Action { cast, level, .. } => Role::Action {
                cast: *cast,
                level: level
                    .as_ref()
                    .map_or(Formula::YES, |level| self.amount(level)),
            },
            ClauseKind::Score { timing, glory, .. } => Role::Score {
                timing: *timing,
                glory: glory.as_ref().map_or(Formula::YES, |g| self.amount(g)),
            },
            ClauseKind::Inspire(false, trigger) => Role::Inspire(*trigger),
            ClauseKind::Inspire(true, trigger) => Role::Uninspire(*trigger),
            ClauseKind::Break(trigger) => Role::Break(*trigger),
            ClauseKind::Auto(trigger, _) => Role::Auto(*trigger),
            ClauseKind::Expire(_) => Role::Expire,
        }
    }

    /// Puts what the trigger provides into its slots.
    fn bind(&mut self, clause: &tree::Clause, trigger: Trigger) {
        self.top = (SLOTS - bindings(trigger).len()) as u8;
        for ix in 0..bindings(trigger).len() {
            let var = VarId(clause.first_var.0 + ix as u16);
            self.env.insert(var, Loc::Slot((SLOTS - 1 - ix) as u8));
        }
    }

    /// The condition of a clause. Whether its steps can be followed is asked apart.
    fn when(&mut self, clause: &tree::Clause) -> Formula {
        let Some(when) = &clause.when else {
            return Formula::YES;
        };
        let code = self.condition(when, 0);
        self.note(code, 0, || What::When(when.clone()));
        code
    }

    /// What must hold for the statements to be followed, as far as their first choices go.
    pub(crate) fn feasible(&self, body: &[Stmt]) -> Option<Expr> {
        let (first, rest) = body.split_first()?;
        match first {
            Stmt::Choose { picks, filter, .. } => {
                let mut inner: Vec<Expr> = filter.iter().cloned().collect();
                inner.extend(self.demands(picks.iter().map(|p| p.var), rest));
                inner.extend(self.feasible(rest));
                Some(exists(picks, inner))
            }
            _ if let Some((n, whose)) = first.spends() => {
                let glory = Expr::Call(Func::Seat(SeatProp::Glory), vec![whose.clone()]);
                let enough = Expr::Binary(Sign::Ge, Box::new(glory), Box::new(n.clone()));
                let all = [enough].into_iter().chain(self.feasible(rest));
                Expr::all(all.collect())
            }
            Stmt::OneOf(_, arms) => {
                let arms: Option<Vec<Expr>> = arms.iter().map(|a| self.feasible(a)).collect();
                arms.map(Expr::Or)
            }
            _ => None,
        }
    }

    /// What later statements ask of the variables just chosen: who must be pushed must be free to be.
    pub(crate) fn demands(&self, vars: impl Iterator<Item = VarId>, rest: &[Stmt]) -> Vec<Expr> {
        let pushed = |var: VarId| {
            rest.iter().any(
                |s| matches!(s, Stmt::Push { who: Expr::Var(v), up_to: false, .. } if *v == var),
            )
        };
        vars.filter(|v| pushed(*v))
            .map(|v| Expr::Call(Func::Fighter(Prop::Pushable), vec![Expr::Var(v)]))
            .collect()
    }

    /// Puts the clauses of an effect in line.
    pub(crate) fn defer(&mut self, clauses: &'t [tree::Clause], effect: u8) {
        for clause in clauses {
            self.waiting.push(Waiting {
                clause,
                effect,
                env: self.env.clone(),
                next: self.next,
            });
        }
    }

    fn scope(&mut self, who: Who) -> Scope {
        match who {
            Who::Any => Scope::Any,
            Who::Me => Scope::Me,
            Who::Friends => Scope::Friends,
            Who::Enemies => Scope::Enemies,
            Who::Var(var) => match self.env.get(&var) {
                Some(Loc::Slot(slot)) => Scope::Slot(*slot),
                _ => {
                    self.too_much =
                        Some("a rule that lasts is about someone who is not remembered");
                    Scope::Any
                }
            },
        }
    }

    /// The hexes of which a rule about fighters speaks.
    fn hexes(&mut self, hex: VarId, filter: &Option<Expr>) -> Formula {
        self.env.insert(hex, Loc::It(1));
        let filter = filter.as_ref();
        filter.map_or(Formula::YES, |filter| self.condition(filter, 2))
    }

    fn static_rule(&mut self, rule: &'t tree::StaticRule, mut out: Clause) {
        let (who, on) = (self.scope(rule.who), self.scope(rule.on));
        self.env.insert(rule.var, Loc::It(0));
        let parts: Vec<Expr> = rule.filter.iter().chain(&rule.while_).cloned().collect();
        let when = Expr::all(parts);
        out.when = when.map_or(Formula::YES, |when| self.condition(&when, 1));
        let subject = match (rule.attacks, rule.players, rule.tokens) {
            (true, ..) => Subject::Attack,
            (false, true, _) => Subject::Player,
            (false, false, true) => Subject::Token,
            (false, false, false) => Subject::Fighter,
        };
        for item in &rule.mods {
            let what = match item {
                Mod::Stat(stat, change, value, min, max) => Static::Modify {
                    stat: *stat,
                    change: match (change, value) {
                        (Change::Add, Expr::Number(0)) => Change::Limit,
                        _ => *change,
                    },
                    value: self.root(value, 1, false),
                    min: min.unwrap_or(-1),
                    max: max.unwrap_or(i8::MAX),
                },
                Mod::Keyword(keyword, false) => Static::Keywords(Keywords::plain(*keyword)),
                Mod::Keyword(keyword, true) => Static::Keywords(Keywords::critical(*keyword)),
                Mod::Success(roll, faces) => Static::Success {
                    roll: *roll,
                    faces: *faces,
                },
                Mod::NoSuccess(roll, faces) => Static::NoSuccess {
                    roll: *roll,
                    faces: *faces,
                },
                Mod::AsCrit(roll, faces) => Static::AsCrit {
                    roll: *roll,
                    faces: *faces,
                },
                Mod::SwappedSymbol(true) => Static::SwappedSymbol(RollKind::Attack),
                Mod::SwappedSymbol(false) => Static::SwappedSymbol(RollKind::Defence),
                Mod::Suffered(by, least) => Static::Suffered {
                    by: *by,
                    least: *least,
                },
                Mod::MoreCriticals(roll) => Static::MoreCriticals(*roll),
                Mod::Reroll(roll) => Static::Reroll(*roll),
                Mod::Innate(face) => Static::Innate(*face),
                Mod::Casting(how) => Static::Casting(*how),
                Mod::Symbol(face) if rule.attacks => Static::Symbol(*face),
                Mod::Symbol(face) => Static::DefenceSymbol(*face),
                Mod::Cannot(ban) => Static::Cannot(*ban),
                Mod::CannotScore(card, filter) => {
                    self.env.insert(*card, Loc::It(1));
                    Static::CannotScore(self.condition(filter, 2))
                }
                Mod::CountsAs(n) => Static::CountsAs(*n),
                Mod::Support(side, n) => Static::Support {
                    side: *side,
                    n: self.root(n, 1, false),
                },
                Mod::NoSupport(side) => Static::NoSupport(*side),
                Mod::Supports(side) => Static::Supports(*side),
                Mod::Flanked => Static::Flanked,
                Mod::Label(label) => Static::Label(*label),
                Mod::Trait(which) => Static::Trait(*which),
                Mod::OnGuard => Static::OnGuard,
                Mod::ThroughFighters => Static::ThroughFighters,
                Mod::Ethereal => Static::Ethereal,
                Mod::InCover => Static::InCover,
                Mod::Teleport(hex, filter) => Static::Teleport(self.hexes(*hex, filter)),
                Mod::NoLanding(hex, filter) => Static::NoLanding(self.hexes(*hex, filter)),
                Mod::NoPushEnd(hex, filter) => {
                    self.env.insert(*hex, Loc::It(1));
                    Static::NoPushEnd(self.condition(filter, 2))
                }
                Mod::Lethal(hex, filter) => Static::Lethal(self.hexes(*hex, filter)),
                Mod::PushEnds(hex, filter) => Static::PushEnds(self.hexes(*hex, filter)),
                Mod::Can(ban) => Static::Can(*ban),
                Mod::BlocksSight => Static::BlocksSight,
                Mod::Hazard(hex, filter) => Static::Hazard(self.hexes(*hex, filter)),
                Mod::Ignores(token) => Static::Ignores(*token),
                Mod::IgnoresTokens => Static::IgnoresTokens,
                Mod::Shortens => Static::Shortens,
                Mod::Sight(whom, filter) => {
                    self.env.insert(*whom, Loc::It(1));
                    Static::Sight(self.condition(filter, 2))
                }
                Mod::NoPrice => Static::NoPrice,
                Mod::Further(hex, by, end) => {
                    self.env.insert(*hex, Loc::It(1));
                    let end = self.condition(end, 2);
                    Static::Further { by: *by, end }
                }
                Mod::DamageCap(n, false) => Static::DamageCap(*n),
                Mod::DamageCap(n, true) => Static::DamageCapTurn(*n),
                Mod::FriendsToo => Static::FriendsToo,
                Mod::OpeningDice(n) => Static::OpeningDice(*n),
            };
            out.role = Role::Static(StaticRule {
                subject,
                who,
                on,
                what,
            });
            self.clauses.push(out);
        }
    }
}

/// Some choice of the picks for which all the conditions hold; different picks are different things.
pub(crate) fn exists(picks: &[tree::Pick], mut inner: Vec<Expr>) -> Expr {
    for (ix, pick) in picks.iter().enumerate().rev() {
        let mut parts = different(pick.var, &picks[..ix]);
        parts.append(&mut inner);
        inner = vec![Expr::Quant {
            what: Quant::Any,
            over: pick.over,
            of: pick.of.clone().map(Box::new),
            var: pick.var,
            filter: Expr::all(parts).map(Box::new),
            value: None,
        }];
    }
    inner.pop().unwrap_or(Expr::Number(1))
}

/// That something differs from others that are picked.
pub(crate) fn different(this: VarId, others: &[tree::Pick]) -> Vec<Expr> {
    let from = |other: &tree::Pick| {
        let (this, other) = (Expr::Var(this), Expr::Var(other.var));
        Expr::Binary(Sign::Ne, Box::new(this), Box::new(other))
    };
    others.iter().map(from).collect()
}

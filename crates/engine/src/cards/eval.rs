//! The expression evaluator: works out the trees of [`super::form`], reads the game and never changes it.
//!
//! What is told of a condition before its tree is in [`super::first`]; what a property or a fact means is in
//! [`super::props`] and [`super::facts`]; a condition asked of many things at once is in [`super::select`].

use super::{
    domain::{Elements, card_number, card_of, fighter_of, fighters, seat_of},
    facts,
    form::{self, Arg, Form, Forms, Math, Operand, Tie},
    lanes::{Fighters, Lanes, Tokens},
    props,
};
use crate::{attack::Attack, card_run::CardRun, effect::Source, run::Sight};
use gloryhex_cardlang::{
    CardCode, Domain, Expr, Quant, Slots,
    op::{MAX_NEST, NOBODY},
    verify::is_fighters,
};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::FighterId;

/// Elements under test: quantifiers, and up to two given from outside.
const ITS: usize = MAX_NEST + 2;
/// Room for bound values: slots, elements under test, and the fixed things of the card.
const BOUND: usize = 32;
/// Bound values, where [`form`] says.
pub(super) type Bound = [i16; BOUND];

/// Where an expression is evaluated: the card, its owner and fighter, and what is bound.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The game.
    pub sight: Sight<'a>,
    /// The card.
    pub code: &'a CardCode,
    pub(super) forms: &'a Forms,
    /// Where the card is; its seat is 'you'.
    pub source: Source,
    /// The bearer, caster or fighter whose ability it is.
    pub me: FighterId,
    /// Bound values.
    pub slots: Slots,
    /// The attack that attack facts speak of.
    pub attack: Option<&'a Attack>,
    /// The card's own dice, chain and choices, while it is being resolved.
    pub card: Option<&'a CardRun>,
    /// Kinds of static rule being worked out: asked again they give the printed answer. The two highest
    /// bits say that the fighter in question is taken to be moving or charging.
    pub busy: u64,
    /// The fighter in question.
    pub about: FighterId,
    pub(super) it: [i16; ITS],
    depth: usize,
}

impl<'a> Context<'a> {
    /// A context with nothing bound.
    pub fn new(sight: Sight<'a>, source: Source, me: FighterId) -> Option<Context<'a>> {
        let code = sight.table.code(source)?;
        let forms = sight.table.index.forms(source)?;
        Some(Context {
            sight,
            code,
            forms,
            source,
            me,
            slots: [NOBODY; 8],
            attack: sight.state.attack(),
            card: None,
            busy: 0,
            about: FighterId::NONE,
            it: [NOBODY; ITS],
            depth: 0,
        })
    }
    /// With one element under test, `It(0)`.
    #[must_use]
    pub fn with(mut self, it: i16) -> Context<'a> {
        self.it[0] = it;
        self.depth = 1;
        self
    }
    /// With a second element under test, `It(1)`.
    #[must_use]
    pub fn and(mut self, it: i16) -> Context<'a> {
        self.it[1] = it;
        self.depth = 2;
        self
    }
    /// Whether a condition holds.
    #[inline]
    pub fn holds(&self, expr: Expr) -> bool {
        expr.is_yes() || self.looked_up(expr, false) != 0
    }
    /// The value of an expression; 0 if it gives none.
    #[inline]
    pub fn value(&self, expr: Expr) -> i16 {
        if expr.is_yes() {
            return 0;
        }
        let root = self.forms.root(expr, self.depth, true);
        match root.and_then(|root| root.amount.as_ref()) {
            Some(amount) => amount.now(self.sight, self.source.seat, &self.slots),
            None => self.looked_up(expr, true),
        }
    }
    #[inline]
    fn looked_up(&self, expr: Expr, exact: bool) -> i16 {
        match self.forms.root(expr, self.depth, exact) {
            Some(root) if !self.begins(&root.first) => 0,
            Some(root) => self.worked_out(root.first.rest),
            None => self.made_now(expr, self.depth, |context, root| context.worked_out(root)),
        }
    }
    #[inline(always)]
    fn worked_out(&self, root: Arg) -> i16 {
        match root.operand() {
            Operand::Number(n) => n,
            Operand::Node(id) => self.number(id, &mut self.bound()),
            Operand::Bound(at) if at < form::ITS_AT => self.slots[at as usize & 7],
            Operand::HexOf(at) if at < form::ITS_AT => self.hex_of(self.slots[at as usize & 7]),
            _ => self.arg(root, &mut self.bound()),
        }
    }
    /// The value of an expression, or another value where the expression is empty.
    pub fn value_or(&self, expr: Expr, otherwise: i16) -> i16 {
        if expr.is_yes() {
            otherwise
        } else {
            self.value(expr)
        }
    }
    /// Works out an expression that is not one of the card's own.
    #[cold]
    fn made_now<T>(
        &self,
        expr: Expr,
        depth: usize,
        work: impl FnOnce(&Context<'_>, Arg) -> T,
    ) -> T {
        let (forms, root) = Forms::single(self.code.expr(expr), depth, false);
        let context = Context {
            forms: &forms,
            ..*self
        };
        work(&context, root)
    }
    /// The values that operands are looked up in.
    #[inline]
    fn bound(&self) -> Bound {
        let mut bound = [NOBODY; BOUND];
        bound[..8].copy_from_slice(&self.slots);
        bound[form::ITS_AT as usize..][..ITS].copy_from_slice(&self.it);
        bound[form::YOU as usize] = i16::from(self.source.seat.0);
        bound[form::ME as usize] = number_of(self.me);
        bound[form::THIS as usize] = card_number(self.source);
        if let Some(attack) = self.attack {
            bound[form::ATTACKER as usize] = number_of(attack.attacker);
            bound[form::TARGET as usize] = number_of(attack.target);
        }
        bound
    }
    /// The value of an operand.
    #[inline(always)]
    pub(super) fn arg(&self, arg: Arg, bound: &mut Bound) -> i16 {
        match arg.operand() {
            Operand::Node(id) => self.number(id, bound),
            Operand::Bound(at) => bound[at as usize & (BOUND - 1)],
            Operand::HexOf(at) => self.hex_of(bound[at as usize & (BOUND - 1)]),
            Operand::Number(n) => n,
        }
    }
    /// The hex of a fighter, as a number.
    #[inline(always)]
    pub(super) fn hex_of(&self, fighter: i16) -> i16 {
        fighter_of(self, fighter)
            .map_or(0, |f| props::number(self.sight.state.fighter(f).last_hex()))
    }
    #[inline]
    pub(super) fn truth(&self, arg: Arg, bound: &mut Bound) -> bool {
        self.arg(arg, bound) != 0
    }

    /// The value of a node.
    pub(super) fn number(&self, id: u16, bound: &mut Bound) -> i16 {
        let yes = i16::from;
        match *self.forms.node(id) {
            Form::Number(n) => n,
            Form::Not(a) => yes(!self.truth(a, bound)),
            Form::And(a, b) => {
                if self.truth(a, bound) {
                    self.arg(b, bound)
                } else {
                    0
                }
            }
            Form::Or(a, b) => match self.arg(a, bound) {
                0 => self.arg(b, bound),
                value => value,
            },
            Form::All(list) => {
                let parts = self.forms.list(list);
                yes(parts.iter().all(|part| self.truth(*part, bound)))
            }
            Form::Any(list) => {
                let parts = self.forms.list(list);
                yes(parts.iter().any(|part| self.truth(*part, bound)))
            }
            Form::Pick(a, b, c) => {
                let taken = if self.truth(a, bound) { b } else { c };
                self.arg(taken, bound)
            }
            Form::Math(math, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                match math {
                    Math::Add => a.saturating_add(b),
                    Math::Sub => a.saturating_sub(b),
                    Math::Mul => a.saturating_mul(b),
                    Math::Min => a.min(b),
                    Math::Max => a.max(b),
                }
            }
            Form::Compare(cmp, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                yes(cmp.holds(a, b))
            }
            Form::Distance(a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                self.distance(a, b)
            }
            Form::Near(cmp, n, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                yes(cmp.holds(self.distance(a, b), i16::from(n)))
            }
            Form::Quant {
                what,
                over,
                place,
                of,
                inner,
            } => {
                if is_fighters(over) {
                    let among = Fighters(fighters(self.sight, self.source.seat, over));
                    return self.quantify_set(what, among, inner, bound, place);
                }
                if over == Domain::Hexes {
                    let among = self.sight.grid.all();
                    return self.quantify_set(what, among, inner, bound, place);
                }
                if over == Domain::Tokens {
                    let among = Tokens::on_field(self);
                    return self.quantify_set(what, among, inner, bound, place);
                }
                let of = self.arg(of, bound);
                self.quantify(what, over, of, inner, bound, place)
            }
            Form::Crowd(ix, counts) => {
                let crowd = &self.forms.crowds[usize::from(ix)];
                let you = self.source.seat;
                match counts {
                    true => crowd.count(self.sight, you),
                    false => yes(crowd.found(self.sight, you)),
                }
            }
            Form::Pair(ix, so) => {
                let ask = &self.forms.asks[usize::from(ix)];
                let among = Fighters(fighters(self.sight, self.source.seat, ask.over));
                let any = self.quantify_set(Quant::Any, among, ask.inner, bound, ask.place);
                yes((any != 0) == so)
            }
            Form::Only(filter, value) => {
                if self.truth(filter, bound) {
                    self.arg(value, bound)
                } else {
                    0
                }
            }
            Form::Full(all) => self.full(all, bound),
            Form::Claim(claim) => yes(self.claims(claim)),
            Form::Fighter(prop, who) => {
                let fighter = fighter_of(self, self.arg(who, bound));
                fighter.map_or(0, |f| props::fighter(self, f, prop))
            }
            Form::Marks(ix, who) => {
                let bits = self.bits(self.arg(who, bound));
                yes(self.forms.marks[ix as usize].hold(bits))
            }
            Form::Ladder(of, steps) => {
                let of = self.arg(of, bound);
                self.forms.climbed(of, steps)
            }
            Form::Named(name, who) => {
                let fighter = fighter_of(self, self.arg(who, bound));
                yes(fighter.is_some_and(|f| {
                    let number = self.sight.table.entrant(f).number;
                    self.sight.table.catalog.answers(number, name)
                }))
            }
            Form::Token(prop, what) => {
                let ix = self.arg(what, bound);
                let n = self.sight.state.features.len() as i16;
                if (0..n).contains(&ix) {
                    props::token(self, ix as usize, prop)
                } else {
                    0
                }
            }
            Form::Hex(prop, what) => {
                let hex = props::hex_of(self, self.arg(what, bound));
                hex.map_or(0, |hex| props::hex(self, hex, prop))
            }
            Form::Card(prop, what) => {
                let card = card_of(self.arg(what, bound));
                card.map_or(0, |card| props::card(self, card, prop))
            }
            Form::Seat(prop, what) => {
                let seat = seat_of(self, self.arg(what, bound));
                seat.map_or(0, |seat| props::seat(self, seat, prop))
            }
            Form::Tie(tie, a, b) => {
                let (a, b) = (self.arg(a, bound), self.arg(b, bound));
                yes(self.tied(tie, a, b))
            }
            Form::Attack(fact) => facts::attack(self, fact),
            Form::AttackFaces(set) => {
                i16::from(self.attack.map_or(0, |a| a.attack_roll.count_in(set)))
            }
            Form::DefenceFaces(set) => {
                i16::from(self.attack.map_or(0, |a| a.defence_roll.count_in(set)))
            }
            Form::Rolled(set) => i16::from(self.card.map_or(0, |card| card.roll().count_in(set))),
            Form::Game(fact) => facts::game(self, fact),
            Form::InChain(hex) => {
                let hex = props::hex_of(self, self.arg(hex, bound));
                let lies = |hex| self.card.is_some_and(|card| card.chain.contains(&hex));
                yes(hex.is_some_and(lies))
            }
        }
    }
    #[inline]
    fn distance(&self, a: i16, b: i16) -> i16 {
        match (props::hex_of(self, a), props::hex_of(self, b)) {
            (Some(a), Some(b)) => i16::from(self.sight.grid.distance(a, b)),
            _ => 999,
        }
    }
    pub(super) fn tied(&self, tie: Tie, a: i16, b: i16) -> bool {
        match tie {
            Tie::Sees | Tie::SameTerritory => {
                match (props::hex_of(self, a), props::hex_of(self, b)) {
                    (Some(a), Some(b)) if tie == Tie::Sees => props::sees(self, a, b),
                    (Some(a), Some(b)) => props::same_territory(self, a, b),
                    _ => false,
                }
            }
            Tie::Reaches | Tie::Companion => match (fighter_of(self, a), fighter_of(self, b)) {
                (Some(a), Some(b)) if tie == Tie::Reaches => props::reaches(self, a, b),
                (Some(a), Some(b)) => props::companions(self, a, b),
                _ => false,
            },
        }
    }
    /// The elements of a set that satisfy a condition on the next element.
    #[inline]
    fn which<L: Lanes>(&self, among: L, filter: Expr) -> L {
        if filter.is_yes() {
            return among;
        }
        let place = form::ITS_AT + self.depth as u8;
        let depth = self.depth + 1;
        match self.forms.root(filter, depth, false) {
            Some(root) => self.select(root.arg, among, &mut self.bound(), place),
            None => self.made_now(filter, depth, |context, root| {
                context.select(root, among, &mut context.bound(), place)
            }),
        }
    }
    /// The fighters of a set who satisfy a condition on the next element.
    #[inline]
    pub fn fighters_who(&self, among: u32, filter: Expr) -> u32 {
        self.which(Fighters(among), filter).0
    }
    /// The hexes of a set that satisfy a condition on the next element.
    #[inline]
    pub fn hexes_which(&self, among: HexSet, filter: Expr) -> HexSet {
        self.which(among, filter)
    }
    /// The elements of a domain that satisfy a condition on the next element.
    #[inline(always)]
    pub fn elements(&self, over: Domain, of: i16, filter: Expr) -> Elements {
        if is_fighters(over) {
            let among = fighters(self.sight, self.source.seat, over);
            return Elements::mask(u64::from(self.fighters_who(among, filter)), 0);
        }
        if over == Domain::Hexes {
            return Elements::hexes(self.hexes_which(self.sight.grid.all(), filter));
        }
        if over == Domain::Tokens {
            let among = self.which(Tokens::on_field(self), filter);
            return Elements::mask(u64::from(among.0), 0);
        }
        let mut all = Elements::of(self, over, of);
        if !filter.is_yes() {
            let mut context = *self;
            context.depth = self.depth + 1;
            all.retain(|element| {
                context.it[self.depth.min(ITS - 1)] = element;
                context.holds(filter)
            });
        }
        all
    }
}

/// A fighter as a number of the card language.
pub fn number_of(fighter: FighterId) -> i16 {
    if fighter.is_some() {
        i16::from(fighter.0)
    } else {
        NOBODY
    }
}

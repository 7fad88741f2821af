//! From the checked tree to what a card is at the table: its clauses, each with its condition and its steps.
//!
//! Statements become steps in [`stmt`], choices in [`choice`], static rules are in [`rule`]. Conditions and amounts are
//! built in [`crate::program`].

mod choice;
mod rule;
mod stmt;

use crate::binding::{SLOTS, bindings};
use crate::code::{CardCode, CardFlags, CardKind, CardWeapon, Clause, MadeFrom, Role};
use crate::instr::{self, Instr};
use crate::origin::{Loc, Origin, What};
use crate::past::Watch;
use crate::program::{Formula, Program, make::Maker};
use crate::set_up::SetUp;
use crate::tree::{self, Card, ClauseKind, Stmt, VarId};
use gloryhex_model::{CardId, CounterId, Trigger};
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
    /// What is made: all but its steps, conditions and questions, which are put in last.
    made: CardCode,
    /// Conditions and amounts.
    pub(crate) forms: Maker,
    code: Vec<Instr>,
    /// Questions about the past that have been met, by number.
    pub(crate) watches: Vec<Option<Watch>>,
    titles: Vec<String>,
    pub(crate) env: HashMap<VarId, Loc>,
    /// The next free slot.
    next: u8,
    /// The first slot taken by the trigger.
    top: u8,
    effects: u8,
    waiting: Vec<Waiting<'t>>,
    /// What cannot be put into code.
    pub(crate) too_much: Option<&'static str>,
    /// Where each stretch of code came from, if anybody wants to know.
    pub(crate) origins: Option<Vec<Origin>>,
    /// Which statement of the tree each stretch of instructions was made of, and each clause.
    spots: Spots<'t>,
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
        made: CardCode {
            id,
            kind: card.kind,
            value: card.value,
            labels: card.labels,
            flags: flags(card, labels),
            cast: card.cast,
            users: Formula::YES,
            weapons: Vec::new(),
            clauses: Vec::new(),
            watches: Vec::new(),
            counters: Vec::new(),
            flips: 0,
            set_up: SetUp::default(),
            code: Box::default(),
            program: Program::default(),
        },
        forms: Maker::default(),
        code: Vec::new(),
        watches: Vec::new(),
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
    compiler.made.users = compiler.on_element(card.user, card.users.as_ref());
    for weapon in &card.weapons {
        let dice = compiler.amount_if_any(&weapon.dice);
        let (def, fixed) = (weapon.def.clone(), weapon.fixed);
        compiler.made.weapons.push(CardWeapon { def, dice, fixed });
    }
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
    Ok(Compiled {
        code: CardCode {
            watches,
            code: compiler.code.into(),
            program: compiler.forms.finish(),
            ..compiler.made
        },
        titles: compiler.titles,
        origins: compiler.origins.unwrap_or_default(),
        spots: compiler.spots,
    })
}

/// The standing properties of a card, most of which its labels tell.
fn flags(card: &Card, labels: &[String]) -> CardFlags {
    let label = |word: &str| {
        let at = labels.iter().position(|label| label == word);
        at.is_some_and(|at| card.labels >> at & 1 == 1)
    };
    let has_weapon = card.kind == CardKind::Upgrade && !card.weapons.is_empty();
    let all = [
        (CardFlags::ILLUSION, label("illusion")),
        (CardFlags::GROUP, label("waypoint") || label("domain")),
        (CardFlags::DOMAIN, label("domain") && card.kind.is_gambit()),
        (CardFlags::UNBREAKABLE, label("unbreakable")),
        (CardFlags::EMBERSTONE, label("emberstone")),
        (CardFlags::WEAPON, has_weapon),
    ];
    let there = all.into_iter().filter(|(_, there)| *there);
    there.fold(CardFlags::default(), |flags, (flag, _)| flags.with(flag))
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
            self.top = (SLOTS - bindings(trigger).len()) as u8;
            self.provide(trigger, clause.first_var);
        }
        if let Some(role) = self.role(clause, out) {
            out.role = role;
            out.when = self.when(clause);
            self.block(clause.kind.body());
            self.emit(instr::End {});
            self.made.clauses.push(out);
        }
        let n = self.made.clauses.len();
        self.titles.resize(n, clause.title.clone());
        self.spots.clauses.resize(n, clause);
        (self.env, self.next) = before;
    }

    /// Notes a counter that the card speaks of.
    pub(crate) fn counts(&mut self, counter: CounterId, start: u8) {
        let known = &mut self.made.counters;
        match known.iter_mut().find(|(known, _)| *known == counter) {
            Some((_, most)) => *most = start.max(*most),
            None => known.push((counter, start)),
        }
    }

    /// What a clause is, if it does something. What is only said of the card is noted.
    fn role(&mut self, clause: &'t tree::Clause, blank: Clause) -> Option<Role> {
        Some(match &clause.kind {
            ClauseKind::Static(rule) => {
                self.static_rule(rule, blank);
                return None;
            }
            ClauseKind::Counter(counter, start) => {
                self.counts(*counter, *start);
                return None;
            }
            ClauseKind::Flips(n) => {
                self.made.flips = *n;
                return None;
            }
            ClauseKind::Begins(begins) => {
                self.made.set_up.note(*begins);
                return None;
            }
            ClauseKind::Play(_) => Role::Play,
            ClauseKind::React {
                trigger,
                from,
                free,
                cast,
                ..
            } => Role::React {
                trigger: *trigger,
                from: match blank.effect == 0 && self.card.kind.is_gambit() {
                    true => MadeFrom::Hand,
                    false => *from,
                },
                free: *free,
                cast: *cast,
            },
            ClauseKind::Action { cast, level, .. } => Role::Action {
                cast: *cast,
                level: self.amount_if_any(level),
            },
            ClauseKind::Score { timing, glory, .. } => Role::Score {
                timing: *timing,
                glory: self.amount_if_any(glory),
            },
            ClauseKind::Inspire(false, trigger) => Role::Inspire(*trigger),
            ClauseKind::Inspire(true, trigger) => Role::Uninspire(*trigger),
            ClauseKind::Break(trigger) => Role::Break(*trigger),
            ClauseKind::Auto(trigger, _) => Role::Auto(*trigger),
            ClauseKind::Expire(_) => Role::Expire,
        })
    }

    /// What a moment provides stands in the last slots, under these names.
    pub(crate) fn provide(&mut self, trigger: Trigger, first: VarId) {
        for ix in 0..bindings(trigger).len() as u8 {
            let var = VarId(first.0 + u16::from(ix));
            self.env.insert(var, Loc::Slot(provided_at(ix)));
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
}

/// The slot of what a moment provides, by its place among that.
pub(crate) fn provided_at(ix: u8) -> u8 {
    SLOTS as u8 - 1 - ix
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::load::{Source, load};
    use crate::program::verify::verify;

    /// The only card of a deck, as it is at the table.
    pub(crate) fn compiled(card: &str) -> CardCode {
        let text = format!("edition harrowdeep\ndeck \"Trial\" format pool\n{card}");
        let path = "trial".to_owned();
        let sources = [Source { path, text }];
        let loaded = load(&sources);
        assert_eq!(loaded.errors(&sources), "");
        let code = loaded.catalog.cards[0].code.clone();
        assert_eq!(verify(&code), Ok(()));
        code
    }

    #[test]
    fn what_a_moment_provides_is_in_the_last_slots() {
        let card =
            "ploy \"Trial\" { reaction after move where fighter is friendly damage fighter 1 }";
        let code = compiled(card);
        let last = crate::Ref(provided_at(0));
        let hurt = code
            .code
            .iter()
            .any(|step| matches!(step, Instr::Damage(step) if step.who == last));
        assert!(hurt, "{:?}", code.code);
        assert_eq!(code.clauses[0].role.trigger(), Some(Trigger::MoveDone));
    }

    #[test]
    fn a_ploy_reacts_from_the_hand_and_an_upgrade_from_play() {
        let reacts = "reaction after move where fighter is friendly";
        let ploy = format!("ploy \"Trial\" {{ {reacts} draw 1 power }}");
        let upgrade = format!("upgrade \"Trial\" cost 1 {{ {reacts} {{ draw 1 power }} }}");
        for (card, from) in [(ploy, MadeFrom::Hand), (upgrade, MadeFrom::Play)] {
            let code = compiled(&card);
            assert!(matches!(code.clauses[0].role, Role::React { from: is, .. } if is == from));
        }
    }
}

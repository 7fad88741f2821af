//! Cards with a reaction that lengthens the Move or the Range that was picked.

use super::Kind;
use gloryhex_cardlang::{
    CardCode, Change, Clause, Prop, Role, Side, Source as From, Static,
    program::{Arg, Form},
};
use gloryhex_model::{Stat, Trigger};

/// The moments at which a reaction may lengthen what has been picked, and the characteristic it changes.
pub const STRETCHES: [(Trigger, Stat); 2] = [
    (Trigger::MovePicked, Stat::Move),
    (Trigger::AttackDeclared, Stat::Range),
];

/// A reaction that lengthens what any friend has picked by a fixed number.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The card.
    pub slot: u8,
    /// The reaction.
    pub clause: u8,
    /// Where the card must be.
    pub from: From,
    /// The number.
    pub more: u8,
}

impl Stretch {
    /// What a card adds for any friend, if that is all it asks for.
    pub fn of(code: &CardCode, slot: u8, at: Trigger, stat: Stat) -> Option<Stretch> {
        let mut found = None;
        let mut more = 0;
        for (ix, clause) in code.clauses.iter().enumerate() {
            match clause.role {
                Role::React { trigger, from, .. } if trigger == at && clause.effect == 0 => {
                    let parts = code.program.parts_of(clause.when);
                    let friendly = Form::Fighter(Prop::Friendly, Arg::bound(7));
                    let plain = parts
                        .iter()
                        .all(|part| code.program.form(*part) == Some(&friendly));
                    if !plain || clause.side != Side::Both || found.is_some() {
                        return None;
                    }
                    found = Some((ix as u8, from));
                }
                Role::Static(rule) if clause.effect > 0 => match rule.what {
                    Static::Modify {
                        stat: of,
                        change: Change::Add,
                        value,
                        ..
                    } if of == stat => more += code.program.constant(value)?.clamp(0, 20) as u8,
                    _ => {}
                },
                _ => {}
            }
        }
        let (clause, from) = found.filter(|_| code.users.is_yes())?;
        Some(Stretch {
            slot,
            clause,
            from,
            more,
        })
    }
}

/// Whether a card has a reaction to a moment that changes a characteristic for a while.
pub fn lengthens(code: &CardCode, trigger: Trigger, stat: Stat) -> bool {
    let changes = |clause: &Clause| matches!(clause.role, Role::Static(rule) if Kind::of(rule.what) == Kind::stat(stat));
    let reacts =
        |clause: &Clause| matches!(clause.role, Role::React { trigger: at, .. } if at == trigger);
    code.clauses.iter().any(|c| c.effect > 0 && changes(c))
        && code.clauses.iter().any(|c| c.effect == 0 && reacts(c))
}

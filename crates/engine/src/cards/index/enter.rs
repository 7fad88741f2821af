//! What one card adds to what its seat's cards could do.

use super::{Holding, Kind, MAX_WORTH, STRETCHES, Span, Stretch, actions};
use crate::{cards::statics::stretches, effect::Source};
use gloryhex_cardlang::{
    CardCode, CardFlags, CardKind, Change, Clause, Expr, Program, Prop, Role, Scope, Side,
    Source as From, Static, StaticRule, Subject, Timing,
    program::{Faces, Form, ir},
};
use gloryhex_model::{Deed, Stat};

/// Notes what a card in a slot could do; `born` if what fighters may always pass is noted apart.
pub(super) fn enter(holding: &mut Holding, code: &CardCode, slot: u8, born: bool) {
    let bit = 1u128 << slot;
    holding.present |= bit;
    let asks = |form: &Form| {
        matches!(
            form,
            Form::Fighter(Prop::MovedThrough | Prop::Did(Deed::MovedThroughEnemy), _)
        )
    };
    if code.program.any(asks) {
        holding.passing |= bit;
    }
    let power = if slot < 64 { 1u64 << slot } else { 0 };
    let objective = if (Source::OBJECTIVES..Source::FIGHTERS).contains(&slot) {
        1u32 << (slot - Source::OBJECTIVES)
    } else {
        0
    };
    if let Some(value) = holding.values.get_mut(usize::from(slot)) {
        *value = code.value;
    }
    if code.kind == CardKind::Upgrade {
        holding.upgrades |= power;
        for worth in &mut holding.worth[usize::from(code.value).min(MAX_WORTH - 1)..] {
            *worth |= power;
        }
        if code.flags.has(CardFlags::FREE) || code.flags.has(CardFlags::ILLUSION) {
            holding.gifts |= power;
        }
        if code.flags.has(CardFlags::ILLUSION) {
            holding.illusions |= power;
        }
        if code.flags.has(CardFlags::WEAPON) && !code.weapons.is_empty() {
            holding.weapons |= power;
        }
    }
    for (nth, (trigger, stat)) in STRETCHES.into_iter().enumerate() {
        if stretches::lengthens(code, trigger, stat) {
            holding.stretch[nth] |= bit;
            holding.stretches[nth].extend(Stretch::of(code, slot, trigger, stat));
        }
    }
    for (ix, clause) in code.clauses.iter().enumerate() {
        let entry = (slot, ix as u8);
        if let Role::Score { timing, .. } = clause.role {
            let (always, last) = match timing {
                Timing::EndPhase => (objective, objective),
                Timing::LastEndPhase => (0, objective),
                Timing::Surge(_) => (0, 0),
            };
            holding.at_end[0] |= always;
            holding.at_end[1] |= last;
        }
        if let Some(trigger) = clause.role.trigger() {
            let waits = &mut holding.waits;
            match clause.role {
                Role::React { free: true, .. } => waits.free.insert(trigger),
                Role::React { .. } => waits.react.insert(trigger),
                Role::Auto(_) | Role::Break(_) => waits.auto.insert(trigger),
                Role::Inspire(_) | Role::Uninspire(_) => waits.inspire.insert(trigger),
                Role::Score { .. } => waits.surge.insert(trigger),
                _ => {}
            }
        }
        if clause.effect > 0 {
            match clause.role {
                Role::Static(rule) => holding.lasting[Kind::of(rule.what).ix()] |= bit,
                role => {
                    if matches!(role, Role::React { .. }) {
                        holding.lingering |= bit;
                    }
                    if let Some(trigger) = role.trigger() {
                        holding.lasting_triggers.insert(trigger);
                    }
                }
            }
            continue;
        }
        match clause.role {
            Role::Play if code.kind.is_gambit() => {
                holding.gambits |= power;
                if let Some(span) = holding.plays.get_mut(usize::from(slot)) {
                    let first = if span.end == 0 { entry.1 } else { span.first };
                    *span = Span {
                        first,
                        end: entry.1 + 1,
                    };
                }
            }
            Role::Play => {
                holding.uses |= bit;
                insert(&mut holding.use_list, entry);
            }
            Role::React {
                trigger,
                from: From::Hand,
                ..
            } => holding.hand[trigger.ix()] |= power,
            Role::React { trigger, .. } => {
                holding.play[trigger.ix()] |= bit;
                insert(&mut holding.reactions[trigger.ix()], entry);
            }
            Role::Action { .. } => actions::enter(holding, entry, code, clause),
            Role::Static(rule) if born && is_born(slot, code, clause) => {
                let passes = &mut holding.passes[(slot - Source::FIGHTERS) as usize];
                passes.fighters = true;
                passes.ethereal |= rule.what == Static::Ethereal;
            }
            Role::Static(rule) => {
                let kind = Kind::of(rule.what);
                holding.statics[kind.ix()] |= bit;
                let own = |clause: &Clause| match clause.role {
                    Role::Static(other) if clause.effect == 0 && Kind::of(other.what) == kind => {
                        other.who == Scope::Me
                    }
                    _ => true,
                };
                if code.clauses.iter().all(own) {
                    holding.own[kind.ix()] |= bit;
                }
            }
            Role::Score {
                timing: Timing::Surge(trigger),
                ..
            } => {
                holding.surge[trigger.ix()] |= objective;
                if !speaks_of_a_moment(&code.program, clause.when) {
                    holding.standing |= objective;
                }
            }
            Role::Inspire(Some(trigger)) | Role::Uninspire(Some(trigger)) => {
                holding.inspire[trigger.ix()] |= bit;
            }
            Role::Inspire(None) | Role::Uninspire(None) => holding.always |= bit,
            Role::Break(trigger) | Role::Auto(trigger) => {
                holding.auto[trigger.ix()] |= bit;
                insert(&mut holding.autos[trigger.ix()], entry);
            }
            Role::Score { .. } | Role::Expire => {}
        }
    }
}

/// Whether a clause says of a fighter, on both sides of its own card and without a condition, what it may
/// pass on its way.
pub(super) fn is_born(slot: u8, code: &CardCode, clause: &Clause) -> bool {
    let fighters = Source::FIGHTERS..Source::WARSCROLL;
    matches!(clause.role, Role::Static(rule)
        if fighters.contains(&slot)
            && rule.who == Scope::Me
            && rule.subject == Subject::Fighter
            && Kind::of(rule.what) == Kind::THROUGH
            && clause.effect == 0
            && clause.side == Side::Both
            && super::is_plain(code, clause, rule.what))
}

/// Whether a clause could make somebody's Wounds fewer as it comes, goes or no longer applies. An upgrade that
/// always adds to its bearer's does so only when it breaks, which is looked at there.
pub(super) fn may_lower_wounds(code: &CardCode, clause: &Clause) -> bool {
    changes(code, clause, Stat::Wounds).is_some_and(|(rule, adds)| {
        !(adds && clause.when.is_yes() && rule.who == Scope::Me && clause.effect == 0)
    })
}

/// Whether a clause could make the Range of somebody's weapon less than it would be without.
pub(super) fn may_lower_range(code: &CardCode, clause: &Clause) -> bool {
    changes(code, clause, Stat::Range).is_some_and(|(_, adds)| !adds)
}

/// The rule of a clause that changes a characteristic, and whether it can only add to it.
fn changes(code: &CardCode, clause: &Clause, of: Stat) -> Option<(StaticRule, bool)> {
    let Role::Static(rule) = clause.role else {
        return None;
    };
    match rule.what {
        Static::Modify {
            stat,
            change,
            value,
            ..
        } if stat == of => {
            let more = code.program.constant(value).is_some_and(|n| n >= 0);
            let adds = change == Change::Add && more;
            Some((rule, adds))
        }
        _ => None,
    }
}

fn insert(list: &mut Vec<(u8, u8)>, entry: (u8, u8)) {
    list.insert(list.partition_point(|other| *other < entry), entry);
}

/// Whether a condition is empty, or speaks of what a moment is about or of an attack.
fn speaks_of_a_moment(program: &Program, when: Expr) -> bool {
    let bound = |at: u8| at < ir::ITS_AT || at == ir::ATTACKER || at == ir::TARGET;
    let of_attack = |form: &Form| {
        matches!(
            form,
            Form::Attack(_) | Form::Dice(Faces::Attack | Faces::Defence, _)
        )
    };
    when.is_yes() || program.reads(when, bound) || program.has(when, of_attack)
}

//! `let`: a fighter makes an action now.

use super::parts::*;
use crate::{attack::WeaponIx, ops::stats};
use gloryhex_cardlang::{ActionKind, WeaponPick};

pub(super) fn take(run: &mut Run<'_>, card: &CardRun, step: Instr) {
    if let Some(grant) = candidates::grant_of(run.sight(), card, step) {
        run.push(Frame::Grant(grant));
    }
}

/// What is merely allowed need not be possible.
pub(super) fn follow(walk: &Walk<'_>, card: &CardRun, step: Instr) -> Followed {
    let can = is_possible(walk, card, step);
    match step {
        Instr::Grant { optional: true, .. } if !can => Followed::On,
        _ => Followed::yes_if(can),
    }
}

fn is_possible(walk: &Walk<'_>, card: &CardRun, step: Instr) -> bool {
    let Instr::Grant {
        action,
        weapon,
        filter,
        ..
    } = step
    else {
        return false;
    };
    let sight = walk.sight;
    candidates::grant_of(sight, card, step).is_some_and(|grant| {
        let filter = grant.filtered.then_some((card, filter));
        if action == ActionKind::Move {
            return candidates::may_move(sight, &grant, filter);
        }
        if let WeaponPick::Card(nth) = weapon
            && grant.weapon == WeaponIx::LENT.0
        {
            let lent = walk.code.weapons.get(nth as usize);
            return lent.is_some_and(|lent| {
                let reach = stats::reach_with(&lent.def, lent.def.range);
                candidates::lent_reaches(sight, &grant, filter, reach)
            });
        }
        let mut list = Choices::probe();
        candidates::granted_with(sight, &grant, filter, &mut list);
        list.real() > 0
    })
}

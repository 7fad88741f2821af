//! `reduce`, `raise`, `prevent`, `divert` and `undo` damage, `judge` an attack and `take` glory: something under way goes
//! another way.

use super::parts::*;
use crate::{
    attack::{Attack, Verdict},
    event::By,
    frames::damage::Damage,
    ops::{glory, harm},
};
use gloryhex_cardlang::Alter;
use gloryhex_model::Rule as Cited;

pub(super) fn take(
    run: &mut Run<'_>,
    card: &CardRun,
    what: Alter,
    (who, n, least): (Ref, Expr, u8),
) {
    match what {
        Alter::Reduce => {
            let n = amount(run, card, n);
            change(run, |damage| {
                let least = least.min(damage.amount);
                damage.amount = damage.amount.saturating_sub(n).max(least);
            });
        }
        Alter::Raise => {
            let n = amount(run, card, n);
            change(run, |damage| {
                damage.amount = damage.amount.saturating_add(n)
            });
        }
        Alter::Prevent => change(run, |damage| damage.amount = 0),
        Alter::Divert => divert(run, card, who),
        Alter::Undo => harm::undo(run),
        Alter::Succeed => judge(run, Verdict::Success),
        Alter::Fail => judge(run, Verdict::Fail),
        Alter::TakeGlory => {
            let from = seat_of(run.sight(), card, who);
            let n = amount(run, card, n).min(run.state.seats[from].unspent());
            run.state.seats[from].glory -= n;
            glory::gain(run, card.source.seat, n, Cited::SequenceFollowAll);
        }
    }
}

/// Glory can only be taken from somebody who has some unspent; damage goes to somebody who is there.
pub(super) fn follow(sight: Sight<'_>, card: &CardRun, what: Alter, who: Ref) -> Followed {
    Followed::on_if(match what {
        Alter::TakeGlory => sight.state.seats[seat_of(sight, card, who)].unspent() > 0,
        Alter::Divert => standing(sight, card, who).is_some(),
        _ => true,
    })
}

/// Changes the innermost damage that has not been dealt yet.
fn change(run: &mut Run<'_>, with: impl FnOnce(&mut Damage)) {
    let mut frames = run.state.stack.iter_mut().rev();
    let found = frames.find_map(|frame| match frame {
        Frame::Damage(damage) if damage.is_due() => Some(damage),
        _ => None,
    });
    if let Some(damage) = found {
        with(damage);
    }
}

/// The damage goes to somebody else, and is this player's.
fn divert(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    let Some(other) = standing(run.sight(), card, who) else {
        return;
    };
    let mut amount = 0;
    change(run, |damage| amount = std::mem::take(&mut damage.amount));
    if amount > 0 {
        let by = By::Warband(card.source.seat);
        run.push(Frame::Damage(Damage::new(other, amount, by)));
    }
}

/// The attack at hand ends so.
fn judge(run: &mut Run<'_>, verdict: Verdict) {
    let Some(attack) = run.state.attack_mut() else {
        return;
    };
    attack.verdict = verdict;
    let (attacker, target) = (attack.attacker, attack.target);
    if verdict == Verdict::Success {
        let critical = attack.is(Attack::CRITICAL_HIT);
        let what = What::Succeeded {
            attacker,
            target,
            critical,
        };
        run.emit(Cited::AttackSuccess, what);
    } else {
        attack.flags &= !Attack::CRITICAL_HIT;
        run.emit(Cited::AttackFail, What::Failed { attacker, target });
    }
}

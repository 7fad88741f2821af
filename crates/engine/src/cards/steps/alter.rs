//! `reduce`, `raise`, `prevent`, `divert` and `undo` damage, `judge` an attack and `take` glory: something under way goes
//! another way.

use super::prelude::*;
use crate::{
    attack::{Attack, Verdict},
    event::By,
    frames::damage::Damage,
    ops::{glory, harm},
};
use gloryhex_cardlang::Altered;

impl Step for instr::Alter {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        match self.what {
            Altered::Reduce => change(run, |damage| {
                let least = self.least.min(damage.amount);
                damage.amount = damage.amount.saturating_sub(n).max(least);
            }),
            Altered::Raise => change(run, |damage| {
                damage.amount = damage.amount.saturating_add(n);
            }),
            Altered::Prevent => change(run, |damage| damage.amount = 0),
            Altered::Divert => divert(run, card, self.who),
            Altered::Undo => harm::undo(run),
            Altered::Succeed => judge(run, Verdict::Success),
            Altered::Fail => judge(run, Verdict::Fail),
            Altered::TakeGlory => {
                let from = seat_of(run.sight(), card, self.who);
                let n = n.min(run.state.seats[from].unspent());
                run.state.seats[from].glory -= n;
                glory::gain(run, card.source.seat, n, Rule::SequenceFollowAll);
            }
        }
    }
    /// Glory can only be taken from somebody who has some unspent; damage goes to somebody who is there.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        Followed::on_if(match self.what {
            Altered::TakeGlory => sight.state.seats[seat_of(sight, card, self.who)].unspent() > 0,
            Altered::Divert => standing(sight, card, self.who).is_some(),
            _ => true,
        })
    }
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
        run.emit(Rule::AttackSuccess, what);
    } else {
        attack.flags &= !Attack::CRITICAL_HIT;
        run.emit(Rule::AttackFail, What::Failed { attacker, target });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, DOCK, Trial};

    #[test]
    fn damage_that_is_announced_can_be_changed_and_no_other() {
        let mut trial = Trial::ploy("draw 1 power");
        let due = |amount| Frame::Damage(Damage::announced(ASH, amount));
        trial.game.state.stack.push(due(3));
        trial.with_run(|run| change(run, |damage| damage.amount -= 1));
        assert_eq!(trial.game.state.stack.top(), Some(due(2)));
        trial.game.state.stack.pop();
        let later = Frame::Damage(Damage::new(ASH, 3, By::Nobody));
        trial.game.state.stack.push(later);
        trial.with_run(|run| change(run, |damage| damage.amount -= 1));
        assert_eq!(trial.game.state.stack.top(), Some(later));
    }

    #[test]
    fn an_attack_that_is_judged_to_fail_is_no_critical_hit() {
        let mut trial = Trial::ploy("draw 1 power");
        trial.attack(ASH, DOCK).set(Attack::CRITICAL_HIT);
        trial.with_run(|run| judge(run, Verdict::Fail));
        let attack = trial.game.state.attack().copied().unwrap_or(Attack::NONE);
        assert_eq!(attack.verdict, Verdict::Fail);
        assert!(!attack.is(Attack::CRITICAL_HIT));
    }
}

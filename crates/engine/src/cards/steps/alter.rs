//! `reduce`, `raise`, `prevent`, `divert` and `undo` damage, `judge` an attack, `redirect` an attack or a choice,
//! `unchoose` and `spare` a fighter, `waive` counters, `halt` a push, `end_move` and `take` glory: something under way goes another way.

use super::{choose, counters, harm::cause_of, prelude::*, push};
use crate::{
    attack::{Attack, Verdict},
    cards::{eval::number_of, follow, listeners::moment::Moment},
    effect::Source,
    event::By,
    frames::{combat, damage::Damage, moving},
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
            Altered::Redirect => match choice_at_hand(run.sight()) {
                Some(chosen) => choose_instead(run, card, self.who, chosen),
                None => redirect(run, card, self.who),
            },
            Altered::Spare => spare(run, card, self.who),
            Altered::Halt => push::halt(run),
            Altered::HaltMove => moving::halt(run),
            Altered::EndMove => moving::end(run),
            Altered::TakeGlory => {
                let from = seat_of(run.sight(), card, self.who);
                let n = n.min(run.state.seats[from].unspent());
                run.state.seats[from].glory -= n;
                glory::gain(run, card.source.seat, n, Rule::SequenceFollowAll);
            }
            Altered::LoseGlory => {
                let seat = seat_of(run.sight(), card, self.who);
                let player = &mut run.state.seats[seat];
                player.glory -= n.min(player.unspent());
            }
            Altered::StopAttack => combat::stop(run),
            Altered::Unchoose => {
                if let Some(fighter) = fighter_of(run.sight(), card, self.who) {
                    unchoose(run, fighter);
                }
            }
            Altered::Waive => counters::waive(run, n),
        }
    }
    /// Glory can only be taken from somebody who has some unspent; damage goes to somebody who is there.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        Followed::on_if(match self.what {
            Altered::TakeGlory | Altered::LoseGlory => {
                sight.state.seats[seat_of(sight, card, self.who)].unspent() > 0
            }
            Altered::Divert => standing(sight, card, self.who).is_some(),
            Altered::Redirect => {
                let target = sight.state.attack().map(|attack| attack.target);
                let other = standing(sight, card, self.who);
                other.is_some_and(|other| match choice_at_hand(sight) {
                    Some(chosen) => chosen.instead(sight, other).is_some(),
                    None => Some(other) != target,
                })
            }
            Altered::Reduce
            | Altered::Raise
            | Altered::Prevent
            | Altered::Undo
            | Altered::Spare
            | Altered::Halt
            | Altered::HaltMove
            | Altered::EndMove
            | Altered::StopAttack
            | Altered::Unchoose
            | Altered::Waive
            | Altered::Succeed
            | Altered::Fail => true,
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

/// A fighter about to go out of action does not.
fn spare(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    let Some(fighter) = standing(run.sight(), card, who) else {
        return;
    };
    for frame in run.state.stack.iter_mut().rev() {
        if let Frame::Damage(damage) = frame
            && damage.spare(fighter)
        {
            break;
        }
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
        run.push(Frame::Damage(Damage {
            cause: cause_of(run.sight(), card),
            ..Damage::new(other, amount, by)
        }));
    }
}

/// A fighter that a card being resolved has just chosen.
#[derive(Clone, Copy)]
struct JustChosen {
    /// The place of that card among those being resolved.
    nth: usize,
    fighter: FighterId,
}

/// The fighters that the card has chosen which the innermost window is about, if it is about a choice.
pub(in crate::cards) fn chosen_at_hand(sight: Sight<'_>) -> u32 {
    let chosen = choice_at_hand(sight).and_then(|chosen| sight.state.cards.get(chosen.nth));
    chosen.map_or(0, |card| card.chosen)
}

/// The choice that the innermost window is about, if it is about one.
fn choice_at_hand(sight: Sight<'_>) -> Option<JustChosen> {
    let mut frames = sight.state.stack.iter().rev();
    let moment = frames.find_map(|frame| match frame {
        Frame::Window(window) => Some(window.moment),
        _ => None,
    })?;
    if moment.trigger != Trigger::Chosen {
        return None;
    }
    let mut cards = sight.state.cards_at_hand().iter();
    let of = |card: &CardRun| card.source == moment.bind.source();
    Some(JustChosen {
        nth: cards.rposition(of)?,
        fighter: moment.bind.fighter,
    })
}

impl JustChosen {
    /// The card as it is if it had chosen another fighter, where it could have: what else it chose stays.
    fn instead(self, sight: Sight<'_>, other: FighterId) -> Option<CardRun> {
        let card = sight.state.cards.get(self.nth)?;
        let code = sight.table.code(card.source)?;
        let steps = || {
            let before = code.code.get(..usize::from(card.pc)).unwrap_or(&[]);
            before.iter().rev().map_while(|step| match step {
                Instr::Choose(choose) => Some(choose),
                _ => None,
            })
        };
        let was = number_of(self.fighter);
        let slot = steps().find(|step| card.slots[step.slot.ix()] == was)?.slot;
        let mut changed = *card;
        changed.slots[slot.ix()] = number_of(other);
        changed.chosen = card.chosen & !(1 << self.fighter.0) | 1 << other.0;
        let fits = |step: &instr::Choose| {
            let mut all = choose::elements(step, sight, &changed).iter();
            all.any(|element| element == changed.slots[step.slot.ix()])
        };
        let followed = follow::can_be_followed(sight, &changed);
        (other != self.fighter && followed && steps().all(fits)).then_some(changed)
    }
}

/// The card chooses somebody else.
fn choose_instead(run: &mut Run<'_>, card: &CardRun, who: Ref, chosen: JustChosen) {
    let other = standing(run.sight(), card, who);
    let changed = other.and_then(|other| chosen.instead(run.sight(), other));
    let (Some(changed), Some(other)) = (changed, other) else {
        return;
    };
    let source = changed.source;
    if let Some(place) = run.state.cards.get_mut(chosen.nth) {
        *place = changed;
    }
    // What the choice brings is now about that one.
    for moment in choices_of(run, source) {
        if moment.bind.fighter == chosen.fighter {
            moment.bind.fighter = other;
        }
    }
}

/// The choices of a card that are told of and have not been settled.
fn choices_of<'r>(run: &'r mut Run<'_>, card: Source) -> impl Iterator<Item = &'r mut Moment> {
    let frames = run.state.stack.iter_mut();
    let moments = frames.filter_map(|frame| match frame {
        Frame::Window(window) => Some(&mut window.moment),
        _ => None,
    });
    moments.filter(move |moment| moment.trigger == Trigger::Chosen && moment.bind.source() == card)
}

/// The card that has just chosen a fighter did not choose it.
fn unchoose(run: &mut Run<'_>, fighter: FighterId) {
    let Some(chosen) = choice_at_hand(run.sight()) else {
        return;
    };
    let card = &mut run.state.cards[chosen.nth];
    card.chosen &= !(1 << fighter.0);
    let source = card.source;
    for moment in choices_of(run, source) {
        if moment.bind.fighter == fighter {
            moment.also = moment.also.and(Also::UNDONE);
        }
    }
}

/// The attack just declared is made on somebody else: what is known of its target is looked at anew.
fn redirect(run: &mut Run<'_>, card: &CardRun, who: Ref) {
    let (sight, attack) = (run.sight(), run.state.attack().copied());
    let (Some(target), Some(was)) = (standing(sight, card, who), attack) else {
        return;
    };
    let flags = was.flags & !Attack::OF_TARGET;
    let now = Attack {
        harmed: was.harmed,
        felled: was.felled,
        ..combat::declare(sight, was.attacker, target, was.weapon, flags)
    };
    if let Some(attack) = run.state.attack_mut() {
        *attack = now;
    }
    let (attacker, weapon) = (now.attacker, now.weapon);
    run.emit(
        Rule::SequenceFollowAll,
        What::Attacked {
            attacker,
            target,
            weapon,
        },
    );
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
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial, pick};

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

    #[test]
    fn an_attack_that_is_redirected_knows_its_new_target() {
        let when = "reaction after attack_declared where attacker is enemy";
        let mut trial = Trial::ploy(&format!("{when} choose a: friend redirect to a"));
        trial.fighter(BIRCH).damage = 2;
        trial.attack(DOCK, ASH).set(Attack::TARGET_HELD);
        trial.play(&[pick(BIRCH)]);
        let there = trial.fighter(BIRCH).hex;
        let attack = trial.game.state.attack().copied().unwrap_or(Attack::NONE);
        assert_eq!((attack.attacker, attack.target), (DOCK, BIRCH));
        assert_eq!((attack.target_hex, attack.target_before), (there, [3, 2]));
        assert!(attack.is(Attack::TARGET_WAS_VULNERABLE) && !attack.is(Attack::TARGET_HELD));
    }

    #[test]
    fn nobody_is_made_the_target_who_is_it_already() {
        let when = "reaction after attack_declared where attacker is enemy";
        let mut trial = Trial::ploy(&format!(
            "{when} choose a: friend where leader redirect to a"
        ));
        trial.attack(DOCK, BIRCH);
        assert!(trial.follows());
        trial.attack(DOCK, ASH);
        assert!(!trial.follows());
    }

    #[test]
    fn a_fighter_about_to_fall_is_spared_and_no_other() {
        let cards = "ploy \"Trial\" { choose a: friend damage a 9 }
            upgrade \"Ring\" cost 1 { on falling where fighter is bearer { spare bearer wound bearer to 1 } }";
        let mut trial = Trial::new(cards);
        trial.play(&[pick(ASH)]);
        assert!(trial.fighter(ASH).on_field());
        assert_eq!(trial.fighter(ASH).damage, 1);
        let mut trial = Trial::new(cards);
        trial.play(&[pick(BIRCH)]);
        assert!(!trial.fighter(BIRCH).on_field());
    }

    #[test]
    fn a_push_is_called_off_before_it_is_made() {
        let mut trial = Trial::new(
            "ploy \"Trial\" { choose a: friend push a 1 }
            upgrade \"Ring\" cost 1 { on push_due where fighter is bearer { halt push } }",
        );
        let hex = trial.fighter(ASH).hex;
        trial.play(&[pick(ASH)]);
        assert_eq!(trial.fighter(ASH).hex, hex);
    }

    #[test]
    fn a_player_loses_unspent_glory_and_none_that_is_spent() {
        let mut trial = Trial::ploy("lose 2");
        assert!(!trial.follows());
        let you = &mut trial.game.state.seats[crate::cards::trial::YOU];
        (you.glory, you.spent) = (3, 2);
        trial.play(&[]);
        let you = &trial.game.state.seats[crate::cards::trial::YOU];
        assert_eq!((you.glory, you.spent), (2, 2));
    }

    #[test]
    fn an_attack_that_is_stopped_goes_on_with_its_end() {
        let mut trial = Trial::ploy("draw 1 power");
        trial.attack(ASH, DOCK).verdict = Verdict::Success;
        let combat = combat::Combat {
            step: 0,
            sub: 3,
            last: true,
        };
        trial.game.state.stack.push(Frame::Combat(combat));
        trial.with_run(combat::stop);
        let steps = &trial.game.table.rules.attack;
        let end = steps
            .iter()
            .position(|entry| entry.step == crate::ruleset::AttackStep::End);
        let Some(Frame::Combat(now)) = trial.game.state.stack.top() else {
            panic!("the attack is over");
        };
        assert_eq!(
            (Some(usize::from(now.step)), now.sub, now.last),
            (end, 0, true)
        );
    }
}

//! Success, draw or failure.

use super::{Done, attack_successes, current, defence_successes, may_drive_back};
use crate::{
    attack::{Attack, Verdict},
    event::What,
    ops::travel,
    ruleset::{Compare, Trapped},
    run::{Run, Sight},
};
use gloryhex_model::{Face, Rule};

/// The verdict of two rolls, and whether it is a critical hit. Successes include criticals.
pub fn compare(rule: Compare, crits: [u8; 2], successes: [u8; 2]) -> (Verdict, bool) {
    let by_successes = |drawn_at_nought: bool| match successes[0].cmp(&successes[1]) {
        std::cmp::Ordering::Greater => Verdict::Success,
        std::cmp::Ordering::Equal if successes[0] > 0 || drawn_at_nought => Verdict::Draw,
        _ => Verdict::Fail,
    };
    match rule {
        Compare::CriticalsFirst => {
            let verdict = match crits[0].cmp(&crits[1]) {
                std::cmp::Ordering::Greater => Verdict::Success,
                std::cmp::Ordering::Less => Verdict::Fail,
                std::cmp::Ordering::Equal => by_successes(false),
            };
            (verdict, verdict == Verdict::Success && crits[0] > 0)
        }
        Compare::Successes => {
            let verdict = by_successes(true);
            (verdict, verdict == Verdict::Success && crits[0] > 0)
        }
    }
}

/// Whether a target that could be driven back has nowhere to go (Shadespire p.20, Harrowdeep p.31).
pub fn is_trapped(sight: Sight<'_>, attack: &Attack) -> bool {
    let from = sight.state.fighter(attack.attacker).hex;
    may_drive_back(sight, attack) && travel::away_hexes(sight, attack.target, from).is_empty()
}

pub(super) fn judge(run: &mut Run<'_>) -> Done {
    let attack = current(run);
    let sight = run.sight();
    let mut successes = [
        attack
            .attack_roll
            .count_in(attack_successes(sight, &attack)),
        attack
            .defence_roll
            .count_in(defence_successes(sight, &attack)),
    ];
    let crits = [
        attack.attack_roll.count(Face::Crit),
        attack.defence_roll.count(Face::Crit),
    ];
    let mut caught = false;
    if sight.rules().trapped == Trapped::AddsSuccess
        && crits[0] == crits[1]
        && successes[0] > 0
        && is_trapped(sight, &attack)
    {
        successes[0] += 1;
        caught = true;
    }
    let (verdict, critical) = compare(sight.rules().compare, crits, successes);
    let (attacker, target) = (attack.attacker, attack.target);
    if caught {
        run.emit(Rule::AttackTrapped, What::WasTrapped { fighter: target });
    }
    if let Some(attack) = run.state.attack_mut() {
        attack.successes = successes;
        attack.verdict = verdict;
        if caught {
            attack.set(Attack::TRAPPED);
        }
        if critical {
            attack.set(Attack::CRITICAL_HIT);
        }
    }
    match verdict {
        Verdict::Success => {
            let rule = if critical {
                Rule::AttackCriticalHit
            } else {
                Rule::AttackSuccess
            };
            let what = What::Succeeded {
                attacker,
                target,
                critical,
            };
            run.emit(rule, what);
        }
        Verdict::Draw => run.emit(Rule::AttackDraw, What::Drew { attacker, target }),
        _ => run.emit(Rule::AttackFail, What::Failed { attacker, target }),
    }
    Done::Next
}

/// A tie on a target with nowhere to go becomes a success (Shadespire p.20).
pub(super) fn trapped(run: &mut Run<'_>) -> Done {
    let attack = current(run);
    if run.rules().trapped == Trapped::TieSucceeds
        && attack.verdict == Verdict::Draw
        && is_trapped(run.sight(), &attack)
    {
        let fighter = attack.target;
        if let Some(attack) = run.state.attack_mut() {
            attack.verdict = Verdict::Success;
            attack.set(Attack::TRAPPED);
            if attack.attack_roll.count(Face::Crit) > 0 {
                attack.set(Attack::CRITICAL_HIT);
            }
        }
        run.emit(Rule::AttackTrapped, What::WasTrapped { fighter });
    }
    Done::Next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_critical_beats_any_number_of_plain_successes_when_criticals_come_first() {
        assert_eq!(
            compare(Compare::CriticalsFirst, [1, 0], [1, 3]),
            (Verdict::Success, true)
        );
        assert_eq!(
            compare(Compare::CriticalsFirst, [0, 1], [3, 1]),
            (Verdict::Fail, false)
        );
    }

    #[test]
    fn nought_to_nought_is_a_draw_only_where_successes_alone_are_compared() {
        assert_eq!(compare(Compare::Successes, [0, 0], [0, 0]).0, Verdict::Draw);
        assert_eq!(
            compare(Compare::CriticalsFirst, [0, 0], [0, 0]).0,
            Verdict::Fail
        );
    }
}

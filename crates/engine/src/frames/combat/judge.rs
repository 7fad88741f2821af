//! Success, draw or failure.

use super::{Done, attack_successes, counted_by, current, defence_successes, may_drive_back};
use crate::{
    attack::{Attack, Verdict},
    cards,
    event::What,
    ops::travel,
    ruleset::{AttackStep, Compare, Ruleset, Trapped},
    run::{Run, Sight},
};
use gloryhex_cardlang::RollKind;
use gloryhex_model::{FaceSet, Rule, Trigger};

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

/// The faces that are criticals in the attack roll and in the defence roll: one that is no success is none.
pub fn critical_faces(sight: Sight<'_>, attack: &Attack) -> [FaceSet; 2] {
    [RollKind::Attack, RollKind::Defence].map(|roll| {
        let none = cards::no_success_faces(sight, attack, roll);
        cards::critical_faces(sight, attack, roll).without(none)
    })
}

/// Criticals of the attack roll and of the defence roll.
pub fn criticals(sight: Sight<'_>, attack: &Attack) -> [u8; 2] {
    let [offence, defence] = critical_faces(sight, attack);
    [
        attack.attack_roll.count_in(offence),
        attack.defence_roll.count_in(defence),
    ]
}

/// Whether a target that could be driven back has nowhere to go (Shadespire p.20, Harrowdeep p.31).
pub fn is_trapped(sight: Sight<'_>, attack: &Attack) -> bool {
    let from = sight.state.fighter(attack.attacker).hex;
    may_drive_back(sight, attack) && travel::away_hexes(sight, attack.target, from).is_empty()
}

/// What the dice say, before any card has its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Success, draw or failure.
    pub verdict: Verdict,
    /// Whether it is a critical hit.
    pub critical: bool,
    /// Successes as compared: attacker, target.
    pub successes: [u8; 2],
    /// Whether a target with nowhere to go cost it a success.
    pub caught: bool,
}

/// Judges two rolls; `trapped` is asked only where it matters (Harrowdeep p.31).
pub fn judged(
    rules: &Ruleset,
    crits: [u8; 2],
    mut successes: [u8; 2],
    trapped: impl FnOnce() -> bool,
) -> Judged {
    let caught = rules.trapped == Trapped::AddsSuccess
        && crits[0] == crits[1]
        && successes[0] > 0
        && trapped();
    if caught {
        successes[0] += 1;
    }
    let (verdict, critical) = compare(rules.compare, crits, successes);
    Judged {
        verdict,
        critical,
        successes,
        caught,
    }
}

/// Whether a tie becomes a success because the target has nowhere to go (Shadespire p.20).
pub fn tie_succeeds(rules: &Ruleset, verdict: Verdict, trapped: impl FnOnce() -> bool) -> bool {
    rules.trapped == Trapped::TieSucceeds && verdict == Verdict::Draw && trapped()
}

pub(super) fn judge(run: &mut Run<'_>) -> Done {
    let mut attack = current(run);
    let sight = run.sight();
    attack.supporters = counted_by(sight, &attack, AttackStep::Judge);
    let supporters = attack.supporters;
    let rolled = [
        attack
            .attack_roll
            .count_in(attack_successes(sight, &attack)),
        attack
            .defence_roll
            .count_in(defence_successes(sight, &attack)),
    ];
    let crits = criticals(sight, &attack);
    let Judged {
        verdict,
        critical,
        successes,
        caught,
    } = judged(sight.rules(), crits, rolled, || is_trapped(sight, &attack));
    let (attacker, target) = (attack.attacker, attack.target);
    if caught {
        run.emit(Rule::AttackTrapped, What::WasTrapped { fighter: target });
    }
    if let Some(attack) = run.state.attack_mut() {
        attack.supporters = supporters;
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
        Verdict::Success => succeeded(run),
        Verdict::Draw => run.emit(Rule::AttackDraw, What::Drew { attacker, target }),
        _ => run.emit(Rule::AttackFail, What::Failed { attacker, target }),
    }
    Done::Next
}

/// The dice of an attack that has been judged have changed: it is judged again.
pub fn judge_again(run: &mut Run<'_>) {
    let Some(attack) = run.state.attack_mut() else {
        return;
    };
    if attack.verdict != Verdict::Open {
        attack.flags &= !(Attack::TRAPPED | Attack::CRITICAL_HIT);
        judge(run);
    }
}

/// Says that the attack succeeds.
fn succeeded(run: &mut Run<'_>) {
    let attack = current(run);
    let (attacker, target) = (attack.attacker, attack.target);
    let critical = attack.is(Attack::CRITICAL_HIT);
    let rule = if critical && run.rules().compare == Compare::CriticalsFirst {
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

/// A tie on a target with nowhere to go becomes a success (Shadespire p.20).
pub(super) fn trapped(run: &mut Run<'_>) -> Done {
    let attack = current(run);
    let sight = run.sight();
    if tie_succeeds(sight.rules(), attack.verdict, || is_trapped(sight, &attack)) {
        let (fighter, critical) = (attack.target, criticals(sight, &attack)[0] > 0);
        if let Some(attack) = run.state.attack_mut() {
            attack.verdict = Verdict::Success;
            attack.set(Attack::TRAPPED);
            if critical {
                attack.set(Attack::CRITICAL_HIT);
            }
        }
        run.emit(Rule::AttackTrapped, What::WasTrapped { fighter });
        succeeded(run);
        // The verdict is another now, so what waits for it gets another look.
        super::moment(run, Trigger::AttackJudged, false);
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

//! Verbs that can only be used at some moments: what they change is under way only then.

use gloryhex_model::Trigger;

/// A moment and its word.
pub(super) type Moment = (Trigger, &'static str);

/// When dice have been rolled and still count.
const ROLLED: &[Moment] = &[
    (Trigger::AttackRolled, "attack_rolled"),
    (Trigger::AttackRollStands, "attack_roll_stands"),
    (Trigger::DefenceRolled, "defence_rolled"),
    (Trigger::AttackJudged, "attack_judged"),
    (Trigger::SpellRolled, "spell_rolled"),
];
/// When damage is about to be dealt.
const DUE: &[Moment] = &[(Trigger::DamageDue, "damage_due")];

/// Verbs that can only be used at some moments, and these.
pub(super) const MOMENTS: [(&str, &[Moment]); 20] = [
    ("reduce", DUE),
    ("raise", DUE),
    ("prevent", DUE),
    ("divert", DUE),
    ("undo", &[(Trigger::DamageDealt, "damage")]),
    ("stop", &[(Trigger::AttackJudged, "attack_judged")]),
    ("judge", &[(Trigger::AttackJudged, "attack_judged")]),
    (
        "redirect",
        &[
            (Trigger::AttackDeclared, "attack_declared"),
            (Trigger::Chosen, "chosen"),
        ],
    ),
    ("unchoose", &[(Trigger::Chosen, "chosen")]),
    ("waive", &[(Trigger::CountersDue, "counters_due")]),
    ("spare", &[(Trigger::Falling, "falling")]),
    (
        "halt",
        &[
            (Trigger::PushDue, "push_due"),
            (Trigger::MovePicked, "move_picked"),
        ],
    ),
    ("end_move", &[(Trigger::Entered, "enters")]),
    ("wield", &[(Trigger::AttackPicked, "attack_picked")]),
    ("reroll", ROLLED),
    ("turn", ROLLED),
    ("drop", ROLLED),
    ("include", ROLLED),
    ("guide", &[(Trigger::SpellCast, "spell_cast")]),
    ("orient", &[(Trigger::ScatterPlaced, "scatter_placed")]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::Plain;

    #[test]
    fn a_verb_that_waits_for_a_moment_has_a_row() {
        for (word, moments) in MOMENTS {
            let verb = Plain::of(word, false).map(|verb| verb.row().moments());
            assert_eq!(verb, Some(Some(moments)), "{word}");
        }
    }
}

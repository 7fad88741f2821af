//! Rules that let a fighter see others whatever is in the way. What stands in the way of attacks is in [`super::in_the_way`].

use super::{Kind, anyone, each};
use crate::{cards::eval::number_of, run::Sight};
use gloryhex_cardlang::{Ban, Static};
use gloryhex_model::FighterId;

/// Whether a fighter sees another whatever is in the way.
#[inline]
pub fn sees_anyway(sight: Sight<'_>, fighter: FighterId, other: FighterId) -> bool {
    sight.table.index.sees_more && sees_by_rule(sight, fighter, other)
}

#[cold]
fn sees_by_rule(sight: Sight<'_>, fighter: FighterId, other: FighterId) -> bool {
    let kind = Kind::ban(Ban::Targeted);
    let there = |who: FighterId| who.is_some() && sight.state.fighter(who).on_field();
    let mut sees = false;
    if fighter != other && there(fighter) && there(other) && anyone(sight, kind) {
        each(sight, kind, 0, fighter, None, |context, what| {
            if let Static::Sight(whom) = what {
                sees |= context.and(number_of(other)).holds(whom);
            }
        });
    }
    sees
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial};

    #[test]
    fn the_bearer_sees_those_the_rule_names_and_is_not_seen_in_return() {
        let mut trial = Trial::upgrade("static bearer gets sight where in_edge");
        let [edge, middle] = ["e1", "c3"].map(|name| trial.hex(name));
        trial.fighter(DOCK).hex = edge;
        let sees = |trial: &Trial, who, other| sees_anyway(trial.sight(), who, other);
        assert!(sees(&trial, ASH, DOCK));
        assert!(!sees(&trial, DOCK, ASH) && !sees(&trial, BIRCH, DOCK));
        trial.fighter(DOCK).hex = middle;
        assert!(!sees(&trial, ASH, DOCK));
    }
}

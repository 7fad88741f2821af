//! `wield`: the attack that was picked is made with a melee weapon of another fighter. What that weapon's characteristics
//! become is told by the attacker's side, as of its own weapons.

use super::prelude::*;
use crate::{
    attack::{Attack, WeaponIx},
    frames::combat,
    ops::stats,
};

impl Step for instr::Wield {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        Ok(self.ask(run, card, frame).unwrap_or(Did::Next))
    }
    /// Some weapon must reach the target, whatever the one that was picked reaches.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let mut any = false;
        each_weapon(self, walk.sight, card, |_, _| any = true);
        Followed::on_if(any)
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        each_weapon(self, sight, card, |attack, weapon| {
            let (attacker, target) = (attack.attacker.0, attack.target.0);
            out.push(Choice::new(Verb::Attack, attacker, target, weapon.0));
        });
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, _: Card, choice: Choice) {
        go_on(run);
        if let Some(attack) = run.state.attack_mut() {
            attack.weapon = WeaponIx(choice.c);
        }
    }
}

/// Calls `found` with the attack at hand and each melee weapon of the other fighter that reaches its target.
fn each_weapon(
    step: &instr::Wield,
    sight: Sight<'_>,
    card: &CardRun,
    mut found: impl FnMut(&Attack, WeaponIx),
) {
    let attack = sight.state.attack();
    let (Some(lender), Some(attack)) = (standing(sight, card, step.who), attack) else {
        return;
    };
    stats::each_weapon(sight, lender, |own| {
        let weapon = match own.slot() {
            Some(_) => own,
            None => WeaponIx::lent_by(sight.table.entrant(lender).index, own),
        };
        let made = Attack { weapon, ..*attack };
        let melee = stats::weapon_def(sight, lender, own).is_some_and(|def| def.is_melee());
        if melee && combat::would_hold(sight, &made) {
            found(attack, weapon);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial, pick};

    const BODY: &str = "reaction after attack_picked where attacker is friendly choose a: friend where adjacent(a, attacker) wield a";

    fn next_to_one_another(trial: &mut Trial) {
        for (who, place) in [(BIRCH, "a1"), (ASH, "b1"), (DOCK, "c1")] {
            let hex = trial.hex(place);
            trial.fighter(who).hex = hex;
        }
        trial.attack(BIRCH, DOCK);
    }

    #[test]
    fn the_attack_is_made_with_the_weapon_of_a_friend() {
        let mut trial = Trial::ploy(BODY);
        next_to_one_another(&mut trial);
        let spear = WeaponIx::lent_by(0, WeaponIx(0));
        let take = Choice::new(Verb::Attack, BIRCH.0, DOCK.0, spear.0);
        assert_eq!(trial.ask(&[pick(ASH)]), [take]);
        trial.with_run(|run| crate::run::choose(run, take));
        let sight = trial.sight();
        let attack = sight.state.attack().copied().unwrap_or(Attack::NONE);
        let damage = stats::weapon_def(sight, BIRCH, attack.weapon).map(|def| def.damage);
        assert_eq!(damage, Some(2));
    }

    #[test]
    fn a_weapon_that_does_not_reach_is_not_lent() {
        let mut trial = Trial::ploy(BODY);
        next_to_one_another(&mut trial);
        assert!(trial.follows());
        let far = trial.hex("e1");
        trial.fighter(DOCK).hex = far;
        assert!(!trial.follows());
    }
}

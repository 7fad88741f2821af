//! `damage`, `wound`, `slay` and `heal`: what hurts a fighter, and what takes the damage off again.

use super::prelude::*;
use crate::{
    cards::{Ban, forbids},
    effect::Source,
    event::By,
    frames::damage::Damage,
    ops::harm,
    ruleset::InVain,
};
use gloryhex_cardlang::{CardKind, Cause};
use gloryhex_hexgrid::HexId;

/// A fighter is dealt damage.
impl Step for instr::Damage {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        if let Some(fighter) = standing(run.sight(), card, self.who).filter(|_| n > 0) {
            let by = dealer(run, card, self.by);
            run.push(Frame::Damage(Damage {
                cause: cause_of(run.sight(), card) | of_attack(run.sight(), card, by, fighter),
                ..Damage::new(fighter, n, by)
            }));
        }
    }
    /// What comes after cannot be told: the fighter may fall.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::yes_if(standing(walk.sight, card, self.who).is_some())
    }
}

/// What the damage of a card comes from.
pub(super) fn cause_of(sight: Sight<'_>, card: &CardRun) -> u8 {
    let causes = [
        (Cause::Spell, card.is(CardRun::CAST)),
        (Cause::Gambit, is_gambit(sight, card)),
        (Cause::Card, card.source.slot < Source::OBJECTIVES),
        (Cause::Reaction, card.is(CardRun::REACTION)),
        (Cause::Scatter, card.chain_end() != HexId::NONE),
    ];
    let bits = causes.map(|(cause, is)| u8::from(is) << cause as u8);
    bits.iter().fold(0, |all, bit| all | bit)
}

/// The bit of an attack for what an attacker's own card does beside the target as part of it, and not in answer to
/// something (Shadespire FAQ on Lightning Blast).
fn of_attack(sight: Sight<'_>, card: &CardRun, by: By, hurt: FighterId) -> u8 {
    let attack = sight.state.attack();
    let part = attack.is_some_and(|attack| {
        let beside = hurt != attack.attacker && hurt != attack.target;
        beside && by == By::Fighter(attack.attacker) && card.me == attack.attacker
    });
    u8::from(part && !card.is(CardRun::REACTION)) << Cause::Attack as u8
}

fn dealer(run: &Run<'_>, card: &CardRun, by: Ref) -> By {
    match by {
        Ref::NONE => By::Nobody,
        Ref::YOU if deals_for(run, card) => By::Fighter(card.me),
        Ref::YOU => By::Warband(card.source.seat),
        _ => fighter_of(run.sight(), card, by).map_or(By::Warband(card.source.seat), By::Fighter),
    }
}

/// Whether the damage of a card is that of its caster or bearer (Harrowdeep p.33).
fn deals_for(run: &Run<'_>, card: &CardRun) -> bool {
    let code = run.table.code(card.source);
    let is_theirs = |kind| matches!(kind, CardKind::Spell | CardKind::Upgrade);
    let deals = run.rules().fighters_deal_for_cards && card.me.is_some();
    deals && code.is_some_and(|code| is_theirs(code.kind))
}

/// A fighter has so much damage from now on, which is not dealt.
impl Step for instr::SetDamage {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            run.state.fighter_mut(fighter).damage = n;
        }
    }
}

/// A fighter is taken out of action at once.
impl Step for instr::Slay {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(fighter) = standing(run.sight(), card, self.who)
            && harm::can_fall(run, fighter)
            && !harm::turn_over(run, fighter)
        {
            let seat = card.source.seat;
            let cause = cause_of(run.sight(), card);
            if cards::is_heard(run, Trigger::Falling) {
                let by = By::Warband(seat);
                run.push(Frame::Damage(Damage::slain(fighter, by, cause)));
                return;
            }
            harm::take_out(run, fighter, By::Warband(seat));
            let bind = Bind {
                seat,
                cause,
                ..Bind::fighter(fighter)
            };
            cards::fire(run, Trigger::TakenOut, bind, Also::NOTHING);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let falls = |fighter| !forbids(walk.sight, fighter, Ban::TakenOut);
        Followed::yes_if(standing(walk.sight, card, self.who).is_some_and(falls))
    }
}

/// Damage is taken off a fighter.
impl Step for instr::Heal {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            harm::heal(run, fighter, n, card.source.seat);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let sight = walk.sight;
        Followed::on_if(standing(sight, card, self.who).is_none_or(|fighter| {
            let unhurt = sight.state.fighter(fighter).damage == 0;
            let in_vain = unhurt && sight.rules().in_vain == InVain::Nothing;
            !in_vain && !forbids(sight, fighter, Ban::Healed)
        }))
    }
}

#[cfg(test)]
mod tests {
    use crate::cards::trial::{ASH, DOCK, Trial, pick};

    #[test]
    fn damage_is_dealt_set_and_healed() {
        let mut trial = Trial::ploy("choose a: enemy damage a 3 heal a 1");
        trial.play(&[pick(DOCK)]);
        assert_eq!(trial.fighter(DOCK).damage, 2);
        let mut trial = Trial::ploy("choose a: friend wound a to 2 heal a fully");
        trial.play(&[pick(ASH)]);
        assert_eq!(trial.fighter(ASH).damage, 0);
    }

    #[test]
    fn as_much_damage_as_wounds_takes_out_and_so_does_slaying() {
        for body in ["damage a 4", "slay a"] {
            let mut trial = Trial::ploy(&format!("choose a: enemy {body}"));
            trial.play(&[pick(DOCK)]);
            assert!(!trial.fighter(DOCK).on_field(), "{body}");
        }
    }

    #[test]
    fn nobody_heals_who_is_unhurt() {
        let mut trial = Trial::ploy("choose a: friend heal a 1");
        assert!(!trial.follows());
        trial.fighter(ASH).damage = 1;
        assert!(trial.follows());
    }
}

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
                cause: cause_of(run.sight(), card),
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
    let code = sight.table.code(card.source);
    let gambit = code.is_some_and(|code| code.kind.is_gambit());
    let causes = [
        (Cause::Spell, card.is(CardRun::CAST)),
        (Cause::Gambit, gambit),
        (Cause::Card, card.source.slot < Source::OBJECTIVES),
        (Cause::Reaction, card.is(CardRun::REACTION)),
        (Cause::Scatter, card.chain_end() != HexId::NONE),
    ];
    let bits = causes.map(|(cause, is)| u8::from(is) << cause as u8);
    bits.iter().fold(0, |all, bit| all | bit)
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
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            let seat = card.source.seat;
            harm::take_out(run, fighter, By::Warband(seat));
            let bind = Bind {
                seat,
                cause: cause_of(run.sight(), card),
                ..Bind::fighter(fighter)
            };
            cards::fire(run, Trigger::TakenOut, bind, Also::NOTHING);
        }
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        Followed::yes_if(standing(walk.sight, card, self.who).is_some())
    }
}

/// Damage is taken off a fighter.
impl Step for instr::Heal {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let n = amount(run, card, self.n);
        if let Some(fighter) = standing(run.sight(), card, self.who) {
            harm::heal(run, fighter, n);
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

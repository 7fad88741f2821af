//! `let`: a fighter makes an action now. What it may be is listed here for the frame `frames/grant.rs`.

use super::{prelude::*, taken};
use crate::{
    attack::{Attack, WeaponIx},
    bits::Bits,
    frames::grant::Grant,
    ops::{
        act::{self, Act},
        field, reach, sides, stats, terms, travel, ways,
    },
    rare::Rare,
    state::MAX_ATTACKS,
};
use gloryhex_cardlang::{ActionKind, WeaponPick};
use gloryhex_hexgrid::HexId;

impl Step for instr::Grant {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        if let Some(grant) = grant_of(self, run.sight(), card) {
            run.push(Frame::Grant(grant));
        }
    }
    /// What is merely allowed need not be possible.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        match is_possible(self, walk, card) {
            false if self.optional => Followed::On,
            can => Followed::yes_if(can && others_may(self, walk, card)),
        }
    }
}

/// Whether nothing forbids the actions that the next steps have other fighters make. What becomes possible or impossible
/// by the first action is not known yet.
fn others_may(step: &instr::Grant, walk: &Walk<'_>, card: &CardRun) -> bool {
    let sight = walk.sight;
    let next = walk.code.code.get(usize::from(card.pc)..).unwrap_or(&[]);
    let grants = next.iter().map_while(|step| match step {
        Instr::Grant(grant) if !grant.optional => Some(grant),
        _ => None,
    });
    let mut others = grants.filter(|grant| grant.who != step.who);
    others.all(|other| {
        let Some(grant) = grant_of(other, sight, card) else {
            return true;
        };
        let acts = [
            Act::Move,
            Act::Attack,
            Act::Charge,
            Act::Guard,
            Act::Printed,
        ];
        let mut acts = (0..)
            .zip(acts)
            .filter(|(bit, _)| grant.acts >> bit & 1 == 1);
        acts.any(|(_, what)| act::may(sight, grant.fighter, what, grant.how()).is_ok())
    })
}

fn is_possible(step: &instr::Grant, walk: &Walk<'_>, card: &CardRun) -> bool {
    let sight = walk.sight;
    let Some(mut grant) = grant_of(step, sight, card) else {
        return false;
    };
    // An action that grants any action would ask for itself; without its own kind it is nearly always possible.
    if step.action == ActionKind::Any {
        grant.acts &= !PRINTED;
    }
    let filter = grant.filtered.then_some((card, step.filter));
    if let WeaponPick::Card(nth) = step.weapon
        && grant.weapon == WeaponIx::LENT.0
    {
        let lent = walk.code.weapons.get(nth as usize);
        return grant.acts & ATTACKING != 0
            && lent.is_some_and(|lent| {
                let reach = stats::reach_with(&lent.def, lent.def.range);
                lent_reaches(sight, &grant, filter, reach)
            });
    }
    let mut list = Choices::probe();
    granted_with(sight, &grant, filter, &mut list);
    list.real() > 0
}

/// The bit of the printed actions among those that are granted.
const PRINTED: u8 = 16;
/// The bits of the actions with an attack.
const ATTACKING: u8 = 2 | 4;

/// The frame of a granted action, if its fighter is on the battlefield.
fn grant_of(step: &instr::Grant, sight: Sight<'_>, card: &CardRun) -> Option<Grant> {
    let fighter = standing(sight, card, step.who)?;
    let acts = match step.action {
        ActionKind::Move => 1,
        ActionKind::Attack => 2,
        ActionKind::Charge => 4,
        ActionKind::Guard => 8,
        ActionKind::Any => 15 | PRINTED,
    };
    // One attack more inside others than there is room for is not granted.
    let full = usize::from(sight.state.n_attacks) >= MAX_ATTACKS;
    let acts = acts & if full { !ATTACKING } else { u8::MAX };
    let own = 1u64.checked_shl(card.source.slot.into()).unwrap_or(0);
    let weapon = match step.weapon {
        WeaponPick::Any | WeaponPick::ByYou => WeaponIx::NONE,
        WeaponPick::Card(0)
            if sight.table.owner(fighter) == card.source.seat
                && sight.state.upgrades(sight.table, fighter) & own != 0 =>
        {
            WeaponIx::upgrade(card.source.slot)
        }
        WeaponPick::Card(_) => WeaponIx::LENT,
        WeaponPick::Own(ix) => WeaponIx(ix),
        WeaponPick::Again | WeaponPick::Same => sight.state.attack()?.weapon,
        WeaponPick::Named(number) | WeaponPick::Free(number) => {
            let mut found = None;
            stats::each_weapon(sight, fighter, |ix| {
                let asked = stats::weapon_def(sight, fighter, ix).map(|weapon| weapon.asked);
                found = found.or(Some(ix).filter(|_| asked == Some(number)));
            });
            found?
        }
    };
    let again = step.weapon == WeaponPick::Again;
    let target = sight.state.attack().filter(|_| again);
    let borrower = match step.weapon {
        WeaponPick::ByYou => Some(card.source.seat),
        _ => None,
    };
    Some(Grant {
        alone: again,
        free: matches!(step.weapon, WeaponPick::Free(_)),
        borrower: Rare(borrower),
        target: target.map_or(FighterId::NONE, |attack| attack.target),
        named: step.named,
        optional: step.optional,
        weapon: weapon.0,
        filtered: !step.filter.is_yes(),
        ..Grant::named(fighter, acts)
    })
}

/// A condition on the target or the last hex of a granted action, and the card that says so.
type Filter<'a> = Option<(&'a CardRun, Formula)>;

fn satisfies(sight: Sight<'_>, filter: Filter<'_>, element: u8, attack: Option<&Attack>) -> bool {
    filter.is_none_or(|(card, filter)| {
        context(sight, card).is_some_and(|mut context| {
            context.attack = attack.or(context.attack);
            context.with(i16::from(element)).holds(filter)
        })
    })
}

/// Adds what a granted action may be, filtered by the card that granted it.
pub fn granted(sight: Sight<'_>, frame: &Grant, out: &mut Choices) {
    let filter = || {
        let card = sight.state.card()?;
        match taken(sight, card)? {
            Instr::Grant(step) => Some((card, step.filter)),
            _ => None,
        }
    };
    let filter = filter().filter(|_| frame.filtered);
    granted_with(sight, frame, filter, out);
}

fn granted_with(sight: Sight<'_>, frame: &Grant, filter: Filter<'_>, out: &mut Choices) {
    let fighter = frame.fighter;
    let can =
        |bit, what| frame.acts & bit != 0 && act::may(sight, fighter, what, frame.how()).is_ok();
    // A free hex next to the fighter is enough to know that there is a way.
    let from = sight.state.fighter(fighter).hex;
    let near =
        |hex: HexId| field::empty(sight).contains(hex) && satisfies(sight, filter, hex.0, None);
    if can(1, Act::Move)
        && out.is_probe()
        && cards::move_of(sight, fighter, false) > 0
        && sight.grid.adjacent(from).iter().any(near)
    {
        out.push(Choice::new(Verb::Move, fighter.0, from.0, 0));
    } else if can(1, Act::Move) {
        travel::each_way(sight, fighter, false, |hex, entered| {
            if satisfies(sight, filter, hex.0, None) {
                out.push(Choice::new(Verb::Move, fighter.0, hex.0, entered));
            }
        });
    }
    if can(2, Act::Attack) {
        granted_attacks(sight, frame, filter, out);
    }
    if out.enough() {
        return;
    }
    if can(4, Act::Charge) {
        ways::ways(sight, fighter, true, out);
    }
    if can(8, Act::Guard) {
        out.push(Choice::fighter(Verb::Guard, fighter));
    }
    if can(PRINTED, Act::Printed) {
        cards::printed_actions(sight, fighter, out);
    }
}

/// Whether a weapon that a card would lend reaches somebody it may be used on, by its printed range.
fn lent_reaches(sight: Sight<'_>, frame: &Grant, filter: Filter<'_>, range: u8) -> bool {
    let from = sight.state.fighter(frame.fighter).hex;
    let mut enemies = sides::enemies(sight, sight.table.owner(frame.fighter));
    enemies.any(|target| {
        let to = sight.state.fighter(target).hex;
        reach::apart(sight, frame.fighter, from, to) <= range
            && field::sees_fighter(sight, frame.fighter, from, target)
            && satisfies(sight, filter, target.0, None)
    })
}

fn granted_attacks(sight: Sight<'_>, frame: &Grant, filter: Filter<'_>, out: &mut Choices) {
    let attacker = frame.fighter;
    let from = sight.state.fighter(attacker).hex;
    if from == HexId::NONE {
        return;
    }
    let seen = field::visible_from(sight, from).with(from);
    let mut with = |weapon: WeaponIx| {
        if out.enough() {
            return;
        }
        let friends = sides::friends_struck(sight, attacker, weapon);
        let friends = Bits(friends.into()).map(FighterId);
        let targets = sides::enemies(sight, frame.seat(sight)).chain(friends);
        for target in targets.filter(|who| *who != attacker) {
            let hex = sight.state.fighter(target).hex;
            let meant = !frame.target.is_some() || target == frame.target;
            let mut reached = hex != HexId::NONE
                && (seen.contains(hex) || cards::sees_anyway(sight, attacker, target))
                && reach::apart(sight, attacker, from, hex)
                    <= stats::reach_of(sight, attacker, weapon, target);
            if !reached && meant && sight.table.index.waited.contains(Trigger::AttackPicked) {
                reached = cards::brings_within_reach(sight, attacker, target, weapon);
            }
            let about_to = Attack {
                attacker,
                target,
                weapon,
                ..Attack::NONE
            };
            let open = !cards::forbids(sight, target, cards::Ban::Targeted)
                && cards::may_be_attacked(sight, attacker, weapon, 1 << target.0) != 0;
            if meant && reached && open && satisfies(sight, filter, target.0, Some(&about_to)) {
                out.push(Choice::new(Verb::Attack, attacker.0, target.0, weapon.0));
            }
        }
    };
    if frame.weapon == WeaponIx::LENT.0 {
        with(WeaponIx::LENT);
        return;
    }
    stats::each_weapon(sight, attacker, |weapon| {
        let meant = frame.weapon == WeaponIx::NONE.0
            || terms::same(sight, attacker, WeaponIx(frame.weapon), weapon);
        if meant && terms::refusal(sight, attacker, weapon, frame.free).is_ok() {
            with(weapon);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, DOCK, Trial, pick};

    #[test]
    fn a_granted_move_ends_where_the_card_allows() {
        let mut trial = Trial::ploy("choose a: friend let a move ending cover or within(1, a)");
        let near = trial.hex("a1");
        trial.play(&[pick(ASH), Choice::new(Verb::Move, ASH.0, near.0, 0)]);
        assert_eq!(trial.fighter(ASH).hex, near);
    }

    #[test]
    fn an_attack_is_granted_only_against_somebody_in_reach() {
        let body = "choose a: friend where not leader choose b: enemy let a attack on b";
        let mut trial = Trial::ploy(body);
        assert!(trial.follows());
        for who in [BIRCH, FighterId(2)] {
            let far = trial.hex("e1");
            trial.fighter(who).hex = far;
        }
        trial.fighter(FighterId(2)).hex = HexId::NONE;
        assert!(!trial.follows());
        let there = trial.hex("e2");
        trial.fighter(DOCK).hex = there;
        assert!(trial.follows());
    }

    #[test]
    fn no_attack_is_granted_inside_as_many_as_there_is_room_for() {
        let body = "choose a: friend where not leader choose b: enemy let a attack on b";
        let mut trial = Trial::ploy(body);
        for (under_way, follows) in [(MAX_ATTACKS - 1, true), (MAX_ATTACKS, false)] {
            trial.game.state.n_attacks = under_way as u8;
            assert_eq!(trial.follows(), follows);
        }
    }

    #[test]
    fn an_attack_made_again_has_the_same_weapon_and_target() {
        let body = "reaction after attack choose a: friend where leader let a attack again";
        let mut trial = Trial::ploy(body);
        let near = trial.hex("a3");
        trial.fighter(FighterId(4)).hex = near;
        trial.attack(ASH, DOCK);
        let again = Choice::new(Verb::Attack, ASH.0, DOCK.0, 0);
        assert_eq!(trial.ask(&[pick(ASH)]), [again]);
    }

    #[test]
    fn no_attack_is_made_again_on_somebody_out_of_reach() {
        let body = "reaction after attack choose a: friend where leader let a attack again";
        let mut trial = Trial::ploy(body);
        trial.attack(ASH, DOCK);
        assert!(trial.follows());
        let far = trial.hex("e4");
        trial.fighter(DOCK).hex = far;
        assert!(!trial.follows());
    }

    #[test]
    fn a_lent_enemy_attacks_its_own_friends_at_your_word() {
        let mut trial = Trial::ploy("choose a: enemy where leader let a attack by you");
        for (who, place) in [(DOCK, "c3"), (FighterId(4), "d3"), (ASH, "b3")] {
            let hex = trial.hex(place);
            trial.fighter(who).hex = hex;
        }
        let card = trial.card();
        trial.with_run(|run| crate::frames::card::begin(run, card));
        trial.with_run(|run| crate::run::choose(run, pick(DOCK)));
        let asked = trial.with_run(crate::run::step);
        assert_eq!(asked, Ok(crate::run::Flow::On));
        let asked = trial.with_run(crate::run::step);
        assert_eq!(asked, Ok(crate::run::Flow::Ask(crate::cards::trial::YOU)));
        let targets: Vec<u8> = trial.offered().iter().map(|choice| choice.b).collect();
        assert_eq!(targets, [4]);
    }
}

//! Attacks, charges and what is asked while an attack is resolved, at a glance.

use super::Look;
use crate::picture::Body;
use gloryhex_engine::{
    Choice, WeaponIx,
    frames::combat,
    ops::{field, stats},
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Face, Keyword, Stat};

impl Look<'_> {
    pub(super) fn attack(&self, choice: Choice) -> f32 {
        let (Some(attacker), Some(target)) = (self.body(choice.a), self.body(choice.b)) else {
            return 0.0;
        };
        self.strike(attacker, attacker.hex, target, WeaponIx(choice.c))
    }
    fn strike(&self, attacker: &Body, from: HexId, target: &Body, weapon: WeaponIx) -> f32 {
        let Some(arm) = attacker.arms().iter().find(|arm| arm.ix == weapon) else {
            return 0.2;
        };
        let blow = self.picture.blow(attacker, from, arm, target);
        let mut gain = self.taste.attack * self.judge.gain_of(blow, target, target.worth);
        if arm.keywords.has(Keyword::Scything) {
            let near = self.sight.grid.adjacent(from);
            let others = self
                .picture
                .everyone()
                .filter(|b| b.seat != attacker.seat && b.id != target.id && near.contains(b.hex));
            gain *= 1.0 + 0.8 * others.count() as f32;
        }
        gain
    }
    pub(super) fn next(&self, choice: Choice) -> f32 {
        self.body(choice.b)
            .map_or(0.0, |target| 1.0 / f32::from(target.left))
    }
    pub(super) fn charge(&self, choice: Choice, floor: f32) -> f32 {
        let Some(attacker) = self.body(choice.a) else {
            return 0.0;
        };
        let hex = choice.hex_b();
        let mut best = 0.0f32;
        for target in self.picture.everyone().filter(|b| b.seat != attacker.seat) {
            let dist = self.sight.grid.distance(hex, target.hex);
            if dist <= attacker.reach && field::sees(self.sight, hex, target.hex) {
                let gain = self.judge.gain(&self.picture, attacker, hex, target);
                best = best.max(gain);
            }
        }
        let locked = self.taste.locked * attacker.strength * self.time.round;
        let given_up = self.wanted_at(attacker.hex);
        let hazards = 0.3 * choice.c.count_ones() as f32;
        let safe =
            self.taste.attack * best - locked + self.place(attacker, hex) - given_up - hazards;
        if safe <= floor {
            return safe;
        }
        safe - self.taste.rash * self.danger(attacker, hex)
    }
    pub(super) fn reroll(&self, choice: Choice) -> f32 {
        if choice.a == 255 {
            return 0.5;
        }
        let Some(attack) = self.sight.state.attack() else {
            return 0.0;
        };
        let mine = self.sight.table.owner(attack.attacker) == self.seat;
        let good = if mine {
            combat::attack_successes(self.sight, attack)
        } else {
            combat::defence_successes(self.sight, attack)
        };
        if good.contains(Face::from_ix(choice.a)) {
            0.0
        } else {
            1.0
        }
    }
    pub(super) fn ability(&self, choice: Choice) -> f32 {
        let Some(attack) = self.sight.state.attack() else {
            return 0.0;
        };
        let Some(keyword) = Keyword::ALL.get(choice.a as usize) else {
            return 0.0;
        };
        let target = attack.target;
        let left = stats::stat(self.sight, target, Stat::Wounds)
            .saturating_sub(self.sight.state.fighter(target).damage);
        let weapon = stats::weapon(self.sight, attack.attacker, attack.weapon, Some(attack));
        let damage = weapon.map_or(0, |weapon| weapon.damage);
        let symbol = stats::profile(self.sight, target).defence_symbol;
        let saves = f32::from(stats::stat(self.sight, target, Stat::Defence));
        let value = match keyword {
            Keyword::Grievous if damage + 1 == left => 1.0,
            Keyword::Grievous if damage < left => 0.45,
            Keyword::Grievous => 0.01,
            Keyword::Cleave if symbol == Face::Shield => 0.4 * saves,
            Keyword::Ensnare if symbol == Face::Dodge => 0.25 * saves,
            Keyword::Brutal => 0.1,
            Keyword::Stagger => 0.15,
            Keyword::Grapple => 0.08,
            _ => 0.02,
        };
        if choice.b == 1 { 0.4 * value } else { value }
    }
    pub(super) fn drive_back(&self, choice: Choice) -> f32 {
        let Some(target) = self
            .sight
            .state
            .attack()
            .and_then(|a| self.picture.get(a.target))
        else {
            return 0.0;
        };
        let hex = choice.hex_a();
        let mut value = 0.06;
        let held = |hex| {
            self.sight
                .state
                .feature_at(hex)
                .is_some_and(|ix| self.sight.state.features[ix].numbered())
        };
        if held(target.hex) {
            value += 0.3;
        }
        if held(hex) {
            value -= 0.25;
        }
        let friends = self.picture.standing[self.seat.ix()];
        let near = |hex| self.sight.grid.adjacent(hex).intersect(friends).len() as f32;
        value + 0.03 * (near(hex) - near(target.hex))
    }
}

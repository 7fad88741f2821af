//! Attacks and charges at a glance.

use super::{Look, STRIKES, UNASKED};
use crate::picture::Body;
use gloryhex_engine::{Choice, WeaponIx, ops::field};
use gloryhex_hexgrid::HexId;
use gloryhex_model::Keyword;

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
    /// What the attack at the end of a charge gains.
    fn charged(&self, attacker: &Body, hex: HexId, dist: u8, target: &Body) -> f32 {
        let picture = &self.picture;
        let theirs = picture.near(target, hex);
        let gain = || {
            let helpers = [picture.near(attacker, target.hex), theirs];
            (self.judge).gain_among(picture, attacker, dist, target, helpers)
        };
        let key = 3 * usize::from(dist.wrapping_sub(1)) + usize::from(theirs);
        if theirs > 2 || key >= STRIKES {
            return gain();
        }
        if self.charger.replace(attacker.id) != attacker.id {
            for known in self.strikes.as_flattened() {
                known.set(UNASKED);
            }
        }
        let known = &self.strikes[target.id.ix()][key];
        if known.get() == UNASKED {
            known.set(gain());
        }
        known.get()
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
                best = best.max(self.charged(attacker, hex, dist, target));
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
}

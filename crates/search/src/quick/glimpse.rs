//! Choices that can be scored without looking at the whole battlefield: what is asked while an attack is
//! resolved, upgrades and discards.

use crate::picture::body;
use gloryhex_engine::{Choice, Sight, effect::Source, frames::combat, ops::stats};
use gloryhex_hexgrid::HexSet;
use gloryhex_model::{Face, FighterId, Keyword, MAX_FIGHTERS, Seat, Stat};
use std::cell::Cell;

/// What is looked at once for a whole list of choices.
pub(super) struct Glimpse<'a> {
    sight: Sight<'a>,
    seat: Seat,
    /// What an upgrade on each fighter is good for, once somebody has asked.
    upgrades: [Cell<Option<f32>>; MAX_FIGHTERS],
}

impl<'a> Glimpse<'a> {
    pub(super) fn at(sight: Sight<'a>, seat: Seat) -> Glimpse<'a> {
        Glimpse {
            sight,
            seat,
            upgrades: [const { Cell::new(None) }; MAX_FIGHTERS],
        }
    }
    pub(super) fn upgrade(&self, choice: Choice) -> f32 {
        let id = FighterId(choice.b);
        if id.ix() >= self.sight.table.entrants.len().min(MAX_FIGHTERS) {
            return 0.0;
        }
        let known = &self.upgrades[id.ix()];
        known.get().unwrap_or_else(|| {
            let now = self.sight.state.fighter(id);
            let value = if now.on_field() {
                let body = body(self.sight, id, now);
                let life = f32::from(body.left) / f32::from(body.wounds.max(1));
                0.3 + 0.15 * body.strength * life
            } else {
                0.0
            };
            known.set(Some(value));
            value
        })
    }
    pub(super) fn discard(&self, choice: Choice) -> f32 {
        let player = &self.sight.state.seats[self.seat];
        if choice.a >= Source::OBJECTIVES {
            // An objective that is dear and not yet met is the first to go.
            let slot = choice.a - Source::OBJECTIVES;
            let value = gloryhex_engine::cards::objective_value(self.sight, self.seat, slot);
            let met = gloryhex_engine::cards::scorable(self.sight, self.seat, slot);
            return if met {
                -1.0
            } else {
                0.05 + 0.02 * f32::from(value)
            };
        }
        if player.power.hand().count_ones() > 5 {
            0.2
        } else {
            0.05
        }
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
        let symbol = gloryhex_engine::cards::defence_symbol(self.sight, target);
        let saves = f32::from(stats::stat(self.sight, target, Stat::Defence));
        let value = match keyword {
            Keyword::Grievous if damage + 1 == left => 1.0,
            Keyword::Grievous if damage < left => 0.45,
            Keyword::Lethal if damage < left => 0.8,
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
        let state = self.sight.state;
        let target = state.attack().map(|attack| state.fighter(attack.target));
        let Some(target) = target.filter(|target| target.on_field()) else {
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
        let mut friends = HexSet::EMPTY;
        for id in self.sight.table.roster(self.seat) {
            let fighter = state.fighter(id);
            if fighter.on_field() {
                friends.insert(fighter.hex);
            }
        }
        let near = |hex| self.sight.grid.adjacent(hex).intersect(friends).len() as f32;
        value + 0.03 * (near(hex) - near(target.hex))
    }
}

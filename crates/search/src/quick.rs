//! Choices at a glance: how promising each looks without playing it out.
//!
//! Good enough to decide what is already under way in imagined games, and to tell a search where to
//! look first. Scores are in glory points, roughly.

mod combat;
mod glimpse;
mod taste;

use glimpse::Glimpse;
pub use taste::Taste;

use crate::{
    eval::{Judge, Time},
    picture::{Body, Picture},
    wish::Wish,
};
use gloryhex_engine::{
    Choice, Seeded, Sight, Verb, effect::Source, ops::field, state::MAX_FEATURES,
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, MAX_FIGHTERS, Seat};
use std::cell::{Cell, OnceCell};

/// Looks at choices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quick {
    /// What positions are worth.
    pub judge: Judge,
    /// What counts how much.
    pub taste: Taste,
}

/// Nobody has asked how far away the nearest enemy is.
const UNKNOWN: u8 = u8::MAX;
/// Nobody has asked what a charge would do.
const UNASKED: f32 = -1.0;
/// Attacks at the end of a charge that are told apart: up to four hexes, past up to two friends of the
/// target.
const STRIKES: usize = 4 * 3;

/// What is looked at once for a whole list of choices.
struct Look<'a> {
    judge: &'a Judge,
    taste: Taste,
    picture: Picture<'a>,
    sight: Sight<'a>,
    seat: Seat,
    time: Time,
    /// What it is worth to whoever decides to hold each token.
    wanted: [f32; MAX_FEATURES],
    /// What it is worth to send another fighter into enemy territory.
    invade: f32,
    /// Tokens that are good for something.
    goals: [Goal; MAX_FEATURES],
    n_goals: usize,
    /// What each fighter has from staying where it is, once somebody has asked.
    stays: [Cell<Option<f32>>; MAX_FIGHTERS],
    /// How far the nearest enemy is from a hex, once somebody has asked.
    nearest: [Cell<u8>; 256],
    /// Whose danger was asked for last, and what each enemy's charge would do to it with no, one or more
    /// friends next to it, once somebody has asked.
    endangered: Cell<FighterId>,
    charges: [[Cell<f32>; 3]; MAX_FIGHTERS],
    /// Whose charge was asked about last, and what its attack would do to each enemy from some distances
    /// and past some friends of the target, once somebody has asked.
    charger: Cell<FighterId>,
    strikes: [[Cell<f32>; STRIKES]; MAX_FIGHTERS],
}

/// A token that is good for something.
#[derive(Clone, Copy)]
struct Goal {
    hex: HexId,
    /// What standing on it is worth, and one hex from it.
    on: f32,
    by: f32,
    /// The friend who stands on it.
    holder: Option<FighterId>,
}

impl Quick {
    /// Scores every choice of a list.
    pub fn scores(&self, sight: Sight<'_>, seat: Seat, list: &[Choice], out: &mut Vec<f32>) {
        let glance = Glance::at(self, sight, seat);
        out.clear();
        out.extend(list.iter().map(|choice| glance.score(*choice, f32::MIN)));
    }
    /// The choice that looks best; equal ones are drawn for.
    pub fn best(
        &self,
        sight: Sight<'_>,
        seat: Seat,
        list: &[Choice],
        chance: &mut Seeded,
    ) -> Choice {
        let glance = Glance::at(self, sight, seat);
        let mut best = list[0];
        let mut most = f32::MIN;
        for choice in list {
            let noise = chance.below(1024) as f32 * 1e-5;
            let score = glance.score(*choice, most - noise);
            if score + noise > most {
                (best, most) = (*choice, score + noise);
            }
        }
        best
    }
}

/// A look at one list of choices.
struct Glance<'a> {
    quick: &'a Quick,
    sight: Sight<'a>,
    seat: Seat,
    glimpse: Glimpse<'a>,
    /// The battlefield, once a choice has asked about it.
    look: OnceCell<Look<'a>>,
}

impl<'a> Glance<'a> {
    fn at(quick: &'a Quick, sight: Sight<'a>, seat: Seat) -> Glance<'a> {
        Glance {
            quick,
            sight,
            seat,
            glimpse: Glimpse::at(sight, seat),
            look: OnceCell::new(),
        }
    }
    /// How promising a choice looks. One that does not come up to the floor anyway is not asked for its
    /// dangers.
    fn score(&self, choice: Choice, floor: f32) -> f32 {
        let taste = &self.quick.taste;
        let glimpse = &self.glimpse;
        let look = || {
            self.look
                .get_or_init(|| Look::at(self.quick, self.sight, self.seat))
        };
        match choice.verb {
            Verb::Draw => taste.draw,
            Verb::Exchange => 0.10,
            Verb::Focus => 0.12,
            Verb::Action => 0.25,
            Verb::Play => taste.play,
            Verb::Use => 0.30,
            Verb::Delve => 0.02,
            Verb::React => 0.35,
            Verb::Pass => taste.pass,
            Verb::Score => 5.0,
            Verb::Done => 0.10,
            Verb::StandFast => f32::from(choice.a),
            Verb::Stay => 0.05,
            Verb::Overrun => 0.04,
            Verb::Confirm => 0.3 * f32::from(choice.a),
            Verb::Seat => f32::from(u8::from(choice.a == self.seat.0)),
            Verb::NoToken => 0.1,
            Verb::Mulligan
            | Verb::Board
            | Verb::Join
            | Verb::Territory
            | Verb::Fighter
            | Verb::Hex
            | Verb::Feature
            | Verb::Card
            | Verb::Name
            | Verb::Die
            | Verb::Option => 0.0,
            Verb::Upgrade => glimpse.upgrade(choice),
            Verb::Discard => glimpse.discard(choice),
            Verb::Reroll => glimpse.reroll(choice),
            Verb::Ability => glimpse.ability(choice),
            Verb::DriveBack | Verb::Grapple => glimpse.drive_back(choice),
            Verb::Attack => look().attack(choice),
            Verb::Next => look().next(choice),
            Verb::Charge => look().charge(choice, floor),
            Verb::Move => look().go(choice, floor),
            Verb::Guard => look().guard(choice),
            Verb::Deploy => look().deploy(choice),
            Verb::PlaceToken => look().place_token(choice),
        }
    }
}

impl<'a> Look<'a> {
    fn at(quick: &'a Quick, sight: Sight<'a>, seat: Seat) -> Look<'a> {
        let judge = &quick.judge;
        let time = Time::of(sight);
        let nothing = Goal {
            hex: HexId::NONE,
            on: 0.0,
            by: 0.0,
            holder: None,
        };
        let mut look = Look {
            judge,
            taste: quick.taste,
            picture: judge.picture(sight, time),
            sight,
            seat,
            time,
            wanted: [0.0; MAX_FEATURES],
            invade: 0.0,
            goals: [nothing; MAX_FEATURES],
            n_goals: 0,
            stays: [const { Cell::new(None) }; MAX_FIGHTERS],
            nearest: [const { Cell::new(UNKNOWN) }; 256],
            endangered: Cell::new(FighterId(u8::MAX)),
            charges: [const { [const { Cell::new(UNASKED) }; 3] }; MAX_FIGHTERS],
            charger: Cell::new(FighterId(u8::MAX)),
            strikes: [const { [const { Cell::new(UNASKED) }; STRIKES] }; MAX_FIGHTERS],
        };
        let mut hand = sight.state.seats[seat].objectives.hand();
        while hand != 0 {
            let slot = hand.trailing_zeros() as usize;
            hand &= hand - 1;
            let wish = judge.wishes.of(seat, slot);
            if !wish.is_none() {
                look.want(slot, wish);
            }
        }
        look.set_goals();
        look
    }
    fn set_goals(&mut self) {
        let friends = self.picture.standing[self.seat.ix()];
        for (token, wanted) in self.sight.state.features.iter().zip(self.wanted) {
            if !token.on_field() || !(token.numbered() || wanted > 0.0) {
                continue;
            }
            let holder = friends.contains(token.hex).then(|| {
                let mut there = self.picture.everyone();
                there.find(|b| b.hex == token.hex).map(|b| b.id)
            });
            let plain = if token.numbered() {
                self.taste.token
            } else {
                0.0
            };
            self.goals[self.n_goals] = Goal {
                hex: token.hex,
                on: plain + wanted,
                by: 0.27 * plain + 0.25 * wanted,
                holder: holder.flatten(),
            };
            self.n_goals += 1;
        }
    }
    /// Takes what an objective in hand asks for into account.
    fn want(&mut self, slot: usize, wish: Wish) {
        let source = Source {
            seat: self.seat,
            slot: Source::OBJECTIVES + slot as u8,
        };
        let printed = self.sight.table.code(source).map_or(1, |code| code.value);
        let worth = self.taste.wish * f32::from(printed.max(1)) * (1.0 - 0.5 * self.time.round);
        if wish.invade > 0 {
            let there = self.picture.everyone().filter(|body| {
                body.seat == self.seat && field::in_enemy_territory(self.sight, self.seat, body.hex)
            });
            let there = there.count() as u8;
            if there < wish.invade {
                self.invade += worth / f32::from(wish.invade);
            }
            return;
        }
        let held = |ix: &usize| {
            let hex = self.sight.state.features[*ix].hex;
            self.picture.standing[self.seat.ix()].contains(hex)
        };
        let tokens = || (0..MAX_FEATURES).filter(|ix| wish.tokens >> ix & 1 == 1);
        let done = tokens().filter(held).count() >= usize::from(wish.need);
        let mut more = [0.0; MAX_FEATURES];
        for ix in tokens() {
            if !done || held(&ix) {
                more[ix] = worth / f32::from(wish.need.max(1));
            }
        }
        for (wanted, more) in self.wanted.iter_mut().zip(more) {
            *wanted += more;
        }
    }
    fn body(&self, id: u8) -> Option<&Body> {
        self.picture.get(FighterId(id))
    }
    fn go(&self, choice: Choice, floor: f32) -> f32 {
        let Some(body) = self.body(choice.a) else {
            return 0.0;
        };
        let hex = choice.hex_b();
        let hazards = if choice.c < 32 {
            choice.c.count_ones() as f32
        } else {
            0.0
        };
        let safe = self.place(body, hex) - self.stay(body) - 0.3 * hazards;
        if safe <= floor {
            return safe;
        }
        safe - self.taste.danger * self.danger(body, hex)
    }
    /// What the enemy could do to a fighter standing there.
    fn danger(&self, body: &Body, hex: HexId) -> f32 {
        let grid = self.sight.grid;
        let mut worst = 0.0f32;
        let there = body.at(hex);
        if self.endangered.replace(body.id) != body.id {
            for known in self.charges.as_flattened() {
                known.set(UNASKED);
            }
        }
        for enemy in self.picture.everyone().filter(|b| b.seat != body.seat) {
            let dist = grid.distance(enemy.hex, hex);
            let reach = enemy.reach;
            let gain = |from| self.judge.gain(&self.picture, enemy, from, &there);
            if enemy.fresh && dist <= reach {
                worst = worst.max(gain(enemy.hex));
            } else if enemy.may_charge && dist <= reach + enemy.steps {
                let friends = self.picture.near(enemy, hex).min(2);
                let known = &self.charges[enemy.id.ix()][usize::from(friends)];
                if known.get() == UNASKED {
                    known.set(gain(HexId::NONE));
                }
                worst = worst.max(known.get());
            }
        }
        worst
    }
    /// What standing there is good for.
    fn place(&self, body: &Body, hex: HexId) -> f32 {
        let grid = self.sight.grid;
        let mut value = 0.0;
        if !body.beast {
            for goal in &self.goals[..self.n_goals] {
                let dist = grid.distance(hex, goal.hex);
                if dist == 0 {
                    value += goal.on;
                } else if dist <= 4 && goal.holder.is_none_or(|id| id == body.id) {
                    value += goal.by / f32::from(dist);
                }
            }
        }
        if self.invade > 0.0 && field::in_enemy_territory(self.sight, body.seat, hex) {
            value += self.invade;
        }
        let nearest = self.nearest(body.seat, hex);
        let reach = body.steps + body.reach;
        if nearest > reach {
            value -= self.taste.idle * f32::from(nearest - reach);
        } else {
            value += self.taste.reach * body.strength;
        }
        value
    }
    /// How far the nearest enemy of a seat is from a hex; 0 if there is none.
    fn nearest(&self, seat: Seat, hex: HexId) -> u8 {
        let known = &self.nearest[usize::from(hex.0)];
        if seat == self.seat && known.get() != UNKNOWN {
            return known.get();
        }
        let foes = self.picture.everyone().filter(|b| b.seat != seat);
        let far = foes.map(|b| self.sight.grid.distance(hex, b.hex)).min();
        if seat == self.seat {
            known.set(far.unwrap_or(0));
        }
        far.unwrap_or(0)
    }
    /// What a fighter has from staying where it is.
    fn stay(&self, body: &Body) -> f32 {
        let known = &self.stays[body.id.ix()];
        known.get().unwrap_or_else(|| {
            let value =
                self.place(body, body.hex) - self.taste.danger * self.danger(body, body.hex);
            known.set(Some(value));
            value
        })
    }
    /// What holding the token in a hex is worth to an objective in hand.
    fn wanted_at(&self, hex: HexId) -> f32 {
        let there = self.sight.state.feature_at(hex);
        there.map_or(0.0, |ix| self.wanted[ix])
    }
    fn guard(&self, choice: Choice) -> f32 {
        self.body(choice.a)
            .map_or(0.0, |body| self.taste.guard * self.danger(body, body.hex))
    }
    fn deploy(&self, choice: Choice) -> f32 {
        let id = FighterId(choice.a);
        let hex = choice.hex_b();
        let side = &self.sight.table.entrant(id).def.sides[0];
        let fierce = side
            .weapons
            .iter()
            .map(|weapon| weapon.dice * weapon.damage)
            .max()
            .unwrap_or(0);
        let foes = self
            .picture
            .everyone()
            .filter(|b| b.seat != self.seat)
            .map(|b| f32::from(self.sight.grid.distance(hex, b.hex)));
        let nearest = foes.fold(f32::MAX, f32::min);
        let forward = if nearest == f32::MAX {
            let edge = self.sight.grid.all();
            let far = edge
                .iter()
                .filter(|other| field::in_enemy_territory(self.sight, self.seat, *other))
                .map(|other| self.sight.grid.distance(hex, other))
                .min()
                .unwrap_or(0);
            -f32::from(far)
        } else {
            -nearest
        };
        let tokens = self
            .sight
            .state
            .features
            .iter()
            .filter(|token| token.on_field())
            .map(|token| 0.2 / (1.0 + f32::from(self.sight.grid.distance(hex, token.hex))))
            .sum::<f32>();
        0.05 * forward * (f32::from(fierce) - 3.0) + tokens
    }
    fn place_token(&self, choice: Choice) -> f32 {
        let enemy = field::in_enemy_territory(self.sight, self.seat, choice.hex_a());
        if enemy { 0.0 } else { 0.3 }
    }
}

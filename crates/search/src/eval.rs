//! How good a position is: glory now, glory in reach, fighters, threats, tokens and cards.
//!
//! Values are in glory points. What an objective in hand is worth is asked of its own scoring
//! condition on the position at hand, so every card that has one is understood.

use crate::{
    picture::{Body, Picture},
    wish::{Wish, Wishes},
};
use gloryhex_cardlang::{Role, Timing};
use gloryhex_engine::{
    Ending, Game, Phase, Sight, cards, effect::Source, ops::field, state::Fighter,
};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{MAX_SEATS, Seat, Token, Trait, Weights};

/// Where in the game we are, in shares.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// The part of the game that is left.
    pub game: f32,
    /// The part of this round's turns that is left.
    pub round: f32,
    /// Rounds after this one.
    pub rounds_after: u8,
    /// Turns of all players left in this round.
    pub turns: u8,
    /// Who acts next, if anybody does in this round.
    pub next: Option<Seat>,
}

impl Time {
    /// Reads the clock.
    pub fn of(sight: Sight<'_>) -> Time {
        let clock = &sight.state.clock;
        let rules = sight.rules();
        let players = clock.players.max(1);
        let per_round = rules.turns[usize::from(players).min(4)] * players;
        let rounds = if rules.skipped_round[usize::from(players).min(4)] > 0 {
            rules.rounds - 1
        } else {
            rules.rounds
        };
        let (turns, next) = match clock.phase {
            Phase::Setup | Phase::Start => (per_round, None),
            Phase::Action => (
                per_round.saturating_sub(clock.turn) + 1,
                Some(sight.state.active()),
            ),
            Phase::Power => {
                let left = per_round.saturating_sub(clock.turn);
                let next = gloryhex_engine::ops::sides::next_seat(sight, sight.state.active());
                (left, (left > 0).then_some(next))
            }
            Phase::End | Phase::Over => (0, None),
        };
        let rounds_after = rounds.saturating_sub(clock.round.max(1));
        let total = f32::from(rounds) * f32::from(per_round.max(1));
        let left = f32::from(rounds_after) * f32::from(per_round) + f32::from(turns);
        Time {
            game: left / total,
            round: f32::from(turns) / f32::from(per_round.max(1)),
            rounds_after,
            turns,
            next,
        }
    }
}

/// The share of a fighter's worth that wounds do not take away.
const TOUGH: f32 = 0.35;

/// Judges positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judge {
    /// What counts how much; without it, what was found for the edition that is played.
    pub weights: Option<Weights>,
    /// What objectives ask of places; a search asks them before it thinks.
    pub wishes: Wishes,
    /// Who is bold: being far from everybody counts against it, and the attacks of the others are
    /// feared less. Two who wait for each other get nowhere.
    pub bold: Option<Seat>,
}

impl Judge {
    /// What counts how much in this game.
    pub fn weights<'a>(&'a self, sight: Sight<'a>) -> &'a Weights {
        match &self.weights {
            Some(weights) => weights,
            None => &sight.table.weighing.greedy,
        }
    }

    /// Judges as a seat that is bold, in editions in which that pays.
    pub fn embolden(&mut self, sight: Sight<'_>, seat: Seat) {
        self.bold = (self.weights(sight).fear < 1.0).then_some(seat);
    }

    /// Everyone on the battlefield, with what they are worth.
    pub fn picture<'a>(&self, sight: Sight<'a>, time: Time) -> Picture<'a> {
        let mut picture = Picture::of(sight);
        for body in picture.everyone_mut() {
            body.worth = self.worth(sight, body, time);
        }
        picture
    }

    /// What a fighter is worth to its player, while part of the game is left.
    fn worth(&self, sight: Sight<'_>, body: &Body, time: Time) -> f32 {
        let w = self.weights(sight);
        let life = f32::from(body.left) / f32::from(body.wounds.max(1));
        let upgrades = sight.state.upgrades(sight.table, body.id).count_ones() as f32;
        let inspired = f32::from(u8::from(sight.state.fighter(body.id).is(Fighter::INSPIRED)));
        let full =
            w.alive + w.strength * body.strength + w.upgrade * upgrades + w.inspired * inspired;
        full * (TOUGH + (1.0 - TOUGH) * life) * time.game.sqrt()
    }

    /// What an attack gains on average, in glory points.
    pub fn gain(&self, picture: &Picture<'_>, attacker: &Body, from: HexId, target: &Body) -> f32 {
        let dist = match from {
            HexId::NONE => 0,
            from => picture.sight.grid.distance(from, target.hex),
        };
        let helpers = picture.helpers(attacker, from, target);
        self.gain_among(picture, attacker, dist, target, helpers)
    }

    /// The same from so far away, with so many friends by the attacker and by the target.
    pub fn gain_among(
        &self,
        picture: &Picture<'_>,
        attacker: &Body,
        dist: u8,
        target: &Body,
        helpers: [u8; 2],
    ) -> f32 {
        let mut best = 0.0f32;
        for arm in attacker.arms().iter().filter(|arm| dist <= arm.range) {
            let blow = picture.blow_among(arm, target, helpers);
            best = best.max(self.gain_of(blow, target, target.worth));
        }
        best
    }

    /// What a blow gains on average.
    pub fn gain_of(&self, blow: crate::picture::Blow, target: &Body, worth: f32) -> f32 {
        let hurt = (blow.damage / f32::from(target.left)).min(1.0);
        let wounded = (blow.chances.success - blow.kill).max(0.0);
        blow.kill * (f32::from(target.bounty) + worth)
            + wounded * hurt * (0.35 + (1.0 - TOUGH) * worth)
            + 0.03 * blow.chances.draw
    }

    /// The values of the seats, in glory points.
    pub fn values(&self, sight: Sight<'_>) -> [f32; MAX_SEATS] {
        let time = Time::of(sight);
        let w = self.weights(sight);
        let picture = self.picture(sight, time);
        let mut values = [0.0; MAX_SEATS];
        for seat in sight.state.all_seats() {
            values[seat.ix()] = self.cards(sight, seat, time);
        }
        for body in picture.everyone() {
            let soon = w.fresh * f32::from(u8::from(body.fresh))
                + w.ready * f32::from(u8::from(body.may_charge))
                + w.guard * f32::from(u8::from(body.guard));
            values[body.seat.ix()] += body.worth + soon * time.round;
        }
        self.tokens(&picture, time, &mut values);
        for seat in sight.state.all_seats() {
            values[seat.ix()] += self.threat(&picture, seat, time);
        }
        values
    }

    /// Glory, objectives in hand and other cards.
    fn cards(&self, sight: Sight<'_>, seat: Seat, time: Time) -> f32 {
        let w = self.weights(sight);
        let player = &sight.state.seats[seat];
        let mut value = f32::from(player.glory);
        let deck = sight.table.deck(seat);
        for slot in 0..deck.objectives.len() {
            if player.objectives.hand() >> slot & 1 == 1 {
                value += self.objective(sight, seat, slot, time).unwrap_or(0.0);
            }
        }
        if time.turns > 0 || time.rounds_after > 0 {
            let hand = player.power.hand().count_ones() as f32;
            value += w.card * hand.min(6.0) * time.game.sqrt();
            value += w.purse * f32::from(player.unspent().min(4)) * time.game;
        }
        value
    }

    /// What an objective in hand is worth, in glory points.
    pub fn objective(&self, sight: Sight<'_>, seat: Seat, slot: usize, time: Time) -> Option<f32> {
        let w = self.weights(sight);
        let player = &sight.state.seats[seat];
        let source = Source {
            seat,
            slot: Source::OBJECTIVES + slot as u8,
        };
        let code = sight.table.code(source)?;
        let timing = code.clauses.iter().find_map(|clause| match clause.role {
            Role::Score { timing, .. } => Some(timing),
            _ => None,
        });
        let printed = f32::from(code.value.max(1));
        // Dear objectives are dear because they are hard.
        let ease = match code.value {
            0 | 1 => 1.0,
            2 => 0.75,
            3 => 0.5,
            _ => 0.35,
        };
        let chance = match timing {
            Some(Timing::Surge(_)) => {
                if player.objectives.revealed() >> slot & 1 == 1 {
                    1.0
                } else {
                    w.surge * ease * time.game.sqrt()
                }
            }
            Some(timing) => {
                let last = timing == Timing::LastEndPhase && time.rounds_after > 0;
                let met = !last && cards::scorable(sight, seat, slot as u8);
                let later = w.unmet * ease * if last { time.game } else { time.round };
                let after = if time.rounds_after > 0 {
                    w.unmet * ease * 0.5
                } else {
                    0.0
                };
                let wish = self.wishes.of(seat, slot);
                if met {
                    let sure = if wish.is_none() { w.met[0] } else { w.kept };
                    let chance = sure + (w.met[1] - sure) * (1.0 - time.round);
                    // Glory is worth more than the promise of it, or nothing would be scored.
                    chance.min(0.96)
                } else if wish.is_none() || last {
                    later.max(after)
                } else {
                    later.max(after).max(w.near * near(sight, seat, wish, time))
                }
            }
            None => w.unmet * ease * time.game,
        };
        Some(printed * chance)
    }

    fn tokens(&self, picture: &Picture<'_>, time: Time, values: &mut [f32; MAX_SEATS]) {
        let sight = picture.sight;
        let hold = self.weights(sight).hold * time.game.sqrt();
        for token in &sight.state.features {
            if !token.on_field() || !token.numbered() {
                continue;
            }
            let holder = picture.everyone().find(|body| body.hex == token.hex);
            match holder {
                Some(body) if !body.beast => values[body.seat.ix()] += hold,
                Some(_) => {}
                None => {
                    for seat in sight.state.all_seats() {
                        let near = picture
                            .everyone()
                            .filter(|body| body.seat == seat && !body.beast)
                            .map(|body| sight.grid.distance(body.hex, token.hex))
                            .min();
                        if let Some(near) = near.filter(|near| *near <= 5) {
                            values[seat.ix()] += hold * 0.5 / f32::from(near.max(1));
                        }
                    }
                }
            }
        }
    }

    /// What the seat's best attacks would gain.
    fn threat(&self, picture: &Picture<'_>, seat: Seat, time: Time) -> f32 {
        let sight = picture.sight;
        let w = self.weights(sight);
        let acts = match time.next {
            Some(next) if next == seat => w.tempo,
            Some(_) if time.turns > 1 => w.menace,
            _ if time.rounds_after > 0 || sight.state.clock.phase == Phase::Start => {
                0.5 * (w.tempo + w.menace)
            }
            _ => 0.0,
        };
        if acts == 0.0 {
            return 0.0;
        }
        let new_round = time.turns == 0;
        let (mut best, mut second) = (0.0f32, 0.0f32);
        let mut distance = 0.0;
        for body in picture.everyone().filter(|body| body.seat == seat) {
            let mut gain = 0.0f32;
            let mut nearest = u8::MAX;
            for target in picture.everyone().filter(|other| other.seat != seat) {
                let dist = sight.grid.distance(body.hex, target.hex);
                nearest = nearest.min(dist);
                let reach = body.reach;
                let fresh = body.fresh || new_round;
                if fresh && dist <= reach && field::sees(sight, body.hex, target.hex) {
                    gain = gain.max(self.gain(picture, body, body.hex, target));
                } else if (body.may_charge || new_round) && dist <= body.steps + reach {
                    gain = gain.max(0.9 * self.gain(picture, body, HexId::NONE, target));
                }
            }
            if nearest != u8::MAX {
                distance += f32::from(nearest.saturating_sub(body.steps + body.reach));
            }
            if gain > best {
                (best, second) = (gain, best);
            } else if gain > second {
                second = gain;
            }
        }
        let (fear, far) = match self.bold {
            None => (1.0, w.far),
            Some(bold) if bold == seat => (1.0, w.idle),
            Some(_) => (w.fear, 0.0),
        };
        fear * acts * (best + w.second * second) - far * distance * time.game.sqrt()
    }

    /// The seats' chances to win.
    pub fn wins(&self, game: &Game) -> [f32; MAX_SEATS] {
        self.wins_less(game, &[0.0; MAX_SEATS])
    }

    /// The seats' chances to win, with something taken off their values first.
    pub fn wins_less(&self, game: &Game, less: &[f32; MAX_SEATS]) -> [f32; MAX_SEATS] {
        let sight = game.sight();
        match game.ending() {
            Ending::Running => {}
            ending => return settled(ending, sight.state.clock.players),
        }
        let mut values = self.values(sight);
        for (value, less) in values.iter_mut().zip(less) {
            *value -= less;
        }
        let time = Time::of(sight);
        let w = self.weights(sight);
        let slope = w.slope * (1.0 + w.late * (1.0 - time.game));
        shares(&values, sight.state.clock.players, slope)
    }
}

/// The chance that what an objective asks of places will be done.
fn near(sight: Sight<'_>, seat: Seat, wish: Wish, time: Time) -> f32 {
    let again = if time.rounds_after > 0 { 0.2 } else { 0.0 };
    let mine = match time.next {
        Some(next) if next == seat => time.turns.div_ceil(2),
        _ => time.turns / 2,
    };
    let can_go =
        |fighter: &Fighter| mine > 0 && !fighter.has(Token::Move) && !fighter.has(Token::Charge);
    let table = sight.table;
    let friends = || {
        table.roster(seat).filter_map(|id| {
            let fighter = sight.state.fighter(id);
            fighter.on_field().then_some((id, fighter))
        })
    };
    let chance = |far: u8, steps: u8, fighter: &Fighter| {
        if far == 0 {
            0.9
        } else if far <= steps && can_go(fighter) {
            0.5 - 0.02 * f32::from(far)
        } else if far <= steps + 2 && can_go(fighter) {
            (0.25f32).max(again)
        } else {
            again / (1.0 + 0.1 * f32::from(far))
        }
    };
    let mut best = [0.0f32; 3];
    let mut note = |value: f32| {
        if value > best[0] {
            best = [value, best[0], best[1]];
        } else if value > best[1] {
            best = [best[0], value, best[1]];
        } else if value > best[2] {
            best[2] = value;
        }
    };
    let mut tokens = wish.tokens;
    while tokens != 0 {
        let ix = tokens.trailing_zeros() as usize;
        tokens &= tokens - 1;
        let hex = sight.state.features[ix].hex;
        if hex == HexId::NONE {
            continue;
        }
        let mut most = 0.0f32;
        for (id, fighter) in friends() {
            let entrant = table.entrant(id);
            if entrant.def.traits.has(Trait::Beast) {
                continue;
            }
            let far = sight.grid.distance(fighter.hex, hex);
            most = most.max(chance(far, entrant.def.sides[0].movement, fighter));
        }
        let enemy = table
            .everyone()
            .any(|id| table.owner(id) != seat && sight.state.fighter(id).hex == hex);
        note(if enemy { 0.4 * most } else { most });
    }
    let mut need = wish.need;
    if wish.invade > 0 {
        need = wish.invade.min(3);
        for (_, fighter) in friends() {
            if field::in_enemy_territory(sight, seat, fighter.hex) {
                note(0.9);
            } else {
                note(if can_go(fighter) {
                    0.3f32.max(again)
                } else {
                    again
                });
            }
        }
    }
    best[..usize::from(need.clamp(1, 3))].iter().product()
}

/// The chances of a finished game.
pub fn settled(ending: Ending, players: u8) -> [f32; MAX_SEATS] {
    let mut wins = [0.0; MAX_SEATS];
    match ending {
        Ending::Glory(seat) | Ending::TieBreak(seat, _) => wins[seat.ix()] = 1.0,
        Ending::Draw(seats) => {
            for seat in seats.iter() {
                wins[seat.ix()] = 1.0 / f32::from(seats.len().max(1));
            }
        }
        Ending::Running => {
            for seat in Seat::all(players) {
                wins[seat.ix()] = 1.0 / f32::from(players.max(1));
            }
        }
    }
    wins
}

/// Chances to win from values: for two players a logistic curve of the lead.
pub fn shares(values: &[f32; MAX_SEATS], players: u8, slope: f32) -> [f32; MAX_SEATS] {
    let n = usize::from(players);
    let most = values[..n].iter().copied().fold(f32::MIN, f32::max);
    let mut wins = [0.0; MAX_SEATS];
    let mut total = 0.0;
    for (win, value) in wins[..n].iter_mut().zip(values) {
        *win = (slope * (value - most)).exp();
        total += *win;
    }
    for win in &mut wins[..n] {
        *win /= total;
    }
    wins
}

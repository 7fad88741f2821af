//! What the objectives of a deck ask of places: which tokens to hold, and how many fighters to send
//! into enemy territory.
//!
//! Nothing is known about cards. Fighters are put on tokens in thought, and the objective's own
//! condition is asked whether it would be met. **Deliberately absent**: objectives that ask for deeds.

use gloryhex_engine::{Game, Sight, cards, ops::field, state::State};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, MAX_SEATS, Seat, Trait};

/// Objectives of a deck that are looked at.
const SLOTS: usize = 32;
/// Tokens that are looked at.
const TOKENS: usize = 14;

/// What one objective asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Tokens to hold, as bits.
    pub tokens: u16,
    /// How many of them.
    pub need: u8,
    /// Fighters to have in enemy territory.
    pub invade: u8,
}

impl Wish {
    /// Whether it asks for nothing of the kind.
    pub fn is_none(&self) -> bool {
        self.tokens == 0 && self.invade == 0
    }
}

/// What the objectives of all players ask for.
#[derive(Clone, Copy, Debug)]
pub struct Wishes([[Wish; SLOTS]; MAX_SEATS]);

impl Default for Wishes {
    fn default() -> Self {
        Wishes([[Wish::default(); SLOTS]; MAX_SEATS])
    }
}

/// A game in which fighters are put elsewhere in thought.
struct Thought<'a> {
    game: &'a Game,
    state: State,
    seat: Seat,
    friends: Vec<FighterId>,
}

impl Wishes {
    /// What an objective asks for.
    #[inline]
    pub fn of(&self, seat: Seat, slot: usize) -> Wish {
        self.0[seat.ix()][slot % SLOTS]
    }
    /// Asks every objective that can still be scored.
    pub fn ask(game: &Game) -> Wishes {
        let mut wishes = Wishes::default();
        for seat in game.state.all_seats() {
            let player = &game.state.seats[seat];
            let gone = player.objectives.discard() | player.objectives.scored();
            let deck = game.table.deck(seat);
            let friends = game.table.roster(seat).filter(|id| {
                let beast = game.table.entrant(*id).def.traits.has(Trait::Beast);
                game.state.fighter(*id).on_field() && !beast
            });
            let mut thought = Thought {
                game,
                state: game.state,
                seat,
                friends: friends.collect(),
            };
            for slot in 0..deck.objectives.len().min(SLOTS) {
                if gone >> slot & 1 == 0 {
                    wishes.0[seat.ix()][slot] = thought.wish(slot as u8);
                }
            }
        }
        wishes
    }
}

impl Thought<'_> {
    fn sight(&self) -> Sight<'_> {
        Sight {
            table: &self.game.table,
            grid: &self.game.grid,
            state: &self.state,
        }
    }
    fn met(&self, slot: u8) -> bool {
        cards::scorable(self.sight(), self.seat, slot)
    }
    fn undo(&mut self) {
        self.state.fighters = self.game.state.fighters;
    }
    /// Puts a fighter into a hex; whoever stands there goes where it came from.
    fn put(&mut self, id: FighterId, hex: HexId) {
        let from = self.state.fighter(id).hex;
        for other in &mut self.state.fighters {
            if other.hex == hex {
                other.hex = from;
            }
        }
        self.state.fighters[id.ix()].hex = hex;
    }
    /// The fighter nearest to a hex, of those not in `besides`.
    fn nearest(&self, hex: HexId, besides: Option<FighterId>) -> Option<FighterId> {
        let grid = &self.game.grid;
        let away = |id: &&FighterId| grid.distance(self.state.fighter(**id).hex, hex);
        let others = self.friends.iter().filter(|id| Some(**id) != besides);
        others.min_by_key(away).copied()
    }
    /// Puts the nearest fighter on a token and tells who it was.
    fn hold(&mut self, token: usize, besides: Option<FighterId>) -> Option<FighterId> {
        let hex = self.state.features[token].hex;
        let id = self.nearest(hex, besides)?;
        self.put(id, hex);
        Some(id)
    }
    fn wish(&mut self, slot: u8) -> Wish {
        let tokens = (0..self.state.features.len().min(TOKENS))
            .filter(|ix| self.state.features[*ix].on_field());
        let tokens: Vec<usize> = tokens.collect();
        let mut wish = Wish::default();
        if self.met(slot) {
            // What must not be given up.
            for ix in tokens {
                let hex = self.state.features[ix].hex;
                let holder = self.friends.iter().copied();
                let mut holder = holder.filter(|id| self.state.fighter(*id).hex == hex);
                let Some(id) = holder.next() else { continue };
                self.state.fighters[id.ix()].hex = HexId::NONE;
                if !self.met(slot) {
                    wish.tokens |= 1 << ix;
                    wish.need += 1;
                }
                self.undo();
            }
            return wish;
        }
        for ix in &tokens {
            self.hold(*ix, None);
            if self.met(slot) {
                wish.tokens |= 1 << ix;
                wish.need = 1;
            }
            self.undo();
        }
        if wish.need > 0 {
            return wish;
        }
        for (n, one) in tokens.iter().enumerate() {
            for other in &tokens[n + 1..] {
                let first = self.hold(*one, None);
                self.hold(*other, first);
                if self.met(slot) {
                    wish.tokens |= 1 << one | 1 << other;
                    wish.need = 2;
                }
                self.undo();
            }
        }
        if wish.need == 0 {
            wish.invade = self.invade(slot);
        }
        wish
    }
    /// How many fighters in enemy territory the objective asks for; 0 if that would not do.
    fn invade(&mut self, slot: u8) -> u8 {
        let free: Vec<HexId> = {
            let sight = self.sight();
            let there = sight.grid.all();
            let free = there.iter().filter(|hex| {
                field::in_enemy_territory(sight, self.seat, *hex)
                    && !self.state.fighters.iter().any(|f| f.hex == *hex)
                    && sight.state.feature_at(*hex).is_none()
            });
            free.take(self.friends.len()).collect()
        };
        let mut n = 0;
        for (id, hex) in self.friends.clone().into_iter().zip(free) {
            n += 1;
            let here = self.state.fighter(id).hex;
            if field::in_enemy_territory(self.sight(), self.seat, here) {
                continue;
            }
            self.put(id, hex);
            if self.met(slot) {
                self.undo();
                return n;
            }
        }
        self.undo();
        0
    }
}

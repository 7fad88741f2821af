//! A fighter in a game: where it stands, what it has suffered, and what it has done. What is printed on its card is at
//! the table, not here.

use super::counts::Counts;
use gloryhex_hexgrid::HexId;
use gloryhex_model::{Deed, Named, Seat, Token};
use serde::{Deserialize, Serialize};
use std::hint::select_unpredictable;

/// A fighter in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fighter {
    /// Where it stands; `HexId::NONE` before deployment and when out of action.
    pub hex: HexId,
    /// Where it stood when the round began.
    pub round_hex: HexId,
    /// Where its present or last Move began.
    pub came_from: HexId,
    /// Damage.
    pub damage: u8,
    /// Damage suffered in the current turn.
    pub turn_damage: u8,
    /// Flags.
    pub flags: u16,
    /// What its last fall gave to a player: two bits for the seat, the rest for the glory.
    reward: u8,
    /// How many tokens of each kind it has, in the order of [`Token`].
    tokens: [u8; TOKENS],
    /// Deeds of this phase, as bits of [`Deed`].
    pub deeds: u32,
    /// Counters that warbands, plots and cards name.
    counters: Counts,
}

/// Kinds of token that a fighter has room for.
const TOKENS: usize = 8;

const _: () = assert!(
    3 * Token::COUNT <= 2 * TOKENS,
    "a third of the tokens is free"
);
const _: () = assert!(
    3 * Deed::COUNT <= 2 * u32::BITS as usize,
    "a third of the deeds is free"
);
const _: () = assert!(
    3 * Fighter::FLAGS <= 2 * u16::BITS,
    "a third of the flags is free"
);

impl Fighter {
    /// On the Inspired side.
    pub const INSPIRED: u16 = 1;
    /// Out of action.
    pub const OUT: u16 = 1 << 1;
    /// Has been deployed at some time.
    pub const DEPLOYED: u16 = 1 << 2;
    /// Its Inspire condition was met and waits for the right moment.
    pub const INSPIRE_DUE: u16 = 1 << 3;
    /// Can never be Inspired again.
    pub const NEVER_INSPIRED: u16 = 1 << 4;
    /// It began the present or last activation in its own territory, where some card asks.
    pub const BEGAN_AT_HOME: u16 = 1 << 5;
    /// Stood in enemy territory when the current activation began.
    pub const BEGAN_IN_ENEMY: u16 = 1 << 6;
    /// Was the target of an attack in the current activation.
    pub const TARGETED_NOW: u16 = 1 << 7;
    /// Was on Guard when it fell in this phase.
    pub const FELL_ON_GUARD: u16 = 1 << 8;
    /// Was on Guard when the current activation began.
    pub const BEGAN_ON_GUARD: u16 = 1 << 9;
    /// How many flags there are.
    const FLAGS: u32 = Fighter::BEGAN_ON_GUARD.trailing_zeros() + 1;

    /// A fighter who is not on the table.
    pub const ABSENT: Fighter = Fighter {
        hex: HexId::NONE,
        round_hex: HexId::NONE,
        came_from: HexId::NONE,
        damage: 0,
        turn_damage: 0,
        flags: 0,
        reward: 0,
        tokens: [0; TOKENS],
        deeds: 0,
        counters: Counts::NONE,
    };

    /// Whether a flag is set.
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }
    /// Sets or clears a flag.
    pub fn set(&mut self, flag: u16, on: bool) {
        self.flags = self.flags & !flag | (flag * u16::from(on));
    }
    /// Who gained glory for its last fall, and how much with what cards gave for it.
    pub fn reward(&self) -> (Seat, u8) {
        (Seat(self.reward & 3), self.reward >> 2)
    }
    /// Notes who gained how much glory for its fall.
    pub fn set_reward(&mut self, seat: Seat, glory: u8) {
        self.reward = seat.0 & 3 | glory.min(63) << 2;
    }
    /// Whether it stands on the battlefield.
    pub fn on_field(&self) -> bool {
        self.hex != HexId::NONE
    }
    /// Where it stands, or stood when its last Move began.
    #[inline]
    pub fn last_hex(&self) -> HexId {
        select_unpredictable(self.on_field(), self.hex, self.came_from)
    }
    /// How many tokens of a kind it has.
    pub fn tokens(&self, token: Token) -> u8 {
        self.tokens[token as usize]
    }
    /// Whether it has a token of the kind.
    pub fn has(&self, token: Token) -> bool {
        self.tokens(token) > 0
    }
    /// Sets how many tokens of a kind it has.
    pub fn set_tokens(&mut self, token: Token, n: u8) {
        self.tokens[token as usize] = n;
    }
    /// Whether it did a deed in this phase.
    pub fn did(&self, deed: Deed) -> bool {
        self.deeds >> deed as u32 & 1 == 1
    }
    /// Remembers a deed.
    pub fn note(&mut self, deed: Deed) {
        self.deeds |= 1 << deed as u32;
    }
    /// Forgets a deed.
    pub fn forget(&mut self, deed: Deed) {
        self.deeds &= !(1 << deed as u32);
    }
    /// How much a named counter stands at.
    pub fn counter(&self, name: Named) -> u8 {
        self.counters.get(name)
    }
    /// Sets a named counter.
    pub fn set_counter(&mut self, name: Named, n: u8) {
        self.counters.set(name, n);
    }
    /// All named counters on it.
    pub fn counters(&self) -> Counts {
        self.counters
    }
    /// Takes all named counters off.
    pub fn lose_counters(&mut self) {
        self.counters = Counts::NONE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_flags_and_deeds_do_not_disturb_one_another() {
        let mut fighter = Fighter::ABSENT;
        for (nth, token) in (1..).zip(Token::ALL) {
            fighter.set_tokens(token, nth);
        }
        fighter.note(Deed::Spent);
        fighter.set(Fighter::FELL_ON_GUARD, true);
        fighter.set_tokens(Token::Guard, 0);
        assert_eq!(
            Token::ALL.map(|token| fighter.tokens(token)),
            [1, 2, 0, 4, 5]
        );
        assert!(fighter.did(Deed::Spent) && !fighter.did(Deed::Moved));
        assert!(fighter.is(Fighter::FELL_ON_GUARD) && !fighter.is(Fighter::TARGETED_NOW));
    }
}

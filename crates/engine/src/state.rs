//! The whole of a game in progress: small, flat, copyable data.
//!
//! No heap, no strings, no references, no rules. Two equal states have equal futures under the
//! same [`Table`](crate::Table). Decks are sets: which card is drawn is decided by chance when it is
//! drawn, so nothing about an order that nobody knows is ever stored.

use crate::{
    attack::Attack,
    card_run::CardRun,
    effect::{Effects, Source},
    frame::Stack,
    memory::Memory,
    piles::{Objectives, PowerCards},
    ruleset::TieBreak,
    used::Used,
};
use gloryhex_hexgrid::{HexId, HexSet, Kind, Layout};
use gloryhex_model::{BySeat, Counter, Deed, FighterId, MAX_FIGHTERS, Named, Roll, Seat, Token};
use serde::{Deserialize, Serialize};
use std::hint::{cold_path, select_unpredictable};

/// Most tokens on a battlefield.
pub const MAX_FEATURES: usize = 14;
/// Most attacks inside one another.
pub const MAX_ATTACKS: usize = 5;
/// Most cards being resolved inside one another.
pub const MAX_CARDS: usize = 6;
/// Most hexes changed by cards at a time.
pub const MAX_MARKS: usize = 6;
/// Most cards that set a characteristic whose order is remembered.
pub const MAX_SETTERS: usize = 4;

/// A game in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    /// What is being resolved, innermost last.
    pub stack: Stack,
    /// Where in the game we are.
    pub clock: Clock,
    /// What each player has.
    pub seats: BySeat<Player>,
    /// Every fighter, by [`FighterId`].
    pub fighters: [Fighter; MAX_FIGHTERS],
    /// Objective / feature tokens.
    pub features: [Feature; MAX_FEATURES],
    /// Attacks being resolved, innermost last; the last one stays readable until its windows close.
    pub attacks: [Attack; MAX_ATTACKS],
    /// How many of them.
    pub n_attacks: u8,
    /// Cards being resolved, innermost last.
    pub cards: [CardRun; MAX_CARDS],
    /// How many of them.
    pub n_cards: u8,
    /// Abilities with a limit that have been used.
    pub used: Used,
    /// Effects of cards that last.
    pub effects: Effects,
    /// Kinds of static rule that upgrades and lasting effects may bring; never too few.
    pub kinds: u64,
    /// The cards in play that set a characteristic to a value, the latest last.
    pub setters: [u8; MAX_SETTERS],
    /// Hexes changed by cards.
    pub marks: [Mark; MAX_MARKS],
    /// The boards and how they lie.
    pub layout: Layout,
    /// What cards that ask about the past will want to know.
    #[serde(default, skip_serializing_if = "Memory::is_blank")]
    pub memory: Memory,
    /// Reactions that were played and wait.
    pub deferred: crate::frames::window::Deferred,
    /// An outcome of chance that was supplied from outside and not used yet.
    pub supplied: Option<Outcome>,
}

const _: () = assert!(size_of::<State>() <= 4096, "a state fits 4 KiB");

/// What chance decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Dice.
    Dice(Roll),
    /// One of a set, by its number.
    Pick(u8),
}

/// Where in the game we are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clock {
    /// Players in the game.
    pub players: u8,
    /// Round, from 1; 0 during set-up.
    pub round: u8,
    /// Phase.
    pub phase: Phase,
    /// Turns begun in this phase, by all players together.
    pub turn: u8,
    /// Seat whose turn it is (or was last).
    pub active: u8,
    /// Seat that took the first turn of this round.
    pub first: u8,
    /// Seat that chose the first board (or did not choose the side of the shared one).
    pub first_board: u8,
    /// Seat that finished deploying first, 255 before anybody has.
    pub deployed_first: u8,
    /// Seat that placed the last token.
    pub last_token: u8,
    /// Seat of the last player to react, 255 for none.
    pub last_reactor: u8,
    /// Actions finished in the game so far, wrapping: tells 'later action' apart.
    pub actions: u8,
    /// The first enemy that the last Move passed through, 255 for none.
    pub moved_through: u8,
    /// The fighters that the gambit resolved last chose, as bits of fighter ids.
    pub chosen: u32,
    /// The region of the battlefield that is each seat's territory.
    pub territory: [u8; 4],
    /// How the game ended.
    pub ending: Ending,
}

/// A phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Set-up.
    #[default]
    Setup,
    /// Between set-up or a round and the first turn.
    Start,
    /// A player's activation / Action step.
    Action,
    /// A player's power step.
    Power,
    /// The end phase.
    End,
    /// The game is over.
    Over,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// It has not.
    #[default]
    Running,
    /// On glory.
    Glory(Seat),
    /// On a tie-break.
    TieBreak(Seat, TieBreak),
    /// Nobody won. The set of seats that share the first place.
    Draw(gloryhex_model::SeatSet),
}

/// A player's cards, glory and counts. Slots are positions in the deck list on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// Where the power cards are.
    pub power: PowerCards,
    /// Where the objective cards are.
    pub objectives: Objectives,
    /// Cards put on the bottom of the power deck, first to be drawn last; 255 for none.
    pub power_bottom: [u8; 3],
    /// Cards put on the bottom of the objective deck.
    pub objective_bottom: [u8; 3],
    /// The power card known to be on top of its deck, 255 for none.
    pub power_top: u8,
    /// The objective known to be on top of its deck, 255 for none.
    pub objective_top: u8,
    /// Glory points, spent ones included.
    pub glory: u8,
    /// Glory points spent.
    pub spent: u8,
    /// Tokens delved in this power step, as bits of token indices.
    pub delved: u16,
    /// Numbered tokens delved in this round, as bits of numbers.
    pub delved_numbers: u16,
    /// The value of `Clock::actions` or `Clock::turn` before which fresh objectives wait.
    pub fresh_until: u8,
    /// Counts for objectives.
    pub counts: [u8; Counter::COUNT],
    /// Counters that warbands, plots and cards name.
    counters: [u8; Named::COUNT],
}

impl Player {
    /// Glory points not spent.
    pub fn unspent(&self) -> u8 {
        self.glory.saturating_sub(self.spent)
    }
    /// A count.
    pub fn count(&self, counter: Counter) -> u8 {
        self.counts[counter as usize]
    }
    /// Adds one to a count.
    pub fn bump(&mut self, counter: Counter) {
        let count = &mut self.counts[counter as usize];
        *count = count.saturating_add(1);
    }
    /// How much a named counter stands at.
    pub fn counter(&self, name: Named) -> u8 {
        self.counters[name.ix()]
    }
    /// A named counter, to change.
    pub fn counter_mut(&mut self, name: Named) -> &mut u8 {
        &mut self.counters[name.ix()]
    }
}

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
    counters: [u8; Named::COUNT],
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
    /// Its generic counter (cards that mark a fighter).
    pub const MARKED: u16 = 1 << 5;
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
        counters: [0; Named::COUNT],
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
    /// The kinds of which it has a token, as bits in the order of [`Token`].
    #[inline]
    pub fn token_kinds(&self) -> u8 {
        let kinds = self.tokens.iter().enumerate();
        kinds.fold(0, |set, (kind, n)| set | u8::from(*n > 0) << kind)
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
        self.counters[name.ix()]
    }
    /// A named counter, to change.
    pub fn counter_mut(&mut self, name: Named) -> &mut u8 {
        &mut self.counters[name.ix()]
    }
    /// Takes all named counters off.
    pub fn lose_counters(&mut self) {
        self.counters = [0; Named::COUNT];
    }
}

/// An objective / feature token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Feature {
    /// Where it lies; `HexId::NONE` if not on the battlefield.
    pub hex: HexId,
    /// Its number; 0 for none or not yet known to anybody.
    pub number: u8,
    /// Flags.
    pub flags: u16,
    /// The seat it was dealt to, or 255.
    pub dealt: u8,
    /// The fighter who stood on it when the round began, or 255.
    pub round_holder: FighterId,
}

impl Feature {
    /// Numbered side up: an objective / treasure token.
    pub const NUMBERED: u16 = 1;
    /// The number has been seen by everybody.
    pub const KNOWN: u16 = 2;
    /// The artefact.
    pub const ARTEFACT: u16 = 4;

    /// The flag for a seat of which one fighter held it at the ends of two action phases in a row.
    pub const fn kept_by(seat: Seat) -> u16 {
        16 << (seat.0 & 3)
    }

    /// No token.
    pub const ABSENT: Feature = Feature {
        hex: HexId::NONE,
        number: 0,
        flags: 0,
        dealt: 255,
        round_holder: FighterId::NONE,
    };

    /// Whether it lies on the battlefield.
    pub fn on_field(&self) -> bool {
        self.hex != HexId::NONE
    }
    /// Whether its numbered side is up.
    pub fn numbered(&self) -> bool {
        self.flags & Feature::NUMBERED != 0
    }
}

/// A hex changed by a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// The hex; `HexId::NONE` for an unused mark.
    pub hex: HexId,
    /// The feature token it lies on and moves with, or 255.
    pub token: u8,
    /// Kinds of hex it becomes besides its own.
    pub kinds: Kind,
    /// When it ends.
    pub until: crate::effect::Until,
}

impl Mark {
    /// No mark.
    pub const NONE: Mark = Mark {
        hex: HexId::NONE,
        token: 255,
        kinds: Kind::PLAIN,
        until: crate::effect::Until::Phase,
    };
}

/// A power card in one byte, never 0; the last slot of all has no place in it.
fn setter(source: Source) -> Option<u8> {
    let fits = source.slot < 63 && source.seat.0 < 4;
    fits.then_some(source.seat.0 << 6 | (source.slot + 1))
}

impl State {
    /// A power card that sets a characteristic comes into play; of several the latest counts.
    pub fn note_setter(&mut self, source: Source) {
        let Some(card) = setter(source) else { return };
        let known = self.setters.iter().position(|other| *other == card);
        self.setters[known.unwrap_or(0)..].rotate_left(1);
        self.setters[MAX_SETTERS - 1] = card;
    }
    /// How late such a card came into play; 0 for one that is not remembered.
    pub fn setter_rank(&self, source: Source) -> usize {
        let Some(card) = setter(source) else { return 0 };
        let place = self.setters.iter().position(|other| *other == card);
        place.map_or(0, |place| place + 1)
    }
    /// The hexes that cards have given a kind.
    pub fn marked(&self, kind: Kind) -> impl Iterator<Item = HexId> {
        self.marks_on_field()
            .filter(move |(_, kinds)| kinds.has(kind))
            .map(|(hex, _)| hex)
    }
    /// The hexes that cards have changed, and the kinds they have given them.
    #[inline(always)]
    pub fn marks_on_field(&self) -> impl Iterator<Item = (HexId, Kind)> {
        let any = self
            .marks
            .iter()
            .fold(false, |any, mark| any | mark.hex.is_some());
        let marks: &[Mark] = if any {
            cold_path();
            &self.marks
        } else {
            &[]
        };
        marks
            .iter()
            .filter(|mark| mark.hex != HexId::NONE)
            .map(|mark| {
                let token = self.features.get(mark.token as usize);
                (token.map_or(mark.hex, |token| token.hex), mark.kinds)
            })
            .filter(|(hex, _)| *hex != HexId::NONE)
    }
    /// A fighter.
    #[inline]
    pub fn fighter(&self, id: FighterId) -> &Fighter {
        debug_assert!(id.ix() < MAX_FIGHTERS);
        &self.fighters[id.ix() & (MAX_FIGHTERS - 1)]
    }
    /// A fighter, to change.
    #[inline]
    pub fn fighter_mut(&mut self, id: FighterId) -> &mut Fighter {
        debug_assert!(id.ix() < MAX_FIGHTERS);
        &mut self.fighters[id.ix() & (MAX_FIGHTERS - 1)]
    }
    /// The upgrades on a fighter, as slots of its player's power deck.
    #[inline]
    pub fn upgrades(&self, table: &crate::Table, fighter: FighterId) -> u64 {
        let entrant = table.entrant(fighter);
        self.seats[entrant.seat].power.borne_by(entrant.index)
    }
    /// Notes what upgrades and lasting effects bring, after they were changed from outside.
    pub fn refresh(&mut self, table: &crate::Table) {
        crate::cards::statics::refresh(table, self);
    }
    /// Which of the first `n` fighters are on the battlefield, as bits of their ids.
    #[inline]
    pub fn on_field(&self, n: usize) -> u32 {
        self.those(n, |fighter| fighter.on_field())
    }
    /// Which of the first `n` fighters, those beyond absent, are like that, as bits of their ids. They are looked
    /// at in fours: how many there are is foretold better that way.
    #[inline(always)]
    pub fn those(&self, n: usize, like: impl Fn(&Fighter) -> bool) -> u32 {
        let (fours, _) = self.fighters.as_chunks::<4>();
        let fours = fours.iter().take(n.div_ceil(4)).enumerate();
        fours.fold(0, |set, (nth, four)| {
            let [a, b, c, d] = four.each_ref().map(|fighter| u32::from(like(fighter)));
            set | ((a | b << 1 | c << 2 | d << 3) << ((4 * nth) & 31))
        })
    }
    /// The seat whose turn it is.
    pub fn active(&self) -> Seat {
        Seat(self.clock.active)
    }
    /// Every seat of this game.
    pub fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.clock.players)
    }
    /// The fighter standing in a hex.
    #[inline(always)]
    pub fn occupant(&self, hex: HexId) -> Option<FighterId> {
        self.fighters
            .iter()
            .position(|f| f.hex == hex)
            .map(|ix| FighterId(ix as u8))
    }
    /// The hexes with a token.
    #[inline(always)]
    pub fn tokens_lie(&self) -> HexSet {
        let (sevens, _) = self.features.as_chunks::<{ MAX_FEATURES / 2 }>();
        let sevens = sevens.iter();
        HexSet::gather(sevens.map(|seven| seven.each_ref().map(|token| token.hex)))
    }
    /// The token lying in a hex.
    #[inline(always)]
    pub fn feature_at(&self, hex: HexId) -> Option<usize> {
        self.features.iter().position(|t| t.hex == hex)
    }
    /// The attack being resolved, if any.
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks
            .get(usize::from(self.n_attacks.wrapping_sub(1)))
    }
    /// The card being resolved, if any.
    pub fn card(&self) -> Option<&CardRun> {
        self.cards.get(usize::from(self.n_cards.wrapping_sub(1)))
    }
    /// The card being resolved, to change.
    pub fn card_mut(&mut self) -> Option<&mut CardRun> {
        let last = usize::from(self.n_cards.wrapping_sub(1));
        self.cards.get_mut(last)
    }
    /// The attack being resolved, to change.
    pub fn attack_mut(&mut self) -> Option<&mut Attack> {
        let last = usize::from(self.n_attacks.wrapping_sub(1));
        self.attacks.get_mut(last)
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
        assert_eq!(fighter.token_kinds(), 0b11011);
        assert!(fighter.did(Deed::Spent) && !fighter.did(Deed::Moved));
        assert!(fighter.is(Fighter::FELL_ON_GUARD) && !fighter.is(Fighter::TARGETED_NOW));
    }

    #[test]
    fn fighters_and_players_count_what_has_a_name() {
        let (swag, tithe) = (Named::new(0), Named::new(3));
        let (Some(swag), Some(tithe)) = (swag, tithe) else {
            panic!("there is room for four names");
        };
        let mut fighter = Fighter::ABSENT;
        *fighter.counter_mut(tithe) += 2;
        assert_eq!((fighter.counter(swag), fighter.counter(tithe)), (0, 2));
        let mut player = Player::default();
        *player.counter_mut(swag) += 1;
        assert_eq!((player.counter(swag), player.counter(tithe)), (1, 0));
        assert_eq!(Named::new(Named::COUNT as u8), None);
    }
}

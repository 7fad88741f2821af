//! The whole of a game in progress: small, flat, copyable data.
//!
//! No heap, no strings, no references, no rules. Two equal states have equal futures under the
//! same [`Table`](crate::Table). Decks are sets: which card is drawn is decided by chance when it is
//! drawn, so nothing about an order that nobody knows is ever stored.

mod counts;
mod feature;
mod fighter;

pub(crate) use counts::Counts;
pub use feature::{Feature, Mark};
pub use fighter::Fighter;

use crate::{
    attack::Attack,
    bottom::Bottom,
    card_run::{CardRun, PastSpell},
    effect::{Effects, Source},
    frame::Stack,
    memory::Memory,
    piles::{Objectives, PowerCards},
    rare::Rare,
    ruleset::TieBreak,
    used::Used,
};
use gloryhex_hexgrid::{HexId, HexSet, Kind, Layout};
use gloryhex_model::{BySeat, Counter, FighterId, MAX_FIGHTERS, Named, Roll, Seat};
use serde::{Deserialize, Serialize};
use std::hint::cold_path;

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
    /// The spell resolved last, where some card asks about it.
    #[serde(default, skip_serializing_if = "PastSpell::is_none")]
    pub past_spell: PastSpell,
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
    /// The fighters that the ploy or spell resolved last dealt damage, as bits of fighter ids.
    #[serde(default)]
    pub harmed: Rare<u32>,
    /// How many hexes the last Move entered, where some card asks for it.
    #[serde(default)]
    pub steps: Rare<u8>,
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
    /// Cards put on the bottom of the power deck.
    pub power_bottom: Bottom<20>,
    /// Cards put on the bottom of the objective deck.
    pub objective_bottom: Bottom<3>,
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
    /// Upgrades played in the action phase of this round, as bits of slots, where some card asks.
    #[serde(default)]
    pub played: Rare<u64>,
    /// The value of `Clock::actions` or `Clock::turn` before which fresh objectives wait.
    pub fresh_until: u8,
    /// Counts for objectives.
    pub counts: [u8; Counter::COUNT],
    /// Counters that warbands, plots and cards name.
    counters: [u8; FIRST_NAMES],
    /// Those of the last names.
    #[serde(default)]
    more_counters: Rare<[u8; Named::COUNT - FIRST_NAMES]>,
}

/// How many of the names of counters are always part of a player's digest.
const FIRST_NAMES: usize = 4;

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
        let mut all = self.counters.iter().chain(&self.more_counters.0);
        all.nth(name.ix()).copied().unwrap_or(0)
    }
    /// Sets a named counter.
    pub fn set_counter(&mut self, name: Named, n: u8) {
        let mut all = self.counters.iter_mut().chain(&mut self.more_counters.0);
        if let Some(count) = all.nth(name.ix()) {
            *count = n;
        }
    }
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
    /// The cards being resolved, the innermost last.
    pub fn cards_at_hand(&self) -> &[CardRun] {
        &self.cards[..usize::from(self.n_cards)]
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
    /// Whether a card being resolved keeps everybody from reacting.
    pub fn is_quiet(&self) -> bool {
        let cards = self.cards.iter().take(usize::from(self.n_cards));
        cards.fold(false, |any, card| any | card.is(CardRun::QUIET))
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
    fn fighters_and_players_count_what_has_a_name() {
        let (swag, tithe) = (Named::new(0), Named::new(5));
        let (Some(swag), Some(tithe)) = (swag, tithe) else {
            panic!("there is room for six names");
        };
        let mut fighter = Fighter::ABSENT;
        fighter.set_counter(tithe, 2);
        assert_eq!((fighter.counter(swag), fighter.counter(tithe)), (0, 2));
        let mut player = Player::default();
        player.set_counter(tithe, 1);
        assert_eq!((player.counter(swag), player.counter(tithe)), (0, 1));
        assert_eq!(Named::new(Named::COUNT as u8), None);
    }
}

//! What a seat or a spectator may know of a game, and games that look the same to it.
//!
//! A view is the state with everything hidden taken out, and counts in its place. It is the only thing
//! that players, bots and spectators are given. Hands, draw piles, cards laid aside and the numbers of
//! tokens nobody has turned up are hidden; discard piles, scored objectives and upgrades are not.

use crate::{
    bottom::{Bottom, UNKNOWN},
    chance::Seeded,
    effect::Source,
    event::{Event, What},
    game::Game,
    state::{Feature, Player, State},
    table::Table,
};
use gloryhex_model::{BySeat, Seat};
use serde::{Deserialize, Serialize};

/// The slot of a hidden power card in an event.
pub const HIDDEN_POWER: u8 = 254;
/// The slot of a hidden objective in an event.
pub const HIDDEN_OBJECTIVE: u8 = 253;

/// A game as one seat or a spectator may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// Who looks; `None` for a spectator.
    pub viewer: Option<Seat>,
    /// Who decides now, if anybody.
    pub decider: Option<Seat>,
    /// How many cards are hidden from everybody but their player, by seat.
    pub counts: BySeat<Counts>,
    /// The state without what the viewer may not know.
    pub state: State,
}

/// How many cards a player has where only they may look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counts {
    /// Power cards in hand.
    pub power_hand: u8,
    /// Power cards in the draw pile.
    pub power_deck: u8,
    /// Objectives in hand.
    pub objective_hand: u8,
    /// Objectives in the draw pile.
    pub objective_deck: u8,
    /// Objectives in hand that may not be scored yet.
    pub fresh: u8,
    /// Power cards at the bottom of the draw pile.
    pub power_bottom: u8,
    /// Objectives at the bottom of the draw pile.
    pub objective_bottom: u8,
}

impl Counts {
    fn of(player: &Player) -> Counts {
        Counts {
            power_hand: player.power.hand().count_ones() as u8,
            power_deck: player.power.deck().count_ones() as u8,
            objective_hand: player.objectives.hand().count_ones() as u8,
            objective_deck: player.objectives.deck().count_ones() as u8,
            fresh: player.objectives.fresh().count_ones() as u8,
            power_bottom: player.power_bottom.len(),
            objective_bottom: player.objective_bottom.len(),
        }
    }
}

impl Game {
    /// The game as a seat may see it, or a spectator.
    pub fn view(&self, viewer: Option<Seat>) -> View {
        let mut counts = BySeat::default();
        for seat in self.state.all_seats() {
            counts[seat] = Counts::of(&self.state.seats[seat]);
        }
        View {
            viewer,
            decider: self.decider(),
            counts,
            state: censored(&self.state, viewer),
        }
    }
}

fn censored(state: &State, viewer: Option<Seat>) -> State {
    let mut seen = *state;
    seen.supplied = None;
    for seat in state.all_seats().filter(|seat| Some(*seat) != viewer) {
        let player = &mut seen.seats[seat];
        let power = &mut player.power;
        // What was shown to all opponents is known to each of them, and not to those who look on.
        let known = match viewer {
            Some(_) => power.known(),
            None => 0,
        };
        power.remove((power.hand() | power.deck()) & !known);
        let objectives = &mut player.objectives;
        let in_hand = objectives.hand() & !objectives.revealed() & !objectives.shown();
        objectives.remove(in_hand | objectives.deck());
        objectives.forget_fresh();
        player.power_bottom = match player.power_bottom.slots() & known {
            0 => Bottom::default(),
            _ => player.power_bottom.only(known),
        };
        player.objective_bottom = Bottom::default();
        if known.checked_shr(player.power_top.into()).unwrap_or(0) & 1 == 0 {
            player.power_top = 255;
        }
        player.objective_top = 255;
    }
    for token in &mut seen.features {
        if is_hidden(token, viewer) {
            token.number = 0;
        }
    }
    seen
}

/// Whether a token's number is hidden from the viewer.
fn is_hidden(token: &Feature, viewer: Option<Seat>) -> bool {
    let public = token.numbered() || token.flags & Feature::KNOWN != 0;
    !public && viewer.is_none_or(|seat| token.dealt != seat.0)
}

/// The event as a seat may see it, or a spectator; `None` if nothing of it may be seen.
pub fn redact(event: Event, viewer: Option<Seat>) -> Option<Event> {
    let what = match event.what {
        What::CardDrawn { seat, slot } if Some(seat) != viewer => What::CardDrawn {
            seat,
            slot: if slot < Source::OBJECTIVES {
                HIDDEN_POWER
            } else {
                HIDDEN_OBJECTIVE
            },
        },
        What::CardShown { source, to }
            if to != Seat::NONE && ![Some(to), Some(source.seat)].contains(&viewer) =>
        {
            return None;
        }
        what => what,
    };
    Some(Event { what, ..event })
}

impl View {
    /// A state the viewer cannot tell from the real one: hidden cards and numbers are dealt anew.
    /// Only what is in the view and on the table is looked at.
    pub fn sample(&self, table: &Table, chance: &mut Seeded) -> State {
        let mut state = self.state;
        for seat in self.state.all_seats() {
            if Some(seat) != self.viewer {
                deal(&mut state, table, seat, self.counts[seat], chance);
            }
        }
        if table.rules.tokens.dealt {
            number_tokens(&mut state, self.viewer, chance);
        }
        state
    }
}

impl Game {
    /// A game that a seat cannot tell from this one, with hidden cards and numbers dealt anew: what a
    /// search plays out, and what tests compare with the real game.
    pub fn determinise(&self, seat: Seat, chance: &mut Seeded) -> Game {
        let mut game = self.clone();
        game.state = self.view(Some(seat)).sample(&self.table, chance);
        game
    }
}

/// Deals a seat's hidden cards: everything of its deck that nobody has seen. What is known to be in the hand or the draw
/// pile stays there; what is left when both are full lies aside.
fn deal(state: &mut State, table: &Table, seat: Seat, counts: Counts, chance: &mut Seeded) {
    let deck = table.deck(seat);
    let cards = &mut state.seats[seat].power;
    let (in_hand, in_pile) = (cards.hand(), cards.deck());
    let seen = cards.discard() | cards.active() | cards.equipped() | in_hand | in_pile;
    let mut power = low_bits(deck.power.len()) & !seen;
    let hidden = counts.power_hand - in_hand.count_ones() as u8;
    cards.to_hand(take(&mut power, hidden, chance));
    let hidden = counts.power_deck - in_pile.count_ones() as u8;
    let draw_pile = take(&mut power, hidden, chance);
    cards.to_deck(draw_pile);
    let (known, n) = (state.seats[seat].power_bottom, counts.power_bottom);
    let power_bottom = bottom(&known, draw_pile, n, chance);
    let goals = &mut state.seats[seat].objectives;
    let known = goals.hand();
    let seen = goals.discard() | goals.scored() | known;
    let mut objectives = low_bits(deck.objectives.len()) & !u64::from(seen);
    let hidden = counts.objective_hand - known.count_ones() as u8;
    goals.to_hand(take(&mut objectives, hidden, chance) as u32);
    goals.note_fresh(take(&mut goals.hand().into(), counts.fresh, chance) as u32);
    let draw_pile = take(&mut objectives, counts.objective_deck, chance);
    goals.to_deck(draw_pile as u32);
    let player = &mut state.seats[seat];
    player.power_bottom = power_bottom;
    let none = Bottom::default();
    player.objective_bottom = bottom(&none, draw_pile, counts.objective_bottom, chance);
}

/// Cards at the bottom of a draw pile: those that are known where they are, the others picked at random among `hidden`.
fn bottom<const N: usize>(known: &Bottom<N>, hidden: u64, n: u8, chance: &mut Seeded) -> Bottom<N> {
    let mut left = hidden;
    let mut bottom = Bottom::default();
    for slot in known
        .iter()
        .chain(std::iter::repeat(UNKNOWN))
        .take(n.into())
    {
        match slot {
            UNKNOWN if left == 0 => {}
            UNKNOWN => bottom.add(take(&mut left, 1, chance).trailing_zeros() as u8),
            slot => bottom.add(slot),
        }
    }
    bottom
}

/// Deals the numbers of hidden tokens anew. Those of one player that are not placed yet lie in order.
fn number_tokens(state: &mut State, viewer: Option<Seat>, chance: &mut Seeded) {
    let hidden = |token: &Feature| {
        is_hidden(token, viewer) && (token.on_field() || token.dealt != Seat::NONE.0)
    };
    let all = state.features.iter().filter(|token| token.number > 0);
    let known = all.fold(0u64, |set, token| set | 1 << token.number);
    let mut n = known.count_ones() + state.features.iter().filter(|t| hidden(t)).count() as u32;
    if let Some(highest) = state.features.iter().map(|token| token.number).max() {
        n = n.max(u32::from(highest));
    }
    let mut left = low_bits(n as usize + 1) & !known & !1;
    for token in &mut state.features {
        if hidden(token) {
            token.number = take(&mut left, 1, chance).trailing_zeros().min(63) as u8;
        }
    }
    for ix in 0..state.features.len() {
        for other in ix + 1..state.features.len() {
            let (a, b) = (state.features[ix], state.features[other]);
            let waiting = hidden(&a) && !a.on_field() && !b.on_field();
            if waiting && a.dealt == b.dealt && a.number > b.number {
                state.features[ix].number = b.number;
                state.features[other].number = a.number;
            }
        }
    }
}

/// Picks `n` of the bits at random and takes them away.
fn take(from: &mut u64, n: u8, chance: &mut Seeded) -> u64 {
    let mut picked = 0;
    for _ in 0..n.min(from.count_ones() as u8) {
        let nth = chance.below(from.count_ones());
        let bit = 1 << crate::chance::nth_bit(*from, nth);
        picked |= bit;
        *from &= !bit;
    }
    picked
}

fn low_bits(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

//! The cards of a scenario: whose they are, and where they lie at the start.

use super::known::unknown;
use super::position::{Builder, Built, Spot, no};
use super::syntax::{CardName, Pile, Position};
use crate::names::Names;
use gloryhex_cardlang::CardKind;
use gloryhex_editions::lists::{MOST_OBJECTIVES, MOST_POWER};
use gloryhex_engine::{Game, Ruleset, Table, Variant, Warband};
use gloryhex_model::{CardId, FighterId, Seat};
use std::sync::Arc;

/// Where a card lies at the start.
#[derive(Clone, Copy)]
pub(super) enum Where {
    Pile(Pile),
    Fighter(FighterId),
}

/// A card of the position.
pub(super) struct Dealt {
    pub(super) seat: Seat,
    pub(super) id: CardId,
    pub(super) objective: bool,
    pub(super) at: Where,
}

impl Builder<'_> {
    /// Every card of the position, in the order of the lines.
    pub(super) fn cards(&self, rules: &Ruleset, warbands: &[Warband]) -> Built<Vec<Dealt>> {
        let mut dealt = Vec::new();
        let table = Table::new(
            rules.clone(),
            Variant::default(),
            Vec::new(),
            warbands.to_vec(),
            Vec::new(),
            Arc::clone(&self.catalog),
        );
        let names = Names::of(&table);
        for (line, position) in &self.lines {
            match position {
                Position::Cards(seat, pile, cards) => {
                    if seat.ix() >= warbands.len() {
                        return no(*line, format!("seat {} does not play", seat.number()));
                    }
                    for card in cards {
                        dealt.push(self.card(*line, *seat, card, Where::Pile(*pile))?);
                    }
                }
                Position::Place(place) => {
                    let (name, column) = &place.fighter;
                    let found = names.find_fighter(name, *column);
                    let fighter = found.or_else(|problem| no(line.at(*column), problem.told()))?;
                    let seat = table.owner(fighter);
                    for card in &place.upgrades {
                        dealt.push(self.card(*line, seat, card, Where::Fighter(fighter))?);
                    }
                }
                _ => {}
            }
            self.room(*line, &dealt)?;
        }
        Ok(dealt)
    }

    /// Whether a game has room for the cards of each seat.
    fn room(&self, line: Spot, dealt: &[Dealt]) -> Built<()> {
        for seat in Seat::all(4) {
            let own = |objective: bool| {
                let mine = |card: &&Dealt| card.seat == seat && card.objective == objective;
                dealt.iter().filter(mine).count()
            };
            if own(false) > MOST_POWER || own(true) > MOST_OBJECTIVES {
                let message = format!(
                    "too many cards: a game has room for {MOST_POWER} power cards and {MOST_OBJECTIVES} objectives of a player"
                );
                return no(line, message);
            }
        }
        Ok(())
    }

    /// The plot card that comes with a deck of which the seat has a card.
    pub(super) fn plot(&self, seat: Seat, dealt: &[Dealt]) -> Option<CardId> {
        let own = |id: &CardId| dealt.iter().any(|card| card.seat == seat && card.id == *id);
        self.catalog
            .decks
            .iter()
            .filter(|deck| {
                deck.plot != CardId::NONE && self.catalog.plays(self.edition, &deck.edition)
            })
            .find(|deck| deck.cards.iter().any(own))
            .map(|deck| deck.plot)
    }

    pub(super) fn card(
        &self,
        line: Spot,
        seat: Seat,
        (name, column): &CardName,
        at: Where,
    ) -> Built<Dealt> {
        let catalog = &self.catalog;
        let Some(id) = catalog.find(self.edition, None, name) else {
            let known = catalog.cards.iter().filter(|card| {
                catalog.plays(self.edition, &card.edition) && card.code.kind != CardKind::Fighter
            });
            let known: Vec<String> = known.map(|card| card.name.clone()).collect();
            return no(line.at(*column), unknown("card", name, &known));
        };
        Ok(Dealt {
            seat,
            id,
            objective: !catalog.code(id).kind.is_power(),
            at,
        })
    }

    /// Puts every card where the position says. Slots are given in the same order as to the decks.
    pub(super) fn deal(&self, game: &mut Game, dealt: &[Dealt]) {
        let mut slots = [(0u8, 0u8); 4];
        for card in dealt {
            let (power, objectives) = &mut slots[card.seat.ix()];
            let player = &mut game.state.seats[card.seat];
            if card.objective {
                let bit = 1u32 << *objectives;
                *objectives += 1;
                match card.at {
                    Where::Pile(Pile::Deck) => player.objectives.to_deck(bit),
                    Where::Pile(Pile::Hand) => player.objectives.to_hand(bit),
                    Where::Pile(Pile::Scored) => player.objectives.to_scored(bit),
                    _ => player.objectives.to_discard(bit),
                }
            } else {
                let bit = 1u64 << *power;
                *power += 1;
                match card.at {
                    Where::Pile(Pile::Deck) => player.power.to_deck(bit),
                    Where::Pile(Pile::Hand) => player.power.to_hand(bit),
                    Where::Fighter(fighter) => {
                        let nth = game.table.entrant(fighter).index;
                        player.power.equip(bit, nth);
                    }
                    _ => player.power.to_discard(bit),
                }
            }
        }
        let table = std::sync::Arc::clone(&game.table);
        game.state.refresh(&table);
    }
}

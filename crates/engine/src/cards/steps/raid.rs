//! `raid`: the top card of the power deck is shown; an emberstone card can be played, given or kept on top.
//!
//! While its player decides, a raided card lies face up before that player. In place of a raid an emberstone card of
//! the hand may be stored: shown and put under the deck.

use super::{instr_of, prelude::*};
use crate::{
    bits::Bits,
    cards::{Ban, forbids_seat, offer},
    effect::Source,
    ops::{draw, price},
};
use gloryhex_cardlang::{CardFlags, CardKind, Zone};

/// The next card is to be shown; before that the player may store one instead.
const SHOW: u8 = 255;
/// Stages from here on: the card in this slot lies face up.
const SHOWN: u8 = 1;

/// What can be done with a raided emberstone card besides playing or giving it, by the number of the option.
const TOP: u8 = 0;
const BOTTOM: u8 = 1;
/// The option to raid instead of storing a card.
const RAID: u8 = 0;

/// The raids under way, the innermost first, with the card that raids.
fn under_way(sight: Sight<'_>) -> impl Iterator<Item = (&CardRun, instr::Raid)> {
    let cards = sight.state.cards_at_hand().iter();
    cards
        .rev()
        .filter_map(move |card| match instr_of(sight, card) {
            Instr::Raid(raid) => Some((card, raid)),
            _ => None,
        })
}

/// Whether a player is raiding.
pub fn is_raiding(sight: Sight<'_>, seat: Seat) -> bool {
    under_way(sight).any(|(card, _)| card.source.seat == seat)
}

/// Whether the raid at hand is an additional one.
pub fn is_additional(sight: Sight<'_>) -> bool {
    under_way(sight).next().is_some_and(|(_, raid)| raid.more)
}

/// Who raids: an additional raid is made by whoever made the one it belongs to.
fn raider(sight: Sight<'_>) -> FighterId {
    let first = under_way(sight).find(|(_, raid)| !raid.more);
    let who = first.and_then(|(card, raid)| fighter_of(sight, card, raid.by));
    who.unwrap_or(FighterId::NONE)
}

fn is_emberstone(sight: Sight<'_>, source: Source) -> bool {
    let code = sight.table.code(source);
    code.is_some_and(|code| code.flags.has(CardFlags::EMBERSTONE))
}

/// The card that lies face up at a stage, if one does.
fn shown(sight: Sight<'_>, card: &CardRun, frame: Card) -> Option<Source> {
    let seat = card.source.seat;
    let slot = frame.stage.checked_sub(SHOWN).filter(|slot| *slot < 64)?;
    let there = sight.state.seats[seat].power.active() >> slot & 1 == 1;
    there.then_some(Source { seat, slot })
}

/// The next raid of so many.
fn next(frame: Card) -> Card {
    Card {
        stage: 0,
        count: frame.count + 1,
    }
}

/// Lists the ways to play or give a raided card at once.
fn ways(sight: Sight<'_>, source: Source, out: &mut Choices) {
    let Source { seat, slot } = source;
    if forbids_seat(sight, seat, Ban::PlayPower) {
        return;
    }
    let kind = sight.table.code(source).map(|code| code.kind);
    if kind == Some(CardKind::Upgrade) {
        if price::affordable(sight, seat, slot) {
            let there = sight.state.on_field(sight.table.entrants.len());
            let there = there & sight.table.sides[seat.ix() & 3];
            for fighter in Bits(cards::bearers(sight, seat, slot, there).into()) {
                out.push(Choice::new(Verb::Upgrade, slot, fighter, 0));
            }
        }
    } else if !forbids_seat(sight, seat, Ban::PlayGambits) {
        offer::gambit(sight, source, &mut |card| {
            out.push(offer::play_choice(&card));
        });
    }
}

impl Step for instr::Raid {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        let seat = card.source.seat;
        let power = &run.state.seats[seat].power;
        match frame.stage {
            0 if frame.count >= amount(run, card, self.n) || power.deck() == 0 => Ok(Did::Next),
            // Whoever holds cards is asked, so that the question tells nothing about them.
            0 if power.hand() != 0 => Ok(Did::Ask(seat)),
            0 | SHOW => {
                let Some(slot) = draw::lift_power(run, seat)? else {
                    return Ok(Did::Next);
                };
                let source = Source { seat, slot };
                run.emit(Rule::RaidBasic, What::Raided { source });
                let bind = Bind {
                    fighter: raider(run.sight()),
                    ..Bind::card(source)
                };
                cards::tell(run, Trigger::Raided, bind);
                let stage = SHOWN + slot;
                Ok(Did::Part(Card { stage, ..frame }))
            }
            _ => match shown(run.sight(), card, frame) {
                Some(source) if is_emberstone(run.sight(), source) => Ok(Did::Ask(seat)),
                Some(source) => {
                    put_back(run, source, Zone::Bottom);
                    Ok(Did::Part(next(frame)))
                }
                None => Ok(Did::Part(next(frame))),
            },
        }
    }
    /// Which cards come is not known, so that what follows cannot be told.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let left = walk.sight.state.seats[card.source.seat].power.deck();
        Followed::yes_if(left != 0 && value(walk.sight, card, self.n) > 0)
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, frame: Card, out: &mut Choices) {
        let seat = card.source.seat;
        if let Some(source) = shown(sight, card, frame) {
            ways(sight, source, out);
            out.push(Choice::new(Verb::Option, TOP, 0, 0));
            out.push(Choice::new(Verb::Option, BOTTOM, 0, 0));
            return;
        }
        out.push(Choice::new(Verb::Option, RAID, 0, 0));
        for slot in Bits(sight.state.seats[seat].power.hand()) {
            if is_emberstone(sight, Source { seat, slot }) {
                out.push(Choice::new(Verb::Card, slot, seat.0, 0));
            }
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, frame: Card, choice: Choice) {
        let seat = card.source.seat;
        let Some(source) = shown(run.sight(), card, frame) else {
            let stage = SHOW;
            let stores = choice.verb == Verb::Card;
            let so_far = if stores {
                next(frame)
            } else {
                Card { stage, ..frame }
            };
            run.put(Frame::Card(so_far));
            if stores {
                let slot = choice.a;
                let source = Source { seat, slot };
                run.emit(Rule::RaidStore, What::Stored { source });
                put_known(run, source, Zone::Bottom);
            }
            return;
        };
        run.put(Frame::Card(next(frame)));
        match choice.verb {
            Verb::Play => {
                let played = offer::played(run.sight(), source, FighterId(choice.b));
                if let Some(played) = played {
                    crate::frames::card::play(run, played);
                }
            }
            Verb::Upgrade => price::give_upgrade(run, seat, choice),
            _ if choice.a == TOP => put_back(run, source, Zone::Top),
            _ => put_back(run, source, Zone::Bottom),
        }
    }
    fn refuse(&self, sight: Sight<'_>, card: &CardRun, choice: Choice) -> Refusal {
        let Some(Frame::Card(frame)) = sight.state.stack.top() else {
            return ASKS_ELSE;
        };
        match (shown(sight, card, frame), choice.verb) {
            (Some(_), Verb::Play | Verb::Upgrade) => Refusal::new(
                Rule::RaidEmberstone,
                "Only the emberstone card just raided can be played or given, if that is possible now; put it on top of your deck or under it.",
            ),
            (Some(_), _) => Refusal::new(
                Rule::RaidEmberstone,
                "Play or give the raided card, or put it on top of your deck or under it.",
            ),
            (None, Verb::Card) => Refusal::new(
                Rule::RaidStore,
                "Only an emberstone card of your hand can be stored; pick one, or raid.",
            ),
            (None, _) => Refusal::new(
                Rule::RaidBasic,
                "Raid, or store an emberstone card of your hand instead.",
            ),
        }
    }
}

/// Puts a raided card on top of its deck or under it.
fn put_back(run: &mut Run<'_>, source: Source, to: Zone) {
    let top = to == Zone::Top;
    run.emit(Rule::RaidBasic, What::PutBack { source, top });
    put_known(run, source, to);
}

/// Puts a card that everybody has seen on top of its deck or under it.
fn put_known(run: &mut Run<'_>, source: Source, to: Zone) {
    draw::put_card(run, source, to);
    let power = &mut run.state.seats[source.seat].power;
    power.note_known(1 << (source.slot & 63));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, Trial, YOU};

    const RAID_TWICE: &str = "ploy \"Trial\" { raid 2 } ploy \"A\" { draw 1 power }
        upgrade \"B\" cost 1 labels emberstone { static bearer gets move +1 }
        ploy \"C\" labels emberstone { each f: friends where leader { damage f 1 } }";

    fn option(n: u8) -> Choice {
        Choice::new(Verb::Option, n, 0, 0)
    }

    /// The first ploy is played, these cards are the deck and no others are in hand.
    fn raid(deck: u64) -> Trial {
        let mut trial = Trial::new(RAID_TWICE);
        let power = &mut trial.game.state.seats[YOU].power;
        power.to_discard(0b1110);
        power.to_deck(deck);
        trial
    }

    #[test]
    fn what_is_no_emberstone_goes_under_the_deck() {
        let mut trial = raid(0b0010);
        trial.play(&[option(RAID), option(RAID)]);
        let player = &trial.game.state.seats[YOU];
        assert_eq!(
            (player.power.deck(), player.power_bottom.first()),
            (0b0010, Some(1))
        );
    }

    #[test]
    fn a_raided_emberstone_card_is_played_given_or_put_back() {
        let mut trial = raid(0b1000);
        trial.play(&[
            option(RAID),
            Choice::new(Verb::Play, 3, FighterId::NONE.0, 0),
        ]);
        assert_eq!(trial.fighter(ASH).damage, 1);
        assert_eq!(trial.game.state.seats[YOU].power.discard() >> 3 & 1, 1);

        let mut trial = raid(0b0100);
        trial.game.state.seats[YOU].glory = 1;
        trial.play(&[option(RAID), Choice::new(Verb::Upgrade, 2, BIRCH.0, 0)]);
        assert_eq!(trial.game.state.seats[YOU].power.bearer(2), Some(BIRCH.0));

        let mut trial = raid(0b1000);
        trial.play(&[option(RAID), option(TOP), option(RAID), option(BOTTOM)]);
        let player = &trial.game.state.seats[YOU];
        assert_eq!(
            (player.power.deck(), player.power_bottom.first()),
            (0b1000, Some(3))
        );
    }

    #[test]
    fn a_card_of_the_hand_may_be_stored_in_place_of_a_raid() {
        let mut trial = raid(0b0010);
        trial.game.state.seats[YOU].power.to_hand(0b1000);
        trial.play(&[Choice::new(Verb::Card, 3, YOU.0, 0), option(RAID)]);
        let player = &trial.game.state.seats[YOU];
        assert_eq!(player.power.hand() & 0b1000, 0);
        assert_eq!(player.power.deck(), 0b1010);
    }

    #[test]
    fn there_is_nothing_to_raid_in_an_empty_deck() {
        assert!(!raid(0).follows());
        assert!(raid(0b0010).follows());
    }
}

//! `name`, `choose N from … to …` and `name_card`: a value, or a number or the title of a card that a player is asked for,
//! is kept under a name.

use super::prelude::*;
use gloryhex_model::CardId;

impl Step for instr::Set {
    fn act(&self, run: &mut Run<'_>, card: &CardRun) {
        let value = value(run.sight(), card, self.value);
        bind(run, self.slot, value);
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        card.slots[self.slot.ix()] = value(walk.sight, card, self.value);
        Followed::On
    }
}

/// A player is asked for a number.
impl Step for instr::ChooseNumber {
    /// Asks, unless there is only one number.
    fn take(&self, run: &mut Run<'_>, card: &CardRun, _: Card) -> Took {
        let number = |n| value(run.sight(), card, n);
        let least = number(self.low);
        if least < number(self.high) {
            return Ok(Did::Ask(card.source.seat));
        }
        bind(run, self.slot, least);
        Ok(Did::Next)
    }
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let number = |n| value(walk.sight, card, n);
        let mut numbers = number(self.low)..=number(self.high);
        Followed::yes_if(numbers.any(|n| {
            let mut next = *card;
            next.slots[self.slot.ix()] = n;
            walk.from(next)
        }))
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        let number = |n| value(sight, card, n);
        for n in number(self.low).max(0)..=number(self.high).min(254) {
            out.push(Choice::new(Verb::Option, n as u8, 0, 0));
        }
    }
    fn choose(&self, run: &mut Run<'_>, _: &CardRun, _: Card, choice: Choice) {
        bind(run, self.slot, choice.a.into());
        change(run, |card| card.pc += 1);
    }
}

/// The titles that can be named, each once: of objectives that the warband of an opponent, or of one player, can use.
fn titles(sight: Sight<'_>, card: &CardRun, of: Ref) -> impl Iterator<Item = CardId> {
    let (table, you) = (sight.table, card.source.seat);
    let one = (of != Ref::YOU).then(|| seat_of(sight, card, of));
    let meant = move |seat: &Seat| one.map_or(*seat != you, |one| one == *seat);
    let seats = move || sight.state.all_seats().filter(meant);
    seats().flat_map(move |seat| {
        let own = table.pools[seat].iter().copied();
        let before = move |other: &Seat| *other < seat;
        own.filter(move |id| {
            let mut others = seats().filter(before);
            !others.any(|other| table.pools[other].contains(id))
        })
    })
}

/// A title as a choice.
fn choice_of(title: CardId) -> Choice {
    let [low, high] = title.0.to_le_bytes();
    Choice::new(Verb::Name, low, high, 0)
}

/// A player names an objective that an opponent may have. What is in anybody's deck is not looked at.
impl Step for instr::NameCard {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        Ok(self.ask(run, card, frame).unwrap_or_else(|| {
            bind(run, self.slot, NOBODY);
            Did::Next
        }))
    }
    /// Whatever is named, the rest is followed alike.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let first = titles(walk.sight, card, self.of).next();
        card.slots[self.slot.ix()] = first.map_or(NOBODY, |title| title.0 as i16);
        Followed::on_if(first.is_some())
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        for title in titles(sight, card, self.of) {
            out.push(choice_of(title));
            if out.enough() {
                return;
            }
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        let title = CardId(u16::from_le_bytes([choice.a, choice.b]));
        let seat = card.source.seat;
        run.emit(Rule::SequenceFollowAll, What::CardNamed { seat, title });
        bind(run, self.slot, title.0 as i16);
        go_on(run);
    }
    fn refuse(&self, _: Sight<'_>, _: &CardRun, _: Choice) -> Refusal {
        Refusal::new(
            Rule::SequenceFollowAll,
            "Name an objective that the opponent's warband can have in its deck.",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{DOCK, Trial, pick};

    #[test]
    fn a_value_and_a_number_are_kept_under_their_names() {
        let body =
            "choose a: enemy name most = wounds(a) choose n: number 1 to most - 1 damage a n";
        let mut trial = Trial::ploy(body);
        trial.play(&[pick(DOCK), Choice::new(Verb::Option, 3, 0, 0)]);
        assert_eq!(trial.fighter(DOCK).damage, 3);
    }
}

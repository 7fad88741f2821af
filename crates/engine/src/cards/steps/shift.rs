//! `shift`: all fighters are pushed one hex in one direction, at once (Shadespire FAQ, Earthquake).

use super::prelude::*;
use crate::{
    frames::moving::{self, Manner, Move},
    ops::{field, travel},
};
use gloryhex_cardlang::HexRule;
use gloryhex_hexgrid::{Direction, HexId};

impl Step for instr::Shift {
    fn take(&self, run: &mut Run<'_>, card: &CardRun, frame: Card) -> Took {
        Ok(self.ask(run, card, frame).unwrap_or(Did::Next))
    }
    /// Somebody must be pushed.
    fn follow(&self, walk: &mut Walk<'_>, card: &mut CardRun) -> Followed {
        let mut ways = Direction::ALL.into_iter();
        let seat = card.source.seat;
        Followed::on_if(ways.any(|way| pushed(walk.sight, seat, way) != 0))
    }
    fn offer(&self, sight: Sight<'_>, card: &CardRun, _: Card, out: &mut Choices) {
        for way in Direction::ALL {
            if pushed(sight, card.source.seat, way) != 0 {
                out.push(Choice::new(Verb::Option, way as u8, 0, 0));
            }
        }
    }
    fn choose(&self, run: &mut Run<'_>, card: &CardRun, _: Card, choice: Choice) {
        go_on(run);
        push_all(
            run,
            card.source.seat,
            Direction::from_index(choice.a.min(5)),
        );
    }
}

/// Where a fighter comes to, one hex on.
fn ahead(sight: Sight<'_>, fighter: FighterId, way: Direction) -> HexId {
    let hex = sight.state.fighter(fighter).hex;
    sight.grid.neighbour(hex, way)
}

/// Who is pushed, as bits of fighter ids: all who can be, into hexes that are empty or left by others.
fn pushed(sight: Sight<'_>, seat: Seat, way: Direction) -> u32 {
    let blocked = field::blocked(sight);
    let can = |fighter: &FighterId| {
        travel::pushable_by(sight, *fighter, seat)
            && !cards::hexes_by(sight, *fighter, HexRule::NoPushEnd)
                .contains(ahead(sight, *fighter, way))
    };
    let all = sight.table.everyone().filter(can);
    let mut those = all.fold(0u32, |set, fighter| set | 1 << fighter.0);
    loop {
        let goes = |fighter: &FighterId| {
            let to = ahead(sight, *fighter, way);
            let there = Some(to).filter(|to| *to != HexId::NONE && !blocked.contains(*to));
            let stands = there.and_then(|to| sight.state.occupant(to));
            there.is_some() && stands.is_none_or(|other| those >> other.0 & 1 == 1)
        };
        let left = sight
            .table
            .everyone()
            .filter(|fighter| those >> fighter.0 & 1 == 1);
        let next = left
            .filter(goes)
            .fold(0u32, |set, fighter| set | 1 << fighter.0);
        if next == those {
            return those;
        }
        those = next;
    }
}

/// All are pushed, and only then is anything made of it.
fn push_all(run: &mut Run<'_>, seat: Seat, way: Direction) {
    let those = pushed(run.sight(), seat, way);
    let mut left = those;
    // Whoever has nobody in the way goes first.
    while left != 0 {
        let sight = run.sight();
        let free = |fighter: &FighterId| {
            left >> fighter.0 & 1 == 1
                && sight.state.occupant(ahead(sight, *fighter, way)).is_none()
        };
        let Some(fighter) = sight.table.everyone().find(free) else {
            return;
        };
        let (from, to) = (sight.state.fighter(fighter).hex, ahead(sight, fighter, way));
        left &= !(1 << fighter.0);
        run.state.fighter_mut(fighter).came_from = from;
        moving::enter(run, Move::to(fighter, Manner::Push, from, to), to);
        run.emit(Rule::PushBasic, What::Pushed { fighter, from, to });
    }
    for fighter in run
        .table
        .everyone()
        .filter(|fighter| those >> fighter.0 & 1 == 1)
    {
        let bind = Bind {
            fighter,
            number: 1,
            ..Bind::seat(seat)
        };
        cards::fire(run, Trigger::Pushed, bind, Also::NOTHING);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, CEDAR, Trial};

    #[test]
    fn all_go_one_way_and_whoever_is_stopped_stops_those_behind() {
        let mut trial = Trial::ploy("shift fighters");
        for (who, place) in [(ASH, "c1"), (BIRCH, "d1"), (CEDAR, "a1")] {
            let hex = trial.hex(place);
            trial.fighter(who).hex = hex;
        }
        let east = Choice::new(Verb::Option, Direction::East as u8, 0, 0);
        trial.play(&[east]);
        let at = [ASH, BIRCH, CEDAR].map(|who| trial.fighter(who).hex);
        assert_eq!(at, ["d1", "e1", "b1"].map(|place| trial.hex(place)));
        let mut trial = Trial::ploy("shift fighters");
        for (who, place) in [(ASH, "d1"), (BIRCH, "e1"), (CEDAR, "b1")] {
            let hex = trial.hex(place);
            trial.fighter(who).hex = hex;
        }
        trial.play(&[east]);
        let at = [ASH, BIRCH, CEDAR].map(|who| trial.fighter(who).hex);
        assert_eq!(at, ["d1", "e1", "c1"].map(|place| trial.hex(place)));
    }
}

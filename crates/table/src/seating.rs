//! How a game comes about: the plan it is made by, who takes which seat, the next game after it.

use crate::{
    content::{known_edition, table},
    decks,
    entry::{Entry, Plan, PlannedSeat, SUDDEN_DEATH},
    error::Result,
    name, opponents,
    play::Play,
    record::{Chair, Record},
    rubber,
    series::book_decides,
};
use gloryhex_editions::Content;
use gloryhex_engine::Seed;
use gloryhex_protocol::{
    ClockRules, Code, ContinueGame, JoinGame, NewGame, NewSeat, Problem, SeatKind,
};
use std::time::Duration;

/// Longest clock in seconds.
const LONGEST: u32 = 7 * 24 * 3600;

/// By what right somebody takes a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invited {
    /// Made the game: takes the first human seat, or all of them on a hot seat.
    Maker,
    /// Holds an invitation to these seats, as bits.
    To(u8),
    /// Found an open seat in the lobby.
    Nobody,
}

/// Somebody who took a name and proved it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The id under which they are kept.
    pub id: String,
    /// The name.
    pub name: String,
}

/// The seats in a set of bits.
pub fn seats(bits: u8) -> Vec<u8> {
    (0..8).filter(|seat| bits >> seat & 1 == 1).collect()
}

/// The plan of a game that somebody wants. `seed` is asked when everything else is known.
///
/// # Errors
/// What cannot be played: an edition, a warband, a deck, an opponent that there is not, too many of anything.
pub fn plan(content: &Content, new: NewGame, seed: impl FnOnce() -> Seed) -> Result<Plan> {
    known_edition(content, &new.edition)?;
    for (what, most, given) in [
        ("seats", 8, new.seats.len()),
        ("boards", 64, new.boards.len()),
        ("boards that seats bring", 4, new.own_boards.len()),
        ("variants", 8, new.variant.len()),
    ] {
        if given > most {
            let message = format!("{given} {what} were named; {most} are the most.");
            return Err(Problem::invalid(message));
        }
    }
    if !matches!(new.best_of, 1 | 3) {
        return Err(Problem::invalid("A match has 1 game, or 3 at most."));
    }
    if new.best_of == 3 && new.seats.len() != 2 {
        return Err(Problem::invalid(
            "A match of three games is for two players.",
        ));
    }
    if new.decide {
        if new.seats.len() != 2 {
            return Err(Problem::invalid("Tie-breakers are for two players."));
        }
        if !book_decides(content, &new.edition) {
            return Err(Problem::invalid(
                "The rulebook of this edition does not say how a level match is decided.",
            ));
        }
        if new.variant.iter().any(|way| way == SUDDEN_DEATH) {
            return Err(Problem::invalid(
                "Sudden death rounds follow a level match by themselves; play a game of them on its own.",
            ));
        }
    }
    if new.rated {
        let people = |seat: &&NewSeat| !matches!(seat.kind, SeatKind::Opponent { .. });
        let people = new.seats.iter().filter(people).count();
        if new.seats.len() != 2 || new.hot_seat || people == 0 {
            return Err(Problem::invalid(
                "A rated game is between two people, each with a screen of their own, or between one and an opponent.",
            ));
        }
        // Otherwise whoever is about to lose would never come back.
        if people == 1 && new.clock.is_none() {
            return Err(Problem::invalid(
                "A rated game against an opponent needs a clock, so that it comes to an end.",
            ));
        }
    }
    if let Some(clock) = new.clock {
        fair_clock(clock)?;
    }
    let mut seats = Vec::with_capacity(new.seats.len());
    for seat in new.seats {
        if let SeatKind::Opponent { level } = &seat.kind {
            opponents::opponent(level, 0, Duration::ZERO)?;
        }
        let mut name = name::clean(&seat.name);
        if let (true, SeatKind::Opponent { level }) = (name.is_empty(), &seat.kind) {
            let mut letters = level.chars();
            name = letters.next().map_or(String::new(), |first| {
                first.to_uppercase().to_string() + letters.as_str()
            });
        }
        seats.push(PlannedSeat {
            kind: seat.kind,
            name,
            warband: seat.warband,
            deck: seat.deck,
        });
    }
    let core = content.core_warbands(&new.edition);
    let all = content.warbands(&new.edition);
    for (ix, seat) in seats.iter_mut().enumerate() {
        let chosen = !seat.warband.is_empty();
        let computer = matches!(seat.kind, SeatKind::Opponent { .. });
        if !chosen && computer && !core.is_empty() {
            seat.warband = core[ix % core.len()].to_owned();
        } else if chosen {
            let known = content.catalog.warband(&new.edition, &seat.warband);
            seat.warband = known.map(|info| info.def.name.clone()).ok_or_else(|| {
                let known = all.iter().copied();
                let name = &seat.warband;
                Problem::invalid(
                    gloryhex_editions::content::unknown("warband", name, known).to_string(),
                )
            })?;
        }
    }
    let mut makers = true;
    for (ix, seat) in seats.iter_mut().enumerate() {
        let own_seat = seat.kind == SeatKind::Human && (makers || new.hot_seat);
        makers &= seat.kind != SeatKind::Human;
        let Some(deck) = &seat.deck else { continue };
        let lawful = |warband: &str| decks::lawful(content, &new.edition, warband, deck);
        if seat.warband.is_empty() && own_seat {
            // Nobody else will choose: the usual warband plays, or else the first that can use the deck.
            let usual = core.get(ix % core.len().max(1)).copied().unwrap_or("");
            let mut able = [usual].into_iter().chain(all.iter().copied());
            seat.warband = match able.find(|warband| lawful(warband).is_ok()) {
                Some(warband) => warband.to_owned(),
                None => String::new(),
            };
        }
        lawful(&seat.warband)?;
    }
    let players = seats.len();
    let plan = Plan {
        edition: new.edition,
        variant: new.variant,
        seats,
        boards: new.boards,
        own_boards: new.own_boards,
        hot_seat: new.hot_seat,
        public: new.public,
        clock: new.clock,
        series: (new.best_of > 1 || new.decide)
            .then(|| rubber::first(new.best_of, new.decide, players)),
        seed: seed(),
        prelude: None,
        marked: true,
        given: Vec::new(),
        rated: new.rated,
    };
    // Whatever is wrong with the number of players, decks or boards is found before anybody waits.
    table(content, &plan, &Record::new(&plan).chairs)?;
    Ok(plan)
}

/// Refuses clocks that no game can be played by.
///
/// # Errors
/// They give no time, or too much.
pub fn fair_clock(clock: ClockRules) -> Result<()> {
    let fits = |seconds: u32| seconds <= LONGEST;
    match clock.bank > 0 && fits(clock.bank) && fits(clock.increment) && fits(clock.away) {
        true => Ok(()),
        false => Err(Problem::invalid(
            "A clock gives between one second and seven days.",
        )),
    }
}

/// The seats somebody takes who comes by this right; none if all that the maker has to do is to begin.
///
/// # Errors
/// There is none left.
pub fn wanted_seats(play: &Play, right: Invited) -> Result<Vec<u8>> {
    let record = &play.record;
    if record.began.is_some() {
        return Err(Problem::new(
            Code::Full,
            "All seats are taken; you can watch.",
        ));
    }
    let open = |seat: &u8| record.chairs[*seat as usize].kind == SeatKind::Open;
    let human = |seat: &u8| record.chairs[*seat as usize].kind == SeatKind::Human;
    let free = seats(record.free());
    let wanted: Vec<u8> = match right {
        Invited::Maker if play.plan.hot_seat => free,
        Invited::Maker => {
            let first = free.iter().copied().find(human);
            let any = first.or_else(|| free.first().copied());
            any.into_iter().collect()
        }
        Invited::To(bits) => free.into_iter().filter(|s| bits >> s & 1 == 1).collect(),
        Invited::Nobody => free.into_iter().find(open).into_iter().collect(),
    };
    match wanted.is_empty() && right != Invited::Maker {
        true => Err(Problem::new(
            Code::Full,
            "This seat is taken; you can watch.",
        )),
        false => Ok(wanted),
    }
}

/// Somebody takes a seat, and brings what the maker of the game has left open. `who` if they took a name, which then
/// is the one that everybody sees.
///
/// # Errors
/// There is no such warband, the deck breaks a rule, or the game is rated and nobody knows who they are.
pub fn joining(
    content: &Content,
    play: &Play,
    seat: u8,
    join: &JoinGame,
    right: Invited,
    who: Option<&Known>,
    when: u64,
) -> Result<Entry> {
    if play.plan.rated {
        let same = |chair: &Chair| chair.player.as_ref() == who.map(|who| &who.id);
        let Some(who) = who else {
            return Err(Problem::invalid(
                "This game is rated. Take a name first, so that its result can count for you.",
            ));
        };
        if play.record.chairs.iter().any(same) {
            let name = &who.name;
            let message = format!("{name} sits at this game already; a rated game is for two.");
            return Err(Problem::invalid(message));
        }
    }
    let chair = &play.record.chairs[seat as usize];
    let planned = &play.plan.seats[seat as usize];
    let choose = |own: &str, planned: &str| match (right, own) {
        (Invited::Maker, _) | (_, "") => planned.to_owned(),
        (_, own) => own.to_owned(),
    };
    let mut name = match who {
        Some(who) => who.name.clone(),
        None => name::clean(&choose(&join.name, &chair.name)),
    };
    if name.is_empty() {
        name = format!("Player {}", seat + 1);
    }
    // A warband that the maker fixed stays.
    let edition = &play.plan.edition;
    let core = content.core_warbands(edition);
    let warband = match (planned.warband.as_str(), join.warband.as_str()) {
        ("", "") => core
            .get(seat as usize % core.len().max(1))
            .unwrap_or(&"")
            .to_string(),
        ("", joined) => {
            let catalog = &content.catalog;
            let known = catalog.warband(&play.plan.edition, joined);
            match known {
                Some(info) => info.def.name.clone(),
                None => {
                    let known = content.warbands(edition).into_iter();
                    let unknown = gloryhex_editions::content::unknown("warband", joined, known);
                    return Err(Problem::invalid(unknown.to_string()));
                }
            }
        }
        (fixed, _) => fixed.to_owned(),
    };
    let deck = planned.deck.clone().or_else(|| join.deck.clone());
    if let Some(list) = &deck {
        let edition = &play.plan.edition;
        decks::lawful(content, edition, &warband, list)?;
    }
    Ok(Entry::Join {
        seat,
        name,
        warband,
        deck,
        when,
        player: who.map(|who| who.id.clone()),
    })
}

/// The plan of the next game of the match, or of the first of another one, with the same people at it.
pub fn next_game(play: &Play, seed: Seed) -> Plan {
    let record = &play.record;
    let seats = record.chairs.iter().map(|chair| PlannedSeat {
        kind: chair.kind.clone(),
        name: chair.name.clone(),
        warband: chair.warband.clone(),
        deck: chair.deck.clone(),
    });
    let after = rubber::after(play);
    let sudden_death = after.as_ref().is_some_and(|score| score.sudden_death);
    let mut variant = match play.is_sudden_death() {
        true => play.plan.without_sudden_death().variant,
        false => play.plan.variant.clone(),
    };
    if sudden_death {
        variant.push(SUDDEN_DEATH.to_owned());
    }
    Plan {
        variant,
        seats: seats.collect(),
        series: after,
        seed,
        prelude: sudden_death.then(|| play.inputs()),
        marked: true,
        given: Vec::new(),
        // What decides a level match is no further game for the ratings.
        rated: play.plan.rated && !sudden_death,
        ..(*play.plan).clone()
    }
}

/// The entries by which everybody sits down at the next game as they sat at this one.
pub fn same_people(play: &Play, when: u64) -> Vec<Entry> {
    let people = (0u8..).zip(&play.record.chairs);
    let people = people.filter(|(_, chair)| chair.kind == SeatKind::Human);
    let join = |(seat, chair): (u8, &Chair)| Entry::Join {
        seat,
        name: chair.name.clone(),
        warband: chair.warband.clone(),
        deck: chair.deck.clone(),
        when,
        player: chair.player.clone(),
    };
    people.map(join).collect()
}

/// The plan of a game that goes on from a moment of another one, one person against opponents.
///
/// # Errors
/// Nothing is to be decided at that moment, or there is no such seat or opponent.
pub fn go_on(then: &Play, wish: &ContinueGame, seed: impl FnOnce() -> Seed) -> Result<Plan> {
    opponents::opponent(&wish.level, 0, Duration::ZERO)?;
    if then.goes_on_from().is_some() {
        return Err(Problem::invalid(
            "This game was begun with another version and cannot be gone on with from here.",
        ));
    }
    if then.is_sudden_death() {
        return Err(Problem::invalid(
            "Sudden death rounds follow from a whole game; go on from a moment of that one.",
        ));
    }
    if then.decider().is_none() {
        return Err(Problem::invalid("Nothing is to be decided at this moment."));
    }
    if usize::from(wish.seat) >= then.record.chairs.len() {
        return Err(Problem::invalid("There is no such seat."));
    }
    let seats = (0u8..).zip(&then.record.chairs).map(|(seat, chair)| {
        let kind = match seat == wish.seat {
            true => SeatKind::Human,
            false => SeatKind::Opponent {
                level: wish.level.clone(),
            },
        };
        PlannedSeat {
            kind,
            name: chair.name.clone(),
            warband: chair.warband.clone(),
            deck: chair.deck.clone(),
        }
    });
    Ok(Plan {
        seats: seats.collect(),
        hot_seat: false,
        public: false,
        clock: None,
        series: None,
        seed: seed(),
        prelude: Some(then.inputs()),
        given: Vec::new(),
        rated: false,
        ..(*then.plan).clone()
    })
}

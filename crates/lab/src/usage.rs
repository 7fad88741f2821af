//! How often each card is played or scored when many sides meet.
//!
//! Games are counted by number: game `n` is of meeting `n mod meetings`, and its players follow from its
//! number too, so that the counts do not depend on how many threads there are.

use crate::{
    batch::caught,
    check::Checker,
    playout::{Fault, MAX_DECISIONS, Streams},
    seed::derive,
};
use gloryhex_engine::{Choices, Event, Game, Log, Pending, Table, What, Windows};
use gloryhex_model::{CardId, Counter, Seat};
use gloryhex_search::{Kind, Policy};
use std::{
    collections::{BTreeMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// Two sides that meet.
#[derive(Clone)]
pub struct Meeting {
    /// The table.
    pub table: Arc<Table>,
    /// What the sides are called.
    pub sides: [String; 2],
}

/// What to play.
#[derive(Clone)]
pub struct UsageSpec {
    /// Who meets.
    pub meetings: Vec<Meeting>,
    /// Games in all.
    pub games: u64,
    /// One game in so many is played by greedy players, both or one against a random one by turns, the others
    /// at random; 0 for none.
    pub greedy: u64,
    /// Seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// The ids of the rules index, if every decision is to be checked against the invariants.
    pub rules: Option<HashSet<String>>,
}

/// How often a card did something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Times it was in a deck.
    pub games: u64,
    /// Games in which it was drawn.
    pub drawn: u64,
    /// Games in which it was played, given, scored or, if it is always in force, did something.
    pub used: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Games played.
    pub games: u64,
    /// Cards that were in some deck.
    pub cards: BTreeMap<CardId, Count>,
}

impl Usage {
    /// Adds another count.
    pub fn add(&mut self, other: &Usage) {
        self.games += other.games;
        for (id, count) in &other.cards {
            let mine = self.cards.entry(*id).or_default();
            mine.games += count.games;
            mine.drawn += count.drawn;
            mine.used += count.used;
        }
    }
}

/// Plays. `told` hears of every game; the first fault ends it and comes with the number of its game. When `stop` is set
/// the games under way are played to their ends, and the counts are those until then.
pub fn usage(
    spec: &UsageSpec,
    stop: &AtomicBool,
    told: &(dyn Fn() + Sync),
) -> Result<Usage, (u64, Fault)> {
    let next = AtomicU64::new(0);
    let broken = AtomicBool::new(false);
    let total: Mutex<(Usage, Option<(u64, Fault)>)> = Mutex::default();
    let work = || {
        let mut list = Choices::new();
        let mut sum = Usage::default();
        let mut fault = None;
        let over = || stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed);
        while !over() && !spec.meetings.is_empty() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= spec.games {
                break;
            }
            let seed = derive(spec.seed, number);
            match caught(seed, || play(spec, number, seed, &mut list, &mut sum)) {
                Ok(()) => told(),
                Err(found) => {
                    broken.store(true, Ordering::Relaxed);
                    fault = Some((number, found));
                }
            }
        }
        let mut total = total
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        total.0.add(&sum);
        let earlier = match (&fault, &total.1) {
            (Some((mine, _)), Some((theirs, _))) => mine < theirs,
            (mine, None) => mine.is_some(),
            (None, Some(_)) => false,
        };
        if earlier {
            total.1 = fault;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..spec.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    match total
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
    {
        (usage, None) => Ok(usage),
        (_, Some(fault)) => Err(fault),
    }
}

fn play(
    spec: &UsageSpec,
    number: u64,
    seed: u64,
    list: &mut Choices,
    sum: &mut Usage,
) -> Result<(), Fault> {
    let meetings = spec.meetings.len() as u64;
    let table = &spec.meetings[(number % meetings) as usize].table;
    let kinds = kinds(spec.greedy, number / meetings + number % meetings);
    let mut players: [Box<dyn Policy>; 2] =
        [0, 1].map(|seat| kinds[seat].player(derive(seed, 1 + seat as u64)));
    let mut chance = Streams::new(seed).chance;
    let mut game = Game::new(Arc::clone(table), Windows::Playable);
    let mut log = Log::default();
    let mut seen = Seen::default();
    let mut decisions = 0;
    let mut checker = spec
        .rules
        .as_ref()
        .map(|rules| Checker::new(rules, derive(seed, 3)));
    let fault = |decision, what: &str| Fault {
        seed,
        decision: Some(decision),
        what: what.to_owned(),
    };
    let mut pending = game.go_on(&mut chance, Some(&mut log), list);
    loop {
        for event in log.events.drain(..) {
            seen.note(&event);
        }
        let seat = match pending {
            Pending::Decide(seat) => seat,
            Pending::Over => break,
            Pending::Chance(_) => return Err(fault(decisions, "chance was left undecided")),
            Pending::Fault => return Err(fault(decisions, "an internal limit was reached")),
        };
        if list.is_empty() {
            return Err(fault(decisions, "a decision without choices"));
        }
        if let Some(Err(what)) = checker.as_mut().map(|by| by.decision(&game, seat, list)) {
            return Err(fault(decisions, &what));
        }
        decisions += 1;
        if decisions > MAX_DECISIONS {
            return Err(fault(decisions, "the game does not end"));
        }
        let made = players[seat.ix() % 2].decide(&game, seat, list, derive(seed, 100 + decisions));
        pending = game.make(made, &mut chance, Some(&mut log), list);
    }
    sum.games += 1;
    for seat in [Seat(0), Seat(1)] {
        let deck = table.deck(seat);
        let player = &game.state.seats[seat];
        let power = (0..).zip(&deck.power);
        let objectives = (gloryhex_engine::Source::OBJECTIVES..).zip(&deck.objectives);
        let [drawn, used] = seen.cards[seat.ix()];
        for (slot, id) in power.chain(objectives) {
            let count = sum.cards.entry(*id).or_default();
            count.games += 1;
            count.drawn += u64::from(drawn >> slot & 1 == 1);
            count.used += u64::from(used >> slot & 1 == 1);
        }
        if let Some(plot) = deck.plot {
            let count = sum.cards.entry(plot).or_default();
            count.games += 1;
            count.drawn += 1;
            count.used += u64::from(player.counts[Counter::Tracker as usize] > 0);
        }
    }
    Ok(())
}

/// Who plays a game. `nth` counts on from one meeting to the next and from one game of a meeting to the next, so that
/// greedy players have their share however many meetings there are. A strong player against a weak one comes to what
/// neither reaches against its like: nobody left, everybody staggered.
fn kinds(greedy: u64, nth: u64) -> [Kind; 2] {
    if greedy == 0 || !nth.is_multiple_of(greedy) {
        return [Kind::Random; 2];
    }
    match nth / greedy % 3 {
        0 => [Kind::Greedy; 2],
        1 => [Kind::Greedy, Kind::Random],
        _ => [Kind::Random, Kind::Greedy],
    }
}

/// What happened to the cards of a game: for each seat those drawn and those used, as slots.
#[derive(Default)]
struct Seen {
    cards: [[u128; 2]; 2],
}

impl Seen {
    fn note(&mut self, event: &Event) {
        let mut card = |seat: Seat, slot: u8, what: usize| {
            if seat.ix() < 2 && slot < 128 {
                self.cards[seat.ix()][what] |= 1 << slot;
            }
        };
        match event.what {
            What::CardDrawn { seat, slot } => card(seat, slot, 0),
            What::CardPlayed { source }
            | What::Reacted { source, .. }
            | What::UpgradeGiven { source, .. }
            | What::Scored { source, .. } => card(source.seat, source.slot, 1),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_editions::{Content, Spec};

    #[test]
    fn greedy_players_meet_each_other_and_random_ones() {
        let of = |nth| kinds(2, nth);
        assert_eq!(of(0), [Kind::Greedy; 2]);
        assert_eq!(of(1), [Kind::Random; 2]);
        assert_eq!(of(2), [Kind::Greedy, Kind::Random]);
        assert_eq!(of(4), [Kind::Random, Kind::Greedy]);
        assert_eq!(kinds(0, 0), [Kind::Random; 2]);
    }

    /// Games of the core warbands of Embergard against each other at `tables` tables.
    fn spec(tables: usize, threads: usize) -> UsageSpec {
        let table = Content::embedded().table(&Spec::core("embergard", 2));
        let meeting = Meeting {
            table: Arc::new(table.expect("it can be laid")),
            sides: [String::new(), String::new()],
        };
        UsageSpec {
            meetings: vec![meeting; tables],
            games: 6,
            greedy: 3,
            seed: 1,
            threads,
            rules: None,
        }
    }

    #[test]
    fn counts_do_not_depend_on_the_number_of_threads() {
        let go_on = AtomicBool::new(false);
        let one = usage(&spec(1, 1), &go_on, &|| ()).expect("no fault");
        let three = usage(&spec(1, 3), &go_on, &|| ()).expect("no fault");
        assert_eq!(one, three);
        assert_eq!(one.games, 6);
        assert!(one.cards.values().any(|count| count.used > 0));
        assert!(one.cards.values().all(|count| count.used <= count.games));
    }

    #[test]
    fn greedy_players_have_their_share_of_the_first_games_of_many_meetings() {
        let go_on = AtomicBool::new(false);
        let with = |greedy| {
            let spec = UsageSpec {
                greedy,
                ..spec(6, 1)
            };
            usage(&spec, &go_on, &|| ()).expect("no fault")
        };
        assert_ne!(with(3), with(1), "not all games are greedy");
        assert_ne!(with(3), with(0), "and some are");
    }

    #[test]
    fn what_was_played_until_somebody_ended_it_is_counted() {
        let (stop, played) = (AtomicBool::new(false), AtomicU64::new(0));
        let told = || {
            if played.fetch_add(1, Ordering::Relaxed) == 1 {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let found = usage(&spec(1, 1), &stop, &told).expect("no fault");
        assert_eq!(found.games, 2);
    }

    #[test]
    fn a_decision_that_breaks_an_invariant_ends_it() {
        // A rules index without rules: every refusal is by a rule that is not in it.
        let spec = UsageSpec {
            rules: Some(HashSet::new()),
            ..spec(1, 1)
        };
        let found = usage(&spec, &AtomicBool::new(false), &|| ());
        let (game, fault) = found.expect_err("a breach");
        assert!(game == 0 && fault.what.contains("is no rule"), "{fault}");
    }
}

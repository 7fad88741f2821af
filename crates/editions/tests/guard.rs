//! Every shortcut of the card core against the long way: the same games played with all shortcuts, with none, and
//! without each of them, compared decision by decision.
//!
//! A step lists while it resolves. The games with all shortcuts keep these lists; of all others, one more game with all
//! shortcuts among them, the choices are listed anew from the state. `GLORYHEX_GUARD_GAMES` says how many times 3 core games with each
//! number of players, and 8 games with each deck of all cards, are played.

use gloryhex_cardlang::CardKind;
use gloryhex_editions::{Content, NAMES, Spec};
use gloryhex_engine::{
    Choice, Choices, Game, Pending, Seeded, State, Table, Variant, Warband, Windows,
    cards::passes::Passes, frame::Frame,
};
use std::sync::Arc;

/// Cards of a deck made of a chunk of all cards.
const CHUNK: usize = 40;

/// One way to play: which shortcuts are taken, and whether the list is made anew after each step.
struct Way {
    name: String,
    game: Game,
    chance: Seeded,
    list: Choices,
    pending: Pending,
    anew: bool,
}

impl Way {
    fn new(name: &str, table: &Arc<Table>, windows: Windows, seed: u64, anew: bool) -> Way {
        let mut way = Way {
            name: name.into(),
            game: Game::new(Arc::clone(table), windows),
            chance: Seeded::new(seed),
            list: Choices::new(),
            pending: Pending::Over,
            anew,
        };
        way.pending = way.game.go_on(&mut way.chance, None, &mut way.list);
        way.list_anew();
        way
    }
    fn play(&mut self, choice: Choice) {
        let (chance, list) = (&mut self.chance, &mut self.list);
        self.pending = self.game.make(choice, chance, None, list);
        self.list_anew();
    }
    fn list_anew(&mut self) {
        if self.anew && matches!(self.pending, Pending::Decide(_)) {
            self.game.list_anew(&mut self.list);
        }
    }
    fn seen(&self) -> (Pending, &[Choice], &State) {
        (self.pending, &self.list, &self.game.state)
    }
}

/// The tables at which the same game is played: with every shortcut first, then with fewer.
struct Tables {
    what: String,
    all: Arc<Table>,
    fewer: Vec<(String, Arc<Table>)>,
}

impl Tables {
    fn new(what: String, lay: impl Fn() -> Table, each: bool) -> Tables {
        let without = |passes| Arc::new(lay().with_passes(passes));
        let mut fewer = vec![("no shortcut".to_owned(), without(Passes::NONE))];
        if each {
            fewer.extend(Passes::NAMED.map(|(name, pass)| {
                let passes = Passes::ALL.without(pass);
                (format!("all but {name}"), without(passes))
            }));
        }
        let all = Arc::new(lay());
        is_heard(&all);
        Tables { what, all, fewer }
    }
    /// Plays a game in every way; the number of decisions.
    fn play(&self, seed: u64, windows: Windows) -> u64 {
        let mut first = Way::new("all shortcuts", &self.all, windows, seed, false);
        let mut others = vec![Way::new("listed anew", &self.all, windows, seed, true)];
        others.extend(
            self.fewer
                .iter()
                .map(|(name, table)| Way::new(name, table, windows, seed, true)),
        );
        let mut policy = Seeded::new(!seed);
        let mut decisions = 0;
        loop {
            for other in &others {
                let place = || format!("{}, seed {seed}, decision {decisions}", self.what);
                let (pending, list, state) = first.seen();
                let (other_pending, other_list, other_state) = other.seen();
                assert_eq!(other_pending, pending, "{}, {}", place(), other.name);
                assert_eq!(other_list, list, "{}, {}", place(), other.name);
                let other_state = without_idle_windows(&self.all, windows, other_state);
                if other_state != *state {
                    let (one, other_one) = (format!("{state:#?}"), format!("{other_state:#?}"));
                    let apart = one.lines().zip(other_one.lines());
                    let apart: Vec<_> = apart.filter(|(a, b)| a != b).take(9).collect();
                    panic!("{}, {}: the states differ: {apart:#?}", place(), other.name);
                }
            }
            let Pending::Decide(_) = first.pending else {
                return decisions;
            };
            decisions += 1;
            let choice = first.list[policy.below(first.list.len() as u32) as usize];
            first.play(choice);
            for other in &mut others {
                other.play(choice);
            }
        }
    }
}

/// A state without the windows of moments that nobody at the table hears. The long way opens them behind others that
/// came up in the same step, and nobody is asked anything in them.
fn without_idle_windows(table: &Table, windows: Windows, state: &State) -> State {
    let heard = table.index.heard[usize::from(windows == Windows::Public)];
    let mut rest = *state;
    rest.stack = Default::default();
    for frame in state.stack.iter() {
        match frame {
            Frame::Window(window) if heard & window.moment.set().0 == 0 => {}
            frame => assert!(rest.stack.push(*frame)),
        }
    }
    rest
}

/// Whatever a clause of a card at the table waits for is heard there.
fn is_heard(table: &Table) {
    for (_, card) in table.index.cards() {
        let info = &table.catalog.cards[card.ix()];
        for trigger in info.code.clauses.iter().filter_map(|c| c.role.trigger()) {
            let heard = table.index.heard[0] >> trigger as u32 & 1 == 1;
            assert!(heard, "{} waits for {trigger:?}", info.name);
        }
    }
}

/// How many times more games than a few. Fewer than these do not report each shortcut that is broken.
fn times() -> u64 {
    let asked = std::env::var("GLORYHEX_GUARD_GAMES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(40)
}

fn most_players(edition: &str) -> u8 {
    gloryhex_editions::by_name(edition).map_or(2, |rules| rules.players.1)
}

fn core_games(edition: &str) {
    let content = Content::embedded();
    let mut decisions = 0;
    for players in 2..=most_players(edition) {
        let lay = || {
            content
                .table(&Spec::core(edition, players))
                .unwrap_or_else(|problem| panic!("{problem}"))
        };
        let tables = Tables::new(format!("{edition}, {players} players"), lay, true);
        for seed in 0..3 * times() {
            decisions += tables.play(seed, Windows::Playable);
        }
        for seed in 0..times() {
            decisions += tables.play(seed, Windows::Public);
        }
    }
    assert!(decisions > 500, "{decisions}");
}

fn games_with_all_cards(edition: &str) {
    let content = Content::embedded();
    let Some(rules) = gloryhex_editions::by_name(edition) else {
        panic!("no edition is called {edition}");
    };
    let of_decks = |kind| !matches!(kind, CardKind::Fighter | CardKind::Warscroll);
    let cards = content.catalog.cards.iter();
    let all: Vec<_> = cards
        .filter(|card| card.edition == edition && of_decks(card.code.kind))
        .map(|card| card.code.id)
        .collect();
    let mut decisions = 0;
    for (nth, chunk) in all.chunks(CHUNK).enumerate() {
        let deck = content.split(chunk);
        let lay = || {
            let warbands = content.catalog.warbands.iter();
            let own = warbands.filter(|warband| warband.edition == edition);
            // Each deck is played by the next two warbands.
            let own = own.cycle().skip(2 * nth);
            let own = own.map(|warband| Warband::of(&content.catalog, warband));
            Table::new(
                rules.clone(),
                Variant::default(),
                content.core_sheets(edition),
                own.take(2).collect(),
                vec![deck.clone(), deck.clone()],
                Arc::clone(&content.catalog),
            )
        };
        let tables = Tables::new(format!("{edition}, chunk {nth}"), lay, false);
        for seed in 0..8 * times() {
            decisions += tables.play(seed, Windows::Playable);
        }
    }
    assert!(decisions > 500, "{decisions}");
}

#[test]
fn core_games_are_the_same_without_shortcuts() {
    std::thread::scope(|scope| {
        for edition in NAMES {
            scope.spawn(move || core_games(edition));
        }
    });
}

#[test]
fn games_with_all_cards_are_the_same_without_shortcuts() {
    std::thread::scope(|scope| {
        for edition in NAMES {
            scope.spawn(move || games_with_all_cards(edition));
        }
    });
}

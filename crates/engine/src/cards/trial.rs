//! A small table for the tests of the card core: three fighters a side on an open field, and the cards that a test writes.
//!
//! The rules are those of the made-up edition that the project's tests play. Chance gives the dice that were laid out,
//! and always the first card.

use crate::{
    Choice, Choices, Game, Ruleset, State, Variant, Warband, Windows,
    attack::{Attack, WeaponIx},
    card_run::CardRun,
    cards::{eval::Context, follow, offer::prepared, passes::Passes},
    chance::{Ask, Chance},
    choice::Verb,
    effect::Source,
    frame::Frame,
    frames::{card, round::Round},
    run::{self, Flow, Run, Sight},
    state::{Feature, Fighter, Outcome, Phase},
    table::{Deck, Table},
};
use gloryhex_cardlang::{CardKind, CardSource, load};
use gloryhex_hexgrid::{Grid, HexId, Layout, SightRule};
use gloryhex_model::{Face, FighterId, Roll, Seat};
use serde::Deserialize;
use std::sync::Arc;

const EDITION: &str = include_str!("../../../editions/tests/fenreach/fenreach.edition");

/// What is read of the file of an edition.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
struct File {
    rules: Ruleset,
}

/// Three fighters of yours in the second row, then three enemies in the fourth.
const WARBANDS: &str = r#"
warband "Ours" profile house {
    fighter "Ash" labels leader {
        normal { move 3 defence 1 shield wounds 4 weapon "Spear" range 2 hammer 2 damage 2 }
        inspired { move 4 defence 1 shield wounds 4 weapon "Spear" range 2 hammer 3 damage 2 }
    }
    fighter "Birch" {
        normal { move 3 defence 1 dodge wounds 3 weapon "Axe" range 1 swords 2 damage 1 }
        inspired { move 3 defence 1 dodge wounds 3 weapon "Axe" range 1 swords 2 damage 1 }
    }
    fighter "Cedar" {
        normal { move 3 defence 1 shield wounds 3 weapon "Bow" range 4 hammer 1 damage 1 }
        inspired { move 3 defence 1 shield wounds 3 weapon "Bow" range 4 hammer 1 damage 1 }
    }
}
warband "Theirs" profile house {
    fighter "Dock" labels leader {
        normal { move 3 defence 1 shield wounds 4 weapon "Club" range 1 hammer 2 damage 1 }
        inspired { move 3 defence 1 shield wounds 4 weapon "Club" range 1 hammer 2 damage 1 }
    }
    fighter "Elder" {
        normal { move 3 defence 1 shield wounds 3 weapon "Club" range 1 hammer 2 damage 1 }
        inspired { move 3 defence 1 shield wounds 3 weapon "Club" range 1 hammer 2 damage 1 }
    }
    fighter "Fern" {
        normal { move 3 defence 1 shield wounds 3 weapon "Club" range 1 hammer 2 damage 1 }
        inspired { move 3 defence 1 shield wounds 3 weapon "Club" range 1 hammer 2 damage 1 }
    }
}
"#;

const MAP: [&str; 5] = [
    "| . . . . .",
    "|  . . . . .",
    "| . . . . .",
    "|  . . . . .",
    "| . . . . .",
];
const PLACES: [&str; 6] = ["a2", "b2", "d2", "b3", "b4", "d4"];

pub const ASH: FighterId = FighterId(0);
pub const BIRCH: FighterId = FighterId(1);
pub const CEDAR: FighterId = FighterId(2);
pub const DOCK: FighterId = FighterId(3);
pub const YOU: Seat = Seat(0);

/// Dice that were laid out.
struct Laid(Vec<Face>);

impl Chance for Laid {
    fn decide(&mut self, ask: Ask) -> Option<Outcome> {
        Some(match ask {
            Ask::Dice { n, .. } => {
                let dice: Vec<Face> = self.0.drain(..usize::from(n)).collect();
                Outcome::Dice(Roll::of(&dice))
            }
            Ask::Power { among, .. } | Ask::Objective { among, .. } | Ask::Number { among } => {
                Outcome::Pick(among.trailing_zeros() as u8)
            }
        })
    }
}

/// A game in which one card is tried.
pub struct Trial {
    pub game: Game,
    dice: Laid,
}

impl Trial {
    /// Your cards: upgrades are on your first fighter, all others in your hand.
    pub fn new(cards: &str) -> Trial {
        Trial::at(cards, Passes::ALL)
    }
    /// The same at a table that takes these shortcuts.
    fn at(cards: &str, passes: Passes) -> Trial {
        let text = format!("edition fenreach\n{WARBANDS}\ndeck \"Trial\" format pool\n{cards}");
        let path = "trial".to_owned();
        let sources = [CardSource { path, text }];
        let loaded = load(&sources);
        assert_eq!(loaded.errors(&sources), "");
        let catalog = Arc::new(loaded.catalog);
        let File { rules } = serde_json::from_str(EDITION).expect("an edition");
        let mut deck = Deck::default();
        for info in &catalog.cards {
            match info.code.kind {
                CardKind::Objective => deck.objectives.push(info.code.id),
                CardKind::Fighter | CardKind::Warscroll | CardKind::Plot => {}
                _ => deck.power.push(info.code.id),
            }
        }
        let warbands = catalog.warbands.iter();
        let warbands = warbands.map(|info| Warband::of(&catalog, info)).collect();
        let map = Grid::from_map(&MAP, SightRule::default()).expect("a map");
        let layout = Layout::single(0);
        let decks = vec![deck, Deck::default()];
        let table = Table::new(
            rules,
            Variant::default(),
            Vec::new(),
            warbands,
            decks,
            catalog,
        );
        let table = table.with_passes(passes);
        table.adopt_grid(layout, map.grid);
        let mut state = State::new(&table);
        state.layout = layout;
        state.clock.phase = Phase::Action;
        state.clock.round = 1;
        state.stack.push(Frame::Round(Round::default()));
        let upgrades = table.index.of(YOU).upgrades;
        let you = &mut state.seats[YOU];
        you.power.to_hand(you.power.deck());
        you.power.equip(upgrades, 0);
        you.objectives.to_hand(you.objectives.deck());
        state.refresh(&table);
        let dice = Laid(Vec::new());
        let game = Game::at(Arc::new(table), state, Windows::Playable);
        let mut trial = Trial { game, dice };
        for (id, place) in (0..).zip(PLACES) {
            let hex = trial.hex(place);
            trial.fighter(FighterId(id)).hex = hex;
        }
        trial
    }
    /// One ploy that does this.
    pub fn ploy(body: &str) -> Trial {
        Trial::new(&format!("ploy \"Trial\" {{ {body} }}"))
    }
    /// One upgrade that says this, on your first fighter.
    pub fn upgrade(body: &str) -> Trial {
        Trial::new(&format!("upgrade \"Trial\" cost 1 {{ {body} }}"))
    }
    /// Lays dice out.
    pub fn dice(mut self, faces: &[Face]) -> Trial {
        self.dice = Laid(faces.to_vec());
        self
    }
    pub fn sight(&self) -> Sight<'_> {
        self.game.sight()
    }
    pub fn hex(&self, name: &str) -> HexId {
        self.game.grid.parse_name(name).expect("a hex of the map")
    }
    pub fn fighter(&mut self, id: FighterId) -> &mut Fighter {
        self.game.state.fighter_mut(id)
    }
    /// A feature token with a number, numbered side up.
    pub fn token(&mut self, number: u8, at: &str) -> &mut Feature {
        let hex = self.hex(at);
        let token = &mut self.game.state.features[usize::from(number) - 1];
        *token = Feature {
            hex,
            number,
            flags: Feature::NUMBERED | Feature::KNOWN,
            ..Feature::ABSENT
        };
        token
    }
    /// An attack that is being made.
    pub fn attack(&mut self, attacker: FighterId, target: FighterId) -> &mut Attack {
        self.game.state.n_attacks = 1;
        let target_hex = self.game.state.fighter(target).hex;
        let attack = &mut self.game.state.attacks[0];
        *attack = Attack {
            attacker,
            target,
            target_hex,
            weapon: WeaponIx(0),
            ..Attack::NONE
        };
        attack
    }
    /// The first card of your hand, about to be resolved.
    pub fn card(&self) -> CardRun {
        let source = Source { seat: YOU, slot: 0 };
        let code = self.game.table.code(source).expect("a card");
        prepared(source, FighterId::NONE, 0, code, 0)
    }
    /// Whether your card can be followed.
    pub fn follows(&self) -> bool {
        follow::can_be_followed(self.sight(), &self.card())
    }
    /// Whether the condition of your objective holds.
    pub fn holds(&self) -> bool {
        let slot = Source::OBJECTIVES;
        let source = Source { seat: YOU, slot };
        let context = Context::new(self.sight(), source, FighterId::NONE).expect("an objective");
        context.holds(context.code.clauses[0].when)
    }
    /// Does something with the game at hand.
    pub fn with_run<T>(&mut self, work: impl FnOnce(&mut Run<'_>) -> T) -> T {
        let mut list = Choices::default();
        let mut run = Run::new(&mut self.game, &mut self.dice, None, &mut list);
        let done = work(&mut run);
        assert!(!run.has_failed());
        done
    }
    /// Resolves your card, with these choices where somebody is asked.
    pub fn play(&mut self, choices: &[Choice]) -> &mut Trial {
        let card = self.card();
        self.with_run(|run| card::begin(run, card));
        self.go_on(choices)
    }
    /// Resolves what is on the stack.
    pub fn go_on(&mut self, choices: &[Choice]) -> &mut Trial {
        let mut choices = choices.iter();
        while self.game.state.stack.depth() > 1 {
            match self.with_run(run::step) {
                Ok(Flow::On) => {}
                Ok(Flow::Ask(_)) => {
                    let offered = self.offered();
                    let choice = choices.next().unwrap_or_else(|| panic!("{offered:?}"));
                    assert!(offered.contains(choice), "{choice:?} of {offered:?}");
                    self.with_run(|run| run::choose(run, *choice));
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(choices.next(), None);
        self
    }
    /// Resolves your card with these choices until somebody is asked for another: what is offered then.
    pub fn ask(&mut self, choices: &[Choice]) -> Vec<Choice> {
        let card = self.card();
        self.with_run(|run| card::begin(run, card));
        let mut choices = choices.iter();
        loop {
            match self.with_run(run::step) {
                Ok(Flow::On) => {}
                Ok(Flow::Ask(_)) => match choices.next() {
                    Some(choice) => self.with_run(|run| run::choose(run, *choice)),
                    None => return self.offered(),
                },
                other => panic!("{other:?}"),
            }
        }
    }
    /// What is offered now.
    pub fn offered(&self) -> Vec<Choice> {
        let mut list = Choices::new();
        self.game.list_anew(&mut list);
        list.iter().copied().collect()
    }
}

/// The choice of a fighter.
pub fn pick(fighter: FighterId) -> Choice {
    Choice::fighter(Verb::Fighter, fighter)
}

/// Whether a condition of an objective of yours holds in a position: by all shortcuts and without them.
pub fn holds(condition: &str, position: impl Fn(&mut Trial)) -> bool {
    let card = format!("objective \"Trial\" glory 1 {{ score at end_phase when {condition} }}");
    let [short, long] = [Passes::ALL, Passes::NONE].map(|passes| {
        let mut trial = Trial::at(&card, passes);
        position(&mut trial);
        trial.holds()
    });
    assert_eq!(short, long, "{condition}");
    short
}

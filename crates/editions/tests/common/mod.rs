//! Tables, scripted dice and a random driver for the tests of whole games.
#![allow(dead_code)]

use gloryhex_engine::{
    Ask, Chance, Choice, Choices, Deck, Game, Log, Outcome, Pending, Ruleset, Seeded, State, Table,
    Variant, Windows, table::Warband,
};
use gloryhex_hexgrid::Sheet;
use gloryhex_model::{CardId, Face, FighterDef, Keywords, Profile, Roll, Seat, Traits, WeaponDef};
use std::{collections::VecDeque, path::Path, sync::Arc};

/// Dice from a list, seat by seat; everything else, and dice beyond the list, from a generator.
pub struct Script {
    pub dice: VecDeque<Roll>,
    rest: Seeded,
}

impl Script {
    pub fn new(dice: &[&[Face]]) -> Script {
        Script {
            dice: dice.iter().map(|faces| Roll::of(faces)).collect(),
            rest: Seeded::new(7),
        }
    }
}

impl Chance for Script {
    fn decide(&mut self, ask: Ask) -> Option<Outcome> {
        if let (Ask::Dice { n, .. }, Some(roll)) = (ask, self.dice.front()) {
            assert_eq!(roll.len(), n, "the script has {roll:?} for {ask:?}");
            return self.dice.pop_front().map(Outcome::Dice);
        }
        self.rest.decide(ask)
    }
}

/// A plain fighter.
pub fn fighter(name: &str) -> FighterDef {
    let side = Profile {
        movement: 3,
        defence: 1,
        defence_symbol: Face::Shield,
        wounds: 4,
        bounty: 1,
        wizard: 0,
        weapons: vec![WeaponDef {
            name: "axe".into(),
            range: 1,
            dice: 2,
            symbol: Face::Hammer,
            damage: 2,
            keywords: Keywords::EMPTY,
            knockback: 0,
            spell: false,
            melee: None,
            asked: WeaponDef::UNASKED,
            terms: None,
        }],
    };
    FighterDef {
        name: name.into(),
        traits: Traits::default(),
        labels: 0,
        sides: [side.clone(), side],
        house: true,
        notes: Vec::new(),
    }
}

/// The boards of an edition as they can be laid, sorted by name.
pub fn sheets(edition: &str) -> Vec<Sheet> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/boards");
    let mut sheets = Vec::new();
    for entry in std::fs::read_dir(folder.join(edition)).expect("the boards of the edition") {
        let path = entry.expect("a readable folder").path();
        let text = std::fs::read_to_string(&path).expect("a readable board");
        let file = Sheet::parse(&path.to_string_lossy(), &text).expect("a sound board");
        if file.orientations.is_empty() {
            sheets.push(file.sheet);
        } else {
            let ways = file.orientations.iter();
            sheets.extend(ways.filter_map(|way| file.oriented(&way.name)));
        }
    }
    sheets.sort_by(|a, b| a.name().cmp(b.name()));
    sheets
}

/// The rules of an edition.
pub fn rules(edition: &str) -> Ruleset {
    gloryhex_editions::by_name(edition).expect("an edition")
}

/// A table with warbands of these sizes and decks of 12 objectives and 20 power cards.
pub fn table(edition: &str, warbands: &[usize], variant: Variant) -> Table {
    let warbands: Vec<Warband> = warbands
        .iter()
        .map(|size| Warband {
            fighters: (0..*size)
                .map(|n| fighter(&format!("f{n}")).into())
                .collect(),
            warscroll: None,
        })
        .collect();
    let decks = vec![
        Deck {
            power: vec![CardId::NONE; 20],
            objectives: vec![CardId::NONE; 12],
            plot: None,
        };
        warbands.len()
    ];
    let catalog = Arc::default();
    Table::new(
        rules(edition),
        variant,
        sheets(edition),
        warbands,
        decks,
        catalog,
    )
}

/// A game about to be set up.
pub struct Play {
    pub game: Game,
    pub chance: Script,
    pub log: Log,
    pub offered: Choices,
}

impl Play {
    pub fn new(table: Table, dice: &[&[Face]]) -> Play {
        let game = Game::new(Arc::new(table), Windows::default());
        let mut play = Play {
            game,
            chance: Script::new(dice),
            log: Log::default(),
            offered: Choices::new(),
        };
        play.go_on();
        play
    }
    pub fn go_on(&mut self) -> Pending {
        let (log, list) = (Some(&mut self.log), &mut self.offered);
        self.game.go_on(&mut self.chance, log, list)
    }
    /// Who decides.
    pub fn asked(&mut self) -> Seat {
        match self.go_on() {
            Pending::Decide(seat) => seat,
            other => panic!("nobody decides: {other:?}"),
        }
    }
    /// What is offered.
    pub fn offered(&self) -> &Choices {
        &self.offered
    }
    /// Makes a choice for whoever decides.
    pub fn choose(&mut self, choice: Choice) {
        let seat = self.asked();
        let (log, list) = (Some(&mut self.log), &mut self.offered);
        let refused = self
            .game
            .play(seat, choice, &mut self.chance, log, list)
            .err();
        assert_eq!(refused, None, "{choice:?} for {seat:?}");
    }
    /// The hex with this name.
    pub fn hex(&self, name: &str) -> u8 {
        self.game.grid.parse_name(name).expect("a hex").0
    }
    /// The sheet with this name.
    pub fn sheet(&self, name: &str) -> u8 {
        let sheets = &self.game.table.sheets;
        sheets.iter().position(|s| s.name() == name).expect(name) as u8
    }
    pub fn state(&self) -> &State {
        &self.game.state
    }
}

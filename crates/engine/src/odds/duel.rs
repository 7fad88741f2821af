//! A duel: two made-up fighters side by side on a small drawn battlefield, ready for one attack.
//!
//! It answers 'what if' questions without a game. The position is a real one; the engine resolves it
//! or its odds are asked like those of any other.

use crate::{
    attack::{Attack, WeaponIx},
    frame::Frame,
    frames::combat::{self, Combat},
    game::Game,
    odds::{self, Odds},
    ruleset::Ruleset,
    run::Windows,
    state::State,
    table::{Deck, Recruit, Table, Warband},
    variant::Variant,
};
use gloryhex_cardlang::{CardSource, Catalog};
use gloryhex_hexgrid::{DrawnMap, Grid, Layout, SightRule};
use gloryhex_model::{
    Face, FaceSet, FighterDef, FighterId, Keywords, Profile, Token, Traits, WeaponDef,
};
use std::sync::Arc;

/// Most supporters a side can have in a duel.
pub const MOST_SUPPORT: u8 = 3;

/// The terms of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel {
    /// Attack dice.
    pub dice: u8,
    /// The face that succeeds for the attacker; focus and channel make it a spell attack.
    pub symbol: Face,
    /// Defence dice.
    pub defence: u8,
    /// The face that succeeds for the target.
    pub defence_symbol: Face,
    /// Supporters of attacker and target, at most [`MOST_SUPPORT`] each.
    pub support: [u8; 2],
    /// Re-rolls that abilities grant to attacker and target.
    pub rerolls: [u8; 2],
    /// The target stands in cover.
    pub cover: bool,
    /// The target is on Guard.
    pub guard: bool,
    /// The target is staggered.
    pub staggered: bool,
    /// The target has nowhere to go.
    pub trapped: bool,
    /// The attack is part of a Charge.
    pub charge: bool,
    /// The weapon's keywords.
    pub keywords: Keywords,
    /// The weapon's damage.
    pub damage: u8,
    /// The target's wounds that are left.
    pub wounds: u8,
    /// The attacker's wounds that are left; backlash takes them.
    pub attacker_wounds: u8,
    /// Innate symbols of the attacker.
    pub innate: FaceSet,
}

impl Default for Duel {
    fn default() -> Self {
        Duel {
            dice: 2,
            symbol: Face::Hammer,
            defence: 1,
            defence_symbol: Face::Dodge,
            support: [0; 2],
            rerolls: [0; 2],
            cover: false,
            guard: false,
            staggered: false,
            trapped: false,
            charge: false,
            keywords: Keywords::EMPTY,
            damage: 2,
            wounds: 3,
            attacker_wounds: 4,
            innate: FaceSet::EMPTY,
        }
    }
}

fn warband(leader: Recruit, others: u8) -> Warband {
    Warband {
        fighters: (0..=others).map(|_| leader.clone()).collect(),
        warscroll: None,
    }
}

/// A fighter card that gives these innate symbols and nothing else, as the first of a catalog.
fn innate_card(faces: FaceSet) -> Catalog {
    let statics: Vec<String> = faces
        .iter()
        .map(|face| format!("static me gets innate {}", face.word()))
        .collect();
    let text = format!(
        "edition duel warband \"Duel\" {{ fighter \"Attacker\" {{ normal {{ move 3 defence 1 shield wounds 4 }} {} }} }}",
        statics.join("\n")
    );
    let path = "duel".to_owned();
    gloryhex_cardlang::load(&[CardSource { path, text }]).catalog
}

impl Duel {
    /// The hexes: A attacks T; m and n touch both; b, c and g are where T can be driven; d, e and f
    /// touch A alone.
    fn map(&self, rules: &Ruleset) -> Option<DrawnMap> {
        let b = if self.trapped && self.support[0] < 3 {
            '#'
        } else {
            'b'
        };
        let behind = if self.trapped { '#' } else { '.' };
        let cover = if self.cover { '~' } else { ' ' };
        let rows = [
            "| . . . . . .".to_owned(),
            format!("|  . d m {b} ."),
            format!("| . e A T{cover}{behind} ."),
            format!("|  . f n {behind} ."),
            "| . . . . . .".to_owned(),
        ];
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let rule = SightRule {
            edge_blocks: rules.sight_stops_at_edge,
        };
        Grid::from_map(&rows, rule).ok()
    }
    fn attacker(&self) -> FighterDef {
        let spell = matches!(self.symbol, Face::Focus | Face::Channel);
        let side = Profile {
            movement: 3,
            defence: 1,
            defence_symbol: Face::Shield,
            wounds: self.attacker_wounds,
            bounty: 1,
            wizard: u8::from(spell),
            weapons: vec![WeaponDef {
                name: "Weapon".into(),
                range: 1,
                dice: self.dice,
                symbol: self.symbol,
                damage: self.damage,
                keywords: self.keywords,
                knockback: 0,
                spell,
                melee: None,
                asked: WeaponDef::UNASKED,
                terms: None,
            }],
        };
        fighter("Attacker", side)
    }
    fn target(&self) -> FighterDef {
        let side = Profile {
            movement: 3,
            defence: self.defence,
            defence_symbol: self.defence_symbol,
            wounds: self.wounds,
            bounty: 1,
            wizard: 0,
            weapons: Vec::new(),
        };
        fighter("Target", side)
    }
    /// A game in which the attack has just been declared. `None` if there are more supporters than
    /// the battlefield has room for.
    pub fn stage(&self, rules: Ruleset) -> Option<Game> {
        if self.support.iter().any(|n| *n > MOST_SUPPORT) {
            return None;
        }
        let map = self.map(&rules)?;
        let catalog = match self.innate {
            FaceSet::EMPTY => Catalog::default(),
            some => innate_card(some),
        };
        let mut attacker = Recruit::from(self.attacker());
        if self.innate != FaceSet::EMPTY {
            attacker.abilities = catalog.fighters.first()?.abilities;
        }
        let warbands = vec![
            warband(attacker, self.support[0]),
            warband(self.target().into(), self.support[1]),
        ];
        let table = Table::new(
            rules,
            Variant::default(),
            Vec::new(),
            warbands,
            vec![Deck::default(), Deck::default()],
            Arc::new(catalog),
        );
        let (attacker, target) = (FighterId(0), FighterId(1 + self.support[0]));
        let mut state = State::new(&table);
        state.clock.round = 1;
        let mut place = |fighter: u8, label| {
            if let Some(hex) = map.label(label) {
                state.fighters[usize::from(fighter)].hex = hex;
            }
        };
        place(attacker.0, 'A');
        place(target.0, 'T');
        for (nth, label) in (0..self.support[0]).zip(['m', 'n', 'b']) {
            place(attacker.0 + 1 + nth, label);
        }
        for (nth, label) in (0..self.support[1]).zip(['d', 'e', 'f']) {
            place(target.0 + 1 + nth, label);
        }
        let hurt = state.fighter_mut(target);
        hurt.set_tokens(Token::Guard, u8::from(self.guard));
        hurt.set_tokens(Token::Stagger, u8::from(self.staggered));
        table.adopt_grid(Layout::default(), map.grid);
        let mut game = Game::at(Arc::new(table), state, Windows::Playable);
        let flags = if self.charge { Attack::CHARGE } else { 0 };
        let mut attack = combat::declare(game.sight(), attacker, target, WeaponIx(0), flags);
        attack.rerolls = self.rerolls;
        game.state.attacks[0] = attack;
        game.state.n_attacks = 1;
        game.state.stack.push(Frame::Combat(Combat {
            step: 0,
            sub: 0,
            last: false,
        }));
        Some(game)
    }
    /// The odds of the duel.
    pub fn odds(&self, rules: Ruleset) -> Option<Odds> {
        odds::in_progress(self.stage(rules)?.sight())
    }
}

fn fighter(name: &str, side: Profile) -> FighterDef {
    FighterDef {
        name: name.into(),
        traits: Traits::default(),
        labels: 0,
        sides: [side.clone(), side],
        house: true,
        notes: Vec::new(),
    }
}

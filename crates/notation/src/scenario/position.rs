//! From what a scenario says about the start to a game in that position.

use super::dealing::Dealt;
use super::known::unknown;
use super::made_up;
use super::syntax::{Counters, Place, Position, Scenario, Start, Statement, TokenAt};
use crate::names::Names;
use gloryhex_cardlang::Catalog;
use gloryhex_editions::Content;
use gloryhex_engine::{
    Deck, Game, Phase, Recruit, Ruleset, State, Table, Variant, Warband, Windows,
    frame::Frame,
    frames::{round::Round, turn::Turn},
    ops::{
        counters::{self, Whose},
        stats,
    },
    piles::PowerCards,
    ruleset::{RoundStep, TurnStep},
    state::{Feature, Fighter},
};
use gloryhex_hexgrid::{DrawnMap, HexId, Kind};
use gloryhex_model::{
    CountedFor, CounterId, Deed, FighterDef, FighterId, MAX_FIGHTERS, Seat, Stat, Token, slug_of,
};
use std::sync::Arc;

/// Why a position cannot be set up: the place and the reason.
#[derive(Clone, Debug)]
pub struct Impossible {
    /// The line of the file.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The reason.
    pub message: String,
}

/// A game in the position a scenario describes.
#[derive(Debug)]
pub struct Begun {
    /// The game.
    pub game: Game,
    /// What things are called in it.
    pub names: Arc<Names>,
    /// Whether every window is opened and nothing passed over.
    pub windows_all: bool,
}

/// A place in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Spot {
    /// Another column of the same line.
    pub(super) fn at(self, column: usize) -> Spot {
        Spot { column, ..self }
    }
}

/// Sets a position up, line by line.
pub(super) struct Builder<'a> {
    pub(super) content: &'a Content,
    pub(super) catalog: Arc<Catalog>,
    pub(super) edition: &'a str,
    pub(super) lines: Vec<(Spot, &'a Position)>,
    pub(super) first_line: Spot,
}

pub(super) type Built<T> = Result<T, Impossible>;

/// Sets the position up.
///
/// # Errors
/// The first line that cannot be followed.
pub fn build(content: &Content, scenario: &Scenario, edition: &str) -> Built<Begun> {
    let lines = scenario
        .lines
        .iter()
        .filter(|line| line.editions.is_empty() || line.editions.iter().any(|e| e == edition))
        .filter_map(|line| match &line.what {
            Statement::Position(position) => {
                let (line, column) = (line.line, line.column);
                Some((Spot { line, column }, position))
            }
            Statement::Step(_) => None,
        })
        .collect();
    Builder {
        content,
        catalog: made_up::catalog(content, scenario, edition)?,
        edition,
        lines,
        first_line: Spot {
            line: scenario.line,
            column: 1,
        },
    }
    .build()
}

pub(super) fn no<T>(spot: Spot, message: impl Into<String>) -> Built<T> {
    Err(Impossible {
        line: spot.line,
        column: spot.column,
        message: message.into(),
    })
}

impl Builder<'_> {
    fn build(&self) -> Built<Begun> {
        let Some(edition) = self.content.edition(self.edition) else {
            return no(self.first_line, format!("no edition {}", self.edition));
        };
        let rules = edition.rules.clone();
        let players = self.players()?;
        self.seats(players)?;
        let start = self.start();
        let map = self.map(&rules)?;
        let (sheets, layout) = self.battlefield(map.as_ref(), start)?;
        let warbands = self.warbands(players)?;
        let variant = self.variant(&rules)?;
        let dealt = self.cards(&rules, &warbands)?;
        let mut decks = vec![Deck::default(); usize::from(players)];
        for card in &dealt {
            let deck = &mut decks[card.seat.ix()];
            if card.objective {
                deck.objectives.push(card.id);
            } else {
                deck.power.push(card.id);
            }
        }
        for (deck, seat) in decks.iter_mut().zip(Seat::all(players)) {
            deck.plot = self.plot(seat, &dealt);
        }
        let catalog = Arc::clone(&self.catalog);
        let table = Table::new(rules, variant, sheets, warbands, decks, catalog);
        let table = self.content.with_pools(table, self.edition, |seat| {
            let named = self.lines.iter().find_map(|(_, line)| match line {
                Position::Warband(whose, (name, _)) if *whose == seat => Some(name.as_str()),
                _ => None,
            });
            named.unwrap_or_default()
        });
        let table = table.weighed(edition.weighing);
        let names = Arc::new(Names::of(&table));
        let windows_all = self
            .lines
            .iter()
            .any(|(_, position)| matches!(position, Position::WindowsAll));
        let windows = if windows_all {
            Windows::Public
        } else {
            Windows::Playable
        };
        let table = Arc::new(table);
        if start == Start::Setup {
            return Ok(Begun {
                game: Game::new(table, windows),
                names,
                windows_all,
            });
        }
        let mut state = State::new(&table);
        state.layout = layout;
        let mut game = Game::at(table, state, windows);
        self.fill(&mut game, &names, map.as_ref(), &dealt)?;
        self.wind_clock(&mut game, players, start);
        Ok(Begun {
            game,
            names,
            windows_all,
        })
    }

    fn players(&self) -> Built<u8> {
        for (line, position) in &self.lines {
            if let Position::Players(n) = position {
                return match n {
                    2..=4 => Ok(*n),
                    _ => no(*line, "expected 2, 3 or 4 players"),
                };
            }
        }
        Ok(2)
    }

    /// Whether everybody named by the clock and the glory plays.
    fn seats(&self, players: u8) -> Built<()> {
        for (line, position) in &self.lines {
            let (Position::Active(seat) | Position::First(seat) | Position::Glory(seat, ..)) =
                position
            else {
                continue;
            };
            if seat.0 >= players {
                return no(*line, format!("seat {} does not play", seat.number()));
            }
        }
        Ok(())
    }

    fn start(&self) -> Start {
        let phase = |position: &Position| match position {
            Position::Phase(start) => Some(*start),
            _ => None,
        };
        let mut phases = self.lines.iter().filter_map(|(_, p)| phase(p));
        phases.next_back().unwrap_or_default()
    }

    fn variant(&self, rules: &Ruleset) -> Built<Variant> {
        let mut words = Vec::new();
        for (line, position) in &self.lines {
            if let Position::Variant(word) = position {
                words.push(word.as_str());
                if let Err(unknown) = Variant::read(rules, words.iter().copied()) {
                    return no(*line, unknown.to_string());
                }
            }
        }
        Ok(Variant::read(rules, words).unwrap_or_default())
    }

    fn warbands(&self, players: u8) -> Built<Vec<Warband>> {
        let mut warbands = vec![Warband::default(); usize::from(players)];
        for (line, position) in &self.lines {
            match position {
                Position::Warband(seat, (name, column)) => {
                    let Some(warband) = self.catalog.warband(self.edition, name) else {
                        let known = self.catalog.warbands.iter();
                        let known =
                            known.filter(|band| self.catalog.plays(self.edition, &band.edition));
                        let known: Vec<String> =
                            known.map(|band| slug_of(&band.def.name)).collect();
                        return no(line.at(*column), unknown("warband", name, &known));
                    };
                    let Some(own) = warbands.get_mut(seat.ix()) else {
                        return no(*line, format!("seat {} does not play", seat.number()));
                    };
                    let warband = Warband::of(&self.catalog, warband);
                    own.fighters.extend(warband.fighters);
                    own.warscroll = warband.warscroll;
                }
                Position::Fighter(seat, def) => {
                    let Some(own) = warbands.get_mut(seat.ix()) else {
                        return no(*line, format!("seat {} does not play", seat.number()));
                    };
                    let def = FighterDef::clone(def);
                    own.fighters.push(Recruit::from(def));
                }
                _ => continue,
            }
            let sizes = || warbands.iter().map(|warband| warband.fighters.len());
            let (all, largest) = (sizes().sum::<usize>(), sizes().max().unwrap_or(0));
            if all > MAX_FIGHTERS || largest > PowerCards::BEARERS {
                let message = format!(
                    "too many fighters: a game has room for {MAX_FIGHTERS}, {} of them in one warband",
                    PowerCards::BEARERS
                );
                return no(*line, message);
            }
        }
        Ok(warbands)
    }

    fn fill(
        &self,
        game: &mut Game,
        names: &Names,
        map: Option<&DrawnMap>,
        dealt: &[Dealt],
    ) -> Built<()> {
        for seat in Seat::all(game.table.players) {
            game.state.clock.territory[seat.ix()] = seat.0;
        }
        self.deal(game, dealt);
        let mut features = 0;
        for (line, position) in &self.lines {
            match position {
                Position::Place(place) => self.place(game, names, map, *line, place)?,
                Position::Out((name, column)) => {
                    let found = names.find_fighter(name, *column);
                    let who = found.or_else(|problem| no(line.at(*column), problem.told()))?;
                    game.state.fighter_mut(who).set(Fighter::OUT, true);
                    game.state.fighter_mut(who).set(Fighter::DEPLOYED, true);
                }
                Position::Token(token) => {
                    let feature = self.token(game, map, *line, token)?;
                    if game.state.feature_at(feature.hex).is_some() {
                        let message = format!("a token already lies in {}", token.at.0);
                        return no(line.at(token.at.1), message);
                    }
                    let Some(slot) = game.state.features.get_mut(features) else {
                        return no(*line, "too many tokens");
                    };
                    *slot = feature;
                    features += 1;
                }
                Position::Counters(of) => {
                    let (whose, id) = counted(game, names, of)
                        .or_else(|(column, problem)| no(line.at(column), problem))?;
                    counters::set(&game.table, &mut game.state, whose, id, of.n);
                }
                Position::Glory(_, glory, spent) if spent > glory => {
                    return no(*line, format!("{spent} of {glory} glory spent"));
                }
                Position::Glory(seat, glory, spent) => {
                    let player = &mut game.state.seats[*seat];
                    player.glory = *glory;
                    player.spent = *spent;
                }
                _ => {}
            }
        }
        for ix in 0..features {
            let hex = game.state.features[ix].hex;
            let holder = game.state.occupant(hex).unwrap_or(FighterId::NONE);
            let token = &mut game.state.features[ix];
            token.round_holder = holder;
            if token.numbered() {
                token.flags |= Feature::UP_AT_START;
            }
        }
        self.alive(game, names)
    }

    /// Whether everybody placed has a wound left.
    fn alive(&self, game: &Game, names: &Names) -> Built<()> {
        for (line, position) in &self.lines {
            let Position::Place(place) = position else {
                continue;
            };
            let (name, column) = &place.fighter;
            let Ok(who) = names.find_fighter(name, *column) else {
                continue;
            };
            let wounds = stats::stat(game.sight(), who, Stat::Wounds);
            if place.damage >= wounds {
                let who = names.fighter(who);
                return no(
                    line.at(*column),
                    format!("{who} has {wounds} Wounds and would be gone: write `out {who}`"),
                );
            }
        }
        Ok(())
    }

    fn place(
        &self,
        game: &mut Game,
        names: &Names,
        map: Option<&DrawnMap>,
        line: Spot,
        place: &Place,
    ) -> Built<()> {
        let line = line.at(place.at.1);
        let hex = self.hex(game, map, line, &place.at.0)?;
        let (name, column) = &place.fighter;
        let found = names.find_fighter(name, *column);
        let who = found.or_else(|problem| no(line.at(*column), problem.told()))?;
        if let Some(other) = game.state.occupant(hex) {
            let other = names.fighter(other);
            return no(line, format!("{other} already stands in {}", place.at.0));
        }
        if game.grid.is(hex, Kind::BLOCKED) {
            return no(line, format!("{} is blocked", place.at.0));
        }
        if game.state.fighter(who).is(Fighter::DEPLOYED) {
            let message = format!("{} is placed twice", names.fighter(who));
            return no(line.at(*column), message);
        }
        let now = game.state.fighter_mut(who);
        now.hex = hex;
        now.round_hex = hex;
        now.damage = place.damage;
        now.set(Fighter::DEPLOYED, true);
        now.set(Fighter::INSPIRED, place.inspired);
        for token in &place.tokens {
            now.set_tokens(*token, now.tokens(*token) + 1);
            match token {
                Token::Move => now.note(Deed::Moved),
                Token::Charge => now.note(Deed::Charged),
                _ => {}
            }
        }
        Ok(())
    }

    fn token(
        &self,
        game: &Game,
        map: Option<&DrawnMap>,
        line: Spot,
        token: &TokenAt,
    ) -> Built<Feature> {
        let rules = &game.table.rules.tokens;
        if token.artefact && !game.table.variant.artefact {
            return no(
                line,
                "there is an artefact only with a line `variant artefact`, in an edition that has it; write it too, or leave this out.",
            );
        }
        let numbered = token.number > 0 && token.numbered.unwrap_or(rules.revealed);
        let mut feature = Feature {
            hex: self.hex(game, map, line.at(token.at.1), &token.at.0)?,
            number: token.number,
            dealt: token.owner.map_or(255, |seat| seat.0),
            ..Feature::ABSENT
        };
        if numbered || token.artefact {
            feature.flags |= Feature::NUMBERED | Feature::KNOWN;
        }
        if token.artefact {
            feature.flags |= Feature::ARTEFACT;
        }
        if rules.revealed {
            feature.flags |= Feature::KNOWN;
        }
        Ok(feature)
    }

    fn hex(&self, game: &Game, map: Option<&DrawnMap>, line: Spot, name: &str) -> Built<HexId> {
        let mut letters = name.chars();
        if let (Some(label), None, Some(map)) = (letters.next(), letters.next(), map)
            && let Some(hex) = map.label(label)
        {
            return Ok(game.grid.at(map.grid.coord(hex)));
        }
        match game.grid.parse_name(name) {
            Some(hex) => Ok(hex),
            None => no(line, format!("there is no hex or label `{name}`")),
        }
    }

    /// Sets round, turn and phase, and the frames that go with them.
    fn wind_clock(&self, game: &mut Game, players: u8, start: Start) {
        let (mut round, mut turn, mut active, mut first) = (1, None, None, None);
        for (_, position) in &self.lines {
            match position {
                Position::Round(n) => round = *n,
                Position::Turn(n) => turn = Some(*n),
                Position::Active(seat) => active = Some(*seat),
                Position::First(seat) => first = Some(*seat),
                _ => {}
            }
        }
        let clock = &mut game.state.clock;
        clock.round = round;
        let own_turn = turn.unwrap_or(1);
        let first = first.unwrap_or(match (turn, active) {
            (None, Some(active)) => active,
            _ => Seat(0),
        });
        let active = active.unwrap_or(first);
        clock.first = first.0;
        clock.active = active.0;
        let rules = &game.table.rules;
        let backwards = rules.round_two_reversed && players > 2 && round == 2;
        let place = if backwards {
            (first.0 + players - active.0) % players
        } else {
            (active.0 + players - first.0) % players
        };
        clock.turn = own_turn.saturating_sub(1) * players + place + 1;
        let at = |wanted: RoundStep| {
            rules
                .round
                .iter()
                .position(|step| *step == wanted)
                .unwrap_or(0) as u8
        };
        let power = rules
            .turn
            .iter()
            .position(|step| *step == TurnStep::Power)
            .unwrap_or(0) as u8;
        let turns = Round {
            step: at(RoundStep::Turns),
            sub: 2,
        };
        match start {
            Start::End => {
                clock.phase = Phase::End;
                clock.turn = rules.turns[usize::from(players)] * players;
                game.state.stack.push(Frame::Round(Round {
                    step: at(RoundStep::End),
                    sub: 2,
                }));
            }
            Start::Power => {
                clock.phase = Phase::Power;
                game.state.stack.push(Frame::Round(turns));
                game.state.stack.push(Frame::Turn(Turn {
                    step: power,
                    sub: 0,
                }));
            }
            Start::Action | Start::Setup => {
                clock.phase = Phase::Action;
                game.state.stack.push(Frame::Round(turns));
                game.state.stack.push(Frame::Turn(Turn::default()));
            }
        }
    }
}

/// Whose counters of which name a line is about, or what is wrong with it and where.
pub(super) fn counted(
    game: &Game,
    names: &Names,
    of: &Counters,
) -> Result<(Whose, CounterId), (usize, String)> {
    let (word, column) = &of.word;
    let known = game.table.catalog.counters.iter();
    let Some((id, info)) = (0..).zip(known).find(|(_, info)| info.word == *word) else {
        return Err((*column, format!("no card names a counter `{word}`")));
    };
    let id = CounterId(id);
    if game.table.counters.find(id).is_none() {
        let message = format!("no card at this table speaks of `{word}`");
        return Err((*column, message));
    }
    let (name, column) = &of.whose;
    let whose = match info.of {
        CountedFor::Fighter => {
            let found = names.find_fighter(name, *column);
            Whose::Fighter(found.map_err(|problem| (*column, problem.told()))?)
        }
        CountedFor::Player => {
            let seats = 1..=game.table.players;
            let number = name.parse().ok().filter(|number| seats.contains(number));
            let message = || format!("players have `{word}`: write the number of a seat");
            Whose::Player(Seat(number.ok_or_else(|| (*column, message()))? - 1))
        }
    };
    Ok((whose, id))
}

//! From what a scenario says about the start to a game in that position.

use super::made_up;
use super::syntax::{CardName, Pile, Place, Position, Scenario, Start, Statement, TokenAt};
use crate::names::Names;
use gloryhex_cardlang::Catalog;
use gloryhex_editions::Content;
use gloryhex_engine::{
    Deck, Game, Phase, Recruit, Ruleset, State, Table, Variant, Warband, Windows,
    frame::Frame,
    frames::{round::Round, turn::Turn},
    ruleset::{RoundStep, TurnStep},
    state::{Feature, Fighter},
};
use gloryhex_hexgrid::{
    BoardFile, Cell, DrawnMap, Grid, HexId, Joint, Layout, NOBODY, Sheet, Side, SightRule,
};
use gloryhex_model::{CardId, Deed, FighterDef, FighterId, Seat, Token, slug_of};
use std::sync::Arc;

/// Why a position cannot be set up: the line and the reason.
#[derive(Clone, Debug)]
pub struct Impossible {
    /// The line of the file.
    pub line: usize,
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

/// Where a card lies at the start.
#[derive(Clone, Copy)]
enum Where {
    Pile(Pile),
    Fighter(FighterId),
}

/// A card of the position.
struct Dealt {
    seat: Seat,
    id: CardId,
    objective: bool,
    at: Where,
}

struct Builder<'a> {
    content: &'a Content,
    catalog: Arc<Catalog>,
    edition: &'a str,
    lines: Vec<(usize, &'a Position)>,
    first_line: usize,
}

type Built<T> = Result<T, Impossible>;

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
            Statement::Position(position) => Some((line.line, position)),
            Statement::Step(_) => None,
        })
        .collect();
    Builder {
        content,
        catalog: made_up::catalog(content, scenario, edition)?,
        edition,
        lines,
        first_line: scenario.line,
    }
    .build()
}

fn no<T>(line: usize, message: impl Into<String>) -> Built<T> {
    Err(Impossible {
        line,
        message: message.into(),
    })
}

impl Builder<'_> {
    fn build(&self) -> Built<Begun> {
        let Some(rules) = gloryhex_editions::by_name(self.edition) else {
            return no(self.first_line, format!("no edition {}", self.edition));
        };
        let players = self.players()?;
        let start = self.start();
        let map = self.map(&rules)?;
        let (sheets, layout) = self.battlefield(map.as_ref(), start)?;
        let warbands = self.warbands(players)?;
        let variant = self.variant();
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

    fn start(&self) -> Start {
        let phase = |position: &Position| match position {
            Position::Phase(start) => Some(*start),
            _ => None,
        };
        let mut phases = self.lines.iter().filter_map(|(_, p)| phase(p));
        phases.next_back().unwrap_or_default()
    }

    fn variant(&self) -> Variant {
        let mut variant = Variant::default();
        for (_, position) in &self.lines {
            if let Position::Variant(word) = position {
                match word.as_str() {
                    "artefact" => variant.artefact = true,
                    "sudden-death" => variant.sudden_death = true,
                    "fixed-format" => variant.fixed_format = true,
                    "quickstart" => variant.quick_start = true,
                    _ => {}
                }
            }
        }
        variant
    }

    fn map(&self, rules: &Ruleset) -> Built<Option<DrawnMap>> {
        let rows: Vec<(usize, &str)> = self
            .lines
            .iter()
            .filter_map(|(line, position)| match position {
                Position::Row(row) => Some((*line, row.as_str())),
                _ => None,
            })
            .collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let texts: Vec<&str> = rows.iter().map(|(_, row)| *row).collect();
        let rule = SightRule {
            edge_blocks: rules.sight_stops_at_edge,
        };
        match Grid::from_map(&texts, rule) {
            Ok(map) => Ok(Some(map)),
            Err(errors) => {
                let error = &errors[0];
                let line = rows.get(error.row.saturating_sub(1)).map_or(0, |row| row.0);
                no(line, format!("column {}: {}", error.column, error.message))
            }
        }
    }

    fn battlefield(&self, map: Option<&DrawnMap>, start: Start) -> Built<(Vec<Sheet>, Layout)> {
        if let Some(map) = map {
            let sheet = self.drawn_sheet(&map.grid)?;
            return Ok((vec![sheet], Layout::single(0)));
        }
        let mut sheets = self.content.core_sheets(self.edition);
        for (line, position) in &self.lines {
            match position {
                Position::Boards(names, joins) => {
                    let layout = self.join(*line, &mut sheets, names, joins)?;
                    return Ok((sheets, layout));
                }
                Position::Board(name, way) => {
                    let Some(board) = self.board(name) else {
                        return no(*line, format!("there is no board \"{name}\""));
                    };
                    let way = way.as_deref().unwrap_or("portrait");
                    let Some(sheet) = board.oriented(way) else {
                        return no(*line, format!("\"{name}\" cannot lie {way}"));
                    };
                    return Ok((vec![sheet], Layout::single(0)));
                }
                _ => {}
            }
        }
        if start == Start::Setup {
            return Ok((sheets, Layout::default()));
        }
        no(
            self.first_line,
            "expected a battlefield: a `map`, `boards` or a `board`",
        )
    }

    /// A drawn battlefield as a sheet of its own, with the territories of the seats as regions.
    fn drawn_sheet(&self, grid: &Grid) -> Built<Sheet> {
        let hexes: Vec<HexId> = grid.all().iter().collect();
        let cells = hexes
            .iter()
            .map(|hex| Cell {
                coord: grid.coord(*hex),
                kinds: printed(grid, *hex),
            })
            .collect();
        let mut regions: Vec<u8> = hexes.iter().map(|hex| grid.region(*hex)).collect();
        let own: Vec<_> = self
            .lines
            .iter()
            .filter_map(|(line, position)| match position {
                Position::Territory(seat, names) => Some((*line, *seat, names)),
                _ => None,
            })
            .collect();
        if !own.is_empty() {
            regions.fill(NOBODY);
        }
        for (line, seat, names) in own {
            for name in names {
                let hex = grid.parse_name(name);
                match hex.and_then(|hex| hexes.iter().position(|known| *known == hex)) {
                    Some(ix) => regions[ix] = seat.0,
                    None => return no(line, format!("there is no hex `{name}`")),
                }
            }
        }
        Ok(Sheet::whole("map", cells).with_regions(regions))
    }

    fn join(
        &self,
        line: usize,
        sheets: &mut Vec<Sheet>,
        names: &[String],
        joins: &[(String, i8, bool)],
    ) -> Built<Layout> {
        let mut layout = Layout::default();
        for (ix, name) in names.iter().enumerate() {
            let Some(board) = self.board(name) else {
                return no(line, format!("there is no board \"{name}\""));
            };
            let known = sheets.iter().position(|sheet| sheet.name() == board.name());
            let sheet = known.unwrap_or_else(|| {
                sheets.push(board.sheet.clone());
                sheets.len() - 1
            }) as u8;
            if ix == 0 {
                layout = Layout::single(sheet);
                continue;
            }
            let (side, shift, turned) = &joins[ix - 1];
            let side = Side::ALL.into_iter().find(|known| known.word() == side);
            let joint = Joint {
                side: side.unwrap_or(Side::South),
                shift: *shift,
                turned: *turned,
            };
            match layout.join(sheets, sheet, ix as u8 - 1, joint) {
                Ok(placement) => layout = layout.with(&placement),
                Err(error) => return no(line, format!("\"{name}\" cannot lie there: {error}")),
            }
        }
        Ok(layout)
    }

    fn board(&self, name: &str) -> Option<&BoardFile> {
        let slug = slug_of(name);
        let named = |board: &&BoardFile| slug_of(board.name()) == slug;
        self.content.boards.iter().find(named)
    }

    fn warbands(&self, players: u8) -> Built<Vec<Warband>> {
        let mut warbands = vec![Warband::default(); usize::from(players)];
        for (line, position) in &self.lines {
            match position {
                Position::Warband(seat, name) => {
                    let Some(warband) = self.catalog.warband(self.edition, name) else {
                        return no(*line, format!("there is no warband `{name}`"));
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
                _ => {}
            }
        }
        Ok(warbands)
    }

    /// Every card of the position, in the order of the lines.
    fn cards(&self, rules: &Ruleset, warbands: &[Warband]) -> Built<Vec<Dealt>> {
        let mut dealt = Vec::new();
        let table = Table::new(
            rules.clone(),
            Variant::default(),
            Vec::new(),
            warbands.to_vec(),
            Vec::new(),
            Arc::clone(&self.catalog),
        );
        let names = Names::of(&table);
        for (line, position) in &self.lines {
            match position {
                Position::Cards(seat, pile, cards) => {
                    for card in cards {
                        dealt.push(self.card(*line, *seat, card, Where::Pile(*pile))?);
                    }
                }
                Position::Place(place) => {
                    let (name, column) = &place.fighter;
                    let found = names.find_fighter(name, *column);
                    let fighter = found.or_else(|problem| no(*line, problem.to_string()))?;
                    let seat = table.owner(fighter);
                    for card in &place.upgrades {
                        dealt.push(self.card(*line, seat, card, Where::Fighter(fighter))?);
                    }
                }
                _ => {}
            }
        }
        Ok(dealt)
    }

    /// The plot card that comes with a deck of which the seat has a card.
    fn plot(&self, seat: Seat, dealt: &[Dealt]) -> Option<CardId> {
        let own = |id: &CardId| dealt.iter().any(|card| card.seat == seat && card.id == *id);
        self.catalog
            .decks
            .iter()
            .filter(|deck| deck.plot != CardId::NONE && deck.edition == self.edition)
            .find(|deck| deck.cards.iter().any(own))
            .map(|deck| deck.plot)
    }

    fn card(&self, line: usize, seat: Seat, (name, _): &CardName, at: Where) -> Built<Dealt> {
        let catalog = &self.catalog;
        let Some(id) = catalog.find(self.edition, None, name) else {
            return no(line, format!("there is no card \"{name}\""));
        };
        Ok(Dealt {
            seat,
            id,
            objective: !catalog.code(id).kind.is_power(),
            at,
        })
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
                Position::Out(name) => {
                    let found = names.find_fighter(name, 5);
                    let who = found.or_else(|problem| no(*line, problem.to_string()))?;
                    game.state.fighter_mut(who).set(Fighter::OUT, true);
                    game.state.fighter_mut(who).set(Fighter::DEPLOYED, true);
                }
                Position::Token(token) => {
                    let feature = self.token(game, map, *line, token)?;
                    let Some(slot) = game.state.features.get_mut(features) else {
                        return no(*line, "too many tokens");
                    };
                    *slot = feature;
                    features += 1;
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
            game.state.features[ix].round_holder =
                game.state.occupant(hex).unwrap_or(FighterId::NONE);
        }
        Ok(())
    }

    /// Puts every card where the position says. Slots are given in the same order as to the decks.
    fn deal(&self, game: &mut Game, dealt: &[Dealt]) {
        let mut slots = [(0u8, 0u8); 4];
        for card in dealt {
            let (power, objectives) = &mut slots[card.seat.ix()];
            let player = &mut game.state.seats[card.seat];
            if card.objective {
                let bit = 1u32 << *objectives;
                *objectives += 1;
                player.objective_deck &= !bit;
                match card.at {
                    Where::Pile(Pile::Deck) => player.objective_deck |= bit,
                    Where::Pile(Pile::Hand) => player.objective_hand |= bit,
                    Where::Pile(Pile::Scored) => player.scored |= bit,
                    _ => player.objective_discard |= bit,
                }
            } else {
                let bit = 1u64 << *power;
                *power += 1;
                player.power_deck &= !bit;
                match card.at {
                    Where::Pile(Pile::Deck) => player.power_deck |= bit,
                    Where::Pile(Pile::Hand) => player.power_hand |= bit,
                    Where::Fighter(fighter) => {
                        player.equipped |= bit;
                        game.state.upgrades[fighter.ix()] |= bit;
                    }
                    _ => player.power_discard |= bit,
                }
            }
        }
        let table = std::sync::Arc::clone(&game.table);
        game.state.refresh(&table);
    }

    fn place(
        &self,
        game: &mut Game,
        names: &Names,
        map: Option<&DrawnMap>,
        line: usize,
        place: &Place,
    ) -> Built<()> {
        let hex = self.hex(game, map, line, &place.at.0)?;
        let (name, column) = &place.fighter;
        let found = names.find_fighter(name, *column);
        let who = found.or_else(|problem| no(line, problem.to_string()))?;
        if let Some(other) = game.state.occupant(hex) {
            let other = names.fighter(other);
            return no(line, format!("{other} already stands in {}", place.at.0));
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
        line: usize,
        token: &TokenAt,
    ) -> Built<Feature> {
        let rules = &game.table.rules.tokens;
        let numbered = token.number > 0 && token.numbered.unwrap_or(rules.revealed);
        let mut feature = Feature {
            hex: self.hex(game, map, line, &token.at.0)?,
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

    fn hex(&self, game: &Game, map: Option<&DrawnMap>, line: usize, name: &str) -> Built<HexId> {
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

/// What is drawn in a hex, without what was worked out from its neighbours.
fn printed(grid: &Grid, hex: HexId) -> gloryhex_hexgrid::Kind {
    use gloryhex_hexgrid::Kind;
    [
        Kind::STARTING,
        Kind::BLOCKED,
        Kind::LETHAL,
        Kind::COVER,
        Kind::STAGGER,
    ]
    .into_iter()
    .filter(|kind| grid.is(hex, *kind))
    .fold(Kind::PLAIN, Kind::with)
}

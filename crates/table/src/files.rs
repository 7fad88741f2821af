//! Games as the files that the terminal reads and writes: replays, and saves of games that are under way.

use crate::{
    content,
    entry::{Entry, Plan, PlannedSeat},
    error::{Result, internal},
    kept::{Kept, hash},
    play::Play,
    position::Position,
};
use gloryhex_editions::Content;
use gloryhex_engine::{Choices, Pending, Seed, Windows};
use gloryhex_lab::replay::{Replay, VERSION};
use gloryhex_notation::save::{Save, TableSpec};
use gloryhex_protocol::{DeckList, Problem, SeatKind};
use std::sync::Arc;

/// What a file is called in messages.
const NAME: &str = "this file";

/// Reads a replay or a save. Who plays a game that is under way is for whoever reads it: everybody at one screen, or with
/// a `level` the first seat against opponents. A replay of a game that was broken off is a game under way. `seed` is what chance in it follows from after a save, which keeps none.
///
/// # Errors
/// It is neither, or it cannot be played with the cards and boards there are.
pub fn read(
    content: &Content,
    id: &str,
    text: &str,
    level: Option<&str>,
    seed: Seed,
) -> Result<Kept> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| {
        let words = format!("Neither a replay nor a save of a game: {error}.");
        Problem::invalid(words)
    })?;
    match value.get("choices").is_some() {
        true => read_replay(content, id, text),
        false => read_save(content, id, text, level, seed),
    }
}

fn read_replay(content: &Content, id: &str, text: &str) -> Result<Kept> {
    let replay: Replay = serde_json::from_str(text)
        .map_err(|error| Problem::invalid(format!("Not a replay: {error}.")))?;
    if replay.playable {
        return Err(Problem::invalid(
            "This replay leaves out windows for reactions; only the terminal can show it.",
        ));
    }
    if replay.sudden_death.is_some() {
        return Err(Problem::invalid(
            "This replay goes on with sudden death rounds; `gloryhex replay` and `gloryhex analyse` read it, and the game's own page shows it.",
        ));
    }
    let table = replay
        .table
        .clone()
        .unwrap_or_else(|| core(content, &replay.edition, replay.players));
    let deck = |seat: usize| {
        let built = replay.built.get(seat)?;
        let known = !built.name.is_empty() || !built.cards.is_empty();
        known.then(|| DeckList {
            name: built.name.clone(),
            cards: built.cards.clone(),
            ..DeckList::default()
        })
    };
    let mut plan = plan(content, &table, None, replay.seed)?;
    for (ix, seat) in plan.seats.iter_mut().enumerate() {
        seat.deck = deck(ix).or_else(|| seat.deck.clone());
    }
    plan.given.clone_from(&replay.reseeds);
    let mut play = Play::new(id, Arc::new(plan));
    let mut entries = Vec::new();
    sit_down(content, &mut play, &mut entries)?;
    for (number, choice) in (1..).zip(&replay.choices) {
        let differs = |what: &str| {
            Problem::invalid(format!(
                "Choice {number} of the replay {what}: it was played by {} with other rules or cards.",
                replay.version
            ))
        };
        let Some(seat) = play.decider() else {
            return Err(differs("comes after the end"));
        };
        let tried = play.try_choice(seat, *choice);
        let tried = tried.map_err(|_| differs("is not allowed here"))?;
        let entry = Entry::Choose {
            seat: seat.0,
            choice: play.on_table()?.write(seat, *choice),
            exact: *choice,
            spent: 0,
            auto: false,
            when: 0,
        };
        add(content, &mut play, &mut entries, entry, Some(tried))?;
    }
    Ok(kept(content, &play, entries, Vec::new()))
}

fn read_save(
    content: &Content,
    id: &str,
    text: &str,
    level: Option<&str>,
    seed: Seed,
) -> Result<Kept> {
    let save = Save::read(NAME, text).map_err(|problem| Problem::invalid(problem.to_string()))?;
    let game = save
        .game(content, Windows::Public)
        .map_err(Problem::invalid)?;
    let mut looked = game.clone();
    let pending = looked.go_on(&mut seed.dice(), None, &mut Choices::default());
    if !matches!(pending, Pending::Decide(_)) || looked.state != game.state {
        return Err(Problem::invalid("Nothing is to be decided in this save."));
    }
    let mut play = Play::new(id, Arc::new(plan(content, &save.table, level, seed)?));
    let mut entries = Vec::new();
    sit_down(content, &mut play, &mut entries)?;
    let at = play.record.at + 1;
    let position = Position {
        at,
        made: 0,
        state: save.state,
        happened: Vec::new(),
        told: Vec::new(),
        whole: true,
        fresh: true,
    };
    let text = position.write(VERSION).map_err(internal)?;
    let entry = Entry::GoOn {
        engine: VERSION.to_owned(),
        content: hash(content),
    };
    entries.push((at, entry));
    Ok(kept(content, &play, entries, vec![(at, text)]))
}

/// A game under way as the file that `gloryhex play --load` reads.
///
/// # Errors
/// It has not begun, or somebody plays a deck of their own, which such a file cannot name.
pub fn write_save(content: &Content, play: &Play) -> Result<String> {
    let on = play.on_table()?;
    let built = |deck: &Option<DeckList>| deck.as_ref().is_some_and(|deck| !deck.cards.is_empty());
    if play.record.chairs.iter().any(|chair| built(&chair.deck)) {
        return Err(Problem::invalid(
            "A game with a deck of your own cannot be kept as a file before it is over.",
        ));
    }
    let mut spec = content::spec(content, &play.plan, &play.record.chairs)?;
    let name = |deck: &Option<DeckList>| deck.as_ref().map_or(String::new(), |d| d.name.clone());
    if play.record.chairs.iter().any(|chair| chair.deck.is_some()) {
        spec.decks = play
            .record
            .chairs
            .iter()
            .map(|chair| name(&chair.deck))
            .collect();
    }
    Ok(Save::of(&on.game, &spec, content).write())
}

fn core(content: &Content, edition: &str, players: u8) -> TableSpec {
    let own = content.core_warbands(edition);
    let warband = |seat: usize| own.get(seat % own.len().max(1)).copied().unwrap_or("");
    TableSpec {
        edition: edition.to_owned(),
        players,
        variant: Vec::new(),
        warbands: (0..usize::from(players))
            .map(|s| warband(s).to_owned())
            .collect(),
        decks: Vec::new(),
        boards: Vec::new(),
        own_boards: Vec::new(),
    }
}

fn plan(content: &Content, table: &TableSpec, level: Option<&str>, seed: Seed) -> Result<Plan> {
    content::known_edition(content, &table.edition)?;
    let own = content.core_warbands(&table.edition);
    let seat = |seat: usize| PlannedSeat {
        kind: match level {
            Some(level) if seat > 0 => SeatKind::Opponent {
                level: level.to_owned(),
            },
            _ => SeatKind::Human,
        },
        name: String::new(),
        warband: match table.warbands.get(seat) {
            Some(name) if !name.is_empty() => name.clone(),
            _ => own
                .get(seat % own.len().max(1))
                .copied()
                .unwrap_or("")
                .to_owned(),
        },
        deck: table
            .decks
            .get(seat)
            .filter(|name| !name.is_empty())
            .map(|name| DeckList {
                name: name.clone(),
                ..DeckList::default()
            }),
    };
    Ok(Plan {
        edition: table.edition.clone(),
        variant: table.variant.clone(),
        seats: (0..usize::from(table.players).min(4)).map(seat).collect(),
        boards: table.boards.clone(),
        own_boards: table.own_boards.clone(),
        hot_seat: level.is_none(),
        public: false,
        clock: None,
        series: None,
        seed,
        prelude: None,
        marked: false,
        given: Vec::new(),
        rated: false,
    })
}

fn sit_down(content: &Content, play: &mut Play, entries: &mut Vec<(u32, Entry)>) -> Result<()> {
    let plan = Arc::clone(&play.plan);
    for (seat, planned) in (0u8..).zip(&plan.seats) {
        if planned.kind == SeatKind::Human {
            let entry = Entry::Join {
                seat,
                name: format!("Player {}", seat + 1),
                warband: planned.warband.clone(),
                deck: planned.deck.clone(),
                when: 0,
                player: None,
            };
            add(content, play, entries, entry, None)?;
        }
    }
    Ok(())
}

fn add(
    content: &Content,
    play: &mut Play,
    entries: &mut Vec<(u32, Entry)>,
    entry: Entry,
    tried: Option<crate::play::Tried>,
) -> Result<()> {
    let at = play.record.at + 1;
    play.add(content, at, &entry, tried)?;
    entries.push((at, entry));
    Ok(())
}

fn kept(
    content: &Content,
    play: &Play,
    entries: Vec<(u32, Entry)>,
    positions: Vec<(u32, String)>,
) -> Kept {
    Kept {
        id: play.id.clone(),
        plan: Arc::clone(&play.plan),
        engine: VERSION.to_owned(),
        content: hash(content),
        entries,
        positions,
    }
}

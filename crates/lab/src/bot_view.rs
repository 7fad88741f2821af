//! What a program is told: the table at the start, the position at each decision, the result.

use gloryhex_editions::Spec;
use gloryhex_engine::{
    Ending, Game, Phase, Source,
    ops::{stats, victory},
    state::Fighter,
};
use gloryhex_model::{FighterId, Seat, Stat, Token};
use gloryhex_notation::Names;
use serde_json::{Value, json};

/// The start of a game.
pub fn start(game: &Game, names: &Names, seat: Seat, spec: &Spec) -> Value {
    let rules = &game.table.rules;
    let players = game.table.players;
    let deck = game.table.deck(seat);
    let cards = |first: u8, n: usize| -> Vec<String> {
        (0..n)
            .map(|ix| {
                let slot = first + ix as u8;
                names.card(Source { seat, slot }).to_owned()
            })
            .collect()
    };
    json!({
        "type": "start",
        "edition": rules.name,
        "seat": seat.0,
        "players": players,
        "rounds": rules.rounds,
        "turns": rules.turns[usize::from(players).min(4)],
        "fighters": game.table.everyone().map(|id| json!({
            "id": id.0,
            "name": names.fighter(id),
            "title": names.printed(id),
            "seat": game.table.owner(id).0,
        })).collect::<Vec<_>>(),
        "deck": {
            "objectives": cards(Source::OBJECTIVES, deck.objectives.len()),
            "power": cards(0, deck.power.len()),
        },
        "spec": {
            "edition": spec.edition,
            "players": spec.players,
            "warbands": spec.warbands,
            "decks": spec.decks,
            "boards": spec.boards,
            "own_boards": spec.own_boards,
        },
    })
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Setup => "setup",
        Phase::Start => "start",
        Phase::Action => "action",
        Phase::Power => "power",
        Phase::End => "end",
        Phase::Over => "over",
    }
}

/// The position as the seat may see it.
pub fn view(game: &Game, names: &Names, seat: Seat) -> Value {
    let view = game.view(Some(seat));
    let sight = game.sight();
    let clock = &view.state.clock;
    let own = &view.state.seats[seat];
    let held = |bits: u64, first: u8| -> Vec<String> {
        (0..64u8)
            .filter(|slot| bits >> slot & 1 == 1)
            .map(|slot| {
                let slot = first + slot;
                names.card(Source { seat, slot }).to_owned()
            })
            .collect()
    };
    let seats: Vec<Value> = view
        .state
        .all_seats()
        .map(|other| {
            let player = &view.state.seats[other];
            let counts = &view.counts[other];
            json!({
                "seat": other.0,
                "glory": player.glory,
                "unspent": player.unspent(),
                "powerHand": counts.power_hand,
                "powerDeck": counts.power_deck,
                "objectiveHand": counts.objective_hand,
                "objectiveDeck": counts.objective_deck,
                "scored": player.objectives.scored().count_ones(),
                "holds": victory::held(sight, other).collect::<Vec<u8>>(),
            })
        })
        .collect();
    let tokens: Vec<Value> = view
        .state
        .features
        .iter()
        .filter(|token| token.on_field())
        .map(|token| {
            json!({
                "hex": game.grid.name(token.hex),
                "number": (token.number > 0).then_some(token.number),
                "faceUp": token.numbered(),
            })
        })
        .collect();
    json!({
        "round": clock.round,
        "phase": phase(clock.phase),
        "turn": clock.turn,
        "active": clock.active,
        "seats": seats,
        "fighters": game.table.everyone().map(|id| fighter(game, names, id)).collect::<Vec<_>>(),
        "tokens": tokens,
        "hand": {
            "power": held(own.power.hand(), 0),
            "objectives": held(own.objectives.hand().into(), Source::OBJECTIVES),
        },
    })
}

fn fighter(game: &Game, names: &Names, id: FighterId) -> Value {
    let sight = game.sight();
    let now = game.state.fighter(id);
    let tokens: Vec<&str> = Token::ALL
        .into_iter()
        .filter(|token| now.has(*token))
        .map(Token::word)
        .collect();
    json!({
        "id": id.0,
        "name": names.fighter(id),
        "seat": game.table.owner(id).0,
        "hex": now.on_field().then(|| game.grid.name(now.hex)),
        "out": now.is(Fighter::OUT),
        "inspired": now.is(Fighter::INSPIRED),
        "damage": now.damage,
        "wounds": stats::stat(sight, id, Stat::Wounds),
        "move": stats::stat(sight, id, Stat::Move),
        "defence": stats::stat(sight, id, Stat::Defence),
        "tokens": tokens,
        "upgrades": game.state.upgrades(&game.table, id).count_ones(),
    })
}

/// The end of a game.
pub fn result(game: &Game, seat: Seat, ending: Ending) -> Value {
    let winner = match ending {
        Ending::Glory(seat) | Ending::TieBreak(seat, _) => Some(seat),
        Ending::Draw(_) | Ending::Running => None,
    };
    let glory: Vec<u8> = game
        .state
        .all_seats()
        .map(|seat| game.state.seats[seat].glory)
        .collect();
    json!({
        "type": "result",
        "winner": winner.map(|winner| winner.0),
        "won": winner == Some(seat),
        "glory": glory,
    })
}

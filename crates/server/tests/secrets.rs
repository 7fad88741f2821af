//! Nothing secret leaves for a seat that may not know it.
//!
//! A game is played and everything sent to the first seat is kept. Then it is played again with the
//! same dice and the same choices, but the second player holds other cards wherever the first one never
//! saw which they were. Every byte sent to the first seat, and to a spectator, must be the same.

mod common;

use common::*;
use gloryhex_editions::Content;
use gloryhex_protocol::{
    AutoPass, ClientMessage, DeckList, GameSummary, SeatKind, ServerMessage, Settings, Stage,
};
use gloryhex_server::{
    entry::{Plan, PlannedSeat},
    store::Store,
    token::Purpose,
};
use std::{collections::BTreeSet, path::Path};

const GAME: &str = "thesamegame";

/// What was sent to the first seat and to a spectator, and the second seat's choices.
struct Told {
    bytes: [Vec<String>; 2],
    choices: Vec<(u8, String)>,
}

fn deck(content: &Content, edition: &str, warband: &str) -> Option<Vec<String>> {
    let decks = || {
        content
            .catalog
            .decks
            .iter()
            .filter(|d| d.edition == edition)
    };
    let own = decks().find(|d| d.warband == warband);
    let deck = own.or_else(|| decks().find(|d| d.warband.is_empty()))?;
    let name = |id: &gloryhex_model::CardId| content.catalog.card(*id).name.clone();
    Some(deck.cards.iter().map(name).collect())
}

async fn prepare(data: &Path, plan: &Plan) -> [String; 2] {
    let store = Store::open(data, None).await.unwrap();
    let key = store.key().await.unwrap();
    let glance = GameSummary {
        id: GAME.to_owned(),
        edition: plan.edition.clone(),
        variant: vec![],
        stage: Stage::Waiting,
        seats: vec![],
        round: 0,
        at: 0,
        made: 0,
        touched: 0,
        ending: None,
        series: None,
        clock: None,
        spectators: 0,
    };
    store.make(GAME, plan, &glance).await.unwrap();
    store.close().await;
    [
        key.sign(Purpose::Invite, GAME, 1),
        key.sign(Purpose::Invite, GAME, 2),
    ]
}

/// Plays the game. Choices come from `script`, or are made up and kept.
async fn play(plan: &Plan, script: Option<&[(u8, String)]>, seed: u64) -> Told {
    let data = tempfile::tempdir().unwrap();
    let invites = prepare(data.path(), plan).await;
    let server = start(config(data.path())).await;
    let to = server.address;
    let mut tickets = Vec::new();
    for invite in invites {
        let join = gloryhex_protocol::JoinGame {
            invite: Some(invite),
            ..Default::default()
        };
        let path = format!("/api/games/{GAME}/join");
        tickets.push(post::<gloryhex_protocol::Ticket>(to, &path, &join).await);
    }
    let mut clients = [
        Client::sit(to, &tickets[0]).await.seed(seed),
        Client::sit(to, &tickets[1]).await.seed(seed + 1),
    ];
    let mut spectator = Client::hello(to, GAME, None, None).await;
    let settings = Settings {
        reactions: AutoPass::Ask,
        power_steps: AutoPass::Ask,
        until_my_turn: false,
    };
    for client in &mut clients {
        client.say(&ClientMessage::Settings { settings }).await;
    }
    let mut choices = Vec::new();
    loop {
        // Everybody is brought up to the same position before the next choice.
        let target = clients[0].at().max(clients[1].at()).max(1);
        for client in clients.iter_mut().chain([&mut spectator]) {
            while client.at() < target && !client.is_over() {
                client.next().await.expect("still connected");
            }
        }
        if clients[0].is_over() || choices.len() >= 400 {
            break;
        }
        let Some(who) = clients.iter().position(|client| client.choices.is_some()) else {
            clients[0].next().await.expect("still connected");
            continue;
        };
        let choice = match script {
            Some(script) => {
                let Some((seat, choice)) = script.get(choices.len()) else {
                    break;
                };
                assert_eq!(*seat as usize, who, "the same player decides");
                choice.clone()
            }
            None => clients[who].pick().unwrap(),
        };
        choices.push((who as u8, choice.clone()));
        clients[who].choose(choice.clone()).await;
        let stored = clients[who].until(|message| match message {
            ServerMessage::Accepted { at } => Some(*at),
            ServerMessage::Error { problem } => panic!("{choice}: {problem:?}"),
            ServerMessage::Refused { refusal } => panic!("{choice}: {refusal:?}"),
            _ => None,
        });
        stored.await;
    }
    // Who is connected depends on the moment; all else must not. What comes after the end is for all.
    let kept = |client: &Client| {
        let during = client
            .heard
            .iter()
            .take_while(|text| !text.contains("\"ending\":{"));
        let same = |text: &&String| {
            !text.starts_with("{\"type\":\"presence\"")
                && !text.starts_with("{\"type\":\"waiting\"")
        };
        during
            .filter(same)
            .map(|text| text.replace("\"connected\":true", "\"connected\":false"))
            .collect::<Vec<String>>()
    };
    let bytes = [kept(&clients[0]), kept(&spectator)];
    server.stop().await;
    Told { bytes, choices }
}

/// The slots of the second player's cards that were named to anybody else.
fn named(told: &Told) -> BTreeSet<u8> {
    let mut slots = BTreeSet::new();
    for text in told.bytes.iter().flatten() {
        for rest in text.split("\"seat\":1,\"slot\":").skip(1) {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            slots.extend(digits.parse::<u8>());
        }
    }
    slots
}

#[tokio::test(flavor = "multi_thread")]
async fn other_cards_in_another_hand_change_no_byte() {
    let content = Content::embedded();
    let mut swapped = 0;
    for (number, edition) in gloryhex_editions::NAMES
        .into_iter()
        .cycle()
        .take(8)
        .enumerate()
    {
        let warbands = content.warbands(edition);
        let Some(list) = deck(content, edition, warbands[1]) else {
            continue;
        };
        let plan = |cards: Vec<String>| Plan {
            edition: edition.to_owned(),
            variant: vec![],
            seats: (0..2)
                .map(|ix| PlannedSeat {
                    kind: SeatKind::Human,
                    name: format!("Player {}", ix + 1),
                    warband: warbands[ix].to_owned(),
                    deck: (ix == 1).then(|| DeckList {
                        cards: cards.clone(),
                        ..DeckList::default()
                    }),
                })
                .collect(),
            boards: vec![],
            hot_seat: false,
            public: false,
            clock: None,
            series: None,
            seed: 1000 + number as u64,
            prelude: None,
        };
        let first = play(&plan(list.clone()), None, number as u64 * 10).await;
        // Cards that stayed hidden change places among themselves, objectives and power cards apart.
        let known = named(&first);
        let objective = |name: &str| {
            let id = content.catalog.find(edition, None, name);
            id.is_some_and(|id| {
                content.catalog.code(id).kind == gloryhex_cardlang::CardKind::Objective
            })
        };
        let mut other = list.clone();
        for (kind, base) in [(true, 64u8), (false, 0)] {
            let places: Vec<usize> = (0..list.len())
                .filter(|ix| objective(&list[*ix]) == kind)
                .collect();
            let hidden: Vec<usize> = (0u8..)
                .zip(&places)
                .filter(|(slot, _)| !known.contains(&(base + slot)))
                .map(|(_, place)| *place)
                .collect();
            for (ix, place) in hidden.iter().enumerate() {
                other[*place].clone_from(&list[hidden[(ix + 1) % hidden.len()]]);
            }
            swapped += hidden.len().saturating_sub(1);
        }
        // The second player's own words name the card that now lies in the same place.
        let reworded = |(seat, choice): &(u8, String)| {
            let named = choice.split('"').nth(1).filter(|_| *seat == 1);
            let place = named.and_then(|name| list.iter().position(|card| card == name));
            let choice = match place {
                Some(place) => choice.replace(&list[place], &other[place]),
                None => choice.clone(),
            };
            (*seat, choice)
        };
        let script: Vec<(u8, String)> = first.choices.iter().map(reworded).collect();
        let second = play(&plan(other), Some(&script), number as u64 * 10).await;
        for (who, (a, b)) in ["the first seat", "a spectator"]
            .into_iter()
            .zip(first.bytes.iter().zip(&second.bytes))
        {
            assert_eq!(a.len(), b.len(), "{edition}: messages to {who}");
            for (a, b) in a.iter().zip(b) {
                assert_eq!(a, b, "{edition}: {who} could tell the difference");
            }
        }
    }
    assert!(swapped > 20, "only {swapped} cards could be swapped");
}

//! Nothing secret leaves for a seat that may not know it.
//!
//! A game is played and everything sent to the first seat is kept. Then it is played again with the
//! same dice and the same choices, but the second player holds other cards wherever nobody else ever saw
//! which they were. Every message to the first seat and to a spectator must be the same, in number, order
//! and every byte.

mod common;

use common::*;
use gloryhex_editions::Content;
use gloryhex_model::CardId;
use gloryhex_protocol::{DeckList, GameSummary, JoinGame, SeatKind, ServerMessage, Stage, Ticket};
use gloryhex_server::{
    entry::{Plan, PlannedSeat},
    store::Store,
    token::{Key, Purpose},
};
use std::{collections::BTreeSet, net::SocketAddr};

/// Choices after which a game has told enough.
const ENOUGH: usize = 500;

struct House {
    to: SocketAddr,
    store: Store,
    key: Key,
}

/// What was sent to the first seat and to a spectator, and everybody's choices.
struct Told {
    messages: [Vec<String>; 2],
    choices: Vec<(usize, String)>,
}

impl House {
    /// Makes a game and gives the tickets of its two seats.
    async fn tickets(&self, id: &str, plan: &Plan) -> Vec<Ticket> {
        let glance = GameSummary {
            id: id.to_owned(),
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
        self.store.make(id, plan, &glance).await.unwrap();
        let mut tickets = Vec::new();
        for seat in 0..2 {
            let join = JoinGame {
                invite: Some(self.key.sign(Purpose::Invite, id, 1 << seat)),
                ..JoinGame::default()
            };
            tickets.push(post(self.to, &format!("/api/games/{id}/join"), &join).await);
        }
        tickets
    }

    /// Plays a game. Choices come from `script`, or are made up and kept.
    async fn play(&self, id: &str, plan: &Plan, script: Option<&[(usize, String)]>) -> Told {
        let tickets = self.tickets(id, plan).await;
        let mut clients = [
            Client::sit(self.to, &tickets[0]).await.seed(plan.seed),
            Client::sit(self.to, &tickets[1]).await.seed(!plan.seed),
            Client::hello(self.to, id, None, None).await,
        ];
        let mut choices = Vec::new();
        loop {
            // Everybody is brought up to the same position before the next choice.
            let at = clients.iter().map(Client::at).max().unwrap_or(0).max(1);
            for client in &mut clients {
                while client.at() < at {
                    client.next().await.expect("still connected");
                }
            }
            if clients[0].is_over() || choices.len() >= ENOUGH {
                break;
            }
            let decides = |client: &Client| client.choices.is_some();
            let who = clients.iter().position(decides).expect("somebody decides");
            let choice = match script {
                Some(script) => {
                    let (seat, choice) = script.get(choices.len()).expect("no further decision");
                    assert_eq!(*seat, who, "{choice}: somebody else decides");
                    choice.clone()
                }
                None => clients[who].pick().unwrap(),
            };
            choices.push((who, choice.clone()));
            clients[who].choose(choice.clone()).await;
            let stored = clients[who].until(|message| match message {
                ServerMessage::Accepted { at } => Some(*at),
                ServerMessage::Error { problem } => panic!("{choice}: {problem:?}"),
                ServerMessage::Refused { refusal } => panic!("{choice}: {refusal:?}"),
                _ => None,
            });
            stored.await;
        }
        // Who is connected depends on the moment; nothing else does. The end shows everything.
        let kept = |client: &Client| {
            let during = client.heard.iter();
            during
                .take_while(|text| !text.contains("\"ending\":{"))
                .filter(|text| !text.starts_with("{\"type\":\"presence\""))
                .map(|text| text.replace("\"connected\":true", "\"connected\":false"))
                .map(|text| text.replace(id, "game"))
                .collect::<Vec<String>>()
        };
        Told {
            messages: [kept(&clients[0]), kept(&clients[2])],
            choices,
        }
    }
}

/// The slots of the second player's cards that were named to anybody else.
fn named(told: &Told) -> BTreeSet<u8> {
    let mut slots = BTreeSet::new();
    for text in told.messages.iter().flatten() {
        for rest in text.split("\"seat\":1,\"slot\":").skip(1) {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            slots.extend(digits.parse::<u8>());
        }
    }
    slots
}

fn deck(content: &Content, edition: &str, warband: &str) -> Vec<CardId> {
    let decks = || {
        let all = content.catalog.decks.iter();
        all.filter(|deck| deck.edition == edition)
    };
    let own = decks().find(|deck| deck.warband == warband);
    let deck = own.or_else(|| decks().find(|deck| deck.warband.is_empty()));
    deck.expect("a deck").cards.clone()
}

/// The deck with the cards that stayed hidden in each other's places, objectives and power cards apart.
/// Surges stay where they are: they show themselves.
fn swap(content: &Content, list: &[CardId], known: &BTreeSet<u8>) -> (Vec<CardId>, usize) {
    let objective =
        |id: CardId| content.catalog.code(id).kind == gloryhex_cardlang::CardKind::Objective;
    let mut other = list.to_vec();
    let mut swapped = 0;
    for (wanted, base) in [(true, 64u8), (false, 0)] {
        let places = (0..list.len()).filter(|ix| objective(list[*ix]) == wanted);
        let hidden: Vec<usize> = (base..)
            .zip(places)
            .filter(|(slot, _)| !known.contains(slot))
            .map(|(_, place)| place)
            .filter(|place| !content.catalog.card(list[*place]).surge)
            .collect();
        for (ix, place) in hidden.iter().enumerate() {
            other[*place] = list[hidden[(ix + 1) % hidden.len()]];
        }
        swapped += hidden.len().saturating_sub(1);
    }
    (other, swapped)
}

#[tokio::test(flavor = "multi_thread")]
async fn other_cards_in_another_hand_change_no_byte() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let store = Store::open(data.path(), None).await.unwrap();
    let house = House {
        to: server.address,
        key: store.key().await.unwrap(),
        store,
    };
    let content = Content::embedded();
    let mut swapped = 0;
    for (number, edition) in (0u64..).zip(gloryhex_editions::NAMES) {
        let warbands = content.warbands(edition);
        let name = |id: &CardId| content.catalog.card(*id).name.clone();
        let plan = |cards: &[CardId]| Plan {
            edition: edition.to_owned(),
            variant: vec![],
            seats: (0..2)
                .map(|ix| PlannedSeat {
                    kind: SeatKind::Human,
                    name: format!("Player {}", ix + 1),
                    warband: warbands[ix].to_owned(),
                    deck: (ix == 1).then(|| DeckList {
                        cards: cards.iter().map(name).collect(),
                        ..DeckList::default()
                    }),
                })
                .collect(),
            boards: vec![],
            hot_seat: false,
            public: false,
            clock: None,
            series: None,
            seed: 1000 + number,
            prelude: None,
        };
        let list = deck(content, edition, warbands[1]);
        let first = house
            .play(&format!("{edition}one"), &plan(&list), None)
            .await;
        let (other, n) = swap(content, &list, &named(&first));
        swapped += n;
        // The second player's own words name the card that now lies in the same place.
        let reworded = |(seat, choice): &(usize, String)| {
            let quoted = choice.split('"').nth(1).filter(|_| *seat == 1);
            let place = quoted.and_then(|word| list.iter().position(|card| name(card) == word));
            let choice = match place {
                Some(place) => choice.replace(&name(&list[place]), &name(&other[place])),
                None => choice.clone(),
            };
            (*seat, choice)
        };
        let script: Vec<(usize, String)> = first.choices.iter().map(reworded).collect();
        let second = house
            .play(&format!("{edition}two"), &plan(&other), Some(&script))
            .await;
        for (who, (a, b)) in ["the first seat", "a spectator"]
            .into_iter()
            .zip(first.messages.iter().zip(&second.messages))
        {
            for (a, b) in a.iter().zip(b) {
                assert_eq!(a, b, "{edition}: {who} could tell the difference");
            }
            assert_eq!(a.len(), b.len(), "{edition}: messages to {who}");
        }
    }
    assert!(swapped > 20, "only {swapped} cards could be swapped");
    server.stop().await;
}

//! Nothing secret leaves for a seat that may not know it.
//!
//! A game is played and everything sent to the first seat is kept. Then it is played again with the
//! same dice and the same choices, but the second player holds other cards wherever nobody else ever saw
//! which they were: first the same cards in other places, then cards that were in no deck. In the second pair
//! of games everybody else asks all there is to ask in between. Every message to the first seat and to a
//! spectator must be the same, in number, order and every byte.

mod common;

use common::*;
use gloryhex_cardlang::{CardInfo, CardKind, DeckFormat};
use gloryhex_editions::Content;
use gloryhex_engine::Seed;
use gloryhex_model::CardId;
use gloryhex_notation::deck::{Built, validate};
use gloryhex_protocol::{
    ClientMessage, DeckList, GameSummary, JoinGame, Phrase, SeatKind, ServerMessage, Settings,
    Stage, Ticket, Words,
};
use gloryhex_server::{
    entry::{Plan, PlannedSeat},
    store::Store,
    token::{Key, Purpose},
};
use std::{collections::BTreeSet, net::SocketAddr};

/// Choices after which a game has told enough.
const ENOUGH: usize = 500;
/// Choices of a game in which questions are asked, and how many lie between two rounds of them.
const ASKED: usize = 100;
const PAUSE: usize = 33;

struct House {
    to: SocketAddr,
    store: Store,
    key: Key,
}

/// What was sent to the first seat, to a spectator and to anybody over HTTP, and everybody's choices.
struct Told {
    messages: [Vec<String>; 3],
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
            rated: false,
            decides: None,
        };
        self.store.make(id, plan, &glance, "").await.unwrap();
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
    async fn play(
        &self,
        id: &str,
        plan: &Plan,
        script: Option<&[(usize, String)]>,
        questions: Option<&Questions>,
    ) -> Told {
        let enough = if questions.is_some() { ASKED } else { ENOUGH };
        let mut pages = Vec::new();
        let tickets = self.tickets(id, plan).await;
        let mut clients = [
            Client::sit(self.to, &tickets[0]).await.seed(1),
            Client::sit(self.to, &tickets[1]).await.seed(2),
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
            if clients[0].is_over() || choices.len() >= enough {
                break;
            }
            if let Some(questions) = questions
                && choices.len() % PAUSE == 0
            {
                let round = choices.len() / PAUSE;
                let at = clients[0].at();
                for who in [0, 2] {
                    let messages = questions.messages(round, who == 0, at);
                    for some in messages.chunks(40) {
                        clients[who].say_all(some.to_vec()).await;
                        clients[who].say(&ClientMessage::Ping).await;
                        let pong =
                            |m: &ServerMessage| matches!(m, ServerMessage::Pong).then_some(());
                        clients[who].until(pong).await;
                    }
                }
                for (method, path, body) in questions.requests(at) {
                    let path = path.replace("ID", id);
                    let (status, text) = http(self.to, method, &path, &body).await;
                    pages.push(format!("{path} {status} {}", timeless(&text)).replace(id, "game"));
                }
            }
            let decides = |client: &Client| client.choices.is_some();
            let who = clients.iter().position(decides).expect("somebody decides");
            let choice = match script {
                Some(script) => {
                    let (seat, choice) = script.get(choices.len()).expect("no further decision");
                    assert_eq!(*seat, who, "{id}: {choice}: somebody else decides");
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
        // A wish is a step of the record, so it is told last.
        if questions.is_some() {
            let wish = ClientMessage::Settings {
                settings: Settings::default(),
            };
            let hello = ClientMessage::Say {
                words: Words::Phrase(Phrase::Hello),
            };
            for message in [wish, hello, ClientMessage::Ping] {
                clients[0].say(&message).await;
            }
            let pong = |m: &ServerMessage| matches!(m, ServerMessage::Pong).then_some(());
            clients[0].until(pong).await;
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
            messages: [kept(&clients[0]), kept(&clients[2]), pages],
            choices,
        }
    }
}

/// A page without the times in it.
fn timeless(page: &str) -> String {
    let mut value: serde_json::Value = match serde_json::from_str(page) {
        Ok(value) => value,
        Err(_) => return page.to_owned(),
    };
    fn strip(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Array(list) => list.iter_mut().for_each(strip),
            serde_json::Value::Object(fields) => {
                fields.retain(|name, _| !matches!(name.as_str(), "made" | "touched" | "connected"));
                fields.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    strip(&mut value);
    value.to_string()
}

/// Everything that can be asked about a game, whoever holds what in it.
struct Questions {
    /// Every card of the edition.
    cards: Vec<String>,
    /// Those of the first seat's deck.
    own: Vec<String>,
    /// Fighters of both sides, as they are called in choices.
    fighters: Vec<String>,
}

impl Questions {
    fn new(content: &Content, edition: &str, warbands: [&str; 2], own: &[CardId]) -> Questions {
        let cards = content.catalog.cards.iter();
        let cards = cards.filter(|card| card.edition == edition);
        let fighters = warbands.iter().flat_map(|name| {
            let warband = content.catalog.warband(edition, name).expect("it exists");
            let all = warband.def.fighters.iter();
            all.map(|def| gloryhex_model::slug_of(&def.name)).take(2)
        });
        Questions {
            cards: cards.map(|card| card.name.clone()).collect(),
            own: own
                .iter()
                .map(|id| content.catalog.card(*id).name.clone())
                .collect(),
            fighters: fighters.collect(),
        }
    }

    /// The messages of a round: about every card with a verb or two, and of every other kind.
    fn messages(&self, round: usize, seated: bool, at: u32) -> Vec<String> {
        let (own, theirs) = (&self.fighters[0], &self.fighters[2]);
        let about = |verb: usize, card: &str| match verb % 10 {
            0 => format!("play \"{card}\""),
            1 => format!("upgrade \"{card}\" {own}"),
            2 => format!("score \"{card}\""),
            3 => format!("discard \"{card}\""),
            4 => format!("react \"{card}\""),
            5 => format!("use \"{card}\""),
            6 => format!("action {own} \"{card}\""),
            7 => format!("card \"{card}\" 2"),
            8 => format!("exchange \"{card}\""),
            _ => format!("play \"{card}\" {theirs}"),
        };
        let mut asked: Vec<ClientMessage> = Vec::new();
        for (ix, card) in self.cards.iter().enumerate() {
            let choice = about(2 * round + ix % 2, card);
            asked.push(ClientMessage::WhyNot { choice });
        }
        let mut others: Vec<String> = [
            "pass",
            "done",
            "draw",
            "focus",
            "stay",
            "overrun",
            "yes",
            "no",
            "keep",
            "redraw both",
            "option 1",
            "hex c4",
            "token c4",
            "no-token",
            "seat 2",
            "nonsense",
            "",
        ]
        .map(str::to_owned)
        .to_vec();
        for one in &self.fighters {
            others.extend([
                format!("move {one} c4"),
                format!("charge {one} d4"),
                format!("guard {one}"),
                format!("delve {one}"),
                format!("fighter {one}"),
                format!("attack {own} {one} axe"),
                format!("attack {one} {theirs} sword"),
            ]);
        }
        for choice in others {
            asked.push(ClientMessage::WhyNot {
                choice: choice.clone(),
            });
            asked.push(ClientMessage::Odds { choice });
        }
        // A choice about a card that the seat has not is never made.
        let strange = self.cards.iter().filter(|card| !self.own.contains(*card));
        for card in strange.skip(round).step_by(3) {
            asked.push(ClientMessage::Choose {
                at,
                choice: about(round, card),
                seat: None,
            });
        }
        asked.push(ClientMessage::Choose {
            at: at.saturating_sub(1),
            choice: "pass".to_owned(),
            seat: Some(1),
        });
        asked.extend((0..12).map(|fighter| ClientMessage::Strikes { at, fighter }));
        asked.extend([
            ClientMessage::Undo { at: 0 },
            ClientMessage::AnswerUndo { agree: true },
            ClientMessage::AnswerDraw { agree: true },
            ClientMessage::Rematch,
            ClientMessage::Hint { at },
        ]);
        if !seated {
            asked.extend([
                ClientMessage::Resign,
                ClientMessage::OfferDraw { offer: true },
            ]);
        }
        let text = |message: &ClientMessage| serde_json::to_string(message).expect("written");
        asked.iter().map(text).collect()
    }

    /// Requests that anybody can make.
    fn requests(&self, at: u32) -> Vec<(&'static str, String, String)> {
        let get = |path: &str| ("GET", path.to_owned(), String::new());
        let wish = format!("{{\"at\":{at},\"seat\":1,\"level\":\"random\"}}");
        vec![
            get("/api/games/ID"),
            get(&format!("/api/games/ID/at/{at}")),
            get(&format!("/api/games/ID/at/{}", at / 2)),
            get("/api/games/ID/at/4000000000"),
            get("/api/games/ID/story"),
            get("/api/games/ID/replay"),
            get("/api/games/ID/analysis"),
            ("POST", "/api/games/ID/continue".to_owned(), wish),
            ("POST", "/api/games/ID/join".to_owned(), "{}".to_owned()),
        ]
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
        all.filter(|deck| deck.edition == edition && deck.format != DeckFormat::Pool)
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

/// The deck with cards of no deck at the table in the places of those that stayed hidden.
fn outsiders(content: &Content, deck: &Built<'_>, known: &BTreeSet<u8>) -> (Vec<CardId>, usize) {
    let list = deck.cards;
    let catalog = &content.catalog;
    let kind = |id: CardId| {
        let kind = catalog.code(id).kind;
        (kind == CardKind::Objective, kind.is_gambit())
    };
    let mut hidden = Vec::new();
    for (wanted, base) in [(true, 64u8), (false, 0)] {
        let places = (0..list.len()).filter(|ix| kind(list[*ix]).0 == wanted);
        let unseen = (base..)
            .zip(places)
            .filter(|(slot, _)| !known.contains(slot));
        hidden.extend(unseen.map(|(_, place)| place));
    }
    // A plot lies open from the beginning, so the cards that bring it stay.
    hidden.retain(|place| {
        let card = catalog.card(list[*place]);
        !card.surge && content.plot_of(card).is_none()
    });
    // All from one pool, so that the deck stays lawful in every edition.
    let pools: BTreeSet<&str> = catalog
        .cards
        .iter()
        .map(|card| card.deck.as_str())
        .collect();
    let mut best = (list.to_vec(), 0);
    for pool in pools {
        let mut other = list.to_vec();
        let mut swapped = 0;
        for place in &hidden {
            let fits = |card: &&CardInfo| {
                card.deck == pool
                    && card.edition == deck.edition
                    && !card.surge
                    && card.code.kind.is_power() != kind(list[*place]).0
                    && (card.code.kind == CardKind::Objective || card.code.kind.is_power())
                    && kind(card.code.id) == kind(list[*place])
                    && content.plot_of(card).is_none()
                    && content.cards_called(deck.edition, &card.name).len() == 1
                    && !other.contains(&card.code.id)
                    && !list.contains(&card.code.id)
            };
            if let Some(card) = catalog.cards.iter().find(fits) {
                other[*place] = card.code.id;
                swapped += 1;
            }
        }
        let lawful = content.formats(deck.edition).iter().any(|format| {
            let built = Built {
                format,
                cards: &other,
                ..*deck
            };
            validate(content, &built).is_empty()
        });
        if lawful && swapped > best.1 {
            best = (other, swapped);
        }
    }
    best
}

/// Plays two games that differ in what stayed hidden, and compares. Says how many cards were swapped.
async fn compare(house: &House, number: u64, edition: &str, asking: bool) -> usize {
    let content = Content::embedded();
    let warbands = content.warbands(edition);
    let name = |id: &CardId| content.list_name(*id);
    let own = deck(content, edition, warbands[0]);
    let plan = |cards: &[CardId]| Plan {
        edition: edition.to_owned(),
        variant: vec![],
        seats: (0..2)
            .map(|ix| PlannedSeat {
                kind: SeatKind::Human,
                name: format!("Player {}", ix + 1),
                warband: warbands[ix].to_owned(),
                deck: Some(DeckList {
                    cards: [&own[..], cards][ix].iter().map(name).collect(),
                    ..DeckList::default()
                }),
            })
            .collect(),
        boards: vec![],
        own_boards: vec![],
        hot_seat: false,
        public: false,
        clock: None,
        series: None,
        seed: Seed::repeatable(1000 + number),
        prelude: None,
        marked: true,
        given: Vec::new(),
        rated: false,
    };
    let questions =
        asking.then(|| Questions::new(content, edition, [warbands[0], warbands[1]], &own));
    let questions = questions.as_ref();
    let list = deck(content, edition, warbands[1]);
    let id = |which: &str| format!("{edition}{which}{}", if asking { "asked" } else { "" });
    let first = house.play(&id("one"), &plan(&list), None, questions).await;
    if asking {
        let refused = |text: &String| text.contains("There are no hints where somebody else plays");
        assert!(first.messages[0].iter().any(refused), "{edition}: a hint");
    }
    let (other, swapped) = match asking {
        false => swap(content, &list, &named(&first)),
        true => {
            let built = Built {
                edition,
                format: &content.formats(edition)[0],
                warband: warbands[1],
                cards: &list,
            };
            outsiders(content, &built, &named(&first))
        }
    };
    // The second player's own words name the card that now lies in the same place.
    let printed = |id: &CardId| content.catalog.card(*id).name.clone();
    let reworded = |(seat, choice): &(usize, String)| {
        let quoted = choice.split('"').nth(1).filter(|_| *seat == 1);
        let place = quoted.and_then(|word| list.iter().position(|card| printed(card) == word));
        let choice = match place {
            Some(place) => choice.replace(&printed(&list[place]), &printed(&other[place])),
            None => choice.clone(),
        };
        (*seat, choice)
    };
    let script: Vec<(usize, String)> = first.choices.iter().map(reworded).collect();
    let second = house
        .play(&id("two"), &plan(&other), Some(&script), questions)
        .await;
    for (who, (a, b)) in ["the first seat", "a spectator", "anybody"]
        .into_iter()
        .zip(first.messages.iter().zip(&second.messages))
    {
        for (a, b) in a.iter().zip(b) {
            assert_eq!(a, b, "{edition}: {who} could tell the difference");
        }
        assert_eq!(a.len(), b.len(), "{edition}: messages to {who}");
    }
    swapped
}

async fn house(server: &gloryhex_server::Running, data: &std::path::Path) -> House {
    let store = Store::open(data, None).await.unwrap();
    House {
        to: server.address,
        key: store.key().await.unwrap(),
        store,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_cards_in_another_hand_change_no_byte() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let house = house(&server, data.path()).await;
    let mut swapped = 0;
    for (number, edition) in (0u64..).zip(gloryhex_editions::NAMES) {
        swapped += compare(&house, number, edition, false).await;
    }
    assert!(swapped > 20, "only {swapped} cards could be swapped");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_question_tells_what_lies_in_another_deck() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let house = house(&server, data.path()).await;
    for (number, edition) in (0u64..).zip(gloryhex_editions::NAMES) {
        let swapped = compare(&house, number, edition, true).await;
        assert!(
            swapped > 5,
            "{edition}: only {swapped} cards could be swapped"
        );
    }
    server.stop().await;
}

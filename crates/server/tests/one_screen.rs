//! Several people at one screen: what is asked says whether it shows anything that the others there must not see,
//! and the log of the screen tells only what everybody knows.

mod common;

use common::*;
use gloryhex_protocol::{CardRef, Choice, ClientMessage, LogLine, ServerMessage, Ticket, Verb};
use std::collections::BTreeMap;

/// Decisions that are looked at in each edition.
const DECISIONS: usize = 260;

/// Whether a choice names a card of the hands and decks that only the viewer is shown, or a number only it knows.
fn shows(client: &Client, choice: &Choice) -> bool {
    let view = client.view.as_ref().unwrap();
    let own = &view.players[usize::from(view.viewer.unwrap())];
    let piles = [
        &own.power_hand,
        &own.objective_hand,
        &own.power_deck,
        &own.objective_deck,
    ];
    let held = |card: &CardRef| piles.iter().any(|pile| pile.cards.contains(card));
    let secret = |id: u8| {
        view.features
            .iter()
            .any(|token| token.id == id && token.secret)
    };
    match choice.verb {
        Verb::Mulligan => true,
        Verb::Exchange => false,
        _ => choice.card.as_ref().is_some_and(held) || choice.feature.is_some_and(secret),
    }
}

fn lines(message: &ServerMessage) -> &[LogLine] {
    match message {
        ServerMessage::Welcome { log, .. } | ServerMessage::Update { log, .. } => log,
        _ => &[],
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_secret_only_where_it_shows_what_others_must_not_see() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    for edition in ["shadespire", "nightvault", "harrowdeep", "embergard"] {
        let mut new = game(edition, vec![human("Ada"), human("Bo")]);
        new.hot_seat = true;
        let ticket: Ticket = post(server.address, "/api/games", &new).await;
        assert_eq!(ticket.seats, [0, 1]);
        let mut client = Client::sit(server.address, &ticket).await.seed(5);
        // By kind of question: how often it was secret, and how often not.
        let mut asked: BTreeMap<String, [u32; 2]> = BTreeMap::new();
        let mut drawn = 0;
        for _ in 0..DECISIONS {
            while client.choices.is_none() && !client.is_over() {
                let message = client.next().await.expect("still connected");
                for line in lines(&message)
                    .iter()
                    .filter(|line| line.kind == "card-drawn")
                {
                    drawn += 1;
                    assert_eq!(line.about.card, None, "{}", line.text);
                }
            }
            if client.is_over() {
                break;
            }
            let choices = client.choices.clone().unwrap();
            let decision = client.view.as_ref().unwrap().decision.clone().unwrap();
            let expected = choices.list.iter().any(|choice| shows(&client, choice));
            assert_eq!(choices.secret, expected, "{edition}: {}", decision.text);
            let counts = asked.entry(decision.kind).or_default();
            counts[usize::from(!choices.secret)] += 1;
            let (at, choice) = (client.at(), client.pick().unwrap());
            let seat = Some(decision.seat);
            client.choices = None;
            client
                .say(&ClientMessage::Choose { at, choice, seat })
                .await;
        }
        let secret = |kind: &str| asked.get(kind).map_or(0, |counts| counts[0]);
        let open = |kind: &str| asked.get(kind).map_or(0, |counts| counts[1]);
        assert!(drawn > 10, "{edition}: {drawn} cards drawn");
        for kind in ["board", "territory", "deploy", "activation", "drive-back"] {
            assert_eq!(secret(kind), 0, "{edition}: {kind}");
        }
        assert!(
            open("deploy") > 0 && open("activation") > 3,
            "{edition}: {asked:?}"
        );
        assert!(
            secret("mulligan") > 0 && secret("power-step") > 0,
            "{edition}: {asked:?}"
        );
    }
    server.stop().await;
}

//! What a player is told before the click: hints, what a Charge leads to, what an ability says and spends.

mod common;

use common::*;
use gloryhex_protocol::{ClientMessage, Code, DeckList, NewSeat, ServerMessage, Ticket, Verb};
use gloryhex_server::Running;

fn with_deck(mut seat: NewSeat, warband: &str, deck: &str) -> NewSeat {
    seat.warband = warband.to_owned();
    seat.deck = Some(DeckList {
        name: deck.to_owned(),
        ..DeckList::default()
    });
    seat
}

/// A client alone against the easiest opponent, with a deck that has a plot card.
async fn alone(server: &Running) -> (Ticket, Client) {
    let seats = vec![
        with_deck(human("Ada"), "The Emberwatch", "Countdown to Cataclysm"),
        with_deck(computer(), "Zikkit's Tunnelpack", "Blazing Assault"),
    ];
    let ticket: Ticket = post(server.address, "/api/games", &game("embergard", seats)).await;
    let client = Client::sit(server.address, &ticket).await.seed(7);
    (ticket, client)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_names_choices_on_offer_to_the_seat_that_asks_and_to_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let (ticket, mut client) = alone(&server).await;
    let mut watching = Client::hello(server.address, &ticket.game, None, None).await;
    let mut told = 0;
    while told < 2 && client.my_turn().await {
        let offered: Vec<String> = {
            let list = &client.choices.as_ref().unwrap().list;
            list.iter().map(|choice| choice.id.clone()).collect()
        };
        if offered.len() > 3 {
            let at = client.at();
            client.say(&ClientMessage::Hint { at }).await;
            // Asked twice, it is thought about once.
            client.say(&ClientMessage::Hint { at }).await;
            let mut once = None;
            while once.is_none() {
                match client.next().await.unwrap() {
                    ServerMessage::Hints { at: of, list } => once = Some((of, list)),
                    ServerMessage::Error { problem } => assert_eq!(problem.code, Code::TooMany),
                    _ => {}
                }
            }
            let (of, list) = once.unwrap();
            assert_eq!(of, at);
            assert!(!list.is_empty() && list.len() <= 3, "{list:?}");
            for hint in &list {
                assert!(offered.contains(&hint.choice), "{hint:?}");
                assert!((0.0..=1.0).contains(&hint.wins), "{hint:?}");
                assert!(hint.reason.ends_with('.') && !hint.label.is_empty());
            }
            assert!(list.windows(2).all(|pair| pair[0].choice != pair[1].choice));
            told += 1;
        }
        client.step().await;
    }
    assert_eq!(told, 2);
    watching.say(&ClientMessage::Hint { at: 0 }).await;
    watching.expect_error(Code::NotSeated).await;
    watching.say(&ClientMessage::Ping).await;
    watching
        .until(|m| matches!(m, ServerMessage::Pong).then_some(()))
        .await;
    assert!(!watching.heard.iter().any(|text| text.contains("\"hints\"")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_tells_its_targets_and_their_odds_from_each_hex() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let (_, mut client) = alone(&server).await;
    let mut asked = false;
    while !asked && client.my_turn().await {
        let charges: Vec<(u8, u8)> = {
            let list = &client.choices.as_ref().unwrap().list;
            let charges = list.iter().filter(|choice| choice.verb == Verb::Charge);
            charges.filter_map(|c| Some((c.fighter?, c.hex?))).collect()
        };
        if let Some(&(fighter, _)) = charges.first() {
            let at = client.at();
            client.say(&ClientMessage::Strikes { at, fighter }).await;
            let list = client
                .until(|message| match message {
                    ServerMessage::Strikes { list, .. } => Some(list.clone()),
                    _ => None,
                })
                .await;
            // Every hex that is offered has somebody to attack, and no other is named.
            for (who, hex) in &charges {
                if *who == fighter {
                    assert!(list.iter().any(|strike| strike.hex == *hex), "{hex}");
                }
            }
            for strike in &list {
                assert!(charges.contains(&(fighter, strike.hex)));
                let odds = &strike.odds;
                let sum = odds.success + odds.draw + odds.fail;
                assert!((sum - 1.0).abs() < 1e-9, "{strike:?}");
            }
            asked = true;
        }
        client.step().await;
    }
    assert!(asked);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ability_says_what_it_does_and_spends_and_a_plot_card_is_on_the_table() {
    let data = tempfile::tempdir().unwrap();
    let server = start(config(data.path())).await;
    let mut abilities = 0;
    let mut tracked = false;
    for seed in 1..12 {
        let (_, client) = alone(&server).await;
        let mut client = client.seed(seed);
        while client.my_turn().await {
            for choice in &client.choices.as_ref().unwrap().list {
                let used = matches!(choice.verb, Verb::Use | Verb::React | Verb::Action);
                if used && choice.card.is_some_and(|card| card.slot >= 96) {
                    assert!(!choice.says.is_empty(), "{choice:?}");
                    assert!(choice.cost.is_some(), "{choice:?}");
                    abilities += 1;
                }
                if choice.verb == Verb::Attack && choice.cost.is_some() {
                    let cost = choice.cost.as_deref();
                    assert_eq!(
                        cost,
                        Some("Out of range without Deadly Sentries (once per game)")
                    );
                }
                if choice.verb == Verb::Upgrade {
                    assert!(choice.cost.is_some(), "{choice:?}");
                }
            }
            client.step().await;
        }
        let view = client.view.as_ref().unwrap();
        let [gauge] = view.players[0].gauges.as_slice() else {
            panic!("{:?}", view.players[0].gauges);
        };
        assert!(view.players[1].gauges.is_empty());
        let rises = gauge.rises.iter().filter(|rise| gauge.step >= **rise);
        assert_eq!(usize::from(gauge.value), 1 + rises.count());
        let told = client
            .heard
            .iter()
            .any(|text| text.contains("Cataclysm value is"));
        assert_eq!(told, gauge.step > 1);
        tracked |= told;
        if abilities > 0 && tracked {
            break;
        }
    }
    assert!(abilities > 0 && tracked);
    server.stop().await;
}

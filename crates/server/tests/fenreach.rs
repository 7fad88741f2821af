//! A made-up fifth edition, read from a folder, is listed, has its decks checked and is played over sockets.

mod common;

use common::*;
use gloryhex_editions::Content;
use gloryhex_protocol::{DeckCheck, DeckList, EditionFace, GameSummary, SeatKind, Stage, Ticket};
use std::{path::Path, sync::Arc};

const NAME: &str = "fenreach";

#[tokio::test(flavor = "multi_thread")]
async fn an_edition_of_a_pack_is_served_like_the_printed_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../editions/tests/fenreach");
    let content = Content::load(&[folder]).unwrap_or_else(|problems| panic!("{problems:?}"));
    let data = tempfile::tempdir().unwrap();
    let server = gloryhex_server::start_with(config(data.path()), Some(Arc::new(content)))
        .await
        .expect("it starts");
    let to = server.address;

    let editions: Vec<EditionFace> = get(to, "/api/editions").await;
    let face = editions.last().expect("editions are listed");
    assert_eq!(editions.len(), 5);
    assert_eq!(
        (face.name.as_str(), face.title.as_str()),
        (NAME, "Fenreach")
    );
    assert_eq!(face.players, [2, 3]);
    assert_eq!(face.formats, ["moot"]);
    let (status, rules) = http(to, "GET", "/api/rules/fenreach", "").await;
    assert_eq!(status, 200);
    assert!(rules.contains("fenreach.attack.drive-back"));
    let (status, all) = http(to, "GET", "/api/content/fenreach", "").await;
    assert_eq!(status, 200);
    assert!(all.contains("Warden Sallow") && all.contains("Reed Bed"));

    let path = "/api/decks/check?edition=fenreach&warband=The%20Marsh%20Lights";
    let list = |names: &[&str]| DeckList {
        cards: names.iter().map(|name| (*name).to_owned()).collect(),
        ..DeckList::default()
    };
    let found: DeckCheck = post(to, path, &list(&["Dry Feet", "Call of the Reeds"])).await;
    let rules: Vec<&str> = found.problems.iter().map(|p| p.rule.as_str()).collect();
    assert_eq!(
        rules,
        [
            "fenreach.deck.objectives",
            "fenreach.deck.power-size",
            "fenreach.deck.ploys",
            "fenreach.deck.usable"
        ]
    );

    let tickets = two_players(to, &game(NAME, vec![human("Ada"), human("")])).await;
    let mut ada = Client::sit(to, &tickets[0]).await.seed(7);
    let mut guest = Client::sit(to, &tickets[1]).await.seed(11);
    tokio::join!(ada.play_out(), guest.play_out());
    let summary: GameSummary = get(to, &format!("/api/games/{}", tickets[0].game)).await;
    assert_eq!(summary.stage, Stage::Over);
    assert_eq!(summary.edition, NAME);

    for level in &face.levels {
        let level = level.clone();
        let seats = vec![human("Ada"), seat(SeatKind::Opponent { level }, "")];
        let ticket: Ticket = post(to, "/api/games", &game(NAME, seats)).await;
        let mut ada = Client::sit(to, &ticket).await;
        for _ in 0..6 {
            assert!(ada.my_turn().await);
            ada.step().await;
        }
    }
    server.stop().await;
}

//! What tests of tournaments have in common: making one, entering, and playing at its tables.

use super::{get, give_up, post_as};
use gloryhex_protocol::{
    AtMatch, ChooseForMatch, EnterTournament, MatchTicket, MatchView, NewTournament, OwnSide,
    SitAtMatch, TableFace, Ticket, TournamentKind, TournamentView,
};
use std::net::SocketAddr;

/// A Swiss with so many rounds, and a bracket of so many after it.
pub fn swiss(rounds: u8, cut: u8) -> NewTournament {
    NewTournament {
        name: "Open".to_owned(),
        edition: "shadespire".to_owned(),
        kind: TournamentKind::Swiss,
        rounds,
        cut,
        rated: false,
        decks: None,
        lists: None,
        open_decks: false,
        variant: vec![],
        boards: vec![],
        best_of: 1,
        clock: None,
        days: None,
    }
}

/// Somebody enters.
pub async fn enter(to: SocketAddr, id: &str, key: &str) -> TournamentView {
    let path = format!("/api/tournaments/{id}/enter");
    post_as(to, key, &path, &EnterTournament::default()).await
}

/// The organiser begins the next round.
pub async fn next(to: SocketAddr, id: &str, key: &str) -> TournamentView {
    post_as(to, key, &format!("/api/tournaments/{id}/next"), &()).await
}

/// Both come to a table and choose, where nothing is registered: the tickets of the game.
pub async fn sit(to: SocketAddr, table: &TableFace, keys: [&str; 2]) -> [Ticket; 2] {
    let id = table.series.as_ref().expect("a match was made");
    let path = |what: &str| format!("/api/matches/{id}/{what}");
    for key in keys {
        let _: MatchTicket = post_as(to, key, &path("sit"), &SitAtMatch::default()).await;
    }
    let view: MatchView = get(to, &format!("/api/matches/{id}")).await;
    for (side, key) in view.sides.iter().zip(keys) {
        if !side.chosen {
            let wish = ChooseForMatch {
                token: None,
                warband: "Garrek's Reavers".to_owned(),
                deck: None,
            };
            let _: OwnSide = post_as(to, key, &path("choose"), &wish).await;
        }
    }
    let mut tickets = Vec::new();
    for key in keys {
        let own: OwnSide = post_as(to, key, &path("own"), &AtMatch::default()).await;
        tickets.push(own.ticket.expect("a game was made"));
    }
    tickets.try_into().expect("two")
}

/// Both come to a table, and one side gives a game up.
pub async fn play(to: SocketAddr, table: &TableFace, keys: [&str; 2], loser: usize) {
    give_up(to, &sit(to, table, keys).await[loser]).await;
}

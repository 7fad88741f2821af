//! Standings and results as tables for spreadsheets (CSV).

use crate::{
    standing::{WHOLE, standings},
    tournament::{Entrant, Tournament, Verdict},
};

/// Standings, a line for each who entered.
pub fn standings_csv(tournament: &Tournament) -> String {
    let head = [
        "rank",
        "name",
        "points",
        "won",
        "drawn",
        "lost",
        "rested",
        "opponents",
        "glory",
        "conceded",
        "dropped",
    ];
    let lines = standings(tournament).into_iter().map(|s| {
        vec![
            s.rank.to_string(),
            name(tournament, Some(s.entrant)),
            s.points.to_string(),
            s.won.to_string(),
            s.drawn.to_string(),
            s.lost.to_string(),
            s.rested.to_string(),
            format!("{:.4}", f64::from(s.opponents) / f64::from(WHOLE)),
            s.glory.to_string(),
            s.conceded.to_string(),
            if s.dropped { "yes" } else { "no" }.to_owned(),
        ]
    });
    written(&head, lines)
}

/// Results, a line for each match.
pub fn results_csv(tournament: &Tournament) -> String {
    let head = [
        "round",
        "table",
        "name",
        "opponent",
        "won",
        "lost",
        "glory",
        "conceded",
        "how",
        "corrected",
    ];
    let rounds = (1..).zip(tournament.rounds());
    let lines = rounds.flat_map(|(number, round)| {
        (1..).zip(&round.pairs).map(move |(table, pair): (u32, _)| {
            let number: u32 = number;
            let (won, how) = match pair.verdict {
                _ if pair.sides[1].is_none() => ([0; 2], "rest"),
                None => ([0; 2], "open"),
                Some(Verdict::Played { won, decided, .. }) => match decided {
                    Some(_) => (won, "tie-break"),
                    None => (won, "played"),
                },
                Some(Verdict::Forfeit { side: 0 }) => ([0; 2], "forfeit by the first"),
                Some(Verdict::Forfeit { .. }) => ([0; 2], "forfeit by the second"),
                Some(Verdict::Neither) => ([0; 2], "forfeit by both"),
            };
            let glory = pair.verdict.map_or([0; 2], Verdict::glory);
            vec![
                number.to_string(),
                table.to_string(),
                name(tournament, pair.sides[0]),
                name(tournament, pair.sides[1]),
                won[0].to_string(),
                won[1].to_string(),
                glory[0].to_string(),
                glory[1].to_string(),
                how.to_owned(),
                pair.corrected.join("; "),
            ]
        })
    });
    written(&head, lines)
}

/// A name, so that no spreadsheet takes it for a formula.
fn name(tournament: &Tournament, entrant: Option<Entrant>) -> String {
    let person = entrant.and_then(|entrant| tournament.person(entrant));
    let name = person.map_or("", |person| person.name.as_str());
    match name.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{name}"),
        false => name.to_owned(),
    }
}

fn written(head: &[&str], lines: impl Iterator<Item = Vec<String>>) -> String {
    let mut csv = csv::Writer::from_writer(Vec::new());
    // Writing to memory never fails, and every line has as many fields as the head.
    let _ = csv.write_record(head);
    for line in lines {
        let _ = csv.write_record(line);
    }
    let bytes = csv.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

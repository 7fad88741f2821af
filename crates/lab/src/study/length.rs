//! How long games are, and what they look like at the end.

use super::{Ledger, Sheet, page};
use crate::stats::{Rate, percentile};

/// The measures of a ledger.
pub fn length(ledger: &Ledger) -> Sheet {
    let mut sheet = Sheet::new(&["measure", "mean", "least", "half", "most"]);
    let mut measure = |name: &str, mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let mut row = vec![name.into(), mean.into()];
        row.extend([0.0, 0.5, 1.0].map(|share| percentile(&values, share).into()));
        sheet.rows.push(row);
    };
    let all = |of: &dyn Fn(&super::Outcome) -> f64| ledger.games().map(of).collect::<Vec<f64>>();
    measure("decisions", all(&|o| o.decisions.into()));
    measure(
        "glory of the winner",
        all(&|o| o.glory[0].max(o.glory[1]).into()),
    );
    measure(
        "glory of the loser",
        all(&|o| o.glory[0].min(o.glory[1]).into()),
    );
    measure("lead", all(&|o| o.glory[0].abs_diff(o.glory[1]).into()));
    measure(
        "fighters taken out",
        all(&|o| f64::from(o.out[0] + o.out[1])),
    );
    let played = ledger.games().count() as f64;
    let share = |won: f64| Rate::wilson(won, played);
    let first: f64 = ledger
        .games()
        .map(|o| match o.winner {
            2 => 0.5,
            winner => f64::from(u8::from(winner == o.first_turn)),
        })
        .sum();
    for (name, rate) in [
        ("won by who went first", share(first)),
        (
            "drawn",
            share(ledger.games().filter(|o| o.winner == 2).count() as f64),
        ),
    ] {
        let row = [rate.rate, rate.low, rate.rate, rate.high].map(Into::into);
        sheet
            .rows
            .push(std::iter::once(name.into()).chain(row).collect());
    }
    sheet
}

/// The page, with the spread of decisions.
pub fn to_page(ledger: &Ledger, sheet: &Sheet, title: &str, facts: &[(&str, String)]) -> String {
    const BIN: u32 = 10;
    let most = ledger.games().map(|o| o.decisions / BIN).max().unwrap_or(0);
    let mut counts: Vec<(String, u64)> =
        (0..=most).map(|bin| ((bin * BIN).to_string(), 0)).collect();
    for outcome in ledger.games() {
        counts[(outcome.decisions / BIN) as usize].1 += 1;
    }
    let first = counts.iter().position(|c| c.1 > 0).unwrap_or(0);
    let drawing = page::bars(&counts[first..], "decisions in a game");
    page::page(title, facts, &format!("{drawing}{}", page::table(sheet)))
}

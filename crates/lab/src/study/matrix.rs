//! Everybody against everybody: warbands, or decks.

use super::{Cell, Ledger, Sheet, Study, page};
use crate::stats::Rate;

/// The win rates of a study in which every pairing is of two sides by name.
pub struct Matrix {
    /// The sides, in order.
    pub sides: Vec<String>,
    /// Rates of the row against the column, both orders of seats taken together.
    pub rates: Vec<Vec<Option<Rate>>>,
    /// One line a pairing of sides.
    pub sheet: Sheet,
}

/// Counts a ledger.
pub fn matrix(study: &Study, ledger: &Ledger) -> Matrix {
    let mut sides: Vec<String> = Vec::new();
    for pairing in &study.pairings {
        for name in [&pairing.first, &pairing.second] {
            if !sides.contains(name) {
                sides.push(name.clone());
            }
        }
    }
    let n = sides.len();
    // Points, games, and glory of row and column.
    let mut sums = vec![vec![(0.0f64, 0u64, 0u64, 0u64); n]; n];
    let at = |name: &str| sides.iter().position(|side| side == name).unwrap_or(0);
    for outcome in ledger.games() {
        let Some(pairing) = study.pairings.get(outcome.pairing as usize) else {
            continue;
        };
        let (first, second) = (at(&pairing.first), at(&pairing.second));
        let mut add = |row: usize, column: usize, points: f64, glory: [u8; 2]| {
            let sum = &mut sums[row][column];
            sum.0 += points;
            sum.1 += 1;
            sum.2 += u64::from(glory[0]);
            sum.3 += u64::from(glory[1]);
        };
        let [one, other] = outcome.glory;
        add(first, second, outcome.points(), [one, other]);
        if first != second {
            add(second, first, 1.0 - outcome.points(), [other, one]);
        }
    }
    let mut sheet = Sheet::new(&[
        "row",
        "column",
        "games",
        "points",
        "rate",
        "low",
        "high",
        "glory_row",
        "glory_column",
    ]);
    let mut rates = vec![vec![None; n]; n];
    for row in 0..n {
        for column in 0..n {
            let (points, games, own, theirs) = sums[row][column];
            if games == 0 {
                continue;
            }
            let rate = Rate::wilson(points, games as f64);
            rates[row][column] = Some(rate);
            let mean = |glory: u64| Cell::Real(glory as f64 / games as f64);
            sheet.rows.push(vec![
                sides[row].clone().into(),
                sides[column].clone().into(),
                games.into(),
                points.into(),
                rate.rate.into(),
                rate.low.into(),
                rate.high.into(),
                mean(own),
                mean(theirs),
            ]);
        }
    }
    Matrix {
        sides,
        rates,
        sheet,
    }
}

impl Matrix {
    /// The page.
    pub fn page(&self, title: &str, facts: &[(&str, String)]) -> String {
        let map = page::heat_map(&self.sides, &self.sides, &self.rates);
        let note = "<p>Each cell is the share of games the row won against the column, a draw counting one half, with its 95 % interval. On the diagonal it is the share of the first seat.</p>";
        page::page(
            title,
            facts,
            &format!("{map}{note}{}", page::table(&self.sheet)),
        )
    }
}

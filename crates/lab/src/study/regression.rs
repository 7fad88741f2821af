//! Logistic regression by Newton's method, for a few dozen terms.
//!
//! **Deliberately absent**: what the terms mean, and where rows come from.

/// What was seen once.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The terms.
    pub terms: Vec<f64>,
    /// How much steeper the odds are than at the start: 1 and more.
    pub steep: f64,
    /// Points of the first side, from 0 to 1.
    pub won: f64,
    /// The game it comes from.
    pub game: u64,
}

/// A light pull of every weight towards nothing.
const PULL: f64 = 2.0;

/// Steps of Newton's method.
const STEPS: usize = 25;

fn chance(row: &Row, weights: &[f64]) -> f64 {
    let sum: f64 = row.terms.iter().zip(weights).map(|(x, w)| x * w).sum();
    (1.0 / (1.0 + (-row.steep * sum).exp())).clamp(1e-6, 1.0 - 1e-6)
}

/// How badly weights explain who won: mean log loss.
pub fn loss<'a>(rows: impl Iterator<Item = &'a Row>, weights: &[f64]) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0f64);
    for row in rows {
        let p = chance(row, weights);
        sum -= row.won * p.ln() + (1.0 - row.won) * (1.0 - p).ln();
        n += 1.0;
    }
    sum / n.max(1.0)
}

/// The weights that explain the rows best; terms not used weigh nothing.
pub fn fit<'a>(rows: impl Iterator<Item = &'a Row> + Clone, used: &[bool]) -> Vec<f64> {
    let terms: Vec<usize> = (0..used.len()).filter(|ix| used[*ix]).collect();
    let mut weights = vec![0.0; used.len()];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = terms.iter().map(|ix| -PULL * weights[*ix]).collect();
        let mut bend = vec![vec![0.0; terms.len()]; terms.len()];
        for (ix, line) in bend.iter_mut().enumerate() {
            line[ix] = PULL;
        }
        for row in rows.clone() {
            let p = chance(row, &weights);
            for (i, term) in terms.iter().enumerate() {
                let x = row.steep * row.terms[*term];
                slope[i] += (row.won - p) * x;
                for (cell, other) in bend[i].iter_mut().zip(&terms) {
                    *cell += p * (1.0 - p) * x * row.steep * row.terms[*other];
                }
            }
        }
        for (ix, step) in terms.iter().zip(solve(bend, slope)) {
            weights[*ix] += step;
        }
    }
    weights
}

/// Fits, and leaves out one after the other the terms among the `fallible` whose weight is negative,
/// the most negative first.
pub fn fit_positive(rows: &[Row], fallible: std::ops::Range<usize>) -> (Vec<f64>, Vec<bool>) {
    let n = rows.first().map_or(0, |row| row.terms.len());
    let mut used = vec![true; n];
    loop {
        let weights = fit(rows.iter(), &used);
        let candidates = fallible.clone().filter(|ix| *ix < n && used[*ix]);
        let worst = candidates.min_by(|a, b| weights[*a].total_cmp(&weights[*b]));
        match worst {
            Some(ix) if weights[ix] < 0.0 => used[ix] = false,
            _ => return (weights, used),
        }
    }
}

/// Solves a system of equations whose matrix is positive definite.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        let pivot = a[i].clone();
        let value = b[i];
        for r in (0..n).filter(|r| *r != i) {
            let share = a[r][i] / pivot[i];
            for (cell, above) in a[r].iter_mut().zip(&pivot) {
                *cell -= share * above;
            }
            b[r] -= share * value;
        }
    }
    (0..n).map(|i| b[i] / a[i][i]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gloryhex_engine::Seeded;

    fn rows(n: u64) -> Vec<Row> {
        let mut dice = Seeded::new(5);
        let mut row = |game| {
            let terms: Vec<f64> = (0..3).map(|_| f64::from(dice.below(9)) - 4.0).collect();
            let p = 1.0 / (1.0 + (-0.5 * terms[0] - 0.2 * terms[1] + 0.3 * terms[2]).exp());
            let won = f64::from(u8::from(f64::from(dice.below(1 << 20)) < p * 1_048_576.0));
            Row {
                terms,
                steep: 1.0,
                won,
                game,
            }
        };
        (0..n).map(&mut row).collect()
    }

    #[test]
    fn known_weights_are_found_again() {
        let rows = rows(4000);
        let found = fit(rows.iter(), &[true; 3]);
        for (found, known) in found.iter().zip([0.5, 0.2, -0.3]) {
            assert!((found - known).abs() < 0.06, "{found} for {known}");
        }
        let one = fit(rows.iter(), &[true, false, false]);
        assert!(loss(rows.iter(), &found) < loss(rows.iter(), &one));
    }

    #[test]
    fn what_counts_against_itself_is_left_out() {
        let (weights, used) = fit_positive(&rows(4000), 1..3);
        assert_eq!(used, [true, true, false]);
        assert!(weights[1] > 0.0);
        assert_eq!(weights[2], 0.0);
    }
}

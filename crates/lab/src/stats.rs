//! Win rates with their intervals, and Elo.

use serde::Serialize;

/// A rate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// The rate.
    pub rate: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Standard deviations that hold 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Rate {
    /// The Wilson interval of `won` out of `n`; half points are allowed.
    pub fn wilson(won: f64, n: f64) -> Rate {
        if n <= 0.0 {
            return Rate {
                rate: 0.0,
                low: 0.0,
                high: 1.0,
            };
        }
        let p = won / n;
        let z2 = Z * Z / n;
        let center = (p + z2 / 2.0) / (1.0 + z2);
        let half = Z / (1.0 + z2) * (p * (1.0 - p) / n + z2 / (4.0 * n)).sqrt();
        Rate {
            rate: p,
            low: (center - half).max(0.0),
            high: (center + half).min(1.0),
        }
    }
}

/// The difference in Elo that a score stands for; kept within ±1200, which no sample can exceed.
pub fn elo(rate: f64) -> f64 {
    let p = rate.clamp(1e-9, 1.0 - 1e-9);
    (400.0 * (p / (1.0 - p)).log10()).clamp(-1200.0, 1200.0)
}

/// The middle of a list, and the value that 99 % do not exceed. The list is sorted.
pub fn percentile(sorted: &[f64], share: f64) -> f64 {
    if sorted.is_empty() {
        return 0.0;
    }
    let at = (share * (sorted.len() - 1) as f64).round() as usize;
    sorted[at.min(sorted.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let rate = Rate::wilson(8.0, 10.0);
        assert!((rate.low - 0.4902).abs() < 1e-3, "{rate:?}");
        assert!((rate.high - 0.9433).abs() < 1e-3, "{rate:?}");
    }

    #[test]
    fn three_to_one_is_about_191_elo() {
        assert!((elo(0.75) - 190.8).abs() < 0.1);
        assert!(elo(0.5).abs() < 1e-9);
    }
}

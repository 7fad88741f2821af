//! What counts how much at a glance. **Deliberately absent**: what positions are worth, which is the
//! judge's business.

/// What counts how much at a glance, in glory points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taste {
    /// Danger where a fighter goes.
    pub danger: f32,
    /// Danger where a fighter charges to.
    pub rash: f32,
    /// A token under one's feet.
    pub token: f32,
    /// What objectives ask for, as a share of their glory.
    pub wish: f32,
    /// A hex too far from the nearest enemy.
    pub idle: f32,
    /// Reaching an enemy, by strength.
    pub reach: f32,
    /// Being on Guard, as a share of the danger.
    pub guard: f32,
    /// Drawing a card.
    pub draw: f32,
    /// Playing a card.
    pub play: f32,
    /// Passing.
    pub pass: f32,
    /// Having charged, by strength.
    pub locked: f32,
    /// An attack.
    pub attack: f32,
}

impl Default for Taste {
    fn default() -> Self {
        Taste {
            danger: 0.5,
            rash: 0.5,
            token: 0.3,
            wish: 0.7,
            idle: 0.05,
            reach: 0.05,
            guard: 0.175,
            draw: 0.16,
            play: 0.30,
            pass: 0.10,
            locked: 0.125,
            attack: 1.0,
        }
    }
}

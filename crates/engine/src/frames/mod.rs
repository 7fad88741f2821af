//! One kind of frame per file. Each offers `step`, and where it asks a player `decider`, `choices`,
//! `choose` and `refuse`.

pub mod activation;
pub mod boards;
pub mod card;
pub mod cast;
pub mod charge;
pub mod combat;
pub mod damage;
pub mod deploy;
pub mod end;
pub mod focus;
pub mod grant;
pub mod hands;
pub mod moving;
pub mod power;
pub mod roll_off;
pub mod round;
pub mod series;
pub mod setup;
pub mod tokens;
pub mod turn;
pub mod window;

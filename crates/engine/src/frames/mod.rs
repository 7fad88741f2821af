//! One kind of frame per file: where in the printed text a game is, and what is decided there.
//!
//! A frame is a few plain bytes. Each file offers
//! - `step`: goes on until a player has to decide ([`Flow::Ask`](crate::run::Flow::Ask)), chance has to
//!   (an `Err`: the same step is taken again with the outcome, so nothing may have changed by then that
//!   would be changed twice), another frame was pushed, or this one is done;
//! - and where it asks a player: `decider` (whom), `choices` (the whole list of what is legal), `choose`
//!   (makes a choice from that list) and `refuse` (says why another is not on it, and what would help).
//!
//! Only `step` and `choose` change anything. The first three of the others read nothing that the decider
//! may not know. Numbers and orders that editions disagree about are read from the ruleset.
//!
//! Set-up is `setup`, which walks the ruleset's table through `boards`, `tokens`, `hands` and `deploy`,
//! with `roll_off` wherever dice decide who is first; then `round` begins.

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
pub mod surge;
pub mod tokens;
pub mod turn;
pub mod window;

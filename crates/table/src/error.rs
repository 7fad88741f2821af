//! What cannot be done at a table is a [`Problem`] of the protocol: everybody who shows a table shows it as it is.

use gloryhex_protocol::{Code, Problem};

/// The result of most things here.
pub type Result<T> = std::result::Result<T, Problem>;

/// Our fault; the details go to the log and not to the player.
pub fn internal(details: impl std::fmt::Display) -> Problem {
    tracing::error!(%details, "internal error");
    Problem::new(
        Code::Internal,
        "Something went wrong on our side; nothing was changed.",
    )
}

//! One error for the whole server, shown to clients as a [`Problem`]. What cannot be done at a table is one already.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use gloryhex_protocol::{Code, Problem};

/// Something that cannot be done, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oops(pub Problem);

/// The result of most things here.
pub type Result<T> = std::result::Result<T, Oops>;

impl Oops {
    /// An error with a code and a sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Oops {
        Oops(Problem::new(code, message))
    }
    /// There is no such thing.
    pub fn not_found(what: impl Into<String>) -> Oops {
        Oops::new(Code::NotFound, what)
    }
    /// What was asked for is not possible.
    pub fn invalid(why: impl Into<String>) -> Oops {
        Oops::new(Code::Invalid, why)
    }
    /// The server cannot do it now, and will again.
    pub fn unavailable(why: impl Into<String>) -> Oops {
        Oops::new(Code::Unavailable, why)
    }
    /// Our fault; the details go to the log and not to the client.
    pub fn internal(details: impl std::fmt::Display) -> Oops {
        Oops(gloryhex_table::error::internal(details))
    }
}

impl From<Problem> for Oops {
    fn from(problem: Problem) -> Oops {
        Oops(problem)
    }
}

impl From<sqlx::Error> for Oops {
    fn from(error: sqlx::Error) -> Oops {
        let code = error.as_database_error().and_then(|error| error.code());
        let why = match (&error, code.as_deref()) {
            // SQLITE_FULL, and disk_full of PostgreSQL.
            (_, Some("13" | "53100")) => {
                "The server's disk is full. Nothing was changed; try again when its owner has made room."
            }
            // SQLITE_READONLY and SQLITE_IOERR, whose kinds are counted in the higher bits, and
            // read_only_sql_transaction.
            (_, Some(code))
                if matches!(code.parse::<u32>(), Ok(code) if matches!(code & 0xff, 8 | 10) && code < 10_000)
                    || code == "25006" =>
            {
                "The server cannot write to its disk now. Try again in a moment."
            }
            (_, Some("5" | "6")) => "The server's database is busy. Try again in a moment.",
            // PostgreSQL: about to stop or to start, or too many connections.
            (_, Some(code))
                if code.starts_with("57P") || code.starts_with("08") || code == "53300" =>
            {
                "The server's database is away. Try again in a moment."
            }
            (
                sqlx::Error::Io(_)
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed
                | sqlx::Error::WorkerCrashed
                | sqlx::Error::Protocol(_),
                _,
            ) => "The server's database does not answer. Try again in a moment.",
            _ => return Oops::internal(error),
        };
        tracing::error!(%error, "the database failed");
        Oops::unavailable(why)
    }
}

impl std::fmt::Display for Oops {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for Oops {}

impl IntoResponse for Oops {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            Code::Malformed | Code::Invalid | Code::HelloFirst | Code::Version => {
                StatusCode::BAD_REQUEST
            }
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooMany | Code::Busy => StatusCode::TOO_MANY_REQUESTS,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::BadToken | Code::NotSeated => StatusCode::FORBIDDEN,
            Code::Stale | Code::NotYourTurn | Code::Full | Code::WrongStage => StatusCode::CONFLICT,
            Code::Refused => StatusCode::UNPROCESSABLE_ENTITY,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(self.0)).into_response()
    }
}

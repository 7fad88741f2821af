//! One error for the whole server, shown to clients as a [`Problem`].

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
    /// Our fault; the details go to the log and not to the client.
    pub fn internal(details: impl std::fmt::Display) -> Oops {
        tracing::error!(%details, "internal error");
        Oops::new(
            Code::Internal,
            "Something went wrong on the server; nothing was changed.",
        )
    }
}

impl From<sqlx::Error> for Oops {
    fn from(error: sqlx::Error) -> Oops {
        Oops::internal(error)
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
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(self.0)).into_response()
    }
}

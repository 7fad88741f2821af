//! Matches and tournaments go on by themselves: when a game of theirs has ended the next one is made, whoever has not
//! come in time has lost, and the rounds of a league follow one another, though nobody opens their pages.
//!
//! What is to be looked at, and from when on, is in the database. Each errand is done by one process; what one leaves
//! undone that ends in the middle of it is done by another, or by itself when it is started again.

use crate::{
    contests::{Contest, forget},
    error::Result,
    http::Site,
    matches,
    store::Errand,
    tournaments,
};
use gloryhex_organise::tournament::Tournament;
use gloryhex_table::series::Series;
use std::time::Duration;

/// How often it is looked what other processes have left.
const BEAT: Duration = Duration::from_secs(10);
/// The time that one process has for an errand before another takes it, in milliseconds.
const LEASE: u64 = 30_000;
/// An errand that could not be done is tried again after this time, in milliseconds.
const AGAIN: u64 = 60_000;

/// Does errands for ever.
pub async fn run(site: Site) {
    let hall = site.rooms.hall();
    let mut skipped = hall.config.clock.watch();
    if !hall.store.shared() {
        // Nobody else has taken what is taken now.
        let until = hall.config.clock.wall() + LEASE;
        if let Err(oops) = hall.store.free_errands(until).await {
            tracing::warn!(%oops, "what was left undone waits a little");
        }
    }
    loop {
        match round(&site).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(oops) => tracing::warn!(%oops, "nobody looks after matches now"),
        }
        tokio::select! {
            () = hall.errands.notified() => {}
            Ok(()) = skipped.changed() => {}
            () = tokio::time::sleep(BEAT) => {}
        }
    }
}

/// Does what is due. Says whether there was anything.
async fn round(site: &Site) -> Result<bool> {
    let hall = site.rooms.hall();
    let mut any = false;
    for errand in hall.store.errands(hall.config.clock.wall()).await? {
        let now = hall.config.clock.wall();
        let Some(errand) = hall.store.take_errand(&errand, now + LEASE).await? else {
            continue;
        };
        any = true;
        let next = match look_after(site, &errand).await {
            // Whatever is not done by now is not done at once by looking again.
            Ok(next) => next.map(|next| next.max(now + AGAIN)),
            Err(oops) => {
                let contest = &errand.contest;
                tracing::warn!(contest, %oops, "a contest cannot be looked after");
                Some(now + AGAIN)
            }
        };
        hall.store.end_errand(&errand, next).await?;
    }
    Ok(any)
}

/// Looks at a contest. Says when it is to be looked at again, if ever.
async fn look_after(site: &Site, errand: &Errand) -> Result<Option<u64>> {
    let hall = site.rooms.hall();
    let id = &errand.contest;
    match errand.kind.as_deref() {
        Some(Series::KIND) => {
            let series = matches::look(site, id).await?;
            if series.ending().is_none() {
                return Ok(series.due());
            }
            forget(&hall.matches, id).await;
            if let Some(tournament) = &series.plan().tournament {
                let now = hall.config.clock.wall();
                hall.store.note_errand(tournament, now).await?;
            }
            Ok(None)
        }
        Some(Tournament::KIND) => {
            let tournament = tournaments::look(site, id).await?;
            Ok(tournaments::wakes(&tournament))
        }
        _ => Ok(None),
    }
}

/// Somebody changed a contest: it is looked at when something of it is due.
///
/// # Errors
/// It cannot be noted.
pub async fn note(site: &Site, contest: &str, at: Option<u64>) -> Result<()> {
    match at {
        Some(at) => site.rooms.hall().store.note_errand(contest, at).await,
        None => Ok(()),
    }
}

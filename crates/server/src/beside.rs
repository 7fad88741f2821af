//! Work that nobody waits for, on threads that give way to all others.

use crate::error::{Oops, Result};
use tokio::sync::oneshot;

/// Does something on a thread of its own that runs when no other has anything to do, as far as the system can
/// be asked for that.
///
/// # Errors
/// There is no thread to be had, or the work came to no end.
pub async fn beside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (done, result) = oneshot::channel();
    std::thread::Builder::new()
        .name("beside".to_owned())
        .spawn(move || {
            give_way();
            let _ = done.send(work());
        })
        .map_err(Oops::internal)?;
    result.await.map_err(Oops::internal)
}

/// On Linux this is about the calling thread alone.
#[cfg(target_os = "linux")]
fn give_way() {
    if let Err(error) = rustix::process::setpriority_process(None, 15) {
        tracing::debug!(%error, "a thread does not give way");
    }
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_stumbles_is_an_error_and_no_more() {
        assert_eq!(beside(|| 3).await, Ok(3));
        let stumbles: Result<()> = beside(|| panic!("on purpose")).await;
        assert!(stumbles.is_err());
    }
}

//! Ctrl-C, or SIGTERM: the first asks for an orderly end that keeps what is done, the second ends at once.

use crate::trouble::tell;
use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// A flag that Ctrl-C or SIGTERM sets.
pub fn flag() -> &'static AtomicBool {
    stop()
}

/// The same flag, to be kept by something that works on.
pub fn shared() -> Arc<AtomicBool> {
    Arc::clone(stop())
}

fn stop() -> &'static Arc<AtomicBool> {
    STOP.get_or_init(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let caught = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            tell("stopping; what is done is kept");
        });
        if let Err(error) = caught {
            tell(format_args!(
                "gloryhex: Ctrl-C will lose what is done: {error}"
            ));
        }
        stop
    })
}

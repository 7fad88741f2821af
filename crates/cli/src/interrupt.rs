//! Ctrl-C: the first asks for an orderly end that keeps what is done, the second ends at once.

use std::sync::{
    Once,
    atomic::{AtomicBool, Ordering},
};

static STOP: AtomicBool = AtomicBool::new(false);

/// A flag that Ctrl-C sets.
pub fn flag() -> &'static AtomicBool {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let caught = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            eprintln!("stopping; what is done is kept");
        });
        if let Err(error) = caught {
            eprintln!("gloryhex: Ctrl-C will lose what is done: {error}");
        }
    });
    &STOP
}

//! The allocator with a counter, so that `bench` can report heap allocations per decision.

use mimalloc::MiMalloc;
use std::{
    alloc::{GlobalAlloc, Layout},
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::Duration,
};

/// How often free memory is given back to the system.
const GIVE_BACK: Duration = Duration::from_secs(5);

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

struct Counting;

// A global allocator cannot be written without `unsafe`. Every call goes to the allocator below
// unchanged; counting touches no memory but one atomic.
#[allow(unsafe_code)]
// SAFETY: each method passes its arguments on as they are and returns what the allocator returned.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { MiMalloc.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { MiMalloc.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { MiMalloc.realloc(at, layout, size) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

/// Heap allocations of this process so far.
pub fn allocations() -> u64 {
    ALLOCATIONS.load(Ordering::Relaxed)
}

/// Gives free memory back to the system every few seconds, for ever. By itself the allocator does so only while
/// it is asked for something.
pub fn give_back() {
    let work = || {
        loop {
            thread::sleep(GIVE_BACK);
            // SAFETY: any thread may ask for this at any time.
            #[allow(unsafe_code)]
            unsafe {
                libmimalloc_sys::mi_collect(true);
            }
        }
    };
    // Without it memory is given back later, and nothing else changes.
    let _ = thread::Builder::new()
        .name("give-back".to_owned())
        .spawn(work);
}

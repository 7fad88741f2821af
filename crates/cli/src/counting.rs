//! The allocator with a counter, so that `bench` can report heap allocations per decision.

use mimalloc::MiMalloc;
use std::{
    alloc::{GlobalAlloc, Layout},
    cell::Cell,
    sync::atomic::{AtomicU64, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How often free memory is given back to the system.
const GIVE_BACK: Duration = Duration::from_secs(5);
/// How often a thread that serves does, at most: it takes milliseconds.
const GIVE_BACK_OF_THREAD: Duration = Duration::from_secs(15);

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

/// Gives back what this thread has free, and what threads that ended have left.
fn collect() {
    // SAFETY: any thread may ask for this at any time.
    #[allow(unsafe_code)]
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
}

/// Gives back what this thread has free if it has not done so for a while. Each thread of a server calls this before it waits
/// for something to do: what it has allocated and another thread has freed, no other thread can give back.
pub fn give_back_before_waiting() {
    thread_local! {
        static LAST: Cell<Instant> = Cell::new(Instant::now());
    }
    LAST.with(|last| {
        if last.get().elapsed() >= GIVE_BACK_OF_THREAD {
            collect();
            last.set(Instant::now());
        }
    });
}

/// Gives free memory back to the system every few seconds, for ever. By itself the allocator does so only while
/// it is asked for something.
pub fn give_back() {
    let work = || {
        loop {
            thread::sleep(GIVE_BACK);
            collect();
        }
    };
    // Without it memory is given back later, and nothing else changes.
    let _ = thread::Builder::new()
        .name("give-back".to_owned())
        .spawn(work);
}

//! The system allocator with a counter for each thread, so that tests can tell how much a piece of work takes.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

thread_local! {
    static BYTES: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

fn count(bytes: usize) {
    // A thread that ends has no counter any more.
    let _ = BYTES.try_with(|all| all.set(all.get() + bytes as u64));
}

// A global allocator cannot be written without `unsafe`. Every call goes to the system allocator unchanged.
#[allow(unsafe_code)]
// SAFETY: each method passes its arguments on as they are and returns what the system returned.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static GLOBAL: Counting = Counting;

/// The bytes that a piece of work asks the allocator for, on this thread.
pub fn bytes<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = BYTES.with(Cell::get);
    let result = work();
    (BYTES.with(Cell::get) - before, result)
}

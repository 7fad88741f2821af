//! A 64-bit hash of a state that is the same on every machine and in every build.
//!
//! FNV-1a over the state as JSON: slow, and good for ever. Batch play has a faster one of its own.

use gloryhex_engine::State;
use serde::Serialize;

/// The hash of some bytes.
pub fn of_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The hash of anything that can be written as JSON.
pub fn of<T: Serialize>(value: &T) -> u64 {
    serde_json::to_vec(value).map_or(0, |bytes| of_bytes(&bytes))
}

/// The hash of a state.
pub fn of_state(state: &State) -> u64 {
    of(state)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_pinned() {
        assert_eq!(super::of_bytes(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::of_bytes(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}

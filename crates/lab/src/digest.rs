//! A hash that is the same on every machine and in every version of the standard library.

use gloryhex_engine::State;
use std::hash::{Hash, Hasher};

/// A 64-bit hash with a fixed algorithm: multiply and rotate per word, scrambled at the end.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The digest of nothing.
    pub const fn new() -> Digest {
        Digest(0x51_7c_c1_b7_27_22_0a_95)
    }
    /// Takes in one word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    /// The digest of a state.
    pub fn of(state: &State) -> u64 {
        let mut digest = Digest::new();
        state.hash(&mut digest);
        digest.finish()
    }
}

impl Default for Digest {
    fn default() -> Self {
        Digest::new()
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        crate::seed::scramble(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.word(n.into());
    }
    fn write_u16(&mut self, n: u16) {
        self.word(n.into());
    }
    fn write_u32(&mut self, n: u32) {
        self.word(n.into());
    }
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
    fn write_isize(&mut self, n: isize) {
        self.word(n as u64);
    }
    fn write_i8(&mut self, n: i8) {
        self.word(n as u64);
    }
    fn write_i16(&mut self, n: i16) {
        self.word(n as u64);
    }
    fn write_i32(&mut self, n: i32) {
        self.word(n as u64);
    }
    fn write_i64(&mut self, n: i64) {
        self.word(n as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_pinned() {
        let mut digest = Digest::new();
        (1u8, 2u16, 3u32, [4u64, 5]).hash(&mut digest);
        assert_eq!(digest.finish(), 4718882967702438396);
    }
}

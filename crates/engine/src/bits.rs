//! The members of a bit set, lowest first.

/// The positions of the set bits.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(at)
    }
}

/// The positions of the set bits of a wider set.
pub fn wide(mut mask: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        at
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_lowest_first() {
        assert!(Bits(0b1_0010_0001).eq([0, 5, 8]));
        assert_eq!(Bits(0).next(), None);
        assert!(wide(1 << 100 | 0b1010).eq([1, 3, 100]));
    }
}

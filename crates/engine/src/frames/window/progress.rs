//! How far the settling of a moment has come, in few bytes. What happens at each stage is not known here.

use crate::cards::listeners::moment::Moment;
use gloryhex_model::Seat;
use serde::{Deserialize, Serialize};

/// A moment being settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    /// The moment.
    pub moment: Moment,
    /// How far it has come: three bits for the stage, three for the passes, two for the seat.
    at: u8,
    /// The order of abilities, two bits for each place.
    order: u8,
    done: [u8; 4],
}

pub(super) const BREAK: u8 = 0;
pub(super) const AUTO: u8 = 1;
pub(super) const FREE: u8 = 3;
pub(super) const REACT: u8 = 4;
pub(super) const REACTING: u8 = 5;
impl Window {
    /// The start.
    pub fn new(moment: Moment) -> Window {
        Window {
            moment,
            at: BREAK,
            order: 0,
            done: [0; 4],
        }
    }
    /// A moment at which nothing happens of itself any more, and only the players may have something to do,
    /// from a seat on.
    pub fn settled(moment: Moment, seat: Seat) -> Window {
        let mut window = Window::new(moment);
        window.enter(FREE, seat);
        window
    }
    /// How far it has come.
    pub(super) fn stage(self) -> u8 {
        self.at & 7
    }
    /// Players who passed in succession, or how many have their place in the order of abilities.
    pub(super) fn passes(self) -> u8 {
        self.at >> 3 & 7
    }
    /// Whose turn it is.
    pub(super) fn seat(self) -> Seat {
        Seat(self.at >> 6)
    }
    pub(super) fn set_stage(&mut self, stage: u8) {
        self.at = self.at & !7 | stage;
    }
    pub(super) fn set_passes(&mut self, passes: u8) {
        self.at = self.at & !(7 << 3) | passes.min(7) << 3;
    }
    pub(super) fn set_seat(&mut self, seat: Seat) {
        self.at = self.at & !(3 << 6) | seat.0 << 6;
    }
    pub(super) fn placed(self) -> impl Iterator<Item = Seat> {
        (0..self.passes().min(4)).map(move |place| Seat(self.order >> (2 * place) & 3))
    }
    pub(super) fn place(&mut self, seat: Seat) {
        self.order |= seat.0 << (2 * self.passes().min(3));
        self.set_passes(self.passes() + 1);
    }
    pub(super) fn is_done(self, nth: u8) -> bool {
        u32::from_le_bytes(self.done) >> nth.min(31) & 1 == 1
    }
    pub(super) fn any_done(self) -> bool {
        self.done != [0; 4]
    }
    pub(super) fn set_done(&mut self, nth: u8) {
        let done = u32::from_le_bytes(self.done) | 1 << nth.min(31);
        self.done = done.to_le_bytes();
    }
    pub(super) fn enter(&mut self, stage: u8, seat: Seat) {
        self.at = stage | seat.0 << 6;
        self.done = [0; 4];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bind::Bind, cards::Also};
    use gloryhex_model::Trigger;

    #[test]
    fn stage_passes_and_seat_do_not_disturb_one_another() {
        let moment = Moment {
            trigger: Trigger::MoveDone,
            bind: Bind::NONE,
            also: Also::NOTHING,
        };
        let mut window = Window::new(moment);
        for (stage, passes, seat) in [
            (REACTING, 4, Seat(3)),
            (AUTO, 1, Seat(2)),
            (FREE, 3, Seat(0)),
        ] {
            window.set_stage(stage);
            window.set_passes(passes);
            window.set_seat(seat);
            let found = (window.stage(), window.passes(), window.seat());
            assert_eq!(found, (stage, passes, seat));
        }
        window.enter(AUTO, Seat(1));
        window.place(Seat(3));
        window.place(Seat(0));
        assert!(window.placed().eq([Seat(3), Seat(0)]));
        assert_eq!((window.stage(), window.seat()), (AUTO, Seat(1)));
    }
}

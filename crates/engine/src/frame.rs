//! Resolution is a stack of plain frames. A frame says where in the printed text we are.
//!
//! Each kind of frame lives in a file of its own under `frames/`; this file only holds the list of
//! kinds and the stack, and `dispatch.rs` asks the right one. A frame on top is stepped until it asks a
//! player or chance, pushes another frame, or pops itself. Nothing is kept outside the frame and the state.

use crate::frames::*;
use serde::{Deserialize, Serialize};
use std::hint::cold_path;

/// Deepest nesting. A breach is a bug and is reported as one.
pub const MAX_DEPTH: usize = 26;

/// A frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// Set-up, step by step.
    Setup(setup::Setup),
    /// Players roll off.
    RollOff(roll_off::RollOff),
    /// Boards are chosen and placed.
    Boards(boards::Boards),
    /// Tokens are placed.
    Tokens(tokens::Tokens),
    /// Starting hands.
    Hands(hands::Hands),
    /// Fighters are placed.
    Deploy(deploy::Deploy),
    /// A round, step by step.
    Round(round::Round),
    /// A turn, step by step.
    Turn(turn::Turn),
    /// A player decides what to do with an activation / Action step.
    Activation(activation::Activation),
    /// A card or ability lets a fighter act.
    Grant(grant::Grant),
    /// A fighter moves.
    Move(moving::Move),
    /// A fighter charges.
    Charge(charge::Charge),
    /// A player focuses.
    Focus(focus::Focus),
    /// A series of attacks on several targets.
    Series(series::Series),
    /// The combat sequence.
    Combat(combat::Combat),
    /// A fighter is dealt damage.
    Damage(damage::Damage),
    /// Abilities may react to a moment.
    Window(window::Window),
    /// A power step.
    Power(power::Power),
    /// A card is being resolved.
    Card(card::Card),
    /// A spell is being cast.
    Cast(cast::Cast),
    /// Surge objectives are scored.
    Surge(surge::Surge),
    /// The end phase.
    End(end::End),
}

/// The stack of frames, innermost last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stack {
    frames: [Option<Frame>; MAX_DEPTH],
    depth: u8,
}

impl Default for Stack {
    fn default() -> Self {
        Stack {
            frames: [None; MAX_DEPTH],
            depth: 0,
        }
    }
}

impl std::fmt::Debug for Stack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Stack {
    /// The frame on top. Places above it hold nothing, the last one of an empty stack neither.
    #[inline]
    pub fn top(&self) -> Option<Frame> {
        let last = usize::from(self.depth.wrapping_sub(1));
        self.frames[last.min(MAX_DEPTH - 1)]
    }
    /// Puts a frame on top; `false` if there is no room.
    pub fn push(&mut self, frame: Frame) -> bool {
        let Some(slot) = self.frames.get_mut(self.depth as usize) else {
            cold_path();
            return false;
        };
        *slot = Some(frame);
        self.depth += 1;
        true
    }
    /// Replaces the frame on top; there is one.
    #[inline]
    pub fn put(&mut self, frame: Frame) {
        debug_assert!(self.depth > 0);
        let last = usize::from(self.depth.wrapping_sub(1));
        self.frames[last.min(MAX_DEPTH - 1)] = Some(frame);
    }
    /// Takes the frame off the top.
    pub fn pop(&mut self) -> Option<Frame> {
        let last = self.depth.wrapping_sub(1);
        let slot = self.frames.get_mut(usize::from(last))?;
        self.depth = last;
        slot.take()
    }
    /// The frame beneath the one on top.
    #[inline]
    pub fn beneath(&mut self) -> Option<&mut Frame> {
        let below = usize::from(self.depth.wrapping_sub(2));
        self.frames.get_mut(below)?.as_mut()
    }
    /// How many frames there are.
    pub fn depth(&self) -> usize {
        self.depth as usize
    }
    /// The frames, outermost first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.frames[..self.depth as usize].iter().flatten()
    }
    /// The frames, outermost first, to change.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Frame> {
        self.frames[..self.depth as usize].iter_mut().flatten()
    }
}

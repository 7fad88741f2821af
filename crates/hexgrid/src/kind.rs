//! The marks a hex can carry. What a mark does is not decided here.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitOr, BitOrAssign};

/// A set of marks on one hex.
///
/// ```
/// use gloryhex_hexgrid::Kind;
/// let kinds = Kind::STARTING | Kind::COVER;
/// assert!(kinds.has(Kind::COVER) && !kinds.has(Kind::LETHAL));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kind(u8);

impl Kind {
    /// No mark: a plain hex.
    pub const PLAIN: Kind = Kind(0);
    /// Somewhere to begin.
    pub const STARTING: Kind = Kind(1);
    /// Stops movement and sight.
    pub const BLOCKED: Kind = Kind(2);
    /// Harmful to enter.
    pub const LETHAL: Kind = Kind(4);
    /// Gives shelter.
    pub const COVER: Kind = Kind(8);
    /// Unsteady to enter.
    pub const STAGGER: Kind = Kind(16);
    /// Fewer than six neighbours. Worked out when a grid is built, never printed.
    pub const EDGE: Kind = Kind(32);
    /// Put together from parts of several sheets. Worked out when a grid is built, never printed.
    pub const COMPLETED: Kind = Kind(64);
    /// Something a player has laid there waits for whoever comes in. Never printed.
    pub const TRAP: Kind = Kind(128);

    /// Every mark with its word, in the order above.
    pub const WORDS: [(Kind, &'static str); 8] = [
        (Kind::STARTING, "starting"),
        (Kind::BLOCKED, "blocked"),
        (Kind::LETHAL, "lethal"),
        (Kind::COVER, "cover"),
        (Kind::STAGGER, "stagger"),
        (Kind::EDGE, "edge"),
        (Kind::COMPLETED, "completed"),
        (Kind::TRAP, "trap"),
    ];

    /// Whether all of these marks are present.
    #[inline]
    pub const fn has(self, marks: Kind) -> bool {
        self.0 & marks.0 == marks.0
    }

    /// Whether at least one of these marks is present.
    #[inline]
    pub const fn has_any(self, marks: Kind) -> bool {
        self.0 & marks.0 != 0
    }

    /// Both sets of marks.
    #[inline]
    pub const fn with(self, marks: Kind) -> Kind {
        Kind(self.0 | marks.0)
    }

    /// The marks as a bit mask.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The mark drawn with this character in a map, if any: `s` starting, `#` blocked, `!` lethal,
    /// `~` cover, `%` stagger.
    pub const fn from_mark(mark: char) -> Option<Kind> {
        Some(match mark {
            's' => Kind::STARTING,
            '#' => Kind::BLOCKED,
            '!' => Kind::LETHAL,
            '~' => Kind::COVER,
            '%' => Kind::STAGGER,
            _ => return None,
        })
    }
}

impl BitOr for Kind {
    type Output = Kind;
    #[inline]
    fn bitor(self, other: Kind) -> Kind {
        self.with(other)
    }
}

impl BitOrAssign for Kind {
    #[inline]
    fn bitor_assign(&mut self, other: Kind) {
        *self = self.with(other);
    }
}

/// The words of the marks, or `plain`.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Kind::PLAIN {
            return f.write_str("plain");
        }
        let mut gap = "";
        for (mark, word) in Kind::WORDS {
            if self.has(mark) {
                write!(f, "{gap}{word}")?;
                gap = " ";
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({self})")
    }
}

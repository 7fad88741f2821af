//! Whether somebody can take their last choice back, and if not, why.
//!
//! What was passed for a player without asking is no choice of theirs: it is taken back together with the
//! choice before it. Against opponents nobody has to agree as long as nothing was told since; people are
//! asked as soon as one of them has decided since, even if only by a pass, and even if the pass was made
//! for them: otherwise the answer would tell which of the two it was.

use crate::play::Play;
use gloryhex_model::Seat;
use gloryhex_protocol as p;

/// What taking back would mean for whoever plays some seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeBack {
    /// Whose choice it is.
    pub seat: u8,
    /// The position before it.
    pub to: u32,
    /// Who has to agree.
    pub leave: Leave,
}

/// Who has to agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Nobody.
    Free,
    /// The others, and why.
    Ask(&'static str),
    /// Nobody could, and why it would be needed.
    Never(&'static str),
}

/// What taking back would mean for whoever plays these seats (as bits); `None` if they have chosen nothing.
pub fn take_back(play: &Play, own: u8) -> Option<TakeBack> {
    let record = &play.record;
    let mine = |seat: u8| own >> seat & 1 == 1;
    let last = record
        .made
        .iter()
        .rposition(|made| mine(made.seat) && !made.auto)?;
    let to = play.before(last)?;
    let others = record.people() & !own;
    let alone = record.present() & !own == 0;
    let decided = record.made[last..].iter().any(|made| !mine(made.seat));
    let why = match play.told_since(last) {
        _ if alone => None,
        Some(why) => Some(why),
        // In a rated game an opponent's answer is one, too.
        None => (decided && (others != 0 || play.plan.rated))
            .then_some("another player has decided since"),
    };
    Some(TakeBack {
        seat: record.made[last].seat,
        to,
        leave: match why {
            None => Leave::Free,
            Some(why) if others == 0 || play.plan.rated => Leave::Never(why),
            Some(why) => Leave::Ask(why),
        },
    })
}

/// Why nobody can agree, in a sentence.
pub fn never(play: &Play, why: &str) -> String {
    match play.plan.rated {
        true => format!("It cannot be taken back: {why}, and the game is rated."),
        false => format!("It cannot be taken back: {why}, and there is nobody to agree."),
    }
}

/// What the button says to a player before it is pressed.
pub fn told(play: &Play, seat: Seat) -> Option<p::TakeBack> {
    if play.is_over() {
        return None;
    }
    // On a hot seat everybody sits at the same screen.
    let own = match play.plan.hot_seat {
        true => play.record.people(),
        false => 1 << seat.0,
    };
    let (leave, why) = match take_back(play, own).map(|back| back.leave) {
        None => (
            p::Leave::Never,
            Some("You have made no choice that could be taken back.".to_owned()),
        ),
        Some(Leave::Free) => (p::Leave::Free, None),
        Some(Leave::Ask(why)) => (
            p::Leave::Ask,
            Some(format!("The others must agree: {why}.")),
        ),
        Some(Leave::Never(why)) => (p::Leave::Never, Some(never(play, why))),
    };
    Some(p::TakeBack { leave, why })
}

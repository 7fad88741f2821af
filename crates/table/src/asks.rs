//! What players may ask of a game: each question is answered, refused, or turned into the entry that does it.
//!
//! Nothing changes here. Whoever keeps the table stores the entry, takes it over ([`Play::step`]) and tells everybody.
//! Seats that somebody holds are bits throughout.

use crate::{
    entry::{Entry, Leaving},
    error::Result,
    play::{Play, Tried},
    seating::seats,
    shown,
    take_back::{self, Leave},
};
use gloryhex_editions::Content;
use gloryhex_engine::Choice;
use gloryhex_model::Seat;
use gloryhex_protocol::{Code, Hint, Problem, Refusal, RuleEntry, SeatKind, ServerMessage};

/// What a clock says about the pending decision, where there are clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// Milliseconds to take off.
    pub spent: u32,
    /// The time, in Unix milliseconds; 0 without clocks.
    pub when: u64,
}

/// What comes of a choice that somebody wants to make.
#[derive(Debug)]
pub enum Wanted {
    /// It can be made.
    Made(Choice),
    /// The rules do not allow it.
    Refused(Refusal),
}

/// An entry to be stored, or an answer if there is nothing to store.
#[derive(Debug)]
pub enum Answer {
    /// To be stored.
    Entry(Entry),
    /// Only for whoever asked.
    Message(ServerMessage),
}

/// What a search found: the choice, the chance to win after it, and what speaks for it.
pub type Found = Vec<(Choice, f32, String)>;

/// Tries a choice on a copy of the game: the entry that makes it, and what comes of it. `auto` if nobody was asked.
///
/// # Errors
/// The rules refuse it, or the engine stumbles.
pub fn chosen(
    play: &Play,
    seat: Seat,
    choice: Choice,
    text: Option<&str>,
    auto: bool,
    clock: Spent,
) -> Result<(Entry, Tried)> {
    let tried = play.try_choice(seat, choice)?;
    let choice_text = match text {
        Some(text) => text.to_owned(),
        None => play.on_table()?.write(seat, choice),
    };
    let entry = Entry::Choose {
        seat: seat.0,
        choice: choice_text,
        exact: choice,
        spent: clock.spent,
        auto,
        when: clock.when,
    };
    Ok((entry, tried))
}

/// The game has gone on.
pub fn stale() -> Problem {
    Problem::new(
        Code::Stale,
        "The game has gone on since; look at it again and choose anew.",
    )
}

/// The seat that acts for whoever holds these: the one named, or the one that decides, or the first.
///
/// # Errors
/// They hold none, or not the one named.
pub fn acting(play: &Play, own: u8, named: Option<u8>) -> Result<Seat> {
    let not_seated = || {
        Problem::new(
            Code::NotSeated,
            "You are watching; only players can do this.",
        )
    };
    if let Some(seat) = named {
        let held = seat < 8 && own >> seat & 1 == 1;
        return held.then_some(Seat(seat)).ok_or_else(not_seated);
    }
    let decider = play.decider().filter(|seat| own >> seat.0 & 1 == 1);
    let first = || seats(own).first().copied().map(Seat);
    decider.or_else(first).ok_or_else(not_seated)
}

/// Refuses what can be done in a running game only.
///
/// # Errors
/// The game has not begun or is over.
pub fn running_only(play: &Play) -> Result<()> {
    play.on_table()?;
    match play.is_over() {
        true => Err(Problem::new(Code::WrongStage, "The game is over.")),
        false => Ok(()),
    }
}

/// The seat that speaks about a game that is under way, if its player has not left it.
///
/// # Errors
/// Nobody here plays, or the game is not under way.
pub fn playing(play: &Play, own: u8) -> Result<u8> {
    let seat = acting(play, own, None)?;
    running_only(play)?;
    let people = play.record.people() & own;
    match (people >> seat.0 & 1 == 1, seats(people).first()) {
        (true, _) => Ok(seat.0),
        (false, Some(other)) => Ok(*other),
        (false, None) => Err(Problem::new(Code::WrongStage, "You have left this game.")),
    }
}

/// The position that is asked about must be the present one, and the seat must decide there.
///
/// # Errors
/// The game has gone on, or somebody else decides.
pub fn asked_now(play: &Play, own: u8, at: u32) -> Result<Seat> {
    let seat = acting(play, own, None)?;
    running_only(play)?;
    current(play, at)?;
    match play.decider() {
        Some(decider) if decider == seat => Ok(seat),
        _ => Err(Problem::new(
            Code::NotYourTurn,
            "It is not for you to decide now.",
        )),
    }
}

fn current(play: &Play, at: u32) -> Result<()> {
    match at < play.record.moved_at || at > play.record.at {
        true => Err(stale()),
        false => Ok(()),
    }
}

/// A choice of a seat in notation, at a position.
///
/// # Errors
/// It is not the seat's turn, the game has gone on, or the text is no choice.
pub fn choose(
    content: &Content,
    rules: &[RuleEntry],
    play: &Play,
    seat: Seat,
    at: u32,
    wanted: &str,
) -> Result<Wanted> {
    running_only(play)?;
    current(play, at)?;
    match play.decider() {
        Some(decider) if decider == seat => {}
        Some(decider) => {
            let names = shown::people_names(play);
            let name = names.get(decider.ix()).cloned().unwrap_or_default();
            return Err(Problem::new(
                Code::NotYourTurn,
                format!("It is not for you to decide now but for {name}."),
            ));
        }
        None => {
            return Err(Problem::new(
                Code::NotYourTurn,
                "Nothing is to be decided now.",
            ));
        }
    }
    let on = play.on_table()?;
    let choice = on.read(seat, wanted)?;
    Ok(match on.refusal(seat, choice) {
        Some(refusal) => Wanted::Refused(shown::refusal(content, rules, on, wanted, refusal)),
        None => Wanted::Made(choice),
    })
}

/// Whether a choice would be allowed, and if not, by which rule.
///
/// # Errors
/// Nobody here plays, or the text is no choice.
pub fn why_not(
    content: &Content,
    rules: &[RuleEntry],
    play: &Play,
    own: u8,
    choice: String,
) -> Result<ServerMessage> {
    let seat = acting(play, own, None)?;
    running_only(play)?;
    let on = play.on_table()?;
    let read = on.read(seat, &choice)?;
    Ok(match on.refusal(seat, read) {
        Some(refusal) => ServerMessage::Refused {
            refusal: shown::refusal(content, rules, on, &choice, refusal),
        },
        None => ServerMessage::Allowed { choice },
    })
}

/// The odds of an attack.
///
/// # Errors
/// The choice is none.
pub fn odds(play: &Play, own: u8, choice: String) -> Result<ServerMessage> {
    let seat = acting(play, own, None)?;
    running_only(play)?;
    let on = play.on_table()?;
    let read = on.read(seat, &choice)?;
    let odds = shown::odds(on, seat, read)
        .ok_or_else(|| Problem::invalid("Odds are known for attacks only."))?;
    Ok(ServerMessage::Odds { choice, odds })
}

/// What a fighter could attack at the end of each Charge.
///
/// # Errors
/// It is not for the seat to decide.
pub fn strikes(
    content: &Content,
    play: &Play,
    own: u8,
    at: u32,
    fighter: u8,
) -> Result<ServerMessage> {
    let seat = asked_now(play, own, at)?;
    let list = shown::strikes(content, play, play.on_table()?, seat, fighter);
    Ok(ServerMessage::Strikes { at, fighter, list })
}

/// What a search found, told to the seat it was found for.
pub fn hints(play: &Play, seat: Seat, found: Found) -> Vec<Hint> {
    let Ok(on) = play.on_table() else {
        return Vec::new();
    };
    let people = shown::people_names(play);
    let told = |(choice, wins, reason)| Hint {
        choice: on.write(seat, choice),
        label: shown::label(on, &people, seat, choice),
        wins,
        reason,
    };
    found.into_iter().map(told).collect()
}

/// Somebody wants to take the last choice back.
///
/// # Errors
/// The game has gone on, there is nothing to take back, or somebody else asks already.
pub fn undo(play: &Play, own: u8, at: u32, clock: Spent) -> Result<Answer> {
    running_only(play)?;
    if at < play.record.moved_at {
        return Err(stale());
    }
    playing(play, own)?;
    let back = take_back::take_back(play, own)
        .ok_or_else(|| Problem::invalid("You have made no choice to take back."))?;
    let (seat, to) = (back.seat, back.to);
    Ok(match back.leave {
        Leave::Free => Answer::Entry(Entry::TakeBack {
            seat,
            to,
            spent: clock.spent,
            when: clock.when,
        }),
        Leave::Ask(_) if play.record.undo.is_some() => {
            return Err(Problem::new(
                Code::Stale,
                "Somebody asks to take a choice back already; that is answered first.",
            ));
        }
        Leave::Ask(_) => Answer::Entry(Entry::AskUndo { seat, to }),
        Leave::Never(why) => Answer::Message(ServerMessage::UndoAnswered {
            seat,
            agreed: false,
            reason: Some(take_back::never(play, why)),
        }),
    })
}

/// Somebody answers whether a choice may be taken back; `asked` is who asked, and for which position.
///
/// # Errors
/// Nobody asks that now, or it is for the others to answer.
pub fn answer_undo(
    play: &Play,
    own: u8,
    agree: bool,
    asked: Option<(u8, u32)>,
    clock: Spent,
) -> Result<Entry> {
    playing(play, own)?;
    let undo = play
        .record
        .undo
        .filter(|undo| Some((undo.seat, undo.to)) == asked)
        .ok_or_else(|| Problem::new(Code::Stale, "Nobody asks to take a choice back now."))?;
    let mine = play.record.people() & own & !undo.agreed;
    let seat = *seats(mine)
        .first()
        .ok_or_else(|| Problem::invalid("It is for the others to answer."))?;
    Ok(Entry::AnswerUndo {
        seat,
        agree,
        spent: clock.spent,
        when: clock.when,
    })
}

/// Somebody gives up.
///
/// # Errors
/// Nobody here plays.
pub fn resign(play: &Play, own: u8) -> Result<Entry> {
    let seat = playing(play, own)?;
    let why = Leaving::Resigned;
    Ok(Entry::Leave { seat, why })
}

/// Somebody offers a draw, or no longer does.
///
/// # Errors
/// Nobody here plays, or nothing would change.
pub fn offer_draw(play: &Play, own: u8, offer: bool) -> Result<Answer> {
    let seat = playing(play, own)?;
    let record = &play.record;
    if record.people() & !own == 0 {
        // Opponents always play on.
        let stands = false;
        return Ok(Answer::Message(ServerMessage::DrawOffered { seat, stands }));
    }
    let others = record.people() & !(1 << seat);
    let offers = record.draw >> seat & 1 == 1;
    Ok(Answer::Entry(match offer {
        // Everybody else offers one already: that is an agreement.
        true if others != 0 && record.draw & others == others => {
            let agree = true;
            Entry::AnswerDraw { seat, agree }
        }
        true if offers => {
            return Err(Problem::new(Code::Stale, "You offer a draw already."));
        }
        false if !offers => {
            return Err(Problem::new(Code::Stale, "You do not offer a draw now."));
        }
        offer => Entry::OfferDraw { seat, offer },
    }))
}

/// Somebody answers an offer of a draw.
///
/// # Errors
/// Nobody offers one, or it is for the others to answer.
pub fn answer_draw(play: &Play, own: u8, agree: bool) -> Result<Entry> {
    playing(play, own)?;
    let record = &play.record;
    if record.draw == 0 {
        return Err(Problem::new(Code::Stale, "Nobody offers a draw now."));
    }
    let seat = *seats(record.people() & own & !record.draw)
        .first()
        .ok_or_else(|| Problem::invalid("It is for the others to answer."))?;
    Ok(Entry::AnswerDraw { seat, agree })
}

/// Somebody wants another game: the seats that say so.
///
/// # Errors
/// Nobody here plays, or the game is not over.
pub fn again(play: &Play, own: u8) -> Result<Vec<u8>> {
    let seat = acting(play, own, None)?.0;
    if !play.is_over() {
        return Err(Problem::new(Code::WrongStage, "The game is not over yet."));
    }
    if play.match_id().is_some() {
        return Err(Problem::new(
            Code::WrongStage,
            "The next game of this match is made as soon as it is due.",
        ));
    }
    let mine = seats(own).into_iter();
    Ok(mine.filter(|s| *s == seat || own != 1 << seat).collect())
}

/// Whether everybody wants another game that is not made yet.
pub fn all_want_another(play: &Play) -> bool {
    let record = &play.record;
    let people = (0..record.chairs.len())
        .filter(|ix| record.chairs[*ix].kind == SeatKind::Human)
        .fold(0u8, |set, ix| set | 1 << ix);
    record.again & people == people && record.next.is_none()
}

//! Choosing what to play before the game: by lines, or on the full screen.

use super::keyboard::Keyboard;
use crate::{
    args::{Edition, PlayGame},
    packs::content,
    trouble::Trouble,
};
use anstream::AutoStream;
use gloryhex_model::slug_of;
use gloryhex_terminal::{
    choosing::{Choosing, Offer, What},
    screen::chooser,
};
use std::io::{IsTerminal, Write, stdin, stdout};

const HELP: &str = "\
A number opens that line's list, `surprise` picks warbands for everybody, `show N` tells about the warband
of line N, `play` begins, `quit` leaves.";

/// Whether somebody at a terminal has said nothing about what to play, or wants to be asked.
pub fn wanted(args: &PlayGame) -> bool {
    let silent = args.warbands.is_empty()
        && args.decks.is_empty()
        && args.boards.is_empty()
        && args.own_boards.is_empty()
        && args.seed.is_none()
        && args.load.is_none();
    args.choose || (silent && stdin().is_terminal() && stdout().is_terminal())
}

/// What the command line would have said. None if the person leaves.
pub fn choose(args: &PlayGame, full_screen: bool) -> Result<Option<PlayGame>, Trouble> {
    let (players, own) = (usize::from(args.players), usize::from(args.seat) - 1);
    let mut choosing = Choosing::new(content(), args.edition.name(), players, own);
    let plays = match full_screen {
        true => on_screen(&mut choosing)?,
        false => by_lines(&mut choosing)?,
    };
    Ok(plays.then(|| said(args, &choosing)))
}

fn on_screen(choosing: &mut Choosing<'_>) -> Result<bool, Trouble> {
    let mut terminal = super::open_screen()?;
    let plays = chooser::choose(&mut terminal, choosing);
    super::close_screen();
    Ok(plays?)
}

fn said(args: &PlayGame, choosing: &Choosing<'_>) -> PlayGame {
    let mut all = Edition::all();
    PlayGame {
        edition: all
            .find(|edition| edition.name() == choosing.edition)
            .unwrap_or(args.edition),
        warbands: (choosing.sides.iter())
            .map(|side| side.warband.clone())
            .collect(),
        decks: choosing.decks(),
        boards: match choosing.board() {
            Some(board) => vec![board.to_owned()],
            None => args.boards.clone(),
        },
        own_boards: choosing.own_boards(),
        ..args.clone()
    }
}

fn by_lines(choosing: &mut Choosing<'_>) -> Result<bool, Trouble> {
    let mut keyboard = Keyboard::open();
    let mut out = AutoStream::auto(stdout()).lock();
    writeln!(out, "{HELP}")?;
    show(&mut out, choosing)?;
    loop {
        let Some(line) = keyboard.line(&mut out, "choose> ")? else {
            return Ok(false);
        };
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let rows = choosing.rows();
        let row = |text: &str| {
            let number = text.trim().parse::<usize>().ok()?;
            rows.get(number.checked_sub(1)?)
        };
        match word.to_lowercase().as_str() {
            "p" | "play" => return Ok(true),
            "q" | "quit" | "exit" => return Ok(false),
            "s" | "surprise" => {
                for seat in 0..choosing.sides.len() {
                    choosing.surprise(What::Warband(seat), chooser::unknown_number());
                }
                show(&mut out, choosing)?;
            }
            "show" => match row(rest).map(|row| row.what) {
                Some(What::Warband(seat)) => {
                    for line in choosing.picture(&choosing.sides[seat].warband) {
                        writeln!(out, "  {line}")?;
                    }
                }
                _ => writeln!(out, "Say of which line: show N, a line with a warband.")?,
            },
            _ => match row(word).map(|row| row.what) {
                Some(what) => {
                    if !pick(&mut keyboard, &mut out, choosing, what)? {
                        return Ok(false);
                    }
                    show(&mut out, choosing)?;
                }
                None => writeln!(out, "{HELP}")?,
            },
        }
    }
}

fn show(out: &mut impl Write, choosing: &Choosing<'_>) -> Result<(), Trouble> {
    for (number, row) in (1..).zip(choosing.rows()) {
        writeln!(out, "{number:>3}  {:<18}{}", row.label, row.value)?;
    }
    Ok(())
}

/// Has one thing picked from its list. Whether the person stays.
fn pick(
    keyboard: &mut Keyboard,
    out: &mut impl Write,
    choosing: &mut Choosing<'_>,
    what: What,
) -> Result<bool, Trouble> {
    let offers = choosing.offers(what);
    let mut season = "";
    for (number, offer) in (1..).zip(&offers) {
        if offer.season != season {
            season = &offer.season;
            writeln!(out, "  {season}")?;
        }
        writeln!(out, "{number:>5}  {}", offer.label)?;
    }
    loop {
        let prompt = "number, name or `surprise`> ";
        let Some(line) = keyboard.line(out, prompt)? else {
            return Ok(false);
        };
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "" => return Ok(true),
            "s" | "surprise" => choosing.surprise(what, chooser::unknown_number()),
            _ => match found(&offers, line) {
                Some(offer) => choosing.choose(what, &offer.name),
                None => {
                    let last = offers.len();
                    writeln!(
                        out,
                        "There is no `{line}`: type a number from 1 to {last}, a name, or nothing to leave it."
                    )?;
                    continue;
                }
            },
        }
        return Ok(true);
    }
}

/// The offer of this number, or the only one whose name begins so.
fn found<'a>(offers: &'a [Offer], text: &str) -> Option<&'a Offer> {
    if let Ok(number) = text.parse::<usize>() {
        return offers.get(number.checked_sub(1)?);
    }
    let slug = slug_of(text);
    let same = |offer: &&Offer| slug_of(&offer.name) == slug;
    let begins = |offer: &&Offer| slug_of(&offer.name).starts_with(&slug) && !slug.is_empty();
    let mut near = offers.iter().filter(begins);
    let only = near.next().filter(|_| near.next().is_none());
    offers.iter().find(same).or(only)
}

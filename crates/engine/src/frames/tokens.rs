//! Placing objective / feature tokens, in turn from the player of the first board.
//!
//! Either nobody knows the numbers until all tokens are turned up (Shadespire p.16, Embergard p.7), or
//! they are dealt and known to their owners, and each player may add a token without a number
//! (Harrowdeep p.26). The artefact comes before all others (Shadespire p.26). Where a token may lie is
//! in `ops/sites`.
//!
//! On the table tokens are numbered in the order of placing, so that a position tells nobody a number.
//! Dealt tokens still to be placed follow in the order of their owners' seats and their numbers; the
//! artefact keeps the last position.

use crate::{
    bits::Bits,
    chance::Ask,
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    ops::sites::{self, Placing},
    refusal::Refusal,
    run::{Flow, Run, Sight, Step},
    state::{Feature, MAX_FEATURES},
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{Rule, Seat};
use serde::{Deserialize, Serialize};

/// The position of the artefact among the tokens.
pub const ARTEFACT: usize = MAX_FEATURES - 1;

/// How far it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// The artefact is placed.
    #[default]
    Artefact,
    /// Numbers are dealt.
    Deal,
    /// Numbered tokens are placed.
    Place,
    /// They are turned up.
    Reveal,
    /// Players for whom a card says so may flip some.
    Flip,
    /// Tokens without a number may be added.
    Extra,
}

/// The tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tokens {
    /// How far it has come.
    pub stage: Stage,
    /// Tokens dealt, placed, turned up or players asked in this stage.
    pub done: u8,
    /// Tokens without a number added.
    pub added: u8,
    /// Tokens that each seat has flipped, two bits for each.
    #[serde(default)]
    pub flipped: u8,
    /// Players who flipped none in succession.
    #[serde(default)]
    pub passes: u8,
}

impl Tokens {
    fn placing(self) -> Placing {
        match self.stage {
            Stage::Artefact => Placing::Artefact,
            Stage::Extra => Placing::Extra,
            Stage::Deal | Stage::Place | Stage::Reveal | Stage::Flip => {
                Placing::Numbered(self.done)
            }
        }
    }
    /// Whose turn it is.
    fn seat(self, sight: Sight<'_>) -> Seat {
        let clock = &sight.state.clock;
        match self.stage {
            Stage::Artefact => last_to_lay(sight),
            Stage::Flip => Seat(clock.last_token).clockwise(self.done, clock.players),
            _ => Seat(clock.first_board).clockwise(self.done, clock.players),
        }
    }
}

/// Whoever placed the last board: regions are numbered in the order of boards.
fn last_to_lay(sight: Sight<'_>) -> Seat {
    let territory = &sight.state.clock.territory;
    let seats = sight.state.all_seats();
    seats
        .max_by_key(|seat| territory[seat.ix()])
        .unwrap_or(Seat(0))
}

fn total(sight: Sight<'_>) -> u8 {
    sight.rules().tokens.numbered[sight.state.clock.players as usize]
}

/// Takes a step.
pub fn step(run: &mut Run<'_>, frame: Tokens) -> Step {
    let players = run.state.clock.players;
    let total = total(run.sight());
    match frame.stage {
        Stage::Artefact => {
            let wanted = run.table.variant.artefact && !run.state.features[ARTEFACT].on_field();
            if wanted && sites::any(run.sight()) {
                return Ok(Flow::Ask(frame.seat(run.sight())));
            }
            go_to(run, frame, Stage::Deal)
        }
        Stage::Deal if run.rules().tokens.dealt && frame.done < total => deal(run, frame),
        Stage::Deal => go_to(run, frame, Stage::Place),
        Stage::Place if frame.done >= total => go_to(run, frame, Stage::Reveal),
        Stage::Reveal if run.rules().tokens.revealed && frame.done < total => reveal(run, frame),
        Stage::Reveal => go_to(run, frame, Stage::Flip),
        Stage::Flip if frame.passes >= players || !anybody_flips(run.sight()) => {
            go_to(run, frame, Stage::Extra)
        }
        Stage::Flip => {
            let seat = frame.seat(run.sight());
            if to_flip(run.sight(), frame, seat) == 0 {
                pass(run, frame);
                return Ok(Flow::On);
            }
            run.lists(|sight, out| choices(sight, frame, out));
            Ok(Flow::Ask(seat))
        }
        Stage::Extra if frame.done >= players || !run.rules().tokens.extra_gloom => run.done(),
        Stage::Place | Stage::Extra => {
            if sites::any(run.sight()) {
                run.lists(|sight, out| choices(sight, frame, out));
                return Ok(Flow::Ask(frame.seat(run.sight())));
            }
            advance(run, frame)
        }
    }
}

fn go_to(run: &mut Run<'_>, frame: Tokens, stage: Stage) -> Step {
    run.put(Frame::Tokens(Tokens {
        stage,
        done: 0,
        ..frame
    }));
    Ok(Flow::On)
}

fn advance(run: &mut Run<'_>, mut frame: Tokens) -> Step {
    frame.done += 1;
    run.put(Frame::Tokens(frame));
    Ok(Flow::On)
}

/// How many tokens a card lets a player flip.
fn flips_of(sight: Sight<'_>, seat: Seat) -> u8 {
    let standing = [Source::PLOT, Source::WARSCROLL];
    let others = sight.state.all_seats().filter(|other| *other != seat);
    let sources = others.flat_map(|seat| standing.map(|slot| Source { seat, slot }));
    let flips = sources.filter_map(|source| sight.table.code(source).map(|code| code.flips));
    flips.max().unwrap_or(0)
}

/// Whether a card lets anybody flip tokens.
fn anybody_flips(sight: Sight<'_>) -> bool {
    sight
        .state
        .all_seats()
        .any(|seat| flips_of(sight, seat) > 0)
}

/// The tokens that a player may flip now, as bits of their places.
fn to_flip(sight: Sight<'_>, frame: Tokens, seat: Seat) -> u64 {
    let flipped = frame.flipped >> (2 * seat.0) & 3;
    if flipped >= flips_of(sight, seat) {
        return 0;
    }
    let tokens = sight.state.features.iter().enumerate();
    let up = tokens.filter(|(_, token)| token.on_field() && token.numbered());
    up.fold(0, |set, (ix, _)| set | 1 << ix)
}

/// A player flips none for now.
fn pass(run: &mut Run<'_>, mut frame: Tokens) {
    frame.passes += 1;
    frame.done = frame.done.wrapping_add(1) % (4 * run.state.clock.players);
    run.put(Frame::Tokens(frame));
}

/// A player flips a token.
fn flip(run: &mut Run<'_>, mut frame: Tokens, seat: Seat, index: u8) {
    run.state.features[usize::from(index)].flags ^= Feature::NUMBERED;
    let numbered = false;
    run.emit(
        Rule::SetupTokensFlips,
        What::TokenFlipped { index, numbered },
    );
    frame.flipped += 1 << (2 * seat.0);
    pass(run, frame);
    if let Some(Frame::Tokens(frame)) = run.state.stack.top() {
        let passes = 0;
        run.put(Frame::Tokens(Tokens { passes, ..frame }));
    }
}

/// Numbers from 1 that no token has yet.
fn numbers_left(sight: Sight<'_>) -> u64 {
    let all = (1u64 << (total(sight) + 1)) - 2;
    sight
        .state
        .features
        .iter()
        .fold(all, |left, token| left & !(1 << token.number))
}

/// Deals one number. Whoever places first may get one more than the others.
fn deal(run: &mut Run<'_>, frame: Tokens) -> Step {
    let among = numbers_left(run.sight());
    let number = run.pick(Ask::Number { among })?;
    let seat = frame.seat(run.sight());
    let dealt = Feature {
        number,
        dealt: seat.0,
        ..Feature::ABSENT
    };
    let tokens = &mut run.state.features[..=frame.done as usize];
    let at = tokens[..frame.done as usize]
        .partition_point(|token| (token.dealt, token.number) < (seat.0, number));
    tokens[at..].rotate_right(1);
    tokens[at] = dealt;
    advance(run, frame)
}

/// Turns one token up.
fn reveal(run: &mut Run<'_>, frame: Tokens) -> Step {
    let ix = frame.done as usize;
    if run.state.features[ix].number == 0 {
        let among = numbers_left(run.sight());
        run.state.features[ix].number = run.pick(Ask::Number { among })?;
    }
    let token = &mut run.state.features[ix];
    if token.on_field() {
        token.flags |= Feature::NUMBERED | Feature::KNOWN;
        let what = What::TokenRevealed {
            index: frame.done,
            number: token.number,
        };
        run.emit(Rule::SetupTokensReveal, what);
    }
    advance(run, frame)
}

/// The positions of the dealt tokens a player has still to place, in order of their numbers.
fn own(sight: Sight<'_>, frame: Tokens, seat: Seat) -> impl Iterator<Item = usize> + '_ {
    (frame.done as usize..total(sight) as usize)
        .filter(move |ix| sight.state.features[*ix].dealt == seat.0)
}

/// Who decides.
pub fn decider(sight: Sight<'_>, frame: Tokens) -> Option<Seat> {
    match frame.stage {
        Stage::Artefact | Stage::Place | Stage::Flip | Stage::Extra => Some(frame.seat(sight)),
        Stage::Deal | Stage::Reveal => None,
    }
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Tokens, out: &mut Choices) {
    if frame.stage == Stage::Flip {
        for ix in Bits(to_flip(sight, frame, frame.seat(sight))) {
            out.push(Choice::new(Verb::Feature, ix, 0, 0));
        }
        out.push(Choice::PASS);
        return;
    }
    let hidden = frame.stage == Stage::Place && sight.rules().tokens.dealt;
    let kinds = match decider(sight, frame) {
        None => return,
        Some(seat) if hidden => own(sight, frame, seat).count() as u8,
        Some(_) => 1,
    };
    let sites = sites::sites(sight, frame.placing());
    // Each of the usual numbers by itself, so that nobody guesses it at every hex.
    match kinds {
        1 => each_site(&sites, 1, out),
        2 => each_site(&sites, 2, out),
        3 => each_site(&sites, 3, out),
        more => each_site(&sites, more, out),
    }
    if frame.stage == Stage::Extra {
        out.push(Choice::new(Verb::NoToken, 0, 0, 0));
    }
}

/// Lists so many tokens for every hex.
#[inline(always)]
fn each_site(sites: &HexSet, kinds: u8, out: &mut Choices) {
    sites.each(|hex| {
        for which in 0..kinds {
            out.push(Choice::new(Verb::PlaceToken, hex.0, which, 0));
        }
    });
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Tokens, choice: Choice) {
    let seat = frame.seat(run.sight());
    let hex = choice.hex_a();
    let rule = match (frame.stage, choice.verb) {
        (Stage::Flip, Verb::Feature) => return flip(run, frame, seat, choice.a),
        (Stage::Flip, _) => return pass(run, frame),
        (Stage::Artefact, _) => {
            run.state.features[ARTEFACT] = Feature {
                hex,
                flags: Feature::ARTEFACT | Feature::NUMBERED | Feature::KNOWN,
                ..Feature::ABSENT
            };
            run.emit(Rule::ArtefactPlace, What::TokenPlaced { seat, hex });
            return;
        }
        (Stage::Place, _) => {
            place_numbered(run, frame, seat, hex, choice.b);
            Rule::SetupTokensPlace
        }
        (Stage::Extra, Verb::PlaceToken) => {
            let ix = usize::from(total(run.sight()) + frame.added);
            run.state.features[ix] = Feature {
                hex,
                flags: Feature::KNOWN,
                ..Feature::ABSENT
            };
            frame.added += 1;
            Rule::SetupTokensGloomExtra
        }
        _ => {
            frame.done += 1;
            run.put(Frame::Tokens(frame));
            return;
        }
    };
    frame.done += 1;
    run.put(Frame::Tokens(frame));
    run.state.clock.last_token = seat.0;
    run.emit(rule, What::TokenPlaced { seat, hex });
}

/// Places a numbered token at the next position.
fn place_numbered(run: &mut Run<'_>, frame: Tokens, seat: Seat, hex: HexId, which: u8) {
    let next = frame.done as usize;
    let dealt = own(run.sight(), frame, seat).nth(usize::from(which));
    match dealt.filter(|_| run.rules().tokens.dealt) {
        Some(ix) => run.state.features[next..=ix].rotate_right(1),
        None => run.state.features[next] = Feature::ABSENT,
    }
    run.state.features[next].hex = hex;
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Tokens, choice: Choice) -> Refusal {
    match (choice.verb, frame.stage) {
        (Verb::PlaceToken, _) => {
            let fits = sites::sites(sight, frame.placing()).contains(choice.hex_a());
            if fits {
                Refusal::new(
                    Rule::SetupTokensOrder,
                    "Name one of the tokens that are yours to place.",
                )
            } else {
                sites::refusal(sight, frame.placing(), choice.hex_a())
            }
        }
        (Verb::NoToken, Stage::Place) => Refusal::new(
            Rule::SetupTokensOrder,
            "Every numbered token is placed; pick a hex for it.",
        ),
        (_, Stage::Flip) => Refusal::new(
            Rule::SetupTokensFlips,
            "Flip one of the tokens with the numbered side up, or pass.",
        ),
        (_, Stage::Artefact) => Refusal::new(Rule::ArtefactPlace, "Place the artefact first."),
        (_, Stage::Extra) => Refusal::new(
            Rule::SetupTokensGloomExtra,
            "Add a token without a number or decline to, first.",
        ),
        _ => Refusal::new(Rule::SetupTokensOrder, "Place a token first."),
    }
}

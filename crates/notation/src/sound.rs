//! Whether a state that came from outside can be one of a game: everything it points at exists, it fits
//! together, and it can be played on.
//!
//! The state is written once into an inspector, which hears the name of every id and every field, however deep
//! in a frame it lies.

use gloryhex_engine::{
    Choices, Game, Pending, Seeded, State,
    effect::MAX_EFFECTS,
    frame::{Frame, MAX_DEPTH},
    frames::moving,
    state::{MAX_ATTACKS, MAX_CARDS},
};
use gloryhex_hexgrid::MAX_SHEETS;
use gloryhex_model::FighterId;
use serde::{
    Serialize, Serializer,
    ser::{self, SerializeSeq},
};
use std::{
    cell::Cell,
    fmt,
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::Once,
};

/// Games played on from a state before it is believed, and decisions in each.
const REHEARSALS: u64 = 3;
const DECISIONS: usize = 300;

/// Why a state cannot be one of a game at this table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound(String);

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsound {}

impl ser::Error for Unsound {
    fn custom<T: fmt::Display>(message: T) -> Unsound {
        Unsound(message.to_string())
    }
}

/// Looks at the counts of a state, before anything is done with it.
///
/// # Errors
/// What is wrong.
pub fn counts(state: &State, players: u8) -> Result<(), Unsound> {
    if state.clock.players != players {
        let found = state.clock.players;
        return Err(Unsound(format!("{found} players in a game for {players}")));
    }
    let inspector = Inspector {
        bounds: None,
        players,
        place: ("", ""),
    };
    state.serialize(&inspector)
}

/// Looks at everything in a game, and plays on from it a few times to see that it can be done.
///
/// # Errors
/// What is wrong.
pub fn game(game: &Game) -> Result<(), Unsound> {
    let wrong = |what: &str| Err(Unsound(what.to_owned()));
    let inspector = Inspector {
        bounds: Some(Bounds {
            hexes: game.grid.len(),
            fighters: game.table.entrants.len(),
        }),
        players: game.table.players,
        place: ("", ""),
    };
    game.state.serialize(&inspector)?;
    let state = &game.state;
    if state.stack.iter().count() != state.stack.depth() {
        return wrong("an empty place among the frames");
    }
    let frames = |of: fn(&Frame) -> bool| state.stack.iter().filter(|frame| of(frame)).count();
    if frames(|frame| matches!(frame, Frame::Card(_))) > usize::from(state.n_cards) {
        return wrong("more frames of cards than cards being resolved");
    }
    if frames(|frame| matches!(frame, Frame::Combat(_))) > usize::from(state.n_attacks) {
        return wrong("more frames of combat than attacks");
    }
    for seat in state.all_seats() {
        let (player, deck) = (&state.seats[seat], game.table.deck(seat));
        let power = player.power.deck() | player.power.hand() | player.power.discard();
        let power = power | player.power.active() | player.power.equipped();
        let objectives = player.objectives.deck() | player.objectives.hand();
        let objectives = objectives | player.objectives.discard() | player.objectives.scored();
        let beyond = |cards: u64, deck: usize| deck < 64 && cards >> deck != 0;
        if beyond(power, deck.power.len()) || beyond(objectives.into(), deck.objectives.len()) {
            return wrong("a card that is in no deck");
        }
        if player.spent > player.glory {
            return wrong("more glory spent than gained");
        }
    }
    let mut taken = Vec::new();
    for (ix, fighter) in state.fighters.iter().enumerate() {
        if moving::is_passing(state, FighterId(ix as u8)) {
            continue;
        }
        if fighter.on_field() && (ix >= game.table.entrants.len() || taken.contains(&fighter.hex)) {
            return wrong("a fighter where none can be");
        }
        taken.extend(fighter.on_field().then_some(fighter.hex));
    }
    (0..REHEARSALS).try_for_each(|seed| rehearse(game, seed))
}

/// Plays on at random for a while.
fn rehearse(game: &Game, seed: u64) -> Result<(), Unsound> {
    let play = || {
        let mut game = game.clone();
        let (mut chance, mut mind) = (Seeded::new(seed), Seeded::new(!seed));
        let mut list = Choices::new();
        let mut pending = game.go_on(&mut chance, None, &mut list);
        for _ in 0..DECISIONS {
            match pending {
                Pending::Decide(_) => {}
                Pending::Over => break,
                Pending::Chance(_) | Pending::Fault => return false,
            }
            if list.is_empty() {
                return false;
            }
            let made = list[mind.below(list.len() as u32) as usize];
            pending = game.make(made, &mut chance, None, &mut list);
        }
        true
    };
    match quietly(play) {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(Unsound("it cannot be played on from here".to_owned())),
    }
}

/// Does something that may stumble, without a word about it on the screen.
fn quietly<T>(act: impl FnOnce() -> T) -> std::thread::Result<T> {
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let done = catch_unwind(AssertUnwindSafe(act));
    QUIET.set(false);
    done
}

/// How many hexes and fighters there are.
#[derive(Clone, Copy)]
struct Bounds {
    hexes: usize,
    fighters: usize,
}

/// Hears a state, and objects to what does not exist.
#[derive(Clone, Copy)]
struct Inspector {
    /// Unknown as long as the battlefield has not been laid.
    bounds: Option<Bounds>,
    players: u8,
    /// The kind of thing and the field of it that is heard.
    place: (&'static str, &'static str),
}

impl Inspector {
    fn number(&self, n: u64) -> Result<(), Unsound> {
        let players = u64::from(self.players);
        let (kind, field) = self.place;
        let (most, or_none) = match (kind, field) {
            ("HexId", _) => match self.bounds {
                Some(bounds) => (bounds.hexes as u64, true),
                None => return Ok(()),
            },
            ("FighterId", _) | ("Clock", "moved_through") => match self.bounds {
                Some(bounds) => (bounds.fighters as u64, true),
                None => return Ok(()),
            },
            ("Activation", "fighter") => match self.bounds {
                Some(bounds) => (bounds.fighters as u64 + 1, false),
                None => return Ok(()),
            },
            ("Seat", _) => (players, true),
            ("Clock", "active" | "first" | "first_board" | "last_token") => (players, true),
            ("Clock", "deployed_first" | "last_reactor") => (players, true),
            ("Clock", "players") => (players + 1, false),
            ("Power", "seat") => (players, false),
            ("Boards" | "Deploy", "seat") => (players, true),
            ("State", "n_attacks") => (MAX_ATTACKS as u64 + 1, false),
            ("State", "n_cards") => (MAX_CARDS as u64 + 1, false),
            ("Stack", "depth") => (MAX_DEPTH as u64 + 1, false),
            ("Layout", "count") => (MAX_SHEETS as u64 + 1, false),
            ("Used", "len") => (13, false),
            ("Effects", "len") => (MAX_EFFECTS as u64 + 1, false),
            _ => return Ok(()),
        };
        if n < most || or_none && n == 255 {
            return Ok(());
        }
        let name = if field.is_empty() { kind } else { field };
        Err(Unsound(format!("impossible contents: {name} is {n}")))
    }
    fn at(mut self, kind: &'static str, field: &'static str) -> Inspector {
        self.place = (kind, field);
        self
    }
}

macro_rules! numbers {
    ($($name:ident $kind:ty),*) => {
        $(fn $name(self, n: $kind) -> Result<(), Unsound> {
            self.number(u64::try_from(n).unwrap_or(u64::MAX))
        })*
    };
}

macro_rules! nothing {
    ($($name:ident $kind:ty),*) => {
        $(fn $name(self, _: $kind) -> Result<(), Unsound> {
            Ok(())
        })*
    };
}

impl Serializer for &Inspector {
    type Ok = ();
    type Error = Unsound;
    type SerializeSeq = Parts;
    type SerializeTuple = Parts;
    type SerializeTupleStruct = Parts;
    type SerializeTupleVariant = Parts;
    type SerializeMap = Parts;
    type SerializeStruct = Parts;
    type SerializeStructVariant = Parts;

    numbers!(serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);
    nothing!(serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_f32 f32, serialize_f64 f64, serialize_char char, serialize_str &str, serialize_bytes &[u8],
        serialize_unit_struct &'static str);

    fn serialize_none(self) -> Result<(), Unsound> {
        Ok(())
    }
    fn serialize_unit(self) -> Result<(), Unsound> {
        Ok(())
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Unsound> {
        value.serialize(self)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<(), Unsound> {
        Ok(())
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unsound> {
        value.serialize(&self.at(name, ""))
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unsound> {
        value.serialize(&self.at(name, variant))
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts, Unsound> {
        Ok(Parts(*self))
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts, Unsound> {
        Ok(Parts(*self))
    }
    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Parts, Unsound> {
        Ok(Parts(self.at(name, "")))
    }
    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts, Unsound> {
        Ok(Parts(self.at(name, variant)))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts, Unsound> {
        Ok(Parts(*self))
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts, Unsound> {
        Ok(Parts(self.at(name, "")))
    }
    fn serialize_struct_variant(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts, Unsound> {
        Ok(Parts(self.at(name, variant)))
    }
}

/// The parts of something.
struct Parts(Inspector);

macro_rules! in_a_row {
    ($($kind:ident $method:ident),*) => {
        $(impl ser::$kind for Parts {
            type Ok = ();
            type Error = Unsound;
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Unsound> {
                value.serialize(&self.0)
            }
            fn end(self) -> Result<(), Unsound> {
                Ok(())
            }
        })*
    };
}

macro_rules! by_name {
    ($($kind:ident),*) => {
        $(impl ser::$kind for Parts {
            type Ok = ();
            type Error = Unsound;
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Unsound> {
                value.serialize(&self.0.at(self.0.place.0, name))
            }
            fn end(self) -> Result<(), Unsound> {
                Ok(())
            }
        })*
    };
}

in_a_row!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field);
by_name!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts {
    type Ok = ();
    type Error = Unsound;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, _: &T) -> Result<(), Unsound> {
        Ok(())
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Unsound> {
        self.serialize_element(value)
    }
    fn end(self) -> Result<(), Unsound> {
        Ok(())
    }
}

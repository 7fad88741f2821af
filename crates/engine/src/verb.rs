//! The kinds of choices: a row for each, which says what its details name.
//!
//! Whoever wants to know whom, where or which card a choice is about asks the choice ([`Choice::who`],
//! [`Choice::place`], [`Choice::source`] and the others below) and needs no list of verbs. What a choice of
//! a kind does is with the frame that asks for it, its text in the notation crate.

use crate::{choice::Choice, effect::Source};
use gloryhex_hexgrid::HexId;
use gloryhex_model::{FighterId, Seat};
use serde::{Deserialize, Serialize};

/// What a detail of a choice names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Nothing; it is 0.
    Nothing,
    /// A number that only its own verb understands.
    Number,
    /// Yes (1) or no (0).
    Answer,
    /// A player.
    Seat,
    /// The fighter who acts, is picked, casts, reacts or is given something; 255 for nobody.
    Fighter,
    /// The fighter it is aimed at.
    Target,
    /// A hex.
    Hex,
    /// The hazards on the way, as bits of a list, or whom it leads past.
    Way,
    /// A weapon of the fighter.
    Weapon,
    /// A weapon ability, 255 for none.
    Keyword,
    /// A face of a die, 255 for none.
    Face,
    /// A token, by its place among the table's.
    Token,
    /// A card, by its slot.
    Card,
    /// An objective, by its place among the objectives.
    Objective,
    /// Whose the card is.
    Owner,
    /// A clause of the card.
    Clause,
}

/// What sort of answer a verb is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// It does something.
    Deed,
    /// It picks what a card asks for.
    Pick,
    /// It leaves things as they are.
    Idle,
}

/// Makes the enum of verbs, the list of all of them and their rows.
macro_rules! verbs {
    ($($(#[$doc:meta])* $sort:ident $verb:ident($($detail:ident),*);)*) => {
        /// What kind of choice.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Verb {
            $($(#[$doc])* $verb,)*
        }

        impl Verb {
            /// Every verb, in order.
            pub const ALL: [Verb; Verb::COUNT] = [$(Verb::$verb),*];
            /// How many there are.
            pub const COUNT: usize = [$(Verb::$verb),*].len();

            /// What the details of such a choice name, in order; those that are left out name nothing.
            pub const fn details(self) -> &'static [Detail] {
                match self {
                    $(Verb::$verb => &[$(Detail::$detail),*],)*
                }
            }
            /// What sort of answer it is.
            pub const fn sort(self) -> Sort {
                match self {
                    $(Verb::$verb => Sort::$sort,)*
                }
            }
        }
    };
}

verbs! {
    /// Pick a player.
    Deed Seat(Seat);
    /// Choose a board: the index of the sheet.
    Deed Board(Number);
    /// Join the board: the low and the high byte of an index into
    /// [`Table::placements`](crate::Table::placements).
    Deed Join(Number, Number);
    /// Take a territory of the shared board: a region of the grid.
    Deed Territory(Number);
    /// Place a token: where, and which of one's dealt tokens (0 where nobody knows them).
    Deed PlaceToken(Hex, Number);
    /// Do not add a token.
    Idle NoToken();
    /// Keep or replace the starting hand. Bits: 1 objectives, 2 power cards; 0 keeps.
    Deed Mulligan(Answer);
    /// Deploy a fighter.
    Deed Deploy(Fighter, Hex);
    /// Move.
    Deed Move(Fighter, Hex, Way);
    /// Charge.
    Deed Charge(Fighter, Hex, Way);
    /// Attack.
    Deed Attack(Fighter, Target, Weapon);
    /// Guard.
    Deed Guard(Fighter);
    /// Draw a power card.
    Deed Draw();
    /// Discard an objective and draw one.
    Deed Exchange(Objective);
    /// Begin to Focus.
    Deed Focus();
    /// Pass: an activation, one's part of a power step, or a chance to react.
    Idle Pass();
    /// A printed action.
    Deed Action(Fighter, Card, Clause);
    /// Use a weapon ability; the number is 1 if it is critical-only.
    Deed Ability(Keyword, Number);
    /// Re-roll a die.
    Deed Reroll(Face);
    /// Drive the target back.
    Deed DriveBack(Hex);
    /// Grapple: push the target.
    Deed Grapple(Hex);
    /// Leave things where they are.
    Idle Stay();
    /// Follow up into the target's hex.
    Deed Overrun();
    /// Stand fast or not.
    Deed StandFast(Answer);
    /// The next target of a series.
    Deed Next(Nothing, Target);
    /// Play a ploy, gambit or spell; the fighter is the caster.
    Deed Play(Card, Fighter);
    /// Give an upgrade.
    Deed Upgrade(Card, Fighter);
    /// Delve.
    Deed Delve(Fighter);
    /// Use a warscroll ability.
    Deed Use(Card, Clause);
    /// React.
    Deed React(Card, Fighter, Clause);
    /// A fighter, as a card's target.
    Pick Fighter(Fighter);
    /// A hex, as a card's target.
    Pick Hex(Hex, Nothing, Way);
    /// A token, as a card's target.
    Pick Feature(Token);
    /// A card, as a card's target.
    Pick Card(Card, Owner);
    /// One of several options, by its number from 0.
    Pick Option(Number);
    /// Yes or no.
    Pick Confirm(Answer);
    /// Score an objective.
    Deed Score(Objective);
    /// Discard a card.
    Deed Discard(Card);
    /// Finished with a set.
    Idle Done();
    /// A die, where their order matters, or the innate symbol to be added to a roll.
    Pick Die(Face);
    /// A card of the pool by its title: the low and the high byte of its number in the catalogue.
    Pick Name(Number, Number);
}

impl Choice {
    /// The detail that names such a thing, if the verb has one.
    pub fn detail(self, wanted: Detail) -> Option<u8> {
        let details = self.verb.details().iter();
        let mut with_values = details.zip([self.a, self.b, self.c]);
        with_values
            .find(|(detail, _)| **detail == wanted)
            .map(|(_, value)| value)
    }
    /// The same choice with another such detail, if the verb has one.
    pub fn with(mut self, wanted: Detail, value: u8) -> Option<Choice> {
        let mut details = self.verb.details().iter();
        match details.position(|detail| *detail == wanted)? {
            0 => self.a = value,
            1 => self.b = value,
            _ => self.c = value,
        }
        Some(self)
    }
    /// The fighter who acts, is picked, casts, reacts or is given something.
    pub fn who(self) -> Option<FighterId> {
        self.detail(Detail::Fighter)
            .map(FighterId)
            .filter(|who| who.is_some())
    }
    /// The fighter it is aimed at.
    pub fn target(self) -> Option<FighterId> {
        self.detail(Detail::Target)
            .map(FighterId)
            .filter(|who| who.is_some())
    }
    /// The hex it names: where somebody or something goes.
    pub fn place(self) -> Option<HexId> {
        self.detail(Detail::Hex).map(HexId)
    }
    /// The card it is about, if `seat` makes it.
    pub fn source(self, seat: Seat) -> Option<Source> {
        let owner = self.detail(Detail::Owner).map_or(seat, Seat);
        let card = self.detail(Detail::Card);
        let objective = || {
            let place = self.detail(Detail::Objective)?;
            Some(Source::OBJECTIVES.saturating_add(place))
        };
        Some(Source {
            seat: owner,
            slot: card.or_else(objective)?,
        })
    }
    /// The clause it uses.
    pub fn clause(self) -> Option<u8> {
        self.detail(Detail::Clause)
    }
    /// Whether it leaves everything as it is: it passes, stays, keeps, or says no.
    pub fn declines(self) -> bool {
        let is = |detail, value| self.detail(detail) == Some(value);
        self.verb.sort() == Sort::Idle
            || is(Detail::Answer, 0)
            || is(Detail::Face, u8::MAX)
            || is(Detail::Keyword, u8::MAX)
    }
    /// Whether it is more than passing or finishing.
    #[inline(always)]
    pub fn is_real(self) -> bool {
        !matches!(self.verb, Verb::Pass | Verb::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Seat = Seat(1);

    #[test]
    fn every_verb_has_its_number_and_at_most_three_details() {
        for (number, verb) in Verb::ALL.into_iter().enumerate() {
            assert_eq!(verb as usize, number);
            assert!(verb.details().len() <= 3, "{verb:?}");
        }
    }

    #[test]
    fn a_choice_tells_whom_and_where_it_is_about() {
        let charge = Choice::new(Verb::Charge, 3, 40, 1);
        assert_eq!(charge.who(), Some(FighterId(3)));
        assert_eq!(charge.place(), Some(HexId(40)));
        assert_eq!((charge.target(), charge.source(ME)), (None, None));
        let attack = Choice::new(Verb::Attack, 3, 8, 0);
        assert_eq!(attack.target(), Some(FighterId(8)));
        let next = Choice::new(Verb::Next, 0, 8, 0);
        assert_eq!((next.who(), next.target()), (None, Some(FighterId(8))));
        let ploy = Choice::new(Verb::Play, 5, FighterId::NONE.0, 0);
        assert_eq!(ploy.who(), None);
    }

    #[test]
    fn a_choice_tells_which_card_it_is_about_and_whose() {
        let of = |seat, slot| Some(Source { seat, slot });
        let source = |verb, a, b, c| Choice::new(verb, a, b, c).source(ME);
        assert_eq!(source(Verb::Play, 5, 2, 0), of(ME, 5));
        assert_eq!(source(Verb::Action, 2, 97, 1), of(ME, 97));
        assert_eq!(source(Verb::Score, 4, 0, 0), of(ME, Source::OBJECTIVES + 4));
        assert_eq!(source(Verb::Card, 5, 0, 0), of(Seat(0), 5));
        assert_eq!(Choice::new(Verb::React, 5, 2, 3).clause(), Some(3));
        assert_eq!(Choice::new(Verb::Use, 120, 2, 0).clause(), Some(2));
        assert_eq!(Choice::new(Verb::Play, 5, 2, 0).clause(), None);
    }

    #[test]
    fn passing_staying_keeping_and_saying_no_decline() {
        let declines = |verb, a| Choice::new(verb, a, 0, 0).declines();
        for verb in [Verb::Pass, Verb::Done, Verb::Stay, Verb::NoToken] {
            assert!(declines(verb, 0), "{verb:?}");
        }
        for verb in [Verb::Mulligan, Verb::Confirm, Verb::StandFast] {
            assert!(declines(verb, 0) && !declines(verb, 1), "{verb:?}");
        }
        for verb in [Verb::Reroll, Verb::Ability] {
            assert!(declines(verb, u8::MAX) && !declines(verb, 0), "{verb:?}");
        }
        for verb in [Verb::Seat, Verb::Option, Verb::Fighter, Verb::Guard] {
            assert!(!declines(verb, 0), "{verb:?}");
        }
    }
}

//! A match as somebody keeps it: who plays, what they have chosen in secret, its games one after the other, how it ends.
//!
//! Like a game it is a plan and entries. Both sides choose a warband and a deck without seeing the other's; what was chosen
//! is told when both have, and stays for the whole match (Shadespire p.26, Nightvault p.2). Nothing is carried over from one
//! game to the next but the score: each begins with its own roll-off, by which its boards and first turns are settled.
//! What decides a level match is the engine's [`Match`].
//! **Deliberately absent**: how games are played, who somebody is, storage.

use crate::error::Result;
use gloryhex_editions::Content;
use gloryhex_engine::contest::{Decided, GameResult, Match, Standing};
use gloryhex_model::{Roll, Rule, Seat};
use gloryhex_notation::index;
use gloryhex_protocol::{
    ClockRules, Code, DeckList, MatchDecided, MatchEnding, MatchScore, MatchStage, Problem,
};
use serde::{Deserialize, Serialize};

/// How a match was made. Never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Edition.
    pub edition: String,
    /// Names of variants.
    pub variant: Vec<String>,
    /// Games at most: 1 or 3.
    pub best_of: u8,
    /// What becomes of a level match.
    pub tie: Tie,
    /// Names of the boards that can be chosen; empty for the core set.
    pub boards: Vec<String>,
    /// Clocks of its games.
    pub clock: Option<ClockRules>,
    /// Seconds in which both must have come and chosen; nothing if nobody is in a hurry.
    pub patience: Option<u32>,
    /// Its games are listed in the lobby.
    pub public: bool,
    /// Its games count for ratings.
    pub rated: bool,
    /// The ids of those whom the sides are kept for.
    pub kept: [Option<String>; 2],
    /// The names of guests whom the organiser of a tournament wrote down, by side; they come by invitation.
    #[serde(default, skip_serializing_if = "no_guests")]
    pub guests: [Option<String>; 2],
    /// What they registered beforehand.
    pub registered: [Option<Pick>; 2],
    /// The tournament it belongs to.
    pub tournament: Option<String>,
    /// When it was made, in Unix milliseconds.
    pub made: u64,
}

/// Whether no guest was written down: nothing is written then.
fn no_guests(guests: &[Option<String>; 2]) -> bool {
    guests.iter().all(Option::is_none)
}

/// What becomes of a match in which both have won as many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case")]
pub enum Tie {
    /// It is drawn.
    Drawn,
    /// The tie-breakers of the book: glory, survivors, sudden death rounds, a roll-off.
    Book,
    /// Where the book has none: glory, survivors, and then whoever stood further up.
    Ahead {
        /// The side that does.
        side: u8,
    },
}

/// Whether the rulebook of an edition says how a level match is decided.
pub fn book_decides(content: &Content, edition: &str) -> bool {
    index::has(content, edition, Rule::MatchSuddenDeath)
}

/// What a side chose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// The warband.
    pub warband: String,
    /// The deck; nothing for the ready-made one.
    pub deck: Option<DeckList>,
}

/// Something that happened to a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When, in Unix milliseconds.
    pub when: u64,
    /// What.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Deed {
    /// Somebody takes a side.
    Sit {
        /// Which.
        side: u8,
        /// The name of somebody who took none; others have the name they took.
        name: String,
        /// The id of somebody who took a name.
        player: Option<String>,
    },
    /// Somebody chooses, or chooses anew while the other has not.
    Choose {
        /// Which side.
        side: u8,
        /// What.
        pick: Pick,
    },
    /// A game was made.
    Game {
        /// Its id.
        game: String,
        /// Whether it is the sudden death rounds after the last one.
        sudden_death: bool,
    },
    /// The last game ended.
    Ended {
        /// How.
        result: GameResult,
        /// Whether the players agreed on a draw before its end.
        agreed: bool,
    },
    /// The last game was closed before its end, because another version of the program cannot go on with it: it is
    /// played anew.
    Closed,
    /// They rolled off for the match.
    Rolled {
        /// The last dice of each side.
        rolls: [Roll; 2],
        /// The side that won.
        winner: u8,
    },
    /// Somebody gives the match up.
    GiveUp {
        /// Which side.
        side: u8,
    },
    /// The time to come and choose is over.
    Late,
    /// Its tournament has decided it: it was told by hand, somebody left, or the round is over.
    Told {
        /// The side that won, if one did.
        winner: Option<u8>,
    },
    /// An invitation to a guest's side is taken back before its game begins; whoever came by it has to get up.
    Uninvite {
        /// Which side.
        side: u8,
    },
}

/// Somebody at a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The name of somebody who took none.
    pub name: String,
    /// The id of somebody who took a name.
    pub player: Option<String>,
}

/// A game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its id.
    pub game: String,
    /// Whether it is the sudden death rounds after the last one.
    pub sudden_death: bool,
    /// How it ended, once it has.
    pub result: Option<GameResult>,
    /// Whether the players agreed on a draw before its end.
    pub agreed: bool,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Somebody sits down.
    Sit,
    /// Somebody chooses.
    Choose,
    /// A game is made.
    Game,
    /// The sudden death rounds are made.
    SuddenDeath,
    /// They roll off.
    RollOff,
    /// The last game ends.
    End,
    /// Nothing.
    Nothing,
}

/// How a match was broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    GivenUp(u8),
    Late,
    Told(Option<u8>),
}

/// A match as it stands after its entries.
#[derive(Clone, Debug)]
pub struct Series {
    plan: Plan,
    sides: [Option<Side>; 2],
    picks: [Option<Pick>; 2],
    games: Vec<Played>,
    rolled: Option<([Roll; 2], u8)>,
    cut: Option<Cut>,
    /// How often the invitation to each side was taken back.
    uninvited: [u32; 2],
    /// When the last one sat down.
    sat: u64,
    changed: u64,
}

impl Series {
    /// A match at which nobody sits.
    ///
    /// # Errors
    /// It has a number of games that no match has.
    pub fn new(plan: Plan) -> Result<Series> {
        if !matches!(plan.best_of, 1 | 3) {
            return Err(Problem::invalid("A match has 1 game, or 3 at most."));
        }
        Ok(Series {
            picks: plan.registered.clone(),
            sat: plan.made,
            changed: plan.made,
            plan,
            sides: [None, None],
            games: Vec::new(),
            rolled: None,
            cut: None,
            uninvited: [0; 2],
        })
    }

    /// How it was made.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
    /// Who sits there.
    pub fn sides(&self) -> &[Option<Side>; 2] {
        &self.sides
    }
    /// The games that were begun.
    pub fn games(&self) -> &[Played] {
        &self.games
    }
    /// What a side chose: for itself only, until [`Series::shown`].
    pub fn pick(&self, side: usize) -> Option<&Pick> {
        self.picks.get(side)?.as_ref()
    }
    /// Whether both have chosen, and each may see what the other has. What was registered is seen when both have come.
    pub fn shown(&self) -> bool {
        self.picks.iter().all(Option::is_some) && self.sides.iter().all(Option::is_some)
    }
    /// How often the invitation to a side was taken back: those of before open it no more.
    pub fn uninvited(&self, side: usize) -> u32 {
        self.uninvited.get(side).copied().unwrap_or(0)
    }
    /// When the last entry was made.
    pub fn changed(&self) -> u64 {
        self.changed
    }
    /// The side of somebody who took a name, or for whom it is kept.
    pub fn side_of(&self, player: &str) -> Option<usize> {
        let sits = |side: &Option<Side>| {
            let own = side.as_ref().and_then(|side| side.player.as_deref());
            own == Some(player)
        };
        let kept = |kept: &Option<String>| kept.as_deref() == Some(player);
        let found = self.sides.iter().position(sits);
        found.or_else(|| self.plan.kept.iter().position(kept))
    }
    /// How far it is.
    pub fn stage(&self) -> MatchStage {
        match self.next() {
            Next::Sit => MatchStage::Waiting,
            Next::Choose => MatchStage::Choosing,
            Next::Game | Next::SuddenDeath | Next::RollOff | Next::End => MatchStage::Playing,
            Next::Nothing => MatchStage::Over,
        }
    }
    /// Until when both must have come and chosen, if that is limited. Where sides are kept it counts from the making,
    /// elsewhere from the moment when both have come.
    pub fn due(&self) -> Option<u64> {
        let patience = self.plan.patience?;
        let mut known = self.plan.kept.iter().zip(&self.plan.guests);
        let kept = known.all(|(kept, guest)| kept.is_some() || guest.is_some());
        let from = match (self.next(), kept) {
            (Next::Sit | Next::Choose, true) => self.plan.made,
            (Next::Choose, false) => self.sat,
            _ => return None,
        };
        Some(from + u64::from(patience) * 1000)
    }
    /// Games that each side has won. Whoever gives a match up has lost what was still to be played.
    pub fn won(&self) -> [u8; 2] {
        let score = self.score();
        let mut won = [0, 1].map(|side| score.wins(Seat(side)) as u8);
        if let Some(Cut::GivenUp(side)) = self.cut {
            won[usize::from(1 - side)] = self.plan.best_of / 2 + 1;
        }
        won
    }
    /// Glory of each side in all games.
    pub fn glory(&self) -> [u16; 2] {
        let score = self.score();
        [0, 1].map(|side| u16::try_from(score.glory(Seat(side))).unwrap_or(u16::MAX))
    }

    /// The match in the engine's words.
    fn score(&self) -> Match {
        let over = |sudden| {
            let games = self.games.iter();
            games.filter(move |played| played.sudden_death == sudden)
        };
        Match {
            games: over(false).filter_map(|played| played.result).collect(),
            sudden_death: over(true)
                .filter_map(|played| played.result)
                .map(|result| result.winner)
                .next(),
            roll_off: self.rolled.map(|(_, winner)| Seat(winner)),
            ..Match::of(self.plan.best_of, self.plan.tie != Tie::Drawn)
        }
    }

    /// What comes next.
    pub fn next(&self) -> Next {
        if self.cut.is_some() {
            return Next::Nothing;
        }
        if self.sides.contains(&None) {
            return Next::Sit;
        }
        if self.picks.contains(&None) {
            return Next::Choose;
        }
        if self.games.last().is_some_and(|game| game.result.is_none()) {
            return Next::End;
        }
        match (self.score().standing(), self.plan.tie) {
            (Standing::NextGame, _) => Next::Game,
            (Standing::Won(..) | Standing::Drawn, _)
            | (Standing::SuddenDeath | Standing::RollOff, Tie::Ahead { .. }) => Next::Nothing,
            // Nothing lies there to play on with: the players agreed that the game was over.
            (Standing::SuddenDeath, _) if self.games.last().is_some_and(|game| game.agreed) => {
                match self.rolled {
                    None => Next::RollOff,
                    Some(_) => Next::Nothing,
                }
            }
            (Standing::SuddenDeath, _) if self.rolled.is_some() => Next::Nothing,
            (Standing::SuddenDeath, _) => Next::SuddenDeath,
            (Standing::RollOff, _) => Next::RollOff,
        }
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<MatchEnding> {
        if self.next() != Next::Nothing {
            return None;
        }
        let ready = [0, 1].map(|side| self.sides[side].is_some() && self.picks[side].is_some());
        let (winner, how) = match (self.cut, self.score().standing(), self.plan.tie) {
            (Some(Cut::GivenUp(side)), _, _) => (Some(1 - side), MatchDecided::GivenUp),
            (Some(Cut::Told(winner)), _, _) => (winner, MatchDecided::Told),
            (Some(Cut::Late), _, _) => {
                let winner = match ready {
                    [true, false] => Some(0),
                    [false, true] => Some(1),
                    [true, true] | [false, false] => None,
                };
                (winner, MatchDecided::Late)
            }
            (None, Standing::Won(seat, decided), _) => (Some(seat.0), how(decided)),
            (None, Standing::SuddenDeath | Standing::RollOff, Tie::Ahead { side }) => {
                (Some(side), MatchDecided::Ahead)
            }
            // Sudden death rounds that could not be played: the roll-off has decided.
            (None, Standing::SuddenDeath | Standing::RollOff, _) => {
                let winner = self.rolled.map(|(_, winner)| winner);
                (winner, MatchDecided::RollOff)
            }
            (None, Standing::Drawn | Standing::NextGame, _) => (None, MatchDecided::Drawn),
        };
        Some(MatchEnding {
            winner,
            how,
            rolls: self.rolled.map(|(rolls, _)| rolls.map(faces).to_vec()),
        })
    }

    /// What a game of the match that is made now says of it.
    pub fn score_for(&self, id: &str, sudden_death: bool) -> MatchScore {
        let before = self.games.iter().filter(|played| !played.sudden_death);
        MatchScore {
            best_of: self.plan.best_of,
            number: before.count() as u8 + u8::from(!sudden_death),
            won: self.won().to_vec(),
            next: None,
            id: Some(id.to_owned()),
            sudden_death,
            decide: self.plan.tie == Tie::Book,
            results: Vec::new(),
            ending: None,
        }
    }

    /// Takes an entry.
    ///
    /// # Errors
    /// Why it cannot be; then nothing has changed.
    pub fn apply(&mut self, entry: &Entry) -> Result<()> {
        let next = self.next();
        match &entry.deed {
            _ if next == Next::Nothing => return refuse("This match has ended."),
            Deed::Sit { side, name, player } => {
                self.sit(*side, name, player.as_deref())?;
                self.sat = entry.when;
            }
            Deed::Choose { side, pick } => self.choose(*side, pick)?,
            Deed::Game { game, sudden_death } => {
                let wanted = match sudden_death {
                    true => Next::SuddenDeath,
                    false => Next::Game,
                };
                if next != wanted {
                    return refuse("No such game is to be played now.");
                }
                self.games.push(Played {
                    game: game.clone(),
                    sudden_death: *sudden_death,
                    result: None,
                    agreed: false,
                });
            }
            Deed::Ended { result, agreed } => match self.games.last_mut() {
                Some(played) if next == Next::End => {
                    (played.result, played.agreed) = (Some(*result), *agreed);
                }
                _ => return refuse("No game is being played."),
            },
            Deed::Closed => match next {
                Next::End => drop(self.games.pop()),
                Next::Sit
                | Next::Choose
                | Next::Game
                | Next::SuddenDeath
                | Next::RollOff
                | Next::Nothing => return refuse("No game is being played."),
            },
            Deed::Rolled { rolls, winner } => {
                if !matches!(next, Next::RollOff | Next::SuddenDeath) || *winner > 1 {
                    return refuse("Nobody rolls off now.");
                }
                self.rolled = Some((*rolls, *winner));
            }
            Deed::GiveUp { side } => {
                if *side > 1 {
                    return refuse("A match has two sides.");
                }
                self.cut = Some(Cut::GivenUp(*side));
            }
            Deed::Late => match next {
                Next::Sit | Next::Choose => self.cut = Some(Cut::Late),
                _ => return refuse("Everybody has come and chosen."),
            },
            Deed::Told { winner } => {
                if self.plan.tournament.is_none() || winner.is_some_and(|side| side > 1) {
                    return refuse("Only a tournament tells how its matches end.");
                }
                self.cut = Some(Cut::Told(*winner));
            }
            Deed::Uninvite { side } => self.uninvite(*side)?,
        }
        self.changed = entry.when;
        Ok(())
    }

    fn sit(&mut self, side: u8, name: &str, player: Option<&str>) -> Result<()> {
        let place = usize::from(side);
        if self.sides.get(place).is_none_or(Option::is_some) {
            return full("Both sides are taken; you can watch.");
        }
        if let Some(player) = player
            && self
                .sides
                .iter()
                .flatten()
                .any(|side| side.player.as_deref() == Some(player))
        {
            return full("You sit at this match already.");
        }
        if let Some(kept) = &self.plan.kept[place]
            && player != Some(kept.as_str())
        {
            return full("This side is kept for somebody else.");
        }
        if self.plan.rated && player.is_none() {
            return Err(Problem::invalid(
                "This match is rated. Take a name first, so that its games can count for you.",
            ));
        }
        self.sides[place] = Some(Side {
            name: match (&self.plan.guests[place], player) {
                (Some(guest), None) => guest.clone(),
                _ => name.to_owned(),
            },
            player: player.map(str::to_owned),
        });
        Ok(())
    }

    fn uninvite(&mut self, side: u8) -> Result<()> {
        let place = usize::from(side);
        if self.plan.guests.get(place).is_none_or(Option::is_none) {
            return refuse("Nobody is invited to this side.");
        }
        if !self.games.is_empty() {
            return refuse("Its game has begun; the guest plays already.");
        }
        self.uninvited[place] += 1;
        self.sides[place] = None;
        self.picks[place].clone_from(&self.plan.registered[place]);
        Ok(())
    }

    fn choose(&mut self, side: u8, pick: &Pick) -> Result<()> {
        let place = usize::from(side);
        if self.sides.get(place).is_none_or(Option::is_none) {
            return refuse("Sit down first.");
        }
        if self.plan.registered[place].is_some() {
            return refuse("You play what you registered.");
        }
        if self.picks.iter().all(Option::is_some) {
            return refuse("Both have chosen; warbands and decks stay for the whole match.");
        }
        self.picks[place] = Some(pick.clone());
        Ok(())
    }
}

fn refuse<T>(why: &str) -> Result<T> {
    Err(Problem::new(Code::Refused, why))
}

fn full<T>(why: &str) -> Result<T> {
    Err(Problem::new(Code::Full, why))
}

/// What decided a match, for clients.
pub(crate) fn how(decided: Decided) -> MatchDecided {
    match decided {
        Decided::Games => MatchDecided::Games,
        Decided::Glory => MatchDecided::Glory,
        Decided::Survivors => MatchDecided::Survivors,
        Decided::SuddenDeath => MatchDecided::SuddenDeath,
        Decided::RollOff => MatchDecided::RollOff,
    }
}

/// Dice by the names of the faces they show.
pub(crate) fn faces(roll: Roll) -> Vec<String> {
    let shown = roll.faces();
    let all = shown.flat_map(|face| std::iter::repeat_n(face, roll.count(face).into()));
    all.map(|face| face.word().to_owned()).collect()
}

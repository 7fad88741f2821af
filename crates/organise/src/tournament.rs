//! A tournament or a league: who entered, who met whom, how it ended.
//!
//! [`Tournament::allowed`] says who has a right to what, [`Tournament::apply`] whether it can be done now. Pairing is found
//! by [`Tournament::next`] and then written down as an entry.

mod entry;
mod rounds;

pub use entry::{Deadline, Deed, Entrant, Entry, Format, Plan, Verdict, Who};

use crate::{PlayerId, Refusal, standing::standings};

/// Entrants at most.
pub const MOST: usize = 1024;
/// Milliseconds of a day.
pub const DAY: u64 = 24 * 3600 * 1000;

/// Somebody who entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Who; nobody for a guest whom the organiser wrote down.
    pub player: Option<PlayerId>,
    /// The name to show.
    pub name: String,
    /// Rating when entering; 0 for none.
    pub seeding: u32,
    /// The lot that decides where nothing else does.
    pub lot: u64,
    /// The registered warband and deck.
    pub list: Option<String>,
    /// The number of rounds that were paired when they left.
    pub dropped: Option<usize>,
}

/// A pair of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The two; the second may be nobody, and in a bracket both.
    pub sides: [Option<Entrant>; 2],
    /// How it ended.
    pub verdict: Option<Verdict>,
    /// The game it is played in, in tournaments made before there were matches of several games.
    pub game: Option<String>,
    /// The match that it is, as the server keeps it.
    pub series: Option<String>,
    /// Why the result was set right, the latest last.
    pub corrected: Vec<String>,
}

impl Pair {
    /// Whether nothing is to be played any more.
    pub fn done(&self) -> bool {
        self.verdict.is_some() || self.sides.contains(&None)
    }
    /// Whether the server keeps its game or games, and knows how they end.
    pub fn kept(&self) -> bool {
        self.game.is_some() || self.series.is_some()
    }
    /// Who goes on: the winner, or whoever has nobody to meet.
    pub fn winner(&self) -> Option<Entrant> {
        match (self.sides, self.verdict) {
            ([one, None], _) => one,
            ([None, other], _) => other,
            (sides, verdict) => verdict?.winner().and_then(|side| sides[side]),
        }
    }
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its pairs, by table.
    pub pairs: Vec<Pair>,
    /// Whether it belongs to a bracket.
    pub bracket: bool,
    /// When it began.
    pub began: u64,
}

impl Round {
    /// Whether all matches have ended.
    pub fn done(&self) -> bool {
        self.pairs.iter().all(Pair::done)
    }
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Players enter.
    Entering,
    /// Rounds are played.
    Running,
    /// It has ended.
    Over,
}

/// A tournament as it stands after its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    plan: Plan,
    entrants: Vec<Person>,
    rounds: Vec<Round>,
    clock: Option<String>,
    paused: bool,
    ended: bool,
}

impl Tournament {
    /// A tournament that nobody has entered.
    ///
    /// # Errors
    /// The plan cannot be played.
    pub fn new(plan: Plan) -> Result<Tournament, Refusal> {
        let rounds = match plan.format {
            Format::Swiss { rounds } | Format::SwissCut { rounds, .. } => rounds,
            Format::RoundRobin | Format::Elimination => 1,
        };
        if !(1..=20).contains(&rounds) {
            return Refusal::because("A Swiss has between 1 and 20 rounds.");
        }
        if let Format::SwissCut { cut, .. } = plan.format
            && !matches!(cut, 2 | 4 | 8 | 16 | 32)
        {
            return Refusal::because("2, 4, 8, 16 or 32 players go on to the bracket.");
        }
        if !matches!(plan.best_of, 1 | 3) {
            return Refusal::because("A match has 1 game, or 3 at most.");
        }
        if let Some(deadline) = plan.deadline
            && !(1..=60).contains(&deadline.days)
        {
            return Refusal::because("A round of a league takes between 1 and 60 days.");
        }
        Ok(Tournament {
            clock: plan.clock.clone(),
            plan,
            entrants: Vec::new(),
            rounds: Vec::new(),
            paused: false,
            ended: false,
        })
    }

    /// A tournament with all its entries. Those that cannot be, which no version writes, are left out.
    ///
    /// # Errors
    /// The plan cannot be played.
    pub fn read(plan: Plan, entries: &[Entry]) -> Result<Tournament, Refusal> {
        let mut tournament = Tournament::new(plan)?;
        for entry in entries {
            let _ = tournament.apply(entry);
        }
        Ok(tournament)
    }

    /// How it was made.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
    /// Everybody who entered, in order.
    pub fn entrants(&self) -> &[Person] {
        &self.entrants
    }
    /// The rounds that were paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }
    /// The same with the names that players have now.
    pub fn renamed(&self, name: impl Fn(&PlayerId) -> String) -> Tournament {
        let mut renamed = self.clone();
        for person in &mut renamed.entrants {
            if let Some(player) = &person.player {
                person.name = name(player);
            }
        }
        renamed
    }
    /// The clocks of matches that are made now, as the server writes them; nothing without clocks.
    pub fn clock(&self) -> Option<&str> {
        self.clock.as_deref()
    }
    /// Whether the organiser has stopped it.
    pub fn paused(&self) -> bool {
        self.paused
    }
    /// Whether a guest sits at a table, whom the organiser wrote down: how they played may be told by hand.
    pub fn with_guest(&self, pair: &Pair) -> bool {
        let mut people = pair.sides.iter().flatten();
        people.any(|side| self.person(*side).is_some_and(|p| p.player.is_none()))
    }
    /// Somebody by number.
    pub fn person(&self, entrant: Entrant) -> Option<&Person> {
        self.entrants.get(entrant.0 as usize)
    }
    /// The entrant that a player is.
    pub fn entrant(&self, player: &PlayerId) -> Option<Entrant> {
        let mut all = (0u32..).zip(&self.entrants);
        let found = all.find(|(_, person)| person.player.as_ref() == Some(player));
        found.map(|(n, _)| Entrant(n))
    }
    /// How far it is.
    pub fn stage(&self) -> Stage {
        match (self.ended, self.rounds.len()) {
            (true, _) => Stage::Over,
            (false, 0) => Stage::Entering,
            (false, _) => {
                match self.rounds.last().is_some_and(Round::done) && self.coming().is_err() {
                    true => Stage::Over,
                    false => Stage::Running,
                }
            }
        }
    }
    /// Who won, once it is over.
    pub fn champion(&self) -> Option<Entrant> {
        let over = self.stage() == Stage::Over && !self.rounds.is_empty();
        let first = standings(self).first().map(|s| s.entrant);
        first.filter(|_| over)
    }
    /// When the last round must be played; and when whoever has not played it has lost.
    pub fn due(&self) -> Option<(u64, u64)> {
        let (deadline, round) = (self.plan.deadline?, self.rounds.last()?);
        let due = round.began.saturating_add(u64::from(deadline.days) * DAY);
        Some((due, due.saturating_add(u64::from(deadline.late) * DAY)))
    }

    /// Whether somebody has the right to this, whatever the tournament says to it.
    ///
    /// # Errors
    /// Why not.
    pub fn allowed(&self, who: &Who, deed: &Deed) -> Result<(), Refusal> {
        let organiser = *who == Who::Player(self.plan.organiser.clone());
        let own = |entrant: Entrant| {
            let person = self.person(entrant);
            let player = person.and_then(|person| person.player.clone());
            player.is_some_and(|player| *who == Who::Player(player))
        };
        let may = match deed {
            Deed::Enter { player, .. } => match player {
                Some(player) => *who == Who::Player(player.clone()),
                None => organiser,
            },
            Deed::Drop { entrant } => organiser || own(*entrant),
            // What a game says is not for players to say; of a match without one, and of one with a guest, who may sit
            // at another kind of table, its players tell.
            Deed::Told { table, .. } => match self.table(*table) {
                Some(pair) if pair.kept() && *who == Who::House => true,
                Some(pair) if pair.kept() && !self.with_guest(pair) => false,
                Some(pair) => organiser || pair.sides.iter().flatten().any(|side| own(*side)),
                None => organiser,
            },
            Deed::Game { .. } | Deed::Match { .. } => *who == Who::House,
            Deed::Round { .. } | Deed::Close => organiser || *who == Who::House,
            Deed::Correct { .. } | Deed::Pause { .. } | Deed::Clock { .. } | Deed::End => organiser,
        };
        match may {
            true => Ok(()),
            false => Refusal::because(match deed {
                Deed::Enter { .. } => {
                    "Nobody enters for another; only the organiser writes down guests."
                }
                Deed::Drop { .. } => "Only the organiser or the player can do that.",
                Deed::Told { .. } => {
                    "Only the players and the organiser can tell how a match ended."
                }
                Deed::Game { .. } | Deed::Match { .. } => "Games are made by the server.",
                Deed::Round { .. }
                | Deed::Close
                | Deed::Correct { .. }
                | Deed::Pause { .. }
                | Deed::Clock { .. }
                | Deed::End => "Only the organiser can do that.",
            }),
        }
    }

    /// A pair of the last round.
    pub fn table(&self, table: u32) -> Option<&Pair> {
        self.rounds.last()?.pairs.get(table as usize)
    }

    /// Changes the tournament.
    ///
    /// # Errors
    /// Why it cannot be; then nothing has changed.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        if self.ended {
            return Refusal::because("This tournament has ended.");
        }
        let stays = matches!(
            entry.deed,
            Deed::Pause { .. } | Deed::Correct { .. } | Deed::Clock { .. } | Deed::End
        );
        let house = matches!(
            entry.deed,
            Deed::Told { .. } | Deed::Game { .. } | Deed::Match { .. }
        );
        if self.paused && !stays && !house {
            return Refusal::because("The organiser has paused the tournament.");
        }
        match &entry.deed {
            Deed::Enter {
                player,
                name,
                seeding,
                list,
            } => self.enter(player.as_ref(), name, *seeding, list.as_deref()),
            Deed::Drop { entrant } => self.leave(*entrant),
            Deed::Round { pairs } => self.begin_round(pairs, entry.when),
            Deed::Game { table, game } => {
                let pair = self.open_table(*table)?;
                if pair.kept() {
                    return Refusal::because("There is a game for this match already.");
                }
                pair.game = Some(game.clone());
                Ok(())
            }
            Deed::Match { table, id } => {
                let pair = self.open_table(*table)?;
                if pair.kept() {
                    return Refusal::because("There is a game for this match already.");
                }
                pair.series = Some(id.clone());
                Ok(())
            }
            Deed::Told { table, verdict } => {
                let bracket = self.rounds.last().is_some_and(|round| round.bracket);
                sound(*verdict, self.plan.best_of, bracket)?;
                self.open_table(*table)?.verdict = Some(*verdict);
                Ok(())
            }
            Deed::Correct {
                round,
                table,
                verdict,
                reason,
            } => self.correct(*round, *table, *verdict, reason),
            Deed::Close => self.close(),
            Deed::Pause { on } => {
                self.paused = *on;
                Ok(())
            }
            Deed::Clock { clock } => {
                self.clock.clone_from(clock);
                Ok(())
            }
            Deed::End => {
                self.ended = true;
                Ok(())
            }
        }
    }

    fn enter(
        &mut self,
        player: Option<&PlayerId>,
        name: &str,
        seeding: u32,
        list: Option<&str>,
    ) -> Result<(), Refusal> {
        let swiss_rounds = match self.plan.format {
            Format::Swiss { rounds } | Format::SwissCut { rounds, .. } => usize::from(rounds),
            Format::RoundRobin | Format::Elimination => 1,
        };
        if self.rounds.len() >= swiss_rounds {
            return Refusal::because("It is too late to enter.");
        }
        if self.entrants.len() >= MOST {
            return Refusal::because(format!("{MOST} players have entered; there is no room."));
        }
        if player.is_some_and(|player| self.entrant(player).is_some()) {
            return Refusal::because("You have entered already.");
        }
        if self.entrants.iter().any(|person| person.name == name) {
            return Refusal::because("Somebody with this name has entered already.");
        }
        if self.plan.decks.is_some() && list.is_none() {
            return Refusal::because("Register a warband and a deck to enter.");
        }
        let number = self.entrants.len() as u64;
        self.entrants.push(Person {
            player: player.cloned(),
            name: name.to_owned(),
            seeding,
            lot: lot(self.plan.lots, number),
            list: list.map(str::to_owned),
            dropped: None,
        });
        Ok(())
    }

    /// Somebody leaves: a match that is not played is lost.
    fn leave(&mut self, entrant: Entrant) -> Result<(), Refusal> {
        let rounds = self.rounds.len();
        let person = self.entrants.get_mut(entrant.0 as usize);
        let person = person.ok_or_else(|| Refusal("There is no such player.".to_owned()))?;
        if person.dropped.is_some() {
            return Refusal::because("This player has left already.");
        }
        person.dropped = Some(rounds);
        let last = self.rounds.last_mut();
        for pair in last.into_iter().flat_map(|round| &mut round.pairs) {
            let side = pair.sides.iter().position(|side| *side == Some(entrant));
            if let (Some(side), false) = (side, pair.done()) {
                pair.verdict = Some(Verdict::Forfeit { side: side as u8 });
            }
        }
        Ok(())
    }

    fn open_table(&mut self, table: u32) -> Result<&mut Pair, Refusal> {
        let round = self.rounds.last_mut();
        let pair = round.and_then(|round| round.pairs.get_mut(table as usize));
        let pair =
            pair.ok_or_else(|| Refusal("There is no such table in this round.".to_owned()))?;
        match pair.done() {
            true => Refusal::because("This match has ended already."),
            false => Ok(pair),
        }
    }

    fn correct(
        &mut self,
        round: u32,
        table: u32,
        verdict: Verdict,
        reason: &str,
    ) -> Result<(), Refusal> {
        if reason.trim().is_empty() {
            return Refusal::because("Say why the result is set right; everybody will see it.");
        }
        let last = self.rounds.len().saturating_sub(1);
        let (best_of, number) = (self.plan.best_of, round as usize);
        let round = self.rounds.get_mut(number);
        let round = round.ok_or_else(|| Refusal("There is no such round.".to_owned()))?;
        if round.bracket && number < last {
            return Refusal::because("The next round of the bracket has begun with this result.");
        }
        sound(verdict, best_of, round.bracket)?;
        let pair = round.pairs.get_mut(table as usize);
        let pair =
            pair.ok_or_else(|| Refusal("There is no such table in this round.".to_owned()))?;
        if pair.sides.contains(&None) {
            return Refusal::because("Nobody was met at this table.");
        }
        pair.verdict = Some(verdict);
        pair.corrected.push(reason.trim().to_owned());
        Ok(())
    }

    /// Whoever has not played the last round has lost it.
    fn close(&mut self) -> Result<(), Refusal> {
        let round = self.rounds.last_mut();
        let round = round.ok_or_else(|| Refusal("No round has begun.".to_owned()))?;
        if round.done() {
            return Refusal::because("All matches of this round have ended.");
        }
        for pair in round.pairs.iter_mut().filter(|pair| !pair.done()) {
            pair.verdict = Some(Verdict::Neither);
        }
        Ok(())
    }
}

/// Whether a match can end so.
fn sound(verdict: Verdict, best_of: u8, bracket: bool) -> Result<(), Refusal> {
    match verdict {
        Verdict::Played { won, decided, .. } => {
            let need = best_of / 2 + 1;
            if won.iter().any(|won| *won > need) || won == [need; 2] || won[0] + won[1] > best_of {
                return Refusal::because(match best_of {
                    1 => "One game was to be played; it has one winner or none.",
                    _ => "A match of three games ends when somebody has won two.",
                });
            }
            if decided.is_some_and(|side| side > 1 || won[0] != won[1]) {
                return Refusal::because("A tie-breaker decides only what is drawn, for one side.");
            }
            if bracket && verdict.winner().is_none() {
                return Refusal::because(
                    "A match of the bracket must have a winner: use the tie-breakers of the book.",
                );
            }
            Ok(())
        }
        Verdict::Forfeit { side } if side > 1 => Refusal::because("A match has two sides."),
        Verdict::Forfeit { .. } | Verdict::Neither => Ok(()),
    }
}

/// The lot of somebody by number: a fixed mixer, so that lots are the same on every machine.
fn lot(seed: u64, number: u64) -> u64 {
    let mut x = seed ^ (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

//! A ladder campaign (Nightvault rules summary): everybody stands on a rung, and games between willing opponents move
//! them.
//!
//! Newcomers stand on the lowest rung. If the lower of two players wins, they swap rungs; if the higher one wins, they
//! climb one rung, or the loser drops one if the winner is the first already; a draw moves nobody. Whoever plays no game
//! for a week drops to the bottom, and again with every further week. The first is the reigning champion.

mod climb;

pub use climb::{Climb, Step};

use crate::{PlayerId, Refusal};
use serde::{Deserialize, Serialize};

/// A week in milliseconds.
pub const WEEK: u64 = 7 * 24 * 3600 * 1000;
/// Players on one ladder at most.
pub const MOST: usize = 1000;
/// Open challenges that one player may have sent at once.
pub const CHALLENGES: usize = 5;

/// How a ladder was made. Never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// Which edition is played.
    pub edition: String,
    /// When it ends; never if nothing stands here.
    pub until: Option<u64>,
    /// Whether its games are rated.
    pub rated: bool,
}

/// Something that happened to a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub when: u64,
    /// What.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Deed {
    /// Somebody joins, on the lowest rung.
    Join {
        /// Who.
        player: PlayerId,
    },
    /// Somebody leaves; those below move up.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// Somebody challenges somebody.
    Challenge {
        /// Who.
        from: PlayerId,
        /// Whom.
        to: PlayerId,
    },
    /// The challenged one answers.
    Answer {
        /// Number of the challenge, from 0.
        challenge: u32,
        /// Whether there will be a game.
        accept: bool,
        /// The game that was made for it.
        game: Option<String>,
    },
    /// The challenger takes it back before there is an answer.
    Withdraw {
        /// Number of the challenge.
        challenge: u32,
    },
    /// An accepted challenge was played.
    Played {
        /// Number of the challenge.
        challenge: u32,
        /// Who won; nobody if it was a draw.
        winner: Option<PlayerId>,
    },
    /// An accepted challenge will not be played: its game never began or was lost.
    Void {
        /// Number of the challenge.
        challenge: u32,
    },
}

/// Who wants something of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A player.
    Player(PlayerId),
    /// The server itself, which knows how games ended.
    House,
}

/// Somebody on the ladder. The first in the list stands highest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climber {
    /// Who.
    pub player: PlayerId,
    /// The week without a game is counted from here: from the last game, from joining, or from the last drop.
    pub since: u64,
    /// Games played on this ladder.
    pub played: u32,
    /// Of which won.
    pub won: u32,
    /// Of which drawn.
    pub drawn: u32,
}

/// How far a challenge is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Not answered yet.
    Open,
    /// There is a game.
    Accepted {
        /// Which.
        game: Option<String>,
    },
    /// Played, refused, taken back, or void.
    Closed,
}

/// One player wants a game with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Who.
    pub from: PlayerId,
    /// Whom.
    pub to: PlayerId,
    /// Since when.
    pub when: u64,
    /// How far it is.
    pub state: State,
}

/// A ladder as it stands after its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    plan: Plan,
    rungs: Vec<Climber>,
    challenges: Vec<Challenge>,
    climb: Climb,
    now: u64,
}

impl Ladder {
    /// A ladder with nobody on it.
    pub fn new(plan: Plan) -> Ladder {
        Ladder {
            plan,
            rungs: Vec::new(),
            challenges: Vec::new(),
            climb: Climb::default(),
            now: 0,
        }
    }

    /// A ladder with all its entries. Those that cannot be, which no version writes, are left out.
    pub fn read(plan: Plan, entries: &[Entry]) -> Ladder {
        let mut ladder = Ladder::new(plan);
        for entry in entries {
            let _ = ladder.apply(entry);
        }
        ladder
    }

    /// How it was made.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
    /// Everybody on it, the champion first.
    pub fn rungs(&self) -> &[Climber] {
        &self.rungs
    }
    /// All challenges there were, by number.
    pub fn challenges(&self) -> &[Challenge] {
        &self.challenges
    }
    /// Who stood where, step by step.
    pub fn climb(&self) -> &Climb {
        &self.climb
    }
    /// The reigning champion.
    pub fn champion(&self) -> Option<&PlayerId> {
        self.rungs.first().map(|climber| &climber.player)
    }
    /// The rung somebody stands on, 1 the highest.
    pub fn rung(&self, player: &PlayerId) -> Option<usize> {
        self.place(player).map(|place| place + 1)
    }
    /// Whether its time is over.
    pub fn over(&self, now: u64) -> bool {
        self.plan.until.is_some_and(|until| now >= until)
    }

    fn place(&self, player: &PlayerId) -> Option<usize> {
        self.rungs.iter().position(|c| c.player == *player)
    }

    /// Whether somebody has the right to this, whatever the ladder says to it.
    ///
    /// # Errors
    /// Why not.
    pub fn allowed(&self, who: &Who, deed: &Deed) -> Result<(), Refusal> {
        let own = |player: &PlayerId| *who == Who::Player(player.clone());
        let side = |number: u32, to: bool| {
            let challenge = self.challenges.get(number as usize);
            challenge.is_some_and(|c| own(if to { &c.to } else { &c.from }))
        };
        let may = match deed {
            Deed::Join { player } | Deed::Leave { player } => own(player),
            Deed::Challenge { from, .. } => own(from),
            Deed::Answer { challenge, .. } => side(*challenge, true),
            Deed::Withdraw { challenge } => side(*challenge, false),
            Deed::Played { .. } | Deed::Void { .. } => *who == Who::House,
        };
        match may {
            true => Ok(()),
            false => Refusal::because(match deed {
                Deed::Join { .. } | Deed::Leave { .. } => "Nobody joins or leaves for another.",
                Deed::Challenge { .. } => "Nobody challenges for another.",
                Deed::Answer { .. } => "Only whoever is challenged answers.",
                Deed::Withdraw { .. } => "Only the challenger takes a challenge back.",
                Deed::Played { .. } | Deed::Void { .. } => {
                    "Results come from the games themselves."
                }
            }),
        }
    }

    /// Changes the ladder, after everything that the time until then has changed.
    ///
    /// # Errors
    /// Why it cannot be; then only time has passed.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Refusal> {
        let when = entry.when.max(self.now);
        self.pass_time(when);
        let played = matches!(entry.deed, Deed::Void { .. } | Deed::Withdraw { .. });
        if self.over(when) && !played {
            return Refusal::because("This ladder has ended.");
        }
        match &entry.deed {
            Deed::Join { player } => self.join(player, when),
            Deed::Leave { player } => self.leave(player, when),
            Deed::Challenge { from, to } => self.challenge(from, to, when),
            Deed::Answer {
                challenge,
                accept,
                game,
            } => self.answer(*challenge, *accept, game.as_deref()),
            Deed::Withdraw { challenge } => match self.numbered(*challenge)?.state {
                State::Open => self.close(*challenge),
                _ => Refusal::because("This challenge was answered already."),
            },
            Deed::Void { challenge } => match self.numbered(*challenge)?.state {
                State::Closed => Refusal::because("This challenge is closed already."),
                _ => self.close(*challenge),
            },
            Deed::Played { challenge, winner } => self.played(*challenge, winner.as_ref(), when),
        }
    }

    /// Lets time pass: whoever has not played for a week drops to the bottom, in the order in which their weeks
    /// ended; of those whose weeks ended at the same moment the higher one stays the higher.
    pub fn pass_time(&mut self, now: u64) {
        let end = self.plan.until.map_or(now, |until| now.min(until));
        loop {
            let due = |climber: &Climber| climber.since.saturating_add(WEEK);
            let first = self.rungs.iter().map(due).min();
            let Some(when) = first.filter(|when| *when <= end) else {
                break;
            };
            // All whose weeks end now move together, so that they keep their order.
            let (mut late, mut rest): (Vec<_>, Vec<_>) =
                self.rungs.drain(..).partition(|c| due(c) == when);
            for climber in &mut late {
                climber.since = when;
            }
            let before = rest.len() + late.len();
            let moved: Vec<PlayerId> = late.iter().map(|c| c.player.clone()).collect();
            rest.append(&mut late);
            debug_assert_eq!(before, rest.len());
            self.rungs = rest;
            self.climb
                .note(when, Step::Idle { players: moved }, &self.rungs);
        }
        self.now = self.now.max(now);
    }

    fn join(&mut self, player: &PlayerId, when: u64) -> Result<(), Refusal> {
        if self.place(player).is_some() {
            return Refusal::because("You stand on this ladder already.");
        }
        if self.rungs.len() >= MOST {
            return Refusal::because(format!("This ladder is full: {MOST} players stand on it."));
        }
        self.rungs.push(Climber {
            player: player.clone(),
            since: when,
            played: 0,
            won: 0,
            drawn: 0,
        });
        let step = Step::Joined {
            player: player.clone(),
        };
        self.climb.note(when, step, &self.rungs);
        Ok(())
    }

    fn leave(&mut self, player: &PlayerId, when: u64) -> Result<(), Refusal> {
        let place = self.standing(player)?;
        self.rungs.remove(place);
        for challenge in &mut self.challenges {
            if challenge.from == *player || challenge.to == *player {
                challenge.state = State::Closed;
            }
        }
        let step = Step::Left {
            player: player.clone(),
        };
        self.climb.note(when, step, &self.rungs);
        Ok(())
    }

    fn standing(&self, player: &PlayerId) -> Result<usize, Refusal> {
        let place = self.place(player);
        place.ok_or_else(|| Refusal("Only who stands on this ladder can do that.".to_owned()))
    }

    fn challenge(&mut self, from: &PlayerId, to: &PlayerId, when: u64) -> Result<(), Refusal> {
        self.standing(from)?;
        if self.place(to).is_none() {
            return Refusal::because("There is nobody of this name on the ladder.");
        }
        if from == to {
            return Refusal::because("Nobody challenges themselves.");
        }
        let alive = |c: &&Challenge| c.state != State::Closed;
        let between =
            |c: &Challenge| (&c.from, &c.to) == (from, to) || (&c.from, &c.to) == (to, from);
        if self.challenges.iter().filter(alive).any(between) {
            return Refusal::because("There is a challenge between you already.");
        }
        let open = |c: &&Challenge| c.from == *from && c.state == State::Open;
        if self.challenges.iter().filter(open).count() >= CHALLENGES {
            return Refusal::because(format!(
                "You have {CHALLENGES} challenges open; wait for an answer or take one back."
            ));
        }
        self.challenges.push(Challenge {
            from: from.clone(),
            to: to.clone(),
            when,
            state: State::Open,
        });
        Ok(())
    }

    fn numbered(&self, number: u32) -> Result<&Challenge, Refusal> {
        let challenge = self.challenges.get(number as usize);
        challenge.ok_or_else(|| Refusal("There is no such challenge.".to_owned()))
    }

    fn close(&mut self, number: u32) -> Result<(), Refusal> {
        self.set(number, State::Closed)
    }

    fn set(&mut self, number: u32, state: State) -> Result<(), Refusal> {
        self.numbered(number)?;
        self.challenges[number as usize].state = state;
        Ok(())
    }

    fn answer(&mut self, number: u32, accept: bool, game: Option<&str>) -> Result<(), Refusal> {
        if self.numbered(number)?.state != State::Open {
            return Refusal::because("This challenge was answered already.");
        }
        let state = match accept {
            true => State::Accepted {
                game: game.map(str::to_owned),
            },
            false => State::Closed,
        };
        self.set(number, state)
    }

    fn played(&mut self, number: u32, winner: Option<&PlayerId>, when: u64) -> Result<(), Refusal> {
        let challenge = self.numbered(number)?;
        if !matches!(challenge.state, State::Accepted { .. }) {
            return Refusal::because("There is no game of this challenge to be told of.");
        }
        let (from, to) = (challenge.from.clone(), challenge.to.clone());
        if winner.is_some_and(|winner| *winner != from && *winner != to) {
            return Refusal::because("The winner did not play this game.");
        }
        let (Some(one), Some(other)) = (self.place(&from), self.place(&to)) else {
            return Refusal::because("One of the players has left the ladder.");
        };
        self.close(number)?;
        for place in [one, other] {
            let climber = &mut self.rungs[place];
            climber.since = when;
            climber.played += 1;
            climber.won += u32::from(winner == Some(&climber.player));
            climber.drawn += u32::from(winner.is_none());
        }
        let (higher, lower) = (one.min(other), one.max(other));
        match winner {
            None => {}
            Some(winner) if self.rungs[lower].player == *winner => self.rungs.swap(higher, lower),
            Some(_) if higher > 0 => self.rungs.swap(higher, higher - 1),
            Some(_) if lower + 1 < self.rungs.len() => self.rungs.swap(lower, lower + 1),
            // The loser stands on the lowest rung already.
            Some(_) => {}
        }
        let step = Step::Played {
            players: [from, to],
            winner: winner.cloned(),
        };
        self.climb.note(when, step, &self.rungs);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

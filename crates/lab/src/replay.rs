//! Replays: the inputs of a game, the versions it was played with, and the digest of its end.
//!
//! Dice and draws follow from the seed, everything else from the choices, which are kept as the engine
//! counts them; words are made when a replay is shown. The versions are there to be told to people.

use crate::{
    digest::Digest,
    playout::{Fault, MAX_DECISIONS, Policy, Streams},
};
use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Choice, Choices, Deck, Game, Log, Pending, Seed, Table, Windows};
use gloryhex_notation::{Names, choice, event, save::TableSpec};
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// The version of this engine: that of the program, and a digest of the sources of its rules.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("GLORYHEX_RULES"));

/// A replay of a whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The engine it was played with.
    pub version: String,
    /// The content it was played with, as a digest.
    pub content: String,
    /// Name of the edition.
    pub edition: String,
    /// Players.
    pub players: u8,
    /// What lies on the table, if it is not what the core set gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableSpec>,
    /// Decks that were built, by seat; none for those of the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub built: Vec<BuiltDeck>,
    /// Whether windows for reactions were opened only where something is playable.
    #[serde(default, skip_serializing_if = "is_false")]
    pub playable: bool,
    /// The seed of dice and draws, which names their generator.
    pub seed: Seed,
    /// Before the choice of this number, from 0, chance began anew with this seed: something had been
    /// taken back, or another game was gone on with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reseeds: Vec<(u32, Seed)>,
    /// Where sudden death rounds begin, if a level match went on with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sudden_death: Option<SuddenDeath>,
    /// Every choice, in order.
    pub choices: Vec<Choice>,
    /// Why the game was broken off, if it did not come to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<String>,
    /// The digest of the last state.
    pub hash: String,
}

/// Sudden death rounds after a game: everybody stays where they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuddenDeath {
    /// The number of their first choice, from 0; those before it are the game's.
    pub first: u32,
    /// The seed that chance follows from in them.
    pub seed: Seed,
}

/// A deck that somebody built.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuiltDeck {
    /// Its name; without cards, that of a deck that is known.
    pub name: String,
    /// The names of its cards.
    pub cards: Vec<String>,
}

impl BuiltDeck {
    fn deck(&self, content: &Content, edition: &str) -> Result<Option<Deck>, String> {
        if self.cards.is_empty() {
            let named = Some(&self.name).filter(|name| !name.is_empty());
            let find = |name: &String| content.deck(edition, name).map_err(|p| p.to_string());
            return named.map(find).transpose();
        }
        let find = |name: &String| {
            let found = content.catalog.find(edition, None, name);
            found.ok_or_else(|| format!("there is no card called `{name}` in {edition}"))
        };
        let cards: Result<Vec<_>, String> = self.cards.iter().map(find).collect();
        Ok(Some(content.split(&cards?)))
    }
}

impl Replay {
    /// The table the game was played at.
    ///
    /// # Errors
    /// Something on it does not exist.
    pub fn table(&self, content: &Content) -> Result<Arc<Table>, String> {
        self.lay(content, false)
    }

    /// The table that its sudden death rounds were played at, if there were any.
    ///
    /// # Errors
    /// Something on it does not exist.
    pub fn table_of_rounds(&self, content: &Content) -> Result<Option<Arc<Table>>, String> {
        let rounds = self.sudden_death.map(|_| self.lay(content, true));
        rounds.transpose()
    }

    fn lay(&self, content: &Content, sudden_death: bool) -> Result<Arc<Table>, String> {
        let core = || Spec::core(&self.edition, self.players);
        let mut spec = self.table.as_ref().map_or_else(core, TableSpec::spec);
        spec.variant.sudden_death |= sudden_death;
        let mut built = Vec::new();
        for deck in &self.built {
            built.push(deck.deck(content, &self.edition)?);
        }
        let table = content.table_with(&spec, &built);
        table.map(Arc::new).map_err(|problem| problem.to_string())
    }

    /// Plays a random game and writes it down. `content` is the digest of what it is played with.
    pub fn record(table: &Arc<Table>, content: u64, seed: u64) -> Result<Replay, Fault> {
        let mut streams = Streams::new(seed);
        let mut game = Game::new(Arc::clone(table), Windows::Public);
        let mut list = Choices::new();
        let mut choices = Vec::new();
        let mut pending = game.go_on(&mut streams.chance, None, &mut list);
        for number in 0..MAX_DECISIONS {
            match pending {
                Pending::Decide(_) => {}
                Pending::Over => {
                    return Ok(Replay {
                        version: VERSION.into(),
                        content: format!("{content:016x}"),
                        edition: table.rules.name.to_string(),
                        players: table.players,
                        table: None,
                        built: Vec::new(),
                        playable: false,
                        seed: Streams::chance_seed(seed).into(),
                        reseeds: Vec::new(),
                        sudden_death: None,
                        choices,
                        cut: None,
                        hash: format!("{:016x}", Digest::of(&game.state)),
                    });
                }
                other => {
                    return Err(Fault {
                        seed,
                        decision: Some(number),
                        what: format!("stopped at {other:?}"),
                    });
                }
            };
            let made = Policy::Random.pick(&list, &mut streams.mind);
            choices.push(made);
            pending = game.make(made, &mut streams.chance, None, &mut list);
        }
        Err(Fault {
            seed,
            decision: Some(MAX_DECISIONS),
            what: "the game does not end".into(),
        })
    }

    /// The game of a batch that a fault ended, as far as it went.
    pub fn of_fault(
        table: &Arc<Table>,
        setup: &Spec,
        content: u64,
        windows: Windows,
        fault: &Fault,
    ) -> Replay {
        let most = fault.decision.unwrap_or(MAX_DECISIONS).min(MAX_DECISIONS);
        let mut streams = Streams::new(fault.seed);
        let mut game = Game::new(Arc::clone(table), windows);
        let mut list = Choices::new();
        let mut choices = Vec::new();
        // What broke may be a panic, which would come again.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let mut pending = game.go_on(&mut streams.chance, None, &mut list);
            while let Pending::Decide(_) = pending
                && (choices.len() as u64) < most
            {
                let made = match list.as_slice() {
                    [] => break,
                    [only] => *only,
                    several => Policy::Random.pick(several, &mut streams.mind),
                };
                choices.push(made);
                pending = game.make(made, &mut streams.chance, None, &mut list);
            }
        }));
        Replay {
            version: VERSION.into(),
            content: format!("{content:016x}"),
            edition: setup.edition.clone(),
            players: setup.players,
            table: Some(TableSpec::from(setup)),
            built: Vec::new(),
            playable: windows == Windows::Playable,
            seed: Streams::chance_seed(fault.seed).into(),
            reseeds: Vec::new(),
            sudden_death: None,
            choices,
            cut: Some(fault.what.clone()),
            hash: format!("{:016x}", Digest::of(&game.state)),
        }
    }

    /// When windows for reactions are opened.
    pub fn windows(&self) -> Windows {
        match self.playable {
            true => Windows::Playable,
            false => Windows::Public,
        }
    }

    /// What is to be said about a replay of another version or of other content than this, which has this
    /// digest.
    pub fn strange(&self, content: u64) -> Vec<String> {
        strange(&self.version, &self.content, content)
    }

    /// Plays the replay again at its table. Gives the game in words; the error says where it parts from the
    /// replay and how.
    pub fn verify(&self, table: &Arc<Table>) -> Result<String, String> {
        self.verify_on(table, None)
    }

    /// The same where sudden death rounds may follow, with the table that they were played at.
    pub fn verify_on(
        &self,
        table: &Arc<Table>,
        rounds: Option<Arc<Table>>,
    ) -> Result<String, String> {
        let names = Names::of(table);
        let mut chance = self.seed.dice();
        let mut game = Game::new(Arc::clone(table), self.windows());
        let mut log = Log::default();
        let mut text = String::new();
        let mut choices = self.choices.iter().enumerate().peekable();
        let mut rounds = rounds.zip(self.sudden_death);
        let mut list = Choices::new();
        let mut pending = game.go_on(&mut chance, Some(&mut log), &mut list);
        loop {
            for happened in log.events.drain(..) {
                let _ = writeln!(text, "  {}", event::sentence(&game, &names, &happened));
            }
            let seat = match pending {
                Pending::Decide(seat) => seat,
                Pending::Over => {
                    let next = choices.peek().map_or(self.choices.len(), |(ix, _)| *ix);
                    match rounds.take_if(|(_, begin)| begin.first as usize == next) {
                        Some((table, begin)) => {
                            game = game.sudden_death(table);
                            chance = begin.seed.dice();
                            let _ = writeln!(text, "  Sudden death rounds begin.");
                            pending = game.go_on(&mut chance, Some(&mut log), &mut list);
                            continue;
                        }
                        None => break,
                    }
                }
                other => return Err(format!("the engine stopped at {other:?}")),
            };
            let Some((ix, made)) = choices.next() else {
                if self.cut.is_some() {
                    break;
                }
                let total = self.choices.len();
                return Err(format!(
                    "the replay ends after {total} choices, the game does not"
                ));
            };
            let refused = game.refusal(seat, *made, &list);
            if let Some(refusal) = refused {
                let (number, rule) = (ix + 1, refusal.rule.id());
                return Err(format!(
                    "choice {number}, {made:?}, is refused by {rule}: {}",
                    refusal.remedy
                ));
            }
            let words = choice::write(&game, &names, seat, *made);
            let _ = writeln!(text, "{} {words}", seat.number());
            if let Some((_, seed)) = self.reseeds.iter().find(|(n, _)| *n as usize == ix) {
                chance = seed.dice();
            }
            pending = game.make(*made, &mut chance, Some(&mut log), &mut list);
        }
        if let Some((ix, _)) = choices.next() {
            return Err(format!("the game is over before choice {}", ix + 1));
        }
        if let Some((_, begin)) = rounds {
            let first = begin.first;
            return Err(format!(
                "the game is not over after {first} choices, where its sudden death rounds begin"
            ));
        }
        let found = format!("{:016x}", Digest::of(&game.state));
        if found != self.hash {
            return Err(format!(
                "the last state has the digest {found}, not {}",
                self.hash
            ));
        }
        let _ = match &self.cut {
            Some(cut) => writeln!(text, "Broken off: {cut}."),
            None => writeln!(text, "{}", event::over(game.ending())),
        };
        Ok(text)
    }
}

/// What is to be said about a game of this version and content, where that loaded has the digest `here`.
pub(crate) fn strange(version: &str, content: &str, here: u64) -> Vec<String> {
    let mut said = Vec::new();
    if version != VERSION {
        said.push(format!("played with version {version}, this is {VERSION}"));
    }
    let here = format!("{here:016x}");
    if content != here {
        said.push(format!(
            "played with content {content}, loaded is {here}; packs are named with --content"
        ));
    }
    said
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks for it so
fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Tally, play_watched};

    #[test]
    fn the_replay_of_a_broken_game_leads_to_where_it_broke() {
        let content = Content::embedded();
        let spec = Spec::core("nightvault", 2);
        let table = Arc::new(content.table(&spec).expect("a table"));
        let (mut met, mut seen) = (0, 0);
        let windows = Windows::Playable;
        let (mut list, mut tally) = (Choices::new(), Tally::default());
        let fault = play_watched(
            &table,
            windows,
            Policy::Random,
            7,
            &mut list,
            &mut tally,
            |game, _, _| {
                seen = Digest::of(&game.state);
                met += 1;
                match met {
                    60 => Err("this is the sixtieth".to_owned()),
                    _ => Ok(()),
                }
            },
        )
        .expect_err("it is broken off");
        let replay = Replay::of_fault(&table, &spec, content.hash, windows, &fault);
        assert_eq!(replay.choices.len(), 59);
        assert_eq!(replay.hash, format!("{seen:016x}"));
        assert!(replay.strange(content.hash).is_empty());
        let told = replay.verify(&table).expect("it verifies");
        assert!(
            told.ends_with("Broken off: this is the sixtieth.\n"),
            "{told}"
        );
    }
}

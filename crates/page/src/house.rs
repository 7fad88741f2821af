//! All the tables of a page, by the ids of their games, and the answers a server would give.

use gloryhex_editions::{Content, Spec};
use gloryhex_engine::{Seed, Windows};
use gloryhex_lab::{Policy, SimSpec, batch, replay::VERSION};
use gloryhex_protocol::{
    ClientMessage, Code, ContinueGame, DeckList, GameSummary, NewGame, Problem, ServerMessage,
    Ticket,
};
use gloryhex_search::Budget;
use gloryhex_table::{
    Due, LocalTable, Result, content, decks,
    entry::{Entry, Plan},
    error::internal,
    files,
    kept::{Kept, Opened, hash},
    local::HERE,
    scenes, seating, story,
    summary::summary,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{collections::HashMap, sync::Arc, time::Duration};

/// Iterations of the search for each decision of a game that is analysed.
const ANALYSIS: u32 = 100;

/// All the tables of a page.
pub struct House {
    content: Arc<Content>,
    tables: HashMap<String, LocalTable>,
    /// The game that is looked at.
    looked: Option<Opened>,
}

/// A game as a page keeps it. Plan and entries are text of their own, which JavaScript hands on as it is: its numbers would not
/// hold a seed.
#[derive(Serialize, Deserialize)]
struct Stored {
    id: String,
    plan: String,
    engine: String,
    content: String,
    entries: Vec<(u32, String)>,
    positions: Vec<(u32, String)>,
}

/// What has come about at a table.
#[derive(Serialize)]
struct Turn<'a> {
    /// How the game was made, and with what: needed to store it for the first time.
    plan: String,
    engine: &'a str,
    content: String,
    entries: Vec<(u32, String)>,
    positions: Vec<(u32, String)>,
    summary: GameSummary,
    said: Vec<ServerMessage>,
    ticket: Ticket,
    /// Who is waited for: `nothing`, `person`, `pass` or `opponent`.
    due: &'static str,
    /// The seat and the level of an opponent that is waited for.
    seat: Option<u8>,
    level: Option<String>,
    /// Whether it is a window for reactions, of which there are many.
    window: bool,
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text)
        .map_err(|error| Problem::new(Code::Malformed, format!("Not what was expected: {error}.")))
}

fn write(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(internal)
}

fn secret(bytes: &[u8]) -> Result<Seed> {
    let bytes: [u8; 32] = bytes
        .try_into()
        .map_err(|_| Problem::new(Code::Malformed, "A seed has 32 bytes."))?;
    Ok(Seed::Cipher(bytes))
}

fn no_such_game() -> Problem {
    Problem::not_found("There is no such game in this browser.")
}

fn written(entries: &[(u32, Entry)]) -> Result<Vec<(u32, String)>> {
    let text = |(at, entry): &(u32, Entry)| Ok((*at, write(entry)?));
    entries.iter().map(text).collect()
}

impl Stored {
    fn kept(self) -> Result<Kept> {
        let entry = |(at, text): (u32, String)| Ok((at, read(&text)?));
        let entries: Result<Vec<(u32, Entry)>> = self.entries.into_iter().map(entry).collect();
        Ok(Kept {
            id: self.id,
            plan: Arc::new(read(&self.plan)?),
            engine: self.engine,
            content: self.content,
            entries: entries?,
            positions: self.positions,
        })
    }
    fn of(kept: Kept) -> Result<Stored> {
        Ok(Stored {
            plan: write(&*kept.plan)?,
            entries: written(&kept.entries)?,
            id: kept.id,
            engine: kept.engine,
            content: kept.content,
            positions: kept.positions,
        })
    }
}

impl House {
    /// A house with the cards and boards that come with the program.
    ///
    /// # Errors
    /// They do not fit together, which the tests would have found.
    pub fn new() -> Result<House> {
        let content = Content::load(&[])
            .map_err(|problems| internal(problems.first().map_or("", |problem| &problem.0)))?;
        Ok(House {
            content: Arc::new(content),
            tables: HashMap::new(),
            looked: None,
        })
    }

    /// Answers a question about cards, rules or decks, by the path that a server has for it.
    ///
    /// # Errors
    /// There is nothing at this path, or what is asked for does not exist.
    pub fn ask(&self, path: &str, body: Option<&str>) -> Result<String> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        match path.split('/').collect::<Vec<_>>()[..] {
            ["editions"] => write(&content::editions(&self.content)),
            ["content", edition] => write(&content::content(&self.content, edition)?),
            ["rules", edition] => {
                content::known_edition(&self.content, edition)?;
                write(&content::rules(&self.content, edition)?)
            }
            ["decks", what @ ("check" | "suggest")] => {
                #[derive(Deserialize)]
                struct For {
                    edition: String,
                    #[serde(default)]
                    warband: String,
                    /// All that stands in an address is text.
                    #[serde(default)]
                    seed: Option<String>,
                }
                // The worker sends the query as JSON: taking an address apart is its business.
                let asked: For = read(query)?;
                let (edition, warband) = (&asked.edition, &asked.warband);
                let list: DeckList = read(body.unwrap_or_default())?;
                match what {
                    "check" => write(&decks::check(&self.content, edition, warband, &list)?),
                    _ => {
                        let seed = asked.seed.as_deref().unwrap_or("0").parse();
                        let number = "A seed is a whole number.";
                        let seed = seed.map_err(|_| Problem::new(Code::Malformed, number))?;
                        let content = &self.content;
                        write(&decks::suggest(content, edition, warband, seed, &list)?)
                    }
                }
            }
            ["lessons"] => write(&scenes::lessons(&self.content)?),
            ["lessons", id] => {
                let asked = read(body.unwrap_or_default())?;
                write(&scenes::in_lesson(&self.content, id, asked)?)
            }
            ["puzzles", edition] => write(&scenes::puzzles(&self.content, edition)?),
            ["puzzles", edition, id] => {
                let asked = read(body.unwrap_or_default())?;
                write(&scenes::at_puzzle(&self.content, edition, id, asked)?)
            }
            _ => Err(Problem::not_found("There is nothing at this address.")),
        }
    }

    /// Makes a game (`NewGame`) with this id; chance in it follows from 32 secret bytes.
    ///
    /// # Errors
    /// What is asked for cannot be played, or not by one screen alone.
    pub fn make(&mut self, id: &str, new: &str, seed: &[u8]) -> Result<()> {
        let (mut new, seed): (NewGame, Seed) = (read(new)?, secret(seed)?);
        // Nobody waits for anybody here.
        new.clock = None;
        let plan = seating::plan(&self.content, new, || seed)?;
        self.sit(id, plan)
    }

    fn sit(&mut self, id: &str, plan: Plan) -> Result<()> {
        let table = LocalTable::new(Arc::clone(&self.content), id, plan)?;
        self.tables.insert(id.to_owned(), table);
        Ok(())
    }

    /// Opens a game that was kept.
    ///
    /// # Errors
    /// It cannot go on with this version.
    pub fn open(&mut self, stored: &str) -> Result<()> {
        let kept = read::<Stored>(stored)?.kept()?;
        let id = kept.id.clone();
        let table = LocalTable::open(Arc::clone(&self.content), kept)?;
        self.tables.insert(id, table);
        Ok(())
    }

    /// Whether a game is open.
    pub fn has(&self, id: &str) -> bool {
        self.tables.contains_key(id)
    }

    /// Puts a game away.
    pub fn close(&mut self, id: &str) {
        self.tables.remove(id);
    }

    fn table(&mut self, id: &str) -> Result<&mut LocalTable> {
        self.tables.get_mut(id).ok_or_else(no_such_game)
    }

    /// Takes what a person says at a table; `next` is the id of the next game, should it be made now.
    ///
    /// # Errors
    /// There is no such table, or what is said is no message. What the rules refuse is answered at the table.
    pub fn hear(&mut self, id: &str, message: &str, next: &str) -> Result<()> {
        let message: ClientMessage = read(message)?;
        let table = self.table(id)?;
        table.hear(message);
        if let Some(plan) = table.take_next() {
            let made = table.after(next, plan)?;
            table.name_next(next.to_owned())?;
            self.tables.insert(next.to_owned(), made);
        }
        Ok(())
    }

    /// Makes what is due without a person; an opponent thinks so many milliseconds at most.
    ///
    /// # Errors
    /// There is no such table, or the engine stumbles.
    pub fn go_on(&mut self, id: &str, think: u32) -> Result<()> {
        let think = Duration::from_millis(think.into());
        self.table(id)?.go_on(think).map(drop)
    }

    /// What is to be stored, what is to be shown, and what the table waits for now.
    ///
    /// # Errors
    /// There is no such table.
    pub fn turn(&mut self, id: &str, made: u32, now: u32) -> Result<String> {
        let with = hash(&self.content);
        let table = self.table(id)?;
        let (new, said) = (table.take_new(), table.take_said());
        let (due, seat, level) = match table.due() {
            Due::Nothing => ("nothing", None, None),
            Due::Person(seat) => ("person", Some(seat.0), None),
            Due::Pass(seat, _) => ("pass", Some(seat.0), None),
            Due::Opponent(seat, level) => ("opponent", Some(seat.0), Some(level)),
        };
        let play = table.play();
        write(&Turn {
            plan: write(&*play.plan)?,
            engine: VERSION,
            content: with,
            entries: written(&new.entries)?,
            positions: new.positions,
            summary: summary(play, made.into(), now.into(), 0),
            said,
            ticket: Ticket {
                game: id.to_owned(),
                seats: seating::seats(table.own()),
                token: HERE.to_owned(),
                invites: Vec::new(),
            },
            due,
            seat,
            level,
            window: play.table.as_ref().is_some_and(is_window),
        })
    }

    /// Opens a kept game to look at it, or to go on from a moment of it.
    ///
    /// # Errors
    /// It cannot be played again with this version.
    pub fn look(&mut self, stored: &str) -> Result<()> {
        self.looked = Some(read::<Stored>(stored)?.kept()?.open(&self.content)?);
        Ok(())
    }

    fn looked(&self) -> Result<&Opened> {
        self.looked.as_ref().ok_or_else(no_such_game)
    }

    /// Answers about the game that is looked at: `at/N`, `story`, `replay`, `save`, `analysis`.
    ///
    /// # Errors
    /// The game is not over yet where it must be, or there is no such answer.
    pub fn tell(&self, what: &str) -> Result<String> {
        let (content, opened) = (&self.content, self.looked()?);
        match what {
            "story" => {
                story::over_only(&opened.play)?;
                write(&story::tell(content, opened)?)
            }
            "replay" => {
                story::over_only(&opened.play)?;
                let replay = story::written(content, opened)?;
                serde_json::to_string_pretty(&replay).map_err(internal)
            }
            "save" => files::write_save(content, &opened.play),
            "analysis" => {
                let budget = Budget::Iterations(ANALYSIS);
                let told = story::analysis(content, &opened.play, budget, &Arc::default())?;
                write(&told)
            }
            _ => {
                let at = what.strip_prefix("at/").and_then(|at| at.parse().ok());
                let at =
                    at.ok_or_else(|| Problem::not_found("There is nothing at this address."))?;
                write(&story::moment(content, opened, at)?)
            }
        }
    }

    /// Makes a game that goes on from a moment of the one that is looked at (`ContinueGame`).
    ///
    /// # Errors
    /// It is not over, or nothing is to be decided at that moment.
    pub fn branch(&mut self, id: &str, wish: &str, seed: &[u8]) -> Result<()> {
        let (wish, seed): (ContinueGame, Seed) = (read(wish)?, secret(seed)?);
        let opened = self.looked()?;
        story::over_only(&opened.play)?;
        let then = opened.kept.upto(&self.content, wish.at)?;
        let plan = seating::go_on(&then, &wish, || seed)?;
        self.sit(id, plan)
    }

    /// A game from a file of the terminal's, as it is kept: a replay, or a save.
    ///
    /// # Errors
    /// It is neither, or cannot be played with the cards there are.
    pub fn read_file(
        &self,
        id: &str,
        text: &str,
        level: Option<&str>,
        seed: &[u8],
    ) -> Result<String> {
        let kept = files::read(&self.content, id, text, level, secret(seed)?)?;
        write(&Stored::of(kept)?)
    }

    /// Plays games as `gloryhex sim` does and gives their digest.
    ///
    /// # Errors
    /// There is no such edition, or a game does not come to its end.
    pub fn sim(&self, edition: &str, games: u64, seed: u64) -> Result<String> {
        let spec = Spec::core(edition, 2);
        let table = self.content.table(&spec);
        let table = table.map_err(|problem| Problem::invalid(problem.to_string()))?;
        let spec = SimSpec {
            edition: edition.to_owned(),
            players: 2,
            games,
            seed,
            threads: 1,
            policy: Policy::Random,
            windows: Windows::Public,
        };
        let tally = batch::run(&Arc::new(table), &spec);
        let tally = tally.map_err(|(number, fault)| internal(format!("{number}: {fault:?}")))?;
        Ok(format!("{:016x}", tally.hash))
    }
}

fn is_window(on: &gloryhex_table::play::OnTable) -> bool {
    on.kind() == Some("reaction")
}

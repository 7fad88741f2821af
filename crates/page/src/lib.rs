//! The engine inside a web page: what a worker of the browser calls instead of asking a server.
//!
//! [`House`] is all of it, and plain Rust; [`Page`] hands it to JavaScript as text. **Deliberately absent**: where games are
//! kept, how fast opponents move and what is drawn, which are the page's (`web/src/net/worker`).

mod house;

pub use house::House;

use gloryhex_protocol::Problem;
use wasm_bindgen::prelude::*;

/// A [`House`] for JavaScript. Everything is JSON; what cannot be done is thrown, as a `Problem`.
#[wasm_bindgen]
pub struct Page(House);

fn thrown(problem: Problem) -> JsValue {
    serde_json::to_string(&problem).unwrap_or_default().into()
}

#[wasm_bindgen]
impl Page {
    /// A house with the cards and boards that come with the program.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Page, JsValue> {
        House::new().map(Page).map_err(thrown)
    }
    /// Answers a question about cards, rules or decks, by the path that a server has for it.
    pub fn ask(&self, path: &str, body: Option<String>) -> Result<String, JsValue> {
        self.0.ask(path, body.as_deref()).map_err(thrown)
    }
    /// Makes a game (`NewGame`) with this id; chance in it follows from 32 secret bytes.
    pub fn make(&mut self, id: &str, new: &str, seed: &[u8]) -> Result<(), JsValue> {
        self.0.make(id, new, seed).map_err(thrown)
    }
    /// Opens a game that was kept.
    pub fn open(&mut self, kept: &str) -> Result<(), JsValue> {
        self.0.open(kept).map_err(thrown)
    }
    /// Whether a game is open.
    pub fn has(&self, id: &str) -> bool {
        self.0.has(id)
    }
    /// Puts a game away.
    pub fn close(&mut self, id: &str) {
        self.0.close(id);
    }
    /// Takes what a person says at a table; `next` is the id of the next game, should it be made now.
    pub fn hear(&mut self, id: &str, message: &str, next: &str) -> Result<(), JsValue> {
        self.0.hear(id, message, next).map_err(thrown)
    }
    /// Makes what is due without a person; an opponent thinks so many milliseconds at most.
    pub fn go_on(&mut self, id: &str, think: u32) -> Result<(), JsValue> {
        self.0.go_on(id, think).map_err(thrown)
    }
    /// What is to be stored, what is to be shown, and what the table waits for now. `now` is in Unix seconds.
    pub fn turn(&mut self, id: &str, made: u32, now: u32) -> Result<String, JsValue> {
        self.0.turn(id, made, now).map_err(thrown)
    }
    /// Opens a kept game to look at it, or to go on from a moment of it.
    pub fn look(&mut self, kept: &str) -> Result<(), JsValue> {
        self.0.look(kept).map_err(thrown)
    }
    /// Answers about the game that is looked at: `at/N`, `story`, `replay`, `analysis`.
    pub fn tell(&self, what: &str) -> Result<String, JsValue> {
        self.0.tell(what).map_err(thrown)
    }
    /// Makes a game that goes on from a moment of the one that is looked at (`ContinueGame`).
    pub fn branch(&mut self, id: &str, wish: &str, seed: &[u8]) -> Result<(), JsValue> {
        self.0.branch(id, wish, seed).map_err(thrown)
    }
    /// A game from a file of the terminal's, as it is kept: a replay, or a save.
    pub fn read_file(
        &self,
        id: &str,
        text: &str,
        level: Option<String>,
        seed: &[u8],
    ) -> Result<String, JsValue> {
        let read = self.0.read_file(id, text, level.as_deref(), seed);
        read.map_err(thrown)
    }
    /// Plays games as `gloryhex sim` does and gives their digest.
    pub fn sim(&self, edition: &str, games: u32, seed: u32) -> Result<String, JsValue> {
        self.0
            .sim(edition, games.into(), seed.into())
            .map_err(thrown)
    }
}

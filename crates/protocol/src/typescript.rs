//! The TypeScript side of every type here, written to files that are checked in.

use crate::{
    AtMatch, Blocked, ChooseForMatch, ClientMessage, Content, ContinueGame, DeckCheck, DeckList,
    DeckSuggestion, DeviceFace, DropEntrant, EditionFace, EnterTournament, GameSummary, GuestSeat,
    Here, JoinGame, LadderAnswer, LadderChallenge, LadderView, LessonFace, MatchTicket, MatchView,
    Moment, NewGame, NewLadder, NewMatch, NewPlayer, NewTournament, OwnProfile, OwnSide,
    PauseTournament, PlayerKey, Problem, PuzzleFace, RestorePlayer, RuleEntry, SceneAnswer,
    SceneAsk, ServerMessage, SetClock, SitAtMatch, Story, TellResult, Ticket, TournamentView,
    WishBlock, WithdrawDevice,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use ts_rs::{Config, TS, TypeVisitor};

/// Where the files belong, in the source tree.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol")
}

/// Every file: its name and its text. One type per file, and an index.
pub fn files() -> BTreeMap<String, String> {
    struct Gather(BTreeMap<String, String>, Config);
    impl TypeVisitor for Gather {
        fn visit<T: TS + 'static + ?Sized>(&mut self) {
            let Some(path) = T::output_path() else { return };
            let name = path.to_string_lossy().into_owned();
            if self.0.contains_key(&name) {
                return;
            }
            let text = T::export_to_string(&self.1).unwrap_or_default();
            self.0.insert(name, text);
            T::visit_dependencies(self);
        }
    }
    let mut gather = Gather(BTreeMap::new(), Config::default());
    gather.visit::<ClientMessage>();
    gather.visit::<ServerMessage>();
    gather.visit::<NewGame>();
    gather.visit::<JoinGame>();
    gather.visit::<Ticket>();
    gather.visit::<GameSummary>();
    gather.visit::<Here>();
    gather.visit::<EditionFace>();
    gather.visit::<Content>();
    gather.visit::<DeckList>();
    gather.visit::<DeckCheck>();
    gather.visit::<DeckSuggestion>();
    gather.visit::<RuleEntry>();
    gather.visit::<Moment>();
    gather.visit::<Story>();
    gather.visit::<ContinueGame>();
    gather.visit::<Problem>();
    gather.visit::<NewPlayer>();
    gather.visit::<RestorePlayer>();
    gather.visit::<PlayerKey>();
    gather.visit::<OwnProfile>();
    gather.visit::<NewTournament>();
    gather.visit::<TournamentView>();
    gather.visit::<EnterTournament>();
    gather.visit::<GuestSeat>();
    gather.visit::<SetClock>();
    gather.visit::<DropEntrant>();
    gather.visit::<TellResult>();
    gather.visit::<PauseTournament>();
    gather.visit::<NewMatch>();
    gather.visit::<SitAtMatch>();
    gather.visit::<MatchTicket>();
    gather.visit::<AtMatch>();
    gather.visit::<ChooseForMatch>();
    gather.visit::<OwnSide>();
    gather.visit::<MatchView>();
    gather.visit::<NewLadder>();
    gather.visit::<LadderView>();
    gather.visit::<LadderChallenge>();
    gather.visit::<LadderAnswer>();
    gather.visit::<DeviceFace>();
    gather.visit::<WithdrawDevice>();
    gather.visit::<WishBlock>();
    gather.visit::<Blocked>();
    gather.visit::<LessonFace>();
    gather.visit::<PuzzleFace>();
    gather.visit::<SceneAsk>();
    gather.visit::<SceneAnswer>();
    let mut files = gather.0;
    let mut index = String::from("// Generated from crates/protocol. Do not edit.\n");
    for name in files.keys() {
        let stem = name.trim_end_matches(".ts");
        index.push_str(&format!("export type {{ {stem} }} from \"./{stem}\";\n"));
    }
    index.push_str(&format!(
        "\n/** The version of the messages. */\nexport const VERSION = {};\n",
        crate::VERSION
    ));
    files.insert("index.ts".to_owned(), index);
    files
}

/// The files that are missing, different or left over in a folder.
pub fn stale(folder: &Path) -> Vec<String> {
    let files = files();
    let mut stale: Vec<String> = files
        .iter()
        .filter(|(name, text)| {
            std::fs::read_to_string(folder.join(name)).ok().as_ref() != Some(text)
        })
        .map(|(name, _)| name.clone())
        .collect();
    let there = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in there {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".ts") && !files.contains_key(&name) {
            stale.push(name);
        }
    }
    stale
}

/// Writes the files and removes those left over.
///
/// # Errors
/// The folder cannot be written.
pub fn write(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let files = files();
    for name in stale(folder) {
        match files.get(&name) {
            Some(text) => std::fs::write(folder.join(&name), text)?,
            None => std::fs::remove_file(folder.join(&name))?,
        }
    }
    Ok(())
}

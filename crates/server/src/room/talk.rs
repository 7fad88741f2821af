//! What people at a table say to each other: set phrases for everybody, own words between those who both want them.
//!
//! What is said is no part of the game: it is stored beside it, and nothing of it is in a replay. Who hears what is
//! decided anew for each listener; whom somebody has blocked is looked up whenever somebody speaks.

use super::{Room, Socket};
use crate::{
    error::{Oops, Result},
    store::Spoken,
    token::game_id,
};
use gloryhex_protocol::{Code, Saying, SeatKind, ServerMessage, Words};
use gloryhex_table::{asks, name, seating::seats};
use std::collections::HashSet;

/// So often somebody may speak
const OFTEN: usize = 4;
/// within so many milliseconds,
const WITHIN: u64 = 20_000;
/// and so often in a game.
const MOST: usize = 200;

/// What was said at a table.
#[derive(Default)]
pub struct Talk {
    said: Vec<Spoken>,
    /// Who has blocked whom, by seats.
    blocked: HashSet<(u8, u8)>,
}

impl Talk {
    /// What was said before this room was opened.
    pub fn new(said: Vec<Spoken>) -> Talk {
        let blocked = HashSet::new();
        Talk { said, blocked }
    }
}

impl Room {
    /// Somebody says something.
    pub(super) async fn say(&mut self, own: u8, words: Words) -> Result<()> {
        let seat = asks::acting(&self.play, own, None)?.0;
        self.play.on_table()?;
        let person = |seat: u8| {
            let chair = self.play.record.chairs.get(seat as usize);
            chair.is_some_and(|chair| chair.kind == SeatKind::Human)
        };
        if self.play.plan.hot_seat
            || !self
                .seats()
                .any(|other| own >> other & 1 == 0 && person(other))
        {
            return Err(Oops::invalid("Nobody else at this table would hear it."));
        }
        let words = match words {
            Words::Phrase(phrase) => Words::Phrase(phrase),
            Words::Text(line) => {
                let line = name::clean_line(&line);
                if line.is_empty() {
                    return Err(Oops::invalid("There is nothing in it that could be read."));
                }
                self.look_up_blocks().await?;
                if !self.seats().any(|other| self.talks_with(seat, other)) {
                    return Err(Oops::new(
                        Code::NotSeated,
                        "Own words are for people who have both switched them on.",
                    ));
                }
                Words::Text(line)
            }
        };
        self.catch_up_talk().await?;
        let now = self.hall.config.clock.wall();
        let mine = self
            .talk
            .said
            .iter()
            .filter(|spoken| spoken.saying.seat == seat);
        let mine: Vec<u64> = mine.map(|spoken| spoken.when).collect();
        let lately = mine
            .iter()
            .filter(|when| now.saturating_sub(**when) < WITHIN);
        if lately.count() >= OFTEN {
            return Err(Oops::new(
                Code::TooMany,
                "Wait a moment before you say more.",
            ));
        }
        if mine.len() >= MOST {
            return Err(Oops::new(
                Code::TooMany,
                "You have said enough in this game.",
            ));
        }
        let at = self.play.record.at;
        let spoken = Spoken {
            id: game_id(),
            when: now,
            saying: Saying { seat, at, words },
        };
        self.hall.store.keep_spoken(&self.play.id, &spoken).await?;
        self.look_up_blocks().await?;
        self.pass_on(vec![spoken]);
        Ok(())
    }

    /// Takes over what was said in other processes.
    pub(super) async fn catch_up_talk(&mut self) -> Result<()> {
        if !self.hall.store.shared() {
            return Ok(());
        }
        let known: HashSet<String> = self.talk.said.iter().map(|s| s.id.clone()).collect();
        let all = self.hall.store.spoken(&self.play.id).await?;
        let new: Vec<Spoken> = all.into_iter().filter(|s| !known.contains(&s.id)).collect();
        if !new.is_empty() {
            self.look_up_blocks().await?;
            self.pass_on(new);
        }
        Ok(())
    }

    /// Remembers what was said, and tells it everybody who hears it.
    fn pass_on(&mut self, new: Vec<Spoken>) {
        for socket in self.sockets.values() {
            let heard = new
                .iter()
                .filter(|spoken| self.hears(socket, &spoken.saying));
            let list: Vec<Saying> = heard.map(|spoken| spoken.saying.clone()).collect();
            if !list.is_empty() {
                self.to(socket, &ServerMessage::Said { list, whole: false });
            }
        }
        self.talk.said.extend(new);
    }

    /// Tells somebody everything they hear of what was said, and with whom they may speak in their own words.
    pub(super) fn retell(&self, socket: &Socket) {
        if self.play.table.is_none() {
            return;
        }
        let heard = self
            .talk
            .said
            .iter()
            .filter(|spoken| self.hears(socket, &spoken.saying));
        let list: Vec<Saying> = heard.map(|spoken| spoken.saying.clone()).collect();
        self.to(socket, &ServerMessage::Said { list, whole: true });
        if let Some(with) = self.talk_with(socket) {
            self.to(socket, &ServerMessage::Talk { with });
        }
    }

    /// The same to somebody who has just been welcomed, and knows of nothing said.
    pub(super) fn tell_talk(&self, socket: &Socket) {
        let free = self
            .talk_with(socket)
            .is_some_and(|with| with.contains(&true));
        if free
            || self
                .talk
                .said
                .iter()
                .any(|spoken| self.hears(socket, &spoken.saying))
        {
            self.retell(socket);
        }
    }

    fn talk_with(&self, socket: &Socket) -> Option<Vec<bool>> {
        let own = seats(socket.seats).first().copied()?;
        Some(
            self.seats()
                .map(|other| self.talks_with(own, other))
                .collect(),
        )
    }

    /// Somebody wants to hear others than before.
    pub(super) fn listeners_changed(&self) {
        for socket in self.sockets.values() {
            self.retell(socket);
        }
    }

    /// Who has blocked whom of those at the table.
    pub(super) async fn look_up_blocks(&mut self) -> Result<()> {
        let chairs = &self.play.record.chairs;
        let named: Vec<(u8, String)> = (0u8..)
            .zip(chairs)
            .filter_map(|(seat, chair)| Some((seat, chair.player.clone()?)))
            .collect();
        let mut blocked = HashSet::new();
        if named.len() > 1 {
            for (seat, id) in &named {
                let shunned = self.hall.store.blocked_by(id).await?;
                for (other, theirs) in &named {
                    if shunned.iter().any(|(id, _)| id == theirs) {
                        blocked.insert((*seat, *other));
                    }
                }
            }
        }
        self.talk.blocked = blocked;
        Ok(())
    }

    fn seats(&self) -> impl Iterator<Item = u8> + use<> {
        0..self.play.record.chairs.len() as u8
    }

    /// Whether two people may exchange their own words.
    fn talks_with(&self, one: u8, other: u8) -> bool {
        let wants = |seat: u8| self.settings.get(seat as usize).is_some_and(|s| s.talk);
        let blocked = |a: u8, b: u8| self.talk.blocked.contains(&(a, b));
        let human = |seat: u8| {
            let chair = self.play.record.chairs.get(seat as usize);
            chair.is_some_and(|chair| chair.kind == SeatKind::Human)
        };
        one != other
            && [one, other]
                .into_iter()
                .all(|seat| wants(seat) && human(seat))
            && !blocked(one, other)
            && !blocked(other, one)
    }

    /// Whether a socket is told something.
    fn hears(&self, socket: &Socket, saying: &Saying) -> bool {
        if socket.seats >> saying.seat & 1 == 1 {
            return true;
        }
        let Some(own) = seats(socket.seats).first().copied() else {
            // Whoever watches is told what everybody may hear.
            return matches!(saying.words, Words::Phrase(_));
        };
        let muted = self.settings.get(own as usize).is_some_and(|settings| {
            settings
                .muted
                .get(saying.seat as usize)
                .copied()
                .unwrap_or(false)
        });
        if muted || self.talk.blocked.contains(&(own, saying.seat)) {
            return false;
        }
        match saying.words {
            Words::Phrase(_) => true,
            Words::Text(_) => self.talks_with(own, saying.seat),
        }
    }
}

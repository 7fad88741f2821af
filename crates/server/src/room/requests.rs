//! What clients ask of a room.

use super::{Invited, Room, Socket, announce::answer, stale, timing::Soon};
use crate::{
    entry::Entry,
    error::{Oops, Result},
    store::now,
    summary::summary,
    token::game_id,
};
use gloryhex_engine::Choice;
use gloryhex_model::Seat;
use gloryhex_protocol::{ClientMessage, Code, JoinGame, ServerMessage, Settings};
use gloryhex_table::{
    asks::{self, Answer, Spent, Wanted},
    kept,
    seating::{self, Known, seats},
};

/// How often something is said anew that is not about a position, when others were first.
const TRIES: u32 = 8;

impl Room {
    pub(super) async fn connect(&mut self, socket: Socket, last_seen: Option<u32>) {
        if let Err(oops) = self.look_up_blocks().await {
            tracing::warn!(game = %self.play.id, %oops, "nobody knows who is blocked");
        }
        // Everybody who is here counts as here, in the first picture already.
        let id = socket.id;
        self.sockets.insert(id, socket);
        let turned = self.note_absences(false);
        if let Some(socket) = self.sockets.get(&id) {
            self.welcome(socket, last_seen);
        }
        if turned {
            self.show_again();
        }
        self.presence_changed();
        if self.hall.store.shared() {
            self.tell_presence().await;
        }
    }

    /// Shows the game to a client that missed some of it.
    pub(super) fn show_anew(&self, id: u64) {
        if let Some(socket) = self.sockets.get(&id) {
            socket.out.caught_up();
            self.welcome(socket, None);
        }
    }

    pub(super) async fn disconnect(&mut self, id: u64) {
        if self.sockets.remove(&id).is_some() {
            self.presence_changed();
            if self.hall.store.shared() {
                self.tell_presence().await;
            }
        }
    }

    pub(super) async fn hear(&mut self, id: u64, message: ClientMessage) {
        let Some(own) = self.sockets.get(&id).map(|socket| socket.seats) else {
            return;
        };
        // What was due before the message came happens before it.
        if self.wake_at() <= self.now() {
            self.tick().await;
        }
        if let Err(oops) = self.answer(id, own, message).await {
            self.error(id, oops.0);
        }
    }

    async fn answer(&mut self, id: u64, own: u8, message: ClientMessage) -> Result<()> {
        match message {
            ClientMessage::Hello { .. } => Err(Oops::new(
                Code::Malformed,
                "This connection has said hello already.",
            )),
            ClientMessage::Ping => {
                self.reply(id, &ServerMessage::Pong);
                Ok(())
            }
            ClientMessage::Choose { at, choice, seat } => {
                let seat = asks::acting(&self.play, own, seat)?;
                self.hear_choice(id, seat, at, &choice).await
            }
            ClientMessage::WhyNot { choice } => {
                let (content, rules) = (&self.hall.content, self.rules());
                self.reply(id, &asks::why_not(content, rules, &self.play, own, choice)?);
                Ok(())
            }
            ClientMessage::Odds { choice } => {
                self.reply(id, &asks::odds(&self.play, own, choice)?);
                Ok(())
            }
            ClientMessage::Strikes { at, fighter } => self.strikes(id, own, at, fighter),
            ClientMessage::Hint { at } => self.hint(id, own, at),
            ClientMessage::Undo { at } => self.undo(id, own, at).await,
            ClientMessage::AnswerUndo { agree } => self.answer_undo(own, agree).await,
            ClientMessage::Resign => self.resign(own).await,
            ClientMessage::OfferDraw { offer } => self.offer_draw(id, own, offer).await,
            ClientMessage::AnswerDraw { agree } => self.answer_draw(own, agree).await,
            ClientMessage::Rematch => self.rematch(own).await,
            ClientMessage::Settings { settings } => self.keep_settings(own, settings).await,
            ClientMessage::Say { words } => self.say(own, words).await,
        }
    }

    pub(super) fn reply(&self, id: u64, message: &ServerMessage) {
        if let Some(socket) = self.sockets.get(&id) {
            answer(socket, message);
        }
    }

    async fn hear_choice(&mut self, id: u64, seat: Seat, at: u32, wanted: &str) -> Result<()> {
        let (content, rules) = (&self.hall.content, self.rules());
        let choice = match asks::choose(content, rules, &self.play, seat, at, wanted)? {
            Wanted::Made(choice) => choice,
            Wanted::Refused(refusal) => {
                self.reply(id, &ServerMessage::Refused { refusal });
                return Ok(());
            }
        };
        if let Some(when) = self.held_until(seat, choice) {
            self.timing.soon = Some(Soon::held(when, seat, choice, id));
            return Ok(());
        }
        let made = self.choose(seat, choice, Some(wanted), false).await;
        self.acknowledge(id, made);
        Ok(())
    }

    /// Tells a client whether its choice is stored.
    pub(super) fn acknowledge(&self, id: u64, made: Result<()>) {
        match made {
            Ok(()) => {
                let at = self.play.record.at;
                self.reply(id, &ServerMessage::Accepted { at });
            }
            Err(oops) => self.error(id, oops.0),
        }
    }

    fn rules(&self) -> &[gloryhex_protocol::RuleEntry] {
        let rules = self.hall.rules.get(&self.play.plan.edition);
        rules.map_or(&[], Vec::as_slice)
    }

    /// Makes a choice for a seat: tried, stored, shown. `auto` if it is a pass for somebody who was not asked.
    pub(super) async fn choose(
        &mut self,
        seat: Seat,
        choice: Choice,
        text: Option<&str>,
        auto: bool,
    ) -> Result<()> {
        let began = std::time::Instant::now();
        if self.play.record.people() >> seat.0 & 1 == 1 && !auto {
            self.timing.chosen = Some(self.now());
        }
        let (entry, tried) = asks::chosen(&self.play, seat, choice, text, auto, self.clock())?;
        self.store(entry, Some(tried)).await?;
        metrics::counter!("gloryhex_choices_total").increment(1);
        metrics::histogram!("gloryhex_choice_seconds").record(began.elapsed().as_secs_f64());
        Ok(())
    }

    /// What the clock says about the pending decision.
    fn clock(&self) -> Spent {
        let (spent, when) = (self.spent(), self.stamp());
        Spent { spent, when }
    }

    async fn undo(&mut self, id: u64, own: u8, at: u32) -> Result<()> {
        match asks::undo(&self.play, own, at, self.clock())? {
            Answer::Entry(entry) => self.store(entry, None).await,
            Answer::Message(message) => {
                self.reply(id, &message);
                Ok(())
            }
        }
    }

    /// Stores what somebody says that is no choice. It is not about a position: when something else was stored
    /// first, in another process, what there is to be said is found out anew.
    async fn declare(&mut self, what: impl Fn(&Room) -> Result<Entry>) -> Result<()> {
        for _ in 0..TRIES {
            let entry = what(self)?;
            match self.store(entry, None).await {
                Err(oops) if oops.0.code == Code::Stale => {}
                done => return done,
            }
        }
        Err(stale().into())
    }

    pub(super) async fn resign(&mut self, own: u8) -> Result<()> {
        self.declare(|room| Ok(asks::resign(&room.play, own)?))
            .await
    }

    async fn answer_undo(&mut self, own: u8, agree: bool) -> Result<()> {
        let asked = self.play.record.undo.map(|undo| (undo.seat, undo.to));
        self.declare(|room| {
            let clock = room.clock();
            Ok(asks::answer_undo(&room.play, own, agree, asked, clock)?)
        })
        .await
    }

    async fn offer_draw(&mut self, id: u64, own: u8, offer: bool) -> Result<()> {
        for _ in 0..TRIES {
            match asks::offer_draw(&self.play, own, offer)? {
                Answer::Message(message) => {
                    self.reply(id, &message);
                    return Ok(());
                }
                Answer::Entry(entry) => match self.store(entry, None).await {
                    Err(oops) if oops.0.code == Code::Stale => {}
                    done => return done,
                },
            }
        }
        Err(stale().into())
    }

    async fn answer_draw(&mut self, own: u8, agree: bool) -> Result<()> {
        self.declare(|room| Ok(asks::answer_draw(&room.play, own, agree)?))
            .await
    }

    async fn keep_settings(&mut self, own: u8, settings: Settings) -> Result<()> {
        asks::acting(&self.play, own, None)?;
        let mut listens = false;
        for seat in seats(own) {
            if let Some(kept) = self.settings.get_mut(seat as usize) {
                listens |= (kept.talk, kept.muted) != (settings.talk, settings.muted);
                *kept = settings;
            }
            let store = &self.hall.store;
            store.keep_settings(&self.play.id, seat, settings).await?;
        }
        self.prepare();
        if listens {
            self.look_up_blocks().await?;
            self.listeners_changed();
        }
        Ok(())
    }

    /// Takes a seat and answers with the seats taken.
    pub(super) async fn join(
        &mut self,
        join: JoinGame,
        right: Invited,
        who: Option<Known>,
    ) -> Result<u8> {
        self.catch_up().await?;
        let wanted = seating::wanted_seats(&self.play, right)?;
        // At one screen nobody knows who plays which seat.
        let who = who.filter(|_| !self.play.plan.hot_seat);
        let mut taken = 0;
        for seat in wanted {
            let (content, when) = (&self.hall.content, self.stamp());
            let entry =
                seating::joining(content, &self.play, seat, &join, right, who.as_ref(), when)?;
            self.store(entry, None).await?;
            taken |= 1 << seat;
        }
        if taken == 0 {
            self.store(Entry::Begin, None).await?;
        }
        Ok(taken)
    }

    async fn rematch(&mut self, own: u8) -> Result<()> {
        let wanting = asks::again(&self.play, own)?;
        if self.play.record.next.is_some() {
            if let Some(ids) = self.sockets.values().find(|s| s.seats == own).map(|s| s.id) {
                self.reply_next(ids);
            }
            return Ok(());
        }
        for seat in wanting {
            self.store(Entry::Again { seat }, None).await?;
        }
        if !asks::all_want_another(&self.play) {
            return Ok(());
        }
        let game = self.make_next().await?;
        self.store(Entry::Next { game }, None).await
    }

    fn reply_next(&self, id: u64) {
        if let Some(socket) = self.sockets.get(&id) {
            self.welcome(socket, None);
        }
    }

    /// Makes the next game of the match, or the first of another one, with everybody seated.
    async fn make_next(&self) -> Result<String> {
        let plan = seating::next_game(&self.play, self.hall.next_seed());
        let id = game_id();
        let mut play = crate::play::Play::new(&id, std::sync::Arc::new(plan.clone()));
        let store = &self.hall.store;
        store
            .make(
                &id,
                &plan,
                &summary(&play, now(), now(), 0),
                &kept::hash(&self.hall.content),
            )
            .await?;
        for entry in seating::same_people(&self.play, self.stamp()) {
            let at = play.record.at + 1;
            play.add(&self.hall.content, at, &entry, None)?;
            let glance = summary(&play, now(), now(), 0);
            store.append(&id, at, &entry, glance, plan.public).await?;
        }
        Ok(id)
    }
}

//! What clients ask of a room.

use super::{
    Invited, Room, Socket,
    announce::{answer, seats},
    stale,
    timing::Soon,
};
use crate::{
    decks,
    entry::{Entry, Leaving, Plan, PlannedSeat},
    error::{Oops, Result},
    name,
    store::now,
    summary::{goes_on, score, summary},
    take_back::{self, Leave},
    token::game_id,
    wire,
};
use gloryhex_engine::Choice;
use gloryhex_model::Seat;
use gloryhex_protocol::{
    ClientMessage, Code, JoinGame, MatchScore, SeatKind, ServerMessage, Settings,
};

impl Room {
    pub(super) async fn connect(&mut self, socket: Socket, last_seen: Option<u32>) {
        // Everybody who is here counts as here, in the first picture already.
        let id = socket.id;
        self.sockets.insert(id, socket);
        let turned = self.note_absences(false);
        if let Some(socket) = self.sockets.get(&id) {
            self.welcome(socket, last_seen);
        }
        if turned {
            self.update(self.play.record.at, None, None);
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
                let seat = self.acting(own, seat)?;
                self.hear_choice(id, seat, at, &choice).await
            }
            ClientMessage::WhyNot { choice } => self.why_not(id, own, choice),
            ClientMessage::Odds { choice } => self.odds(id, own, choice),
            ClientMessage::Strikes { at, fighter } => self.strikes(id, own, at, fighter),
            ClientMessage::Hint { at } => self.hint(id, own, at),
            ClientMessage::Undo { at } => self.undo(id, own, at).await,
            ClientMessage::AnswerUndo { agree } => self.answer_undo(own, agree).await,
            ClientMessage::Resign => self.resign(own).await,
            ClientMessage::OfferDraw { offer } => self.offer_draw(id, own, offer).await,
            ClientMessage::AnswerDraw { agree } => self.answer_draw(own, agree).await,
            ClientMessage::Rematch => self.rematch(own).await,
            ClientMessage::Settings { settings } => self.keep_settings(own, settings).await,
        }
    }

    pub(super) fn reply(&self, id: u64, message: &ServerMessage) {
        if let Some(socket) = self.sockets.get(&id) {
            answer(socket, message);
        }
    }

    /// The seat that acts for a socket: the one named, or the one that decides, or its first.
    pub(super) fn acting(&self, own: u8, named: Option<u8>) -> Result<Seat> {
        let not_seated = || {
            Oops::new(
                Code::NotSeated,
                "You are watching; only players can do this.",
            )
        };
        if let Some(seat) = named {
            let held = seat < 8 && own >> seat & 1 == 1;
            return held.then_some(Seat(seat)).ok_or_else(not_seated);
        }
        let decider = self.play.decider().filter(|s| own >> s.0 & 1 == 1);
        let first = || seats(own).first().copied().map(Seat);
        decider.or_else(first).ok_or_else(not_seated)
    }

    pub(super) fn running_only(&self) -> Result<()> {
        self.play.on_table()?;
        match self.play.is_over() {
            true => Err(Oops::new(Code::WrongStage, "The game is over.")),
            false => Ok(()),
        }
    }

    async fn hear_choice(&mut self, id: u64, seat: Seat, at: u32, wanted: &str) -> Result<()> {
        self.running_only()?;
        if at < self.play.record.moved_at || at > self.play.record.at {
            return Err(stale());
        }
        match self.play.decider() {
            Some(decider) if decider == seat => {}
            Some(decider) => {
                let names = wire::people_names(&self.play);
                let name = names.get(decider.ix()).cloned().unwrap_or_default();
                return Err(Oops::new(
                    Code::NotYourTurn,
                    format!("It is not for you to decide now but for {name}."),
                ));
            }
            None => {
                return Err(Oops::new(
                    Code::NotYourTurn,
                    "Nothing is to be decided now.",
                ));
            }
        }
        let on = self.play.on_table()?;
        let choice = on.read(seat, wanted)?;
        if let Some(refusal) = on.refusal(seat, choice) {
            let rules = self.rules();
            let refusal = wire::refusal(&self.hall.content, rules, on, wanted, refusal);
            self.reply(id, &ServerMessage::Refused { refusal });
            return Ok(());
        }
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
        let tried = self.play.try_choice(seat, choice)?;
        let text = match text {
            Some(text) => text.to_owned(),
            None => self.play.on_table()?.write(seat, choice),
        };
        let entry = Entry::Choose {
            seat: seat.0,
            choice: text,
            exact: choice,
            spent: self.spent(),
            auto,
            when: self.stamp(),
        };
        self.store(entry, Some(tried)).await?;
        metrics::counter!("gloryhex_choices_total").increment(1);
        metrics::histogram!("gloryhex_choice_seconds").record(began.elapsed().as_secs_f64());
        Ok(())
    }

    fn why_not(&self, id: u64, own: u8, choice: String) -> Result<()> {
        let seat = self.acting(own, None)?;
        self.running_only()?;
        let on = self.play.on_table()?;
        let read = on.read(seat, &choice)?;
        match on.refusal(seat, read) {
            Some(refusal) => {
                let refusal = wire::refusal(&self.hall.content, self.rules(), on, &choice, refusal);
                self.reply(id, &ServerMessage::Refused { refusal });
            }
            None => self.reply(id, &ServerMessage::Allowed { choice }),
        }
        Ok(())
    }

    fn odds(&self, id: u64, own: u8, choice: String) -> Result<()> {
        let seat = self.acting(own, None)?;
        self.running_only()?;
        let on = self.play.on_table()?;
        let read = on.read(seat, &choice)?;
        let odds = wire::odds(on, seat, read)
            .ok_or_else(|| Oops::invalid("Odds are known for attacks only."))?;
        self.reply(id, &ServerMessage::Odds { choice, odds });
        Ok(())
    }

    async fn undo(&mut self, id: u64, own: u8, at: u32) -> Result<()> {
        self.running_only()?;
        if at < self.play.record.moved_at {
            return Err(stale());
        }
        self.playing(own)?;
        let back = take_back::take_back(&self.play, own)
            .ok_or_else(|| Oops::invalid("You have made no choice to take back."))?;
        let (seat, to) = (back.seat, back.to);
        match back.leave {
            Leave::Free => {
                let (spent, when) = (self.spent(), self.stamp());
                let entry = Entry::TakeBack {
                    seat,
                    to,
                    spent,
                    when,
                };
                self.store(entry, None).await
            }
            Leave::Ask(_) => {
                if self.play.record.undo.is_some() {
                    let message =
                        "Somebody asks to take a choice back already; that is answered first.";
                    return Err(Oops::new(Code::Stale, message));
                }
                self.store(Entry::AskUndo { seat, to }, None).await
            }
            Leave::Never(why) => {
                let answer = ServerMessage::UndoAnswered {
                    seat,
                    agreed: false,
                    reason: Some(take_back::never(why)),
                };
                self.reply(id, &answer);
                Ok(())
            }
        }
    }

    /// The seat that speaks for a socket about a game that is under way, if its player has not left it.
    fn playing(&self, own: u8) -> Result<u8> {
        let seat = self.acting(own, None)?;
        self.running_only()?;
        let people = self.play.record.people() & own;
        match (people >> seat.0 & 1 == 1, seats(people).first()) {
            (true, _) => Ok(seat.0),
            (false, Some(other)) => Ok(*other),
            (false, None) => Err(Oops::new(Code::WrongStage, "You have left this game.")),
        }
    }

    /// Stores what somebody says that is no choice. It is not about a position: when something else was stored
    /// first, in another process, what there is to be said is found out anew.
    async fn declare(&mut self, what: impl Fn(&Room) -> Result<Entry>) -> Result<()> {
        for _ in 0..8 {
            let entry = what(self)?;
            match self.store(entry, None).await {
                Err(oops) if oops.0.code == Code::Stale => {}
                done => return done,
            }
        }
        Err(stale())
    }

    async fn resign(&mut self, own: u8) -> Result<()> {
        self.declare(|room| {
            let seat = room.playing(own)?;
            let why = Leaving::Resigned;
            Ok(Entry::Leave { seat, why })
        })
        .await
    }

    async fn answer_undo(&mut self, own: u8, agree: bool) -> Result<()> {
        let asked = self.play.record.undo.map(|undo| (undo.seat, undo.to));
        self.declare(|room| {
            room.playing(own)?;
            let undo = room
                .play
                .record
                .undo
                .filter(|undo| Some((undo.seat, undo.to)) == asked)
                .ok_or_else(|| Oops::new(Code::Stale, "Nobody asks to take a choice back now."))?;
            let mine = room.play.record.people() & own & !undo.agreed;
            let seat = *seats(mine)
                .first()
                .ok_or_else(|| Oops::invalid("It is for the others to answer."))?;
            let (spent, when) = (room.spent(), room.stamp());
            Ok(Entry::AnswerUndo {
                seat,
                agree,
                spent,
                when,
            })
        })
        .await
    }

    async fn offer_draw(&mut self, id: u64, own: u8, offer: bool) -> Result<()> {
        let seat = self.playing(own)?;
        if self.play.record.people() & !own == 0 {
            // Opponents always play on.
            let stands = false;
            self.reply(id, &ServerMessage::DrawOffered { seat, stands });
            return Ok(());
        }
        self.declare(|room| {
            let seat = room.playing(own)?;
            let record = &room.play.record;
            let others = record.people() & !(1 << seat);
            let offers = record.draw >> seat & 1 == 1;
            match offer {
                // Everybody else offers one already: that is an agreement.
                true if others != 0 && record.draw & others == others => {
                    let agree = true;
                    Ok(Entry::AnswerDraw { seat, agree })
                }
                true if offers => Err(Oops::new(Code::Stale, "You offer a draw already.")),
                false if !offers => Err(Oops::new(Code::Stale, "You do not offer a draw now.")),
                offer => Ok(Entry::OfferDraw { seat, offer }),
            }
        })
        .await
    }

    async fn answer_draw(&mut self, own: u8, agree: bool) -> Result<()> {
        self.declare(|room| {
            room.playing(own)?;
            let record = &room.play.record;
            if record.draw == 0 {
                return Err(Oops::new(Code::Stale, "Nobody offers a draw now."));
            }
            let seat = *seats(record.people() & own & !record.draw)
                .first()
                .ok_or_else(|| Oops::invalid("It is for the others to answer."))?;
            Ok(Entry::AnswerDraw { seat, agree })
        })
        .await
    }

    async fn keep_settings(&mut self, own: u8, settings: Settings) -> Result<()> {
        self.acting(own, None)?;
        for seat in seats(own) {
            if let Some(kept) = self.settings.get_mut(seat as usize) {
                *kept = settings;
            }
            let store = &self.hall.store;
            store.keep_settings(&self.play.id, seat, settings).await?;
        }
        self.prepare();
        Ok(())
    }

    /// Takes a seat and answers with the seats taken.
    pub(super) async fn join(&mut self, join: JoinGame, right: Invited) -> Result<u8> {
        self.catch_up().await?;
        let record = &self.play.record;
        if record.began.is_some() {
            return Err(Oops::new(Code::Full, "All seats are taken; you can watch."));
        }
        let open = |seat: &u8| record.chairs[*seat as usize].kind == SeatKind::Open;
        let human = |seat: &u8| record.chairs[*seat as usize].kind == SeatKind::Human;
        let free = seats(record.free());
        let wanted: Vec<u8> = match right {
            Invited::Maker if self.play.plan.hot_seat => free,
            Invited::Maker => {
                let first = free.iter().copied().find(human);
                first
                    .or_else(|| free.first().copied())
                    .into_iter()
                    .collect()
            }
            Invited::To(bits) => free.into_iter().filter(|s| bits >> s & 1 == 1).collect(),
            Invited::Nobody => free.into_iter().find(open).into_iter().collect(),
        };
        if wanted.is_empty() && right != Invited::Maker {
            return Err(Oops::new(Code::Full, "This seat is taken; you can watch."));
        }
        let mut taken = 0;
        for seat in wanted {
            let entry = self.joining(seat, &join, right)?;
            self.store(entry, None).await?;
            taken |= 1 << seat;
        }
        if taken == 0 {
            self.store(Entry::Begin, None).await?;
        }
        Ok(taken)
    }

    fn joining(&self, seat: u8, join: &JoinGame, right: Invited) -> Result<Entry> {
        let chair = &self.play.record.chairs[seat as usize];
        let planned = &self.play.plan.seats[seat as usize];
        let choose = |own: &str, planned: &str| match (right, own) {
            (Invited::Maker, _) | (_, "") => planned.to_owned(),
            (_, own) => own.to_owned(),
        };
        let mut name = name::clean(&choose(&join.name, &chair.name));
        if name.is_empty() {
            name = format!("Player {}", seat + 1);
        }
        // A warband that the maker fixed stays.
        let edition = &self.play.plan.edition;
        let core = self.hall.content.core_warbands(edition);
        let warband = match (planned.warband.as_str(), join.warband.as_str()) {
            ("", "") => core
                .get(seat as usize % core.len().max(1))
                .unwrap_or(&"")
                .to_string(),
            ("", joined) => {
                let catalog = &self.hall.content.catalog;
                let known = catalog.warband(&self.play.plan.edition, joined);
                match known {
                    Some(info) => info.def.name.clone(),
                    None => {
                        let known = self.hall.content.warbands(edition).into_iter();
                        let unknown = gloryhex_editions::content::unknown("warband", joined, known);
                        return Err(Oops::invalid(unknown.to_string()));
                    }
                }
            }
            (fixed, _) => fixed.to_owned(),
        };
        let deck = planned.deck.clone().or_else(|| join.deck.clone());
        if let Some(list) = &deck {
            let edition = &self.play.plan.edition;
            decks::lawful(&self.hall.content, edition, &warband, list)?;
        }
        Ok(Entry::Join {
            seat,
            name,
            warband,
            deck,
            when: self.stamp(),
        })
    }

    async fn rematch(&mut self, own: u8) -> Result<()> {
        let seat = self.acting(own, None)?.0;
        if !self.play.is_over() {
            return Err(Oops::new(Code::WrongStage, "The game is not over yet."));
        }
        if self.play.record.next.is_some() {
            if let Some(ids) = self.sockets.values().find(|s| s.seats == own).map(|s| s.id) {
                self.reply_next(ids);
            }
            return Ok(());
        }
        for seat in seats(own)
            .into_iter()
            .filter(|s| *s == seat || own != 1 << seat)
        {
            self.store(Entry::Again { seat }, None).await?;
        }
        let record = &self.play.record;
        let people = (0..record.chairs.len())
            .filter(|ix| record.chairs[*ix].kind == SeatKind::Human)
            .fold(0u8, |set, ix| set | 1 << ix);
        if record.again & people != people || record.next.is_some() {
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
        let record = &self.play.record;
        let seats = record.chairs.iter().map(|chair| PlannedSeat {
            kind: chair.kind.clone(),
            name: chair.name.clone(),
            warband: chair.warband.clone(),
            deck: chair.deck.clone(),
        });
        let series = score(&self.play).map(|score| match goes_on(&score) {
            true => MatchScore {
                number: score.number + 1,
                next: None,
                ..score
            },
            false => MatchScore {
                number: 1,
                won: vec![0; record.chairs.len()],
                next: None,
                best_of: score.best_of,
            },
        });
        let plan = Plan {
            seats: seats.collect(),
            series,
            seed: self.hall.next_seed(),
            prelude: None,
            marked: true,
            ..(*self.play.plan).clone()
        };
        let id = game_id();
        let mut play = crate::play::Play::new(&id, std::sync::Arc::new(plan.clone()));
        let store = &self.hall.store;
        store
            .make(
                &id,
                &plan,
                &summary(&play, now(), now(), 0),
                &crate::upgrade::hash(&self.hall.content),
            )
            .await?;
        let joins = (0u8..)
            .zip(&record.chairs)
            .filter(|(_, c)| c.kind == SeatKind::Human);
        for (seat, chair) in joins {
            let entry = Entry::Join {
                seat,
                name: chair.name.clone(),
                warband: chair.warband.clone(),
                deck: chair.deck.clone(),
                when: self.stamp(),
            };
            let at = play.record.at + 1;
            play.add(&self.hall.content, at, &entry, None)?;
            let glance = summary(&play, now(), now(), 0);
            store.append(&id, at, &entry, glance, plan.public).await?;
        }
        Ok(id)
    }
}

//! Ladder campaigns: opening one, joining, challenging, answering. Whoever is not who they say is turned away before.

use super::{Site, games, guard::Client, id::GameId, library::body, players::Named};
use crate::{
    contests::{Contest, Names, readable},
    error::{Oops, Result},
    ladders::{self, look, tell},
    limits::Thing,
    players,
    token::game_id,
};
use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
};
use gloryhex_organise::{
    PlayerId,
    ladder::{Deed, Ladder, Plan, State as ChallengeState, Who},
};
use gloryhex_protocol::{
    ClockRules, Code, LadderAnswer, LadderChallenge, LadderFace, LadderView, NewGame, NewLadder,
    NewSeat, SeatKind, Stage,
};
use gloryhex_table::{content::known_edition, name, seating};

type Body<T> = std::result::Result<Json<T>, JsonRejection>;

/// Milliseconds of a day.
const DAY: u64 = 24 * 3600 * 1000;
/// A ladder runs so many days at most, if it has an end.
const LONGEST: u32 = 366;
/// Clocks of a game on a ladder: a day to think in all, and three days away from a decision.
const CLOCK: ClockRules = ClockRules {
    bank: 24 * 3600,
    increment: 0,
    away: 3 * 24 * 3600,
};

fn who(player: &players::Player) -> (PlayerId, Who) {
    let id = PlayerId(player.id.clone());
    (id.clone(), Who::Player(id))
}

async fn shown(site: &Site, id: &str) -> Result<Json<LadderView>> {
    let hall = site.rooms.hall();
    let ladder = look(hall, id).await?;
    let names = Names::of(hall, id).await?;
    let now = hall.config.clock.wall();
    Ok(Json(ladders::view(id, &ladder, &names, now)))
}

pub async fn list(State(site): State<Site>) -> Result<Json<Vec<LadderFace>>> {
    let hall = site.rooms.hall();
    let mut faces = Vec::new();
    for id in hall.store.contests(Ladder::KIND).await? {
        let Some(ladder) = readable(&id, look(hall, &id).await)? else {
            continue;
        };
        let names = Names::of(hall, &id).await?;
        faces.push(ladders::face(
            &id,
            &ladder,
            &names,
            hall.config.clock.wall(),
        ));
    }
    Ok(Json(faces))
}

pub async fn view(State(site): State<Site>, GameId(id): GameId) -> Result<Json<LadderView>> {
    shown(&site, &id).await
}

pub async fn open(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    Named(player): Named,
    new: Body<NewLadder>,
) -> Result<Json<LadderView>> {
    let new = body(new)?;
    let hall = site.rooms.hall();
    known_edition(&hall.content, &new.edition)?;
    let name = name::clean(&new.name);
    if name.is_empty() {
        return Err(Oops::invalid("A ladder needs a name."));
    }
    if new.days.is_some_and(|days| !(1..=LONGEST).contains(&days)) {
        let message = format!("A ladder runs between 1 and {LONGEST} days, or for ever.");
        return Err(Oops::invalid(message));
    }
    site.addresses.make(holder, Thing::Contest)?;
    let now = hall.config.clock.wall();
    let plan = Plan {
        name,
        edition: new.edition,
        until: new.days.map(|days| now + u64::from(days) * DAY),
        rated: new.rated,
    };
    let id = game_id();
    let plan = serde_json::to_string(&plan).map_err(Oops::internal)?;
    hall.store
        .make_contest(&id, Ladder::KIND, plan, &player.id, now)
        .await?;
    stand(&site, &id, &player).await?;
    shown(&site, &id).await
}

async fn stand(site: &Site, id: &str, player: &players::Player) -> Result<()> {
    let hall = site.rooms.hall();
    let (own, who) = who(player);
    // A ladder that there is not is told of before anything is written.
    look(hall, id).await?;
    hall.store.join_contest(id, &player.id).await?;
    let join = |_: &Ladder| {
        Ok(Deed::Join {
            player: own.clone(),
        })
    };
    tell(hall, id, &who, join).await
}

pub async fn join(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
) -> Result<Json<LadderView>> {
    stand(&site, &id, &player).await?;
    shown(&site, &id).await
}

pub async fn leave(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
) -> Result<Json<LadderView>> {
    leave_as(&site, &id, &player).await?;
    shown(&site, &id).await
}

async fn leave_as(site: &Site, id: &str, player: &players::Player) -> Result<()> {
    let hall = site.rooms.hall();
    let (own, who) = who(player);
    let leave = |_: &Ladder| {
        Ok(Deed::Leave {
            player: own.clone(),
        })
    };
    tell(hall, id, &who, leave).await
}

/// Takes somebody off all ladders, who is about to be forgotten.
pub async fn leave_all(site: &Site, player: &players::Player) -> Result<()> {
    for id in site
        .rooms
        .hall()
        .store
        .contests_of(&player.id, Ladder::KIND)
        .await?
    {
        match readable(&id, leave_as(site, &id, player).await) {
            // Some they have left already, some have ended.
            Err(oops) if oops.0.code != Code::Refused => return Err(oops),
            Ok(_) | Err(_) => {}
        }
    }
    Ok(())
}

pub async fn challenge(
    State(site): State<Site>,
    GameId(id): GameId,
    Extension(Client(holder)): Extension<Client>,
    Named(player): Named,
    wish: Body<LadderChallenge>,
) -> Result<Json<LadderView>> {
    let wish = body(wish)?;
    let hall = site.rooms.hall();
    let to = hall.store.player_named(&players::folded(&wish.to)).await?;
    let to = to.ok_or_else(|| Oops::not_found("Nobody has taken this name."))?;
    if hall.store.blocks(&player.id, &to.id).await? {
        let message = format!("You have blocked {}; take that back first.", to.name);
        return Err(Oops::new(Code::NotSeated, message));
    }
    if hall.store.blocks(&to.id, &player.id).await? {
        let message = format!("{} does not want to be challenged by you.", to.name);
        return Err(Oops::new(Code::NotSeated, message));
    }
    site.addresses.make(holder, Thing::Challenge)?;
    let (from, who) = who(&player);
    let deed = |_: &Ladder| {
        Ok(Deed::Challenge {
            from: from.clone(),
            to: PlayerId(to.id.clone()),
        })
    };
    tell(hall, &id, &who, deed).await?;
    shown(&site, &id).await
}

pub async fn answer(
    State(site): State<Site>,
    GameId(id): GameId,
    Extension(Client(holder)): Extension<Client>,
    Named(player): Named,
    wish: Body<LadderAnswer>,
) -> Result<Json<LadderView>> {
    let LadderAnswer { challenge, accept } = body(wish)?;
    let hall = site.rooms.hall();
    let (_, who) = who(&player);
    let deed = |game: Option<String>| {
        move |_: &Ladder| {
            Ok(Deed::Answer {
                challenge,
                accept,
                game: game.clone(),
            })
        }
    };
    let mut game = None;
    if accept {
        // Whoever may not answer makes no game.
        let ladder = look(hall, &id).await?;
        let found = ladder.challenges().get(challenge as usize);
        let found = found.filter(|found| found.state == ChallengeState::Open);
        let right = ladder.allowed(&who, &deed(None)(&ladder)?).is_ok();
        if let Some(found) = found.filter(|_| right) {
            site.addresses.make(holder, Thing::Game)?;
            let sides = [found.from.0.as_str(), found.to.0.as_str()];
            game = Some(make_game(&site, &ladder, sides).await?);
        }
    }
    tell(hall, &id, &who, deed(game)).await?;
    shown(&site, &id).await
}

/// A game whose seats are kept for the two.
async fn make_game(site: &Site, ladder: &Ladder, sides: [&str; 2]) -> Result<String> {
    let hall = site.rooms.hall();
    let seat = || NewSeat {
        kind: SeatKind::Human,
        name: String::new(),
        warband: String::new(),
        deck: None,
    };
    let new = NewGame {
        edition: ladder.plan().edition.clone(),
        variant: Vec::new(),
        seats: vec![seat(), seat()],
        hot_seat: false,
        public: false,
        best_of: 1,
        decide: false,
        clock: Some(CLOCK),
        boards: Vec::new(),
        own_boards: Vec::new(),
        rated: ladder.plan().rated,
    };
    let plan = seating::plan(&hall.content, new, || hall.next_seed())?;
    let game = games::store(site, &plan).await?;
    hall.store.promise(&game, &sides).await?;
    Ok(game)
}

pub async fn withdraw(
    State(site): State<Site>,
    GameId(id): GameId,
    Named(player): Named,
    wish: Body<LadderAnswer>,
) -> Result<Json<LadderView>> {
    let LadderAnswer { challenge, .. } = body(wish)?;
    let hall = site.rooms.hall();
    let (own, who) = who(&player);
    let ladder = look(hall, &id).await?;
    let found = ladder.challenges().get(challenge as usize);
    let found = found.ok_or_else(|| Oops::not_found("There is no such challenge."))?;
    // An accepted challenge can be called off by both until both sit at its game.
    if let ChallengeState::Accepted { game: Some(game) } = &found.state {
        if found.from != own && found.to != own {
            let message = "Only the two who play can call a game off.";
            return Err(Oops::new(Code::NotSeated, message));
        }
        if site.rooms.summary(game).await?.stage != Stage::Waiting {
            let message = "The game has begun; play it, or give it up.";
            return Err(Oops::new(Code::WrongStage, message));
        }
        let void = |_: &Ladder| Ok(Deed::Void { challenge });
        tell(hall, &id, &Who::House, void).await?;
    } else {
        let withdraw = |_: &Ladder| Ok(Deed::Withdraw { challenge });
        tell(hall, &id, &who, withdraw).await?;
    }
    shown(&site, &id).await
}

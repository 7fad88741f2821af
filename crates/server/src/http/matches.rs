//! Matches: making one, sitting down, choosing in secret, where it stands.

use super::{
    Site,
    games::{may_meet, seat_ticket},
    guard::Client,
    id::GameId,
    library::body,
    players::{Caller, free_for_guests},
};
use crate::{
    contests::Names,
    error::{Oops, Result},
    limits::Thing,
    matches::{self, give_up, lawful, look, own_side, tell},
    players::Player,
    token::Purpose,
};
use axum::{
    Extension, Json,
    extract::{State, rejection::JsonRejection},
};
use gloryhex_protocol::{
    AtMatch, ChooseForMatch, Code, MatchTicket, MatchView, NewMatch, OwnSide, SitAtMatch,
};
use gloryhex_table::{
    content::known_edition,
    name,
    series::{Deed, Pick, Plan, Series, Tie, book_decides},
};

type Body<T> = std::result::Result<Json<T>, JsonRejection>;

async fn shown(site: &Site, id: &str, series: &Series) -> Result<Json<MatchView>> {
    let names = Names::of(site.rooms.hall(), id).await?;
    Ok(Json(matches::view(id, series, &names)))
}

pub async fn view(State(site): State<Site>, GameId(id): GameId) -> Result<Json<MatchView>> {
    let series = look(&site, &id).await?;
    shown(&site, &id, &series).await
}

pub async fn make(
    State(site): State<Site>,
    Extension(Client(holder)): Extension<Client>,
    Caller(who): Caller,
    new: Body<NewMatch>,
) -> Result<Json<MatchTicket>> {
    let new = body(new)?;
    let hall = site.rooms.hall();
    known_edition(&hall.content, &new.edition)?;
    if new.decide && !book_decides(&hall.content, &new.edition) {
        let message = "The rulebook of this edition does not say how a level match is decided.";
        return Err(Oops::invalid(message));
    }
    if who.is_none() {
        free_for_guests(&site, &new.name).await?;
        if new.rated {
            return Err(Oops::invalid(
                "A rated match is for people with names. Take one first.",
            ));
        }
    }
    let plan = Plan {
        edition: new.edition,
        variant: new.variant,
        best_of: new.best_of,
        tie: if new.decide { Tie::Book } else { Tie::Drawn },
        boards: new.boards,
        clock: new.clock,
        patience: new.clock.map(|clock| clock.bank),
        public: new.public,
        rated: new.rated,
        kept: [None, None],
        guests: [None, None],
        registered: [None, None],
        tournament: None,
        made: hall.config.clock.wall(),
    };
    site.addresses.make(holder, Thing::Game)?;
    let maker = who.as_ref().map_or("", |who| who.id.as_str());
    let id = matches::make(&site, &plan, maker).await?;
    let mut ticket = sit_down(&site, &id, &new.name, who.as_ref(), Some(0)).await?;
    ticket.invite = Some(hall.key.sign(Purpose::Invite, &id, 2));
    Ok(Json(ticket))
}

pub async fn sit(
    State(site): State<Site>,
    GameId(id): GameId,
    Caller(who): Caller,
    wish: Body<SitAtMatch>,
) -> Result<Json<MatchTicket>> {
    let wish = body(wish)?;
    if who.is_none() {
        free_for_guests(&site, &wish.name).await?;
    }
    let invited = match &wish.invite {
        None => None,
        Some(invite) => {
            let (series, hall) = (look(&site, &id).await?, site.rooms.hall());
            let side = matches::opened(hall, Purpose::Invite, &id, &series, invite);
            // The first side is the maker's, unless a guest is to come there.
            let side = side.filter(|side| *side == 1 || series.plan().guests[*side].is_some());
            let side = side.ok_or_else(|| {
                Oops::new(
                    Code::BadToken,
                    "This invitation is not for this match, or it was taken back.",
                )
            })?;
            Some(side as u8)
        }
    };
    let ticket = sit_down(&site, &id, &wish.name, who.as_ref(), invited).await?;
    Ok(Json(ticket))
}

/// Takes the side that somebody is invited to, or that is kept for them. Whoever sits there already, on another device
/// perhaps, has the side.
async fn sit_down(
    site: &Site,
    id: &str,
    wanted: &str,
    who: Option<&Player>,
    invited: Option<u8>,
) -> Result<MatchTicket> {
    let hall = site.rooms.hall();
    let series = look(site, id).await?;
    let kept = who.and_then(|who| {
        series
            .plan()
            .kept
            .iter()
            .position(|k| *k == Some(who.id.clone()))
    });
    let side = match invited.or(kept.map(|side| side as u8)) {
        Some(side) => side,
        None => {
            return Err(Oops::new(
                Code::NotSeated,
                "You need an invitation to play this match; you can watch it.",
            ));
        }
    };
    let ticket = |side: u8| MatchTicket {
        id: id.to_owned(),
        side,
        token: matches::token(hall, Purpose::Play, id, &series, usize::from(side)),
        invite: None,
    };
    let own = series.sides()[usize::from(side)].as_ref();
    let guest = series.plan().guests[usize::from(side)].is_some();
    // A guest has the name that the organiser wrote down, and comes back by the same invitation.
    let who = who.filter(|_| !guest);
    if guest && own.is_some() {
        return Ok(ticket(side));
    }
    if let (Some(who), Some(own)) = (who, own)
        && own.player.as_ref() == Some(&who.id)
    {
        return Ok(ticket(side));
    }
    let shown = name::clean(wanted);
    let shown = match (who, shown.is_empty()) {
        (Some(_), _) => String::new(),
        (None, true) => format!("Player {}", side + 1),
        (None, false) => shown,
    };
    if let Some(who) = who {
        // Whom one meets in a tournament is not for either to say.
        let other = series.sides()[1 - usize::from(side)].as_ref();
        if kept.is_none()
            && let Some(other) = other.and_then(|other| other.player.as_ref())
            && let Some(other) = hall.store.player(other).await?
        {
            may_meet(&hall.store, &[(other.id, other.name)], who).await?;
        }
        hall.store.join_contest(id, &who.id).await?;
    }
    let deed = |_: &Series| {
        Ok(Deed::Sit {
            side,
            name: shown.clone(),
            player: who.map(|who| who.id.clone()),
        })
    };
    tell(site, id, deed).await?;
    Ok(ticket(side))
}

pub async fn choose(
    State(site): State<Site>,
    GameId(id): GameId,
    Caller(who): Caller,
    wish: Body<ChooseForMatch>,
) -> Result<Json<OwnSide>> {
    let wish = body(wish)?;
    let hall = site.rooms.hall();
    let series = look(&site, &id).await?;
    let side = own_side(hall, &id, &series, wish.token.as_deref(), who.as_ref())?;
    let pick = Pick {
        warband: wish.warband,
        deck: wish.deck,
    };
    let pick = lawful(hall, &series, &pick)?;
    let deed = |_: &Series| {
        Ok(Deed::Choose {
            side: side as u8,
            pick: pick.clone(),
        })
    };
    let series = tell(&site, &id, deed).await?;
    Ok(Json(own(&site, &series, side)))
}

pub async fn own_view(
    State(site): State<Site>,
    GameId(id): GameId,
    Caller(who): Caller,
    wish: Body<AtMatch>,
) -> Result<Json<OwnSide>> {
    let wish = body(wish)?;
    let series = look(&site, &id).await?;
    let hall = site.rooms.hall();
    let side = own_side(hall, &id, &series, wish.token.as_deref(), who.as_ref())?;
    Ok(Json(own(&site, &series, side)))
}

fn own(site: &Site, series: &Series, side: usize) -> OwnSide {
    let pick = series.pick(side);
    let game = series.games().last();
    OwnSide {
        side: side as u8,
        warband: pick.map(|pick| pick.warband.clone()),
        deck: pick.and_then(|pick| pick.deck.clone()),
        ticket: game.map(|played| seat_ticket(site, &played.game, 1 << side)),
    }
}

pub async fn leave(
    State(site): State<Site>,
    GameId(id): GameId,
    Caller(who): Caller,
    wish: Body<AtMatch>,
) -> Result<Json<MatchView>> {
    let wish = body(wish)?;
    let series = look(&site, &id).await?;
    let hall = site.rooms.hall();
    let side = own_side(hall, &id, &series, wish.token.as_deref(), who.as_ref())?;
    let series = give_up(&site, &id, side).await?;
    shown(&site, &id, &series).await
}

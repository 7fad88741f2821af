//! A slow, obvious evaluator of the checked tree: it walks the tree, keeps variables in a map and looks
//! everything up in the state.
//!
//! Places, tokens, damage, deeds, hands and counts are read off the state here. What many rules together
//! decide (characteristics with all modifiers, granted labels, Guard, support, sight) is asked of the
//! engine by its plain questions; the conditions inside those rules are themselves compared one by one. Quantifiers are
//! in [`quantify`].

mod quantify;

use gloryhex_cardlang::{
    CardProp, Domain, GameFact, HexKind, HexProp, NOBODY, Prop, Region, SeatProp, TokenProp,
    program::{Faces, Line, Tie},
    tree::{Expr, Sign, VarId},
    vocab::Func,
};
use gloryhex_engine::{
    Sight, Source,
    cards::{
        eval::{Context, facts, props},
        may_bear, statics, watches,
    },
    ops::{field, stats, travel},
    state::{Fighter, Phase},
};
use gloryhex_hexgrid::{Grid, HexId, HexSet, Kind};
use gloryhex_model::{Counter, FighterId, Seat};
use std::collections::HashMap;

/// Values of variables.
pub type Values = HashMap<VarId, i16>;

/// The evaluator: a state, and from where the card looks at it.
pub struct Slow<'a> {
    pub sight: Sight<'a>,
    pub source: Source,
    pub me: FighterId,
    /// The machine's view, only for questions that many rules decide together.
    pub ask: &'a Context<'a>,
}

impl Slow<'_> {
    /// Whether a condition holds.
    pub fn holds(&self, expr: &Expr, values: &Values) -> bool {
        self.value(expr, values) != 0
    }

    /// The value of an expression.
    pub fn value(&self, expr: &Expr, values: &Values) -> i16 {
        match expr {
            Expr::Number(n) => *n,
            Expr::Var(var) => values.get(var).copied().unwrap_or(NOBODY),
            Expr::You => i16::from(self.source.seat.0),
            Expr::Me => id(self.me),
            Expr::This => i16::from(self.source.seat.0) * 128 + i16::from(self.source.slot),
            Expr::Attacker => self.ask.attack.map_or(NOBODY, |a| id(a.attacker)),
            Expr::Target => self.ask.attack.map_or(NOBODY, |a| id(a.target)),
            Expr::Call(func, args) => {
                let args: Vec<i16> = args.iter().map(|a| self.value(a, values)).collect();
                self.call(*func, &args)
            }
            Expr::Named(who, name) => {
                let fighter = self.fighter(self.value(who, values));
                yes(fighter.is_some_and(|f| {
                    let number = self.sight.table.entrant(f).number;
                    self.sight.table.catalog.answers(number, *name)
                }))
            }
            Expr::Titled(card, name) => {
                let card = self.card(self.value(card, values));
                let table = self.sight.table;
                let code = card.and_then(|card| table.code(card));
                yes(code.is_some_and(|code| {
                    let info = &table.catalog.cards[code.id.ix()];
                    info.name == table.catalog.names[usize::from(*name)].text
                }))
            }
            Expr::Label(what, label, true) => {
                let card = self.card(self.value(what, values));
                let code = card.and_then(|card| self.sight.table.code(card));
                yes(code.is_some_and(|code| code.labels >> label.0 & 1 == 1))
            }
            Expr::Label(who, label, false) => {
                let fighter = self.fighter(self.value(who, values));
                yes(fighter.is_some_and(|f| statics::has_label(self.sight, f, *label, 0)))
            }
            Expr::TokenKind(token) => *token as i16,
            Expr::Counter(counter) => i16::from(counter.0),
            Expr::With(number) => {
                let weapon = self.ask.attack.and_then(|attack| {
                    stats::weapon_def(self.sight, attack.attacker, attack.weapon)
                });
                yes(weapon.is_some_and(|weapon| weapon.asked == *number))
            }
            Expr::Faces(dice, faces) => {
                let roll = match dice {
                    Faces::Attack => self.ask.attack.map(|a| a.attack_roll),
                    Faces::Defence => self.ask.attack.map(|a| a.defence_roll),
                    Faces::Own => self.ask.card.map(|card| card.roll()),
                    Faces::Casting => self.ask.casting_roll(),
                };
                roll.map_or(0, |roll| {
                    faces.iter().map(|face| i16::from(roll.count(face))).sum()
                })
            }
            Expr::Not(inner) => yes(!self.holds(inner, values)),
            Expr::And(parts) => yes(parts.iter().all(|part| self.holds(part, values))),
            Expr::Or(parts) => yes(parts.iter().any(|part| self.holds(part, values))),
            Expr::Binary(sign, a, b) => {
                let (a, b) = (self.value(a, values), self.value(b, values));
                match sign {
                    Sign::Eq => yes(a == b),
                    Sign::Ne => yes(a != b),
                    Sign::Lt => yes(a < b),
                    Sign::Le => yes(a <= b),
                    Sign::Gt => yes(a > b),
                    Sign::Ge => yes(a >= b),
                    Sign::Add => a.saturating_add(b),
                    Sign::Sub => a.saturating_sub(b),
                    Sign::Mul => a.saturating_mul(b),
                }
            }
            Expr::Quant {
                what,
                over,
                of,
                var,
                filter,
                value,
            } => {
                let of = of.as_ref().map_or(NOBODY, |of| self.value(of, values));
                self.quantify(
                    *what,
                    *over,
                    of,
                    *var,
                    filter.as_deref(),
                    value.as_deref(),
                    values,
                )
            }
            Expr::Past(past) => {
                let whose = past
                    .key
                    .as_ref()
                    .map_or(NOBODY, |(_, who)| self.value(who, values));
                watches::recalled(self.sight, self.source, past.nth, whose)
            }
            Expr::If(cond, a, b) => {
                let branch = if self.holds(cond, values) { a } else { b };
                self.value(branch, values)
            }
        }
    }

    /// The elements of a domain, lowest first.
    pub fn elements(&self, over: Domain, of: i16) -> Vec<i16> {
        let state = self.sight.state;
        let you = self.source.seat;
        let players = i16::from(state.clock.players);
        let fighters = |wanted: &dyn Fn(FighterId) -> bool| -> Vec<i16> {
            self.sight
                .table
                .everyone()
                .filter(|f| wanted(*f))
                .map(id)
                .collect()
        };
        let own = |f: FighterId| self.sight.table.entrants[f.ix()].seat == you;
        let here = |f: FighterId| state.fighter(f).on_field();
        let cards = |seat: Option<Seat>, mask: &dyn Fn(Seat) -> u64, first: i16| -> Vec<i16> {
            let Some(seat) = seat else { return Vec::new() };
            let mask = mask(seat);
            (0..64)
                .filter(|bit| mask >> bit & 1 == 1)
                .map(|bit| i16::from(seat.0) * 128 + first + bit)
                .collect()
        };
        match over {
            Domain::Friends => fighters(&|f| own(f) && here(f)),
            Domain::Enemies => fighters(&|f| !own(f) && here(f)),
            Domain::Fighters => fighters(&here),
            Domain::AllFriends => fighters(&own),
            Domain::AllEnemies => fighters(&|f| !own(f)),
            Domain::AllFighters => fighters(&|_| true),
            Domain::Hexes => {
                let all = self.sight.grid.all();
                (0..=255u8)
                    .filter(|h| all.contains(HexId(*h)))
                    .map(i16::from)
                    .collect()
            }
            Domain::Tokens => (0..state.features.len() as i16)
                .filter(|ix| state.features[*ix as usize].on_field())
                .collect(),
            Domain::Seats | Domain::Boards => (0..players).collect(),
            Domain::Opponents => (0..players).filter(|s| *s != i16::from(you.0)).collect(),
            Domain::UpgradesOf => match self.fighter(of) {
                Some(fighter) => {
                    let seat = self.sight.table.owner(fighter);
                    cards(
                        Some(seat),
                        &|_| state.upgrades(self.sight.table, fighter),
                        0,
                    )
                }
                None => Vec::new(),
            },
            Domain::PowerHandOf => cards(self.seat(of), &|s| state.seats[s].power.hand(), 0),
            Domain::ObjectiveHandOf => cards(
                self.seat(of),
                &|s| u64::from(state.seats[s].objectives.hand()),
                64,
            ),
            Domain::PowerDeckOf => cards(self.seat(of), &|s| state.seats[s].power.deck(), 0),
            Domain::PowerDiscardOf => cards(self.seat(of), &|s| state.seats[s].power.discard(), 0),
            Domain::ObjectiveDiscardOf => cards(
                self.seat(of),
                &|s| u64::from(state.seats[s].objectives.discard()),
                64,
            ),
            Domain::LastingOf => (0..128)
                .filter_map(|slot| Some((self.seat(of)?, slot)))
                .filter(|(seat, slot)| {
                    let mut effects = state.effects.iter();
                    effects.any(|effect| {
                        let Source { seat: s, slot: at } = effect.source;
                        effect.persists() && (s, i16::from(at)) == (*seat, *slot)
                    })
                })
                .map(|(seat, slot)| i16::from(seat.0) * 128 + slot)
                .collect(),
            Domain::Picked => Vec::new(),
            Domain::JustBroken => cards(
                Some(self.source.seat),
                &|s| state.seats[s].power.just_broken(),
                0,
            ),
        }
    }

    fn call(&self, func: Func, args: &[i16]) -> i16 {
        let at = |ix: usize| args.get(ix).copied().unwrap_or(NOBODY);
        match func {
            Func::Fighter(prop) => self.fighter(at(0)).map_or(0, |f| self.of_fighter(f, prop)),
            Func::Has(token) => {
                let fighter = self.fighter(at(0));
                fighter.map_or(0, |f| i16::from(self.sight.state.fighter(f).tokens(token)))
            }
            Func::Damaged => {
                let fighter = self.fighter(at(0));
                fighter.map_or(0, |f| i16::from(self.sight.state.fighter(f).damage))
            }
            Func::Token(prop) => self.token(at(0)).map_or(0, |ix| self.of_token(ix, prop)),
            Func::IsHeld => {
                let holder = self
                    .token(at(0))
                    .map_or(0, |ix| self.of_token(ix, TokenProp::Holder));
                yes(holder >= 0)
            }
            Func::Hex(prop) => self.hex(at(0)).map_or(0, |hex| self.of_hex(hex, prop)),
            Func::Card(prop) => self.card(at(0)).map_or(0, |card| match prop {
                CardProp::Kind(kind) => {
                    yes(self.sight.table.code(card).is_some_and(|c| c.kind == kind))
                }
                other => props::card(self.ask, card, other),
            }),
            Func::Seat(prop) => self.seat(at(0)).map_or(0, |seat| self.of_seat(seat, prop)),
            Func::Level => {
                let track = self.seat(at(0)).map_or(0, |seat| {
                    self.of_seat(seat, SeatProp::Counter(Counter::Tracker))
                });
                1 + [6, 10, 14].iter().filter(|step| track >= **step).count() as i16
            }
            Func::Attack(fact) => facts::attack(self.ask, fact),
            Func::AllSuccesses => {
                use gloryhex_cardlang::Fact;
                yes(facts::attack(self.ask, Fact::Successes) >= facts::attack(self.ask, Fact::Dice))
            }
            Func::Game(fact) => self.of_game(fact),
            Func::Adjacent => yes(self.distance(at(0), at(1)) == 1),
            Func::Within => yes(self.distance(at(0), at(2)) <= at(1)),
            Func::Distance => self.distance(at(0), at(1)),
            Func::Tie(Tie::Sees) => match (self.hex(at(0)), self.hex(at(1))) {
                (Some(a), Some(b)) => yes(field::sees(self.sight, a, b)),
                _ => 0,
            },
            Func::Line(line) => match (self.hex(at(0)), self.hex(at(1)), self.hex(at(2))) {
                (Some(x), Some(a), Some(b)) => yes(match line {
                    Line::Between => self.sight.grid.between(x, a, b),
                    Line::Through => self.sight.grid.in_line(x, a, b),
                }),
                _ => 0,
            },
            Func::Tie(Tie::SameTerritory) => match (self.hex(at(0)), self.hex(at(1))) {
                (Some(a), Some(b)) => yes(self.territory(a) == self.territory(b)),
                _ => 0,
            },
            Func::Tie(Tie::Reaches) => match (self.fighter(at(0)), self.fighter(at(1))) {
                (Some(a), Some(b)) => yes(props::reaches(self.ask, a, b)),
                _ => 0,
            },
            Func::Tie(Tie::Suits) => match (self.card(at(0)), self.fighter(at(1))) {
                (Some(card), Some(who)) => yes(may_bear(self.sight, card.seat, card.slot, who)),
                _ => 0,
            },
            Func::Tie(Tie::Companion) => match (self.fighter(at(0)), self.fighter(at(1))) {
                (Some(a), Some(b)) => yes(props::companions(self.ask, a, b)),
                _ => 0,
            },
            Func::Tie(Tie::LeftBeside) => match (self.fighter(at(0)), self.fighter(at(1))) {
                (Some(a), Some(b)) => yes(travel::left_beside(self.sight, a, b)),
                _ => 0,
            },
            Func::Tie(Tie::Affects) => match (self.card(at(0)), self.fighter(at(1))) {
                (Some(card), Some(who)) => yes(statics::affects(self.sight, card, who)),
                _ => 0,
            },
            Func::Tie(Tie::OppositeEdges) => match (self.hex(at(0)), self.hex(at(1))) {
                (Some(a), Some(b)) => yes(self.sight.grid.opposite_edges(a, b)),
                _ => 0,
            },
            Func::Tie(Tie::Called) => yes(props::called(self.ask, at(0), at(1))),
            Func::Named => panic!("names are resolved by the checker"),
            Func::InChain => {
                let chain = self.ask.card.map(|card| card.chain);
                let lies = |hex| chain.is_some_and(|chain| chain.contains(&hex));
                yes(self.hex(at(0)).is_some_and(lies))
            }
            Func::ChainHex => {
                let chain = self.ask.card.map(|card| card.chain);
                let nth = usize::try_from(at(0) - 1).ok();
                let hex = nth.and_then(|nth| chain?.get(nth).copied());
                let hex = hex.filter(|hex| *hex != HexId::NONE);
                hex.map_or(NOBODY, |hex| i16::from(hex.0))
            }
            Func::Half => at(0).div_euclid(2),
            Func::Min => at(0).min(at(1)),
            Func::Max => at(0).max(at(1)),
        }
    }

    fn of_fighter(&self, who: FighterId, prop: Prop) -> i16 {
        let now = self.sight.state.fighter(who);
        let owner = self.sight.table.entrants[who.ix()].seat;
        match prop {
            Prop::Has(token) => i16::from(now.tokens(token)),
            Prop::Did(deed) => yes(now.did(deed)),
            Prop::Owner => i16::from(owner.0),
            Prop::Friendly => yes(owner == self.source.seat),
            Prop::Enemy => yes(owner != self.source.seat),
            Prop::Hex if now.on_field() => i16::from(now.hex.0),
            Prop::Hex | Prop::CameFrom => place(now.came_from),
            Prop::Damage => i16::from(now.damage),
            Prop::Reward => i16::from(now.reward().1),
            Prop::TurnedOver => {
                yes(now.is(Fighter::INSPIRED) && self.sight.table.is_two_faced(who))
            }
            Prop::Inspired => yes(now.is(Fighter::INSPIRED) && !self.sight.table.is_two_faced(who)),
            Prop::Out => yes(now.is(Fighter::OUT)),
            Prop::Alive => yes(now.on_field()),
            Prop::Upgrades => (0..64)
                .filter(|bit| self.sight.state.upgrades(self.sight.table, who) >> bit & 1 == 1)
                .count() as i16,
            Prop::OnToken => yes(now.on_field() && self.token_at(now.hex).is_some()),
            Prop::TokenUnder if !now.on_field() => NOBODY,
            Prop::TokenUnder => self.token_at(now.hex).map_or(NOBODY, |ix| ix as i16),
            Prop::Region(region) => yes(self.in_region(now.hex, region)),
            // Cards can put fighters in cover anywhere: that is the engine's own answer.
            Prop::In(HexKind::Cover) => props::fighter(self.ask, who, prop),
            Prop::In(kind) => yes(now.on_field() && self.of_hex(now.hex, HexProp::Is(kind)) != 0),
            Prop::HealthLeft => {
                let wounds =
                    props::fighter(self.ask, who, Prop::Stat(gloryhex_model::Stat::Wounds));
                (wounds - i16::from(now.damage)).max(0)
            }
            Prop::TargetedNow => yes(now.is(Fighter::TARGETED_NOW)),
            Prop::HurtNow => yes(now.turn_damage > 0),
            other => props::fighter(self.ask, who, other),
        }
    }

    fn of_token(&self, ix: usize, prop: TokenProp) -> i16 {
        let token = &self.sight.state.features[ix];
        let holder = || {
            let stands = |f: &FighterId| {
                let now = self.sight.state.fighter(*f);
                token.on_field() && now.on_field() && now.hex == token.hex
            };
            let holds = |f: &FighterId| props::fighter(self.ask, *f, Prop::Held) == ix as i16;
            self.sight.table.everyone().find(stands).filter(holds)
        };
        let own = |f: FighterId| self.sight.table.owner(f) == self.source.seat;
        match prop {
            TokenProp::Number => i16::from(token.number),
            TokenProp::Odd => i16::from(token.number) % 2,
            TokenProp::Up => yes(token.numbered()),
            TokenProp::Hex => place(token.hex),
            TokenProp::Holder => holder().map_or(NOBODY, id),
            TokenProp::Yours => yes(holder().is_some_and(own)),
            TokenProp::Theirs => yes(holder().is_some_and(|f| !own(f))),
            TokenProp::Region(region) => yes(self.in_region(token.hex, region)),
            other => props::token(self.ask, ix, other),
        }
    }

    fn of_hex(&self, hex: HexId, prop: HexProp) -> i16 {
        let state = self.sight.state;
        let occupant = || {
            let there =
                |f: &FighterId| state.fighter(*f).on_field() && state.fighter(*f).hex == hex;
            self.sight.table.everyone().find(there)
        };
        match prop {
            HexProp::Is(kind) => yes(field::of_kind(self.sight, kind_of(kind)).contains(hex)),
            HexProp::Region(region) => yes(self.in_region(hex, region)),
            HexProp::Empty => {
                let blocked = self.of_hex(hex, HexProp::Is(HexKind::Blocked)) != 0;
                yes(occupant().is_none() && !blocked)
            }
            HexProp::Fighter => occupant().map_or(NOBODY, id),
            HexProp::Token => self.token_at(hex).map_or(NOBODY, |ix| ix as i16),
            HexProp::OwnTrap => {
                let mut marks = state.marks.iter();
                let own = self.source.seat;
                yes(marks
                    .any(|mark| mark.hex == hex && mark.kinds.has(Kind::TRAP) && mark.owner == own))
            }
            HexProp::Board | HexProp::InReach | HexProp::FromNeutral => {
                props::hex(self.ask, hex, prop)
            }
        }
    }

    pub fn of_seat(&self, seat: Seat, prop: SeatProp) -> i16 {
        let player = &self.sight.state.seats[seat];
        let bits = |mask: u64| (0..64).filter(|bit| mask >> bit & 1 == 1).count() as i16;
        match prop {
            SeatProp::AllGlory => i16::from(player.glory),
            SeatProp::PowerCards => bits(player.power.hand()),
            SeatProp::Active => yes(self.sight.state.active() == seat),
            SeatProp::Counter(counter) => i16::from(player.count(counter)),
            SeatProp::Held => {
                let tokens = self.elements(Domain::Tokens, NOBODY);
                let theirs = |ix: &i16| {
                    let holder = self.of_token(*ix as usize, TokenProp::Holder);
                    self.fighter(holder)
                        .is_some_and(|f| self.sight.table.owner(f) == seat)
                };
                tokens.iter().filter(|ix| theirs(ix)).count() as i16
            }
            other => props::seat(self.ask, seat, other),
        }
    }

    fn of_game(&self, fact: GameFact) -> i16 {
        let clock = &self.sight.state.clock;
        match fact {
            GameFact::Round => i16::from(clock.round),
            GameFact::Rounds => i16::from(self.sight.rules().rounds),
            GameFact::Players => i16::from(clock.players),
            GameFact::PowerStep => yes(clock.phase == Phase::Power),
            other => facts::game(self.ask, other),
        }
    }

    fn distance(&self, a: i16, b: i16) -> i16 {
        let (Some(a), Some(b)) = (self.hex(a), self.hex(b)) else {
            return 999;
        };
        // Step by step, over complete hexes, blocked ones among them.
        let all = self.sight.grid.all();
        let mut reached = HexSet::single(a);
        for steps in 0..255 {
            if reached.contains(b) {
                return steps;
            }
            let next = reached
                .iter()
                .fold(reached, |set, hex| set | self.sight.grid.adjacent(hex));
            if (next & all) == reached {
                break;
            }
            reached = next & all;
        }
        i16::from(Grid::UNREACHABLE)
    }

    fn territory(&self, hex: HexId) -> Option<Seat> {
        field::territory(self.sight, hex)
    }

    fn in_region(&self, hex: HexId, region: Region) -> bool {
        if hex == HexId::NONE {
            return false;
        }
        match (self.territory(hex), region) {
            (None, region) => region == Region::Neutral,
            (Some(seat), Region::Friendly) => seat == self.source.seat,
            (Some(seat), Region::Enemy) => seat != self.source.seat,
            (Some(_), Region::Neutral) => false,
        }
    }

    fn token_at(&self, hex: HexId) -> Option<usize> {
        let tokens = &self.sight.state.features;
        tokens.iter().position(|t| t.on_field() && t.hex == hex)
    }

    pub fn fighter(&self, number: i16) -> Option<FighterId> {
        let n = self.sight.table.entrants.len() as i16;
        (0..n).contains(&number).then_some(FighterId(number as u8))
    }
    pub fn seat(&self, number: i16) -> Option<Seat> {
        let n = i16::from(self.sight.state.clock.players);
        (0..n).contains(&number).then_some(Seat(number as u8))
    }
    fn token(&self, number: i16) -> Option<usize> {
        let n = self.sight.state.features.len() as i16;
        (0..n).contains(&number).then_some(number as usize)
    }
    fn hex(&self, number: i16) -> Option<HexId> {
        let hex = HexId(u8::try_from(number).ok()?);
        self.sight.grid.all().contains(hex).then_some(hex)
    }
    fn card(&self, number: i16) -> Option<Source> {
        (0..512).contains(&number).then_some(Source {
            seat: Seat((number / 128) as u8),
            slot: (number % 128) as u8,
        })
    }
}

fn yes(is: bool) -> i16 {
    i16::from(is)
}

fn id(fighter: FighterId) -> i16 {
    if fighter == FighterId::NONE {
        NOBODY
    } else {
        i16::from(fighter.0)
    }
}

fn place(hex: HexId) -> i16 {
    if hex == HexId::NONE {
        NOBODY
    } else {
        i16::from(hex.0)
    }
}

fn kind_of(kind: HexKind) -> Kind {
    match kind {
        HexKind::Starting => Kind::STARTING,
        HexKind::Blocked => Kind::BLOCKED,
        HexKind::Lethal => Kind::LETHAL,
        HexKind::Cover => Kind::COVER,
        HexKind::Stagger => Kind::STAGGER,
        HexKind::Edge => Kind::EDGE,
    }
}

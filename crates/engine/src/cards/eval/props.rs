//! What the properties of the card language mean in the state of the game. Facts of the attack at hand and of the
//! game are in [`super::facts`].

use super::{Context, domain::card_of, number_of};
use crate::{
    attack::{Attack, WeaponIx},
    cards::{
        self,
        statics::{self, modify, moves},
        steps::{self, alter, raid},
    },
    effect::Source,
    frame::Frame,
    frames::{cast, moving::Manner},
    ops::{
        act,
        counters::{self, Whose},
        field, sides, stats, travel, victory,
    },
    ruleset::UpgradePrice,
    state::{Feature, Fighter},
};
use gloryhex_cardlang::{
    ActionKind, Ban, CardCode, CardFlags, CardProp, HexKind, HexProp, Instr, NOBODY, Prop, Region,
    SeatProp, TokenProp,
};
use gloryhex_hexgrid::{HexId, Kind};
use gloryhex_model::{CardId, Counter, FighterId, Keyword, Seat, Stat, Trait, Trigger, same_name};

/// The hex that a number stands for.
#[inline]
pub fn hex_of(context: &Context<'_>, number: i16) -> Option<HexId> {
    let known = (number as u16 as usize) < context.sight.grid.len();
    known.then_some(HexId(number as u8))
}

/// A hex as a number of the card language.
#[inline]
pub fn number(hex: HexId) -> i16 {
    if hex == HexId::NONE {
        NOBODY
    } else {
        i16::from(hex.0)
    }
}

pub(super) fn index(ix: Option<usize>) -> i16 {
    ix.map_or(NOBODY, |ix| ix as i16)
}

/// A kind of hex as the battlefield knows it.
pub fn kind_of(kind: HexKind) -> Kind {
    match kind {
        HexKind::Starting => Kind::STARTING,
        HexKind::Blocked => Kind::BLOCKED,
        HexKind::Lethal => Kind::LETHAL,
        HexKind::Cover => Kind::COVER,
        HexKind::Stagger => Kind::STAGGER,
        HexKind::Edge => Kind::EDGE,
    }
}

fn in_region(context: &Context<'_>, hex: HexId, region: Region) -> bool {
    if hex == HexId::NONE {
        return false;
    }
    let owner = field::territory(context.sight, hex);
    match region {
        Region::Friendly => owner == Some(context.source.seat),
        Region::Enemy => owner.is_some_and(|seat| seat != context.source.seat),
        Region::Neutral => owner.is_none(),
    }
}

fn stat(context: &Context<'_>, fighter: FighterId, which: Stat) -> u8 {
    let sight = context.sight;
    if which == Stat::Wounds
        && !sight.state.fighter(fighter).on_field()
        && let Some(attack) = sight.state.attack().filter(|a| a.target == fighter)
    {
        // The fallen may have lost what made them strong.
        return attack.target_before[0];
    }
    let side = stats::profile(sight, fighter);
    let of_weapon = |pick: fn(&gloryhex_model::WeaponDef) -> u8| {
        let mut best = 0;
        stats::each_weapon(sight, fighter, |ix| {
            if let Some(def) = stats::weapon_def(sight, fighter, ix) {
                best = best.max(weapon_stat(context, fighter, ix, None, which, pick(def)));
            }
        });
        best
    };
    let printed = match which {
        Stat::Move => side.movement,
        Stat::Defence => side.defence,
        Stat::Wounds => side.wounds,
        Stat::Bounty => stats::own_bounty(sight, fighter),
        Stat::Wizard => side.wizard,
        Stat::Range => return of_weapon(|def| def.range),
        Stat::Dice => return of_weapon(|def| def.dice),
        Stat::Damage => return of_weapon(|def| def.damage),
        Stat::Knockback => return of_weapon(|def| def.knockback),
    };
    modify::modified_within(
        sight,
        fighter,
        WeaponIx::NONE,
        context.attack,
        which,
        printed,
        context.busy,
        0,
    )
}

pub(super) fn weapon_stat(
    context: &Context<'_>,
    fighter: FighterId,
    weapon: WeaponIx,
    attack: Option<&Attack>,
    which: Stat,
    printed: u8,
) -> u8 {
    let lent = attack.map_or(0, |attack| match which {
        Stat::Range => attack.range,
        Stat::Dice => attack.dice,
        Stat::Damage => attack.damage,
        Stat::Knockback => attack.knockback,
        _ => 0,
    });
    let value = modify::modified_within(
        context.sight,
        fighter,
        weapon,
        attack,
        which,
        printed,
        context.busy,
        0,
    );
    (i16::from(value) + i16::from(lent)).max(0) as u8
}

fn doing(context: &Context<'_>, fighter: FighterId, kind: ActionKind) -> bool {
    let intent = match kind {
        ActionKind::Move => moves::MOVING,
        ActionKind::Charge => moves::CHARGING,
        ActionKind::Any => moves::MOVING | moves::CHARGING,
        ActionKind::Attack | ActionKind::Guard => 0,
    };
    if context.busy & intent != 0 && context.about == fighter {
        return true;
    }
    let state = context.sight.state;
    state.stack.iter().any(|frame| match frame {
        Frame::Move(step) if step.fighter == fighter => match step.manner {
            Manner::Move => matches!(kind, ActionKind::Move | ActionKind::Any),
            Manner::ChargeMove => matches!(kind, ActionKind::Charge | ActionKind::Any),
            _ => false,
        },
        Frame::Charge(charge) => {
            charge.fighter == fighter && matches!(kind, ActionKind::Charge | ActionKind::Any)
        }
        Frame::Combat(_) => {
            matches!(kind, ActionKind::Attack | ActionKind::Any)
                && state.attack().is_some_and(|a| a.attacker == fighter)
        }
        _ => false,
    })
}

/// Whether an objective cannot be scored for the fall of this leader, while somebody stands in for it.
fn is_hidden(context: &Context<'_>, leader: FighterId) -> bool {
    let seat = context.source.seat;
    context.sight.state.fighter(leader).is(Fighter::OUT)
        && context.sight.table.owner(leader) != seat
        && stands_in(context)
}

/// Whether an objective cannot be scored for fallen leaders of others.
fn stands_in(context: &Context<'_>) -> bool {
    let of_objective = (Source::OBJECTIVES..Source::FIGHTERS).contains(&context.source.slot);
    of_objective && cards::forbids_seat(context.sight, context.source.seat, Ban::ScoreLeader)
}

/// A property of a fighter.
#[inline(never)]
pub fn fighter(context: &Context<'_>, who: FighterId, prop: Prop) -> i16 {
    let sight = context.sight;
    let now = sight.state.fighter(who);
    let owner = sight.table.owner(who);
    let yes = i16::from;
    match prop {
        Prop::Stat(which) => i16::from(stat(context, who, which)),
        Prop::Has(token) => i16::from(now.tokens(token)),
        Prop::Did(deed) => yes(now.did(deed)),
        Prop::Label(label) => yes(statics::has_label(sight, who, label, context.busy)),
        Prop::Trait(Trait::Leader) if is_hidden(context, who) => 0,
        Prop::Trait(which) => yes(statics::has_trait(sight, who, which, context.busy)),
        Prop::In(kind) => {
            let there = now.on_field() && field::of_kind(sight, kind_of(kind)).contains(now.hex);
            let made = kind == HexKind::Cover && now.on_field();
            yes(there || made && statics::in_cover(sight, who, context.busy))
        }
        Prop::Region(region) => yes(in_region(context, now.hex, region)),
        Prop::DefenceIs(face) => yes(cards::defence_symbol(sight, who) == face),
        Prop::BeganIn(region) => {
            let in_enemy = now.is(Fighter::BEGAN_IN_ENEMY);
            let own = owner == context.source.seat;
            let at_home = now.is(Fighter::BEGAN_AT_HOME);
            yes(match region {
                Region::Enemy => own && in_enemy || !own && at_home,
                Region::Friendly => own && at_home || !own && in_enemy,
                Region::Neutral => false,
            })
        }
        Prop::Doing(kind) => yes(doing(context, who, kind)),
        Prop::Owner => i16::from(owner.0),
        Prop::Friendly => yes(owner == context.source.seat),
        Prop::Enemy => yes(owner != context.source.seat),
        Prop::Hex => number(now.last_hex()),
        Prop::CameFrom => number(now.came_from),
        Prop::Damage => i16::from(now.damage),
        Prop::Reward => i16::from(now.reward().1),
        Prop::HealthLeft => i16::from(stat(context, who, Stat::Wounds).saturating_sub(now.damage)),
        Prop::Vulnerable => {
            let hurt = now.damage > 0 || !sight.rules().vulnerable_needs_damage;
            yes(hurt && now.on_field() && now.damage + 1 == stat(context, who, Stat::Wounds))
        }
        Prop::TurnedOver => yes(now.is(Fighter::INSPIRED) && sight.table.is_two_faced(who)),
        Prop::Inspired => yes(now.is(Fighter::INSPIRED) && !sight.table.is_two_faced(who)),
        Prop::Inspirable => {
            let barred = || statics::forbids_within(sight, who, Ban::Inspired, context.busy);
            let becomes = || !now.is(Fighter::NEVER_INSPIRED) && !barred();
            yes(!sight.table.is_two_faced(who) && (now.is(Fighter::INSPIRED) || becomes()))
        }
        Prop::Out => yes(now.is(Fighter::OUT)),
        Prop::Alive => yes(now.on_field()),
        Prop::OnGuard => yes(statics::on_guard(sight, who, context.busy)),
        Prop::Holding => yes(statics::held(sight, who, context.busy).is_some()),
        Prop::Held => index(statics::held(sight, who, context.busy)),
        Prop::OnToken => yes(now.on_field() && sight.state.feature_at(now.hex).is_some()),
        Prop::TokenUnder => index(
            Some(now.hex)
                .filter(|_| now.on_field())
                .and_then(|hex| sight.state.feature_at(hex)),
        ),
        Prop::Upgrades => sight.state.upgrades(sight.table, who).count_ones() as i16,
        Prop::Pushable => {
            let room =
                now.on_field() && !(sight.grid.adjacent(now.hex) & field::empty(sight)).is_empty();
            yes(room && travel::pushable(sight, who))
        }
        Prop::MovedThrough => {
            let through = FighterId(sight.state.clock.moved_through);
            number_of(through)
        }
        Prop::SupportedAttacker => yes(supported(context, who, true)),
        Prop::SupportedTarget => yes(supported(context, who, false)),
        Prop::TargetedNow => yes(now.is(Fighter::TARGETED_NOW)),
        Prop::HurtNow => yes(now.turn_damage > 0),
        Prop::Chosen => {
            let own = sight.state.clock.chosen | context.card.map_or(0, |c| c.chosen);
            let told = || match sight.table.index.waited.contains(Trigger::Chosen) {
                true => alter::chosen_at_hand(sight),
                false => 0,
            };
            yes(own >> who.0 & 1 == 1 || told() >> who.0 & 1 == 1)
        }
        Prop::Harmed | Prop::Felled => {
            let those = context.attack.map_or(0, |attack| match prop {
                Prop::Felled => attack.felled.0,
                _ => attack.harmed.0,
            });
            yes(those >> who.0 & 1 == 1)
        }
        Prop::HarmedByCard => yes(sight.state.clock.harmed.0 >> who.0 & 1 == 1),
        Prop::BeganOnGuard => yes(now.is(Fighter::BEGAN_ON_GUARD)),
        Prop::Home | Prop::Abroad => {
            let land = Some(now.hex).filter(|_| now.on_field());
            let whose = land.and_then(|hex| field::territory(sight, hex));
            yes(whose.is_some_and(|whose| (whose == owner) == (prop == Prop::Home)))
        }
        Prop::Casting => yes(cast::is_casting(context.sight, who)),
        Prop::Wizard => yes(stat(context, who, Stat::Wizard) > 0),
        Prop::Counters(counter) => {
            let whose = Whose::Fighter(who);
            i16::from(counters::count(sight.table, sight.state, whose, counter))
        }
        Prop::Removable(counter) => {
            let whose = Whose::Fighter(who);
            i16::from(steps::counters::removable(sight, whose, counter, 1))
        }
        Prop::Armed(keyword) => yes(armed(context, who, keyword)),
    }
}

/// Whether one of a fighter's weapons has a keyword. A rule that asks for them gets the printed ones.
fn armed(context: &Context<'_>, who: FighterId, keyword: Keyword) -> bool {
    let sight = context.sight;
    let given = context.busy == 0;
    let mut found = false;
    stats::each_weapon(sight, who, |ix| {
        let printed =
            stats::weapon_def(sight, who, ix).is_some_and(|def| def.keywords.has(keyword));
        found |= printed || given && modify::keywords(sight, who, ix, None).has(keyword);
    });
    found
}

fn supported(context: &Context<'_>, who: FighterId, attacking: bool) -> bool {
    context
        .attack
        .is_some_and(|attack| statics::supporters::supported(context.sight, attack, who, attacking))
}

/// A property of a feature token.
#[inline(never)]
pub fn token(context: &Context<'_>, ix: usize, prop: TokenProp) -> i16 {
    let sight = context.sight;
    let token = &sight.state.features[ix];
    let holder = || {
        let upon = token.on_field() && token.numbered();
        let fighters = &sight.state.fighters[..sight.table.entrants.len()];
        let there = fighters.iter().position(|f| upon && f.hex == token.hex)?;
        let there = FighterId(there as u8);
        (statics::held(sight, there, context.busy) == Some(ix)).then_some(there)
    };
    let owner_is =
        |own: bool| holder().is_some_and(|f| (sight.table.owner(f) == context.source.seat) == own);
    let yes = i16::from;
    match prop {
        TokenProp::Number => i16::from(token.number),
        TokenProp::Odd => yes(token.number % 2 == 1),
        TokenProp::Up => yes(token.numbered()),
        TokenProp::Hex => number(token.hex),
        TokenProp::Holder => holder().map_or(NOBODY, number_of),
        TokenProp::Yours => yes(owner_is(true)),
        TokenProp::Theirs => yes(owner_is(false)),
        TokenProp::TargetedNow => yes(token.flags & Feature::targeted_by(context.source.seat) != 0),
        TokenProp::WasTheirs => {
            let own = Feature::held_by(context.source.seat);
            yes(owner_is(false) || token.flags & Feature::HELD & !own != 0)
        }
        TokenProp::Region(region) => yes(in_region(context, token.hex, region)),
        TokenProp::Board => board(context, token.hex),
        TokenProp::HeldAtStart => {
            let holder = token.round_holder;
            if holder.is_some() {
                i16::from(sight.table.owner(holder).0)
            } else {
                NOBODY
            }
        }
        // Nobody moves between an action phase and the next round.
        TokenProp::HeldLastPhase if sight.state.clock.round > 1 => number_of(token.round_holder),
        TokenProp::HeldLastPhase => NOBODY,
        TokenProp::KeptBefore => yes(token.flags & Feature::kept_by(context.source.seat) != 0),
        TokenProp::DelvedByYou => {
            let delved = sight.state.seats[context.source.seat].delved_numbers;
            yes(token.number > 0 && delved >> token.number & 1 == 1)
        }
        TokenProp::UpAtStart => yes(token.flags & Feature::UP_AT_START != 0),
    }
}

fn board(context: &Context<'_>, hex: HexId) -> i16 {
    if hex == HexId::NONE {
        return NOBODY;
    }
    match context.sight.grid.region(hex) {
        255 => NOBODY,
        region => i16::from(region),
    }
}

/// A property of a hex.
#[inline(never)]
pub fn hex(context: &Context<'_>, hex: HexId, prop: HexProp) -> i16 {
    let sight = context.sight;
    match prop {
        HexProp::Is(kind) => i16::from(field::of_kind(sight, kind_of(kind)).contains(hex)),
        HexProp::Region(region) => i16::from(in_region(context, hex, region)),
        HexProp::Empty => i16::from(field::empty(sight).contains(hex)),
        HexProp::Fighter => sight.state.occupant(hex).map_or(NOBODY, number_of),
        HexProp::Token => index(sight.state.feature_at(hex)),
        HexProp::Board => board(context, hex),
        HexProp::OwnTrap => i16::from(field::traps(sight, context.source.seat).contains(hex)),
        HexProp::FromNeutral => {
            let neutral = field::of_region(sight, context.source.seat, Region::Neutral);
            let far = |at: HexId| i16::from(sight.grid.distance(hex, at));
            neutral.into_iter().map(far).min().unwrap_or(999)
        }
        HexProp::InReach => i16::from(context.attack.is_some_and(|attack| {
            act::reaches(sight, attack.attacker, hex, attack.target, attack.weapon)
        })),
    }
}

/// A property of a card.
#[inline(never)]
pub fn card(context: &Context<'_>, source: Source, prop: CardProp) -> i16 {
    let Some(code) = context.sight.table.code(source) else {
        return 0;
    };
    i16::from(match prop {
        CardProp::Worth => return i16::from(code.value),
        CardProp::Kind(kind) => code.kind == kind,
        CardProp::Label(label) => code.labels >> label.0 & 1 == 1,
        CardProp::Weapon => code.flags.has(CardFlags::WEAPON),
        CardProp::Universal => code.flags.has(CardFlags::UNIVERSAL),
        CardProp::Shown => {
            let goal = source.slot.checked_sub(Source::OBJECTIVES);
            let shown = context.sight.state.seats[source.seat].objectives.shown();
            goal.is_some_and(|goal| shown.checked_shr(goal.into()).unwrap_or(0) & 1 == 1)
        }
        CardProp::Played => {
            let played = context.sight.state.seats[source.seat].played.0;
            source.slot < 64 && played >> source.slot & 1 == 1
        }
        CardProp::Scatters => {
            let scatters = |step: &Instr| matches!(step, Instr::Scatter(_));
            code.code.iter().any(scatters)
        }
        CardProp::Titled(name) => {
            let catalog = &context.sight.table.catalog;
            let named = catalog.names.get(usize::from(name));
            named.is_some_and(|named| named.text == catalog.cards[code.id.ix()].name)
        }
        CardProp::SameDeck => {
            let cards = &context.sight.table.catalog.cards;
            let info = |code: &CardCode| &cards[code.id.ix()];
            let (own, other) = (info(context.code), info(code));
            (&own.deck, &own.edition) == (&other.deck, &other.edition)
        }
        CardProp::Usable => {
            let seat = context.source.seat;
            cards::is_upgrade(context.sight, source.seat, source.slot)
                && sides::survivors(context.sight, seat)
                    .any(|f| cards::may_bear(context.sight, source.seat, source.slot, f))
        }
    })
}

/// A property of a player.
#[inline(never)]
pub fn seat(context: &Context<'_>, seat: Seat, prop: SeatProp) -> i16 {
    let sight = context.sight;
    let player = &sight.state.seats[seat];
    match prop {
        SeatProp::Glory => match sight.rules().upgrade_price {
            UpgradePrice::SpendOne => i16::from(player.unspent()),
            UpgradePrice::WithinGlory => i16::from(player.glory),
        },
        SeatProp::AllGlory => i16::from(player.glory),
        SeatProp::PowerCards => player.power.hand().count_ones() as i16,
        SeatProp::Held => victory::held(sight, seat).count() as i16,
        SeatProp::Underdog => i16::from(sides::underdog(sight) == Some(seat)),
        SeatProp::Next => i16::from(sides::next_seat(sight, seat).0),
        SeatProp::Leader => {
            let mut own = sides::survivors(sight, seat);
            let leader = own.find(|who| sides::has_trait(sight, *who, Trait::Leader));
            leader.map_or(NOBODY, number_of)
        }
        SeatProp::TurnsLeft => {
            let (clock, players) = (&sight.state.clock, sight.state.clock.players);
            let all = sight.rules().turns[usize::from(players)];
            // Turns go round from whoever took the first.
            let round = std::iter::successors(Some(Seat(clock.first)), |seat| {
                Some(sides::next_seat(sight, *seat))
            });
            let place = round.take(players.into()).position(|next| next == seat);
            let before = place.map_or(0, |place| place as u8);
            let taken = (clock.turn + players - 1 - before) / players.max(1);
            i16::from(all.saturating_sub(taken))
        }
        SeatProp::Active => i16::from(sight.state.active() == seat),
        SeatProp::Counter(Counter::LeadersTakenOut) if stands_in(context) => 0,
        SeatProp::Counter(counter) => i16::from(player.count(counter)),
        SeatProp::Raiding => i16::from(raid::is_raiding(sight, seat)),
        SeatProp::Counters(counter) => {
            let whose = Whose::Player(seat);
            i16::from(counters::count(sight.table, sight.state, whose, counter))
        }
    }
}

/// Whether `a` has a weapon with `b` in range.
pub fn reaches(context: &Context<'_>, a: FighterId, b: FighterId) -> bool {
    let state = context.sight.state;
    let (from, to) = (state.fighter(a).hex, state.fighter(b).hex);
    from != HexId::NONE
        && to != HexId::NONE
        && context.sight.grid.distance(from, to) <= stat(context, a, Stat::Range)
}

/// Whether a card has the title of the one that was named, by its number in the catalogue.
pub fn called(context: &Context<'_>, card: i16, named: i16) -> bool {
    let table = context.sight.table;
    let own = card_of(card).and_then(|source| table.code(source));
    let named = u16::try_from(named).ok().map(CardId);
    let title = |id: CardId| table.catalog.cards.get(id.ix()).map(|info| &info.name);
    own.zip(named).is_some_and(|(code, named)| {
        let same = || Some(same_name(title(code.id)?, title(named)?));
        code.id == named || same() == Some(true)
    })
}

/// Whether a fighter answers to a name.
pub fn answers(context: &Context<'_>, fighter: FighterId, name: u16) -> bool {
    let table = context.sight.table;
    table.catalog.answers(table.entrant(fighter).number, name)
}

/// Whether `a`'s card names `b` as its companion.
pub fn companions(context: &Context<'_>, a: FighterId, b: FighterId) -> bool {
    let table = context.sight.table;
    let (a, b) = (table.entrant(a).number, table.entrant(b).number);
    let info = table.catalog.fighters.get(a as usize);
    info.is_some_and(|info| table.catalog.answers(b, info.companion))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::trial::{ASH, BIRCH, holds};
    use gloryhex_model::Token;

    #[test]
    fn properties_are_read_off_the_state() {
        for (condition, so) in [
            ("any(f: friends where leader and damage(f) = 2)", true),
            ("any(f: friends where leader and health_left(f) = 2)", true),
            ("any(f: friends where leader and inspired)", true),
            ("any(f: friends where leader and move(f) = 4)", true),
            ("any(f: friends where on_guard)", true),
            ("any(f: friends where leader and holding)", true),
            ("held_objectives(you) = 1", true),
            ("any(friends where out)", false),
            ("any(friends where in_enemy_territory)", false),
            ("glory(you) >= 1", false),
        ] {
            let found = holds(condition, |trial| {
                let ash = trial.fighter(ASH);
                ash.damage = 2;
                ash.set(Fighter::INSPIRED, true);
                trial.fighter(BIRCH).set_tokens(Token::Guard, 1);
                trial.token(1, "a2");
            });
            assert_eq!(found, so, "{condition}");
        }
    }
}

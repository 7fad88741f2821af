//! A power step: players in turn play a card, use an ability, delve or pass, until all have passed in
//! succession (Shadespire p.22, Harrowdeep p.36, Embergard p.13).

use crate::{
    bind::Bind,
    bits::Bits,
    cards::{
        self, Also, Ban, lack, offer,
        statics::{self, Kind},
    },
    choice::{Choice, Choices, Verb},
    effect::Source,
    event::What,
    frame::Frame,
    frames::card,
    ops::{draw, price, sides, stats, tokens},
    rare::Rare,
    refusal::Refusal,
    ruleset::{Delve, PowerFirst, PowerSeats},
    run::{Flow, Run, Sight, Step, Windows},
    state::Feature,
};
use gloryhex_cardlang::CardKind;
use gloryhex_model::{
    Counter, FighterId, MAX_FIGHTERS, MAX_SEATS, Rule, Seat, Stat, Token, Trigger,
};
use serde::{Deserialize, Serialize};
use std::hint::cold_path;

/// Fighters looked at together.
const FEW: usize = 4;

/// A power step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Power {
    /// Whose turn it is.
    pub seat: u8,
    /// Players who passed in succession.
    pub passes: u8,
    /// The upgrade that this player has revealed and not yet given, plus one; 0 if there is none.
    pub revealed: u8,
    /// The fighter it is for.
    pub bearer: u8,
    /// A card lets one player play a card, outside the order of power steps.
    #[serde(default)]
    pub granted: Rare<Granted>,
}

/// What a card lets a player play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Granted {
    /// No card does: this is a power step.
    #[default]
    Nothing,
    /// A ploy.
    Ploy,
    /// Any power card.
    Any,
    /// What was granted has been played or declined.
    Over,
}

impl Power {
    /// A card lets a player play one more, any power card or a ploy.
    pub fn granted(seat: Seat, any: bool) -> Power {
        Power {
            seat: seat.0,
            granted: Rare(if any { Granted::Any } else { Granted::Ploy }),
            ..Power::default()
        }
    }
    /// The start of a power step.
    pub fn begin(sight: Sight<'_>) -> Power {
        let active = sight.state.active();
        let first = match sight.rules().power_first {
            PowerFirst::Active => active,
            PowerFirst::Next => sides::next_seat(sight, active),
        };
        Power {
            seat: first.0,
            ..Power::default()
        }
    }
}

/// The players who take part.
fn seats(sight: Sight<'_>) -> u8 {
    match sight.rules().power_seats {
        PowerSeats::All => sight.state.clock.players,
        PowerSeats::ActiveAndNext => 2,
    }
}

fn next(sight: Sight<'_>, seat: Seat) -> Seat {
    let active = sight.state.active();
    let back = (sight.rules().power_seats == PowerSeats::ActiveAndNext) & (seat != active);
    let next = sides::next_seat(sight, seat);
    if back { active } else { next }
}

/// Why a player has no part in the power step at hand.
pub fn left_out(sight: Sight<'_>, seat: Seat) -> Option<Refusal> {
    let here = matches!(sight.state.stack.iter().last(), Some(Frame::Power(power)) if power.granted.0 == Granted::Nothing);
    let active = sight.state.active();
    let some = sight.rules().power_seats == PowerSeats::ActiveAndNext;
    let out = here && some && seat != active && seat != sides::next_seat(sight, active);
    out.then_some(Refusal::new(
        Rule::MultiPowerStep,
        "Only the player whose turn it is and the next take part in this power step; wait for another.",
    ))
}

/// Takes a step.
#[inline(always)]
pub fn step(run: &mut Run<'_>, mut frame: Power) -> Step {
    if run.table.variant.sudden_death {
        return run.done();
    }
    if frame.revealed != 0 {
        cold_path();
        return give_revealed(run, frame);
    }
    if frame.granted.0 != Granted::Nothing {
        cold_path();
        return grant(run, frame);
    }
    // Passing moves nobody.
    let on_tokens = on_tokens(run.sight());
    while frame.passes < seats(run.sight()) {
        let seat = Seat(frame.seat);
        let open = run.windows == Windows::Public && run.state.seats[seat].power.hand() != 0;
        if open || run.finds(|sight, out| list(sight, frame, on_tokens, out)) {
            run.put(Frame::Power(frame));
            return Ok(Flow::Ask(seat));
        }
        frame.passes += 1;
        frame.seat = next(run.sight(), seat).0;
    }
    run.done()
}

/// Asks the player whom a card lets play another one.
fn grant(run: &mut Run<'_>, frame: Power) -> Step {
    if frame.granted.0 == Granted::Over || !run.finds(|sight, out| choices(sight, frame, out)) {
        return run.done();
    }
    Ok(Flow::Ask(Seat(frame.seat)))
}

/// Those who may be given the revealed upgrade now, as bits of fighter ids.
fn bearers(sight: Sight<'_>, frame: Power) -> u32 {
    let (seat, slot) = (Seat(frame.seat), frame.revealed.wrapping_sub(1));
    let there = sight.state.on_field(sight.table.entrants.len());
    let friends = there & sight.table.sides[seat.ix() & (MAX_SEATS - 1)];
    if sight.state.seats[seat].power.hand() >> (slot & 63) & 1 == 0
        || !price::affordable(sight, seat, slot)
    {
        return 0;
    }
    cards::bearers(sight, seat, slot, friends)
}

/// Gives the upgrade that was revealed. Where a reaction has made that impossible its player picks another
/// fighter, and if there is none it is discarded (Harrowdeep pp.37, 41).
fn give_revealed(run: &mut Run<'_>, mut frame: Power) -> Step {
    let (seat, slot) = (Seat(frame.seat), frame.revealed - 1);
    let bearers = bearers(run.sight(), frame);
    let first = bearers >> (frame.bearer & 31) & 1 == 1;
    if !first && bearers != 0 {
        run.lists(|sight, out| choices(sight, frame, out));
        return Ok(Flow::Ask(seat));
    }
    let bearer = frame.bearer;
    frame.revealed = 0;
    frame.seat = next(run.sight(), seat).0;
    run.put(Frame::Power(frame));
    if first {
        price::give_upgrade(run, seat, Choice::new(Verb::Upgrade, slot, bearer, 0));
    } else if run.state.seats[seat].power.hand() >> slot & 1 == 1 {
        draw::discard_power(run, seat, slot);
    }
    Ok(Flow::On)
}

/// Reveals an upgrade, which is given when nobody reacts to that any more.
fn reveal(run: &mut Run<'_>, seat: Seat, mut frame: Power, choice: Choice) {
    frame.seat = seat.0;
    let seen = frame.revealed != 0;
    frame.revealed = choice.a + 1;
    frame.bearer = choice.b;
    run.put(Frame::Power(frame));
    if !seen {
        let source = Source {
            seat,
            slot: choice.a,
        };
        cards::fire(
            run,
            Trigger::CardRevealed,
            Bind::card(source),
            Also::NOTHING,
        );
    }
}

/// Who decides.
pub fn decider(_sight: Sight<'_>, frame: Power) -> Option<Seat> {
    Some(Seat(frame.seat))
}

/// What may be chosen.
pub fn choices(sight: Sight<'_>, frame: Power, out: &mut Choices) {
    list(sight, frame, on_tokens(sight), out);
}

/// What may be chosen while these fighters stand on tokens.
#[inline(never)]
fn list(sight: Sight<'_>, frame: Power, on_tokens: u32, out: &mut Choices) {
    if frame.revealed != 0 {
        for fighter in Bits(bearers(sight, frame).into()) {
            out.push(Choice::new(Verb::Upgrade, frame.revealed - 1, fighter, 0));
        }
        return;
    }
    let seat = Seat(frame.seat);
    let delved = sight.state.seats[seat].delved != 0;
    let ordinary = frame.granted.0 == Granted::Nothing;
    let delves = match sight.rules().delve {
        _ if !ordinary => false,
        Delve::NoRule => false,
        Delve::OnceAndStaggers => !delved,
        _ => true,
    };
    if delves {
        let own = on_tokens & sight.table.sides[seat.ix() & 3];
        let locks = statics::anyone(sight, Kind::ban(Ban::Flipped));
        for fighter in Bits(own.into()).map(FighterId) {
            // It stands on a token.
            let may = match sight.rules().delve {
                Delve::OnceAndStaggers => !cards::forbids(sight, fighter, Ban::Staggered),
                _ => !delved || may_delve(sight, seat, fighter).is_ok(),
            };
            let kept = || {
                cold_path();
                let under = sight.state.feature_at(sight.state.fighter(fighter).hex);
                under.is_some_and(|ix| cards::forbids_token(sight, ix, Ban::Flipped))
            };
            if may && !cards::forbids(sight, fighter, Ban::Delve) && !(locks && kept()) {
                out.push(Choice::fighter(Verb::Delve, fighter));
            }
        }
    }
    if frame.granted.0 != Granted::Ploy {
        price::upgrades(sight, seat, out);
    }
    if out.enough() {
        return;
    }
    if ordinary {
        offer::uses(sight, seat, &mut |card| out.push(offer::use_choice(&card)));
    }
    let holding = sight.table.index.of(seat);
    for slot in Bits(offer::playable(sight, seat) & holding.gambits) {
        if out.enough() {
            return;
        }
        let source = Source { seat, slot };
        let kind = sight.table.code(source).map(|code| code.kind);
        if frame.granted.0 == Granted::Ploy && kind != Some(CardKind::Ploy) {
            continue;
        }
        offer::gambit(sight, source, &mut |card| {
            out.push(offer::play_choice(&card))
        });
    }
    out.push(Choice::PASS);
}

/// The fighters who stand on a token, as bits of their ids, where there is delving.
#[inline(always)]
fn on_tokens(sight: Sight<'_>) -> u32 {
    if sight.rules().delve == Delve::NoRule {
        return 0;
    }
    let tokens = sight.state.tokens_lie();
    let mut there = 0;
    let mut first = 0;
    loop {
        for at in first..first + FEW {
            let at = at % MAX_FIGHTERS;
            there |= u32::from(tokens.contains(sight.state.fighters[at].hex)) << at;
        }
        first += FEW;
        if first >= sight.table.entrants.len() {
            return there;
        }
    }
}

/// Playing what an ability forbids.
const NO_CARDS: Refusal = Refusal::new(
    Rule::SequenceCannot,
    "An ability keeps you from playing such cards; wait until it ends.",
);

/// Delving where the rulebook knows no such thing.
const NO_DELVING: Refusal = Refusal::new(
    Rule::PowerPlay,
    "There is no delving in this edition; play a card or pass.",
);

#[inline(always)]
fn may_delve(sight: Sight<'_>, seat: Seat, fighter: FighterId) -> Result<usize, Refusal> {
    let refusal = |remedy| Err(Refusal::new(Rule::PowerDelve, remedy));
    let rule = sight.rules().delve;
    if rule == Delve::NoRule {
        return Err(NO_DELVING);
    }
    let hex = sight.state.fighter(fighter).hex;
    let under = sight
        .state
        .feature_at(hex)
        .filter(|_| sight.state.fighter(fighter).on_field());
    let Some(ix) = under else {
        return refusal(
            "Only a fighter on a feature token can delve; pick one who stands on a token.",
        );
    };
    if cards::forbids(sight, fighter, Ban::Delve) {
        return refusal("An ability keeps this fighter from delving; pick another fighter.");
    }
    if cards::forbids_token(sight, ix, Ban::Flipped) {
        return Err(Refusal::new(
            Rule::SequenceCannot,
            "An ability keeps this token from being flipped; pick a fighter on another one.",
        ));
    }
    let delved = sight.state.seats[seat].delved;
    match rule {
        Delve::OnceAndStaggers if delved != 0 => Err(Refusal::new(
            Rule::PowerDelveOnce,
            "Your warband has delved in this power step; wait for the next one.",
        )),
        Delve::OnceAndStaggers if cards::forbids(sight, fighter, Ban::Staggered) => {
            refusal("This fighter cannot be staggered, as delving demands; pick another fighter.")
        }
        _ if delved >> ix & 1 == 1 => Err(Refusal::new(
            Rule::PowerDelveOnce,
            "You have delved this token in this power step; pick another token.",
        )),
        _ => Ok(ix),
    }
}

fn delve(run: &mut Run<'_>, seat: Seat, fighter: FighterId) {
    let Ok(ix) = may_delve(run.sight(), seat, fighter) else {
        return;
    };
    let any = run.rules().delve != Delve::OnceAndStaggers;
    let token = &mut run.state.features[ix];
    let counts = token.number > 0 && (token.numbered() || any);
    if token.number > 0 {
        token.flags ^= Feature::NUMBERED;
        token.flags |= Feature::KNOWN;
    }
    let token = *token;
    let player = &mut run.state.seats[seat];
    player.delved |= 1 << ix;
    player.bump(Counter::Delves);
    if counts {
        player.delved_numbers |= 1 << token.number.min(15);
    }
    let index = ix as u8;
    run.emit(Rule::PowerDelve, What::Delved { fighter, index });
    let numbered = token.numbered();
    run.emit(Rule::PowerDelve, What::TokenFlipped { index, numbered });
    let flipped = Bind {
        number: index,
        ..Bind::seat(seat)
    };
    cards::tell(run, Trigger::Flipped, flipped);
    if run.rules().delve == Delve::OnceAndStaggers {
        tokens::give(run, fighter, Token::Stagger);
    }
    let bind = Bind {
        number: token.number,
        seat,
        ..Bind::fighter(fighter)
    };
    cards::fire(run, Trigger::Delved, bind, Also::NOTHING);
}

/// Makes a choice from the list.
pub fn choose(run: &mut Run<'_>, mut frame: Power, choice: Choice) {
    let seat = Seat(frame.seat);
    if frame.granted.0 == Granted::Nothing {
        frame.seat = next(run.sight(), seat).0;
    } else {
        frame.granted = Rare(Granted::Over);
    }
    frame.passes = if choice.verb == Verb::Pass {
        frame.passes + 1
    } else {
        0
    };
    run.put(Frame::Power(frame));
    match choice.verb {
        Verb::Play => {
            let source = Source {
                seat,
                slot: choice.a,
            };
            if let Some(card) = offer::played(run.sight(), source, FighterId(choice.b)) {
                card::play(run, card);
            }
        }
        Verb::Upgrade if run.rules().upgrades_are_revealed => reveal(run, seat, frame, choice),
        Verb::Upgrade => price::give_upgrade(run, seat, choice),
        Verb::Use => {
            let source = Source {
                seat,
                slot: choice.a,
            };
            if let Some(card) = offer::used(run.sight(), source, choice.b) {
                card::begin(run, card);
            }
        }
        Verb::Delve => delve(run, seat, choice.fighter_a()),
        _ => run.emit(Rule::PowerPass, What::Passed { seat }),
    }
}

/// Why a choice is not on the list.
pub fn refuse(sight: Sight<'_>, frame: Power, choice: Choice) -> Refusal {
    let seat = Seat(frame.seat);
    let others = matches!(choice.verb, Verb::Delve | Verb::Use)
        || choice.verb == Verb::Upgrade && frame.granted.0 == Granted::Ploy;
    if others && frame.granted.0 != Granted::Nothing {
        return Refusal::new(
            Rule::PowerPlay,
            "A card lets you play one of those offered now; pick one, or pass.",
        );
    }
    if frame.revealed != 0 {
        return Refusal::new(
            Rule::PowerUpgrade,
            "You have revealed an upgrade; give it to one of the fighters offered.",
        );
    }
    match choice.verb {
        Verb::Play | Verb::Upgrade if cards::forbids_seat(sight, seat, Ban::PlayPower) => NO_CARDS,
        Verb::Play if cards::forbids_seat(sight, seat, Ban::PlayGambits) => NO_CARDS,
        Verb::Play => play_refusal(sight, seat, choice),
        Verb::Upgrade => price::upgrade_refusal(sight, seat, choice),
        Verb::Delve if sight.rules().delve == Delve::NoRule => NO_DELVING,
        Verb::Delve => {
            let fighter = choice.fighter_a();
            let own =
                fighter.ix() < sight.table.entrants.len() && sight.table.owner(fighter) == seat;
            if !own {
                return Refusal::new(Rule::PowerDelve, "Pick one of your own fighters.");
            }
            may_delve(sight, seat, fighter)
                .err()
                .unwrap_or(Refusal::new(
                    Rule::PowerDelve,
                    "Pick one of the fighters offered.",
                ))
        }
        Verb::Use if !sight.rules().warscrolls => Refusal::new(
            Rule::PowerPlay,
            "There are no warscrolls in this edition; play a card or pass.",
        ),
        Verb::Use => {
            let why = Refusal::new(
                Rule::PowerWarscroll,
                "That ability cannot be used now: its condition, its limit or an instruction stands against it.",
            );
            let slot = choice.a;
            lack::clause(sight, Source { seat, slot }, FighterId::NONE, choice.b, why)
        }
        Verb::React => Refusal::new(
            Rule::ReactWindow,
            "Reactions wait for their moment; play a card for the power step or pass.",
        ),
        Verb::Move | Verb::Charge | Verb::Attack | Verb::Guard | Verb::Focus | Verb::Action
            if !sight.rules().classic_player_actions =>
        {
            Refusal::new(
                Rule::ActionCoreOnly,
                "Core abilities wait for your next Action step; play a power card, use one of the other options offered, or pass.",
            )
        }
        _ => Refusal::new(
            Rule::PowerOrder,
            "Play a power card, use one of the other options offered, or pass.",
        ),
    }
}

fn play_refusal(sight: Sight<'_>, seat: Seat, choice: Choice) -> Refusal {
    let source = Source {
        seat,
        slot: choice.a,
    };
    let in_hand = choice.a < 64 && sight.state.seats[seat].power.hand() >> choice.a & 1 == 1;
    let Some(code) = sight.table.code(source).filter(|_| in_hand) else {
        return Refusal::new(Rule::PowerPlay, "Name a power card that is in your hand.");
    };
    if code.kind == CardKind::Upgrade {
        return Refusal::new(
            Rule::PowerUpgrade,
            "That card is an upgrade; give it to a fighter instead.",
        );
    }
    if sight.table.index.of(seat).gambits >> choice.a & 1 == 0 {
        return Refusal::new(
            Rule::ReactWindow,
            "That card is a reaction; keep it for the moment it names.",
        );
    }
    if !offer::somebody_may_use(sight, source, code) {
        return Refusal::new(
            Rule::PowerGambitRestricted,
            "None of your fighters on the battlefield may use that card.",
        );
    }
    if code.kind == CardKind::Spell {
        let wizard = |fighter| stats::stat(sight, fighter, Stat::Wizard) > 0;
        if !sides::survivors(sight, seat).any(wizard) {
            return Refusal::new(
                Rule::SpellWizard,
                "Only a wizard casts spells, and none of yours is on the battlefield.",
            );
        }
        let caster = FighterId(choice.b);
        let own = caster.ix() < sight.table.entrants.len() && sight.table.owner(caster) == seat;
        if !own || !sight.state.fighter(caster).on_field() || !wizard(caster) {
            return Refusal::new(
                Rule::SpellWizard,
                "Name one of your wizards on the battlefield as the caster.",
            );
        }
        if !offer::may_cast(sight, source, code, caster) {
            return Refusal::new(
                Rule::PowerGambitRestricted,
                "That spell is for others to cast; name a wizard it is for.",
            );
        }
        if sight.rules().spells_need_sight {
            return Refusal::new(
                Rule::SpellSight,
                "The caster sees nothing that this spell could choose; move or pick another caster.",
            );
        }
    }
    let why = Refusal::new(
        Rule::SequenceFollowAll,
        "An instruction of that card could not be followed now; wait until it can.",
    );
    lack::gambit(sight, source, FighterId(choice.b), why)
}

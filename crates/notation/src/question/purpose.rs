//! What a card or ability wants to have picked, and what for, as its code tells. What is said beside the answers is in
//! [`answers`].

mod answers;

pub(crate) use answers::{amount, destination, offer};

use super::clash;
use crate::{decision::PICKS, names::Names};
use gloryhex_cardlang::{
    ActionKind, Altered, CardCode, Deck, Domain, Faces, Formula, HexMark, Instr, Ref, Zone,
    instr::{self, Part, SetAt, Slot},
};
use gloryhex_engine::{Choice, Game, Source, Verb, card_run::CardRun, frame::Frame};
use gloryhex_model::{FighterId, Token};

/// The instruction of a card that waits for an answer, and where it stands in the card's code.
pub(crate) fn asking(game: &Game) -> Option<(Source, Instr, usize)> {
    let Some(Frame::Card(_)) = game.state.stack.top() else {
        return None;
    };
    let card = game.state.card()?;
    let code = game.table.code(card.source)?;
    let at = usize::from(card.pc);
    Some((card.source, *code.code.get(at)?, at))
}

/// The question of the card that is being resolved, which offers these choices.
pub(super) fn wanted(game: &Game, names: &Names, offered: &[Choice]) -> String {
    let Some(((source, instr, at), card)) = asking(game).zip(game.state.card()) else {
        return elsewhere(game, names, offered);
    };
    let Some(code) = game.table.code(source) else {
        return elsewhere(game, names, offered);
    };
    let reader = Reader { names, code, card };
    match instr {
        Instr::May(_) => match reader.does(at + 1) {
            Some(deed) => format!("Choose whether to {deed}."),
            None => "Choose whether to use what the card offers next.".to_owned(),
        },
        Instr::Wield(_) => "Choose the weapon to make the attack with.".to_owned(),
        Instr::Options(_) => "Choose which of these the card does.".to_owned(),
        Instr::Next(instr::Next { set, var, .. }) => {
            let noun = reader.noun_of_set(set);
            match reader.use_of(var, at + 1) {
                Some(deed) => format!("Choose the next {noun} {deed}."),
                None => format!("Choose which {noun} the card deals with next."),
            }
        }
        Instr::Choose(instr::Choose { slot, over, .. }) => {
            let noun = noun(over);
            match reader.use_of(slot, at + 1) {
                Some(deed) => format!("Choose {noun} {deed}."),
                None => format!("Choose {noun} that the card is for."),
            }
        }
        Instr::ChooseSet(instr::ChooseSet {
            set: SetAt::PICKED,
            over,
            ..
        }) => {
            let noun = noun(over);
            format!("Choose {noun} that the card is for, one at a time, or finish.")
        }
        Instr::ChooseSet(instr::ChooseSet { set, over, .. }) => {
            let noun = noun(over);
            let taken = reader
                .code
                .code
                .iter()
                .enumerate()
                .skip(at)
                .find_map(|(pc, next)| match next {
                    Instr::Next(instr::Next {
                        set: other, var, ..
                    }) if *other == set => Some((*var, pc + 1)),
                    _ => None,
                });
            match taken.and_then(|(var, from)| reader.use_of(var, from)) {
                Some(deed) => format!("Choose {noun} {deed}, one at a time, or finish."),
                None => format!("Choose {noun} that the card is for, one at a time, or finish."),
            }
        }
        Instr::ChooseNumber(instr::ChooseNumber { slot, .. }) => match reader.measure(slot, at + 1)
        {
            Some(Measure::Hexes) => "Choose how many hexes.".to_owned(),
            Some(Measure::Damage) => "Choose how much damage.".to_owned(),
            Some(Measure::Heal) => "Choose how much damage is healed.".to_owned(),
            Some(Measure::Glory) => "Choose how much glory to spend.".to_owned(),
            Some(Measure::Cards) => "Choose how many cards to draw.".to_owned(),
            Some(Measure::Dice) => "Choose how many dice.".to_owned(),
            None => "Choose the number that the card uses.".to_owned(),
        },
        Instr::Push(instr::Push { who, up_to, .. }) => {
            let or_stay = if up_to {
                ", at most as far as the card says"
            } else {
                ""
            };
            format!(
                "Choose the hex that {} is pushed to{or_stay}.",
                reader.name(who)
            )
        }
        Instr::Place(instr::Place { who, .. }) => {
            format!("Choose the hex that {} is placed in.", reader.name(who))
        }
        Instr::Scatter(_) if picks_die(offered) => {
            "Scatter: choose the die that leads on to the next hex.".to_owned()
        }
        Instr::Scatter(_) | Instr::Orient(_) => {
            "Turn the scatter token: choose the hex that its critical points to.".to_owned()
        }
        Instr::Turn(instr::Turn { of, to, .. }) => {
            format!(
                "Choose a die of the {} to turn to {}.",
                roll_named(of),
                to.word()
            )
        }
        Instr::Raid(_) if raided(offered) => {
            "Choose what becomes of the card just raided.".to_owned()
        }
        Instr::Raid(_) => "Raid, or store an emberstone card of your hand instead.".to_owned(),
        Instr::Drop(instr::Drop { of, .. }) => {
            format!("Choose a die of the {} to leave out.", roll_named(of))
        }
        Instr::Reroll(instr::Reroll {
            of: Faces::Casting, ..
        }) => "Choose a die of the casting roll to roll again, or keep the roll.".to_owned(),
        Instr::Reroll(instr::Reroll { of, .. }) => {
            let whose = if of == Faces::Defence {
                "defence"
            } else {
                "attack"
            };
            let about = clash(game, names).map_or(String::new(), |clash| format!("{clash}: "));
            format!("{about}choose a die of the {whose} roll to roll again, or keep the roll.")
        }
        Instr::Shift(_) => "Choose the direction in which everybody is pushed.".to_owned(),
        Instr::NameCard(_) => "Name an objective that an opponent may have.".to_owned(),
        Instr::Draw(instr::Draw {
            deck: Deck::Objective,
            ..
        }) => "Choose an objective.".to_owned(),
        Instr::End(_)
        | Instr::Jump(_)
        | Instr::Unless(_)
        | Instr::Arm(_)
        | Instr::Each(_)
        | Instr::NextCard(_)
        | Instr::Set(_)
        | Instr::Roll(_)
        | Instr::Damage(_)
        | Instr::SetDamage(_)
        | Instr::Heal(_)
        | Instr::Draw(_)
        | Instr::Slay(_)
        | Instr::Give(_)
        | Instr::Take(_)
        | Instr::Spend(_)
        | Instr::Inspire(_)
        | Instr::Uninspire(_)
        | Instr::PushChain(_)
        | Instr::Swap(_)
        | Instr::Flip(_)
        | Instr::RemoveToken(_)
        | Instr::MoveToken(_)
        | Instr::SwapTokens(_)
        | Instr::MarkHex(_)
        | Instr::Unmark(_)
        | Instr::Peek(_)
        | Instr::PutCard(_)
        | Instr::Gain(_)
        | Instr::AddCounters(_)
        | Instr::RemoveCounters(_)
        | Instr::SpendGlory(_)
        | Instr::Grant(_)
        | Instr::Install(_)
        | Instr::Cease(_)
        | Instr::Quiet(_)
        | Instr::CancelSpell(_)
        | Instr::CancelCard(_)
        | Instr::Break(_)
        | Instr::Equip(_)
        | Instr::Track(_)
        | Instr::RollOff(_)
        | Instr::Allow(_)
        | Instr::Shuffle(_)
        | Instr::Show(_)
        | Instr::Include(_)
        | Instr::EndEffects(_)
        | Instr::Guide(_)
        | Instr::Hand(_)
        | Instr::NoBounty(_)
        | Instr::NoDriveBack(_)
        | Instr::Alter(_) => elsewhere(game, names, offered),
    }
}

/// Whether the raid at hand has shown a card, which can be put in several places.
pub(crate) fn raided(offered: &[Choice]) -> bool {
    let elsewhere = |choice: &Choice| choice.verb == Verb::Option && choice.a > 0;
    offered.iter().any(elsewhere)
}

/// Whether a die is to be picked.
fn picks_die(offered: &[Choice]) -> bool {
    offered.iter().any(|choice| choice.verb == Verb::Die)
}

/// A question that no card asks.
fn elsewhere(game: &Game, names: &Names, offered: &[Choice]) -> String {
    let real = offered.iter().find(|choice| choice.is_real());
    let verb = real.map(|choice| choice.verb);
    let about = clash(game, names).map_or(String::new(), |clash| format!("{clash}: "));
    let picks = PICKS.iter().find(|(pick, ..)| Some(*pick) == verb);
    let text = picks.map_or("choose what happens next", |(.., question)| question);
    let whole = format!("{about}{text}.");
    crate::event::capital(&whole)
}

/// What an amount is an amount of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Hexes,
    Damage,
    Heal,
    Glory,
    Cards,
    Dice,
}

/// Reads ahead in the code of the card at hand.
struct Reader<'a> {
    names: &'a Names,
    code: &'a CardCode,
    card: &'a CardRun,
}

impl Reader<'_> {
    fn ahead(&self, from: usize) -> impl Iterator<Item = &Instr> {
        self.code
            .code
            .iter()
            .skip(from)
            .take_while(|instr| !matches!(instr, Instr::End(_)))
    }

    /// The name of a fighter the card already speaks of.
    fn name(&self, who: Ref) -> String {
        let id = match (who, who.slot()) {
            (Ref::ME, _) => self.card.me,
            (_, Some(slot)) => {
                u8::try_from(self.card.slots[usize::from(slot)]).map_or(FighterId::NONE, FighterId)
            }
            _ => FighterId::NONE,
        };
        match id.is_some() {
            true => self.names.printed(id).to_owned(),
            false => "the fighter".to_owned(),
        }
    }

    /// The same where the fighter may still have to be picked.
    fn somebody(&self, who: Ref) -> String {
        match self.name(who) {
            unknown if unknown == "the fighter" => "a fighter".to_owned(),
            known => known,
        }
    }

    fn noun_of_set(&self, set: SetAt) -> &'static str {
        let over = self.code.code.iter().find_map(|instr| match *instr {
            Instr::Each(instr::Each {
                set: other, over, ..
            })
            | Instr::ChooseSet(instr::ChooseSet {
                set: other, over, ..
            }) if other == set => Some(over),
            _ => None,
        });
        match over {
            Some(Domain::Tokens) => "token",
            Some(Domain::Seats | Domain::Opponents) => "player",
            _ => "fighter",
        }
    }

    /// What the element in a slot is for: the first step that does something with it.
    fn use_of(&self, slot: Slot, from: usize) -> Option<String> {
        let it = Ref(slot.0);
        // Something else may be put into the slot later.
        let fills = |instr: &Instr| instr.parts().contains(&Part::Slot(slot));
        self.ahead(from)
            .take_while(|instr| !fills(instr))
            .find_map(|instr| self.deed(*instr, it))
    }

    /// What a step does with an element, as "to push"; `None` if it does nothing with it.
    fn deed(&self, instr: Instr, it: Ref) -> Option<String> {
        let about = |what: Ref, text: &str| (what == it).then(|| text.to_owned());
        let asks = |expr: Formula, text: &str| self.reads(expr, it).then(|| text.to_owned());
        let token = |token: Token| crate::event::capital(token.word());
        match instr {
            Instr::Damage(step) => about(step.who, "to deal damage to"),
            Instr::SetDamage(step) => about(step.who, "whose damage changes"),
            Instr::Heal(step) => about(step.who, "to heal"),
            Instr::Slay(step) => about(step.who, "to take out of action"),
            Instr::Give(step) => about(step.who, &format!("to give a {} token", token(step.token))),
            Instr::Take(step) => about(
                step.who,
                &format!("to take a {} token from", token(step.token)),
            ),
            Instr::Spend(step) => about(step.who, "that cannot be activated again"),
            Instr::Inspire(step) => about(step.who, "to Inspire"),
            Instr::Uninspire(step) => about(step.who, "that is no longer Inspired"),
            Instr::Push(step) => {
                about(step.who, "to push").or_else(|| asks(step.end, "that the push is about"))
            }
            Instr::PushChain(step) => about(step.who, "to push"),
            Instr::Place(step) => about(step.who, "to place elsewhere")
                .or_else(|| asks(step.hex, "to place somebody by")),
            Instr::Swap(step) => about(step.a, "to change places with another")
                .or_else(|| about(step.b, "to change places with another")),
            Instr::SwapTokens(step) => about(step.a, "to change places with another")
                .or_else(|| about(step.b, "to change places with another")),
            Instr::Flip(step) => about(step.token, "to turn over"),
            Instr::RemoveToken(step) => about(step.token, "to take off the battlefield"),
            Instr::MoveToken(step) => about(step.token, "to move")
                .or_else(|| about(step.hex, "that the token is moved to")),
            Instr::MarkHex(instr::MarkHex {
                mark: HexMark::Trap,
                hex,
                ..
            }) => about(hex, "to place the trap in"),
            Instr::MarkHex(step) => about(step.hex, "to turn into another kind of hex"),
            Instr::Unmark(step) => about(step.hex, "to take the trap out of"),
            Instr::Wield(step) => about(step.who, "to take the weapon of"),
            Instr::Draw(step) => about(step.seat, "who draws"),
            Instr::PutCard(step) => about(
                step.card,
                match step.to {
                    Zone::Hand => "to take into hand",
                    Zone::Top => "to put on top of its deck",
                    Zone::Bottom => "to put under its deck",
                    Zone::Discard => "to discard",
                },
            ),
            Instr::Gain(step) => about(step.seat, "who gains glory"),
            Instr::AddCounters(step) => about(step.whose, "to give counters to"),
            Instr::RemoveCounters(step) => about(step.whose, "to take counters from"),
            Instr::SpendGlory(step) => about(step.seat, "who spends glory"),
            Instr::Grant(step) => about(
                step.who,
                match step.action {
                    ActionKind::Move => "to move",
                    ActionKind::Attack => "to attack with",
                    ActionKind::Charge => "to charge with",
                    ActionKind::Guard => "to put on Guard",
                    ActionKind::Any => "to act with",
                },
            )
            .or_else(|| asks(step.filter, "to attack")),
            Instr::Break(step) => about(step.card, "to break"),
            Instr::Equip(step) => about(step.card, "to give to a fighter")
                .or_else(|| about(step.who, "to give the upgrade to")),
            Instr::Track(step) => about(step.seat, "whose tracker advances"),
            Instr::Scatter(step) => about(step.from, "that the scatter begins from"),
            Instr::Choose(step) => about(
                step.of,
                match step.over {
                    Domain::UpgradesOf => "whose upgrade it is about",
                    _ => "whose cards it is about",
                },
            ),
            Instr::Each(step) => asks(step.filter, "that the card measures distances from"),
            Instr::Alter(step) => match step.what {
                Altered::Divert => about(step.who, "to deal the damage to instead"),
                Altered::TakeGlory => about(step.who, "to take glory from"),
                Altered::LoseGlory => about(step.who, "who loses glory"),
                Altered::Redirect => about(step.who, "to make the attack on instead"),
                Altered::Spare => about(step.who, "to spare"),
                Altered::Unchoose => about(step.who, "who is not chosen"),
                Altered::Reduce
                | Altered::Raise
                | Altered::Prevent
                | Altered::Undo
                | Altered::Halt
                | Altered::HaltMove
                | Altered::EndMove
                | Altered::Waive
                | Altered::StopAttack
                | Altered::Succeed
                | Altered::Fail => None,
            },
            Instr::End(_)
            | Instr::Jump(_)
            | Instr::Unless(_)
            | Instr::May(_)
            | Instr::Options(_)
            | Instr::Arm(_)
            | Instr::Next(_)
            | Instr::Set(_)
            | Instr::ChooseSet(_)
            | Instr::ChooseNumber(_)
            | Instr::Roll(_)
            | Instr::Peek(_)
            | Instr::NameCard(_)
            | Instr::Hand(_)
            | Instr::Install(_)
            | Instr::Cease(_)
            | Instr::Quiet(_)
            | Instr::CancelSpell(_)
            | Instr::CancelCard(_)
            | Instr::RollOff(_)
            | Instr::Allow(_)
            | Instr::Shuffle(_)
            | Instr::Show(_)
            | Instr::Include(_)
            | Instr::EndEffects(_)
            | Instr::Guide(_)
            | Instr::Orient(_)
            | Instr::Shift(_)
            | Instr::NoBounty(_)
            | Instr::NoDriveBack(_)
            | Instr::NextCard(_)
            | Instr::Turn(_)
            | Instr::Drop(_)
            | Instr::Raid(_)
            | Instr::Reroll(_) => None,
        }
    }

    /// What a stretch of steps does first, as "push Mannok".
    fn does(&self, from: usize) -> Option<String> {
        self.ahead(from).find_map(|instr| {
            let deed = match *instr {
                Instr::Damage(instr::Damage { who, .. }) => {
                    format!("deal damage to {}", self.somebody(who))
                }
                Instr::Heal(instr::Heal { who, .. }) => format!("heal {}", self.somebody(who)),
                Instr::Slay(instr::Slay { who }) => {
                    format!("take {} out of action", self.somebody(who))
                }
                Instr::Give(instr::Give { who, token }) => format!(
                    "give {} a {} token",
                    self.somebody(who),
                    crate::event::capital(token.word())
                ),
                Instr::Take(instr::Take { who, token, .. }) => format!(
                    "take a {} token from {}",
                    crate::event::capital(token.word()),
                    self.somebody(who)
                ),
                Instr::Inspire(instr::Inspire { who, .. }) => {
                    format!("Inspire {}", self.somebody(who))
                }
                Instr::Push(instr::Push { who, .. })
                | Instr::PushChain(instr::PushChain { who, .. }) => {
                    format!("push {}", self.somebody(who))
                }
                Instr::Place(instr::Place { who, .. }) => {
                    format!("place {} elsewhere", self.somebody(who))
                }
                Instr::Flip(_) => "turn the token over".to_owned(),
                Instr::RemoveToken(_) => "take the token off the battlefield".to_owned(),
                Instr::MoveToken(_) => "move the token".to_owned(),
                Instr::Draw(instr::Draw { deck, .. }) => match deck {
                    Deck::Power => "draw power cards".to_owned(),
                    Deck::Objective => "draw objectives".to_owned(),
                },
                Instr::PutCard(instr::PutCard { to, .. }) => match to {
                    Zone::Hand => "take the card into hand".to_owned(),
                    Zone::Top => "put the card on top of its deck".to_owned(),
                    Zone::Bottom => "put the card under its deck".to_owned(),
                    Zone::Discard => "discard the card".to_owned(),
                },
                Instr::SpendGlory(_) => "spend glory".to_owned(),
                Instr::Gain(_) => "gain glory".to_owned(),
                Instr::AddCounters(_) => "add counters".to_owned(),
                Instr::RemoveCounters(_) => "remove counters".to_owned(),
                Instr::Grant(instr::Grant { who, action, .. }) => match action {
                    ActionKind::Move => format!("move {}", self.somebody(who)),
                    ActionKind::Attack => format!("attack with {}", self.somebody(who)),
                    ActionKind::Charge => format!("charge with {}", self.somebody(who)),
                    ActionKind::Guard => format!("put {} on Guard", self.somebody(who)),
                    ActionKind::Any => format!("act with {}", self.somebody(who)),
                },
                Instr::Roll(_) => "roll the dice".to_owned(),
                Instr::Reroll(_) => "roll dice again".to_owned(),
                Instr::Turn(_) => "turn dice".to_owned(),
                Instr::Drop(_) => "leave dice out".to_owned(),
                Instr::Include(_) => "add to the roll".to_owned(),
                Instr::Show(_) => "show the card".to_owned(),
                Instr::EndEffects(_) => "end the effect".to_owned(),
                Instr::Guide(_) => "resolve the scatter".to_owned(),
                Instr::NameCard(_) => "name an objective".to_owned(),
                Instr::Orient(_) => "turn the scatter token".to_owned(),
                Instr::Raid(_) => "raid".to_owned(),
                Instr::Break(_) => "break the upgrade".to_owned(),
                Instr::Equip(_) => "give the upgrade".to_owned(),
                Instr::CancelSpell(_) => "stop the spell".to_owned(),
                Instr::CancelCard(_) => "stop the card".to_owned(),
                Instr::NoDriveBack(_) => "keep the target from being driven back".to_owned(),
                Instr::Choose(instr::Choose { slot, over, .. }) => {
                    let use_of = self.use_of(slot, from)?;
                    format!("pick {} {use_of}", noun(over))
                }
                Instr::End(_)
                | Instr::Jump(_)
                | Instr::Unless(_)
                | Instr::May(_)
                | Instr::Options(_)
                | Instr::Arm(_)
                | Instr::Each(_)
                | Instr::NextCard(_)
                | Instr::Next(_)
                | Instr::Set(_)
                | Instr::ChooseSet(_)
                | Instr::ChooseNumber(_)
                | Instr::Scatter(_)
                | Instr::Hand(_)
                | Instr::SetDamage(_)
                | Instr::Spend(_)
                | Instr::Uninspire(_)
                | Instr::Swap(_)
                | Instr::SwapTokens(_)
                | Instr::MarkHex(_)
                | Instr::Unmark(_)
                | Instr::Wield(_)
                | Instr::Peek(_)
                | Instr::Install(_)
                | Instr::Cease(_)
                | Instr::Quiet(_)
                | Instr::Track(_)
                | Instr::RollOff(_)
                | Instr::Allow(_)
                | Instr::Shuffle(_)
                | Instr::Shift(_)
                | Instr::NoBounty(_)
                | Instr::Alter(_) => return None,
            };
            Some(deed)
        })
    }

    /// Whether an expression reads a slot.
    fn reads(&self, expr: Formula, it: Ref) -> bool {
        let Some(slot) = it.slot() else { return false };
        self.code.program.reads(expr, |place| place == slot)
    }

    /// What the number in a slot measures.
    fn measure(&self, slot: Slot, from: usize) -> Option<Measure> {
        let it = Ref(slot.0);
        self.ahead(from).find_map(|instr| match *instr {
            Instr::Push(instr::Push { n, .. }) | Instr::Scatter(instr::Scatter { n, .. })
                if self.reads(n, it) =>
            {
                Some(Measure::Hexes)
            }
            Instr::Damage(instr::Damage { n, .. }) if self.reads(n, it) => Some(Measure::Damage),
            Instr::Heal(instr::Heal { n, .. }) if self.reads(n, it) => Some(Measure::Heal),
            Instr::SpendGlory(instr::SpendGlory { n, .. }) if self.reads(n, it) => {
                Some(Measure::Glory)
            }
            Instr::Draw(instr::Draw { n, .. }) if self.reads(n, it) => Some(Measure::Cards),
            Instr::Roll(instr::Roll { n, .. }) if self.reads(n, it) => Some(Measure::Dice),
            _ => None,
        })
    }
}

/// One of what is picked from.
fn noun(over: Domain) -> &'static str {
    match over {
        Domain::Friends | Domain::AllFriends => "a friendly fighter",
        Domain::Enemies | Domain::AllEnemies => "an enemy fighter",
        Domain::Fighters | Domain::AllFighters => "a fighter",
        Domain::Hexes => "a hex",
        Domain::Tokens => "a token",
        Domain::Seats => "a player",
        Domain::Opponents => "another player",
        Domain::Boards => "a board",
        Domain::UpgradesOf => "an upgrade",
        Domain::PowerHandOf => "a power card in hand",
        Domain::ObjectiveHandOf => "an objective in hand",
        Domain::PowerDiscardOf => "a power card from the discard pile",
        Domain::ObjectiveDiscardOf => "an objective from the discard pile",
        Domain::LastingOf => "a card whose effect persists",
        Domain::PowerDeckOf => "a card of the deck",
        Domain::Picked => "one of the cards picked",
        Domain::JustBroken => "one of the upgrades just broken",
    }
}

/// What a roll of dice is called.
fn roll_named(of: Faces) -> &'static str {
    match of {
        Faces::Attack => "attack roll",
        Faces::Defence => "defence roll",
        Faces::Casting => "casting roll",
        Faces::Own => "roll",
    }
}

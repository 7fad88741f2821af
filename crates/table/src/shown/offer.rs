//! What a choice says, what it spends, and whether it would change anything: what a player should know before
//! the click.

use super::named;
use crate::play::OnTable;
use gloryhex_cardlang::Limit;
use gloryhex_editions::Content;
use gloryhex_engine::{
    Choice, Choices, Detail, Source, Verb, cards, frame::Frame, frames::combat, odds, ops::price,
    ops::travel, ruleset::UpgradePrice,
};
use gloryhex_model::{Keyword, Seat, Stat, Token};
use std::collections::HashSet;

/// A reaction that lengthens what is picked, and how it is called with what it spends.
struct Longer {
    source: Source,
    clause: u8,
    stat: Stat,
    words: String,
}

/// What has to be known of a position to say what its choices spend.
pub struct Offer<'a> {
    content: &'a Content,
    on: &'a OnTable,
    seat: Seat,
    people: &'a [String],
    longer: Vec<Longer>,
    /// The Moves, Charges and Attacks that need none of these.
    plain: HashSet<Choice>,
}

impl<'a> Offer<'a> {
    /// What the seat that decides has at hand.
    pub fn new(content: &'a Content, on: &'a OnTable, seat: Seat, people: &'a [String]) -> Self {
        let mut offer = Offer {
            content,
            on,
            seat,
            people,
            longer: Vec::new(),
            plain: HashSet::new(),
        };
        let sight = on.game.sight();
        let mut found = Vec::new();
        cards::lengthening(sight, seat, &mut |source, clause, stat| {
            found.push((source, clause, stat));
        });
        if found.is_empty() {
            return offer;
        }
        // Whatever is still listed once they are used up needs none of them.
        let mut without = on.game.clone();
        for (source, clause, stat) in found {
            without.state.used.note(source, clause, Limit::Game);
            let name = on.names.ability(source, clause).0.to_owned();
            let words = match offer.limit(source, clause) {
                Some(limit) => format!("{name} ({})", limit.to_lowercase()),
                None => name,
            };
            offer.longer.push(Longer {
                source,
                clause,
                stat,
                words,
            });
        }
        let mut list = Choices::new();
        without.list_anew(&mut list);
        offer.plain = list.iter().copied().collect();
        offer
    }

    /// How often an ability may be used, if not always.
    fn limit(&self, source: Source, clause: u8) -> Option<&'static str> {
        let code = self.on.game.table.code(source)?;
        match code.clauses.get(usize::from(clause))?.limit {
            Limit::None => None,
            Limit::Turn => Some("Once per turn"),
            Limit::Phase => Some("Once per phase"),
            Limit::Round => Some("Once per round"),
            Limit::Game => Some("Once per game"),
        }
    }

    /// The ability that a choice uses, if it uses one.
    fn ability(&self, choice: Choice) -> Option<(Source, u8)> {
        Some((choice.source(self.seat)?, choice.clause()?))
    }

    fn in_hand(&self, source: Source) -> bool {
        let hand = self.on.game.state.seats[source.seat].power.hand();
        source.slot < 64 && hand >> source.slot & 1 == 1
    }

    /// The paragraph of the ability that a choice uses. A card in the hand is read there.
    pub fn says(&self, choice: Choice) -> Vec<String> {
        let Some((source, clause)) = self.ability(choice) else {
            return Vec::new();
        };
        if self.in_hand(source) {
            return Vec::new();
        }
        let card = self.on.game.table.index.card(source);
        let text = self.content.clause_text(card, clause);
        text.iter().map(|text| named(text, self.people)).collect()
    }

    /// What a choice spends.
    pub fn cost(&self, choice: Choice) -> Option<String> {
        if let Some((source, clause)) = self.ability(choice) {
            return self.limit(source, clause).map(str::to_owned);
        }
        if choice.verb == Verb::Upgrade {
            return Some(self.price(choice.a));
        }
        if choice.verb == Verb::Attack {
            return self.beyond(choice, Stat::Range, "Out of range without");
        }
        if matches!(choice.verb, Verb::Move | Verb::Charge) {
            return self.beyond(choice, Stat::Move, "Too far without");
        }
        None
    }

    /// What has to be spent because a choice is out of reach otherwise.
    fn beyond(&self, choice: Choice, stat: Stat, why: &str) -> Option<String> {
        if self.longer.is_empty() || self.plain.contains(&choice) {
            return None;
        }
        // A Charge may need a longer Move or, for its attack, a longer Range.
        let of = |longer: &&Longer| longer.stat == stat || choice.verb == Verb::Charge;
        let words: Vec<&str> = self
            .longer
            .iter()
            .filter(of)
            .map(|l| l.words.as_str())
            .collect();
        (!words.is_empty()).then(|| format!("{why} {}", words.join(" or ")))
    }

    /// What has to be spent to attack from farther away than the weapon reaches.
    pub fn reach(&self) -> Option<String> {
        let of = |longer: &&Longer| longer.stat == Stat::Range;
        let words: Vec<&str> = self
            .longer
            .iter()
            .filter(of)
            .map(|l| l.words.as_str())
            .collect();
        (!words.is_empty()).then(|| format!("Out of range without {}", words.join(" or ")))
    }

    fn price(&self, slot: u8) -> String {
        let sight = self.on.game.sight();
        if cards::is_free(sight, self.seat, slot) {
            return "Costs no glory".to_owned();
        }
        match sight.rules().upgrade_price {
            UpgradePrice::SpendOne => {
                let price = price::spent_on(sight, self.seat, slot);
                format!("Spends {price} glory")
            }
            UpgradePrice::WithinGlory => {
                let worth = cards::upgrade_value(sight, self.seat, slot);
                let glory = sight.state.seats[self.seat].glory;
                let spare = glory.saturating_sub(price::equipped_value(sight, self.seat));
                format!("Takes {worth} of your {spare} free glory")
            }
        }
    }

    /// Why a choice would change nothing as things stand, if it would not.
    pub fn vain(&self, choice: Choice) -> Option<String> {
        self.vain_reaction(choice)
            .or_else(|| self.vain_ability(choice))
    }

    fn vain_reaction(&self, choice: Choice) -> Option<String> {
        let sight = self.on.game.sight();
        let (source, clause) = self.ability(choice)?;
        let found = |longer: &&Longer| longer.source == source && longer.clause == clause;
        let stat = self.longer.iter().find(found)?.stat;
        if !cards::only_lengthens(sight.table.code(source)?, clause, stat) {
            return None;
        }
        let stack = &sight.state.stack;
        match stat {
            Stat::Range => {
                combat::holds(sight).then(|| "The target is within range without it.".to_owned())
            }
            _ => stack
                .iter()
                .rev()
                .find_map(|frame| match frame {
                    Frame::Move(going) => Some((going.fighter, false, going.way)),
                    Frame::Charge(charge) => Some((charge.fighter, true, charge.way)),
                    _ => None,
                })
                .filter(|(who, charging, way)| travel::still_open(sight, *who, *charging, way))
                .map(|_| "The hex can be reached without it.".to_owned()),
        }
    }

    fn vain_ability(&self, choice: Choice) -> Option<String> {
        let sight = self.on.game.sight();
        let keyword = choice.detail(Detail::Keyword)?;
        let keyword = *Keyword::ALL.get(usize::from(keyword))?;
        let target = sight.state.attack()?.target;
        let name = self.on.names.printed(target);
        match keyword {
            Keyword::Stagger => sight
                .state
                .fighter(target)
                .has(Token::Stagger)
                .then(|| format!("{name} is staggered already.")),
            Keyword::Cleave
            | Keyword::Ensnare
            | Keyword::Brutal
            | Keyword::Grievous
            | Keyword::Lethal => {
                let matters = odds::ability_matters(sight, keyword, choice.b == 1)?;
                (!matters).then(|| format!("It makes no difference against {name} now."))
            }
            Keyword::Grapple | Keyword::Scything => None,
        }
    }
}

/// Whether passing or finishing is all a seat can do that changes anything.
pub fn only_vain(content: &Content, on: &OnTable, seat: Seat) -> bool {
    let list = &on.choices;
    if !list
        .iter()
        .all(|choice| matches!(choice.verb, Verb::React | Verb::Pass))
    {
        return false;
    }
    let offer = Offer::new(content, on, seat, &[]);
    let idle = |choice: &Choice| choice.verb == Verb::Pass || offer.vain(*choice).is_some();
    list.iter().all(idle)
}

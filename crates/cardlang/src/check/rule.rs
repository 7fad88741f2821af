//! Static rules: whom they are about and when they are in force, and what they forbid to players. What they change of
//! fighters and attacks is in [`super::clause`].

use super::Checker;
use super::ban::{PLAYER_BANS, TOKEN_BANS};
use super::clause::PLAYERS;
use crate::code::{Ban, Static};
use crate::syntax::{self, Word};
use crate::tree::{Mod, Origin, StaticRule, Who};
use crate::vocab::Type;

impl Checker<'_> {
    /// A rule that is in force while its card is.
    pub(super) fn static_rule(&mut self, rule: &syntax::StaticRule) -> Option<StaticRule> {
        let word = rule.who.as_ref().filter(|_| !rule.attacks);
        let players = word.and_then(|word| PLAYERS.iter().find(|(own, _)| *own == word.text));
        let tokens = word.is_some_and(|word| word.text == "tokens");
        let one = word.and_then(|word| self.one_player(word));
        let who = match (players, one) {
            (Some((_, who)), _) => *who,
            (None, Some(one)) => one,
            (None, None) if tokens => Who::Any,
            (None, None) => self.who(&rule.who)?,
        };
        let on = self.who(&rule.on)?;
        let players = players.is_some() || one.is_some();
        let (ty, over) = match (players, tokens) {
            (true, _) => (Type::Player, crate::Domain::Seats),
            (_, true) => (Type::Token, crate::Domain::Tokens),
            _ => (Type::Fighter, crate::Domain::Fighters),
        };
        let var = self.var("", ty, Origin::Element(over));
        let had = (self.in_attack_rule, self.has_attack);
        // A rule that lets fighters support speaks of both a fighter and an attack.
        let supports = rule
            .mods
            .iter()
            .any(|m| matches!(m.word.text.as_str(), "supports" | "counts_as"));
        self.in_attack_rule = rule.attacks || supports;
        self.has_attack = rule.attacks || supports;
        if !rule.attacks {
            self.it.push(var);
        }
        let before = self.scope.len();
        if let Some(name) = &rule.name {
            self.vars[var.0 as usize].name.clone_from(&name.text);
            self.declare(name, var);
        }
        let filter = rule.filter.as_ref().map(|f| self.condition(f));
        let while_ = rule.while_.as_ref().map(|f| self.condition(f));
        let mods = rule
            .mods
            .iter()
            .filter_map(|m| match (players, tokens) {
                (true, _) => {
                    self.own_ban(m, "players", "opponents cannot play_power", &PLAYER_BANS)
                }
                (_, true) => self.own_ban(m, "tokens", "tokens cannot be_flipped", &TOKEN_BANS),
                _ => self.modifier(m, rule.attacks),
            })
            .collect();
        if !rule.attacks {
            self.it.pop();
        }
        self.scope.truncate(before);
        (self.in_attack_rule, self.has_attack) = had;
        Some(StaticRule {
            attacks: rule.attacks,
            players,
            tokens,
            who,
            on,
            var,
            filter,
            while_,
            mods,
        })
    }

    /// The player whom a word names, if it names one.
    fn one_player(&self, word: &Word) -> Option<Who> {
        let mut named = self.scope.iter().rev();
        let (_, var) = named.find(|(name, _)| *name == word.text)?;
        (self.type_of(*var) == Type::Player).then_some(Who::Var(*var))
    }

    /// What a rule about players or tokens forbids.
    fn own_ban(
        &mut self,
        item: &syntax::Mod,
        whom: &str,
        example: &str,
        known: &[(&str, Ban)],
    ) -> Option<Mod> {
        let word = match item.word.text.as_str() {
            "cannot" => self.first_word(item)?,
            text => {
                let message = format!("`{text}` is nothing a rule about {whom} can say");
                let help = format!("write `static {example}`");
                self.error_help(item.word.span, message, help);
                return None;
            }
        };
        let what = format!("thing that can be forbidden to {whom}");
        let ban = self.one_of(word, &what, known)?;
        let Some(filter) = item.value.as_ref().filter(|_| ban == Ban::Score) else {
            return Some(Mod::Plain(Static::Cannot(ban)));
        };
        let over = Origin::Element(crate::Domain::ObjectiveHandOf);
        let card = self.var("", Type::Card, over);
        let filter = self.condition_on(card, filter);
        Some(Mod::CannotScore(card, filter))
    }

    /// Whom a fighter sees whatever is in the way.
    pub(super) fn sight(&mut self, item: &syntax::Mod, attacks: bool) -> Option<Mod> {
        let over = crate::Domain::Fighters;
        let whom = self.var("", Type::Fighter, Origin::Element(over));
        let filter = item.value.as_ref().filter(|_| !attacks);
        let Some(filter) = filter.map(|cond| self.condition_on(whom, cond)) else {
            let help = "write `static bearer gets sight where in_cover`";
            self.error_help(item.word.span, "who sees which fighters?", help);
            return None;
        };
        Some(Mod::Sight(whom, filter))
    }

    /// A small number after the word of a change.
    pub(super) fn small(&mut self, item: &syntax::Mod) -> u8 {
        match item.value.as_ref().map(|v| &v.kind) {
            Some(syntax::PhraseKind::Number(n)) => (*n).clamp(0, 99) as u8,
            _ => {
                self.error_help(
                    item.word.span,
                    format!("`{}` needs a number", item.word.text),
                    format!("write `{} 2`", item.word.text),
                );
                0
            }
        }
    }

    /// The first word after that of a change.
    pub(super) fn first_word<'w>(&mut self, item: &'w syntax::Mod) -> Option<&'w Word> {
        let word = item.words.first();
        if word.is_none() {
            self.error(item.word.span, format!("`{}` of what?", item.word.text));
        }
        word
    }
}

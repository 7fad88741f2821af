//! Static rules: whom they are about and when they are in force, and what they forbid to players. What they change of
//! fighters and attacks is in [`super::clause`].

use super::Checker;
use super::ban::PLAYER_BANS;
use super::clause::PLAYERS;
use crate::code::Ban;
use crate::syntax::{self, Word};
use crate::tree::{Mod, Origin, StaticRule, Who};
use crate::vocab::Type;

impl Checker<'_> {
    /// A rule that is in force while its card is.
    pub(super) fn static_rule(&mut self, rule: &syntax::StaticRule) -> Option<StaticRule> {
        let word = rule.who.as_ref().filter(|_| !rule.attacks);
        let players = word.and_then(|word| PLAYERS.iter().find(|(own, _)| *own == word.text));
        let one = word.and_then(|word| self.one_player(word));
        let who = match (players, one) {
            (Some((_, who)), _) => *who,
            (None, Some(one)) => one,
            (None, None) => self.who(&rule.who)?,
        };
        let on = self.who(&rule.on)?;
        let players = players.is_some() || one.is_some();
        let var = match players {
            true => self.var("", Type::Player, Origin::Element(crate::Domain::Seats)),
            false => self.var("", Type::Fighter, Origin::Element(crate::Domain::Fighters)),
        };
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
            .filter_map(|m| match players {
                true => self.player_ban(m),
                false => self.modifier(m, rule.attacks),
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

    /// What a rule about players forbids.
    fn player_ban(&mut self, item: &syntax::Mod) -> Option<Mod> {
        let word = match item.word.text.as_str() {
            "cannot" => self.first_word(item)?,
            text => {
                let message = format!("`{text}` is nothing a rule about players can say");
                let help = "write `static opponents cannot play_power`";
                self.error_help(item.word.span, message, help);
                return None;
            }
        };
        let what = "thing that can be forbidden to players";
        let ban = self.one_of(word, what, &PLAYER_BANS)?;
        let Some(filter) = item.value.as_ref().filter(|_| ban == Ban::Score) else {
            return Some(Mod::Cannot(ban));
        };
        let over = Origin::Element(crate::Domain::ObjectiveHandOf);
        let card = self.var("", Type::Card, over);
        let filter = self.condition_on(card, filter);
        Some(Mod::CannotScore(card, filter))
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

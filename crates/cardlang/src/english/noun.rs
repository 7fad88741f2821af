//! Who and what is spoken of: names, pronouns, labels and the elements of domains.

use super::*;

impl Speaker<'_> {
    /// A variable or fighter by the name that fits now.
    pub(crate) fn noun(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::You => "you".to_owned(),
            Expr::Me if self.card.kind == CardKind::Spell => self.mention(Said::Me, "the caster"),
            Expr::Me => self.mention(Said::Me, "this fighter"),
            Expr::This => "this card".to_owned(),
            Expr::Attacker => self.aside("the attacker"),
            Expr::Target => self.aside("the target"),
            Expr::Var(var) => self.var_noun(*var),
            Expr::Call(Func::Fighter(Prop::Hex), args)
            | Expr::Call(Func::Token(TokenProp::Hex), args) => self.noun(&args[0]),
            Expr::Counter(counter) => self.counters(*counter, true),
            Expr::TokenKind(token) => {
                article(&format!("{} token", super::statement::token_name(*token)))
            }
            other => self.amount(other),
        }
    }

    pub(crate) fn mention(&mut self, said: Said, name: &str) -> String {
        let player = |var: VarId| self.card.vars[usize::from(var.0)].ty == Type::Player;
        if let Said::Var(var) = said
            && player(var)
        {
            self.last = None;
            return name.to_owned();
        }
        if self.last == Some(said) && self.said.contains(&said) {
            return "it".to_owned();
        }
        self.last = Some(said);
        if let Said::Var(var) = said {
            self.named.push((var, self.others.len()));
        }
        if !self.said.contains(&said) {
            self.said.push(said);
        }
        name.to_owned()
    }

    /// Someone with a name of its own: nobody before is "it" any more.
    fn aside(&mut self, name: &str) -> String {
        self.last = None;
        name.to_owned()
    }

    /// What a variable is called apart from "that".
    pub(crate) fn word_of(&self, var: VarId) -> &'static str {
        let info = &self.card.vars[var.0 as usize];
        match info.ty {
            Type::Fighter => match info.origin {
                Origin::Chosen(over) | Origin::Each(over) | Origin::Element(over) => match over {
                    Domain::Friends | Domain::AllFriends => "friend",
                    Domain::Enemies | Domain::AllEnemies => "enemy",
                    _ => "fighter",
                },
                _ => "fighter",
            },
            Type::Hex => "hex",
            Type::Token => "token",
            Type::Card => "card",
            Type::Player => "player",
            Type::Board => "board",
            _ => "",
        }
    }

    /// Whether an event gave a fighter that could be confused with what is called by this word.
    fn beside_event(&self, word: &str) -> bool {
        self.said.iter().any(|said| {
            let Said::Var(var) = said else { return false };
            let event = self.card.vars[var.0 as usize].origin == Origin::Event(Binding::Fighter);
            let called = self.called.iter().rev().find(|(v, _)| v == var);
            event
                && called.map_or(word == "fighter", |(_, name)| {
                    name.strip_prefix("that ") == Some(word)
                })
        })
    }

    /// Whether somebody else that this word fits has been spoken of since the variable was named.
    fn beside_other(&self, var: VarId, word: &str) -> bool {
        let named = self.named.iter().rev().find(|(v, _)| *v == var);
        let since = named.map_or(self.others.len(), |(_, at)| *at);
        let fits = |other: &str| word == other || word == "fighter";
        self.last != Some(Said::Var(var)) && self.others[since..].iter().any(|other| fits(other))
    }

    fn var_noun(&mut self, var: VarId) -> String {
        if let Some((_, name)) = self.called.iter().rev().find(|(v, _)| *v == var) {
            let mut name = name.clone();
            // What was named at length before is "that" now.
            if name.starts_with("the token under") && self.said.contains(&Said::Var(var)) {
                name = "that token".to_owned();
            }
            if name == "this fighter" || name == "the caster" {
                return self.mention(Said::Me, &name);
            }
            return self.mention(Said::Var(var), &name);
        }
        let info = &self.card.vars[var.0 as usize];
        let word = self.word_of(var);
        let name = match info.origin {
            Origin::Event(Binding::Attacker) => return self.aside("the attacker"),
            Origin::Event(Binding::Target) => return self.aside("the target"),
            Origin::Event(Binding::Seat) => "that player".to_owned(),
            Origin::Event(Binding::Number) => "that amount".to_owned(),
            Origin::Event(Binding::Token) => "that token".to_owned(),
            Origin::Hex => "that hex".to_owned(),
            _ if info.ty == Type::Title => return self.aside("the named card"),
            _ if word.is_empty() => return info.name.to_uppercase(),
            Origin::Chosen(_) if info.ty == Type::Fighter && self.beside_event(word) => {
                format!("the chosen {word}")
            }
            Origin::Chosen(_) if info.ty == Type::Fighter && self.beside_other(var, word) => {
                let name = format!("the chosen {word}");
                self.called.push((var, name.clone()));
                name
            }
            _ => format!("that {word}"),
        };
        let twins: Vec<VarId> = self
            .chosen
            .iter()
            .copied()
            .filter(|v| self.card.vars[v.0 as usize].ty == info.ty && self.word_of(*v) == word)
            .filter(|v| self.said.contains(&Said::Var(*v)))
            .collect();
        if let [first, second] = twins[..]
            && [first, second].contains(&var)
            && self.last != Some(Said::Var(var))
        {
            self.last = None;
            let nth = if var == first {
                "the first"
            } else {
                "the second"
            };
            // Two of another kind would answer to it as well.
            let other =
                |v: &&VarId| self.said.contains(&Said::Var(**v)) && self.word_of(**v) != word;
            return match self.chosen.iter().filter(other).count() {
                0 | 1 => nth.to_owned(),
                _ => format!("{nth} {word}"),
            };
        }
        self.mention(Said::Var(var), &name)
    }

    /// A fighter's name, with an article if several answer to it.
    pub(crate) fn name(&self, name: u16) -> String {
        let info = &self.catalog.names[name as usize];
        if self.is_one(name) {
            info.text.clone()
        } else {
            article(&info.text)
        }
    }

    /// A card's name.
    pub(crate) fn title(&self, name: u16) -> String {
        self.catalog.names[usize::from(name)].text.clone()
    }

    /// Whether no warband has two fighters who answer to a name; editions have fighters of the same name.
    pub(crate) fn is_one(&self, name: u16) -> bool {
        let info = &self.catalog.names[usize::from(name)];
        let warband = |fighter: &u16| {
            let known = self.catalog.fighters.get(usize::from(*fighter));
            known.map(|known| known.warband)
        };
        let warbands: Vec<Option<u16>> = info.fighters.iter().map(warband).collect();
        let twice = |(ix, warband)| warbands[..ix].contains(warband);
        !warbands.iter().enumerate().any(twice)
    }

    pub(crate) fn name_for(&self, name: u16, plural: bool) -> String {
        if plural {
            format!("{}s", self.catalog.names[name as usize].text)
        } else {
            self.name(name)
        }
    }

    /// Who may have an upgrade.
    pub(crate) fn users(&mut self, noun: &str, user: VarId, cond: &Expr) -> String {
        match cond {
            Expr::Named(_, name) => self.name(*name),
            Expr::Or(parts) if parts.iter().all(|p| matches!(p, Expr::Named(..))) => {
                let names: Vec<String> = parts.iter().map(|p| self.users(noun, user, p)).collect();
                listed(&names, "or")
            }
            other => self.relative(noun, user, other, false),
        }
    }

    /// The name of a weapon that cards ask for.
    pub(crate) fn weapon_name(&self, number: u8) -> String {
        let known = self.catalog.weapons.get(usize::from(number));
        known.cloned().unwrap_or_default()
    }

    /// What counters of a name are called, one of them or several.
    pub(crate) fn counters(&self, counter: CounterId, one: bool) -> String {
        let known = self.catalog.counters.get(usize::from(counter.0));
        let called = known.map_or("counter", |known| &known.called);
        format!("{called}{}", if one { "" } else { "s" })
    }

    /// How a verb reads of counters that fighters, or that players have.
    pub(crate) fn counter_reads(&self, counter: CounterId, reads: &'static str) -> &'static str {
        let known = self.catalog.counters.get(usize::from(counter.0));
        let of_players = known.is_some_and(|known| known.of == CountedFor::Player);
        match reads.split_once('|') {
            Some((_, players)) if of_players => players,
            Some((fighters, _)) => fighters,
            None => reads,
        }
    }

    pub(crate) fn label_for(&self, label: gloryhex_model::Label, plural: bool) -> String {
        let word = self.catalog.labels.get(label.0 as usize);
        match word.map_or("", String::as_str) {
            god @ ("khorne" | "nurgle" | "slaanesh" | "tzeentch") => format!("of {}", capital(god)),
            word if crate::vocab::ADJECTIVES.contains(&word) => word.to_owned(),
            word if plural => format!("{}s", word.replace('_', " ")),
            word => article(&word.replace('_', " ")),
        }
    }

    pub(crate) fn label(&self, label: gloryhex_model::Label) -> String {
        self.label_for(label, false)
    }

    /// The noun of a domain's elements.
    pub(crate) fn elements(&mut self, over: Domain, of: Option<&Expr>, plural: bool) -> String {
        let other = match over {
            Domain::Friends | Domain::AllFriends => Some("friend"),
            Domain::Enemies | Domain::AllEnemies => Some("enemy"),
            Domain::Fighters | Domain::AllFighters => Some("fighter"),
            _ => None,
        };
        self.others.extend(other.filter(|_| !plural));
        let noun = match over {
            Domain::Friends | Domain::AllFriends => "friend",
            Domain::Enemies | Domain::AllEnemies => {
                return if plural {
                    "enemies".to_owned()
                } else {
                    "enemy".to_owned()
                };
            }
            Domain::Fighters | Domain::AllFighters => "fighter",
            Domain::Hexes => {
                return if plural {
                    "hexes".to_owned()
                } else {
                    "hex".to_owned()
                };
            }
            Domain::Tokens => self.lexicon.feature,
            Domain::Seats => "player",
            Domain::Opponents => "opponent",
            Domain::Boards => "board",
            Domain::UpgradesOf => "upgrade",
            Domain::PowerHandOf => "power card",
            Domain::ObjectiveHandOf => "objective card",
            Domain::PowerDeckOf => "card in the power deck",
            Domain::PowerDiscardOf => "discarded power card",
            Domain::ObjectiveDiscardOf => "discarded objective card",
            Domain::LastingOf => "persisting card",
            Domain::Picked => {
                let noun = if plural { "cards" } else { "card" };
                return format!("{noun} picked");
            }
            Domain::JustBroken => {
                let noun = if plural { "upgrades" } else { "upgrade" };
                return format!("{noun} broken by that card");
            }
        };
        let noun = if plural && over == Domain::PowerDeckOf {
            "cards in the power deck".to_owned()
        } else if plural {
            format!("{noun}s")
        } else {
            noun.to_owned()
        };
        match (over, of) {
            (Domain::UpgradesOf, Some(of)) => format!("{noun} on {}", self.noun(of)),
            (Domain::PowerDeckOf, Some(Expr::You)) if plural => {
                "cards in your power deck".to_owned()
            }
            (Domain::PowerDeckOf, Some(Expr::You)) => "card in your power deck".to_owned(),
            (Domain::PowerHandOf | Domain::ObjectiveHandOf, Some(of)) => {
                format!("{noun} in {} hand", possessive(&self.noun(of)))
            }
            (_, Some(Expr::You)) => format!("{noun} of yours"),
            (_, Some(of)) => format!("{noun} of {}", self.noun(of)),
            _ => noun,
        }
    }
}

/// "your", "its", "the attacker's".
pub(crate) fn possessive(noun: &str) -> String {
    match noun {
        "you" => "your".to_owned(),
        "it" => "its".to_owned(),
        "they" => "their".to_owned(),
        other => format!("{other}'s"),
    }
}

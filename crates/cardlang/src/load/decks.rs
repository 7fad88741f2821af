//! Decks: the lists of cards that they name, once all cards are known.

use super::{DECKS, Loader};
use crate::catalog::{Catalog, DeckDef, DeckFormat, NameInfo, WarbandInfo};
use crate::check::{Checker, Words};
use crate::code::CardKind;
use crate::span::{Diagnostic, nearest};
use crate::syntax::{self, Item};
use gloryhex_model::{CardId, same_name, slug_of};
use std::collections::HashMap;

impl Loader {
    /// Names, companions, warscrolls and decks, once everything is known.
    /// Notes on all weapons which of the names that cards ask for are theirs; gives the names of all weapons.
    fn note_weapons(&mut self) -> Vec<String> {
        let mut catalog = std::mem::take(&mut self.loaded.catalog);
        let names = Catalog {
            weapons: catalog.weapons.clone(),
            ..Catalog::default()
        };
        let mut known = Vec::new();
        let fighters = catalog
            .warbands
            .iter_mut()
            .flat_map(|w| &mut w.def.fighters);
        let sides = fighters.flat_map(|fighter| &mut fighter.sides);
        let own = sides.flat_map(|side| &mut side.weapons);
        let cards = catalog
            .cards
            .iter_mut()
            .flat_map(|card| &mut card.code.weapons);
        for weapon in own.chain(cards.map(|weapon| &mut weapon.def)) {
            names.note_asked(weapon);
            known.push(weapon.name.clone());
        }
        self.loaded.catalog = catalog;
        known
    }

    pub(super) fn link(&mut self, parsed: &[syntax::File]) {
        let names = &mut self.loaded.catalog.names;
        names.resize(
            self.words.names.len(),
            NameInfo {
                text: String::new(),
                fighters: Vec::new(),
            },
        );
        for (info, text) in names.iter_mut().zip(&self.words.names) {
            info.text.clone_from(text);
        }
        let known: Vec<String> = names
            .iter()
            .filter(|n| !n.fighters.is_empty())
            .map(|n| n.text.clone())
            .collect();
        let mut errors = Vec::new();
        for (name, file, span) in &self.names_used {
            let info = &self.loaded.catalog.names[*name as usize];
            if info.fighters.is_empty() {
                let mut error =
                    Diagnostic::new(*span, format!("no fighter is called \"{}\"", info.text));
                if let Some(near) = nearest(&info.text, known.iter().map(String::as_str)) {
                    error = error.help(format!("did you mean \"{near}\"?"));
                }
                errors.push((*file, error));
            }
        }
        let titles: Vec<&str> = self
            .loaded
            .catalog
            .cards
            .iter()
            .map(|c| c.name.as_str())
            .collect();
        for (name, file, span) in &self.titles_used {
            let text = &self.words.names[usize::from(*name)];
            if !titles.contains(&text.as_str()) {
                let mut error = Diagnostic::new(*span, format!("no card is called \"{text}\""));
                if let Some(near) = nearest(text, titles.iter().copied()) {
                    error = error.help(format!("did you mean \"{near}\"?"));
                }
                errors.push((*file, error));
            }
        }
        self.loaded.catalog.weapons.clone_from(&self.words.weapons);
        let known = self.note_weapons();
        for (number, file, span) in &self.weapons_asked {
            let name = &self.words.weapons[usize::from(*number)];
            if !known.iter().any(|other| same_name(other, name)) {
                let error =
                    Diagnostic::new(*span, format!("\"{name}\" is no weapon of any fighter"));
                let help = match nearest(name, known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "name a weapon as it stands on its fighter or upgrade".to_owned(),
                };
                errors.push((*file, error.help(help)));
            }
        }
        errors.dedup();
        for (file, error) in errors {
            self.report(file, vec![error]);
        }
        for (fighter, name) in &self.companions {
            self.loaded.catalog.fighters[*fighter as usize].companion = *name;
        }
        for warband in &mut self.loaded.catalog.warbands {
            let scroll = self.loaded.catalog.cards.iter().find(|c| {
                c.code.kind == CardKind::Warscroll
                    && c.edition == warband.edition
                    && c.deck == warband.def.name
            });
            warband.warscroll = scroll.map_or(CardId::NONE, |c| c.code.id);
        }
        let slugs = self.loaded.catalog.by_slug();
        for (file, syntax) in parsed.iter().enumerate() {
            for item in &syntax.items {
                if let Item::Deck(deck) = item {
                    self.deck_list(file, &syntax.edition, deck, &slugs);
                }
            }
        }
    }

    fn deck_list(
        &mut self,
        file: usize,
        edition: &str,
        deck: &syntax::Deck,
        slugs: &HashMap<String, Vec<CardId>>,
    ) {
        let formats = [
            ("ready", DeckFormat::Ready),
            ("pool", DeckFormat::Pool),
            ("built", DeckFormat::Built),
        ];
        let mut words = Words::default();
        let mut checker = Checker::new(&mut words);
        let format = match &deck.format {
            None => {
                let message = format!("the deck \"{}\" has no format", deck.name.text);
                let help = match &deck.cards {
                    None => {
                        "write `format pool` after the name for cards to build decks with, or `format ready` for a deck that is played as it is"
                    }
                    Some(_) => {
                        "write `format ready` after the name for a deck that is played as it is, or `format built` for one that somebody built"
                    }
                };
                checker.error_help(deck.name.span, message, help);
                None
            }
            Some(word) => checker.one_of(word, "deck format", &formats),
        };
        let mut errors = checker.errors;
        let catalog = &self.loaded.catalog;
        let warband = deck
            .warband
            .as_ref()
            .map_or(String::new(), |w| w.text.clone());
        let known = |w: &&WarbandInfo| catalog.plays(edition, &w.edition);
        if let Some(word) = &deck.warband
            && catalog.warband(edition, &word.text).is_none()
            && catalog.warbands.iter().any(|w| known(&w))
        {
            let names = catalog.warbands.iter().filter(known);
            let error = Diagnostic::new(
                word.span,
                format!("there is no warband \"{}\" in this edition", word.text),
            );
            errors.push(
                match nearest(&word.text, names.map(|w| w.def.name.as_str())) {
                    Some(near) => error.help(format!("did you mean \"{near}\"?")),
                    None => error,
                },
            );
        }
        let key = (
            edition.to_owned(),
            DECKS.to_owned(),
            slug_of(&deck.name.text),
        );
        let place = self.seen.get(&key).copied().unwrap_or_default();
        let mut cards = Vec::new();
        match &deck.cards {
            None => {
                let own = catalog
                    .cards
                    .iter()
                    .filter(|c| c.edition == edition && c.deck == deck.name.text);
                let own =
                    own.filter(|c| c.code.kind.is_power() || c.code.kind == CardKind::Objective);
                cards.extend(own.map(|c| c.code.id));
            }
            Some(list) => {
                for word in list {
                    let named = || {
                        let ids = slugs.get(&slug_of(&word.text)).into_iter().flatten();
                        ids.map(|id| catalog.card(*id))
                    };
                    let found = catalog
                        .newest(edition, Some(&warband), named())
                        .or_else(|| catalog.newest(edition, None, named()));
                    match found {
                        Some(id) => cards.push(id),
                        None if self
                            .broken
                            .contains(&(edition.to_owned(), slug_of(&word.text))) => {}
                        None => {
                            let known = catalog
                                .cards
                                .iter()
                                .filter(|c| c.edition == edition)
                                .map(|c| c.name.as_str());
                            let mut error = Diagnostic::new(
                                word.span,
                                format!("there is no card \"{}\" in this edition", word.text),
                            );
                            if let Some(near) = nearest(&word.text, known) {
                                error = error.help(format!("did you mean \"{near}\"?"));
                            }
                            errors.push(error);
                        }
                    }
                }
            }
        }
        let plot = catalog
            .cards
            .iter()
            .find(|c| {
                c.code.kind == CardKind::Plot && c.edition == edition && c.deck == deck.name.text
            })
            .map_or(CardId::NONE, |c| c.code.id);
        self.report(file, errors);
        let Some(format) = format else { return };
        self.loaded.catalog.decks.push(DeckDef {
            name: deck.name.text.clone(),
            edition: edition.to_owned(),
            format,
            warband,
            cards,
            plot,
            house: deck.house,
            place,
        });
    }
}

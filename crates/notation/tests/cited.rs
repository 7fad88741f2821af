//! Every rule that an event or a refusal can cite is in the index of the edition it is cited in.

use gloryhex_editions::{Content, by_name};
use gloryhex_model::Rule;
use gloryhex_notation::index::RulesIndex;

/// Rules about what an edition does not have, so that nothing there can cite them.
const STRANGE: [(&str, &[&str]); 4] = [
    (
        "shadespire",
        &[
            "action.core-only",
            "action.focus",
            "attack.cover",
            "attack.outmanoeuvred",
            "attack.overrun",
            "attack.stagger",
            "attack.stand-fast",
            "attack.weapon-ability",
            "deck.forsaken",
            "deck.nemesis",
            "deck.plot",
            "deck.restricted",
            "deck.rivals",
            "deck.surge",
            "field.cover",
            "field.lethal",
            "field.stagger",
            "keyword.grapple",
            "keyword.scything",
            "keyword.stagger",
            "power.delve",
            "power.delve.once",
            "power.plot",
            "power.warscroll",
            "raid.basic",
            "raid.emberstone",
            "raid.store",
            "round.underdog",
            "scatter.chain",
            "setup.tokens.each-territory",
            "setup.tokens.flips",
            "setup.tokens.gloom-extra",
            "setup.tokens.neutral",
            "spell.backlash",
            "spell.cast",
            "spell.innate",
            "spell.sight",
            "spell.wizard",
            "trait.beast",
            "victory.bounty",
            "victory.rank",
            "victory.treasure",
        ],
    ),
    (
        "nightvault",
        &[
            "action.core-only",
            "action.focus",
            "artefact.hold",
            "artefact.place",
            "attack.cover",
            "attack.outmanoeuvred",
            "attack.overrun",
            "attack.stagger",
            "attack.stand-fast",
            "attack.weapon-ability",
            "deck.forsaken",
            "deck.nemesis",
            "deck.plot",
            "deck.restricted",
            "deck.rivals",
            "deck.surge",
            "end.no-ploys",
            "field.cover",
            "field.stagger",
            "keyword.grapple",
            "keyword.scything",
            "keyword.stagger",
            "power.delve",
            "power.delve.once",
            "power.plot",
            "power.warscroll",
            "raid.basic",
            "raid.emberstone",
            "raid.store",
            "round.underdog",
            "setup.tokens.each-territory",
            "setup.tokens.flips",
            "setup.tokens.gloom-extra",
            "setup.tokens.neutral",
            "spell.sight",
            "trait.beast",
            "victory.bounty",
            "victory.rank",
            "victory.treasure",
        ],
    ),
    (
        "harrowdeep",
        &[
            "action.core-only",
            "action.focus",
            "artefact.hold",
            "artefact.place",
            "attack.cover",
            "attack.overrun",
            "attack.stand-fast",
            "attack.weapon-ability",
            "deck.nemesis",
            "deck.plot",
            "deck.rivals",
            "end.no-ploys",
            "field.stagger",
            "keyword.grapple",
            "match.sudden-death",
            "power.plot",
            "power.warscroll",
            "raid.basic",
            "raid.emberstone",
            "raid.store",
            "round.underdog",
            "setup.territory",
            "setup.tokens.each-territory",
            "setup.tokens.flips",
            "setup.tokens.neutral",
            "setup.tokens.reveal",
            "victory.bounty",
            "victory.rank",
            "victory.treasure",
        ],
    ),
    (
        "embergard",
        &[
            "action.additional.unnamed",
            "action.discard-objective",
            "action.draw",
            "artefact.hold",
            "artefact.place",
            "attack.outmanoeuvred",
            "attack.trapped",
            "deck.usable",
            "end.no-ploys",
            "field.lethal",
            "field.sight.edge",
            "keyword.scything",
            "match.sudden-death",
            "multi.bounty",
            "multi.order",
            "multi.power-step",
            "multi.turns",
            "power.upgrade.restricted",
            "react.impossible",
            "react.one",
            "scatter.chain",
            "setup.boards.completed",
            "setup.boards.place",
            "setup.tokens.gloom-extra",
            "spell.backlash",
            "spell.cast",
            "spell.innate",
            "spell.sight",
            "spell.wizard",
            "trait.beast",
            "victory.objectives",
        ],
    ),
];

#[test]
fn every_rule_that_can_be_cited_is_in_the_index_of_its_edition() {
    for (edition, strange) in STRANGE {
        let rules = by_name(edition).expect("an edition");
        let index = RulesIndex::of(Content::embedded(), edition).expect("the index is sound");
        for rule in Rule::ALL {
            let id = rules.cited(*rule).id();
            let known = index.rule(id).is_some();
            let named = strange.contains(&rule.id());
            assert!(
                known || named,
                "{edition} has no rule {id}: give it another name there"
            );
            assert!(!known || !named, "{edition} has the rule {id} after all");
        }
    }
}

#[test]
fn a_rule_that_goes_by_another_name_is_not_known_by_its_own() {
    for (edition, _) in STRANGE {
        let rules = by_name(edition).expect("an edition");
        let index = RulesIndex::of(Content::embedded(), edition).expect("the index is sound");
        for (general, here) in rules.called.iter() {
            assert!(index.rule(general.id()).is_none(), "{edition} {general:?}");
            assert!(index.rule(here.id()).is_some(), "{edition} {here:?}");
        }
    }
}

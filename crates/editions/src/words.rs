//! The words of each edition for the English that is made from cards and rules.
//!
//! Complete values side by side, like the editions themselves. What the words are used for is in the
//! card language; no sentence is here.

use gloryhex_cardlang::{Lexicon, lexicon::Faces};

/// Shadespire.
pub const SHADESPIRE: Lexicon = Lexicon {
    choose: "Choose",
    pick: "Choose",
    attack: "Attack action",
    movement: "Move action",
    charge: "Charge action",
    guard: "Guard action",
    deed: "action",
    activation: "activation",
    out: "out of action",
    taken_out: "taken out of action",
    objective: "objective",
    feature: "objective",
    wounds: "Wounds",
    defence: "Defence",
    attack_roll: "attack roll",
    defence_roll: "defence roll",
    dice: "Dice",
    phase: "action phase",
    round: "round",
    power_step: "power step",
    surge: "At once",
    reaction: "reaction",
    neutral: "no one's",
    goes_out: "goes out of action",
    break_card: "discard",
    action: "Action",
    faces: Faces::OLD,
};

/// Nightvault.
pub const NIGHTVAULT: Lexicon = Lexicon {
    choose: "Choose",
    pick: "Choose",
    attack: "Attack action",
    movement: "Move action",
    charge: "Charge action",
    guard: "Guard action",
    deed: "action",
    activation: "activation",
    out: "out of action",
    taken_out: "taken out of action",
    objective: "objective",
    feature: "objective",
    wounds: "Wounds",
    defence: "Defence",
    attack_roll: "attack roll",
    defence_roll: "defence roll",
    dice: "Dice",
    phase: "action phase",
    round: "round",
    power_step: "power step",
    surge: "At once",
    reaction: "reaction",
    neutral: "no one's",
    goes_out: "goes out of action",
    break_card: "discard",
    action: "Action",
    faces: Faces::OLD,
};

/// Harrowdeep.
pub const HARROWDEEP: Lexicon = Lexicon {
    choose: "Choose",
    pick: "Pick",
    attack: "Attack action",
    movement: "Move action",
    charge: "Charge action",
    guard: "Guard action",
    deed: "action",
    activation: "activation",
    out: "out of action",
    taken_out: "taken out of action",
    objective: "objective",
    feature: "feature token",
    wounds: "Wounds",
    defence: "Defence",
    attack_roll: "attack roll",
    defence_roll: "defence roll",
    dice: "Dice",
    phase: "action phase",
    round: "round",
    power_step: "power step",
    surge: "Surge",
    reaction: "reaction",
    neutral: "no one's",
    goes_out: "goes out of action",
    break_card: "break",
    action: "Action",
    faces: Faces::OLD,
};

/// Embergard.
pub const EMBERGARD: Lexicon = Lexicon {
    choose: "Choose",
    pick: "Pick",
    attack: "Attack",
    movement: "Move",
    charge: "Charge",
    guard: "Guard",
    deed: "Core ability",
    activation: "Action step",
    out: "slain",
    taken_out: "slain",
    objective: "treasure token",
    feature: "feature token",
    wounds: "Health",
    defence: "Save",
    attack_roll: "Attack roll",
    defence_roll: "Save roll",
    dice: "Attack dice",
    phase: "combat phase",
    round: "battle round",
    power_step: "Power step",
    surge: "Surge",
    reaction: "Surge ability",
    neutral: "neutral",
    goes_out: "is slain",
    break_card: "discard",
    action: "Core ability",
    faces: Faces {
        hammer: "Smash",
        swords: "Fury",
        shield: "Block",
        dodge: "Dodge",
        single: "Flanked",
        double: "Surrounded",
    },
};

/// The words of an edition; plain ones for an edition that is not of the four.
pub fn of(edition: &str) -> &'static Lexicon {
    match edition {
        "shadespire" => &SHADESPIRE,
        "nightvault" => &NIGHTVAULT,
        "harrowdeep" => &HARROWDEEP,
        "embergard" => &EMBERGARD,
        _ => &Lexicon::PLAIN,
    }
}

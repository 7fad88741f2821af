//! The words in which editions differ, for the English of cards.

use gloryhex_model::Face;
use serde::{Deserialize, Serialize};

/// An edition's words. The editions themselves are written elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Lexicon {
    /// "Choose" as a rules term.
    pub choose: &'static str,
    /// Choosing that is no rules term.
    pub pick: &'static str,
    /// An attack: "Attack action", "Attack".
    pub attack: &'static str,
    /// A move: "Move action", "Move".
    pub movement: &'static str,
    /// A charge: "Charge action", "Charge".
    pub charge: &'static str,
    /// Going on Guard: "Guard action", "Guard".
    pub guard: &'static str,
    /// Whatever a fighter does: "action", "Core ability".
    pub deed: &'static str,
    /// "activation", "Action step".
    pub activation: &'static str,
    /// "out of action", "slain".
    pub out: &'static str,
    /// "taken out of action", "slain".
    pub taken_out: &'static str,
    /// The side of a token that can be held: "objective", "treasure token".
    pub objective: &'static str,
    /// A token on the battlefield, whichever side is up: "objective", "feature token".
    pub feature: &'static str,
    /// "Wounds", "Health".
    pub wounds: &'static str,
    /// "Defence", "Save".
    pub defence: &'static str,
    /// "attack roll", "Attack roll".
    pub attack_roll: &'static str,
    /// "defence roll", "Save roll".
    pub defence_roll: &'static str,
    /// "Dice", "Attack dice".
    pub dice: &'static str,
    /// "action phase", "combat phase".
    pub phase: &'static str,
    /// "round", "battle round".
    pub round: &'static str,
    /// "power step", "Power step".
    pub power_step: &'static str,
    /// What an objective scored on the spot begins with: "At once", "Surge".
    pub surge: &'static str,
    /// "reaction", "Surge ability".
    pub reaction: &'static str,
    /// Territory that is nobody's: "no one's", "neutral".
    pub neutral: &'static str,
    /// "goes out of action", "is slain".
    pub goes_out: &'static str,
    /// "break" or "discard", for upgrades.
    pub break_card: &'static str,
    /// An action printed on a card: "Action", "Core ability".
    pub action: &'static str,
    /// The names of the attack's hammer and swords, the defence's shield and dodge, and of the symbols
    /// for one and two helpers.
    pub faces: Faces,
}

/// What the symbols of the dice are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Faces {
    /// "Hammer", "Smash".
    pub hammer: &'static str,
    /// "Swords", "Fury".
    pub swords: &'static str,
    /// "Shield", "Block".
    pub shield: &'static str,
    /// "Dodge".
    pub dodge: &'static str,
    /// "Single support", "Flanked".
    pub single: &'static str,
    /// "Double support", "Surrounded".
    pub double: &'static str,
}

impl Faces {
    /// The names of the older books.
    pub const OLD: Faces = Faces {
        hammer: "Hammer",
        swords: "Swords",
        shield: "Shield",
        dodge: "Dodge",
        single: "single support",
        double: "double support",
    };
}

impl Lexicon {
    /// Plain words that suit every edition.
    pub const PLAIN: Lexicon = Lexicon {
        choose: "Choose",
        pick: "Pick",
        attack: "attack",
        movement: "move",
        charge: "charge",
        guard: "guard",
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
        break_card: "discard",
        action: "Action",
        faces: Faces::OLD,
    };

    /// The name of a symbol of the dice.
    pub fn face(&self, face: Face) -> String {
        match face {
            Face::Crit => "Critical".to_owned(),
            Face::Hammer => self.faces.hammer.to_owned(),
            Face::Swords => self.faces.swords.to_owned(),
            Face::Shield => self.faces.shield.to_owned(),
            Face::Dodge => self.faces.dodge.to_owned(),
            Face::Sup1 => capital(self.faces.single),
            Face::Sup2 => capital(self.faces.double),
            other => capital(other.word()),
        }
    }

    /// The words for a key of a phrase.
    pub fn word(&self, key: &str) -> String {
        match key {
            "attack" => self.attack.to_owned(),
            "attacks" => format!("{}s", self.attack),
            "an_attack" => article(self.attack),
            "move" => self.movement.to_owned(),
            "to_move" => "Move".to_owned(),
            "charge" => self.charge.to_owned(),
            "activation" => self.activation.to_owned(),
            "an_activation" => article(self.activation),
            "out" => self.out.to_owned(),
            "taken_out" => self.taken_out.to_owned(),
            "break_card" => self.break_card.to_owned(),
            "goes_out" => self.goes_out.to_owned(),
            "objective" => self.objective.to_owned(),
            "objectives" => format!("{}s", self.objective),
            "an_objective" => article(self.objective),
            "wounds" => self.wounds.to_owned(),
            "defence" => self.defence.to_owned(),
            "defence_roll" => self.defence_roll.to_owned(),
            "phase" => self.phase.to_owned(),
            "round" => self.round.to_owned(),
            "power_step" => self.power_step.to_owned(),
            "deed" => self.deed.to_owned(),
            "a_deed" => article(self.deed),
            "take" if self.taken_out.starts_with("taken ") => "take/takes".to_owned(),
            "take" => "slay/slays".to_owned(),
            "take_out" => match self.taken_out.strip_prefix("taken ") {
                Some(out) => format!(" {out}"),
                None => String::new(),
            },
            "attack_roll" => self.attack_roll.to_owned(),
            "a_feature" => article(self.feature),
            "a_move" => article(self.movement),
            "a_charge" => article(self.charge),
            "a_reaction" => article(self.reaction),
            "reaction" => self.reaction.to_owned(),
            "reactions" => match self.reaction.strip_suffix('y') {
                Some(stem) => format!("{stem}ies"),
                None => format!("{}s", self.reaction),
            },
            "neutral" => self.neutral.to_owned(),
            other => match Face::ALL.into_iter().find(|face| face.word() == other) {
                Some(face) => self.face(face),
                None => format!("{{{other}}}"),
            },
        }
    }
}

/// The noun with "a" or "an".
pub(crate) fn article(noun: &str) -> String {
    let vowel = noun
        .chars()
        .next()
        .is_some_and(|c| "aeiouAEIOU".contains(c));
    // "a united friend", "a universal card"
    let an = vowel && !noun.starts_with("uni");
    format!("{} {noun}", if an { "an" } else { "a" })
}

/// A count in words where it is small.
pub(crate) fn count_word(n: i16) -> String {
    const WORDS: [&str; 11] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    usize::try_from(n)
        .ok()
        .and_then(|n| WORDS.get(n))
        .map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// The sentence with its first letter large.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

impl Lexicon {
    /// The sentence with its first letter small, unless its first word is a term that is written large.
    pub(crate) fn small(&self, text: &str) -> String {
        let terms = [
            self.attack,
            self.movement,
            self.charge,
            self.guard,
            self.activation,
            self.power_step,
            self.reaction,
            self.deed,
        ];
        let is_term = |t: &&str| t.starts_with(char::is_uppercase) && text.starts_with(*t);
        if terms.iter().any(is_term) {
            return text.to_owned();
        }
        let mut chars = text.chars();
        let head = chars
            .next()
            .map(|c| c.to_lowercase().collect::<String>())
            .unwrap_or_default();
        head + chars.as_str()
    }
}

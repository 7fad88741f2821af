//! Exact odds against the engine itself: every fall of the dice is played through a real game.

use gloryhex_engine::{
    Attack, Choice, Choices, Game, Pending, Verb, Verdict,
    chance::{Ask, Later},
    frames::combat,
    odds::{self, Duel, MAX_DAMAGE},
    state::Outcome,
};
use gloryhex_model::{Die, Face, FaceSet, Keyword, Keywords, Roll};
use std::collections::HashMap;

/// Every roll of `n` dice with the number of sequences that give it.
fn rolls(die: Die, n: u8) -> Vec<(Roll, u32)> {
    let mut ways: HashMap<Roll, u32> = HashMap::new();
    for sequence in 0..6usize.pow(n.into()) {
        let mut rest = sequence;
        let mut roll = Roll::EMPTY;
        for _ in 0..n {
            roll.add(die.sides()[rest % 6]);
            rest /= 6;
        }
        *ways.entry(roll).or_default() += 1;
    }
    ways.into_iter().collect()
}

/// How often each thing happened, in the order of [`FIELDS`].
#[derive(Default)]
struct Tally {
    fields: [f64; 8],
    damage: [f64; MAX_DAMAGE],
}

const FIELDS: [&str; 8] = [
    "success",
    "draw",
    "fail",
    "critical",
    "out",
    "stand fast",
    "backlash",
    "drive back",
];

#[derive(Default)]
struct Enumerator {
    rolls: HashMap<(u8, u8), Vec<(Roll, u32)>>,
    list: Choices,
    ability: Option<(Keyword, bool)>,
    tally: Tally,
}

impl Enumerator {
    /// Plays on in every way the dice can fall; players follow the documented policy.
    fn play(&mut self, mut game: Game, share: f64, mut driven: bool) {
        let mut pending = game.go_on(&mut Later, None, &mut self.list);
        loop {
            match pending {
                Pending::Chance(Ask::Dice { die, n, .. }) => {
                    let all = self
                        .rolls
                        .entry((die as u8, n))
                        .or_insert_with(|| rolls(die, n))
                        .clone();
                    let total = 6f64.powi(n.into());
                    for (roll, ways) in all {
                        let mut next = game.clone();
                        next.supply(Outcome::Dice(roll));
                        self.play(next, share * f64::from(ways) / total, driven);
                    }
                    return;
                }
                Pending::Decide(_) => {
                    let choice = self.policy(&game, &mut driven);
                    assert!(self.list.contains(&choice), "{choice:?}");
                    pending = game.make(choice, &mut Later, None, &mut self.list);
                }
                Pending::Over => return self.note(&game.state.attacks[0], share, driven),
                other => panic!("{other:?}"),
            }
        }
    }
    fn note(&mut self, attack: &Attack, share: f64, driven: bool) {
        let happened = [
            attack.verdict == Verdict::Success,
            attack.verdict == Verdict::Draw,
            attack.verdict == Verdict::Fail,
            attack.is(Attack::CRITICAL_HIT),
            attack.is(Attack::TOOK_OUT),
            attack.is(Attack::STOOD_FAST),
            attack.is(Attack::BACKLASH),
            driven,
        ];
        for (field, yes) in self.tally.fields.iter_mut().zip(happened) {
            *field += if yes { share } else { 0.0 };
        }
        self.tally.damage[usize::from(attack.dealt)] += share;
    }
    fn policy(&self, game: &Game, driven: &mut bool) -> Choice {
        let attack = game.state.attack().expect("an attack is on");
        match self.list[0].verb {
            Verb::Ability => match self.ability {
                Some((keyword, critical)) => {
                    Choice::new(Verb::Ability, keyword as u8, critical.into(), 0)
                }
                None => Choice::new(Verb::Ability, 255, 0, 0),
            },
            Verb::Reroll => {
                let good = if attack.defence_roll.is_empty() {
                    combat::attack_successes(game.sight(), attack)
                } else {
                    combat::defence_successes(game.sight(), attack)
                };
                self.list
                    .iter()
                    .copied()
                    .find(|c| c.a != 255 && !good.contains(Face::from_ix(c.a)))
                    .unwrap_or(Choice::new(Verb::Reroll, 255, 0, 0))
            }
            Verb::StandFast => Choice::new(Verb::StandFast, 1, 0, 0),
            Verb::DriveBack | Verb::Grapple => {
                *driven = true;
                Choice::STAY
            }
            Verb::Overrun => Choice::STAY,
            Verb::Die => {
                let picked = gloryhex_engine::cards::innate(game.sight(), attack, false);
                let face = picked.faces().next().expect("there are some to pick from");
                Choice::new(Verb::Die, face as u8, 0, 0)
            }
            verb => panic!("unexpected {verb:?}"),
        }
    }
}

fn agree(enumerator: &mut Enumerator, edition: usize, duel: Duel) {
    let rules = gloryhex_editions::printed()[edition].rules.clone();
    let name = rules.name.clone();
    let game = duel.stage(rules).expect("the duel fits");
    let odds = odds::in_progress(game.sight()).expect("an attack is on");
    enumerator.tally = Tally::default();
    enumerator.ability = odds.ability;
    enumerator.play(game, 1.0, false);
    let counted = [
        odds.success,
        odds.draw,
        odds.fail,
        odds.critical,
        odds.out,
        odds.stand_fast,
        odds.backlash,
        odds.drive_back,
    ];
    let same = |what: &str, count: u128, played: f64| {
        let p = odds.p(count);
        assert!(
            (p - played).abs() < 1e-9,
            "{name}: {what} {p}, played {played}: {duel:?}"
        );
    };
    for ((what, count), played) in FIELDS.iter().zip(counted).zip(enumerator.tally.fields) {
        same(what, count, played);
    }
    for (count, played) in odds.damage.into_iter().zip(enumerator.tally.damage) {
        same("damage", count, played);
    }
}

fn gains(duel: &mut Duel, keywords: Keywords) {
    duel.keywords = duel.keywords.union(keywords);
}

/// Every switch.
fn switches() -> Vec<fn(&mut Duel)> {
    vec![
        |_| {},
        |d| d.support[0] = 1,
        |d| d.support[0] = 2,
        |d| d.support[0] = 3,
        |d| d.support[1] = 1,
        |d| d.support[1] = 2,
        |d| d.support[1] = 3,
        |d| d.cover = true,
        |d| d.guard = true,
        |d| d.staggered = true,
        |d| d.trapped = true,
        |d| d.charge = true,
        |d| d.rerolls[0] = 1,
        |d| d.rerolls[1] = 1,
        |d| d.damage = 3,
        |d| d.damage = 1,
        |d| d.wounds = 1,
        |d| gains(d, Keywords::plain(Keyword::Cleave)),
        |d| gains(d, Keywords::plain(Keyword::Ensnare)),
        |d| gains(d, Keywords::plain(Keyword::Brutal)),
        |d| gains(d, Keywords::plain(Keyword::Grievous)),
        |d| gains(d, Keywords::plain(Keyword::Stagger)),
        |d| gains(d, Keywords::plain(Keyword::Grapple)),
        |d| gains(d, Keywords::critical(Keyword::Cleave)),
        |d| gains(d, Keywords::critical(Keyword::Brutal)),
        |d| gains(d, Keywords::critical(Keyword::Grievous)),
        |d| d.symbol = Face::Swords,
        |d| d.symbol = Face::Crit,
        |d| d.symbol = Face::Focus,
        |d| d.symbol = Face::Channel,
        |d| d.defence_symbol = Face::Shield,
        |d| d.attacker_wounds = 1,
        |d| d.innate = FaceSet::of(&[Face::Focus]),
        |d| d.innate = FaceSet::of(&[Face::Swords, Face::Crit]),
    ]
}

#[test]
fn every_dice_count_with_every_switch() {
    let mut enumerator = Enumerator::default();
    for edition in 0..4 {
        for dice in 1..=4 {
            for defence in 0..=3 {
                for switch in switches() {
                    let mut duel = Duel {
                        dice,
                        defence,
                        ..Duel::default()
                    };
                    switch(&mut duel);
                    agree(&mut enumerator, edition, duel);
                }
            }
        }
    }
}

#[test]
fn every_pair_of_switches() {
    let mut enumerator = Enumerator::default();
    let switches = switches();
    for edition in 0..4 {
        for (ix, one) in switches.iter().enumerate() {
            for other in &switches[ix + 1..] {
                for (dice, defence) in [(2, 2), (3, 1)] {
                    let mut duel = Duel {
                        dice,
                        defence,
                        ..Duel::default()
                    };
                    one(&mut duel);
                    other(&mut duel);
                    agree(&mut enumerator, edition, duel);
                }
            }
        }
    }
}

#[test]
fn two_hammers_against_one_dodge() {
    let rules = gloryhex_editions::by_name("harrowdeep").expect("known");
    let duel = Duel::default();
    let misses = |duel: Duel| {
        let odds = duel.odds(rules.clone()).expect("fits");
        odds.share(odds.draw + odds.fail).to_string()
    };
    assert_eq!(misses(duel), "88/216");
    let covered = Duel {
        cover: true,
        ..duel
    };
    assert_eq!(misses(covered), "100/216");
}

#[test]
fn backlash_takes_out_a_caster_with_one_wound() {
    let rules = gloryhex_editions::by_name("harrowdeep").expect("known");
    let succeeds = |duel: Duel| {
        let odds = duel.odds(rules.clone()).expect("fits");
        odds.share(odds.success).to_string()
    };
    let spell = Duel {
        symbol: Face::Focus,
        ..Duel::default()
    };
    assert_eq!(succeeds(spell), "128/216");
    let frail = Duel {
        attacker_wounds: 1,
        ..spell
    };
    assert_eq!(succeeds(frail), "122/216");
}

#[test]
fn an_innate_symbol_of_the_attacker_counts_where_it_fits_the_dice() {
    let rules = gloryhex_editions::by_name("nightvault").expect("known");
    let misses = |symbol: Face, innate: &[Face]| {
        let duel = Duel {
            symbol,
            dice: 1,
            defence: 0,
            innate: FaceSet::of(innate),
            ..Duel::default()
        };
        let odds = duel.odds(rules.clone()).expect("fits");
        odds.share(odds.draw + odds.fail).to_string()
    };
    assert_eq!(misses(Face::Channel, &[]), "2/6");
    assert_eq!(misses(Face::Channel, &[Face::Channel]), "0/6");
    assert_eq!(misses(Face::Channel, &[Face::Focus]), "2/6");
    assert_eq!(misses(Face::Hammer, &[Face::Channel]), "3/6");
}

#[test]
fn a_roll_on_the_table_counts() {
    let rules = gloryhex_editions::by_name("harrowdeep").expect("known");
    let mut game = Duel::default().stage(rules).expect("fits");
    let mut list = Choices::new();
    let mut waits = |game: &mut Game| {
        let pending = game.go_on(&mut Later, None, &mut list);
        matches!(pending, Pending::Chance(_))
    };
    assert!(waits(&mut game));
    game.supply(Outcome::Dice(Roll::of(&[Face::Hammer, Face::Sup1])));
    assert!(waits(&mut game));
    let odds = odds::in_progress(game.sight()).expect("an attack is on");
    assert_eq!(odds.share(odds.success).to_string(), "4/6");
    assert_eq!(odds.share(odds.draw).to_string(), "1/6");
}

/// Plays random games until spells can be cast, and casts each with every fall of the dice.
#[test]
fn casting_odds_agree_with_the_engine() {
    use gloryhex_engine::{Log, Seeded, What, Windows};
    let (mut list, mut after) = (Choices::new(), Choices::new());
    for edition in ["nightvault", "harrowdeep"] {
        let spec = gloryhex_editions::Spec::core(edition, 2);
        let table = gloryhex_editions::Content::embedded().table(&spec);
        let table = std::sync::Arc::new(table.expect("a table"));
        let mut checked = 0;
        for seed in 0..12 {
            let (mut chance, mut mind) = (Seeded::new(seed), Seeded::new(!seed));
            let mut game = Game::new(std::sync::Arc::clone(&table), Windows::Playable);
            let mut pending = game.go_on(&mut chance, None, &mut list);
            while let Pending::Decide(seat) = pending {
                let spells: Vec<Choice> = list.iter().copied().collect();
                for spell in spells {
                    let Some(odds) = odds::casting_of(game.sight(), seat, spell) else {
                        continue;
                    };
                    let mut on = game.clone();
                    let pending = on.make(spell, &mut Later, None, &mut after);
                    let Pending::Chance(Ask::Dice { die, n, .. }) = pending else {
                        continue;
                    };
                    assert_eq!((die, n), (Die::Magic, odds.dice));
                    let (mut cast, mut backlash, mut undecided) = (0, 0, 0);
                    for (roll, ways) in rolls(die, n) {
                        let mut rolled = on.clone();
                        rolled.supply(Outcome::Dice(roll));
                        let mut log = Log::default();
                        rolled.go_on(&mut Later, Some(&mut log), &mut after);
                        let has =
                            |what: fn(&What) -> bool| log.events.iter().any(|e| what(&e.what));
                        let done = has(|w| matches!(w, What::SpellCast { .. }));
                        let failed = has(|w| matches!(w, What::SpellFailed { .. }));
                        undecided += if done || failed { 0 } else { ways };
                        cast += if done { ways } else { 0 };
                        backlash += if has(|w| matches!(w, What::Backlash { .. })) {
                            ways
                        } else {
                            0
                        };
                    }
                    // A window for reactions in the middle of the roll is somebody's decision.
                    if undecided == 0 {
                        let found = (odds.cast, odds.backlash, odds.cast + odds.fail);
                        let all = 6u128.pow(n.into());
                        assert_eq!(found, (cast.into(), backlash.into(), all), "{edition}");
                        checked += 1;
                    }
                }
                let nth = mind.below(list.len() as u32) as usize;
                let choice = list[nth];
                pending = game.make(choice, &mut chance, None, &mut list);
            }
        }
        println!("{edition}: {checked} spells");
        assert!(checked > 0, "{edition}: no spell was cast");
    }
}

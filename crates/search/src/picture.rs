//! The battlefield at a glance: every fighter's figures as they are now, read once and used often.

use crate::chart::{Chances, Chart};
use gloryhex_engine::{
    Sight, WeaponIx,
    ops::{field, stats, terms},
    ruleset::{Bounty, ChargeToken, Grievous, MoveToken, Support, WeaponAbilities},
    state::Fighter,
};
use gloryhex_hexgrid::{HexId, HexSet};
use gloryhex_model::{
    Deed, Die, Face, FaceSet, FighterId, Keyword, Keywords, MAX_FIGHTERS, MAX_SEATS, Seat, Stat,
    Token, Trait,
};

/// Weapons of a fighter that are looked at.
const ARMS: usize = 4;

/// A weapon.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// Which.
    pub ix: WeaponIx,
    /// Range.
    pub range: u8,
    /// Dice.
    pub dice: u8,
    /// The face that succeeds.
    pub symbol: Face,
    /// A spell attack.
    pub spell: bool,
    /// Damage.
    pub damage: u8,
    /// Keywords.
    pub keywords: Keywords,
}

/// A fighter on the battlefield.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Who.
    pub id: FighterId,
    /// Whose.
    pub seat: Seat,
    /// Where.
    pub hex: HexId,
    /// Wounds.
    pub wounds: u8,
    /// Wounds left.
    pub left: u8,
    /// Move.
    pub steps: u8,
    /// Defence dice.
    pub saves: u8,
    /// The faces that succeed for it, support aside.
    pub saving: FaceSet,
    /// Glory for taking it out.
    pub bounty: u8,
    /// Staggered.
    pub staggered: bool,
    /// On Guard.
    pub guard: bool,
    /// Leads its warband.
    pub leader: bool,
    /// Cannot hold tokens.
    pub beast: bool,
    /// May attack from where it stands in a coming activation of this round.
    pub fresh: bool,
    /// May charge in a coming activation of this round.
    pub may_charge: bool,
    /// How strong it is in attack: the damage of its best weapon on average against a plain defence.
    pub strength: f32,
    /// What it is worth to its player; nothing before a judge has looked at it.
    pub worth: f32,
    /// How far its longest weapon reaches.
    pub reach: u8,
    /// Weapons.
    arms: [Arm; ARMS],
    n_arms: u8,
}

impl Body {
    /// Its weapons.
    pub fn arms(&self) -> &[Arm] {
        &self.arms[..self.n_arms as usize]
    }
    /// The same fighter in another hex.
    #[must_use]
    pub fn at(&self, hex: HexId) -> Body {
        Body { hex, ..*self }
    }
}

/// What an attack would do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blow {
    /// The chances.
    pub chances: Chances,
    /// Damage of a success.
    pub damage: f32,
    /// Chance to take the target out.
    pub kill: f32,
}

/// Everyone on the battlefield.
pub struct Picture<'a> {
    /// The game.
    pub sight: Sight<'a>,
    chart: &'static Chart,
    bodies: [Option<Body>; MAX_FIGHTERS],
    /// Hexes held by each seat's fighters.
    pub standing: [HexSet; MAX_SEATS],
}

fn sides(die: Die, faces: FaceSet) -> u8 {
    die.sides().iter().filter(|f| faces.contains(**f)).count() as u8
}

impl<'a> Picture<'a> {
    /// Looks.
    pub fn of(sight: Sight<'a>) -> Picture<'a> {
        let mut picture = Picture {
            sight,
            chart: Chart::of(sight.rules().compare),
            bodies: [None; MAX_FIGHTERS],
            standing: [HexSet::EMPTY; MAX_SEATS],
        };
        for id in sight.table.everyone() {
            let now = sight.state.fighter(id);
            if now.on_field() {
                let body = body(sight, id, now);
                picture.standing[body.seat.ix()].insert(body.hex);
                picture.bodies[id.ix()] = Some(body);
            }
        }
        picture
    }
    /// Everyone who stands, to be changed.
    pub fn everyone_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        let n = self.sight.table.entrants.len().min(MAX_FIGHTERS);
        self.bodies[..n].iter_mut().flatten()
    }
    /// Everyone who stands.
    pub fn everyone(&self) -> impl Iterator<Item = &Body> {
        let n = self.sight.table.entrants.len().min(MAX_FIGHTERS);
        self.bodies[..n].iter().flatten()
    }
    /// A fighter, if it stands.
    pub fn get(&self, id: FighterId) -> Option<&Body> {
        self.bodies.get(id.ix()).and_then(Option::as_ref)
    }
    /// How many friends of a fighter, itself aside, stand next to a hex.
    pub fn near(&self, of: &Body, to: HexId) -> u8 {
        let there = self.sight.grid.adjacent(to);
        let there = there.intersect(self.standing[of.seat.ix()]);
        if there.is_empty() {
            return 0;
        }
        there.len() as u8 - u8::from(of.hex != HexId::NONE && there.contains(of.hex))
    }
    /// What an attack from a hex would do. Of an attack from `HexId::NONE` it is enough to know who
    /// attacks whom and whether none, one or more friends of the attacker stand next to the target.
    pub fn blow(&self, attacker: &Body, from: HexId, arm: &Arm, target: &Body) -> Blow {
        self.blow_among(arm, target, self.helpers(attacker, from, target))
    }
    /// How many friends stand by the attacker and by the target of an attack from a hex.
    pub fn helpers(&self, attacker: &Body, from: HexId, target: &Body) -> [u8; 2] {
        let theirs = match from {
            HexId::NONE => 0,
            from => self.near(target, from),
        };
        [self.near(attacker, target.hex), theirs]
    }
    /// What an attack would do with so many friends by the attacker and by the target.
    pub fn blow_among(&self, arm: &Arm, target: &Body, [own, theirs]: [u8; 2]) -> Blow {
        let rules = self.sight.rules();
        let (mut own, mut theirs) = (own, theirs);
        if arm.spell {
            own = 0;
        }
        if rules.support == Support::Difference {
            (own, theirs) = (own.saturating_sub(theirs), theirs.saturating_sub(own));
        }
        let help = |n: u8| match n {
            0 => FaceSet::EMPTY,
            1 => FaceSet::of(&[Face::Sup1]),
            _ => FaceSet::of(&[Face::Sup1, Face::Sup2]),
        };
        let good = FaceSet::of(&[Face::Crit, arm.symbol]).union(help(own));
        let die = if arm.spell { Die::Magic } else { Die::Attack };
        let mut saving = target.saving.union(help(theirs));
        let has = |keyword| arm.keywords.has(keyword);
        let one_only = rules.weapon_abilities == WeaponAbilities::One;
        let lethal_with_one = arm.damage + 1 == target.left && has(Keyword::Grievous);
        if !(one_only && lethal_with_one) {
            if has(Keyword::Cleave) {
                saving = saving.without(FaceSet::of(&[Face::Shield]));
            }
            if has(Keyword::Ensnare) {
                saving = saving.without(FaceSet::of(&[Face::Dodge]));
            }
            if has(Keyword::Brutal) {
                saving = saving.without(FaceSet::of(&[Face::Sup1, Face::Sup2]));
            }
        }
        let good = sides(die, good);
        let mut chances =
            self.chart
                .look_up(good, arm.dice, sides(Die::Defence, saving), target.saves);
        if target.staggered && rules.stagger_rerolls {
            let more = self.chart.look_up(
                good,
                arm.dice + 1,
                sides(Die::Defence, saving),
                target.saves,
            );
            let lift = 0.8;
            chances.success += lift * (more.success - chances.success);
            chances.draw += lift * (more.draw - chances.draw);
            chances.critical += lift * (more.critical - chances.critical);
        }
        let more = match rules.grievous {
            _ if !has(Keyword::Grievous) => 0.0,
            Grievous::Always if !one_only || lethal_with_one => 1.0,
            Grievous::Always => 0.5,
            Grievous::OnCriticalHit => chances.critical / chances.success.max(1e-6),
        };
        let kill = if arm.damage >= target.left {
            chances.success
        } else if arm.damage + 1 == target.left {
            chances.success * more
        } else {
            0.0
        };
        Blow {
            chances,
            damage: f32::from(arm.damage) + more,
            kill,
        }
    }
}

/// A fighter on the battlefield as it is now.
pub(crate) fn body(sight: Sight<'_>, id: FighterId, now: &Fighter) -> Body {
    let rules = sight.rules();
    let entrant = sight.table.entrant(id);
    let wounds = stats::stat(sight, id, Stat::Wounds);
    let guard = now.has(Token::Guard);
    let mut saving = FaceSet::of(&[
        Face::Crit,
        gloryhex_engine::cards::defence_symbol(sight, id),
    ]);
    if guard {
        saving = saving.union(FaceSet::of(&[Face::Shield, Face::Dodge]));
    }
    if field::in_cover(sight, id) {
        saving = saving.union(FaceSet::of(&[Face::Sup2]));
    }
    let charged = now.has(Token::Charge);
    let moved = now.has(Token::Move);
    let spent = now.did(Deed::Spent);
    let fresh = !(spent || charged && rules.charge_token != ChargeToken::UnlessAllCharged);
    let bounty = match rules.bounty {
        Bounty::One => 1,
        Bounty::ByWounds(many) => 1 + u8::from(wounds >= many),
        Bounty::Printed if now.has(Token::Raise) => 0,
        Bounty::Printed => stats::stat(sight, id, Stat::Bounty),
    };
    let none = Arm {
        ix: WeaponIx::NONE,
        range: 0,
        dice: 0,
        symbol: Face::Crit,
        spell: false,
        damage: 0,
        keywords: Keywords::EMPTY,
    };
    let mut body = Body {
        id,
        seat: entrant.seat,
        hex: now.hex,
        wounds,
        left: wounds.saturating_sub(now.damage).max(1),
        steps: stats::stat(sight, id, Stat::Move),
        saves: stats::stat(sight, id, Stat::Defence),
        saving,
        bounty,
        staggered: now.has(Token::Stagger),
        guard,
        leader: entrant.def.traits.has(Trait::Leader),
        beast: entrant.def.traits.has(Trait::Beast),
        fresh,
        may_charge: fresh && !charged && !moved,
        strength: 0.0,
        worth: 0.0,
        reach: 0,
        arms: [none; ARMS],
        n_arms: 0,
    };
    if rules.move_token == MoveToken::Charge && moved {
        body.may_charge = false;
    }
    stats::each_weapon(sight, id, |ix| {
        if usize::from(body.n_arms) == ARMS || terms::refusal(sight, id, ix, false).is_err() {
            return;
        }
        if let Some(weapon) = stats::weapon(sight, id, ix, None) {
            body.arms[usize::from(body.n_arms)] = Arm {
                ix,
                range: weapon.range,
                dice: weapon.dice,
                symbol: weapon.symbol,
                spell: weapon.spell,
                damage: weapon.damage,
                keywords: weapon.keywords,
            };
            body.n_arms += 1;
        }
    });
    body.strength = body.arms().iter().map(fierce).fold(0.0, f32::max);
    body.reach = body.arms().iter().map(|arm| arm.range).max().unwrap_or(0);
    body
}

/// A weapon's damage on average against a plain defence.
fn fierce(arm: &Arm) -> f32 {
    let miss = match arm.symbol {
        Face::Hammer | Face::Focus => 0.5,
        Face::Swords => 4.0 / 6.0,
        Face::Channel => 2.0 / 6.0,
        _ => 5.0f32 / 6.0,
    };
    let hits = 1.0 - (0..arm.dice).fold(1.0, |all, _| all * miss);
    hits * f32::from(arm.damage) * (1.0 + 0.08 * f32::from(arm.range.saturating_sub(1)))
}

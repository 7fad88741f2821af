import { describe, expect, it } from 'vitest';
import type { FighterCard, Weapon } from '../protocol';
import { figureOf } from './shapes';
import { glance, kindOf, traitsOf, weaponKinds } from './traits';

const weapon = (name: string, more: Partial<Weapon> = {}): Weapon => ({ ix: 0, name, range: 1, dice: 2, symbol: 'hammer', damage: 2, keywords: [], spell: false, upgrade: null, ...more });
const card = (name: string, weapons: Weapon[], more: { traits?: string[]; wounds?: number; wizard?: number } = {}): FighterCard => {
  const side = { movement: 3, defence: 1, defence_symbol: 'shield', wounds: more.wounds ?? 3, bounty: 1, wizard: more.wizard ?? 0, weapons };
  return { id: 0, seat: 0, name, slug: name, traits: more.traits ?? [], labels: [], sides: [side, side], text: [], house: false, notes: [] };
};

describe('what a weapon is', () => {
  it('is read from its name', () => {
    const names = ['Great Axe', 'Stormcaller Bow', 'Hooked Halberd', 'Incantor’s Staff', 'Krude Net', 'Beak', 'Briar Whip', 'Warp Drill', 'Fuse Knife', 'Nighthaunt Club'];
    expect(names.map((n) => kindOf(weapon(n)))).toEqual(['axe', 'bow', 'halberd', 'staff', 'net', 'claw', 'whip', 'drill', 'dagger', 'club']);
  });
  it('or else from its figures', () => {
    expect(kindOf(weapon('Wrath', { range: 4 }))).toBe('bow');
    expect(kindOf(weapon('Wrath', { range: 2 }))).toBe('spear');
    expect(kindOf(weapon('Wrath', { damage: 3 }))).toBe('hammer');
    expect(kindOf(weapon('Wrath', { spell: true }))).toBe('staff');
  });
});

describe('a warband', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => card(`Raider ${i}`, [weapon('Axe')], { wounds: 2 }));
  it('has no two fighters that look alike, however many there are of a kind', () => {
    for (const alliance of ['order', 'chaos', 'death', 'destruction', '', 'something new']) {
      for (const n of [3, 7, 9]) {
        const looks = traitsOf(many(n), alliance, `Band of ${n}`);
        expect(new Set(looks.map(glance)).size).toBe(n);
        expect(new Set(looks.map((t) => JSON.stringify(figureOf(t)) + t.notches)).size).toBe(n);
      }
    }
  });
  it('tells a dagger from a sword by notches, as both look alike when they are small', () => {
    const looks = traitsOf(['Knife', 'Blade'].map((name, i) => card(`Raider ${i}`, [weapon(name)], { wounds: 2 })), 'destruction', 'Band');
    expect(looks.map((t) => [t.head, t.right, t.notches])).toEqual([['grot', 'dagger', 0], ['grot', 'sword', 2]]);
  });
  it('looks the same every time', () => {
    expect(traitsOf(many(5), 'chaos', 'Reavers')).toEqual(traitsOf(many(5), 'chaos', 'Reavers'));
  });
  it('shows who leads, who flies, who casts, what is a beast, and who is broad', () => {
    const [chief, bird, sage, giant] = traitsOf([
      card('Chief', [weapon('Sword')], { traits: ['leader'] }),
      card('Hawk', [weapon('Beak')], { traits: ['beast', 'flying'], wounds: 2 }),
      card('Sage', [weapon('Bolt', { spell: true, range: 3 })], { wizard: 2 }),
      card('Giant', [weapon('Great Club', { damage: 3 })], { wounds: 7 }),
    ], 'order', 'Band');
    expect(chief!.leader).toBe(true);
    expect([bird!.wings, bird!.body, bird!.head]).toEqual([true, 'beast', 'bird']);
    expect([sage!.magic, sage!.right]).toEqual([true, 'staff']);
    expect([giant!.build, giant!.great, giant!.right]).toEqual([3, true, 'club']);
  });
});

it('has a drawing for every kind of weapon', () => {
  for (const right of weaponKinds) {
    const parts = figureOf({ head: 'visor', body: 'plain', build: 1, right, left: null, great: false, wings: false, magic: false, leader: false, notches: 0 }).flatMap((g) => g.parts);
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(part.d).toMatch(/^M[-\d. A-Za-z]+$/);
  }
});

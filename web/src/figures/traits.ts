// What a fighter looks like, told from what its card says: weapons, build, wings, magic, rank, and whose side it is on.
// The same card always gives the same figure, and no two fighters of a warband get the same.
import type { FighterCard, Weapon } from '../protocol';

export const weaponKinds = [
  'sword', 'dagger', 'axe', 'hammer', 'club', 'spear', 'trident', 'halberd', 'bow', 'gun', 'staff', 'whip', 'chain', 'net', 'claw', 'drill', 'flame', 'scythe', 'hook', 'lamp',
] as const;
export type WeaponKind = (typeof weaponKinds)[number];

export const heads = [
  'visor', 'plume', 'hair', 'beard', 'hood', 'winged', 'horns', 'mask', 'topknot', 'spikes', 'rat', 'skull', 'shroud', 'veil', 'noose', 'jaw', 'bonehelm', 'grot', 'bird', 'wolf', 'boar',
] as const;
export type Head = (typeof heads)[number];

export type Body = 'plain' | 'plate' | 'spiked' | 'wisps' | 'straps' | 'robe' | 'beast';

export type Traits = {
  head: Head;
  body: Body;
  /** How broad the shoulders are, from 0 to 3. */
  build: 0 | 1 | 2 | 3;
  right: WeaponKind | null;
  left: WeaponKind | 'shield' | null;
  /** The weapon is carried in both hands and larger. */
  great: boolean;
  wings: boolean;
  magic: boolean;
  leader: boolean;
  /** Told from a fighter who looks the same otherwise: so many notches. */
  notches: number;
};

/** Words that weapons are made of, the more telling ones first. */
const words: [RegExp, WeaponKind][] = [
  [/\bnets?\b|web|snare/, 'net'],
  [/drill|auger|gauntlet bore/, 'drill'],
  [/spitter|flame|fire|ember|torch|brazier|breath|acid/, 'flame'],
  [/lamp|lantern|censer|bell/, 'lamp'],
  [/halberd|glaive|poleaxe|bill\b|voulge|partisan/, 'halberd'],
  [/trident|prodda|fork|prong/, 'trident'],
  [/scythe|sickle|reaper/, 'scythe'],
  [/pistol|gun|rifle|musket|jezzail|blunderbuss|cannon|harpoon/, 'gun'],
  [/bow|arrow|sling|dart|javelin|thrown|bolt(?!storm bl)/, 'bow'],
  [/staff|stave|wand|rod|sceptre|scepter|fulmination|gaze|orb|curse|hex\b/, 'staff'],
  [/spear|pike|lance|pole|gaff/, 'spear'],
  [/whip|lash|tentacle|tendril|vine|briar|tail/, 'whip'],
  [/chain|flail|morning ?star|ball/, 'chain'],
  [/snappa|hook|irons|pincer|shears|grab/, 'hook'],
  [/axe|chop|cleaver|choppa/, 'axe'],
  [/hammer|maul|maco/, 'hammer'],
  [/club|mace|cudgel|bludgeon|crusher|stikka|log\b|rock/, 'club'],
  [/knife|knives|dagger|shiv|dirk|stiletto|stabba|fang blade|kris/, 'dagger'],
  [/beak|claw|talon|bite|fang|jaw|teeth|maw|horn|tusk|hoof|paw|fist|peck|gnash|sting/, 'claw'],
  [/sword|blade|sabre|saber|rapier|cutlass|brand|falchion|scimitar|edge|slicer|slasha/, 'sword'],
];

/** What a weapon is, by its name or else by its figures. */
export function kindOf(weapon: Weapon): WeaponKind {
  const name = weapon.name.toLowerCase();
  for (const [pattern, kind] of words) if (pattern.test(name)) return kind;
  if (weapon.spell) return 'staff';
  if (weapon.range >= 3) return 'bow';
  if (weapon.range === 2) return 'spear';
  if (weapon.symbol === 'hammer') return weapon.damage >= 3 ? 'hammer' : 'axe';
  return weapon.damage >= 2 ? 'sword' : 'dagger';
}

/** Every kind that a weapon's name tells of, in the order it is written: "Gore-axe and Blade". */
function kindsIn(weapon: Weapon): WeaponKind[] {
  const parts = weapon.name.split(/ and |&|\//i);
  if (parts.length < 2) return [kindOf(weapon)];
  return parts.map((name) => kindOf({ ...weapon, name }));
}

const pair = /\b(paired|twin|dual|two|both|double)\b|knives|blades\b|axes\b|claws\b|irons\b/i;
const great = /\b(great|grand|giant|huge|massive|heavy|long)|two-hand/i;

/** What an alliance wears: its leaders, its small folk, and everybody else. */
type Dress = { heads: Head[]; body: Body; leader: Head; small?: Head };
const wardrobe: Record<string, Dress> = {
  order: { heads: ['visor', 'hood', 'winged', 'hair'], leader: 'plume', body: 'plate' },
  chaos: { heads: ['spikes', 'topknot', 'mask', 'hood'], leader: 'horns', body: 'spiked' },
  death: { heads: ['noose', 'shroud', 'skull', 'hood', 'hair', 'mask'], leader: 'veil', body: 'wisps' },
  destruction: { heads: ['jaw', 'topknot', 'hood', 'horns'], leader: 'bonehelm', body: 'straps', small: 'grot' },
  '': { heads: ['hair', 'hood', 'visor', 'topknot', 'winged'], leader: 'plume', body: 'plain' },
};
const dressOf = (alliance: string) => wardrobe[alliance.toLowerCase()] ?? wardrobe['']!;

export function hash(text: string): number {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519);
  return (h ^ (h >>> 13)) >>> 0;
}

/** What cannot be mistaken at a glance, in a word: two fighters of a warband with the same word look alike. */
export function glance(t: Traits): string {
  return [t.head, t.right, t.left, t.build > 1, t.great, t.wings, t.leader, t.notches].join();
}

function own(card: FighterCard, alliance: string, warband: string, index: number): Traits {
  const side = card.sides[0];
  const tags = new Set([...card.traits, ...card.labels].map((w) => w.toLowerCase()));
  const dress = dressOf(alliance);
  const named = `${warband} ${card.name} ${side.weapons.map((w) => w.name).join(' ')}`.toLowerCase();
  const small = side.wounds <= 2 || tags.has('minion');
  const flying = tags.has('flying') || /\b(wing|bat|bird|hawk|eagle|raven)/.test(named);
  const carried = side.weapons.filter((w) => !w.spell).flatMap(kindsIn);
  // What is called a beast and yet carries a weapon walks upright.
  const beast = tags.has('beast') && carried.every((kind) => kind === 'claw');
  const wounds = side.wounds;
  const build = (wounds <= 2 ? 0 : wounds === 3 ? 1 : wounds <= 5 ? 2 : 3) as Traits['build'];
  const magic = side.wizard > 0 || tags.has('wizard');

  const first = side.weapons[0];
  const right = beast ? null : (carried[0] ?? (magic ? 'staff' : null));
  const second = carried.find((kind) => kind !== right && kind !== 'claw');
  const twice = first !== undefined && pair.test(first.name);
  const shielded = /shield|buckler|aegis|bulwark/.test(named.replace(warband.toLowerCase(), '')) || (side.defence >= 2 && side.defence_symbol === 'shield');
  const left = beast ? null : shielded ? 'shield' : (second ?? (twice ? right : null));

  let head: Head = dress.heads[(hash(warband) + index) % dress.heads.length]!;
  if (beast) head = flying ? 'bird' : alliance === 'destruction' ? 'boar' : 'wolf';
  else if (/warp|skaven|\bverm|ratt?\b|tunnelpack/.test(named)) head = index % 3 === 2 ? 'hood' : 'rat';
  else if (/beard|duardin|\bold\b|grey|grim/.test(card.name.toLowerCase())) head = 'beard';
  else if (tags.has('leader')) head = dress.leader;
  else if (small && dress.small) head = dress.small;
  else if (magic && index % 2 === 1 && alliance !== 'death') head = 'hood';
  const body: Body = beast ? 'beast' : magic && dress.body === 'plain' ? 'robe' : dress.body;
  return {
    head, body, build, right, left, magic, wings: flying, notches: 0,
    great: !beast && left === null && first !== undefined && (great.test(first.name) || first.damage >= 3),
    leader: tags.has('leader'),
  };
}

/** What a weapon looks like where it is drawn small: a dagger cannot be told from a sword there. */
const small = (held: Traits['left']) => (held === 'dagger' ? 'sword' : held);

/** The looks of all fighters of a warband, no two alike. */
export function traitsOf(cards: FighterCard[], alliance: string, warband: string): Traits[] {
  const taken = new Set<string>();
  const worn = new Map<string, number>();
  return cards.map((card, i) => {
    const looks = own(card, alliance, warband, i);
    const others = dressOf(alliance).heads;
    // Another head first; where all are worn already, notches.
    const changeable = looks.body !== 'beast';
    for (let n = 0; changeable && taken.has(glance(looks)) && n < others.length; n++) looks.head = others[(i + n) % others.length]!;
    // Who bears the same weapon as another is told apart by more than a head: notches count them.
    const like = `${small(looks.right)} ${small(looks.left)} ${looks.head}`;
    const before = worn.get(like) ?? 0;
    worn.set(like, before + 1);
    looks.notches = before === 0 ? 0 : before + 1;
    while (taken.has(glance(looks))) looks.notches++;
    taken.add(glance(looks));
    return looks;
  });
}

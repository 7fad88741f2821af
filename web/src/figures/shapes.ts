// The parts that figures are put together from, drawn around the middle of a token of radius 27. Light falls from the
// upper left. A part is a path and what it is made of.
import type { Body, Head, Traits, WeaponKind } from './traits';

export type Stuff = 'steel' | 'wood' | 'cloth' | 'skin' | 'bone' | 'dark' | 'glow' | 'fire' | 'gold' | 'shade' | 'line' | 'string';
export type Part = { d: string; of: Stuff };
/** Parts with where they stand. */
export type Group = { parts: Part[]; at?: string };

const p = (of: Stuff, d: string): Part => ({ of, d });

const lights = p('glow', 'M-4.9-8.6l3.7 1.2-.6 1.7-3.3-.6ZM4.9-8.6 1.2-7.4l.6 1.7 3.3-.6Z');
const face = p('skin', 'M-7-11Q-7-17 0-17T7-11V-5Q6.6 2.6 0 3.2-6.6 2.6-7-5Z');

const headParts: Record<Head, Part[]> = {
  visor: [p('steel', 'M-8.4-9Q-8.4-19 0-19T8.4-9L7.2 1.4 0 4.4-7.2 1.4Z'), p('shade', 'M0-19Q8.4-19 8.4-9L7.2 1.4 0 4.4Z'), p('dark', 'M-6-9.4H-1.2V-6.6L-5.6-5.8ZM6-9.4H1.2V-6.6L5.6-5.8ZM-.8-4H.8V2H-.8Z')],
  plume: [p('cloth', 'M-2-18C-3-27 6-31 15-26 11-24 10-21 11-15 8-19 4-20 1-17Z'), p('steel', 'M-8-9Q-8-19 0-19T8-9V-3L5.4 3H-5.4L-8-3Z'), p('shade', 'M0-19Q8-19 8-9V-3L5.4 3H0Z'), p('dark', 'M-5.6-9.6H5.6V-6.4H1.4V1H-1.4V-6.4H-5.6Z')],
  winged: [p('bone', 'M-8-12C-14-14-17-20-16-28-11-25-8-21-7-16ZM8-12C14-14 17-20 16-28 11-25 8-21 7-16Z'), face, p('steel', 'M-8.2-8Q-8.2-19 0-19T8.2-8L4.6-10 0-7-4.6-10Z'), p('dark', 'M-4.8-7.4h2.8v2H-4.8ZM2-7.4h2.8v2H2Z')],
  hair: [p('dark', 'M-9-9Q-10-20 0-20T9-9L10 5 5 3V-8H-5V3L-10 5Z'), p('skin', 'M-6.4-10Q-3-12-1-15 2-12 6.4-11V-4.6Q6 2.6 0 3.2-6 2.6-6.4-4.6Z'), p('dark', 'M-4.4-8h2.6v2H-4.4ZM1.8-8h2.6v2H1.8Z')],
  beard: [face, p('dark', 'M-4.6-9.4h3v2.2h-3ZM1.6-9.4h3v2.2H1.6Z'), p('wood', 'M-7.4-7 Q-4-3.6 0-4.4 4-3.6 7.4-7L7 3Q4 10 0 12-4 10-7 3Z'), p('dark', 'M-2.4-2.4H2.4V-1H-2.4Z')],
  hood: [p('cloth', 'M-10 4C-12-8-8-20 0-22 8-20 12-8 10 4Q6 1 0 1T-10 4Z'), p('dark', 'M-6-1C-7-9-4.6-14 0-15 4.6-14 7-9 6-1Q3 2 0 2T-6-1Z'), p('skin', 'M-4-2.4Q-4.6-8 0-9 4.6-8 4-2.4 2.4.8 0 .8T-4-2.4Z')],
  horns: [p('bone', 'M-7-13C-14-13-18-18-17-27-12-25-12-20-5-18ZM7-13C14-13 18-18 17-27 12-25 12-20 5-18Z'), p('steel', 'M-8-8Q-8-18 0-18T8-8L6.6 2 0 5-6.6 2Z'), p('shade', 'M0-18Q8-18 8-8L6.6 2 0 5Z'), p('dark', 'M-6-9 -1.4-6.4V-4.6L-5.6-6ZM6-9 1.4-6.4V-4.6L5.6-6ZM-3-1H-1.6V3ZM3-1H1.6V3Z')],
  mask: [p('cloth', 'M-9-7Q-10-19 0-20 10-19 9-7L7 3H-7Z'), p('bone', 'M-6.4-13H6.4L5.4-1 0 4-5.4-1Z'), p('dark', 'M-5-10.4-1-8.6V-6.4L-4.6-7.6ZM5-10.4 1-8.6V-6.4L4.6-7.6ZM-2-3.4H2L0-.6Z')],
  topknot: [p('dark', 'M-2-17C-7-23-3-29 4-29 1-26 3-22 3-17Z'), face, p('dark', 'M-7-12Q-5-18 0-18T7-12Q0-15-7-12ZM-5-8.6h3v2.2h-3ZM2-8.6h3v2.2H2ZM-3-2H3V-.4H-3Z')],
  spikes: [p('steel', 'M-9-11-11-21-5-17 0-27 5-17 11-21 9-11Z'), p('steel', 'M-8.4-12H8.4L7-1 0 4.4-7-1Z'), p('shade', 'M0-12H8.4L7-1 0 4.4Z'), p('dark', 'M-6-8.6H6V-5.6H1.4L0 1-1.4-5.6H-6Z')],
  rat: [p('skin', 'M-8-12C-14-14-16-20-12-24-7-23-5-19-5-15ZM8-12C14-14 16-20 12-24 7-23 5-19 5-15Z'), p('wood', 'M-8-10Q-7-17 0-17T8-10C8-4 4-1 2.4 6.6 1.4 8.4-1.4 8.4-2.4 6.6-4-1-8-4-8-10Z'), p('dark', 'M-5.6-9.6-1.8-8v2.2l-3.4-1ZM5.6-9.6 1.8-8v2.2l3.4-1ZM-1.8 4.6H1.8L0 7.4Z'), p('bone', 'M-1.6 7.6H1.6L1 11H-1Z')],
  skull: [p('bone', 'M-8-9Q-8-18 0-18T8-9Q8-4 5-2.6V3.6H-5V-2.6Q-8-4-8-9Z'), p('dark', 'M-5.8-10h4.2v4.4h-4.2ZM1.6-10h4.2v4.4H1.6ZM-1.2-4.4H1.2L0-2ZM-2.8.4h1.2V3.6H-2.8ZM1.6.4h1.2V3.6H1.6ZM-.6.4H.6V3.6H-.6Z')],
  shroud: [p('cloth', 'M-10 6C-13-8-9-21 0-23 9-21 13-8 10 6Q6 2 0 3T-10 6Z'), p('dark', 'M-6.6 1C-8-9-5-15 0-16 5-15 8-9 6.6 1Q3 4 0 4T-6.6 1Z'), lights],
  veil: [p('gold', 'M-9-14-12-25-6-20-3-28 0-21 3-28 6-20 12-25 9-14Z'), p('bone', 'M-7-14H7V-4Q5 3 0 4T-7-4Z'), p('dark', 'M-5.4-10-1.4-8.6V-6L-5-7.4ZM5.4-10 1.4-8.6V-6L5-7.4ZM-2.4-1.6H2.4L0 .8Z'), p('cloth', 'M-8-15C-13-5-13 4-14 12-10 10-8 6-7-2ZM8-15C13-5 13 4 14 12 10 10 8 6 7-2Z')],
  noose: [p('cloth', 'M-9-4Q-11-19 0-20T9-4L5-8H-5Z'), p('bone', 'M-6.6-12H6.6V-4Q5 2.6 0 3.4T-6.6-4Z'), p('dark', 'M-5-9.4h3.6v3.6H-5ZM1.4-9.4H5v3.6H1.4ZM-3-2H3V0H-3Z'), p('wood', 'M-8 3Q0 8 8 3V6.4Q0 11.4-8 6.4ZM5 6 11 16 8 17.4 3 7.6Z')],
  jaw: [p('skin', 'M-8-10C-15-12-18-10-20-15-14-18-9-17-7-14ZM8-10C15-12 18-10 20-15 14-18 9-17 7-14Z'), p('skin', 'M-8-10Q-7-17 0-17T8-10L10-2Q9 6 0 7-9 6-10-2Z'), p('dark', 'M-6-9.6-1.6-7.8V-5.6L-5.4-6.8ZM6-9.6 1.6-7.8V-5.6L5.4-6.8ZM-6.4-.6H6.4V1.6H-6.4Z'), p('bone', 'M-6.4 1.6-5-5-3 1.6ZM6.4 1.6 5-5 3 1.6Z')],
  bonehelm: [p('bone', 'M-10-7Q-11-20 0-20T10-7L6-8 4.4-5 0-8-4.4-5-6-8Z'), p('bone', 'M-7-17-13-25-3-20ZM7-17 13-25 3-20Z'), p('skin', 'M-8-8-4.4-5 0-8 4.4-5 8-8 9-1Q8 6 0 7-8 6-9-1Z'), p('dark', 'M-6-14h4v4h-4ZM2-14h4v4H2ZM-5.6 0H5.6V2H-5.6Z'), p('bone', 'M-5.6 2-4.4-3.4-2.6 2ZM5.6 2 4.4-3.4 2.6 2Z')],
  grot: [p('skin', 'M-6-10C-14-16-20-14-24-19-21-8-14-4-7-5ZM6-10C14-16 20-14 24-19 21-8 14-4 7-5Z'), p('skin', 'M-7-8Q-7-16 0-16T7-8Q7 0 0 4-7 0-7-8Z'), p('skin', 'M-1.8-7H1.8L3 3 0 5.4-2 3Z'), p('dark', 'M-6-9.4-2-8v2l-3.4-.8ZM6-9.4 2-8v2l3.4-.8Z')],
  bird: [p('bone', 'M-10 8C-12-6-9-17 2-18 9-17 11-12 10-6L9 8Z'), p('gold', 'M8-14C16-13 20-8 20 0 16-4 12-4 8-4Z'), p('dark', 'M2.4-12.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8Z'), p('shade', 'M-6 8C-3 0 4-3 10-4L9 8Z')],
  wolf: [p('wood', 'M-11 10C-14-4-10-14-7-24L-1-17C6-17 10-13 21-9L20-2C14 1 8 2 5 4L6 12Z'), p('dark', 'M3-12.6 8-10.4 4-9ZM18-8.6 21-9 20.6-5.6Z'), p('bone', 'M11-.6 13 3 15-1.6ZM7 1 8.6 4.6 10.4.4Z'), p('shade', 'M-11 10C-8 2-2-2 5 4L6 12Z')],
  boar: [p('wood', 'M-12 10C-14-4-11-12-6-20L0-16C8-16 12-12 20-8V3C14 6 8 5 4 5L5 12Z'), p('dark', 'M4-11 8.6-9 5-7.6ZM16.6-4.6h2v3h-2Z'), p('bone', 'M12 2C16 1 18-4 17-9 21-5 21 3 15 6Z'), p('dark', 'M-8-18-12-12-14-4-16-10Z')],
};

const bodyParts: Record<Body, (w: number) => Part[]> = {
  plain: (w) => [p('cloth', `M${-w} 20V10Q${-w} 4 ${5 - w} 3L-4 1H4L${w - 5} 3Q${w} 4 ${w} 10V20Q0 25 ${-w} 20Z`), p('shade', `M0 1H4L${w - 5} 3Q${w} 4 ${w} 10V20Q6 23 0 23Z`)],
  robe: (w) => [p('cloth', `M${-w} 22 ${-w + 4} 6Q-6 2 0 2T${w - 4} 6L${w} 22Q0 25 ${-w} 22Z`), p('gold', 'M-2 3H2V23H-2Z'), p('shade', `M2 2Q6 2 ${w - 4} 6L${w} 22Q6 23 2 23Z`)],
  plate: (w) => [p('steel', `M${4 - w} 20V7L-4 1H4L${w - 4} 7V20Q0 24 ${4 - w} 20Z`), p('cloth', 'M-6 3H6L7 22Q0 24-7 22Z'), p('steel', `M${-w - 1} 13Q${-w - 2} 3 ${6 - w} 2.6 ${11 - w} 4 ${10 - w} 13ZM${w + 1} 13Q${w + 2} 3 ${w - 6} 2.6 ${w - 11} 4 ${w - 10} 13Z`), p('shade', `M${w + 1} 13Q${w + 2} 3 ${w - 6} 2.6 ${w - 11} 4 ${w - 10} 13Z`)],
  spiked: (w) => [p('cloth', `M${3 - w} 21V8L-4 2H4L${w - 3} 8V21Q0 24 ${3 - w} 21Z`), p('steel', `M${-w - 2} 12 ${-w - 5}-1 ${3 - w} 4 ${6 - w}-4 ${10 - w} 6 ${11 - w} 12ZM${w + 2} 12 ${w + 5}-1 ${w - 3} 4 ${w - 6}-4 ${w - 10} 6 ${w - 11} 12Z`), p('shade', `M${w + 2} 12 ${w + 5}-1 ${w - 3} 4 ${w - 6}-4 ${w - 10} 6 ${w - 11} 12Z`)],
  wisps: (w) => [p('cloth', `M${-w} 19C${-w - 1} 8 ${-w + 4} 4-4 2H4C${w - 4} 4 ${w + 1} 8 ${w} 19L${w - 5} 15 ${w - 8} 24 4 17 0 26-4 17 ${8 - w} 24 ${5 - w} 15Z`), p('shade', `M0 2H4C${w - 4} 4 ${w + 1} 8 ${w} 19L${w - 5} 15 ${w - 8} 24 4 17 0 26Z`)],
  straps: (w) => [p('skin', `M${-w - 1} 20V11Q${-w - 1} 3 ${4 - w} 3L-5 4H5L${w - 4} 3Q${w + 1} 3 ${w + 1} 11V20Q0 25 ${-w - 1} 20Z`), p('wood', `M${2 - w} 5 ${6 - w} 3.4 ${w - 2} 19 ${w - 6} 21Z`), p('bone', `M${-w - 3} 12 ${-w - 3} 2 ${5 - w} 3 ${7 - w} 11Z`), p('shade', `M0 4H5L${w - 4} 3Q${w + 1} 3 ${w + 1} 11V20Q6 23 0 23Z`)],
  beast: (w) => [p('wood', `M${-w} 20Q${-w} 8-6 5H6Q${w} 8 ${w} 20 0 24 ${-w} 20Z`), p('shade', `M0 5H6Q${w} 8 ${w} 20 6 23 0 23Z`)],
};

const haft = (from: number, to: number) => p('wood', `M-1.7 ${from}V${to}H1.7V${from}Z`);
/** Held at the origin, upright. */
const weaponParts: Record<WeaponKind, Part[]> = {
  sword: [p('steel', 'M-2.8-3-2.4-25 0-30 2.4-25 2.8-3Z'), p('shade', 'M0-30 2.4-25 2.8-3H0Z'), p('gold', 'M-7-4.6H7V-1.4H-7Z'), p('wood', 'M-1.8-1.4H1.8V6H-1.8Z')],
  dagger: [p('steel', 'M-2.8-3-2.2-13 0-18 2.2-13 2.8-3Z'), p('gold', 'M-5-4.4H5V-1.6H-5Z'), p('wood', 'M-1.8-1.6H1.8V5H-1.8Z')],
  axe: [haft(10, -24), p('steel', 'M-1-25C7-29 13-23 13-13 9-16 4-15-1-13Z'), p('shade', 'M6-26C11-24 13-19 13-13 9-16 8-15.6 6-15Z')],
  hammer: [haft(10, -22), p('steel', 'M-9-29H8L11-26V-20L8-17H-9Z'), p('shade', 'M-9-22H11V-20L8-17H-9Z')],
  club: [p('wood', 'M-1.8 9-5-20Q-4-28 0-28T5-20L1.8 9Z'), p('steel', 'M-7-22-4-20-4.4-17-8-17ZM7-24 4-22 4.4-19 8-19ZM-1.6-25H1.6V-22H-1.6Z')],
  spear: [haft(20, -22), p('steel', 'M0-34 4.6-23 0-19-4.6-23Z'), p('shade', 'M0-34 4.6-23 0-19Z')],
  trident: [haft(20, -18), p('steel', 'M-9-31-6-17H6L9-31 4.6-22H2L0-33-2-22H-4.6Z')],
  halberd: [haft(20, -22), p('steel', 'M0-34 3-25-3-25ZM0-25C8-27 13-22 12-14 8-17 4-17 0-15ZM0-22-8-24-8-17 0-18Z')],
  bow: [p('string', 'M-2-25V20'), p('wood', 'M-3-27C14-20 14 15-3 22L-2 19C9 12 9-17-2-24Z'), p('wood', 'M-9-3.4H10V-1.6H-9Z'), p('steel', 'M9-6.4 17-2.5 9 1.4Z')],
  gun: [p('wood', 'M-7 8-4-4H2L-1 8Z'), p('steel', 'M-7-11H18V-4.6H-7Z'), p('dark', 'M15-9.6h3v3.6h-3Z')],
  staff: [haft(20, -17), p('gold', 'M-6-17C-10-25-4-30 0-30L-3-25H3L0-30C4-30 10-25 6-17L0-15Z'), p('glow', 'M0-27.4 3.4-22.6 0-17.8-3.4-22.6Z')],
  whip: [p('wood', 'M-1.8 8V-3H1.8V8Z'), p('line', 'M0-3C-2-14 12-12 11-20 10-27-3-24-1-30')],
  chain: [haft(10, -8), p('line', 'M0-8C1-16 6-18 10-16'), p('steel', 'M10-22 12-18 16-17 13-14 14-9 10-12 6-9 7-14 4-17 8-18Z')],
  net: [p('string', 'M-8-26 10-8M-3-29 13-13M-10-20 5-5M10-27-8-9M4-30-11-15M14-21 0-7'), p('line', 'M-10-26C0-34 16-26 14-14 10-4-6-4-11-14-12-20-12-23-10-26Z')],
  claw: [p('bone', 'M-5 2C-9-8-7-14-3-19-3-12-2-6 0 0ZM0 0C-2-10 0-17 5-22 4-14 4-8 4-1ZM4 0C4-8 8-14 13-17 11-10 10-4 8 2Z')],
  drill: [p('steel', 'M-6-8H6L0-31Z'), p('dark', 'M-5-12 4.6-15V-13L-5-10ZM-3.6-18 3-20.4V-18.6L-3.6-16Z'), p('wood', 'M-6-8H6V4H-6Z')],
  flame: [p('steel', 'M-3 8V-8H3V8ZM-5-10H5V-6H-5Z'), p('fire', 'M0-32C2-25 8-23 8-16A8 7 0 0 1-8-16C-8-20-5-22-4-25-2-23-1-27 0-32Z')],
  scythe: [haft(20, -26), p('steel', 'M-2-28C9-30 17-23 18-12 12-20 6-22-2-22Z')],
  hook: [haft(14, -14), p('steel', 'M-2-13C-9-20-6-30 4-30L1-26C-3-25-3-20 2-16ZM2-13C9-17 11-22 9-28L6-24C7-21 5-19 2-17Z')],
  lamp: [haft(16, -24), p('line', 'M0-24H9V-20'), p('gold', 'M5-20H13L15-16V-8L12-5H6L3-8V-16Z'), p('glow', 'M6-16H12V-9H6Z')],
};
const shield: Part[] = [p('steel', 'M0-13C4-10.6 8-9.6 11-9.6 11.6 0 8 8 0 13-8 8-11.6 0-11-9.6-8-9.6-4-10.6 0-13Z'), p('cloth', 'M0-9C3-7.4 5.6-6.8 8-6.6 8 0 5.6 5.4 0 9-5.6 5.4-8 0-8-6.6-5.6-6.8-3-7.4 0-9Z')];
const wing = 'M-5 6C-16 4-26-6-27-22-23-18-20-17-18-17-19-20-19-23-18-26-13-19-6-12-3-4Z';
const wings: Part[] = [p('bone', wing), p('shade', wing)];

const hand = p('skin', 'M-3.4 1.6a3.4 3.4 0 1 1 6.8 0 3.4 3.4 0 0 1-6.8 0Z');
const widths = [11, 13, 15.5, 18];

/** A figure as groups of parts, those behind first. */
export function figureOf(t: Traits): Group[] {
  const w = widths[t.build]!;
  const scale = t.build === 0 ? 0.9 : t.build === 3 ? 1.06 : 1;
  const groups: Group[] = [];
  if (t.wings) groups.push({ parts: [wings[0]!] }, { parts: wings, at: 'scale(-1 1)' });
  const size = t.great ? 1.16 : 1;
  const reach = w + (t.body === 'wisps' ? 0 : 1.5);
  const lean: Partial<Record<WeaponKind, number>> = { bow: 6, gun: -8, net: 4, claw: 6, whip: 10 };
  const right = t.right && { parts: [...weaponParts[t.right], hand], at: `translate(${t.right === 'gun' ? reach - 8 : reach - 1} ${t.right === 'gun' ? 15 : 9}) rotate(${lean[t.right] ?? 10}) scale(${(size * scale).toFixed(2)})` };
  const tall = t.right && ['spear', 'halberd', 'trident', 'staff', 'scythe', 'lamp'].includes(t.right);
  if (right && tall) groups.push(right);
  groups.push({ parts: bodyParts[t.body](w), at: scale === 1 ? undefined : `translate(0 ${(20 * (1 - scale)).toFixed(1)}) scale(${scale})` });
  groups.push({ parts: headParts[t.head], at: scale === 1 ? undefined : `translate(0 ${(16 * (1 - scale)).toFixed(1)}) scale(${scale})` });
  if (t.left === 'shield') groups.push({ parts: shield, at: `translate(${2 - w} 10) scale(.92)` });
  else if (t.left) groups.push({ parts: [...weaponParts[t.left], hand], at: `translate(${1 - reach} ${t.left === 'gun' ? 14 : 9}) rotate(-12) scale(${(-0.94 * scale).toFixed(2)} ${(0.94 * scale).toFixed(2)})` });
  if (right && !tall) groups.push(right);
  if (t.magic && t.right !== 'staff') groups.push({ parts: [p('glow', 'M0-5 1.6-1.6 5 0 1.6 1.6 0 5-1.6 1.6-5 0-1.6-1.6Z')], at: `translate(${-w - 1} -3)` });
  return groups;
}

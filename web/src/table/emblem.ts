// How a fighter's token is told from the others: the warband's emblem and the fighter's initials.
import { emblemNames, type IconName } from '../icons/drawings';

function hash(text: string): number {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
  return h >>> 0;
}

export function emblemOf(warband: string): IconName {
  return emblemNames[hash(warband) % emblemNames.length]!;
}

/** Emblems of all warbands at a table, no two alike. */
export function emblemsOf(warbands: string[]): IconName[] {
  const used = new Set<IconName>();
  return warbands.map((warband) => {
    let i = hash(warband) % emblemNames.length;
    while (used.has(emblemNames[i]!)) i = (i + 1) % emblemNames.length;
    used.add(emblemNames[i]!);
    return emblemNames[i]!;
  });
}

const small = new Set(['the', 'of', 'da', 'de', 'and']);

/** Two letters for each name, unlike those of the other fighters where that is possible. */
export function initialsOf(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const words = name.replace(/['’]/g, '').split(/[^\p{L}]+/u).filter((w) => w && !small.has(w.toLowerCase()));
    const first = words[0] ?? '?';
    const tries = [
      words.length > 1 ? first[0]! + words[1]![0]! : first.slice(0, 2),
      ...[...first].slice(1).map((c) => first[0]! + c),
      ...(words[1] ? [...words[1]].map((c) => first[0]! + c) : []),
    ];
    const found = tries.find((two) => !taken.has(two.toLowerCase())) ?? tries[0]!;
    taken.add(found.toLowerCase());
    return found[0]!.toUpperCase() + found.slice(1).toLowerCase();
  });
}

/** The name in short: without its title. */
export function shortName(name: string): string {
  return name.split(/,| the | of /)[0]!.trim();
}

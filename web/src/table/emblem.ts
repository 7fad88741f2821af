// What a warband bears on its tokens, and names in short.
import { hash } from '../figures/traits';
import { emblemNames, type IconName } from '../icons/drawings';

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

/** The name in short: without its title. */
export function shortName(name: string): string {
  return name.split(/,| the | of /)[0]!.trim();
}

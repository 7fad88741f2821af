// A warband's field: how the ground of its tokens is divided, as on a shield. Within a circle of radius 21.
import { hash } from './traits';

const fields = [
  'M0-21A21 21 0 0 1 0 21Z',
  'M-21 0A21 21 0 0 1 21 0Z',
  'M-14.8-14.8A21 21 0 0 1 14.8 14.8Z',
  'M14.8-14.8A21 21 0 0 1-14.8 14.8Z',
  'M-21 0A21 21 0 0 1 0-21V0ZM21 0A21 21 0 0 1 0 21V0Z',
  'M-20 6 0-12 20 6V13L0-5-20 13Z',
  'M-20-6 0 12 20-6V-13L0 5-20-13Z',
  'M-7-19.8V19.8A21 21 0 0 0 7 19.8V-19.8A21 21 0 0 0-7-19.8Z',
  'M-19.8-7H19.8A21 21 0 0 1 19.8 7H-19.8A21 21 0 0 1-19.8-7Z',
  'M-17.5-11.6-11.6-17.5 17.5 11.6 11.6 17.5Z',
  'M11.6-17.5 17.5-11.6-11.6 17.5-17.5 11.6Z',
  'M0-21 8-19.4 0 0-8-19.4ZM19.4-8 21 0 0 0ZM19.4 8 8 19.4 0 0ZM-8 19.4-19.4 8 0 0ZM-21 0-19.4-8 0 0Z',
];
/** The field of each warband at a table, no two alike. */
export function fieldsOf(warbands: string[]): string[] {
  const used = new Set<number>();
  return warbands.map((warband) => {
    let i = hash(`field ${warband}`) % fields.length;
    while (used.has(i)) i = (i + 1) % fields.length;
    used.add(i);
    return fields[i]!;
  });
}

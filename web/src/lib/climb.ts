// The picture of a climb: for each player a line through the steps of a ladder, by rung.
import type { ClimbStep } from '../protocol';

export type ClimbLine = { name: string; /** Step and rung, 1 the highest; broken where somebody was not on the ladder. */ parts: [number, number][][]; from: number; to: number };

/** The lines of those who stood highest at the end, and of whoever is named, over the last steps. */
export function climb(steps: ClimbStep[], own: string | null, most = 8, last = 60): ClimbLine[] {
  const shown = steps.slice(-last);
  const end = shown.at(-1)?.order ?? [];
  const names = end.filter((name, n) => n < most || name === own);
  return names.map((name) => {
    const parts: [number, number][][] = [];
    let open = false;
    shown.forEach((step, n) => {
      const rung = step.order.indexOf(name) + 1;
      if (rung > 0 && !open) parts.push([]);
      if (rung > 0) parts.at(-1)!.push([n, rung]);
      open = rung > 0;
    });
    return { name, parts, from: parts[0]?.[0]?.[1] ?? 0, to: parts.at(-1)?.at(-1)?.[1] ?? 0 };
  });
}

// Moves a group to where it belongs; a change of place is shown as a slide, along its way if there is one, unless motion is unwanted.
import type { Point } from './geometry';
import { calm } from '../lib/motion';

type Place = Point & { turn: number; /** Where it passes, ends excluded. */ way?: Point[] };

/** Where a group is at which share of its slide: as far along as it has come. */
export function stops(points: Point[]): { point: Point; offset: number }[] {
  const far = [0];
  points.slice(1).forEach((p, i) => far.push(far[i]! + Math.hypot(p.x - points[i]!.x, p.y - points[i]!.y)));
  const whole = far[far.length - 1]! || 1;
  return points.map((point, i) => ({ point, offset: far[i]! / whole }));
}

export function slide(node: SVGGElement, at: Place) {
  let here = at;
  const put = (p: Point) => (node.style.transform = `translate(${p.x.toFixed(1)}px, ${p.y.toFixed(1)}px)`);
  put(at);
  return {
    update(next: Place) {
      if (next.x === here.x && next.y === here.y) return;
      const from = here;
      here = next;
      put(next);
      if (calm() || from.turn !== next.turn) return;
      const points = [from, ...(next.way ?? []), next];
      const far = points.slice(1).reduce((sum, p, i) => sum + Math.hypot(p.x - points[i]!.x, p.y - points[i]!.y), 0);
      node.animate(
        stops(points).map(({ point, offset }) => ({ transform: `translate(${point.x}px, ${point.y}px)`, offset })),
        { duration: Math.min(620, 160 + far * 0.9), easing: 'cubic-bezier(.3,.1,.2,1)' },
      );
    },
  };
}

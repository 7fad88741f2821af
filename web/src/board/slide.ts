// Moves a group to where it belongs; a change of place is shown as a slide unless motion is unwanted.
import type { Point } from './geometry';
import { calm } from '../lib/motion';

export function slide(node: SVGGElement, at: Point & { turn: number }) {
  let here = at;
  const put = (p: Point) => (node.style.transform = `translate(${p.x.toFixed(1)}px, ${p.y.toFixed(1)}px)`);
  put(at);
  return {
    update(next: Point & { turn: number }) {
      if (next.x === here.x && next.y === here.y) return;
      const from = here;
      here = next;
      put(next);
      if (calm() || from.turn !== next.turn) return;
      const far = Math.hypot(next.x - from.x, next.y - from.y);
      node.animate(
        [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: `translate(${next.x}px, ${next.y}px)` }],
        { duration: Math.min(480, 160 + far * 0.9), easing: 'cubic-bezier(.3,.1,.2,1)' },
      );
    },
  };
}

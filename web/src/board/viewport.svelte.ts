// Pan and zoom of the board: a window onto it, moved by pointer, wheel, pinch and buttons.
import { FINGER, R, type Box } from './geometry';
import { calm } from '../lib/motion';

export class Viewport {
  whole = $state.raw<Box>({ x: 0, y: 0, w: 100, h: 100 });
  zoom = $state(1);
  mid = $state.raw<{ x: number; y: number } | null>(null);
  box = $derived.by<Box>(() => {
    const w = this.whole.w / this.zoom;
    const h = this.whole.h / this.zoom;
    const mid = this.mid ?? { x: this.whole.x + this.whole.w / 2, y: this.whole.y + this.whole.h / 2 };
    return { x: mid.x - w / 2, y: mid.y - h / 2, w, h };
  });
  /** Whether the last press was a drag and no click. */
  dragged = false;
  /** Somebody chose what is seen; it stays until the next question. */
  held = false;

  #svg: SVGSVGElement | undefined;
  #pointers = new Map<number, { x: number; y: number }>();
  #start = { x: 0, y: 0 };

  get text(): string {
    const b = this.box;
    return `${b.x} ${b.y} ${b.w} ${b.h}`;
  }

  fit(whole: Box) {
    this.whole = whole;
    this.zoom = 1;
    this.mid = null;
  }

  by(factor: number, at?: { x: number; y: number }) {
    const next = Math.min(5, Math.max(1, this.zoom * factor));
    const real = next / this.zoom;
    const b = this.box;
    const mid = { x: b.x + b.w / 2, y: b.y + b.h / 2 };
    const p = at ?? mid;
    this.zoom = next;
    this.mid = next === 1 ? null : { x: p.x + (mid.x - p.x) / real, y: p.y + (mid.y - p.y) / real };
  }

  hold(): this {
    this.held = true;
    this.#stop();
    return this;
  }

  /** Shows this part with hexes at least as wide as a finger, around a point if all of it does not fit; all of the board if that has such hexes. */
  near(part: Box | null, point: { x: number; y: number } | undefined, width: number, height: number) {
    const fits = (box: Box) => Math.min(width / box.w, height / box.h);
    const least = FINGER / (Math.sqrt(3) * R);
    const all = fits(this.whole);
    if (!part || all >= least) return this.#glide(1, null);
    const scale = Math.max(least, Math.min(fits(part), least * 1.5));
    const zoom = Math.max(1, scale / all);
    const wanted = fits(part) < least && point ? point : { x: part.x + part.w / 2, y: part.y + part.h / 2 };
    // What lies outside the board is not worth showing.
    const clamp = (at: number, from: number, long: number, seen: number) => (seen >= long ? from + long / 2 : Math.min(from + long - seen / 2, Math.max(from + seen / 2, at)));
    const mid = { x: clamp(wanted.x, this.whole.x, this.whole.w, width / scale), y: clamp(wanted.y, this.whole.y, this.whole.h, height / scale) };
    this.#glide(zoom, mid);
  }

  /** Moves what is seen so that a point lies in it. */
  bring(at: { x: number; y: number }, margin: number) {
    const b = this.box;
    if (this.zoom === 1 || (at.x - margin >= b.x && at.x + margin <= b.x + b.w && at.y - margin >= b.y && at.y + margin <= b.y + b.h)) return;
    this.hold();
    this.mid = at;
  }

  #frame = 0;
  #stop() {
    cancelAnimationFrame(this.#frame);
  }
  #glide(zoom: number, mid: { x: number; y: number } | null) {
    this.#stop();
    const from = { zoom: this.zoom, mid: this.mid ?? { x: this.whole.x + this.whole.w / 2, y: this.whole.y + this.whole.h / 2 } };
    const to = mid ?? { x: this.whole.x + this.whole.w / 2, y: this.whole.y + this.whole.h / 2 };
    const there = Math.abs(from.zoom - zoom) < 0.01 && Math.hypot(from.mid.x - to.x, from.mid.y - to.y) < 2;
    if (there) return;
    const arrive = () => {
      this.zoom = zoom;
      this.mid = mid;
    };
    if (calm()) return arrive();
    const start = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - start) / 240);
      if (share === 1) return arrive();
      const eased = 1 - (1 - share) ** 3;
      this.zoom = from.zoom + (zoom - from.zoom) * eased;
      this.mid = { x: from.mid.x + (to.x - from.mid.x) * eased, y: from.mid.y + (to.y - from.mid.y) * eased };
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  pan(dx: number, dy: number) {
    if (this.zoom === 1) return;
    const b = this.box;
    const w = this.whole;
    this.mid = {
      x: Math.min(w.x + w.w, Math.max(w.x, b.x + b.w / 2 - dx)),
      y: Math.min(w.y + w.h, Math.max(w.y, b.y + b.h / 2 - dy)),
    };
  }

  /** A point of the screen on the board. */
  at(clientX: number, clientY: number): { x: number; y: number } {
    const matrix = this.#svg?.getScreenCTM()?.inverse();
    if (!matrix) return { x: 0, y: 0 };
    const p = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x: p.x, y: p.y };
  }

  /** Listens to an SVG; for `use:`. */
  attach = (svg: SVGSVGElement) => {
    this.#svg = svg;
    const down = (e: PointerEvent) => {
      if (this.#pointers.size === 0) {
        this.dragged = false;
        this.#start = { x: e.clientX, y: e.clientY };
      }
      this.#pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    };
    const move = (e: PointerEvent) => {
      const before = this.#pointers.get(e.pointerId);
      if (!before) return;
      const scale = this.box.w / (svg.clientWidth || 1);
      if (this.#pointers.size === 2) {
        const other = [...this.#pointers].find(([id]) => id !== e.pointerId)![1];
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const now = Math.hypot(e.clientX - other.x, e.clientY - other.y);
        if (was > 0) this.hold().by(now / was, this.at((e.clientX + other.x) / 2, (e.clientY + other.y) / 2));
        this.dragged = true;
      } else if (this.dragged || Math.hypot(e.clientX - this.#start.x, e.clientY - this.#start.y) > 7) {
        this.dragged = true;
        this.hold().pan((e.clientX - before.x) * scale, (e.clientY - before.y) * scale);
      }
      this.#pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    };
    const up = (e: PointerEvent) => {
      this.#pointers.delete(e.pointerId);
    };
    const wheel = (e: WheelEvent) => {
      if (!e.ctrlKey && Math.abs(e.deltaY) < Math.abs(e.deltaX)) return;
      e.preventDefault();
      this.hold().by(Math.exp(-e.deltaY / 500), this.at(e.clientX, e.clientY));
    };
    svg.addEventListener('pointerdown', down);
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    svg.addEventListener('wheel', wheel, { passive: false });
    return {
      destroy: () => {
        removeEventListener('pointermove', move);
        removeEventListener('pointerup', up);
        removeEventListener('pointercancel', up);
      },
    };
  };
}

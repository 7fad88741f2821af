// One note at a time about what the pointer, the focus or a long press rests on. Anything with `data-tip` has one.
export type Tip = { title?: string; lines: string[] };

const PRESS = 450;

class Tips {
  shown = $state.raw<{ tip: Tip; place: DOMRect } | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows a note beside a place, after a while if so wished. */
  show(tip: Tip, place: DOMRect, wait = 0) {
    clearTimeout(this.#timer);
    const now = () => (this.shown = { tip, place });
    if (wait > 0) {
      this.shown = null;
      this.#timer = setTimeout(now, wait);
    } else now();
  }
  hide() {
    clearTimeout(this.#timer);
    this.shown = null;
  }

  /** Calls `held` when a finger rests; what a finger does afterwards is no click. */
  press(event: PointerEvent, held: () => void) {
    if (event.pointerType === 'mouse') return;
    const { clientX: x, clientY: y } = event;
    const timer = setTimeout(() => {
      held();
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, true), 700);
    }, PRESS);
    const swallow = (e: Event) => {
      e.stopPropagation();
      e.preventDefault();
    };
    const end = () => {
      clearTimeout(timer);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
    const move = (e: PointerEvent) => {
      if (Math.hypot(e.clientX - x, e.clientY - y) > 9) end();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  /** Listens to the whole page. Returns how to stop. */
  listen(): () => void {
    const of = (e: Event) => (e.target instanceof Element ? e.target.closest<HTMLElement>('[data-tip]') : null);
    const tell = (el: HTMLElement, wait = 0) => this.show({ lines: (el.dataset.tip ?? '').split('\n') }, el.getBoundingClientRect(), wait);
    const over = (e: PointerEvent) => {
      const el = of(e);
      if (el && e.pointerType === 'mouse') tell(el, 250);
    };
    const out = (e: PointerEvent) => {
      if (of(e) && e.pointerType === 'mouse') this.hide();
    };
    const focus = (e: FocusEvent) => {
      const el = of(e);
      if (el && el === e.target && el.matches(':focus-visible')) tell(el);
    };
    const blur = (e: FocusEvent) => {
      if (of(e)) this.hide();
    };
    const down = (e: PointerEvent) => {
      this.hide();
      const el = of(e);
      if (el) this.press(e, () => tell(el));
    };
    const key = (e: KeyboardEvent) => {
      if (e.key === 'Escape') this.hide();
    };
    const menu = (e: Event) => {
      if (of(e) && matchMedia('(pointer: coarse)').matches) e.preventDefault();
    };
    const hide = () => this.hide();
    const list: [string, (e: never) => void][] = [['pointerover', over], ['pointerout', out], ['focusin', focus], ['focusout', blur], ['pointerdown', down], ['keydown', key], ['contextmenu', menu]];
    for (const [name, run] of list) document.addEventListener(name, run as EventListener);
    addEventListener('scroll', hide, true);
    return () => {
      for (const [name, run] of list) document.removeEventListener(name, run as EventListener);
      removeEventListener('scroll', hide, true);
    };
  }
}

export const tips = new Tips();

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the reader wants little motion, by the system's setting or by ours. */
export function calm(): boolean {
  return document.documentElement.dataset.motion === 'less' || still.matches;
}

/** Runs what can wait once the next picture is on the screen. Returns how to call it off. */
export function later(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Nothing is painted in a tab that nobody sees.
  if (document.hidden) {
    timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

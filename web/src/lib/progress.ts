// Which lessons were finished in this browser.
const key = 'gloryhex.lessons';

export function doneLessons(): Set<string> {
  try {
    return new Set((localStorage.getItem(key) ?? '').split(' ').filter(Boolean));
  } catch {
    return new Set();
  }
}

export function finishLesson(id: string) {
  try {
    localStorage.setItem(key, [...doneLessons().add(id)].join(' '));
  } catch {
    // Without storage nothing is remembered.
  }
}

// What this browser remembers of its user's taste.
class Prefs {
  theme = $state<'light' | 'dark' | null>(read('theme') as 'light' | 'dark' | null);
  lessMotion = $state(read('motion') === 'less');
  /** Silent unless somebody asks for sounds. */
  sound = $state(read('sound') === 'on');
  /** Whether to be told of one's turn while one looks elsewhere, which the browser has to allow as well. */
  notify = $state(read('notify') === 'on');
  name = $state(read('name') ?? '');
  /** Questions whose first-time note was read; all of them, if none is wanted. */
  noted = $state.raw<string[]>((read('notes') ?? '').split(' ').filter(Boolean));
  #system = $state(typeof matchMedia === 'undefined' || matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (e) => (this.#system = e.matches));
    this.apply();
  }
  get dark(): boolean {
    return this.theme === null ? this.#system : this.theme === 'dark';
  }
  setTheme(theme: 'light' | 'dark') {
    this.theme = theme;
    write('theme', theme);
    this.apply();
  }
  setLessMotion(less: boolean) {
    this.lessMotion = less;
    write('motion', less ? 'less' : '');
    this.apply();
  }
  setSound(on: boolean) {
    this.sound = on;
    write('sound', on ? 'on' : '');
  }
  setNotify(on: boolean) {
    this.notify = on;
    write('notify', on ? 'on' : '');
  }
  setName(name: string) {
    this.name = name;
    write('name', name);
  }
  knows(question: string): boolean {
    return this.noted.includes('all') || this.noted.includes(question);
  }
  setNoted(noted: string[]) {
    this.noted = noted;
    write('notes', noted.join(' '));
  }
  apply() {
    const root = document.documentElement;
    if (this.theme) root.dataset.theme = this.theme;
    else delete root.dataset.theme;
    if (this.lessMotion) root.dataset.motion = 'less';
    else delete root.dataset.motion;
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(`gloryhex.${key}`);
  } catch {
    return null;
  }
}
function write(key: string, value: string) {
  try {
    localStorage.setItem(`gloryhex.${key}`, value);
  } catch {
    // Private windows may forbid it; the choice then lasts as long as the page.
  }
}

export const prefs = new Prefs();

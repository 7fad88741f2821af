// What this browser remembers of its user's taste.
class Prefs {
  theme = $state<'light' | 'dark' | null>(read('theme') as 'light' | 'dark' | null);
  lessMotion = $state(read('motion') === 'less');
  name = $state(read('name') ?? '');
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
  setName(name: string) {
    this.name = name;
    write('name', name);
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

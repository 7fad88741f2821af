import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';
import type { Content, LogLine, RuleEntry, ServerMessage } from '../protocol';
import { coach } from './en-lessons';
import { retold, retoldContent, retoldRules, type Names, type Told } from './told';

const root = join(import.meta.dirname, '..');
const files = (readdirSync(root, { recursive: true }) as string[]).map((name) => join(root, name));
const components = files.filter((name) => name.endsWith('.svelte'));
/** Types and tests say nothing. */
const modules = files.filter((name) => name.endsWith('.ts') && !/\/(texts|protocol)\/|\.test\.ts$/.test(name));

type Node = { type: string; data?: string; name?: string; value?: unknown; [key: string]: unknown };
const spoken = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt', 'label']);

/** Words in the markup of a component that no catalogue knows. */
function words(source: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown, inAttribute: string | null) => {
    if (Array.isArray(value)) return value.forEach((v) => walk(v, inAttribute));
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const text = node.type === 'Text' ? String(node.data) : node.type === 'Literal' && typeof node.value === 'string' && inAttribute !== null ? node.value : '';
    if (/\p{L}{2}/u.test(text) && (inAttribute === null || spoken.has(inAttribute))) found.push(text.trim());
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') walk(child, /Attribute|Directive/.test(node.type) ? (node.name ?? '') : inAttribute);
  };
  walk(parse(source, { modern: true }).fragment, null);
  return found;
}
/** Sentences in code: a word with a capital, and more words after it. */
function sentences(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '').replace(/<style[\s\S]*?<\/style>/g, '');
  return [...code.matchAll(/(['"`])(\p{Lu}\p{Ll}+ \p{Ll}[^'"`]*)\1/gu)].map((m) => m[2]!);
}

describe('every text is in the catalogue', () => {
  it('finds what is not', () => {
    expect(words('<p title="Go on">{x}</p>')).toEqual(['Go on']);
    expect(words('<p>Your turn</p>')).toEqual(['Your turn']);
    expect(words('<p aria-label={x ? "Your turn" : y} class="wide tall">{t.bar.title} · 3</p>')).toEqual(['Your turn']);
    expect(sentences("say('Pick a hex'); // 'Not this one'")).toEqual(['Pick a hex']);
  });
  it.each(components.map((name) => relative(root, name)))('%s', (name) => {
    const source = readFileSync(join(root, name), 'utf8');
    expect(words(source)).toEqual([]);
    expect(sentences(source)).toEqual([]);
  });
  it.each(modules.map((name) => relative(root, name)))('%s', (name) => {
    expect(sentences(readFileSync(join(root, name), 'utf8'))).toEqual([]);
  });
});

describe('the coach', () => {
  it('has something to say about every kind of decision', () => {
    const code = readFileSync(join(root, '../../crates/notation/src/decision.rs'), 'utf8');
    const body = /pub fn kind\([\s\S]*?(?=\/\/\/ What a card asks for)/.exec(code)![0];
    const kinds = [...new Set([...body.matchAll(/"([a-z-]+)"/g)].map((m) => m[1]!))];
    expect(kinds.length).toBeGreaterThan(20);
    expect(kinds.filter((kind) => !coach[kind])).toEqual([]);
    expect(Object.keys(coach).filter((kind) => !kinds.includes(kind))).toEqual([]);
  });
});

describe('another language', () => {
  const names: Names = { fighterName: (id) => ['Ilse', 'Grubb'][id]!, seatName: (seat) => `Platz ${seat + 1}`, hexName: (id) => `Feld ${id}` };
  const german: Told = {
    questions: { activation: (d, view, n) => `${n.seatName(d.seat)} ist am Zug, Runde ${view.tracker.round}.` },
    lines: { moved: ({ about }, n) => `${n.fighterName(about.fighter!)} geht nach ${n.hexName(about.hex!)}.` },
    choices: { pass: () => 'Passen' },
    tracker: ({ round, turn }) => `Runde ${round}, Zug ${turn}`,
    rules: { 'x.move': { title: 'Bewegung', text: 'Einmal je Runde.' } },
    cards: { 'Quick Step': { name: 'Schneller Schritt', text: ['Schiebe einen Freund.'] } },
  };
  const update = {
    type: 'update',
    view: { tracker: { round: 2, turn: 3, text: 'Round 2' }, decision: { seat: 1, kind: 'activation', text: 'Your turn' }, ending: null },
    log: [{ kind: 'moved', text: 'Grubb moves', about: { fighter: 1, hex: 7 } }, { kind: 'passed', text: 'Nobody acts.', about: {} }],
    choices: { list: [{ verb: 'pass', label: 'Pass' }, { verb: 'draw', label: 'Draw' }] },
  } as unknown as ServerMessage & { type: 'update' };

  it('says anew what the server says, as far as it can', () => {
    const said = retold(german, update, names) as typeof update;
    expect(said.view.decision?.text).toBe('Platz 2 ist am Zug, Runde 2.');
    expect(said.view.tracker.text).toBe('Runde 2, Zug 3');
    expect(said.log.map((line: LogLine) => line.text)).toEqual(['Grubb geht nach Feld 7.', 'Nobody acts.']);
    expect(said.choices?.list.map((c) => c.label)).toEqual(['Passen', 'Draw']);
    const refused = { type: 'refused', refusal: { rule: 'x.move', title: 'One move', text: 'No.', remedy: 'wait' } } as unknown as ServerMessage;
    expect(retold(german, refused, names)).toMatchObject({ refusal: { title: 'Bewegung', text: 'Einmal je Runde.', remedy: '' } });
  });
  it('says cards and rules anew', () => {
    expect(retoldRules(german, [{ id: 'x.move', title: 'Move', text: '' } as RuleEntry])[0]!.title).toBe('Bewegung');
    const content = retoldContent({ ...german, faces: { hammer: 'Hammer (de)' } }, { cards: [{ id: 1, name: 'Quick Step', text: [] }], faces: [['hammer', 'Smash'], ['dodge', 'Dodge']] } as unknown as Content);
    expect(content.cards[0]).toMatchObject({ id: 1, name: 'Schneller Schritt' });
    expect(content.faces).toEqual([['hammer', 'Hammer (de)'], ['dodge', 'Dodge']]);
  });
  it('leaves everything as it came when it has nothing to say', () => {
    expect(retold({}, update, names)).toBe(update);
  });
});

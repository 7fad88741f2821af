import { describe, expect, it } from 'vitest';
import type { ClientMessage, Content, ServerMessage } from '../protocol';
import picture from './picker.fixture.json';
import { optionsFor, questionFor } from './options';
import { Picker, slugOf } from './picker.svelte';
import { Session } from './session.svelte';

async function table() {
  const sent: ClientMessage[] = [];
  const session = new Session((listener) => {
    queueMicrotask(() => {
      listener.link('live');
      listener.message(picture.welcome as unknown as ServerMessage);
    });
    return { close: () => undefined, send: (m) => void sent.push(m) };
  }, () => Promise.resolve(picture.content as unknown as Content));
  await new Promise((done) => setTimeout(done, 0));
  return { session, picker: new Picker(session), sent };
}
const hexOf = (session: Session, name: string) => session.board.hexes.find((h) => h.name === name)!.id;

describe('from clicks to choices', () => {
  it('takes a fighter, then a hex that only a move can mean', async () => {
    const { session, picker, sent } = await table();
    picker.clickHex(hexOf(session, 'f7'));
    expect(picker.picked.fighter).toBe(2);
    picker.say('move');
    picker.clickHex(hexOf(session, 'f8'));
    expect(sent).toEqual([{ type: 'choose', at: 1, choice: 'move ilse f8', seat: null }]);
  });
  it('asks which way when a hex could mean a move or a charge', async () => {
    const { session, picker, sent } = await table();
    picker.clickFighter(2);
    const both = [...picker.reach].find(([, verbs]) => verbs.has('move') && verbs.has('charge'))![0];
    picker.clickHex(both);
    expect(sent).toEqual([]);
    expect(optionsFor(session, picker).map((o) => o.choice?.verb).sort()).toEqual(['charge', 'move']);
  });
  it('never makes a choice just because a fighter was picked', async () => {
    const { session, picker, sent } = await table();
    picker.clickFighter(1);
    expect(sent).toEqual([]);
    expect(optionsFor(session, picker).some((o) => o.choice?.id === 'guard old')).toBe(true);
  });
  it('greys what a fighter cannot do and knows how to ask why', async () => {
    const { session, picker } = await table();
    picker.clickFighter(1);
    const grey = optionsFor(session, picker).filter((o) => o.whyNot);
    expect(grey.map((o) => o.label)).toContain('Move');
    expect(grey[0]!.whyNot).toMatch(/^\w+ old/);
  });
  it('asks why not when a hex out of reach is pressed', async () => {
    const { session, picker, sent } = await table();
    picker.clickFighter(0);
    picker.clickHex(hexOf(session, 'a1'));
    expect(sent).toEqual([{ type: 'why-not', choice: 'move sera a1' }]);
  });
  it('takes a card, then the fighter it is for', async () => {
    const { session, picker, sent } = await table();
    picker.clickCard({ seat: 0, slot: 1, card: 1 });
    expect([...picker.reach.keys()]).toHaveLength(3);
    picker.clickHex(session.fighter(1)!.hex!);
    expect(sent[0]).toMatchObject({ choice: 'upgrade "Whetted Edge" old' });
  });
  it('plays a card only when told to', async () => {
    const { session, picker, sent } = await table();
    picker.clickCard({ seat: 0, slot: 0, card: 0 });
    expect(sent).toEqual([]);
    expect(optionsFor(session, picker)[0]!.choice?.id).toBe('play "Quick Step"');
  });
  it('goes back one click at a time', async () => {
    const { session, picker } = await table();
    picker.clickFighter(0);
    picker.say('attack');
    expect(questionFor(session, picker)).toContain('Attack');
    picker.back();
    expect(picker.picked.verb).toBeUndefined();
    picker.back();
    expect(picker.picked).toEqual({});
  });
});

it('writes names as the notation does', () => {
  expect(slugOf("Da Kunnin' Krew")).toBe('da-kunnin-krew');
});

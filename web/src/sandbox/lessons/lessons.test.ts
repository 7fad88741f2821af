import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../protocol';
import { t } from '../../texts';
import { rehearse, Stage } from '../rehearsal';
import { lessons } from '.';

const pause = () => new Promise((done) => setTimeout(done, 25));

describe.each(lessons.map((l) => [l.id, l] as const))('lesson %s', (id, lesson) => {
  const texts = t.lessons[id].steps as [string, string][];

  it('has words for every step', () => {
    expect(texts.length).toBe(lesson.steps.length);
  });

  it('offers something at every step and comes to an end', async () => {
    const stage = new Stage(lesson.opening());
    let scene = 0;
    let last: Extract<ServerMessage, { type: 'update' | 'welcome' }> | undefined;
    const channel = rehearse(stage, (s, i) => lesson.steps[i]?.(s, texts[i]?.[1] ?? '') ?? null, (i) => (scene = i))({
      message: (m) => {
        if (m.type === 'update' || m.type === 'welcome') last = m;
      },
      link: () => undefined,
      lastSeen: () => null,
    });
    await pause();
    for (let n = 0; scene >= 0 && n < 30; n++) {
      const list = last?.choices?.list ?? [];
      expect(list.length, `step ${scene + 1}`).toBeGreaterThan(0);
      const pick = list.find((c) => c.label === 'Ilse') ?? list[0]!;
      channel.send({ type: 'choose', at: last!.view.at, choice: pick.id, seat: null });
      await pause();
    }
    expect(scene).toBe(-1);
  });
});

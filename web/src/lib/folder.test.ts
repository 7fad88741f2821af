import { expect, it } from 'vitest';
import { folderOf } from './folder';

it('tells the folder of a site from every page in it', () => {
  for (const folder of ['/', '/play/', '/a/b/', '/games/', '/~ada/gloryhex/']) {
    for (const page of ['', 'index.html', 'learn', 'learn/power', 'game/k3x', 'replay/k3x', 'puzzles/embergard/07', 'puzzles/embergard/make', 'rules/harrowdeep', 'decks/', 'nowhere']) {
      expect(folderOf(folder + page), folder + page).toBe(folder);
    }
  }
});

// Decks kept in this browser.
export type KeptDeck = { id: string; edition: string; warband: string; format: string; name: string; cards: string[] };

class DeckStore {
  decks = $state.raw<KeptDeck[]>(read());

  of(edition: string): KeptDeck[] {
    return this.decks.filter((d) => d.edition === edition);
  }
  keep(deck: KeptDeck) {
    this.decks = [...this.decks.filter((d) => d.id !== deck.id), deck];
    this.#write();
  }
  forget(id: string) {
    this.decks = this.decks.filter((d) => d.id !== id);
    this.#write();
  }
  /** The deck that is being built for an edition, as it was left. */
  draft(edition: string): KeptDeck | null {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(`gloryhex.draft.${edition}`) ?? 'null');
      const deck = found as KeptDeck | null;
      return typeof deck?.id === 'string' && Array.isArray(deck.cards) ? deck : null;
    } catch {
      return null;
    }
  }
  keepDraft(deck: KeptDeck) {
    try {
      localStorage.setItem(`gloryhex.draft.${deck.edition}`, JSON.stringify(deck));
    } catch {
      // It lasts as long as the page.
    }
  }
  /** Whether a deck is kept just as it is. */
  isKept(deck: KeptDeck): boolean {
    const kept = this.decks.find((d) => d.id === deck.id);
    return kept !== undefined && kept.name === deck.name && kept.warband === deck.warband && kept.format === deck.format && kept.cards.join('\n') === deck.cards.join('\n');
  }
  #write() {
    try {
      localStorage.setItem('gloryhex.decks', JSON.stringify(this.decks));
    } catch {
      // The decks last as long as the page.
    }
  }
}

function read(): KeptDeck[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem('gloryhex.decks') ?? '[]');
    return Array.isArray(found) ? (found as KeptDeck[]).filter((d) => typeof d?.id === 'string' && Array.isArray(d.cards)) : [];
  } catch {
    return [];
  }
}

export const deckStore = new DeckStore();

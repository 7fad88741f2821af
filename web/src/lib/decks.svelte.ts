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

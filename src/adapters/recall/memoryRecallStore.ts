import type { FoundText, RecallText } from '../../core/recall/scan.ts';
import type { RecallStamp, RecallStore } from './recallStore.ts';

/** Stores texts without an index, for machines without SQLite: they can only be scanned. */
export class MemoryRecallStore implements RecallStore {
  readonly #texts = new Map<string, string>();
  #lastId: string | undefined;

  stamp(): RecallStamp {
    return { count: this.#texts.size, lastId: this.#lastId };
  }

  insert(texts: readonly RecallText[]): void {
    for (const { id, text } of texts) {
      if (this.#texts.has(id)) continue;
      this.#texts.set(id, text);
      this.#lastId = id;
    }
  }

  match(): readonly FoundText[] {
    return [];
  }

  texts(): Iterable<RecallText> {
    return Array.from(this.#texts, ([id, text]) => ({ id, text })).reverse();
  }

  clear(): void {
    this.#texts.clear();
    this.#lastId = undefined;
  }

  close(): void {
    this.clear();
  }
}

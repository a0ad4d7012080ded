import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecallHit } from '../../core/ports.ts';
import { parseQuery } from '../../core/recall/query.ts';
import { rankHits } from '../../core/recall/rank.ts';
import { scanTexts, type FoundText, type RecallText } from '../../core/recall/scan.ts';
import type { RecallStamp, RecallStore } from './recallStore.ts';

/** The number of characters that are indexed before searches can run again. Indexing them takes about 20 ms. */
const SLICE_CHARS = 150_000;
/**
 * If a search finds fewer texts than this number, it also looks for indexed texts that contain every chunk
 * (`QueryChunk`) of the query as a substring. If there are still fewer texts, it also looks for texts with any word of
 * the query.
 */
const FEW_HITS = 3;

/** Indexes texts in slices, and answers searches between slices. A search scans the texts that are not indexed yet. */
export class RecallEngine {
  readonly #store: RecallStore;
  readonly #backlog = new Map<string, string>();
  #indexing: Promise<void> | undefined;

  constructor(store: RecallStore) {
    this.#store = store;
  }

  stamp(): RecallStamp {
    return this.#store.stamp();
  }

  /** Adds texts. Resolves when these texts, and all texts that were added before, are in the store. */
  add(texts: readonly RecallText[]): Promise<void> {
    for (const { id, text } of texts) this.#backlog.set(id, text);
    this.#indexing ??= this.#index();
    return this.#indexing;
  }

  search(text: string, limit: number): readonly RecallHit[] {
    const query = parseQuery(text);
    if (query.chunks.length === 0) return [];
    const found: FoundText[] = [...this.#store.match(query, 'all', limit)];
    found.push(...scanTexts(this.#waiting(), query, limit));
    const areFew = (): boolean => new Set(found.map(({ id }) => id)).size < FEW_HITS;
    if (areFew()) found.push(...scanTexts(this.#store.texts(), query, limit));
    if (areFew()) found.push(...this.#store.match(query, 'any', limit));
    return rankHits(found, query, limit);
  }

  /** Removes all texts. */
  clear(): void {
    this.#backlog.clear();
    this.#store.clear();
  }

  async #index(): Promise<void> {
    try {
      while (this.#backlog.size > 0) {
        await nextTurn();
        const slice = this.#nextSlice();
        this.#store.insert(slice);
        for (const { id } of slice) this.#backlog.delete(id);
      }
    } finally {
      this.#indexing = undefined;
    }
  }

  #nextSlice(): readonly RecallText[] {
    const slice: RecallText[] = [];
    let chars = 0;
    for (const text of this.#waiting()) {
      slice.push(text);
      chars += text.text.length;
      if (chars >= SLICE_CHARS) break;
    }
    return slice;
  }

  *#waiting(): Iterable<RecallText> {
    for (const [id, text] of this.#backlog) yield { id, text };
  }
}

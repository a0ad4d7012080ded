import type { FoundText, RecallText } from '../../core/recall/scan.ts';
import type { RecallQuery } from '../../core/recall/query.ts';
import type { MessageId } from '../../core/log/entry.ts';

/** Identifies the state of a store, to compare it with its log. */
export interface RecallStamp {
  readonly count: number;
  readonly lastId: MessageId | undefined;
}

/** Stores texts for recall, each once. */
export interface RecallStore {
  stamp(): RecallStamp;
  /** Adds texts; skips those whose id is already stored. */
  insert(texts: readonly RecallText[]): void;
  /** Returns the best texts by their words; empty without a word index. */
  match(query: RecallQuery, mode: 'all' | 'any', limit: number): readonly FoundText[];
  /** Returns every text, the newest first. */
  texts(): Iterable<RecallText>;
  clear(): void;
  close(): void;
}

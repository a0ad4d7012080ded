import type { FoundText, RecallText } from '../../core/recall/scan.ts';
import type { RecallQuery } from '../../core/recall/query.ts';
import type { MessageId } from '../../core/log/entry.ts';

/** The stamp of a store, by which it is matched with its log. */
export interface RecallStamp {
  readonly count: number;
  readonly lastId: MessageId | undefined;
}

/** Stores the texts of recall, each once. */
export interface RecallStore {
  stamp(): RecallStamp;
  /** Adds texts; those whose id is there already are passed over. */
  insert(texts: readonly RecallText[]): void;
  /** Returns the best texts by their words; empty where there is no index of words. */
  match(query: RecallQuery, mode: 'all' | 'any', limit: number): readonly FoundText[];
  /** Returns every text, the newest first. */
  texts(): Iterable<RecallText>;
  clear(): void;
  close(): void;
}

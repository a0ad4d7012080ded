import type { FoundText, RecallText } from '../../core/recall/scan.ts';
import type { RecallQuery } from '../../core/recall/query.ts';
import type { MessageId } from '../../core/log/entry.ts';

/** The number of texts and the id of the newest text. They show whether a store is up to date with its log. */
export interface RecallStamp {
  readonly count: number;
  readonly lastId: MessageId | undefined;
}

/** Stores texts for recall, one for each id. */
export interface RecallStore {
  stamp(): RecallStamp;
  /** Adds texts. Skips a text if its id is already stored. */
  insert(texts: readonly RecallText[]): void;
  /** Returns the best texts that contain all or any words of the query. Returns no texts if the store has no index. */
  match(query: RecallQuery, mode: 'all' | 'any', limit: number): readonly FoundText[];
  /** Returns every text, the newest first. */
  texts(): Iterable<RecallText>;
  clear(): void;
  close(): void;
}

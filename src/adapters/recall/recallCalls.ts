import type { RecallHit } from '../../core/ports.ts';
import type { RecallText } from '../../core/recall/scan.ts';
import type { OpenedRecallStore } from './openRecallStore.ts';
import type { RecallStamp } from './recallStore.ts';

/** The recall worker's initial data. */
export interface RecallWorkerData {
  /** The index file, or `:memory:`. */
  readonly path: string;
}

export type RecallRequest =
  | { readonly type: 'open' }
  | { readonly type: 'add'; readonly texts: readonly RecallText[] }
  | { readonly type: 'search'; readonly query: string; readonly limit: number }
  | { readonly type: 'clear' }
  | { readonly type: 'close' };

/** The state of an index when it was opened. */
export interface RecallReport extends RecallStamp, Pick<OpenedRecallStore, 'engine' | 'problems'> {}

export type RecallReply =
  | { readonly type: 'opened'; readonly report: RecallReport }
  | { readonly type: 'found'; readonly hits: readonly RecallHit[] }
  | { readonly type: 'done' };

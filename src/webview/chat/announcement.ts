import type { ChatRow } from '../../shared/chatView.ts';
import { labelOfRow } from './rows/labelOfRow.ts';

/**
 * What a screen reader is told when rows changed: answers that are finished, errors and compactions as they come, and
 * what becomes of those; not every token, nor what was told before.
 */
export function announcementOf(before: readonly ChatRow[], after: readonly ChatRow[]): string | undefined {
  const start = after.findIndex((row, index) => row !== before[index]);
  if (start < 0) return undefined;
  const known = new Map(before.slice(start).map((row) => [row.id, row]));
  const news = after.slice(start).filter((row) => isNews(row, known.get(row.id)));
  return news.map(labelOfRow).join('. ') || undefined;
}

/** Of an answer that was told, what its label says of the context is no news: a compaction changes many at once. */
function isNews(row: ChatRow, known: ChatRow | undefined): boolean {
  if (row.type === 'assistant') return !row.isStreaming && (known?.type !== 'assistant' || known.isStreaming);
  if (row.type !== 'error' && row.type !== 'compaction' && row.type !== 'approval') return false;
  return known === undefined || labelOfRow(known) !== labelOfRow(row);
}

import type { ChatDelta, ChatRow } from '../../shared/chatView.ts';
import { labelOfRow } from './rows/labelOfRow.ts';

/** What a screen reader is told about a change: finished answers, errors and compactions; not every token. */
export function announcementOf(delta: ChatDelta): string | undefined {
  if (delta.type === 'rowsAppended') return delta.rows.filter(isNews).map(labelOfRow).join('. ') || undefined;
  return delta.type === 'rowReplaced' && isNews(delta.row) ? labelOfRow(delta.row) : undefined;
}

function isNews(row: ChatRow): boolean {
  return (row.type === 'assistant' && !row.isStreaming) || row.type === 'error' || row.type === 'compaction';
}

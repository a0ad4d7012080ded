import type { ChatDelta } from '../../shared/chatView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import type { Edit } from './kept.ts';

/** What a row that scrolls out of the page must still know when it comes back. */
export interface RowMemory {
  readonly isOpen?: boolean;
  readonly original?: OriginalText;
  /** The text of an earlier message while it is being edited. */
  readonly edit?: string;
}

/** How rows were left, a session each; begins with the edits that were kept. */
export class RowMemories {
  readonly #sessions = new Map<string, Map<string, RowMemory>>();

  constructor(edits: readonly Edit[] = []) {
    for (const { session, row, text } of edits) this.of(session).set(row, { edit: text });
  }

  /** A session's, its texts to be read anew: a snapshot in the midst of a session comes when one was forgotten. */
  of(session: string): Map<string, RowMemory> {
    const left = [...(this.#sessions.get(session) ?? [])].map(
      ([id, { isOpen, edit }]): [string, RowMemory] => [
        id,
        { ...(isOpen && { isOpen }), ...(edit !== undefined && { edit }) },
      ],
    );
    const rows = new Map(left);
    this.#sessions.set(session, rows);
    return rows;
  }

  /** What is to outlive the page. */
  get edits(): readonly Edit[] {
    return [...this.#sessions].flatMap(([session, rows]) =>
      [...rows].flatMap(([row, { edit: text }]) => (text === undefined ? [] : [{ session, row, text }])),
    );
  }
}

/** A row that takes another's place is as that one was left. */
export function moveMemories(rows: Map<string, RowMemory>, deltas: readonly ChatDelta[]): void {
  for (const delta of deltas) {
    if (delta.type !== 'rowsReplaced') continue;
    for (const { id, row } of delta.rows) {
      const memory = rows.get(id);
      if (id === row.id || memory === undefined) continue;
      rows.delete(id);
      rows.set(row.id, memory);
    }
  }
}

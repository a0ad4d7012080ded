import type { ChatDelta, ChatRow } from '../../shared/chatView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import type { Edit } from './kept.ts';

/** State of a row that is kept while it is scrolled out of the page. */
export interface RowMemory {
  readonly isOpen?: boolean;
  readonly original?: OriginalText;
  readonly edit?: Pick<Edit, 'text' | 'of'>;
}

/** The memory of each row of a session, by row id. */
export type Rows = Pick<Map<string, RowMemory>, 'get' | 'set'>;

/** Remembers the state of rows per session. Starts with the kept edits, and passes on changed edits to be kept. */
export class RowMemories {
  readonly #sessions = new Map<string, Map<string, RowMemory>>();
  readonly #keep: (edits: readonly Edit[]) => void;

  constructor(edits: readonly Edit[], keep: (edits: readonly Edit[]) => void) {
    this.#keep = keep;
    for (const { session, row, ...edit } of edits) this.#anew(session).set(row, { edit });
  }

  /**
   * Returns the memory of a session's rows without their texts, which are read again: the host sends another snapshot
   * of the same session when a text was forgotten.
   */
  anew(session: string): Rows {
    const rows = this.#anew(session);
    const set = (id: string, memory: RowMemory): Map<string, RowMemory> => {
      const isEdit = (rows.get(id)?.edit ?? memory.edit) !== undefined;
      rows.set(id, memory);
      if (isEdit) this.#keep(this.#edits());
      return rows;
    };
    return { get: (id) => rows.get(id), set };
  }

  /**
   * Moves the memory of a row to the row that replaces it. Drops the memory of rows that are gone, and edits of
   * messages whose text has changed since, because it was forgotten.
   */
  follow(
    session: string,
    after: readonly ChatRow[],
    { before = [], deltas = [] }: { before?: readonly ChatRow[]; deltas?: readonly ChatDelta[] } = {},
  ): void {
    const memories = this.#sessions.get(session);
    if (memories === undefined || memories.size === 0) return;
    const known = [...memories.keys()];
    moveMemories(memories, deltas);
    const now = new Map(after.map((row) => [row.id, row]));
    const left = new Set(before.flatMap(({ id }) => (now.has(id) ? [] : [id])));
    for (const [id, { edit }] of memories) {
      const row = now.get(id);
      const isAnother = row?.type === 'user' && edit !== undefined && edit.of !== row.text;
      if (left.has(id) || isAnother) memories.delete(id);
    }
    if (known.some((id) => !memories.has(id))) this.#keep(this.#edits());
  }

  #anew(session: string): Map<string, RowMemory> {
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

  #edits(): readonly Edit[] {
    return [...this.#sessions].flatMap(([session, rows]) =>
      [...rows].flatMap(([row, { edit }]) => (edit === undefined ? [] : [{ session, row, ...edit }])),
    );
  }
}

function moveMemories(memories: Map<string, RowMemory>, deltas: readonly ChatDelta[]): void {
  for (const delta of deltas) {
    if (delta.type !== 'list') continue;
    for (const { id, item } of delta.patch.replaced ?? []) {
      const memory = memories.get(id);
      if (id === item.id || memory === undefined) continue;
      memories.delete(id);
      // The kept text belongs to the old row, e.g. to a call that had no result yet.
      const { original: _text, ...left } = memory;
      memories.set(item.id, left);
    }
  }
}

import type { ChatDelta, ChatRow } from '../../shared/chatView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import type { Edit } from './kept.ts';

/** State of a row that must survive while the row is scrolled out of the page. */
export interface RowMemory {
  readonly isOpen?: boolean;
  readonly original?: OriginalText;
  readonly edit?: Pick<Edit, 'text' | 'of'>;
}

/** The memory of each row of a session, by row id. */
export type Rows = Pick<Map<string, RowMemory>, 'get' | 'set'>;

/** Remembers the state of rows per session. Starts with stored edits. When an edit changes, `keep` gets all edits. */
export class RowMemories {
  readonly #sessions = new Map<string, Map<string, RowMemory>>();
  readonly #keep: (edits: readonly Edit[]) => void;

  constructor(edits: readonly Edit[], keep: (edits: readonly Edit[]) => void) {
    this.#keep = keep;
    for (const { session, row, ...edit } of edits) this.#withoutTexts(session).set(row, { edit });
  }

  /**
   * Returns the memory of a session's rows for a new snapshot. Drops the original texts, so that the rows read them
   * again: the host also sends a snapshot after the person has removed a text with “Forget This Text…”.
   */
  rowsOf(session: string): Rows {
    const rows = this.#withoutTexts(session);
    const set = (id: string, memory: RowMemory): Map<string, RowMemory> => {
      const isEdit = (rows.get(id)?.edit ?? memory.edit) !== undefined;
      rows.set(id, memory);
      if (isEdit) this.#keep(this.#edits());
      return rows;
    };
    return { get: (id) => rows.get(id), set };
  }

  /**
   * Moves the memory of a row to the row that replaces it. Drops the memory of rows that are gone. Also drops the
   * memory of a message that is being edited if the text of the message has changed, e.g. by “Forget This Text…”.
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
    const gone = new Set(before.flatMap(({ id }) => (now.has(id) ? [] : [id])));
    for (const [id, { edit }] of memories) {
      const row = now.get(id);
      const isForgotten = row?.type === 'user' && edit !== undefined && edit.of !== row.text;
      if (gone.has(id) || isForgotten) memories.delete(id);
    }
    if (known.some((id) => !memories.has(id))) this.#keep(this.#edits());
  }

  #withoutTexts(session: string): Map<string, RowMemory> {
    const entries = [...(this.#sessions.get(session) ?? [])].map(
      ([id, { isOpen, edit }]): [string, RowMemory] => [
        id,
        { ...(isOpen && { isOpen }), ...(edit !== undefined && { edit }) },
      ],
    );
    const rows = new Map(entries);
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
      // The remembered text belongs to the old row, e.g. to a tool call that had no result yet.
      const { original: _text, ...rest } = memory;
      memories.set(item.id, rest);
    }
  }
}

import type { ChatDelta, ChatRow } from '../../shared/chatView.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import type { Edit } from './kept.ts';

/** State of a row that is kept while it is scrolled out of the page. */
export interface RowMemory {
  readonly isOpen?: boolean;
  readonly original?: OriginalText;
  readonly edit?: Pick<Edit, 'text' | 'of'>;
}

/** What each row of a session remembers, by row id. */
export type Rows = Pick<Map<string, RowMemory>, 'get' | 'set'>;

/** Remembers the state of rows per session; starts from the kept edits and passes changed edits on to be kept. */
export class RowMemories {
  readonly #sessions = new Map<string, Map<string, RowMemory>>();
  readonly #keep: (edits: readonly Edit[]) => void;

  constructor(edits: readonly Edit[], keep: (edits: readonly Edit[]) => void) {
    this.#keep = keep;
    for (const { session, row, ...edit } of edits) this.#anew(session).set(row, { edit });
  }

  /** A session's, its texts to be read anew: a snapshot in the midst of a session comes when one was forgotten. */
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
   * A row that takes another's place is as that one was left. Nothing stays of one that left, and no edit of a text that
   * is another by now: it was forgotten.
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
      // Its text was the old row's, as of a call that has its result by now.
      const { original: _text, ...left } = memory;
      memories.set(item.id, left);
    }
  }
}

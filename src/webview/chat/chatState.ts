import type {
  ChatDelta,
  ChatHeader,
  ChatRow,
  ChatSnapshot,
  ComposerView,
  ReplacedRow,
} from '../../shared/chatView.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';

/** A row as it is shown: one that took another's place is drawn by what drew that one, whose key it has. */
export type ShownRow = ChatRow & { readonly key?: string };

/** What the chat shows now: the last snapshot with every delta since. */
export interface ChatState {
  readonly header: ChatHeader;
  readonly gauge: GaugeView | undefined;
  readonly rows: readonly ShownRow[];
  readonly hasEarlier: boolean;
  readonly composer: ComposerView;
  readonly rowCount: number;
}

export function stateFrom(snapshot: ChatSnapshot): ChatState {
  return { ...snapshot, gauge: snapshot.gauge };
}

/** Earlier rows come before those there are; rows that are there already stay as they are. */
export function prependRows(state: ChatState, rows: readonly ChatRow[], hasEarlier: boolean): ChatState {
  const known = new Set(state.rows.map(({ id }) => id));
  return { ...state, rows: [...rows.filter(({ id }) => !known.has(id)), ...state.rows], hasEarlier };
}

export function applyDelta(state: ChatState, delta: ChatDelta): ChatState {
  switch (delta.type) {
    case 'rowsAppended':
      return { ...state, rows: [...state.rows, ...delta.rows], rowCount: state.rowCount + delta.rows.length };
    case 'rowsReplaced':
      return { ...state, rows: replaceRows(state.rows, delta.rows) };
    case 'rowsCutFrom':
      return cutFrom(state, delta.id);
    case 'rowsRemoved':
      return removeRows(state, new Set(delta.ids));
    case 'textStreamed':
      return { ...state, rows: changeRow(state.rows, delta.id, (row) => withText(row, delta)) };
    case 'headerChanged':
      return { ...state, header: delta.header };
    case 'gaugeChanged':
      return { ...state, gauge: delta.gauge };
    case 'composerChanged':
      return { ...state, composer: delta.composer };
    case 'focusRequested':
      return state;
  }
}

function replaceRows(rows: readonly ShownRow[], replaced: readonly ReplacedRow[]): readonly ShownRow[] {
  const changed = new Map(replaced.map(({ id, row }) => [id, row]));
  return rows.map((old) => {
    const row = changed.get(old.id);
    const key = old.key ?? old.id;
    return row === undefined ? old : row.id === key ? row : { ...row, key };
  });
}

/** What is streamed is at the end nearly always, so the search begins there. */
function changeRow(
  rows: readonly ShownRow[],
  id: string,
  change: (row: ShownRow) => ShownRow,
): readonly ShownRow[] {
  const index = rows.findLastIndex((row) => row.id === id);
  const row = rows[index];
  return row === undefined ? rows : rows.with(index, change(row));
}

function withText(row: ShownRow, delta: { readonly text?: string; readonly reasoning?: string }): ShownRow {
  if (row.type !== 'assistant') return row;
  return {
    ...row,
    markdown: row.markdown + (delta.text ?? ''),
    reasoning: row.reasoning + (delta.reasoning ?? ''),
  };
}

function cutFrom(state: ChatState, id: string): ChatState {
  const index = state.rows.findIndex((row) => row.id === id);
  if (index < 0) return state;
  const cut = state.rows.length - index;
  return { ...state, rows: state.rows.slice(0, index), rowCount: Math.max(0, state.rowCount - cut) };
}

function removeRows(state: ChatState, ids: ReadonlySet<string>): ChatState {
  const rows = state.rows.filter(({ id }) => !ids.has(id));
  return { ...state, rows, rowCount: Math.max(0, state.rowCount - (state.rows.length - rows.length)) };
}

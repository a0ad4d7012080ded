import type { ChatDelta, ChatRow, ChatSnapshot } from '../../shared/chatView.ts';
import { applyDelta as applyStateDelta, type KeyedItem } from '../../shared/stateDelta.ts';

/**
 * A row as it is shown. A row can take the place of a row that has a different id, and a later row can then take its
 * place. `key` is the id of the first row of such a chain, so that the same element draws all rows of the chain.
 */
export type ShownRow = ChatRow & KeyedItem;

/** The last snapshot of the chat with all later deltas applied, and with the earlier rows that were loaded. */
export type ChatState = ChatSnapshot & { readonly rows: readonly ShownRow[] };

/** Puts earlier rows before the present rows. Skips rows that are already present. */
export function prependRows(state: ChatState, rows: readonly ChatRow[], hasEarlier: boolean): ChatState {
  const known = new Set(state.rows.map(({ id }) => id));
  return { ...state, rows: [...rows.filter(({ id }) => !known.has(id)), ...state.rows], hasEarlier };
}

export function applyDelta(state: ChatState, delta: ChatDelta): ChatState {
  if (delta.type === 'focusRequested') return state;
  return delta.type === 'textStreamed' ? withText(state, delta) : applyStateDelta(state, delta);
}

/** Appends streamed text to its row. Searches from the last row up, since the row is nearly always near the end. */
function withText(
  state: ChatState,
  { id, text = '', reasoning = '' }: Extract<ChatDelta, { readonly type: 'textStreamed' }>,
): ChatState {
  const index = state.rows.findLastIndex((row) => row.id === id);
  const row = state.rows[index];
  if (row?.type !== 'assistant') return state;
  const grown = { ...row, markdown: row.markdown + text, reasoning: row.reasoning + reasoning };
  return { ...state, rows: state.rows.with(index, grown) };
}

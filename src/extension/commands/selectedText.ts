import * as v from 'valibot';
import { messageIdOf } from '../chat/chatRows.ts';

const ROW = /^m\d+(:|$)/;

/** The argument that a view's menu passes: the selected text, and the id of the row that contains it. */
const selected = v.object({
  selection: v.pipe(v.string(), v.maxLength(4_000)),
  row: v.optional(v.unknown()),
});

/**
 * Returns the text that is selected in a view and, if it is in a message's row, the message's id as `source`. Returns
 * undefined if `given` is not from a view's menu.
 */
export function selectedText(
  given: unknown,
): { readonly text: string; readonly source?: string } | undefined {
  const parsed = v.safeParse(selected, given);
  if (!parsed.success) return undefined;
  const { selection: text, row } = parsed.output;
  return { text, ...(typeof row === 'string' && ROW.test(row) ? { source: messageIdOf(row) } : {}) };
}

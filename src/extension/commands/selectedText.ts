import * as v from 'valibot';
import { messageIdOf } from '../chat/chatRows.ts';

const ROW = /^m\d+(:|$)/;

/** The arguments of a view's menu: the selected text, and the row that it stands in. */
const selected = v.object({
  selection: v.pipe(v.string(), v.maxLength(4_000)),
  row: v.optional(v.unknown()),
});

/**
 * Returns the selected text of a view, and the id of its message if it is in the row of one. Undefined if no view passes
 * a selection.
 */
export function selectedText(
  given: unknown,
): { readonly text: string; readonly source?: string } | undefined {
  const parsed = v.safeParse(selected, given);
  if (!parsed.success) return undefined;
  const { selection: text, row } = parsed.output;
  return { text, ...(typeof row === 'string' && ROW.test(row) ? { source: messageIdOf(row) } : {}) };
}

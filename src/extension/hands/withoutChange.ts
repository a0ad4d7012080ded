import { applyPatch, structuredPatch } from 'diff';

/** The maximum number of added and removed lines of a change that can be undone while later changes stay. */
const MOST_EDITS = 2_000;
/** The number of unchanged lines around each difference that help to find its place again. */
const CONTEXT_LINES = 2;

/**
 * Returns a text without one earlier change, but with the later changes. Returns undefined if later changes touch the
 * same lines or the context lines around them, if the change is too large, or if any of the bytes are not UTF-8 text.
 */
export function withoutChange(
  change: { readonly before: Uint8Array; readonly after: Uint8Array },
  now: Uint8Array,
): Uint8Array | undefined {
  const [before, after, current] = [change.before, change.after, now].map(textOf);
  if (before === undefined || after === undefined || current === undefined) return undefined;
  const patch = structuredPatch('', '', after, before, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MOST_EDITS,
  });
  const text = patch === undefined ? false : applyPatch(current, patch, { autoConvertLineEndings: false });
  return text === false ? undefined : new TextEncoder().encode(text);
}

/** Returns the text of the bytes. A byte order mark stays in the text, so that the mark is written back. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

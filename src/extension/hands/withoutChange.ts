import { applyPatch, structuredPatch } from 'diff';

/** The most differing lines that are compared; with more, the change can't be undone by itself. */
const MOST_EDITS = 2_000;
/** The unchanged lines around a change by which its place is found. */
const CONTEXT_LINES = 2;

/**
 * A text in which a change was made and others later, without that change. Undefined where the later ones touch the same
 * lines, or where the bytes are no text.
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

/** A mark of the byte order stays a letter of the text, so that it comes back. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

import type { NamedLine } from './codeLines.ts';
import { codeLinesOf } from './codeLines.ts';

const LIMITS = { definitions: 40, uses: 40 };

/** What an edit wrote: the telling lines of `after` that `before` does not have. */
export function changedCode(before: string, after: string): readonly NamedLine[] {
  const known = before === '' ? undefined : new Set(before.slice(0, 60_000).split('\n').map((line) => line.trim()));
  return codeLinesOf(after, LIMITS, known);
}

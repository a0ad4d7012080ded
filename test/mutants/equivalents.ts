import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutation } from './mutations.ts';

/** A mutant that no test can detect. The mutant is found by the text of its line, because line numbers change. */
interface Equivalent {
  readonly file: string;
  readonly line: string;
  readonly before: string;
  readonly after: string;
  /** The reason why the mutant behaves like the original code. */
  readonly why: string;
}

export const EQUIVALENTS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'equivalents.json'), 'utf8'),
) as readonly Equivalent[];

/** Returns why a mutant behaves like the original code; undefined if the mutant is not in the list. */
export function whyEquivalent(file: string, source: string, mutation: Mutation): string | undefined {
  const line = source.split('\n')[mutation.line - 1]?.trim();
  return EQUIVALENTS.find(
    (known) =>
      known.file === file &&
      known.line === line &&
      known.before === mutation.before &&
      known.after === mutation.after,
  )?.why;
}

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Mutation } from './mutations.ts';

/** A mutant that no test can notice, reviewed by a person. The line's text finds it again when lines move. */
interface Equivalent {
  readonly file: string;
  readonly line: string;
  readonly before: string;
  readonly after: string;
  /** The argument: why the mutant does what the code does. */
  readonly why: string;
}

export const EQUIVALENTS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'equivalents.json'), 'utf8'),
) as readonly Equivalent[];

/** Why a mutant is none; undefined where nobody argued so. */
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

import { setImmediate } from 'node:timers/promises';
import type { ModelProfile } from '../../core/ports.ts';

export type Encoding = ModelProfile['encoding'];

/**
 * The data of an encoding: the pattern that splits a text into pieces, and the rank of each token. The
 * two adjacent parts of a piece that form the token with the lowest rank are merged first.
 */
export interface Ranks {
  readonly pattern: string;
  /** The rank of each token. A token is a string with one character (0 to 255) per byte. */
  readonly byToken: ReadonlyMap<string, number>;
}

interface RankFile {
  readonly pat_str: string;
  readonly bpe_ranks: string;
}

/** Loads an encoding's ranks from a file of 1 or 2 MB. The file is imported when this function is called. */
export async function loadRanks(encoding: Encoding): Promise<Ranks> {
  const file = await importRankFile(encoding);
  return { pattern: file.pat_str, byToken: await parseRanks(file.bpe_ranks) };
}

async function importRankFile(encoding: Encoding): Promise<RankFile> {
  switch (encoding) {
    case 'o200k_base':
      return (await import('js-tiktoken/ranks/o200k_base')).default;
    case 'cl100k_base':
      return (await import('js-tiktoken/ranks/cl100k_base')).default;
  }
}

/** The number of tokens that are parsed between two pauses. Parsing them takes some milliseconds. */
const TOKENS_AT_ONCE = 10_000;

/**
 * Parses ranks. Each line has an exclamation mark, which is ignored, then the rank of the line's first token, and then
 * the line's tokens in base64. The ranks of these tokens are consecutive.
 */
async function parseRanks(lines: string): Promise<Map<string, number>> {
  const byToken = new Map<string, number>();
  for (const line of lines.split('\n')) {
    const [, first, ...tokens] = line.split(' ');
    let rank = Number(first);
    for (const token of tokens) {
      byToken.set(atob(token), rank++);
      if (byToken.size % TOKENS_AT_ONCE === 0) await setImmediate();
    }
  }
  return byToken;
}

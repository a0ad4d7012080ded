import type { CountTokens } from '../../../src/core/ports.ts';

const MAX_REMEMBERED = 50_000;

/** The same count, each text counted once: rows and budgets share most of their texts. */
export function countRemembering(count: CountTokens): CountTokens {
  const counts = new Map<string, number>();
  return (text) => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    if (counts.size >= MAX_REMEMBERED) counts.clear();
    const tokens = count(text);
    counts.set(text, tokens);
    return tokens;
  };
}

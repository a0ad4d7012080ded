import type { Receipt } from '../log/entry.ts';

/**
 * Returns one line: how many names stay word for word, how many are only in the notes, and how many can be looked up.
 * For a receipt without `keptVerbatim`, gives the sum of the first two.
 */
export function receiptLine({ kept, keptVerbatim, recallable }: Receipt): string {
  const count = (figure: number): string => figure.toLocaleString('en-US');
  const standing =
    keptVerbatim === undefined
      ? [`${count(kept)} in the context`]
      : [`${count(keptVerbatim)} word for word`, `${count(kept - keptVerbatim)} in the notes`];
  const all = count(kept + recallable);
  return `Of ${all} names and figures: ${[...standing, `${count(recallable)} can be looked up`].join(' · ')}`;
}

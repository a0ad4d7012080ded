import type { Receipt } from '../log/entry.ts';

/** Returns a line with the numbers of names that stay word for word, only in the notes, or only in the log. */
export function receiptLine({ kept, keptVerbatim, recallable }: Receipt): string {
  const count = (figure: number): string => figure.toLocaleString('en-US');
  const standing =
    keptVerbatim === undefined
      ? [`${count(kept)} in the context`]
      : [`${count(keptVerbatim)} word for word`, `${count(kept - keptVerbatim)} in the notes`];
  const all = count(kept + recallable);
  return `Of ${all} names and figures: ${[...standing, `${count(recallable)} can be looked up`].join(' · ')}`;
}

import type { CountTokens } from '../ports.ts';

/** Matches the end of a sentence. Repetitions are limited, since a model may write thousands of punctuation marks. */
const SENTENCE_END = /[.!?…]{1,4}["')\]]{0,4}(?=\s|$)|[。！？]{1,4}[」』）]{0,4}|(?=\n)/g;
const WORD_END = /(?=\s)/g;

/**
 * Cuts a text at the end of a sentence, so that it has at most `mostTokens`. If the first sentence is too long, cuts
 * after a word. If the first word is too long, returns an empty text.
 */
export function cutAtSentence(text: string, mostTokens: number, count: CountTokens): string {
  if (count(text) <= mostTokens) return text;
  return cutAt(SENTENCE_END, text) || cutAt(WORD_END, text);

  function cutAt(pattern: RegExp, whole: string): string {
    const ends = [...whole.matchAll(pattern)].map(({ index, 0: mark }) => index + mark.length);
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (count(whole.slice(0, ends[middle - 1])) <= mostTokens) low = middle;
      else high = middle - 1;
    }
    return whole.slice(0, ends[low - 1] ?? 0).trimEnd();
  }
}

/** Removes an incomplete last sentence. If no sentence is complete, returns the text unchanged. */
export function withoutBrokenEnd(text: string): string {
  const ends = [...text.trimEnd().matchAll(SENTENCE_END)].map(({ index, 0: mark }) => index + mark.length);
  const last = ends.at(-1) ?? 0;
  return last === 0 ? text : text.slice(0, last).trimEnd();
}

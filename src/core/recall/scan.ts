import type { MessageId } from '../log/entry.ts';
import type { RecallQuery } from './query.ts';

/** A message's text for recall, with secrets masked. */
export interface RecallText {
  readonly id: MessageId;
  readonly text: string;
}

export interface FoundText extends RecallText {
  /** How the text was found: by all words, as a substring, or by some words. */
  readonly by: 'all' | 'scan' | 'any';
  /** Higher is better. Scores are comparable only among texts that were found in the same way. */
  readonly score: number;
}

/** The maximum number of occurrences of a chunk that count for a text's score. */
const MAX_COUNTED = 20;

/**
 * Returns texts that contain every chunk of the query as a substring, ignoring case, best first. In contrast to a word
 * index, this also finds parts of names and punctuation, and chunks in the arguments of calls, which are JSON.
 */
export function scanTexts(
  texts: Iterable<RecallText>,
  query: RecallQuery,
  limit: number,
): readonly FoundText[] {
  const chunks = query.chunks.map(({ literal }) => writtenForms(literal));
  if (chunks.length === 0) return [];
  const found: FoundText[] = [];
  for (const { id, text } of texts) {
    const lower = text.toLowerCase();
    if (!chunks.every((forms) => forms.some((form) => lower.includes(form)))) continue;
    const count = chunks.flat().reduce((sum, form) => sum + occurrences(lower, form), 0);
    found.push({ id, text, by: 'scan', score: count / chunks.length });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Returns the forms in which a message's text may contain words: as they are, and escaped as in JSON. */
export function writtenForms(words: string): readonly string[] {
  return [...new Set([words, JSON.stringify(words).slice(1, -1)])];
}

function occurrences(text: string, literal: string): number {
  let count = 0;
  for (
    let at = text.indexOf(literal);
    at >= 0 && count < MAX_COUNTED;
    at = text.indexOf(literal, at + literal.length)
  )
    count += 1;
  return count;
}

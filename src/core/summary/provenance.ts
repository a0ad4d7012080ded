import { namesIn } from '../text/names.ts';
import { wordsOf } from '../recall/terms.ts';
import type { MessageId } from '../log/entry.ts';
import { textOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';

const MOST_IDS = 4;
/** A message is named for a line when it shares at least this part of what the best one shares. */
const LEAST_SHARE = 0.5;
/** A name tells more than a word. */
const NAME_WEIGHT = 3;
const LONGEST_TEXT = 4_000;
const ADDRESS = /\bm\d+\b/g;

export interface LineSource {
  readonly line: number;
  readonly ids: readonly MessageId[];
}

/**
 * For each line the messages whose names and words it shares most, at most four, in the order of the session; rare terms
 * weigh more (inverse document frequency). Addresses that a line names itself come first. Headings stand on nothing.
 */
export function provenanceOf(text: string, messages: readonly SessionMessage[]): readonly LineSource[] {
  const index = indexOf(messages);
  const known = new Set(messages.map(({ id }) => id));
  return text.split('\n').flatMap((line, at) => {
    if (line.startsWith('#') || line.trim() === '') return [];
    const named = [...line.matchAll(ADDRESS)].flatMap(([id]) => (known.has(id) ? [id] : []));
    const ids = [...new Set([...named, ...sharing(line, index)])].slice(0, MOST_IDS);
    return ids.length === 0 ? [] : [{ line: at, ids }];
  });
}

type TermIndex = ReadonlyMap<string, readonly MessageId[]>;

function indexOf(messages: readonly SessionMessage[]): TermIndex {
  const index = new Map<string, MessageId[]>();
  for (const { id, message } of messages) {
    if (message.role === 'system') continue;
    for (const term of termsOf(textOf(message).slice(0, LONGEST_TEXT)).keys()) {
      const ids = index.get(term);
      if (ids === undefined) index.set(term, [id]);
      else ids.push(id);
    }
  }
  return index;
}

function sharing(line: string, index: TermIndex): readonly MessageId[] {
  const scores = new Map<MessageId, number>();
  for (const [term, weight] of termsOf(line)) {
    const ids = index.get(term) ?? [];
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + weight / ids.length);
  }
  const best = Math.max(0, ...scores.values());
  return [...scores]
    .filter(([, score]) => score >= best * LEAST_SHARE)
    .sort((a, b) => b[1] - a[1])
    .map(([id]) => id);
}

/** Names and words with what they weigh. */
function termsOf(text: string): ReadonlyMap<string, number> {
  const words = wordsOf(text).flatMap(({ parts }) => parts);
  return new Map([
    ...words.map((word) => [`word ${word}`, 1] as const),
    ...namesIn(text).map((name) => [`name ${name}`, NAME_WEIGHT] as const),
  ]);
}

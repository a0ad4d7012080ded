import { textOf } from '../log/message.ts';
import { isHeading, linesOfText, textOfLine, type NotesLine } from '../log/notesLine.ts';
import type { SessionMessage } from '../log/session.ts';
import { TermIndex } from './termIndex.ts';

const MOST_IDS = 4;
/** A message is named for a line when it shares at least this part of what the best one shares. */
const LEAST_SHARE = 0.5;
const LONGEST_TEXT = 4_000;
const ADDRESS = /\bm\d+\b/g;

/**
 * A text line by line, each with the messages whose names and words it shares most, at most four, in the order of the
 * session; rare terms weigh more (inverse document frequency). Addresses that a line names itself come first. Headings stand
 * on nothing.
 */
export function sourcedLines(text: string, messages: readonly SessionMessage[]): readonly NotesLine[] {
  const said = messages.filter(({ message }) => message.role !== 'system');
  const index = new TermIndex({ rarityOf: (holding) => 1 / holding });
  for (const { message } of said) index.add(textOf(message).slice(0, LONGEST_TEXT));
  const known = new Set(messages.map(({ id }) => id));
  return linesOfText(text).map((line) => {
    const own = textOfLine(line);
    if (isHeading(line) || own.trim() === '') return line;
    const named = [...own.matchAll(ADDRESS)].flatMap(([id]) => (known.has(id) ? [id] : []));
    const sharing = mostIn(index.sharedWith(own)).flatMap((place) => said[place]?.id ?? []);
    return { ...line, ids: [...new Set([...named, ...sharing])].slice(0, MOST_IDS) };
  });
}

/** The places that share enough, the best first. */
function mostIn(shared: ReadonlyMap<number, number>): readonly number[] {
  const best = Math.max(0, ...shared.values());
  return [...shared]
    .filter(([, score]) => score >= best * LEAST_SHARE)
    .sort((a, b) => b[1] - a[1])
    .map(([place]) => place);
}

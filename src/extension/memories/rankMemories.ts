import type { Memory } from '../../core/ports.ts';
import { wordsOf } from '../../core/recall/terms.ts';

/** Short words and these say nothing about what a text is about. */
const MIN_TERM_CHARS = 3;
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'the and for with that this from are was were not you has have can will what when how why our'.split(' '),
);

/** The memories that share words with a text, best first; of equals the newest. */
export function matchingMemories(memories: readonly Memory[], text: string): readonly Memory[] {
  return ranked(memories, text).flatMap(({ memory, score }) => (score > 0 ? [memory] : []));
}

/**
 * All memories in the order in which they should go with a message: those that match it, then what the person
 * prefers, then the newest.
 */
export function memoriesFor(memories: readonly Memory[], text: string): readonly Memory[] {
  return ranked(memories, text).map(({ memory }) => memory);
}

interface Ranked {
  readonly memory: Memory;
  readonly score: number;
}

function ranked(memories: readonly Memory[], text: string): readonly Ranked[] {
  const asked = termsOf(text);
  const isPreference = ({ memory }: Ranked): number => (memory.type === 'preference' ? 1 : 0);
  return memories
    .map((memory) => ({ memory, score: scoreOf(memory, asked) }))
    .sort((a, b) => b.score - a.score || isPreference(b) - isPreference(a) || b.memory.at - a.memory.at);
}

/** The share of the memory's words that the text has, so that a long memory is not best by its length. */
function scoreOf({ text }: Memory, asked: ReadonlySet<string>): number {
  const own = termsOf(text);
  const shared = [...own].filter((term) => asked.has(term)).length;
  return own.size === 0 ? 0 : shared / Math.sqrt(own.size);
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsOf(text)
      .flatMap(({ whole, parts }) => [whole, ...parts])
      .filter((term) => term.length >= MIN_TERM_CHARS && !EMPTY_WORDS.has(term)),
  );
}

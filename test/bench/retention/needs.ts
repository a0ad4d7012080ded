import type { CountedMessage, Cut } from './cuts.ts';
import { factsIn } from './facts.ts';
import type { FactKind } from './facts.ts';
import { textOf, writtenTextOf } from './spoken.ts';
import { lastPlaceOf, placesOf } from './wholeWords.ts';

/** Two facts stand together if at most this number of characters is between them. */
const MAX_PAIR_GAP = 300;

/** The old facts that the future of a cut uses. The newest 20,000 tokens of the past do not contain an old fact. */
export interface Needs {
  /** The old facts by text. */
  readonly facts: ReadonlyMap<string, FactKind>;
  /** Pairs of old facts that the same future message uses and that stood together in the past. */
  readonly pairs: readonly (readonly [string, string])[];
}

/** The past as one text, message by message, and the place where the recent part of the past begins. */
export interface PastText {
  readonly text: string;
  readonly recentStart: number;
}

export function pastTextOf(messages: readonly CountedMessage[], cut: Cut): PastText {
  const texts = messages.slice(0, cut.at).map(({ message }) => `${textOf(message)}\n`);
  const recentStart = texts.slice(0, cut.recentStart).reduce((length, text) => length + text.length, 0);
  return { text: texts.join(''), recentStart };
}

export function needsOf(messages: readonly CountedMessage[], cut: Cut, past: PastText): Needs {
  const facts = new Map<string, FactKind>();
  const pairs = new Map<string, readonly [string, string]>();
  const isOld = new Map<string, boolean>();
  for (const { message } of messages.slice(cut.at, cut.futureEnd)) {
    const used = [...factsIn(writtenTextOf(message))].filter(([fact]) => {
      const known = isOld.get(fact) ?? lastStoodInOldPart(fact, past);
      isOld.set(fact, known);
      return known;
    });
    for (const [fact, kind] of used) if (!facts.has(fact)) facts.set(fact, kind);
    for (const pair of pairsOf(used.map(([fact]) => fact))) pairs.set(pair.join('\0'), pair);
  }
  return { facts, pairs: standingTogether([...pairs.values()], past.text) };
}

/** Returns the pairs whose facts are at most 300 characters apart somewhere in a text and do not overlap. */
export function standingTogether(
  pairs: readonly (readonly [string, string])[],
  text: string,
): readonly (readonly [string, string])[] {
  const places = new Map<string, readonly number[]>();
  const placesIn = (fact: string): readonly number[] => {
    const known = places.get(fact) ?? [...placesOf(fact, text)];
    places.set(fact, known);
    return known;
  };
  return pairs.filter(([a, b]) => standTogether({ fact: a, at: placesIn(a) }, { fact: b, at: placesIn(b) }));
}

interface Placed {
  readonly fact: string;
  /** The places of the fact in the text, in ascending order. */
  readonly at: readonly number[];
}

/** Returns whether two facts stand together anywhere. Goes through both lists of places only once. */
function standTogether(a: Placed, b: Placed): boolean {
  let i = 0;
  let j = 0;
  for (;;) {
    const atA = a.at[i];
    const atB = b.at[j];
    if (atA === undefined || atB === undefined) return false;
    const gap = atA <= atB ? atB - atA - a.fact.length : atA - atB - b.fact.length;
    if (gap >= 0 && gap <= MAX_PAIR_GAP) return true;
    if (atA <= atB) i += 1;
    else j += 1;
  }
}

function lastStoodInOldPart(fact: string, past: PastText): boolean {
  const last = lastPlaceOf(fact, past.text);
  return last >= 0 && last < past.recentStart;
}

/**
 * Returns all pairs of facts in a list, each pair in one order. Omits pairs of a fact and a part of the same fact,
 * because such facts always stand together.
 */
function pairsOf(facts: readonly string[]): readonly (readonly [string, string])[] {
  const sorted = [...facts].sort();
  return sorted.flatMap((a, index) =>
    sorted
      .slice(index + 1)
      .filter((b) => !a.includes(b) && !b.includes(a))
      .map((b) => [a, b] as const),
  );
}

import { seededRandom, shuffled } from '../retention/seeded.ts';
import type { TypedSentence } from './typedSentences.ts';

/**
 * Returns up to this many sentences that the rules find and as many that they don't, in one shuffled list without the
 * answer. Sessions take turns, so that one talkative person does not dominate.
 */
export function draw(
  sentences: readonly TypedSentence[],
  most: number,
  seed: number,
): readonly TypedSentence[] {
  const random = seededRandom(seed);
  const drawn = [true, false].flatMap((isFound) => {
    const pool = shuffled(
      sentences.filter((sentence) => sentence.isFound === isFound),
      random,
    );
    return inTurns([...Map.groupBy(pool, ({ session }) => session).values()]).slice(0, most);
  });
  return shuffled(drawn, random);
}

/** Returns the first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}

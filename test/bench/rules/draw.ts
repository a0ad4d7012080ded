import { seededRandom, shuffled } from '../retention/seeded.ts';
import type { TypedSentence } from './typedSentences.ts';

/**
 * Returns one shuffled list of at most `most` sentences that the cues find and at most `most` sentences that the cues
 * do not find. Sessions take turns, so that one talkative person does not dominate.
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

/** Returns the first item of each list, then the second item of each list, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}

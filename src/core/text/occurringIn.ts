import { mapInSteps, type Steps } from '../steps.ts';

/** Returns the sentences that occur word for word in at least one of the texts. */
export function* occurringIn(
  texts: readonly string[],
  sentences: readonly string[],
): Steps<ReadonlySet<string>> {
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  const occurs = (sentence: string): boolean => texts.some((text) => text.includes(sentence));
  const found = yield* mapInSteps(sentences, occurs, () => characters);
  return new Set(sentences.filter((_, index) => found[index]));
}

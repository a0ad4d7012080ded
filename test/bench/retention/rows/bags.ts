import type { ContextItem } from '../contextItem.ts';
import { tokensOf } from '../contextItem.ts';
import { factSpansIn } from '../facts.ts';
import { seededRandom, shuffled } from '../seeded.ts';
import { textOf } from '../spoken.ts';
import type { Row, Task } from './row.ts';

/** Contains as many facts of the past as fit the budget, in random order. */
export const randomBag: Row = {
  name: 'random bag',
  kind: 'bag',
  compact: (task) => bagOf(shuffled([...frequenciesOf(task).keys()], seededRandom(task.seed)), task),
};

/** Contains as many of the past's most frequent facts as fit the budget. */
export const mostFrequentBag: Row = {
  name: 'most-frequent bag',
  kind: 'bag',
  compact: (task) => {
    const byFrequency = [...frequenciesOf(task)].sort(([, a], [, b]) => b - a);
    return bagOf(
      byFrequency.map(([fact]) => fact),
      task,
    );
  },
};

const FREQUENCIES = new WeakMap<Task['past'], ReadonlyMap<string, number>>();

/** Counts how often each fact occurs in the past. The counts are cached for the next budget. */
function frequenciesOf({ past }: Task): ReadonlyMap<string, number> {
  const known = FREQUENCIES.get(past);
  if (known !== undefined) return known;
  const frequencies = new Map<string, number>();
  for (const { message } of past) {
    for (const { text } of factSpansIn(textOf(message)))
      frequencies.set(text, (frequencies.get(text) ?? 0) + 1);
  }
  FREQUENCIES.set(past, frequencies);
  return frequencies;
}

/** Returns a bag with as many of the first facts as fit the budget. Finds the number of facts by bisection. */
function bagOf(facts: readonly string[], { budgetTokens, count }: Task): readonly ContextItem[] {
  let fits = 0;
  // Each fact has at least one token, so a budget of n tokens has room for at most n facts.
  let tooMany = Math.min(facts.length, budgetTokens) + 1;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (tokensOf([bag(facts.slice(0, middle))], count) <= budgetTokens) fits = middle;
    else tooMany = middle;
  }
  return [bag(facts.slice(0, fits))];
}

function bag(facts: readonly string[]): ContextItem {
  return { role: 'user', content: facts.join('\n'), treatment: 'notes' };
}

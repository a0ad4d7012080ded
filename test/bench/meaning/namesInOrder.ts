import { factSpansIn } from '../retention/facts.ts';
import { tokensOf, type ContextItem } from '../retention/contextItem.ts';
import type { Row } from '../retention/rows/row.ts';
import { textOf } from '../retention/spoken.ts';

/**
 * Lists as many of the past's most frequent names as fit the budget, in the order of the session. This row is a control
 * of the exam: a gain that this row also has does not count.
 */
export const namesInOrder: Row = {
  name: 'names in order',
  kind: 'bag',
  compact: ({ past, budgetTokens, count }) => {
    const frequency = new Map<string, number>();
    for (const { message } of past)
      for (const { text } of factSpansIn(textOf(message)))
        frequency.set(text, (frequency.get(text) ?? 0) + 1);
    const order = new Map([...frequency.keys()].map((name, index) => [name, index]));
    const byFrequency = [...frequency].sort(([, a], [, b]) => b - a).map(([name]) => name);
    const bag = (size: number): ContextItem => ({
      role: 'user',
      content: byFrequency
        .slice(0, size)
        .sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
        .join(' '),
      treatment: 'notes',
    });
    let fits = 0;
    let tooMany = Math.min(byFrequency.length, budgetTokens) + 1;
    while (tooMany - fits > 1) {
      const middle = Math.floor((fits + tooMany) / 2);
      if (tokensOf([bag(middle)], count) <= budgetTokens) fits = middle;
      else tooMany = middle;
    }
    return [bag(fits)];
  },
};

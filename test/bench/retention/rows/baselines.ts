import type { CountTokens } from '../../../../src/core/ports.ts';
import { personTextOf } from '../../../../src/core/log/message.ts';
import type { ContextItem } from '../contextItem.ts';
import { tokensOfItem } from '../contextItem.ts';
import { groupsOf, itemsOf, newestWithin, type Group } from './groups.ts';
import type { Row, Task } from './row.ts';

/** The number of newest tool results that observation masking does not change. */
const KEPT_OBSERVATIONS = 5;
const MASK = '[output omitted]';
/** The largest share of a budget for the first request. */
const FIRST_SHARE = 0.5;

/** Keeps only the newest groups that fit. */
export const truncation: Row = {
  name: 'truncation',
  kind: 'baseline',
  compact: ({ past, budgetTokens, count }) =>
    newestWithin(groupsOf(itemsOf(past.map(({ message }) => message))), budgetTokens, count).flat(),
};

/** Keeps the person's first request, cut to at most half of the budget, and the newest groups that fit beside it. */
export const firstAndNewest: Row = {
  name: 'first + newest',
  kind: 'baseline',
  compact: ({ past, budgetTokens, count }) => {
    const messages = past.map(({ message }) => message);
    const at = messages.findIndex((message) => personTextOf(message).trim() !== '');
    const first = messages[at];
    if (first === undefined) return newestWithin(groupsOf(itemsOf(messages)), budgetTokens, count).flat();
    const item = clipped(personTextOf(first), budgetTokens * FIRST_SHARE, count);
    const rest = groupsOf(itemsOf(messages.slice(at + 1)));
    return [item, ...newestWithin(rest, budgetTokens - tokensOfItem(item, count), count).flat()];
  },
};

/** Replaces all tool results except the newest five by a placeholder, and then keeps the newest groups that fit. */
export const observationMasking: Row = {
  name: 'observation masking',
  kind: 'baseline',
  compact: ({ past, budgetTokens, count }: Task) => {
    const groups = groupsOf(itemsOf(past.map(({ message }) => message)));
    return newestWithin(masked(groups), budgetTokens, count).flat();
  },
};

function masked(groups: readonly Group[]): readonly Group[] {
  let left = KEPT_OBSERVATIONS;
  const newestFirst = groups.toReversed().map((group) =>
    group
      .toReversed()
      .map((item) =>
        item.role !== 'tool' || left-- > 0 ? item : { ...item, content: MASK, treatment: 'stub' },
      )
      .toReversed(),
  );
  return newestFirst.toReversed();
}

function clipped(text: string, budgetTokens: number, count: CountTokens): ContextItem {
  const item = { role: 'user', content: text, treatment: 'verbatim' };
  const tokens = tokensOfItem(item, count);
  if (tokens <= budgetTokens || text.length < 2) return item;
  const length = Math.floor(text.length * Math.min(0.9, budgetTokens / tokens));
  return clipped(text.slice(0, length), budgetTokens, count);
}

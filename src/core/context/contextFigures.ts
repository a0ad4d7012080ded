import { textOfPart } from '../log/message.ts';
import type { TokenAccount } from './account.ts';
import type { Context, ContextItem } from './context.ts';

export type Category =
  | 'system and tools'
  | 'user'
  | 'assistant'
  | 'reasoning'
  | 'tool results'
  | 'notes'
  | 'observations';

export const CATEGORIES: readonly Category[] = [
  'system and tools',
  'user',
  'assistant',
  'reasoning',
  'tool results',
  'notes',
  'observations',
];

export type CategoryTokens = ReadonlyMap<Category, number>;

/** Sums over the items of a context. */
export interface ContextFigures {
  readonly tokens: number;
  /** The number of tokens of the images. `tokens` includes these tokens. */
  readonly imageTokens: number;
  readonly categories: CategoryTokens;
}

interface Known {
  readonly context: Context;
  readonly figures: ContextFigures;
}

/** The context for which figures were computed last, by account. */
const newest = new WeakMap<TokenAccount, Known>();

/**
 * Returns the figures of a context. If at least the first half of the account's previous context is unchanged, updates
 * the previous figures: subtracts the items that are gone and adds the new items. Otherwise counts all items.
 */
export function figuresOf(context: Context, account: TokenAccount): ContextFigures {
  const known = newest.get(account);
  if (known?.context === context) return known.figures;
  const figures = known === undefined ? sumOf(context, account) : updated(known, context, account);
  newest.set(account, { context, figures });
  return figures;
}

function updated({ context: old, figures }: Known, context: Context, account: TokenAccount): ContextFigures {
  let shared = 0;
  while (shared < old.length && old[shared] === context[shared]) shared += 1;
  if (shared < old.length / 2) return sumOf(context, account);
  const gone = sumOf(old.slice(shared), account);
  return plus(plus(figures, gone, -1), sumOf(context.slice(shared), account), 1);
}

/** Adds figures, or subtracts them if the sign is -1. */
function plus(a: ContextFigures, b: ContextFigures, sign: 1 | -1): ContextFigures {
  const of = (categories: CategoryTokens, name: Category): number => categories.get(name) ?? 0;
  return {
    tokens: a.tokens + sign * b.tokens,
    imageTokens: a.imageTokens + sign * b.imageTokens,
    categories: new Map(
      CATEGORIES.map((name) => [name, of(a.categories, name) + sign * of(b.categories, name)]),
    ),
  };
}

function sumOf(items: readonly ContextItem[], account: TokenAccount): ContextFigures {
  const categories = new Map<Category, number>(CATEGORIES.map((name) => [name, 0]));
  let tokens = 0;
  const add = (name: Category, more: number): void =>
    void categories.set(name, (categories.get(name) ?? 0) + more);
  for (const item of items) tokens += addItem(item, account, add);
  return { tokens, imageTokens: account.ofImages(items), categories };
}

/** Adds the tokens of an item to its categories. Returns the sum of these tokens. */
function addItem(
  item: ContextItem,
  account: TokenAccount,
  add: (name: Category, tokens: number) => void,
): number {
  const all = account.ofItem(item);
  const category = categoryOf(item);
  if (category !== 'user' && category !== 'assistant') {
    add(category, all);
    return all;
  }
  const aside: Category = category === 'user' ? 'observations' : 'reasoning';
  const asideTokens = item.message.parts
    .filter((part) => part.type === 'reasoning' || (part.type === 'text' && part.origin === 'client'))
    .reduce((sum, part) => sum + account.ofText(textOfPart(part)), 0);
  add(aside, asideTokens);
  add(category, all - asideTokens);
  return all;
}

function categoryOf({ message, treatment }: ContextItem): Category {
  if (treatment === 'summary' || treatment === 'notes' || treatment === 'digest' || treatment === 'note')
    return 'notes';
  switch (message.role) {
    case 'system':
      return 'system and tools';
    case 'tool':
      return 'tool results';
    default:
      return message.role;
  }
}

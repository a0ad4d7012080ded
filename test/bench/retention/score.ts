import type { CountTokens } from '../../../src/core/ports.ts';
import type { ContextItem } from './contextItem.ts';
import { countOrphans, textOfItem, tokensOf } from './contextItem.ts';
import type { FactKind } from './facts.ts';
import { bareListsOf, groundingOf, type BareLists, type Ground, type Grounding } from './grounding.ts';
import { standingTogether, type Needs } from './needs.ts';
import { stands } from './wholeWords.ts';

/**
 * How well one context met the needs of one cut at one budget. If the context was over budget, no fact and no pair
 * counts as held. The other figures still describe the context.
 */
export interface Score {
  readonly tokens: number;
  readonly isOverBudget: boolean;
  readonly heldByKind: Readonly<Partial<Record<FactKind, number>>>;
  readonly held: number;
  readonly pairsHeld: number;
  readonly orphans: number;
  readonly bareLists: BareLists;
  readonly grounding: Grounding;
}

export interface ScoredAgainst {
  readonly needs: Needs;
  readonly ground: Ground;
  readonly budgetTokens: number;
  readonly count: CountTokens;
}

export function scoreOf(items: readonly ContextItem[], against: ScoredAgainst): Score {
  const { needs, ground, budgetTokens, count } = against;
  const tokens = tokensOf(items, count);
  const isOverBudget = tokens > budgetTokens;
  const text = isOverBudget ? '' : items.map(textOfItem).join('\n');
  const held = [...needs.facts].filter(([fact]) => stands(fact, text));
  return {
    tokens,
    isOverBudget,
    heldByKind: countByKind(held),
    held: held.length,
    pairsHeld: standingTogether(needs.pairs, text).length,
    orphans: countOrphans(items),
    bareLists: bareListsOf(items, ground, count),
    grounding: groundingOf(items, ground),
  };
}

export function countByKind(
  facts: Iterable<readonly [string, FactKind]>,
): Readonly<Partial<Record<FactKind, number>>> {
  const counts: Partial<Record<FactKind, number>> = {};
  for (const [, kind] of facts) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

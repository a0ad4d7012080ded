import { PASSES } from '../../core/compaction/plan/plan.ts';
import type { Strategy, PassName } from '../../core/compaction/strategies.ts';
import type { StrategyDefinition } from './api.ts';

/** Converts a strategy's definition to the engine's form. Throws a RangeError that says what is wrong with it. */
export function definedStrategy(definition: StrategyDefinition): Strategy {
  const { name, passes, trigger, hasLedger = true, hasNotes = hasLedger, hasSummary = true } = definition;
  if (!/^[\w-]{1,40}$/.test(name))
    throw new RangeError(`“${name}” can’t be a strategy’s name: use letters, digits, - and _.`);
  const known = passes.filter(isPassName);
  const unknown = passes.find((pass) => !isPassName(pass));
  if (unknown !== undefined)
    throw new RangeError(`There is no pass “${unknown}”. Choose from: ${Object.keys(PASSES).join(', ')}.`);
  if (known.length === 0) throw new RangeError('A strategy needs at least one pass.');
  if (trigger !== undefined && !(trigger.target > 0 && trigger.target < trigger.at && trigger.at <= 1))
    throw new RangeError('The target must be above 0 and below the trigger; the trigger must be at most 1.');
  return {
    name,
    passes: known,
    trigger: () => (trigger === undefined ? { by: 'tiers' } : { by: 'share', ...trigger }),
    hasNotes,
    hasSummary,
  };
}

function isPassName(name: string): name is PassName {
  return Object.hasOwn(PASSES, name);
}

/** Returns one sentence on why a budget from another extension is invalid; undefined if it is valid. */
export function budgetProblem(budgetTokens: number | undefined): string | undefined {
  if (budgetTokens === undefined || (Number.isSafeInteger(budgetTokens) && budgetTokens > 0))
    return undefined;
  return `budgetTokens is ${String(budgetTokens)}; it must be a whole number of tokens, 1 or more.`;
}

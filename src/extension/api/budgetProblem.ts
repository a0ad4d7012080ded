/** Returns why a budget that another extension asked for is none, in one sentence; undefined when it is one. */
export function budgetProblem(budgetTokens: number | undefined): string | undefined {
  if (budgetTokens === undefined || (Number.isSafeInteger(budgetTokens) && budgetTokens > 0))
    return undefined;
  return `budgetTokens is ${String(budgetTokens)}; it must be a whole number of tokens, 1 or more.`;
}

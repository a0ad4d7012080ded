/** Returns one sentence on why a budget from another extension is invalid; undefined if it is valid. */
export function budgetProblem(budgetTokens: number | undefined): string | undefined {
  if (budgetTokens === undefined || (Number.isSafeInteger(budgetTokens) && budgetTokens > 0))
    return undefined;
  return `budgetTokens is ${String(budgetTokens)}; it must be a whole number of tokens, 1 or more.`;
}

/** A budget: a number of tokens, or a share of the past. */
export interface Budget {
  /** The column head of the budget in the table: `4000`, `10%`. */
  readonly label: string;
  readonly amount: number;
  readonly unit: 'tokens' | 'percent';
}

/** Parses `3000,4000,10%`. Throws an Error that names the invalid part. */
export function parseBudgets(text: string): readonly Budget[] {
  return text.split(',').map((part) => {
    const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(part.trim()) ?? [];
    const amount = Number(digits);
    if (!(amount > 0))
      throw new Error(`"${part}" is no budget: give tokens (4000) or a share of the past (10%).`);
    return percent === '%'
      ? { label: `${String(amount)}%`, amount, unit: 'percent' }
      : { label: String(amount), amount, unit: 'tokens' };
  });
}

export function budgetTokensOf(budget: Budget, pastTokens: number): number {
  return Math.floor(budget.unit === 'percent' ? (pastTokens * budget.amount) / 100 : budget.amount);
}

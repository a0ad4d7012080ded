/**
 * The wording of standing rules in one language. The patterns match a sentence's form (an imperative with "never", a
 * duty with "must", a thing that "stays as it is"), not its subject. Sentences are matched in lower case, without
 * quoted text; questions never match.
 */
export interface RuleCues {
  /**
   * Patterns of sentences that only look like a rule: a question without its mark, a reminder of one thing, a guess, or
   * what others say.
   */
  readonly none: readonly RegExp[];
  /** Built as a rule: a duty, a ban, a limit. */
  readonly constraint: readonly RegExp[];
  readonly correction: readonly RegExp[];
  readonly decision: readonly RegExp[];
}

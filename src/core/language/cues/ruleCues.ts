/**
 * The wording of standing rules in one language. The patterns match a sentence's form (an imperative with "never", a
 * duty with "must", a thing that "stays as it is"), not its subject. Sentences are matched in lower case, without
 * quoted text; questions never match.
 */
export interface RuleCues {
  /**
   * Patterns of sentences that look like a rule but are none: a question without a question mark, a request for this
   * moment, a guess, or a report of what others say or what happens by itself.
   */
  readonly none: readonly RegExp[];
  /** Built as a rule: a duty, a ban, a limit. */
  readonly constraint: readonly RegExp[];
  readonly correction: readonly RegExp[];
  readonly decision: readonly RegExp[];
}

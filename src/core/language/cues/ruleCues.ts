/**
 * The wording of standing rules in one language. The rules look for how a sentence is built (an imperative with
 * "never", a duty with "must", a thing that "stays as it is"), not for its subject. Sentences are tried in lower case and
 * without what stands in quotes; questions never.
 */
export interface RuleCues {
  /** Looks like a rule and is none: a question without its mark, a reminder of one thing, a guess, what others say. */
  readonly none: readonly RegExp[];
  /** Built as a rule: a duty, a ban, a limit. */
  readonly constraint: readonly RegExp[];
  readonly correction: readonly RegExp[];
  readonly decision: readonly RegExp[];
}

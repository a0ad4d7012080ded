/**
 * The patterns of standing rules in one language. They match the form of a sentence (an imperative with "never", a duty
 * with "must", a thing that "stays as it is"), not its subject. Sentences are matched in lower case, with the word
 * `code` in place of quoted text. Questions never match.
 */
export interface RuleCues {
  /**
   * Patterns of sentences that look like rules but are not: questions without a question mark, requests for this moment
   * only, guesses, and reports of what others say or what happens by itself.
   */
  readonly none: readonly RegExp[];
  /** Sentences in the form of a rule: duties, bans and limits. */
  readonly constraint: readonly RegExp[];
  /** Sentences that correct or remind the model: “tabs, not spaces”, “I said …”. */
  readonly correction: readonly RegExp[];
  /** Sentences that decide something: “let's use …”. */
  readonly decision: readonly RegExp[];
}

/** The `@word` that is being typed at the caret. */
export interface Mention {
  /** Index of the `@` in the text. */
  readonly start: number;
  readonly query: string;
}

/**
 * Finds the mention that ends at the caret. The `@` must be at the start of the text or after white space, so an e-mail
 * address is not a mention.
 */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const match = /(?:^|\s)@([\p{L}\p{M}\p{N}_./\\:-]*)$/u.exec(text.slice(0, caret));
  const query = match?.[1];
  return query === undefined ? undefined : { start: caret - query.length - 1, query };
}

/** Returns the text without the mention, and without the double space that removing the mention would leave. */
export function withoutMention(text: string, mention: Mention): string {
  const after = text.slice(mention.start + 1 + mention.query.length);
  const before = text.slice(0, mention.start);
  return before.endsWith(' ') && after.startsWith(' ') ? before + after.slice(1) : before + after;
}

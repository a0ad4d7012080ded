import type { TokenAccount } from '../context/account.ts';
import type { ContextItem } from '../context/context.ts';
import { wholeTextOf } from '../tools/namesOf.ts';
import type { Message } from '../log/message.ts';
import { memoized } from '../memoized.ts';
import { namesIn } from '../text/names.ts';

export interface Sent {
  readonly tokens: number;
  /** The token count of the items at the beginning that are equal to the items of the previous request. */
  readonly cachedTokens: number;
  /** The token count of the other items whose messages were in the previous request. They had to be sent uncached. */
  readonly rewrittenTokens: number;
}

/**
 * The items of the newest request. Compares each request with the previous request, because a changed item invalidates
 * the provider's prompt cache for everything after this item.
 */
export class SentContext {
  readonly #account: TokenAccount;
  readonly #items: ContextItem[] = [];
  /** For each item, the token count of all items up to and including this item. */
  readonly #sums: number[] = [];
  readonly #entries = new OccurrenceCounts();
  readonly #names = new OccurrenceCounts();

  constructor(account: TokenAccount) {
    this.#account = account;
  }

  /**
   * Returns the token counts of the next request. The first `unchanged` items of `context` must be equal to the items
   * of the previous request.
   */
  send(context: readonly ContextItem[], unchanged = 0): Sent {
    let same = Math.min(unchanged, this.#items.length);
    while (same < this.#items.length && isSame(this.#items[same], context[same])) same += 1;
    const added = context.slice(same);
    const rewritten = added.filter(({ entries }) => entries.some((id) => this.#entries.has(id)));
    const rewrittenTokens = this.#account.ofContext(rewritten);
    const cachedTokens = this.#sums[same - 1] ?? 0;
    this.#cutAt(same);
    for (const item of added) this.#push(item);
    return { tokens: this.#sums.at(-1) ?? 0, cachedTokens, rewrittenTokens };
  }

  /** Returns whether the newest request contains a name. */
  holds(name: string): boolean {
    return this.#names.has(name);
  }

  /** Returns the names in a message. The names are cached. */
  readonly namesOf = memoized((message: Message) => [...new Set(namesIn(wholeTextOf(message)))]);

  #push(item: ContextItem): void {
    this.#sums.push((this.#sums.at(-1) ?? 0) + this.#account.ofItem(item));
    this.#items.push(item);
    this.#entries.add(item.entries);
    this.#names.add(this.namesOf(item.message));
  }

  #cutAt(length: number): void {
    for (const { entries, message } of this.#items.slice(length)) {
      this.#entries.remove(entries);
      this.#names.remove(this.namesOf(message));
    }
    this.#items.length = length;
    this.#sums.length = length;
  }
}

/** Counts how often each text occurs. */
class OccurrenceCounts {
  readonly #counts = new Map<string, number>();

  has(text: string): boolean {
    return this.#counts.has(text);
  }

  add(texts: readonly string[]): void {
    for (const text of texts) this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  remove(texts: readonly string[]): void {
    for (const text of texts) {
      const left = (this.#counts.get(text) ?? 1) - 1;
      if (left === 0) this.#counts.delete(text);
      else this.#counts.set(text, left);
    }
  }
}

function isSame(a: ContextItem | undefined, b: ContextItem | undefined): boolean {
  if (a === undefined || b === undefined || a.treatment !== b.treatment) return false;
  return a.message === b.message || JSON.stringify(a.message) === JSON.stringify(b.message);
}

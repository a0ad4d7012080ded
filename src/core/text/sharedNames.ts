const MOST_SHARED = 100_000;

/**
 * Gives equal texts as one string, which maps find by its identity, and tests each only once. The string is its own: it does
 * not keep the text alive that it was cut from. A cache, bounded by forgetting all at once.
 */
export class SharedNames {
  private readonly known = new Map<string, string | undefined>();
  private readonly isName: (text: string) => boolean;

  constructor(isName: (text: string) => boolean) {
    this.isName = isName;
  }

  /** The text, shared, if it is a name. */
  nameOf(text: string): string | undefined {
    const known = this.known.get(text);
    if (known !== undefined || this.known.has(text)) return known;
    if (this.known.size >= MOST_SHARED) this.known.clear();
    const own = ` ${text}`.slice(1);
    const name = this.isName(own) ? own : undefined;
    this.known.set(own, name);
    return name;
  }
}

type Part = 'typed' | 'attached';

/** The number of tokens in the composer of each session: those of the typed text and those of the attachments. */
export class PendingTokens {
  readonly #waiting = new Map<string, Readonly<Partial<Record<Part, number>>>>();
  readonly #listeners = new Set<() => void>();

  of(session: string): number {
    const { typed = 0, attached = 0 } = this.#waiting.get(session) ?? {};
    return typed + attached;
  }

  set(session: string, part: Part, tokens: number): void {
    const before = this.#waiting.get(session) ?? {};
    if ((before[part] ?? 0) === tokens) return;
    this.#waiting.set(session, { ...before, [part]: tokens });
    for (const listener of this.#listeners) listener();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }
}

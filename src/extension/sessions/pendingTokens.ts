type What = 'typed' | 'attached';

/** The tokens in each session's composer: of the text being typed and of the attachments. */
export class PendingTokens {
  readonly #waiting = new Map<string, Readonly<Partial<Record<What, number>>>>();
  readonly #listeners = new Set<() => void>();

  of(session: string): number {
    const { typed = 0, attached = 0 } = this.#waiting.get(session) ?? {};
    return typed + attached;
  }

  set(session: string, what: What, tokens: number): void {
    const before = this.#waiting.get(session) ?? {};
    if ((before[what] ?? 0) === tokens) return;
    this.#waiting.set(session, { ...before, [what]: tokens });
    for (const listener of this.#listeners) listener();
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }
}

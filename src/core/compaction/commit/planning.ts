import type { Compaction, Skip } from '../plan/compact.ts';

/** Plans that take a while: one at a time, and what was planned begins before anything else is planned. */
export class Planning {
  #current: Promise<unknown> | undefined;

  get isOn(): boolean {
    return this.#current !== undefined;
  }

  /** Resolves when what is being planned has begun. Another plan may have been asked for since: look again. */
  async over(): Promise<void> {
    await this.#current;
  }

  /** Waits for a plan and begins it at once, or gives the reason why there is none. */
  begin<Begun>(
    plan: Promise<Compaction | Skip>,
    begin: (compaction: Compaction) => Begun,
  ): Promise<Begun | Skip> {
    const begun = this.#begun(plan, begin);
    this.#current = begun.catch(() => undefined);
    return begun;
  }

  async #begun<Begun>(
    plan: Promise<Compaction | Skip>,
    begin: (compaction: Compaction) => Begun,
  ): Promise<Begun | Skip> {
    try {
      const found = await plan;
      return found.run ? begin(found) : found;
    } finally {
      this.#current = undefined;
    }
  }
}

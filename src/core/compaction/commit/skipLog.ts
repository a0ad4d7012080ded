import type { CompactionView } from '../compactionView.ts';
import type { CompactorDependencies } from './compactorPorts.ts';
import type { Due } from '../decide/due.ts';
import { withRecall, type Strategy } from '../strategies.ts';
import { UNLOGGED, type SkipReason } from '../decide/skip.ts';

/**
 * Logs why no run starts, once for each change of the reason. Warns when another strategy replaces the chosen strategy.
 */
export class SkipLog {
  readonly #deps: Pick<CompactorDependencies, 'append' | 'log'>;
  #last: SkipReason | undefined;
  #hasWarned = false;

  constructor(deps: Pick<CompactorDependencies, 'append' | 'log'>) {
    this.#deps = deps;
  }

  /** Forgets the last reason, because a run has started. */
  forget(): void {
    this.#last = undefined;
  }

  /**
   * Returns the strategy to use: `hybrid` if the chosen strategy needs recall and the model has no recall. Logs a
   * warning about the first replacement only.
   */
  strategyToUse(strategy: Strategy, canRecall: boolean): Strategy {
    const used = withRecall(strategy, canRecall);
    if (used !== strategy && !this.#hasWarned) {
      this.#hasWarned = true;
      this.#deps.log.warn(`${strategy.name} needs recall, which is off: ${used.name} is used instead.`);
    }
    return used;
  }

  /**
   * Returns that no run is due. If the reason is new, writes the reason to the extension's log, and also to the
   * session's log unless `UNLOGGED` contains the reason. Writes nothing for a read-only session.
   */
  async skip(reason: SkipReason, { usedTokens, usableTokens }: CompactionView): Promise<Due> {
    if (reason !== this.#last && reason !== 'read_only') {
      this.#deps.log.info(
        `compaction skipped: ${reason} at ${String(usedTokens)} of ${String(usableTokens)} tokens`,
      );
      this.#last = reason;
      if (!UNLOGGED.has(reason))
        await this.#deps.append({ kind: 'run', state: 'skipped', reason, usedTokens });
    }
    return { run: false, reason };
  }
}

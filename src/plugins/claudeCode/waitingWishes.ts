import type { SavedState } from '../../adapters/claudeCode/savedState.ts';
import {
  withIdsOf,
  type CompactCommand,
  type NumberedCommand,
  type PluginCommand,
} from '../../adapters/claudeCode/wishes.ts';
import type { Goal } from '../../core/compaction/compactionView.ts';
import type { SavedHistory } from '../../core/agent/hostHistory.ts';

/** The person's wishes that wait for the next request of the session's main conversation. */
export class WaitingWishes {
  #typed: PluginCommand | undefined;
  #fromVSCode: readonly NumberedCommand[] = [];
  /** The number of the newest wish from VS Code that was carried out. */
  #number: number;

  constructor(saved: Pick<SavedState, 'wish' | 'wishNumber'> = {}) {
    this.#typed = saved.wish;
    this.#number = saved.wishNumber ?? 0;
  }

  get state(): Pick<SavedState, 'wish' | 'wishNumber'> {
    return { ...(this.#typed && { wish: this.#typed }), wishNumber: this.#number };
  }

  /** Keeps a wish typed in Claude Code before any request was seen. A newer one replaces it. */
  addTyped(wish: PluginCommand): void {
    this.#typed = wish;
  }

  /** Takes wishes made in VS Code, except those that were already carried out. */
  setFromVSCode(wishes: readonly NumberedCommand[]): void {
    this.#fromVSCode = wishes.filter(({ number }) => number > this.#number);
  }

  /**
   * Returns all wishes and clears them. Replaces message ids from VS Code by those of this session; a wish about a
   * message that is missing here becomes `gone`.
   */
  takeAll(known: () => SavedHistory['messages']): readonly (PluginCommand | 'gone')[] {
    const [typed, fromVSCode] = [this.#typed, this.#fromVSCode];
    this.#typed = undefined;
    this.#fromVSCode = [];
    this.#number = fromVSCode.at(-1)?.number ?? this.#number;
    const messages = fromVSCode.length === 0 ? [] : known();
    const wishes = fromVSCode.map((each) => withIdsOf(each, messages) ?? ('gone' as const));
    return typed === undefined ? wishes : [typed, ...wishes];
  }
}

export function goalOf({ instructions, budgetTokens, keepsHalf, byMessage, range }: CompactCommand): Goal {
  return {
    ...{ by: 'person', withoutModel: true },
    ...(instructions !== undefined && { instructions }),
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(keepsHalf && { keepsHalf }),
    ...((byMessage ?? range) && { wishes: { byMessage: new Map(byMessage), ...(range && { range }) } }),
  };
}

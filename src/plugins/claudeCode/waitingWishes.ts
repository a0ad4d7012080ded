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
  /** The number of the newest carried-out wish from VS Code. */
  #number: number;

  constructor(saved: Pick<SavedState, 'wish' | 'wishNumber'> = {}) {
    this.#typed = saved.wish;
    this.#number = saved.wishNumber ?? 0;
  }

  get state(): Pick<SavedState, 'wish' | 'wishNumber'> {
    return { ...(this.#typed && { wish: this.#typed }), wishNumber: this.#number };
  }

  /** Keeps a wish from Claude Code for the main conversation's next request. A newer wish replaces the kept wish. */
  addTyped(wish: PluginCommand): void {
    this.#typed = wish;
  }

  /** Takes the wishes from VS Code. Ignores wishes that were already carried out. */
  setFromVSCode(wishes: readonly NumberedCommand[]): void {
    this.#fromVSCode = wishes.filter(({ number }) => number > this.#number);
  }

  /**
   * Returns all waiting wishes, and removes them. Replaces message ids from VS Code by the ids of this session. If this
   * session lacks the target of a wished entry or an end of a wished range, the wish becomes `gone`.
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

import { Cancellation, type CancelSignal } from '../cancellation.ts';
import { paysBeforeCacheGoes } from '../context/cost.ts';
import type { Compactor } from '../compaction/commit/compactor.ts';
import { withPauses } from '../steps.ts';
import { messageOf } from '../text/messageOf.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import type { NextRequest } from './nextRequest.ts';

/**
 * Decides this many milliseconds before the cache expires, to allow for planning and for the time since the answer
 * began.
 */
const BEFORE_MS = 30_000;

type RestPorts = Pick<ConversationPorts, 'sleep' | 'pause' | 'rest' | 'logger'>;

/**
 * Compacts between turns before the provider's prompt cache expires, if that pays, and reports when the cache is
 * gone.
 */
export class RestingSession {
  readonly #ports: RestPorts;
  readonly #compactor: Compactor;
  readonly #request: NextRequest;
  #resting: Cancellation | undefined;

  constructor(ports: RestPorts, compactor: Compactor, request: NextRequest) {
    this.#ports = ports;
    this.#compactor = compactor;
    this.#request = request;
  }

  /** Begins a rest: the answer has ended, and the person has sent nothing since. */
  async begin(cacheGone: () => void): Promise<void> {
    this.end();
    const resting = new Cancellation();
    this.#resting = resting;
    const { cacheMs } = this.#ports.rest?.() ?? {};
    if (cacheMs === undefined) return;
    const { signal } = resting;
    await this.#ports.sleep(Math.max(0, cacheMs - BEFORE_MS), signal);
    try {
      const pays = await this.#pays(signal);
      if (pays && this.#resting === resting) await this.#compactor.check('threshold', true);
    } catch (error) {
      this.#ports.logger.error(`compacting at rest failed: ${messageOf(error)}`);
    }
    await this.#ports.sleep(Math.min(cacheMs, BEFORE_MS), signal);
    if (!signal.aborted) cacheGone();
  }

  end(): void {
    this.#resting?.cancel();
    this.#resting = undefined;
  }

  async #pays(signal: CancelSignal): Promise<boolean> {
    const { price } = this.#request;
    if (signal.aborted || price === undefined || this.#ports.rest?.().compacts !== true) return false;
    const found = await withPauses(this.#compactor.atGoodMoment(), this.#ports.pause);
    if (!found.run) return false;
    const { tokensBefore } = found.plan;
    return paysBeforeCacheGoes({ usedTokens: tokensBefore, compactedTokens: found.tokensAfter }, price);
  }
}

import { Cancellation, type CancelSignal } from '../cancellation.ts';
import { paysBeforeCacheGoes } from '../context/cost.ts';
import type { Compactor } from '../compaction/commit/compactor.ts';
import { withPauses } from '../steps.ts';
import { messageOf } from '../text/messageOf.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import type { NextRequest } from './nextRequest.ts';

/**
 * How long before the end of the wait the session is checked for a compaction. Planning takes time, and the cache
 * expires a little before the wait ends: the cache's age counts from the beginning of the answer, but the wait begins
 * at the end of the answer.
 */
const BEFORE_MS = 30_000;

type IdlePorts = Pick<ConversationPorts, 'sleep' | 'pause' | 'idle' | 'logger'>;

/**
 * Compacts an idle session before the provider's prompt cache expires, if that pays. Reports when the cache is gone.
 */
export class IdleSession {
  readonly #ports: IdlePorts;
  readonly #compactor: Compactor;
  readonly #request: NextRequest;
  #idle: Cancellation | undefined;

  constructor(ports: IdlePorts, compactor: Compactor, request: NextRequest) {
    this.#ports = ports;
    this.#compactor = compactor;
    this.#request = request;
  }

  /**
   * Waits until the cache expires, and then calls `cacheGone`. Shortly before the expiry, compacts the session if that
   * pays. Must be called when an answer has ended and no message waits to be sent.
   */
  async begin(cacheGone: () => void): Promise<void> {
    this.end();
    const idle = new Cancellation();
    this.#idle = idle;
    const { cacheMs } = this.#ports.idle?.() ?? {};
    if (cacheMs === undefined) return;
    const { signal } = idle;
    await this.#ports.sleep(Math.max(0, cacheMs - BEFORE_MS), signal);
    try {
      const pays = await this.#pays(signal);
      if (pays && this.#idle === idle) await this.#compactor.check('threshold', true);
    } catch (error) {
      this.#ports.logger.error(`could not compact the idle session: ${messageOf(error)}`, error);
    }
    await this.#ports.sleep(Math.min(cacheMs, BEFORE_MS), signal);
    if (!signal.aborted) cacheGone();
  }

  end(): void {
    this.#idle?.cancel();
    this.#idle = undefined;
  }

  async #pays(signal: CancelSignal): Promise<boolean> {
    const { price } = this.#request;
    if (signal.aborted || price === undefined || this.#ports.idle?.().compacts !== true) return false;
    const found = await withPauses(this.#compactor.atGoodMoment(), this.#ports.pause);
    if (!found.run) return false;
    const { tokensBefore } = found.plan;
    return paysBeforeCacheGoes({ usedTokens: tokensBefore, compactedTokens: found.tokensAfter }, price);
  }
}

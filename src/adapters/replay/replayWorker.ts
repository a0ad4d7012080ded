import { TokenAccount } from '../../core/context/account.ts';
import { STRATEGIES } from '../../core/compaction/strategies.ts';
import { replay } from '../../core/replay/replay.ts';
import type { ReplayResult } from '../../core/replay/tally.ts';
import { createTokenCounter } from '../tokens/inProcessTokenCounter.ts';
import { serveCalls } from '../workers/serveCalls.ts';
import type { ReplayJob } from './replayInWorker.ts';

/** Runs in the worker thread of replayInWorker. All strategies share a TokenAccount, which caches the token counts. */
serveCalls(
  async ({ strategies, encoding, price, ...session }: ReplayJob): Promise<readonly ReplayResult[]> => {
    const counter = await createTokenCounter(encoding);
    const account = new TokenAccount((text) => counter.countSmall(text));
    return strategies.map((name) =>
      replay({ ...session, account, strategy: STRATEGIES[name], ...(price === undefined ? {} : { price }) }),
    );
  },
);

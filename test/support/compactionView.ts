import type { CompactionView } from '../../src/core/compaction/compactionView.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import { accountOf, smallSettings, type SessionBuilder } from './sessionBuilder.ts';

/** Returns the input for compacting the session. By default, the strategy is `hybrid` and 10,000 tokens are usable. */
export function viewOf(builder: SessionBuilder, more: Partial<CompactionView> = {}): CompactionView {
  const account = accountOf();
  return {
    session: builder.session,
    account,
    settings: smallSettings,
    strategy: STRATEGIES.hybrid,
    usableTokens: 10_000,
    usedTokens: account.ofContext(builder.context),
    ...more,
  };
}

import type { CompactionView } from '../../src/core/compaction/compactionView.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import { accountOf, smallSettings, type SessionBuilder } from './sessionBuilder.ts';

/** Returns the view of a compaction of the session: by default `hybrid` in 10,000 usable tokens. */
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

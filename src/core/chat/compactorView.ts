import type { CompactorView } from '../compaction/commit/compactorPorts.ts';
import { shownTokensOf } from '../context/gauge.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import type { NextRequest } from './nextRequest.ts';

/** Returns the conversation's current view for a compaction. */
export function compactorViewOf(ports: ConversationPorts, request: NextRequest): CompactorView {
  const { live } = ports;
  return {
    session: live.session,
    account: live.account,
    settings: ports.settings(),
    overheadTokens: request.toolTokens(),
    oftenRecalled: ports.oftenRecalled(),
    strategy: ports.strategy(),
    usableTokens: request.window().usableTokens,
    usedTokens: request.gauge().usedTokens,
    shown: shownTokensOf(live.entries),
    isReadOnly: live.log.isReadOnly,
    canRecall: ports.canRecall(),
  };
}

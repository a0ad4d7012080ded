import * as vscode from 'vscode';
import type { Compactor } from '../../core/compaction/compactor.ts';
import { formatPercent } from '../../shared/format.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { AS_ASKED } from '../asking/ask.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { watchSession, type WatchedSessions } from '../sessions/watchSession.ts';
import type { Logger } from '../../core/ports.ts';
import type { ActingSession } from '../sessions/actingSession.ts';
import type { PendingTokens } from '../sessions/pendingTokens.ts';
import { notify, type Notify } from '../asking/notify.ts';

export interface AskedIn {
  readonly acting: WatchedSessions & Pick<ActingSession, 'isAgents' | 'choose'>;
  readonly pending: Pick<PendingTokens, 'of'>;
  readonly services: { readonly logger: Pick<Logger, 'error'> };
}

/** In the editor's own agent no bar can ask whether to compact: one notification a question does, without a countdown. */
export function askInAgent(parts: AskedIn, tell: Notify = notify): vscode.Disposable {
  const asked = new WeakSet<Compactor>();
  const follow = (session: OpenSession | undefined): void => {
    if (session === undefined || !parts.acting.isAgents) return;
    const { compactor } = session.conversation;
    const isNew = compactor.asking.question !== undefined && !asked.has(compactor);
    if (compactor.asking.question === undefined) asked.delete(compactor);
    else asked.add(compactor);
    if (isNew)
      void ask(session, parts, tell).then(undefined, (error: unknown) => {
        parts.services.logger.error(messageOf(error));
      });
  };
  return watchSession(parts.acting, {
    shown: follow,
    changed: follow,
    appended: () => undefined,
    happened: ({ type }, session) => {
      if (type === 'gauge') follow(session);
    },
  });
}

/** An answer that comes when the question is settled changes nothing. */
async function ask(session: OpenSession, { acting, pending }: AskedIn, tell: Notify): Promise<void> {
  const { compactor, request } = session.conversation;
  const full = formatPercent(request.gauge(pending.of(session.id)).share);
  const sentence = `The context of the agent’s chat is ${full} full. Compact it?`;
  const answer = await tell(sentence, 'Compact', 'Preview', 'Postpone');
  if (compactor.asking.question === undefined) return;
  if (answer === 'Compact') compactor.asking.agree();
  if (answer === 'Preview') {
    compactor.asking.stopCountdown();
    acting.choose(session);
    await vscode.commands.executeCommand('longthread.previewCompaction', AS_ASKED);
  }
  if (answer === 'Postpone') compactor.defer();
}

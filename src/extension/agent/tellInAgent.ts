import * as vscode from 'vscode';
import type { Conversation } from '../../core/chat/conversation.ts';
import type { Compactor } from '../../core/compaction/commit/compactor.ts';
import { shownTokensOf } from '../../core/context/gauge.ts';
import type { Logger } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { formatPercent, formatTokenCount, formatTokens } from '../../shared/format.ts';
import { AS_ASKED, say, notify, type Notify } from '../asking/ask.ts';
import type { ActingSession } from '../sessions/actingSession.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { PendingTokens } from '../sessions/pendingTokens.ts';
import { begun, shownEvent } from '../sessions/shownCompaction.ts';
import { watchSession, type WatchedSessions } from '../sessions/watchSession.ts';

/**
 * Shows each compaction of a session in the status bar. An urgent compaction starts without a question, so it is also
 * shown as a notification, unless an earlier notification is still open.
 */
export function tellCompactions(
  live: Pick<LiveSession, 'onAppend' | 'entries'>,
  tell: Notify = notify,
): void {
  let isNotificationOpen = false;
  live.onAppend((entry) => {
    if (entry.kind !== 'compaction' || entry.completes !== undefined) return;
    const { tokensBefore, tokensAfter } = shownEvent(entry.event, shownTokensOf(live.entries));
    const change = `${formatTokens(tokensBefore)} → ${formatTokenCount(tokensAfter)}`;
    say(`Longthread compacted the agent’s chat: ${change}`);
    if (begun(entry.event) !== 'urgent' || isNotificationOpen) return;
    isNotificationOpen = true;
    const sentence = `The agent’s chat had no room for its next request, so Longthread compacted it at once: ${change}. Nothing is lost.`;
    void tell(sentence, 'Show').then((button) => {
      isNotificationOpen = false;
      if (button === 'Show') void vscode.commands.executeCommand('longthread.openPanel', entry.id);
    });
  });
}

/** Shows a conversation's notices as notifications, since the editor's chat can't show them. */
export function tellNotices(conversation: Pick<Conversation, 'onEvent'>): void {
  conversation.onEvent((event) => {
    if (event.type === 'noticed') void notify(event.sentence);
  });
}

const GO_ON = 'Go On';

/**
 * If the session's budget is used up, asks whether to go on. After “Go On”, the person must send the message again in
 * the agent's chat.
 */
export async function askToGoOn({ budget }: Pick<Conversation, 'budget'>): Promise<void> {
  const { refusal } = budget;
  if (refusal === undefined) return;
  const pressed = await notify(`${refusal} After “Go On”, send your message again in the chat.`, GO_ON);
  if (pressed === GO_ON) budget.goOn();
}

export interface AskInAgentParts {
  readonly acting: WatchedSessions & Pick<ActingSession, 'isAgentLed' | 'choose'>;
  readonly pending: Pick<PendingTokens, 'of'>;
  readonly services: { readonly logger: Pick<Logger, 'error'> };
}

/**
 * If the acting session belongs to the editor's agent, shows the question about a due compaction as a notification. The
 * notification has no countdown, since notifications can't show one.
 */
export function askInAgent(parts: AskInAgentParts, tell: Notify = notify): vscode.Disposable {
  const withShownQuestion = new WeakSet<Compactor>();
  const follow = (session: OpenSession | undefined): void => {
    if (session === undefined || !parts.acting.isAgentLed) return;
    const { compactor } = session.conversation;
    const isNew = compactor.asking.question !== undefined && !withShownQuestion.has(compactor);
    if (compactor.asking.question === undefined) withShownQuestion.delete(compactor);
    else withShownQuestion.add(compactor);
    if (isNew)
      void ask(session, parts, tell).then(undefined, (error: unknown) =>
        parts.services.logger.error(messageOf(error), error),
      );
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

/** Asks whether to compact. An answer that comes after the question was settled changes nothing. */
async function ask(session: OpenSession, { acting, pending }: AskInAgentParts, tell: Notify): Promise<void> {
  const { compactor, request } = session.conversation;
  const full = formatPercent(request.gauge(pending.of(session.id)).share);
  const sentence = `The context of the agent’s chat is ${full} full. Compact it?`;
  const answer = await tell(sentence, 'Compact', 'Preview', 'Postpone');
  if (compactor.asking.question === undefined) return;
  if (answer === 'Compact') compactor.asking.agree();
  if (answer === 'Preview') {
    acting.choose(session);
    await vscode.commands.executeCommand('longthread.previewCompaction', AS_ASKED);
  }
  if (answer === 'Postpone') compactor.defer();
}

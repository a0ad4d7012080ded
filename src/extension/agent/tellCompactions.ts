import * as vscode from 'vscode';
import { shownTokensOf } from '../../core/context/gauge.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { formatTokens } from '../../shared/format.ts';
import { begun, shownEvent } from '../sessions/shownCompaction.ts';
import { say } from '../asking/ask.ts';
import { notify, type Notify } from '../asking/notify.ts';

/**
 * Tells of a session's compactions as they come. Quietly: the chat is the agent’s, and gauge and panel show them, too. An
 * urgent one, which asks nobody, has a notice of its own; while it is there no second one comes.
 */
export function tellCompactions(
  live: Pick<LiveSession, 'onAppend' | 'entries'>,
  tell: Notify = notify,
): void {
  let isTold = false;
  live.onAppend((entry) => {
    if (entry.kind !== 'compaction' || entry.completes !== undefined) return;
    const { tokensBefore, tokensAfter } = shownEvent(entry.event, shownTokensOf(live.entries));
    const change = `${formatTokens(tokensBefore)} → ${formatTokens(tokensAfter)} tokens`;
    say(`Longthread compacted ${change}`);
    if (begun(entry.event) !== 'urgent' || isTold) return;
    isTold = true;
    const sentence = `The agent’s chat had no room for its next request, so Longthread compacted it at once: ${change}. Nothing is lost.`;
    void tell(sentence, 'Show').then((button) => {
      isTold = false;
      if (button === 'Show') void vscode.commands.executeCommand('longthread.openPanel', entry.id);
    });
  });
}

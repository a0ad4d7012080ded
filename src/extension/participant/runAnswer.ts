import type { AgentSessions } from '../agent/agentSessions.ts';
import { liveCompactions } from '../../core/log/session.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { newestUndo } from '../sessions/undoCompaction.ts';
import type { Answer } from './answer.ts';
import { compactionButtons, receiptText } from './receiptAnswer.ts';

/** Compacts, and tells what came of it. */
export async function compactAnswer(
  { id, live, conversation }: OpenSession,
  instructions: string,
): Promise<Answer> {
  const { compactor } = conversation;
  const outcome = await compactor.compactNow({
    keepsHalf: true,
    ...(instructions === '' ? {} : { instructions }),
  });
  if (!outcome.done) return { markdown: outcome.sentence, buttons: [] };
  const follows = compactor.step === 'summaryToFollow' ? '\n\nA model is adding its notes…' : '';
  return {
    markdown: receiptText(outcome.entry, id, live) + follows,
    buttons: compactionButtons(outcome.entry.id),
  };
}

/** Takes the newest compaction back; where the whole would then not fit, the person is asked first. */
export async function undoAnswer(session: OpenSession, agent: Pick<AgentSessions, 'has'>): Promise<Answer> {
  if (liveCompactions(session.live.session).length === 0)
    return { markdown: 'There is no compaction to undo.', buttons: [] };
  const { id, change, undo } = newestUndo(session, agent);
  const reply = await undo(false);
  if (reply.outcome === 'asks')
    return {
      markdown: reply.sentence,
      buttons: [{ title: reply.action, command: 'longthread.undoCompaction', arguments: [true] }],
    };
  return {
    markdown: `Undone: ${change}. The next request has all of it again.`,
    buttons: [
      { title: 'Redo', command: 'longthread.redoCompaction' },
      { title: 'Show in Panel', command: 'longthread.openPanel', arguments: [id] },
    ],
  };
}

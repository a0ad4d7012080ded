import { openQuestion } from '../context/openQuestion.ts';
import type { LiveSession } from '../session/liveSession.ts';
import { ANSWERED_NEXT, ASK_USER } from '../tools/askUser.ts';

/** Closes a question that waits: the person's next message is its answer, and the call gets its result. */
export async function closeQuestion(live: LiveSession): Promise<void> {
  const question = openQuestion(live.session);
  if (question === undefined) return;
  const { callId } = question;
  const parts = [{ type: 'text' as const, text: ANSWERED_NEXT }];
  await live.append({ kind: 'message', message: { role: 'tool', callId, toolName: ASK_USER, parts } });
}

import { keptOutText, largestResults } from '../context/keepOut.ts';
import type { AssistantMessage, ToolMessage } from '../log/message.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import type { NextRequest } from './nextRequest.ts';
import { openQuestion } from '../context/openQuestion.ts';
import type { LiveSession } from '../session/liveSession.ts';
import { ANSWERED_NEXT, ASK_USER } from '../tools/askUser.ts';

/**
 * Appends a message of a turn. Logs a tool result whole. If the result is too large and the model has the recall tool,
 * the context gets an excerpt with the address of the result.
 */
export async function appendSaid(
  ports: Pick<ConversationPorts, 'live' | 'settings' | 'canRecall'>,
  request: NextRequest,
  said: AssistantMessage | ToolMessage,
): Promise<void> {
  const { live } = ports;
  const { id } = await live.append(() => ({ kind: 'message', message: request.withCount(said) }));
  const message = live.message(id)?.message;
  if (said.role !== 'tool' || message === undefined || !ports.canRecall()) return;
  const largest = largestResults(request.window().usableTokens, ports.settings().recentShare);
  const text = keptOutText({ id, message }, live.account, largest);
  if (text !== undefined) await live.append({ kind: 'keptOut', target: id, text });
}

/** Closes an open question: its call gets a fixed result that refers to the person's next message. */
export async function closeQuestion(live: LiveSession): Promise<void> {
  const question = openQuestion(live.session);
  if (question === undefined) return;
  const { callId } = question;
  const parts = [{ type: 'text' as const, text: ANSWERED_NEXT }];
  await live.append({ kind: 'message', message: { role: 'tool', callId, toolName: ASK_USER, parts } });
}

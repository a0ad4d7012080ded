import type { Session, SessionMessage } from '../log/session.ts';
import { textOfOutcome } from '../tools/textOfOutcome.ts';
import { groupMessages, idsOf } from './groups.ts';

const EXCLUDED_RESULT = '[excluded by the person]';

/**
 * Replaces the text of a tool result that the person excluded, except the words that say how the call ended. The result
 * itself stays, because its call needs one. Returns any other message unchanged.
 */
export function withoutExcludedText<Said extends Pick<SessionMessage, 'id' | 'message'>>(
  said: Said,
  { excludedIds }: Pick<Session, 'excludedIds'>,
): Said {
  if (said.message.role !== 'tool' || !excludedIds.has(said.id)) return said;
  const text = textOfOutcome(said.message, EXCLUDED_RESULT);
  return { ...said, message: { ...said.message, parts: [{ type: 'text', text }] } };
}

/**
 * Returns the messages of a session whose words may reach a model, in notes and digests, too: without the groups whose
 * head the person excluded, and without the texts of excluded results.
 */
export function includedMessages(
  session: Pick<Session, 'messages' | 'excludedIds'>,
): readonly SessionMessage[] {
  const { messages, excludedIds } = session;
  if (excludedIds.size === 0) return messages;
  const gone = new Set(
    groupMessages(messages).flatMap((group) => (excludedIds.has(group.head.id) ? idsOf(group) : [])),
  );
  return messages.filter(({ id }) => !gone.has(id)).map((said) => withoutExcludedText(said, session));
}

import type { Draft } from '../log/entry.ts';
import {
  toolCallsOf,
  type AssistantMessage,
  type Message,
  type UserMessage,
  type UserPart,
} from '../log/message.ts';
import { asForeignSummary, isSummary } from './conversationSummary.ts';
import { clientText, hasUserRequest, splitUserText } from './userText.ts';

/** Whose words a new message's are can depend on the messages before it. */
export interface NewMessages {
  /** The whole history. */
  readonly messages: readonly Message[];
  /** The first that is new. */
  readonly from: number;
  /** A subagent's history: what stands there as the user's is a model's. */
  readonly isSubagent: boolean;
}

/** What the log gets of the messages from `from` on. */
export function messageDrafts({ messages, from, isSubagent }: NewMessages): readonly Draft[] {
  if (from >= messages.length) return [];
  const isTagged = messages.some((message) => message.role === 'user' && hasRequest(message));
  return messages.slice(from).map((message, index): Draft => {
    switch (message.role) {
      case 'user':
        return { kind: 'message', message: isSubagent ? asClients(message) : told(message, isTagged) };
      case 'assistant': {
        const at = from + index;
        const isParticipant = isTagged && isPlain(messages[at - 1], messages[at - 2]);
        return { kind: 'message', message: isParticipant ? asParticipants(message) : message };
      }
      default:
        return { kind: 'message', message };
    }
  });
}

function hasRequest({ parts }: Pick<UserMessage, 'parts'>): boolean {
  return parts.some((part) => part.type === 'text' && hasUserRequest(part.text));
}

/** Whether what was said last, after a whole turn, is neither asked of the agent nor the host's own block. */
function isPlain(last: Message | undefined, before: Message | undefined): boolean {
  const [part] = last?.parts ?? [];
  if (last?.role !== 'user' || before?.role === 'tool' || part?.type !== 'text') return false;
  return !hasRequest(last) && !part.text.trimStart().startsWith('<');
}

function told(message: UserMessage, isTagged: boolean): UserMessage {
  const parts = message.parts.flatMap((part, at): readonly UserPart[] => {
    if (part.type !== 'text') return [part];
    return at === 0 && isSummary(message) ? [asForeignSummary(part)] : splitUserText(part.text, isTagged);
  });
  return { role: 'user', parts };
}

function asClients({ parts }: UserMessage): UserMessage {
  return { role: 'user', parts: parts.map((part) => (part.type === 'text' ? clientText(part.text) : part)) };
}

/** An answer to what no `<userRequest>` asked, and that called nothing, is a chat participant's, not the agent's. */
function asParticipants(message: AssistantMessage): AssistantMessage {
  if (toolCallsOf(message).length > 0) return message;
  return {
    ...message,
    parts: message.parts.map((part) => (part.type === 'text' ? clientText(part.text) : part)),
  };
}

import type { Draft } from '../log/entry.ts';
import {
  toolCallsOf,
  type AssistantMessage,
  type Message,
  type UserMessage,
  type UserPart,
} from '../log/message.ts';
import { asForeignSummary, isSummary } from './conversationSummary.ts';
import { clientText, hasUserRequest, isRequestAlone, splitUserText } from './userText.ts';

/** A history whose last messages are new. The messages before them help to tell who wrote a text. */
export interface HistoryWithNew {
  /** The whole history. */
  readonly messages: readonly Message[];
  /** The index of the first new message. */
  readonly from: number;
  /** Whether the history is a subagent's, where a model wrote the user messages. */
  readonly isSubagent: boolean;
  /** Returns whether the log says that the model, and not a chat participant, wrote this answer. */
  readonly isByModel?: (answer: AssistantMessage) => boolean;
}

/** Returns the log entries for the messages from `from` on. */
export function messageDrafts({ messages, from, isSubagent, isByModel }: HistoryWithNew): readonly Draft[] {
  if (from >= messages.length) return [];
  const isTagged = messages.some(hasRequest);
  const dated = messages.findIndex(isDated);
  const isFramed = messages.some((message) => hasRequest(message) && !isRequestOnly(message));
  const isByParticipant = (question: Message | undefined, answer: Message | undefined): boolean =>
    isFramed &&
    question !== undefined &&
    isRequestOnly(question) &&
    isPlainAnswer(answer) &&
    isByModel?.(answer) !== true;
  return messages.slice(from).map((message, index): Draft => {
    const at = from + index;
    switch (message.role) {
      case 'user': {
        const isFromHook = at < dated && !isSummary(message);
        const isClientText = isSubagent || isFromHook || isByParticipant(message, messages[at + 1]);
        return {
          kind: 'message',
          message: isClientText ? asClients(message) : splitMessage(message, isTagged),
        };
      }
      case 'assistant': {
        const last = messages[at - 1];
        const isParticipant =
          (isTagged && isUntagged(last, messages[at - 2])) || isByParticipant(last, message);
        return { kind: 'message', message: isParticipant ? asParticipants(message) : message };
      }
      default:
        return { kind: 'message', message };
    }
  });
}

function hasRequest({ role, parts }: Message): boolean {
  return role === 'user' && parts.some((part) => part.type === 'text' && hasUserRequest(part.text));
}

/**
 * Returns whether the message has the date that the Copilot harness (a kind of chat, see docs/AGENT.md) puts before
 * what a person says. Text before the first such message comes from hooks at the session's start.
 */
function isDated({ role, parts: [part] }: Message): boolean {
  return role === 'user' && part?.type === 'text' && part.text.startsWith('<current_datetime>');
}

/**
 * Returns whether a message is a request without other text. The host puts its own text beside requests to the agent,
 * but not beside requests to a chat participant.
 */
function isRequestOnly(message: Message): boolean {
  const [part] = message.parts;
  return (
    hasRequest(message) && message.parts.length === 1 && part?.type === 'text' && isRequestAlone(part.text)
  );
}

function isPlainAnswer(message: Message | undefined): message is AssistantMessage {
  return message?.role === 'assistant' && toolCallsOf(message).length === 0;
}

/**
 * Returns whether the message before an answer is a user message without the host's tags. If other messages of the chat
 * are tagged, such a message was a question to a chat participant. A message after a tool result does not count.
 */
function isUntagged(last: Message | undefined, before: Message | undefined): boolean {
  const [part] = last?.parts ?? [];
  if (last?.role !== 'user' || before?.role === 'tool' || part?.type !== 'text') return false;
  return !hasRequest(last) && !part.text.trimStart().startsWith('<');
}

function splitMessage(message: UserMessage, isTagged: boolean): UserMessage {
  const parts = message.parts.flatMap((part, at): readonly UserPart[] => {
    if (part.type !== 'text') return [part];
    return at === 0 && isSummary(message) ? [asForeignSummary(part)] : splitUserText(part.text, isTagged);
  });
  return { role: 'user', parts };
}

function asClients({ parts }: UserMessage): UserMessage {
  return { role: 'user', parts: parts.map((part) => (part.type === 'text' ? clientText(part.text) : part)) };
}

/** Marks the text of a chat participant's answer as the client's. An answer with calls is the model's. */
function asParticipants(message: AssistantMessage): AssistantMessage {
  if (toolCallsOf(message).length > 0) return message;
  return {
    ...message,
    parts: message.parts.map((part) => (part.type === 'text' ? clientText(part.text) : part)),
  };
}

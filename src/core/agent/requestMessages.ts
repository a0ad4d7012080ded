import type { AssistantPart, Message, ResultPart, ToolMessage, UserPart } from '../log/message.ts';
import { wordsOf } from './agentHistory.ts';
import type { AgentMessage, AgentPart, AgentRequest } from './agentRequest.ts';

/**
 * Converts a request to messages for a model. Used for a request that is answered without a session. Removes markers
 * and other parts without content.
 */
export function requestMessages({ messages }: AgentRequest): readonly Message[] {
  const names = new Map(messages.flatMap(({ parts }) => parts.flatMap(nameOfCall)));
  return messages.flatMap((message) => messagesOf(message, names));
}

function nameOfCall(part: AgentPart): readonly (readonly [string, string])[] {
  return part.type === 'toolCall' ? [[part.callId, part.name]] : [];
}

function messagesOf({ role, parts }: AgentMessage, names: ReadonlyMap<string, string>): readonly Message[] {
  switch (role) {
    case 'system':
      return [{ role, parts: parts.filter((part) => part.type === 'text') }];
    case 'assistant':
      return [{ role, parts: parts.flatMap(assistantPart) }];
    case 'user': {
      const results = parts.flatMap((part) => (part.type === 'toolResult' ? [resultOf(part, names)] : []));
      const content = parts.flatMap(userPart);
      return content.length === 0 ? results : [...results, { role, parts: content }];
    }
  }
}

function resultOf(
  { callId, parts }: Extract<AgentPart, { type: 'toolResult' }>,
  names: ReadonlyMap<string, string>,
): ToolMessage {
  return { role: 'tool', callId, toolName: names.get(callId) ?? '', parts: parts.flatMap(userPart) };
}

function userPart(part: AgentPart): readonly (UserPart & ResultPart)[] {
  if (part.type === 'text' || part.type === 'image') return [part];
  const text = wordsOf(part);
  return text === '' ? [] : [{ type: 'text', text }];
}

function assistantPart(part: AgentPart): readonly AssistantPart[] {
  switch (part.type) {
    case 'text':
      return [part];
    case 'thinking':
      return [{ type: 'reasoning', text: part.text }];
    case 'toolCall': {
      const { callId, name, input } = part;
      return [{ type: 'toolCall', callId, name, arguments: JSON.stringify(input ?? {}) }];
    }
    default:
      return [];
  }
}

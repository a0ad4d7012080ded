import { INTERRUPTED } from '../tools/noEffect.ts';
import type { AssistantPart, Message, ResultPart, TextPart, ToolMessage, UserPart } from '../log/message.ts';
import type { ToolSchema } from '../ports.ts';
import type { AgentMessage, AgentPart, AgentRequest } from './agentRequest.ts';
import { MARKER_TYPE, readMarker } from './marker.ts';

/** A request in the form of log messages, so that it can be compared with the messages of a session. */
export interface AgentHistory {
  readonly systemText: string;
  /**
   * The messages without the system text, thinking, `[interrupted]`, markers and other data without text. Each tool
   * result is a message of its own. The person's text and the host's text are not separated yet.
   */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
  readonly conversationId: string | undefined;
  /** The session that the newest marker names. */
  readonly marker: string | undefined;
}

export function readHistory(request: AgentRequest): AgentHistory {
  const { messages, tools } = request;
  const names = new Map<string, string>();
  return {
    systemText: systemTextOf(messages),
    messages: messages.slice(systemLength(messages)).flatMap((message) => read(message, names)),
    tools,
    conversationId: chatIdOf(request),
    marker: newestMarker(messages),
  };
}

/**
 * Matches the path of the session's folder in the system text of the Copilot harness (docs/AGENT.md). Requests of this
 * harness have no chat id, so the folder's name is used as the id: it is the same in all requests of a chat. In VS
 * Code, a subagent's system text names no folder; in Copilot CLI, it names the chat's folder.
 */
const SESSION_FOLDER = /^Session folder: [^\n]{1,1000}[\\/]session-state[\\/]([\w-]{8,64})[\\/]?\s*$/mu;

/** Returns the host's id of the request's chat or, if the request has none, the name of the session's folder. */
export function chatIdOf({ conversationId, messages }: AgentRequest): string | undefined {
  return conversationId ?? SESSION_FOLDER.exec(systemTextOf(messages))?.[1];
}

/** Returns whether a request is from Copilot's harness, which silently retries a failed request for up to a minute. */
export function isOfCopilotHarness(request: AgentRequest): boolean {
  return request.conversationId === undefined && chatIdOf(request) !== undefined;
}

function systemTextOf(messages: readonly AgentMessage[]): string {
  return messages.slice(0, systemLength(messages)).map(textOfParts).join('\n\n');
}

/** Returns the number of system messages at the beginning. */
function systemLength(messages: readonly AgentMessage[]): number {
  const found = messages.findIndex(({ role }) => role !== 'system');
  return found < 0 ? messages.length : found;
}

function textOfParts({ parts }: AgentMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Returns the session that our newest marker names. */
export function newestMarker(messages: readonly AgentMessage[]): string | undefined {
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    for (const part of messages[at]?.parts ?? []) {
      const marker =
        part.type === 'data' && part.mediaType === MARKER_TYPE ? readMarker(part.text) : undefined;
      if (marker !== undefined) return marker;
    }
  }
  return undefined;
}

/**
 * Converts a message. Tool results come first, since they belong to the calls in the previous message. `names` holds
 * tool names by call id.
 */
function read({ role, parts }: AgentMessage, names: Map<string, string>): readonly Message[] {
  const results = parts.flatMap((part) => (part.type === 'toolResult' ? resultOf(part, names) : []));
  const message: Message =
    role === 'assistant'
      ? { role, parts: assistantParts(parts, names) }
      : { role: 'user', parts: contents(parts) };
  return message.parts.length > 0 ? [...results, message] : results;
}

/** Returns a tool's result. Skips `[interrupted]`, which Longthread sends in place of a missing result. */
function resultOf(
  { callId, parts }: Extract<AgentPart, { type: 'toolResult' }>,
  names: ReadonlyMap<string, string>,
): readonly ToolMessage[] {
  const content = contents(parts);
  const [only] = content;
  if (content.length === 1 && only?.type === 'text' && only.text === INTERRUPTED) return [];
  return [{ role: 'tool', callId, toolName: names.get(callId) ?? '', parts: content }];
}

function contents(parts: readonly AgentPart[]): readonly (UserPart & ResultPart)[] {
  return parts.flatMap((part): readonly (UserPart & ResultPart)[] => {
    if (part.type === 'image') return [{ type: 'image', mediaType: part.mediaType, data: part.data }];
    const text = wordsOf(part);
    return text === '' ? [] : [{ type: 'text', text }];
  });
}

/**
 * Returns a part's text. Text and JSON data are content; other data types are signals between the host and the model's
 * client.
 */
export function wordsOf(part: AgentPart): string {
  if (part.type === 'text') return part.text;
  return part.type === 'data' && /^(?:text\/|application\/(?:[\w.-]+\+)?json)/u.test(part.mediaType)
    ? part.text
    : '';
}

/** Returns the answer's parts without thinking and markers; joins texts that become adjacent. */
function assistantParts(parts: readonly AgentPart[], names: Map<string, string>): readonly AssistantPart[] {
  const said: AssistantPart[] = [];
  for (const part of parts) {
    if (part.type === 'toolCall') {
      names.set(part.callId, part.name);
      said.push({
        type: 'toolCall',
        callId: part.callId,
        name: part.name,
        arguments: argumentsOf(part.input),
      });
      continue;
    }
    const text = wordsOf(part);
    const last = said.at(-1);
    if (text === '') continue;
    if (last?.type === 'text') said[said.length - 1] = joined(last, text);
    else said.push({ type: 'text', text });
  }
  return said;
}

function joined(part: TextPart, text: string): TextPart {
  return { ...part, text: part.text + text };
}

/** Returns a call's arguments as JSON. For a call without arguments, a host may send no input. */
function argumentsOf(input: unknown): string {
  return input === undefined ? '{}' : JSON.stringify(input);
}

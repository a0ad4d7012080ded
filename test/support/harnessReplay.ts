import { summaryAnswer } from '../../src/core/agent/conversationSummary.ts';
import type { AgentMessage, AgentPart, AgentRequest } from '../../src/core/agent/agentRequest.ts';
import type { AssistantMessage } from '../../src/core/log/message.ts';
import { AgentSessions } from './agentSessions.ts';

/** A recorded request of Copilot's harness, or an object inside the request. The harness has two request formats. */
type Json = Readonly<Record<string, unknown>>;

/**
 * Parses a request to a provider in VS Code: a list of items like those of OpenAI's Responses API, with calls and
 * results as separate items.
 */
export function requestOfEditor({ instructions, input }: Json): AgentRequest {
  const messages: AgentMessage[] = [textMessage('system', instructions)];
  for (const item of input as readonly Json[]) {
    const last = messages.at(-1);
    if (item['type'] === 'function_call' && last?.role === 'assistant')
      messages[messages.length - 1] = { ...last, parts: [...last.parts, callOf(item['callId'], item)] };
    else if (item['type'] === 'function_call')
      messages.push({ role: 'assistant', parts: [callOf(item['callId'], item)] });
    else if (item['type'] === 'function_call_output')
      messages.push(resultMessage(item['callId'], item['output']));
    else messages.push(textMessage(item['role'] as AgentMessage['role'], textIn(item['content'])));
  }
  return { messages, tools: [] };
}

/** Parses a request that Copilot's command line sent to an endpoint: a list of chat messages. */
export function requestOfCommandLine({ body }: Json): AgentRequest {
  const messages = ((body as Json)['messages'] as readonly Json[]).map((item): AgentMessage => {
    if (item['role'] === 'tool') return resultMessage(item['tool_call_id'], item['content']);
    const calls = (item['tool_calls'] ?? []) as readonly Json[];
    const { role, parts } = textMessage(item['role'] as AgentMessage['role'], item['content']);
    return { role, parts: [...parts, ...calls.map((call) => callOf(call['id'], call['function'] as Json))] };
  });
  return { messages, tools: [] };
}

function textMessage(role: AgentMessage['role'], text: unknown): AgentMessage {
  return { role, parts: typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : [] };
}

function textIn(content: unknown): string {
  return (content as readonly Json[]).map(({ text }) => String(text)).join('');
}

function callOf(callId: unknown, { name, argumentsJson, arguments: given }: Json): AgentPart {
  const input: unknown = JSON.parse(String(argumentsJson ?? given));
  return { type: 'toolCall', callId: String(callId), name: String(name), input };
}

function resultMessage(callId: unknown, output: unknown): AgentMessage {
  const parts = [{ type: 'text' as const, text: String(output) }];
  return { role: 'user', parts: [{ type: 'toolResult', callId: String(callId), parts }] };
}

/** The sessions that the requests created, and the outcome of each request. */
export interface Replayed {
  readonly sessions: AgentSessions;
  /** For each request: `new`, `summary`, or how a known session continued. */
  readonly steps: readonly string[];
}

/**
 * Sends the requests in order. Logs the answer to each request if the next request contains this answer. Answers a
 * request for a summary with our own notes.
 */
export function replay(requests: readonly AgentRequest[]): Replayed {
  const sessions = new AgentSessions();
  let notes: string | undefined;
  const steps = requests.map((request, index) => {
    const { outcome, id } = sessions.ask(withNotes(request, notes));
    if (outcome.kind === 'summary') {
      const through = sessions.sessions.at(-1)?.session.messages.at(-1)?.id ?? '';
      notes = summaryAnswer('Notes of what was said.', { sessionId: id ?? '', through });
      return 'summary';
    }
    const said = answerShown(request, requests.slice(index + 1));
    if (said !== undefined && id !== undefined) sessions.answer(id, said);
    return outcome.kind === 'known' ? outcome.step : outcome.kind;
  });
  return { sessions, steps };
}

/** Replaces the recorded summary of another model by our notes. */
function withNotes(request: AgentRequest, notes: string | undefined): AgentRequest {
  if (notes === undefined) return request;
  const replaced = (part: AgentPart): AgentPart =>
    part.type === 'text'
      ? {
          ...part,
          text: part.text.replace(/<summary>[\s\S]*<\/summary>/u, () => `<summary>\n${notes}\n</summary>`),
        }
      : part;
  return {
    ...request,
    messages: request.messages.map((message) =>
      message.role === 'user' ? { ...message, parts: message.parts.map(replaced) } : message,
    ),
  };
}

/**
 * Returns the newest answer that is in the next request but not in this request. Skips requests for summaries.
 */
function answerShown(request: AgentRequest, later: readonly AgentRequest[]): AssistantMessage | undefined {
  const known = new Set(request.messages.map((message) => JSON.stringify(message)));
  const next = later.find(({ messages }) => !isSummaryTask(messages.at(-1)));
  const shown = next?.messages.findLast(
    (message) => message.role === 'assistant' && !known.has(JSON.stringify(message)),
  );
  if (shown === undefined) return undefined;
  return {
    role: 'assistant',
    parts: shown.parts.flatMap((part): AssistantMessage['parts'] => {
      if (part.type === 'text') return [part];
      if (part.type !== 'toolCall') return [];
      return [
        {
          ...{ type: part.type, callId: part.callId, name: part.name },
          arguments: JSON.stringify(part.input),
        },
      ];
    }),
  };
}

function isSummaryTask(message: AgentMessage | undefined): boolean {
  const part = message?.parts[0];
  return part?.type === 'text' && part.text.startsWith('Please create a detailed summary');
}

/**
 * Returns the texts in these requests that the person typed, without repetitions. A text was typed if there is a date
 * before it.
 */
export function typedIn(requests: readonly AgentRequest[]): readonly string[] {
  const typed = requests.flatMap(({ messages }) =>
    messages.flatMap(({ role, parts: [part] }) => {
      const text = role === 'user' && part?.type === 'text' ? part.text : '';
      if (!text.startsWith('<current_datetime>')) return [];
      return [
        text
          .replaceAll(/<(current_datetime|tools_changed_notice|system_reminder)>[\s\S]*?<\/\1>/gu, '')
          .trim(),
      ];
    }),
  );
  return [...new Set(typed)];
}

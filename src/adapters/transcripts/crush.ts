import type { AssistantPart, Message, ToolMessage, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { resultPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder, finishOf } from './assistantBuilder.ts';
import { clientPart, splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  objectOf,
  objectsOf,
  onlyObjects,
  parseJson,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/** Reads Crush's database as JSON: the tables `sessions` and `messages`. A message's parts are `{type, data}`. */
export const crush = { format: 'crush', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  if (!isObject(json) || !Array.isArray(fieldOf(json, 'sessions'))) return false;
  return objectsOf(json, 'messages').some((message) => 'session_id' in message && 'parts' in message);
}

/** Reads the session with the most messages. Ignores sessions of subagents, which name a parent session. */
function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const file = isObject(head.json) ? head.json : {};
  const all = objectsIn(fieldOf(file, 'messages'), recording);
  const messagesIn = (session: JsonObject): readonly JsonObject[] =>
    all.filter((message) => stringOf(message, 'session_id') === stringOf(session, 'id'));
  const [session] = objectsOf(file, 'sessions')
    .filter((each) => stringOf(each, 'parent_session_id') === undefined)
    .toSorted((a, b) => messagesIn(b).length - messagesIn(a).length);
  const messages = session === undefined ? all : messagesIn(session);
  readCrushSession({ session, messages }, recording);
  const others = all.length - messages.length;
  if (others > 0) recording.skip('message of another session', 'the whole file', others);
  return Promise.resolve();
}

/** Reads the messages of one session, given as rows of the table `messages`. */
export function readCrushSession(
  {
    session,
    messages,
  }: { readonly session: JsonObject | undefined; readonly messages: readonly JsonObject[] },
  recording: Recording,
): void {
  if (session !== undefined) recording.title = stringOf(session, 'title');
  const summaryId = session === undefined ? undefined : stringOf(session, 'summary_message_id');
  for (const [index, message] of messages.entries()) {
    const at = timeOf(fieldOf(message, 'created_at'));
    const isSummary = isTrue(message, 'is_summary_message') || stringOf(message, 'id') === summaryId;
    for (const { type } of partsOf(message))
      if (!READ_PARTS.has(type))
        recording.skip(`${type === '' ? 'unknown' : type} part`, `message ${String(index + 1)}`);
    const read = isSummary && summaryId !== undefined ? [summaryOf(message)] : messagesOf(message);
    if (read === undefined) recording.skip('message without a known role', `message ${String(index + 1)}`);
    for (const each of read ?? []) recording.add(each, at);
  }
}

const READ_PARTS: ReadonlySet<string> = new Set([
  ...['text', 'binary', 'image_url', 'reasoning', 'tool_call', 'tool_result', 'finish'],
]);

/** Returns a message's parts. In the file, the parts are a list or, as in the database, JSON text. */
function partsOf(message: JsonObject): readonly { readonly type: string; readonly data: JsonObject }[] {
  const parts = fieldOf(message, 'parts');
  return onlyObjects(typeof parts === 'string' ? parseJson(parts) : parts).map((part) => ({
    type: stringOf(part, 'type') ?? '',
    data: objectOf(part, 'data') ?? {},
  }));
}

function messagesOf(message: JsonObject): readonly Message[] | undefined {
  const parts = partsOf(message);
  switch (stringOf(message, 'role')) {
    case 'system':
      return [{ role: 'system', parts: [{ type: 'text', text: textsOf(message) }] }];
    case 'user':
      return [{ role: 'user', parts: parts.flatMap(({ type, data }) => userPartsOf(type, data)) }];
    case 'assistant': {
      const builder = new AssistantBuilder(stringOf(message, 'model'));
      for (const { type, data } of parts) builder.add(assistantPartsOf(type, data));
      const finish = parts.find(({ type }) => type === 'finish');
      builder.end(finishOf(finish && stringOf(finish.data, 'reason')), undefined);
      return [builder.message];
    }
    case 'tool':
      return parts.filter(({ type }) => type === 'tool_result').map(({ data }) => resultOf(data));
    default:
      return undefined;
  }
}

function textsOf(message: JsonObject): string {
  return partsOf(message)
    .filter(({ type }) => type === 'text')
    .map(({ data }) => stringOf(data, 'text') ?? '')
    .join('\n');
}

function summaryOf(message: JsonObject): Message {
  return { role: 'user', parts: [clientPart(textsOf(message), 'foreign-summary')] };
}

function userPartsOf(type: string, data: JsonObject): readonly UserPart[] {
  if (type === 'text') return splitUserText(stringOf(data, 'text') ?? '');
  if (type !== 'binary' && type !== 'image_url') return [];
  const name = stringOf(data, 'Path') ?? stringOf(data, 'url') ?? 'attachment';
  return [clientPart(`[${name.slice(0, 500)}]`, 'attachment')];
}

function assistantPartsOf(type: string, data: JsonObject): readonly AssistantPart[] {
  if (type === 'text') return [{ type, text: stringOf(data, 'text') ?? '' }];
  if (type === 'reasoning') return [{ type, text: stringOf(data, 'thinking') ?? '' }];
  if (type !== 'tool_call') return [];
  return [toolCall(stringOf(data, 'id'), stringOf(data, 'name'), fieldOf(data, 'input'))];
}

function resultOf(data: JsonObject): ToolMessage {
  const parts = resultPartsOf(fieldOf(data, 'content') ?? '');
  return toolResult(stringOf(data, 'tool_call_id'), parts, { isError: isTrue(data, 'is_error') });
}

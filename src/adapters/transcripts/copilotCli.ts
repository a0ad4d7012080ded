import type { AssistantMessage, Message, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { resultPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { clientPart, splitUserText } from './clientText.ts';
import { fieldOf, numberOf, objectOf, objectsOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/** Reads Copilot CLI's sessions: one event per line, `{type, data, id, timestamp, parentId}`. */
export const copilotCli = { format: 'copilot-cli', detect, read } as const;

function detect({ objects }: TranscriptHead): boolean {
  return objects.some((line) => {
    const type = stringOf(line, 'type') ?? '';
    return objectOf(line, 'data') !== undefined && OWN_TYPES.has(type) && 'timestamp' in line;
  });
}

const OWN_TYPES: ReadonlySet<string> = new Set([
  'session.start',
  'user.message',
  'assistant.turn_start',
  'assistant.message',
  'tool.execution_start',
]);
/** Matches the types of events that are not reported as skipped: they repeat messages, or the model never saw them. */
const SILENT = /^(?:assistant\.turn_|tool\.execution_start$|session\.(?:start|resume|shutdown|info)$)/u;

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  let model: string | undefined;
  let systemText = '';
  for await (const { object, where } of readJsonLines(source, recording)) {
    const type = stringOf(object, 'type') ?? 'unknown';
    const data = objectOf(object, 'data') ?? {};
    if (isSubAgents(object, data)) {
      recording.skip('line of a subagent', where);
      continue;
    }
    model = stringOf(data, 'newModel') ?? model;
    const message = messageOf(type, data, model);
    // The same system text is written before each of the person's messages.
    const isRepeated = message?.role === 'system' && stringOf(data, 'content') === systemText;
    if (message?.role === 'system') systemText = stringOf(data, 'content') ?? '';
    if (message !== undefined && !isRepeated) recording.add(message, timeOf(fieldOf(object, 'timestamp')));
    else if (message === undefined && !SILENT.test(type)) recording.skip(`${type} event`, where);
  }
}

/**
 * Returns whether an event belongs to a subagent. The subagent's task is a `user.message` like the person's messages.
 * Newer versions mark such events by `agentId`, older versions by `parentToolCallId`, which not all events have.
 */
function isSubAgents(event: JsonObject, data: JsonObject): boolean {
  return [stringOf(event, 'agentId'), stringOf(data, 'parentToolCallId')].some((id) => id !== undefined);
}

function messageOf(type: string, data: JsonObject, model: string | undefined): Message | undefined {
  switch (type) {
    case 'system.message':
      return { role: 'system', parts: [{ type: 'text', text: stringOf(data, 'content') ?? '' }] };
    case 'user.message':
      return { role: 'user', parts: userParts(data) };
    case 'assistant.message':
      return assistantMessage(data, model);
    case 'tool.execution_complete':
      return resultMessage(data);
    case 'session.compaction_complete': {
      const summary = stringOf(data, 'summaryContent') ?? '';
      return summary === '' ? undefined : { role: 'user', parts: [clientPart(summary, 'foreign-summary')] };
    }
    default:
      return undefined;
  }
}

/**
 * Separates the words that the person typed from the client's text around them. If the sent text does not contain these
 * words, they come before it, since they must not be lost.
 */
function userParts(data: JsonObject): readonly UserPart[] {
  const content = stringOf(data, 'content') ?? '';
  const sent = stringOf(data, 'transformedContent') ?? content;
  const { typed, label } = authorOf(stringOf(data, 'source'), content);
  const place = placeOf(typed, sent);
  const own = splitUserText(typed);
  const around = place < 0 ? ['', sent] : [sent.slice(0, place), sent.slice(place + typed.length)];
  const [before = [], after = []] = around.map((text) =>
    text.trim() === '' ? [] : [clientPart(text, label)],
  );
  const attached = objectsOf(data, 'attachments').map((file) =>
    clientPart(`[${stringOf(file, 'path') ?? stringOf(file, 'displayName') ?? 'attachment'}]`, 'attachment'),
  );
  return [...before, ...own, ...attached, ...after];
}

/**
 * Returns the index of the typed words in the sent text; -1 if it does not contain them. First searches for the words
 * with the blank lines that the client puts around them. Otherwise, a short word such as `2` could be found in a date
 * before them.
 */
function placeOf(typed: string, sent: string): number {
  if (typed.trim() === '') return -1;
  const framed = `\n\n${sent}\n\n`.indexOf(`\n\n${typed}\n\n`);
  return framed < 0 ? sent.indexOf(typed) : framed;
}

/**
 * Returns the words that the person typed, and the label of all other text. If `source` is not `user`, the client wrote
 * the whole message.
 */
function authorOf(source = 'user', content: string): { readonly typed: string; readonly label: string } {
  if (source === 'user') return { typed: content, label: 'environment' };
  return { typed: '', label: /instruction|^skill/u.test(source) ? 'instructions' : 'environment' };
}

function assistantMessage(data: JsonObject, model: string | undefined): AssistantMessage {
  const builder = new AssistantBuilder(stringOf(data, 'model') ?? model);
  builder.add([
    { type: 'reasoning', text: stringOf(data, 'reasoningText') ?? '' },
    { type: 'text', text: stringOf(data, 'content') ?? '' },
  ]);
  builder.add(
    objectsOf(data, 'toolRequests').map((request) =>
      toolCall(stringOf(request, 'toolCallId'), stringOf(request, 'name'), fieldOf(request, 'arguments')),
    ),
  );
  return builder.message;
}

function resultMessage(data: JsonObject): Message {
  const result = objectOf(data, 'result') ?? objectOf(data, 'error') ?? {};
  const parts = resultPartsOf(fieldOf(result, 'content') ?? fieldOf(result, 'message') ?? '');
  const isError = fieldOf(data, 'success') === false;
  return toolResult(stringOf(data, 'toolCallId'), parts, { isError, exitCode: numberOf(result, 'exitCode') });
}

import type { Message, UserPart } from '../../core/log/message.ts';
import { asClientParts, blocksOf } from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { clientPart, splitUserText } from './clientText.ts';
import { assistantPartsOfGemini, resultOfGemini, usageOfGemini, userPartsOfGemini } from './geminiParts.ts';
import { fieldOf, objectOf, objectsOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import { LiveBranch } from './liveBranch.ts';
import { WHOLE_FILE, type ImportedMessage, type Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads Qwen Code's sessions: JSON lines that form a tree by their field `parentUuid`. The parts of messages have the
 * format of Gemini's API.
 */
export const qwenCode = { format: 'qwen-code', detect, read } as const;

function detect({ objects }: TranscriptHead): boolean {
  return objects.some(
    (line) => 'uuid' in line && Array.isArray(fieldOf(objectOf(line, 'message') ?? {}, 'parts')),
  );
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const branch = new LiveBranch();
  const found: (ImportedMessage & { readonly position: number })[] = [];
  for await (const { object, where } of readJsonLines(source, recording)) {
    const parent = fieldOf(object, 'parentUuid') === null ? null : stringOf(object, 'parentUuid');
    const position = branch.add(stringOf(object, 'uuid'), parent);
    const message = messageOf(object);
    const at = timeOf(fieldOf(object, 'timestamp'));
    if (message !== undefined) found.push({ position, message, ...(at !== undefined && { at }) });
    else
      recording.skip(`${stringOf(object, 'subtype') ?? stringOf(object, 'type') ?? 'unknown'} line`, where);
  }
  const isLive = branch.find();
  const live = found.filter(({ position }) => isLive(position));
  for (const { message, at } of live) recording.add(message, at);
  const dead = found.length - live.length;
  if (dead > 0) recording.skip('message of an abandoned branch', WHOLE_FILE, dead);
}

function messageOf(line: JsonObject): Message | undefined {
  const message = objectOf(line, 'message') ?? {};
  const parts = fieldOf(message, 'parts');
  switch (stringOf(line, 'type')) {
    case 'user':
      return { role: 'user', parts: userParts(line, parts) };
    case 'assistant':
      return assistantMessage(line, message);
    case 'tool_result': {
      const answer = objectsOf(message, 'parts').find((part) => 'functionResponse' in part) ?? {};
      const callId = stringOf(objectOf(answer, 'functionResponse') ?? {}, 'id') ?? '';
      return resultOfGemini(callId, parts, stringOf(objectOf(line, 'toolCallResult') ?? {}, 'status'));
    }
    default:
      return summaryOf(line);
  }
}

/**
 * Returns the parts of a user record. If the client sent the text of a typed command such as `/review` instead of the
 * command, returns the typed words, followed by the sent text as client text. For any other typed message, returns the
 * sent words as the person's. They differ from the typed words only by pasted text that the client filled in, or by
 * attachments that the client put before the words.
 */
function userParts(line: JsonObject, content: unknown): readonly UserPart[] {
  const parts = userPartsOfGemini(content);
  if (!isTyped(line)) return asClientParts(parts, 'notification');
  const typed = stringOf(objectOf(line, 'systemPayload') ?? {}, 'displayText')?.trim() ?? '';
  const sent = blocksOf(content).map((block) => (stringOf(block, 'text') ?? '').trim());
  const contains = (text: string): boolean => text.startsWith(typed) || text.endsWith(`\n${typed}`);
  if (!typed.startsWith('/') || sent.some(contains)) return parts;
  return [...splitUserText(typed), ...asClientParts(parts, 'command')];
}

/** Returns whether the person wrote a user record. Newer versions name the source; older versions only the kind. */
function isTyped(line: JsonObject): boolean {
  const source = stringOf(line, 'provenance');
  return source === undefined ? !NOT_TYPED.has(stringOf(line, 'subtype') ?? '') : source === 'real_user';
}

/** The kinds of user records for finished background work and for scheduled prompts. */
const NOT_TYPED: ReadonlySet<string> = new Set(['notification', 'cron']);

function assistantMessage(line: JsonObject, message: JsonObject): Message {
  const builder = new AssistantBuilder(stringOf(line, 'model'));
  for (const part of objectsOf(message, 'parts')) builder.add(assistantPartsOfGemini(part));
  const names = {
    input: 'promptTokenCount',
    output: 'candidatesTokenCount',
    thoughts: 'thoughtsTokenCount',
    cached: 'cachedContentTokenCount',
  };
  builder.end(undefined, usageOfGemini(objectOf(line, 'usageMetadata') ?? {}, names));
  return builder.message;
}

/**
 * Returns the summary that the client's own compaction wrote. The older messages stay in the file, so the summary does
 * not replace them.
 */
function summaryOf(line: JsonObject): Message | undefined {
  if (stringOf(line, 'subtype') !== 'chat_compression') return undefined;
  const [first = {}] = objectsOf(objectOf(line, 'systemPayload') ?? {}, 'compressedHistory');
  const text = objectsOf(first, 'parts')
    .map((part) => stringOf(part, 'text') ?? '')
    .join('\n');
  return text === '' ? undefined : { role: 'user', parts: [clientPart(text, 'foreign-summary')] };
}

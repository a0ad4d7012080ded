import type { AssistantPart, Message, Usage, UserPart } from '../../core/log/message.ts';
import { asClientParts, assistantPartsOf, blocksOf, resultPartsOf, userPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder, finishOf } from './assistantBuilder.ts';
import { clientPart } from './clientText.ts';
import { fieldOf, isTrue, jsonText, numberOf, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import { LiveBranch } from './liveBranch.ts';
import type { ImportedMessage, Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { unknownPart } from './unknownContent.ts';

/** The pi coding agent's sessions: JSON lines under a `session` header. */
export const pi = { format: 'pi', detect, read } as const;

function detect(head: TranscriptHead): boolean {
  return head.objects.some((line) => {
    const type = stringOf(line, 'type');
    const message = objectOf(line, 'message');
    if (type === 'session') return 'cwd' in line || 'version' in line;
    return type === 'message' && message !== undefined && 'role' in message && 'timestamp' in line;
  });
}

/**
 * Older messages stay in the file after a compaction, so its summary is one more message where it stands. Branches
 * that the person left stay there, too: those are not read.
 */
async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const branch = new LiveBranch();
  const messages: (ImportedMessage & { readonly position: number })[] = [];
  /** The number of messages before each line, by its place in the file and by its id. */
  const before = new Map<number | string, number>();
  let lines = 0;
  for await (const { object, where } of readJsonLines(source, recording)) {
    const type = stringOf(object, 'type') ?? 'unknown';
    const at = timeOf(fieldOf(object, 'timestamp'));
    if (type === 'session_info') recording.title = stringOf(object, 'name') ?? recording.title;
    // Oh My Pi, which grew out of pi, writes the title first.
    if (type === 'title') recording.title = stringOf(object, 'title')?.trim() || recording.title;
    const position = branch.add(stringOf(object, 'id'), parentOf(object));
    before.set(lines++, messages.length).set(stringOf(object, 'id') ?? '', messages.length);
    const message = type === 'message' ? messageOf(object) : clientTextOf(object, type);
    const kept = type === 'compaction' ? keptBefore(object, before, messages.length) : undefined;
    if (message === undefined) recording.skip(`${type} line`, where);
    else
      messages.push({
        ...{ position, message },
        ...(at !== undefined && { at }),
        ...(kept !== undefined && { kept }),
      });
  }
  const isLive = branch.find();
  const live = messages.filter(({ position }) => isLive(position));
  for (const { message, at, kept } of live) recording.add(message, at, kept);
  const dead = messages.length - live.length;
  if (dead > 0) recording.skip('message of a branch that was left', 'the whole file', dead);
}

/** Returns how many messages a compaction kept: versions name the first by its line or by its id. */
function keptBefore(line: JsonObject, before: ReadonlyMap<number | string, number>, length: number): number {
  const first = numberOf(line, 'firstKeptEntryIndex') ?? stringOf(line, 'firstKeptEntryId');
  return first === undefined ? 0 : length - (before.get(first) ?? length);
}

function parentOf(line: JsonObject): string | null | undefined {
  return fieldOf(line, 'parentId') === null ? null : stringOf(line, 'parentId');
}

function messageOf(line: JsonObject): Message | undefined {
  const message = objectOf(line, 'message') ?? {};
  const blocks = blocksOf(fieldOf(message, 'content'));
  switch (stringOf(message, 'role')) {
    case 'user':
      return { role: 'user', parts: userParts(blocks) };
    case 'assistant':
      return assistantMessage(message, blocks);
    case 'toolResult':
      return resultMessage(message);
    case 'bashExecution':
      // What is typed after two exclamation marks is kept from the model.
      if (isTrue(message, 'excludeFromContext')) return undefined;
      return { role: 'user', parts: [clientPart(commandText(message), 'command')] };
    case 'custom':
    case 'hookMessage':
      return { role: 'user', parts: asClientParts(userParts(blocks), 'hook') };
    default:
      return undefined;
  }
}

function userParts(blocks: readonly JsonObject[]): readonly UserPart[] {
  return blocks.flatMap((block) => userPartsOf(block) ?? [unknownPart(block)]);
}

function assistantMessage(message: JsonObject, blocks: readonly JsonObject[]): Message {
  const builder = new AssistantBuilder(stringOf(message, 'model'));
  for (const block of blocks) builder.add(partsOf(block));
  builder.end(finishOf(stringOf(message, 'stopReason')), usageOf(objectOf(message, 'usage') ?? {}));
  return builder.message;
}

function partsOf(block: JsonObject): readonly AssistantPart[] {
  if (stringOf(block, 'type') !== 'toolCall') return assistantPartsOf(block) ?? [unknownPart(block)];
  const callId = stringOf(block, 'id') ?? '';
  const name = stringOf(block, 'name') ?? '';
  return [{ type: 'toolCall', callId, name, arguments: jsonText(fieldOf(block, 'arguments') ?? {}) }];
}

function resultMessage(message: JsonObject): Message {
  const parts = resultPartsOf(fieldOf(message, 'content'));
  const isError = isTrue(message, 'isError');
  const [first] = parts;
  const code =
    first?.type === 'text'
      ? /Command exited with code (\d{1,3})\s*$/u.exec(first.text.slice(-100))?.[1]
      : undefined;
  return {
    role: 'tool',
    callId: stringOf(message, 'toolCallId') ?? '',
    toolName: '',
    parts,
    ...(isError && { isError }),
    ...(code !== undefined && { exitCode: Number(code) }),
  };
}

/** A `!` command: typed by the person, but nothing that is asked of the model. */
function commandText(message: JsonObject): string {
  const code = numberOf(message, 'exitCode');
  const command = stringOf(message, 'command') ?? '';
  const output = stringOf(message, 'output') ?? '';
  return `$ ${command}\n${output}${code === undefined ? '' : `\n[exit code ${String(code)}]`}`;
}

function clientTextOf(line: JsonObject, type: string): Message | undefined {
  if (type === 'custom_message')
    return { role: 'user', parts: asClientParts(userParts(blocksOf(fieldOf(line, 'content'))), 'hook') };
  const isSummary = type === 'compaction' || type === 'branch_summary';
  const text = isSummary ? (stringOf(line, 'summary') ?? '') : '';
  return text === '' ? undefined : { role: 'user', parts: [clientPart(text, 'foreign-summary')] };
}

/** Tokens read from or written to the cache are input, too; a request that was aborted reports none. */
function usageOf(usage: JsonObject): Usage | undefined {
  const output = numberOf(usage, 'output') ?? 0;
  const cachedInputTokens = numberOf(usage, 'cacheRead') ?? 0;
  const inputTokens =
    (numberOf(usage, 'input') ?? 0) + cachedInputTokens + (numberOf(usage, 'cacheWrite') ?? 0);
  return inputTokens === 0 ? undefined : { inputTokens, outputTokens: output, cachedInputTokens };
}

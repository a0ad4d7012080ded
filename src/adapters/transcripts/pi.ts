import type { AssistantPart, Usage } from '../../core/session/message.ts';
import { assistantPartsOf, blocksOf, resultPartsOf, userPartsOf } from './anthropicBlocks.ts';
import { AssistantDraft, finishOf } from './assistantDraft.ts';
import { clientPart } from './clientText.ts';
import { fieldOf, isTrue, jsonText, numberOf, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

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

/** Older messages stay in the file after a compaction, so its summary is one more message where it stands. */
async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  for await (const { object, where } of readJsonLines(source, recording)) {
    const type = stringOf(object, 'type') ?? 'unknown';
    const at = timeOf(fieldOf(object, 'timestamp'));
    if (type === 'session_info') recording.title = stringOf(object, 'name') ?? recording.title;
    const isTaken =
      type === 'message' ? addMessage(object, recording, at) : addClientText(object, type, recording, at);
    if (!isTaken) recording.skip(`${type} line`, where);
  }
}

function addMessage(line: JsonObject, recording: Recording, at?: number): boolean {
  const message = objectOf(line, 'message') ?? {};
  const blocks = blocksOf(fieldOf(message, 'content'));
  switch (stringOf(message, 'role')) {
    case 'user':
      recording.add({ role: 'user', parts: blocks.flatMap((block) => userPartsOf(block) ?? []) }, at);
      return true;
    case 'assistant':
      addAssistant(message, blocks, recording, at);
      return true;
    case 'toolResult':
      addResult(message, recording, at);
      return true;
    case 'bashExecution':
      recording.add({ role: 'user', parts: [clientPart(commandText(message), 'command')] }, at);
      return true;
    case 'custom':
    case 'hookMessage':
      recording.add({ role: 'user', parts: [clientPart(jsonText(fieldOf(message, 'content')), 'hook')] }, at);
      return true;
    default:
      return false;
  }
}

function addAssistant(
  message: JsonObject,
  blocks: readonly JsonObject[],
  recording: Recording,
  at?: number,
): void {
  const draft = new AssistantDraft(stringOf(message, 'model'));
  for (const block of blocks) draft.add(partsOf(block));
  draft.end(finishOf(stringOf(message, 'stopReason')), usageOf(objectOf(message, 'usage') ?? {}));
  recording.add(draft.message, at);
}

function partsOf(block: JsonObject): readonly AssistantPart[] {
  if (stringOf(block, 'type') !== 'toolCall') return assistantPartsOf(block) ?? [];
  const callId = stringOf(block, 'id') ?? '';
  const name = stringOf(block, 'name') ?? '';
  return [{ type: 'toolCall', callId, name, arguments: jsonText(fieldOf(block, 'arguments') ?? {}) }];
}

function addResult(message: JsonObject, recording: Recording, at?: number): void {
  const parts = resultPartsOf(fieldOf(message, 'content'));
  const callId = stringOf(message, 'toolCallId') ?? '';
  const isError = isTrue(message, 'isError');
  const [first] = parts;
  const code =
    first?.type === 'text'
      ? /Command exited with code (\d{1,3})\s*$/u.exec(first.text.slice(-100))?.[1]
      : undefined;
  recording.add(
    {
      role: 'tool',
      callId,
      toolName: '',
      parts,
      ...(isError && { isError }),
      ...(code !== undefined && { exitCode: Number(code) }),
    },
    at,
  );
}

/** A `!` command: typed by the person, but nothing that is asked of the model. */
function commandText(message: JsonObject): string {
  const code = numberOf(message, 'exitCode');
  const command = stringOf(message, 'command') ?? '';
  const output = stringOf(message, 'output') ?? '';
  return `$ ${command}\n${output}${code === undefined ? '' : `\n[exit code ${String(code)}]`}`;
}

function addClientText(line: JsonObject, type: string, recording: Recording, at?: number): boolean {
  const isSummary = type === 'compaction' || type === 'branch_summary';
  const text = isSummary
    ? stringOf(line, 'summary')
    : type === 'custom_message'
      ? jsonText(fieldOf(line, 'content'))
      : '';
  if (text === undefined || text === '') return false;
  recording.add({ role: 'user', parts: [clientPart(text, isSummary ? 'foreign-summary' : 'hook')] }, at);
  return true;
}

/** Tokens read from or written to the cache are input, too; a request that was aborted reports none. */
function usageOf(usage: JsonObject): Usage | undefined {
  const output = numberOf(usage, 'output') ?? 0;
  const cachedInputTokens = numberOf(usage, 'cacheRead') ?? 0;
  const inputTokens =
    (numberOf(usage, 'input') ?? 0) + cachedInputTokens + (numberOf(usage, 'cacheWrite') ?? 0);
  return inputTokens === 0 ? undefined : { inputTokens, outputTokens: output, cachedInputTokens };
}

import type { AssistantPart, Message, Usage, UserPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { asClientParts, assistantPartsOf, blocksOf, resultPartsOf, userPartsOf } from './anthropicBlocks.ts';
import { AssistantBuilder, finishOf } from './assistantBuilder.ts';
import { clientPart } from './clientText.ts';
import { fieldOf, isTrue, numberOf, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import { LiveBranch } from './liveBranch.ts';
import { WHOLE_FILE, type Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { unknownPart } from './unknownContent.ts';

/** Reads the pi coding agent's sessions: JSON lines after a `session` header. */
export const pi = { format: 'pi', detect, read } as const;

function detect(head: TranscriptHead): boolean {
  return head.objects.some((line) => {
    const type = stringOf(line, 'type');
    const message = objectOf(line, 'message');
    if (type === 'session') return 'cwd' in line || 'version' in line;
    return type === 'message' && message !== undefined && 'role' in message && 'timestamp' in line;
  });
}

interface Line {
  readonly position: number;
  readonly message: Message;
  readonly at?: number;
  /** The parsed line, if pi lets extensions edit its content. */
  readonly editable?: JsonObject;
  /** For a compaction: the position of the first line that the compaction kept. */
  readonly keptFrom?: number;
}

/** Replaces the content of an entry. Without `content`, removes the entry from the model's context. */
interface Edit {
  readonly position: number;
  readonly targetId: string;
  readonly content?: unknown;
}

/**
 * Reads a session. A summary is an additional message, since older messages stay in the file after a compaction. Skips
 * branches that the person abandoned, and content that an edit removed from the context.
 */
async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const branch = new LiveBranch();
  const positions = new Map<string, number>();
  const lines: Line[] = [];
  const edits: Edit[] = [];
  for await (const { object, where } of readJsonLines(source, recording)) {
    const type = stringOf(object, 'type') ?? 'unknown';
    if (type === 'session_info') recording.title = stringOf(object, 'name') ?? recording.title;
    // Oh My Pi, a fork of pi, writes the title on the first line.
    if (type === 'title') recording.title = stringOf(object, 'title')?.trim() || recording.title;
    const id = stringOf(object, 'id');
    const position = branch.add(id, parentOf(object));
    if (id !== undefined) positions.set(id, position);
    const edit = type === 'context_edit' ? editOf(object) : undefined;
    const message = messageIn(object);
    if (edit !== undefined) edits.push({ ...edit, position });
    else if (message === undefined) recording.skip(`${type} line`, where);
    else {
      const at = timeOf(fieldOf(object, 'timestamp'));
      lines.push({
        ...{ position, message },
        ...(at !== undefined && { at }),
        ...(isEditable(object, type) && { editable: object }),
        ...(type === 'compaction' && { keptFrom: keptFrom(object, positions) }),
      });
    }
  }
  const isLive = branch.find();
  const live = lines.filter(({ position }) => isLive(position));
  const newest = new Map(
    edits.filter(({ position }) => isLive(position)).map((each) => [each.targetId, each]),
  );
  const standing = live.flatMap((line) =>
    withEdit(line, newest.get(stringOf(line.editable ?? {}, 'id') ?? '')),
  );
  for (const [index, { message, at, keptFrom: from }] of standing.entries()) {
    const kept = (first: number): number =>
      standing.slice(0, index).filter(({ position }) => position >= first).length;
    recording.add(message, at, from === undefined ? undefined : kept(from));
  }
  const skip = (what: string, count: number): void => {
    if (count > 0) recording.skip(what, WHOLE_FILE, count);
  };
  skip('message that an edit took out of the context', live.length - standing.length);
  skip('message of an abandoned branch', lines.length - live.length);
}

/**
 * Returns the position of the first line that a compaction kept. The compaction names this line by index or id. If the
 * named line is unknown, returns infinity.
 */
function keptFrom(line: JsonObject, positions: ReadonlyMap<string, number>): number {
  const id = stringOf(line, 'firstKeptEntryId') ?? '';
  return numberOf(line, 'firstKeptEntryIndex') ?? positions.get(id) ?? Infinity;
}

function editOf(line: JsonObject): Omit<Edit, 'position'> | undefined {
  const targetId = stringOf(line, 'targetId');
  if (targetId === undefined) return undefined;
  if (fieldOf(line, 'replacement') === null) return { targetId };
  const content = fieldOf(objectOf(line, 'replacement') ?? {}, 'content');
  return content === undefined ? undefined : { targetId, content };
}

function isEditable(line: JsonObject, type: string): boolean {
  const role = stringOf(objectOf(line, 'message') ?? {}, 'role') ?? '';
  return type === 'custom_message' || (type === 'message' && EDITABLE.has(role));
}

const EDITABLE: ReadonlySet<string> = new Set(['user', 'assistant', 'toolResult', 'custom']);

/**
 * Applies an edit to a line: replaces the content and keeps the role. Returns the line unchanged if there is no edit.
 * Returns an empty list if the edit removes the line.
 */
function withEdit(line: Line, edit: Edit | undefined): readonly Line[] {
  if (edit === undefined || line.editable === undefined) return [line];
  const { content } = edit;
  if (content === undefined) return [];
  const inner = objectOf(line.editable, 'message');
  const message = messageIn({
    ...line.editable,
    ...(inner === undefined ? { content } : { message: { ...inner, content } }),
  });
  return message === undefined ? [] : [{ ...line, message }];
}

function messageIn(line: JsonObject): Message | undefined {
  const type = stringOf(line, 'type') ?? 'unknown';
  return type === 'message' ? messageByRole(line) : clientMessage(line, type);
}

function parentOf(line: JsonObject): string | null | undefined {
  return fieldOf(line, 'parentId') === null ? null : stringOf(line, 'parentId');
}

function messageByRole(line: JsonObject): Message | undefined {
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
      // pi does not send the model a command that the person typed after `!!`.
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
  return [toolCall(stringOf(block, 'id'), stringOf(block, 'name'), fieldOf(block, 'arguments'))];
}

function resultMessage(message: JsonObject): Message {
  const parts = resultPartsOf(fieldOf(message, 'content'));
  const [first] = parts;
  const code =
    first?.type === 'text'
      ? /Command exited with code (\d{1,3})\s*$/u.exec(first.text.slice(-100))?.[1]
      : undefined;
  return toolResult(stringOf(message, 'toolCallId'), parts, {
    isError: isTrue(message, 'isError'),
    exitCode: code === undefined ? undefined : Number(code),
  });
}

/** Returns a `!` command with its output as text. The person ran this command without asking the model. */
function commandText(message: JsonObject): string {
  const code = numberOf(message, 'exitCode');
  const command = stringOf(message, 'command') ?? '';
  const output = stringOf(message, 'output') ?? '';
  return `$ ${command}\n${output}${code === undefined ? '' : `\n[exit code ${String(code)}]`}`;
}

function clientMessage(line: JsonObject, type: string): Message | undefined {
  if (type === 'custom_message')
    return { role: 'user', parts: asClientParts(userParts(blocksOf(fieldOf(line, 'content'))), 'hook') };
  const isSummary = type === 'compaction' || type === 'branch_summary';
  const text = isSummary ? (stringOf(line, 'summary') ?? '') : '';
  return text === '' ? undefined : { role: 'user', parts: [clientPart(text, 'foreign-summary')] };
}

/**
 * Returns the token counts. Tokens read from or written to the prompt cache count as input. An aborted request reports
 * no tokens.
 */
function usageOf(usage: JsonObject): Usage | undefined {
  const output = numberOf(usage, 'output') ?? 0;
  const cachedInputTokens = numberOf(usage, 'cacheRead') ?? 0;
  const inputTokens =
    (numberOf(usage, 'input') ?? 0) + cachedInputTokens + (numberOf(usage, 'cacheWrite') ?? 0);
  return inputTokens === 0 ? undefined : { inputTokens, outputTokens: output, cachedInputTokens };
}

import {
  assistantPartsOf,
  blocksOf,
  toolMessageOf,
  userPartsOf,
} from '../../adapters/transcripts/anthropicBlocks.ts';
import {
  fieldOf,
  isObject,
  jsonText,
  parseJson,
  stringOf,
  type JsonObject,
} from '../../adapters/transcripts/json.ts';
import type { HostFormat, Piece, PieceNow } from '../../core/agent/hostFormat.ts';
import { spokenTextOf, toolCallsOf, type AssistantMessage, type Message } from '../../core/log/message.ts';

/** A message of a request to Anthropic's API. */
export interface ApiMessage extends JsonObject {
  readonly role: string;
  readonly content: unknown;
}

/**
 * Splits the messages of Claude Code's requests into pieces, and writes changed pieces back. System messages within the
 * conversation are not split, so they always stay.
 */
export const requestFormat: HostFormat<ApiMessage> = {
  read(message, at) {
    switch (message.role) {
      case 'assistant':
        return [assistantPiece(message)];
      case 'user':
        return userPieces(message, at);
      default:
        return [];
    }
  },
  write(message, pieces, at) {
    return message.role === 'assistant'
      ? writtenAnswer(message, pieces[0])
      : writtenUser(message, pieces, at);
  },
  notes: (message) => ({ role: 'user', content: [{ type: 'text', text: spokenTextOf(message) }] }),
  mayOpen: ({ role }) => role === 'user',
  join(before, after) {
    if (before.role !== 'system' || after.role !== 'system') return undefined;
    return { ...before, ...after, content: [...blocksOf(before.content), ...blocksOf(after.content)] };
  },
};

function assistantPiece({ content }: ApiMessage): Piece {
  const blocks = blocksOf(content);
  const calls = blocks.flatMap((block) => (isType(block, 'tool_use') ? [stringOf(block, 'id') ?? ''] : []));
  // Claude Code drops thinking from its history if the provider refuses the signature, e.g. after a new sign-in.
  const said = blocks.filter((block) => !isThinking(block));
  return {
    role: 'assistant',
    ...(calls.length > 0 ? { key: calls.join(' ') } : { key: wordsIn(said), formerKey: wordsIn(blocks) }),
    message: () => ({ role: 'assistant', parts: blocks.flatMap((block) => assistantPartsOf(block) ?? []) }),
  };
}

/**
 * Returns the pieces of a user message: one piece for each tool result, followed by one piece for all other blocks. The
 * API requires that results come first.
 */
function userPieces({ content }: ApiMessage, at: number): readonly Piece[] {
  const blocks = blocksOf(content).filter((block) => !isOpening(block, at));
  const results = blocks.filter(isResult).map((block): Piece => {
    return { role: 'tool', key: stringOf(block, 'tool_use_id') ?? '', message: () => toolMessageOf(block) };
  });
  const said = blocks.filter((block) => !isResult(block));
  if (said.length === 0) return results;
  // The key must be the same in every request, so it does not include the reminders of Claude Code.
  const key = wordsIn(said.filter((block) => !isReminder(block)));
  return [
    ...results,
    {
      role: 'user',
      key,
      message: () => ({ role: 'user', parts: said.flatMap((block) => userPartsOf(block) ?? []) }),
    },
  ];
}

/**
 * Returns whether a block is text that Claude Code adds before the person's first words (instruction files, the date).
 * Such a block always stays.
 */
function isOpening(block: JsonObject, at: number): boolean {
  return at === 0 && isReminder(block);
}

function isReminder(block: JsonObject): boolean {
  return isType(block, 'text') && (stringOf(block, 'text') ?? '').trimStart().startsWith('<system-reminder>');
}

function isThinking(block: JsonObject): boolean {
  return isType(block, 'thinking') || isType(block, 'redacted_thinking');
}

function isResult(block: JsonObject): boolean {
  return isType(block, 'tool_result');
}

function isType(block: JsonObject, type: string): boolean {
  return stringOf(block, 'type') === type;
}

function wordsIn(blocks: readonly JsonObject[]): string {
  return blocks.map((block) => stringOf(block, 'text') ?? stringOf(block, 'type') ?? '').join('\n');
}

/** Returns an answer with shortened text and tool call arguments. Leaves thinking blocks and signatures unchanged. */
function writtenAnswer(message: ApiMessage, now: PieceNow | undefined): ApiMessage | undefined {
  if (now?.kind === 'gone') return undefined;
  if (now?.kind !== 'changed') return message;
  const calls = new Map(
    toolCallsOf(now.message as AssistantMessage).map((call) => [call.callId, call.arguments]),
  );
  const blocks = blocksOf(message.content).map((block) => {
    const shorter = isType(block, 'tool_use') ? calls.get(stringOf(block, 'id') ?? '') : undefined;
    return shorter === undefined ? block : { ...block, input: parsed(shorter) };
  });
  return { ...message, content: withText(blocks, spokenTextOf(now.message)) };
}

/**
 * Replaces the first text block by the text, and removes all other text blocks. If there is no text block, inserts the
 * text before the first call.
 */
function withText(blocks: readonly JsonObject[], text: string): readonly JsonObject[] {
  const first = blocks.findIndex((block) => isType(block, 'text'));
  const others = blocks.filter((block) => !isType(block, 'text'));
  if (text === '') return others;
  const call = blocks.findIndex((block) => isType(block, 'tool_use'));
  const place = first >= 0 ? first : call >= 0 ? call : others.length;
  return [...others.slice(0, place), { ...blocks[first], type: 'text', text }, ...others.slice(place)];
}

/** Returns arguments as an object, since the API requires one. Shortened arguments may no longer be valid JSON. */
function parsed(text: string): JsonObject {
  const value = parseJson(text);
  return isObject(value) ? value : { arguments: text };
}

function writtenUser(message: ApiMessage, pieces: readonly PieceNow[], at: number): ApiMessage | undefined {
  const results = pieces.values();
  const blocks = blocksOf(message.content);
  const said = blocks.some((block) => !isResult(block) && !isOpening(block, at)) ? pieces.at(-1) : undefined;
  const content = blocks.flatMap((block): readonly JsonObject[] => {
    if (isOpening(block, at)) return [block];
    if (!isResult(block)) return said?.kind === 'same' ? [block] : [];
    const now = results.next().value;
    if (now?.kind === 'gone') return [];
    return now?.kind === 'changed' ? [{ ...block, content: spokenTextOf(now.message) }] : [block];
  });
  const changed = said?.kind === 'changed' ? changedUserBlocks(said.message, blocks) : [];
  return content.length + changed.length === 0
    ? undefined
    : { ...message, content: [...content, ...changed] };
}

/**
 * Returns the blocks of a changed message: the original images, and the text as one block. Omits the images if a text
 * replaced them.
 */
function changedUserBlocks(message: Message, blocks: readonly JsonObject[]): readonly JsonObject[] {
  const hasImages = message.parts.some(({ type }) => type === 'image');
  const images = hasImages ? blocks.filter((block) => fieldOf(block, 'source') !== undefined) : [];
  const text = spokenTextOf(message);
  return text === '' ? images : [...images, { type: 'text', text }];
}

/**
 * Returns whether a subagent sent the request. The system text of such a request contains `cc_is_subagent=true` near
 * its beginning. This is undocumented. Without this text, a subagent's conversation counts as a new main conversation.
 */
export function isFromSubagent(body: JsonObject): boolean {
  return jsonText(fieldOf(body, 'system')).slice(0, 500).includes('cc_is_subagent=true');
}

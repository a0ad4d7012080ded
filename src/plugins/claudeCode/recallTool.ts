import { blocksOf } from '../../adapters/transcripts/anthropicBlocks.ts';
import {
  fieldOf,
  isObject,
  jsonText,
  parseJson,
  stringOf,
  type JsonObject,
} from '../../adapters/transcripts/json.ts';
import { textOf } from '../../core/log/message.ts';
import type { Session, SessionMessage } from '../../core/log/session.ts';
import { parseAddress } from '../../core/recall/address.ts';
import { excerptAround } from '../../core/recall/excerptAround.ts';
import { needlesOf, parseQuery, type RecallQuery } from '../../core/recall/query.ts';
import { originalText } from '../../core/recall/readBack.ts';
import { scanTexts } from '../../core/recall/scan.ts';
import { MOST_READ, type Io } from './io.ts';

export const RECALL_TOOL = 'mcp__longthread__recall';

export const recallTool = {
  name: 'recall',
  description:
    'Reads original text from this session. Pass the address that a shortened text names ' +
    '(m42, or lines of it: m42:10-80), or search the session for words, names and paths.',
  inputSchema: {
    type: 'object',
    properties: {
      address: { type: 'string', description: 'An address such as m42 or m42:10-80.' },
      query: { type: 'string', description: 'Words to look for, where the address is not known.' },
    },
  },
  isDeferred: false,
} as const;

const MOST_HITS = 8;
const EXCERPT_CHARACTERS = 700;

export interface RecallInput {
  readonly address?: string | undefined;
  readonly query?: string | undefined;
  /** The subagent that calls the tool; undefined for the main conversation. */
  readonly agentId?: string | undefined;
}

/**
 * Returns the tool's answer: the text at the address or, without an address, excerpts that match the query. Searches
 * the messages that were part of a request. If none of these messages contains any of the words, searches the whole
 * transcript for messages that contain all words.
 */
export async function recalled(
  input: RecallInput,
  session: Session | undefined,
  io: Pick<Io, 'readBytes' | 'sizeOf' | 'transcript'>,
): Promise<string> {
  const { address = '', query = '' } = input;
  if (address.trim() !== '') return readAddress(address, session?.allMessages ?? []);
  if (query.trim() === '') return '[give an address such as m42, or a query]';
  const asked = parseQuery(query);
  const messages = (session?.allMessages ?? []).filter((message) => !isRecall(message));
  const texts = messages.map(({ id, message }) => ({ id, text: textOf(message) }));
  const all = scanTexts(texts, asked, MOST_HITS);
  const hits = all.length > 0 ? all : textsWithAny(asked, texts);
  const found = hits.map(({ id, text }) => hitText(id, text, asked));
  if (found.length > 0) return found.join('\n\n');
  const older = await olderLines(asked, io);
  return older.length > 0 ? older.join('\n\n') : `[nothing in this session has ${query}]`;
}

function readAddress(written: string, messages: readonly SessionMessage[]): string {
  const address = parseAddress(written);
  const original = messages.find(({ id }) => id === address?.id);
  if (address === undefined || original === undefined)
    return `[nothing has the address ${written}; look for it by a query instead]`;
  return originalText(original.message, address);
}

/**
 * Returns whether a message calls recall or is the result of recall. A search skips such messages: the search finds the
 * repeated text in its original message.
 */
function isRecall({ message }: SessionMessage): boolean {
  if (message.role === 'tool') return message.toolName === RECALL_TOOL;
  return message.parts.some((part) => part.type === 'toolCall' && part.name === RECALL_TOOL);
}

/** Returns the texts with at least one word or phrase of the query. Used if no text contains all of them. */
function textsWithAny(asked: RecallQuery, texts: readonly { id: string; text: string }[]): typeof texts {
  const found = asked.chunks.flatMap((chunk) => scanTexts(texts, { ...asked, chunks: [chunk] }, MOST_HITS));
  return [...new Map(found.map((hit) => [hit.id, hit])).values()].slice(0, MOST_HITS);
}

function hitText(id: string, text: string, asked: RecallQuery): string {
  return `[${id}]\n${excerptAround(text, needlesOf(asked), EXCERPT_CHARACTERS)}`;
}

/**
 * Returns excerpts of the newest messages in the transcript that contain all words. Reads the transcript in parts,
 * since the file may be large.
 */
async function olderLines(
  asked: RecallQuery,
  io: Pick<Io, 'readBytes' | 'sizeOf' | 'transcript'>,
): Promise<readonly string[]> {
  const path = await io.transcript();
  const size = path === '' ? 0 : await io.sizeOf(path);
  const literals = asked.chunks.map(({ literal }) => literal);
  // A line of the transcript is JSON, which escapes backslashes and quotation marks.
  const escaped = literals.map((literal) => JSON.stringify(literal).slice(1, -1));
  const found: string[] = [];
  const recalls = new Set<string>();
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  for (let offset = 0; offset < size; offset += MOST_READ) {
    const bytes = await io.readBytes(path, offset, Math.min(MOST_READ, size - offset));
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    // The last line of the file may lack its line break.
    rest = offset + MOST_READ < size ? (lines.pop() ?? '') : '';
    for (const text of lines) {
      line += 1;
      const lower = text.toLowerCase();
      // Parses only lines that may match, and lines with a call of recall, whose id is needed to find its result.
      if (!lower.includes(RECALL_TOOL) && !escaped.every((literal) => lower.includes(literal))) continue;
      const said = messageTextIn(text, recalls);
      if (said !== '' && literals.every((literal) => said.toLowerCase().includes(literal)))
        found.push(hitText(`line ${String(line)} of the transcript`, said, asked));
    }
  }
  return found.slice(-MOST_HITS);
}

/**
 * Returns the text of the message on a transcript line; the empty text if the line has no message. Omits calls of
 * recall and their results. Adds the ids of these calls to `recalls`.
 */
function messageTextIn(line: string, recalls: Set<string>): string {
  const value = parseJson(line);
  const message = isObject(value) ? fieldOf(value, 'message') : undefined;
  if (!isObject(message) || !/^(?:user|assistant)$/.test(stringOf(message, 'role') ?? '')) return '';
  const blocks = blocksOf(fieldOf(message, 'content'));
  for (const block of blocks)
    if (stringOf(block, 'name') === RECALL_TOOL) recalls.add(stringOf(block, 'id') ?? '');
  const isOfRecall = (block: JsonObject): boolean =>
    recalls.has(stringOf(block, 'id') ?? stringOf(block, 'tool_use_id') ?? '-');
  return blocks.flatMap((block) => (isOfRecall(block) ? [] : textsOfBlock(block))).join('\n');
}

/** Returns the texts of a content block: what was said or thought, a call with its arguments, or a call's result. */
function textsOfBlock(block: JsonObject): readonly string[] {
  const own = ['text', 'thinking', 'name', 'input'].flatMap((key) => wordsIn(fieldOf(block, key)));
  const result = blocksOf(fieldOf(block, 'content')).flatMap((inner) => {
    if (stringOf(inner, 'type') === 'image') return [];
    return wordsIn(fieldOf(inner, 'text') ?? inner);
  });
  return [...own, ...result];
}

/** The maximum depth in which a value is searched. No real arguments or results are nested deeper. */
const MOST_DEPTH = 20;

/** Returns the strings, numbers, truth values and field names in a value. */
function wordsIn(value: unknown, depth = 0): readonly string[] {
  if (value == null || depth > MOST_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each, depth + 1));
  if (typeof value !== 'object') return [jsonText(value)];
  return Object.entries(value).flatMap(([key, each]) => [key, ...wordsIn(each, depth + 1)]);
}

import { createHash } from 'node:crypto';
import { personTextOf } from '../../core/log/message.ts';
import { fieldOf, isObject, numberOf, objectOf, parseJson, type JsonObject } from '../transcripts/json.ts';
import { readBeginning } from '../transcripts/formats.ts';
import { isSameFolder } from '../isSameFolder.ts';
import type { AgentFolder, AgentId } from './agents.ts';
import type { AgentFiles, FileStamp } from './agentFiles.ts';

/** An entry in the list of other agents' sessions. */
export interface ListedSession {
  readonly agent: AgentId;
  readonly path: string;
  /** The session's id, if its file contains several sessions. */
  readonly chat?: string;
  readonly title: string;
  readonly changedAt: number;
  readonly bytes: number;
  /** The token count of the newest request, if the agent recorded it. */
  readonly tokens?: number;
  /** The archived copy, if the session exists only in the archive. */
  readonly copy?: SessionCopy;
}

/** An archived session. */
export interface SessionCopy {
  readonly path: string;
  /** The format of the copied file. */
  readonly format: string;
  /** One sentence about the content that was not copied. */
  readonly leftOut?: string;
}

/** Returns a key for a session. The key depends only on the session's agent and location. */
export function keyOfListed({
  agent,
  path,
  chat = '',
}: Pick<ListedSession, 'agent' | 'path' | 'chat'>): string {
  return `${agent}-${createHash('sha256').update(`${path}\0${chat}`).digest('hex').slice(0, 20)}`;
}

/** The number of bytes that are read for the list, both at the beginning and at the end of a file. */
export const LISTED_BYTES = 64 * 1024;

/**
 * Reads a session for the list. Returns undefined if the session does not belong to the workspace, or if it is a
 * subagent's session.
 */
export async function listedSession(
  {
    agent,
    path,
    stamp,
    isOfWorkspace,
  }: Pick<AgentFolder, 'isOfWorkspace'> & {
    readonly agent: AgentId;
    readonly path: string;
    readonly stamp: FileStamp;
  },
  { workspace, files }: { readonly workspace: string; readonly files: AgentFiles },
): Promise<ListedSession | undefined> {
  const { bytes, changedAt } = stamp;
  const head = await files.text(path, 0, Math.min(bytes, LISTED_BYTES));
  if (!isOf(workspace, { agent, head, isOfWorkspace })) return undefined;
  if (agent === 'codex' && OF_CODEX_ITSELF.test(head)) return undefined;
  const from = Math.max(0, bytes - LISTED_BYTES);
  const tail = from === 0 ? head : await files.text(path, from, LISTED_BYTES);
  const tokens = tokensIn(tail);
  const title = (await titleIn(head, tail)) ?? '';
  return { agent, path, title, changedAt, bytes, ...(tokens !== undefined && { tokens }) };
}

/**
 * Matches the first line of a session that Codex began itself, e.g. for a subagent or to check a call. If the person
 * began the session, its source is a plain text.
 */
const OF_CODEX_ITSELF = /^[^\n]*"source"\s*:\s*\{\s*"(?:subagent|internal)"/u;

/**
 * Returns whether a session belongs to the workspace. Compares the workspace with the folder that is recorded in the
 * session's file. Gemini CLI records a hash of the folder; without this hash, its session does not belong to the
 * workspace. For other agents, returns `isOfWorkspace` if no folder is recorded.
 */
function isOf(
  workspace: string,
  {
    agent,
    head,
    isOfWorkspace,
  }: Pick<AgentFolder, 'isOfWorkspace'> & { readonly agent: AgentId; readonly head: string },
): boolean {
  if (agent === 'geminiCli')
    return FOLDER_HASH.exec(head)?.[1] === createHash('sha256').update(workspace).digest('hex');
  const folder = folderIn(agent, head);
  return folder === undefined ? isOfWorkspace : isSameFolder(folder, workspace);
}

/** Matches the hash that stands for the folder of a session in the files of Gemini CLI. */
const FOLDER_HASH = /"projectHash"\s*:\s*"([\da-f]+)"/u;
const FOLDER = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/u;
const CLINE_FOLDER = /Current Work(?:ing|space) Directory \(((?:[^()"\\]|\\.)*)\)/u;

/** The agents that record a session's folder in the field `cwd` of its file. */
const NAMES_ITS_FOLDER: ReadonlySet<AgentId> = new Set(['claudeCode', 'codex', 'copilotCli', 'pi']);

/**
 * Returns the folder that is recorded in a session's file. Cline writes the folder in a message, after the person's
 * words. The person's words are skipped, since they may mention another folder in the same form.
 */
function folderIn(agent: AgentId, head: string): string | undefined {
  const environment = head.slice(Math.max(0, head.indexOf('<environment_details>')));
  const quoted = NAMES_ITS_FOLDER.has(agent)
    ? FOLDER.exec(head)?.[1]
    : `"${agent === 'cline' ? (CLINE_FOLDER.exec(environment)?.[1] ?? '') : ''}"`;
  const folder = quoted === undefined ? undefined : parseJson(quoted);
  return typeof folder === 'string' && folder !== '' ? folder : undefined;
}

/**
 * Match titles in a session's file. The patterns for a title that the person wrote come before the pattern for a title
 * that a model wrote.
 */
const TITLES: readonly RegExp[] = [
  /"customTitle"(?:\s*:\s*|\],"v":)("(?:[^"\\]|\\.){1,2000}")/gu,
  /"type":"session_info"[^\n]{0,300}"name":("(?:[^"\\]|\\.){1,2000}")/gu,
  /"aiTitle"\s*:\s*("(?:[^"\\]|\\.){1,2000}")/gu,
];
const FIRST_TEXT = /"role"\s*:\s*"user"[\s\S]*?"(?:text|content)"\s*:\s*("(?:[^"\\]|\\.)*")/u;
const FIRST_CONTENT = /"(?:text|content)"\s*:\s*("(?:[^"\\]|\\.)*")/u;

/**
 * Returns the newest title that the person gave the session, else the newest title that the agent gave it. Searches the
 * end of the file first, since agents append a new title to the file. If there is no title, returns the person's first
 * text. Does not shorten the text, since a secret is only recognised if it is complete.
 */
async function titleIn(head: string, tail: string): Promise<string | undefined> {
  for (const title of TITLES)
    for (const text of [tail, head]) {
      const named = textOf([...text.matchAll(title)].at(-1)?.[1]);
      if (named !== undefined) return named;
    }
  const messages = await readBeginning(head).catch(() => []);
  const first = messages.map(({ message }) => personTextOf(message)).find((text) => text.trim() !== '');
  if (first !== undefined) return first;
  const text = textOf((FIRST_TEXT.exec(head) ?? FIRST_CONTENT.exec(head))?.[1]);
  return text?.replaceAll(/<\/?\w+>/gu, '');
}

function textOf(quoted: string | undefined): string | undefined {
  const text = quoted === undefined ? undefined : parseJson(quoted);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/**
 * The keys of the objects in which agents record the tokens of a request. The sum of the named fields is the request's
 * token count.
 */
const REPORTS: readonly (readonly [key: string, numbers: readonly string[]])[] = [
  ['last_token_usage', ['total_tokens']],
  ['usage', ['totalTokens']],
  ['usage', ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens']],
  ['tokens', ['total']],
];

/** Returns the token count of the newest recorded request. */
function tokensIn(tail: string): number | undefined {
  for (const [key, numbers] of REPORTS) {
    const report = lastObject(tail, key);
    const first = report === undefined ? undefined : numberOf(report, numbers[0] ?? '');
    if (report === undefined || first === undefined) continue;
    return numbers.reduce((sum, name) => sum + (numberOf(report, name) ?? 0), 0);
  }
  return undefined;
}

/** Returns the last complete object that is the value of this key. */
function lastObject(text: string, key: string): JsonObject | undefined {
  for (let at = text.lastIndexOf(`"${key}"`); at >= 0; at = text.lastIndexOf(`"${key}"`, at - 1)) {
    const found = parseJson(objectAt(text, at + key.length + 2));
    if (isObject(found)) return found;
    if (at === 0) break;
  }
  return undefined;
}

/** Returns the text of an object up to its closing brace. These objects contain no strings with braces. */
function objectAt(text: string, from: number): string {
  const begin = /^\s*:\s*\{/u.exec(text.slice(from, from + 20));
  if (begin === null) return '';
  let depth = 0;
  const start = from + begin[0].length - 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}' && (depth -= 1) === 0) return text.slice(start, at + 1);
  }
  return '';
}

/** Returns the token count of an answer of opencode. `data` is the answer's JSON text in opencode's database. */
export function openCodeTokens(data: unknown): number | undefined {
  const value = typeof data === 'string' ? parseJson(data) : undefined;
  const tokens = isObject(value) ? objectOf(value, 'tokens') : undefined;
  if (tokens === undefined) return undefined;
  const cache = objectOf(tokens, 'cache') ?? {};
  const all = [
    fieldOf(tokens, 'input'),
    fieldOf(tokens, 'output'),
    fieldOf(cache, 'read'),
    fieldOf(cache, 'write'),
  ];
  const sum = all.reduce((whole: number, each) => whole + (typeof each === 'number' ? each : 0), 0);
  return sum > 0 ? sum : undefined;
}

import type { ToolCallPart } from '../session/message.ts';
import type { CodeBlock } from './codeBlocks.ts';
import { codeBlocksOf } from './codeBlocks.ts';
import type { FileOperation, FileTouch } from './fileTouch.ts';
import { clipAtWord, onOneLine, quotedLine } from './lines.ts';
import type { NamedLine } from './namedLine.ts';
import { namesIn } from './names.ts';
import { patchedFiles } from './patch.ts';
import { shellFiles } from './shellFiles.ts';
import { shellScript, tellingCommands, type ShellScript } from './shellScript.ts';

export interface PlanItem {
  readonly text: string;
  readonly state: 'open' | 'active' | 'done';
}

/** What one tool call asked for. */
export interface CallFacts {
  readonly callId: string;
  readonly tool: string;
  readonly touches: readonly FileTouch[];
  /** The line the call is known by: its command, its query, or tool and first words of a call of another kind. */
  readonly line?: NamedLine;
  readonly isCommand: boolean;
  readonly plan?: readonly PlanItem[];
  readonly names: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const PATH_KEYS = [
  'file_path',
  'path',
  'filePath',
  'filepath',
  'file',
  'filename',
  'notebook_path',
  'target_file',
  'uri',
];
const NEW_TEXT_KEYS = [
  'new_string',
  'new_str',
  'newText',
  'newString',
  'replacement',
  'content',
  'contents',
  'file_text',
  'code_edit',
  'insert_text',
];
const OLD_TEXT_KEYS = ['old_string', 'old_str', 'oldText', 'oldString', 'search'];
const QUERY_KEYS = ['pattern', 'query', 'regex', 'glob', 'url'];
const LONGEST_COMMAND = 600;
const LONGEST_LINE = 240;
const LONGEST_ARGUMENTS = 200_000;
const MOST_NAMES = 400;

/** The facts of a call. Goes by the arguments' usual keys, not by tools' names, so that any agent's tools will do. */
export function callFactsOf(call: ToolCallPart): CallFacts {
  const fields = fieldsOf(call.arguments);
  const text = argumentsTextOf(call);
  const command = fields === undefined ? undefined : commandOf(fields);
  const script = command === undefined ? undefined : shellScript(command);
  const plan = fields === undefined ? undefined : planOf(fields);
  const touches = touchesOf(fields ?? {}, command ?? text, script);
  const told =
    script === undefined ? knownBy(call.name, fields ?? {}, touches) : commandLine(script, touches);
  const line = plan === undefined ? quotedLine(clipAtWord(told ?? '', LONGEST_LINE)) : '';
  return {
    callId: call.callId,
    tool: call.name,
    touches,
    names: namesIn(text.slice(0, LONGEST_ARGUMENTS), MOST_NAMES),
    isCommand: command !== undefined,
    ...(line === '' ? {} : { line: { text: line, names: namesIn(line) } }),
    ...(plan === undefined ? {} : { plan }),
  };
}

/** What a call that is no command is known by; calls on a file are known by the file. */
function knownBy(tool: string, fields: Fields, touches: readonly FileTouch[]): string | undefined {
  const query = textAt(fields, QUERY_KEYS);
  if (query !== undefined) return onOneLine(`${tool} ${query}`.slice(0, LONGEST_COMMAND));
  if (touches.length > 0) return undefined;
  const words = Object.values(fields).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof words === 'string' ? clipAtWord(onOneLine(`${tool} ${words}`.slice(0, 400)), 160) : undefined;
}

/** All strings of a call's arguments, a line each; the arguments themselves where they are no JSON. */
export function argumentsTextOf(call: ToolCallPart): string {
  const fields = fieldsOf(call.arguments);
  return fields === undefined ? call.arguments : stringsOf(fields).join('\n');
}

function touchesOf(fields: Fields, text: string, script: ShellScript | undefined): readonly FileTouch[] {
  const patched = patchedFiles(text);
  if (patched.length > 0) return patched;
  if (script !== undefined) return shellFiles(script);
  const path = textAt(fields, PATH_KEYS);
  if (path === undefined || path.length > 300 || path.includes('\n')) return [];
  const code = editsOf(fields).flatMap(({ before, after }) => blocksWritten(before, after));
  const range = rangeOf(fields);
  return [{ path, operation: operationOf(fields), code, ...(range === undefined ? {} : { range }) }];
}

function operationOf(fields: Fields): FileOperation {
  const edits = editsOf(fields);
  if (edits.length === 0) return textAt(fields, QUERY_KEYS) === undefined ? 'read' : 'searched';
  return edits.some(({ before }) => before !== '') ? 'edited' : 'wrote';
}

/** What `after` has that `before` does not. */
function blocksWritten(before: string, after: string): readonly CodeBlock[] {
  const lines = before.slice(0, LONGEST_ARGUMENTS).split('\n');
  return codeBlocksOf(after, new Set(lines.map((line) => line.trim())));
}

interface Edit {
  readonly before: string;
  readonly after: string;
}

/** One edit by its own keys, or several in a list of `edits`. */
function editsOf(fields: Fields): readonly Edit[] {
  const list = Array.isArray(fields['edits']) ? fields['edits'].filter(isFields) : [fields];
  return list.flatMap((edit) => {
    const after = textAt(edit, NEW_TEXT_KEYS);
    return after === undefined ? [] : [{ before: textAt(edit, OLD_TEXT_KEYS) ?? '', after }];
  });
}

function rangeOf(fields: Fields): readonly [number, number] | undefined {
  const view = fields['view_range'];
  const start =
    numberAt(fields, ['offset', 'start_line', 'startLine']) ??
    (Array.isArray(view) ? Number(view[0]) : undefined);
  const length = numberAt(fields, ['limit']);
  const end =
    numberAt(fields, ['end_line', 'endLine']) ??
    (Array.isArray(view) ? Number(view[1]) : undefined) ??
    (length === undefined ? undefined : (start ?? 1) + length - 1);
  return start === undefined || end === undefined || !(end > start) ? undefined : [start, end];
}

/** Shell calls give a string, a list of words, or `["bash", "-lc", script]`. */
function commandOf(fields: Fields): string | undefined {
  const value = fields['command'] ?? fields['cmd'] ?? fields['script'];
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === 'string');
  return /^-\w*c$/.test(words[1] ?? '') ? words.slice(2).join(' ') : words.join(' ');
}

/** What a script does, without where it does it and what it says; nothing where a file tells it. */
function commandLine(script: ShellScript, touches: readonly FileTouch[]): string {
  const commands = tellingCommands(script);
  if (commands.length === 1 && touches.length > 0) return '';
  return onOneLine(commands.join('; ').slice(0, LONGEST_COMMAND));
}

function planOf(fields: Fields): readonly PlanItem[] | undefined {
  const list = fields['todos'] ?? fields['plan'] ?? fields['items'];
  if (!Array.isArray(list)) return undefined;
  const items = list.filter(isFields).flatMap((item) => {
    const text = textAt(item, ['content', 'step', 'text', 'title', 'description']);
    return text === undefined
      ? []
      : [{ text: quotedLine(clipAtWord(onOneLine(text), 300)), state: stateOf(item['status']) }];
  });
  return items.length === 0 ? undefined : items;
}

function stateOf(status: unknown): PlanItem['state'] {
  if (status === 'completed' || status === 'done' || status === 'cancelled') return 'done';
  return status === 'in_progress' || status === 'active' ? 'active' : 'open';
}

function fieldsOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch (error) {
    // A model may write arguments that are no JSON: they are read as plain text.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textAt(fields: Fields, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fields[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function numberAt(fields: Fields, keys: readonly string[]): number | undefined {
  return keys.map((key) => fields[key]).find((value) => typeof value === 'number');
}

/** All strings within, to a depth that arguments have. Numbers there are limits and offsets. */
function stringsOf(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  return Object.values(value).flatMap((inner) => stringsOf(inner, depth + 1));
}

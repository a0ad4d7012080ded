import type { ToolCallPart } from '../session/message.ts';
import { argumentsOf, firstOf, isFields, stringsIn, type Fields } from './callArguments.ts';
import type { FileChange } from './fileChange.ts';
import { patchedFiles } from './patch.ts';
import { changedByScript, shownByScript } from './shellFiles.ts';
import { shellScript, type ShellScript } from './shellScript.ts';
import { kindOfTool, type ToolKind } from './toolKind.ts';

export interface PlanItem {
  readonly text: string;
  readonly state: 'open' | 'active' | 'done';
}

/** A tool call as whatever agent made it: the one reading that stubs, notes, rows and importers share. */
export interface ToolUse {
  readonly kind: ToolKind;
  /** The file the call is about, when it names one. */
  readonly path?: string;
  /** First and last line read, from 1. */
  readonly range?: readonly [number, number];
  readonly command?: string;
  /** A shell command taken apart. */
  readonly script?: ShellScript;
  readonly query?: string;
  readonly changes: readonly FileChange[];
  readonly plan?: readonly PlanItem[];
  /** Words that the call says to the person: a closing answer, a plan to approve, a question. */
  readonly words?: string;
}

const PATHS = [
  'file_path',
  'path',
  'filePath',
  'filepath',
  'absolute_path',
  'absolutePath',
  'file',
  'filename',
  'file_name',
  'notebook_path',
  'target_file',
  'target',
  'uri',
  'relative_workspace_path',
];
const COMMANDS = ['command', 'cmd', 'script', 'commands'];
const QUERIES = [
  'pattern',
  'query',
  'regex',
  'glob',
  'search_term',
  'searchTerm',
  'include_pattern',
  'url',
  'urls',
  'prompt',
  'symbolName',
];
const AFTER = [
  'new_string',
  'new_str',
  'newString',
  'newText',
  'new_text',
  'replace',
  'replacement',
  'content',
  'contents',
  'file_text',
  'code_edit',
  'insert_text',
  'code',
  'text',
  'new_source',
];
const BEFORE = ['old_string', 'old_str', 'oldString', 'oldText', 'old_text', 'search', 'find'];
const WORDS = ['result', 'plan', 'question', 'response', 'answer', 'summary', 'message'];
const LONGEST_PATH = 400;

const known = new WeakMap<ToolCallPart, ToolUse>();

/** Reads a call, whatever agent made it. The same part gives the same reading. Never throws: odd arguments tell less. */
export function readCall(call: ToolCallPart): ToolUse {
  const read = known.get(call) ?? reading(call);
  known.set(call, read);
  return read;
}

function reading(call: ToolCallPart): ToolUse {
  const fields = argumentsOf(call);
  const named = kindOfTool(call.name);
  const kind = named === 'edit' && isView(fields) ? 'read' : named;
  const plan = planOf(fields);
  if (plan !== undefined) return { kind: 'plan', changes: [], plan };
  if (kind === 'ask' || kind === 'answer') return withWords(kind, fields);
  const command = kind === 'shell' ? commandOf(fields, call) : undefined;
  const script = command === undefined ? undefined : shellScript(command);
  const shown = script === undefined ? undefined : shownByScript(script);
  const path = pathOf(fields) ?? shown?.path;
  const range = rangeOf(fields) ?? shown?.range;
  const query = firstOf(fields, QUERIES);
  return {
    kind,
    ...(path === undefined ? {} : { path }),
    ...(range === undefined ? {} : { range }),
    ...(command === undefined ? {} : { command }),
    ...(script === undefined ? {} : { script }),
    ...(query === undefined ? {} : { query }),
    changes: changesOf(kind, { call, fields, path, script }),
  };
}

/** Editors of one tool for all take `view` as their command. */
function isView(fields: Fields): boolean {
  return fields['command'] === 'view' || fields['command'] === 'read';
}

function withWords(kind: ToolKind, fields: Fields): ToolUse {
  const words = firstOf(fields, WORDS) ?? stringsIn(fields['questions']).join('\n');
  return { kind, changes: [], ...(words === '' ? {} : { words }) };
}

interface Written {
  readonly call: ToolCallPart;
  readonly fields: Fields;
  readonly path: string | undefined;
  readonly script: ShellScript | undefined;
}

function changesOf(kind: ToolKind, { call, fields, path, script }: Written): readonly FileChange[] {
  const patched = patchedFiles(patchIn(call, fields));
  if (patched.length > 0) return patched;
  if (script !== undefined) return changedByScript(script);
  if (path === undefined) return [];
  if (kind === 'delete') return [{ path, operation: 'delete', before: '', after: '' }];
  if (kind !== 'write' && kind !== 'edit') return [];
  return editsIn(fields).flatMap((edit) => {
    const after = firstOf(edit, AFTER) ?? '';
    const before = firstOf(edit, BEFORE) ?? '';
    if (after === '' && before === '') return [];
    const own = pathOf(edit) ?? path;
    return [
      { path: own, operation: before === '' && kind === 'write' ? 'write' : 'edit', before, after } as const,
    ];
  });
}

/** One edit by its own keys, or several in a list. */
function editsIn(fields: Fields): readonly Fields[] {
  const list = fields['edits'] ?? fields['replacements'];
  return Array.isArray(list) ? list.filter(isFields) : [fields];
}

/** The text that may hold a patch in the `*** Update File:` form. */
function patchIn(call: ToolCallPart, fields: Fields): string {
  return call.arguments.includes('*** ')
    ? (firstOf(fields, ['input', 'patch', 'patchText', 'diff', ...COMMANDS]) ?? call.arguments)
    : '';
}

function pathOf(fields: Fields): string | undefined {
  const path = firstOf(fields, PATHS);
  return path === undefined || path.length > LONGEST_PATH || path.includes('\n') ? undefined : path;
}

/** Shell calls give a string, a list of words, or `["bash", "-lc", script]`. */
function commandOf(fields: Fields, call: ToolCallPart): string | undefined {
  const value = COMMANDS.map((key) => fields[key]).find((one) => one !== undefined);
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return Object.keys(fields).length === 0 ? call.arguments : undefined;
  const words = value.filter((word) => typeof word === 'string');
  return /^-\w*c$/u.test(words[1] ?? '') ? words.slice(2).join(' ') : words.join(' ');
}

function rangeOf(fields: Fields): readonly [number, number] | undefined {
  const number = (...keys: readonly string[]): number | undefined => {
    const value = keys
      .map((key) => fields[key])
      .find((one) => typeof one === 'number' || (typeof one === 'string' && /^\d+$/u.test(one)));
    return value === undefined ? undefined : Number(value);
  };
  const view: readonly unknown[] = Array.isArray(fields['view_range']) ? fields['view_range'] : [];
  const start =
    number('offset', 'start_line', 'startLine', 'start') ??
    (typeof view[0] === 'number' ? view[0] : undefined);
  const length = number('limit');
  const end =
    number('end_line', 'endLine', 'end') ??
    (typeof view[1] === 'number' ? view[1] : undefined) ??
    (length === undefined ? undefined : (start ?? 1) + length - 1);
  return start === undefined || end === undefined || end <= start ? undefined : [start, end];
}

function planOf(fields: Fields): readonly PlanItem[] | undefined {
  const list = fields['todos'] ?? fields['todoList'] ?? fields['plan'] ?? fields['items'];
  if (!Array.isArray(list)) return undefined;
  const items = list.filter(isFields).flatMap((item) => {
    const text = firstOf(item, ['content', 'step', 'text', 'title', 'description', 'task']);
    return text === undefined ? [] : [{ text, state: stateOf(item['status']) }];
  });
  return items.length === 0 ? undefined : items;
}

function stateOf(status: unknown): PlanItem['state'] {
  const word = typeof status === 'string' ? status.toLowerCase().replace(/[^a-z]/gu, '') : '';
  if (['completed', 'complete', 'done', 'cancelled', 'canceled'].includes(word)) return 'done';
  return ['inprogress', 'active', 'doing', 'started'].includes(word) ? 'active' : 'open';
}

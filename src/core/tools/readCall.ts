import type { ToolCallPart } from '../log/message.ts';
import { memoized } from '../memoized.ts';
import { ARGUMENTS, MOVES } from './argumentNames.ts';
import {
  argumentsOf,
  firstOf,
  isFields,
  listIn,
  pathsIn,
  replacementIn,
  stringsIn,
  type Fields,
} from './callArguments.ts';
import type { FileChange, Replaced } from './fileChange.ts';
import { patchedFiles, replacedBlocks } from './patch.ts';
import { changedByScript, shownByScript, type ShownFile } from './shellFiles.ts';
import { namesRunning } from './runningCommand.ts';
import { shellScript, type ShellScript } from './shellScript.ts';
import { kindOfTool, type ToolKind } from './toolKind.ts';

export interface PlanItem {
  readonly text: string;
  readonly state: 'open' | 'active' | 'done';
}

/**
 * Returns whether a tool is the plan tool of Longthread's chat or of Codex. The notes omit the plan of this tool, since
 * the plan is always in the context.
 */
export function isChatPlanTool(toolName: string): boolean {
  return toolName === 'update_plan';
}

export type LineRange = readonly [first: number, last: number];

/** Returns whether the first range contains all lines of the second. */
export function covers([first, last]: LineRange, [from, to]: LineRange): boolean {
  return first <= from && to <= last;
}

/** A tool call in a common form for all agents. */
export interface ToolUse {
  readonly kind: ToolKind;
  /** The file that the call is about, or the folder that it lists or searches. Absent if the call names several. */
  readonly path?: string;
  /**
   * The first and the last line that are read, counted from 1. Absent if the call names no lines, if it names a single
   * line, or if the lines go up to the end of the file.
   */
  readonly range?: LineRange;
  /** The lines that a call of the kind `read` asks for, counted from 1. For the whole file, 1 to infinity. */
  readonly asked?: LineRange;
  readonly command?: string;
  /** The parsed shell command. */
  readonly script?: ShellScript;
  /** The id of the running command whose further output the call reads, or that the call stops. */
  readonly runningId?: string;
  readonly query?: string;
  readonly changes: readonly FileChange[];
  readonly plan?: readonly PlanItem[];
  /** The call's words to the person: a closing answer, a plan to approve, a question. */
  readonly words?: string;
}

/**
 * Parses a tool call of any agent, and caches the result. Never throws: omits fields that the arguments don't contain.
 */
export const readCall = memoized(parsedCall);

function parsedCall(call: ToolCallPart): ToolUse {
  const fields = argumentsOf(call);
  const kind = kindOfCall(call.name, fields);
  const plan = isPlan(call.name, kind) ? planOf(fields) : undefined;
  if (plan !== undefined) return { kind: 'plan', changes: [], plan };
  if (kind === 'ask' || kind === 'answer') return withWords(kind, fields);
  const command = kind === 'shell' ? commandOf(fields, call) : undefined;
  const script = command === undefined ? undefined : shellScript(command);
  const named = pathOf(fields, kind);
  const part = kind === 'read' ? namedPart(named) : undefined;
  const shown = part ?? (script === undefined ? undefined : shownByScript(script));
  const path = part?.path ?? named ?? shown?.path;
  const lines = linesAsked(fields) ?? shown?.range;
  const range = lines !== undefined && lines[1] < Infinity && lines[1] > lines[0] ? lines : undefined;
  const query = firstOf(fields, ARGUMENTS.query);
  const runningId = command === undefined && namesRunning(call.name) ? runningIdOf(fields) : undefined;
  const use = {
    kind,
    ...(path === undefined ? {} : { path }),
    ...(range === undefined ? {} : { range }),
    ...(kind === 'read' ? { asked: lines ?? WHOLE_FILE } : {}),
    ...(command === undefined ? {} : { command }),
    ...(script === undefined ? {} : { script }),
    ...(runningId === undefined ? {} : { runningId }),
    ...(query === undefined ? {} : { query }),
  };
  return { ...use, changes: changesOf(call, use) };
}

export const WHOLE_FILE: LineRange = [1, Infinity];

/**
 * The kind of a call of an editor tool such as `str_replace_editor`, by the argument `command`. Any other value, or
 * none, means an edit.
 */
const EDITOR_COMMANDS = new Map<unknown, ToolKind>(
  Object.entries({ view: 'read', read: 'read', create: 'write' }),
);

/** Returns the kind of a call by the tool's name; for an editor tool and an unknown tool, by the arguments. */
function kindOfCall(name: string, fields: Fields): ToolKind {
  const kind = kindOfTool(name);
  if (kind === 'edit') return EDITOR_COMMANDS.get(fields['command']) ?? kind;
  if (kind !== 'other') return kind;
  if (replacementIn(fields) !== undefined) return 'edit';
  return pathsIn(fields).length === 0 && firstOf(fields, ARGUMENTS.command) !== undefined ? 'shell' : 'other';
}

function withWords(kind: ToolKind, fields: Fields): ToolUse {
  const words = firstOf(fields, ARGUMENTS.words) ?? stringsIn(fields['questions']).join('\n');
  return { kind, changes: [], ...(words === '' ? {} : { words }) };
}

function changesOf(
  call: ToolCallPart,
  { kind, path, script }: Omit<ToolUse, 'changes'>,
): readonly FileChange[] {
  const fields = argumentsOf(call);
  const patched = patchedFiles(patchIn(call, fields));
  if (patched.length > 0) return patched;
  if (script !== undefined) return changedByScript(script);
  const moved = movedBy(call, fields);
  if (moved !== undefined) return [moved];
  if (kind === 'delete')
    return pathsIn(fields).map((each) => ({ path: each, operation: 'delete', before: '', after: '' }));
  if (kind !== 'write' && kind !== 'edit') return [];
  const edits = listIn(fields, ARGUMENTS.edits).filter(isFields);
  return (edits.length > 0 ? edits : [fields]).flatMap((edit) => {
    const file = pathOf(edit, kind) ?? path;
    return file === undefined
      ? []
      : textsIn(edit).map((texts) => ({ path: file, operation: kind, ...texts }));
  });
}

/**
 * Matches `move_file`, `mcp__files__rename`, and `fs_Move_File`, which `movedBy` makes of `fsMoveFile`. If no word for
 * files follows `move` or `rename`, the tool may move something else, so `movedBy` also checks the arguments.
 */
const MOVING = /(?:^|[^a-z])(?:move|rename)(?:$|[_-]?(file|path|dir|folder))/iu;
const PATH = /[\\/]|\.[a-z]\w*$/iu;

/** Returns the move of a file, by the tool's name and arguments. */
function movedBy({ name }: ToolCallPart, fields: Fields): FileChange | undefined {
  const [says, ofFiles] = MOVING.exec(name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_')) ?? [];
  const pair = MOVES.find(([from, to]) => typeof fields[from] === 'string' && typeof fields[to] === 'string');
  const [from = '', path = ''] = pair?.map((key) => firstOf(fields, [key])) ?? [];
  if (says === undefined || from === '' || path === '') return undefined;
  const isFile = ofFiles !== undefined || PATH.test(from) || PATH.test(path);
  return isFile ? { path, from, operation: 'edit', before: '', after: '' } : undefined;
}

/**
 * Returns the pairs of texts that an edit removes and adds. If the arguments don't contain these texts, returns one
 * pair of empty texts.
 */
function textsIn(edit: Fields): readonly Replaced[] {
  const blocks = replacedBlocks(firstOf(edit, ARGUMENTS.patch) ?? '');
  if (blocks.length > 0) return blocks;
  const { before = '', after = firstOf(edit, ARGUMENTS.written) ?? '' } = replacementIn(edit) ?? {};
  return [{ before, after }];
}

/** Returns the text that may contain a patch in the `*** Update File:` form; an empty text if there is none. */
function patchIn(call: ToolCallPart, fields: Fields): string {
  return call.arguments.includes('*** ')
    ? (firstOf(fields, ['input', ...ARGUMENTS.patch, ...ARGUMENTS.command]) ?? call.arguments)
    : '';
}

/** Returns the one file that the arguments name, or the folder that is listed or searched. */
function pathOf(fields: Fields, kind: ToolKind): string | undefined {
  const [path, ...others] = pathsIn(fields);
  if (path !== undefined) return others.length > 0 ? undefined : path;
  return kind === 'list' || kind === 'search' ? firstOf(fields, ARGUMENTS.folder) : undefined;
}

/** Matches a file with the lines to read: `src/a.ts:40-58,90-95`. */
const LINES_OF_FILE = /^(.+\.\w+):(\d+)-(\d+)(?:,\d+(?:-\d+)?)*$/u;

function namedPart(named: string | undefined): ShownFile | undefined {
  const [, path, from, to] = LINES_OF_FILE.exec(named ?? '') ?? [];
  return path === undefined ? undefined : { path, range: [Number(from), Number(to)] };
}

const SHELL = /(?:^|[\\/])(?:(?:ba|z|da|k)?sh|powershell|pwsh|cmd)(?:\.exe)?$/iu;

/** Matches empty arguments. */
const NO_ARGUMENTS = /^\s*(?:\{\s*\})?\s*$/u;

/**
 * Returns the script of a shell call. The argument may be a string, a list of words, `["bash", "-lc", script]`, or a
 * list of commands. Arguments that are not JSON are the script.
 */
function commandOf(fields: Fields, call: ToolCallPart): string | undefined {
  const key = commandKey(fields);
  if (key === undefined) {
    const isScript = Object.keys(fields).length === 0 && !NO_ARGUMENTS.test(call.arguments);
    return isScript ? call.arguments : undefined;
  }
  const value = fields[key];
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word) => typeof word === 'string');
  if (key === 'commands') return words.join('\n');
  const [program = '', flag = '', given = ''] = words;
  const runsShell = words.length === 3 && SHELL.test(program) && /^(?:-\w*c|-command|\/c)$/iu.test(flag);
  return runsShell ? given : words.join(' ');
}

/** Returns the name of the argument that holds a shell's command; undefined if there is none. */
export function commandKey(fields: Fields): string | undefined {
  return ARGUMENTS.command.find((key) => fields[key] !== undefined);
}

function runningIdOf(fields: Fields): string | undefined {
  const id = ARGUMENTS.run.map((key) => fields[key]).find((value) => value !== undefined);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Returns the lines that the arguments ask for, or undefined if the arguments name no lines. */
function linesAsked(fields: Fields): LineRange | undefined {
  const view: readonly unknown[] = Array.isArray(fields['view_range']) ? fields['view_range'] : [];
  const given = (keys: readonly string[], more?: unknown): number | undefined =>
    [...keys.map((key) => fields[key]), more].map(lineNumber).find((value) => value !== undefined);
  const first = given(['offset', 'start_line', 'startLine', 'start'], view[0]);
  const limit = given(['limit']);
  // A last line of -1 means the end of the file.
  const last =
    given(['end_line', 'endLine', 'end'], view[1]) ??
    (limit === undefined ? undefined : (first ?? 1) + limit - 1);
  return first === undefined && last === undefined ? undefined : [first ?? 1, last ?? Infinity];
}

function lineNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/u.test(value) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 ? number : undefined;
}

/**
 * Matches the name of a plan tool. Needed for names such as `create_todo_list`, for which `kindOfTool` returns `list`.
 */
const PLAN_NAME = /todo|plan|task_?list/i;

/**
 * Returns whether a tool may be a plan tool. The kind `plan` or `answer` is enough. For a tool that does not belong to
 * an MCP server, the kind `other` or a name such as `todo` is also enough.
 */
function isPlan(name: string, kind: ToolKind): boolean {
  if (kind === 'plan' || kind === 'answer') return true;
  return !name.startsWith('mcp_') && (kind === 'other' || PLAN_NAME.test(name));
}

function planOf(fields: Fields): readonly PlanItem[] | undefined {
  const items = listIn(fields, ARGUMENTS.plan)
    .filter(isFields)
    .flatMap((item) => {
      const text = firstOf(item, ARGUMENTS.step);
      return text === undefined ? [] : [{ text, state: stateOf(item['status']) }];
    });
  // Cancelled steps are neither open nor done.
  const planned = items.flatMap(({ text, state }) => (state === 'cancelled' ? [] : [{ text, state }]));
  return items.length === 0 ? undefined : planned;
}

function stateOf(status: unknown): PlanItem['state'] | 'cancelled' {
  const word = typeof status === 'string' ? status.toLowerCase().replace(/[^a-z]/gu, '') : '';
  if (['cancelled', 'canceled'].includes(word)) return 'cancelled';
  if (['completed', 'complete', 'done'].includes(word)) return 'done';
  return ['inprogress', 'active', 'doing', 'started'].includes(word) ? 'active' : 'open';
}

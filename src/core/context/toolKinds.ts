import { toolCallsOf, type ToolCallPart } from '../session/message.ts';
import type { Group } from './groups.ts';

/** What a tool does, told by its name and arguments: agents name the same few tools in many ways. */
export type ToolKind = 'read' | 'write' | 'search' | 'list' | 'shell' | 'test' | 'diff' | 'web' | 'other';

const KINDS: readonly (readonly [ToolKind, RegExp])[] = [
  ['write', /write|edit|replace|patch|create_?file|insert|str_replace|notebook/iu],
  ['search', /grep|search|find|glob|ripgrep/iu],
  ['web', /web|fetch|http|browse|url/iu],
  ['list', /^ls$|list|tree|dir/iu],
  ['test', /test/iu],
  ['diff', /diff/iu],
  ['shell', /bash|shell|exec|terminal|command|run|process/iu],
  ['read', /read|view|open|cat|get_?file|recall/iu],
];

const TEST_COMMAND = /\b(?:test|tests|vitest|jest|mocha|pytest|go test|cargo test|rspec|phpunit|ctest)\b/u;
const DIFF_COMMAND = /\bgit\s+(?:diff|show|log)\b/u;

export function toolKindOf(call: ToolCallPart): ToolKind {
  const kind = KINDS.find(([, pattern]) => pattern.test(call.name))?.[0] ?? 'other';
  if (kind === 'write' && /^(?:view|read)$/u.test(stringArgument(call, ['command']) ?? '')) return 'read';
  if (kind !== 'shell') return kind;
  const command = stringArgument(call, ['command', 'cmd', 'script']) ?? call.arguments;
  if (TEST_COMMAND.test(command)) return 'test';
  return DIFF_COMMAND.test(command) ? 'diff' : 'shell';
}

const PATH_ARGUMENTS = [
  'path',
  'file_path',
  'filePath',
  'file',
  'filename',
  'absolute_path',
  'notebook_path',
  'target_file',
];
const MAIN_ARGUMENTS = [
  ...PATH_ARGUMENTS,
  'command',
  'cmd',
  'query',
  'pattern',
  'regex',
  'url',
  'address',
  'prompt',
];

/** The file a call is about, when its arguments name one. */
export function pathArgument(call: ToolCallPart): string | undefined {
  return stringArgument(call, PATH_ARGUMENTS);
}

/** The argument that tells what the call was about, in one line of at most `maxLength` characters. */
export function mainArgument(call: ToolCallPart, maxLength = 80): string {
  const text = stringArgument(call, MAIN_ARGUMENTS) ?? firstString(call) ?? '';
  const line = text.trim().replace(/\s+/gu, ' ');
  if (line.length <= maxLength) return line;
  const end = line.lastIndexOf(' ', maxLength);
  return `${line.slice(0, end > maxLength / 2 ? end : maxLength)} …`;
}

/** The arguments as an object; empty when the model wrote none that can be read. */
export function argumentsOf(call: ToolCallPart): Readonly<Record<string, unknown>> {
  const known = parsed.get(call);
  if (known !== undefined) return known;
  const value = parseObject(call.arguments);
  parsed.set(call, value);
  return value;
}

const parsed = new WeakMap<ToolCallPart, Readonly<Record<string, unknown>>>();

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

function stringArgument(call: ToolCallPart, names: readonly string[]): string | undefined {
  const values = argumentsOf(call);
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(' ');
  }
  return undefined;
}

function firstString(call: ToolCallPart): string | undefined {
  const value = Object.values(argumentsOf(call)).find((item) => typeof item === 'string' && item !== '');
  return typeof value === 'string' ? value : undefined;
}

/** The call that a result answers. */
export function callOf(group: Group, callId: string): ToolCallPart | undefined {
  return toolCallsOf(group.head.message).find((call) => call.callId === callId);
}

import { argumentsOf, pathArgument, toolKindOf } from '../../core/context/toolKinds.ts';
import type { ToolCallPart } from '../../core/session/message.ts';
import { formatCount } from '../../shared/format.ts';
import type { ArgumentView } from '../../shared/protocol.ts';
import { diffOf } from './diffOf.ts';
import { languageOf } from './languageOf.ts';

/** Longer values are shown as a text of their own. */
const LONGEST_VALUE = 300;

/** The two arguments by which agents say what an edit replaces with what. */
const EDITS = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['old_text', 'new_text'],
  ['oldText', 'newText'],
  ['old', 'new'],
  ['search', 'replace'],
] as const;

type Given = Readonly<Record<string, unknown>>;

/** A call's arguments in the form that each is read in: a command, a path, an edit as a diff, the rest by its name. */
export function argumentViews(call: ToolCallPart): readonly ArgumentView[] {
  const given = argumentsOf(call);
  const names = Object.keys(given);
  if (names.length === 0) return unread(call.arguments);
  const edit = editIn(given);
  return names.flatMap((name): readonly ArgumentView[] => {
    if (edit !== undefined && name === edit.from) return [];
    if (edit !== undefined && name === edit.to) return [diffView('change', edit.diff)];
    return viewsOf(name, given[name], call);
  });
}

const sizes = new WeakMap<ToolCallPart, string | undefined>();

/**
 * How much a call writes: `+6 −1` of an edit, `40 lines` of a file. Undefined where its arguments don't tell. Told once
 * a call, since its row is made anew with each redraw.
 */
export function writtenSize(call: ToolCallPart): string | undefined {
  if (!sizes.has(call)) sizes.set(call, sizeWritten(call));
  return sizes.get(call);
}

function sizeWritten(call: ToolCallPart): string | undefined {
  const texts = argumentViews(call).filter(({ kind }) => kind === 'text');
  const changes = texts.filter(({ language }) => language === 'diff');
  if (changes.length > 0) {
    const lines = changes.flatMap(({ text }) => text.split('\n'));
    const count = (mark: RegExp): string => String(lines.filter((line) => mark.test(line)).length);
    return `+${count(/^\+(?!\+\+ )/u)} −${count(/^-(?!-- )/u)}`;
  }
  const [whole] = texts;
  return whole === undefined ? undefined : formatCount(whole.text.trimEnd().split('\n').length, 'line');
}

/** What a model wrote that is no object of arguments. */
function unread(written: string): readonly ArgumentView[] {
  const text = written.trim();
  return text === '' || text === '{}' ? [] : [{ kind: 'text', name: 'arguments', text }];
}

function viewsOf(name: string, value: unknown, call: ToolCallPart): readonly ArgumentView[] {
  if (value === null || value === '') return [];
  if (isCommand(name, call)) return [{ kind: 'command', name, text: commandOf(value) }];
  if (typeof value === 'string') return [stringView(name, value, call)];
  if (!Array.isArray(value)) return [otherView(name, value)];
  const edits = value.map((each) => editIn(each as Given)?.diff);
  if (edits.length === 0 || edits.includes(undefined)) return [otherView(name, value)];
  return edits.map((diff, index) => diffView(`change ${index + 1}`, diff ?? ''));
}

function stringView(name: string, text: string, call: ToolCallPart): ArgumentView {
  const path = pathArgument(call);
  if (text === path) return { kind: 'path', name, text };
  if (/^(?:diff|patch)$/iu.test(name) || text.startsWith('*** Begin Patch')) return diffView(name, text);
  if (!text.includes('\n') && text.length <= LONGEST_VALUE) return { kind: 'value', name, text };
  const language = languageOf(path);
  return { kind: 'text', name, text, ...(language === undefined ? {} : { language }) };
}

/** Numbers, switches and lists of them are words in a row; what has parts of its own stays as it was written. */
function otherView(name: string, value: unknown): ArgumentView {
  const isPlain = (each: unknown): boolean => typeof each !== 'object' || each === null;
  if (isPlain(value)) return { kind: 'value', name, text: String(value) };
  if (Array.isArray(value) && value.every(isPlain)) return { kind: 'value', name, text: value.join(', ') };
  return { kind: 'text', name, text: JSON.stringify(value, undefined, 2), language: 'json' };
}

function isCommand(name: string, call: ToolCallPart): boolean {
  return /^(?:command|cmd|script)$/u.test(name) && ['shell', 'test', 'diff'].includes(toolKindOf(call));
}

/** A command as it would be typed; some agents hand it to a shell word by word. */
function commandOf(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const words = value.map(String);
  const isOfShell = words.length === 3 && /(?:^|\/)(?:ba|z)?sh$/u.test(words[0] ?? '');
  return isOfShell ? (words[2] ?? '') : words.join(' ');
}

interface Edit {
  readonly from: string;
  readonly to: string;
  readonly diff: string;
}

function editIn(given: Given | null | undefined): Edit | undefined {
  for (const [from, to] of EDITS) {
    const [before, after] = [given?.[from], given?.[to]];
    if (typeof before === 'string' && typeof after === 'string') {
      return { from, to, diff: diffOf(before, after) };
    }
  }
  return undefined;
}

function diffView(name: string, text: string): ArgumentView {
  return { kind: 'text', name, text, language: 'diff' };
}

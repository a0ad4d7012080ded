import type { ToolCallPart } from '../../core/log/message.ts';
import { ARGUMENTS } from '../../core/tools/argumentNames.ts';
import { argumentsOf, isFields, pathsIn, replacementIn } from '../../core/tools/callArguments.ts';
import type { Replaced } from '../../core/tools/fileChange.ts';
import { replacedBlocks } from '../../core/tools/patch.ts';
import { commandKey, readCall } from '../../core/tools/readCall.ts';
import { formatCount } from '../../shared/format.ts';
import type { ArgumentView } from '../../shared/protocol.ts';
import { diffLines } from 'diff';

/** Strings longer than this, or with line breaks, are shown as a text block. */
const LONGEST_VALUE = 300;

/**
 * Returns the views of a call's arguments, each in its most readable form: a command line, a path, a diff for an edit,
 * otherwise a value or a text block.
 */
export function argumentViews(call: ToolCallPart): readonly ArgumentView[] {
  const given = argumentsOf(call);
  const names = Object.keys(given);
  if (names.length === 0) return unparsedView(call.arguments);
  const edit = replacementIn(given);
  return names.flatMap((name): readonly ArgumentView[] => {
    if (name === edit?.from) return [];
    if (name === edit?.to) return [diffView('change', diffOf(edit.before, edit.after))];
    return viewsOf(name, given[name], call);
  });
}

const sizes = new WeakMap<ToolCallPart, string | undefined>();

/**
 * Returns how much a call writes: `+6 −1` for an edit, `40 lines` for a file; undefined if no argument is shown as a
 * text block. Caches the result per call, since each redraw makes the call's row again.
 */
export function writtenSize(call: ToolCallPart): string | undefined {
  if (!sizes.has(call)) sizes.set(call, computedSize(call));
  return sizes.get(call);
}

/**
 * Matches the two lines with a file's old and new name in a patch. Requires `@@` on the next line, since changed lines
 * may also begin with `---` and `+++`.
 */
const FILE_NAMES = /^--- [^\n]*\n\+\+\+ [^\n]*(?=\n@@)/gmu;

function computedSize(call: ToolCallPart): string | undefined {
  const texts = argumentViews(call).filter(({ kind }) => kind === 'text');
  const changes = texts.filter(({ language }) => language === 'diff');
  if (changes.length > 0) {
    const lines = changes.flatMap(({ text }) => text.replace(FILE_NAMES, '').split('\n'));
    const count = (mark: string): string => String(lines.filter((line) => line.startsWith(mark)).length);
    return `+${count('+')} −${count('-')}`;
  }
  const [whole] = texts;
  return whole === undefined ? undefined : formatCount(whole.text.trimEnd().split('\n').length, 'line');
}

/** Returns the view of arguments that are not a JSON object: the text that the model wrote. `{}` has no view. */
function unparsedView(written: string): readonly ArgumentView[] {
  const text = written.trim();
  return text === '' || text === '{}' ? [] : [{ kind: 'text', name: 'arguments', text }];
}

function viewsOf(name: string, value: unknown, call: ToolCallPart): readonly ArgumentView[] {
  if (value === null || value === '') return [];
  const { command } = readCall(call);
  if (command !== undefined && name === commandKey(argumentsOf(call)))
    return [{ kind: 'command', name, text: command }];
  const edits = replacementsIn(name, value);
  if (edits.length > 0)
    return edits.map(({ before, after, path }, index) => {
      const place = path === undefined ? '' : ` in ${path}`;
      return diffView(`change ${index + 1}${place}`, diffOf(before, after));
    });
  return [typeof value === 'string' ? stringView(name, value, call) : otherView(name, value)];
}

/** A replacement, and the path of its file if the edit itself names the path. */
interface PlacedReplacement extends Replaced {
  readonly path?: string | undefined;
}

/**
 * Returns the replacements in an argument, which may be a list of edits or a patch of blocks with old and new text.
 * Returns no replacement for a list that contains anything else.
 */
function replacementsIn(name: string, value: unknown): readonly PlacedReplacement[] {
  if (typeof value === 'string') return ARGUMENTS.patch.includes(name) ? replacedBlocks(value) : [];
  if (!Array.isArray(value)) return [];
  const edits = value.filter(isFields).flatMap((each) => {
    const replacement = replacementIn(each);
    return replacement === undefined ? [] : [{ ...replacement, path: pathsIn(each)[0] }];
  });
  return edits.length < value.length ? [] : edits;
}

function stringView(name: string, text: string, call: ToolCallPart): ArgumentView {
  const { path } = readCall(call);
  if (text === path) return { kind: 'path', name, text };
  if (ARGUMENTS.patch.includes(name) || text.startsWith('*** Begin Patch')) return diffView(name, text);
  if (!text.includes('\n') && text.length <= LONGEST_VALUE) return { kind: 'value', name, text };
  const language = languageOf(path);
  return { kind: 'text', name, text, ...(language === undefined ? {} : { language }) };
}

/**
 * Returns the view of a value that is not a string: one line for a number, a boolean or a list of plain values;
 * formatted JSON for the rest.
 */
function otherView(name: string, value: unknown): ArgumentView {
  const isPlain = (each: unknown): boolean => typeof each !== 'object' || each === null;
  if (isPlain(value)) return { kind: 'value', name, text: String(value) };
  if (Array.isArray(value) && value.every(isPlain)) return { kind: 'value', name, text: value.join(', ') };
  return { kind: 'text', name, text: JSON.stringify(value, undefined, 2), language: 'json' };
}

function diffView(name: string, text: string): ArgumentView {
  return { kind: 'text', name, text, language: 'diff' };
}

/** Returns a file's extension in lower case. The view uses the extension as the name of the language. */
export function languageOf(path: string | undefined): string | undefined {
  return /\.(\w+)$/.exec(path ?? '')?.[1]?.toLowerCase();
}

/** If more lines than this differ, all lines are shown as removed and added, since computing a diff would take long. */
const MOST_EDITS = 500;

/** Returns the diff of two texts without a header: all lines, each after `-`, `+` or a space. */
export function diffOf(before: string, after: string): string {
  const [old, now] = [withLastBreak(before), withLastBreak(after)];
  const changes = diffLines(old, now, { maxEditLength: MOST_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ];
  return changes
    .flatMap(({ value, removed, added }) => marked(removed ? '-' : added ? '+' : ' ', value))
    .join('\n');
}

/** Normalizes line breaks and adds a missing line break at the end, so that the diff shows only changes of the text. */
function withLastBreak(text: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`;
}

function marked(mark: string, lines: string): readonly string[] {
  return lines === ''
    ? []
    : lines
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${mark}${line}`);
}

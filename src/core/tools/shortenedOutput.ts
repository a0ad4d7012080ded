import type { MessageId, ReplacedMessage } from '../log/entry.ts';
import { textOf, type ToolCallPart, type ToolMessage } from '../log/message.ts';
import { clipLine } from '../text/lines.ts';
import { namesIn } from '../text/names.ts';
import { namesOf, namesToList } from './namesOf.ts';
import { outputKindOf, type OutputKind } from './outputKind.ts';
import { subjectOf } from './subject.ts';
import { isFigure, errorLineIndexes } from './outputLines.ts';

/** The number of important and of last lines that a stub keeps, by the kind of the result. */
const KEPT_LINES: Readonly<Partial<Record<OutputKind, readonly [important: number, last: number]>>> = {
  read: [0, 0],
  write: [2, 0],
  edit: [2, 0],
  delete: [2, 0],
  plan: [2, 0],
  search: [0, 0],
  list: [0, 0],
  shell: [3, 3],
  test: [4, 3],
  diff: [3, 0],
  web: [1, 0],
};
const OTHERS_KEPT = [2, 1] as const;

const MAX_LINE = 160;

/**
 * Returns a stub for a large tool output: one line with its address, `[read_file src/schema.ts · 850 lines · recall
 * m42]`, then the lines that matter, and the names in the output.
 */
export function stubText(
  id: MessageId,
  result: ToolMessage,
  call: ToolCallPart | undefined,
  { withNames = true } = {},
): string {
  const text = textOf(result);
  const kind = outputKindOf(call);
  const lines = text.split('\n');
  const name = call?.name ?? (result.toolName === '' ? 'tool result' : result.toolName);
  const argument = call === undefined ? '' : subjectOf(call);
  const head = [
    argument === '' ? name : `${name} ${argument}`,
    ...outcomeOf(result),
    sizeOf(kind, lines),
    `recall ${id}`,
  ];
  const stub = [`[${head.join(' · ')}]`, ...linesThatMatter(lines, kind)].join('\n');
  const names = withNames ? namesToList(text, new Set(namesIn(stub)), firstNamesOf(result)) : [];
  return names.length === 0 ? stub : `${stub}\nnames in it: ${names.join(', ')}`;
}

const stubs = new WeakMap<
  ToolMessage,
  { readonly call: ToolCallPart | undefined; readonly stub: ReplacedMessage }
>();

/**
 * Returns the stub of a result, with the names in the result. The stub is cached with the result, since each plan of a
 * compaction needs it. The cached stub is always the same object, so its tokens are counted only once.
 */
export function stubOf(
  { id, message }: { readonly id: MessageId; readonly message: ToolMessage },
  call: ToolCallPart | undefined,
): ReplacedMessage {
  const known = stubs.get(message);
  if (known?.stub.id === id && known.call === call) return known.stub;
  const stub = { id, as: 'stub', text: stubText(id, message, call) } as const;
  stubs.set(message, { call, stub });
  return stub;
}

/**
 * Returns the names in a result from the cache of `namesOf`. Returns undefined for a result with a named image, since
 * the cache lacks the name of the image.
 */
function firstNamesOf(result: ToolMessage): readonly string[] | undefined {
  const hasNamedImage = result.parts.some((part) => part.type === 'image' && part.name !== undefined);
  return hasNamedImage ? undefined : namesOf(result);
}

/** Returns how a call ended, if its result says so. */
export function outcomeOf(result: ToolMessage): readonly string[] {
  if (result.exitCode !== undefined) return [`exit ${String(result.exitCode)}`];
  return result.isError === true ? ['failed'] : [];
}

/** Returns `850 lines`, `9 hits` or `1 name`; ignores empty lines. */
export function sizeOf(kind: OutputKind, lines: readonly string[]): string {
  const count = lines.filter((line) => line.trim() !== '').length;
  const unit = kind === 'search' ? 'hit' : kind === 'list' ? 'name' : 'line';
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * Returns the lines with errors, and the last lines. For each kind of output, `KEPT_LINES` limits the numbers of
 * important and of last lines. If there is room after the errors, also returns lines with figures. The lines are in the
 * order of the output, without duplicates.
 */
export function linesThatMatter(lines: readonly string[], kind: OutputKind): readonly string[] {
  const [most, last] = KEPT_LINES[kind] ?? OTHERS_KEPT;
  if (most === 0 && last === 0) return [];
  const filled = [...lines.entries()].filter(([, line]) => line.trim() !== '');
  const errors = most === 0 ? [] : errorLineIndexes(lines, most);
  const figures = errors.length === most ? [] : filled.filter(([, line]) => isFigure(line));
  const important = [...errors, ...figures.map(([place]) => place)].slice(0, most);
  const ends = last === 0 ? [] : filled.slice(-last).map(([place]) => place);
  return [...new Set([...important, ...ends])]
    .sort((a, b) => a - b)
    .map((place) => clipLine(lines[place] ?? '', MAX_LINE));
}

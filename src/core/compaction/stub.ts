import { mainArgument, toolKindOf, type ToolKind } from '../context/toolKinds.ts';
import type { MessageId } from '../session/entry.ts';
import { textOf, type ToolCallPart, type ToolMessage } from '../session/message.ts';

/** How many of the lines that matter a stub keeps, by what the tool does. */
const KEPT_LINES: Readonly<Record<ToolKind, { readonly telling: number; readonly last: number }>> = {
  read: { telling: 0, last: 0 },
  write: { telling: 2, last: 0 },
  search: { telling: 0, last: 0 },
  list: { telling: 0, last: 0 },
  shell: { telling: 3, last: 3 },
  test: { telling: 4, last: 3 },
  diff: { telling: 3, last: 0 },
  web: { telling: 1, last: 0 },
  other: { telling: 2, last: 1 },
};

const MAX_LINE = 160;
const TELLING =
  /\b(?:error|errors|failed|failing|failure|fatal|exception|panic|traceback|cannot|not found|denied|exit code|passed|passing|warning)\b|✗|✖|✕|^not ok|^\s*at .+:\d+/iu;

/**
 * One line for a large tool output, with its address, and under it the lines that matter:
 * `[read_file src/schema.ts · 850 lines · recall m42]`.
 */
export function stubText(id: MessageId, result: ToolMessage, call: ToolCallPart | undefined): string {
  const text = textOf(result);
  const kind = call === undefined ? 'other' : toolKindOf(call);
  const lines = text.split('\n');
  const name = call?.name ?? (result.toolName === '' ? 'tool result' : result.toolName);
  const argument = call === undefined ? '' : mainArgument(call);
  const head = [
    argument === '' ? name : `${name} ${argument}`,
    ...outcomeOf(result),
    sizeOf(kind, lines),
    `recall ${id}`,
  ];
  return [`[${head.join(' · ')}]`, ...linesThatMatter(lines, kind)].join('\n');
}

function outcomeOf(result: ToolMessage): readonly string[] {
  if (result.exitCode !== undefined) return [`exit ${String(result.exitCode)}`];
  return result.isError === true ? ['failed'] : [];
}

/** `850 lines`, `9 hits`, `1 name`; empty lines aside. */
export function sizeOf(kind: ToolKind, lines: readonly string[]): string {
  const count = lines.filter((line) => line.trim() !== '').length;
  const unit = kind === 'search' ? 'hit' : kind === 'list' ? 'name' : 'line';
  return `${String(count)} ${unit}${count === 1 ? '' : 's'}`;
}

/** Telling lines (errors, failures, counts) first, then the last lines, in the order of the output, none twice. */
export function linesThatMatter(lines: readonly string[], kind: ToolKind): readonly string[] {
  const { telling, last } = KEPT_LINES[kind];
  const chosen = new Set<number>();
  for (let index = 0; index < lines.length && chosen.size < telling; index += 1) {
    if (TELLING.test((lines[index] ?? '').slice(0, 400))) chosen.add(index);
  }
  let taken = 0;
  for (let index = lines.length - 1; index >= 0 && taken < last; index -= 1) {
    if ((lines[index] ?? '').trim() === '') continue;
    chosen.add(index);
    taken += 1;
  }
  return [...chosen].sort((a, b) => a - b).map((index) => clipLine(lines[index] ?? ''));
}

/** The line cut at a word's end. */
export function clipLine(line: string, maxLength = MAX_LINE): string {
  const text = line.trim();
  if (text.length <= maxLength) return text;
  const end = text.slice(0, maxLength).search(/\s+\S*$/u);
  return `${text.slice(0, end > maxLength / 2 ? end : maxLength)} …`;
}

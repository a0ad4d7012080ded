import type { ToolCallPart } from '../log/message.ts';
import type { FileChange } from '../tools/fileChange.ts';
import { clipMiddle } from '../text/lines.ts';
import { readCall, type PlanItem } from '../tools/readCall.ts';
import { subjectOf } from '../tools/subject.ts';

/** The most characters of a call's text: enough for whole commands and commit messages. */
const MOST_CHARS = { subject: 240, command: 1_000, words: 3_000 };

/** Matches a patch, which is shown by its files and lines. */
const PATCH = /\*\*\* Begin Patch/u;

/**
 * Returns a call for a transcript: its subject and, for a change of a file, the removed and the added text, cut to
 * `changeChars`.
 */
export function shownCall(call: ToolCallPart, changeChars: number): string {
  const { kind, changes, plan, words } = readCall(call);
  const files = [...new Set(changes.map(({ path }) => path))].join(', ');
  const subject = PATCH.test(call.arguments)
    ? files
    : subjectOf(call, kind === 'shell' ? MOST_CHARS.command : MOST_CHARS.subject);
  const head = `calls ${call.name}`;
  if (words !== undefined) return `${head}\n${clipMiddle(words, MOST_CHARS.words)}`;
  if (plan !== undefined) return [head, ...plan.map(planLine)].join('\n');
  const isOne = changes.every(({ path }) => path === changes[0]?.path);
  return [`${head} ${subject}`.trimEnd(), ...changes.map((change) => shownChange(change, isOne, changeChars))]
    .filter(Boolean)
    .join('\n');
}

function planLine({ text, state }: PlanItem): string {
  return `[${state === 'active' ? 'in progress' : state}] ${text}`;
}

/**
 * Shows `- ` before removed and `+ ` before added lines, without unchanged ones; the file's name where several are
 * changed.
 */
function shownChange(
  { path, operation, before, after }: FileChange,
  isOne: boolean,
  changeChars: number,
): string {
  const name = isOne ? [] : [`${operation} ${path}`];
  const [gone, come] = [linesOf(before), linesOf(after)];
  const [old, fresh] = [new Set(gone), new Set(come)];
  const changed = [
    ...gone.filter((line) => !fresh.has(line)).map((line) => `- ${line}`),
    ...come.filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ].join('\n');
  const shown = clipMiddle(changed, changeChars);
  return [...name, ...(shown === '' ? [] : [shown])].join('\n');
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
}

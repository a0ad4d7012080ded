import type { MessageId } from '../log/entry.ts';
import { textOf, toolCallsOf, type ToolCallPart } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import type { ChangedFile } from '../record/work.ts';
import { baseName } from '../text/names.ts';
import { ARGUMENTS } from '../tools/argumentNames.ts';
import { argumentsOf } from '../tools/callArguments.ts';
import { saysNoEffect } from '../tools/noEffect.ts';
import { RESTORES_INDEX } from '../tools/gitCommand.ts';
import { withSlashes } from '../tools/fileNames.ts';
import { readCall } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { asPathPattern, matchEnds } from './pathPattern.ts';

/** A file that the work changed and that still exists, and the message that changed it last. */
export interface StandingFile {
  readonly path: string;
  readonly id: MessageId;
}

/**
 * A file that a command wrote, or that counts as gone because a command deleted it, moved it or restored it with Git.
 */
interface ShellStep {
  readonly id: MessageId;
  readonly place: number;
  readonly path: string;
  readonly isGone: boolean;
}

/**
 * Returns the changed files that later work may need, including files that shell commands wrote. Omits files that are
 * gone, are empty, or have the same content as before the work. Also omits an agent's own plans, temporary files, and
 * files whose names an exporter masked.
 */
export function standingFiles(
  messages: readonly SessionMessage[],
  changed: readonly ChangedFile[],
): readonly StandingFile[] {
  const places = new Map(messages.map(({ id }, place) => [id, place]));
  const steps = shellSteps(messages);
  const empty = emptyWrites(messages);
  const standing = changed.flatMap((file): readonly (StandingFile & { place: number })[] => {
    const last = file.changes.at(-1);
    const id = last?.ids.at(-1) ?? '';
    const isDeleted = last?.change.operation === 'delete';
    const isEmpty = last?.change.operation === 'write' && empty.has(keyOf(id, file.path));
    if (isDeleted || isEmpty || isAsBefore(file)) return [];
    return [{ path: file.path, id, place: places.get(id) ?? 0 }];
  });
  const removals = steps.filter(({ isGone }) => isGone);
  for (const step of steps) {
    const { id, place, path } = step;
    const isGoneAtOnce = removals.some((gone) => gone.id === id && covers(gone.path, path));
    if (!step.isGone && !isGoneAtOnce && !standing.some((each) => isSame(each.path, path)))
      standing.push({ path, id, place });
  }
  return standing.filter(
    (file) =>
      !ASIDE.test(withSlashes(file.path)) &&
      !removals.some((step) => step.place > file.place && covers(step.path, file.path)),
  );
}

/** Matches agents' own files, folders for temporary files, and a name that an exporter masked. */
const ASIDE =
  /(?:^|\/)[._]?REDACTED(?:\.\w+)?$|\/\.(?:claude|codex|gemini|qwen|copilot|cursor|pi|cline|opencode)\/(?:plans|todos|projects|sessions|tmp)\/|^(?:\/private)?\/(?:tmp|var\/(?:tmp|folders))\//u;

/**
 * Returns the files that commands wrote or removed. If a call had no effect, skips all its commands. If a call failed
 * in another way, skips its last command.
 */
function shellSteps(messages: readonly SessionMessage[]): readonly ShellStep[] {
  const ends = new Map(
    messages.flatMap(({ message }) =>
      message.role === 'tool' && readResult(message, 'shell').isFailure
        ? [[message.callId, saysNoEffect(textOf(message)) ? 0 : -1] as const]
        : [],
    ),
  );
  return messages.flatMap(({ id, message }, place) =>
    toolCallsOf(message)
      .flatMap((call) => readCall(call).script?.commands.slice(0, ends.get(call.callId)) ?? [])
      .flatMap((command): readonly ShellStep[] => [
        ...goneByCommand(command).map((path) => ({ id, place, path, isGone: true })),
        ...writtenByCommand(command).map((path) => ({ id, place, path, isGone: false })),
      ]),
  );
}

/** Returns the keys (see `keyOf`) of the files that calls wrote with empty content. */
function emptyWrites(messages: readonly SessionMessage[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ id, message }) =>
      toolCallsOf(message)
        .filter(isEmptyWrite)
        .flatMap((call) => readCall(call).changes.map(({ path }) => keyOf(id, path))),
    ),
  );
}

function isEmptyWrite(call: ToolCallPart): boolean {
  const fields = argumentsOf(call);
  const contents = ARGUMENTS.written.flatMap((key) => fields[key] ?? []);
  return contents.length > 0 && contents.every((text) => typeof text === 'string' && text.trim() === '');
}

function keyOf(id: MessageId, path: string): string {
  return `${id} ${baseName(path)}`;
}

/** Returns whether a file's content is the same as before: each line was removed as often as it was added. */
function isAsBefore({ changes }: ChangedFile): boolean {
  const counts = new Map<string, number>();
  const add = (text: string, by: number): void => {
    for (const line of text.split('\n')) counts.set(line, (counts.get(line) ?? 0) + by);
  };
  for (const { change } of changes) {
    add(change.before, -1);
    add(change.after, 1);
  }
  const isRecorded = changes.some(({ change }) => change.before !== change.after);
  return isRecorded && [...counts.values()].every((count) => count === 0);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [withSlashes(one), withSlashes(other)];
  return a === b || a.endsWith(`/${b}`) || b.endsWith(`/${a}`);
}

/** Returns whether a command's argument is the file, a folder above it, or a pattern that matches it. */
function covers(argument: string, path: string): boolean {
  const pattern = argument.replace(/^\.\/|\/\*?$/gu, '');
  const whole = withSlashes(path);
  return [...matchEnds(whole, asPathPattern(pattern.replace(/\*+/gu, '*')))].some(
    (end) => end === whole.length || whole.charAt(end) === '/',
  );
}

/** Matches a name that is not an option, a variable or a parent folder. */
const NAME = /^(?=.*[\p{L}\d])[^-$<>(){}|&;`"'\s][^$<>(){}|&;`"'\s]*$/u;
const FILE = /^[\w@./~-]*\.\w+$/u;
const REDIRECTED = /(?<![-=<>&\d])>{1,2}\s*([^\s<>&|;()]+)(?=\s|$|[;|&)])/gu;
const QUOTED = /"[^"]*"|'[^']*'/gu;

/** Returns the files that a command deletes, moves or restores. */
function goneByCommand(command: string): readonly string[] {
  const [program = '', ...rest] = wordsOf(command);
  const [verb = '', ...others] = program === 'git' ? rest : [program, ...rest];
  const isRestored =
    program === 'git' &&
    ((verb === 'checkout' && others.includes('--')) ||
      (verb === 'restore' && !RESTORES_INDEX.test(rest.join(' '))));
  if (isRestored) return others.slice(others.indexOf('--') + 1).filter(isName);
  const named = others.filter((word) => isName(word) && word !== '--');
  if (verb === 'mv') return named.slice(0, -1);
  return verb === 'rm' && !others.includes('--cached') ? named : [];
}

/** Returns the files that a command writes: its redirections, and the arguments of `tee` and `sed -i`. */
function writtenByCommand(command: string): readonly string[] {
  const bare = command.replace(QUOTED, (text) => text.slice(1, -1).replace(/\W/gu, '_'));
  const redirected = [...bare.matchAll(REDIRECTED)].flatMap(([, file = '']) => file);
  const given = bare.split(/\s*\|\s*/u).flatMap((each) => {
    const [program = '', ...others] = wordsOf(each);
    const isWriting = program === 'tee' || (program === 'sed' && others.some((word) => /^-\w*i/u.test(word)));
    return isWriting ? others : [];
  });
  return [...redirected, ...given].filter((file) => FILE.test(file) && isName(file));
}

function isName(word: string): boolean {
  return NAME.test(word);
}

/** Returns the words of a command without quotes. A quoted word may contain spaces, which `isName` rejects. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:"[^"]*"|'[^']*'|\S)+/gu) ?? [];
  return words.map((word) => word.replace(/^(["'])(.*)\1$/u, '$2'));
}

import type { ParseShellLine, Redirected, ShellCommand, ShellWord } from './shellLine.ts';
import { ownTouches, runsNoInput } from './touched.ts';
import { unwrappedCommand } from './unwrappedCommand.ts';

/**
 * One command of a line to be judged. A command that `sudo`, `env`, `sh -c`, `xargs` or others run is a part of its
 * own.
 */
export interface CommandPart {
  readonly text: string;
  readonly words: readonly ShellWord[];
  /** Variables set for it, files read by redirection, and text given as input: all of them affect what it does. */
  readonly settings: readonly ShellWord[];
  /**
   * Identifies the command: equal words have equal keys. Absent if the words are known only when the line runs; then
   * no lasting approval covers it.
   */
  readonly key?: string;
  /** The paths, as written, that the command writes, moves or deletes. */
  readonly touches: readonly ShellWord[];
  /** The folder in which it runs, after any `cd` before it; absent if unknown. */
  readonly folder?: string;
  /** The reason why it asks in every mode. */
  readonly always?: string;
}

export type JudgedLine =
  | { readonly kind: 'parts'; readonly parts: readonly CommandPart[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Splits a line into the commands that it would run. `folder` is the initial folder. */
export function partsOf(line: string, folder: string, parse: ParseShellLine): JudgedLine {
  const parsed = parse(line);
  if (parsed.kind === 'unclear') return parsed;
  const parts: CommandPart[] = [];
  let here: string | undefined = folder;
  for (const command of parsed.commands) {
    const inside = unwrappedCommand(command, parse);
    if (inside.kind === 'unclear') return inside;
    let within = here;
    for (const { command: each, always, isElsewhere } of inside.commands) {
      const at = isElsewhere === true ? undefined : within;
      parts.push(partOf(each, { folder: at, ...(always === undefined ? {} : { always }) }));
      within = afterwards(each, within);
    }
    // Only the outer program decides whether a `cd` in a script or wrapped command has an effect after it.
    const isHidden = inside.commands.some((each) => each.command !== command && isMoving(each.command));
    here = isHidden ? undefined : afterwards(command, here);
  }
  return { kind: 'parts', parts };
}

function partOf(
  { text, words, assignments, writes, reads, input, fed }: ShellCommand,
  { folder, always }: { readonly folder: string | undefined; readonly always?: string },
): CommandPart {
  const settings = [...assignments, ...reads, ...(input === undefined ? [] : [input])];
  const into = writes.filter(({ value }) => !isNowhere(value));
  const isKnown = [...settings, ...words, ...into].every(({ value }) => value !== undefined);
  const key = JSON.stringify([
    assignments.map(valueOf),
    words.map(valueOf),
    into.map(directed),
    reads.map(directed),
    input === undefined ? null : valueOf(input),
    fed === undefined || runsNoInput(words) ? null : fed,
  ]);
  return {
    text,
    words,
    settings,
    ...(isKnown ? { key } : {}),
    touches: [...into, ...ownTouches(words)],
    ...(folder === undefined ? {} : { folder }),
    ...(always === undefined ? {} : { always }),
  };
}

function valueOf({ value }: ShellWord): string | undefined {
  return value;
}

function directed({ operator, value }: Redirected): string {
  return `${operator}${value ?? ''}`;
}

function isNowhere(value: string | undefined): boolean {
  return /^\/dev\/(?:null|stdout|stderr|tty)$/.test(value ?? '');
}

const MOVING: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd']);

function isMoving({ words }: ShellCommand): boolean {
  return MOVING.has(words[0]?.value ?? '');
}

/**
 * Returns the folder after a command: a `cd` at the line's own level changes it; a `cd` that may not run makes it
 * unknown.
 */
function afterwards(command: ShellCommand, folder: string | undefined): string | undefined {
  if (!isMoving(command)) return folder;
  const [name, to, ...more] = command.words.map(({ value }) => value);
  const isPlain = name === 'cd' && to !== undefined && !/^[-+]/.test(to) && more.length === 0;
  if (!isPlain || command.isInner || command.assignments.length > 0 || folder === undefined) return undefined;
  return /^(?:\/|~|[a-z]:)/i.test(to) ? to : `${folder}/${to}`;
}

import type { ParseShellLine, Redirected, ShellCommand, ShellWord } from './shellLine.ts';
import { ownTouches, runsNoInput } from './touched.ts';
import { unwrappedCommand } from './unwrappedCommand.ts';

/** One command of a line to be judged. A command that `sudo`, `sh -c`, `xargs` or others run is a separate part. */
export interface CommandPart {
  readonly text: string;
  readonly words: readonly ShellWord[];
  /** The variables set for the command, the files redirected into it, and its heredoc: all may change its effect. */
  readonly settings: readonly ShellWord[];
  /**
   * Identifies the command: equal words, variables, redirections and input have equal keys. Absent if one of these is
   * known only when the line runs; then no lasting approval covers it.
   */
  readonly key?: string;
  /** The paths, as written, that the command writes, moves or deletes. */
  readonly touches: readonly ShellWord[];
  /** The folder in which it runs, after any `cd` before it; absent if unknown. */
  readonly folder?: string;
  /** The folders in which it runs instead if a `cd` before it fails. */
  readonly otherFolders: readonly string[];
  /** Why the person is asked about it in every mode. */
  readonly whyAsked?: string;
}

export type JudgedLine =
  | { readonly kind: 'parts'; readonly parts: readonly CommandPart[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Splits a line into the commands that it would run. `folder` is the initial folder. */
export function partsOf(line: string, folder: string, parse: ParseShellLine): JudgedLine {
  const parsed = parse(line);
  if (parsed.kind === 'unclear') return parsed;
  const parts: CommandPart[] = [];
  const outer = new Folders(NAMES_CDPATH.test(line) ? undefined : folder);
  for (const command of parsed.commands) {
    const inside = unwrappedCommand(command, parse);
    if (inside.kind === 'unclear') return inside;
    const inner = outer.inside(command);
    for (const { command: each, whyAsked, hasUnknownFolder } of inside.commands) {
      const at = hasUnknownFolder === true ? undefined : inner.current;
      const otherFolders = inner.others(each);
      parts.push(partOf(each, { folder: at, otherFolders, ...(whyAsked === undefined ? {} : { whyAsked }) }));
      inner.goOn(each);
    }
    outer.goOn(command);
    // Whether a `cd` in a script or behind a wrapper affects the rest of the line depends on the outer program.
    if (inside.commands.some((each) => each.command !== command && isMoving(each.command)))
      outer.current = undefined;
  }
  return { kind: 'parts', parts };
}

/** A folder after a `cd` that failed, and the list of commands that this failure ended. */
interface Other {
  readonly folder: string;
  readonly list?: number | undefined;
}

/** With more folders than this, the folder counts as unknown. Each `cd` of a line may double them. */
const MOST_FOLDERS = 50;

/** The folders in which the next command may run. */
class Folders {
  /** The folder if each `cd` so far succeeded; undefined if unknown. */
  current: string | undefined;
  /** The folders if one or more of them failed. */
  #others: readonly Other[];

  constructor(current: string | undefined, others: readonly Other[] = []) {
    this.current = current;
    this.#others = others;
  }

  /** Goes on to the next command. A `cd` succeeds or fails in each folder in which it may run. */
  goOn(command: ShellCommand): void {
    if (!isMoving(command)) return;
    const { list } = command;
    const others = this.#others.flatMap((other): readonly Other[] => {
      if (!canRunAfter(other, command)) return [other];
      const folder = folderAfter(command, other.folder);
      return [{ ...other, list }, ...(folder === undefined ? [] : [{ ...other, folder }])];
    });
    if (this.current !== undefined) others.push({ folder: this.current, list });
    const distinct = [...new Map(others.map((other) => [JSON.stringify(other), other])).values()];
    const areTooMany = distinct.length > MOST_FOLDERS;
    this.#others = areTooMany ? [] : distinct;
    this.current = areTooMany ? undefined : folderAfter(command, this.current);
  }

  /** Returns the folders in which a command runs if a `cd` before it has failed. */
  others(command: ShellCommand): readonly string[] {
    const others = this.#others.filter((other) => canRunAfter(other, command));
    return [...new Set(others.map(({ folder }) => folder))];
  }

  /** Returns the folders in which the script that a command runs begins. */
  inside(command: ShellCommand): Folders {
    return new Folders(
      this.current,
      this.others(command).map((folder) => ({ folder })),
    );
  }
}

/** Returns whether a command may run after the failure: it is not in the list that the failure ended. */
function canRunAfter({ list }: Other, command: ShellCommand): boolean {
  return list === undefined || list !== command.list;
}

function partOf(
  { text, words, assignments, writes, reads, input, fed }: ShellCommand,
  {
    folder,
    otherFolders,
    whyAsked,
  }: Pick<CommandPart, 'otherFolders' | 'whyAsked'> & { readonly folder: string | undefined },
): CommandPart {
  const settings = [...assignments, ...reads, ...(input === undefined ? [] : [input])];
  const into = writes.filter(({ value }) => !isDevice(value));
  const isKnown = [...settings, ...words, ...into].every(({ value }) => value !== undefined);
  const key = JSON.stringify([
    assignments.map(valueOf),
    words.map(valueOf),
    into.map(withOperator),
    reads.map(withOperator),
    input === undefined ? null : valueOf(input),
    fed === undefined || runsNoInput(words) ? null : fed,
  ]);
  return {
    text,
    words,
    settings,
    ...(isKnown ? { key } : {}),
    touches: [...into, ...ownTouches(words)],
    otherFolders,
    ...(folder === undefined ? {} : { folder }),
    ...(whyAsked === undefined ? {} : { whyAsked }),
  };
}

function valueOf({ value }: ShellWord): string | undefined {
  return value;
}

function withOperator({ operator, value }: Redirected): string {
  return `${operator}${value ?? ''}`;
}

export function isDevice(value: string | undefined): boolean {
  return /^\/dev\/(?:null|stdout|stderr|tty)$/.test(value ?? '');
}

/** Matches a line that may set `CDPATH`, the folders in which `cd` looks first, in whatever way. */
const NAMES_CDPATH = /cdpath/i;
const MOVING: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd']);

function isMoving({ words }: ShellCommand): boolean {
  return MOVING.has(words[0]?.value ?? '');
}

/**
 * Returns the folder after a command. A `cd` to one path that surely runs, in the line's own shell, changes it; any
 * other `cd`, `pushd` or `popd` makes it unknown.
 */
function folderAfter(command: ShellCommand, folder: string | undefined): string | undefined {
  if (!isMoving(command)) return folder;
  const [name, to, ...more] = command.words.map(({ value }) => value);
  const isPlain = name === 'cd' && to !== undefined && !/^[-+]/.test(to) && more.length === 0;
  if (!isPlain || command.isInner || command.assignments.length > 0 || folder === undefined) return undefined;
  // The first workspace folder is empty, and `/src` would be a folder of the disk.
  return folder === '' || /^(?:\/|~|[a-z]:)/i.test(to) ? to : `${folder}/${to}`;
}

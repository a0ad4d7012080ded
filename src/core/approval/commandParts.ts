import type { Block, ParseShellLine, Redirected, ShellCommand, ShellWord } from './shellLine.ts';
import { ownTouches, runsNoInput } from './touched.ts';
import { unwrappedCommand, type UnwrappedCommand } from './unwrappedCommand.ts';

/** One command of a line. A command that `sudo`, `sh -c`, `xargs` or a similar program runs is a separate part. */
export interface CommandPart {
  readonly text: string;
  readonly words: readonly ShellWord[];
  /**
   * What may change the effect of the command: the variables set for the command, the files redirected into the
   * command, and the heredoc or here-string.
   */
  readonly settings: readonly ShellWord[];
  /**
   * Identifies the command. Commands with equal words, variables, redirections and input have equal keys. The key is
   * absent if one of these is known only when the line runs. No lasting approval covers a command without a key.
   */
  readonly key?: string;
  /** The paths, as written, that the command writes, moves or deletes. */
  readonly touches: readonly ShellWord[];
  /** The folder in which the command runs if each earlier `cd` succeeds; absent if unknown. */
  readonly folder?: string;
  /** The folders in which the command may run instead if an earlier `cd` fails. */
  readonly otherFolders: readonly string[];
  /** The reason to ask the person about the command in every mode; absent if there is none. */
  readonly whyAsked?: string;
}

export type JudgedLine =
  | { readonly kind: 'parts'; readonly parts: readonly CommandPart[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Splits a line into the commands that it would run. `folder` is the initial folder. */
export function partsOf(line: string, folder: string, parse: ParseShellLine): JudgedLine {
  const parsed = parse(line);
  if (parsed.kind === 'unclear') return parsed;
  const run: UnwrappedCommand[] = [];
  for (const command of parsed.commands) {
    const inside = unwrappedCommand(command, parse);
    if (inside.kind === 'unclear') return inside;
    run.push(...inside.commands);
  }
  const commands = run.map(({ command }) => command);
  const folders = new Folders(folder, {
    loopsThatMove: loopsThatMove(commands),
    usesCdpath: /cdpath/i.test(line) || commands.some(maySetCdpath),
  });
  const parts = run.map(({ command, whyAsked = whyAskedOf(command), hasUnknownFolder = false }) => {
    const { current, others } = folders.at(command);
    folders.goOn(command);
    return partOf(command, {
      folder: hasUnknownFolder ? undefined : current,
      otherFolders: others,
      ...(whyAsked === undefined ? {} : { whyAsked }),
    });
  });
  return { kind: 'parts', parts };
}

/**
 * A folder in which a command may run because an earlier `cd` failed. `ended` is the `&&` list that the failure ended:
 * the later commands of this list do not run.
 */
interface Other {
  readonly folder: string;
  readonly ended?: Block | undefined;
}

/** The folders in which the next command of a shell may run. */
interface State {
  /** The folder if every earlier `cd` succeeded; undefined if unknown. */
  readonly current: string | undefined;
  /** The folders if at least one earlier `cd` failed. */
  readonly others: readonly Other[];
}

/**
 * The maximum number of possible folders. If there are more, the folder counts as unknown. Each `cd` of a line may
 * double the number.
 */
const MOST_FOLDERS = 20;

/** Tracks the folders in which the commands of a line may run. Call `at` and then `goOn` for each command, in order. */
class Folders {
  readonly #initial: State;
  /** The state of each shell and subshell. */
  readonly #states = new Map<Block, State>();

  constructor(
    folder: string,
    private readonly line: { readonly loopsThatMove: ReadonlySet<Block>; readonly usesCdpath: boolean },
  ) {
    this.#initial = { current: folder, others: [] };
  }

  /** Returns the folders in which a command may run. */
  at(command: ShellCommand): { readonly current: string | undefined; readonly others: readonly string[] } {
    const { current, others } = this.#stateOf(command);
    const mayRun = others.filter((other) => canRunAfter(other, command)).map(({ folder }) => folder);
    const isInLoop = command.blocks.some((block) => this.line.loopsThatMove.has(block));
    return { current: isInLoop ? undefined : current, others: [...new Set(mayRun)] };
  }

  /** Updates the possible folders after a command. A `cd` may succeed or fail in each folder in which it may run. */
  goOn(command: ShellCommand): void {
    if (!isMoving(command)) return;
    const { current, others: before } = this.#stateOf(command);
    const { usesCdpath } = this.line;
    const ended = command.blocks.findLast(({ kind }) => kind === 'list');
    const others = before.flatMap((other): readonly Other[] => {
      if (!canRunAfter(other, command)) return [other];
      const folder = folderAfter(command, other.folder, usesCdpath);
      return [{ ...other, ended }, ...(folder === undefined ? [] : [{ ...other, folder }])];
    });
    if (current !== undefined) others.push({ folder: current, ended });
    const distinct = others.filter((other, at) => others.findIndex((each) => isSame(each, other)) === at);
    const shell = shellsOf(command).at(-1);
    if (shell === undefined) return;
    this.#states.set(
      shell,
      distinct.length > MOST_FOLDERS
        ? { current: undefined, others: [] }
        : { current: folderAfter(command, current, usesCdpath), others: distinct },
    );
  }

  /** Returns the state of a command's shell. A subshell begins with the state of the enclosing shell. */
  #stateOf(command: ShellCommand): State {
    let state = this.#initial;
    for (const shell of shellsOf(command)) {
      state = this.#states.get(shell) ?? state;
      this.#states.set(shell, state);
    }
    return state;
  }
}

function isSame(a: Other, b: Other): boolean {
  return a.folder === b.folder && a.ended === b.ended;
}

/** Returns whether a command may run after a failed `cd`. Returns false if the failure ended the command's list. */
function canRunAfter({ ended }: Other, { blocks }: ShellCommand): boolean {
  return ended === undefined || !blocks.includes(ended);
}

function shellsOf({ blocks }: ShellCommand): readonly Block[] {
  return blocks.filter(({ kind }) => kind === 'shell');
}

/** Returns the loops that may change the folder, so that the next round runs in another folder. */
function loopsThatMove(commands: readonly ShellCommand[]): ReadonlySet<Block> {
  return new Set(
    commands.filter(isMoving).flatMap(({ blocks }) => {
      const shell = blocks.findLastIndex(({ kind }) => kind === 'shell');
      return blocks.slice(shell + 1).filter(({ kind }) => kind === 'loop');
    }),
  );
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
    touches: [...into, ...ownTouches(words).filter(({ value }) => !isDevice(value))],
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

/** Programs that set variables. */
const SETTING: ReadonlySet<string> = new Set(
  'export declare typeset local readonly read mapfile readarray getopts set setenv let'.split(' '),
);

function isSetting({ words }: ShellCommand): boolean {
  const [program = '', option] = words.map(({ value = '' }) => value);
  return SETTING.has(program) || (program === 'printf' && option === '-v');
}

/** Returns whether a command may set `CDPATH`, the list of folders that `cd` searches first. */
function maySetCdpath(command: ShellCommand): boolean {
  const { words, assignments } = command;
  if ([...words, ...assignments].some(({ text, value = text }) => /cdpath/i.test(value))) return true;
  return isSetting(command) && words.some(({ text, value }) => value === undefined && !/^\w+=/.test(text));
}

/** Matches an assignment to a variable by which a shell runs code when the shell starts or prints a prompt. */
const RUN_BY_SHELL = /^(?:(?:PROMPT_COMMAND|BASH_ENV)(?:\[[^=]*\])?\+?=|PS[0-4]\+?=.*[$`])/s;

function whyAskedOf(command: ShellCommand): string | undefined {
  const set = [...command.assignments, ...(isSetting(command) ? command.words : [])];
  // For the variable of a loop, `text` is an assignment such as `PS1=x`, but `value` is JSON.
  const isRun = set.some(({ text, value = text }) => RUN_BY_SHELL.test(value) || RUN_BY_SHELL.test(text));
  return isRun ? 'it sets a variable whose text the shell runs' : undefined;
}

/** Commands that change the folder of the shell. */
const MOVING: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd', 'prevd', 'nextd', 'cdh']);

/** Returns whether a command may change the folder. In some shells, a folder's path alone is such a command: `..`. */
function isMoving({ words }: ShellCommand): boolean {
  const [first = '', ...rest] = words.map(({ value = '' }) => value);
  return MOVING.has(first) || (rest.length === 0 && /^(?:\.\.(?:\/\.\.)*|~|.*\/)$/s.test(first));
}

/**
 * Returns the folder after a command that may change the folder; undefined if unknown. The folder is known only after
 * a `cd` that has one path and certainly runs. `CDPATH` has no effect on paths such as `/x`, `./x` and `../x`.
 */
function folderAfter(
  { words, isInner, assignments }: ShellCommand,
  folder: string | undefined,
  usesCdpath: boolean,
): string | undefined {
  const [name, to, ...more] = words.map(({ value }) => value);
  const isPlain = name === 'cd' && to !== undefined && !/^[-+]/.test(to) && more.length === 0;
  if (!isPlain || isInner || assignments.length > 0 || folder === undefined) return undefined;
  if (usesCdpath && !/^(?:\/|~|[a-z]:|\.{1,2}(?:\/|$))/i.test(to)) return undefined;
  // The empty string is the first workspace folder. Joined to it, `src` would become `/src`, a folder of the disk.
  return folder === '' || /^(?:\/|~|[a-z]:)/i.test(to) ? to : `${folder}/${to}`;
}

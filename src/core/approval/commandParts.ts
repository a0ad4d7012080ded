import type { Block, ParseShellLine, Redirected, ShellCommand, ShellWord } from './shellLine.ts';
import { ownTouches, runsNoInput } from './touched.ts';
import { isSystemProgram, unwrappedCommand, type UnwrappedCommand } from './unwrappedCommand.ts';

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
  const run: UnwrappedCommand[] = [];
  for (const command of parsed.commands) {
    const inside = unwrappedCommand(command, parse);
    if (inside.kind === 'unclear') return inside;
    run.push(...inside.commands);
  }
  const commands = run.map(({ command }) => command);
  const folders = new Folders(commands.some(maySetCdpath) ? undefined : folder, loopsThatMove(commands));
  const parts = run.map(({ command, whyAsked, hasUnknownFolder }) => {
    const at = hasUnknownFolder === true ? undefined : folders.current(command);
    const otherFolders = folders.others(command);
    folders.goOn(command);
    return partOf(command, { folder: at, otherFolders, ...(whyAsked === undefined ? {} : { whyAsked }) });
  });
  return { kind: 'parts', parts };
}

/** A folder after a `cd` that failed, and the block of commands that this failure ended. */
interface Other {
  readonly folder: string;
  readonly ended?: Block | undefined;
}

/** The folders in which the next command of a shell may run. */
interface State {
  /** The folder if each `cd` so far succeeded; undefined if unknown. */
  readonly current: string | undefined;
  /** The folders if one or more of them failed. */
  readonly others: readonly Other[];
}

/** With more folders than this, the folder counts as unknown. Each `cd` of a line may double them. */
const MOST_FOLDERS = 50;

/** The folders in which the commands of a line run. Its methods are called for each command, in order. */
class Folders {
  readonly #states = new Map<Block | undefined, State>();

  constructor(
    folder: string | undefined,
    private readonly loopsThatMove: ReadonlySet<Block>,
  ) {
    this.#states.set(undefined, { current: folder, others: [] });
  }

  /** Returns the folder in which a command runs if each `cd` before it succeeded; undefined if unknown. */
  current(command: ShellCommand): string | undefined {
    if (command.blocks.some((block) => this.loopsThatMove.has(block))) return undefined;
    return this.#stateOf(command).current;
  }

  /** Returns the folders in which a command runs if a `cd` before it has failed. */
  others(command: ShellCommand): readonly string[] {
    const others = this.#stateOf(command).others.filter((other) => canRunAfter(other, command));
    return [...new Set(others.map(({ folder }) => folder))];
  }

  /** Goes on to the next command. A `cd` succeeds or fails in each folder in which it may run. */
  goOn(command: ShellCommand): void {
    if (!isMoving(command)) return;
    const { current, others: before } = this.#stateOf(command);
    const ended = endedByFailure(command);
    const others = before.flatMap((other): readonly Other[] => {
      if (!canRunAfter(other, command)) return [other];
      const folder = folderAfter(command, other.folder);
      return [{ ...other, ended }, ...(folder === undefined ? [] : [{ ...other, folder }])];
    });
    if (current !== undefined) others.push({ folder: current, ended });
    const distinct = others.filter((other, at) => others.findIndex((each) => isSame(each, other)) === at);
    this.#states.set(
      shellsOf(command).at(-1),
      distinct.length > MOST_FOLDERS
        ? { current: undefined, others: [] }
        : { current: folderAfter(command, current), others: distinct },
    );
  }

  /** Returns the state of a command's shell, which begins with the state of the shell around it. */
  #stateOf(command: ShellCommand): State {
    const states = [undefined, ...shellsOf(command)].map((shell) => ({
      shell,
      state: this.#states.get(shell),
    }));
    const state = states.findLast((each) => each.state !== undefined)?.state ?? UNKNOWN;
    for (const { shell, state: own } of states) if (own === undefined) this.#states.set(shell, state);
    return state;
  }
}

const UNKNOWN: State = { current: undefined, others: [] };

function isSame(a: Other, b: Other): boolean {
  return a.folder === b.folder && a.ended === b.ended;
}

/** Returns whether a command may run after the failure: it is not in the block that the failure ended. */
function canRunAfter({ ended }: Other, { blocks }: ShellCommand): boolean {
  return ended === undefined || !blocks.includes(ended);
}

/** Returns the block of which no command runs after this one has failed. */
function endedByFailure(command: ShellCommand): Block | undefined {
  const { blocks } = command;
  if (blocks.at(-1)?.kind === 'list or exit') return shellsOf(command).at(-1);
  return blocks.findLast(({ kind }) => kind === 'list');
}

function shellsOf({ blocks }: ShellCommand): readonly Block[] {
  return blocks.filter(({ kind }) => kind === 'shell');
}

/** Returns the loops that may go on in another folder. */
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

/** Programs that set variables. */
const SETTING: ReadonlySet<string> = new Set(
  'export declare typeset local readonly read mapfile readarray getopts set setenv let'.split(' '),
);

/** Returns whether a command may set `CDPATH`, the folders in which `cd` looks first. */
function maySetCdpath({ words, assignments }: ShellCommand): boolean {
  if ([...words, ...assignments].some(({ text, value = text }) => /cdpath/i.test(value))) return true;
  const [program, option] = words.map(({ value = '' }) => value);
  const isSetting = SETTING.has(program ?? '') || (program === 'printf' && option === '-v');
  return isSetting && words.some(({ text, value }) => value === undefined && !/^\w+=/.test(text));
}

/** Commands that change the folder of the shell. */
const MOVING: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd', 'prevd', 'nextd', 'cdh']);

/** Returns whether a command may change the folder. Some shells change to a folder that stands alone: `..`. */
function isMoving({ words }: ShellCommand): boolean {
  const [first, ...rest] = words.map(({ value = '' }) => value);
  if (first === undefined) return false;
  if (MOVING.has(first)) return true;
  const isProgram = first.startsWith('/') && isSystemProgram(first);
  return rest.length === 0 && /^(?:\.\.|~|\/)|\/$/.test(first) && !isProgram;
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

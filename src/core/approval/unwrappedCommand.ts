import {
  mayEvaluate,
  readsOtherwise,
  type Block,
  type ParseShellLine,
  type ShellCommand,
  type ShellWord,
} from './shellLine.ts';
import { scriptOfWindowsShell } from './windowsShells.ts';
import {
  ADDED_LATER,
  attachedTo,
  innerOf,
  scriptOfNpx,
  textOf,
  withReplaced,
  WRAPPERS,
  type Wrapper,
} from './wrappers.ts';
import { givesAlias, runByGit } from './gitRuns.ts';
import { INTERPRETERS, programOf, SHELLS } from './touched.ts';

export interface UnwrappedCommand {
  readonly command: ShellCommand;
  /** The reason to ask the person about the command in every mode; absent if there is none. */
  readonly whyAsked?: string;
  /** Whether the command's folder is known only when the line runs. */
  readonly hasUnknownFolder?: true;
}

export type Unwrapped =
  | { readonly kind: 'commands'; readonly commands: readonly UnwrappedCommand[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** The maximum number of nested shells and wrappers, as in `sudo sh -c 'sh -c "…"'`. Real commands have fewer. */
const DEEPEST = 5;

/**
 * Returns the commands that really run. For a program that runs other commands, such as `env`, `xargs` or `sh -c`,
 * returns only the other commands. For Git, `find`, `fd` and programs that give other rights, such as `sudo`, also
 * returns the command itself. Also returns the command itself if a word outside the other commands may evaluate a
 * variable: `timeout "$((x))" ls`.
 */
export function unwrappedCommand(command: ShellCommand, parse: ParseShellLine, depth = 0): Unwrapped {
  const inside = commandsInside(command, parse, depth);
  if (inside.kind === 'unclear') return inside;
  const words = new Set(inside.commands.flatMap((each) => each.command.words));
  const isComplete = command.words.every((word) => !mayEvaluate(word) || words.has(word));
  return isComplete ? inside : { kind: 'commands', commands: [{ command }, ...inside.commands] };
}

function commandsInside(command: ShellCommand, parse: ParseShellLine, depth: number): Unwrapped {
  if (depth > DEEPEST) return unclear('it has too many nested shells');
  const program = programOf(command.words);
  if (program === undefined) return withoutProgram(command);
  if (!isSystemProgram(command.words[0]?.value ?? '')) return onlyItself(command);
  const unwrap = (inner: ShellCommand): Unwrapped => unwrappedCommand(inner, parse, depth + 1);
  if (SHELLS.has(program)) return commandsOfShell(command, parse, depth);
  const script = scriptOfWindowsShell(program, command.words);
  if (script !== undefined) return commandsOfScript(command, [script], parse, depth);
  if (SOURCING.has(program) && isInputFile(command.words[1])) return onlyItself(command, RUNS_ITS_INPUT);
  const call = scriptOfNpx(command.words);
  if (call !== undefined) return commandsOfScript(command, [call], parse, depth);
  if (program === 'eval') return commandsOfScript(command, command.words.slice(1), parse, depth);
  if (program === 'find') return commandsOfFind(command, unwrap);
  if (program === 'fd' || program === 'fdfind') return commandsOfFd(command, unwrap);
  if (INTERPRETERS.test(program) && runsInput(command)) return onlyItself(command, RUNS_ITS_INPUT);
  if (CHANGING_NAMES.has(program))
    return { kind: 'commands', commands: [{ command, whyAsked: CHANGES_MEANING }] };
  if (program === 'git') return commandsOfGit(command, parse, depth);
  if (program === 'command' && /^-[vV]$/.test(command.words[1]?.value ?? '')) return onlyItself(command);
  const wrapping = WRAPPERS.get(program);
  if (wrapping === undefined) return onlyItself(command);
  return commandsOfWrapper(command, wrapping, (inner) =>
    wrapping.joinsWords === true ? commandsOfScript(command, inner.words, parse, depth) : unwrap(inner),
  );
}

const SOURCING: ReadonlySet<string> = new Set(['source', '.']);
const RUNS_ITS_INPUT = 'it runs its input as a program';

/** Returns whether a program is named without a path, or is in a system folder. Other paths may be any program. */
function isSystemProgram(program: string): boolean {
  return !/[\\/]/.test(program) || /^\/(?:usr\/|opt\/homebrew\/)?(?:local\/)?bin\/[^/]+$/.test(program);
}

/**
 * Returns whether an interpreter runs its standard input or another command's output. A heredoc does not count, since
 * the line contains its text.
 */
function runsInput({ words, input }: ShellCommand): boolean {
  const given = words.slice(1);
  const onlyPrintsInfo = given.some(({ value = '' }) => /^(?:-[vVh]|--version|--help)$/.test(value));
  const isOptionOrInput = (word: ShellWord): boolean =>
    word.value?.startsWith('-') === true || isInputFile(word);
  return input === undefined && !onlyPrintsInfo && given.every(isOptionOrInput);
}

/** Returns whether the file is standard input, or the output of another command: `<(curl …)`. */
function isInputFile(file: ShellWord | undefined): boolean {
  if (file?.value === undefined) return file?.text.startsWith('<(') === true;
  return /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/self\/fd\/\d+)$/.test(file.value);
}

const CHANGING_NAMES: ReadonlySet<string> = new Set(['alias', 'enable', 'hash', 'trap', 'shopt']);
const CHANGES_MEANING = 'it changes the meaning of later words in the line';

function onlyItself(command: ShellCommand, whyAsked?: string): Unwrapped {
  return { kind: 'commands', commands: [{ command, ...(whyAsked === undefined ? {} : { whyAsked }) }] };
}

function unclear(why: string): Unwrapped {
  return { kind: 'unclear', why };
}

/**
 * Handles a command without a known program: assignments or redirections alone, or a program that is known only when
 * the line runs.
 */
function withoutProgram(command: ShellCommand): Unwrapped {
  return command.words.length === 0
    ? onlyItself(command)
    : onlyItself(command, 'which program it runs is known only when it runs');
}

const UNKNOWN_OPTIONS = 'its options do not tell which program it runs';

function commandsOfWrapper(
  command: ShellCommand,
  wrapping: Wrapper,
  unwrap: (inner: ShellCommand) => Unwrapped,
): Unwrapped {
  const inner = innerOf(command, wrapping);
  if (inner === undefined) return onlyItself(command, UNKNOWN_OPTIONS);
  const whyAsked = wrapping.isElevating === true ? 'it runs with other rights than yours' : undefined;
  if (inner.words.length === 0) return onlyItself(command, whyAsked);
  const inside = unwrap(
    wrapping.isOfShell === true ? runByShell(inner, wrapping) : { ...inner, blocks: inSubshell(inner) },
  );
  if (inside.kind === 'unclear') return inside;
  const commands = whyAsked === undefined ? inside.commands : [{ command, whyAsked }, ...inside.commands];
  return { kind: 'commands', commands };
}

/**
 * Returns a command that the shell itself runs, as in `builtin cd x`. Sets `isInner`, since such a `cd` changes the
 * shell's folder only in some shells.
 */
function runByShell(inner: ShellCommand, { repeats }: Wrapper): ShellCommand {
  return {
    ...inner,
    isInner: true,
    blocks: [...inner.blocks, ...(repeats === true ? [{ kind: 'loop' } as const] : [])],
  };
}

/** Options that do not change what a shell runs. */
const PLAIN_OPTIONS: ReadonlySet<string> = new Set(
  '--login --norc --noprofile --posix --verbose --version --help'.split(' '),
);

/** Matches combined short options, but not the long options that bash also accepts after a single dash. */
const LETTERS = /^[-+](?!norc$|posix$|help$)[a-zA-Z]{1,5}$/;

/**
 * Returns the commands that a shell runs. Reads the script after `-c` or in a heredoc. For a script in a file or from
 * other input, returns the shell's own command.
 */
function commandsOfShell(command: ShellCommand, parse: ParseShellLine, depth: number): Unwrapped {
  const rest = command.words.slice(1);
  let isScript = false;
  let isInput = false;
  while (/^[-+]./.test(rest[0]?.value ?? '')) {
    const option = rest.shift()?.value ?? '';
    if (option === '--') break;
    if (PLAIN_OPTIONS.has(option)) continue;
    if (!LETTERS.test(option)) return onlyItself(command, UNKNOWN_OPTIONS);
    if (/^-\w*c/.test(option)) isScript = true;
    if (/^-\w*s/.test(option)) isInput = true;
    if (/^[-+]\w*o/i.test(option)) rest.shift();
  }
  if (isScript) return commandsOfScript(command, rest.slice(0, 1), parse, depth);
  if (rest.length > 0 && !isInput && !isInputFile(rest[0])) return onlyItself(command);
  if (command.input !== undefined) return commandsOfScript(command, [command.input], parse, depth);
  return onlyItself(command, RUNS_ITS_INPUT);
}

function commandsOfScript(
  command: ShellCommand,
  script: readonly ShellWord[],
  parse: ParseShellLine,
  depth: number,
): Unwrapped {
  if (script.length === 0) return onlyItself(command);
  if (script.some(({ value }) => value === undefined))
    return onlyItself(command, 'the script that it runs can’t be read');
  const line = script.map(({ value }) => value).join(' ');
  const why = readsOtherwise(line, programOf(command.words) ?? '');
  if (why !== undefined) return unclear(why);
  const parsed = parse(line);
  if (parsed.kind === 'unclear') return parsed;
  const commands: UnwrappedCommand[] = [];
  for (const inner of parsed.commands) {
    const inside = unwrappedCommand(runBy(command, inner), parse, depth + 1);
    if (inside.kind === 'unclear') return inside;
    commands.push(...inside.commands);
  }
  return { kind: 'commands', commands };
}

/**
 * Returns `inner` with the blocks, redirections, input and assignments of `outer`. The command `outer` runs a script,
 * and `inner` is a command of this script. `eval` starts no new shell for the script, so a `cd` in the script also
 * affects later commands.
 */
function runBy(outer: ShellCommand, inner: ShellCommand): ShellCommand {
  const isEval = programOf(outer.words) === 'eval';
  // The shell expands the input of `outer` even if the script does not read it. So if the value of this input is
  // unknown, the input is kept, even if `inner` has its own.
  const isUnknown = outer.input !== undefined && outer.input.value === undefined;
  const input = isUnknown ? outer.input : (inner.input ?? outer.input);
  const fed = inner.fed ?? outer.fed;
  return {
    ...inner,
    isInner: inner.isInner || (isEval && outer.isInner),
    blocks: [...outer.blocks, ...(isEval ? inner.blocks.slice(1) : inner.blocks)],
    writes: [...inner.writes, ...outer.writes],
    reads: [...inner.reads, ...outer.reads],
    assignments: [...outer.assignments, ...inner.assignments],
    ...(input === undefined ? {} : { input }),
    ...(fed === undefined ? {} : { fed }),
  };
}

function inSubshell({ blocks }: ShellCommand): readonly Block[] {
  return [...blocks, { kind: 'shell' }];
}

const SH: ShellWord = { text: 'sh', value: 'sh' };

/** Returns Git itself, and the commands that Git runs, as in `git bisect run npm test`. */
function commandsOfGit(command: ShellCommand, parse: ParseShellLine, depth: number): Unwrapped {
  if (givesAlias(command.words)) return onlyItself(command, 'its alias stands for another command');
  const commands: UnwrappedCommand[] = [{ command }];
  for (const { words, isScript, hasUnknownFolder } of runByGit(command.words)) {
    const inner = { ...command, words, text: textOf(words), blocks: inSubshell(command) };
    const inside = isScript
      ? commandsOfScript({ ...inner, words: [SH] }, words, parse, depth)
      : unwrappedCommand(inner, parse, depth + 1);
    if (inside.kind === 'unclear') return inside;
    commands.push(
      ...inside.commands.map((each) => (hasUnknownFolder ? { ...each, hasUnknownFolder } : each)),
    );
  }
  return { kind: 'commands', commands };
}

/** Returns `find` itself, and the commands that `find` runs for each file. */
function commandsOfFind(command: ShellCommand, unwrap: (inner: ShellCommand) => Unwrapped): Unwrapped {
  const own: ShellWord[] = [];
  const commands: UnwrappedCommand[] = [];
  const rest = [...command.words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    own.push(word);
    if (!/^-(?:exec|ok)(?:dir)?$/.test(word.value ?? '')) continue;
    const end = rest.findIndex(
      ({ value }, at) => value === ';' || (value === '+' && rest[at - 1]?.text === '{}'),
    );
    if (end < 0) return unclear(`${word.text} has no end`);
    const words = rest
      .splice(0, end + 1)
      .slice(0, -1)
      .map((each) => withReplaced(each, '{}'));
    const inside = unwrap({ ...command, words, text: textOf(words), blocks: inSubshell(command) });
    if (inside.kind === 'unclear') return inside;
    const hasUnknownFolder = word.value?.endsWith('dir') === true;
    commands.push(
      ...inside.commands.map((each) => (hasUnknownFolder ? { ...each, hasUnknownFolder } : each)),
    );
  }
  return { kind: 'commands', commands: [{ command: { ...command, words: own } }, ...commands] };
}

/** Matches the options with which `fd` runs a command: `-x rm`, `-Hx rm`, `-xrm` and `--exec=rm`. */
const FD_RUNS = /^(?:-[HIusiFgalLp01qhV]*[xX]=?|--exec(?:-batch)?(?:=|$))(.*)$/s;

/** Returns `fd` itself, and the command that `fd` runs for each file. */
function commandsOfFd(command: ShellCommand, unwrap: (inner: ShellCommand) => Unwrapped): Unwrapped {
  const at = command.words.findIndex(({ text, value = text }) => FD_RUNS.test(value));
  if (at < 0) return onlyItself(command);
  const attached = attachedTo(command.words[at], FD_RUNS);
  const first = attached === undefined || attached.text === '' ? [] : [attached];
  const words = [...first, ...command.words.slice(at + 1), ADDED_LATER];
  const inside = unwrap({ ...command, words, text: textOf(words), blocks: inSubshell(command) });
  if (inside.kind === 'unclear') return inside;
  return {
    kind: 'commands',
    commands: [{ command: { ...command, words: command.words.slice(0, at) } }, ...inside.commands],
  };
}

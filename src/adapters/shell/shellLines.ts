import {
  readsOtherwise,
  type ParseShellLine,
  type ShellLine,
  type ShellWord,
} from '../../core/approval/shellLine.ts';
import { bashLine } from './bashLine.ts';

/** The shells whose lines are parsed as bash, by their program names. */
const BASH_LIKE: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'ash', 'zsh', 'fish']);
/** Matches plain words, without any character that another shell might interpret. */
const PLAIN_LINE =
  /^[A-Za-z][\w.-]*(?: (?:[\w:=@+-][\w.:=@+-]*(?:\/[\w.:=@+-]+)*|\.{1,2}(?:\/[\w.:=@+-]+)*))*$/;

/**
 * Returns the parser for the lines of a shell. A line is unclear if it may mean something else in an interactive shell
 * than in a bash script. In an interactive shell, `!` may insert an earlier command, and in zsh, `#` begins no comment.
 */
export function parserFor(shell: string): ParseShellLine {
  if (!BASH_LIKE.has(shell)) return (line) => plainLine(line, shell);
  return (line) => {
    const why = interactiveDifference(line, shell);
    return why === undefined ? bashLine(line) : { kind: 'unclear', why };
  };
}

/**
 * Matches an index that zsh evaluates as arithmetic, as in `$path[y]`. This runs a `$(…)` in the value of `y`. Does not
 * match an index that is a number, `@` or `*`.
 */
const ZSH_INDEX = /\$[#+=~^]*(?:\w+|[@*?$!#-])(?:\[(?:-?\d+|[@*])\])*\[(?!(?:-?\d+|[@*])\])/;
/** Matches a text in double quotes without a substitution. A shell expands no patterns in it. */
const DOUBLE_QUOTED = /"(?:[^"\\$`]|\\.|\$(?!\())*"/gs;
/** Matches the beginning of a glob qualifier, as in `*(e:…:)`, in which zsh may run code. */
const ZSH_QUALIFIER = /[*?+@!\])]\(/;

/** Returns why an interactive shell may read a line differently from a bash script; undefined without a difference. */
function interactiveDifference(line: string, shell: string): string | undefined {
  const unquoted = outsideSingleQuotes(line);
  if (shell === 'fish')
    return /[\\()]/.test(line) ? 'this shell reads backslashes and brackets in its own way' : undefined;
  if (/![^\s=(]/.test(unquoted)) return 'the shell replaces “!” by an earlier command';
  if (/^\^/m.test(line)) return 'after “^”, the shell runs the previous command again, with a part replaced';
  if (shell !== 'zsh') return readsOtherwise(line, shell);
  if (/(?:^|[\s;&|()<>{}`])#/.test(unquoted)) return 'this shell may run the words after “#”';
  if (/\}\s*always\b/.test(unquoted)) return 'this shell reads the words after “always” as a block';
  if (/[>&]!/.test(unquoted)) return 'this shell reads “!” as a part of “>”';
  if (ZSH_INDEX.test(unquoted)) return 'this shell may run code in the index after a variable';
  if (ZSH_QUALIFIER.test(unquoted.replace(DOUBLE_QUOTED, '""')))
    return 'this shell may run code in the parentheses after a pattern';
  return undefined;
}

/** Removes single-quoted text. Within double quotes, a single quote is an ordinary character. */
function outsideSingleQuotes(line: string): string {
  let outside = '';
  let isInDoubleQuotes = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '\\') outside += line.slice(at, ++at + 1);
    else if (character === "'" && !isInDoubleQuotes) {
      const end = line.indexOf("'", at + 1);
      // In `$'…'`, a quote may be escaped, so the rest of the line counts as unquoted.
      if (line.charAt(at - 1) === '$' || end < 0) return outside + line.slice(at);
      at = end;
    } else {
      if (character === '"') isInDoubleQuotes = !isInDoubleQuotes;
      outside += character;
    }
  }
  return outside;
}

/** Some of the commands that are built into cmd. To find a program, cmd searches the current folder first. */
const CMD_OWN: ReadonlySet<string> = new Set(['cd', 'echo', 'exit']);

/** Parses a line of PowerShell, cmd or an unknown shell. Anything except plain words is unclear. */
function plainLine(line: string, shell: string): ShellLine {
  if (!PLAIN_LINE.test(line))
    return { kind: 'unclear', why: 'only lines of plain words can be checked in this shell' };
  const words = line.split(' ').map((word) => ({ text: word, value: word }));
  const command = {
    text: line,
    assignments: [],
    words,
    writes: [],
    reads: [],
    isInner: false,
    blocks: [{ kind: 'shell' } as const],
  };
  const mayBeLocal = shell === 'cmd' && !CMD_OWN.has(words[0]?.value ?? '');
  // In cmd, the name may mean a program in the workspace, so no lasting approval may cover the command.
  return {
    kind: 'parsed',
    commands: [mayBeLocal ? { ...command, assignments: [UNKNOWN_ASSIGNMENT] } : command],
  };
}

/** An assignment without a known value. No lasting approval covers a command that has such an assignment. */
const UNKNOWN_ASSIGNMENT: ShellWord = { text: '' };

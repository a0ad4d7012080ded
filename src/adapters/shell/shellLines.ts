import type { ParseShellLine, ShellLine } from '../../core/approval/shellLine.ts';
import { bashLine } from './bashLine.ts';

/** The shells whose lines can be taken apart: by the name of their program. */
const BASH_LIKE: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'ash', 'zsh', 'fish']);
/** Words without any sign that another shell might read in its own way. */
const PLAIN_LINE =
  /^[A-Za-z][\w.-]*(?: (?:[\w:=@+-][\w.:=@+-]*(?:\/[\w.:=@+-]+)*|\.{1,2}(?:\/[\w.:=@+-]+)*))*$/;

/**
 * How the lines of a shell are taken apart. What is typed into a terminal is read as an interactive shell reads it: with
 * earlier commands in the place of `!`, and in zsh without comments.
 */
export function parserFor(shell: string): ParseShellLine {
  if (!BASH_LIKE.has(shell)) return plainLine;
  return (line) => {
    const unquoted = line.replace(/'[^']*'/g, '');
    if (shell !== 'fish' && /![^\s=(]/.test(unquoted))
      return { kind: 'unclear', why: 'the shell puts an earlier command in the place of “!”' };
    if (shell === 'zsh' && /(?:^|\s)#/.test(unquoted))
      return { kind: 'unclear', why: 'this shell may run what stands behind “#”' };
    return bashLine(line);
  };
}

/** A line of PowerShell, cmd or a shell that nobody here knows: words alone, or unclear. */
function plainLine(line: string): ShellLine {
  if (!PLAIN_LINE.test(line)) return { kind: 'unclear', why: 'only plain words are read in this shell' };
  const words = line.split(' ').map((word) => ({ text: word, value: word }));
  const command = { text: line, assignments: [], words, writes: [], reads: [], isInner: false };
  return { kind: 'parsed', commands: [command] };
}

import { isDevice, type CommandPart } from '../../core/approval/commandParts.ts';
import type { ShellCommand } from '../../core/approval/shellLine.ts';
import { ownTouches, SHELLS } from '../../core/approval/touched.ts';
import { unwrappedCommand } from '../../core/approval/unwrappedCommand.ts';
import { withoutHeredocs } from '../../core/tools/shellScript.ts';

/** Matches the characters that separate two commands. */
const SEPARATORS = /(?<!\\);|[\n&|()`]/;
/** Matches the words before a command's program: keywords and assignments. */
const LEADING = /^\s*(?:(?:if|then|elif|else|while|until|do|!|\{|\w+=\S*)\s+)*/;

/** Matches a command that names a shell. A shell runs its input. Matches `sudo bash -s`, but not `cat >run.sh`. */
const SHELL = new RegExp(`(?<![\\w.-])(?:${[...SHELLS, 'fish', 'ssh'].join('|')})(?![\\w.-])`);
/**
 * The maximum number of characters of commands to read. The limit keeps the check of a command short, since Claude
 * Code waits for the check.
 */
const MOST_READ = 50_000;

/**
 * Returns the commands of a line. Used for lines that the parser can't read, e.g. because a quote is not closed.
 * Recognises commands only by their words and separators, so it may return commands that the line does not run. Reads a
 * heredoc only if a shell runs it. Ignores the text after the first 50,000 characters.
 */
export function readableParts(line: string): readonly CommandPart[] {
  const { shell, heredocs } = withoutHeredocs(line);
  const scripts = heredocs.filter(({ command }) => SHELL.test(command)).map(({ text }) => text);
  return commandsIn([shell, ...scripts].join('\n').slice(0, MOST_READ)).flatMap((command) => {
    const inside = unwrappedCommand(command, (script) => ({ kind: 'parsed', commands: commandsIn(script) }));
    const run = inside.kind === 'commands' ? inside.commands.map((each) => each.command) : [command];
    return run.map(({ text, words, writes }) => ({
      ...{ text, words, settings: [], otherFolders: [] },
      touches: [...writes.filter(({ value }) => !isDevice(value)), ...ownTouches(words)],
    }));
  });
}

/**
 * Returns the commands between separators. A quoted text of several words may be an argument or a script, as in
 * `sh -c "git push"`. Returns the commands for both cases.
 */
function commandsIn(line: string): readonly ShellCommand[] {
  return line
    .replaceAll('\\\n', '')
    .split(SEPARATORS)
    .flatMap((piece) => [piece.replace(/["'\\]/g, ''), ...quotedLines(piece)])
    .map(commandOf);
}

function quotedLines(piece: string): readonly string[] {
  return piece
    .split(/["']/)
    .slice(1)
    .filter((text) => /\S\s+\S/.test(text));
}

function commandOf(piece: string): ShellCommand {
  const text = piece.replace(LEADING, '');
  const written = [...text.matchAll(/>\s*([^\s<>]+)/g)].map(([, file = '']) => file);
  const words = text.replace(/[<>]+\s*[^\s<>]*/g, ' ').match(/\S+/g) ?? [];
  return {
    ...{ text, assignments: [], reads: [], isInner: true, blocks: [] },
    words: words.map((word) => ({ text: word, value: word })),
    writes: written.map((file) => ({ operator: '>', text: file, value: file })),
  };
}

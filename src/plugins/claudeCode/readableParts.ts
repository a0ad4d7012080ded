import { isDevice, type CommandPart } from '../../core/approval/commandParts.ts';
import type { ShellCommand } from '../../core/approval/shellLine.ts';
import { ownTouches } from '../../core/approval/touched.ts';
import { unwrappedCommand } from '../../core/approval/unwrappedCommand.ts';

/** Matches characters between two commands. */
const SEPARATORS = /(?<!\\);|[\n&|()`]/;
/** Matches words before a command's program: keywords and assignments. */
const LEADING = /^\s*(?:(?:if|then|elif|else|while|until|do|!|\{|\w+=\S*)\s+)*/;

/** The most characters that are read, since this runs before each call. */
const MOST_READ = 50_000;
/** Matches the beginning of a heredoc, with the word that ends it. */
const HEREDOC = /(?<!<)<<-?\s*["'\\]?([A-Za-z_]\w*)/g;
/** Matches a program that runs its input. */
const RUNS_INPUT = /\b(?:(?:ba|z|da|k)?sh|ssh|fish)\b/;

/**
 * Returns the commands of a line that the parser can't read, e.g. because a quote is not closed, as far as words and
 * separators show them. It may return commands that the line does not run. Skips heredocs that no shell reads.
 */
export function readableParts(line: string): readonly CommandPart[] {
  return commandsIn(withoutHeredocs(line).slice(0, MOST_READ)).flatMap((command) => {
    const inside = unwrappedCommand(command, (script) => ({ kind: 'parsed', commands: commandsIn(script) }));
    const run = inside.kind === 'commands' ? inside.commands.map((each) => each.command) : [command];
    return run.map(({ text, words, writes }) => ({
      ...{ text, words, settings: [] },
      touches: [...writes.filter(({ value }) => !isDevice(value)), ...ownTouches(words)],
    }));
  });
}

function withoutHeredocs(text: string): string {
  const lines = text.split('\n');
  const lastAt = new Map(lines.map((line, at) => [line.trim(), at]));
  const kept: string[] = [];
  let ends: readonly string[] = [];
  for (const [at, line] of lines.entries()) {
    if (ends.length > 0) {
      if (line.trim() === ends[0]) ends = ends.slice(1);
      continue;
    }
    kept.push(line);
    if (RUNS_INPUT.test(line)) continue;
    ends = [...line.matchAll(HEREDOC)]
      .map(([, end = '']) => end)
      .filter((end) => (lastAt.get(end) ?? 0) > at);
  }
  return kept.join('\n');
}

/** Quoted text of several words may be an argument or a script, as in `sh -c "git push"`, so it is read in both ways. */
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
    ...{ text, assignments: [], reads: [], isInner: true },
    words: words.map((word) => ({ text: word, value: word })),
    writes: written.map((file) => ({ operator: '>', text: file, value: file })),
  };
}

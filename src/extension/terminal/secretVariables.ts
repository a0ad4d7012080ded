import { NUMBERED_MARK } from '../../core/log/secretMark.ts';
import type { SecretValues } from '../../core/log/secretNumbers.ts';

export type VariableLine =
  | { readonly kind: 'line'; readonly line: string; readonly env: Readonly<Record<string, string>> }
  /** One sentence for the model. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Shells whose quoting rules `quoteAt` applies. */
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'ash', 'zsh']);
/** Matches programs that may run an argument as code, or pass it on to one that does. */
const READS_AGAIN =
  /(?:^|[\s/;&|(])(?:sh|bash|dash|zsh|ksh|ash|fish|pwsh|eval|su|xargs|parallel|ssh|env|python[\d.]*|node|perl|ruby|awk|php)(?=\s)/;

/**
 * Replaces the marks of secrets in a command line by variables, and returns the variables with their values for the
 * command's environment. So no secret is typed, shown or kept in a shell's history. Refuses commands that could run a
 * value, and marks whose value is unknown.
 */
export function secretVariables(command: string, secrets: SecretValues, shell: string): VariableLine {
  if (!command.includes('[secret: ')) return { kind: 'line', line: command, env: {} };
  if (!SHELLS.has(shell)) return refused(`Secrets can’t be passed to a command of ${shell || 'this shell'}.`);
  if (READS_AGAIN.test(command) || command.includes('<<'))
    return refused(
      'A secret can’t be used in a command that runs its arguments as a script or passes them on.',
    );
  // Quotes inside a substitution begin anew, so it is unknown which of them is open at a mark.
  if (/\$\(|`/.test(command)) return refused('A secret can’t be used in a command with $(…) or backticks.');
  const env: Record<string, string> = {};
  let line = '';
  let end = 0;
  for (const { 0: mark, 2: number = '', index } of command.matchAll(NUMBERED_MARK)) {
    line += command.slice(end, index);
    end = index + mark.length;
    const value = secrets.valueOf(Number(number));
    if (value === undefined) return refused(`${mark} names no value that is known here.`);
    const quote = quoteAt(line);
    if (quote === "'")
      return refused(`Write ${mark} in double quotes or without quotes, not in single ones.`);
    const name = `LONGTHREAD_SECRET_${number}`;
    env[name] = value;
    line += quote === '"' ? `\${${name}}` : `"\${${name}}"`;
  }
  line += command.slice(end);
  if (line.includes('[secret: ')) return refused('A mark without a number names no value.');
  return { kind: 'line', line, env };
}

function refused(sentence: string): VariableLine {
  return { kind: 'refused', sentence: `Nothing was run. ${sentence}` };
}

/** Returns the quote character that is open at the end of a line's beginning; empty if none is open. */
function quoteAt(beginning: string): string {
  let quote = '';
  for (let at = 0; at < beginning.length; at++) {
    const character = beginning.charAt(at);
    if (character === '\\' && quote !== "'") at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
  }
  return quote;
}

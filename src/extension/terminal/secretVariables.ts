import { NUMBERED_MARK } from '../../core/log/secretMark.ts';
import type { SecretValues } from '../../core/log/secretNumbers.ts';

/** A command line with variables in place of secrets, or the reason why the command was refused. */
export type VariableLine =
  | { readonly kind: 'line'; readonly line: string; readonly env: Readonly<Record<string, string>> }
  /** `sentence` tells the model that nothing was run, and why. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** The shells whose quoting rules `openQuote` applies. */
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ksh', 'ash', 'zsh']);
/** Matches names of programs that may run an argument as code, or pass an argument on to such a program. */
const RUNS_ARGUMENTS =
  /(?:^|[\s/;&|(])(?:sh|bash|dash|zsh|ksh|ash|fish|csh|tcsh|pwsh|eval|su|xargs|parallel|ssh|env|watch|script|make|expect|python[\d.]*|node|deno|bun|perl|ruby|g?awk|php|lua|tclsh|Rscript)(?=\s)/;

/**
 * Replaces the marks of secrets in a command line by variables. Also returns the variables and their values for the
 * command's environment. Thus no secret is typed, shown or kept in a shell's history. Refuses a command that could run
 * a secret's value as code, and a mark without a known value.
 */
export function secretVariables(command: string, secrets: SecretValues, shell: string): VariableLine {
  if (!command.includes('[secret: ')) return { kind: 'line', line: command, env: {} };
  if (!SHELLS.has(shell)) return refused(`Secrets can’t be passed to a command of ${shell || 'this shell'}.`);
  // A shell removes quotes and backslashes from a program's name.
  if (RUNS_ARGUMENTS.test(command.replaceAll(/["'\\]/gu, '')) || command.includes('<<'))
    return refused(
      'A secret can’t be used in a heredoc, or in a command that runs its arguments as a script or passes them on.',
    );
  // A substitution has its own quotes, which `openQuote` does not track.
  if (/\$\(|`/.test(command)) return refused('A secret can’t be used in a command with $(…) or backticks.');
  const env: Record<string, string> = {};
  let line = '';
  let end = 0;
  for (const { 0: mark, 2: number = '', index } of command.matchAll(NUMBERED_MARK)) {
    line += command.slice(end, index);
    end = index + mark.length;
    const value = secrets.valueOf(Number(number));
    if (value === undefined) return refused(`The value of ${mark} is not known here.`);
    const quote = openQuote(line);
    if (quote === "'")
      return refused(`Write ${mark} in double quotes or without quotes, not in single ones.`);
    if (quote === '#') return refused('A secret can’t be used after a comment.');
    const name = `LONGTHREAD_SECRET_${number}`;
    env[name] = value;
    line += quote === '"' ? `\${${name}}` : `"\${${name}}"`;
  }
  line += command.slice(end);
  if (line.includes('[secret: ')) return refused('The value of a mark without a number is not known.');
  return { kind: 'line', line, env };
}

function refused(sentence: string): VariableLine {
  return { kind: 'refused', sentence: `Nothing was run. ${sentence}` };
}

/**
 * Returns the quote character that is open at the end of `beginning`. Returns `#` if a comment may have begun, since
 * shells differ in where a comment begins. Otherwise returns an empty text.
 */
function openQuote(beginning: string): string {
  let quote = '';
  for (let at = 0; at < beginning.length; at++) {
    const character = beginning.charAt(at);
    if (quote === '' && character === '#' && /^$|[\s;&|(]/.test(beginning.charAt(at - 1))) return '#';
    if (character === '\\' && quote !== "'") at++;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
  }
  return quote;
}

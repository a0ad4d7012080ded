import type { ShellWord } from './shellLine.ts';

/** Matches a line that bash, PowerShell and cmd read in the same way. */
const PLAIN = /^[A-Za-z][\w.-]*(?: [\w./:=@+-]+)*$/;

/**
 * Returns the script that PowerShell or cmd gets as an argument, as one word; undefined if the command has no script.
 * The word has no value if the script is encoded or contains more than plain words, since such scripts can't be read.
 */
export function scriptOfWindowsShell(program: string, words: readonly ShellWord[]): ShellWord | undefined {
  const option = OPTIONS.get(program);
  const at = option === undefined ? -1 : words.findIndex(({ value = '' }) => option.test(value));
  if (at < 0) return undefined;
  const script = words.slice(at + 1);
  const text = script.map((word) => word.text).join(' ');
  const line = script.map(({ value }) => value ?? '$').join(' ');
  const isEncoded = /^[-/]e/i.test(words[at]?.value ?? '');
  return !isEncoded && PLAIN.test(line) ? { text, value: line } : { text };
}

/** Matches the option before a script, such as `-Command`. PowerShell also accepts abbreviations, such as `-c`. */
const POWERSHELL = /^[-/](?:c(?:o\w*)?|ec?|en\w*)$/i;
const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['powershell', POWERSHELL],
  ['pwsh', POWERSHELL],
  // In Git Bash, `//c` stands for `/c`.
  ['cmd', /^\/{1,2}[ck]$/i],
]);

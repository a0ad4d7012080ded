import type { ShellCommand, ShellWord } from './shellLine.ts';

/** Describes the arguments of a program that runs another command. Such a program is called a wrapper. */
export interface Wrapper {
  /** The letters of options without a value. These letters may be combined. */
  readonly flags: string;
  /** The letters of options with a value, which is the rest of the word or the next word. */
  readonly valued: string;
  /** The number of words between the options and the command, e.g. 1 for a duration. */
  readonly operands: number;
  /** Whether the wrapper accepts assignments such as `A=1` before the command. */
  readonly takesAssignments?: boolean;
  /** Whether the wrapper appends further words to the command, as `xargs` does. */
  readonly addsWords?: boolean;
  /** Whether the wrapper's options change the command's environment. */
  readonly setsUp?: boolean;
  /** Whether the wrapper runs the command with other rights. */
  readonly isElevating?: boolean;
  /** Whether the shell itself runs the command, so that a `cd` may change the shell's folder. */
  readonly isOfShell?: boolean;
  /** Whether the wrapper runs the command several times. */
  readonly repeats?: boolean;
  /** Whether the wrapper joins the words of the command into one script, and runs the script. */
  readonly joinsWords?: boolean;
}

const wrapper = (flags = '', valued = '', rest: Partial<Wrapper> = {}): Wrapper => ({
  flags,
  valued,
  operands: 0,
  ...rest,
});

const OF_SHELL = wrapper('', '', { isOfShell: true });

export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map([
  ['env', wrapper('i0v', 'u', { takesAssignments: true, setsUp: true })],
  ['sudo', wrapper('AbEHnPSkKi', 'ugpCTrth', { isElevating: true, takesAssignments: true })],
  ['doas', wrapper('Lns', 'uC', { isElevating: true })],
  ['pkexec', wrapper('', '', { isElevating: true })],
  ['time', wrapper('pv')],
  ['nohup', wrapper()],
  ['nice', wrapper('', 'n')],
  ['ionice', wrapper('t', 'cn')],
  ['timeout', wrapper('v', 'sk', { operands: 1 })],
  ['flock', wrapper('eFnosux', 'Ew', { operands: 1 })],
  ['watch', wrapper('bcCdegprtwx', 'nq', { joinsWords: true })],
  ['stdbuf', wrapper('', 'ioe')],
  ['setsid', wrapper('cfw')],
  ['caffeinate', wrapper('dimsu', 'tw')],
  ['command', wrapper('p', '', { isOfShell: true })],
  ['exec', wrapper('cl', 'a', { setsUp: true, isOfShell: true })],
  ['builtin', OF_SHELL],
  // Words of zsh that run the command after them.
  ['noglob', OF_SHELL],
  ['nocorrect', OF_SHELL],
  ['-', OF_SHELL],
  ['repeat', wrapper('', '', { operands: 1, isOfShell: true, repeats: true })],
  // Words of fish that run the command after them.
  ['and', OF_SHELL],
  ['or', OF_SHELL],
  ['not', OF_SHELL],
  ['begin', OF_SHELL],
  ['busybox', wrapper()],
  ['toybox', wrapper()],
  ['xargs', wrapper('0rtpxo', 'InPLdsEa', { addsWords: true })],
]);

/** Stands for the words that `xargs` or `fd` appends, which are known only when the line runs. */
export const ADDED_LATER: ShellWord = { text: '…' };

/** Returns the command that a wrapper runs; undefined if the wrapper's options do not tell which command it runs. */
export function innerOf(command: ShellCommand, wrapping: Wrapper): ShellCommand | undefined {
  const rest = command.words.slice(1);
  let placeholder: string | undefined;
  let isLimited = false;
  while (/^-./.test(rest[0]?.value ?? '')) {
    const option = rest.shift()?.value ?? '';
    if (option === '--') break;
    if (option.startsWith('--')) return undefined;
    const letters = option.slice(1);
    const valued = Array.from(letters).findIndex((letter) => wrapping.valued.includes(letter));
    const flags = valued < 0 ? letters : letters.slice(0, valued);
    if (Array.from(flags).some((letter) => !wrapping.flags.includes(letter) && !/\d/.test(letter)))
      return undefined;
    if (valued < 0) continue;
    const value = letters.slice(valued + 1) || rest.shift()?.value;
    if (wrapping.addsWords !== true) continue;
    isLimited ||= /[Ln]/.test(letters.charAt(valued));
    if (letters.charAt(valued) !== 'I') continue;
    if (value === undefined) return undefined;
    placeholder = value;
  }
  const options = command.words.slice(1, command.words.length - rest.length);
  const assignments = [...command.assignments, ...(wrapping.setsUp === true ? options : [])];
  while (wrapping.takesAssignments === true && /^\w+=/.test(rest[0]?.text ?? ''))
    assignments.push(...rest.splice(0, 1));
  rest.splice(0, wrapping.operands);
  if (wrapping.operands > 0 && /^-./.test(rest[0]?.value ?? '')) return undefined;
  // With `-L` or `-n`, `xargs` may ignore the placeholder and append words instead.
  const isAppended =
    wrapping.addsWords === true && (placeholder === undefined || isLimited) && rest.length > 0;
  const words = [
    ...rest.map((word) => withReplaced(word, placeholder)),
    ...(isAppended ? [ADDED_LATER] : []),
  ];
  const text =
    wrapping.setsUp === true && options.length > 0 ? command.text : textOf([...assignments, ...words]);
  return { ...command, assignments, words, text };
}

/** Removes the value of a word that contains the placeholder, because the value is known only when the line runs. */
export function withReplaced(word: ShellWord, placeholder: string | undefined): ShellWord {
  const { text, value = text } = word;
  return placeholder !== undefined && (text + value).includes(placeholder) ? { text } : word;
}

export function textOf(words: readonly ShellWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** Returns the value in the same word as its option, such as `--call=ls`. The pattern captures the value. */
export function attachedTo(word: ShellWord | undefined, option: RegExp): ShellWord | undefined {
  const value = option.exec(word?.value ?? '')?.[1];
  if (value !== undefined) return { text: value, value };
  const text = option.exec(word?.text ?? '')?.[1];
  return text === undefined ? undefined : { text };
}

/** Returns the script of `npx -c script` or `npm exec -c script`; undefined for other commands. */
export function scriptOfNpx(words: readonly ShellWord[]): ShellWord | undefined {
  const line = words.map(({ text, value = text }) => value);
  const begins = /^npx$|^npm (?:exec|x)$/;
  const first = begins.test(line[0] ?? '') ? 1 : begins.test(line.slice(0, 2).join(' ')) ? 2 : undefined;
  if (first === undefined) return undefined;
  let at = first;
  while (/^-(?!c$|-call(?:=|$))/.test(line[at] ?? '')) at += NPX_VALUES.test(line[at] ?? '') ? 2 : 1;
  return /^(?:-c|--call)$/.test(line[at] ?? '') ? words[at + 1] : attachedTo(words[at], /^--call=(.*)$/s);
}

/** Matches the options of `npx` that take the next word as their value. */
const NPX_VALUES = /^(?:-[pwC]|--(?:package|workspace|prefix|cache|userconfig))$/;

/** A word of a command line. */
export interface ShellWord {
  /** The word as written. */
  readonly text: string;
  /** The word after expansion by the shell; absent if known only when the line runs: `$X`, `*.ts`, `$(…)`. */
  readonly value?: string;
}

/** Returns whether a word may evaluate the value of a variable, which may run a command: `$((x))`, `${a[x]}`. */
export function mayEvaluate({ text, value }: ShellWord): boolean {
  return value === undefined && /\$(?:\(\(|[[{])/.test(text);
}

/** A file that a redirection writes or reads. */
export interface Redirected extends ShellWord {
  /** The operator, such as `>>` or `2>`. */
  readonly operator: string;
}

/** One simple command of a line, at any depth: after `&&`, in `$(…)`, or in a loop. */
export interface ShellCommand {
  /** The command as written, with its redirections. */
  readonly text: string;
  /** Variable assignments, before the command or without a command. */
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
  /** The files that are written by redirections of the command or of an enclosing block. */
  readonly writes: readonly Redirected[];
  /** The files that are read by redirections of the command or of an enclosing block. */
  readonly reads: readonly Redirected[];
  /** The preceding commands of the pipeline, as written; absent if nothing is piped into the command. */
  readonly fed?: string;
  /** The text of a heredoc or here-string, which a command such as `sh` would run; absent if there is none. */
  readonly input?: ShellWord;
  /** Whether a `cd` in this place may be skipped or may run in a subshell, so that the folder after it is unknown. */
  readonly isInner: boolean;
  /**
   * The enclosing blocks, the outermost first. The first block is the shell that runs the whole line. Empty if the line
   * can't be parsed. Then it is only split at separators such as `;`, and each piece counts as a command.
   */
  readonly blocks: readonly Block[];
}

/** A part of a line. Two blocks are the same only if they are the same object. */
export interface Block {
  /**
   * - `list`: commands joined by `&&`. After a command fails, the later commands of the list do not run.
   * - `loop`: commands that may run again.
   * - `shell`: commands of one shell or subshell. A `cd` among these commands does not affect commands outside.
   */
  readonly kind: 'list' | 'loop' | 'shell';
}

export type ShellLine =
  | { readonly kind: 'parsed'; readonly commands: readonly ShellCommand[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Parses a command line without running anything. */
export type ParseShellLine = (line: string) => ShellLine;

/**
 * Shells without bash's extensions, and `watch`, which runs its command by `sh`. These shells read the extensions as
 * commands or redirections, or ignore them.
 */
const POSIX_SHELLS: ReadonlySet<string> = new Set(['sh', 'dash', 'ash', 'watch']);
const BASHISM = /\[\[|\(\(|\$'|&>|\|&/;

/** Returns why a shell may read a line differently from bash; undefined if the shell reads the line like bash. */
export function readsOtherwise(line: string, shell: string): string | undefined {
  return POSIX_SHELLS.has(shell) && BASHISM.test(line)
    ? `${shell} may interpret it differently from bash`
    : undefined;
}

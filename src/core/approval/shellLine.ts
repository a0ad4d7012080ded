/** A word of a command line. */
export interface ShellWord {
  /** The word as written. */
  readonly text: string;
  /** The word as the shell passes it on; absent where only running the line shows it: `$X`, `*.ts`, `$(…)`. */
  readonly value?: string;
}

/** A file that a command's output goes to, or that it reads by redirection. */
export interface Redirected extends ShellWord {
  /** The operator, such as `>>` or `2>`; appending differs from replacing. */
  readonly operator: string;
}

/** One simple command of a line, at any depth: after `&&`, in `$(…)`, in a loop. */
export interface ShellCommand {
  /** The command as written, with its redirections. */
  readonly text: string;
  /** The variables that are set for it: `A=1` before a command, or standing alone. */
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
  /** The files to which its output, or that of the block around it, is written. */
  readonly writes: readonly Redirected[];
  /** The files that it, or the block around it, reads by redirection. */
  readonly reads: readonly Redirected[];
  /** Commands before it in its pipeline, as they are written; absent where nothing is piped into it. */
  readonly fed?: string;
  /** The literal input from a here-document or string, which a shell would run; absent where there is none. */
  readonly input?: ShellWord;
  /** Whether it may not run, or runs in a subshell, so that a `cd` in it does not affect later commands. */
  readonly isInner: boolean;
}

export type ShellLine =
  | { readonly kind: 'parsed'; readonly commands: readonly ShellCommand[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Parses a command line without running anything. */
export type ParseShellLine = (line: string) => ShellLine;

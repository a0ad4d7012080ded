/** A word of a command line. */
export interface ShellWord {
  /** The word as written. */
  readonly text: string;
  /** The word as the shell passes it on; absent if it is known only when the line runs: `$X`, `*.ts`, `$(…)`. */
  readonly value?: string;
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
  /** Variable assignments, before the command or on their own. */
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
  /** The files that its redirections, or those of the block around it, write. */
  readonly writes: readonly Redirected[];
  /** The files that its redirections, or those of the block around it, read. */
  readonly reads: readonly Redirected[];
  /** The commands before it in its pipeline, as written; absent if nothing is piped into it. */
  readonly fed?: string;
  /** The literal text of a heredoc or here-string, which a shell would run; absent without one. */
  readonly input?: ShellWord;
  /** Whether it may be skipped or runs in a subshell, so that its `cd` does not affect later commands. */
  readonly isInner: boolean;
  /** Identifies the list of commands, joined by `&&`, in which it stands; none of them runs after one has failed. */
  readonly list?: number;
}

export type ShellLine =
  | { readonly kind: 'parsed'; readonly commands: readonly ShellCommand[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Parses a command line without running anything. */
export type ParseShellLine = (line: string) => ShellLine;

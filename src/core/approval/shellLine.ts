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
  /** Whether the folder after it is unknown if it is a `cd`: it may be skipped, or may run in a subshell. */
  readonly isInner: boolean;
  /** The blocks around it, from the outermost to the innermost; the first is the shell that runs the whole line. */
  readonly blocks: readonly Block[];
}

/** A part of a line. Two blocks are the same only if they are the same object. */
export interface Block {
  /**
   * - `list`: commands joined by `&&`; none of them runs after one has failed.
   * - `loop`: commands that may run again.
   * - `shell`: commands of one shell or subshell; a `cd` does not affect commands outside.
   */
  readonly kind: 'list' | 'loop' | 'shell';
}

export type ShellLine =
  | { readonly kind: 'parsed'; readonly commands: readonly ShellCommand[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Parses a command line without running anything. */
export type ParseShellLine = (line: string) => ShellLine;

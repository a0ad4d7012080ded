/** A word of a command line. */
export interface ShellWord {
  /** As it is written. */
  readonly text: string;
  /** As the shell gives it to the command; absent where only running the line shows it: `$X`, `*.ts`, `$(…)`. */
  readonly value?: string;
}

/** A file that a command's output goes to, or that it reads by redirection. */
export interface Redirected extends ShellWord {
  /** As `>>` or `2>`: what is added to a file is not what takes its place. */
  readonly operator: string;
}

/** One simple command of a line, wherever it stands in it: after `&&`, in `$(…)`, in a loop. */
export interface ShellCommand {
  /** As it is written, with its redirections. */
  readonly text: string;
  /** The variables that are set for it: `A=1` before a command, or standing alone. */
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
  /** The files that its output, or that of the block around it, is written to. */
  readonly writes: readonly Redirected[];
  /** The files that it, or the block around it, reads by redirection. */
  readonly reads: readonly Redirected[];
  /** Commands before it in its pipeline, as they are written; absent where nothing is piped into it. */
  readonly fed?: string;
  /** Literal text that comes in by a document or a string, which a shell would run; absent where none comes. */
  readonly input?: ShellWord;
  /** It may or may not run, or in a shell of its own: a `cd` in it says nothing of what comes after. */
  readonly isInner: boolean;
}

export type ShellLine =
  | { readonly kind: 'parsed'; readonly commands: readonly ShellCommand[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** Takes a command line apart without running anything. */
export type ParseShellLine = (line: string) => ShellLine;

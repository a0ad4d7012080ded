/** The text that goes and the text that comes; empty where the call does not tell it. */
export interface Replaced {
  readonly before: string;
  readonly after: string;
}

/** What a call does to one file. */
export interface FileChange extends Replaced {
  readonly path: string;
  readonly operation: 'write' | 'edit' | 'delete';
}

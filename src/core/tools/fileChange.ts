/** What a call does to one file. */
export interface FileChange {
  readonly path: string;
  readonly operation: 'write' | 'edit' | 'delete';
  /** The text that goes and the text that comes; empty where the call does not tell it. */
  readonly before: string;
  readonly after: string;
}

/** The text that goes and the text that comes; empty where the call does not tell it. */
export interface Replaced {
  readonly before: string;
  readonly after: string;
}

/** Change of one file by a call. */
export interface FileChange extends Replaced {
  readonly path: string;
  /** Its name before, where the call moved it. */
  readonly from?: string;
  readonly operation: 'write' | 'edit' | 'delete';
}

export function isMoveAlone({ from, before, after }: FileChange): boolean {
  return from !== undefined && before === '' && after === '';
}

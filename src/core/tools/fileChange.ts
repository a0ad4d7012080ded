/** The removed and the added text. Each text is empty if the call does not show it. */
export interface Replaced {
  readonly before: string;
  readonly after: string;
}

/** A change of one file by a call. */
export interface FileChange extends Replaced {
  readonly path: string;
  /** The former name of the file, if the call moved the file. */
  readonly from?: string;
  readonly operation: 'write' | 'edit' | 'delete';
}

export function isMoveAlone({ from, before, after }: FileChange): boolean {
  return from !== undefined && before === '' && after === '';
}

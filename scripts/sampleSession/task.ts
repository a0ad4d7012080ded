/** A change to a file: replaces a text in it, or writes the whole file. */
export interface Edit {
  readonly path: string;
  /** The text to replace, which must be in the file exactly once. Without `from`, `to` becomes the whole file. */
  readonly from?: string;
  readonly to: string;
}

/** A task of the made-up session: the request, the reads, the attempts and the answer. */
export interface Task {
  readonly ask: string;
  /** The assistant's words before the first read. */
  readonly plan: string;
  readonly reads: readonly string[];
  readonly search?: string;
  readonly edits: readonly Edit[];
  /** The output of the test run that fails. Absent if no test run fails. */
  readonly failure?: string;
  /** The assistant's words on this failure, and the change that fixes the failure. */
  readonly mend?: { readonly why: string; readonly edit: Edit };
  /** The number of tests that pass in the end. Absent if no test was run. */
  readonly passing?: number;
  readonly answer: string;
  /** The person's reply, before the next request. */
  readonly reply?: string;
}

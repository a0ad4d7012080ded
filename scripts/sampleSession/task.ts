/** A change to a file: text that is replaced, or a whole new file where nothing is. */
export interface Edit {
  readonly path: string;
  /** Stands in the file exactly once; without it the file is written anew. */
  readonly from?: string;
  readonly to: string;
}

/** A piece of work in the made-up session: what is asked, looked at, tried, found and said. */
export interface Task {
  readonly ask: string;
  /** Said before the first look. */
  readonly plan: string;
  readonly reads: readonly string[];
  readonly search?: string;
  readonly edits: readonly Edit[];
  /** What the first test run says when it fails; without it, it passes at once. */
  readonly failure?: string;
  /** What is said about that failure, and the change that mends it. */
  readonly mend?: { readonly why: string; readonly edit: Edit };
  /** Tests that pass in the end; absent where none were run. */
  readonly passing?: number;
  readonly answer: string;
  /** What the person says to that, before the next request. */
  readonly reply?: string;
}

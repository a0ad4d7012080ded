import type { CancelSignal } from '../cancellation.ts';
import type { Secrecy } from '../tools/fileSteps.ts';

/** An action that a tool is about to take, as the person is asked about it. */
export interface Action {
  readonly tool: string;
  readonly kind: 'edit' | 'write' | 'delete' | 'rename' | 'command' | 'memory' | 'foreign';
  /**
   * Files that it changes: relative to the workspace, with slashes; absolute where they lie outside. A rename names
   * both.
   */
  readonly paths: readonly string[];
  /** The paths of files that hold secrets, besides those known by their names. */
  readonly secretPaths?: readonly string[];
  readonly command?: string;
  /** The folder in which a command runs. */
  readonly folder?: string;
  /** Arguments for a tool of another extension, as JSON with the marks of secrets as they stand. */
  readonly input?: string;
  /** More for the person to decide by, e.g. a short unified diff. */
  readonly detail?: string;
}

export type Decision =
  /** `secrecy` stands where a file for secrets is changed. */
  | { readonly kind: 'allowed'; readonly secrecy?: Secrecy }
  /** The answer was stopped, or the window closed, before the person decided. */
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'denied';
      /** The person's typed reason. */
      readonly words?: string;
      /** The standing rule that the action goes against, word for word. */
      readonly rule?: string;
    };

/** Asked by a tool before it changes anything; cancelling takes the question back, and nothing is allowed by that. */
export interface Approvals {
  decide(action: Action, signal: CancelSignal): Promise<Decision>;
}

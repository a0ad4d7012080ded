import type { CancelSignal } from '../cancellation.ts';
import type { Secrecy } from '../tools/fileSteps.ts';

/** An action that a tool is about to take, as it is shown to the person who decides. */
export interface Action {
  readonly tool: string;
  readonly kind: 'edit' | 'write' | 'delete' | 'rename' | 'command' | 'memory' | 'foreign';
  /**
   * The files that it changes: relative to the workspace, with slashes; absolute outside it. A rename lists both names.
   */
  readonly paths: readonly string[];
  /** The paths of files that hold secrets, besides those recognised by name. */
  readonly secretPaths?: readonly string[];
  readonly command?: string;
  /** The folder in which a command runs. */
  readonly folder?: string;
  /** Arguments for a tool of another extension, as JSON with its secrets masked. */
  readonly input?: string;
  /** Further information for the person's decision, e.g. a short unified diff. */
  readonly detail?: string;
  /** The lines that an edit adds, all of them: a short diff may leave out some. */
  readonly added?: string;
}

export type Decision =
  /** `secrecy` is set if a file that holds secrets is changed. */
  | { readonly kind: 'allowed'; readonly secrecy?: Secrecy }
  /** The answer was stopped or the window closed before the person decided. */
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'denied';
      /** The person's typed reason. */
      readonly words?: string;
      /** The standing rule that the action goes against, word for word. */
      readonly rule?: string;
    };

/**
 * Decides whether a tool may take an action, and asks the person if necessary. Cancelling withdraws the question and
 * allows nothing.
 */
export interface Approvals {
  decide(action: Action, signal: CancelSignal): Promise<Decision>;
}

import type { CancelSignal } from '../cancellation.ts';
import type { Secrecy } from '../tools/fileSteps.ts';

/** An action that a tool is about to take, as shown to the person who decides. */
export interface Action {
  readonly tool: string;
  readonly kind: 'edit' | 'write' | 'delete' | 'rename' | 'command' | 'memory' | 'foreign';
  /**
   * The paths of the files that the action changes, with slashes. A path is relative to the workspace, or absolute if
   * it lies outside the workspace. A rename lists both names.
   */
  readonly paths: readonly string[];
  /**
   * The files of `paths` that `.gitignore` excludes and that contain secrets before or after the change. Omits files
   * that `isSecretFile` recognises by their names.
   */
  readonly secretPaths?: readonly string[];
  readonly command?: string;
  /** The folder in which a command runs, in the same form as `paths`. The default is the first workspace folder. */
  readonly folder?: string;
  /** The arguments for a tool of another extension: JSON in which the secrets are masked. */
  readonly input?: string;
  /** Further information for the person's decision, e.g. a short unified diff. */
  readonly detail?: string;
  /** All lines that an edit adds. The short diff in `detail` may leave out some lines. */
  readonly added?: string;
}

export type Decision =
  /** `secrecy` is set if the action changes a file with secrets. */
  | { readonly kind: 'allowed'; readonly secrecy?: Secrecy }
  /** The model's answer was stopped, or the window was closed, before the person decided. */
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'denied';
      /** The person's typed reason. */
      readonly words?: string;
      /** The exact text of the standing rule that forbids the action. */
      readonly rule?: string;
    };

/**
 * Decides whether a tool may take an action, and asks the person if necessary. Cancelling withdraws the question, and
 * the action is not allowed.
 */
export interface Approvals {
  decide(action: Action, signal: CancelSignal): Promise<Decision>;
}

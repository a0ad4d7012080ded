/** View of a tool's action while the person is asked about it. */

/**
 * A tool's action that waits for the person's permission. The row is not in the log, and disappears once it is
 * answered.
 */
export interface ApprovalRow {
  readonly type: 'approval';
  readonly id: string;
  readonly at: number;
  /** `Edit “src/a.ts”?` */
  readonly question: string;
  readonly command?: string;
  /** Arguments for a tool of another extension, as JSON. */
  readonly input?: string;
  /** More about the effect, e.g. a short diff. */
  readonly detail?: string;
  /** The commands of a line, where that is more than one. */
  readonly parts: readonly string[];
  /** Reasons why the action asks even in the mode that allows everything, a sentence each. */
  readonly reasons: readonly string[];
  /** The person's rules that speak of what the action touches. */
  readonly rules: readonly ApprovalRuleView[];
  /** The scope of a lasting approval, as the end of a sentence; absent where none is possible. */
  readonly longer?: string;
  /** Whether the action changes a file for secrets, of which a copy is kept only where the person agrees. */
  readonly canKeepCopy: boolean;
}

export interface ApprovalRuleView {
  readonly text: string;
  /**
   * True where the rule forbids the action or demands that the person is asked first, so that the action asks in every
   * mode; false where the rule only speaks of it.
   */
  readonly isForbidding: boolean;
  /** The message in which it was said. */
  readonly message?: string;
}

/** `copy` allows the action once and has copies of the file kept. */
export type ApprovalAnswer = 'once' | 'copy' | 'session' | 'always' | 'deny';

/** Approval mode of the session's tools. */
export type ApprovalMode = 'ask' | 'editsFree' | 'allFree';

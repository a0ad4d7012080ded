/** View of a tool's action while the person is asked about it. */

/** An action of a tool's that waits for the person's leave. It is no part of the log: when it is answered, it goes. */
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
  /** Reasons why it asks although everything is allowed, a sentence each. */
  readonly reasons: readonly string[];
  /** The person's rules that it is about. */
  readonly rules: readonly ApprovalRuleView[];
  /** The scope of a lasting approval, as the end of a sentence; absent where none is possible. */
  readonly longer?: string;
  /** Whether it changes a file for secrets, of which a copy is kept only where the person agrees. */
  readonly canKeepCopy: boolean;
}

export interface ApprovalRuleView {
  readonly text: string;
  /** Whether the rule forbids it, or demands to be asked. */
  readonly isForbidding: boolean;
  /** The message in which it was said. */
  readonly message?: string;
}

/** `copy` allows it once and has copies of the file kept. */
export type ApprovalAnswer = 'once' | 'copy' | 'session' | 'always' | 'deny';

/** Approval mode of the session's tools. */
export type ApprovalMode = 'ask' | 'editsFree' | 'allFree';

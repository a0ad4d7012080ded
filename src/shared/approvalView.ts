/** A tool's action that waits for the person's permission. The row is not in the log and disappears with the answer. */
export interface ApprovalRow {
  readonly type: 'approval';
  readonly id: string;
  readonly at: number;
  /** The question, e.g. `Edit “src/a.ts”?` */
  readonly question: string;
  readonly command?: string;
  /** The arguments of a call of another extension's tool, as JSON. */
  readonly input?: string;
  /** Details of the effect, e.g. a short diff. */
  readonly detail?: string;
  /** The separate commands of a command line, without harmless ones; empty if the command line is a single command. */
  readonly parts: readonly string[];
  /** The reasons why the action needs approval even in the mode that allows everything, one sentence each. */
  readonly reasons: readonly string[];
  /** The person's rules that concern the action. */
  readonly rules: readonly ApprovalRuleView[];
  /**
   * What a lasting approval would allow; absent if no lasting approval is possible. The view shows these words at the
   * end of a sentence, after “allow”.
   */
  readonly longer?: string;
  /** Whether the action changes a file with secrets. A copy of this file is kept only if the person agrees. */
  readonly canKeepCopy: boolean;
}

export interface ApprovalRuleView {
  readonly text: string;
  /**
   * Whether the rule forbids the action or demands that the person is asked first. If so, the action needs approval in
   * every mode. If not, the rule only mentions the action.
   */
  readonly isForbidding: boolean;
  /** The id of the message that contains the rule. */
  readonly message?: string;
}

/** `copy` allows the action once and keeps copies of the file. */
export type ApprovalAnswer = 'once' | 'copy' | 'session' | 'always' | 'deny';

/** The approval mode of the session's tools. */
export type ApprovalMode = 'ask' | 'editsFree' | 'allFree';

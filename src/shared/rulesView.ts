import * as v from 'valibot';

/** A rule of the person. */
export interface RuleView {
  readonly text: string;
  /**
   * The rule's origin: `said` or `decided` by the person in a message, `kept` from a message with “Keep as Rule”,
   * `added` as a new text, or `remembered` as a memory.
   */
  readonly from: 'said' | 'decided' | 'kept' | 'added' | 'remembered';
  readonly isStruck: boolean;
  readonly tokens: number;
  /** The id of the message in this session that contains the rule. */
  readonly message?: string;
  /** The id of the memory, if the rule is one. */
  readonly memory?: string;
}

export interface RulesView {
  /** First the rules of this session that are in effect, newest first; then remembered rules; then struck rules. */
  readonly rules: readonly RuleView[];
  /** The tokens of the rules in effect. */
  readonly tokens: number;
  /** The warning that rules take too much of the window. */
  readonly warning?: string;
}

const text = v.pipe(v.string(), v.maxLength(4_000));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/**
 * The requests about rules that both the chat and the panel send. The reply contains the resulting rules. `setRule`
 * restores a rule if `on` is true, and strikes the rule otherwise. If `memory` is set, `setRule` deletes this memory
 * instead.
 */
export const rulesRequests = [
  v.object({ type: v.literal('readRules') }),
  v.object({ type: v.literal('addRule'), text }),
  v.object({ type: v.literal('setRule'), text, on: v.boolean(), memory: v.exactOptional(id) }),
  v.object({ type: v.literal('editRule'), text, to: text, memory: v.exactOptional(id) }),
] as const;

export type RulesRequest = v.InferOutput<(typeof rulesRequests)[number]>;
export type RulesReplies = Readonly<Record<RulesRequest['type'], RulesView>>;

import type { Decision } from '../../core/approval/approval.ts';
import { DENIED, NOT_ANSWERED } from '../../core/tools/noEffect.ts';

/**
 * Returns the tool result for an action that was not allowed. Quotes the rule that forbids the action and the person's
 * typed reason, if there are any.
 */
export function deniedText(decision: Exclude<Decision, { readonly kind: 'allowed' }>): string {
  if (decision.kind === 'unanswered') return NOT_ANSWERED;
  const { words, rule } = decision;
  return [
    `${DENIED}; nothing was done.`,
    ...(rule === undefined ? [] : [`It goes against their rule: “${rule}”`]),
    ...(words === undefined ? [] : [`They say: “${words}”`]),
    'Do not try the same in another way; go on without it, or ask.',
  ].join(' ');
}

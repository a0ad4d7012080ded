import type { Decision } from '../../core/approval/approval.ts';
import { DENIED, NOT_ANSWERED } from '../../core/tools/noEffect.ts';

/** Returns the tool result that tells the model that an action was not allowed, with the person's rule and words. */
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

import type { Decision } from '../../core/approval/approval.ts';

/** What the model is told of an action that the person did not allow. */
export function deniedText({ words, rule }: Extract<Decision, { readonly kind: 'denied' }>): string {
  return [
    'The person did not allow this; nothing was done.',
    ...(rule === undefined ? [] : [`It goes against their rule: “${rule}”`]),
    ...(words === undefined ? [] : [`They say: “${words}”`]),
    'Do not try the same in another way; go on without it, or ask.',
  ].join(' ');
}

/** The mode of approvals: what a session's tools may do without asking. The person alone sets it; nothing else has a way to it. */
export type Mode = 'ask' | 'editsFree' | 'allFree';

export const MODES: readonly Mode[] = ['ask', 'editsFree', 'allFree'];

/** The mode of approvals: what a session's tools may do without asking. Only the person can set it. */
export type Mode = 'ask' | 'editsFree' | 'allFree';

export const MODES: readonly Mode[] = ['ask', 'editsFree', 'allFree'];

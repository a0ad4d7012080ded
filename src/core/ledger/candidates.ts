import type { MessageId } from '../session/entry.ts';

/** A line that may stand in the ledger. */
export interface Candidate {
  readonly text: string;
  readonly names: readonly string[];
  readonly ids: readonly MessageId[];
  /** Lines stand in this order within their group. */
  readonly order: number;
  /** Worth beside its names': what the line says. */
  readonly bonus: number;
}

/** Lines under one heading line (a file), or lines that stand by themselves. */
export interface CandidateGroup {
  readonly head?: Candidate;
  readonly lines: readonly Candidate[];
  readonly order: number;
}

export interface CandidateSection {
  readonly title: string;
  /** Share of the budget that the section may take before the others had theirs. */
  readonly share: number;
  readonly groups: readonly CandidateGroup[];
}

import type { MessageId } from '../session/entry.ts';
import type { Name } from './nameTable.ts';

/** A line that may stand in the ledger. */
export interface Candidate {
  readonly text: string;
  readonly names: readonly Name[];
  readonly ids: readonly MessageId[];
  /** Lines stand in this order beside their like. */
  readonly order: number;
  /** Worth beside its names': what the line says. */
  readonly bonus: number;
  /** The line that it stands under and does not stand without. */
  readonly parent?: Candidate;
  /** Says nothing but names. */
  readonly isList?: boolean;
  /** Names that may be told behind the line's text. */
  readonly pools: readonly NamePool[];
}

/** Names with what is done with them, in the order in which they stood in the session. */
export interface NamePool {
  readonly verb: string;
  readonly names: readonly Name[];
}

export interface CandidateSection {
  readonly title: string;
  /** Share of the budget that the section may take before all others had theirs. */
  readonly share: number;
  readonly lines: readonly Candidate[];
}

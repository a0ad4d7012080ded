import type { CostResults } from '../replay/costResults.ts';
import type { ConstraintScore } from './constraints.ts';
import type { FactKind } from './facts.ts';
import type { RowKind, SkippedRow } from './rows/row.ts';
import type { Score } from './score.ts';
import type { Split } from './split.ts';

/** The result of one row at one cut and one budget. */
export interface RunResult extends Score {
  readonly row: string;
  readonly budget: string;
  readonly budgetTokens: number;
  readonly durationMs: number;
  /** The reason why the row gave no context. In this case, the score is zero. */
  readonly error?: string;
}

export interface CutResult {
  readonly fraction: number;
  readonly pastTokens: number;
  readonly pastMessages: number;
  readonly old: number;
  readonly oldByKind: Readonly<Partial<Record<FactKind, number>>>;
  readonly pairs: number;
  readonly runs: readonly RunResult[];
}

export interface SessionResult {
  readonly file: string;
  /** `shared corpus`, or the name of the folder for other transcripts. */
  readonly group: string;
  readonly split: Split;
  readonly format: string;
  readonly messages: number;
  readonly tokens: number;
  readonly cuts: readonly CutResult[];
  readonly constraints: readonly ConstraintScore[];
}

export interface RowHead {
  readonly name: string;
  readonly kind: RowKind;
}

/** All results of a run. This is the content of the JSON file. */
export interface Results {
  readonly madeAt: string;
  readonly command: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly part: Split | 'all';
  readonly budgets: readonly string[];
  readonly rows: readonly RowHead[];
  readonly skippedRows: readonly SkippedRow[];
  readonly skippedFiles: readonly { readonly file: string; readonly reason: string }[];
  readonly sessions: readonly SessionResult[];
  readonly costs?: CostResults;
}
